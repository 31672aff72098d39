//! An event as it goes over the wire, in all languages.

use std::sync::Arc;

use axum::body::Bytes;
use schwarm_core::Session;
use schwarm_play::Ending;
use serde::Serialize;

use super::history::{Happening, What, position_of};
use super::state::{Clocks, EndingTold, MoveTold, Offers, Status};
use super::told::Told;
use crate::Position;
use crate::words::Lang;

/// A server-sent event, once for each language.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) texts: [Bytes; 3],
}

/// Where a game stands when something happens.
pub(crate) struct Scene<'a> {
    pub(crate) session: &'a dyn Session,
    pub(crate) moves: &'a [Arc<Told>],
    pub(crate) ending: Option<&'a Ending>,
}

#[derive(Serialize)]
struct Event<'a> {
    seq: u64,
    kind: &'static str,
    clocks: Option<Clocks>,
    offers: Offers,
    status: Status,
    ending: Option<EndingTold>,
    shown: &'a Position,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<MoveTold>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

/// Puts an event into words.
pub(crate) fn render(happening: &Happening, scene: &Scene<'_>) -> Frame {
    let mut shown = position_of(scene.session, scene.moves, scene.ending.is_some());
    let sides = shown.view.sides;
    let texts = Lang::ALL.map(|lang| {
        shown.last = scene.moves.last().map(|told| told.last(lang));
        let played = match &happening.what {
            What::Moved(told) => Some(told.tell(lang)),
            _ => None,
        };
        let url = match &happening.what {
            What::Rematch(url) => Some(url.as_str()),
            _ => None,
        };
        let event = Event {
            seq: happening.seq,
            kind: happening.what.kind(),
            clocks: happening.clocks,
            offers: happening.offers,
            status: happening.status,
            ending: scene.ending.map(|ending| EndingTold::of(lang, ending, sides)),
            shown: &shown,
            played,
            url,
        };
        event_text(Some(happening.seq), &event)
    });
    Frame { texts }
}

/// Something as a server-sent event. JSON has no line breaks, so it is one line of data.
pub(crate) fn event_text(seq: Option<u64>, data: &impl Serialize) -> Bytes {
    let mut text = seq.map_or_else(Vec::new, |seq| format!("id: {seq}\n").into_bytes());
    text.extend_from_slice(b"data: ");
    serde_json::to_writer(&mut text, data).expect("an event has nothing JSON cannot say");
    text.extend_from_slice(b"\n\n");
    text.into()
}
