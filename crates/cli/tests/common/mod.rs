//! Runs the real binary, without a terminal and in a plain locale.
#![allow(dead_code, reason = "each test binary uses its part of these helpers")]

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// What a run left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The run must have been fine; its stdout.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "stdout: {}\nstderr: {}", self.out, self.err);
        self.out
    }

    /// The run must have failed with this code; its stderr, without any words about a panic.
    #[track_caller]
    pub fn failed(self, code: i32) -> String {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_schwarm"));
    command.args(args);
    for name in ["NO_COLOR", "COLUMNS", "LC_ALL", "LC_CTYPE", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("LANG", "C");
    command
}

/// Runs `schwarm ARGS` with `input` on stdin.
pub fn schwarm(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // Beside the reading of its output, so that neither side waits for the other.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code().expect("it ended by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A `schwarm query` that is asked line by line.
pub struct Service {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Service {
    pub fn start() -> Service {
        let mut child = command(&["query"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (questions, answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Service { child, questions, answers }
    }

    /// Asks one question and waits for its answer, which must come without a further line.
    pub fn ask(&mut self, question: &Value) -> Value {
        writeln!(self.questions, "{question}").unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Ends the service.
    pub fn end(self) {
        let Service { mut child, questions, .. } = self;
        drop(questions);
        assert!(child.wait().unwrap().success());
    }
}

/// A game played by a fixed choice among the legal moves, to its end or `plies` long.
pub fn some_game(game: &str, notation: &str, seed: u64, plies: usize) -> (Vec<String>, Value) {
    let mut service = Service::start();
    let (mut moves, mut state) = (Vec::<String>::new(), seed);
    loop {
        let answer = service.ask(&json!({"game": game, "moves": moves, "notation": notation}));
        let legal = answer["legal"].as_array().unwrap_or_else(|| panic!("{answer}"));
        if moves.len() == plies || legal.is_empty() {
            service.end();
            return (moves, answer);
        }
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let choice = (state >> 33) as usize % legal.len();
        moves.push(legal[choice].as_str().unwrap().to_string());
    }
}

/// A path for a file of this test, which does not exist yet.
pub fn fresh_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
