//! What is written about jobs. All of it happens inside of a transaction of the writer, together with whatever else came.
//!
//! Rows of jobs are locked in the order of their ids, then those of batches: two programs never wait for each other in a circle.
//! Claims wait for nobody: a row that somebody holds is passed over.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::AssertSqlSafe;

use crate::StoreError;
use crate::jobs::bots;
use crate::jobs::submit::{self, Prepared};
use crate::jobs::{
    BatchStanding, Claim, Claimed, Counted, Enqueued, FailureKind, Held, MachineStanding, NewBatch, NewBot, Word,
    WorkerCard,
};
use crate::link::{Arg, Link};
use crate::wide::Wide;

/// States of a job, as they are stored.
pub(crate) const WAITING: i64 = 0;
pub(crate) const LEASED: i64 = 1;
pub(crate) const DONE: i64 = 2;
pub(crate) const PARKED: i64 = 3;
pub(crate) const HELD: i64 = 4;

/// Jobs that are given out in one transaction.
const MOST_GIVEN: u32 = 1024;
/// Leases that are taken back at once.
const SWEEP: u32 = 200;
/// The longest pause before a job that failed is tried again, in milliseconds.
const LONGEST_PAUSE: i64 = 60_000;
/// The longest text about a failure, in characters.
const LONGEST_BUNDLE: usize = 64 << 10;

/// Something to be written about jobs.
pub(crate) enum Order {
    Enqueue { batch: Box<NewBatch>, from: i64, to: i64 },
    Claim(Claim),
    Beat { worker: i64, held: Vec<Held>, lease: Duration },
    Submit { worker: i64, held: Held, prepared: Box<Prepared> },
    Fail { worker: i64, held: Held, kind: FailureKind, bundle: String },
    GiveBack { worker: i64, held: Vec<Held> },
    SetBatch { name: String, standing: BatchStanding, why: String },
    Retry { name: String },
    Admit { name: String, token: String },
    SetMachine { name: String, standing: MachineStanding, why: String },
    Greet { machine: i64, card: WorkerCard },
    BeginBot(NewBot),
    BotPiece { bot: i64, place: u32, bytes: Vec<u8> },
    FinishBot { bot: i64 },
}

/// What an order comes to.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Done,
    Id(i64),
    Count(u64),
    Found(bool),
    Enqueued(Enqueued),
    Claimed(Vec<Claimed>),
    Words(Vec<Word>),
    Counted(Counted),
}

impl Order {
    /// Roughly how many bytes it takes.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Order::Submit { prepared, .. } => prepared.weight(),
            Order::BotPiece { bytes, .. } => bytes.len(),
            Order::Enqueue { batch, .. } => batch.plan.len() + batch.spec.len(),
            Order::Fail { bundle, .. } => bundle.len(),
            _ => 200,
        }
    }

    /// Whether jobs may be there to be claimed afterwards.
    pub(crate) fn makes_work(&self) -> bool {
        use Order::{Enqueue, Fail, GiveBack, Retry, SetBatch, SetMachine};
        matches!(
            self,
            Enqueue { .. } | Fail { .. } | GiveBack { .. } | Retry { .. } | SetBatch { .. } | SetMachine { .. }
        )
    }

    /// In which order rows are locked: the first job it touches.
    fn key(&self) -> Option<&str> {
        match self {
            Order::Beat { held, .. } | Order::GiveBack { held, .. } => held.iter().map(|held| held.job.as_str()).min(),
            Order::Submit { held, .. } | Order::Fail { held, .. } => Some(&held.job),
            _ => None,
        }
    }

    /// What comes first within a transaction: single jobs, then those that wait for nobody, then whole batches.
    fn place(&self) -> u8 {
        match self {
            Order::Claim(_) => 1,
            Order::Enqueue { .. } | Order::SetBatch { .. } | Order::Retry { .. } | Order::SetMachine { .. } => 2,
            _ => 0,
        }
    }
}

