//! Games that are only kept: finished ones, imported ones, and those that were broken off.

use schwarm_core::Side;
use schwarm_play::{GameEvent, GameRecord, PlayedMove};
use schwarm_store::{Shown, Store};

use super::hall::Listening;
use super::history::{number_of_try, position_of};
use super::opponent::shown_name;
use super::plan::PREFIX;
use super::revive::{Revived, Way, revive};
use super::state::{EndingTold, GameState, Offers, Status};
use crate::words::Lang;
use crate::{Kind, Trouble};

/// How a kept game stands.
pub(super) async fn look(store: &dyn Store, id: i64, lang: Lang) -> Result<GameState, Trouble> {
    let shown = find(store, id).await?;
    let time = shown.record.time;
    let revived = play_through(&shown)?;
    let (playing, history) = (&revived.line.playing, &revived.telling.history);
    let is_over = shown.record.ending.is_some() || playing.ending().is_some();
    let mut position = position_of(playing.session(), &history.moves, is_over);
    position.last = history.moves.last().map(|told| told.last(lang));
    let ending = shown.record.ending.as_ref().or(playing.ending());
    Ok(GameState {
        id,
        seq: history.seq(),
        status: if is_over { Status::Over } else { Status::Playing },
        players: shown.record.players.each_ref().map(|name| shown_name(lang, name, false)),
        time: time.map(|time| time.to_string()),
        seat: None,
        clocks: revived.line.clocks(None),
        offers: Offers::default(),
        may: Vec::new(),
        join: None,
        moves: history.moves.iter().map(|told| told.tell(lang)).collect(),
        ending: ending.map(|ending| EndingTold::of(lang, ending, position.view.sides)),
        shown: position,
    })
}

/// What happened in a kept game after an event.
pub(super) async fn listen(store: &dyn Store, id: i64, after: Option<u64>) -> Result<Listening, Trouble> {
    let history = play_through(&find(store, id).await?)?.telling.history;
    let seq = history.seq();
    // Without a number only the last event is wanted.
    let after = after.or(seq.checked_sub(1));
    Ok(Listening { past: Vec::new(), missed: Some((history, after)), live: None })
}

async fn find(store: &dyn Store, id: i64) -> Result<Shown, Trouble> {
    let shown = store.show(id).await.map_err(|error| Trouble::failed("a game could not be read", &error))?;
    shown.ok_or_else(|| Kind::Unknown.into())
}

fn play_through(shown: &Shown) -> Result<Revived, Trouble> {
    let rules = schwarm_catalog::open(&shown.record.game).map_err(|_| Kind::UnknownGame)?;
    let made;
    let events = match shown.events.is_empty() {
        true => {
            made = events_of(&shown.record);
            &made
        }
        false => &shown.events,
    };
    // Whoever plays here goes on counting when a friend has come.
    let is_ours = shown.row.of_match.as_ref().is_some_and(|name| name.starts_with(PREFIX));
    let first = if is_ours { 0 } else { number_of_try(shown.attempt) };
    revive(&*rules, events, Way { first, is_live: false })
        .map_err(|error| Trouble::failed("a game could not be played through", &error))
}

/// The events of a record from elsewhere, as far as they are known.
fn events_of(record: &GameRecord) -> Vec<GameEvent> {
    let started = GameEvent::Started {
        game: record.game.clone(),
        start: record.start.clone(),
        players: record.players.clone(),
        time: record.time.unwrap_or_default(),
    };
    let moved = |(ply, played): (u32, &PlayedMove)| GameEvent::Moved {
        ply,
        side: Side::One,
        played: played.clone(),
        left: None,
    };
    let ended = record.ending.clone().map(|ending| GameEvent::Ended { ending });
    [started].into_iter().chain((0..).zip(&record.moves).map(moved)).chain(ended).collect()
}
