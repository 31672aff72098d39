//! The report: every check as it comes out, for people or as JSON lines, and the talks that prove it.

use std::fmt::Write as _;
use std::fs;
use std::future::Future;
use std::io::{self, Write as _, stdout};
use std::path::PathBuf;
use std::time::Instant;

use schwarm_arena::transcript::Transcript;
use serde::Serialize;
use tokio::time::timeout;

use super::finding::{Check, Diagnosis, Healthy, Ill, Severity, Status};
use super::ward::Ward;
use super::words::{COLUMNS, clean, clip, count, took, wrap};
use crate::failure::Failure;
use crate::terminal::Look;

/// Where the sentences begin.
const INDENT: usize = 28;

/// Lines of a talk that are printed; a file has all of them.
const SHOWN_LINES: usize = 12;

/// Characters of a detail that are printed.
const SHOWN_CHARS: usize = 600;

/// A report that grows.
pub struct Book {
    bot: String,
    json: bool,
    look: Look,
    /// Where talks are kept.
    folder: Option<PathBuf>,
    counts: Counts,
}

/// How many checks came out how.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    pass: usize,
    warn: usize,
    fail: usize,
    skip: usize,
}

/// A check as a line of JSON. Keys are public.
#[derive(Serialize)]
struct Entry<'a> {
    check: &'a str,
    status: Status,
    severity: Severity,
    text: &'a str,
    details: &'a [String],
    ms: u64,
    /// Where the talk is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The end of the talk, where it is not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    talk: Option<String>,
}

#[derive(Serialize)]
struct Summary<'a> {
    summary: Counts,
    bot: &'a str,
    healthy: bool,
}

impl Book {
    /// A new report.
    ///
    /// # Errors
    /// When the folder for talks cannot be made.
    pub fn new(json: bool, folder: Option<PathBuf>, bot: &str) -> Result<Book, Failure> {
        if let Some(folder) = &folder {
            let failed =
                |error: io::Error| Failure::usage(format!("cannot make the folder {}: {error}", folder.display()));
            fs::create_dir_all(folder).map_err(failed)?;
        }
        Ok(Book { bot: clean(bot), json, look: Look::of_stdout(false), folder, counts: Counts::default() })
    }

