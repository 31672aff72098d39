//! The tables, brought up to date when a store is opened. Forward only.

use std::time::Duration;

use crate::StoreError;
use crate::link::{Arg, Link};

const SQLITE: &[&str] = &[
    include_str!("../migrations/sqlite/0001_games.sql"),
    include_str!("../migrations/sqlite/0002_running.sql"),
    include_str!("../migrations/sqlite/0003_dialogues.sql"),
    include_str!("../migrations/sqlite/0004_openings.sql"),
    include_str!("../migrations/sqlite/0005_puzzles.sql"),
    include_str!("../migrations/sqlite/0006_fleet.sql"),
];
const POSTGRES: &[&str] = &[
    include_str!("../migrations/postgres/0001_games.sql"),
    include_str!("../migrations/postgres/0002_running.sql"),
    include_str!("../migrations/postgres/0003_dialogues.sql"),
    include_str!("../migrations/postgres/0004_openings.sql"),
    include_str!("../migrations/postgres/0005_puzzles.sql"),
    include_str!("../migrations/postgres/0006_fleet.sql"),
];
const _: () = assert!(SQLITE.len() == POSTGRES.len());

/// Keeps two programs from making the tables at the same time.
const POSTGRES_LOCK: i64 = 0x5363_6877_6172_6d31;

/// How often, and after which time, a file that another program is just making is tried again.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(25);

/// Checks whose database it is, and adds what its tables lack. A foreign or newer one is not touched.
pub(crate) async fn bring_up_to_date(link: &mut Link) -> Result<(), StoreError> {
    let known = SQLITE.len() as i64;
    if version(link).await? == Some(known) {
        return Ok(());
    }
    if link.is_sqlite() {
        keep_a_log(link).await?;
    }
    link.begin().await?;
    if !link.is_sqlite() {
        link.execute("SELECT pg_advisory_xact_lock($1)", &[Arg::Int(POSTGRES_LOCK)]).await?;
    }
    // Somebody else may have been faster.
    let found = match version(link).await? {
        Some(version) => version,
        None => {
            if !link.is_sqlite()
                && count(link, "SELECT count(*) FROM pg_namespace WHERE nspname = 'schwarm'").await? == 0
            {
                link.script("CREATE SCHEMA schwarm").await?;
            }
            link.script("CREATE TABLE schwarm_schema (version BIGINT PRIMARY KEY)").await?;
            0
        }
    };
    let files = if link.is_sqlite() { SQLITE } else { POSTGRES };
    for (file, version) in files.iter().zip(1..).skip_while(|(_, version)| *version <= found) {
        link.script(file).await?;
        link.execute("INSERT INTO schwarm_schema (version) VALUES ($1)", &[Arg::Int(version)]).await?;
    }
    link.script("COMMIT").await
}

/// Lets readers and the writer of a file not wait for each other; stays with the file. SQLite itself does not wait for this statement
/// when another program is just making the tables, so we do.
async fn keep_a_log(link: &mut Link) -> Result<(), StoreError> {
    for _ in 0..TRIES {
        match link.script("PRAGMA journal_mode = WAL").await {
            Err(StoreError::Locked { .. }) => std::thread::sleep(PAUSE),
            done => return done,
        }
    }
    link.script("PRAGMA journal_mode = WAL").await
}

/// The version of the tables; `None` where there are none yet.
async fn version(link: &mut Link) -> Result<Option<i64>, StoreError> {
    let known = SQLITE.len() as i64;
    // One look for both: another program may be making the tables at this very moment.
    let tables = match link.is_sqlite() {
        true => {
            "SELECT (SELECT count(*) FROM sqlite_master WHERE name = 'schwarm_schema'), \
             (SELECT count(*) FROM sqlite_master)"
        }
        false => {
            "SELECT (SELECT count(*) FROM pg_tables WHERE schemaname = 'schwarm' AND tablename = 'schwarm_schema'), \
             CAST(0 AS BIGINT)"
        }
    };
    let row = link.fetch_first(tables, &[]).await?;
    let [ours, all] = row.map_or(Ok([0, 0]), |row| Ok([row.int(0)?, row.int(1)?]))?;
    if ours == 0 {
        let place = link.place().to_string();
        if all > 0 {
            return Err(StoreError::Foreign { place, why: "it holds the tables of another program".into() });
        }
        return Ok(None);
    }
    let found = count(link, "SELECT COALESCE(MAX(version), 0) FROM schwarm_schema").await?;
    match found > known {
        true => Err(StoreError::Newer { place: link.place().to_string(), found, known }),
        false => Ok(Some(found)),
    }
}

async fn count(link: &mut Link, sql: &'static str) -> Result<i64, StoreError> {
    link.fetch_first(sql, &[]).await?.map_or(Ok(0), |row| row.int(0))
}
