"""Records, samples, self-play, engines, reviews."""

import gzip
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import schwarm


@pytest.fixture(scope="module")
def games():
    return schwarm.selfplay("ostseeschach-2022", 6, nodes=200, seed=3)


def test_records_are_written_and_read_in_every_format():
    text = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    (record,) = schwarm.Record.read(text)
    assert record.game == "hive+mlp" and len(record) == 4 and record.winner is None and record.termination is None
    for format in ("pgn", "viewer-pgn", "sgf", "uhp", "jsonl"):
        (back,) = schwarm.Record.read(record.write(format))
        assert back.moves == record.moves and back.game == record.game
    assert record.position().text == text
    assert record.position(1).moves == ["wS1"]
    with pytest.raises(schwarm.Error, match="plies"):
        record.position(5)
    with pytest.raises(schwarm.Error, match="format"):
        record.write("docx")
    for wrong in ("", "[Game \"chess\"]\n\n1. e4 *", "Base;InProgress;White[1];wQ9", "{"):
        with pytest.raises(schwarm.Error):
            schwarm.Record.read(wrong)


def test_a_record_is_made_of_a_position():
    position = schwarm.Game("piranhas-2026").start(seed=4)
    while not position.is_over:
        position.play(position.legal_moves()[0])
    record = schwarm.Record.of(position, ("ann", "bob"), {"Event": "test"})
    assert record.players == ("ann", "bob") and record.tags == {"Event": "test"}
    assert record.termination == "rules" and record.reason == position.outcome.reason
    assert record.winner == position.outcome.winner
    assert schwarm.Record.read(record.write())[0] == record == pickle.loads(pickle.dumps(record))


def test_replays_of_the_software_challenge_are_read_and_written(games, tmp_path):
    text = games[0].write("replay")
    (back,) = schwarm.Record.read(text)
    assert back.moves == games[0].moves and back.winner == games[0].winner
    path = tmp_path / "replay.xml.gz"
    path.write_bytes(gzip.compress(text.encode()))
    assert [record.moves for record in schwarm.RecordReader(path)] == [games[0].moves]
    hive = schwarm.Record.of(schwarm.Game("hive").start())
    with pytest.raises(schwarm.Error, match="Software-Challenge"):
        hive.write("replay")
    with pytest.raises(schwarm.Error):
        schwarm.Record.read("<protocol>nonsense")


def test_selfplay_depends_on_the_seed_and_not_on_threads(games):
    assert len(games) == 6
    assert games == schwarm.selfplay("ostseeschach-2022", 6, nodes=200, seed=3, threads=2)
    assert games[2:5] == schwarm.selfplay("ostseeschach-2022", 3, nodes=200, seed=3, first=2)
    assert games == list(schwarm.selfplay_games("ostseeschach-2022", 6, nodes=200, seed=3, chunk=4))
    assert games != schwarm.selfplay("ostseeschach-2022", 6, nodes=200, seed=4)
    for game in games:
        assert game.position().is_over and game.scores[:4] == [None] * 4 and None not in game.scores[4:]


def test_records_become_arrays_in_a_stream(games, tmp_path):
    pgn, lines = tmp_path / "games.pgn", tmp_path / "games.jsonl"
    pgn.write_text("".join(game.write() for game in games))
    lines.write_text("".join(game.write("jsonl") for game in games))
    assert list(schwarm.RecordReader(pgn)) == list(schwarm.RecordReader(lines)) == games
    plies = sum(len(game) for game in games)
    expected = []
    for game in games:
        for ply, move in enumerate(game.moves):
            position = game.position(ply)
            value = 0 if game.winner is None else 1 if game.winner == position.side_to_move else -1
            expected.append((position.observation(), position.mask(), position.action(move), value, position.player))
    for sources in ([pgn], [str(lines)], games, pgn):
        seen = 0
        for batch in schwarm.batches("ostseeschach-2022", sources, 64):
            for i in range(len(batch.action)):
                observation, mask, action, value, player = expected[seen]
                assert (batch.observation[i] == observation).all() and (batch.mask[i] == mask).all()
                assert (batch.action[i], batch.value[i], batch.player[i]) == (action, value, player)
                seen += 1
        assert seen == plies


