//! Answers: what an engine says until its `ok`.
//!
//! Engines print more than they should, so that only the last line before `ok` counts, and any
//! line that begins with `err` or `invalidmove` makes the whole answer a refusal.

use super::{Expansions, OK};

/// Most lines of one answer; an engine that prints more has gone astray.
const MOST_LINES: usize = 100_000;

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The last line before `ok` that says anything; empty if there was none.
    pub last: String,
    /// The line before that one.
    pub before: Option<String>,
    /// The first line that refuses, `err` or `invalidmove` included.
    pub refusal: Option<String>,
    /// What it says about the engine.
    pub info: Info,
}

/// Puts an answer together, line by line. It lives as long as the talk, so that a reader who
/// went away in the middle of an answer can go on where it stopped.
#[derive(Clone, Debug, Default)]
pub struct AnswerReader {
    answer: Answer,
    lines: usize,
}

impl AnswerReader {
    /// Takes a line; the answer if it is complete.
    ///
    /// # Errors
    /// When there are more lines than any answer has; says how many.
    pub fn take(&mut self, line: &str) -> Result<Option<Answer>, usize> {
        // A byte-order mark is printed before the first line on some runtimes.
        let line = line.trim_start_matches('\u{feff}').trim();
        if line == OK {
            return Ok(Some(std::mem::take(self).answer));
        }
        self.lines += 1;
        if self.lines > MOST_LINES {
            return Err(self.lines);
        }
        if line.is_empty() {
            return Ok(None);
        }
        let answer = &mut self.answer;
        if answer.refusal.is_none() && matches!(line.split_whitespace().next(), Some("err" | "invalidmove")) {
            answer.refusal = Some(line.to_string());
        }
        let before = std::mem::replace(&mut answer.last, line.to_string());
        answer.before = Some(before).filter(|before| !before.is_empty());
        answer.info.take(line);
        Ok(None)
    }

    /// Whether the answer has begun.
    pub fn has_begun(&self) -> bool {
        self.lines > 0
    }
}

/// What an engine says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Name and version, as it prints them; `None` if it did not.
    pub id: Option<String>,
    /// The expansions it knows.
    pub expansions: Expansions,
}

impl Info {
    fn take(&mut self, line: &str) {
        if let Some(id) = line.strip_prefix("id ") {
            self.id = Some(id.trim().to_string());
            self.expansions = Expansions::default();
        } else if self.id.is_some() && self.expansions == Expansions::default() {
            self.expansions = Expansions::of_capabilities(line);
        }
    }
}

/// A line an engine prints while it searches: `Move;depth;score` and the moves it expects.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best move so far.
    pub best: String,
    /// Plies.
    pub depth: u32,
    /// Above zero is good for the side to move.
    pub score: f64,
    /// What it expects, the best move first.
    pub line: Vec<String>,
}

impl Report {
    /// Reads such a line.
    pub fn read(line: &str) -> Option<Report> {
        let mut fields = line.split(';').map(str::trim);
        let (best, depth, score) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let line = fields.filter(|text| !text.is_empty()).map(str::to_string).collect();
        f64::is_finite(score).then(|| Report { best: best.to_string(), depth, score, line })
    }

    /// Writes it, the score with two digits.
    pub fn write(&self) -> String {
        let mut text = format!("{};{};{:.2}", self.best, self.depth, self.score);
        for mv in &self.line {
            text.push(';');
            text.push_str(mv);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(lines: &[&str]) -> Option<Answer> {
        let mut reader = AnswerReader::default();
        lines.iter().find_map(|line| reader.take(line).expect("the answer is short"))
    }

    fn done(last: &str, before: Option<&str>) -> Option<Answer> {
        Some(Answer { last: last.to_string(), before: before.map(str::to_string), ..Answer::default() })
    }

    #[test]
    fn the_last_line_before_ok_counts() {
        assert_eq!(read(&["wA1", "ok"]), done("wA1", None));
        let noisy = ["thinking", "wQ;3;1.50;wQ", "", " wQ -wS1\r", "ok\r"];
        assert_eq!(read(&noisy), done("wQ -wS1", Some("wQ;3;1.50;wQ")));
        assert_eq!(read(&["ok"]), done("", None));
        assert_eq!(read(&["wA1", "okay"]), None);
    }

    #[test]
    fn err_and_invalidmove_refuse_whatever_else_is_printed() {
        for line in ["err No game", "invalidmove wA1", "err"] {
            let answer = read(&["note", line, "more", "ok"]).expect("the answer is whole");
            assert_eq!(answer.refusal.as_deref(), Some(line));
        }
        assert_eq!(read(&["error: not one", "ok"]), done("error: not one", None));
    }

    #[test]
    fn the_engine_introduces_itself_even_behind_a_byte_order_mark() {
        let info = |lines: &[&str]| read(lines).expect("the answer is whole").info;
        let full = info(&["\u{feff}id Nobody 1.0", "Mosquito;Pillbug", "ok"]);
        assert_eq!(
            (full.id.as_deref(), full.expansions.to_string().as_str()),
            (Some("Nobody 1.0"), "Mosquito;Pillbug")
        );
        assert_eq!(info(&["banner", "id Nobody", "ok"]).expansions, Expansions::default());
        assert_eq!(info(&["wA1", "ok"]), Info::default());
    }

    #[test]
    fn an_endless_answer_is_given_up() {
        let mut reader = AnswerReader::default();
        assert!((0..=MOST_LINES).any(|_| reader.take("noise").is_err()));
    }

    proptest! {
        #[test]
        fn reports_are_read_back(depth in 0..99u32, cents in -99_999..99_999i32, line in proptest::collection::vec("[wb][QA]1? [!-:<-~]{1,4}", 1..4)) {
            let report = Report { best: line[0].clone(), depth, score: f64::from(cents) / 100.0, line };
            prop_assert_eq!(Report::read(&report.write()), Some(report));
        }

        #[test]
        fn any_line_may_be_an_answer(lines in proptest::collection::vec("\\PC*", 0..9)) {
            let mut reader = AnswerReader::default();
            for line in &lines {
                let _ = (reader.take(line), Report::read(line));
            }
        }
    }
}
