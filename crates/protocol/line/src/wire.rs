//! The messages of the protocol. Fields nobody knows are ignored on both sides.

use std::collections::BTreeMap;
use std::time::Duration;

use schwarm_core::{GameId, GameInfo, Score, Session, Side};
use schwarm_play::{Choice, Effort, Ending, Limits, Termination, ThinkTime, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;

/// The longest line either side may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// A new game begins. Host to bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// Who speaks: `schwarm`.
    pub hello: String,
    /// [`VERSION`]
    pub version: u32,
    /// The game's id, without options.
    pub game: String,
    /// Every option of the game and its value; a switch is `on` or `off`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// The side the bot plays, where that is known already. Every turn says it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Names of the players, in the order of `sides`.
    pub players: [String; 2],
    /// The clock.
    pub clock: ClockInfo,
    /// What whoever runs the bot has set for it, by names the bot knows.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

/// The clock of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ClockInfo {
    /// As long as it takes.
    None,
    /// The same time for every move.
    PerMove {
        /// An answer that takes longer loses.
        limit_ms: u64,
    },
    /// A stock for the whole game.
    Total {
        /// At the start.
        base_ms: u64,
        /// Added after each move.
        increment_ms: u64,
    },
}

/// Milliseconds, rounded down so that a bot never believes it has more time than it has.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl From<TimeControl> for ClockInfo {
    fn from(time: TimeControl) -> ClockInfo {
        match time {
            TimeControl::None => ClockInfo::None,
            TimeControl::PerMove { limit, .. } => ClockInfo::PerMove { limit_ms: milliseconds(limit) },
            TimeControl::Total { base, increment } => {
                ClockInfo::Total { base_ms: milliseconds(base), increment_ms: milliseconds(increment) }
            }
        }
    }
}

/// The bot is to move. Host to bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// Number of the question; it only ever grows. An answer may repeat it.
    pub id: u64,
    /// Plies played.
    pub turn: u32,
    /// Who is to move: the bot.
    pub side: String,
    /// The position text.
    pub position: String,
    /// The bare board, for games whose position text carries the moves played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The moves played so far.
    #[serde(default)]
    pub moves: Vec<String>,
    /// All legal moves, sorted.
    #[serde(default)]
    pub legal: Vec<String>,
    /// Milliseconds for this move; `null` is as long as it takes.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// Milliseconds added to the stock after each move, where there is a stock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// Plies to look ahead, where the match is played at a fixed depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions to look at, where the match is played with a fixed number of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Ask {
    /// The question a session asks.
    pub fn new(id: u64, session: &dyn Session, time: ThinkTime, effort: Effort) -> Ask {
        Ask {
            id,
            turn: session.turn(),
            side: session.info().sides[session.side_to_move().index()].to_string(),
            position: session.position(),
            board: session.board(),
            moves: session.moves(),
            legal: session.legal_moves(),
            time_ms: time.limit.map(milliseconds),
            increment_ms: time.left.map(|_| milliseconds(time.increment)),
            depth: effort.depth,
            nodes: effort.nodes,
        }
    }

    /// When to stop looking.
    pub fn limits(&self) -> Limits {
        Limits { time: Some(self.think_time()), depth: self.depth, nodes: self.nodes }
    }

    /// The time there is, as engines want it.
    pub fn think_time(&self) -> ThinkTime {
        let limit = self.time_ms.map(Duration::from_millis);
        let increment = self.increment_ms.map(Duration::from_millis);
        ThinkTime { limit, left: limit.filter(|_| increment.is_some()), increment: increment.unwrap_or_default() }
    }
}

/// The game is over. Host to bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// How.
    pub end: EndInfo,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndInfo {
    /// Name of the side that won; `null` is a draw, or an abort.
    pub winner: Option<String>,
    /// What brought the end: `rules`, `time`, `illegal-move`, `crash`, `silence`, `left`,
    /// `adjudication` or `abort`.
    pub termination: String,
    /// Id of the rule that ended the game, where the rules did.
    pub reason: Option<String>,
    /// Name of the side to blame, where one is.
    pub offender: Option<String>,
    /// What happened in words, where it was not the rules.
    pub why: Option<String>,
    /// The score lines, in the order of `sides`.
    pub scores: [Score; 2],
}

impl End {
    /// What a bot is told of an end.
    pub fn new(ending: &Ending, sides: [&str; 2]) -> End {
        let name = |side: Side| sides[side.index()].to_string();
        let why = match &ending.termination {
            Termination::Rules => None,
            Termination::Time { .. } => Some("the answer came too late, or not at all".to_string()),
            Termination::IllegalMove { why, .. }
            | Termination::Crash { why, .. }
            | Termination::Silence { why, .. }
            | Termination::Left { why, .. }
            | Termination::Adjudication { why }
            | Termination::Abort { why } => Some(why.clone()),
        };
        End {
            end: EndInfo {
                winner: ending.winner.map(name),
                termination: ending.termination.id().to_string(),
                reason: ending.outcome.map(|outcome| outcome.reason.id().to_string()),
                offender: ending.termination.offender().map(name),
                why,
                scores: ending.scores,
            },
        }
    }
}

