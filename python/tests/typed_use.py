"""The package as a program with types uses it. It is checked, not run: `test_types.py` gives it to mypy.

Every `assert_type` says what an expression must be. Every line with `type: ignore` is wrong use that must be found: an
ignore that is not needed is an error, too.
"""

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import schwarm
from schwarm.gymnasium import GameEnv
from schwarm.pettingzoo import raw_env

# Games and positions.
game = schwarm.Game("hive+mlp", window=16)
position = game.start(seed=1)
assert_type(position, schwarm.Position)
assert_type(position.legal_moves("standard"), List[str])
assert_type(position.play("wS1"), str)
assert_type(position.undo(), bool)
assert_type(position.outcome, Optional[schwarm.Outcome])
assert_type(position.symmetries(), List[schwarm.Position])
assert_type(game.observation_shape, Tuple[int, int, int])
assert_type(game.action_table(3), npt.NDArray[np.int64])
assert_type(position._repr_svg_(), str)

schwarm.Game(7)  # type: ignore[arg-type]
game.start(seed="1")  # type: ignore[arg-type]
position.play(3)  # type: ignore[arg-type]
position.legal_moves("shout")  # type: ignore[arg-type]
position.turn = 3  # type: ignore[misc]
position.outcome.winner  # type: ignore[union-attr]
position.jump()  # type: ignore[attr-defined]


class OtherGame(schwarm.Game):  # type: ignore[misc]
    """Classes of the Rust part cannot be subclassed."""


# Many games.
env = schwarm.VecEnv(game, 8, threads=2, seed=1, max_plies=100)
out = env.buffers()
assert_type(out, schwarm.Buffers)
print(out.observation.shape, out.player.shape)
actions = env.sample()
assert_type(actions, npt.NDArray[np.int64])
env.reset(out, 3)
env.step(actions, out)
assert_type(env.action_text(0, 3), str)
assert_type(len(env), int)
env.step([1, 2], out)  # type: ignore[arg-type]
env.step(actions)  # type: ignore[call-arg]
schwarm.VecEnv("hive")  # type: ignore[call-arg]

# Engines, records, samples.
engine = schwarm.Engine(level=3)
found = engine.search(position, nodes=100, lines=2)
assert_type(found.lines, List[schwarm.Line])
assert_type(found.lines[0].ends_in, Optional[int])
assert_type(engine.choose(position), str)
assert_type(schwarm.review(schwarm.Record.of(position)), Dict[str, Any])
for record in schwarm.RecordReader("games.pgn"):
    assert_type(record, schwarm.Record)
    assert_type(record.players, Tuple[str, str])
for batch in schwarm.batches(game, "games.pgn", 16):
    assert_type(batch, schwarm.SampleBuffers)
for record in schwarm.selfplay_games(game, 2, nodes=10):
    assert_type(record.winner, Optional[str])
engine.search(position, lines="3")  # type: ignore[arg-type]


# Bots and environments.
def choose(position: schwarm.Position, seconds: Optional[float]) -> str:
    """The first move there is."""
    return position.legal_moves()[0]


schwarm.bot.run(choose, name="first")
schwarm.bot.run("first")  # type: ignore[arg-type]
assert_type(raw_env("hive").position(), schwarm.Position)
assert_type(GameEnv("hive").position(), schwarm.Position)
