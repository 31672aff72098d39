//! The scene of an input: which game, how far it has come, and how the bytes are read.
//!
//! Byte 0 picks the game, byte 1 is the seed, byte 2 holds the plies played at random (six bits)
//! and the reading (two bits). Missing bytes are zero, so that every input is a scene.

use schwarm_core::{Rng, Rulebook, Session, Setup};

use super::texts::{edit, sentence, texts_of, words_of};

/// Most plies played before the input is tried.
const MOST_PLIES: u8 = 1 << 6;

/// How bytes become a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As they are.
    Plain,
    /// Each byte a word of the game.
    Sentence,
    /// Edits of a text the game wrote.
    Edits,
}

impl Reading {
    /// All readings.
    pub const ALL: [Reading; 3] = [Reading::Plain, Reading::Sentence, Reading::Edits];

    pub(super) fn of(header: [u8; 3]) -> Reading {
        match header[2] / MOST_PLIES {
            0 => Reading::Plain,
            1 => Reading::Sentence,
            _ => Reading::Edits,
        }
    }

    /// Makes a text of bytes; `near` is what edits start from.
    pub(super) fn text(self, body: &[u8], near: &str, words: impl FnOnce() -> Vec<String>) -> String {
        match self {
            Reading::Plain => String::from_utf8_lossy(body).into_owned(),
            Reading::Sentence => sentence(body, &words()),
            Reading::Edits => edit(near, body, &words()),
        }
    }
}

/// A game somewhere in its course, and the bytes to try on it.
pub struct Scene<'a> {
    /// The rules of the game.
    pub rules: Box<dyn Rulebook>,
    /// The game, after some random plies.
    pub session: Box<dyn Session>,
    pub(super) seed: u8,
    reading: Reading,
    body: &'a [u8],
}

impl<'a> Scene<'a> {
    /// The header of a scene.
    pub fn header(game: u8, seed: u8, plies: u8, reading: Reading) -> [u8; 3] {
        [game, seed, plies % MOST_PLIES + MOST_PLIES * reading as u8]
    }

    /// Sets the scene of an input.
    ///
    /// # Errors
    /// When a game refuses its own id, setup or move.
    pub fn set(data: &'a [u8]) -> Result<Scene<'a>, String> {
        let (header, body) = split(data);
        let [game, seed, plies] = header;
        let ids = super::ids();
        let id = &ids[usize::from(game) % ids.len()];
        let rules = crate::open(id).map_err(|error| format!("{id}: {error}"))?;
        let mut rng = Rng::new(u64::from(seed));
        let mut session = rules.start(Setup::Seed(rng.next_u64())).map_err(|error| format!("{id}: {error}"))?;
        for _ in 0..plies % MOST_PLIES {
            let Some(mv) = session.random_move(&mut rng) else { break };
            session.play(&mv).map_err(|error| format!("{id}: its own move {mv:?} was refused: {error}"))?;
        }
        Ok(Scene { rules, session, seed, reading: Reading::of(header), body })
    }

    /// The text of the input; `near` is what edits start from.
    pub(super) fn text(&self, near: &str) -> String {
        let words = || words_of(texts_of(&*self.session).iter().map(String::as_str));
        self.reading.text(self.body, near, words)
    }
}

/// Header and body of an input.
pub(super) fn split(data: &[u8]) -> ([u8; 3], &[u8]) {
    let (head, body) = data.split_at(data.len().min(3));
    let mut header = [0; 3];
    header[..head.len()].copy_from_slice(head);
    (header, body)
}
