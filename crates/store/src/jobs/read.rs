//! What can be asked about jobs.

use sqlx::AssertSqlSafe;

use crate::StoreError;
use crate::jobs::write::{DONE, HELD, LEASED, PARKED, WAITING, now, number};
use crate::jobs::{
    Audit, BatchKind, BatchRow, BatchStanding, BatchTotals, Depth, FailureKind, FailureRow, Held, MachineRow,
    MachineStanding, WorkerCard, WorkerRow,
};
use crate::link::{Arg, Link, Row};
use crate::packing;

/// Rows of a list.
const MOST: u32 = 1000;

const BATCHES: &str = "SELECT b.id, b.match_id, m.name, m.plan, b.kind, b.spec, b.standing, b.why, b.created, b.pairs, b.done, b.wins, \
                       b.draws, b.losses, b.points0, b.points1, b.points2, b.points3, b.points4 \
                       FROM batches b JOIN matches m ON m.id = b.match_id";

const MACHINES: &str = "SELECT id, name, standing, why, created FROM machines";

pub(crate) async fn machine(link: &mut Link, token: &str) -> Result<Option<MachineRow>, StoreError> {
    let sql = format!("{MACHINES} WHERE token = $1");
    link.fetch_first(AssertSqlSafe(sql), &[Arg::Text(token)]).await?.as_ref().map(machine_row).transpose()
}

pub(crate) async fn machines(link: &mut Link) -> Result<Vec<MachineRow>, StoreError> {
    let sql = format!("{MACHINES} ORDER BY name LIMIT {MOST}");
    link.fetch(AssertSqlSafe(sql), &[]).await?.iter().map(machine_row).collect()
}

fn machine_row(row: &Row) -> Result<MachineRow, StoreError> {
    let standing = known(row, 2, MachineStanding::of)?;
    Ok(MachineRow { id: row.int(0)?, name: row.text(1)?, standing, why: row.text(3)?, created: row.int(4)? })
}

pub(crate) async fn workers(link: &mut Link) -> Result<Vec<WorkerRow>, StoreError> {
    let now = now(link).await?;
    let sql = format!(
        "SELECT w.id, m.name, m.standing, w.name, w.version, w.slots, w.speed, w.load, w.seen, \
         (SELECT count(*) FROM jobs j WHERE j.state = {LEASED} AND j.worker_id = w.id), \
         (SELECT count(*) FROM job_results r WHERE r.worker_id = w.id), \
         (SELECT count(*) FROM job_failures f WHERE f.worker_id = w.id) \
         FROM workers w JOIN machines m ON m.id = w.machine_id ORDER BY w.seen DESC, w.id LIMIT {MOST}"
    );
    let row = |row: &Row| {
        let card = WorkerCard {
            name: row.text(3)?,
            version: row.text(4)?,
            slots: number(row.int(5)?),
            speed: count(row, 6)?,
            load: number(row.int(7)?),
        };
        let seen = row.int(8)?;
        Ok(WorkerRow {
            id: row.int(0)?,
            machine: row.text(1)?,
            standing: known(row, 2, MachineStanding::of)?,
            card,
            seen,
            silent_ms: (now - seen).max(0),
            leased: count(row, 9)?,
            pairs: count(row, 10)?,
            failures: count(row, 11)?,
        })
    };
    link.fetch(AssertSqlSafe(sql), &[]).await?.iter().map(row).collect()
}

pub(crate) async fn batches(link: &mut Link, limit: u32) -> Result<Vec<BatchRow>, StoreError> {
    let sql = format!("{BATCHES} ORDER BY b.id DESC LIMIT {}", limit.min(MOST));
    link.fetch(AssertSqlSafe(sql), &[]).await?.iter().map(batch_row).collect()
}

pub(crate) async fn batch(link: &mut Link, id: i64) -> Result<Option<BatchRow>, StoreError> {
    let sql = format!("{BATCHES} WHERE b.id = $1");
    link.fetch_first(AssertSqlSafe(sql), &[Arg::Int(id)]).await?.as_ref().map(batch_row).transpose()
}

