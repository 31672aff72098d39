"""The Rust part of the package."""

from os import PathLike
from typing import Any, Callable, Dict, Iterator, List, Literal, Optional, Sequence, Tuple, Union, final

import numpy as np
import numpy.typing as npt

from ._buffers import Buffers, SampleBuffers

__all__ = [
    "__version__",
    "Error",
    "IllegalMove",
    "Game",
    "Position",
    "Outcome",
    "Record",
    "RecordReader",
    "Samples",
    "Engine",
    "Line",
    "Analysis",
    "VecEnv",
    "UhpGuest",
    "games",
    "restore",
    "restore_record",
    "review",
    "selfplay",
    "play_challenge",
]

__version__: str

class Error(ValueError):
    """Something that Schwarm cannot read, make or do; the text says what and why."""

class IllegalMove(Error):
    """A move or an action that cannot be played; the text names the broken rule."""

def games() -> List[Dict[str, Any]]:
    """Facts about every game there is: a list of dictionaries with id, title, summary, sides and options."""

@final
class Game:
    """A rule set, by its id: `Game("hive+mlp")`, `Game("piranhas-2026")`, `Game("hive,repetition=off")`.

    `window` is the size of the square of cells that observations of a game without edge show; every hive fits into the
    usual one.
    """

    def __new__(cls, id: str, *, window: Optional[int] = None) -> Game: ...
    @property
    def id(self) -> str:
        """The full id, with every option that is not at its default."""
    @property
    def title(self) -> str:
        """The name for people."""
    @property
    def summary(self) -> str:
        """The rule set in one sentence."""
    @property
    def sides(self) -> Tuple[str, str]:
        """Names of the two sides; player 0 plays the first one."""
    @property
    def ply_limit(self) -> Optional[int]:
        """Plies after which the rules end a game, or None."""
    @property
    def notations(self) -> List[str]:
        """Names of the notations moves can be written in, the standard one first."""
    @property
    def encoding(self) -> str:
        """Name and version of the encoding, such as `hive-v1`."""
    @property
    def observation_shape(self) -> Tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns. Its numbers are uint8."""
    @property
    def observation_most(self) -> int:
        """The largest number an observation can hold."""
    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""
    @property
    def num_symmetries(self) -> int:
        """In how many ways a board can be turned and mirrored without changing the game; 0 leaves it as it is."""
    def start(self, setup: Optional[str] = None, *, seed: Optional[int] = None) -> Position:
        """The first position: of the default setup, of the one a seed draws, or of a setup text."""
    def position(self, text: str) -> Position:
        """Any position, read from its text: a position text, for Hive also a GameString or a board text."""
    def action_table(self, symmetry: int) -> npt.NDArray[np.int64]:
        """For every action its number on the board turned in one way: `turned_mask[table[action]] == mask[action]`."""
    def turn_observation(self, observation: npt.NDArray[np.uint8], symmetry: int) -> npt.NDArray[np.uint8]:
        """Observations of the turned board. Takes one observation or any number of them, gives a new array."""

@final
class Outcome:
    """How a game ended by its rules."""

    @property
    def winner(self) -> Optional[str]:
        """The side that won, or None for a draw."""
    @property
    def player(self) -> Optional[int]:
        """The player that won, 0 or 1, or None for a draw."""
    @property
    def reason(self) -> str:
        """Why the game is over: a stable id such as `queen-surrounded`."""
    @property
    def scores(self) -> Tuple[List[int], List[int]]:
        """The score lines of both sides, victory points first."""

@final
class Position:
    """A position of a game, with the moves that led to it. Made by `Game.start` and `Game.position`."""

    @property
    def game(self) -> Game:
        """The rule set."""
    @property
    def turn(self) -> int:
        """Plies played."""
    @property
    def side_to_move(self) -> str:
        """The side to move, such as `white`."""
    @property
    def player(self) -> int:
        """The player to move: 0 for the first side, 1 for the second."""
    @property
    def outcome(self) -> Optional[Outcome]:
        """How the game ended, or None while it goes on."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def text(self) -> str:
        """The position text; for unbounded Hive it carries the moves played."""
    @property
    def board(self) -> str:
        """The text of the bare board, without history."""
    @property
    def hash(self) -> int:
        """Hash of the position as repetition compares it."""
    @property
    def shape(self) -> int:
        """A number that turned and mirrored positions, and those with alike pieces exchanged, have in common."""
    @property
    def moves(self) -> List[str]:
        """The moves played, in standard spelling."""
    def legal_moves(self, notation: Optional[Literal["standard", "sandbox"]] = None) -> List[str]:
        """All legal moves as texts, sorted; none once the game is over."""
    def play(self, text: str) -> str:
        """Plays a move given as text and returns its standard spelling. A refused move changes nothing."""
    def check(self, text: str) -> str:
        """The standard spelling of a legal move, without playing it."""
    def undo(self) -> bool:
        """Takes back the last move; False where there is none."""
    def copy(self) -> Position:
        """A copy with the same history."""
    def symmetries(self) -> List[Position]:
        """The position turned and mirrored in every way that does not change the game, as the side to move sees the board."""
    def perft(self, depth: int, threads: int = 1) -> int:
        """Lines of exactly so many plies from here, 64 at most."""
    def legal_actions(self) -> List[int]:
        """The numbers of the legal moves, ascending."""
    def action(self, text: str) -> int:
        """The number of a legal move."""
    def action_text(self, action: int) -> str:
        """The move a legal action means here."""
    def play_action(self, action: int) -> str:
        """Plays a legal action and returns the move in standard spelling."""
    def observation(self) -> npt.NDArray[np.uint8]:
        """What the side to move sees: a new array with the shape `Game.observation_shape`."""
    def mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: a new array with `Game.num_actions` places."""
    def svg(
        self,
        theme: Literal["auto", "light", "dark"] = "auto",
        size: Optional[int] = None,
        *,
        coordinates: bool = False,
        flip: bool = False,
    ) -> str:
        """A picture of the board as SVG."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Dict[int, Any]) -> Position: ...