/// Does all orders and says what each comes to.
pub(crate) async fn run(link: &mut Link, orders: &[&Order]) -> Result<Vec<Answer>, StoreError> {
    let now = now(link).await?;
    let mut all = vec![Answer::Done; orders.len()];
    let mut sorted: Vec<usize> = (0..orders.len()).collect();
    sorted.sort_by_key(|&index| (orders[index].place(), orders[index].key()));
    let mut submitted = Vec::new();
    for order in orders {
        if let Order::Submit { held, .. } = order {
            submitted.push(held.job.as_str());
        }
    }
    let mut tally = submit::Tally::of(link, &submitted).await?;
    let mut is_claimed = false;
    for &index in &sorted {
        let order = orders[index];
        if order.place() > 0 {
            // Nobody claims what was just handed in.
            tally.flush(link, now).await?;
        }
        all[index] = match order {
            Order::Submit { worker, held, prepared } => {
                Answer::Counted(tally.take(link, *worker, held, prepared, now).await?)
            }
            Order::Claim(_) => {
                if !std::mem::replace(&mut is_claimed, true) {
                    sweep(link, now).await?;
                    let claims: Vec<(usize, &Claim)> = claims(&sorted, orders).collect();
                    for (index, _) in &claims {
                        all[*index] = Answer::Claimed(Vec::new());
                    }
                    for (index, given) in claim_all(link, &claims, now).await? {
                        all[index] = Answer::Claimed(given);
                    }
                }
                continue;
            }
            Order::Beat { worker, held, lease } => beat(link, *worker, held, *lease, now).await?,
            Order::Fail { worker, held, kind, bundle } => fail(link, *worker, held, *kind, bundle, now).await?,
            Order::GiveBack { worker, held } => give_back(link, *worker, held).await?,
            Order::Enqueue { batch, from, to } => enqueue(link, batch, *from, *to, now).await?,
            Order::SetBatch { name, standing, why } => set_batch(link, name, *standing, why).await?,
            Order::Retry { name } => retry(link, name).await?,
            Order::Admit { name, token } => admit(link, name, token, now).await?,
            Order::SetMachine { name, standing, why } => set_machine(link, name, *standing, why).await?,
            Order::Greet { machine, card } => greet(link, *machine, card, now).await?,
            Order::BeginBot(bot) => bots::begin(link, bot, now).await?,
            Order::BotPiece { bot, place, bytes } => bots::add_piece(link, *bot, *place, bytes).await?,
            Order::FinishBot { bot } => bots::finish(link, *bot).await?,
        };
    }
    tally.flush(link, now).await?;
    Ok(all)
}

/// The time by the clock of the database's server; of this machine where there is none.
pub(crate) async fn now(link: &mut Link) -> Result<i64, StoreError> {
    if link.is_sqlite() {
        return Ok(crate::ledger::now());
    }
    let sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
    link.fetch_first(sql, &[]).await?.map_or(Ok(0), |row| row.int(0))
}

/// What keeps a row from others, where there is such a thing: SQLite lets one write at a time.
fn skipping(link: &Link) -> &'static str {
    if link.is_sqlite() { "" } else { "FOR UPDATE OF j SKIP LOCKED" }
}

/// Takes back leases that have run out. Jobs that failed too often are parked.
async fn sweep(link: &mut Link, now: i64) -> Result<(), StoreError> {
    let sql = format!(
        "WITH late (job) AS MATERIALIZED (SELECT j.id FROM jobs j WHERE j.state = {LEASED} AND j.until <= $1 \
         ORDER BY j.until LIMIT {SWEEP} {}) \
         UPDATE jobs SET failures = failures + 1, state = CASE \
         WHEN failures + 1 >= (SELECT b.most_failures FROM batches b WHERE b.id = batch_id) THEN {PARKED} \
         ELSE {WAITING} END FROM late WHERE jobs.id = late.job RETURNING id, attempt, worker_id",
        skipping(link)
    );
    let rows = link.fetch(AssertSqlSafe(sql), &[Arg::Int(now)]).await?;
    for row in rows {
        let held = Held { job: row.text(0)?, attempt: number(row.int(1)?) };
        let why = "the worker said nothing until its lease ran out";
        note_failure(link, row.int(2)?, &held, FailureKind::Expired, why, now).await?;
    }
    Ok(())
}

/// Claims among the orders, with their places.
fn claims<'o>(sorted: &'o [usize], orders: &'o [&Order]) -> impl Iterator<Item = (usize, &'o Claim)> {
    sorted.iter().filter_map(|&index| match orders[index] {
        Order::Claim(claim) => Some((index, claim)),
        _ => None,
    })
}

