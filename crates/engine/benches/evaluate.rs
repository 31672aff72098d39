//! What judging a position costs, by the network of a game and by counting: positions come as a search asks for them, a
//! node and then its children.
//!
//! ```text
//! cargo bench -p schwarm-engine --bench evaluate
//! ```

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use schwarm_core::{Game, Rng, Ruleset, Setup};
use schwarm_engine::house::{self, House};
use schwarm_nets::Net;
use schwarm_search::Brain;

/// Children that are judged of each node.
const CHILDREN: usize = 4;

/// The positions of some games: nodes, each followed by some of its children.
fn positions<H: House>(rules: &H::Rules) -> Vec<H::State> {
    let mut brain = H::brain(rules, H::weights(rules), None, H::knobs(rules));
    let (mut all, mut moves, mut rated) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..8 {
        let mut rng = Rng::new(seed);
        let mut state = rules.start(Setup::Seed(seed)).expect("a setup");
        while brain.winner(&state).is_none() {
            all.push(state.clone());
            moves.clear();
            rated.clear();
            state.legal_moves(&mut moves);
            brain.rate(&state, &moves, &mut rated);
            for _ in 0..CHILDREN {
                let mut child = state.clone();
                child.play(moves[rng.below(moves.len())]);
                if brain.winner(&child).is_none() {
                    all.push(child);
                }
            }
            let first = (0..moves.len()).max_by_key(|&n| rated[n].order).unwrap_or(0);
            state.play(moves[if rng.below(3) == 0 { rng.below(moves.len()) } else { first }]);
        }
    }
    all
}

struct Measure<'a> {
    criterion: &'a mut Criterion,
    game: &'a str,
}

impl house::Visit for Measure<'_> {
    type Output = ();

    fn visit<H: House>(self, rules: H::Rules) {
        let positions = positions::<H>(&rules);
        let net = Arc::new(Net::read(H::net_file(&rules)).expect("a network"));
        for (name, net) in [("network", Some(net)), ("counting", None)] {
            let mut brain = H::brain(&rules, H::weights(&rules), net, H::knobs(&rules));
            let mut next = 0;
            self.criterion.bench_function(&format!("{}/{name}", self.game), |bencher| {
                bencher.iter(|| {
                    next = (next + 1) % positions.len();
                    black_box(brain.evaluate(&positions[next]))
                });
            });
        }
    }
}

fn evaluate(criterion: &mut Criterion) {
    let games =
        ["ostseeschach-2022-server", "piranhas-2019-server", "piranhas-2026", "hive", "hive+mlp", "hive-2020-server"];
    for game in games {
        house::visit(game, Measure { criterion, game }).expect("a game");
    }
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
