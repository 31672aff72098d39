"""Every plane holds what docs/python.md says: observations are made anew from the texts of positions, without the encoders."""

import random

import numpy as np
import pytest

import schwarm

IDS = [facts["id"] for facts in schwarm.games()]
KINDS = "QSBGAMLP"


def hive(position):
    """`hive-v1` from the board text."""
    board, turn, *last = (field.strip() for field in position.board.split("|"))
    side, plies = turn.split()
    stacks = {}
    for word in board.split():
        cell, stack = word.split("=")
        stacks[tuple(map(int, cell.split(",")))] = stack.split("+")
    planes = np.zeros(position.game.observation_shape, np.uint8)
    size = planes.shape[1]
    window = {}
    if stacks:
        columns, rows = [q for q, _ in stacks], [r for _, r in stacks]
        left = min(columns) - (size - (max(columns) - min(columns) + 1)) // 2
        top = min(rows) - (size - (max(rows) - min(rows) + 1)) // 2
        window = {cell: (cell[1] - top, cell[0] - left) for cell in stacks}
    stunned = last[0].split()[1] if last and last[0].startswith("stun") else None
    have = dict(zip(KINDS, [1, 2, 2, 3, 3] + [int(kind in position.game.id.partition("+")[2].partition(",")[0]) for kind in "mlp"]))
    hands = [dict(have), dict(have)]
    for cell, stack in stacks.items():
        row, column = window[cell]
        for level, piece in enumerate(stack):
            other, kind = int(piece[0] != side), piece[1]
            hands[other][kind] -= 1
            if level == 0:
                planes[8 * other + KINDS.index(kind), row, column] = 1
            else:
                planes[16 + 2 * other + "BM".index(kind), row, column] += 1 << (level - 1)
            planes[23, row, column] |= piece == stunned
        planes[20 + int(stack[-1][0] != side), row, column] = 1
        planes[22, row, column] = len(stack)
    for other in (0, 1):
        for index, kind in enumerate(KINDS):
            planes[24 + 8 * other + index] = hands[other][kind]
    planes[40] = min(int(plies), 255)
    planes[41] = repeats(position)
    planes[42] = last == ["passed"]
    return planes


def repeats(position):
    """How often the position occurred before, in games where that matters."""
    if position.game.id == "hive-classic" or "repetition=off" in position.game.id:
        return 0
    before, key, count = position.copy(), position.hash, 0
    while before.undo():
        count += before.hash == key
    return count


def hive_2020(position):
    """`hive-2020-v1` from the position text."""
    board, turn = position.board.split("|")
    side, plies = turn.split()
    planes = np.zeros((28, 11, 11), np.uint8)
    for q in range(-5, 6):
        for r in range(-5, 6):
            planes[15, r + 5, q + 5] = abs(q + r) <= 5
    have = [1, 3, 2, 2, 3] if position.game.id.endswith("server") else [1, 2, 2, 3, 3]
    hands = [dict(zip("QSBGA", have)), dict(zip("QSBGA", have))]
    for word in board.split():
        cell, stack = word.split("=")
        x, y = map(int, cell.split(","))
        row, column = -x - y + 5, x + 5
        if stack == "#":
            planes[16, row, column] = 1
            continue
        for level, letter in enumerate(stack):
            other, kind = int(letter.isupper() != (side == "r")), letter.upper()
            hands[other][kind] -= 1
            if level == 0:
                planes[5 * other + "QSBGA".index(kind), row, column] = 1
            else:
                assert kind == "B"
                planes[10 + other, row, column] += 1 << (level - 1)
        planes[12 + int(stack[-1].isupper() != (side == "r")), row, column] = 1
        planes[14, row, column] = len(stack)
    for other in (0, 1):
        for index, kind in enumerate("QSBGA"):
            planes[17 + 5 * other + index] = hands[other][kind]
    planes[27] = int(plies)
    return planes


