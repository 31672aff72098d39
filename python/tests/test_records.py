"""Records, samples, self-play, engines, reviews."""

import gzip
import pickle
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


def test_a_game_is_reviewed(games):
    review = schwarm.review(games[0], nodes=300)
    assert len(review["moves"]) == len(games[0]) and len(review["positions"]) == len(games[0]) + 1
    assert review["verdict"] and review["sides"] == ["red", "blue"]
    assert {"class", "loss", "best"} <= set(review["moves"][0])
