//! What is to be written, checked and put into words before anybody waits for the database.

use schwarm_play::{Attempt, Dialogues, Ending, GameEvent, GameRecord, Puzzle};

use crate::changes::What;
use crate::jobs::write::Order;
use crate::packing;
use crate::puzzles::Kept;
use crate::{Opening, Standing, StoreError};

/// Longest JSON text of one event, match plan or record.
const LONGEST: usize = 16 << 20;
/// Longest JSON text of all events that come together.
const LONGEST_PIECE: usize = 64 << 20;
/// Puzzles that come together.
const MOST_PUZZLES: usize = 1000;
/// Longest name of a match, in characters.
const LONGEST_NAME: usize = 500;

/// The columns games are found by.
pub(crate) struct Head {
    pub(crate) rules: String,
    pub(crate) players: [String; 2],
}

/// A result in words.
pub(crate) struct Verdict {
    pub(crate) standing: Standing,
    pub(crate) json: String,
}

/// A try to be begun.
pub(crate) struct Beginning {
    pub(crate) of_match: i64,
    pub(crate) place: i64,
    pub(crate) head: Head,
    pub(crate) started: String,
}

/// Events as they are stored: one line of JSON each. JSON has no line breaks inside its texts, only `\\n`.
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
    count: usize,
}

/// Something to be written.
pub(crate) enum Job {
    OpenMatch { name: String, plan: String },
    Begin(Beginning),
    Append { attempt: Attempt, first: i64, events: Lines, verdict: Option<Verdict> },
    Dialogues { attempt: Attempt, packed: Vec<u8> },
    Import { head: Head, record: String, verdict: Option<Verdict> },
    Openings(Vec<Opening>),
    Puzzles { of_game: Option<i64>, puzzles: Vec<Kept> },
    Fleet(Order),
}

impl Job {
    pub(crate) fn open_match(name: &str, plan: &str) -> Result<Job, StoreError> {
        if name.is_empty() || name.contains('\0') || name.chars().count() > LONGEST_NAME {
            return refused(format!("a match needs a name of 1 to {LONGEST_NAME} characters without a zero byte"));
        }
        if plan.contains('\0') || plan.len() > LONGEST {
            return refused(format!("the plan of match {name:?} is too long or holds a zero byte"));
        }
        Ok(Job::OpenMatch { name: name.to_string(), plan: plan.to_string() })
    }

    pub(crate) fn begin(of_match: i64, game: u64, started: &GameEvent) -> Result<Job, StoreError> {
        let GameEvent::Started { game: rules, players, .. } = started else {
            return refused("a game begins with its start".into());
        };
        let Ok(place) = i64::try_from(game) else {
            return refused(format!("no match has a game {game}"));
        };
        Ok(Job::Begin(Beginning { of_match, place, head: Head::new(rules, players), started: json(started)? }))
    }

    /// Events must be such that a game comes out of them.
    pub(crate) fn append(attempt: Attempt, first: u32, events: &[GameEvent]) -> Result<Job, StoreError> {
        let (mut lines, mut verdict) = (Vec::new(), None);
        for (seq, event) in (u64::from(first)..).zip(events) {
            let fits = match event {
                _ if verdict.is_some() => false,
                GameEvent::Started { .. } => seq == 0,
                // After moves were taken back a ply comes later than in its place.
                GameEvent::Moved { ply, .. } => seq > u64::from(*ply),
                GameEvent::TakenBack { ply } => seq > u64::from(*ply) + 1,
                GameEvent::Ended { ending } => {
                    verdict = Some(Verdict::new(ending)?);
                    seq > 0
                }
            };
            if !fits {
                return refused(format!("event {seq} of the game is out of order; nothing was written"));
            }
            if !lines.is_empty() {
                lines.push(b'\n');
            }
            add_json(&mut lines, event)?;
            if lines.len() > LONGEST_PIECE {
                return refused(format!("more than {LONGEST_PIECE} bytes of events at once: add fewer at a time"));
            }
        }
        let lines = Lines { text: text_of(lines)?, count: events.len() };
        Ok(Job::Append { attempt, first: first.into(), events: lines, verdict })
    }

    pub(crate) fn dialogues(attempt: Attempt, dialogues: &Dialogues) -> Result<Job, StoreError> {
        Ok(Job::Dialogues { attempt, packed: packing::pack(json(dialogues)?.as_bytes()) })
    }

