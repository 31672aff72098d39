//! Archives of bots, in pieces, so that nobody has to hold a whole one.

use serde::Serialize;

use crate::StoreError;
use crate::jobs::write::{Answer, Order};
use crate::link::{Arg, Link, Row};

/// Bytes of a piece.
pub const PIECE: usize = 1 << 20;

const COLUMNS: &str = "id, name, version, command, sum, bytes, created";

/// A bot that is about to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBot {
    /// What it is called.
    pub name: String,
    /// Which version.
    pub version: String,
    /// How it is started in the folder it is unpacked to: `line:python3 bot.py`.
    pub command: String,
    /// SHA-256 of the archive in hexadecimal digits.
    pub sum: String,
    /// Length of the archive.
    pub bytes: u64,
}

/// A bot that is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BotRow {
    /// Its id here.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Which version.
    pub version: String,
    /// How it is started.
    pub command: String,
    /// SHA-256 of the archive.
    pub sum: String,
    /// Length of the archive.
    pub bytes: u64,
    /// When it came, in milliseconds since 1970.
    pub created: i64,
}

/// How many pieces so many bytes are.
pub const fn pieces(bytes: u64) -> u64 {
    bytes.div_ceil(PIECE as u64)
}

pub(super) async fn begin(link: &mut Link, bot: &NewBot, now: i64) -> Result<Answer, StoreError> {
    let length = i64::try_from(bot.bytes).unwrap_or(i64::MAX);
    let [name, version, command, sum] = [&bot.name, &bot.version, &bot.command, &bot.sum].map(|it| Arg::Text(it));
    let sql = "INSERT INTO bots (name, version, command, sum, bytes, created, is_whole) VALUES ($1, $2, $3, $4, $5, $6, 0) \
               ON CONFLICT (name, version) DO NOTHING";
    link.execute(sql, &[name.clone(), version.clone(), command, sum, Arg::Int(length), Arg::Int(now)]).await?;
    let sql = "SELECT id, command, sum, bytes FROM bots WHERE name = $1 AND version = $2";
    let row = link.fetch_first(sql, &[name, version]).await?;
    let Some(row) = row else { return Err(StoreError::Refused("the bot is gone".into())) };
    if row.text(1)? != bot.command || row.text(2)? != bot.sum || row.int(3)? != length {
        return Err(StoreError::Refused(format!(
            "{} {} is there with another archive or command: a version never changes, so give it another one",
            bot.name, bot.version
        )));
    }
    Ok(Answer::Id(row.int(0)?))
}

pub(super) async fn add_piece(link: &mut Link, bot: i64, place: u32, bytes: &[u8]) -> Result<Answer, StoreError> {
    if bytes.is_empty() || bytes.len() > PIECE {
        return Err(StoreError::Refused(format!("a piece of an archive has 1 to {PIECE} bytes")));
    }
    let sql = "INSERT INTO bot_pieces (bot_id, place, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    link.execute(sql, &[Arg::Int(bot), Arg::Int(place.into()), Arg::Bytes(bytes)]).await?;
    Ok(Answer::Done)
}

pub(super) async fn finish(link: &mut Link, bot: i64) -> Result<Answer, StoreError> {
    let sql = "UPDATE bots SET is_whole = 1 WHERE id = $1 AND bytes = \
               (SELECT COALESCE(SUM(length(p.bytes)), 0) FROM bot_pieces p WHERE p.bot_id = bots.id)";
    match link.execute(sql, &[Arg::Int(bot)]).await? {
        1 => Ok(Answer::Done),
        _ => Err(StoreError::Refused("the archive has not come whole: begin again".into())),
    }
}

pub(crate) async fn find(link: &mut Link, name: &str, version: &str) -> Result<Option<BotRow>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM bots WHERE name = $1 AND version = $2 AND is_whole = 1");
    link.fetch_first(sqlx::AssertSqlSafe(sql), &[Arg::Text(name), Arg::Text(version)])
        .await?
        .as_ref()
        .map(read)
        .transpose()
}

pub(crate) async fn all(link: &mut Link) -> Result<Vec<BotRow>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM bots WHERE is_whole = 1 ORDER BY name, version LIMIT 1000");
    link.fetch(sqlx::AssertSqlSafe(sql), &[]).await?.iter().map(read).collect()
}

pub(crate) async fn piece(link: &mut Link, bot: i64, place: u32) -> Result<Option<Vec<u8>>, StoreError> {
    let sql = "SELECT bytes FROM bot_pieces WHERE bot_id = $1 AND place = $2";
    link.fetch_first(sql, &[Arg::Int(bot), Arg::Int(place.into())]).await?.map(|row| row.bytes(0)).transpose()
}

fn read(row: &Row) -> Result<BotRow, StoreError> {
    Ok(BotRow {
        id: row.int(0)?,
        name: row.text(1)?,
        version: row.text(2)?,
        command: row.text(3)?,
        sum: row.text(4)?,
        bytes: u64::try_from(row.int(5)?).unwrap_or(0),
        created: row.int(6)?,
    })
}

impl NewBot {
    /// Checks the texts: they become parts of addresses and folders.
    pub(crate) fn order(&self) -> Result<Order, StoreError> {
        let is_plain = |text: &str| {
            let good = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
            (1..=60).contains(&text.len()) && text.chars().all(good) && !text.starts_with(['.', '-'])
        };
        if !is_plain(&self.name) || !is_plain(&self.version) {
            let wanted = "names and versions of bots have 1 to 60 letters, digits and the signs - _ . +, and begin with none of . -";
            return Err(StoreError::Refused(format!("{:?} {:?}: {wanted}", self.name, self.version)));
        }
        let is_sum = self.sum.len() == 64 && self.sum.bytes().all(|byte| byte.is_ascii_hexdigit());
        if self.bytes == 0 || !is_sum || self.command.is_empty() || self.command.contains('\0') {
            return Err(StoreError::Refused("a bot has a command, an archive and its SHA-256".into()));
        }
        Ok(Order::BeginBot(self.clone()))
    }
}
