//! The formats: from the results so far to what is to be played.
//!
//! Every format is written as if the tournament were played from its beginning each time it is
//! asked, and stops where results are missing. Nothing is remembered, so nothing can be lost.
//! Not here: the standings, apart from the places that a bracket or a ladder itself gives.

mod bracket;
mod duel;
mod ladder;
mod matching;
mod robin;
pub(super) mod swiss;

use std::collections::{BTreeMap, BTreeSet};

use schwarm_core::Rng;
use serde::Serialize;

use super::results::Results;
use crate::stats::Sprt;

/// The most bots of a tournament.
pub const MOST_PLAYERS: usize = 128;
/// The most pairs of games of an encounter.
pub const MOST_PAIRS: u64 = 100_000;
/// The most rounds or cycles.
pub const MOST_ROUNDS: u32 = 1000;
/// The most encounters of a tournament.
pub const MOST_ENCOUNTERS: u64 = 100_000;
/// The longest name of a bot, in characters.
pub const LONGEST_NAME: usize = 40;

/// A format with all that belongs to it. Encounters are `pairs` pairs of games each: both bots play both sides
/// equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody against everybody.
    RoundRobin {
        /// How often.
        cycles: u32,
        /// Pairs of games of an encounter.
        pairs: u64,
    },
    /// Some against all the others.
    Gauntlet {
        /// Who, by number; they do not meet each other.
        challengers: Vec<usize>,
        /// How often.
        cycles: u32,
        /// Pairs of games of an encounter.
        pairs: u64,
    },
    /// Each round against one of about the same score, and nobody twice while that is possible.
    Swiss {
        /// How many.
        rounds: u32,
        /// Pairs of games of an encounter.
        pairs: u64,
    },
    /// Whoever loses an encounter is out.
    Knockout {
        /// Pairs of games of an encounter.
        pairs: u64,
        /// How often a tied encounter goes on with one more pair; then the better seed wins.
        replays: u32,
        /// Whether the losers of the semi-finals play for the third place.
        third_place: bool,
    },
    /// Neighbours challenge each other; a winner goes up.
    Ladder {
        /// How many.
        rounds: u32,
        /// Pairs of games of an encounter.
        pairs: u64,
    },
    /// The league of the Software-Challenge: everybody against everybody, then the game's own criterion.
    League {
        /// How often.
        cycles: u32,
        /// Pairs of games of an encounter.
        pairs: u64,
        /// What counts first.
        rank_by: RankBy,
    },
    /// Two bots and nobody else, until a test has its answer.
    Match {
        /// Pairs of games, at most.
        pairs: u64,
        /// The test that may end it; without one all pairs are played.
        test: Option<Sprt>,
    },
    /// The Final Eight of the Software-Challenge: a bracket, in which an encounter is won by
    /// whoever has won more games after an even number of them. No secondary criterion.
    FinalEight {
        /// Games of an encounter before it can be won; even.
        least_games: u64,
        /// Games after which an encounter that is still tied is undecided; even.
        most_games: u64,
        /// Whether the losers of the semi-finals play for the third place.
        third_place: bool,
        /// What the organiser has decided about undecided encounters: key and number of the winner.
        decisions: BTreeMap<String, usize>,
    },
}

/// What a league counts first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankBy {
    /// Games won, as the rule sheets say.
    #[default]
    Wins,
    /// Two for a win and one for a draw, as the official server counts.
    Points,
}

/// In which order bots are seeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seeding {
    /// As they are listed, the best first.
    #[default]
    Listed,
    /// By lot.
    Drawn,
}

/// Some games between two bots, to be played as one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Encounter {
    /// Its name within the tournament, such as `round-3/a-vs-b`. It never changes.
    pub key: String,
    /// The round, from 1.
    pub round: u32,
    /// The two bots by number; the first one begins the even games.
    pub players: [usize; 2],
    /// Pairs of games.
    pub pairs: u64,
    /// What its starts are drawn by: the same for all encounters of a round.
    pub seed: u64,
}

impl Encounter {
    /// Games.
    pub fn games(&self) -> u64 {
        self.pairs.saturating_mul(2)
    }

    /// The name of its match: `TOURNAMENT/round-3/a-vs-b`.
    pub fn match_name(&self, tournament: &str) -> String {
        format!("{tournament}/{}", self.key)
    }
}

/// A bot that has nobody to play against in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bye {
    /// The round, from 1.
    pub round: u32,
    /// The bot.
    pub player: usize,
}