@final
class Record:
    """A game that was played, finished or not. Immutable."""

    @staticmethod
    def read(text: str, format: Optional[str] = None) -> List[Record]:
        """Reads all games of a text: PGN, SGF of boardspace, the viewers' PGN, UHP GameStrings, JSON lines or a replay.

        The format is seen from the text unless it is named (`pgn`, `viewer-pgn`, `sgf`, `uhp`, `jsonl`, `replay`). Every game is
        checked by the rules.
        """
    @staticmethod
    def of(position: Position, players: Tuple[str, str] = ..., tags: Optional[Dict[str, str]] = None) -> Record:
        """The record of the game that led to a position."""
    @property
    def game(self) -> str:
        """The game's id."""
    @property
    def players(self) -> Tuple[str, str]:
        """Names of the players."""
    @property
    def moves(self) -> List[str]:
        """The moves in standard spelling."""
    @property
    def scores(self) -> List[Optional[float]]:
        """What the players thought of their moves, in pawns for the mover; None where they said nothing."""
    @property
    def winner(self) -> Optional[str]:
        """The side that won; None for a draw, and while the game goes on."""
    @property
    def termination(self) -> Optional[str]:
        """What ended the game: `rules`, `time`, `illegal-move`, `crash`, ... or None while it goes on."""
    @property
    def reason(self) -> Optional[str]:
        """Why the rules ended the game, such as `queen-surrounded`, or None."""
    @property
    def tags(self) -> Dict[str, str]:
        """Anything else that is known: date, event, round."""
    def position(self, ply: Optional[int] = None) -> Position:
        """The position after so many plies; the last one without a number."""
    def write(self, format: str = "pgn") -> str:
        """The game as text, in one of the formats `read` takes."""
    def __len__(self) -> int: ...

@final
class RecordReader:
    """The records of a file, one after the other. Files of any length (PGN, JSON lines) are read bit by bit."""

    def __new__(cls, path: Union[str, PathLike[str]], *, check: bool = True) -> RecordReader: ...
    def __iter__(self) -> Iterator[Record]: ...
    def __next__(self) -> Record: ...

@final
class Samples:
    """Positions of records, written into arrays until they are full: what a net learns from."""

    def __new__(
        cls, game: Union[Game, str], sources: Sequence[Union[str, PathLike[str], Record]]
    ) -> Samples: ...
    def fill(self, out: SampleBuffers) -> int:
        """Fills the arrays and returns how many positions there are; fewer than there is room for only at the end."""
    @property
    def game(self) -> Game:
        """The rule set."""
    @property
    def games(self) -> int:
        """Games that were gone through to their end."""
    @property
    def skipped(self) -> int:
        """Games that were passed over, or broken off at an illegal move."""
    @property
    def last_error(self) -> Optional[str]:
        """Why the last of them was."""

@final
class Line:
    """One line an engine has found."""

    @property
    def moves(self) -> List[str]:
        """The moves, best play of both sides."""
    @property
    def score(self) -> float:
        """For the side to move, in pawns of the game."""
    @property
    def win_probability(self) -> float:
        """The chance of the side to move to win, a draw counted half."""
    @property
    def ends_in(self) -> Optional[int]:
        """Plies to a proven win (above zero) or loss (below zero), or None."""

@final
class Analysis:
    """What an engine has found."""

    @property
    def lines(self) -> List[Line]:
        """The best lines, the best one first."""
    @property
    def depth(self) -> int:
        """Plies searched to their end."""
    @property
    def nodes(self) -> int:
        """Positions looked at."""
    @property
    def seconds(self) -> float:
        """Seconds it took."""
    @property
    def is_proven(self) -> bool:
        """Whether the best line's score is a fact."""
    @property
    def best(self) -> Optional[str]:
        """The best move."""
    @property
    def score(self) -> Optional[float]:
        """The score of the best line."""
    @property
    def win_probability(self) -> Optional[float]:
        """The chance of the side to move by the best line."""

