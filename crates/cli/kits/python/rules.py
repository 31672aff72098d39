"""The rules of the game. We do not write them ourselves: we ask `schwarm query`, which runs beside the bot.

It answers questions like {"game": "{{rules}}", "moves": […]}, one a line, with all legal moves.
Want to be faster or to do without Schwarm? Write the rules yourself and replace `ask`.
"""
import json
import os
import subprocess
import sys

# Where the program `schwarm` is. The environment variable SCHWARM can say otherwise.
SCHWARM = os.environ.get("SCHWARM") or "{{schwarm}}"


class Refused(Exception):
    """The rules say no; the text says why."""


class Rules:
    def __init__(self):
        try:
            self.schwarm = subprocess.Popen(
                [SCHWARM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            sys.exit(f"cannot start {SCHWARM!r} ({error}). Set SCHWARM to the path of the program schwarm.")

    def ask(self, **question):
        """ask(game=…, position=…, moves=[…]): position and moves may be left out.

        The answer has "legal", "position", "to_move", "turn" and "outcome" (None while the game goes on).
        """
        self.schwarm.stdin.write(json.dumps(question) + "\n")
        self.schwarm.stdin.flush()
        answer = json.loads(self.schwarm.stdout.readline())
        if "error" in answer:
            raise Refused(answer["error"]["message"])
        return answer
