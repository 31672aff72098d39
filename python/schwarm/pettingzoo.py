"""Schwarm as PettingZoo knows games: an AEC environment for every game.

>>> from schwarm.pettingzoo import env
>>> game = env("hive+mlp")
>>> game.reset(seed=7)

The observation of the agent to move is `{"observation": uint8 planes, "action_mask": int8}`; the mask is in its info as
well. The other agent sees the same planes and a mask without a legal action.
"""

from __future__ import annotations

from operator import index
from typing import Any, Dict, List, Optional, Union

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._schwarm import Game, Position, VecEnv

__all__ = ["env", "raw_env"]


def env(game: Union[Game, str] = "hive+mlp", **how: Any) -> AECEnv:
    """The environment with the usual wrappers: an illegal action loses the game, and calls out of order are errors."""
    made: AECEnv = raw_env(game, **how)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """The environment without wrappers: an illegal action raises `schwarm.IllegalMove` and changes nothing.

    `max_plies` breaks a game off; `window` is the size of what is seen of a board without edge. Render modes are `ansi`
    (text), `human` (text on the standard output) and `svg`.
    """

    metadata: Dict[str, Any] = {
        "name": "schwarm_v1",
        "render_modes": ["human", "ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Union[Game, str] = "hive+mlp",
        *,
        render_mode: Optional[str] = None,
        window: Optional[int] = None,
        max_plies: Optional[int] = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render mode {render_mode!r}; there are {self.metadata['render_modes']}")
        self._games = VecEnv(game, 1, window=window, max_plies=max_plies, auto_reset=False)
        self.game = self._games.game
        self.render_mode = render_mode
        self.possible_agents = list(self.game.sides)
        self.agents: List[str] = []
        self.agent_selection = self.possible_agents[0]
        self._shape = (1, *self.game.observation_shape)
        self._actions = np.zeros(1, np.int64)
        self._out = self._games.buffers(observation=False, mask=False)
        self._is_seeded = False
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {agent: gymnasium.spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._nothing = np.zeros(self.game.num_actions, np.int8)
        self._no_info: Dict[str, Any] = {"action_mask": self._nothing}

    def _space(self) -> gymnasium.spaces.Dict:
        most = self.game.observation_most
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, most, self.game.observation_shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. The seed decides its setup, where the game has several; there are no options."""
        if seed is None and not self._is_seeded:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self._is_seeded = True
        one, two = self.agents = self.possible_agents[:]
        self.rewards = {one: 0.0, two: 0.0}
        self._cumulative_rewards = {one: 0.0, two: 0.0}
        self.terminations = {one: False, two: False}
        self.truncations = {one: False, two: False}
        self._fresh()
        self._games.reset(self._out, seed)
        self._arrive()

    def _fresh(self) -> None:
        """New arrays, because somebody may have kept the last ones."""
        out = self._out
        out.observation = np.empty(self._shape, np.uint8)
        out.mask = np.empty((1, self._nothing.size), np.bool_)

    def _arrive(self) -> None:
        out = self._out
        player = int(out.player[0])
        agent = self.agent_selection = self.possible_agents[player]
        assert out.mask is not None and out.observation is not None
        mask = out.mask[0].view(np.int8)
        self._seen = out.observation[0]
        self._own = {"observation": self._seen, "action_mask": mask}
        self.infos = {agent: {"action_mask": mask}, self.possible_agents[1 - player]: self._no_info}

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        if agent == self.agent_selection:
            return self._own
        return {"observation": self._seen, "action_mask": self._nothing}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} is to move: None is for agents whose game is over")
        self._actions[0] = index(action)
        self._fresh()
        out = self._out
        self._games.step(self._actions, out)
        one, two = self.possible_agents
        self._cumulative_rewards[agent] = 0.0
        if out.terminated[0] or out.truncated[0]:
            self.rewards = {one: float(out.reward[0, 0]), two: float(out.reward[0, 1])}
            over, cut = bool(out.terminated[0]), bool(out.truncated[0])
            self.terminations = {one: over, two: over}
            self.truncations = {one: cut, two: cut}
            self._arrive()
            self._accumulate_rewards()
        else:
            # Nothing has been won or lost, so there is nothing to add up.
            self._arrive()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode")
            return None
        position = self._games.position(0)
        if self.render_mode == "svg":
            return position.svg()
        if self.render_mode == "ansi":
            return str(position)
        print(position)
        return None

    def position(self) -> Position:
        """The game as a `schwarm.Position`."""
        return self._games.position(0)

    def close(self) -> None:
        """Lets go of the game."""
        self._games.close()
