//! What a check is, and what it can find.

use schwarm_play::SeatFault;
use serde::Serialize;

/// How bad it is to fail a check. Ids in JSON are public and stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Games are lost by it.
    Grave,
    /// The protocol says otherwise.
    Fault,
    /// Bad manners; found, it is only a warning.
    Minor,
}

/// One point of an examination.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Public and stable.
    pub id: &'static str,
    /// How bad it is to fail.
    pub severity: Severity,
}

impl Check {
    /// A check whose failure loses games.
    pub const fn grave(id: &'static str) -> Check {
        Check { id, severity: Severity::Grave }
    }

    /// A check of what the protocol says.
    pub const fn fault(id: &'static str) -> Check {
        Check { id, severity: Severity::Fault }
    }

    /// A check of manners.
    pub const fn minor(id: &'static str) -> Check {
        Check { id, severity: Severity::Minor }
    }
}

/// How a check came out. Ids in JSON are public and stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// As it should be.
    Pass,
    /// Not as it should be, but no game is lost by it.
    Warn,
    /// Wrong.
    Fail,
    /// Not tried.
    Skip,
}

/// What is wrong: a sentence, and lines that prove it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ill {
    /// The sentence.
    pub why: String,
    /// What proves it, one point a line.
    pub details: Vec<String>,
}

impl Ill {
    /// Something is wrong.
    pub fn new(why: impl Into<String>) -> Ill {
        Ill { why: why.into(), details: Vec::new() }
    }

    /// The same with one more line of proof.
    #[must_use]
    pub fn with(mut self, detail: impl Into<String>) -> Ill {
        self.details.push(detail.into());
        self
    }

    /// The same, and where it happened.
    #[must_use]
    pub fn at(mut self, place: &str) -> Ill {
        self.why = format!("{place}: {}", self.why);
        self
    }
}

impl From<SeatFault> for Ill {
    fn from(fault: SeatFault) -> Ill {
        let text = fault.to_string();
        match text.split_once("; its last words: ") {
            Some((why, words)) => Ill::new(why).with(format!("its last words: {words}")),
            None => Ill::new(text),
        }
    }
}

/// What a check says that found no fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Healthy {
    /// As it should be; the sentence says what was seen.
    Fine(String),
    /// Not nice, but no fault.
    Odd(Ill),
    /// It could not be tried; the sentence says why.
    Skipped(String),
}

/// What came of a check.
pub type Diagnosis = Result<Healthy, Ill>;

/// All is well.
pub fn fine(text: impl Into<String>) -> Diagnosis {
    Ok(Healthy::Fine(text.into()))
}

/// Not nice, but no fault.
pub fn odd(text: impl Into<String>) -> Diagnosis {
    Ok(Healthy::Odd(Ill::new(text)))
}

/// Not tried.
pub fn skipped(text: impl Into<String>) -> Diagnosis {
    Ok(Healthy::Skipped(text.into()))
}
