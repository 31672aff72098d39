//! Tests of the brain of Piranhas, and what the tests of its parts share.

use schwarm_core::{Game, Rng, Ruleset, Setup, Side};
use schwarm_piranhas::swarm::{is_united, swarm_of};
use schwarm_piranhas::{Edition, PLY_LIMIT, Piranhas, Squares, State};
use schwarm_search::{Brain, HIGHEST};

use super::school::Schools;
use super::{PiranhasBrain, PiranhasEvaluation, PiranhasSight, PiranhasTerm, house_weights};
use crate::machine::Machine;
use crate::sight::Sight;
use crate::weights::{Evaluation, LATE, Sum, Term, Trace};

/// The state of a drawing: a line has its row's digit and ten cells; rows left out are empty.
pub(super) fn state(edition: Edition, drawing: &str, rest: &str) -> State {
    let mut rows = vec!["..........".to_string(); 10];
    for line in drawing.lines() {
        let mut words = line.split_whitespace();
        if let Some(row) = words.next().and_then(|word| word.parse::<usize>().ok()) {
            rows[9 - row] = words.collect();
        }
    }
    read(edition, &format!("{} {rest}", rows.join("/")))
}

fn read(edition: Edition, text: &str) -> State {
    Piranhas::new(edition).parse_position(text).expect("a position").start
}

/// Shows the states of random games of each edition, the last ones included. Most moves are
/// those the brain would try first, so that swarms come about.
pub(super) fn each_random_state(games: u64, mut visit: impl FnMut(&State)) {
    let (mut moves, mut rated) = (Vec::new(), Vec::new());
    for (edition, seed) in Edition::ALL.into_iter().flat_map(|edition| (0..games).map(move |seed| (edition, seed))) {
        let mut rng = Rng::new(seed);
        let mut state = Piranhas::new(edition).start(Setup::Seed(seed)).expect("a setup");
        let mut brain = brain(&state);
        loop {
            visit(&state);
            moves.clear();
            rated.clear();
            state.legal_moves(&mut moves);
            brain.rate(&state, &moves, &mut rated);
            let random = moves.get(rng.below(moves.len().max(1)));
            let first = (0..moves.len()).max_by_key(|&n| rated[n].order).map(|n| &moves[n]);
            let Some(&mv) = (if rng.below(3) == 0 { random } else { first }) else { break };
            state.play(mv);
        }
    }
}

fn counts(state: &State) -> Vec<i32> {
    let mut trace = Trace::new::<PiranhasTerm>();
    PiranhasEvaluation.judge(state, &mut trace);
    trace.counts
}

fn brain(state: &State) -> PiranhasBrain {
    PiranhasBrain::new(state.edition())
}

/// The cells of a position text, row by row from the top, and what follows them.
fn cells(state: &State) -> (Vec<Vec<char>>, String) {
    let text = state.to_text();
    let (board, rest) = text.split_once(' ').expect("a board and more");
    (board.split('/').map(|row| row.chars().collect()).collect(), rest.to_string())
}

fn from_cells(edition: Edition, cells: &[Vec<char>], rest: &str) -> State {
    let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
    read(edition, &format!("{} {rest}", rows.join("/")))
}

/// The image of a board: rows and columns exchanged, rows in the opposite order.
fn turned(cells: &[Vec<char>]) -> Vec<Vec<char>> {
    (0..10).rev().map(|column| cells.iter().map(|row| row[column]).collect()).collect()
}

fn mirrored(cells: &[Vec<char>]) -> Vec<Vec<char>> {
    cells.iter().rev().cloned().collect()
}

/// Whether both sides have one swarm that is bigger than all others.
fn has_clear_swarms(state: &State) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let mut sizes = Vec::new();
        let mut left = state.board().fish_set(side);
        while left != 0 {
            let swarm = swarm_of(left, left & left.wrapping_neg());
            left &= !swarm;
            sizes.push(Squares::of(swarm).map(|square| state.board().weight_at(square) as u32).sum::<u32>());
        }
        sizes.sort_unstable();
        sizes.len() < 2 || sizes[sizes.len() - 1] > sizes[sizes.len() - 2]
    })
}

