//! The guest: an engine of ours as a bot behind the protocol.
//!
//! [`Guest`] takes lines and gives lines and knows no input or output. [`run`] reads on a thread
//! of its own, so that the end of the game, or of the input, stops an engine that is thinking.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc;

use schwarm_core::{IdError, Rulebook};
use schwarm_play::{Analyst, Stop};
use serde_json::json;

use crate::wire::{self, Ask, FromHost, Hello, LONGEST_LINE};

/// Finds the rules of a game id.
pub type Rulebooks<'a> = &'a (dyn Fn(&str) -> Result<Box<dyn Rulebook>, IdError> + Sync);

/// A bot that is told lines and answers in lines.
pub struct Guest<'a> {
    rulebooks: Rulebooks<'a>,
    analyst: &'a mut dyn Analyst,
    rules: Option<Box<dyn Rulebook>>,
}

impl<'a> Guest<'a> {
    /// A bot that knows these games and thinks with this engine.
    pub fn new(rulebooks: Rulebooks<'a>, analyst: &'a mut dyn Analyst) -> Guest<'a> {
        Guest { rulebooks, analyst, rules: None }
    }

    /// The answer to a line, without its end; a bad line is answered by a remark that says why.
    pub fn line(&mut self, line: &str) -> Option<String> {
        self.line_until(line, &Stop::default())
    }

    /// The same, with a signal that ends the thinking early.
    pub fn line_until(&mut self, line: &str, stop: &Stop) -> Option<String> {
        if line.trim().is_empty() {
            return None;
        }
        let answer = match FromHost::read(line) {
            Ok(FromHost::Hello(hello)) => self.hello(&hello),
            Ok(FromHost::Ask(ask)) => self.answer(&ask, stop),
            Ok(FromHost::End(_) | FromHost::Unknown) => return None,
            Err(error) => Err(error.to_string()),
        };
        // A message may quote hostile text: a remark stays one line.
        Some(answer.unwrap_or_else(|why| format!("# {}", why.replace(char::is_control, " "))))
    }

    fn hello(&mut self, hello: &Hello) -> Result<String, String> {
        self.rules = None;
        let id = wire::full_id(&hello.game, &hello.options);
        self.rules = Some((self.rulebooks)(&id).map_err(|error| error.to_string())?);
        for (name, value) in &hello.settings {
            self.analyst.set(name, value).map_err(|error| error.to_string())?;
        }
        self.analyst.forget();
        Ok(json!({ "name": self.analyst.name() }).to_string())
    }

    fn answer(&mut self, ask: &Ask, stop: &Stop) -> Result<String, String> {
        let rules = self.rules.as_ref().ok_or("a turn came before a hello with a game that is known here")?;
        let session = rules.from_position(&ask.position).map_err(|error| error.to_string())?;
        let limits = ask.limits();
        let analysis =
            self.analyst.analyse(&*session, &limits, stop, &mut |_| {}).map_err(|error| error.to_string())?;
        let best = analysis.lines.first().filter(|best| !best.line.is_empty()).ok_or("the engine found no move")?;
        let mut answer = json!({ "id": ask.id, "move": best.line[0], "depth": best.depth, "nodes": best.nodes });
        if best.score.is_finite() {
            answer["score"] = best.score.into();
        }
        Ok(answer.to_string())
    }
}

/// Plays as a bot until the input ends.
///
/// # Errors
/// When the input cannot be read, holds a line longer than [`LONGEST_LINE`], or the output is closed.
pub fn run(
    input: impl BufRead + Send,
    mut output: impl Write,
    rulebooks: Rulebooks<'_>,
    analyst: &mut dyn Analyst,
) -> io::Result<()> {
    std::thread::scope(|scope| {
        // A host asks one question at a time; whoever sends more waits.
        let (lines, heard) = mpsc::sync_channel(4);
        let reading = scope.spawn(move || read_lines(input, &lines));
        let mut guest = Guest::new(rulebooks, analyst);
        let mut answered = Ok(());
        for (line, stop) in heard {
            if let Some(answer) = guest.line_until(&line, &stop) {
                answered = writeln!(output, "{answer}").and_then(|()| output.flush());
                if answered.is_err() {
                    break;
                }
            }
        }
        // The reader notices that nobody listens with its next line, or when the input ends.
        let read = reading.join().unwrap_or_else(|_| Err(io::Error::other("the reader failed")));
        answered.and(read)
    })
}

/// Hands on every line with the stop signal of its game. The end of a game, and of the input,
/// gives that signal.
fn read_lines(mut input: impl BufRead, lines: &mpsc::SyncSender<(String, Stop)>) -> io::Result<()> {
    let mut stop = Stop::default();
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        match read {
            Ok(1..) if bytes.len() <= LONGEST_LINE => {}
            Ok(0) => {
                stop.stop();
                return Ok(());
            }
            Ok(_) => {
                stop.stop();
                let why = format!("a line is longer than {LONGEST_LINE} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            Err(error) => {
                stop.stop();
                return Err(error);
            }
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        // Most lines are turns; they need not be read twice.
        if line.contains("\"end\"") && matches!(FromHost::read(&line), Ok(FromHost::End(_))) {
            stop.stop();
            stop = Stop::default();
        }
        if lines.send((line, stop.clone())).is_err() {
            return Ok(());
        }
    }
}
