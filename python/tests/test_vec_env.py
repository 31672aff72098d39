"""Many games at once."""

import gc
import multiprocessing
import os
import pickle
import statistics
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import schwarm

IDS = [facts["id"] for facts in schwarm.games()]


def run(env, steps, seed=None):
    """Everything that is seen in so many steps of random play."""
    out = env.buffers()
    env.reset(out, seed)
    seen = []
    for _ in range(steps):
        actions = env.sample()
        env.step(actions, out)
        seen.append(
            [actions.copy()]
            + [a.copy() for a in (out.observation, out.mask, out.player, out.reward, out.terminated, out.truncated)]
        )
    return seen


def same(one, two):
    return all((a == b).all() for x, y in zip(one, two) for a, b in zip(x, y))


@pytest.mark.parametrize("id", IDS)
def test_a_batch_sees_what_its_positions_say(id):
    env = schwarm.VecEnv(id, 4, seed=3)
    out = env.buffers()
    env.reset(out)
    for step in range(120):
        if step % 7 == 0:
            for index in range(4):
                position = env.position(index)
                assert (out.observation[index] == position.observation()).all()
                assert (out.mask[index] == position.mask()).all()
                assert out.player[index] == position.player
                assert sorted(env.legal_actions(index)) == position.legal_actions()
                action = env.legal_actions(index)[0]
                assert env.action_text(index, action) == position.action_text(action)
                assert env.action(index, position.action_text(action)) == action
        env.step(env.sample(), out)
    assert (out.mask.sum(axis=1) > 0).all()


@pytest.mark.parametrize("id", ["hive+mlp", "piranhas-2026", "ostseeschach-2022"])
def test_what_happens_depends_on_the_seed_and_not_on_threads(id):
    one = run(schwarm.VecEnv(id, 13, threads=1, seed=9), 80)
    two = run(schwarm.VecEnv(id, 13, threads=3, seed=9), 80)
    other = run(schwarm.VecEnv(id, 13, seed=10), 80)
    assert same(one, two) and not same(one, other)
    env = schwarm.VecEnv(id, 13, seed=1)
    run(env, 5)
    assert same(one, run(env, 80, seed=9))


def test_ended_games_pay_and_begin_anew():
    env = schwarm.VecEnv("ostseeschach-2022", 64, seed=5)
    out = env.buffers()
    env.reset(out)
    ended = np.zeros(64, int)
    for _ in range(150):
        before = [env.position(i) for i in range(64)]
        actions = env.sample()
        env.step(actions, out)
        assert ((out.reward != 0).any(axis=1) <= out.terminated).all()
        assert (out.reward.sum(axis=1) == 0).all()
        for i in np.flatnonzero(out.terminated):
            before[i].play_action(int(actions[i]))
            winner = before[i].outcome.player
            assert out.reward[i].tolist() == ([0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1])
            assert env.position(i).turn == 0 and out.player[i] == 0
        ended += out.terminated
    assert ended.min() >= 1 and not out.truncated.any()


def test_long_games_are_broken_off():
    env = schwarm.VecEnv("hive", 3, max_plies=10, seed=1)
    out = env.buffers()
    env.reset(out)
    for ply in range(1, 31):
        env.step(env.sample(), out)
        assert out.truncated.all() == (ply % 10 == 0) and not out.terminated.any()


def test_without_auto_reset_a_game_stays_over():
    env = schwarm.VecEnv("ostseeschach-2022", 1, auto_reset=False, seed=1)
    out = env.buffers()
    env.reset(out)
    while not out.terminated[0]:
        env.step(env.sample(), out)
    assert not out.mask.any() and env.sample()[0] == -1 and env.position(0).is_over
    with pytest.raises(schwarm.IllegalMove, match="game 0 is over"):
        env.step(np.zeros(1, np.int64), out)
    env.look(out)
    assert not out.terminated.any()
    env.reset(out)
    assert out.mask.any()


def frozen(env):
    return [env.position(i).text for i in range(len(env))]


@pytest.mark.parametrize("wrong", [-1, 5489, 10**15, -(10**15), 5488])
def test_one_illegal_action_changes_nothing_in_any_game(wrong):
    env = schwarm.VecEnv("hive+mlp", 8, threads=2, seed=1)
    out = env.buffers()
    env.reset(out)
    env.step(env.sample(), out)
    before = frozen(env)
    image = out.observation.copy()
    actions = env.sample()
    actions[6] = wrong
    with pytest.raises(schwarm.IllegalMove, match=f"action {wrong} of game 6"):
        env.step(actions, out)
    assert frozen(env) == before and (out.observation == image).all()


