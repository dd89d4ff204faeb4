"""What the documentation shows runs."""

import re
from pathlib import Path

import pytest

import plywood

ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(name):
    """The blocks of Python in a file, but for those that need a cluster elsewhere."""
    return [text for text in BLOCK.findall((ROOT / name).read_text(encoding="utf-8")) if "address=" not in text]


@pytest.mark.parametrize("name, count", [("README.md", 1), ("docs/python.md", 3)])
def test_the_blocks_run(name, count, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown, names = blocks(name), {"plywood": plywood}
    assert len(shown) == count
    for text in shown:
        exec(text, names)


def test_the_game_of_the_documentation_is_won():
    names = {"plywood": plywood}
    exec(blocks("docs/python.md")[-1], names)
    report = plywood.game(names["Heap"]()).start().think("ab")
    assert report.value == 1 and report.proven