/// What is to be played, as far as the results so far say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// All encounters that are certain, those that were played included, in the order of rounds.
    pub encounters: Vec<Encounter>,
    /// Bots that had a round off.
    pub byes: Vec<Bye>,
    /// Encounters that nobody has won; what hangs on them is not played.
    pub undecided: Vec<Encounter>,
    /// Whether a test has its answer: nothing more is begun, whatever is left.
    pub is_answered: bool,
    /// Whether nothing is left to play.
    pub is_done: bool,
    /// The place of each bot where the format itself gives it: in a bracket or on a ladder.
    pub places: Option<Vec<u32>>,
}

impl Schedule {
    /// The encounters that are not played to their end yet. They can all be played at the same time.
    pub fn open<'a>(&'a self, results: &'a Results) -> impl Iterator<Item = &'a Encounter> {
        self.encounters.iter().filter(|encounter| !self.is_answered && !results.sum(encounter).is_done)
    }
}

/// Why there is no such tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Too few or too many.
    #[error("{what} is {value}; it must be {least} to {most}")]
    Range {
        /// Of what.
        what: &'static str,
        /// How many.
        value: u64,
        /// At least.
        least: u64,
        /// At most.
        most: u64,
    },
    /// A name that cannot stand in keys and tables.
    #[error("bot name {name:?} {why}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong.
        why: &'static str,
    },
    /// Games in pairs are even.
    #[error("{what} is {value}; it must be even, as every start is played twice with sides swapped")]
    Odd {
        /// Of what.
        what: &'static str,
        /// How many.
        value: u64,
    },
    /// A number that is none of the bots.
    #[error("there is no bot number {0}; they are counted from 0")]
    Player(usize),
    /// Everybody challenges.
    #[error("all bots are challengers, so nobody is left to be challenged; name fewer")]
    NobodyLeft,
    /// Too much to play.
    #[error("that makes {0} encounters, more than {MOST_ENCOUNTERS}; play fewer cycles with more pairs of games each")]
    TooLong(u64),
}

/// A tournament that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    names: Vec<String>,
    /// Numbers of the bots by their seed, the best first.
    order: Vec<usize>,
    format: Format,
    seed: u64,
}

impl Tournament {
    /// A tournament between bots of these names.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn new(names: Vec<String>, format: Format, seeding: Seeding, seed: u64) -> Result<Tournament, FormatError> {
        let mut seen = BTreeSet::new();
        for name in &names {
            check_name(name).map_err(|why| FormatError::Name { name: name.clone(), why })?;
            if !seen.insert(name.as_str()) {
                return Err(FormatError::Name { name: name.clone(), why: "is given twice; every bot needs its own" });
            }
        }
        format.check(names.len())?;
        let mut order: Vec<_> = (0..names.len()).collect();
        if seeding == Seeding::Drawn {
            Rng::new(seed).shuffle(&mut order);
        }
        Ok(Tournament { names, order, format, seed })
    }

    /// Names of the bots, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The format.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// Numbers of the bots by their seed, the best first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// What is to be played. Depends on nothing but the tournament and the results.
    pub fn schedule(&self, results: &Results) -> Schedule {
        match &self.format {
            Format::RoundRobin { cycles, pairs } | Format::League { cycles, pairs, .. } => {
                robin::everybody(self, *cycles, *pairs, results)
            }
            Format::Gauntlet { challengers, cycles, pairs } => {
                robin::gauntlet(self, challengers, *cycles, *pairs, results)
            }
            Format::Swiss { rounds, pairs } => swiss::schedule(self, *rounds, *pairs, results),
            Format::Ladder { rounds, pairs } => ladder::schedule(self, *rounds, *pairs, results),
            Format::Knockout { .. } | Format::FinalEight { .. } => bracket::schedule(self, results),
            Format::Match { pairs, test } => duel::schedule(self, *pairs, test.as_ref(), results),
        }
    }

    /// Whether a test has its answer. Cheap, so that it can be asked after every game.
    pub fn is_answered(&self, results: &Results) -> bool {
        match &self.format {
            Format::Match { pairs, test } => duel::is_answered(self, *pairs, test.as_ref(), results),
            _ => false,
        }
    }

    /// An encounter of a round. `extra` is 0 for the encounter itself and counts what follows a tie.
    fn encounter(&self, round: u32, key: String, players: [usize; 2], pairs: u64, extra: u32) -> Encounter {
        let which = u64::from(round) << 32 | u64::from(extra);
        let seed = Rng::new(Rng::new(self.seed).next_u64().wrapping_add(which)).next_u64();
        Encounter { key, round, players, pairs, seed }
    }

    /// The key of an encounter in a stage.
    fn key(&self, stage: &str, [a, b]: [usize; 2]) -> String {
        format!("{stage}/{}-vs-{}", self.names[a], self.names[b])
    }
}

