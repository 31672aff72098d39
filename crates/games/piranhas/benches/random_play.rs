//! Random play: plies per second on one core.
//!
//! One ply is what a playout pays: list the legal moves, pick one, play it, ask for the outcome.
//! Games start from seeded setups, which are made before the clock runs.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use schwarm_core::{Rng, Ruleset, Setup, playout};
use schwarm_piranhas::{Edition, Move, Piranhas, State};

const GAMES: u64 = 200;

fn play_games(starts: &[State], moves: &mut Vec<Move>) -> u64 {
    let mut rng = Rng::new(2019);
    starts.iter().map(|&start| playout::random(&mut start.clone(), &mut rng, moves)).sum()
}

fn random_play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random play");
    for edition in Edition::ALL {
        let rules = Piranhas::new(edition);
        let starts: Vec<State> =
            (0..GAMES).map(|seed| rules.start(Setup::Seed(seed)).expect("a seed is always a setup")).collect();
        let mut moves = Vec::new();
        group.throughput(Throughput::Elements(play_games(&starts, &mut moves)));
        group.bench_function(rules.id(), |bencher| bencher.iter(|| play_games(&starts, &mut moves)));
    }
    group.finish();
}

criterion_group!(benches, random_play);
criterion_main!(benches);
