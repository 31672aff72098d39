//! Moves in words, in all languages at once: they are put into words when they are played, not when they are read.

use std::sync::Arc;
use std::time::Duration;

use schwarm_core::view::BoardView;
use schwarm_core::{MoveError, Session, Side};
use schwarm_play::PlayedMove;

use super::state::MoveTold;
use crate::LastMove;
use crate::speech;
use crate::words::Lang;

/// A move that was played, in all languages.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) side: Side,
    pub(crate) ply: u32,
    pub(crate) played: PlayedMove,
    words: [String; 3],
}

impl Told {
    /// Puts a move into words.
    pub(crate) fn new(before: &BoardView, after: &BoardView, ply: u32, played: PlayedMove) -> Told {
        let words = Lang::ALL.map(|lang| speech::move_words(lang, before, after, &played.text));
        Told { side: before.to_move, ply, played, words }
    }

    /// In one language.
    pub(crate) fn tell(&self, lang: Lang) -> MoveTold {
        let millis = |spent: Duration| u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
        MoveTold {
            ply: self.ply,
            text: self.played.text.clone(),
            words: self.words[lang as usize].clone(),
            spent: self.played.spent.map(millis),
            note: self.played.note.clone(),
        }
    }

    /// As the move that led to a position.
    pub(crate) fn last(&self, lang: Lang) -> LastMove {
        LastMove { text: self.played.text.clone(), words: self.words[lang as usize].clone() }
    }
}

/// Plays moves and puts them into words.
///
/// # Errors
/// The first move that is not legal.
pub(crate) fn walk<'m>(
    session: &mut dyn Session,
    moves: impl IntoIterator<Item = &'m PlayedMove>,
) -> Result<Vec<Arc<Told>>, MoveError> {
    let mut told = Vec::new();
    let mut before = session.view();
    for (ply, played) in (0..).zip(moves) {
        let text = session.play(&played.text)?;
        let after = session.view();
        told.push(Arc::new(Told::new(&before, &after, ply, PlayedMove { text, ..played.clone() })));
        before = after;
    }
    Ok(told)
}
