//! What was said to a bot and heard from it, the last part of it, for its author.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use schwarm_play::{Dialogue, Doing, Remark, Speaker, Talk};

use crate::process::{Notes, Process};

/// Lines that are kept.
pub const KEPT_LINES: usize = 10_000;

/// Bytes that are kept.
pub const KEPT_BYTES: usize = 256 << 10;

/// Characters of a line that are kept.
pub const KEPT_CHARS: usize = 1000;

/// A shared record of one talk. Only the last part is kept: [`KEPT_LINES`] lines, [`KEPT_BYTES`] bytes.
#[derive(Clone, Debug)]
pub struct Transcript(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    begun: Instant,
    lines: VecDeque<Line>,
    bytes: usize,
    /// Lines that are gone.
    gone: u64,
    notes: Option<Notes>,
    game: Game,
}

#[derive(Debug)]
struct Line {
    at: Duration,
    ply: u32,
    by: Speaker,
    text: String,
}

/// The game that is played.
#[derive(Clone, Copy, Debug, Default)]
struct Game {
    /// When it began, since the talk did.
    at: Duration,
    /// Lines before it.
    before: u64,
    /// Plies played.
    ply: u32,
}

impl Default for Transcript {
    fn default() -> Transcript {
        let (begun, game) = (Instant::now(), Game::default());
        Transcript(Arc::new(Mutex::new(Inner { begun, lines: VecDeque::new(), bytes: 0, gone: 0, notes: None, game })))
    }
}

impl Inner {
    fn add(&mut self, line: Line) {
        self.bytes += line.text.len();
        self.lines.push_back(line);
        while self.lines.len() > KEPT_LINES || self.bytes > KEPT_BYTES {
            let Some(line) = self.lines.pop_front() else { break };
            self.bytes -= line.text.len();
            self.gone += 1;
        }
    }
}

impl Transcript {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, by: Speaker, text: &str) {
        let mut inner = self.lock();
        let (at, ply) = (inner.begun.elapsed(), inner.game.ply);
        for line in text.lines() {
            inner.add(Line { at, ply, by, text: line.chars().take(KEPT_CHARS).collect() });
        }
    }

    /// Says which process is at the other end, where the talk does not go through its pipes.
    pub fn belongs_to(&self, process: &Notes) {
        self.lock().notes = Some(process.clone());
    }

    /// Writes down what was said to the bot, where that is no [`Recorded`] talk.
    pub fn said(&self, text: &str) {
        self.note(Speaker::Host, text);
    }

    /// Writes down what was heard from the bot.
    pub fn heard(&self, text: &str) {
        self.note(Speaker::Bot, text);
    }

    /// The process at the other end, where there is one.
    pub fn process(&self) -> Option<Notes> {
        self.lock().notes.clone()
    }

    /// Another game begins: what was said before is no part of it.
    pub fn new_game(&self) {
        let mut inner = self.lock();
        inner.game = Game { at: inner.begun.elapsed(), before: inner.gone + inner.lines.len() as u64, ply: 0 };
    }

    /// So many plies of the game have been played.
    pub fn at_ply(&self, ply: u32) {
        self.lock().game.ply = ply;
    }

    /// What was said in the game that began last; `None` if nothing is known.
    pub fn dialogue(&self) -> Option<Dialogue> {
        let notes = self.process();
        let inner = self.lock();
        let Game { at: begun, before, .. } = inner.game;
        let earlier = usize::try_from(before.saturating_sub(inner.gone)).unwrap_or(usize::MAX);
        let remark = |line: &Line| {
            let at = line.at.saturating_sub(begun).as_secs_f64();
            Remark { at: (at * 1e6).round() / 1e6, ply: line.ply, by: line.by, text: line.text.clone() }
        };
        let dialogue = Dialogue {
            lines: inner.lines.iter().skip(earlier).map(remark).collect(),
            left_out: inner.gone.saturating_sub(before),
            stderr: notes.as_ref().map(Notes::stderr).unwrap_or_default(),
            stdout: notes.as_ref().map(Notes::stdout).unwrap_or_default(),
        };
        (!dialogue.is_empty()).then_some(dialogue)
    }

    /// The talk as text: seconds since its begin, `>` for what was said to the bot and `<` for what was
    /// heard from it.
    pub fn text(&self) -> String {
        let inner = self.lock();
        let mut text = String::new();
        if inner.gone > 0 {
            let _ = writeln!(text, "({} earlier lines are not kept)", inner.gone);
        }
        for line in &inner.lines {
            let _ = writeln!(text, "{:11.6} {} {}", line.at.as_secs_f64(), line.by.sign(), line.text);
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
        self.transcript.said(text);
        self.talk.say(text)
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(async move {
            let line = self.talk.hear().await?;
            self.transcript.heard(if line.is_empty() { "\n" } else { &line });
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
        (0..12_000).for_each(|number| transcript.heard(&format!("line {number}")));
        transcript.said(&"x".repeat(5000));
        let text = transcript.text();
        assert_eq!(text.lines().count(), KEPT_LINES + 1);
        assert!(text.starts_with("(2001 earlier lines"), "{}", &text[..40]);
        assert!(text.contains("< line 2001\n") && !text.contains("< line 2000\n"));
        assert!(text.lines().all(|line| line.len() < KEPT_CHARS + 20));
        (0..500).for_each(|_| transcript.heard(&"ä".repeat(900)));
        let kept: usize = transcript.dialogue().expect("much was said").lines.iter().map(|line| line.text.len()).sum();
        assert!((KEPT_BYTES - 2000..=KEPT_BYTES).contains(&kept), "{kept}");
    }

    #[test]
    fn a_game_has_its_own_part_of_the_talk_ply_by_ply() {
        let transcript = Transcript::default();
        assert_eq!(transcript.dialogue(), None);
        transcript.said("hello");
        transcript.new_game();
        assert_eq!(transcript.dialogue(), None, "nothing was said in this game");
        transcript.said("begin\nboard");
        transcript.at_ply(3);
        transcript.heard("move");
        let dialogue = transcript.dialogue().expect("something was said");
        let told: Vec<_> = dialogue.lines.iter().map(|line| (line.ply, line.by.sign(), line.text.as_str())).collect();
        assert_eq!(told, [(0, '>', "begin"), (0, '>', "board"), (3, '<', "move")]);
        assert!(dialogue.lines.iter().all(|line| line.at >= 0.0) && dialogue.left_out == 0);
        // Of a game that is too long the first lines are missing, whatever was said before it.
        (0..KEPT_LINES).for_each(|_| transcript.heard("much"));
        assert_eq!(transcript.dialogue().expect("much was said").left_out, 3);
        assert!(transcript.text().starts_with("(4 earlier lines"));
    }
}
