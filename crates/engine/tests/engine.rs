//! The engine through its public face: every game, every level, odd requests.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use schwarm_core::{Rng, Session, Setup};
use schwarm_engine::{Ask, Engine, EngineError, Level, Options, Thought};
use schwarm_search::SearchError;
use schwarm_search::time::Allowance;

fn session(id: &str, plies: u32) -> Box<dyn Session> {
    let mut session = schwarm_catalog::open(id).expect("an id").start(Setup::Default).expect("a start");
    let mut rng = Rng::new(u64::from(plies));
    for _ in 0..plies {
        let mv = session.random_move(&mut rng).expect("the game goes on");
        session.play(&mv).expect("a legal move");
        if session.outcome().is_some() {
            // A random game may end early: its last position is as good.
            session.undo();
            break;
        }
    }
    session
}

fn small(options: Options) -> Engine {
    Engine::new(Options { hash_mebibytes: 1, ..options }).expect("a small engine")
}

fn think(engine: &mut Engine, session: &dyn Session, ask: &Ask) -> Result<Thought, EngineError> {
    engine.think(session, ask, &AtomicBool::new(false), &mut |_| {})
}

fn nodes(nodes: u64) -> Ask {
    Ask { nodes: Some(nodes), ..Ask::default() }
}

#[test]
fn every_game_of_the_catalog_is_played_with_legal_lines() {
    for info in schwarm_catalog::games() {
        let mut engine = small(Options { lines: 2, ..Options::default() });
        for plies in [0, 1, 7, 20] {
            let mut session = session(info.id, plies);
            let ask = Ask { depth: Some(2), ..Ask::default() };
            let thought = think(&mut engine, &*session, &ask).expect(info.id);
            assert_eq!(thought.lines.len(), 2.min(session.legal_moves().len()), "{}", info.id);
            assert!(thought.lines.is_sorted_by(|a, b| a.score >= b.score), "{}: {thought:?}", info.id);
            for mv in &thought.lines[0].moves {
                session.play(mv).expect("the best line is legal");
            }
        }
    }
}

#[test]
fn several_lines_are_in_order_wherever_a_limit_of_nodes_falls() {
    for id in ["hive+mlp", "ostseeschach-2022", "piranhas-2026"] {
        for limit in (50..6000).step_by(431) {
            let mut engine = small(Options { lines: 3, ..Options::default() });
            let mut heard = None;
            let mut hear = |thought: &Thought| heard = Some((thought.depth, thought.lines.clone()));
            let thought =
                engine.think(&*session(id, 9), &nodes(limit), &AtomicBool::new(false), &mut hear).expect("a thought");
            assert!(thought.lines.is_sorted_by(|a, b| a.score >= b.score), "{id}, {limit} nodes: {thought:?}");
            // What was heard last is what the search had finished.
            let said = Some((thought.depth, thought.lines.clone()));
            assert!(heard.is_none() && thought.depth == 0 || heard == said, "{id}, {limit} nodes: {thought:?}");
        }
    }
}

#[test]
fn one_engine_changes_from_game_to_game_and_repeats_itself() {
    let mut engine = small(Options::default());
    let mut first = Vec::new();
    for _ in 0..2 {
        for id in ["hive+mlp", "ostseeschach-2022", "piranhas-2026", "hive-2020-server"] {
            engine.forget();
            let thought = think(&mut engine, &*session(id, 9), &nodes(5000)).expect(id);
            first.push((thought.nodes, thought.lines[0].moves.clone(), thought.lines[0].score));
        }
    }
    assert_eq!(first[..4], first[4..]);
}

#[test]
fn a_game_that_is_over_has_nothing_to_think_about() {
    let mut over = session("ostseeschach-2022", 0);
    let mut rng = Rng::new(5);
    while let Some(mv) = over.random_move(&mut rng) {
        over.play(&mv).expect("a legal move");
    }
    let mut engine = small(Options::default());
    let refused = EngineError::Search(SearchError::GameOver);
    assert_eq!(think(&mut engine, &*over, &Ask::default()), Err(refused.clone()));
    assert_eq!(engine.evaluate(&*over), Err(refused));
}

