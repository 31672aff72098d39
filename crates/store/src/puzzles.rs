//! Puzzles: kept once, found again by game, difficulty and length; and which games were looked through for them.

use schwarm_play::{Origin, Puzzle};
use sqlx::AssertSqlSafe;

use crate::link::{Arg, Link, Row};
use crate::prepare::plain;
use crate::{PuzzleFilter, StoreError};

/// Rows of a list.
const LONGEST_LIST: u32 = 1000;

const COLUMNS: &str = "id, rules, position, plies, line, rating, game_id, event, player_one, player_two, ply";

/// A puzzle as it is written.
pub(crate) struct Kept {
    texts: [String; 7],
    plies: i64,
    rating: i64,
    game: Option<i64>,
    ply: i64,
}

impl Kept {
    pub(crate) fn of(puzzle: &Puzzle) -> Kept {
        let Puzzle { id, game, position, line, from, .. } = puzzle;
        let texts = [id, game, position, &line.join("\n"), &from.event, &from.players[0], &from.players[1]];
        Kept {
            texts: texts.map(|text| plain(text)),
            plies: puzzle.plies.into(),
            rating: puzzle.rating.into(),
            game: from.game,
            ply: from.ply.into(),
        }
    }

    /// Roughly how many bytes it takes.
    pub(crate) fn weight(&self) -> usize {
        100 + self.texts.iter().map(String::len).sum::<usize>()
    }
}

/// Notes that a game was looked through, and keeps puzzles that are new; how many of them are.
pub(crate) async fn keep(link: &mut Link, of_game: Option<i64>, puzzles: &[Kept], now: i64) -> Result<i64, StoreError> {
    if let Some(game) = of_game {
        let sql = "INSERT INTO mined (game_id, created) SELECT id, $2 FROM games WHERE id = $1 ON CONFLICT DO NOTHING";
        link.execute(sql, &[Arg::Int(game), Arg::Int(now)]).await?;
    }
    let mut new = 0;
    for puzzle in puzzles {
        let [id, rules, position, line, event, one, two] = puzzle.texts.each_ref().map(|text| Arg::Text(text));
        let game = puzzle.game.map_or(Arg::NoInt, Arg::Int);
        let (plies, rating, ply) = (Arg::Int(puzzle.plies), Arg::Int(puzzle.rating), Arg::Int(puzzle.ply));
        let args = [id, rules, position, plies, line, rating, game, event, one, two, ply, Arg::Int(now)];
        let sql = format!(
            "INSERT INTO puzzles ({COLUMNS}, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
             ON CONFLICT DO NOTHING"
        );
        new += link.execute(AssertSqlSafe(sql), &args).await?;
    }
    Ok(i64::try_from(new).unwrap_or(i64::MAX))
}

/// The condition of a filter. No value becomes part of the statement.
fn condition(filter: &PuzzleFilter) -> (&'static str, Option<String>) {
    let game = filter.game.as_deref().map(plain);
    let sql = match game {
        Some(_) => "WHERE rating BETWEEN $1 AND $2 AND plies BETWEEN $3 AND $4 AND rules = $5",
        None => "WHERE rating BETWEEN $1 AND $2 AND plies BETWEEN $3 AND $4",
    };
    (sql, game)
}

fn args<'a>(filter: &PuzzleFilter, game: Option<&'a str>) -> Vec<Arg<'a>> {
    let [least, most] = filter.ratings.map(|rating| Arg::Int(rating.into()));
    let [shortest, longest] = filter.plies.map(|plies| Arg::Int(plies.into()));
    [least, most, shortest, longest].into_iter().chain(game.map(Arg::Text)).collect()
}

pub(crate) async fn list(
    link: &mut Link,
    filter: &PuzzleFilter,
    limit: u32,
    offset: u64,
) -> Result<Vec<Puzzle>, StoreError> {
    let (condition, game) = condition(filter);
    let (limit, offset) = (limit.min(LONGEST_LIST), i64::try_from(offset).unwrap_or(i64::MAX));
    let sql = format!("SELECT {COLUMNS} FROM puzzles {condition} ORDER BY rating, id LIMIT {limit} OFFSET {offset}");
    link.fetch(AssertSqlSafe(sql), &args(filter, game.as_deref())).await?.iter().map(read).collect()
}

pub(crate) async fn count(link: &mut Link, filter: &PuzzleFilter) -> Result<u64, StoreError> {
    let (condition, game) = condition(filter);
    let sql = format!("SELECT count(*) FROM puzzles {condition}");
    let row = link.fetch_first(AssertSqlSafe(sql), &args(filter, game.as_deref())).await?;
    row.map_or(Ok(0), |row| Ok(u64::try_from(row.int(0)?).unwrap_or(0)))
}

pub(crate) async fn one(link: &mut Link, id: &str) -> Result<Option<Puzzle>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM puzzles WHERE id = $1");
    link.fetch_first(AssertSqlSafe(sql), &[Arg::Text(&plain(id))]).await?.as_ref().map(read).transpose()
}

/// Finished games nobody has looked through, in the order of their ids.
pub(crate) async fn unmined(
    link: &mut Link,
    game: Option<&str>,
    after: i64,
    limit: u32,
) -> Result<Vec<i64>, StoreError> {
    let game = game.map(plain);
    let of_game = if game.is_some() { "AND g.rules = $2" } else { "" };
    let sql = format!(
        "SELECT g.id FROM games g JOIN results r ON r.game_id = g.id LEFT JOIN mined m ON m.game_id = g.id \
         WHERE m.game_id IS NULL AND g.id > $1 {of_game} ORDER BY g.id LIMIT {}",
        limit.min(LONGEST_LIST)
    );
    let args: Vec<Arg<'_>> = [Arg::Int(after)].into_iter().chain(game.as_deref().map(Arg::Text)).collect();
    link.fetch(AssertSqlSafe(sql), &args).await?.iter().map(|row| row.int(0)).collect()
}

fn read(row: &Row) -> Result<Puzzle, StoreError> {
    Ok(Puzzle {
        id: row.text(0)?,
        game: row.text(1)?,
        position: row.text(2)?,
        plies: number(row, 3)?,
        line: row.text(4)?.lines().map(str::to_string).collect(),
        rating: number(row, 5)?,
        from: Origin {
            game: row.maybe_int(6)?,
            event: row.text(7)?,
            players: [row.text(8)?, row.text(9)?],
            ply: number(row, 10)?,
        },
    })
}

fn number<N: TryFrom<i64>>(row: &Row, column: usize) -> Result<N, StoreError> {
    row.int(column)?.try_into().map_err(|_| row.damaged(format!("column {column} of a puzzle is out of range")))
}
