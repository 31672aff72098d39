"""{{name}}: a bot for {{game}}. It speaks the line protocol of Schwarm; you need not change this file.

Schwarm writes one JSON object a line to our standard input, we answer on the standard output.
The thinking is in thinking.py. Look at what is going on with: print("…", file=sys.stderr)
"""
import json
import sys

from thinking import Turn, choose

NAME = "{{name}}"


def say(message):
    print(json.dumps(message), flush=True)  # without flush nobody would hear it in time


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:  # a new game begins
        say({"name": NAME})
    elif "legal" in message:  # it is our turn
        time = message.get("time_ms")
        turn = Turn(
            side=message["side"],
            # Hive has two texts: the game with its moves, and the board alone. We want the board.
            position=message.get("board") or message["position"],
            legal=message["legal"],
            number=message["turn"],
            seconds=None if time is None else time / 1000,
        )
        say({"move": choose(turn), "id": message["id"]})
    elif "end" in message:  # the game is over
        print("winner:", message["end"]["winner"], file=sys.stderr)
