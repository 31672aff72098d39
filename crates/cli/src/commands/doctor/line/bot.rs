//! A line bot that is asked turn by turn, with an end to every wait.
//!
//! Stray lines are kept aside and do not fail the check at hand: one of the checks is about them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use schwarm_core::{Session, Side};
use schwarm_line::wire::{self, Ask, End, FromBot, Hello};
use schwarm_play::{Effort, Ending, Talk, ThinkTime, TimeControl};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::super::finding::Ill;
use super::super::ward::Ward;
use super::super::words::{clip, took};

/// Stray lines that are kept.
const KEPT_NOISE: usize = 20;

/// A running bot.
pub struct LineBot {
    talk: Box<dyn Talk>,
    patience: Duration,
    /// Number of the last question.
    pub asked: u64,
    /// The id of its last answer.
    answered: Option<u64>,
    /// What it calls itself.
    pub name: Option<String>,
    /// Lines that mean nothing.
    pub noise: Vec<String>,
    /// Whether messages carry fields nobody knows.
    pub with_more: bool,
}

/// An answer to a turn.
pub struct Answered {
    /// The move as it stands; `None` if the bot resigned.
    pub text: Option<String>,
    /// The number of the question, where it was repeated.
    pub id: Option<u64>,
    /// From the question to the answer.
    pub took: Duration,
}

impl LineBot {
    /// Starts the bot.
    ///
    /// # Errors
    /// When that fails.
    pub fn start(ward: &Ward<'_>) -> Result<LineBot, Ill> {
        let (talk, patience) = (ward.start()?, ward.dose.answer);
        Ok(LineBot { talk, patience, asked: 0, answered: None, name: None, noise: Vec::new(), with_more: false })
    }

    async fn say(&mut self, message: &impl Serialize) -> Result<(), Ill> {
        let mut message = serde_json::to_value(message).unwrap_or_default();
        if let (true, Value::Object(fields)) = (self.with_more, &mut message) {
            fields.insert("zukunft".to_string(), json!({ "liste": [1, null, { "x": -0.5 }], "text": "\u{1f41d}" }));
            fields.insert("hint".to_string(), Value::Null);
        }
        match timeout(self.patience, self.talk.say(&wire::line(&message))).await {
            Ok(said) => Ok(said?),
            Err(_) => Err(Ill::new(format!("does not read what it is told: waited {}", took(self.patience)))),
        }
    }

    /// A game begins.
    ///
    /// # Errors
    /// When the bot is gone.
    pub async fn hello(&mut self, session: &dyn Session, side: Side, time: TimeControl) -> Result<(), Ill> {
        let info = session.info();
        let mut players = ["the patient".to_string(), "the doctor".to_string()];
        if side == Side::Two {
            players.swap(0, 1);
        }
        self.say(&Hello {
            hello: "schwarm".to_string(),
            version: wire::VERSION,
            game: info.id.to_string(),
            options: wire::options(info, &session.id()),
            sides: info.sides.map(str::to_string),
            side: Some(info.sides[side.index()].to_string()),
            players,
            clock: time.into(),
            settings: BTreeMap::new(),
        })
        .await
    }

    /// A turn.
    ///
    /// # Errors
    /// When no answer comes.
    pub async fn ask(&mut self, session: &dyn Session, time: ThinkTime) -> Result<Answered, Ill> {
        self.asked += 1;
        self.say(&Ask::new(self.asked, session, time, Effort::default())).await?;
        let begun = Instant::now();
        let patience = time.limit.unwrap_or_default() + self.patience;
        loop {
            let left = patience.saturating_sub(begun.elapsed());
            // A bot that never stops talking is never late for a timeout alone.
            let heard = if left.is_zero() { None } else { timeout(left, self.talk.hear()).await.ok() };
            let Some(line) = heard else {
                let ill = Ill::new(format!("no answer to a turn within {}", took(patience)));
                return Err(match self.noise.last() {
                    Some(line) => ill.with(format!("the last stray line: {line}")),
                    None => ill,
                });
            };
            match self.take(&line?) {
                // One answer too many to the turn before, as its id says.
                Some(FromBot::Move { id: id @ Some(_), .. }) if id == self.answered => {}
                Some(FromBot::Move { choice, id }) => {
                    self.answered = id;
                    return Ok(Answered { text: Some(choice.text), id, took: begun.elapsed() });
                }
                Some(FromBot::Resign) => return Ok(Answered { text: None, id: None, took: begun.elapsed() }),
                _ => {}
            }
        }
    }

    /// A turn whose answer must be a legal move; it is returned as the game spells it.
    ///
    /// # Errors
    /// When it is none.
    pub async fn ask_move(&mut self, session: &dyn Session, time: ThinkTime) -> Result<(String, Answered), Ill> {
        let answered = self.ask(session, time).await?;
        match &answered.text {
            None => Err(Ill::new("resigned in a game that was not lost")),
            Some(text) => Ok((legal(session, text)?, answered)),
        }
    }

    /// What a line means; a stray one is put aside.
    fn take(&mut self, line: &str) -> Option<FromBot> {
        match FromBot::read(line) {
            Ok(FromBot::Name(name)) => {
                self.name = Some(name);
                None
            }
            Ok(other) => Some(other),
            Err(_) => {
                if self.noise.len() < KEPT_NOISE {
                    self.noise.push(clip(line, 120));
                }
                None
            }
        }
    }

    /// Hears what is said without being asked; moves among it.
    ///
    /// # Errors
    /// When the bot is gone.
    pub async fn overhear(&mut self, patience: Duration) -> Result<Vec<String>, Ill> {
        let begun = Instant::now();
        let mut moves = Vec::new();
        while let Ok(line) = timeout(patience.saturating_sub(begun.elapsed()), self.talk.hear()).await {
            if let Some(FromBot::Move { choice, .. }) = self.take(&line?) {
                moves.push(choice.text);
            }
            if begun.elapsed() >= patience {
                break;
            }
        }
        Ok(moves)
    }

    /// The game is over.
    ///
    /// # Errors
    /// When the bot is gone.
    pub async fn end(&mut self, session: &dyn Session, ending: &Ending) -> Result<(), Ill> {
        self.say(&End::new(ending, session.info().sides)).await
    }

    /// Ends what is said to it, and waits for half a second until it is ended.
    pub async fn hang_up(&mut self) {
        // How it ends is noted by its process.
        let _ = self.talk.hang_up().await;
    }
}

/// The move in standard spelling.
pub fn legal(session: &dyn Session, text: &str) -> Result<String, Ill> {
    let position = || format!("position: {}", session.position());
    session.check(text).map_err(|error| Ill::new(format!("answered with an illegal move: {error}")).with(position()))
}
