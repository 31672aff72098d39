//! Openings that were thought about beforehand: for a position the move to play, without a search.
//!
//! Positions are told apart by their shape, so however the board is turned and mirrored, wherever it lies and whichever of
//! alike pieces stand on it, it is one entry. A move has no such name; it is known by the shape it leads to.
//!
//! Read `growing` for how a book comes about.
//!
//! What must hold: a book that was damaged is refused whole; a move it names is legal.
//! Not here: when to look into it (`mind`).

mod growing;
#[cfg(test)]
mod tests;

use schwarm_core::{Game, Ruleset, shape_of};

use crate::selfplay::record::hash;
pub use growing::{Growth, Plan, grow};

/// What a file begins with.
const MAGIC: &[u8; 16] = b"schwarm book 1\n\0";

/// Bytes of an entry.
const ENTRY: usize = 8;

/// Bits of a shape that an entry has no room for.
const CUT: u32 = 24;

/// Why a book cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// Something else.
    #[error("this is no opening book")]
    Foreign,
    /// Not all of it is there, or more than that.
    #[error("the opening book says it has {said} bytes and has {has}")]
    Length {
        /// By its header.
        said: u64,
        /// What there is.
        has: u64,
    },
    /// Some of it changed.
    #[error("the opening book is damaged: its checksum is wrong")]
    Damaged,
}

/// An opening book, of one or several games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// How it came about, a line for each game.
    pub card: String,
    /// Plies after which there are no more entries.
    deepest: u32,
    /// By key, without doubles.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The shape, as far as there is room for it.
    key: u64,
    /// The end of the shape that the move leads to.
    mark: u16,
    /// The chance of the side to move, of 255.
    chance: u8,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// The chance of the side that plays it to win, a draw counted half.
    pub chance: f64,
}

/// Something to be written into a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The shape of the position.
    pub shape: u64,
    /// Plies played before it.
    pub turn: u32,
    /// The shape that the move leads to.
    pub next: u64,
    /// The chance of the side to move.
    pub chance: f64,
}

impl Book {
    /// A book of such advice; of two for one position the first one is kept.
    pub fn new(card: String, advice: &[Advice]) -> Book {
        let mut entries: Vec<Entry> = advice
            .iter()
            .map(|advice| Entry {
                key: advice.shape >> CUT,
                mark: advice.next as u16,
                chance: (advice.chance.clamp(0.0, 1.0) * 255.0).round() as u8,
            })
            .collect();
        entries.sort_by_key(|entry| entry.key);
        entries.dedup_by_key(|entry| entry.key);
        Book { card, deepest: advice.iter().map(|advice| advice.turn).max().unwrap_or(0), entries }
    }

    /// Positions in it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The move for a position, if it has one.
    pub fn find<R: Ruleset>(&self, rules: &R, state: &R::State) -> Option<BookMove<<R::State as Game>::Move>> {
        if self.entries.is_empty() || state.turn() > self.deepest {
            return None;
        }
        let key = shape_of(rules, state) >> CUT;
        let found = self.entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
        let Entry { mark, chance, .. } = self.entries[found];
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let mut after = state.clone();
        let leads_there = |&mv: &<R::State as Game>::Move| {
            let undo = after.play(mv);
            let shape = shape_of(rules, &after);
            after.undo(mv, undo);
            shape as u16 == mark
        };
        let mv = moves.into_iter().find(leads_there)?;
        Some(BookMove { mv, chance: f64::from(chance) / 255.0 })
    }

    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.card.len() as u32).to_le_bytes());
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        bytes.extend(self.deepest.to_le_bytes());
        bytes.extend(self.card.as_bytes());
        for Entry { key, mark, chance } in &self.entries {
            bytes.extend(&key.to_le_bytes()[..5]);
            bytes.extend(mark.to_le_bytes());
            bytes.push(*chance);
        }
        bytes.extend(hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Book::to_bytes) wrote.
    ///
    /// # Errors
    /// For anything else.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let (head, rest) = bytes.split_at_checked(MAGIC.len() + 12).ok_or(BookError::Foreign)?;
        let (magic, numbers) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(BookError::Foreign);
        }
        let [card, count, deepest] = [0, 1, 2].map(|at| {
            let number = &numbers[4 * at..][..4];
            u32::from_le_bytes([number[0], number[1], number[2], number[3]])
        });
        let said = head.len() as u64 + u64::from(card) + u64::from(count) * ENTRY as u64 + 8;
        if said != bytes.len() as u64 {
            return Err(BookError::Length { said, has: bytes.len() as u64 });
        }
        let (body, checksum) = bytes.split_at(bytes.len() - 8);
        if hash(body).to_le_bytes() != checksum {
            return Err(BookError::Damaged);
        }
        let (card, entries) = rest[..rest.len() - 8].split_at(card as usize);
        let entries = entries.chunks_exact(ENTRY).map(|entry| {
            let mut key = [0; 8];
            key[..5].copy_from_slice(&entry[..5]);
            let mark = u16::from_le_bytes([entry[5], entry[6]]);
            Entry { key: u64::from_le_bytes(key), mark, chance: entry[7] }
        });
        let entries: Vec<Entry> = entries.collect();
        if !entries.is_sorted_by(|a, b| a.key < b.key) {
            return Err(BookError::Damaged);
        }
        Ok(Book { card: String::from_utf8_lossy(card).into_owned(), deepest, entries })
    }

    /// This book with the positions of another one that it does not have.
    #[must_use]
    pub fn with(mut self, other: Book) -> Book {
        self.card += &other.card;
        self.deepest = self.deepest.max(other.deepest);
        self.entries.extend(other.entries);
        self.entries.sort_by_key(|entry| entry.key);
        self.entries.dedup_by_key(|entry| entry.key);
        self
    }
}
