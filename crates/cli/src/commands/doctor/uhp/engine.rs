//! An engine that is asked line by line, with an end to every wait.

use std::time::{Duration, Instant};

use schwarm_play::Talk;
use schwarm_uhp::wire::{Answer, AnswerReader};
use tokio::time::timeout;

use super::super::finding::Ill;
use super::super::ward::Ward;
use super::super::words::{clip, took};

/// An engine that says nothing for so long after its start is asked who it is.
const ASK_AFTER: Duration = Duration::from_secs(1);

/// Lines of an answer that are kept.
const KEPT_LINES: usize = 2000;

/// A running engine.
pub struct Engine {
    talk: Box<dyn Talk>,
    reader: AnswerReader,
    patience: Duration,
    /// It was asked who it is before it said so by itself: it may now say so twice.
    twice: bool,
}

/// A whole answer.
pub struct Said {
    /// Its lines without the `ok`.
    pub lines: Vec<String>,
    /// What they mean.
    pub answer: Answer,
    /// From the question to the `ok`.
    pub took: Duration,
}

impl Engine {
    /// Starts the engine and hears who it is.
    ///
    /// # Errors
    /// When it does not say so.
    pub async fn start(ward: &Ward<'_>) -> Result<(Engine, Said), Ill> {
        let patience = ward.dose.answer;
        let mut engine = Engine { talk: ward.start()?, reader: AnswerReader::default(), patience, twice: false };
        if ward.greets.get() != Some(false) {
            match timeout(ASK_AFTER.min(patience), engine.hear()).await {
                Ok(said) => {
                    ward.greets.set(Some(true));
                    return Ok((engine, said?));
                }
                // It has begun to speak: the rest of it will come.
                Err(_) if engine.reader.has_begun() => {
                    let said = engine.answer("start").await?;
                    return Ok((engine, said));
                }
                Err(_) => ward.greets.set(Some(false)),
            }
        }
        engine.twice = true;
        let said = engine.ask("info").await?;
        Ok((engine, said))
    }

    /// Starts the engine and begins a game.
    ///
    /// # Errors
    /// When it does not start, or refuses the game.
    pub async fn at_game(ward: &Ward<'_>, game: &str) -> Result<Engine, Ill> {
        let (mut engine, _) = Engine::start(ward).await?;
        engine.accepted(&format!("newgame {game}")).await?;
        Ok(engine)
    }

    /// Says something as it stands, line ends included.
    ///
    /// # Errors
    /// When the engine is gone or does not take it.
    pub async fn say(&mut self, text: &str) -> Result<(), Ill> {
        match timeout(self.patience, self.talk.say(text)).await {
            Ok(said) => Ok(said?),
            Err(_) => Err(Ill::new(format!("does not read what it is told: waited {}", took(self.patience)))),
        }
    }

    /// The next answer; `asked` is only for the message.
    ///
    /// # Errors
    /// When none comes in time.
    pub async fn answer(&mut self, asked: &str) -> Result<Said, Ill> {
        self.answer_within(asked, self.patience).await
    }

    /// The same with another patience.
    ///
    /// # Errors
    /// When none comes in time.
    pub async fn answer_within(&mut self, asked: &str, patience: Duration) -> Result<Said, Ill> {
        let begun = Instant::now();
        loop {
            let left = patience.saturating_sub(begun.elapsed());
            let Ok(said) = timeout(left, self.hear()).await else {
                let what = if self.reader.has_begun() { "no ok ended the answer" } else { "no answer" };
                return Err(Ill::new(format!("{what} to {:?} within {}", clip(asked, 60), took(patience))));
            };
            let said = said?;
            if self.twice && said.answer.info.id.is_some() && asked != "info" {
                self.twice = false;
                continue;
            }
            return Ok(said);
        }
    }

    async fn hear(&mut self) -> Result<Said, Ill> {
        let begun = Instant::now();
        let mut lines = Vec::new();
        loop {
            // A stream without end ends here too: the reader counts its lines.
            let line = self.talk.hear().await?;
            match self.reader.take(&line) {
                Ok(Some(answer)) => return Ok(Said { lines, answer, took: begun.elapsed() }),
                Ok(None) if lines.len() < KEPT_LINES => lines.push(line.trim().to_string()),
                Ok(None) => {}
                Err(count) => return Err(Ill::new(format!("{count} lines came without an ok"))),
            }
        }
    }

    /// Asks one thing.
    ///
    /// # Errors
    /// When no answer comes.
    pub async fn ask(&mut self, line: &str) -> Result<Said, Ill> {
        self.say(&format!("{line}\n")).await?;
        self.answer(line).await
    }

    /// Asks for something that must not be refused.
    ///
    /// # Errors
    /// When no answer comes, or a refusal.
    pub async fn accepted(&mut self, line: &str) -> Result<Said, Ill> {
        let said = self.ask(line).await?;
        match &said.answer.refusal {
            None => Ok(said),
            Some(refusal) => Err(Ill::new(format!("refused {:?}: {}", clip(line, 60), clip(refusal, 120)))),
        }
    }

    /// Asks for something that must be refused; the refusal.
    ///
    /// # Errors
    /// When no answer comes, or another one.
    pub async fn refused(&mut self, line: &str) -> Result<String, Ill> {
        let said = self.ask(line).await?;
        match said.answer.refusal {
            Some(refusal) => Ok(refusal),
            None => Err(Ill::new(format!(
                "{:?} was answered with {:?}, not with an error",
                clip(line, 60),
                clip(&said.answer.last, 60)
            ))),
        }
    }

    /// Whether nothing more is said; waits a little for it.
    ///
    /// # Errors
    /// When the engine is gone.
    pub async fn is_quiet(&mut self, patience: Duration) -> Result<bool, Ill> {
        match timeout(patience, self.talk.hear()).await {
            Err(_) => Ok(true),
            Ok(Ok(line)) => Ok(line.trim().is_empty()),
            Ok(Err(fault)) => Err(fault.into()),
        }
    }

    /// Ends what is said to it, and waits for half a second until it is ended.
    pub async fn hang_up(&mut self) {
        // How it ends is noted by its process.
        let _ = self.talk.hang_up().await;
    }
}
