//! The line to an engine: what was asked, what came back, what is still to come.
//!
//! All that is known of the talk lives here and not in a future, so that a future may be dropped
//! at any time. The one thing that cannot be mended is a question cut in half.

use std::collections::VecDeque;

use schwarm_core::error::shorten;
use schwarm_play::{SeatFault, Talk};

use crate::wire::{Answer, AnswerReader};

/// Lines kept to show what went wrong.
const KEPT: usize = 8;

/// A question whose answer is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Info,
    Option(usize),
    NewGame,
    Play,
    BestMove,
}

impl Asked {
    /// Whether the engine's board changes with it.
    pub(super) fn moves_the_board(self) -> bool {
        matches!(self, Asked::NewGame | Asked::Play)
    }
}

pub(super) struct Line {
    talk: Box<dyn Talk>,
    asked: VecDeque<Asked>,
    reader: AnswerReader,
    /// A question is being said; still so after a dropped future, and then nobody knows how much
    /// of it the engine has heard.
    saying: bool,
    /// The engine was asked who it is before it said so by itself: it may now say so twice.
    twice: bool,
    last: VecDeque<(char, String)>,
}

impl Line {
    pub(super) fn new(talk: Box<dyn Talk>) -> Line {
        Line {
            talk,
            asked: VecDeque::new(),
            reader: AnswerReader::default(),
            saying: false,
            twice: false,
            last: VecDeque::with_capacity(KEPT + 1),
        }
    }

    /// Asks questions, all in one piece; each line of the text is one of them.
    pub(super) async fn ask(&mut self, text: String, asked: &[Asked]) -> Result<(), SeatFault> {
        self.check_whole()?;
        self.saying = true;
        self.asked.extend(asked);
        let said = self.talk.say(&text).await;
        self.keep('>', text);
        said.map_err(|fault| self.explain(fault))?;
        self.saying = false;
        Ok(())
    }

    /// Asks who the engine is, where that is expected to be said anyway.
    pub(super) async fn ask_who(&mut self) -> Result<(), SeatFault> {
        self.twice = true;
        self.ask("info\n".to_string(), &[]).await
    }

    /// Expects something nobody asked for.
    pub(super) fn expect(&mut self, asked: Asked) {
        if self.asked.is_empty() {
            self.asked.push_back(asked);
        }
    }

    /// The next answer, and what it answers.
    pub(super) async fn answer(&mut self) -> Result<(Asked, Answer), SeatFault> {
        self.check_whole()?;
        loop {
            let heard = self.talk.hear().await;
            let line = heard.map_err(|fault| self.explain(fault))?;
            let taken = self.reader.take(&line);
            self.keep('<', line);
            let answer = match taken {
                Ok(Some(answer)) => answer,
                Ok(None) => continue,
                Err(lines) => return Err(self.silence(&format!("the engine printed {lines} lines without an ok"))),
            };
            let Some(&asked) = self.asked.front() else {
                return Err(self.silence("the engine answered what nobody asked"));
            };
            if self.twice && asked != Asked::Info && answer.info.id.is_some() {
                self.twice = false;
                continue;
            }
            self.asked.pop_front();
            return Ok((asked, answer));
        }
    }

    /// Nothing can be made of an engine that heard half of a question.
    fn check_whole(&self) -> Result<(), SeatFault> {
        match self.saying {
            true => Err(self.crash("the engine did not take in what it was told")),
            false => Ok(()),
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Whether an answer has begun to come in.
    pub(super) fn hears_something(&self) -> bool {
        self.reader.has_begun()
    }

    /// What has not come, in words.
    pub(super) fn waits_for(&self) -> &'static str {
        match self.asked.front() {
            Some(Asked::Info) => "it has not introduced itself with id and ok",
            Some(Asked::Option(_)) => "it has not answered options set with ok",
            Some(Asked::NewGame) => "it has not answered newgame with ok",
            Some(Asked::Play) => "it has not answered play with ok",
            Some(Asked::BestMove) => "it has not finished its last bestmove",
            None => "it does not take in what it is told",
        }
    }

    pub(super) async fn leave(&mut self) -> Result<(), SeatFault> {
        if !self.saying {
            // Whether it listens does not matter any more.
            let _ = self.ask("exit\n".to_string(), &[]).await;
        }
        self.talk.hang_up().await
    }

    pub(super) fn silence(&self, why: &str) -> SeatFault {
        SeatFault::Silence(self.with_last_lines(why))
    }

    pub(super) fn crash(&self, why: &str) -> SeatFault {
        SeatFault::Crash(self.with_last_lines(why))
    }

    fn explain(&self, fault: SeatFault) -> SeatFault {
        match fault {
            SeatFault::Crash(why) => SeatFault::Crash(self.with_last_lines(&why)),
            SeatFault::Silence(why) => SeatFault::Silence(self.with_last_lines(&why)),
            SeatFault::Left(why) => SeatFault::Left(self.with_last_lines(&why)),
            nonsense @ SeatFault::Nonsense { .. } => nonsense,
        }
    }

    fn keep(&mut self, who: char, text: String) {
        if self.last.len() == KEPT {
            self.last.pop_front();
        }
        self.last.push_back((who, text));
    }

    /// A reason with the end of the talk behind it: `>` is what the engine was told.
    fn with_last_lines(&self, why: &str) -> String {
        let lines = self.last.iter().flat_map(|(who, text)| text.lines().map(move |line| (who, line)));
        let mut lines: Vec<String> = lines.map(|(who, line)| format!("{who} {}", shorten(line))).collect();
        lines.drain(..lines.len().saturating_sub(KEPT));
        match lines.is_empty() {
            true => why.to_string(),
            false => format!("{why}; last lines: {}", lines.join(" | ")),
        }
    }
}
