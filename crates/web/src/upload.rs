//! Games that somebody hands in: any format the arena reads, packed or not, and a report of what was understood.
//!
//! What must hold: every game is played through by its rules before it is kept; size, unpacked size, number of games and time
//! are bounded; what is wrong with one game hides no other. Whoever may use this computer keeps games; where others reach the
//! server only the operator does, and everybody else may look.

mod problem;

use std::io::Read;
use std::time::{Duration, Instant};

use flate2::read::MultiGzDecoder;
use schwarm_play::foreign::{self, Format, Remark};
use schwarm_play::{GameRecord, check};
use schwarm_store::StoreError;

pub(crate) use problem::{Problem, remark_words};

use crate::{App, Asker, Bounds, Kind, ReadReplay, Trouble};

/// What was understood.
pub(crate) struct Report {
    /// Id of the format: one of [`Format`], `replay`, or `unknown`.
    pub(crate) format: &'static str,
    pub(crate) was_packed: bool,
    pub(crate) games: Vec<Found>,
    /// Why there may be more games than these.
    pub(crate) cut: Option<Cut>,
}

/// A game, or what stands in its place.
pub(crate) struct Found {
    pub(crate) record: Result<GameRecord, Problem>,
    /// What was strange about it.
    pub(crate) remarks: Vec<Remark>,
    /// Its number, where it is kept.
    pub(crate) id: Option<i64>,
}

/// Why reading ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// There are more games than are read at once.
    Games,
    /// It took too long.
    Time,
}

impl Cut {
    /// The id in JSON and words.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Cut::Games => "games",
            Cut::Time => "time",
        }
    }
}

impl Report {
    /// Games that were understood.
    pub(crate) fn good(&self) -> usize {
        self.games.iter().filter(|found| found.record.is_ok()).count()
    }
}

/// Whether somebody may keep games here.
pub(crate) fn may_keep(app: &App, asker: &Asker) -> bool {
    asker.is_operator || !app.is_public()
}

/// Reads what was handed in, and keeps it if that is wanted.
///
/// # Errors
/// When it is too large, or may not be kept.
pub(crate) async fn take(app: &App, asker: &Asker, bytes: Vec<u8>, keeps: bool) -> Result<Report, Trouble> {
    asker.exert(app)?;
    if keeps && !may_keep(app, asker) {
        return Err(Kind::OperatorOnly.into());
    }
    let (bounds, replays) = (app.bounds().clone(), app.config.replays);
    let read = tokio::task::spawn_blocking(move || read(&bytes, &bounds, replays)).await;
    let mut report = read.map_err(|error| Trouble::failed("an upload", &error))??;
    for found in report.games.iter_mut().filter(|_| keeps) {
        let Ok(record) = &found.record else { continue };
        match app.config.store.import(record).await {
            Ok(id) => found.id = Some(id),
            Err(StoreError::Refused(why)) => found.record = Err(Problem::Refused(why)),
            Err(error) => return Err(Trouble::failed("an upload", &error)),
        }
    }
    Ok(report)
}

fn read(bytes: &[u8], bounds: &Bounds, replays: Option<ReadReplay>) -> Result<Report, Trouble> {
    let was_packed = bytes.starts_with(&[0x1f, 0x8b]);
    let unknown = |why: Problem| {
        let found = Found { record: Err(why), remarks: Vec::new(), id: None };
        Ok(Report { format: "unknown", was_packed, games: vec![found], cut: None })
    };
    let bytes = if was_packed { unpack(bytes, bounds.unpacked_bytes)? } else { Ok(bytes.to_vec()) };
    let text = match bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| Problem::NoText)) {
        Ok(text) => text,
        Err(problem) => return unknown(problem),
    };
    let text = text.trim_start_matches('\u{feff}');
    if let Some(replays) = replays.filter(|_| text.trim_start().starts_with('<')) {
        let found = checked(replays(text.as_bytes()).map_err(Problem::Replay), Vec::new());
        return Ok(Report { format: "replay", was_packed, games: vec![found], cut: None });
    }
    let format = match Format::detect(text) {
        Ok(format) => format,
        Err(error) => return unknown(Problem::Import(error)),
    };
    let open = |id: &str| schwarm_catalog::open(id).map_err(|error| error.to_string());
    let (games, cut) = gather(foreign::read(text, Some(format), &open), bounds.upload_games, bounds.upload_patience);
    Ok(Report { format: format.id(), was_packed, games, cut })
}

/// Unpacks no more than is allowed, however small it was before. What cannot be unpacked is the inner error.
fn unpack(bytes: &[u8], most: usize) -> Result<Result<Vec<u8>, Problem>, Trouble> {
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most as u64 + 1).read_to_end(&mut unpacked);
    match read {
        Ok(length) if length > most => Err(Kind::TooLong.into()),
        Ok(_) => Ok(Ok(unpacked)),
        Err(_) => Ok(Err(Problem::Unpacked)),
    }
}

fn gather(games: foreign::Games<'_>, most: usize, patience: Duration) -> (Vec<Found>, Option<Cut>) {
    let (begun, mut found) = (Instant::now(), Vec::new());
    for game in games {
        if found.len() >= most {
            return (found, Some(Cut::Games));
        }
        if begun.elapsed() > patience {
            return (found, Some(Cut::Time));
        }
        found.push(match game {
            Ok(imported) => checked(Ok(imported.record), imported.remarks),
            Err(error) => checked(Err(Problem::Import(error)), Vec::new()),
        });
    }
    (found, None)
}

/// A game played through by its rules.
fn checked(record: Result<GameRecord, Problem>, remarks: Vec<Remark>) -> Found {
    let record = record.and_then(|mut record| {
        let rules = schwarm_catalog::open(&record.game).map_err(|_| Problem::Rules(record.game.clone()))?;
        check(&mut record, &*rules).map_err(|error| Problem::Check(rules.id(), error))?;
        Ok(record)
    });
    Found { record, remarks, id: None }
}
