//! A seat at which a foreign engine sits.
//!
//! The engine is spoken to through a [`Talk`]; who starts the process and keeps it in bounds is
//! somebody else's business. Each turn is one piece of text: what was played since the last turn,
//! and the question for the best move. So a turn costs one round trip.
//!
//! What must hold: a future that was dropped loses nothing. Answers that are still to come are
//! read before the next question, and what the engine's board holds is always known, or is told
//! to it anew.
//!
//! Not here: judging the move, the clock, the process. Timeouts at the start of a game run on
//! tokio's clock, so that seats must be used on a tokio runtime with time.

mod line;
mod think;

use std::time::Duration;

use schwarm_core::Session;
use schwarm_play::{Choice, Doing, Ending, GameEvent, Seat, SeatFault, Talk, Turn};
use tokio::time::timeout;

use crate::wire::{Answer, Command, Expansions, Info, Report};

use line::{Asked, Line};
use think::Thinker;
pub use think::Thinking;

/// How an engine is treated.
#[derive(Clone, Debug, PartialEq)]
pub struct HostConfig {
    /// Options to set when the engine starts: names and values.
    pub options: Vec<(String, String)>,
    /// How long it may take to get ready for a game: to start, to take its options, to finish what
    /// it was still thinking about, and to set up the board.
    pub patience: Duration,
    /// After so long without a word it is asked who it is.
    pub ask_after: Duration,
    /// How it is told when to answer.
    pub thinking: Thinking,
    /// What is kept of its time for the way of question and answer; a quarter of it at most.
    pub margin: Duration,
    /// Its time for a move where the game has no clock.
    pub untimed: Duration,
}

impl Default for HostConfig {
    fn default() -> HostConfig {
        HostConfig {
            options: Vec::new(),
            patience: Duration::from_secs(10),
            ask_after: Duration::from_secs(1),
            thinking: Thinking::default(),
            margin: Duration::from_millis(50),
            untimed: Duration::from_secs(5),
        }
    }
}

/// A foreign engine at a game.
pub struct UhpSeat {
    name: String,
    config: HostConfig,
    line: Line,
    thinker: Thinker,
    info: Info,
    /// Getting it ready has begun; if it never ended, nobody knows what it has understood.
    started: bool,
    /// It has introduced itself and taken its options.
    ready: bool,
    /// What its board holds once it has answered everything: plies played, and the position's key.
    board: Option<(usize, u64)>,
}

impl UhpSeat {
    /// A seat for an engine; it is first spoken to when a game begins.
    pub fn new(name: impl Into<String>, talk: Box<dyn Talk>, config: HostConfig) -> UhpSeat {
        UhpSeat {
            name: name.into(),
            line: Line::new(talk),
            thinker: Thinker::new(&config),
            info: Info::default(),
            started: false,
            ready: false,
            board: None,
            config,
        }
    }

    /// What the engine says about itself; nothing before its first game.
    pub fn info(&self) -> &Info {
        &self.info
    }

    async fn get_ready(&mut self, session: &dyn Session) -> Result<(), SeatFault> {
        self.start().await?;
        self.drain().await?;
        let (text, expansions) = new_game(session)?;
        self.set_board(session);
        self.line.ask(text, &[Asked::NewGame]).await?;
        let (_, answer) = self.line.answer().await?;
        match answer.refusal {
            None => Ok(()),
            Some(refusal) => {
                self.board = None;
                let known = self.info.expansions;
                let hint = match expansions.within(known) {
                    true => String::new(),
                    false => format!(" (of the expansions it names \"{known}\" only)"),
                };
                Err(self.line.silence(&format!("the engine refused the game{hint}: {refusal}")))
            }
        }
    }

    async fn start(&mut self) -> Result<(), SeatFault> {
        if self.ready {
            return Ok(());
        }
        if self.started {
            return Err(self.line.crash("the engine never got ready"));
        }
        self.started = true;
        self.introduce().await?;
        self.set_options().await?;
        self.ready = true;
        Ok(())
    }

    async fn introduce(&mut self) -> Result<(), SeatFault> {
        self.line.expect(Asked::Info);
        let answer = match timeout(self.config.ask_after, self.line.answer()).await {
            Ok(answer) => answer?,
            Err(_) => {
                if !self.line.hears_something() {
                    self.line.ask_who().await?;
                }
                self.line.answer().await?
            }
        };
        self.info = answer.1.info;
        Ok(())
    }

