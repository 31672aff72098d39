"""A Python function as a bot, over every protocol, against the real arena.

The program `schwarm` is taken from the variable SCHWARM_BIN, or from the path; without it these tests are skipped.
"""

import json
import os
import re
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


def arena(tmp_path, *words):
    done = subprocess.run(
        [SCHWARM, *words, "--data", str(tmp_path / "data"), "--json"], capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@needs_arena
@pytest.mark.parametrize(
    "protocol, words, game",
    [
        ("line", "", "piranhas-2026"),
        ("line", "", "hive-2020"),
        ("uhp", "uhp", "hive+mlp"),
        ("sc", "", "ostseeschach-2022"),
        ("sc", "", "piranhas-2026"),
    ],
)
def test_a_bot_plays_in_the_arena(tmp_path, bot, protocol, words, game):
    name = f"{protocol}:{sys.executable} {bot} {words}".strip()
    result = arena(tmp_path, "match", name, "builtin:1", "--game", game, "--games", "2")
    assert result["games"] == 2
    listed = subprocess.run(
        [SCHWARM, "records", "list", "--data", str(tmp_path / "data"), "--json"], capture_output=True, text=True, check=True
    )
    assert "illegal-move" not in listed.stdout and "crash" not in listed.stdout and "time" not in listed.stdout.split("rules")[0]
