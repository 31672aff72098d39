//! The store over either database: one writer, a few readers.

use std::sync::Arc;
use std::time::Duration;

use schwarm_play::{Attempt, Dialogues, Finished, GameEvent, GameRecord, Journal, Keeping, Puzzle};

use tokio::sync::watch;

use crate::changes::Teller;
use crate::jobs::submit::Prepared;
use crate::jobs::write::{Answer, Order};
use crate::jobs::{bots, read};
use crate::ledger::Done;
use crate::place::Place;
use crate::prepare::Job;
use crate::readers::Readers;
use crate::writer::Writer;
use crate::{
    Answering, Audit, BatchRow, BatchStanding, BotRow, Changes, Claim, Claimed, Counted, Depth, Enqueued, FailureKind,
    FailureRow, Filter, GameRow, Handed, Held, JobStore, MachineRow, MachineStanding, MatchFilter, MatchRow, NewBatch,
    NewBot, News, Opening, Played, PuzzleFilter, RunningRow, Search, Shown, Store, StoreError, Totals, Word,
    WorkerCard, WorkerRow,
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
    let teller = Teller::new(place.server().is_some());
    let writer = Writer::start(place.clone(), teller.clone()).await?;
    let (end, ended) = watch::channel(false);
    if let Some(server) = place.server() {
        teller.hear(place.name(), server, ended)?;
    }
    Ok(Arc::new(Keeper { writer, readers: Readers::start(place).await?, teller, end }))
}

struct Keeper {
    writer: Writer,
    readers: Readers,
    teller: Teller,
    /// Ends the thread that listens, also when this is dropped.
    end: watch::Sender<bool>,
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

    fn jobs(&self) -> &dyn JobStore {
        self
    }

    fn changes(&self) -> Changes {
        self.teller.listen()
    }

    fn close<'a>(&'a self) -> Answering<'a, ()> {
        Box::pin(async move {
            self.end.send_replace(true);
            self.writer.close().await;
            self.readers.close().await;
            Ok(())
        })
    }
}

/// Pairs that are made in one transaction.
const PAIRS_AT_ONCE: u64 = 10_000;

/// The most pairs of a batch.
const MOST_PAIRS: u64 = 100_000_000;

impl Keeper {
    async fn order(&self, order: Order) -> Result<Answer, StoreError> {
        match self.writer.write(Job::Fleet(order)).await? {
            Done::Fleet(answer) => Ok(answer),
            _ => Err(mixed_up()),
        }
    }
}

/// A name or reason as every database takes it.
fn text(text: &str) -> String {
    crate::prepare::plain(text).chars().take(500).collect()
}

impl JobStore for Keeper {
    fn enqueue<'a>(&'a self, batch: &'a NewBatch, pairs: u64) -> Answering<'a, Enqueued> {
        Box::pin(async move {
            // The name and the plan are checked as those of any match.
            Job::open_match(&batch.name, &batch.plan)?;
            if pairs > MOST_PAIRS || batch.spec.contains('\0') {
                return Err(StoreError::Refused(format!(
                    "a batch has at most {MOST_PAIRS} pairs, and no zero byte in its text"
                )));
            }
            let mut all = Enqueued { batch: 0, new: 0 };
            let mut from = 0;
            loop {
                let to = pairs.min(from + PAIRS_AT_ONCE);
                let [first, end] = [from, to].map(|pair| i64::try_from(pair).unwrap_or(i64::MAX));
                let order = Order::Enqueue { batch: Box::new(batch.clone()), from: first, to: end };
                let Answer::Enqueued(part) = self.order(order).await? else { return Err(mixed_up()) };
                all = Enqueued { batch: part.batch, new: all.new + part.new };
                from = to;
                if from >= pairs {
                    return Ok(all);
                }
            }
        })
    }