    async fn set_options(&mut self) -> Result<(), SeatFault> {
        if self.config.options.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        for (name, value) in &self.config.options {
            let (name, value) = (name.trim(), value.trim());
            if name.is_empty() || value.is_empty() || format!("{name}{value}").contains(char::is_control) {
                return Err(SeatFault::Crash(format!(
                    "option {name:?} cannot be set to {value:?}: no line can say that"
                )));
            }
            text.push_str(&format!("{}\n", Command::SetOption(name, value)));
        }
        let asked: Vec<Asked> = (0..self.config.options.len()).map(Asked::Option).collect();
        self.line.ask(text, &asked).await?;
        for (name, value) in self.config.options.clone() {
            let (_, answer) = self.line.answer().await?;
            if let Some(refusal) = answer.refusal {
                let why = format!("the engine refused to set option {name:?} to {value:?}: {refusal}");
                return Err(self.line.crash(&why));
            }
        }
        Ok(())
    }

    /// Reads what is still to come of earlier questions.
    async fn drain(&mut self) -> Result<(), SeatFault> {
        while self.line.is_waiting() {
            let (asked, answer) = self.line.answer().await?;
            if asked.moves_the_board() && answer.refusal.is_some() {
                self.board = None;
            }
        }
        Ok(())
    }

    /// The commands that bring the engine's board to where the session stands.
    fn catch_up(&self, session: &dyn Session, asked: &mut Vec<Asked>) -> Result<String, SeatFault> {
        let known = self.board.filter(|&(played, key)| session.key_after(played) == Some(key));
        let Some((played, _)) = known else {
            asked.push(Asked::NewGame);
            return Ok(new_game(session)?.0);
        };
        let mut text = String::with_capacity(96);
        for mv in session.moves_after(played) {
            text.push_str("play ");
            text.push_str(&mv);
            text.push('\n');
            asked.push(Asked::Play);
        }
        Ok(text)
    }

    fn set_board(&mut self, session: &dyn Session) {
        self.board = Some((session.turn() as usize, session.key()));
    }

    async fn find_move(&mut self, turn: Turn<'_>) -> Result<Choice, SeatFault> {
        self.start().await?;
        self.drain().await?;
        let mut asked = Vec::with_capacity(3);
        let mut text = self.catch_up(turn.session, &mut asked)?;
        self.set_board(turn.session);
        loop {
            text.push_str(&format!("{}\n", Command::BestMove(self.thinker.measure(&turn.time))));
            asked.push(Asked::BestMove);
            self.line.ask(std::mem::take(&mut text), &asked).await?;
            for _ in 0..asked.len() - 1 {
                let (_, answer) = self.line.answer().await?;
                if let Some(refusal) = answer.refusal {
                    self.board = None;
                    return Err(self.line.silence(&format!("the engine refused a legal move or game: {refusal}")));
                }
            }
            let (_, answer) = self.line.answer().await?;
            match &answer.refusal {
                None => return self.choice(answer),
                // Not every engine reads fractions of a second.
                Some(_) if self.thinker.speaks_plainer(&turn.time) => asked.clear(),
                Some(refusal) => return Err(self.line.silence(&format!("the engine finds no move: {refusal}"))),
            }
        }
    }

    fn choice(&self, answer: Answer) -> Result<Choice, SeatFault> {
        if answer.last.is_empty() {
            return Err(self.line.silence("the engine named no move"));
        }
        let report = answer.before.as_deref().and_then(Report::read);
        let (score, depth) = report.map_or((None, None), |report| (Some(report.score), Some(report.depth)));
        Ok(Choice { text: answer.last, score, depth, nodes: None, note: None })
    }
}

/// The command that sets up a session's game, and the expansions it takes.
fn new_game(session: &dyn Session) -> Result<(String, Expansions), SeatFault> {
    let game = session.position();
    let expansions = game.split_once(';').and_then(|(kind, _)| Expansions::of_game_type(kind)).ok_or_else(|| {
        let what = "the Universal Hive Protocol knows games of official Hive from the first move on";
        SeatFault::Left(format!("{what}, not this position of {}", session.id()))
    })?;
    // Every engine knows the bare game type.
    let game = if session.turn() == 0 { expansions.game_type() } else { game };
    Ok((format!("{}\n", Command::NewGame(&game)), expansions))
}

impl Seat for UhpSeat {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin<'a>(&'a mut self, _: &'a GameEvent, session: &'a dyn Session) -> Doing<'a, ()> {
        Box::pin(async move {
            match timeout(self.config.patience, self.get_ready(session)).await {
                Ok(done) => done,
                Err(_) => {
                    let what = self.line.waits_for();
                    Err(self
                        .line
                        .silence(&format!("the engine was not ready within {:?}: {what}", self.config.patience)))
                }
            }
        })
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        Box::pin(self.find_move(turn))
    }

    fn end<'a>(&'a mut self, _: &'a Ending) -> Doing<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        Box::pin(self.line.leave())
    }
}
