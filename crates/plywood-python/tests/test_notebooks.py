"""The notebooks run from their first cell to their last."""

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    done = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in done.cells for output in cell.get("outputs", [])]
    pictures = {kind for output in outputs for kind in output.get("data", {}) if kind.startswith("image/")}
    assert outputs and (pictures or path.stem == "opponent")
    # What is kept is what was written: no outputs.
    assert all(not cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells)


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["dice", "opponent", "search"]
