//! Everything that decides the games of a match.

use std::collections::BTreeMap;
use std::time::Duration;

use schwarm_core::{Rng, Rulebook};
use schwarm_play::TimeControl;
use serde::{Deserialize, Serialize};

use super::openings::{self, OpeningError};

/// The most pairs a match may have.
const MOST_PAIRS: u64 = 1_000_000_000;

const PAIRS_WANTED: &str = "a match has 1 to 1000000000 pairs";

/// The most lines a list of openings may have.
const MOST_LINES: usize = 1_000_000;

/// The longest random prefix, in plies.
const LONGEST_PREFIX: u32 = 100;

/// What a match is. Written by [`to_json`](MatchPlan::to_json) it names the match: the same plan draws
/// the same starts in the same order, on every machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// Id of the rule set, options included.
    pub game: String,
    /// Names of the two bots, as they stand in records.
    pub players: [String; 2],
    /// Pairs to play: twice as many games. This is how far to go and decides no game, so it is no part of
    /// the name: a match can be gone on with by asking for more. 0 in a plan that was read back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pairs: u64,
    /// What starts are drawn by.
    #[serde(default)]
    pub seed: u64,
    /// The clock.
    #[serde(default)]
    pub time: TimeControl,
    /// Milliseconds by which an answer may be late without losing: what the machine takes to
    /// carry a line between two programs is nobody's thinking time.
    #[serde(default)]
    pub margin_ms: u64,
    /// Where games begin.
    #[serde(default)]
    pub openings: Openings,
    /// Plies after which a game is adjudicated by the game's own score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply_limit: Option<u32>,
    /// When games are ended because both bots agree.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Anything else that decides the games and that only the caller understands, such as the
    /// settings of the bots.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

/// Where the games of a match begin. Each pair has one start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// The rule set's own starts, drawn by seed.
    #[default]
    Seeds,
    /// So many random legal plies from a start drawn by seed.
    Prefix {
        /// How many.
        plies: u32,
    },
    /// Positions, setups or lists of moves, taken in turn.
    List(Vec<String>),
}

impl Openings {
    /// The openings of a file: one to a line; empty lines and lines that begin with `#` are none.
    pub fn from_text(text: &str) -> Openings {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Openings::List(lines.map(str::to_string).collect())
    }
}

/// When both bots agree how a game will end. Bots that give no scores agree on nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// One says that it wins and the other that it loses, by at least the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<Agreement>,
    /// Both say that nobody is ahead by more than the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Agreement>,
}

/// What counts as agreed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// The score, in the bots' own measure.
    pub score: f64,
    /// Moves in a row for which each of both must have said so.
    pub moves: u32,
}

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The text is no plan.
    #[error("cannot read the plan: {0}")]
    Json(String),
    /// A number makes no sense.
    #[error("{field} of the plan is {value}: {want}")]
    Value {
        /// Which.
        field: &'static str,
        /// What it says.
        value: String,
        /// What is wanted.
        want: &'static str,
    },
    /// The rules handed in are others.
    #[error("the plan is for {plan:?}, but the rules are those of {rules:?}")]
    Rules {
        /// Id in the plan.
        plan: String,
        /// Id of the rules.
        rules: String,
    },
    /// An opening cannot be played.
    #[error("{0}")]
    Opening(#[from] OpeningError),
}

fn is_zero(pairs: &u64) -> bool {
    *pairs == 0
}

impl MatchPlan {
    /// A plan of so many pairs with nothing special about it.
    pub fn new(game: impl Into<String>, players: [String; 2], pairs: u64) -> MatchPlan {
        MatchPlan {
            game: game.into(),
            players,
            pairs,
            seed: 0,
            time: TimeControl::None,
            margin_ms: 0,
            openings: Openings::default(),
            ply_limit: None,
            adjudication: Adjudication::default(),
            settings: BTreeMap::new(),
        }
    }

    /// The plan as one line of JSON, without the number of pairs.
    ///
    /// # Errors
    /// When a score in it is no finite number.
    pub fn to_json(&self) -> Result<String, PlanError> {
        self.check_numbers()?;
        let plan = MatchPlan { pairs: 0, ..self.clone() };
        serde_json::to_string(&plan).map_err(|error| PlanError::Json(error.to_string()))
    }

