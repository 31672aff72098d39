"""Schwarm for researchers: Hive, Piranhas and Ostseeschach with exact rules.

>>> import schwarm
>>> position = schwarm.Game("hive+mlp").start()
>>> position.play("wS1")
'wS1'
>>> len(position.legal_moves())
42

Many games at once are in `VecEnv`, which fills NumPy arrays of yours. `schwarm.pettingzoo`, `schwarm.gymnasium` and
`schwarm.openspiel` speak to those libraries, `schwarm.bot` to the arena. docs/python.md explains all of it.
"""

from . import bot
from ._buffers import Buffers, SampleBuffers
from ._data import batches, selfplay_games
from ._schwarm import (
    Analysis,
    Engine,
    Error,
    Game,
    IllegalMove,
    Line,
    Outcome,
    Position,
    Record,
    RecordReader,
    Samples,
    VecEnv,
    __version__,
    games,
    review,
    selfplay,
)

__all__ = [
    "Analysis",
    "Buffers",
    "Engine",
    "Error",
    "Game",
    "IllegalMove",
    "Line",
    "Outcome",
    "Position",
    "Record",
    "RecordReader",
    "SampleBuffers",
    "Samples",
    "VecEnv",
    "__version__",
    "batches",
    "bot",
    "games",
    "review",
    "selfplay",
    "selfplay_games",
]
