"""Positions to learn from: out of files, and out of games of the engine against itself."""

from __future__ import annotations

import os
from typing import Any, Iterable, Iterator, Optional, Union

from ._buffers import SampleBuffers
from ._schwarm import Game, Record, Samples, selfplay

Source = Union[str, "os.PathLike[str]", Record]


def batches(
    game: Union[Game, str],
    sources: Union[Source, Iterable[Source]],
    size: int = 1024,
    *,
    mask: bool = True,
    buffers: Optional[SampleBuffers] = None,
) -> Iterator[SampleBuffers]:
    """Positions of records in batches of `size`, read as a stream.

    `sources` are paths of files (PGN and JSON lines are read bit by bit, however long they are) and Records. The same arrays
    are filled again and again: copy what you want to keep. The last batch may be shorter; its arrays are views.
    """
    if isinstance(game, str):
        game = Game(game)
    if isinstance(sources, (str, os.PathLike, Record)):
        sources = [sources]
    if size < 1:
        raise ValueError(f"a batch has at least one position, not {size}")
    samples = Samples(game, list(sources))
    room = buffers if buffers is not None else SampleBuffers.empty(game, size, mask=mask)
    size = len(room.action)
    if size == 0:
        raise ValueError("the buffers have no room for a position")
    while True:
        count = samples.fill(room)
        if count == size:
            yield room
            continue
        if count:
            yield SampleBuffers(
                observation=None if room.observation is None else room.observation[:count],
                mask=None if room.mask is None else room.mask[:count],
                action=room.action[:count],
                value=room.value[:count],
                player=room.player[:count],
            )
        return


def selfplay_games(game: Union[Game, str], games: int, *, chunk: int = 64, **how: Any) -> Iterator[Record]:
    """Games of the engine against itself, one after the other, without holding all of them: see `selfplay`."""
    first = how.pop("first", 0)
    for begin in range(0, games, chunk):
        yield from selfplay(game, min(chunk, games - begin), first=first + begin, **how)
