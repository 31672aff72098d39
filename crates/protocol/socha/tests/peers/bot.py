"""Plays one game of Piranhas 2026 at random, on the PyPI library `socha`.

Started by tests/peers.rs as `bot.py -h HOST -p PORT -r RESERVATION`, with a number in SEED.
It prints the result as the library reports it.
"""

import logging
import os
import random

from socha.api.networking.game_client import IClientHandler
from socha.starter import Starter


class Bot(IClientHandler):
    def __init__(self):
        self.random = random.Random(int(os.environ["SEED"]))
        self.state = None

    def calculate_move(self):
        return self.random.choice(self.state.possible_moves())

    def on_update(self, state):
        self.state = state

    def on_game_over(self, result):
        parts = {entry.player.team: entry.score.part for entry in result.scores.entry}
        one, two = (",".join(str(part) for part in parts[team]) for team in ("ONE", "TWO"))
        regular = str(result.winner.regular).lower()
        print("RESULT", result.winner.team, regular, one, two, flush=True)


if __name__ == "__main__":
    Starter(Bot(), log_level=logging.ERROR)
