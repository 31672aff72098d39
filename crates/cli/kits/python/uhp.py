"""{{name}}: a Hive engine. It speaks UHP, the Universal Hive Protocol; you need not change this file.

Commands come one a line from the standard input. Every answer ends with a line "ok".
The thinking is in thinking.py, the rules are in rules.py.
"""
import sys

from rules import Refused, Rules
from thinking import Turn, choose

NAME = "{{name}}"


class Engine:
    def __init__(self):
        self.rules = Rules()
        self.game = None  # "Base", "Base+MLP", …
        self.moves = []
        self.state = None  # what the rules say about the game as it is now

    def answer(self, command, rest):
        """The answer to a command, without the "ok"."""
        if command == "info":
            return f"id {NAME} 1.0\nMosquito;Ladybug;Pillbug"
        if command == "newgame":  # a game type, or a whole game: "Base;InProgress;White[2];wS1;bG1 wS1-"
            game, *fields = (rest or "Base").split(";")
            return self.set_up(game, fields[2:])
        if command == "options" and not rest:
            return ""  # we have none
        if command not in ("play", "pass", "validmoves", "bestmove", "undo"):
            raise Refused(f"unknown command: {command} {rest}")
        if self.state is None:
            raise Refused("no game has begun, say newgame")
        if command in ("play", "pass"):
            return self.set_up(self.game, self.moves + ["pass" if command == "pass" else rest])
        if command == "undo":
            number = int(rest) if rest else 1
            if not 1 <= number <= len(self.moves):
                raise Refused(f"cannot take back {number} moves, there are {len(self.moves)}")
            return self.set_up(self.game, self.moves[:-number])
        if self.state["outcome"]:
            raise Refused("the game is over")
        if command == "validmoves":
            return ";".join(self.state["legal"])
        return choose(self.turn(rest))

    def set_up(self, game, moves):
        """Plays a game up to some move. If the rules refuse it, the old game stays."""
        self.state = self.rules.ask(game=game, moves=moves)
        self.game, self.moves = game, self.state["position"].split(";")[3:]
        return self.state["position"]

    def turn(self, limit):
        """The turn for `choose`. The limit is like "time 00:00:05" or "depth 3"."""
        kind, _, value = limit.partition(" ")
        seconds = None
        if kind == "time":
            hours, minutes, rest = value.split(":")
            seconds = int(hours) * 3600 + int(minutes) * 60 + float(rest)
        state = self.state
        return Turn(state["to_move"], state["board"], state["legal"], state["turn"], seconds)


def main():
    engine = Engine()
    print(engine.answer("info", ""), "ok", sep="\n", flush=True)
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "exit":
            break
        if not command:
            continue
        try:
            answer = engine.answer(command, rest.strip())
        except Refused as error:
            is_move = command in ("play", "pass") and engine.state is not None
            answer = f"{'invalidmove' if is_move else 'err'} {error}"
        except ValueError:
            answer = "err a number cannot be read; a time is written 00:00:05"
        print(*filter(None, [answer, "ok"]), sep="\n", flush=True)


main()