/// A message from the host.
#[derive(Clone, Debug, PartialEq)]
pub enum FromHost {
    /// A new game begins.
    Hello(Hello),
    /// The bot is to move.
    Ask(Ask),
    /// The game is over.
    End(End),
    /// Something of a later version.
    Unknown,
}

impl FromHost {
    /// Reads a line of the host.
    ///
    /// # Errors
    /// When it is no JSON object, or a field is missing or of the wrong type.
    pub fn read(line: &str) -> Result<FromHost, serde_json::Error> {
        let value: Value = serde_json::from_str(line)?;
        Ok(if value.get("hello").is_some() {
            FromHost::Hello(serde_json::from_value(value)?)
        } else if value.get("end").is_some() {
            FromHost::End(serde_json::from_value(value)?)
        } else if value.get("position").is_some() {
            FromHost::Ask(serde_json::from_value(value)?)
        } else {
            FromHost::Unknown
        })
    }
}

/// A message from the bot.
#[derive(Clone, Debug, PartialEq)]
pub enum FromBot {
    /// A move, with the number of its question where the bot repeats it.
    Move {
        /// The move, and what is said about it.
        choice: Choice,
        /// The number of the question.
        id: Option<u64>,
    },
    /// It gives up.
    Resign,
    /// What it is called.
    Name(String),
    /// A blank line, a line behind `#`, or news from its thinking.
    Remark,
}

impl FromBot {
    /// Reads a line of a bot.
    ///
    /// # Errors
    /// What is wrong with the line, for the author of the bot.
    pub fn read(line: &str) -> Result<FromBot, String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(FromBot::Remark);
        }
        if line.len() > LONGEST_LINE {
            return Err(format!("the line is longer than {LONGEST_LINE} bytes"));
        }
        let value: Result<Value, _> = serde_json::from_str(line).or_else(|error| {
            // Python writes numbers that JSON does not have.
            serde_json::from_str(&without_odd_numbers(line)).map_err(|_| error)
        });
        let Ok(value) = value else {
            return Err(format!(
                "expected a line such as {{\"move\":\"…\"}}, not {:?}; write anything else to standard error, or \
                 behind a #",
                schwarm_core::error::shorten(line)
            ));
        };
        let Value::Object(fields) = value else {
            return Err(format!(
                "expected a JSON object such as {{\"move\":\"…\"}}, not {:?}",
                schwarm_core::error::shorten(line)
            ));
        };
        if fields.get("resign").is_some_and(|resign| *resign == Value::Bool(true)) {
            return Ok(FromBot::Resign);
        }
        match (fields.get("move"), fields.get("name")) {
            (Some(Value::String(text)), _) => {
                let number = |name: &str| fields.get(name).and_then(Value::as_u64);
                let choice = Choice {
                    text: text.clone(),
                    score: fields.get("score").and_then(Value::as_f64).filter(|score| score.is_finite()),
                    depth: number("depth").and_then(|depth| u32::try_from(depth).ok()),
                    nodes: number("nodes"),
                    note: fields.get("note").and_then(Value::as_str).map(str::to_string),
                };
                Ok(FromBot::Move { choice, id: number("id") })
            }
            (Some(other), _) => {
                let other = schwarm_core::error::shorten(&other.to_string());
                Err(format!("\"move\" must be a text in quotes such as \"a4-c4\", not {other}"))
            }
            (None, Some(Value::String(name))) => Ok(FromBot::Name(name.chars().take(LONGEST_NAME).collect())),
            (None, _)
                if ["name", "note", "score", "depth", "nodes"].iter().any(|known| fields.contains_key(*known)) =>
            {
                Ok(FromBot::Remark)
            }
            (None, _) => Err(format!("there is no \"move\" in {:?}", schwarm_core::error::shorten(line))),
        }
    }
}

/// Characters of a bot's name that are kept.
const LONGEST_NAME: usize = 80;

/// The line with `null` in place of `NaN` and `Infinity` outside of texts.
fn without_odd_numbers(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    let mut in_text = false;
    while let Some(c) = rest.chars().next() {
        let odd = ["NaN", "Infinity", "-Infinity"].into_iter().find(|odd| !in_text && rest.starts_with(odd));
        if let Some(odd) = odd {
            out.push_str("null");
            rest = &rest[odd.len()..];
            continue;
        }
        // Behind a backslash a quote ends nothing.
        let length = match c {
            '\\' if in_text => rest.chars().take(2).map(char::len_utf8).sum(),
            _ => c.len_utf8(),
        };
        in_text ^= c == '"';
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The options of a game id, completed by their defaults.
pub fn options(info: &GameInfo, id: &str) -> BTreeMap<String, String> {
    let values = GameId::parse(id).resolve(info).unwrap_or_default();
    info.options.iter().zip(values).map(|(option, value)| (option.name.to_string(), value.to_string())).collect()
}

/// The id with options that a hello means.
pub fn full_id(game: &str, options: &BTreeMap<String, String>) -> String {
    let options = options.iter().map(|(name, value)| format!(",{name}={value}"));
    format!("{game}{}", options.collect::<String>())
}

/// A message as a line.
pub fn line(message: &impl Serialize) -> String {
    // Plain data with texts as keys can always be written.
    let mut line = serde_json::to_string(message).unwrap_or_default();
    line.push('\n');
    line
}
