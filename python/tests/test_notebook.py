"""The notebook runs in Jupyter's own kernel from its first cell to its last, and the net beats a random player in the arena."""

import json
import os
import pathlib
import shutil

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOK = pathlib.Path(__file__).parent.parent / "examples" / "ostseeschach.ipynb"
SCHWARM = os.environ.get("SCHWARM_BIN") or shutil.which("schwarm")


@pytest.mark.skipif(SCHWARM is None, reason="no program schwarm: set SCHWARM_BIN")
def test_the_notebook_runs_and_its_net_plays(tmp_path, monkeypatch):
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert len([cell for cell in notebook.cells if cell.cell_type == "code"]) >= 6
    notebook.cells.append(nbformat.v4.new_code_cell("print(json.dumps(results))"))
    monkeypatch.setenv("NOTEBOOK_GAMES", "120")
    monkeypatch.setenv("NOTEBOOK_EPOCHS", "6")
    monkeypatch.setenv("NOTEBOOK_MATCH", "20")
    # A cell that raises ends this with its traceback.
    client = nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # The position at the end of the first cell draws itself.
    assert code[0].outputs[-1].data["image/svg+xml"].startswith("<svg")
    results = json.loads("".join(output.text for output in code[-1].outputs))
    found = results["builtin:random"]
    assert found["games"] == 20 and found["wins"] > found["losses"], found
    assert results["builtin:1"]["games"] == 20