static GOOD: LazyLock<Wide> = LazyLock::new(|| {
    let join = ") SELECT w.id FROM wanted JOIN workers w ON w.id = wanted.id JOIN machines m ON m.id = w.machine_id \
                WHERE m.standing = 'good'";
    Wide::new("WITH wanted (id) AS (", 1, join)
});
static GIVEN: LazyLock<Wide> = LazyLock::new(|| {
    let update = ") UPDATE jobs SET state = 1, attempt = attempt + 1, until = given.lease, worker_id = given.worker, \
                  claims = claims || CAST(attempt + 1 AS TEXT) || ':' || CAST(given.worker AS TEXT) || ',' \
                  FROM given WHERE jobs.id = given.job";
    Wide::new("WITH given (job, worker, lease) AS (", 3, update)
});

/// A job that waits.
struct Free {
    claimed: Claimed,
    speeds: [i64; 2],
}

/// Gives out jobs to all who want some: first to all together, then to those for whom nothing fitting was among the first.
async fn claim_all(
    link: &mut Link,
    claims: &[(usize, &Claim)],
    now: i64,
) -> Result<Vec<(usize, Vec<Claimed>)>, StoreError> {
    let workers: BTreeSet<i64> = claims.iter().map(|(_, claim)| claim.worker).collect();
    let workers: Vec<Arg<'_>> = workers.into_iter().map(Arg::Int).collect();
    let mut good = BTreeSet::new();
    for row in GOOD.fetch(link, &workers).await? {
        good.insert(row.int(0)?);
    }
    let claims: Vec<(usize, &Claim)> =
        claims.iter().copied().filter(|(_, claim)| good.contains(&claim.worker)).collect();
    let most = claims.iter().map(|(_, claim)| claim.most).fold(0, u32::saturating_add).min(MOST_GIVEN);
    let mut free = if most == 0 { Vec::new() } else { waiting(link, most, None, now).await? };
    let (mut all, mut leases) = (Vec::new(), Vec::<(String, i64, i64)>::new());
    for (index, claim) in claims {
        let speed = i64::try_from(claim.speed).unwrap_or(i64::MAX);
        let mut given = take(&mut free, claim, speed);
        if given.is_empty() && most > 0 {
            // Nothing for its speed among them; there may be something further behind.
            // What was given to others a moment ago is not written yet.
            let most = claim.most.saturating_add(u32::try_from(leases.len()).unwrap_or(u32::MAX));
            let mut others = waiting(link, most, Some(speed), now).await?;
            others.retain(|free| leases.iter().all(|(job, _, _)| *job != free.claimed.held.job));
            given = take(&mut others, claim, speed);
        }
        leases.extend(given.iter().map(|claimed| (claimed.held.job.clone(), claim.worker, after(now, claim.lease))));
        all.push((index, given));
    }
    let mut values = Vec::with_capacity(3 * leases.len());
    for (job, worker, until) in &leases {
        values.extend([Arg::Text(job), Arg::Int(*worker), Arg::Int(*until)]);
    }
    match GIVEN.execute(link, &values).await? == GIVEN.rows(&values) {
        true => Ok(all),
        false => Err(StoreError::Refused("a job is gone; nothing was given out".into())),
    }
}

/// Jobs that wait, by rank, batch and pair, for workers of some speed or for any; the rows are ours until the end of the transaction.
async fn waiting(link: &mut Link, most: u32, speed: Option<i64>, now: i64) -> Result<Vec<Free>, StoreError> {
    let band = if speed.is_some() { "AND j.slowest <= $2 AND j.fastest >= $2" } else { "" };
    let sql = format!(
        "SELECT j.id, j.attempt, j.batch_id, j.pair, j.slowest, j.fastest FROM jobs j \
         WHERE j.state = {WAITING} AND j.until <= $1 {band} ORDER BY j.rank DESC, j.batch_id, j.pair LIMIT {most} {}",
        skipping(link)
    );
    let args: Vec<Arg<'_>> = [Arg::Int(now)].into_iter().chain(speed.map(Arg::Int)).collect();
    let mut free = Vec::new();
    for row in link.fetch(AssertSqlSafe(sql), &args).await? {
        let held = Held { job: row.text(0)?, attempt: number(row.int(1)? + 1) };
        let claimed = Claimed { held, batch: row.int(2)?, pair: u64::try_from(row.int(3)?).unwrap_or(0) };
        free.push(Free { claimed, speeds: [row.int(4)?, row.int(5)?] });
    }
    Ok(free)
}

