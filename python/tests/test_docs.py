"""What the documentation says is true: its programs run, the type stubs name everything there is."""

import ast
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

import schwarm
from schwarm import _schwarm

ROOT = pathlib.Path(__file__).parent.parent.parent
STUBS = pathlib.Path(schwarm.__file__).parent / "_schwarm.pyi"


def programs(page):
    text = (ROOT / page).read_text()
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


PAGES = [(page, number) for page in ("docs/python.md", "README.md") for number in range(len(programs(page)))]


@pytest.mark.parametrize("page, number", PAGES)
def test_the_programs_of_the_pages_run(page, number, tmp_path):
    program = programs(page)[number]
    for package in ("pettingzoo", "gymnasium", "pyspiel"):
        if package in program:
            pytest.importorskip(package)
    path = tmp_path / "program.py"
    path.write_text(program)
    done = subprocess.run(
        [sys.executable, str(path)], cwd=tmp_path, input="", capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr


def test_both_pages_have_programs():
    assert len(programs("docs/python.md")) >= 6 and len(programs("README.md")) >= 1


def test_the_sizes_on_the_page_are_those_of_the_encodings():
    page = (ROOT / "docs/python.md").read_text()
    for id in ("hive+mlp", "hive-2020", "piranhas-2026", "ostseeschach-2022"):
        game = schwarm.Game(id)
        section = page.split(f"\n### {game.encoding}\n")[1].split("\n### ")[0]
        planes, rows, columns = game.observation_shape
        assert f"{planes} planes" in section and f"{rows}x{columns}" in section
        assert f"{game.num_actions} actions" in section and f"{game.num_symmetries} symmetries" in section
        last = re.findall(r"^\| (?:\d+[–, ]+)?(\d+) \|", section, re.MULTILINE)[-1]
        assert int(last) == planes - 1


def test_the_stubs_name_everything_with_a_docstring():
    tree = ast.parse(STUBS.read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = {name for name in dir(_schwarm) if not name.startswith("_")}
    assert public == set(stubs)
    for name, node in stubs.items():
        assert ast.get_docstring(node), name
        thing = getattr(_schwarm, name)
        assert thing.__doc__, name
        if isinstance(node, ast.ClassDef) and not issubclass(thing, Exception):
            said = {item.name for item in node.body if isinstance(item, ast.FunctionDef) and item.name[0] != "_"}
            there = {item for item in vars(thing) if item[0] != "_"}
            assert said == there, name
            for item in said:
                assert inspect.getdoc(getattr(thing, item)), f"{name}.{item}"
    assert {name for name in schwarm.__all__ if not hasattr(schwarm, name)} == set()


def test_the_docstring_of_the_package_is_true():
    position = schwarm.Game("hive+mlp").start()
    assert position.play("wS1") == "wS1" and len(position.legal_moves()) == 42