def test_bad_games_are_passed_over_and_counted(games, tmp_path):
    path = tmp_path / "games.pgn"
    texts = [game.write() for game in games]
    texts[1] = texts[1].replace(games[1].moves[2], "a1-h8", 1)
    other = schwarm.Record.read("Base;InProgress;White[1];wS1")[0]
    path.write_text("".join(texts) + other.write() + "[Game \"nonsense\n")
    game = schwarm.Game("ostseeschach-2022")
    samples = schwarm.Samples(game, [path, tmp_path / "missing.pgn"])
    out = schwarm.SampleBuffers.empty(game, 100_000, observation=False, mask=False)
    count = samples.fill(out)
    assert count == sum(len(game) for i, game in enumerate(games) if i != 1) + 2
    assert samples.games == 5 and samples.skipped == 4 and "missing" in samples.last_error
    assert samples.fill(out) == 0
    with pytest.raises(TypeError, match="paths and Records"):
        schwarm.Samples(game, [3])
    with pytest.raises(TypeError, match="float32"):
        out.value = out.value.astype(np.float64)
        samples.fill(out)
    with pytest.raises(OSError):
        schwarm.RecordReader(tmp_path / "missing.pgn")


@pytest.mark.parametrize("name", ["folder.pgn", "folder.jsonl", "folder"])
def test_what_cannot_be_read_ends_with_an_error(name, tmp_path):
    (tmp_path / name).mkdir()
    game = schwarm.Game("hive")
    samples = schwarm.Samples(game, [tmp_path / name])
    assert samples.fill(schwarm.SampleBuffers.empty(game, 4)) == 0
    assert samples.skipped == 1 and "directory" in samples.last_error
    with pytest.raises(schwarm.Error, match="directory"):
        list(schwarm.RecordReader(tmp_path / name))


def test_bad_lines_of_json_are_named_and_passed_over(games, tmp_path):
    path = tmp_path / "games.jsonl"
    good = games[0].write("jsonl").encode()
    path.write_bytes(good + b"\n\n{}\n\xff\n" + good)
    game = schwarm.Game("ostseeschach-2022")
    samples = schwarm.Samples(game, [path])
    out = schwarm.SampleBuffers.empty(game, 1000, observation=False, mask=False)
    assert samples.fill(out) == 2 * len(games[0]) and (samples.games, samples.skipped) == (2, 2)
    assert "games.jsonl, line 5" in samples.last_error


@pytest.mark.parametrize("size", [0, -1])
def test_batches_have_at_least_one_position(games, size):
    with pytest.raises(ValueError, match="at least one"):
        next(schwarm.batches("ostseeschach-2022", games, size))
    room = schwarm.SampleBuffers.empty(schwarm.Game("ostseeschach-2022"), 0)
    with pytest.raises(ValueError, match="no room"):
        next(schwarm.batches("ostseeschach-2022", games, buffers=room))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
