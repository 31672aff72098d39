"""OpenSpiel's own tests and its search, on the real package."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts  # noqa: E402

import schwarm  # noqa: E402
import schwarm.openspiel  # noqa: E402

IDS = [facts["id"] for facts in schwarm.games()]


@pytest.mark.parametrize("id", IDS)
def test_random_games_pass_its_test(id):
    game = pyspiel.load_game("schwarm", {"game": id, "max_plies": 200})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    # Every state is written and read again, by playing all of its history.
    game = pyspiel.load_game("schwarm", {"game": id, "max_plies": 60})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("id", IDS)
def test_its_tree_search_plays_every_game(id):
    game = pyspiel.load_game("schwarm", {"game": id, "max_plies": 30})
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 10, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state = game.new_initial_state()
    for turn in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        assert state.position.turn == turn + 1


def test_it_is_loaded_by_its_string():
    game = pyspiel.load_game("schwarm(game=piranhas-2026,seed=7)")
    assert str(game.new_initial_state()) == schwarm.Game("piranhas-2026").start(seed=7).text
    game = pyspiel.load_game("schwarm", {"game": "ostseeschach-2022", "setup": "HMSMRHSR"})
    assert "HMSMRHSR" in str(game.new_initial_state())
    assert game.num_distinct_actions() == 1024 and game.max_game_length() == 60
    with pytest.raises(Exception, match="max_plies"):
        pyspiel.load_game("schwarm(max_plies=0)")


def test_illegal_actions_are_refused():
    game = pyspiel.load_game("schwarm(game=hive)")
    state = game.new_initial_state()
    for wrong in (5488, -1, 10**6):
        with pytest.raises(Exception, match="not legal|[Ii]llegal|out of range|[Ii]nvalid"):
            state.apply_action(wrong)
    assert state.position.turn == 0
    with pytest.raises(TypeError):
        state.apply_action("wS1")


def test_states_are_cloned_apart():
    game = pyspiel.load_game("schwarm(game=hive)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert len(state.history()) == 1 and len(twin.history()) == 2
    assert state.position.turn == 1 and twin.position.turn == 2
    assert state.action_to_string(state.legal_actions()[0]) == state.position.action_text(state.legal_actions()[0])


def test_observations_are_those_of_the_position():
    game = pyspiel.load_game("schwarm(game=ostseeschach-2022)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[3])
    observer = game.make_py_observer()
    observer.set_from(state, state.current_player())
    assert (observer.dict["observation"] == state.position.observation()).all()
    assert observer.tensor.sum() == state.position.observation().sum()


def test_its_tree_search_finds_the_win():
    game = pyspiel.load_game("schwarm(game=ostseeschach-2022)")
    bot = mcts.MCTSBot(
        game,
        uct_c=1.4,
        max_simulations=60,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(1),
        solve=True,
    )
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(bot.step(state))
    assert state.position.turn == 6

    state = game.new_initial_state()
    # The gull one step from the far line brings the second amber.
    state.position = state.position.game.position("......../...M..../......../......../...m..../......../......../........ r 10 1:0")
    action = bot.step(state)
    assert state.action_to_string(action) == "d7-d8"