#[test]
fn images_of_a_position_are_worth_the_same() {
    let mut seen = 0;
    each_random_state(4, |state| {
        if !has_clear_swarms(state) {
            return;
        }
        seen += 1;
        let (mut cells, rest) = cells(state);
        let mut brain = brain(state);
        for n in 0..8 {
            cells = if n == 4 { mirrored(&cells) } else { turned(&cells) };
            let image = from_cells(state.edition(), &cells, &rest);
            assert_eq!(counts(&image), counts(state), "{}", state.to_text());
            assert_eq!(brain.evaluate(&image), brain.evaluate(state), "{}", state.to_text());
        }
    });
    assert!(seen > 200, "only {seen} positions with clear swarms");
}

/// The same board with the colours of fish and side to move swapped, a ply later.
fn swapped(state: &State) -> State {
    let (mut cells, rest) = cells(state);
    for cell in cells.iter_mut().flatten() {
        *cell = match *cell {
            'r' => 'b',
            'b' if state.edition() != Edition::Season2026 => 'r',
            '1'..='3' => (*cell as u8 - b'1' + b'a') as char,
            'a'..='c' => (*cell as u8 - b'a' + b'1') as char,
            other => other,
        };
    }
    let side = if rest.starts_with('r') { "b" } else { "r" };
    let union = if state.edition() == Edition::Season2026 { " -" } else { "" };
    from_cells(state.edition(), &cells, &format!("{side} {}{union}", state.turn() + 1))
}

fn sorted(rows: impl IntoIterator<Item = u16>) -> Vec<u16> {
    let mut rows: Vec<u16> = rows.into_iter().collect();
    rows.sort_unstable();
    rows
}

#[test]
fn a_network_sees_images_moved_as_the_board_is() {
    let mut seen = 0;
    each_random_state(4, |state| {
        if !has_clear_swarms(state) {
            return;
        }
        seen += 1;
        let sight = PiranhasSight::new(state.edition());
        let rows = sight.look(state);
        let moved = |symmetry: &Vec<u16>| sorted(rows.iter().map(|row| symmetry[usize::from(*row)]));
        let mut wanted: Vec<Vec<u16>> = sight.symmetries().iter().map(moved).collect();
        let (mut cells, rest) = cells(state);
        let mut images: Vec<Vec<u16>> = (0..8)
            .map(|n| {
                cells = if n == 4 { mirrored(&cells) } else { turned(&cells) };
                sorted(sight.look(&from_cells(state.edition(), &cells, &rest)))
            })
            .collect();
        wanted.sort_unstable();
        images.sort_unstable();
        assert_eq!(images, wanted, "{}", state.to_text());
    });
    assert!(seen > 200, "only {seen} positions with clear swarms");
}

#[test]
fn both_colours_see_the_same_but_for_the_turn() {
    each_random_state(6, |state| {
        if state.turn() > PLY_LIMIT / 2 || state.winner().is_some() || !has_clear_swarms(state) {
            return;
        }
        let sight = PiranhasSight::new(state.edition());
        let first_turn = sight.rows() as u16 - 2 * PLY_LIMIT as u16;
        let diagonal = &sight.symmetries()[1];
        let ours = sight.look(state).into_iter().map(|row| diagonal[usize::from(row)]);
        let theirs = sight.look(&swapped(state));
        let but_turns = |row: &u16| *row < first_turn;
        assert_eq!(sorted(ours.filter(but_turns)), sorted(theirs.into_iter().filter(but_turns)), "{}", state.to_text());
    });
}

#[test]
fn colours_matter_only_for_who_closes_the_round() {
    use PiranhasTerm::{BlueThreatens, ClosesRound, RedThreatens, RedUnited, RedUnites};
    each_random_state(6, |state| {
        // Near the limit the turn itself counts, and it cannot be the same for both colours.
        if state.turn() > PLY_LIMIT / 2 || state.winner().is_some() {
            return;
        }
        let [mut ours, mut theirs] = [counts(state), counts(&swapped(state))];
        for counts in [&mut ours, &mut theirs] {
            for term in [ClosesRound, RedUnites, RedThreatens, BlueThreatens, RedUnited] {
                counts[term.index()] = 0;
            }
        }
        assert_eq!(ours, theirs, "{}", state.to_text());
    });
}

#[test]
fn the_sum_is_the_counts_times_the_weights() {
    each_random_state(5, |state| {
        let weights = house_weights(state.edition());
        let mut sum = Sum::new(&weights);
        PiranhasEvaluation.judge(state, &mut sum);
        let counts = counts(state);
        for phase in [0, LATE] {
            let values = weights.values().iter().map(|value| value[usize::from(phase == LATE)]);
            assert_eq!(sum.at(phase), counts.iter().zip(values).map(|(count, value)| count * value).sum());
        }
    });
}

