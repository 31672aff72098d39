"""A Python function as a bot, over every protocol, against the real arena.

The program `schwarm` is taken from the variable SCHWARM_BIN, or from the path; without it these tests are skipped.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import schwarm

SCHWARM = os.environ.get("SCHWARM_BIN") or shutil.which("schwarm")
needs_arena = pytest.mark.skipif(SCHWARM is None, reason="no program schwarm: set SCHWARM_BIN")

BOT = """
import random
import schwarm

def choose(position):
    return random.choice(position.legal_moves())

if __name__ == "__main__":
    schwarm.bot.run(choose, name="dice")
"""


@pytest.fixture
def bot(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    return path


def ask(bot, lines, *words):
    done = subprocess.run(
        [sys.executable, str(bot), *words], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60
    )
    return done


def test_the_line_protocol_is_spoken(bot):
    game = schwarm.Game("hive,repetition=off")
    position = game.start()
    hello = {"hello": "schwarm", "version": 1, "game": "hive", "options": {"repetition": "off", "queen-first": "off"}}
    turn = {"id": 7, "turn": 0, "side": "white", "position": position.text, "legal": position.legal_moves(), "time_ms": 500}
    done = ask(bot, [json.dumps(hello), "", json.dumps(turn), json.dumps({"end": {"winner": None}})])
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0] == {"name": "dice"} and answers[1]["id"] == 7
    assert answers[1]["move"] in position.legal_moves() and done.returncode == 0, done.stderr


def test_uhp_is_spoken(bot):
    done = ask(bot, ["newgame Base+MLP", "bestmove depth 1", "play wS1", "validmoves", "nonsense", "exit"], "uhp")
    assert done.stdout.startswith("id dice") and "err" in done.stdout and done.returncode == 0, done.stdout
    assert re.search(r"\nw[A-Z]\d?\nok", done.stdout), done.stdout


def test_what_a_bot_raises_ends_it_with_a_trace(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(BOT.replace("return random.choice(position.legal_moves())", "raise KeyError('lost')"))
    hello = json.dumps({"hello": "schwarm", "game": "hive"})
    turn = json.dumps({"id": 1, "position": schwarm.Game("hive").start().text, "legal": ["wS1"]})
    for lines, words in (([hello, turn], ()), (["newgame Base", "bestmove depth 1"], ("uhp",))):
        done = ask(path, lines, *words)
        assert done.returncode == 1 and "KeyError: 'lost'" in done.stderr


def test_an_illegal_answer_is_an_error_of_the_bot(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(BOT.replace("random.choice(position.legal_moves())", "'wQ'"))
    done = ask(path, ["newgame Base", "bestmove depth 1"], "uhp")
    assert done.returncode == 1 and "IllegalMove" in done.stderr


def test_a_bot_may_ask_for_its_time(tmp_path):
    path = tmp_path / "bot.py"
    text = BOT.replace("def choose(position):", "def choose(position, seconds):\n    assert seconds == 0.5, seconds")
    path.write_text(text)
    hello = json.dumps({"hello": "schwarm", "game": "hive"})
    turn = {"id": 1, "position": schwarm.Game("hive").start().text, "legal": ["wS1"], "time_ms": 500}
    assert ask(path, [hello, json.dumps(turn)]).returncode == 0


PAGE = (pathlib.Path(__file__).parent.parent.parent / "docs" / "python.md").read_text().split("\n## A bot in ten lines\n")[1]


def commands():
    """The commands of the page about bots, word for word."""
    lines = re.search(r"```sh\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
    return [shlex.split(line, comments=True) for line in lines]


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A folder with the bot of the page, where its commands find `schwarm` and `python3`."""
    (tmp_path / "bot.py").write_text(re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1])
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "schwarm").symlink_to(SCHWARM)
    python = pathlib.Path(sys.executable).parent
    monkeypatch.setenv("PATH", os.pathsep.join([str(programs), str(python), os.environ["PATH"]]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def arena(*words):
    done = subprocess.run([*words, "--data", "data", "--json"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def endings():
    """What ended each game of the store."""
    return [game["ending"]["termination"]["by"] for game in arena("schwarm", "records", "list")]


def test_the_bot_of_the_page_has_ten_lines_at_most():
    bot = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    assert len(bot.splitlines()) <= 10 and "schwarm.bot.run(choose" in bot


@needs_arena
@pytest.mark.parametrize("number, protocol", list(enumerate(["line", "uhp", "sc"])))
def test_a_bot_plays_in_the_arena(page, number, protocol):
    command = commands()[number]
    assert command[2].startswith(f"{protocol}:")
    games = int(command[command.index("--games") + 1])
    assert arena(*command)[-1]["games"] == games
    # Whoever won: every game was ended by its rules, none by a fault of the bot.
    assert endings() == ["rules"] * games


@needs_arena
@pytest.mark.parametrize("protocol, game", [("line", "hive-2020"), ("sc", "piranhas-2026"), ("sc", "hive-2020-server")])
def test_a_bot_plays_other_games(page, protocol, game):
    assert arena("schwarm", "match", f"{protocol}:python3 bot.py", "random", "--game", game, "--games", "2")[-1]["games"] == 2
    assert endings() == ["rules"] * 2


@needs_arena
def test_two_bots_meet_on_a_server(page):
    command = commands()[3]
    assert command[0] == "python3"
    server = subprocess.Popen(
        ["schwarm", "serve", "--web", "off", "--socha", "127.0.0.1:0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        port = json.loads(server.stdout.readline())["socha"].rsplit(":", 1)[1]
        bots = [
            subprocess.Popen([*command, "--port", port], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
        ]
        for bot in bots:
            said = bot.communicate(timeout=120)
            assert bot.returncode == 0, said
    finally:
        server.terminate()
        server.wait()
