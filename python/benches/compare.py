"""How fast are games stepped from Python, beside OpenSpiel and PettingZoo?

    pip install . open_spiel 'pettingzoo[classic]' && python python/benches/compare.py

Random play with observation and mask of every position, one thread each. The candidates take turns in short rounds, so that
whatever else the machine does meets all of them; what counts is CPU time of the process, and of each candidate the median of
its rounds. Candidates whose package is missing are left out.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from typing import Callable, Dict, List, Tuple

import numpy as np

import schwarm

Candidate = Callable[[float], Tuple[int, float]]


def vec_env(game: str, batch: int, **how) -> Candidate:
    """Steps of a VecEnv, each with observation and mask; the actions are drawn by `sample`."""
    env = schwarm.VecEnv(game, batch, seed=1, **how)
    out = env.buffers()
    env.reset(out)
    actions = np.zeros(batch, np.int64)
    # Games begin together; so many plies later they are all somewhere else.
    for _ in range(60):
        env.step(env.sample(actions), out)

    def go(seconds: float) -> Tuple[int, float]:
        begun, plies = time.process_time(), 0
        while time.process_time() - begun < seconds:
            env.sample(actions)
            env.step(actions, out)
            plies += batch
        return plies, time.process_time() - begun

    return go


def aec(make: Callable[[], object], own_sampling: bool) -> Candidate:
    """An AEC environment: last, choose, step."""
    env = make()
    dice = random.Random(1)

    def go(seconds: float) -> Tuple[int, float]:
        begun, plies = time.process_time(), 0
        while time.process_time() - begun < seconds:
            env.reset(seed=dice.randrange(1 << 30))
            for _agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(dice.random() * len(legal))]))
                plies += 1
        return plies, time.process_time() - begun

    return go


def openspiel(name: str, with_tensors: bool) -> Candidate:
    """OpenSpiel's own loop from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    dice = random.Random(1)

    def go(seconds: float) -> Tuple[int, float]:
        begun, plies = time.process_time(), 0
        while time.process_time() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                if with_tensors:
                    state.observation_tensor(state.current_player())
                    state.legal_actions_mask()
                state.apply_action(dice.choice(legal))
                plies += 1
        return plies, time.process_time() - begun

    return go


def candidates() -> Dict[str, Callable[[], Candidate]]:
    hive = "hive(uses_mosquito=true,uses_ladybug=true,uses_pillbug=true)"

    def zoo(name: str) -> Candidate:
        import importlib

        module = importlib.import_module(f"pettingzoo.classic.{name}")
        return aec(module.raw_env, False)

    def own(game: str) -> Candidate:
        from schwarm.pettingzoo import raw_env

        return aec(lambda: raw_env(game), False)

    return {
        "schwarm VecEnv hive+mlp, 256 games": lambda: vec_env("hive+mlp", 256),
        "schwarm VecEnv hive+mlp, 4096 games": lambda: vec_env("hive+mlp", 4096),
        "schwarm VecEnv hive+mlp, window 16, 256 games": lambda: vec_env("hive+mlp", 256, window=16),
        "OpenSpiel hive, observation and mask": lambda: openspiel(hive, True),
        "OpenSpiel hive, moves alone": lambda: openspiel(hive, False),
        "schwarm VecEnv piranhas-2026, 1024 games": lambda: vec_env("piranhas-2026", 1024),
        "schwarm VecEnv ostseeschach-2022, 1024 games": lambda: vec_env("ostseeschach-2022", 1024),
        "OpenSpiel lines_of_action, observation and mask": lambda: openspiel("lines_of_action", True),
        "OpenSpiel lines_of_action, moves alone": lambda: openspiel("lines_of_action", False),
        "schwarm AEC hive+mlp": lambda: own("hive+mlp"),
        "schwarm AEC piranhas-2026": lambda: own("piranhas-2026"),
        "PettingZoo AEC connect_four": lambda: zoo("connect_four_v3"),
        "PettingZoo AEC chess": lambda: zoo("chess_v6"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each candidate")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of a round")
    parser.add_argument("--only", default="", help="candidates whose name has this in it")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    args = parser.parse_args()

    ready: Dict[str, Candidate] = {}
    for name, make in candidates().items():
        if args.only in name:
            try:
                ready[name] = make()
            except (ImportError, AttributeError) as missing:
                print(f"left out: {name} ({missing})")
    rates: Dict[str, List[float]] = {name: [] for name in ready}
    for _ in range(args.rounds):
        for name, go in ready.items():
            plies, seconds = go(args.seconds)
            rates[name].append(plies / seconds)
    figures = {name: statistics.median(found) for name, found in rates.items()}
    if args.json:
        print(json.dumps(figures))
        return
    print("| candidate | plies per CPU-second | from | to |\n|---|---|---|---|")
    for name, found in rates.items():
        print(f"| {name} | {figures[name]:,.0f} | {min(found):,.0f} | {max(found):,.0f} |")
    for ours, theirs in (
        ("schwarm VecEnv hive+mlp, 256 games", "OpenSpiel hive, observation and mask"),
        ("schwarm VecEnv piranhas-2026, 1024 games", "OpenSpiel lines_of_action, observation and mask"),
        ("schwarm AEC hive+mlp", "PettingZoo AEC connect_four"),
    ):
        if ours in figures and theirs in figures:
            print(f"{ours} : {theirs} = {figures[ours] / figures[theirs]:.1f}")


if __name__ == "__main__":
    main()