pub(crate) async fn find_batch(link: &mut Link, name: &str) -> Result<Option<BatchRow>, StoreError> {
    let sql = format!("{BATCHES} WHERE m.name = $1");
    link.fetch_first(AssertSqlSafe(sql), &[Arg::Text(name)]).await?.as_ref().map(batch_row).transpose()
}

pub(crate) async fn find_job(link: &mut Link, job: &str) -> Result<Option<(BatchRow, u64)>, StoreError> {
    let row = link.fetch_first("SELECT batch_id, pair FROM jobs WHERE id = $1", &[Arg::Text(job)]).await?;
    let Some(row) = row else { return Ok(None) };
    let pair = count(&row, 1)?;
    Ok(batch(link, row.int(0)?).await?.map(|batch| (batch, pair)))
}

fn batch_row(row: &Row) -> Result<BatchRow, StoreError> {
    let mut totals = BatchTotals {
        done: count(row, 10)?,
        wins: count(row, 11)?,
        draws: count(row, 12)?,
        losses: count(row, 13)?,
        ..BatchTotals::default()
    };
    for (points, column) in totals.pentanomial.iter_mut().zip(14..) {
        *points = count(row, column)?;
    }
    Ok(BatchRow {
        id: row.int(0)?,
        match_id: row.int(1)?,
        name: row.text(2)?,
        plan: row.text(3)?,
        kind: known(row, 4, BatchKind::of)?,
        spec: row.text(5)?,
        standing: known(row, 6, BatchStanding::of)?,
        why: row.text(7)?,
        created: row.int(8)?,
        pairs: count(row, 9)?,
        totals,
    })
}

pub(crate) async fn depth(link: &mut Link, batch: Option<i64>) -> Result<Depth, StoreError> {
    // Those that are done are known without counting them.
    let (counted, sums, args) = match batch {
        Some(batch) => (
            "SELECT state, count(*) FROM jobs WHERE batch_id = $1 AND state <> 2 GROUP BY state",
            "SELECT CAST(COALESCE(SUM(done), 0) AS BIGINT) FROM batches WHERE id = $1",
            vec![Arg::Int(batch)],
        ),
        None => (
            "SELECT state, count(*) FROM jobs WHERE state <> 2 GROUP BY state",
            "SELECT CAST(COALESCE(SUM(done), 0) AS BIGINT) FROM batches",
            Vec::new(),
        ),
    };
    let mut depth = Depth::default();
    for row in link.fetch(counted, &args).await? {
        let number = count(&row, 1)?;
        match row.int(0)? {
            WAITING => depth.waiting = number,
            LEASED => depth.leased = number,
            PARKED => depth.parked = number,
            HELD => depth.held = number,
            _ => {}
        }
    }
    depth.done = link.fetch_first(sums, &args).await?.map_or(Ok(0), |row| count(&row, 0))?;
    Ok(depth)
}

pub(crate) async fn pace(link: &mut Link, step_ms: u32, steps: u32) -> Result<Vec<(i64, u64)>, StoreError> {
    let (step, steps) = (i64::from(step_ms.max(1)), i64::from(steps.min(MOST)));
    let first = now(link).await? / step - steps + 1;
    let sql = "SELECT moment / $1, count(*) FROM job_results WHERE moment >= $2 GROUP BY 1";
    let mut all: Vec<(i64, u64)> = (0..steps).map(|index| ((first + index) * step, 0)).collect();
    for row in link.fetch(sql, &[Arg::Int(step), Arg::Int(first * step)]).await? {
        let index = usize::try_from(row.int(0)? - first).unwrap_or(usize::MAX);
        if let Some(bucket) = all.get_mut(index) {
            bucket.1 = count(&row, 1)?;
        }
    }
    Ok(all)
}

