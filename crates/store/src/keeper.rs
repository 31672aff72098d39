//! The store over either database: one writer, a few readers.

use std::sync::Arc;
use std::time::Duration;

use schwarm_play::{Attempt, Dialogues, Finished, GameEvent, GameRecord, Journal, Keeping, Puzzle};

use crate::ledger::Done;
use crate::place::Place;
use crate::prepare::Job;
use crate::readers::Readers;
use crate::writer::Writer;
use crate::{
    Answering, Filter, GameRow, MatchFilter, MatchRow, News, Opening, Played, PuzzleFilter, RunningRow, Search, Shown,
    Store, StoreError, Totals,
};
use crate::{openings, puzzles, reading};

/// How long [`open`] lets a store wait for a lock or a server.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Opens a store: a file name or `sqlite:FILE` (made if missing, with its folder), or `postgres://…`. Brings its
/// tables up to date. The store has threads of its own: it may be opened and awaited from any runtime, also from several.
///
/// # Errors
/// When the text names no database, or that cannot be opened, or belongs to another or a newer program.
pub async fn open(place: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_with(place, PATIENCE).await
}

/// The same with another time to wait for a lock or a server.
///
/// # Errors
/// As [`open`].
pub async fn open_with(place: &str, patience: Duration) -> Result<Arc<dyn Store>, StoreError> {
    let place = Place::parse(place, patience)?;
    place.make_folder()?;
    let writer = Writer::start(place.clone()).await?;
    Ok(Arc::new(Keeper { writer, readers: Readers::start(place).await? }))
}

struct Keeper {
    writer: Writer,
    readers: Readers,
}

/// The writer answers a job with what belongs to it; anything else would be a bug here.
fn mixed_up() -> StoreError {
    StoreError::Refused("the writer answered another question".into())
}

impl Keeper {
    async fn write_for_id(&self, job: Job) -> Result<i64, StoreError> {
        match self.writer.write(job).await? {
            Done::Id(id) => Ok(id),
            _ => Err(mixed_up()),
        }
    }
}

impl Journal for Keeper {
    fn open_match<'a>(&'a self, name: &'a str, plan: &'a str) -> Keeping<'a, i64> {
        Box::pin(async move { Ok(self.write_for_id(Job::open_match(name, plan)?).await?) })
    }

    fn finished<'a>(&'a self, of_match: i64) -> Keeping<'a, Vec<Finished>> {
        Box::pin(async move { Ok(self.readers.read(move |link| Box::pin(reading::finished(link, of_match))).await?) })
    }

    fn begin<'a>(&'a self, of_match: i64, game: u64, started: &'a GameEvent) -> Keeping<'a, Option<Attempt>> {
        Box::pin(async move {
            match self.writer.write(Job::begin(of_match, game, started)?).await? {
                Done::Begun(attempt) => Ok(attempt),
                _ => Err(mixed_up().into()),
            }
        })
    }

    fn append<'a>(&'a self, attempt: Attempt, first: u32, events: &'a [GameEvent]) -> Keeping<'a, ()> {
        Box::pin(async move {
            match self.writer.write(Job::append(attempt, first, events)?).await? {
                Done::Kept => Ok(()),
                _ => Err(mixed_up().into()),
            }
        })
    }

    fn keep_dialogues<'a>(&'a self, attempt: Attempt, dialogues: &'a Dialogues) -> Keeping<'a, ()> {
        Box::pin(async move {
            match self.writer.write(Job::dialogues(attempt, dialogues)?).await? {
                Done::Kept => Ok(()),
                _ => Err(mixed_up().into()),
            }
        })
    }
}

impl Store for Keeper {
    fn import<'a>(&'a self, record: &'a GameRecord) -> Answering<'a, i64> {
        Box::pin(async move { self.write_for_id(Job::import(record)?).await })
    }

    fn list<'a>(&'a self, filter: &'a Filter, limit: u32, offset: u64) -> Answering<'a, Vec<GameRow>> {
        let filter = filter.clone();
        Box::pin(self.readers.read(move |link| {
            let filter = filter.clone();
            Box::pin(async move { reading::list(link, &filter, limit, offset).await })
        }))
    }

    fn newest<'a>(&'a self, search: &'a Search, limit: u32) -> Answering<'a, Vec<GameRow>> {
        let search = search.clone();
        Box::pin(self.readers.read(move |link| {
            let search = search.clone();
            Box::pin(async move { reading::newest(link, &search, limit).await })
        }))
    }

    fn totals<'a>(&'a self, filter: &'a Filter) -> Answering<'a, Totals> {
        let filter = filter.clone();
        Box::pin(self.readers.read(move |link| {
            let filter = filter.clone();
            Box::pin(async move { reading::totals(link, &filter).await })
        }))
    }

