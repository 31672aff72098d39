"""Where the thinking goes: `choose` gets a turn and returns a move."""
import random
from dataclasses import dataclass


@dataclass
class Turn:
    """What the bot knows when it is to move."""

    side: str  # who we are: {{sides}}
    position: str  # the board as a text, see below
    legal: list  # all legal moves, as texts; never empty
    number: int  # how many moves were played before, by both sides
    seconds: float  # how long we may think; None: as long as we like


def choose(turn):
    """Rates every legal move and returns the best one.

    What to do next:
      1. Improve `rate`: which moves do you like when you play yourself?
      2. Look ahead: which answers does the opponent have to a move, and how bad is the worst of them?
         (`schwarm query` can tell what a move leads to; or write the rules yourself, that is faster.)
      3. Use the time: look deeper while turn.seconds is not used up. Stop early enough!
    """
    best_moves, best_value = [], float("-inf")
    for move in turn.legal:
        value = rate(turn, move)
        if value > best_value:
            best_moves, best_value = [], value
        if value == best_value:
            best_moves.append(move)
    return random.choice(best_moves)  # equally good: throw a die


# [[hive]]
# A position is like "0,0=wQ 1,0=bS1+wB1 | w 12": cells with their pieces, from the bottom to the top.
# A move is like "wA1 -bQ": the white ant 1 goes to the west of the black queen.
BEFORE = {"-": (-1, 0), "\\": (0, -1), "/": (-1, 1)}  # west, north-west, south-west of a piece
AFTER = {"-": (1, 0), "/": (1, -1), "\\": (0, 1)}  # east, north-east, south-east of a piece


def rate(turn, move):
    """The idea: go to the enemy's queen. How many cells nearer does this move bring us?"""
    cells = read_cells(turn.position)
    me, enemy = ("w", "b") if turn.side == "white" else ("b", "w")
    queen = cells.get(enemy + "Q")
    piece, _, target = move.partition(" ")
    if queen is None or not target or piece[0] != me or piece[1] == "Q":
        return 0  # nothing to attack yet, or a move that our own queen should decide
    # A new piece counts as one that comes from four cells away.
    before = distance(cells[piece], queen) if piece in cells else 4
    return before - distance(target_cell(cells, target), queen)


def read_cells(position):
    """Where each piece is: {"wQ": (0, 0), …}."""
    cells = {}
    for word in position.split("|")[0].split():
        cell, stack = word.split("=")
        q, r = cell.split(",")
        for piece in stack.split("+"):
            cells[piece] = (int(q), int(r))
    return cells


def target_cell(cells, target):
    """The cell a target such as "-bQ", "bQ/" or "bQ" (on top) means."""
    step = BEFORE.get(target[0]) or AFTER.get(target[-1]) or (0, 0)
    q, r = cells[target.strip("-/\\")]
    return q + step[0], r + step[1]


def distance(a, b):
    """Steps from one cell of the hexagonal board to another."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))
# [[/]]
# [[hive-2020]]
# A position is like "-4,-1=# 1,-4=q 1,-3=Qb | b 5": cells with their pieces, from the bottom to the top.
# Red pieces are Q S B G A, blue ones q s b g a, # is a blackberry.
# A move is like "A@2,-1" (a new ant), "1,-3>2,-3" (from, to) or "pass".
def rate(turn, move):
    """The idea: go to the enemy's queen. How many cells nearer does this move bring us?"""
    own_queen, enemy_queen = ("Q", "q") if turn.side == "red" else ("q", "Q")
    queen, top = None, {}
    for word in turn.position.split("|")[0].split():
        cell, content = word.split("=")
        top[cell] = content[-1]
        if enemy_queen in content:
            queen = cell
    if queen is None or move == "pass":
        return 0  # nothing to attack yet
    if "@" in move:
        piece, target = move.split("@")
        before = 4  # a new piece counts as one that comes from four cells away
        if piece == "Q":
            return 0
    else:
        start, target = move.split(">")
        before = distance(start, queen)
        if top[start] == own_queen:
            return 0  # our own queen stays away from the fight
    return before - distance(target, queen)


def distance(a, b):
    """Steps from one cell of the hexagonal board to another; cells are texts like "1,-3"."""
    (ax, ay), (bx, by) = map(int, a.split(",")), map(int, b.split(","))
    dx, dy = ax - bx, ay - by
    return max(abs(dx), abs(dy), abs(dx + dy))
# [[/]]
# [[piranhas]]
# A position is like ".bbbbbbbb./r........r/... r 0": the rows from the top down, who is to move, moves played.
# {{letters}}
# A move is like "a4-c4": from column a, row 4 to column c, row 4. Rows are counted from the bottom, from 0.
def rate(turn, move):
    """The idea: gather in the middle of our own fish. How much nearer does this move bring us?"""
    own = "r123" if turn.side == "red" else "abc"
    rows = turn.position.split()[0].split("/")
    fish = [(x, 9 - line) for line, row in enumerate(rows) for x, letter in enumerate(row) if letter in own]
    middle = (sum(x for x, _ in fish) / len(fish), sum(y for _, y in fish) / len(fish))
    start, target = move.split("-")
    return distance(square(start), middle) - distance(square(target), middle)


def square(text):
    """The square "c4" as numbers: (2, 4)."""
    return ord(text[0]) - ord("a"), int(text[1])


def distance(a, b):
    """Steps from one square to another, diagonally too."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
# [[/]]
# [[ostseeschach]]
# A position is like "rshrmsmh/......../.../HMSMRHSR r 0 0:0": rows from the top, who is to move, moves played, ambers.
# Red pieces are H M S R (cockle, gull, starfish, seal), blue ones h m s r; a 2 behind a piece: a tower of two.
# A move is like "b1-c3": from column b, row 1 to column c, row 3.
def rate(turn, move):
    """The idea: ambers first, then pieces of the enemy, then forward with the light pieces."""
    board = read_board(turn.position)
    start, target = move.split("-")
    piece, height = board[start]
    value = 0
    if target in board:  # never one of our own: that would not be legal
        value += 5
        if height + board[target][1] >= 3:
            value += 20  # a tower of three: an amber
    if piece in "HMShms":
        forward = int(target[1]) - int(start[1])
        value += forward if turn.side == "red" else -forward
        if target[1] == ("8" if turn.side == "red" else "1"):
            value += 20  # a light piece has arrived: an amber
    return value


def read_board(position):
    """The pieces by square: {"a1": ("H", 1), …}, with the height of their tower."""
    board = {}
    for line, row in enumerate(position.split()[0].split("/")):
        column = 0
        for letter in row:
            if letter.isdigit():  # belongs to the piece before it
                board[name] = (board[name][0], int(letter))
                continue
            name = "abcdefgh"[column] + str(8 - line)
            if letter != ".":
                board[name] = (letter, 1)
            column += 1
    return board
# [[/]]
# [[other]]
def rate(turn, move):
    """No idea yet: every move is as good as any other. Begin here."""
    return 0
# [[/]]
