//! What persons do in a game.

use std::time::Instant;

use schwarm_core::Side;
use schwarm_play::{Choice, GameEvent, JournalError, Termination, TimeControl};
use serde::Serialize;

use super::history::What;
use super::opponent::Opponent;
use super::state::{Offers, Status};
use super::table::Table;
use crate::speech::{DRAW_AGREED, RESIGNED};
use crate::{Kind, Trouble};

/// Something a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Plays a move, in the position after so many plies.
    Move(String, Option<u32>),
    /// Gives up.
    Resign,
    /// Offers or accepts a draw; declines or withdraws one.
    Draw(bool),
    /// The same for taking back.
    TakeBack(bool),
    /// The same for another game.
    Rematch(bool),
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Done {
    /// Number of the last event.
    pub(crate) seq: u64,
    /// Whether a bot accepted what was offered to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) accepted: Option<bool>,
    /// Where the next game is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
}

/// Events of a game after which nothing is taken back any more: a game must not grow for ever.
const MOST_EVENTS: u32 = 10_000;

type Acted = Result<Result<Done, Trouble>, JournalError>;

impl Table {
    /// Does what a person wants, if that can be done.
    pub(super) async fn act(&mut self, side: Side, deed: Deed) -> Acted {
        let status = self.seated.status;
        match (deed, status) {
            (Deed::Rematch(accept), Status::Over) => self.rematch(side, accept).await,
            (Deed::Rematch(_), _) => Ok(Err(Kind::BadRequest.into())),
            (_, Status::Over) => Ok(Err(Kind::GameOver.into())),
            (Deed::Resign, Status::Waiting) => {
                let why = "nobody came".to_string();
                self.end(Termination::Abort { why }, None).await
            }
            (_, Status::Waiting) => Ok(Err(Kind::NotYourTurn.into())),
            (Deed::Move(text, ply), _) => self.play(side, text, ply).await,
            (Deed::Resign, _) => {
                let why = RESIGNED.to_string();
                self.end(Termination::Left { side, why }, Some(side.other())).await
            }
            (Deed::Draw(accept), _) => self.draw(side, accept).await,
            (Deed::TakeBack(accept), _) => self.take_back(side, accept).await,
        }
    }

    /// Whether a deed begins a game with a program in it.
    pub(super) fn would_start_a_program(&self, deed: &Deed) -> bool {
        *deed == Deed::Rematch(true) && matches!(self.seated.plan.bot(), Some((_, Opponent::Bot(_))))
    }

