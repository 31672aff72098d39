"""Schwarm as Gymnasium knows environments: one player, the engine is the opponent.

>>> import gymnasium
>>> env = gymnasium.make("schwarm.gymnasium:schwarm/Game-v1", game="ostseeschach-2022", opponent=3)
"""

from __future__ import annotations

from operator import index
from typing import Any, Dict, Optional, Tuple, Union

import gymnasium
import numpy as np

from ._schwarm import Engine, Game, Position, VecEnv

__all__ = ["GameEnv"]

_LARGEST = 2**63


class GameEnv(gymnasium.Env):
    """A game against an engine.

    `opponent` is a level from 1 to 10, `"random"`, or a function that takes a Position and returns a move. `player` is 0, 1
    or None: then it is drawn for each game. An action that is not legal loses the game, unless `illegal="raise"`: then it
    raises `schwarm.IllegalMove` and changes nothing. The reward is 1, 0 or -1 at the end of a game.
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 2}

    def __init__(
        self,
        game: Union[Game, str] = "hive+mlp",
        *,
        opponent: Any = 1,
        player: Optional[int] = None,
        render_mode: Optional[str] = None,
        window: Optional[int] = None,
        max_plies: Optional[int] = None,
        nodes: Optional[int] = None,
        illegal: str = "lose",
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render mode {render_mode!r}; there are {self.metadata['render_modes']}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is 'lose' or 'raise', not {illegal!r}")
        if player not in (None, 0, 1):
            raise ValueError(f"player is 0, 1 or None, not {player!r}")
        if not (opponent == "random" or callable(opponent) or isinstance(opponent, int)):
            raise ValueError(f"an opponent is a level, 'random' or a function, not {opponent!r}")
        self._games = VecEnv(game, 1, window=window, max_plies=max_plies, auto_reset=False)
        self.game = self._games.game
        self.render_mode = render_mode
        self._opponent = opponent
        self._engine: Optional[Engine] = Engine(opponent, hash_mb=2) if isinstance(opponent, int) else None
        self._nodes = nodes
        self._wanted = player
        self._illegal = illegal
        self._actions = np.zeros(1, np.int64)
        self._out = self._games.buffers()
        self._is_over = True
        self.player = 0
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(
                    0, self.game.observation_most, self.game.observation_shape, np.uint8
                ),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, np.ndarray], Dict[str, Any]]:
        super().reset(seed=seed)
        self._games.reset(self._out, int(self.np_random.integers(_LARGEST)))
        if isinstance(self._opponent, int):
            # Lower levels err by chance: another game, other errors.
            self._engine = Engine(self._opponent, hash_mb=2, seed=int(self.np_random.integers(_LARGEST)))
        self.player = int(self.np_random.integers(2)) if self._wanted is None else self._wanted
        self._is_over = False
        self._answer()
        return self._seen(), self._info()

    def step(self, action: int) -> Tuple[Dict[str, np.ndarray], float, bool, bool, Dict[str, Any]]:
        if self._games.closed:
            raise RuntimeError("this environment is closed")
        if self._is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        action = index(action)
        is_legal = 0 <= action < self.game.num_actions and bool(self._mask()[action])
        if not is_legal and self._illegal == "lose":
            self._is_over = True
            return self._seen(), -1.0, True, False, {**self._info(), "illegal_action": action}
        self._play(action)
        self._answer()
        return self._seen(), self._reward(), bool(self._out.terminated[0]), bool(self._out.truncated[0]), self._info()

    def _play(self, action: int) -> None:
        self._actions[0] = action
        self._games.step(self._actions, self._out)
        self._is_over = bool(self._out.terminated[0] or self._out.truncated[0])

    def _answer(self) -> None:
        """Lets the opponent move until it is our turn, or nobody's."""
        while not self._is_over and int(self._out.player[0]) != self.player:
            if self._opponent == "random":
                legal = self._games.legal_actions(0)
                self._play(legal[int(self.np_random.integers(len(legal)))])
                continue
            position = self._games.position(0)
            if self._engine is not None:
                move = self._engine.choose(position, nodes=self._nodes)
            else:
                move = self._opponent(position)
            self._play(self._games.action(0, move))

    def _reward(self) -> float:
        return float(self._out.reward[0, self.player])

    def _seen(self) -> Dict[str, np.ndarray]:
        assert self._out.observation is not None
        return {"observation": self._out.observation[0].copy(), "action_mask": self._mask().copy()}

    def _mask(self) -> np.ndarray:
        assert self._out.mask is not None
        mask: np.ndarray = self._out.mask[0].view(np.int8)
        return mask

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self._mask().copy(), "player": self.player}

    def position(self) -> Position:
        """The game as a `schwarm.Position`."""
        return self._games.position(0)

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            return None
        position = self._games.position(0)
        return position.svg() if self.render_mode == "svg" else str(position)

    def close(self) -> None:
        """Lets go of the game."""
        self._games.close()


gymnasium.register(id="schwarm/Game-v1", entry_point="schwarm.gymnasium:GameEnv")
