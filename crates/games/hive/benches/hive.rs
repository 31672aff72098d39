//! Perft and random play of Hive, in CPU time of one thread.

mod positions;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use positions::{BASE, MID_A, MID_B, MLP};
use schwarm_core::{Game, Rng, Ruleset, Setup, perft};
use schwarm_hive::{Backend, HiveRules, Kernel, Law, Visit, visit};

/// Time this thread has used, so that busy neighbours do not count.
struct CpuTime(WallTime);

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        self.0.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}

struct Perft<'a, 'c> {
    criterion: &'a mut Criterion<CpuTime>,
    name: &'c str,
    position: &'c str,
    depth: u32,
    nodes: u64,
}

impl Visit for Perft<'_, '_> {
    type Output = ();

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) {
        let line = rules.parse_position(self.position).expect("the bench's own position");
        let mut state = line.start;
        for mv in line.moves {
            state.play(mv);
        }
        let mut group = self.criterion.benchmark_group(format!("perft {} d{}", self.name, self.depth));
        group.throughput(Throughput::Elements(self.nodes)).sample_size(10);
        group.bench_function("last ply counted", |b| b.iter(|| perft::perft(black_box(&mut state), self.depth)));
        group.bench_function("every node listed", |b| {
            b.iter(|| perft::perft_listing(black_box(&mut state), self.depth))
        });
    }
}

struct RandomPlay<'a, 'c> {
    criterion: &'a mut Criterion<CpuTime>,
    id: &'c str,
}

/// Plies of one measured run.
const PLIES: u64 = 20_000;

impl Visit for RandomPlay<'_, '_> {
    type Output = ();

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) {
        let mut group = self.criterion.benchmark_group("random play");
        group.throughput(Throughput::Elements(PLIES)).sample_size(20);
        let mut rng = Rng::new(1);
        group.bench_function(self.id, |b| {
            b.iter_batched(|| rng.next_u64(), |seed| random_plies(&rules, seed), BatchSize::SmallInput);
        });
    }
}

fn random_plies<R: Ruleset>(rules: &R, seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    let mut plies = 0;
    while plies < PLIES {
        let mut state = Ruleset::start(rules, Setup::Seed(seed)).expect("every seed is a setup");
        // Games that wander about for ever are left after 300 plies.
        for _ in 0..300 {
            moves.clear();
            state.legal_moves(&mut moves);
            if moves.is_empty() || plies == PLIES {
                break;
            }
            state.play(moves[rng.below(moves.len())]);
            plies += 1;
        }
    }
    plies
}

fn benches(criterion: &mut Criterion<CpuTime>) {
    let best = Backend::detect();
    for (name, game, position, depth, nodes) in [
        ("Base", "hive", BASE, 6, 12_219_480),
        ("Base+MLP", "hive+mlp", MLP, 5, 5_427_108),
        ("mid A", "hive+mlp", MID_A, 3, 1_356_195),
        ("mid B", "hive+mlp", MID_B, 4, 52_745_320),
    ] {
        let job = Perft { criterion, name, position, depth, nodes };
        visit(best, game, job).expect("a game of this crate");
    }
    for id in ["hive", "hive+mlp", "hive-classic", "hive-2020", "hive-2020-server"] {
        visit(best, id, RandomPlay { criterion, id }).expect("a game of this crate");
    }
}

criterion_group! {
    name = all;
    config = Criterion::default().with_measurement(CpuTime(WallTime));
    targets = benches
}
criterion_main!(all);
