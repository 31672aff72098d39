"""How a Game comes back from pickle."""

from __future__ import annotations

from typing import Optional

from ._schwarm import Game


def _game(identifier: str, window: Optional[int]) -> Game:
    return Game(identifier, window=window)