/// Takes out what fits a claim.
fn take(free: &mut Vec<Free>, claim: &Claim, speed: i64) -> Vec<Claimed> {
    let mut given = Vec::new();
    free.retain(|job| {
        let fits = job.speeds[0] <= speed && speed <= job.speeds[1] && given.len() < claim.most as usize;
        if fits {
            given.push(job.claimed.clone());
        }
        !fits
    });
    given
}

async fn beat(link: &mut Link, worker: i64, held: &[Held], lease: Duration, now: i64) -> Result<Answer, StoreError> {
    let until = Arg::Int(after(now, lease));
    let mut words = vec![Word::Lost; held.len()];
    let mut order: Vec<usize> = (0..held.len()).collect();
    order.sort_by_key(|&index| &held[index].job);
    for index in order {
        let Held { job, attempt } = &held[index];
        let args = [Arg::Text(job), Arg::Int((*attempt).into()), Arg::Int(worker), until.clone()];
        // A lease that has run out is renewed while nobody else has taken the job.
        let sql = format!(
            "UPDATE jobs SET state = {LEASED}, until = $4 \
             WHERE id = $1 AND attempt = $2 AND worker_id = $3 AND state IN ({WAITING}, {LEASED})"
        );
        if link.execute(AssertSqlSafe(sql), &args).await? == 1 {
            words[index] = Word::Go;
            continue;
        }
        let row = link.fetch_first("SELECT state FROM jobs WHERE id = $1", &[Arg::Text(job)]).await?;
        words[index] = match row.map(|row| row.int(0)).transpose()? {
            Some(DONE) => Word::Done,
            Some(HELD) => Word::Held,
            _ => Word::Lost,
        };
    }
    Ok(Answer::Words(words))
}

async fn fail(
    link: &mut Link,
    worker: i64,
    held: &Held,
    kind: FailureKind,
    bundle: &str,
    now: i64,
) -> Result<Answer, StoreError> {
    submit::check_claim(link, worker, held).await?;
    let args = [Arg::Text(&held.job), Arg::Int(held.attempt.into()), Arg::Int(worker), Arg::Int(now)];
    let sql = format!(
        "UPDATE jobs SET failures = failures + 1, state = CASE \
         WHEN failures + 1 >= (SELECT b.most_failures FROM batches b WHERE b.id = batch_id) THEN {PARKED} \
         ELSE {WAITING} END, \
         until = $4 + CASE WHEN failures >= 6 THEN {LONGEST_PAUSE} ELSE 1000 * (failures + 1) * (failures + 1) END \
         WHERE id = $1 AND attempt = $2 AND worker_id = $3 AND state = {LEASED}"
    );
    link.execute(AssertSqlSafe(sql), &args).await?;
    note_failure(link, worker, held, kind, bundle, now).await?;
    Ok(Answer::Done)
}

async fn note_failure(
    link: &mut Link,
    worker: i64,
    held: &Held,
    kind: FailureKind,
    bundle: &str,
    now: i64,
) -> Result<(), StoreError> {
    let bundle: String = crate::prepare::plain(bundle).chars().take(LONGEST_BUNDLE).collect();
    let sql =
        "INSERT INTO job_failures (job_id, attempt, worker_id, moment, kind, bundle) VALUES ($1, $2, $3, $4, $5, $6)";
    let attempt = Arg::Int(held.attempt.into());
    let args =
        [Arg::Text(&held.job), attempt, Arg::Int(worker), Arg::Int(now), Arg::Text(kind.id()), Arg::Text(&bundle)];
    link.execute(sql, &args).await.map(drop)
}

