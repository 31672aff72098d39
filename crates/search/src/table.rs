//! What is remembered of positions: a table shared by all threads without locks.
//!
//! An entry is two words. The first is the key mixed with the second, so that an entry torn by
//! two threads writing at once is not recognised as anybody's: a wrong answer is lost, never read.
//!
//! What must hold: scores of proven wins count from the position they are stored for.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::{PROVEN, Score};

/// What a remembered score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// At least this.
    Lower = 2,
    /// Exactly this.
    Exact = 3,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The best move known, packed.
    pub packed: Option<u16>,
    /// The score found.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: i32,
    /// What the position was judged to be worth at sight.
    pub evaluation: Score,
}

/// Entries that share a place: one line of the processor's cache.
const ENTRIES: usize = 4;

/// Words of a bucket.
const WORDS: usize = 2 * ENTRIES;

/// Ages are counted in five bits.
const AGES: u8 = 32;

/// There is no memory for a table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {mebibytes} MiB")]
pub struct TableError {
    /// What was asked for.
    pub mebibytes: usize,
}

/// The table.
pub struct Table {
    words: Box<[AtomicU64]>,
    buckets: u64,
    age: AtomicU8,
}

impl Table {
    /// A table of so many MiB; 0 is the smallest one there can be.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn new(mebibytes: usize) -> Result<Table, TableError> {
        let error = TableError { mebibytes };
        let words = (mebibytes.checked_mul(1 << 20).ok_or(error)? / size_of::<AtomicU64>()).max(WORDS);
        let words = bytemuck::allocation::try_zeroed_slice_box(words).map_err(|()| error)?;
        Ok(Table { buckets: (words.len() / WORDS) as u64, words, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Another search begins: what earlier ones left is overwritten first.
    pub fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let bucket = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize;
        &self.words[bucket * WORDS..(bucket + 1) * WORDS]
    }

    /// What is remembered of a position `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Memory> {
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key).then(|| unpack(data, ply))
        })
    }

    /// Remembers a position `ply` plies from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, memory: Memory) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(key);
        let mut packed = memory.packed;
        for (index, entry) in bucket.chunks_exact(2).enumerate() {
            let data = entry[1].load(Ordering::Relaxed);
            if data == 0 {
                if worst.0 > i32::MIN {
                    worst = (i32::MIN, index);
                }
                continue;
            }
            if entry[0].load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data, ply);
                // A good deeper entry of this search is worth more than a shallow bound.
                if memory.bound != Bound::Exact && memory.depth + 3 < old.depth && age_of(data) == age {
                    return;
                }
                packed = packed.or(old.packed);
                worst = (i32::MIN, index);
                break;
            }
            let staleness = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = (data >> at::DEPTH & 0xff) as i32 - 8 * staleness;
            if worth < worst.0 {
                worst = (worth, index);
            }
        }
        let data = pack(&Memory { packed, ..memory }, ply, age);
        let entry = &bucket[2 * worst.1..];
        entry[0].store(key ^ data, Ordering::Relaxed);
        entry[1].store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the current search, in thousandths.
    pub fn filled(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = (self.words.len() / 2).min(1000);
        let is_ours = |entry: &&[AtomicU64]| {
            let data = entry[1].load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let filled = self.words.chunks_exact(2).take(sample).filter(is_ours).count();
        (filled * 1000 / sample) as u32
    }
}

/// Where the parts of a data word begin: move, score, evaluation, depth, bound, whether there is a move, age.
mod at {
    pub const SCORE: u32 = 16;
    pub const EVALUATION: u32 = 32;
    pub const DEPTH: u32 = 48;
    pub const BOUND: u32 = 56;
    pub const HAS_MOVE: u32 = 58;
    pub const AGE: u32 = 59;
}

