//! A guest at streams of bytes: start-up, order, the end of the input, hostile bytes.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::io::{BufRead, BufReader, Cursor, PipeWriter, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use common::{games, guest};
use schwarm_core::Session;
use schwarm_play::{Analysis, AnalysisError, Analyst, Finding, Limits, Stop};
use schwarm_uhp::Guest;
use schwarm_uhp::guest::{LONGEST_LINE, run};

/// Nothing here takes longer unless it hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// What was written, piece by piece.
#[derive(Clone, Default)]
struct Pieces(Arc<Mutex<Vec<String>>>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().push(String::from_utf8(bytes.to_vec()).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let pieces = Pieces::default();
    run(&mut guest(), Cursor::new(input.as_ref().to_vec()), pieces.clone()).unwrap();
    pieces.0.lock().unwrap().clone()
}

const HELLO: &str = "id tester 1.0\nMosquito;Ladybug;Pillbug\nok\n";

#[test]
fn the_guest_introduces_itself_unprompted_and_prints_only_answers() {
    assert_eq!(answers("").concat(), HELLO);
    let talk = "newgame\r\nplay wS1\r\nundo\nexit\nnewgame Base+M\n";
    let whole = "Base;NotStarted;White[1]\nok\nBase;InProgress;Black[1];wS1\nok\nBase;NotStarted;White[1]\nok\nok\n";
    assert_eq!(answers(talk).concat(), format!("{HELLO}{whole}"));
}

#[test]
fn a_last_line_without_an_end_is_a_command() {
    assert_eq!(answers("newgame").concat(), format!("{HELLO}Base;NotStarted;White[1]\nok\n"));
}

#[test]
fn commands_that_come_together_are_answered_together() {
    let pieces = answers("newgame\nplay wS1\nplay bS1 wS1-\nbestmove depth 1\n");
    assert_eq!(pieces.len(), 2, "{pieces:?}");
    assert_eq!(pieces[1].matches("ok\n").count(), 4);
}

#[test]
fn hostile_bytes_are_refused_and_the_talk_goes_on() {
    let mut input = b"\0\n\xff\xfe\n\n".to_vec();
    input.extend(vec![b'x'; 3 * LONGEST_LINE]);
    input.extend(b"\nnewgame Base;;;");
    input.extend(b"wA1;".repeat(LONGEST_LINE));
    input.extend(b"\nnewgame\n");
    let answer = answers(input).concat();
    let lines: Vec<&str> = answer.strip_prefix(HELLO).unwrap().lines().collect();
    assert_eq!(lines.len(), 12, "{lines:?}");
    for pair in lines[..10].chunks(2) {
        assert!(pair[0].starts_with("err ") && pair[1] == "ok", "{pair:?}");
    }
    assert!(lines[6].contains("longer than") && lines[8].contains("longer than"), "{lines:?}");
    assert_eq!(lines[10..], ["Base;NotStarted;White[1]", "ok"]);
}

/// Searches until it is stopped.
struct Endless;

impl Analyst for Endless {
    fn name(&self) -> &str {
        "endless"
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        let line = vec![session.legal_moves()[0].clone()];
        let finding = Finding { depth: 1, nodes: 1, line, ..Finding::default() };
        found(&finding);
        let deadline = limits.time.and_then(|time| time.limit).map(|limit| Instant::now() + limit);
        while !stop.is_stopped() && deadline.is_none_or(|deadline| Instant::now() < deadline) {
            std::thread::yield_now();
        }
        Ok(Analysis { lines: vec![finding] })
    }
}

/// A guest that searches until it is stopped, on a thread of its own.
fn endless() -> (PipeWriter, BufReader<std::io::PipeReader>, JoinHandle<std::io::Result<()>>) {
    let (input, to) = std::io::pipe().unwrap();
    let (from, output) = std::io::pipe().unwrap();
    let thread = std::thread::spawn(move || {
        let mut guest = Guest::new("endless 1", games(), Box::new(Endless));
        run(&mut guest, input, output)
    });
    (to, BufReader::new(from), thread)
}

#[test]
fn the_end_of_the_input_stops_a_search() {
    let (mut to, mut from, thread) = endless();
    to.write_all(b"options set ReportIntermediateBestMoves True\nnewgame\nbestmove\n").unwrap();
    // The early line shows that the search runs.
    let mut line = String::new();
    while line != "wA1;1;0.00;wA1\n" {
        line.clear();
        assert!(from.read_line(&mut line).unwrap() > 0);
    }
    let started = Instant::now();
    drop(to);
    let mut rest = String::new();
    from.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "wA1\nok\n");
    thread.join().unwrap().unwrap();
    assert!(started.elapsed() < PATIENCE);
}

#[test]
fn the_end_of_the_input_stops_a_count() {
    let (mut to, mut from, thread) = endless();
    to.write_all(b"newgame Base+MLP\nperft 9\n").unwrap();
    let mut line = String::new();
    while !line.starts_with("perft(1) = 7 ") {
        line.clear();
        assert!(from.read_line(&mut line).unwrap() > 0);
    }
    drop(to);
    let mut rest = String::new();
    from.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("err stopped while counting depth") && rest.ends_with("\nok\n"), "{rest}");
    thread.join().unwrap().unwrap();
}

#[test]
fn commands_said_during_a_search_wait_and_exit_needs_no_end_of_input() {
    let (mut to, mut from, thread) = endless();
    to.write_all(b"newgame\nbestmove time 00:00:00.200\n").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    to.write_all(b"play wS1\nexit\n").unwrap();
    let mut all = String::new();
    from.read_to_string(&mut all).unwrap();
    let hello = HELLO.replace("tester 1.0", "endless 1");
    assert_eq!(all, format!("{hello}Base;NotStarted;White[1]\nok\nwA1\nok\nBase;InProgress;Black[1];wS1\nok\nok\n"));
    thread.join().unwrap().unwrap();
    drop(to);
}

#[test]
fn a_host_that_has_gone_is_no_error() {
    let (from, output) = std::io::pipe().unwrap();
    drop(from);
    run(&mut guest(), Cursor::new(b"newgame\nvalidmoves\n".to_vec()), output).unwrap();
}