async fn give_back(link: &mut Link, worker: i64, held: &[Held]) -> Result<Answer, StoreError> {
    let mut held: Vec<&Held> = held.iter().collect();
    held.sort_by_key(|held| &held.job);
    for held in held {
        let args = [Arg::Text(&held.job), Arg::Int(held.attempt.into()), Arg::Int(worker)];
        let sql = format!(
            "UPDATE jobs SET state = {WAITING}, until = 0 \
             WHERE id = $1 AND attempt = $2 AND worker_id = $3 AND state = {LEASED}"
        );
        link.execute(AssertSqlSafe(sql), &args).await?;
    }
    Ok(Answer::Done)
}

async fn enqueue(link: &mut Link, batch: &NewBatch, from: i64, to: i64, now: i64) -> Result<Answer, StoreError> {
    let of_match = crate::ledger::open_match(link, &batch.name, &batch.plan).await?;
    let most = Arg::Int(i64::from(batch.most_failures.max(1)));
    let args = [Arg::Int(of_match), Arg::Text(batch.kind.id()), Arg::Text(&batch.spec), most, Arg::Int(now)];
    let sql = "INSERT INTO batches (match_id, kind, spec, standing, why, most_failures, created, pairs, done, wins, draws, losses, \
               points0, points1, points2, points3, points4) \
               VALUES ($1, $2, $3, 'open', '', $4, $5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) ON CONFLICT (match_id) DO NOTHING";
    if link.execute(sql, &args).await? == 1 {
        let sql = "SELECT count(*) FROM games WHERE match_id = $1";
        let games = link.fetch_first(sql, &args[..1]).await?.map_or(Ok(0), |row| row.int(0))?;
        if games > 0 {
            return Err(StoreError::Refused(format!(
                "match {:?} has games that were not given out as jobs: go on with it where it was begun, or give it another name",
                batch.name
            )));
        }
    }
    let sql = "SELECT id, spec, kind, standing FROM batches WHERE match_id = $1";
    let Some(row) = link.fetch_first(sql, &args[..1]).await? else {
        return Err(StoreError::Refused("the batch is gone".into()));
    };
    if row.text(1)? != batch.spec || row.text(2)? != batch.kind.id() {
        return Err(StoreError::Refused(format!(
            "the jobs of {:?} were made otherwise: give the same settings to go on with them, or another name",
            batch.name
        )));
    }
    let id = row.int(0)?;
    let state = if row.text(3)? == BatchStanding::Open.id() { WAITING } else { HELD };
    let series = match link.is_sqlite() {
        true => "WITH RECURSIVE s (n) AS (SELECT $3 UNION ALL SELECT n + 1 FROM s WHERE n + 1 < $4)",
        false => "WITH s (n) AS (SELECT * FROM generate_series(CAST($3 AS BIGINT), $4 - 1))",
    };
    let sql = format!(
        "{series} INSERT INTO jobs (id, batch_id, pair, state, rank, slowest, fastest, attempt, failures, until, claims) \
         SELECT $1 || '#' || CAST(n AS TEXT), $2, n, {state}, $5, $6, $7, 0, 0, 0, ',' FROM s WHERE n < $4 ON CONFLICT DO NOTHING"
    );
    let speeds = batch.speeds.map(|speed| Arg::Int(i64::try_from(speed).unwrap_or(i64::MAX)));
    let [slowest, fastest] = speeds;
    let args = [
        Arg::Text(&batch.name),
        Arg::Int(id),
        Arg::Int(from),
        Arg::Int(to),
        Arg::Int(batch.rank.into()),
        slowest,
        fastest,
    ];
    let new = if from < to { link.execute(AssertSqlSafe(sql), &args).await? } else { 0 };
    let grown = Arg::Int(i64::try_from(new).unwrap_or(i64::MAX));
    link.execute("UPDATE batches SET pairs = pairs + $2 WHERE id = $1", &[Arg::Int(id), grown]).await?;
    Ok(Answer::Enqueued(Enqueued { batch: id, new }))
}