fn pack(memory: &Memory, ply: usize, age: u8) -> u64 {
    let score = match memory.score {
        score if score >= PROVEN => score + ply as Score,
        score if score <= -PROVEN => score - ply as Score,
        score => score,
    };
    u64::from(memory.packed.unwrap_or(0))
        | u64::from(score as i16 as u16) << at::SCORE
        | u64::from(memory.evaluation as i16 as u16) << at::EVALUATION
        | (memory.depth.clamp(0, 255) as u64) << at::DEPTH
        | (memory.bound as u64) << at::BOUND
        | u64::from(memory.packed.is_some()) << at::HAS_MOVE
        | u64::from(age) << at::AGE
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> at::AGE) as u8
}

#[inline]
fn unpack(data: u64, ply: usize) -> Memory {
    let score = match Score::from((data >> at::SCORE) as i16) {
        score if score >= PROVEN => score - ply as Score,
        score if score <= -PROVEN => score + ply as Score,
        score => score,
    };
    Memory {
        packed: (data >> at::HAS_MOVE & 1 != 0).then_some(data as u16),
        score,
        bound: match data >> at::BOUND & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: (data >> at::DEPTH & 0xff) as i32,
        evaluation: Score::from((data >> at::EVALUATION) as i16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WIN;

    const MEMORY: Memory = Memory { packed: Some(7), score: -1234, bound: Bound::Upper, depth: 9, evaluation: 20_000 };

    #[test]
    fn what_is_stored_is_found_again() {
        for mebibytes in [0, 1] {
            let table = Table::new(mebibytes).expect("a small table");
            assert_eq!(table.probe(42, 3), None);
            table.store(42, 3, MEMORY);
            assert_eq!(table.probe(42, 3), Some(MEMORY));
            assert_eq!(table.probe(43, 3), None);
            table.clear();
            assert_eq!(table.probe(42, 3), None);
        }
    }

    #[test]
    fn a_move_is_kept_when_a_later_search_finds_none() {
        let table = Table::new(0).expect("a small table");
        table.store(42, 0, MEMORY);
        table.store(42, 0, Memory { packed: None, depth: 12, ..MEMORY });
        assert_eq!(table.probe(42, 0).and_then(|memory| memory.packed), Some(7));
    }

    #[test]
    fn wins_are_counted_from_the_position_and_not_from_the_root() {
        let table = Table::new(0).expect("a small table");
        table.store(1, 4, Memory { score: WIN - 7, ..MEMORY });
        assert_eq!(table.probe(1, 10).map(|memory| memory.score), Some(WIN - 13));
        table.store(1, 4, Memory { score: -(WIN - 7), ..MEMORY });
        assert_eq!(table.probe(1, 2).map(|memory| memory.score), Some(-(WIN - 5)));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(0).expect("a small table");
        for key in 0..4 {
            table.store(key, 0, Memory { depth: 10 + key as i32, ..MEMORY });
        }
        table.store(99, 0, Memory { depth: 1, ..MEMORY });
        assert!(table.probe(0, 0).is_none() && table.probe(3, 0).is_some());
        table.next_age();
        table.next_age();
        table.store(100, 0, Memory { depth: 1, ..MEMORY });
        table.store(101, 0, Memory { depth: 1, ..MEMORY });
        assert!(table.probe(100, 0).is_some() && table.probe(101, 0).is_some());
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        assert_eq!(Table::new(usize::MAX).err(), Some(TableError { mebibytes: usize::MAX }));
        assert!(Table::new(usize::MAX >> 21).is_err());
    }

    #[test]
    fn threads_that_write_at_once_never_read_what_nobody_wrote() {
        let table = Table::new(0).expect("a small table");
        // Score and evaluation of an entry follow from its key; a torn entry would differ.
        let memory = |key: u64| Memory { score: key as Score, evaluation: -(key as Score), depth: 5, ..MEMORY };
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000u64 {
                        let key = (round * 7 + thread * 3) % 64;
                        table.store(key, 0, memory(key));
                        if let Some(found) = table.probe(key, 0) {
                            assert_eq!((found.score, found.evaluation), (key as Score, -(key as Score)));
                        }
                    }
                });
            }
        });
    }
}
