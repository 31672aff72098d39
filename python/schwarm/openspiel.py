"""Schwarm as OpenSpiel knows games: importing this registers the game `schwarm`.

>>> import pyspiel
>>> import schwarm.openspiel
>>> game = pyspiel.load_game("schwarm(game=hive+mlp)")

Parameters: `game` is the id; `setup` a setup text, `seed` (if not negative) draws one; after `max_plies` a game is called a
draw. Nothing in the game is chance.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ._schwarm import Game, Position

__all__ = ["SchwarmGame", "SchwarmState", "SchwarmObserver"]

LONGEST = 10_000
"""Plies after which a game that its rules do not end is called a draw: OpenSpiel wants every game to have an end."""

_GAME_TYPE = pyspiel.GameType(
    short_name="schwarm",
    long_name="Schwarm: Hive, Piranhas, Ostseeschach",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "hive+mlp", "setup": "", "seed": -1, "max_plies": -1},
)


class SchwarmGame(pyspiel.Game):
    """A rule set."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        params = {**_GAME_TYPE.parameter_specification, **(params or {})}
        self.rules = Game(str(params["game"]))
        self._setup = str(params["setup"])
        self._seed = int(params["seed"])
        longest = int(params["max_plies"])
        if longest == 0 or longest < -1:
            raise ValueError(f"max_plies is above 0, or -1, not {longest}")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest if longest > 0 else self.rules.ply_limit or LONGEST,
        )
        super().__init__(_GAME_TYPE, info, params)

    def first_position(self) -> Position:
        """The position every game begins from."""
        if self._setup:
            return self.rules.start(self._setup)
        return self.rules.start(seed=self._seed) if self._seed >= 0 else self.rules.start()

    def new_initial_state(self, state: Any = None) -> "SchwarmState":
        if state is not None:
            raise ValueError("a state begins at the first position; play actions from there")
        return SchwarmState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Optional[Dict[str, Any]] = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SchwarmObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SchwarmState(pyspiel.State):
    """A position; `position` is the `schwarm.Position`."""

    def __init__(self, game: SchwarmGame) -> None:
        super().__init__(game)
        self.position = game.first_position()
        self._longest = game.max_game_length()

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.player

    def _legal_actions(self, player: int) -> List[int]:
        return [] if self.is_terminal() else self.position.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.position.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self.position.action_text(action)
        except ValueError:
            return f"action {action}"

    def is_terminal(self) -> bool:
        return self.position.is_over or self.position.turn >= self._longest

    def returns(self) -> List[float]:
        outcome = self.position.outcome
        if outcome is None or outcome.player is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.player == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.board


class SchwarmObserver:
    """What the player to move sees, as floats."""

    def __init__(self, rules: Game, params: Optional[Dict[str, Any]] = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, not {params}")
        shape = rules.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SchwarmState, player: int) -> None:
        self.dict["observation"][:] = state.position.observation()

    def string_from(self, state: SchwarmState, player: int) -> str:
        return state.position.board


pyspiel.register_game(_GAME_TYPE, SchwarmGame)