    fn matches<'a>(&'a self, limit: u32, offset: u64) -> Answering<'a, Vec<MatchRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(reading::matches(link, limit, offset))))
    }

    fn find_match<'a>(&'a self, name: &'a str) -> Answering<'a, Option<MatchRow>> {
        let name = name.to_string();
        Box::pin(self.readers.read(move |link| {
            let name = name.clone();
            Box::pin(async move { reading::find_match(link, &name).await })
        }))
    }

    fn newest_matches<'a>(&'a self, filter: &'a MatchFilter, limit: u32) -> Answering<'a, Vec<MatchRow>> {
        let filter = filter.clone();
        Box::pin(self.readers.read(move |link| {
            let filter = filter.clone();
            Box::pin(async move { reading::newest_matches(link, &filter, limit).await })
        }))
    }

    fn show<'a>(&'a self, id: i64) -> Answering<'a, Option<Shown>> {
        Box::pin(self.readers.read(move |link| Box::pin(reading::show(link, id))))
    }

    fn events<'a>(&'a self, id: i64, attempt: u32) -> Answering<'a, Vec<GameEvent>> {
        Box::pin(self.readers.read(move |link| Box::pin(reading::events(link, id, attempt))))
    }

    fn running<'a>(&'a self, since: i64, limit: u32) -> Answering<'a, Vec<RunningRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(reading::running(link, since, limit))))
    }

    fn news<'a>(&'a self, known: &'a [(Attempt, u32)]) -> Answering<'a, Vec<News>> {
        let known = known.to_vec();
        Box::pin(self.readers.read(move |link| {
            let known = known.clone();
            Box::pin(async move { reading::news(link, &known).await })
        }))
    }

    fn has_dialogues<'a>(&'a self, attempt: Attempt) -> Answering<'a, bool> {
        Box::pin(self.readers.read(move |link| Box::pin(reading::has_dialogues(link, attempt))))
    }

    fn dialogues<'a>(&'a self, attempt: Attempt) -> Answering<'a, Option<Dialogues>> {
        Box::pin(self.readers.read(move |link| Box::pin(reading::dialogues(link, attempt))))
    }

    fn unread_openings<'a>(&'a self, limit: u32) -> Answering<'a, Vec<i64>> {
        Box::pin(self.readers.read(move |link| Box::pin(openings::unread(link, limit))))
    }

    fn keep_openings<'a>(&'a self, openings: Vec<Opening>) -> Answering<'a, ()> {
        Box::pin(async move {
            match self.writer.write(Job::Openings(openings)).await? {
                Done::Kept => Ok(()),
                _ => Err(mixed_up()),
            }
        })
    }

    fn played<'a>(&'a self, shapes: &'a [u64]) -> Answering<'a, Vec<(u64, Played)>> {
        let shapes = shapes.to_vec();
        Box::pin(self.readers.read(move |link| {
            let shapes = shapes.clone();
            Box::pin(async move { openings::played(link, &shapes).await })
        }))
    }

    fn through<'a>(&'a self, shape: u64, limit: u32) -> Answering<'a, Vec<GameRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(openings::through(link, shape, limit))))
    }

    fn keep_puzzles<'a>(&'a self, of_game: Option<i64>, puzzles: &'a [Puzzle]) -> Answering<'a, u64> {
        Box::pin(async move {
            let new = self.write_for_id(Job::puzzles(of_game, puzzles)?).await?;
            Ok(u64::try_from(new).unwrap_or(0))
        })
    }

    fn unmined<'a>(&'a self, game: Option<&'a str>, after: i64, limit: u32) -> Answering<'a, Vec<i64>> {
        let game = game.map(str::to_string);
        Box::pin(self.readers.read(move |link| {
            let game = game.clone();
            Box::pin(async move { puzzles::unmined(link, game.as_deref(), after, limit).await })
        }))
    }

    fn puzzles<'a>(&'a self, filter: &'a PuzzleFilter, limit: u32, offset: u64) -> Answering<'a, Vec<Puzzle>> {
        let filter = filter.clone();
        Box::pin(self.readers.read(move |link| {
            let filter = filter.clone();
            Box::pin(async move { puzzles::list(link, &filter, limit, offset).await })
        }))
    }

    fn count_puzzles<'a>(&'a self, filter: &'a PuzzleFilter) -> Answering<'a, u64> {
        let filter = filter.clone();
        Box::pin(self.readers.read(move |link| {
            let filter = filter.clone();
            Box::pin(async move { puzzles::count(link, &filter).await })
        }))
    }

    fn puzzle<'a>(&'a self, id: &'a str) -> Answering<'a, Option<Puzzle>> {
        let id = id.to_string();
        Box::pin(self.readers.read(move |link| {
            let id = id.clone();
            Box::pin(async move { puzzles::one(link, &id).await })
        }))
    }

    fn close<'a>(&'a self) -> Answering<'a, ()> {
        Box::pin(async move {
            self.writer.close().await;
            self.readers.close().await;
            Ok(())
        })
    }
}
