//! What changes from one position to the next, as rows.
//!
//! A search asks for this at every node, and hardly anything about it can be foreseen: so there are no branches that
//! depend on single bits. Bits that changed are taken one after the other across all words, and each is written
//! both where gained rows go and where lost ones do, of which only one list grows.

use crate::layout::{Inputs, Layout};

/// Words of bits that inputs have at most.
pub(crate) const MOST_WORDS: usize = 256;

/// One bit for each word that changed.
pub(crate) type Changed = [u64; MOST_WORDS / 64];

/// Where the rows of the first side are in a view: where they are, or where a table says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a>(pub Option<&'a [u16]>);

impl View<'_> {
    #[inline(always)]
    pub fn row(self, row: u16) -> u16 {
        match self.0 {
            None => row,
            Some(table) => table[usize::from(row)],
        }
    }
}

/// Rows that come to a sum and rows that leave it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    gained: Rows,
    lost: Rows,
}

impl Change {
    /// Rows that all come to a sum.
    pub fn gaining(rows: &[u16]) -> Change {
        Change { gained: Rows { room: rows.to_vec(), count: rows.len() }, lost: Rows::default() }
    }

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

/// Finds the rows, in the view of the first side, that are gained and lost; from nothing, all are gained. `changed_words` tells
/// which words of bits differ.
#[inline(always)]
pub(crate) fn find<const W: usize, const S: usize>(
    layout: &Layout,
    old: Option<&Inputs<W, S>>,
    new: &Inputs<W, S>,
    change: &mut Change,
    changed_words: impl Fn(&[u64; W], &[u64; W]) -> Changed,
) {
    const { assert!(W <= MOST_WORDS) };
    let nothing = Inputs::default();
    let before = old.unwrap_or(&nothing);
    let words = Words::list(&changed_words(&before.bits, &new.bits));
    let bits: usize = words.each().map(|word| (before.bits[word] ^ new.bits[word]).count_ones() as usize).sum();
    let Change { gained, lost } = change;
    // Each list may get all of them, and one more is written behind its end.
    gained.clear(bits + S + 1);
    lost.clear(bits + S + 1);
    let table = &layout.bits[..W * 64];
    let mut word = words.each();
    let mut now = word.next().unwrap_or(0);
    let mut left = before.bits[now] ^ new.bits[now];
    for _ in 0..bits {
        let bit = left.trailing_zeros() as usize % 64;
        let row = table[now * 64 + bit];
        let is_gained = new.bits[now] >> bit & 1 == 1;
        gained.push_if(row, is_gained);
        lost.push_if(row, !is_gained);
        left &= left.wrapping_sub(1);
        if left == 0 {
            now = word.next().unwrap_or(0);
            left = before.bits[now] ^ new.bits[now];
        }
    }
    let is_first = old.is_none();
    for (value, &zero) in layout.values[..S].iter().enumerate() {
        let is_other = before.values[value] != new.values[value];
        gained.push_if(zero + u16::from(new.values[value]), is_other | is_first);
        lost.push_if(zero + u16::from(before.values[value]), is_other & !is_first);
    }
}

/// Numbers of words that changed.
struct Words {
    numbers: [u8; MOST_WORDS],
    count: usize,
}

impl Words {
    #[inline(always)]
    fn list(changed: &Changed) -> Words {
        let mut words = Words { numbers: [0; MOST_WORDS], count: 0 };
        for (n, &set) in changed.iter().enumerate() {
            let mut left = set;
            while left != 0 {
                words.numbers[words.count % MOST_WORDS] = (n * 64) as u8 + left.trailing_zeros() as u8;
                words.count += 1;
                left &= left - 1;
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