    /// What a person can do now.
    pub(super) fn may(&self, side: Side) -> Vec<&'static str> {
        match self.seated.status {
            Status::Waiting => vec!["resign"],
            Status::Over => vec!["rematch"],
            Status::Playing => {
                let is_turn = self.seated.playing.to_move() == Some(side);
                let can_take_back = self.last_own_ply(side).is_some();
                let all = [(is_turn, "move"), (true, "resign"), (true, "draw"), (can_take_back, "take-back")];
                all.into_iter().filter_map(|(can, name)| can.then_some(name)).collect()
            }
        }
    }

    fn done(&self) -> Done {
        Done { seq: self.seated.history.seq(), ..Done::default() }
    }

    async fn play(&mut self, side: Side, text: String, ply: Option<u32>) -> Acted {
        let playing = &mut self.seated.playing;
        if ply.is_some_and(|ply| ply as usize != self.seated.history.moves.len()) {
            return Ok(Err(Kind::Stale.into()));
        }
        if playing.to_move() != Some(side) {
            return Ok(Err(Kind::NotYourTurn.into()));
        }
        // A slip of the hand costs nothing, not even the time it took.
        if let Err(error) = playing.session().check(&text) {
            return Ok(Err(Trouble::of_move(&playing.session().id(), error)));
        }
        let before = playing.session().view();
        let events = match playing.play(Choice::plain(text), self.turn_began.elapsed()) {
            Ok(events) => events,
            Err(error) => return Ok(Err(Trouble::of_move(&playing.session().id(), error))),
        };
        self.store(&events).await?;
        self.tell_events(&before, events);
        self.ask_bot();
        Ok(Ok(self.done()))
    }

    async fn end(&mut self, termination: Termination, winner: Option<Side>) -> Acted {
        let before = self.seated.playing.session().view();
        let events: Vec<GameEvent> = self.seated.playing.end_for(termination, winner).into_iter().collect();
        self.store(&events).await?;
        self.tell_events(&before, events);
        Ok(Ok(self.done()))
    }

    /// Tells of a changed offer.
    fn offer(&mut self, offers: Offers) -> Acted {
        if !self.seated.history.has_room() {
            return Ok(Err(Kind::TooMany.into()));
        }
        if offers != self.offers {
            self.offers = offers;
            self.tell(What::Offer);
        }
        Ok(Ok(self.done()))
    }

    async fn draw(&mut self, side: Side, accept: bool) -> Acted {
        let agreed = Termination::Adjudication { why: DRAW_AGREED.to_string() };
        if let Some(bot) = &self.bot {
            // Even or worse for the bot, by its own judgement.
            let accepted = accept && bot.score.is_some_and(|score| score <= 0.0);
            let done = if accepted { self.end(agreed, None).await? } else { Ok(self.done()) };
            return Ok(done.map(|done| Done { accepted: Some(accepted), ..done }));
        }
        match (self.offers.draw, accept) {
            (Some(by), true) if by != side => self.end(agreed, None).await,
            (None, true) => self.offer(Offers { draw: Some(side), ..self.offers }),
            (Some(_), true) => Ok(Ok(self.done())),
            (_, false) => self.offer(Offers { draw: None, ..self.offers }),
        }
    }

    async fn take_back(&mut self, side: Side, accept: bool) -> Acted {
        match (self.offers.take_back, accept) {
            (_, true) if self.bot.is_some() => self.go_back(side).await,
            (Some(by), true) if by != side => self.go_back(by).await,
            (None, true) if self.last_own_ply(side).is_none() => Ok(Err(Kind::BadRequest.into())),
            (None, true) => self.offer(Offers { take_back: Some(side), ..self.offers }),
            (Some(_), true) => Ok(Ok(self.done())),
            (_, false) => self.offer(Offers { take_back: None, ..self.offers }),
        }
    }

    /// Goes back to the last turn of a side. A bot that thinks meanwhile thinks for nothing.
    async fn go_back(&mut self, side: Side) -> Acted {
        let Some(ply) = self.last_own_ply(side) else { return Ok(Err(Kind::BadRequest.into())) };
        if self.seated.history.next_stored() >= MOST_EVENTS {
            return Ok(Err(Kind::TooMany.into()));
        }
        self.charge();
        let before = self.seated.playing.session().view();
        let events: Vec<GameEvent> = self.seated.playing.take_back(ply).into_iter().collect();
        self.store(&events).await?;
        if let Some(bot) = &mut self.bot {
            bot.start_over();
        }
        self.turn_began = Instant::now();
        self.tell_events(&before, events);
        self.ask_bot();
        Ok(Ok(self.done()))
    }

    /// Plies before the last move of a side.
    fn last_own_ply(&self, side: Side) -> Option<u32> {
        self.seated.history.moves.iter().rfind(|told| told.side == side).map(|told| told.ply)
    }

    /// Time that was thought away is gone, whatever is taken back.
    fn charge(&mut self) {
        let playing = &mut self.seated.playing;
        let Some(side) = playing.to_move() else { return };
        if let (TimeControl::Total { .. }, Some(left)) = (playing.clock().control(), playing.clock().left(side)) {
            playing.clock_mut().restore(side, left.saturating_sub(self.turn_began.elapsed()));
        }
    }

    async fn rematch(&mut self, side: Side, accept: bool) -> Acted {
        if let Some(next) = self.next_game {
            return Ok(Ok(Done { url: Some(format!("/games/{next}")), ..self.done() }));
        }
        match (self.offers.rematch, accept) {
            (_, true) if self.bot.is_some() => self.begin_next().await,
            (Some(by), true) if by != side => self.begin_next().await,
            (None, true) => self.offer(Offers { rematch: Some(side), ..self.offers }),
            (Some(_), true) => Ok(Ok(self.done())),
            (_, false) => self.offer(Offers { rematch: None, ..self.offers }),
        }
    }

    async fn begin_next(&mut self) -> Acted {
        let (plan, started) = (self.seated.plan.swapped(), self.seated.playing.started().clone());
        let made = match self.hall.rematch(plan, &started).await {
            Ok(id) => id,
            Err(trouble) => return Ok(Err(trouble)),
        };
        let url = format!("/games/{made}");
        self.next_game = Some(made);
        self.offers = Offers::default();
        self.tell(What::Rematch(url.clone()));
        Ok(Ok(Done { url: Some(url), ..self.done() }))
    }
}