@final
class Engine:
    """An engine that plays every game. Level 1 has learned the rules today, level 10 plays as well as it can.

    `net` are the bytes of a network's file to judge by, or "counting" for none; `weights` is the text of a table to count by.
    """

    def __new__(
        cls,
        level: int = 10,
        *,
        threads: int = 1,
        hash_mb: int = 16,
        seed: int = 1,
        weights: Optional[str] = None,
        net: Union[bytes, str, None] = None,
    ) -> Engine: ...
    @property
    def level(self) -> int:
        """The level, 1 to 10."""
    def search(
        self,
        position: Position,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        lines: int = 1,
    ) -> Analysis:
        """Looks for the best lines of a position, until a limit is reached. Without limits it takes its own measure."""
    def choose(
        self,
        position: Position,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
    ) -> str:
        """The move it would play."""
    def evaluate(self, position: Position) -> float:
        """The worth of a position at sight, for the side to move, in pawns of the game."""
    def forget(self) -> None:
        """Forgets what it knows of the last game."""

@final
class VecEnv:
    """Many games of one rule set, stepped together.

    `game` is a Game or an id. What is seen is written into arrays of the caller (see `schwarm.Buffers`); other threads of
    Python run meanwhile. A game that has ended begins anew at once unless `auto_reset` is False; a game of `max_plies` plies
    is broken off. What happens depends on `seed` and the actions, not on `threads`.
    """

    def __new__(
        cls,
        game: Union[Game, str],
        batch: int,
        threads: int = 1,
        seed: int = 0,
        *,
        window: Optional[int] = None,
        max_plies: Optional[int] = None,
        auto_reset: bool = True,
    ) -> VecEnv: ...
    @property
    def game(self) -> Game:
        """The rule set."""
    @property
    def batch(self) -> int:
        """How many games there are."""
    @property
    def threads(self) -> int:
        """How many threads step them."""
    @property
    def observation_shape(self) -> Tuple[int, int, int, int]:
        """The shape of the array of observations."""
    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""
    @property
    def closed(self) -> bool:
        """Whether it was closed."""
    def buffers(self, *, observation: bool = True, mask: bool = True) -> Buffers:
        """Arrays of the right types and shapes. Without observation or mask those are None and are not written."""
    def reset(self, out: Buffers, seed: Optional[int] = None) -> None:
        """Begins all games anew and writes what is seen. With a seed everything happens as in a new VecEnv with it."""
    def step(self, actions: npt.NDArray[Any], out: Buffers) -> None:
        """Plays one action in each game and writes what is seen then. If any action is refused nothing has happened."""
    def look(self, out: Buffers) -> None:
        """Writes what is seen now, without playing."""
    def sample(self, out: Optional[npt.NDArray[np.int64]] = None) -> npt.NDArray[np.int64]:
        """A random legal action for each game, -1 where the game is over."""
    def legal_actions(self, index: int) -> List[int]:
        """The legal actions of one game."""
    def action_text(self, index: int, action: int) -> str:
        """The move a legal action of one game means."""
    def action(self, index: int, text: str) -> int:
        """The number of a legal move of one game."""
    def position(self, index: int) -> Position:
        """One game as a position with its history."""
    def close(self) -> None:
        """Lets go of the games. Every use after that raises RuntimeError."""
    def __len__(self) -> int: ...

@final
class UhpGuest:
    """A UHP engine whose moves a Python function chooses. Used by `schwarm.bot.run`."""

    def __new__(cls, name: str, choose: Callable[[Position, Optional[float]], str]) -> UhpGuest: ...
    def greet(self) -> str:
        """What is said before anybody asks."""
    def answer(self, line: str) -> Tuple[str, bool]:
        """The answer to a line, and whether it was the last one."""

def review(
    record: Record,
    *,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    threads: int = 1,
    hash_mb: int = 16,
) -> Dict[str, Any]:
    """Judges every move of a game with the engine, as `schwarm review --json` prints it. The limits are those of one position."""

def selfplay(
    game: Union[Game, str],
    games: int,
    *,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    level: int = 10,
    threads: int = 1,
    seed: int = 0,
    first: int = 0,
    opening_plies: int = 4,
    max_plies: int = 400,
) -> List[Record]:
    """Plays games of the engine against itself and returns their Records, with the engine's scores of its moves."""

def play_challenge(
    choose: Callable[[Position, Optional[float]], str],
    *,
    name: str,
    address: str,
    game: Optional[str] = None,
    reservation: Optional[str] = None,
    room: Optional[str] = None,
    seconds: float = 1.8,
) -> Dict[str, Any]:
    """Plays one game on a Software-Challenge server. Used by `schwarm.bot.run`."""

def restore(game: Game, setup: Optional[str], position: Optional[str], moves: List[str]) -> Position:
    """A position from what pickle has kept of it."""

def restore_record(text: str) -> Record:
    """A record from what pickle has kept of it."""
