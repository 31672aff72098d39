"""The notebook runs from its first cell to its last, and the net beats a random player in the arena."""

import json
import os
import pathlib
import shutil

import pytest

NOTEBOOK = pathlib.Path(__file__).parent.parent / "examples" / "ostseeschach.ipynb"
SCHWARM = os.environ.get("SCHWARM_BIN") or shutil.which("schwarm")


@pytest.mark.skipif(SCHWARM is None, reason="no program schwarm: set SCHWARM_BIN")
def test_the_notebook_runs_and_its_net_plays(tmp_path, monkeypatch, capsys):
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 6
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NOTEBOOK_GAMES", "120")
    monkeypatch.setenv("NOTEBOOK_EPOCHS", "6")
    monkeypatch.setenv("NOTEBOOK_MATCH", "20")
    names = {"__name__": "__notebook__"}
    for number, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    found = names["results"]["builtin:random"]
    assert found["games"] == 20 and found["wins"] > found["losses"], found