    fn claim<'a>(&'a self, claim: Claim) -> Answering<'a, Vec<Claimed>> {
        Box::pin(async move {
            match self.order(Order::Claim(claim)).await? {
                Answer::Claimed(claimed) => Ok(claimed),
                _ => Err(mixed_up()),
            }
        })
    }

    fn heartbeat<'a>(&'a self, worker: i64, held: &'a [Held], lease: Duration) -> Answering<'a, Vec<Word>> {
        Box::pin(async move {
            match self.order(Order::Beat { worker, held: held.to_vec(), lease }).await? {
                Answer::Words(words) => Ok(words),
                _ => Err(mixed_up()),
            }
        })
    }

    fn submit<'a>(&'a self, worker: i64, held: &'a Held, handed: &'a Handed) -> Answering<'a, Counted> {
        Box::pin(async move {
            let prepared = Box::new(Prepared::new(handed)?);
            match self.order(Order::Submit { worker, held: held.clone(), prepared }).await? {
                Answer::Counted(counted) => Ok(counted),
                _ => Err(mixed_up()),
            }
        })
    }

    fn fail<'a>(&'a self, worker: i64, held: &'a Held, kind: FailureKind, bundle: &'a str) -> Answering<'a, ()> {
        Box::pin(async move {
            let bundle = bundle.to_string();
            self.order(Order::Fail { worker, held: held.clone(), kind, bundle }).await.map(drop)
        })
    }

    fn give_back<'a>(&'a self, worker: i64, held: &'a [Held]) -> Answering<'a, ()> {
        Box::pin(async move { self.order(Order::GiveBack { worker, held: held.to_vec() }).await.map(drop) })
    }

    fn set_batch<'a>(&'a self, name: &'a str, standing: BatchStanding, why: &'a str) -> Answering<'a, bool> {
        Box::pin(async move {
            match self.order(Order::SetBatch { name: name.to_string(), standing, why: text(why) }).await? {
                Answer::Found(found) => Ok(found),
                _ => Err(mixed_up()),
            }
        })
    }

    fn retry<'a>(&'a self, name: &'a str) -> Answering<'a, u64> {
        Box::pin(async move {
            match self.order(Order::Retry { name: name.to_string() }).await? {
                Answer::Count(count) => Ok(count),
                _ => Err(mixed_up()),
            }
        })
    }

    fn admit<'a>(&'a self, name: &'a str, token_sum: &'a str) -> Answering<'a, i64> {
        Box::pin(async move {
            if name.trim().is_empty() {
                return Err(StoreError::Refused("a machine needs a name".into()));
            }
            match self.order(Order::Admit { name: text(name), token: token_sum.to_string() }).await? {
                Answer::Id(id) => Ok(id),
                _ => Err(mixed_up()),
            }
        })
    }

    fn set_machine<'a>(&'a self, name: &'a str, standing: MachineStanding, why: &'a str) -> Answering<'a, bool> {
        Box::pin(async move {
            match self.order(Order::SetMachine { name: name.to_string(), standing, why: text(why) }).await? {
                Answer::Found(found) => Ok(found),
                _ => Err(mixed_up()),
            }
        })
    }

    fn greet<'a>(&'a self, machine: i64, card: &'a WorkerCard) -> Answering<'a, i64> {
        Box::pin(async move {
            let card = WorkerCard { name: text(&card.name), version: text(&card.version), ..card.clone() };
            match self.order(Order::Greet { machine, card }).await? {
                Answer::Id(id) => Ok(id),
                _ => Err(mixed_up()),
            }
        })
    }

    fn begin_bot<'a>(&'a self, bot: &'a NewBot) -> Answering<'a, i64> {
        Box::pin(async move {
            match self.order(bot.order()?).await? {
                Answer::Id(id) => Ok(id),
                _ => Err(mixed_up()),
            }
        })
    }

    fn add_bot_piece<'a>(&'a self, bot: i64, place: u32, bytes: &'a [u8]) -> Answering<'a, ()> {
        Box::pin(async move { self.order(Order::BotPiece { bot, place, bytes: bytes.to_vec() }).await.map(drop) })
    }

    fn finish_bot(&self, bot: i64) -> Answering<'_, ()> {
        Box::pin(async move { self.order(Order::FinishBot { bot }).await.map(drop) })
    }

    fn machines(&self) -> Answering<'_, Vec<MachineRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(read::machines(link))))
    }

    fn workers(&self) -> Answering<'_, Vec<WorkerRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(read::workers(link))))
    }

    fn batches(&self, limit: u32) -> Answering<'_, Vec<BatchRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(read::batches(link, limit))))
    }

    fn batch(&self, id: i64) -> Answering<'_, Option<BatchRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(read::batch(link, id))))
    }

    fn depth(&self, batch: Option<i64>) -> Answering<'_, Depth> {
        Box::pin(self.readers.read(move |link| Box::pin(read::depth(link, batch))))
    }

    fn pace(&self, step_ms: u32, steps: u32) -> Answering<'_, Vec<(i64, u64)>> {
        Box::pin(self.readers.read(move |link| Box::pin(read::pace(link, step_ms, steps))))
    }

    fn failures(&self, limit: u32) -> Answering<'_, Vec<FailureRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(read::failures(link, limit))))
    }

    fn data(&self, batch: i64, from: u64, limit: u32) -> Answering<'_, Vec<(u64, Vec<u8>)>> {
        Box::pin(self.readers.read(move |link| Box::pin(read::data(link, batch, from, limit))))
    }

    fn bots(&self) -> Answering<'_, Vec<BotRow>> {
        Box::pin(self.readers.read(move |link| Box::pin(bots::all(link))))
    }

    fn bot_piece(&self, bot: i64, place: u32) -> Answering<'_, Option<Vec<u8>>> {
        Box::pin(self.readers.read(move |link| Box::pin(bots::piece(link, bot, place))))
    }

    fn machine<'a>(&'a self, token_sum: &'a str) -> Answering<'a, Option<MachineRow>> {
        let token_sum = token_sum.to_string();
        Box::pin(self.readers.read(move |link| {
            let token_sum = token_sum.clone();
            Box::pin(async move { read::machine(link, &token_sum).await })
        }))
    }

    fn find_batch<'a>(&'a self, name: &'a str) -> Answering<'a, Option<BatchRow>> {
        let name = name.to_string();
        Box::pin(self.readers.read(move |link| {
            let name = name.clone();
            Box::pin(async move { read::find_batch(link, &name).await })
        }))
    }

    fn find_job<'a>(&'a self, job: &'a str) -> Answering<'a, Option<(BatchRow, u64)>> {
        let job = job.to_string();
        Box::pin(self.readers.read(move |link| {
            let job = job.clone();
            Box::pin(async move { read::find_job(link, &job).await })
        }))
    }

    fn audit<'a>(&'a self, name: &'a str) -> Answering<'a, Option<Audit>> {
        let name = name.to_string();
        Box::pin(self.readers.read(move |link| {
            let name = name.clone();
            Box::pin(async move { read::audit(link, &name).await })
        }))
    }

    fn find_bot<'a>(&'a self, name: &'a str, version: &'a str) -> Answering<'a, Option<BotRow>> {
        let [name, version] = [name, version].map(str::to_string);
        Box::pin(self.readers.read(move |link| {
            let [name, version] = [name.clone(), version.clone()];
            Box::pin(async move { bots::find(link, &name, &version).await })
        }))
    }
}