#[test]
fn a_packed_move_is_recalled_if_and_only_if_it_is_legal() {
    let mut moves = Vec::new();
    let mut seen = 0;
    each_random_state(6, |state| {
        seen += 1;
        if seen % 97 != 0 && state.winner().is_none() {
            return;
        }
        let brain = brain(state);
        moves.clear();
        state.legal_moves(&mut moves);
        crate::packing::check(&brain, state, &moves);
    });
}

#[test]
fn every_machine_judges_and_rates_the_same() {
    let (mut moves, mut rated, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
    each_random_state(6, |state| {
        let mut plain = brain(state);
        (plain.machine, plain.schools) = (Machine::PLAIN, Schools::new(Machine::PLAIN));
        let mut quick = brain(state);
        assert_eq!(quick.evaluate(state), plain.evaluate(state), "{}", state.to_text());
        moves.clear();
        rated.clear();
        wanted.clear();
        state.legal_moves(&mut moves);
        quick.rate(state, &moves, &mut rated);
        plain.rate(state, &moves, &mut wanted);
        assert_eq!(rated, wanted, "{}", state.to_text());
    });
}

#[test]
fn every_position_of_a_game_can_be_thought_about() {
    let (mut moves, mut rated, mut noisy) = (Vec::new(), Vec::new(), Vec::new());
    each_random_state(20, |state| {
        let mut brain = brain(state);
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
            assert!(rated[place].is_tactical);
        }
        noisy.sort_unstable();
        noisy.dedup();
        brain.noisy_moves(state, &mut moves);
        assert_eq!(moves.len(), rated.len() + noisy.len(), "no move is named twice");
        if let Some(passed) = brain.pass(state) {
            assert_eq!(passed.board(), state.board());
            assert_eq!(passed.key(), passed.compute_key());
            assert_ne!(brain.key(&passed), brain.key(state));
        }
    });
}

#[test]
fn proven_scores_are_what_the_next_ply_shows() {
    let mut moves = Vec::new();
    let mut proven = 0;
    each_random_state(60, |state| {
        if state.winner().is_some() {
            return;
        }
        let score = brain(state).evaluate(state);
        let side = state.side_to_move();
        moves.clear();
        state.legal_moves(&mut moves);
        let mut verdicts = moves.iter().map(|&mv| super::after(state, mv).winner());
        if score == HIGHEST {
            assert!(verdicts.any(|winner| winner == Some(Some(side))), "{}", state.to_text());
            proven += 1;
        } else if score == -HIGHEST {
            assert!(verdicts.all(|winner| winner == Some(Some(!side))), "{}", state.to_text());
            proven += 1;
        } else if side == Side::Two {
            assert!(!verdicts.any(|winner| winner == Some(Some(side))), "a win is missed: {}", state.to_text());
        }
    });
    assert!(proven > 50, "only {proven} proven");
}

#[test]
fn red_united_is_lost_for_blue_who_cannot_break_it() {
    let drawing = "
        7 .......b..
        5 rrr.......
        2 .b........
          abcdefghij";
    let far = state(Edition::Server2019, drawing, "b 11");
    assert_eq!(brain(&far).evaluate(&far), -HIGHEST);
    assert!(brain(&far).is_threatened(&far));
    // Two fish on column b: the blue one on b3 captures the middle one.
    let near = state(Edition::Server2019, &drawing.replace("2 .b", "3 .b"), "b 11");
    assert!(brain(&near).evaluate(&near) > -HIGHEST);
    let mut noisy = Vec::new();
    brain(&near).noisy_moves(&near, &mut noisy);
    assert_eq!(noisy.iter().map(|&mv| format!("{}-{}", mv.from, mv.to)).collect::<Vec<_>>(), ["b3-b5"]);
    assert!(!is_united(super::after(&near, noisy[0]).board().fish_set(Side::One)));
}

#[test]
fn in_2026_a_light_union_is_no_threat() {
    let drawing = "
        7 .......cc.
        5 11........
        2 .a........
          abcdefghij";
    let light = state(Edition::Season2026, drawing, "b 11 r");
    assert!(!brain(&light).is_threatened(&light));
    let heavy = state(Edition::Season2026, &drawing.replace("11", "33"), "b 11 r");
    assert!(brain(&heavy).is_threatened(&heavy));
}