#[test]
fn limits_of_zero_are_answered_at_once() {
    let session = session("hive", 10);
    let mut engine = small(Options::default());
    let mut time = Ask { only_answer: true, ..Ask::default() };
    time.time.limit = Some(Duration::ZERO);
    for ask in [nodes(0), Ask { depth: Some(0), ..Ask::default() }, time] {
        let begun = Instant::now();
        let thought = think(&mut engine, &*session, &ask).expect("a move");
        assert!(session.legal_moves().contains(&thought.lines[0].moves[0]));
        assert!(begun.elapsed() < Duration::from_secs(1), "{ask:?}");
    }
}

#[test]
fn a_win_in_one_is_played_and_called_proven() {
    // White's grasshopper jumps beside the black queen and closes the ring.
    let mut wins = 0;
    let mut engine = small(Options::default());
    for seed in 0..400 {
        let mut session = schwarm_catalog::open("hive").expect("an id").start(Setup::Default).expect("a start");
        let mut rng = Rng::new(seed);
        while let Some(mv) = session.random_move(&mut rng) {
            session.play(&mv).expect("a legal move");
        }
        let Some(winner) = session.outcome().and_then(|outcome| outcome.winner) else { continue };
        session.undo();
        if session.side_to_move() != winner {
            continue;
        }
        let thought = think(&mut engine, &*session, &Ask { depth: Some(2), ..Ask::default() }).expect("a move");
        assert_eq!(thought.lines[0].ends_in, Some(1), "{}", session.position());
        assert!(thought.is_proven && thought.lines[0].win_probability == 1.0);
        wins += 1;
    }
    assert!(wins > 20, "only {wins} games ended by their winner's move");
}

#[test]
fn the_threat_is_what_the_opponent_would_play() {
    let session = session("ostseeschach-2022", 6);
    let mut engine = small(Options::default());
    let threat = engine.threat(&*session, &nodes(3000), &AtomicBool::new(false)).expect("a search").expect("a threat");
    assert!(!session.legal_moves().contains(&threat.lines[0].moves[0]), "a move of the other side");
}

#[test]
fn pondering_ends_with_the_next_question_and_with_the_engine() {
    let mut session = session("piranhas-2019", 4);
    let mut engine = small(Options { ponder: true, threads: 2, ..Options::default() });
    for _ in 0..3 {
        let thought = think(&mut engine, &*session, &nodes(2000)).expect("a move");
        for mv in thought.lines[0].moves.iter().take(2) {
            session.play(mv).expect("a legal move");
        }
    }
}

#[test]
fn levels_err_the_same_way_with_the_same_seed_and_stay_within_their_sight() {
    for id in ["hive+mlp", "ostseeschach-2022", "piranhas-2026", "hive-2020-server"] {
        let session = session(id, 8);
        for level in Level::all().filter(|level| *level < Level::FULL) {
            let play = |seed| {
                let mut engine = small(Options { level, seed, ..Options::default() });
                let thought = think(&mut engine, &*session, &Ask { only_answer: true, ..Ask::default() }).expect(id);
                assert!(session.legal_moves().contains(&thought.lines[0].moves[0]));
                (thought.nodes, thought.lines[0].moves[0].clone(), thought.lines[0].score)
            };
            assert_eq!(play(3), play(3), "{id} level {level}");
        }
        let low = Level::new(1).expect("a level");
        let choices: std::collections::HashSet<_> = (0..20)
            .map(|seed| {
                let mut engine = small(Options { level: low, seed, ..Options::default() });
                let thought = think(&mut engine, &*session, &Ask::default()).expect(id);
                thought.lines[0].moves[0].clone()
            })
            .collect();
        assert!(choices.len() > 2, "{id}: a beginner is not always the same beginner");
    }
}

