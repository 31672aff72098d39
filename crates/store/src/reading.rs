//! Reading: lists, totals, whole games.

use std::sync::Mutex;

use schwarm_play::{Ending, Finished, GameEvent, GameRecord};
use sqlx::AssertSqlSafe;
use tokio::sync::Semaphore;

use crate::link::{Arg, Link, Row};
use crate::place::Place;
use crate::prepare::plain;
use crate::{Answering, Filter, GameRow, MatchRow, Shown, Standing, StoreError, Totals};

/// Connections that read at the same time.
const MOST: usize = 4;
/// Rows of a list.
const LONGEST_LIST: u32 = 1000;

/// Connections for reading.
pub(crate) struct Readers {
    place: Place,
    idle: Mutex<Vec<Link>>,
    turns: Semaphore,
}

impl Readers {
    pub(crate) fn new(place: Place) -> Readers {
        Readers { place, idle: Mutex::new(Vec::new()), turns: Semaphore::new(MOST) }
    }

    /// Has a connection do something. A connection that has been idle may be dead: then a new one is tried.
    pub(crate) async fn read<T>(
        &self,
        work: impl for<'l> Fn(&'l mut Link) -> Answering<'l, T>,
    ) -> Result<T, StoreError> {
        let _turn = self.turns.acquire().await.map_err(|_| StoreError::Closed)?;
        if let Some(mut link) = self.take() {
            match work(&mut link).await {
                Err(StoreError::Unreachable { .. }) => {}
                answer => {
                    self.give_back(link);
                    return answer;
                }
            }
        }
        let mut link = self.place.connect().await?;
        let answer = work(&mut link).await;
        self.give_back(link);
        answer
    }

    /// Ends all connections and lets nobody in any more.
    pub(crate) async fn close(&self) {
        self.turns.close();
        while let Some(link) = self.take() {
            link.close().await;
        }
    }

    fn take(&self) -> Option<Link> {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop()
    }

    fn give_back(&self, link: Link) {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(link);
    }
}

const GAMES: &str = "SELECT g.id, m.name, g.place, g.rules, g.player_one, g.player_two, \
                     (SELECT count(*) FROM attempts a WHERE a.game_id = g.id), r.ending, g.created, r.attempt_id \
                     FROM games g LEFT JOIN matches m ON m.id = g.match_id LEFT JOIN results r ON r.game_id = g.id";

/// The condition of a filter, and its values. No value becomes part of the statement.
struct Condition {
    sql: String,
    texts: Vec<String>,
    after: i64,
}

impl Condition {
    fn of(filter: &Filter) -> Condition {
        let mut condition =
            Condition { sql: " WHERE g.id > $1".into(), texts: Vec::new(), after: filter.after.unwrap_or(0) };
        condition.add("g.rules = $#", filter.game.as_deref());
        condition.add("(g.player_one = $# OR g.player_two = $#)", filter.player.as_deref());
        condition.add("m.name = $#", filter.of_match.as_deref());
        match filter.standing {
            Some(Standing::Open) => condition.sql.push_str(" AND r.game_id IS NULL"),
            Some(standing) => condition.add("r.standing = $#", Some(standing.id())),
            None => {}
        }
        condition
    }

    fn add(&mut self, sql: &str, value: Option<&str>) {
        let Some(value) = value else { return };
        self.texts.push(plain(value));
        let number = self.texts.len() + 1;
        self.sql.push_str(" AND ");
        self.sql.push_str(&sql.replace('#', &number.to_string()));
    }

    fn args(&self) -> Vec<Arg<'_>> {
        [Arg::Int(self.after)].into_iter().chain(self.texts.iter().map(|text| Arg::Text(text))).collect()
    }
}

pub(crate) async fn list(
    link: &mut Link,
    filter: &Filter,
    limit: u32,
    offset: u64,
) -> Result<Vec<GameRow>, StoreError> {
    let condition = Condition::of(filter);
    let (limit, offset) = (limit.min(LONGEST_LIST), i64::try_from(offset).unwrap_or(i64::MAX));
    let sql = format!("{GAMES}{} ORDER BY g.id LIMIT {limit} OFFSET {offset}", condition.sql);
    link.fetch(AssertSqlSafe(sql), &condition.args()).await?.iter().map(game_row).collect()
}

pub(crate) async fn totals(link: &mut Link, filter: &Filter) -> Result<Totals, StoreError> {
    let condition = Condition::of(filter);
    let sql = format!(
        "SELECT r.standing, count(*) FROM games g LEFT JOIN matches m ON m.id = g.match_id \
         LEFT JOIN results r ON r.game_id = g.id{} GROUP BY r.standing",
        condition.sql
    );
    let mut totals = Totals::default();
    for row in link.fetch(AssertSqlSafe(sql), &condition.args()).await? {
        let standing = row.maybe_text(0)?.unwrap_or_else(|| Standing::Open.id().into());
        let known = Standing::ALL.into_iter().find(|known| known.id() == standing);
        let count = match known {
            Some(Standing::One) => &mut totals.one,
            Some(Standing::Two) => &mut totals.two,
            Some(Standing::Draw) => &mut totals.draws,
            Some(Standing::Aborted) => &mut totals.aborted,
            Some(Standing::Open) => &mut totals.open,
            None => return Err(row.damaged(format!("a game stands {standing:?}"))),
        };
        *count = whole(&row, 1)?;
    }
    Ok(totals)
}

