//! What was played from where: positions that games came through, and how those games ended.
//!
//! A position is known here by the number of its shape (`Session::shape`); whoever knows the rules computes it. Games are
//! looked at once, after their end; each counts once for every shape, however often it came through it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use sqlx::AssertSqlSafe;

use crate::link::{Arg, Link};
use crate::reading::{GAMES, game_row, whole};
use crate::wide::Wide;
use crate::{GameRow, Standing, StoreError};

/// Games that can be asked for at once.
const MOST: u32 = 1000;

/// The positions one game came through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Id of the game.
    pub game: i64,
    /// Numbers of the shapes, in any order.
    pub shapes: Vec<u64>,
}

/// How games ended that came through a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Won by the first side.
    pub one: u64,
    /// Won by the second side.
    pub two: u64,
    /// Drawn.
    pub draws: u64,
}

impl Played {
    /// All of them.
    pub const fn games(self) -> u64 {
        self.one + self.two + self.draws
    }
}

static READ: LazyLock<Wide> =
    LazyLock::new(|| Wide::new("INSERT INTO openings_read (game_id)", 1, "ON CONFLICT DO NOTHING RETURNING game_id"));
static SHAPES: LazyLock<Wide> =
    LazyLock::new(|| Wide::new("INSERT INTO shapes (shape, game_id)", 2, "ON CONFLICT DO NOTHING"));
static TOTALS: LazyLock<Wide> = LazyLock::new(|| {
    let add = "ON CONFLICT (shape) DO UPDATE SET one = shape_totals.one + excluded.one, \
               two = shape_totals.two + excluded.two, draws = shape_totals.draws + excluded.draws";
    Wide::new("INSERT INTO shape_totals (shape, one, two, draws)", 4, add)
});
static FOUND: LazyLock<Wide> = LazyLock::new(|| {
    let join = ") SELECT t.shape, t.one, t.two, t.draws FROM wanted w JOIN shape_totals t ON t.shape = w.shape";
    Wide::new("WITH wanted (shape) AS (", 1, join)
});

/// Games with a result that nobody has looked at, in the order of their ids.
pub(crate) async fn unread(link: &mut Link, limit: u32) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT r.game_id FROM results r LEFT JOIN openings_read o ON o.game_id = r.game_id \
               WHERE o.game_id IS NULL ORDER BY r.game_id LIMIT $1";
    link.fetch(sql, &[Arg::Int(limit.min(MOST).into())]).await?.iter().map(|row| row.int(0)).collect()
}

/// Counts games; those that were counted before are left out.
pub(crate) async fn keep(link: &mut Link, openings: &[Opening]) -> Result<(), StoreError> {
    // In one order for all programs: else two might wait for each other.
    let by_game: BTreeMap<i64, &Opening> = openings.iter().map(|opening| (opening.game, opening)).collect();
    let games: Vec<Arg<'_>> = by_game.keys().map(|game| Arg::Int(*game)).collect();
    let (mut shapes, mut totals) = (BTreeSet::new(), BTreeMap::<i64, Played>::new());
    for row in READ.fetch(link, &games).await? {
        let game = row.int(0)?;
        let standing = link.fetch_first("SELECT standing FROM results WHERE game_id = $1", &[Arg::Int(game)]).await?;
        let Some(standing) = standing else { return Err(StoreError::Refused(format!("game {game} has no result"))) };
        let standing = standing.text(0)?;
        let count = |played: &mut Played| match standing.as_str() {
            id if id == Standing::One.id() => played.one += 1,
            id if id == Standing::Two.id() => played.two += 1,
            _ => played.draws += 1,
        };
        if standing == Standing::Aborted.id() {
            continue;
        }
        for shape in by_game.get(&game).iter().flat_map(|opening| &opening.shapes) {
            let shape = shape.cast_signed();
            if shapes.insert((shape, game)) {
                count(totals.entry(shape).or_default());
            }
        }
    }
    let rows: Vec<Arg<'_>> = shapes.into_iter().flat_map(|(shape, game)| [Arg::Int(shape), Arg::Int(game)]).collect();
    SHAPES.execute(link, &rows).await?;
    let row = |(shape, played): (i64, Played)| {
        [Arg::Int(shape), number(played.one), number(played.two), number(played.draws)]
    };
    TOTALS.execute(link, &totals.into_iter().flat_map(row).collect::<Vec<_>>()).await?;
    Ok(())
}

fn number(count: u64) -> Arg<'static> {
    Arg::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

/// How games through each of these shapes ended; shapes that are not known are left out.
pub(crate) async fn played(link: &mut Link, shapes: &[u64]) -> Result<Vec<(u64, Played)>, StoreError> {
    let wanted: BTreeSet<i64> = shapes.iter().map(|shape| shape.cast_signed()).collect();
    let wanted: Vec<Arg<'_>> = wanted.into_iter().map(Arg::Int).collect();
    let mut found = Vec::new();
    for row in FOUND.fetch(link, &wanted).await? {
        let played = Played { one: whole(&row, 1)?, two: whole(&row, 2)?, draws: whole(&row, 3)? };
        found.push((row.int(0)?.cast_unsigned(), played));
    }
    Ok(found)
}

/// The newest games through a shape.
pub(crate) async fn through(link: &mut Link, shape: u64, limit: u32) -> Result<Vec<GameRow>, StoreError> {
    let sql = format!(
        "{GAMES} JOIN shapes s ON s.game_id = g.id WHERE s.shape = $1 ORDER BY g.id DESC LIMIT {}",
        limit.min(MOST)
    );
    link.fetch(AssertSqlSafe(sql), &[Arg::Int(shape.cast_signed())]).await?.iter().map(game_row).collect()
}
