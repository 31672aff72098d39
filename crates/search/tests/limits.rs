//! Odd limits, stops and failures: each has a sensible answer at once.

mod common;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use common::{Dice, after};
use schwarm_core::{Game, Ruleset};
use schwarm_ostseeschach::{Edition, Ostseeschach, State};
use schwarm_search::{Brain, Control, Knobs, Limits, Rated, Root, Score, SearchError, Table, think, unhurried};

fn rules() -> Ostseeschach {
    Ostseeschach::new(Edition::Sheet)
}

fn dice() -> Dice {
    Dice::new(1, 100, Some(60), Knobs { aspiration: 20, ..Knobs::default() })
}

fn search(state: &State, limits: &Limits) -> Result<schwarm_search::Report<<State as Game>::Move>, SearchError> {
    let table = Table::new(0).expect("the smallest table");
    think(&dice(), &Root::alone(state), &table, limits, &unhurried(), &mut |_| {})
}

#[test]
fn limits_of_zero_still_give_a_legal_move() {
    let state = after(&rules(), 3, 10);
    for limits in [
        Limits { depth: Some(0), ..Limits::default() },
        Limits { nodes: Some(0), ..Limits::default() },
        Limits { hard: Some(Duration::ZERO), ..Limits::default() },
        Limits { nodes: Some(1), threads: 0, lines: 0, ..Limits::default() },
        Limits { depth: Some(2), lines: 10_000, ..Limits::default() },
    ] {
        let found = search(&state, &limits).expect("a move");
        assert!(state.is_legal(found.best()), "{limits:?}");
    }
}

#[test]
fn several_lines_are_those_of_the_last_finished_depth_wherever_the_search_is_broken_off() {
    let mut breaks_inside_a_depth = 0;
    for (seed, threads) in [(3, 1), (4, 1), (5, 2)] {
        let state = after(&rules(), seed, 10);
        let evaluation = dice().evaluate(&state);
        for nodes in (1..4000).step_by(37) {
            let table = Table::new(0).expect("the smallest table");
            let limits = Limits { nodes: Some(nodes), lines: 4, threads, ..Limits::default() };
            let mut heard = None;
            let mut hear = |report: &schwarm_search::Report<_>| heard = Some(report.clone());
            let found =
                think(&dice(), &Root::alone(&state), &table, &limits, &unhurried(), &mut hear).expect("a search");
            let at = format!("seed {seed}, {nodes} nodes, {threads} threads: {:?}", found.lines);
            assert_eq!(found.lines.len(), 4, "{at}");
            assert!(found.lines.is_sorted_by(|one, next| one.score >= next.score), "{at}");
            match heard {
                Some(heard) => {
                    breaks_inside_a_depth += u32::from(threads == 1 && found.nodes > heard.nodes);
                    assert_eq!((found.depth, &found.lines), (heard.depth, &heard.lines), "{at}");
                }
                None => assert!(found.depth == 0 && found.lines.iter().all(|line| line.score == evaluation), "{at}"),
            }
        }
    }
    assert!(breaks_inside_a_depth > 100, "{breaks_inside_a_depth}");
}

#[test]
fn a_game_that_is_over_is_refused() {
    let mut state = after(&rules(), 3, 1000);
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    for mv in moves {
        let undo = state.play(mv);
        if state.outcome().is_some() {
            assert_eq!(search(&state, &Limits::default()), Err(SearchError::GameOver));
            return;
        }
        state.undo(mv, undo);
    }
    panic!("the random game did not stand before its end");
}

#[test]
fn a_single_thread_keeps_to_its_nodes_exactly_and_repeats_itself() {
    let state = after(&rules(), 3, 10);
    for nodes in [1, 100, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let [first, second] = [(); 2].map(|()| search(&state, &limits).expect("a search"));
        assert_eq!(first.nodes, nodes);
        assert_eq!(first, second);
    }
}

#[test]
fn a_stop_ends_the_search_and_a_thousand_do_no_harm() {
    let state = after(&rules(), 3, 10);
    let table = Table::new(1).expect("a small table");
    let stop = AtomicBool::new(false);
    let polls = AtomicU64::new(0);
    let elapsed = || {
        if polls.fetch_add(1, Ordering::Relaxed) > 100 {
            for _ in 0..1000 {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Duration::ZERO
    };
    let control = Control { elapsed: &elapsed, stop: &stop };
    let limits = Limits { threads: 3, ..Limits::default() };
    let found = think(&dice(), &Root::alone(&state), &table, &limits, &control, &mut |_| {}).expect("a search");
    assert!(found.depth >= 1 && found.nodes < 1_000_000, "{found:?}");
}

#[test]
fn the_hard_limit_is_kept_by_the_clock_it_is_given() {
    let state = after(&rules(), 3, 10);
    let table = Table::new(1).expect("a small table");
    let looks = AtomicU64::new(0);
    // Every look at the clock takes a millisecond.
    let elapsed = || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
    let never = AtomicBool::new(false);
    let control = Control { elapsed: &elapsed, stop: &never };
    let limits = Limits { hard: Some(Duration::from_millis(50)), ..Limits::default() };
    let found = think(&dice(), &Root::alone(&state), &table, &limits, &control, &mut |_| {}).expect("a search");
    assert!(found.elapsed < Duration::from_millis(60), "{found:?}");
    assert!(found.longest_gap >= Duration::from_millis(1));
}

#[test]
fn a_forced_move_is_answered_at_once_if_only_an_answer_is_wanted() {
    let position = "......../......../.......h/......../......../H......./......../........ r 10 0:0";
    let state = rules().parse_position(position).expect("a position").start;
    assert_eq!(state.count_legal_moves(), 1);
    let found = search(&state, &Limits { only_answer: true, ..Limits::default() }).expect("a move");
    assert_eq!(found.depth, 1);
}

#[test]
fn depths_are_reported_as_they_are_reached() {
    let state = after(&rules(), 3, 10);
    let table = Table::new(1).expect("a small table");
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let mut depths = Vec::new();
    let mut hear = |report: &schwarm_search::Report<_>| depths.push(report.depth);
    think(&dice(), &Root::alone(&state), &table, &limits, &unhurried(), &mut hear).expect("a search");
    assert_eq!(depths, [1, 2, 3, 4]);
}

/// A brain that fails at some position.
#[derive(Clone)]
struct Failing(Dice);

impl Brain<State> for Failing {
    const SLOTS: usize = 256;

    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn evaluate(&mut self, state: &State) -> Score {
        assert!(state.turn() < 13, "this position is too much");
        self.0.evaluate(state)
    }

    fn rate(&mut self, state: &State, moves: &[<State as Game>::Move], rated: &mut Vec<Rated>) {
        self.0.rate(state, moves, rated);
    }

    fn slot(&self, state: &State, mv: <State as Game>::Move) -> usize {
        self.0.slot(state, mv)
    }

    fn pack(&self, mv: <State as Game>::Move) -> u16 {
        Brain::<State>::pack(&self.0, mv)
    }
}

#[test]
fn a_panic_in_a_thread_ends_the_search_with_an_error() {
    let state = after(&rules(), 3, 10);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let table = Table::new(1).expect("a small table");
    for threads in [1, 3] {
        let limits = Limits { depth: Some(6), threads, ..Limits::default() };
        let found = think(&Failing(dice()), &Root::alone(&state), &table, &limits, &unhurried(), &mut |_| {});
        assert_eq!(found, Err(SearchError::Panicked("this position is too much".to_string())));
    }
    std::panic::set_hook(hook);
}