#[test]
fn weights_of_another_game_are_refused() {
    let weights = Some(include_str!("../weights/ostseeschach.txt").to_string());
    let mut engine = small(Options { weights, ..Options::default() });
    assert!(matches!(think(&mut engine, &*session("hive", 4), &nodes(100)), Err(EngineError::Weights(_))));
    assert!(think(&mut engine, &*session("ostseeschach-2022", 4), &nodes(100)).is_ok());
}

#[test]
fn a_table_of_all_memory_is_refused_and_the_engine_stays_as_it_was() {
    let mut engine = small(Options::default());
    let huge = Options { hash_mebibytes: usize::MAX >> 21, ..engine.options().clone() };
    assert!(matches!(engine.set_options(huge), Err(EngineError::Table(_))));
    assert_eq!(engine.options().hash_mebibytes, 1);
    assert!(think(&mut engine, &*session("hive", 4), &nodes(100)).is_ok());
}

#[test]
fn a_move_that_must_come_within_a_limit_comes_within_it() {
    let session = session("hive+mlp", 16);
    let mut engine = small(Options::default());
    for _ in 0..5 {
        let mut ask = Ask { only_answer: true, ..Ask::default() };
        ask.time.limit = Some(Duration::from_millis(200));
        let begun = Instant::now();
        think(&mut engine, &*session, &ask).expect("a move");
        // Generous: the machine may be busy; the strict measure is a match with a referee.
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
}

#[test]
fn openings_are_played_by_heart_where_a_move_is_all_that_is_wanted() {
    let within = |milliseconds| {
        let time = Allowance { limit: Some(Duration::from_millis(milliseconds)), ..Allowance::default() };
        Ask { depth: Some(1), time, only_answer: true, ..Ask::default() }
    };
    let (quick, by_book) = (within(35), Options::default());
    for id in ["hive", "hive+mlp"] {
        let start = session(id, 0);
        let mut heard = Vec::new();
        let by_heart = small(by_book.clone())
            .think(&*start, &quick, &AtomicBool::new(false), &mut |thought| heard.push(thought.clone()))
            .expect("a move");
        assert_eq!((by_heart.nodes, by_heart.depth), (0, 0), "{id}");
        assert_eq!(heard, std::slice::from_ref(&by_heart));
        assert!(start.legal_moves().contains(&by_heart.lines[0].moves[0]));
        assert!((0.2..0.8).contains(&by_heart.lines[0].win_probability), "{by_heart:?}");
        // Whoever asks for more than a move, or is not the house at its best, or has time for it, thinks.
        let low = Level::new(4).expect("a level");
        let thinkers = [
            (Options { book: false, ..by_book.clone() }, quick),
            (Options { threads: 8, ..by_book.clone() }, quick),
            (by_book.clone(), within(100)),
            (Options { threads: 2, ..by_book.clone() }, within(u64::MAX)),
            (by_book.clone(), Ask { time: Allowance::default(), ..quick }),
            (Options { level: low, ..by_book.clone() }, quick),
            (Options { lines: 2, ..by_book.clone() }, quick),
            (Options { judge: schwarm_engine::Judge::Counting, ..by_book.clone() }, quick),
            (by_book.clone(), Ask { only_answer: false, ..quick }),
        ];
        for (options, ask) in thinkers {
            // A busy machine may leave no time for a single node, not every time.
            let thinks = |_| think(&mut small(options.clone()), &*start, &ask).expect("a move").nodes > 0;
            assert!((0..20).any(thinks), "{options:?}");
        }
    }
    let elsewhere = session("hive-2020-server", 0);
    assert!((0..20).any(|_| think(&mut small(by_book.clone()), &*elsewhere, &quick).expect("a move").nodes > 0));
}
