"""PettingZoo's own tests, on the real package."""

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.save_obs_test import test_save_obs as save_obs  # noqa: E402,F401

import schwarm  # noqa: E402
from schwarm.pettingzoo import env, raw_env  # noqa: E402

IDS = [facts["id"] for facts in schwarm.games()]


@pytest.mark.parametrize("id", IDS)
def test_the_api_is_kept(id):
    api_test(env(id), num_cycles=300)
    api_test(raw_env(id), num_cycles=50)


@pytest.mark.parametrize("id", ["hive+mlp", "hive-2020", "piranhas-2026", "ostseeschach-2022"])
def test_a_seed_decides_everything(id):
    seed_test(lambda: env(id), num_cycles=40)
    one, two = env(id), env(id)
    one.reset(seed=1)
    two.reset(seed=2)
    differs = one.unwrapped.position().text != two.unwrapped.position().text
    assert differs == (id not in ("hive+mlp",))


def test_every_mode_is_rendered(capsys):
    render_test(
        lambda render_mode: env("piranhas-2026", render_mode=render_mode),
        custom_tests={"svg": lambda picture: picture.startswith("<svg")},
    )
    assert "red" in capsys.readouterr().out
    with pytest.raises(ValueError, match="render mode"):
        raw_env("hive", render_mode="hologram")


@pytest.mark.parametrize("id", ["hive+mlp", "ostseeschach-2022"])
def test_the_mask_is_in_the_observation_and_in_the_info(id):
    game = env(id)
    game.reset(seed=4)
    total = {agent: 0.0 for agent in game.possible_agents}
    kept = []
    for agent in game.agent_iter(3000):
        observation, reward, terminated, truncated, info = game.last()
        total[agent] += reward
        if terminated or truncated:
            game.step(None)
            continue
        assert (observation["action_mask"] == info["action_mask"]).all() and info["action_mask"].dtype == np.int8
        assert game.observation_space(agent).contains(observation)
        other = game.observe(next(a for a in game.possible_agents if a != agent))
        assert not other["action_mask"].any() and (other["observation"] == observation["observation"]).all()
        position = game.unwrapped.position()
        assert (observation["observation"] == position.observation()).all()
        kept.append((observation["observation"], position.observation()))
        game.step(game.action_space(agent).sample(observation["action_mask"]))
    assert sum(total.values()) == 0
    # What was observed stays as it was.
    assert all((one == two).all() for one, two in kept)


def test_an_illegal_action_loses_or_is_refused():
    game = raw_env("hive")
    game.reset(seed=1)
    with pytest.raises(schwarm.IllegalMove):
        game.step(5488)
    with pytest.raises(TypeError, match="to move"):
        game.step(None)
    for wrong in (3.7, "3", np.float32(1), [1]):
        with pytest.raises(TypeError):
            game.step(wrong)
    for wrong in (-1, 10**6):
        with pytest.raises(schwarm.IllegalMove, match="out of range"):
            game.step(wrong)
    assert game.position().turn == 0
    wrapped = env("hive")
    wrapped.reset(seed=1)
    wrapped.step(5488)
    assert wrapped.unwrapped.terminations == {"white": True, "black": True}
    game.close()
    with pytest.raises(RuntimeError, match="closed"):
        game.reset()


def test_long_games_are_truncated():
    game = env("hive", max_plies=6)
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, _, terminated, truncated, _ = game.last()
        if terminated or truncated:
            assert truncated and not terminated
            game.step(None)
        else:
            game.step(game.action_space(agent).sample(observation["action_mask"]))
