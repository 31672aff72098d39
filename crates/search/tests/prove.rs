//! Forced wins agree with plain negamax, down to the ply, and so do the moves that keep them.

mod common;

use common::{Dice, Job, after, for_every_game};
use schwarm_core::{Game, Ruleset, Side};
use schwarm_search::{Knobs, Prover, Resistance, Undecided, unhurried};

/// Whether a side wins within so many plies, by nothing but the definition.
fn plain<G: Game>(state: &mut G, attacker: Side, plies: u8) -> bool {
    if let Some(outcome) = state.outcome() {
        return outcome.winner == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let is_attack = state.side_to_move() == attacker;
    let mut answers = moves.into_iter().map(|mv| {
        let undo = state.play(mv);
        let wins = plain(state, attacker, plies - 1);
        state.undo(mv, undo);
        wins
    });
    if is_attack { answers.any(|wins| wins) } else { answers.all(|wins| wins) }
}

#[derive(Default)]
struct SameProofs {
    wins: u32,
    holds: u32,
}

impl Job for SameProofs {
    fn run<R: Ruleset>(&mut self, rules: &R) {
        let limit = rules.info().ply_limit;
        for seed in 0..60 {
            // Random games end soon after their last position: wins are near there.
            let mut state = after(rules, seed, 1000);
            let brain = Dice::new(seed, 100, limit, Knobs::default());
            for attacker in Side::BOTH {
                let control = unhurried();
                let mut prover = Prover::new(&brain, attacker, u64::MAX, &control);
                let found = prover.shortest(&state, 2).expect("nodes enough");
                let wanted = (0..=2).find(|&plies| plain(&mut state, attacker, plies));
                let at = format!("{} seed {seed}, {attacker:?}: {state:?}", rules.id());
                assert_eq!(found, wanted, "{at}");
                *(if found.is_some() { &mut self.wins } else { &mut self.holds }) += 1;
                self.check_moves(&mut prover, &state, attacker, &at);
            }
        }
    }
}

impl SameProofs {
    fn check_moves<G: Game>(&self, prover: &mut Prover<'_, G, Dice>, state: &G, attacker: Side, at: &str) {
        let mut winning = prover.winning_moves(state, 2).expect("nodes enough");
        winning.sort();
        let (mut wanted, mut next) = (Vec::new(), state.clone());
        state.legal_moves(&mut wanted);
        wanted.retain(|&mv| {
            let undo = next.play(mv);
            let wins = plain(&mut next, attacker, 1);
            next.undo(mv, undo);
            wins
        });
        wanted.sort();
        assert_eq!(winning, wanted, "{at}");
        let defences = prover.defences(state, 1).expect("nodes enough");
        assert!(defences.is_sorted_by_key(|defence| std::cmp::Reverse(defence.loses_in.unwrap_or(u8::MAX))), "{at}");
        let longest = prover.resistance(state, 1).expect("nodes enough");
        assert_eq!(longest, defences.first().copied(), "the first of those that resist longest: {at}");
        for Resistance { mv, loses_in } in defences {
            let undo = next.play(mv);
            assert_eq!(loses_in, (0..=1).find(|&plies| plain(&mut next, attacker, plies)), "{mv:?} of {at}");
            next.undo(mv, undo);
        }
    }
}

#[test]
fn forced_wins_are_those_of_the_definition() {
    let mut job = SameProofs::default();
    for_every_game(&mut job);
    assert!(job.wins > 20 && job.holds > 20, "{} wins, {} without: too few to tell", job.wins, job.holds);
}

#[test]
fn without_nodes_nothing_is_claimed() {
    let rules = schwarm_ostseeschach::Ostseeschach::new(schwarm_ostseeschach::Edition::Sheet);
    let state = after(&rules, 3, 10);
    let brain = Dice::new(1, 100, Some(60), Knobs::default());
    let control = unhurried();
    let mut prover = Prover::new(&brain, Side::One, 50, &control);
    assert_eq!(prover.shortest(&state, 5), Err(Undecided));
}
