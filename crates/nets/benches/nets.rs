//! What keeping the sums of a position costs, and weighing them, by width and arithmetic.
//!
//! ```text
//! cargo bench -p schwarm-nets
//! ```

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use schwarm_nets::{Arithmetic, Inputs, Layout, Net, Tracker};

#[path = "../tests/maker/mod.rs"]
mod maker;
use maker::{Dice, make};

const WORDS: usize = 64;
const VALUES: usize = 16;

/// Positions one after the other, each a few bits and values away from the one before.
fn walk(steps: usize) -> Vec<Inputs<WORDS, VALUES>> {
    let mut dice = Dice::new(7);
    let mut inputs = Inputs::default();
    for _ in 0..24 {
        inputs.bits[dice.below(WORDS)] |= 1 << dice.below(64);
    }
    let mut all = Vec::new();
    for _ in 0..steps {
        // A piece goes from one place to another.
        let from = (0..WORDS).cycle().skip(dice.below(WORDS)).find(|word| inputs.bits[*word] != 0).expect("a piece");
        inputs.bits[from] &= inputs.bits[from] - 1;
        inputs.bits[dice.below(WORDS)] |= 1 << dice.below(64);
        for _ in 0..3 {
            inputs.values[dice.below(VALUES)] = dice.below(8) as u8;
        }
        all.push(inputs);
    }
    all
}

fn evaluate(criterion: &mut Criterion) {
    let rows = WORDS * 64 + VALUES * 8;
    let bits: Vec<u16> = (0..WORDS as u16 * 64).collect();
    let values: Vec<u16> = (0..VALUES as u16).map(|n| WORDS as u16 * 64 + 8 * n).collect();
    let layout = Layout { bits, values, other_view: (0..rows as u16).collect() };
    let walk = walk(1024);
    for width in [32, 64, 128, 256] {
        let net = Net::read(&make("bench", rows, width, 8, 3)).expect("a network");
        for arithmetic in Arithmetic::all() {
            let net = net.clone().with_arithmetic(arithmetic);
            let mut tracker = Tracker::<WORDS, VALUES>::new(&net, &layout, 64);
            let mut turn = 0;
            criterion.bench_function(&format!("evaluate/{width}/{}", arithmetic.name()), |bencher| {
                bencher.iter(|| {
                    turn += 1;
                    let inputs = &walk[turn % walk.len()];
                    let telling = [inputs.bits[0], inputs.bits[1], inputs.bits[2], inputs.bits[3]];
                    let [own, other] = tracker.see(&net, &layout, turn, telling, inputs);
                    black_box(net.output(turn % 8, own, other))
                });
            });
        }
    }
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
