//! Looking at a table: how it stands for one asker, and what a listener hears first.

use schwarm_core::Side;

use super::hall::Listening;
use super::history::position_of;
use super::opponent::shown_name;
use super::secret::Secret;
use super::state::{EndingTold, GameState, Status};
use super::table::{Seated, Table};
use crate::words::Lang;

impl Table {
    /// What a listener hears who has heard of everything up to an event.
    pub(super) fn listen(&self, after: Option<u64>) -> Listening {
        let live = self.frames.subscribe();
        let history = &self.seated.history;
        // Whoever names no event wants to know how it stands: the last one tells.
        let after = after.or(history.seq().checked_sub(1));
        let count = after.map_or(1, |after| history.count_after(after));
        let recent = || self.recent.iter().skip(self.recent.len() - count).cloned().collect();
        match count <= self.recent.len() {
            true => Listening { past: recent(), missed: None, live: Some(live) },
            false => Listening { past: Vec::new(), missed: Some((history.clone(), after)), live: Some(live) },
        }
    }

    /// What the players are called in records.
    pub(super) fn names(&self) -> [String; 2] {
        self.seated.plan.names()
    }

    /// How the game stands, for whoever has these secrets.
    pub(super) fn state(&self, lang: Lang, secrets: &[Secret]) -> GameState {
        let Seated { id, plan, playing, history, status, .. } = &self.seated;
        let seat = plan.seat_of(secrets);
        let mut shown = position_of(playing.session(), &history.moves, *status == Status::Over);
        shown.last = history.moves.last().map(|told| told.last(lang));
        let link = plan.link(secrets).filter(|_| *status == Status::Waiting);
        let names = self.names();
        let name = |side: Side| shown_name(lang, &names[side.index()], seat == Some(side));
        GameState {
            id: *id,
            seq: history.seq(),
            status: *status,
            players: Side::BOTH.map(name),
            time: Some(playing.clock().control().to_string()),
            seat,
            clocks: self.clocks(),
            offers: self.offers,
            may: seat.map(|side| self.may(side)).unwrap_or_default(),
            join: link.map(|link| format!("/games/{id}/join/{link}")),
            moves: history.moves.iter().map(|told| told.tell(lang)).collect(),
            ending: playing.ending().map(|ending| EndingTold::of(lang, ending, shown.view.sides)),
            shown,
        }
    }
}
