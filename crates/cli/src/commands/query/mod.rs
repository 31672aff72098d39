//! `schwarm query`: rules as a service, JSON lines in and out.
//!
//! Invariant: every non-empty line gets exactly one line back, in order, and no line can stop the
//! ones after it. A line is answered from nothing but itself.

mod answer;
mod request;

use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};

use schwarm_core::{Notation, PositionError, Rulebook, Session};
use schwarm_play::Start;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::failure::rule;
use crate::lines::{LONGEST, Line, Lines};
use crate::opening;
use answer::{Answer, Refusal};
use request::{Keys, Problem, Request};

/// Opened rule sets that are kept; enough for every game with a few options.
const MOST_RULEBOOKS: usize = 64;

/// The arguments of `schwarm query`: none, all is in the lines.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
One JSON object per line on stdin, one answer per line on stdout:
  {\"game\":\"piranhas-2019\",\"setup\":\"seed:7\",\"moves\":[\"a4-c4\"]}
  {\"game\":\"hive\",\"position\":\"Base;InProgress;White[2];wS1;bS1 wS1-\",\"id\":17}
Keys: game; setup or position (neither: the default start); moves; notation
(standard or sandbox); id (any value, echoed).

The answer: id, position, board (unbounded Hive), to_move, turn, legal, outcome.
A bad line is answered by {\"error\":{\"kind\",\"message\",\"ply\",\"rule\"}}, and the next is read.
Kinds: json, request, game, setup, position-syntax, position-impossible, syntax, illegal, game-over.")]
pub struct Args {}

/// Answers stdin on stdout until one of them is closed.
///
/// # Errors
/// When stdin cannot be read or stdout not be written.
pub fn run(_: &Args) -> anyhow::Result<()> {
    serve(stdin().lock(), &mut io::BufWriter::with_capacity(1 << 16, stdout().lock()))?;
    Ok(())
}

fn serve(input: impl Read, out: &mut impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut library = Library::default();
    let mut first = true;
    loop {
        let written = match lines.next()? {
            None => break,
            Some(Line::TooLong) => {
                let message = format!("the line is longer than {LONGEST} bytes");
                write_line(out, &Refusal { id: None, error: Problem::new("request", message) })
            }
            Some(Line::Bytes(bytes)) => {
                // Some shells on Windows put a byte order mark before what they pipe.
                let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").filter(|_| first).unwrap_or(bytes);
                library.answer(bytes.trim_ascii(), out)
            }
        };
        first = false;
        // Whoever waits for this answer before the next question must get it now.
        let flushed = if lines.has_line_buffered() { Ok(()) } else { out.flush() };
        if ended(written)? || ended(flushed)? {
            return Ok(());
        }
    }
    ended(out.flush()).map(drop)
}

/// Whether the reader of the answers went away, which is its right.
fn ended(result: io::Result<()>) -> io::Result<bool> {
    match result {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(error),
    }
}

/// The rule sets opened so far.
#[derive(Default)]
struct Library {
    opened: HashMap<String, Box<dyn Rulebook>>,
}

impl Library {
    fn answer(&mut self, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let keys = match Keys::read(line) {
            Ok(keys) => keys,
            Err(error) => return write_line(out, &Refusal { id: None, error }),
        };
        let echo = keys.id().map(on_one_line);
        let id = echo.as_deref();
        // A panic is a fault of the rules. It must not cost the lines after it, and sessions and
        // rule sets share nothing it could leave half done.
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let request = keys.request()?;
            let session = self.play(&request)?;
            Ok(Answer::new(id, &*session, &request))
        }));
        match asked {
            Ok(Ok(answer)) => write_line(out, &answer),
            Ok(Err(error)) => write_line(out, &Refusal { id, error }),
            Err(_) => {
                let error = Problem::new("internal", "the rules failed on this line; please report it");
                write_line(out, &Refusal { id, error })
            }
        }
    }

    fn play(&mut self, request: &Request) -> Result<Box<dyn Session>, Problem> {
        let rules = self.open(&request.game)?;
        if !rules.info().notations.contains(&request.notation) && request.notation != Notation::Standard {
            let message = format!("{} has no notation {:?}", rules.id(), request.notation.name());
            return Err(Problem::new("request", message));
        }
        let mut session = request.start.open(rules).map_err(|error| Problem {
            rule: match &error {
                PositionError::Move { error, .. } => rule(error),
                _ => None,
            },
            // Whatever is wrong with a setup, the key at fault is `setup`.
            ..Problem::new(
                if matches!(request.start, Start::Setup(_)) { "setup" } else { error.kind() },
                error.to_string(),
            )
        })?;
        for (index, mv) in request.moves.iter().enumerate() {
            session.play(mv).map_err(|error| Problem {
                ply: Some(index + 1),
                rule: rule(&error),
                ..Problem::new(error.kind(), error.to_string())
            })?;
        }
        Ok(session)
    }

    fn open(&mut self, id: &str) -> Result<&dyn Rulebook, Problem> {
        if !self.opened.contains_key(id) {
            let rules =
                schwarm_catalog::open(id).map_err(|error| Problem::new("game", opening::explain(id, &error)))?;
            if self.opened.len() >= MOST_RULEBOOKS {
                self.opened.clear();
            }
            self.opened.insert(id.to_string(), rules);
        }
        Ok(&**self.opened.get(id).expect("it was opened above"))
    }
}

/// The id as it came. JSON allows carriage returns between values, readers of lines may not.
fn on_one_line(id: &RawValue) -> Box<RawValue> {
    match id.get().contains('\r') {
        false => id.to_owned(),
        true => RawValue::from_string(id.get().replace('\r', " ")).unwrap_or_else(|_| id.to_owned()),
    }
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(input: &[u8]) -> Vec<String> {
        let mut out = Vec::new();
        serve(input, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_string).collect()
    }

    #[test]
    fn empty_lines_get_no_answer_and_bad_ones_exactly_one() {
        let answers = ask(b"\n  \r\n\xff\xfe\n{\"id\":[1,\r2]}\n\0\n");
        assert_eq!(answers.len(), 3, "{answers:?}");
        assert!(answers[0].contains("\"kind\":\"json\""));
        assert!(answers[1].starts_with("{\"id\":[1, 2],\"error\":{\"kind\":\"request\""));
        assert!(answers[2].contains("\"kind\":\"json\""));
    }

    #[test]
    fn a_byte_order_mark_is_no_fault() {
        assert!(ask(b"\xEF\xBB\xBF{}\n")[0].contains("\"kind\":\"request\""));
    }

    /// Counts flushes; refuses everything after `room` bytes.
    struct Narrow {
        room: usize,
        flushes: usize,
    }

    impl Write for Narrow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.room.checked_sub(bytes.len()) {
                None => Err(ErrorKind::BrokenPipe.into()),
                Some(left) => {
                    self.room = left;
                    Ok(bytes.len())
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            self.flushes += 1;
            Ok(())
        }
    }

    #[test]
    fn answers_are_flushed_before_the_input_is_waited_for() {
        let mut out = Narrow { room: 10_000, flushes: 0 };
        serve(&b"{}\n{}\n{}\n"[..], &mut out).unwrap();
        assert_eq!(out.flushes, 2, "once when the input ran dry, once at the end");
    }

    #[test]
    fn a_reader_that_leaves_ends_the_service_quietly() {
        serve(io::repeat(b'{').take(10).chain(&b"\n{}\n{}\n"[..]), &mut Narrow { room: 5, flushes: 0 }).unwrap();
    }
}
