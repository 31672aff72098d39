//! Puzzles mined from games hold what they promise, checked by rules alone.

use std::sync::atomic::AtomicBool;

use schwarm_core::{Session, Setup, Side};
use schwarm_engine::puzzle::{self, Puzzle, Terms};
use schwarm_engine::{Ask, Engine, Level, Options};

static NEVER: AtomicBool = AtomicBool::new(false);

fn engine(level: u8, seed: u64) -> Engine {
    let level = Level::new(level).expect("a level");
    Engine::new(Options { hash_mebibytes: 1, level, seed, ..Options::default() }).expect("an engine")
}

/// A game of two middling players, to its end.
fn play(game: &str, seed: u64) -> Box<dyn Session> {
    let rules = schwarm_catalog::open(game).expect("a game");
    let mut session = rules.start(Setup::Seed(seed)).expect("a start");
    let mut players = [engine(5, seed), engine(4, seed)];
    while session.outcome().is_none() && session.turn() < 120 {
        let player = &mut players[session.side_to_move().index()];
        let ask = Ask { only_answer: true, ..Ask::default() };
        let thought = player.think(&*session, &ask, &NEVER, &mut |_| {}).expect("a move");
        session.play(&thought.lines[0].moves[0]).expect("a legal move");
    }
    session
}

/// Whether a side wins within so many plies, by texts and the definition alone.
fn wins(session: &mut dyn Session, attacker: Side, plies: u8) -> bool {
    if let Some(outcome) = session.outcome() {
        return outcome.winner == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let is_attack = session.side_to_move() == attacker;
    let mut answers = session.legal_moves().into_iter().map(|mv| {
        session.play(&mv).expect("a legal move");
        let wins = wins(session, attacker, plies - 1);
        session.undo();
        wins
    });
    if is_attack { answers.any(|wins| wins) } else { answers.all(|wins| wins) }
}

fn check(puzzle: &Puzzle) {
    let rules = schwarm_catalog::open(&puzzle.game).expect("a game");
    let mut session = rules.from_position(&puzzle.position).expect("a position");
    let attacker = session.side_to_move();
    for mv in session.legal_moves() {
        session.play(&mv).expect("a legal move");
        let wanted = mv == puzzle.line[0];
        assert_eq!(wins(&mut *session, attacker, puzzle.plies - 1), wanted, "{mv} in {puzzle:?}");
        session.undo();
    }
    for mv in &puzzle.line {
        session.play(mv).expect("a legal move");
    }
    assert_eq!(session.outcome().expect("an end").winner, Some(attacker), "{puzzle:?}");
    assert_eq!(puzzle.line.len(), usize::from(puzzle.plies), "the best defence resists to the last ply: {puzzle:?}");
}

#[test]
fn every_game_has_puzzles_that_hold_what_they_promise() {
    // Three plies: what a plain look at all of them can check in a test.
    let terms = Terms { least: 2, most: 3, glance: 2000, ..Terms::default() };
    for game in ["ostseeschach-2022-server", "piranhas-2019-server", "piranhas-2026", "hive", "hive-2020-server"] {
        let mut miner = engine(10, 1);
        let puzzle = (0..60).find_map(|seed| {
            let mut session = play(game, seed);
            puzzle::find(&mut miner, &mut *session, &terms, &NEVER).expect("a search")
        });
        let puzzle = puzzle.unwrap_or_else(|| panic!("no puzzle in sixty games of {game}"));
        check(&puzzle);
        let rules = schwarm_catalog::open(game).expect("a game");
        let session = rules.from_position(&puzzle.position).expect("a position");
        let rating = puzzle::rate(&*session, puzzle.plies, &Terms { tries: 1, ..terms }, &NEVER).expect("a rating");
        assert!((-500..3500).contains(&rating), "{rating}");
    }
}
