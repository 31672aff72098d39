"""Gymnasium's own check, on the real package."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import schwarm  # noqa: E402
from schwarm.gymnasium import GameEnv  # noqa: E402


@pytest.mark.parametrize("id", ["hive+mlp", "hive-2020", "piranhas-2026", "ostseeschach-2022"])
@pytest.mark.parametrize("opponent", [1, "random"])
@pytest.mark.filterwarnings("ignore")
def test_the_environment_is_checked(id, opponent):
    check_env(GameEnv(id, opponent=opponent), skip_render_check=True)
    made = gymnasium.make("schwarm.gymnasium:schwarm/Game-v1", game=id, opponent=opponent)
    check_env(made.unwrapped)


def finish(env, seed):
    observation, info = env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    steps = []
    while True:
        action = int(dice.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        steps.append((action, reward))
        if terminated or truncated:
            return steps, info


@pytest.mark.parametrize("player", [0, 1, None])
def test_games_against_a_level_end_with_a_reward(player):
    env = GameEnv("ostseeschach-2022", opponent=4, player=player)
    rewards = []
    for seed in range(6):
        steps, info = finish(env, seed)
        assert all(reward == 0 for _, reward in steps[:-1])
        rewards.append(steps[-1][1])
        assert info["player"] in ((0, 1) if player is None else (player,))
        assert steps == finish(env, seed)[0]
    assert set(rewards) <= {-1.0, 0.0, 1.0} and min(rewards) == -1.0
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_a_function_may_be_the_opponent():
    env = GameEnv("piranhas-2026", opponent=lambda position: position.legal_moves()[0], player=1)
    steps, _ = finish(env, 1)
    position = env.position()
    moves = position.moves
    assert position.is_over and len(steps) == len(moves) // 2
    # It moves first, and always plays what the function says.
    while position.undo():
        if position.player == 0:
            assert moves[position.turn] == position.legal_moves()[0]


def test_a_closed_environment_says_so():
    env = GameEnv("hive", opponent="random", player=0)
    env.reset(seed=1)
    env.close()
    for use in (lambda: env.reset(seed=1), lambda: env.step(0), env.position):
        with pytest.raises(RuntimeError, match="closed"):
            use()


def test_illegal_actions_lose_or_raise():
    env = GameEnv("hive", opponent="random", player=0)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(5488)
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, 5488)
    env = GameEnv("hive", opponent="random", player=0, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(schwarm.IllegalMove):
        env.step(5488)
    for wrong in (3.7, "3", None):
        with pytest.raises(TypeError):
            env.step(wrong)
    assert env.position().turn == 0
    for wrong in ({"opponent": "nobody"}, {"player": 2}, {"illegal": "ignore"}, {"render_mode": "human"}, {"opponent": 11}):
        with pytest.raises(ValueError):
            GameEnv("hive", **wrong)


def test_boards_are_rendered():
    env = GameEnv("ostseeschach-2022", opponent="random", render_mode="ansi")
    env.reset(seed=3)
    assert "red" in env.render()
    env = GameEnv("ostseeschach-2022", opponent="random", render_mode="svg")
    env.reset(seed=3)
    assert env.render().startswith("<svg")