def piranhas(position):
    """`piranhas-v1` from the position text."""
    board, side, plies, *union = position.board.split()
    planes = np.zeros((10, 10, 10), np.uint8)
    weights = {"r": ("r", 0), "b": ("b", 0)} if not union else {c: ("rb"[i // 3], i % 3) for i, c in enumerate("123abc")}
    for row, text in enumerate(reversed(board.split("/"))):
        for column, letter in enumerate(text):
            place = (row, column) if side == "r" else (column, row)
            if letter == "O":
                planes[(6, *place)] = 1
            elif letter != ".":
                colour, weight = weights[letter]
                planes[(3 * int(colour != side) + weight, *place)] = 1
    if union and union[0] != "-":
        planes[7 + int(union[0] != side)] = 1
    planes[9] = int(plies)
    return planes


def ostseeschach(position):
    """`ostseeschach-v1` from the position text."""
    board, side, plies, ambers = position.board.split()
    planes = np.zeros((13, 8, 8), np.uint8)
    for row, text in enumerate(reversed(board.split("/"))):
        cells = []
        for letter in text:
            if letter == "2":
                cells[-1] += letter
            else:
                cells.append(letter)
        assert len(cells) == 8
        for column, cell in enumerate(cells):
            if cell == ".":
                continue
            place = (row, column) if side == "r" else (7 - row, 7 - column)
            other = int(cell[0].isupper() != (side == "r"))
            planes[(4 * other + "HMSR".index(cell[0].upper()), *place)] = 1
            planes[(8 + other, *place)] = len(cell) == 2
    red, blue = map(int, ambers.split(":"))
    planes[10], planes[11] = (red, blue) if side == "r" else (blue, red)
    planes[12] = int(plies)
    return planes


# Neither side can move anything.
BOTH_STUCK = """0,0=wQ 0,-1=wA1 1,-2=bA1 2,-3=wA2 3,-3=bA2 4,-3=wA3 4,-2=wG1 3,-1=wG2 2,-1=bG1
    0,1=wG3 -1,2=bA3 -2,3=wS1 -3,3=bG2 -4,3=wS2 -4,2=wB1 -3,1=wB2 -2,1=bG3 | w 20"""

MAKERS = {"hive-v1": hive, "hive-2020-v1": hive_2020, "piranhas-v1": piranhas, "ostseeschach-v1": ostseeschach}


@pytest.mark.parametrize("id", IDS)
def test_the_planes_are_those_of_the_page(id):
    game = schwarm.Game(id)
    used = np.zeros(game.observation_shape[0], bool)
    for seed in range(6):
        dice = random.Random(seed)
        position = game.start(seed=seed)
        while not position.is_over and position.turn < 150:
            if position.turn % 4 == 0 or position.turn % 9 == 0:
                expected, found = MAKERS[game.encoding](position), position.observation()
                wrong = np.flatnonzero((expected != found).any(axis=(1, 2)))
                assert not len(wrong), f"planes {wrong} of {position.text}"
                used |= found.any(axis=(1, 2))
            position.play(dice.choice(position.legal_moves()))
    # Planes of pieces that the game does not have stay empty, and random games seldom repeat, pass, or complete a swarm.
    assert used.sum() >= {"hive-v1": 25, "hive-2020-v1": 24, "piranhas-v1": 4, "ostseeschach-v1": 10}[game.encoding], used


def test_a_small_window_holds_the_middle_of_the_same_planes():
    position = schwarm.Game("hive+mlp", window=20).start()
    dice = random.Random(3)
    for _ in range(60):
        position.play(dice.choice(position.legal_moves()))
        assert (position.observation() == hive(position)).all()


@pytest.mark.parametrize("id, most", [("hive", 2), ("hive,repetition=off", 0), ("hive-classic", 0)])
def test_positions_that_come_again_are_counted(id, most):
    position = schwarm.Game(id).start()
    for text in ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]:
        position.play(text)
    seen = []
    for text in ["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"] * 2:
        position.play(text)
        assert (position.observation() == hive(position)).all()
        seen.append(int(position.observation()[41, 0, 0]))
    assert seen[0] == 0 and seen[-1] == most


def test_the_piece_that_moved_last_and_a_pass_before_a_pass_are_seen():
    game = schwarm.Game("hive+p")
    position = game.position("-1,0=bA1 0,0=wP 1,0=wQ 2,0=bQ | w 12 | stun bA1")
    assert position.observation()[23].sum() == 1 and (position.observation() == hive(position)).all()
    position = schwarm.Game("hive").position(BOTH_STUCK)
    assert not position.observation()[42].any()
    position.play("pass")
    assert position.observation()[42].all() and (position.observation() == hive(position)).all()


def test_swarms_and_towers_are_seen():
    union = ".........b/........../........../........../11......../....cc...a/........../........../........../.......... "
    for turn in ("r 20 r", "r 20 b", "b 21 r", "b 21 b"):
        position = schwarm.Game("piranhas-2026").position(union + turn)
        assert (position.observation() == piranhas(position)).all()
        assert position.observation()[7:9].any(axis=(1, 2)).tolist() == [turn[0] == turn[-1], turn[0] != turn[-1]]
    for turn in ("r 10 1:0", "b 11 1:0", "b 11 0:1"):
        position = schwarm.Game("ostseeschach-2022").position(
            "...m2..../...M..../......../......h./......M2./......../......../........ " + turn
        )
        assert (position.observation() == ostseeschach(position)).all() and position.observation()[8:12].any(axis=(1, 2)).sum() == 3
