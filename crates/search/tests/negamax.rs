//! Every clever search equals plain negamax on small trees with pseudo-random evaluations.

mod common;

use common::{Dice, Job, after, for_every_game, negamax, proof};
use schwarm_core::{Game, Ruleset};
use schwarm_search::{Knobs, LateMoves, Limits, Margin, NullMove, Reductions, Root, Table, think, unhurried};

/// The sound searches: each must give the very score of negamax.
fn sound() -> Vec<(&'static str, Knobs, Limits)> {
    let knobs = || Knobs { exact_depths: true, ..Knobs::default() };
    let narrow = || Knobs { aspiration: 5, ..knobs() };
    vec![
        ("plain", knobs(), Limits::default()),
        ("aspiration", narrow(), Limits::default()),
        ("two threads", narrow(), Limits { threads: 2, ..Limits::default() }),
        ("three lines", narrow(), Limits { lines: 3, ..Limits::default() }),
    ]
}

struct SameScore;

impl Job for SameScore {
    fn run<R: Ruleset>(&mut self, rules: &R) {
        let limit = rules.info().ply_limit;
        let most = if limit.is_some() { 3 } else { 2 };
        for seed in 0..6 {
            let mut state = after(rules, seed, seed as u32 * 9);
            for (name, knobs, limits) in sound() {
                // Few different scores make ties and repeated bounds common.
                for width in [3, 1000] {
                    let mut brain = Dice::new(seed, width, limit, knobs.clone());
                    for depth in 1..=most {
                        let wanted = negamax(&mut brain, &mut state, depth, 0);
                        let table = Table::new(1).expect("a small table");
                        let limits = Limits { depth: Some(depth), ..limits.clone() };
                        let root = Root::alone(&state);
                        let found = think(&brain, &root, &table, &limits, &unhurried(), &mut |_| {}).expect("a search");
                        let at = format!("{} seed {seed} depth {depth} {name} {width}: {state:?}", rules.id());
                        assert_eq!(found.score(), wanted, "{at}");
                        check_lines(&mut brain, &state, depth, &found.lines, &at);
                    }
                }
            }
        }
    }
}

/// Every line is legal and worth what it says, and they are the best ones in order.
fn check_lines<G: Game>(brain: &mut Dice, state: &G, depth: u32, lines: &[schwarm_search::Line<G::Move>], at: &str) {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut all: Vec<_> = moves
        .into_iter()
        .map(|mv| {
            let mut state = state.clone();
            state.play(mv);
            (-negamax(brain, &mut state, depth - 1, 1), mv)
        })
        .collect();
    all.sort_by_key(|(score, _)| -score);
    for (rank, line) in lines.iter().enumerate() {
        assert_eq!(line.score, all[rank].0, "line {rank} of {at}");
        assert!(all.iter().any(|(score, mv)| *score == line.score && *mv == line.moves[0]), "line {rank} of {at}");
        let mut state = state.clone();
        for &mv in &line.moves {
            assert!(state.is_legal(mv), "{mv:?} in line {rank} of {at}");
            state.play(mv);
        }
    }
    let firsts: std::collections::HashSet<_> = lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(firsts.len(), lines.len(), "lines of {at} begin differently");
}

#[test]
fn sound_searches_give_the_score_of_negamax() {
    for_every_game(&mut SameScore);
}

/// Everything that prunes.
fn bold() -> Knobs {
    Knobs {
        aspiration: 20,
        null_move: Some(NullMove { depth: 2, base: 2, per: 4 }),
        reductions: Some(Reductions { depth: 2, index: 1, base: 1.0, divisor: 1.0, history: 4000 }),
        reverse_futility: Some(Margin { depth: 3, per_ply: 50 }),
        futility: Some(Margin { depth: 3, per_ply: 50 }),
        late_moves: Some(LateMoves { depth: 3, base: 2, factor: 1 }),
        unguided_depth: 2,
        trusts_progress: true,
        prune_threatened: true,
        ..Knobs::default()
    }
}

struct ProvenIsTrue {
    proofs: u32,
    solved: u32,
}

impl Job for ProvenIsTrue {
    fn run<R: Ruleset>(&mut self, rules: &R) {
        let Some(limit) = rules.info().ply_limit else { return };
        for seed in 100..180 {
            let mut state = after(rules, seed, limit - 3);
            if state.turn() < limit - 3 {
                continue;
            }
            // Some prune on beyond the last ply before they leave nothing out.
            let knobs = Knobs { pruned_beyond: seed as u32 % 4, ..bold() };
            let mut brain = Dice::new(seed, 500, Some(limit), knobs);
            let truth = negamax(&mut brain, &mut state, 3, 0);
            for depth in [1, 2, 3, 4, 9] {
                let table = Table::new(1).expect("a small table");
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let found = think(&brain, &Root::alone(&state), &table, &limits, &unhurried(), &mut |_| {});
                let found = found.expect("a search");
                let at = format!("{} seed {seed} depth {depth}: {state:?}", rules.id());
                if depth >= 3 {
                    assert!(found.is_proven, "{at}");
                    assert_eq!(found.score(), truth, "{at}");
                    assert!(found.depth <= 3, "there is nothing beyond the last ply: {at}");
                    self.solved += 1;
                } else if let Some(winner) = proof(found.score()) {
                    assert_eq!(Some(winner), proof(truth), "{at}");
                    assert!(found.is_proven, "{at}");
                    self.proofs += 1;
                }
            }
        }
    }
}

#[test]
fn what_a_pruning_search_calls_proven_is_true_and_the_last_rounds_are_searched_in_full() {
    let mut job = ProvenIsTrue { proofs: 0, solved: 0 };
    for_every_game(&mut job);
    assert!(job.solved > 150 && job.proofs > 10, "{} solved, {} proofs", job.solved, job.proofs);
}
