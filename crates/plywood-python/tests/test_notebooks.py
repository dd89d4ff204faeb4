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
    kinds = {kind for cell in done.cells for out in cell.get("outputs", []) for kind in out.get("data", {})}
    assert kinds & {"image/svg+xml", "image/png", "text/plain"}
    assert all(not cell["outputs"] for cell in nbformat.read(path, as_version=4).cells if cell["cell_type"] == "code")


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["dice", "opponent", "search"]
