//! Reading: lists, totals, whole games.

use std::sync::LazyLock;

use schwarm_play::{Attempt, Dialogues, Ending, Finished, GameEvent, GameRecord};
use sqlx::AssertSqlSafe;

use crate::link::{Arg, Link, Row};
use crate::packing;
use crate::prepare::plain;
use crate::wide::Wide;
use crate::{Filter, GameRow, MatchFilter, MatchRow, News, RunningRow, Search, Shown, Standing, StoreError, Totals};

/// Rows of a list.
const LONGEST_LIST: u32 = 1000;

pub(crate) const GAMES: &str = "SELECT g.id, m.name, g.place, g.rules, g.player_one, g.player_two, \
                     (SELECT COALESCE(MAX(p.number), 0) FROM pieces p WHERE p.game_id = g.id), r.ending, g.created, r.number \
                     FROM games g LEFT JOIN matches m ON m.id = g.match_id LEFT JOIN results r ON r.game_id = g.id";

const MATCHES: &str = "SELECT m.id, m.name, m.plan, m.created, (SELECT count(*) FROM games g WHERE g.match_id = m.id), \
                       (SELECT count(*) FROM games g JOIN results r ON r.game_id = g.id WHERE g.match_id = m.id) \
                       FROM matches m";

/// The condition of a filter, and its values. No value becomes part of the statement.
struct Condition {
    sql: String,
    texts: Vec<String>,
    /// Ids of games lie between these.
    between: [i64; 2],
}

impl Condition {
    fn of(filter: &Filter) -> Condition {
        let between = [filter.after.unwrap_or(0), i64::MAX];
        let mut condition = Condition { sql: " WHERE g.id > $1 AND g.id < $2".into(), texts: Vec::new(), between };
        condition.add("g.rules = $#", filter.game.as_deref());
        condition.add("(g.player_one = $# OR g.player_two = $#)", filter.player.as_deref());
        let lost = "((r.standing = 'two' AND g.player_one = $#) OR (r.standing = 'one' AND g.player_two = $#))";
        condition.add(lost, filter.loser.as_deref());
        condition.add("m.name = $#", filter.of_match.as_deref());
        // No LIKE: it takes small and capital letters for the same in one database and not in the other.
        let among = "g.match_id IN (SELECT id FROM matches WHERE substr(name, 1, length($#)) = $#)";
        condition.add(among, filter.of_matches.as_deref());
        match filter.standing {
            Some(Standing::Open) => condition.sql.push_str(" AND r.game_id IS NULL"),
            Some(standing) => condition.add("r.standing = $#", Some(standing.id())),
            None => {}
        }
        condition
    }

    /// The condition of a search.
    fn looking(search: &Search) -> Condition {
        let mut condition = Condition::of(&search.filter);
        condition.between[1] = search.before.unwrap_or(i64::MAX);
        let named = search.named.as_deref().map(pattern);
        let like = "(LOWER(g.player_one) LIKE $# ESCAPE '!' OR LOWER(g.player_two) LIKE $# ESCAPE '!')";
        condition.add(like, named.as_deref());
        condition
    }

    fn add(&mut self, sql: &str, value: Option<&str>) {
        let Some(value) = value else { return };
        self.texts.push(plain(value));
        let number = self.texts.len() + self.between.len();
        self.sql.push_str(" AND ");
        self.sql.push_str(&sql.replace('#', &number.to_string()));
    }