async fn set_batch(link: &mut Link, name: &str, standing: BatchStanding, why: &str) -> Result<Answer, StoreError> {
    let sql = "SELECT b.id FROM batches b JOIN matches m ON m.id = b.match_id WHERE m.name = $1";
    let Some(row) = link.fetch_first(sql, &[Arg::Text(name)]).await? else { return Ok(Answer::Found(false)) };
    let id = Arg::Int(row.int(0)?);
    let jobs = match standing {
        BatchStanding::Open => {
            format!("UPDATE jobs SET state = {WAITING}, until = 0 WHERE batch_id = $1 AND state = {HELD}")
        }
        BatchStanding::Paused | BatchStanding::Stopped => {
            format!("UPDATE jobs SET state = {HELD} WHERE batch_id = $1 AND state IN ({WAITING}, {LEASED})")
        }
    };
    link.execute(AssertSqlSafe(jobs.clone()), std::slice::from_ref(&id)).await?;
    let sql = "UPDATE batches SET standing = $2, why = $3 WHERE id = $1";
    link.execute(sql, &[id.clone(), Arg::Text(standing.id()), Arg::Text(why)]).await?;
    // Once more for jobs that were being made: whoever makes more from now on sees how the batch stands.
    link.execute(AssertSqlSafe(jobs), &[id]).await?;
    Ok(Answer::Found(true))
}

async fn retry(link: &mut Link, name: &str) -> Result<Answer, StoreError> {
    let sql = format!(
        "UPDATE jobs SET failures = 0, until = 0, \
         state = CASE WHEN (SELECT b.standing FROM batches b WHERE b.id = batch_id) = 'open' THEN {WAITING} ELSE {HELD} END \
         WHERE state = {PARKED} AND batch_id = \
         (SELECT b.id FROM batches b JOIN matches m ON m.id = b.match_id WHERE m.name = $1)"
    );
    Ok(Answer::Count(link.execute(AssertSqlSafe(sql), &[Arg::Text(name)]).await?))
}

async fn admit(link: &mut Link, name: &str, token: &str, now: i64) -> Result<Answer, StoreError> {
    let sql = "INSERT INTO machines (name, token, standing, why, created) VALUES ($1, $2, 'good', '', $3) \
               ON CONFLICT (name) DO UPDATE SET token = excluded.token, standing = 'good', why = '' RETURNING id";
    let row = link.fetch_first(sql, &[Arg::Text(name), Arg::Text(token), Arg::Int(now)]).await?;
    row.map_or(Ok(Answer::Done), |row| Ok(Answer::Id(row.int(0)?)))
}

async fn set_machine(link: &mut Link, name: &str, standing: MachineStanding, why: &str) -> Result<Answer, StoreError> {
    let args = [Arg::Text(name), Arg::Text(standing.id()), Arg::Text(why)];
    let sql = "UPDATE machines SET standing = $2, why = $3 WHERE name = $1 RETURNING id";
    let Some(row) = link.fetch_first(sql, &args).await? else { return Ok(Answer::Found(false)) };
    if standing != MachineStanding::Good {
        let sql = format!(
            "UPDATE jobs SET state = {WAITING}, until = 0 WHERE state = {LEASED} \
             AND worker_id IN (SELECT w.id FROM workers w WHERE w.machine_id = $1)"
        );
        link.execute(AssertSqlSafe(sql), &[Arg::Int(row.int(0)?)]).await?;
    }
    Ok(Answer::Found(true))
}

async fn greet(link: &mut Link, machine: i64, card: &WorkerCard, now: i64) -> Result<Answer, StoreError> {
    let sql = "INSERT INTO workers (machine_id, name, version, slots, speed, load, seen) VALUES ($1, $2, $3, $4, $5, $6, $7) \
               ON CONFLICT (machine_id, name) DO UPDATE SET version = excluded.version, slots = excluded.slots, \
               speed = excluded.speed, load = excluded.load, seen = excluded.seen RETURNING id";
    let speed = i64::try_from(card.speed).unwrap_or(i64::MAX);
    let (slots, load) = (Arg::Int(card.slots.into()), Arg::Int(card.load.into()));
    let args = [
        Arg::Int(machine),
        Arg::Text(&card.name),
        Arg::Text(&card.version),
        slots,
        Arg::Int(speed),
        load,
        Arg::Int(now),
    ];
    let row = link.fetch_first(sql, &args).await?;
    row.map_or(Ok(Answer::Done), |row| Ok(Answer::Id(row.int(0)?)))
}

fn after(now: i64, lease: Duration) -> i64 {
    now.saturating_add(i64::try_from(lease.as_millis()).unwrap_or(i64::MAX))
}

pub(super) fn number(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// What is added to batches.
pub(super) type Sums = BTreeMap<i64, [i64; 9]>;