pub(crate) async fn failures(link: &mut Link, limit: u32) -> Result<Vec<FailureRow>, StoreError> {
    let sql = format!(
        "SELECT f.job_id, f.attempt, m.name, w.name, f.moment, f.kind, f.bundle, j.state FROM job_failures f \
         JOIN workers w ON w.id = f.worker_id JOIN machines m ON m.id = w.machine_id JOIN jobs j ON j.id = f.job_id \
         ORDER BY f.id DESC LIMIT {}",
        limit.min(MOST)
    );
    let row = |row: &Row| {
        Ok(FailureRow {
            held: Held { job: row.text(0)?, attempt: number(row.int(1)?) },
            machine: row.text(2)?,
            worker: row.text(3)?,
            moment: row.int(4)?,
            kind: known(row, 5, FailureKind::of)?,
            bundle: row.text(6)?,
            is_parked: row.int(7)? == PARKED,
        })
    };
    link.fetch(AssertSqlSafe(sql), &[]).await?.iter().map(row).collect()
}

pub(crate) async fn data(
    link: &mut Link,
    batch: i64,
    from: u64,
    limit: u32,
) -> Result<Vec<(u64, Vec<u8>)>, StoreError> {
    let sql = format!(
        "SELECT j.pair, r.data FROM jobs j JOIN job_results r ON r.job_id = j.id \
         WHERE j.batch_id = $1 AND j.pair >= $2 AND r.data IS NOT NULL ORDER BY j.pair LIMIT {}",
        limit.min(MOST)
    );
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let mut all = Vec::new();
    for row in link.fetch(AssertSqlSafe(sql), &[Arg::Int(batch), Arg::Int(from)]).await? {
        let bytes = packing::unpack(&row.bytes(1)?).map_err(|error| row.damaged(error.to_string()))?;
        all.push((count(&row, 0)?, bytes));
    }
    Ok(all)
}

pub(crate) async fn audit(link: &mut Link, name: &str) -> Result<Option<Audit>, StoreError> {
    let Some(batch) = find_batch(link, name).await? else { return Ok(None) };
    let id = [Arg::Int(batch.id)];
    let whole = |sum: &str| format!("CAST(COALESCE(SUM({sum}), 0) AS BIGINT)");
    let points: Vec<String> =
        (0..5).map(|points| whole(&format!("CASE WHEN r.points = {points} THEN 1 ELSE 0 END"))).collect();
    let sql = format!(
        "SELECT count(*), {}, {}, {}, {} FROM job_results r JOIN jobs j ON j.id = r.job_id WHERE j.batch_id = $1 AND j.state = {DONE}",
        whole("r.wins"),
        whole("r.draws"),
        whole("r.losses"),
        points.join(", ")
    );
    let mut counted = BatchTotals::default();
    if let Some(row) = link.fetch_first(AssertSqlSafe(sql), &id).await? {
        counted.done = count(&row, 0)?;
        counted.wins = count(&row, 1)?;
        counted.draws = count(&row, 2)?;
        counted.losses = count(&row, 3)?;
        for (points, column) in counted.pentanomial.iter_mut().zip(4..) {
            *points = count(&row, column)?;
        }
    }
    let mut one = async |sql: &'static str, arg: i64| -> Result<u64, StoreError> {
        link.fetch_first(sql, &[Arg::Int(arg)]).await?.map_or(Ok(0), |row| count(&row, 0))
    };
    let games = "SELECT count(*) FROM results r JOIN games g ON g.id = r.game_id WHERE g.match_id = $1";
    let duplicates = "SELECT count(*) FROM job_duplicates d JOIN jobs j ON j.id = d.job_id WHERE j.batch_id = $1";
    let attempts = "SELECT CAST(COALESCE(SUM(attempt), 0) AS BIGINT) FROM jobs WHERE batch_id = $1";
    Ok(Some(Audit {
        pairs: one("SELECT count(*) FROM jobs WHERE batch_id = $1", batch.id).await?,
        kept: batch.totals,
        counted,
        games: one(games, batch.match_id).await?,
        duplicates: one(duplicates, batch.id).await?,
        attempts: one(attempts, batch.id).await?,
    }))
}

fn count(row: &Row, column: usize) -> Result<u64, StoreError> {
    Ok(u64::try_from(row.int(column)?).unwrap_or(0))
}

fn known<T>(row: &Row, column: usize, of: fn(&str) -> Option<T>) -> Result<T, StoreError> {
    let text = row.text(column)?;
    of(&text).ok_or_else(|| row.damaged(format!("{text:?} is unknown in column {column}")))
}