def skewed(count, dtype):
    """An array that begins at an odd address."""
    bytes = np.zeros(count * np.dtype(dtype).itemsize + 1, np.uint8)
    return bytes[1 - bytes.ctypes.data % 2 :][: count * np.dtype(dtype).itemsize].view(dtype)


def test_wrong_arrays_are_refused_with_a_reason():
    env = schwarm.VecEnv("ostseeschach-2022", 4)
    out = env.buffers()
    env.reset(out)
    before = frozen(env)
    legal = env.sample()
    readonly = np.zeros((4, 13, 8, 8), np.uint8)
    readonly.flags.writeable = False
    wrongs = {
        "observation": [
            np.zeros((4, 13, 8, 8), np.float32),
            np.zeros((3, 13, 8, 8), np.uint8),
            np.zeros((4, 13, 8, 16), np.uint8)[..., ::2],
            np.asfortranarray(np.zeros((4, 13, 8, 8), np.uint8)),
            readonly,
            [1, 2],
        ],
        "reward": [np.zeros((4, 2)), np.zeros((2, 4), np.float32), skewed(4 * 2, np.float32).reshape(4, 2)],
        "mask": [np.zeros((4, 1024), np.int8), np.zeros(4096, np.bool_)],
        "player": [np.zeros(4, np.int64), None],
        "terminated": [out.truncated, np.zeros(5, np.bool_)],
        "truncated": [np.zeros(4, np.uint8)],
    }
    for name, arrays in wrongs.items():
        for array in arrays:
            bad = env.buffers()
            bad.truncated = out.truncated
            setattr(bad, name, array)
            with pytest.raises((TypeError, ValueError), match=name if array is not out.truncated else "must be"):
                env.step(legal, bad)
    for actions in (legal[:3], legal.astype(np.float64), legal.reshape(2, 2), list(legal), None, legal.astype(np.uint8), legal.astype(">i8"), np.array(3), skewed(4, np.int64)):
        with pytest.raises((TypeError, ValueError), match="actions must be"):
            env.step(actions, out)
    with pytest.raises(TypeError, match="out has no array"):
        env.step(legal, object())
    assert frozen(env) == before
    env.step(legal.astype(np.int32), out)
    assert frozen(env) != before
    strided = np.zeros(8, np.int64)[::2]
    strided[:] = env.sample()
    env.step(strided, out)


def test_wrong_arguments_are_refused():
    for arguments in [("hive", 0), ("hive", 10**9), ("hive", 1, 0), ("hive", 1, 10**6), ("nothing", 1), (7, 1)]:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            schwarm.VecEnv(*arguments)
    with pytest.raises((OverflowError, ValueError)):
        schwarm.VecEnv("hive", -1)
    with pytest.raises(ValueError):
        schwarm.VecEnv("hive", 1, max_plies=0)
    env = schwarm.VecEnv("hive", 2)
    for call in (lambda: env.position(2), lambda: env.legal_actions(9), lambda: env.action_text(0, 5488)):
        with pytest.raises(schwarm.Error):
            call()
    with pytest.raises(schwarm.IllegalMove, match="queen"):
        env.action(0, "wQ")


def test_observation_and_mask_may_be_left_out():
    env = schwarm.VecEnv("hive", 2)
    out = env.buffers(observation=False, mask=False)
    assert out.observation is None and out.mask is None
    env.reset(out)
    env.step(env.sample(), out)
    assert out.player.tolist() == [1, 1]


def test_a_closed_environment_says_so():
    env = schwarm.VecEnv("hive", 2)
    out = env.buffers()
    env.reset(out)
    env.close()
    env.close()
    assert env.closed
    for use in (lambda: env.reset(out), lambda: env.step(np.zeros(2, np.int64), out), env.sample, lambda: env.position(0)):
        with pytest.raises(RuntimeError, match="closed"):
            use()


def test_an_environment_cannot_be_pickled_and_says_why():
    with pytest.raises(TypeError, match="each process"):
        pickle.dumps(schwarm.VecEnv("hive", 2))