    pub(crate) fn import(record: &GameRecord) -> Result<Job, StoreError> {
        let verdict = record.ending.as_ref().map(Verdict::new).transpose()?;
        Ok(Job::Import { head: Head::new(&record.game, &record.players), record: json(record)?, verdict })
    }

    pub(crate) fn puzzles(of_game: Option<i64>, puzzles: &[Puzzle]) -> Result<Job, StoreError> {
        if puzzles.len() > MOST_PUZZLES {
            return refused(format!("more than {MOST_PUZZLES} puzzles at once: add fewer at a time"));
        }
        let is_own = |puzzle: &&Puzzle| puzzle.id == Puzzle::id_of(&puzzle.game, &puzzle.position);
        if let Some(puzzle) = puzzles.iter().find(|puzzle| !is_own(puzzle)) {
            return refused(format!("{:?} is not the id of its puzzle", puzzle.id));
        }
        let puzzles: Vec<Kept> = puzzles.iter().map(Kept::of).collect();
        match puzzles.iter().map(Kept::weight).max().unwrap_or(0) > LONGEST {
            true => refused(format!("a puzzle is longer than {LONGEST} bytes")),
            false => Ok(Job::Puzzles { of_game, puzzles }),
        }
    }

    /// What changes with it for those who wait.
    pub(crate) fn changes(&self) -> What {
        match self {
            Job::Begin(_) | Job::Append { .. } => What { games: true, ..What::NOTHING },
            Job::Fleet(Order::Submit { .. }) => What { results: true, ..What::NOTHING },
            Job::Fleet(order) => What { jobs: order.makes_work(), ..What::NOTHING },
            _ => What::NOTHING,
        }
    }

    /// Roughly how many bytes it takes.
    pub(crate) fn weight(&self) -> usize {
        200 + match self {
            Job::Fleet(order) => order.weight(),
            Job::Puzzles { puzzles, .. } => puzzles.iter().map(Kept::weight).sum(),
            Job::OpenMatch { name, plan } => name.len() + plan.len(),
            Job::Begin(beginning) => beginning.started.len(),
            Job::Append { events, .. } => events.text.len(),
            Job::Dialogues { packed, .. } => packed.len(),
            Job::Import { record, .. } => record.len(),
            Job::Openings(openings) => openings.iter().map(|opening| 32 + 32 * opening.shapes.len()).sum(),
        }
    }
}

impl Lines {
    /// Their bytes.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split('\n').take(self.count)
    }

    /// All but the first ones.
    pub(crate) fn without(&self, first: usize) -> &str {
        if first == 0 {
            return &self.text;
        }
        let before = self.iter().take(first).map(|line| line.len() + 1).sum();
        self.text.get(before..).unwrap_or_default()
    }
}

impl Head {
    pub(crate) fn new(rules: &str, players: &[String; 2]) -> Head {
        Head { rules: plain(rules), players: [plain(&players[0]), plain(&players[1])] }
    }
}

impl Verdict {
    fn new(ending: &Ending) -> Result<Verdict, StoreError> {
        Ok(Verdict { standing: Standing::of(ending), json: json(ending)? })
    }
}

/// A text that every database takes. Only for columns to search by: the JSON beside them is exact.
pub(crate) fn plain(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

fn json(what: &impl serde::Serialize) -> Result<String, StoreError> {
    let mut bytes = Vec::new();
    add_json(&mut bytes, what)?;
    text_of(bytes)
}

fn add_json(to: &mut Vec<u8>, what: &impl serde::Serialize) -> Result<(), StoreError> {
    let before = to.len();
    match serde_json::to_writer(&mut *to, what) {
        Ok(()) if to.len() - before <= LONGEST => Ok(()),
        Ok(()) => refused(format!("{} bytes are too many for one event or record", to.len() - before)),
        Err(error) => refused(format!("this cannot be written as JSON: {error}")),
    }
}

fn text_of(bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|error| StoreError::Refused(format!("this cannot be written as JSON: {error}")))
}

fn refused<T>(why: String) -> Result<T, StoreError> {
    Err(StoreError::Refused(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn lines_come_apart_where_they_were_put_together(lines in proptest::collection::vec("[ -~]{1,9}", 0..9), at in 0..12_usize) {
            let all = Lines { text: lines.join("\n"), count: lines.len() };
            proptest::prop_assert_eq!(all.iter().collect::<Vec<_>>(), lines.iter().map(String::as_str).collect::<Vec<_>>());
            proptest::prop_assert_eq!(all.without(at), lines.get(at..).unwrap_or_default().join("\n"));
        }
    }
}