pub(crate) async fn matches(link: &mut Link, limit: u32, offset: u64) -> Result<Vec<MatchRow>, StoreError> {
    let args = [Arg::Int(limit.min(LONGEST_LIST).into()), Arg::Int(i64::try_from(offset).unwrap_or(i64::MAX))];
    let rows = link
        .fetch(
            "SELECT m.id, m.name, m.plan, m.created, (SELECT count(*) FROM games g WHERE g.match_id = m.id), \
             (SELECT count(*) FROM games g JOIN results r ON r.game_id = g.id WHERE g.match_id = m.id) \
             FROM matches m ORDER BY m.id LIMIT $1 OFFSET $2",
            &args,
        )
        .await?;
    let read = |row: &Row| {
        Ok(MatchRow {
            id: row.int(0)?,
            name: row.text(1)?,
            plan: row.text(2)?,
            created: row.int(3)?,
            games: whole(row, 4)?,
            finished: whole(row, 5)?,
        })
    };
    rows.iter().map(read).collect()
}

pub(crate) async fn finished(link: &mut Link, of_match: i64) -> Result<Vec<Finished>, StoreError> {
    let rows = link
        .fetch(
            "SELECT g.place, r.ending FROM games g JOIN results r ON r.game_id = g.id \
             WHERE g.match_id = $1 ORDER BY g.place",
            &[Arg::Int(of_match)],
        )
        .await?;
    rows.iter().map(|row| Ok(Finished { game: whole(row, 0)?, ending: ending(row, &row.text(1)?)? })).collect()
}

pub(crate) async fn show(link: &mut Link, id: i64) -> Result<Option<Shown>, StoreError> {
    let found = link.fetch_first(AssertSqlSafe(format!("{GAMES} WHERE g.id = $1")), &[Arg::Int(id)]).await?;
    let Some(found) = found else { return Ok(None) };
    let row = game_row(&found)?;
    if row.attempts == 0 {
        let sql = "SELECT record FROM records WHERE game_id = $1";
        let Some(kept) = link.fetch_first(sql, &[Arg::Int(id)]).await? else {
            return Err(found.damaged(format!("game {id} has neither tries nor a record")));
        };
        let record = serde_json::from_str(&kept.text(0)?).map_err(|e| kept.damaged(format!("record {id}: {e}")))?;
        return Ok(Some(Shown { row, record, events: Vec::new() }));
    }
    let events = match found.maybe_int(9)? {
        Some(attempt) => {
            let sql = "SELECT event FROM events WHERE attempt_id = $1 ORDER BY seq";
            read_events(&link.fetch(sql, &[Arg::Int(attempt)]).await?)?
        }
        None => {
            let sql = "SELECT event FROM events WHERE attempt_id = (SELECT id FROM attempts \
                       WHERE game_id = $1 ORDER BY number DESC LIMIT 1) ORDER BY seq";
            read_events(&link.fetch(sql, &[Arg::Int(id)]).await?)?
        }
    };
    let mut record =
        GameRecord::from_events(&events).map_err(|error| found.damaged(format!("events of game {id}: {error}")))?;
    record.tags.extend(row.of_match.clone().map(|name| ("Event".to_string(), name)));
    record.tags.extend(row.place.map(|place| ("Round".to_string(), (place + 1).to_string())));
    Ok(Some(Shown { row, record, events }))
}

pub(crate) async fn events(link: &mut Link, id: i64, attempt: u32) -> Result<Vec<GameEvent>, StoreError> {
    let sql = "SELECT e.event FROM attempts a JOIN events e ON e.attempt_id = a.id \
               WHERE a.game_id = $1 AND a.number = $2 ORDER BY e.seq";
    read_events(&link.fetch(sql, &[Arg::Int(id), Arg::Int(attempt.into())]).await?)
}

fn read_events(rows: &[Row]) -> Result<Vec<GameEvent>, StoreError> {
    let read = |row: &Row| serde_json::from_str(&row.text(0)?).map_err(|e| row.damaged(format!("an event: {e}")));
    rows.iter().map(read).collect()
}

fn game_row(row: &Row) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        id: row.int(0)?,
        of_match: row.maybe_text(1)?,
        place: row.maybe_int(2)?.and_then(|place| u64::try_from(place).ok()),
        game: row.text(3)?,
        players: [row.text(4)?, row.text(5)?],
        attempts: u32::try_from(row.int(6)?).unwrap_or(u32::MAX),
        ending: row.maybe_text(7)?.map(|text| ending(row, &text)).transpose()?,
        created: row.int(8)?,
    })
}

fn ending(row: &Row, text: &str) -> Result<Ending, StoreError> {
    serde_json::from_str(text).map_err(|error| row.damaged(format!("a result: {error}")))
}

fn whole(row: &Row, column: usize) -> Result<u64, StoreError> {
    u64::try_from(row.int(column)?).map_err(|_| row.damaged(format!("column {column} is negative")))
}
