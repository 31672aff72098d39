//! Writing a replay.

use schwarm_core::{Rulebook, Session};
use schwarm_play::{GameRecord, RecordError};

use crate::season::{ReadError, Season};
use crate::xml::Element;

/// The tag of a record that holds the id of its room.
pub(super) const ROOM_TAG: &str = "RoomId";

/// Why a game cannot be written as a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The game is not one of this season.
    #[error("a replay of {season} cannot hold a game of {game}")]
    Game {
        /// The official name of the season's game.
        season: &'static str,
        /// The game of the record.
        game: String,
    },
    /// The record cannot be played through.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A move cannot be said in the season's words.
    #[error(transparent)]
    Move(#[from] ReadError),
}

/// The text of a replay file.
///
/// # Errors
/// When the record is of another game, or cannot be played through.
pub fn write(season: Season, record: &GameRecord, rules: &dyn Rulebook) -> Result<String, WriteError> {
    if Season::of_game(&record.game) != Some(season) {
        return Err(WriteError::Game { season: season.game_type(), game: record.game.clone() });
    }
    let mut session = record.start.open(rules).map_err(RecordError::Start)?;
    let room = record.tags.get(ROOM_TAG).map_or("replay", String::as_str);
    let mut text = String::from("<protocol>");
    let mut add = |data: Element| Element::new("room").with("roomId", room).containing(data).write(&mut text, 0);
    add(season.memento(season.state_after(&*session, &record.players, None)));
    for (index, played) in record.moves.iter().enumerate() {
        let mover = session.side_to_move();
        let spelt = session.play(&played.text).map_err(|error| RecordError::Move { ply: index + 1, error })?;
        let last = season.move_of(&spelt, mover)?;
        add(season.memento(season.state_after(&*session, &record.players, Some(&last))));
    }
    if let Some(ending) = &record.ending {
        add(season.result(ending, &*session as &dyn Session, &record.players));
    }
    text.push_str("\n</protocol>");
    Ok(text)
}
