"""The arrays that a VecEnv and a stream of samples write into. They are yours: keep them, copy them, share them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Tuple, Union

import numpy as np

if TYPE_CHECKING:
    from ._schwarm import Game

# An array, or None for whoever has asked for that: nobody else should have to prove to a type checker that it is there.
MaybeArray = Union[np.ndarray, Any]


@dataclass
class Buffers:
    """What is seen of a batch of B games.

    Any object with these attributes will do; each must be C-contiguous and writeable. `observation` and `mask` may be
    None: then they are not written, which saves time.
    """

    observation: MaybeArray
    """uint8 (B, planes, rows, columns): what the player to move sees."""
    mask: MaybeArray
    """bool (B, actions): which actions are legal."""
    player: np.ndarray
    """int8 (B,): who is to move, 0 or 1."""
    reward: np.ndarray
    """float32 (B, 2): 1, 0 or -1 for each player, where a game has ended with this step."""
    terminated: np.ndarray
    """bool (B,): the rules have ended the game with this step."""
    truncated: np.ndarray
    """bool (B,): the game was broken off with this step."""

    @classmethod
    def empty(cls, games: int, observation: Optional[Tuple[int, ...]], actions: Optional[int]) -> "Buffers":
        """Arrays for so many games, with observations of that shape and so many actions."""
        return cls(
            observation=None if observation is None else np.zeros(observation, np.uint8),
            mask=None if actions is None else np.zeros((games, actions), np.bool_),
            player=np.zeros(games, np.int8),
            reward=np.zeros((games, 2), np.float32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
        )


@dataclass
class SampleBuffers:
    """Room for N positions of records."""

    observation: MaybeArray
    """uint8 (N, planes, rows, columns), or None."""
    mask: MaybeArray
    """bool (N, actions), or None."""
    action: np.ndarray
    """int64 (N,): what was played."""
    value: np.ndarray
    """float32 (N,): 1, 0 or -1, what the game was worth for the mover; not a number where nobody knows."""
    player: np.ndarray
    """int8 (N,): who moved, 0 or 1."""

    @classmethod
    def empty(cls, game: Game, count: int, *, observation: bool = True, mask: bool = True) -> "SampleBuffers":
        """Arrays for so many positions of a game."""
        return cls(
            observation=np.zeros((count, *game.observation_shape), np.uint8) if observation else None,
            mask=np.zeros((count, game.num_actions), np.bool_) if mask else None,
            action=np.zeros(count, np.int64),
            value=np.zeros(count, np.float32),
            player=np.zeros(count, np.int8),
        )
