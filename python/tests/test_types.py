"""Types hold: mypy on the package and on programs that use it, stubtest on the stubs, without a single remark."""

import ast
import os
import pathlib
import subprocess
import sys

import pytest

import schwarm

pytest.importorskip("mypy")

HERE = pathlib.Path(__file__).parent
CONFIG = HERE.parent.parent / "pyproject.toml"
PACKAGE = pathlib.Path(schwarm.__file__).parent

# Their metaclass is one of OpenSpiel's, which has no types. An entry that is not needed is an error.
ALLOWED = "schwarm.openspiel.SchwarmGame\nschwarm.openspiel.SchwarmState\n"


def check(folder, tool, *words, path=()):
    """What a tool says, and whether it is content."""
    done = subprocess.run(
        [sys.executable, "-m", tool, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": os.pathsep.join(map(str, path))},
    )
    return done.returncode, done.stdout + done.stderr


def test_the_package_and_programs_that_use_it_have_no_wrong_types(tmp_path):
    from test_docs import programs

    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "__init__.py").touch()
    modules = ["typed_use", "programs"]
    for page in ("docs/python.md", "README.md"):
        for number, program in enumerate(programs(page)):
            name = f"{pathlib.Path(page).stem.lower()}_{number}"
            modules.append(f"programs.{name}")
            (folder / f"{name}.py").write_text(program)
    words = ["--config-file", str(CONFIG), "-p", "schwarm", *(f"-m{module}" for module in modules)]
    code, said = check(tmp_path, "mypy", *words, path=[HERE, tmp_path])
    assert code == 0 and said.startswith("Success"), said
    files = len(modules) + len(list(PACKAGE.glob("*.py"))) + len(list(PACKAGE.glob("*.pyi")))
    assert f"in {files} source files" in said, said


def test_the_stubs_are_what_is_there(tmp_path):
    pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo")
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED)
    code, said = check(tmp_path, "mypy.stubtest", "schwarm", "--mypy-config-file", str(CONFIG), "--allowlist", str(allowed))
    assert code == 0 and said.startswith("Success"), said


@pytest.mark.parametrize("source", sorted([*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi")]), ids=lambda source: source.name)
def test_the_sources_are_those_of_the_oldest_python(source):
    ast.parse(source.read_text(), feature_version=(3, 9))
