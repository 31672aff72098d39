//! Tests of the brain of Ostseeschach, and what the tests of its parts share.

use schwarm_core::{Game, Rng, Ruleset, Setup, Side};
use schwarm_ostseeschach::{Edition, Ostseeschach, PLY_LIMIT, State};
use schwarm_search::{Brain, HIGHEST};

use super::{OstseeBrain, OstseeEvaluation, OstseeSight, OstseeTerm, house_weights};
use crate::sight::Sight;
use crate::weights::{Evaluation, LATE, Sum, Term, Trace, Weights};

const RULES: Ostseeschach = Ostseeschach::new(Edition::Server);

/// The table of the house.
pub(super) fn weights() -> Weights {
    house_weights()
}

fn brain() -> OstseeBrain {
    OstseeBrain::default()
}

/// The state of a drawing: a line has its row's digit and eight cells; rows left out are empty.
pub(super) fn state(drawing: &str, rest: &str) -> State {
    let mut rows = vec!["........".to_string(); 8];
    for line in drawing.lines() {
        let mut words = line.split_whitespace();
        if let Some(row) = words.next().and_then(|word| word.parse::<usize>().ok()) {
            rows[8 - row] = words.collect();
        }
    }
    read(&format!("{} {rest}", rows.join("/")))
}

fn read(text: &str) -> State {
    RULES.parse_position(text).expect("a position").start
}

/// Shows the states of random games, the last ones included.
pub(super) fn each_random_state(games: u64, mut visit: impl FnMut(&State)) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = RULES.start(Setup::Seed(seed)).expect("a setup");
        loop {
            visit(&state);
            moves.clear();
            state.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            state.play(moves[rng.below(moves.len())]);
        }
    }
}

fn counts(state: &State) -> Vec<i32> {
    let mut trace = Trace::new::<OstseeTerm>();
    OstseeEvaluation.judge(state, &mut trace);
    trace.counts
}

/// The same board left to right.
fn mirrored(state: &State) -> State {
    let text = state.to_text();
    let (board, rest) = text.split_once(' ').expect("a board and more");
    let rows = board.split('/').map(|row| cells(row).into_iter().rev().collect::<String>());
    read(&format!("{} {rest}", rows.collect::<Vec<_>>().join("/")))
}

/// The same board upside down with the colours of pieces, ambers and side to move swapped.
fn swapped(state: &State, turn: u32) -> State {
    let text = state.to_text();
    let board = text.split_once(' ').expect("a board and more").0;
    let swap = |cell: String| -> String {
        let other = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        cell.chars().map(other).collect()
    };
    let rows = board.split('/').rev().map(|row| cells(row).into_iter().rev().map(swap).collect::<String>());
    let side = if state.side_to_move() == Side::One { "b" } else { "r" };
    let [red, blue] = Side::BOTH.map(|side| state.ambers(side));
    read(&format!("{} {side} {turn} {blue}:{red}", rows.collect::<Vec<_>>().join("/")))
}

/// The cells of a row, towers with their 2.
fn cells(row: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    for c in row.chars() {
        match cells.last_mut() {
            Some(cell) if c == '2' => cell.push(c),
            _ => cells.push(c.to_string()),
        }
    }
    cells
}

#[test]
fn mirror_images_are_worth_the_same() {
    let mut brain = brain();
    each_random_state(40, |state| {
        let image = mirrored(state);
        assert_eq!(counts(state), counts(&image), "{}", state.to_text());
        assert_eq!(brain.evaluate(state), brain.evaluate(&image));
    });
}

fn sorted(rows: impl IntoIterator<Item = u16>) -> Vec<u16> {
    let mut rows: Vec<u16> = rows.into_iter().collect();
    rows.sort_unstable();
    rows
}

#[test]
fn a_network_sees_mirror_images_mirrored() {
    let sight = OstseeSight::new();
    let [_, mirror] = &sight.symmetries()[..] else { panic!("there are two symmetries") };
    each_random_state(40, |state| {
        let image = sorted(sight.look(state).into_iter().map(|row| mirror[usize::from(row)]));
        assert_eq!(image, sorted(sight.look(&mirrored(state))), "{}", state.to_text());
    });
}

#[test]
fn both_colours_see_the_same_but_for_the_turn() {
    let sight = OstseeSight::new();
    let first_turn = sight.rows() as u16 - 2 * PLY_LIMIT as u16;
    let seen = |state: &State| sorted(sight.look(state).into_iter().filter(|row| *row < first_turn));
    each_random_state(40, |state| {
        if state.turn() <= PLY_LIMIT / 2 {
            assert_eq!(seen(state), seen(&swapped(state, state.turn() + 1)), "{}", state.to_text());
        }
    });
}

#[test]
fn colours_matter_only_for_who_closes_the_round() {
    each_random_state(40, |state| {
        // Near the limit the turn itself counts, and it cannot be the same for both colours.
        if state.turn() > PLY_LIMIT / 2 {
            return;
        }
        let [mut ours, mut theirs] = [counts(state), counts(&swapped(state, state.turn() + 1))];
        for counts in [&mut ours, &mut theirs] {
            counts[OstseeTerm::ClosesRound.index()] = 0;
        }
        assert_eq!(ours, theirs, "{}", state.to_text());
    });
}

