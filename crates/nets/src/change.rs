//! What changes from one position to the next, as rows.
//!
//! A search asks for this at every node, and hardly anything about it can be foreseen: so there are no branches on whether
//! a bit is gained or lost. Each is written both where gained rows go and where lost ones do, of which only one list grows.

use crate::layout::{Inputs, Layout};

/// Words of bits that inputs have at most.
pub(crate) const MOST_WORDS: usize = 256;

/// Values that inputs have at most, and at least one.
pub(crate) const MOST_VALUES: usize = 128;

/// One bit for each word that changed.
pub(crate) type Changed = [u64; MOST_WORDS / 64];

/// Rows that come to a sum and rows that leave it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    gained: Rows,
    lost: Rows,
}

impl Change {
    /// Rows that come to a sum.
    #[inline]
    pub fn gained(&self) -> &[u16] {
        &self.gained.room[..self.gained.count]
    }

    /// Rows that leave it.
    #[inline]
    pub fn lost(&self) -> &[u16] {
        &self.lost.room[..self.lost.count]
    }
}

/// How it is found out what differs.
pub(crate) trait Compare {
    /// Which words of bits differ.
    fn words<const W: usize>(&self, old: &[u64; W], new: &[u64; W]) -> Changed;

    /// Which values differ, one bit for each.
    fn values<const S: usize>(&self, old: &[u8; S], new: &[u8; S]) -> u128;
}

/// Finds the rows, in the view of the first side, that are gained and lost; from nothing, all are gained.
#[inline(always)]
pub(crate) fn find<const W: usize, const S: usize>(
    layout: &Layout,
    old: Option<&Inputs<W, S>>,
    new: &Inputs<W, S>,
    change: &mut Change,
    compare: impl Compare,
) {
    const { assert!(W <= MOST_WORDS && S <= MOST_VALUES) };
    let nothing = Inputs::default();
    let before = old.unwrap_or(&nothing);
    let words = Words::list(&compare.words(&before.bits, &new.bits), &before.bits, &new.bits);
    let Change { gained, lost } = change;
    // Each list may get all of them, and one more is written behind its end.
    gained.clear(words.bits + S + 1);
    lost.clear(words.bits + S + 1);
    let table = &layout.bits[..W * 64];
    for word in words.each() {
        let (rows, now) = (&table[word * 64..][..64], new.bits[word]);
        let mut left = before.bits[word] ^ now;
        while left != 0 {
            let bit = left.trailing_zeros() as usize % 64;
            left &= left - 1;
            let is_gained = now >> bit & 1 == 1;
            gained.push_if(rows[bit], is_gained);
            lost.push_if(rows[bit], !is_gained);
        }
    }
    let is_first = old.is_none();
    let mut others =
        if is_first { u128::MAX >> (MOST_VALUES - S) } else { compare.values(&before.values, &new.values) };
    let zeros = &layout.values[..S];
    while others != 0 {
        let value = others.trailing_zeros() as usize;
        others &= others - 1;
        gained.push_if(zeros[value] + u16::from(new.values[value]), true);
        lost.push_if(zeros[value] + u16::from(before.values[value]), !is_first);
    }
}

/// Words that changed.
struct Words {
    numbers: [u8; MOST_WORDS],
    count: usize,
    /// Bits that changed in all of them.
    bits: usize,
}

impl Words {
    #[inline(always)]
    fn list<const W: usize>(changed: &Changed, old: &[u64; W], new: &[u64; W]) -> Words {
        let mut words = Words { numbers: [0; MOST_WORDS], count: 0, bits: 0 };
        for (n, &set) in changed.iter().enumerate().take(W.div_ceil(64)) {
            let mut left = set;
            while left != 0 {
                let word = n * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                words.numbers[words.count % MOST_WORDS] = word as u8;
                words.count += 1;
                words.bits += (old[word] ^ new[word]).count_ones() as usize;
            }
        }
        words
    }

    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = usize> {
        self.numbers[..self.count].iter().map(|&word| usize::from(word))
    }
}

/// A list of rows that grows only when it should, without asking.
#[derive(Clone, Debug, Default)]
struct Rows {
    room: Vec<u16>,
    count: usize,
}

impl Rows {
    #[inline(always)]
    fn clear(&mut self, room: usize) {
        if self.room.len() < room {
            self.room.resize(room, 0);
        }
        self.count = 0;
    }

    #[inline(always)]
    fn push_if(&mut self, row: u16, grows: bool) {
        self.room[self.count] = row;
        self.count += usize::from(grows);
    }
}