def test_threads_get_an_error_and_never_a_torn_game():
    env = schwarm.VecEnv("hive+mlp", 64, seed=2)
    shared = env.buffers()
    env.reset(shared)
    refused, steps, wrong = [], [], []

    def work():
        out = env.buffers()
        for _ in range(60):
            try:
                env.step(env.sample(), out)
                steps.append(1)
            except RuntimeError:
                refused.append(1)
            except schwarm.IllegalMove:
                pass  # another thread has played between the two calls
            except Exception as error:  # noqa: BLE001
                wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong and steps
    for index in range(64):
        position = env.position(index)
        assert position.legal_actions() == sorted(env.legal_actions(index))


def test_the_interpreter_runs_on_while_games_are_stepped():
    env = schwarm.VecEnv("hive+mlp", 2048, seed=2)
    out = env.buffers(observation=True)
    env.reset(out)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            done.wait(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    during = []
    for _ in range(40):
        actions = env.sample()
        before = len(ticks)
        env.step(actions, out)
        during.append(len(ticks) - before)
    done.set()
    thread.join()
    # Between two calls the other thread gets one turn; only within a call it has several.
    assert statistics.median(during) > 3, during


def test_an_environment_that_is_being_stepped_is_refused_to_others():
    env = schwarm.VecEnv("hive+mlp", 2048, seed=2)
    out = env.buffers()
    env.reset(out)
    done = threading.Event()
    steps = []

    def work():
        while not done.is_set():
            try:
                env.step(env.sample(), out)
                steps.append(1)
            except RuntimeError:
                pass  # refused to this thread, because the other one looks just now

    thread = threading.Thread(target=work)
    thread.start()
    refused, deadline = None, time.monotonic() + 60
    while refused is None and time.monotonic() < deadline:
        try:
            env.legal_actions(0)
        except RuntimeError as error:
            refused = str(error)
    done.set()
    thread.join()
    assert refused is not None and "another thread" in refused and steps


def test_there_is_no_object_of_python_for_a_game():
    def blocks(games):
        env = schwarm.VecEnv("ostseeschach-2022", games, seed=1)
        out, actions = env.buffers(), np.zeros(games, np.int64)
        env.reset(out)
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(100):
            env.step(env.sample(actions), out)
        env.reset(out)
        return sys.getallocatedblocks() - before, env, out

    blocks(1)
    few, many = blocks(1)[0], blocks(4096)[0]
    assert many < few + 200, (few, many)
    env = schwarm.VecEnv("ostseeschach-2022", 4096, seed=1)
    gc.collect()
    assert len(gc.get_referents(env)) < 10


def child(env, out, queue):
    env.step(env.sample(), out)
    queue.put([env.position(0).text, int(out.player[0])])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_goes_on_with_its_own_copy():
    env = schwarm.VecEnv("hive", 4, threads=2, seed=3)
    out = env.buffers()
    env.reset(out)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(env, out, queue))
    process.start()
    text, player = queue.get(timeout=60)
    process.join(60)
    assert process.exitcode == 0 and player == 1
    assert env.position(0).turn == 0
    env.step(env.sample(), out)
    assert env.position(0).text == text


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_forked_in_the_middle_of_a_step_is_told_so():
    env = schwarm.VecEnv("hive+mlp", 2048, threads=2, seed=3)
    out = env.buffers()
    env.reset(out)
    done = threading.Event()

    def work():
        actions = np.zeros(2048, np.int64)
        while not done.is_set():
            env.step(env.sample(actions), out)

    thread = threading.Thread(target=work)
    thread.start()
    ends = set()
    for _ in range(12):
        time.sleep(0.003)
        child = os.fork()
        if child == 0:
            code = 3
            try:
                env.sample()
                code = 0
            except RuntimeError as error:
                code = 1 if "forked" in str(error) else 2
            finally:
                os._exit(code)
        ends.add(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    done.set()
    thread.join()
    assert ends <= {0, 1} and 1 in ends, ends


def test_a_batch_of_4096_games_of_hive_needs_less_than_200_megabytes():
    if not sys.platform.startswith("linux"):
        pytest.skip("memory is read from /proc")
    script = """
import re, schwarm
def rss():
    return int(re.search(r"VmRSS:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024 / 1e6
before = rss()
env = schwarm.VecEnv("hive+mlp", 4096, threads=2, seed=1)
out = env.buffers()
env.reset(out)
for _ in range(200):
    env.step(env.sample(), out)
print(rss() - before)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert 100 < float(done.stdout) < 200, done.stdout