    fn args(&self) -> Vec<Arg<'_>> {
        self.between.map(Arg::Int).into_iter().chain(self.texts.iter().map(|text| Arg::Text(text))).collect()
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

pub(crate) async fn newest(link: &mut Link, search: &Search, limit: u32) -> Result<Vec<GameRow>, StoreError> {
    let condition = Condition::looking(search);
    let sql = format!("{GAMES}{} ORDER BY g.id DESC LIMIT {}", condition.sql, limit.min(LONGEST_LIST));
    link.fetch(AssertSqlSafe(sql), &condition.args()).await?.iter().map(game_row).collect()
}

/// The pattern of `LIKE` for texts with this part.
fn pattern(part: &str) -> String {
    let part = part.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{part}%")
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
    let sql = format!("{MATCHES} ORDER BY m.id LIMIT $1 OFFSET $2");
    link.fetch(AssertSqlSafe(sql), &args).await?.iter().map(match_row).collect()
}

pub(crate) async fn find_match(link: &mut Link, name: &str) -> Result<Option<MatchRow>, StoreError> {
    let name = plain(name);
    let sql = format!("{MATCHES} WHERE m.name = $1");
    link.fetch_first(AssertSqlSafe(sql), &[Arg::Text(&name)]).await?.as_ref().map(match_row).transpose()
}

pub(crate) async fn newest_matches(
    link: &mut Link,
    filter: &MatchFilter,
    limit: u32,
) -> Result<Vec<MatchRow>, StoreError> {
    let mut sql = format!("{MATCHES} WHERE m.id < $1");
    let mut args = vec![Arg::Int(filter.before.unwrap_or(i64::MAX))];
    let wanted = filter.begins.iter().map(|text| (plain(text), "="));
    let texts: Vec<_> = wanted.chain(filter.not.iter().map(|text| (plain(text), "<>"))).collect();
    for (text, compare) in &texts {
        args.push(Arg::Text(text));
        let number = args.len();
        sql.push_str(&format!(" AND substr(m.name, 1, length(${number})) {compare} ${number}"));
    }
    if let Some(id) = filter.id {
        args.push(Arg::Int(id));
        sql.push_str(&format!(" AND m.id = ${}", args.len()));
    }
    sql.push_str(&format!(" ORDER BY m.id DESC LIMIT {}", limit.min(LONGEST_LIST)));
    link.fetch(AssertSqlSafe(sql), &args).await?.iter().map(match_row).collect()
}

fn match_row(row: &Row) -> Result<MatchRow, StoreError> {
    Ok(MatchRow {
        id: row.int(0)?,
        name: row.text(1)?,
        plan: row.text(2)?,
        created: row.int(3)?,
        games: whole(row, 4)?,
        finished: whole(row, 5)?,
    })
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
        return Ok(Some(Shown { row, attempt: 0, record, events: Vec::new() }));
    }
    // The try that ended, or else the last one.
    let attempt = found.maybe_int(9)?.map_or(Ok(row.attempts), |number| try_number(&found, number))?;
    let events = pieces(link, id, attempt.into()).await?;
    let mut record =
        GameRecord::from_events(&events).map_err(|error| found.damaged(format!("events of game {id}: {error}")))?;
    if row.ending.is_some() && record.ending != row.ending {
        return Err(found.damaged(format!("game {id} has a result that is not the end of its events")));
    }
    record.tags.extend(row.of_match.clone().map(|name| ("Event".to_string(), name)));
    record.tags.extend(row.place.map(|place| ("Round".to_string(), (place + 1).to_string())));
    Ok(Some(Shown { row, attempt, record, events }))
}

pub(crate) async fn running(link: &mut Link, since: i64, limit: u32) -> Result<Vec<RunningRow>, StoreError> {
    let rows = link
        .fetch(
            "SELECT t.game_id, t.number, m.name, t.heard FROM running t JOIN games g ON g.id = t.game_id \
             LEFT JOIN matches m ON m.id = g.match_id WHERE t.heard > $1 ORDER BY t.heard DESC LIMIT $2",
            &[Arg::Int(since), Arg::Int(limit.min(LONGEST_LIST).into())],
        )
        .await?;
    let read = |row: &Row| {
        let attempt = Attempt { id: row.int(0)?, number: try_number(row, row.int(1)?)? };
        Ok(RunningRow { attempt, of_match: row.maybe_text(2)?, heard: row.int(3)? })
    };
    rows.iter().map(read).collect()
}

static NEWS: LazyLock<Wide> = LazyLock::new(|| {
    let pieces = "SELECT p.game_id, p.number, p.first, p.next, p.events FROM told t JOIN pieces p \
                  ON p.game_id = t.game_id AND p.number = t.number AND p.first >= t.next \
                  ORDER BY p.game_id, p.number, p.first";
    Wide::new("WITH told (game_id, number, next) AS (", 3, &format!(") {pieces}"))
});

