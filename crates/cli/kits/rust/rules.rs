//! The rules of the game. We do not write them ourselves: we ask `schwarm query`, which runs beside the bot.
//!
//! It answers questions like `{"game": "{{rules}}", "moves": […]}`, one a line, with all legal moves.
//! Want to be faster or to do without Schwarm? Write the rules yourself and replace `ask`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::json::Json;

pub struct Rules {
    schwarm: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Rules {
    pub fn start() -> Result<Rules, String> {
        // Where the program `schwarm` is. The environment variable SCHWARM can say otherwise.
        let program = std::env::var("SCHWARM").unwrap_or_else(|_| "{{schwarm}}".to_string());
        let started = Command::new(&program).arg("query").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut schwarm = started
            .map_err(|error| format!("cannot start {program} ({error}). Set SCHWARM to the path of the program schwarm."))?;
        let (questions, answers) = (schwarm.stdin.take(), schwarm.stdout.take());
        let answers = BufReader::new(answers.ok_or("schwarm query has no output")?);
        Ok(Rules { schwarm, questions, answers })
    }

    /// Asks a question, written as JSON. The answer has `legal`, `position`, `to_move`, `turn` and
    /// `outcome` (null while the game goes on); `Err` says why the rules refuse it.
    pub fn ask(&mut self, question: &str) -> Result<Json, String> {
        let mut line = String::new();
        let questions = self.questions.as_mut().ok_or("schwarm query has no input")?;
        writeln!(questions, "{question}").map_err(|error| error.to_string())?;
        self.answers.read_line(&mut line).map_err(|error| error.to_string())?;
        let answer = Json::read(&line).ok_or("schwarm query has ended")?;
        match answer.get("error") {
            Json::Null => Ok(answer),
            error => Err(error.get("message").text().to_string()),
        }
    }
}

impl Drop for Rules {
    fn drop(&mut self) {
        drop(self.questions.take()); // it ends when its input ends
        let _ = self.schwarm.wait();
    }
}
