"""Games, positions, outcomes."""

import copy
import pickle
import random

import numpy as np
import pytest

import schwarm

IDS = [facts["id"] for facts in schwarm.games()]


def play_out(game, seed, plies=400):
    """A position at the end of a random game, or after so many plies."""
    dice = random.Random(seed)
    position = game.start(seed=seed)
    while not position.is_over and len(position.moves) < plies:
        position.play(dice.choice(position.legal_moves()))
    return position


def test_the_example_of_the_design_works():
    position = schwarm.Game("hive+mlp").start()
    assert "wS1" in position.legal_moves()
    assert position.side_to_move == "white" and position.player == 0 and position.turn == 0


@pytest.mark.parametrize("id", IDS)
def test_every_game_is_played_to_its_end_and_taken_back(id):
    game = schwarm.Game(id)
    position = play_out(game, 3)
    texts = len(position.moves)
    first = game.start(seed=3)
    if position.is_over:
        assert position.outcome.reason and position.legal_moves() == []
        assert position.outcome.winner in (None, *game.sides)
        with pytest.raises(schwarm.IllegalMove, match="over"):
            position.play("pass")
    for _ in range(texts):
        assert position.undo()
    assert not position.undo()
    assert position == first and position.hash == first.hash


def test_a_refused_move_names_the_rule_and_changes_nothing():
    position = schwarm.Game("hive").start()
    before = position.text
    with pytest.raises(schwarm.IllegalMove, match="queen"):
        position.play("wQ")
    with pytest.raises(schwarm.IllegalMove):
        position.play("\0nonsense")
    assert position.text == before
    assert issubclass(schwarm.IllegalMove, schwarm.Error) and issubclass(schwarm.Error, ValueError)


@pytest.mark.parametrize("wrong", ["chess", "hive,queen-first=maybe", "", "hive+xyz"])
def test_unknown_games_are_refused(wrong):
    with pytest.raises(schwarm.Error):
        schwarm.Game(wrong)


def test_positions_are_read_from_texts():
    game = schwarm.Game("hive")
    position = game.position("Base;InProgress;White[2];wS1;bS1 wS1-")
    assert position.moves == ["wS1", "bS1 wS1-"] and position.turn == 2
    board = game.position("0,0=wQ 1,0=bS1+wB1 -1,0=bQ | w 12")
    assert board.board == "-1,0=bQ 0,0=wQ 1,0=bS1+wB1 | w 12"
    with pytest.raises(schwarm.Error):
        game.position("0,0=wQ 5,5=bQ | w 12")
    with pytest.raises(TypeError):
        game.start("", seed=1)


def test_perft_counts():
    assert [schwarm.Game("hive").start().perft(depth) for depth in range(1, 6)] == [4, 96, 1440, 21600, 516240]
    assert schwarm.Game("hive").start().perft(4, threads=2) == 21600
    with pytest.raises(schwarm.Error, match="at most 64 plies"):
        schwarm.Game("hive").start().perft(4_000_000)


@pytest.mark.parametrize("id", IDS)
def test_copies_and_pickles_are_equal_and_apart(id):
    position = play_out(schwarm.Game(id), 5, plies=12)
    for twin in (position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position and twin.moves == position.moves and twin.hash == position.hash
        twin.undo()
        assert twin != position
    game = pickle.loads(pickle.dumps(schwarm.Game(id)))
    assert game == schwarm.Game(id) and hash(game) == hash(schwarm.Game(id))


@pytest.mark.parametrize("id", IDS)
def test_actions_are_the_legal_moves(id):
    position = play_out(schwarm.Game(id), 8, plies=20)
    actions = position.legal_actions()
    texts = [position.action_text(action) for action in actions]
    assert sorted(texts) == position.legal_moves()
    assert [position.action(text) for text in texts] == actions == sorted(actions)
    assert np.flatnonzero(position.mask()).tolist() == actions
    assert position.observation().shape == position.game.observation_shape
    assert position.observation().dtype == np.uint8
    illegal = next(a for a in range(position.game.num_actions) if a not in actions)
    for wrong in (illegal, -1, 10**9):
        with pytest.raises(schwarm.IllegalMove):
            position.play_action(wrong)
    spelt = position.play_action(actions[0])
    assert position.moves[-1] == spelt == texts[0]


@pytest.mark.parametrize("id", IDS)
def test_turned_positions_have_turned_masks_and_observations(id):
    position = play_out(schwarm.Game(id), 11, plies=16)
    game = position.game
    turned = position.symmetries()
    assert len(turned) == game.num_symmetries
    for symmetry, other in enumerate(turned):
        table = game.action_table(symmetry)
        mask = np.zeros_like(position.mask())
        mask[table] = turned[0].mask()
        assert (mask == other.mask()).all()
        assert (game.turn_observation(turned[0].observation(), symmetry) == other.observation()).all()
        if "hive" in id:
            assert other.shape == turned[0].shape
    with pytest.raises(schwarm.Error, match="symmetry"):
        game.action_table(game.num_symmetries)
    with pytest.raises(ValueError):
        game.turn_observation(np.zeros((2, 3, 4), np.uint8), 0)
    both = np.stack([position.observation()] * 2)
    assert game.turn_observation(both, 1).shape == both.shape


def test_boards_are_drawn():
    position = play_out(schwarm.Game("hive+mlp"), 1, plies=9)
    assert position._repr_svg_().startswith("<svg")
    assert "black" in str(position)
    assert position.svg("dark", 200, coordinates=True, flip=True) != position.svg("light", 200)
    with pytest.raises(schwarm.Error, match="theme"):
        position.svg("pink")


def test_a_window_shows_less_and_changes_no_action():
    small = schwarm.Game("hive+mlp", window=10)
    assert small.observation_shape == (43, 10, 10)
    position, other = play_out(small, 2, plies=60), play_out(schwarm.Game("hive+mlp"), 2, plies=60)
    assert position.legal_actions() == other.legal_actions()
    assert position.game == small and position.game != other.game
    for wrong in (7, 29):
        with pytest.raises(schwarm.Error, match="window"):
            schwarm.Game("hive", window=wrong)
    with pytest.raises(schwarm.Error, match="window"):
        schwarm.Game("piranhas-2026", window=10)