    /// Reads what [`to_json`](MatchPlan::to_json) writes. How many pairs to play is not in it.
    ///
    /// # Errors
    /// For anything else.
    pub fn from_json(text: &str) -> Result<MatchPlan, PlanError> {
        let plan: MatchPlan = serde_json::from_str(text).map_err(|error| PlanError::Json(error.to_string()))?;
        plan.check_numbers()?;
        Ok(plan)
    }

    /// Games to play.
    pub fn games(&self) -> u64 {
        self.pairs.saturating_mul(2)
    }

    /// How late an answer may be.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// Which of the two bots is `Side::One` in a game.
    pub const fn first_player(game: u64) -> usize {
        (game % 2) as usize
    }

    /// The number from which everything random about a pair is drawn.
    pub fn pair_seed(&self, pair: u64) -> u64 {
        Rng::new(Rng::new(self.seed).next_u64().wrapping_add(pair)).next_u64()
    }

    /// A number for a bot that plays at random, for one game of it.
    pub fn bot_seed(&self, game: u64, player: usize) -> u64 {
        // Never the pair's own number: its start is drawn by that.
        let which = 1 + game % 2 * 2 + player as u64;
        Rng::new(self.pair_seed(game / 2).wrapping_add(which)).next_u64()
    }

    /// Checks the plan, its openings included, before anything is started.
    ///
    /// # Errors
    /// The first thing that cannot be played.
    pub fn check(&self, rules: &dyn Rulebook) -> Result<(), PlanError> {
        self.check_numbers()?;
        if self.pairs == 0 {
            return Err(PlanError::Value { field: "pairs", value: "0".into(), want: PAIRS_WANTED });
        }
        if rules.id() != self.game {
            return Err(PlanError::Rules { plan: self.game.clone(), rules: rules.id() });
        }
        let different = match &self.openings {
            Openings::List(lines) => self.pairs.min(lines.len() as u64),
            // One draw shows whether there are any.
            Openings::Seeds | Openings::Prefix { .. } => 1,
        };
        for pair in 0..different {
            openings::opening(self, rules, pair)?;
        }
        Ok(())
    }

    /// Checks the plan for some of its pairs only.
    ///
    /// # Errors
    /// The first thing that cannot be played.
    pub fn check_some(&self, rules: &dyn Rulebook, pairs: std::ops::Range<u64>) -> Result<(), PlanError> {
        self.check_numbers()?;
        if rules.id() != self.game {
            return Err(PlanError::Rules { plan: self.game.clone(), rules: rules.id() });
        }
        for pair in pairs {
            openings::opening(self, rules, pair)?;
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), PlanError> {
        let wrong = |field, value: String, want| Err(PlanError::Value { field, value, want });
        if self.pairs > MOST_PAIRS {
            return wrong("pairs", self.pairs.to_string(), PAIRS_WANTED);
        }
        if self.ply_limit == Some(0) {
            return wrong("ply_limit", "0".into(), "a game has at least one ply; leave it out for no limit");
        }
        if self.margin_ms > 60_000 {
            return wrong("margin_ms", self.margin_ms.to_string(), "at most a minute (60000)");
        }
        match &self.openings {
            Openings::Prefix { plies } if *plies > LONGEST_PREFIX => {
                return wrong("openings", format!("a prefix of {plies} plies"), "at most 100 plies");
            }
            Openings::List(lines) if lines.is_empty() || lines.len() > MOST_LINES => {
                return wrong("openings", format!("a list of {} lines", lines.len()), "1 to 1000000 lines");
            }
            _ => {}
        }
        for agreement in [self.adjudication.win, self.adjudication.draw].into_iter().flatten() {
            if !agreement.score.is_finite() || agreement.score < 0.0 {
                return wrong("adjudication", agreement.score.to_string(), "a score is a number from 0 on");
            }
            if agreement.moves == 0 {
                return wrong("adjudication", "0 moves".into(), "at least one move of each bot");
            }
        }
        Ok(())
    }
}