pub(crate) async fn news(link: &mut Link, told: &[(Attempt, u32)]) -> Result<Vec<News>, StoreError> {
    let values = |(attempt, next): &(Attempt, u32)| {
        [Arg::Int(attempt.id), Arg::Int(attempt.number.into()), Arg::Int((*next).into())]
    };
    let values: Vec<Arg<'_>> = told.iter().flat_map(values).collect();
    let mut all: Vec<News> = Vec::new();
    for row in NEWS.fetch(link, &values).await? {
        let attempt = Attempt { id: row.int(0)?, number: try_number(&row, row.int(1)?)? };
        let mut news = match all.pop_if(|news| news.attempt == attempt) {
            Some(news) => news,
            None => News { attempt, first: place(&row, 2)?, events: Vec::new() },
        };
        let begins = u64::from(news.first) + news.events.len() as u64;
        let is_next = whole(&row, 2)? == begins;
        add_events(&row, 4, attempt.id, &mut news.events)?;
        if !is_next || whole(&row, 3)? != u64::from(news.first) + news.events.len() as u64 {
            return Err(row.damaged(format!("game {} lacks events, or has some too many, near {begins}", attempt.id)));
        }
        all.push(news);
    }
    Ok(all)
}

/// A place among the events of a try.
fn place(row: &Row, column: usize) -> Result<u32, StoreError> {
    u32::try_from(row.int(column)?).map_err(|_| row.damaged(format!("column {column} is no place in a game")))
}

fn try_number(row: &Row, number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| row.damaged(format!("there is no try {number}")))
}

pub(crate) async fn has_dialogues(link: &mut Link, attempt: Attempt) -> Result<bool, StoreError> {
    let args = [Arg::Int(attempt.id), Arg::Int(attempt.number.into())];
    let sql = "SELECT game_id FROM dialogues WHERE game_id = $1 AND number = $2";
    Ok(link.fetch_first(sql, &args).await?.is_some())
}

pub(crate) async fn dialogues(link: &mut Link, attempt: Attempt) -> Result<Option<Dialogues>, StoreError> {
    let args = [Arg::Int(attempt.id), Arg::Int(attempt.number.into())];
    let sql = "SELECT packed FROM dialogues WHERE game_id = $1 AND number = $2";
    let Some(row) = link.fetch_first(sql, &args).await? else { return Ok(None) };
    let wrong = |why: &dyn std::fmt::Display| row.damaged(format!("the talk of game {}: {why}", attempt.id));
    let json = packing::unpack(&row.bytes(0)?).map_err(|error| wrong(&error))?;
    serde_json::from_slice(&json).map(Some).map_err(|error| wrong(&error))
}

pub(crate) async fn events(link: &mut Link, id: i64, attempt: u32) -> Result<Vec<GameEvent>, StoreError> {
    pieces(link, id, attempt.into()).await
}

/// The events of a try, put together again.
async fn pieces(link: &mut Link, id: i64, number: i64) -> Result<Vec<GameEvent>, StoreError> {
    let sql = "SELECT first, next, events FROM pieces WHERE game_id = $1 AND number = $2 ORDER BY first";
    let mut events = Vec::new();
    for row in link.fetch(sql, &[Arg::Int(id), Arg::Int(number)]).await? {
        let mut is_whole = whole(&row, 0)? == events.len() as u64;
        add_events(&row, 2, id, &mut events)?;
        is_whole &= whole(&row, 1)? == events.len() as u64;
        if !is_whole {
            return Err(row.damaged(format!("game {id} lacks events, or has some too many, near {}", events.len())));
        }
    }
    Ok(events)
}

/// Adds the events of a piece.
fn add_events(row: &Row, column: usize, id: i64, events: &mut Vec<GameEvent>) -> Result<(), StoreError> {
    for line in row.text(column)?.lines() {
        events.push(serde_json::from_str(line).map_err(|e| row.damaged(format!("an event of game {id}: {e}")))?);
    }
    Ok(())
}

pub(crate) fn game_row(row: &Row) -> Result<GameRow, StoreError> {
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

pub(crate) fn whole(row: &Row, column: usize) -> Result<u64, StoreError> {
    u64::try_from(row.int(column)?).map_err(|_| row.damaged(format!("column {column} is negative")))
}