    /// Says who is examined and how.
    ///
    /// # Errors
    /// When nothing can be printed.
    pub fn begin(&mut self, ward: &Ward<'_>, games: &[String]) -> anyhow::Result<()> {
        if !self.json {
            let mut out = stdout().lock();
            writeln!(out, "{}", self.look.strong(&clip(&self.bot, COLUMNS)))?;
            let about = format!("{} examination, seed {}, {}", ward.dose.name, ward.seed, games.join(", "));
            for line in wrap(&about, COLUMNS - 2) {
                writeln!(out, "  {line}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Makes a check and writes down what came of it. One that takes far too long is a fault too.
    ///
    /// # Errors
    /// When nothing can be printed or kept.
    pub async fn check(
        &mut self,
        ward: &Ward<'_>,
        check: Check,
        work: impl Future<Output = Diagnosis>,
    ) -> anyhow::Result<Status> {
        let begun = Instant::now();
        let _ = ward.new_transcript();
        let limit = ward.dose.limit();
        let diagnosis = match timeout(limit, work).await {
            Ok(diagnosis) => diagnosis,
            Err(_) => Err(Ill::new(format!("was broken off after {}", took(limit)))),
        };
        let (status, ill) = match diagnosis {
            Ok(Healthy::Fine(text)) => (Status::Pass, Ill::new(text)),
            Ok(Healthy::Odd(ill)) => (Status::Warn, ill),
            Ok(Healthy::Skipped(text)) => (Status::Skip, Ill::new(text)),
            Err(ill) if check.severity == Severity::Minor => (Status::Warn, ill),
            Err(ill) => (Status::Fail, ill),
        };
        *match status {
            Status::Pass => &mut self.counts.pass,
            Status::Warn => &mut self.counts.warn,
            Status::Fail => &mut self.counts.fail,
            Status::Skip => &mut self.counts.skip,
        } += 1;
        let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.write(check, status, &ill, ms, &ward.transcript())?;
        Ok(status)
    }

    /// Writes down that checks were not made.
    ///
    /// # Errors
    /// When nothing can be printed.
    pub fn skip(&mut self, ward: &Ward<'_>, checks: &[Check], why: &str) -> anyhow::Result<()> {
        for check in checks {
            self.counts.skip += 1;
            self.write(*check, Status::Skip, &Ill::new(why), 0, &ward.new_transcript())?;
        }
        Ok(())
    }

    fn write(&self, check: Check, status: Status, ill: &Ill, ms: u64, talk: &Transcript) -> anyhow::Result<()> {
        let ill = Ill { why: clean(&ill.why), details: ill.details.iter().map(|line| clean(line)).collect() };
        let (mut file, mut shown) = (None, None);
        if matches!(status, Status::Warn | Status::Fail) {
            match &self.folder {
                Some(folder) => {
                    let path = folder.join(format!("{}.txt", check.id));
                    fs::write(&path, self.whole(check, &ill, talk))
                        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
                    file = Some(path.display().to_string());
                }
                None if status == Status::Fail => shown = Some(end_of(talk)).filter(|text| !text.is_empty()),
                None => {}
            }
        }
        let mut out = stdout().lock();
        if self.json {
            let Ill { why, details } = &ill;
            let entry =
                Entry { check: check.id, status, severity: check.severity, text: why, details, ms, file, talk: shown };
            writeln!(out, "{}", serde_json::to_string(&entry)?)?;
        } else {
            write!(out, "{}", self.in_words(check, status, &ill, file.as_deref(), shown.as_deref()))?;
        }
        Ok(out.flush()?)
    }

    fn in_words(&self, check: Check, status: Status, ill: &Ill, file: Option<&str>, talk: Option<&str>) -> String {
        let mark = match status {
            Status::Pass => "ok  ".to_string(),
            Status::Warn => self.look.strong("warn"),
            Status::Fail => self.look.alarm("FAIL"),
            Status::Skip => "skip".to_string(),
        };
        let mut text = String::new();
        let mut lines = wrap(&ill.why, COLUMNS - INDENT).into_iter();
        let _ = writeln!(text, "  {mark}  {:width$}{}", check.id, lines.next().unwrap_or_default(), width = INDENT - 8);
        let mut put = |line: &str| {
            let _ = writeln!(text, "{:INDENT$}{line}", "");
        };
        lines.for_each(|line| put(&line));
        for detail in &ill.details {
            for (index, line) in wrap(&clip(detail, SHOWN_CHARS), COLUMNS - INDENT - 2).iter().enumerate() {
                put(&format!("{} {line}", if index == 0 { "-" } else { " " }));
            }
        }
        if let Some(file) = file {
            put(&format!("the talk: {file}"));
        }
        for line in talk.unwrap_or_default().lines() {
            let _ = writeln!(text, "      | {}", clip(&clean(line), COLUMNS - 8));
        }
        text
    }

    /// Everything about a check, for a file.
    fn whole(&self, check: Check, ill: &Ill, talk: &Transcript) -> String {
        let mut text = format!("bot: {}\ncheck: {}\nfound: {}\n", self.bot, check.id, ill.why);
        ill.details.iter().for_each(|detail| {
            let _ = writeln!(text, "- {detail}");
        });
        let _ = write!(text, "\nThe talk; > is what the bot was told, < what it said:\n{}", talk.text());
        if let Some(notes) = talk.process() {
            let exit = notes.exit().unwrap_or_else(|| "it ran to the end of the check".to_string());
            let _ = write!(text, "\nIts end: {exit}\n\nThe end of its standard error:\n{}\n", notes.stderr());
        }
        text
    }

    /// Says what was found in all; the number of faults.
    ///
    /// # Errors
    /// When nothing can be printed.
    pub fn close(&mut self) -> anyhow::Result<usize> {
        let Counts { pass, warn, fail, skip } = self.counts;
        let mut out = stdout().lock();
        if self.json {
            let summary = Summary { summary: self.counts, bot: &self.bot, healthy: fail == 0 };
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        } else {
            let checks = count(pass + warn + fail + skip, "check");
            let found = format!("{}, {}, {skip} skipped", count(fail, "fault"), count(warn, "warning"));
            let verdict = if fail == 0 { "The bot is healthy" } else { "The bot is ill" };
            writeln!(out, "\n{}: {checks}, {pass} fine, {found}.", self.look.strong(verdict))?;
        }
        out.flush()?;
        Ok(fail)
    }
}

/// The end of a talk, for a reader without a file: what was said last, and the bot's last words.
fn end_of(talk: &Transcript) -> String {
    let said = talk.text();
    let lines: Vec<&str> = said.lines().collect();
    let mut text: String =
        lines[lines.len().saturating_sub(SHOWN_LINES)..].iter().map(|line| format!("{}\n", clip(line, 400))).collect();
    if let Some(notes) = talk.process() {
        let stderr = notes.stderr();
        let lines: Vec<&str> = stderr.lines().collect();
        for line in &lines[lines.len().saturating_sub(3)..] {
            let _ = writeln!(text, "     stderr ! {}", clip(line, 400));
        }
        if let Some(exit) = notes.exit() {
            let _ = writeln!(text, "              {exit}");
        }
    }
    text
}
