"""A bot in ten lines, over every protocol of the arena.

    import random
    import schwarm

    def choose(position):
        return random.choice(position.legal_moves())

    if __name__ == "__main__":
        schwarm.bot.run(choose, name="dice")

`line:python3 bot.py` is then a bot wherever the arena asks for one; so are `uhp:python3 bot.py uhp` (official Hive)
and `sc:python3 bot.py sc` (the Software-Challenge).
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from typing import Any, Callable, Dict, List, Optional

from ._schwarm import Game, UhpGuest, play_challenge

__all__ = ["run", "run_line", "run_uhp", "run_challenge"]

PROTOCOLS = ("line", "uhp", "sc")


def run(
    choose: Callable[..., str],
    *,
    name: str = "python",
    protocol: Optional[str] = None,
    game: Optional[str] = None,
    argv: Optional[List[str]] = None,
) -> Optional[Dict[str, Any]]:
    """Plays with the moves that `choose(position)` or `choose(position, seconds)` returns, until the other side goes.

    `seconds` is the time for this move, or None. Which protocol is spoken is said by `protocol`, by the first word of the
    command line (`line`, `uhp`, `sc`), or by the options of a Software-Challenge client (`--host`, `--port`,
    `--reservation`); otherwise it is the line protocol. What `choose` raises is raised here. Write to the standard error,
    not to the standard output: that belongs to the protocol.
    """
    parser = argparse.ArgumentParser(add_help=False, description=f"{name}: a bot for the arena of Schwarm")
    parser.add_argument("protocol", nargs="?", choices=PROTOCOLS, default=protocol)
    parser.add_argument("--help", action="help", help="show this and leave")
    parser.add_argument("-h", "--host", help="Software-Challenge server, 127.0.0.1 if none is named")
    parser.add_argument("-p", "--port", type=int, help="its port, 13050 if none is named")
    parser.add_argument("-r", "--reservation", help="the code of a seat that is kept for this bot")
    parser.add_argument("--room", help="the room to join")
    parser.add_argument("--game", default=game, help="which game to play on a Software-Challenge server")
    args = parser.parse_args(argv)
    challenged = any(value is not None for value in (args.host, args.port, args.reservation, args.room))
    spoken = args.protocol or ("sc" if challenged else "line")
    if spoken == "line":
        run_line(choose, name=name)
        return None
    if spoken == "uhp":
        run_uhp(choose, name=name)
        return None
    address = f"{args.host or '127.0.0.1'}:{args.port or 13050}"
    return run_challenge(
        choose, name=name, address=address, game=args.game, reservation=args.reservation, room=args.room
    )


def run_line(choose: Callable[..., str], *, name: str = "python") -> None:
    """The line protocol on standard input and output: every game."""
    ask = _asker(choose)
    game: Optional[Game] = None
    for line in sys.stdin:
        if not line.strip():
            continue
        message = json.loads(line)
        if "hello" in message:
            game = Game(_full_id(message))
            _say({"name": name})
        elif "legal" in message:
            if game is None:
                raise RuntimeError("a turn came before a hello")
            milliseconds = message.get("time_ms")
            position = game.position(message["position"])
            move = position.check(ask(position, None if milliseconds is None else milliseconds / 1000))
            _say({"move": move, "id": message["id"]})


def run_uhp(choose: Callable[..., str], *, name: str = "python") -> None:
    """The Universal Hive Protocol on standard input and output: official Hive."""
    engine = UhpGuest(name, _asker(choose))
    _write(engine.greet())
    for line in sys.stdin:
        answer, is_last = engine.answer(line)
        _write(answer)
        if is_last:
            return


def run_challenge(
    choose: Callable[..., str],
    *,
    name: str = "python",
    address: str = "127.0.0.1:13050",
    game: Optional[str] = None,
    reservation: Optional[str] = None,
    room: Optional[str] = None,
    seconds: float = 1.8,
) -> Dict[str, Any]:
    """One game on a Software-Challenge server; the result as a dictionary."""
    return play_challenge(
        _asker(choose),
        name=name,
        address=address,
        game=game,
        reservation=reservation,
        room=room,
        seconds=seconds,
    )


def _asker(choose: Callable[..., str]) -> Callable[[Any, Optional[float]], str]:
    """The function with two arguments, whether it wants the time or not."""
    try:
        inspect.signature(choose).bind(None, None)
    except TypeError:
        return lambda position, seconds: choose(position)
    except ValueError:  # a function that tells nothing about itself
        pass
    return choose


def _full_id(hello: Dict[str, Any]) -> str:
    """The id of a game with its options."""
    options = [f"{key}={value}" for key, value in hello.get("options", {}).items()]
    return ",".join([hello["game"], *options])


def _say(message: Dict[str, Any]) -> None:
    _write(json.dumps(message) + "\n")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