@pytest.mark.parametrize("format", ["pgn", "jsonl"])
def test_a_million_positions_are_read_in_little_memory(games, tmp_path, format):
    path = tmp_path / f"games.{format}"
    texts = [game.write(format) for game in games]
    plies = sum(len(game) for game in games)
    rounds = 1_000_000 // plies + 1
    with open(path, "w") as file:
        for _ in range(rounds):
            file.writelines(texts)
    script = f"""
import re, schwarm
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
game = schwarm.Game("ostseeschach-2022")
first = last = count = 0
for batch in schwarm.batches(game, {str(path)!r}, 1024):
    count += len(batch.action)
    first = first or peak()
print(count, peak() - first)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    count, grown = map(int, done.stdout.split())
    assert count == rounds * plies
    # A file that was held in memory would be seen.
    assert path.stat().st_size > 10_000_000 and grown < 3_000_000, (path.stat().st_size, grown)


def test_a_game_that_goes_on_is_worth_nothing_known():
    (record,) = schwarm.Record.read("Base;InProgress;White[2];wS1;bS1 wS1-")
    (batch,) = schwarm.batches("hive", record, 10)
    assert len(batch.action) == 2 and np.isnan(batch.value).all()


def test_the_engine_searches_with_limits_and_lines():
    engine = schwarm.Engine()
    position = schwarm.Game("ostseeschach-2022").start(seed=7)
    analysis = engine.search(position, depth=5, lines=3)
    assert len(analysis.lines) == 3 and analysis.best == analysis.lines[0].moves[0]
    assert analysis.best in position.legal_moves() and analysis.nodes > 100 and analysis.depth == 5
    chances = [line.win_probability for line in analysis.lines]
    assert chances == sorted(chances, reverse=True) and analysis.score == analysis.lines[0].score
    assert engine.search(position, depth=3).depth == 3 and engine.search(position, nodes=900).nodes <= 900
    assert engine.choose(position, depth=2) in position.legal_moves()
    assert isinstance(engine.evaluate(position), float)
    begun = time.time()
    engine.search(position, seconds=0.2)
    assert time.time() - begun < 5
    won = position.game.position("......../...M..../......../......../...m..../......../......../........ r 10 1:0")
    found = engine.search(won, depth=4)
    assert found.best == "d7-d8" and found.lines[0].ends_in > 0 and found.win_probability > 0.99
    assert schwarm.Engine(1).choose(position) in position.legal_moves()


@pytest.mark.parametrize("id", ["hive+mlp", "piranhas-2026", "ostseeschach-2022"])
def test_lines_are_in_order_wherever_a_limit_of_nodes_falls(id):
    position = schwarm.Game(id).start(seed=7)
    for nodes in range(100, 6000, 317):
        lines = schwarm.Engine(hash_mb=1).search(position, nodes=nodes, lines=4).lines
        assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True), nodes
        assert len({line.moves[0] for line in lines}) == 4


def test_the_engine_refuses_what_makes_no_sense():
    engine = schwarm.Engine()
    position = schwarm.Game("hive").start()
    for wrong in ({"depth": 0}, {"nodes": 0}, {"seconds": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"lines": 0, "depth": 1}, {"lines": 65, "depth": 1}):
        with pytest.raises(ValueError):
            engine.search(position, **wrong)
    for wrong in ({"level": 0}, {"level": 11}, {"threads": 0}, {"hash_mb": 10**12}):
        with pytest.raises((ValueError, OverflowError)):
            schwarm.Engine(**wrong)
    over = schwarm.Game("ostseeschach-2022").position("......../......../......../......../......../......../......../.......H r 60 0:0")
    with pytest.raises(schwarm.Error, match="over"):
        engine.search(over, depth=1)
    with pytest.raises(TypeError, match="each process"):
        pickle.dumps(engine)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
@pytest.mark.parametrize("what", ["search", "review", "selfplay"])
def test_an_interrupt_stops_what_takes_long(games, what):
    work = {
        "search": lambda: schwarm.Engine().search(schwarm.Game("hive").start(), seconds=300),
        "review": lambda: schwarm.review(games[0], seconds=100),
        "selfplay": lambda: schwarm.selfplay("hive", 1000, nodes=100_000, threads=2),
    }[what]

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    begun = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begun < 5


def test_an_engine_that_searches_is_refused_to_other_threads():
    engine, position = schwarm.Engine(), schwarm.Game("hive").start()
    done = threading.Event()

    def work():
        while not done.is_set():
            try:
                engine.search(position, seconds=0.2)
            except RuntimeError:
                pass  # refused to this thread, because the other one evaluates just now

    thread = threading.Thread(target=work)
    thread.start()
    refused, deadline = None, time.monotonic() + 60
    while refused is None and time.monotonic() < deadline:
        try:
            engine.evaluate(position)
        except RuntimeError as error:
            refused = str(error)
    done.set()
    thread.join()
    assert refused is not None and "searching" in refused
    assert isinstance(engine.evaluate(position), float)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_engine_goes_on_in_a_forked_process():
    engine, position = schwarm.Engine(threads=2), schwarm.Game("hive").start()
    engine.search(position, nodes=500)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if engine.choose(position, nodes=500) in position.legal_moves() else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_game_is_reviewed(games):
    review = schwarm.review(games[0], nodes=300)
    assert len(review["moves"]) == len(games[0]) and len(review["positions"]) == len(games[0]) + 1
    assert review["verdict"] and review["sides"] == ["red", "blue"]
    assert {"class", "loss", "best"} <= set(review["moves"][0])


def test_a_network_is_chosen_or_refused() -> None:
    position = schwarm.Game("ostseeschach-2022").start(seed=7)
    for mv in position.legal_moves()[:1]:
        position.play(mv)
    own, counting = schwarm.Engine().evaluate(position), schwarm.Engine(net="counting").evaluate(position)
    assert own != counting
    with pytest.raises(ValueError, match="counting"):
        schwarm.Engine(net="nothing")
    with pytest.raises(schwarm.Error, match="no network of Schwarm"):
        schwarm.Engine(net=b"something else").evaluate(position)