#[test]
fn the_sum_is_the_counts_times_the_weights() {
    let weights = weights();
    each_random_state(20, |state| {
        let mut sum = Sum::new(&weights);
        OstseeEvaluation.judge(state, &mut sum);
        let counts = counts(state);
        for phase in [0, LATE] {
            let values = weights.values().iter().map(|value| value[usize::from(phase == LATE)]);
            assert_eq!(sum.at(phase), counts.iter().zip(values).map(|(count, value)| count * value).sum());
        }
    });
}

#[test]
fn a_packed_move_is_recalled_if_and_only_if_it_is_legal() {
    let brain = brain();
    let mut moves = Vec::new();
    let mut seen = 0;
    each_random_state(30, |state| {
        seen += 1;
        if seen % 97 != 0 && state.winner().is_none() {
            return;
        }
        moves.clear();
        state.legal_moves(&mut moves);
        crate::packing::check(&brain, state, &moves);
    });
}

#[test]
fn every_position_of_a_game_can_be_thought_about() {
    let mut brain = brain();
    let (mut moves, mut rated, mut noisy) = (Vec::new(), Vec::new(), Vec::new());
    each_random_state(100, |state| {
        assert!(brain.evaluate(state).abs() <= HIGHEST);
        assert_eq!(brain.winner(state), state.outcome().map(|outcome| outcome.winner));
        moves.clear();
        rated.clear();
        noisy.clear();
        state.legal_moves(&mut moves);
        brain.rate(state, &moves, &mut rated);
        assert_eq!(rated.len(), moves.len());
        brain.noisy_moves(state, &mut noisy);
        for mv in &noisy {
            let place = moves.iter().position(|other| other == mv).expect("a legal move");
            assert!(rated[place].is_tactical && rated[place].order >= 0);
        }
        assert!(noisy.is_empty() || !brain.is_threatened(state) || state.winner().is_none());
    });
}

#[test]
fn giving_up_a_move_changes_the_side_and_the_key() {
    let mut brain = brain();
    let mut passes = 0;
    each_random_state(30, |state| {
        if let Some(passed) = brain.pass(state) {
            passes += 1;
            assert_eq!(passed.board(), state.board());
            assert_eq!(passed.side_to_move(), !state.side_to_move());
            assert_eq!(passed.key(), passed.compute_key());
            assert_ne!(brain.key(&passed), brain.key(state));
        }
    });
    assert!(passes > 100, "only {passes} passes");
}

#[test]
fn the_same_board_at_another_turn_has_another_key() {
    let drawing = "5 . . . m . . . .\n4 . . . . . M . .";
    let [early, late] = ["r 10 0:0", "r 12 0:0"].map(|rest| state(drawing, rest));
    assert_eq!(early.key(), late.key());
    assert_ne!(brain().key(&early), brain().key(&late));
}

/// What the evaluation says of a position where blue is to move.
fn blue_judges(drawing: &str, rest: &str) -> i32 {
    brain().evaluate(&state(drawing, rest))
}

#[test]
fn blue_who_can_take_the_second_amber_has_won() {
    let runner = "
        5 M . . . . . . .
        2 . . . . . . . h
          a b c d e f g h";
    assert_eq!(blue_judges(runner, "b 11 0:1"), HIGHEST);
    assert_eq!(blue_judges(runner, "b 11 1:1"), HIGHEST);
    assert!(blue_judges(runner, "b 11 0:0") < HIGHEST);
}

#[test]
fn red_with_two_ambers_has_won_unless_blue_can_answer() {
    let runner = "
        5 M . . . . . . .
        2 . . . . . . . h
          a b c d e f g h";
    assert_eq!(blue_judges(runner, "b 11 2:0"), -HIGHEST);
    assert!(blue_judges(runner, "b 11 2:1").abs() < HIGHEST, "the light pieces decide");
    assert_eq!(blue_judges(&runner.replace("2 .", "3 ."), "b 11 2:1"), -HIGHEST);
}

#[test]
fn a_side_about_to_lose_to_a_second_amber_is_threatened() {
    let threatened = |rest: &str| {
        let drawing = "5 M . . . . . . .\n2 . . . . . . . h";
        brain().is_threatened(&state(drawing, rest))
    };
    assert!(threatened("r 10 0:1"));
    assert!(!threatened("r 10 0:0"));
    assert!(!threatened("r 10 1:0"));
}

#[test]
fn a_tower_flees_rather_than_walks_into_an_attack() {
    let state = state(
        "
        6 . . . h . . . .
        4 . . M2 . . . . .
        3 . . . . . . . .
          a b c d e f g h",
        "r 10 0:0",
    );
    let mut rated = Vec::new();
    let moves = ["c4-c5", "c4-c3"].map(|text| state.parse_move(text).expect("a move"));
    brain().rate(&state, &moves, &mut rated);
    assert!(rated[0].order < rated[1].order, "{rated:?}");
}
