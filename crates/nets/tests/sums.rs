//! Sums kept from position to position are those counted afresh, and every arithmetic gives the same numbers.

mod maker;

use maker::{Dice, make};
use proptest::prelude::*;
use schwarm_nets::{Arithmetic, Inputs, Layout, Net, Tracker};

const WORDS: usize = 3;
const VALUES: usize = 4;
const MOST: u16 = 5;
const ROWS: usize = WORDS * 64 + VALUES * (MOST as usize + 1);

/// The second view has everything elsewhere: squares turned, values exchanged.
fn layout() -> Layout {
    let (bits, room) = (WORDS as u16 * 64, MOST + 1);
    let values: Vec<u16> = (0..VALUES as u16).map(|n| bits + n * room).collect();
    let turned = |row: u16| match row.checked_sub(bits) {
        None => row ^ 63,
        Some(value) => bits + (VALUES as u16 - 1 - value / room) * room + value % room,
    };
    Layout { bits: (0..bits).collect(), values, other_view: (0..ROWS as u16).map(turned).collect() }
}

fn change(inputs: &mut Inputs<WORDS, VALUES>, dice: &mut Dice) {
    for _ in 0..dice.below(6) {
        inputs.bits[dice.below(WORDS)] ^= 1 << dice.below(64);
    }
    for _ in 0..dice.below(3) {
        inputs.values[dice.below(VALUES)] = dice.below(MOST as usize + 1) as u8;
    }
}

/// Reckoned from the description alone, in wide numbers.
fn by_hand(net: &[u8], width: usize, buckets: usize, rows: [&[u16]; 2], bucket: usize) -> (Vec<Vec<i64>>, i64) {
    // After the header with the name "sums": 8 + 2 + 4 + 16 + 32 bytes.
    let numbers = &net[62..];
    let word = |at: usize| i64::from(i16::from_le_bytes([numbers[at], numbers[at + 1]]));
    let sums: Vec<Vec<i64>> = rows
        .iter()
        .map(|rows| {
            (0..width)
                .map(|n| {
                    word(2 * n) + rows.iter().map(|row| word(2 * ((1 + usize::from(*row)) * width + n))).sum::<i64>()
                })
                .collect()
        })
        .collect();
    let second = 2 * (1 + ROWS) * width;
    let bias = i32::from_le_bytes(numbers[second + 4 * bucket..][..4].try_into().expect("four bytes"));
    let weights = second + 4 * buckets + 2 * bucket * 2 * width;
    let total: i64 = (0..2 * width)
        .map(|n| {
            let activation = sums[n / width][n % width].clamp(0, 255);
            activation * activation * word(weights + 2 * n)
        })
        .sum();
    (sums, (total / 255 + i64::from(bias)) * 150 / (255 * 64))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn kept_sums_are_those_counted_afresh(seed in any::<u64>(), width in 1_usize..5, places in 1_usize..5) {
        let (width, layout) = (width * 32, layout());
        let bytes = make("sums", ROWS, width, 3, seed);
        let net = Net::read(&bytes).expect("a network");
        for arithmetic in Arithmetic::all() {
            let net = net.clone().with_arithmetic(arithmetic);
            let mut tracker = Tracker::<WORDS, VALUES>::new(&net, &layout, places);
            let (mut dice, mut inputs) = (Dice::new(seed), Inputs::default());
            for _ in 0..30 {
                change(&mut inputs, &mut dice);
                // A clone begins anew.
                if dice.below(8) == 0 {
                    tracker = tracker.clone();
                }
                // The place jumps about, as a search does.
                let (place, bucket) = (dice.below(9), dice.below(3));
                let rows = [0, 1].map(|view| layout.rows_of(&inputs, view));
                let telling = [inputs.bits[0], inputs.bits[1], inputs.bits[2], 0];
                let sums = tracker.see(&net, &layout, place, telling, &inputs);
                let (wanted, output) = by_hand(&bytes, width, 3, [&rows[0], &rows[1]], bucket);
                for view in 0..2 {
                    // Random networks overflow now and then; what counts is that all wrap alike.
                    let wanted: Vec<i16> = wanted[view].iter().map(|sum| *sum as i16).collect();
                    prop_assert_eq!(sums[view], &wanted[..], "{} view {}", arithmetic.name(), view);
                    prop_assert_eq!(sums[view], &net.sum_of(&rows[view])[..]);
                }
                let found = net.output(bucket, sums[0], sums[1]);
                let fits = wanted.iter().flatten().all(|sum| i16::try_from(*sum).is_ok());
                prop_assert!(!fits || i64::from(found) == output, "{}: {} and {}", arithmetic.name(), found, output);
            }
        }
    }

    #[test]
    fn every_arithmetic_gives_the_same(seed in any::<u64>(), width in 1_usize..33) {
        let width = width * 32;
        let net = Net::read(&make("sums", ROWS, width, 2, seed)).expect("a network");
        let mut dice = Dice::new(seed ^ 1);
        // All sixteen bits are possible in a sum, the highest and the lowest above all.
        let mut sums = || -> Vec<i16> {
            (0..width)
                .map(|_| match dice.below(4) {
                    0 => i16::MAX,
                    1 => i16::MIN,
                    2 => dice.next() as i16,
                    _ => dice.around(300) as i16,
                })
                .collect()
        };
        let (own, other) = (sums(), sums());
        let plain = net.clone().with_arithmetic(Arithmetic::PLAIN).output(1, &own, &other);
        for arithmetic in Arithmetic::all() {
            prop_assert_eq!(net.clone().with_arithmetic(arithmetic).output(1, &own, &other), plain, "{}", arithmetic.name());
        }
    }
}

#[test]
fn the_heaviest_network_does_not_overflow() {
    // All weights 127 and all activations at their highest, as wide as there is.
    let width = 1024;
    let mut bytes = make("sums", 1, width, 1, 1);
    bytes.truncate(bytes.len() - 8);
    let end = bytes.len();
    for pair in bytes[end - 4 * width..].chunks_exact_mut(2) {
        pair.copy_from_slice(&127_i16.to_le_bytes());
    }
    bytes[end - 4 * width - 4..end - 4 * width].copy_from_slice(&0_i32.to_le_bytes());
    let net = Net::read(&maker::seal(bytes)).expect("a network");
    let sums = vec![i16::MAX; width];
    let wanted = 2048 * 255 * 255 * 127_i64 / 255 * 150 / (255 * 64);
    for arithmetic in Arithmetic::all() {
        let found = net.clone().with_arithmetic(arithmetic).output(0, &sums, &sums);
        assert_eq!(i64::from(found), wanted, "{}", arithmetic.name());
    }
}
