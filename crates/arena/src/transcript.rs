//! What was said to a bot and heard from it, the last part of it, for its author.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use schwarm_play::{Doing, Talk};

use crate::process::{Notes, Process};

/// Lines that are kept.
pub const KEPT_LINES: usize = 400;

/// Characters of a line that are kept.
pub const KEPT_CHARS: usize = 1000;

/// A shared record of one talk. Only the last [`KEPT_LINES`] lines are kept.
#[derive(Clone, Debug)]
pub struct Transcript(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    begun: Instant,
    lines: VecDeque<(Duration, char, String)>,
    /// Lines that are gone.
    gone: u64,
    notes: Option<Notes>,
}

impl Default for Transcript {
    fn default() -> Transcript {
        let lines = VecDeque::new();
        Transcript(Arc::new(Mutex::new(Inner { begun: Instant::now(), lines, gone: 0, notes: None })))
    }
}

impl Transcript {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, mark: char, text: &str) {
        let mut inner = self.lock();
        let at = inner.begun.elapsed();
        for line in text.lines() {
            if inner.lines.len() == KEPT_LINES {
                inner.lines.pop_front();
                inner.gone += 1;
            }
            inner.lines.push_back((at, mark, line.chars().take(KEPT_CHARS).collect()));
        }
    }

    /// Says which process is at the other end, where the talk does not go through its pipes.
    pub fn belongs_to(&self, process: &Notes) {
        self.lock().notes = Some(process.clone());
    }

    /// Writes down what was said to the bot, where that is no [`Recorded`] talk.
    pub fn said(&self, text: &str) {
        self.note('>', text);
    }

    /// Writes down what was heard from the bot.
    pub fn heard(&self, text: &str) {
        self.note('<', text);
    }

    /// The process at the other end, where there is one.
    pub fn process(&self) -> Option<Notes> {
        self.lock().notes.clone()
    }

    /// The talk as text: seconds since its begin, `>` for what was said to the bot and `<` for what was
    /// heard from it.
    pub fn text(&self) -> String {
        let inner = self.lock();
        let mut text = String::new();
        if inner.gone > 0 {
            let _ = writeln!(text, "({} earlier lines are not kept)", inner.gone);
        }
        for (at, mark, line) in &inner.lines {
            let _ = writeln!(text, "{:11.6} {mark} {line}", at.as_secs_f64());
        }
        text
    }
}

/// A talk that is written down.
pub struct Recorded<T> {
    talk: T,
    transcript: Transcript,
}

impl Recorded<Process> {
    /// Writes down the talk with a process, and keeps a view of the process with it.
    pub fn process(process: Process, transcript: &Transcript) -> Recorded<Process> {
        transcript.belongs_to(process.notes());
        Recorded::new(process, transcript)
    }
}

impl<T: Talk> Recorded<T> {
    /// Writes down a talk.
    pub fn new(talk: T, transcript: &Transcript) -> Recorded<T> {
        Recorded { talk, transcript: transcript.clone() }
    }
}

impl<T: Talk> Talk for Recorded<T> {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        self.transcript.note('>', text);
        self.talk.say(text)
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(async move {
            let line = self.talk.hear().await?;
            self.transcript.note('<', if line.is_empty() { "\n" } else { &line });
            Ok(line)
        })
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        self.talk.hang_up()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_long_talk_is_kept() {
        let transcript = Transcript::default();
        (0..1000).for_each(|number| transcript.note('<', &format!("line {number}")));
        transcript.note('>', &"x".repeat(5000));
        let text = transcript.text();
        assert_eq!(text.lines().count(), KEPT_LINES + 1);
        assert!(text.starts_with("(601 earlier lines"), "{}", &text[..40]);
        assert!(text.contains("< line 601\n") && !text.contains("< line 600\n"));
        assert!(text.lines().all(|line| line.len() < KEPT_CHARS + 20));
    }
}
