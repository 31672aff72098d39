//! A game in progress: the one place that judges legality, time and the end.

use std::time::Duration;

use schwarm_core::{MoveError, Rulebook, Session, Side};

use crate::{
    Choice, Clock, Ending, GameEvent, PlayedMove, SeatFault, Start, Termination, ThinkTime, TimeControl, TimeFault,
};

/// Characters of a player's remark that are kept.
const LONGEST_NOTE: usize = 2000;

/// A game between two players, from its start to its end. It takes what happens and says what
/// that means, as events; it waits for nobody and knows no time but the one it is told.
pub struct Playing {
    session: Box<dyn Session>,
    clock: Clock,
    started: GameEvent,
    /// Plies since the start of this game.
    ply: u32,
    ending: Option<Ending>,
}

impl Playing {
    /// A game that begins where the session stands.
    pub fn new(rules: &dyn Rulebook, session: Box<dyn Session>, players: [String; 2], time: TimeControl) -> Playing {
        let start = match session.moves().is_empty() {
            true => Start::of(rules, &*session),
            // A game from a line already played begins with that line's position.
            false => Start::Position(session.position()),
        };
        let started = GameEvent::Started { game: session.id(), start, players, time };
        let mut playing = Playing { session, clock: Clock::new(time), started, ply: 0, ending: None };
        playing.ending = playing.ending_by_rules();
        playing
    }

    /// The first event, and the last one too where the game is over as it begins.
    pub fn opening_events(&self) -> Vec<GameEvent> {
        let at_once = |ending: &Ending| self.ply == 0 && ending.termination == Termination::Rules;
        let ended = self.ending.clone().filter(at_once).map(|ending| GameEvent::Ended { ending });
        [self.started.clone()].into_iter().chain(ended).collect()
    }

    /// The first event.
    pub fn started(&self) -> &GameEvent {
        &self.started
    }

    /// The line played.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The clocks, to free a player from them.
    pub fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Who is to answer; `None` once the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.ending.is_none().then(|| self.session.side_to_move())
    }

    /// Time for the move to come.
    pub fn think_time(&self) -> ThinkTime {
        self.clock.think_time(self.session.side_to_move())
    }

    /// How long to wait for it.
    pub fn patience(&self) -> Option<Duration> {
        self.clock.patience(self.session.side_to_move())
    }

    /// How the game ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The player to move has answered after `spent`. The game moves on or ends.
    pub fn answer(&mut self, answer: Result<Choice, SeatFault>, spent: Duration) -> Vec<GameEvent> {
        let Some(side) = self.to_move() else { return Vec::new() };
        let choice = match answer {
            Ok(choice) => choice,
            Err(fault) => return self.end(Termination::of_fault(side, fault)).into_iter().collect(),
        };
        match self.judge(side, &choice.text, spent) {
            Ok(Ok(text)) => self.moved(side, text, choice, spent),
            Ok(Err(too_late)) => too_late,
            Err(error) => {
                let text = choice.text.chars().take(200).collect();
                self.end(Termination::IllegalMove { side, text, why: error.to_string() }).into_iter().collect()
            }
        }
    }

    /// The same for an answer that is a move, for whoever has own words for an illegal one: that is
    /// handed back, and [`end`](Playing::end) must follow.
    ///
    /// # Errors
    /// When the move was in time but is not legal. The line is then as it was.
    pub fn play(&mut self, choice: Choice, spent: Duration) -> Result<Vec<GameEvent>, MoveError> {
        let Some(side) = self.to_move() else { return Ok(Vec::new()) };
        Ok(match self.judge(side, &choice.text, spent)? {
            Ok(text) => self.moved(side, text, choice, spent),
            Err(too_late) => too_late,
        })
    }

    /// Plays a move that was in time and gives its standard spelling, or the end by one that was not.
    fn judge(&mut self, side: Side, text: &str, spent: Duration) -> Result<Result<String, Vec<GameEvent>>, MoveError> {
        if let Err(fault) = self.clock.spend(side, spent) {
            return Ok(Err(self.end(Termination::Time { side, fault }).into_iter().collect()));
        }
        self.session.play(text).map(Ok)
    }

    fn moved(&mut self, side: Side, text: String, choice: Choice, spent: Duration) -> Vec<GameEvent> {
        let Choice { score, depth, nodes, note, .. } = choice;
        // A record must be readable again: JSON has no endless numbers, and a player may talk a lot.
        let score = score.filter(|score| score.is_finite());
        let note = note.map(|note| note.chars().take(LONGEST_NOTE).collect());
        let played = PlayedMove { text, spent: Some(spent), score, depth, nodes, note };
        let left = self.clock.left(Side::One).zip(self.clock.left(Side::Two)).map(|(one, two)| [one, two]);
        let mut events = vec![GameEvent::Moved { ply: self.ply, side, played, left }];
        self.ply += 1;
        if let Some(ending) = self.ending_by_rules() {
            self.ending = Some(ending.clone());
            events.push(GameEvent::Ended { ending });
        }
        events
    }

    /// Takes moves back until `ply` are left; `None` where there is nothing to take back, or the game is over.
    /// Whether the players agree is for whoever runs the game to ask.
    pub fn take_back(&mut self, ply: u32) -> Option<GameEvent> {
        if ply >= self.ply || self.ending.is_some() {
            return None;
        }
        while self.ply > ply {
            self.session.undo();
            self.ply -= 1;
        }
        Some(GameEvent::TakenBack { ply })
    }

    /// The player to move has let all of its time pass.
    pub fn out_of_time(&mut self) -> Option<GameEvent> {
        let side = self.to_move()?;
        self.end(Termination::Time { side, fault: TimeFault::None })
    }

    /// Ends the game; `None` if it is over already: the first fault counts.
    ///
    /// The one to blame loses. Nobody wins an aborted game; an adjudicated one goes to whoever
    /// leads by the game's own score.
    pub fn end(&mut self, termination: Termination) -> Option<GameEvent> {
        let winner = match (&termination, termination.offender()) {
            (_, Some(offender)) => Some(offender.other()),
            (Termination::Adjudication { .. }, None) => leader(&*self.session),
            _ => None,
        };
        self.end_for(termination, winner)
    }

    /// Ends the game with a given winner.
    pub fn end_for(&mut self, termination: Termination, winner: Option<Side>) -> Option<GameEvent> {
        if self.ending.is_some() {
            return None;
        }
        let mut scores = self.session.scores(winner);
        let without_points = match &termination {
            Termination::Abort { .. } => [true, true],
            _ => Side::BOTH.map(|side| termination.offender() == Some(side)),
        };
        for side in Side::BOTH.into_iter().filter(|side| without_points[side.index()]) {
            scores[side.index()] = scores[side.index()].zeroed();
        }
        let ending = Ending { termination, winner, scores, outcome: None };
        self.ending = Some(ending.clone());
        Some(GameEvent::Ended { ending })
    }

    fn ending_by_rules(&self) -> Option<Ending> {
        let outcome = self.session.outcome()?;
        Some(Ending {
            termination: Termination::Rules,
            winner: outcome.winner,
            scores: outcome.scores,
            outcome: Some(outcome),
        })
    }
}

/// Who leads by the game's own score, victory points left aside.
pub(crate) fn leader(session: &dyn Session) -> Option<Side> {
    let [one, two] = session.scores(None);
    match one.parts()[1..].cmp(&two.parts()[1..]) {
        std::cmp::Ordering::Greater => Some(Side::One),
        std::cmp::Ordering::Less => Some(Side::Two),
        std::cmp::Ordering::Equal => None,
    }
}