/// What is wrong with a name, if anything.
fn check_name(name: &str) -> Result<(), &'static str> {
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME {
        return Err("must have 1 to 40 characters");
    }
    if !name.starts_with(char::is_alphanumeric) || name.ends_with(char::is_whitespace) {
        return Err("must begin with a letter or a digit and not end with a blank");
    }
    if name.chars().any(|c| c.is_control() || matches!(c, '/' | '\\' | '"')) {
        return Err("must not contain slashes, quotes or control characters");
    }
    if name.contains("-vs-") {
        return Err("must not contain -vs-, which stands between the names of two bots");
    }
    Ok(())
}

impl Format {
    /// Its id, as it stands in files.
    pub const fn id(&self) -> &'static str {
        match self {
            Format::RoundRobin { .. } => "round-robin",
            Format::Gauntlet { .. } => "gauntlet",
            Format::Swiss { .. } => "swiss",
            Format::Knockout { .. } => "knockout",
            Format::Ladder { .. } => "ladder",
            Format::League { .. } => "league",
            Format::FinalEight { .. } => "final-eight",
            Format::Match { .. } => "match",
        }
    }

    /// The test that may end it, if there is one.
    pub const fn test(&self) -> Option<Sprt> {
        match self {
            Format::Match { test, .. } => *test,
            _ => None,
        }
    }

    fn check(&self, players: usize) -> Result<(), FormatError> {
        let within = |what, value: u64, least, most| {
            let fits = (least..=most).contains(&value);
            if fits { Ok(()) } else { Err(FormatError::Range { what, value, least, most }) }
        };
        let most = match self {
            Format::Match { .. } => 2,
            Format::FinalEight { .. } => 8,
            _ => MOST_PLAYERS as u64,
        };
        let n = players as u64;
        within("the number of bots", n, 2, most)?;
        let rounds_within = |what, rounds: u32| within(what, rounds.into(), 1, MOST_ROUNDS.into());
        let encounters = match self {
            Format::RoundRobin { cycles, pairs } | Format::League { cycles, pairs, .. } => {
                rounds_within("cycles", *cycles)?;
                within("pairs", *pairs, 1, MOST_PAIRS)?;
                n * (n - 1) / 2 * u64::from(*cycles)
            }
            Format::Gauntlet { challengers, cycles, pairs } => {
                rounds_within("cycles", *cycles)?;
                within("pairs", *pairs, 1, MOST_PAIRS)?;
                if let Some(&unknown) = challengers.iter().find(|&&challenger| challenger >= players) {
                    return Err(FormatError::Player(unknown));
                }
                let different = challengers.iter().collect::<BTreeSet<_>>().len() as u64;
                within("the number of challengers", different, 1, n)?;
                if different == n {
                    return Err(FormatError::NobodyLeft);
                }
                different * (n - different) * u64::from(*cycles)
            }
            Format::Swiss { rounds, pairs } | Format::Ladder { rounds, pairs } => {
                rounds_within("rounds", *rounds)?;
                within("pairs", *pairs, 1, MOST_PAIRS)?;
                n / 2 * u64::from(*rounds)
            }
            Format::Match { pairs, .. } => {
                within("pairs", *pairs, 1, MOST_PAIRS)?;
                1
            }
            Format::Knockout { pairs, replays, .. } => {
                within("pairs", *pairs, 1, MOST_PAIRS)?;
                within("replays", (*replays).into(), 0, 1000)?;
                0
            }
            Format::FinalEight { least_games, most_games, decisions, .. } => {
                within("least_games", *least_games, 2, 1000)?;
                within("most_games", *most_games, *least_games, 10_000)?;
                for (what, value) in [("least_games", *least_games), ("most_games", *most_games)] {
                    if value % 2 == 1 {
                        return Err(FormatError::Odd { what, value });
                    }
                }
                if let Some(&unknown) = decisions.values().find(|&&player| player >= players) {
                    return Err(FormatError::Player(unknown));
                }
                0
            }
        };
        if encounters > MOST_ENCOUNTERS { Err(FormatError::TooLong(encounters)) } else { Ok(()) }
    }
}
