//! Levels 1 to 10: how a strong engine plays like a weaker player.
//!
//! A weak player sees less far, judges by a glance, misjudges, and overlooks moves; the lower
//! the level, the more of each. Which numbers make which level is measured by a tournament and
//! stands in `levels.txt`.
//!
//! What must hold: level 10 is the engine itself; the same seed errs in the same way.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use schwarm_core::{Game, Rng, Side};
use schwarm_nets::Net;
use schwarm_search::{Brain, HIGHEST, Knobs, Rated, Score};

use crate::house::House;
use crate::weights::{Evaluation, Sum, Weights};

/// How strong an engine plays, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// All that an engine can.
    pub const FULL: Level = Level(10);

    /// A level from 1 to 10.
    pub fn new(level: u8) -> Option<Level> {
        (1..=Level::FULL.0).contains(&level).then_some(Level(level))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::FULL.0).map(Level)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no level: write a number from 1 to 10")]
pub struct LevelError(String);

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let level = text.trim().parse().ok().and_then(Level::new);
        level.ok_or_else(|| LevelError(text.chars().take(80).collect()))
    }
}

/// What a level cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Plies it sees.
    pub depth: Option<u32>,
    /// Positions it looks at.
    pub nodes: Option<u64>,
    /// How much it misjudges a position, in hundredths of a pawn.
    pub noise: Score,
    /// Moves it does not see when it thinks ahead, in thousandths.
    pub oversight: u32,
    /// Whether it judges by counting alone, without looking for the blow that ends the game.
    pub glances: bool,
}

/// The numbers of every level: see [`handicap`].
const LEVELS: &str = include_str!("../levels.txt");

/// What a level of a game cannot do; nothing for the full strength.
pub fn handicap(table: &str, level: Level) -> Option<Handicap> {
    handicap_in(LEVELS, table, level)
}

/// The same from another table: lines of `game level depth nodes noise oversight glances rating`, `-` for no bound.
pub fn handicap_in(levels: &str, table: &str, level: Level) -> Option<Handicap> {
    let [depth, nodes, noise, oversight, glances, ..] = entry(levels, table, level)?;
    Some(Handicap {
        depth: if depth == "-" { None } else { Some(depth.parse().ok()?) },
        nodes: if nodes == "-" { None } else { Some(nodes.parse().ok()?) },
        noise: noise.parse().ok()?,
        oversight: oversight.parse().ok()?,
        glances: glances == "yes",
    })
}

/// The rating of a level on the ladder of its game, where level 1 is 0.
pub fn rating(table: &str, level: Level) -> Option<i32> {
    let [.., rating] = entry(LEVELS, table, level)?;
    rating.parse().ok()
}

/// What a table says of a level.
fn entry<'a>(levels: &'a str, table: &str, level: Level) -> Option<[&'a str; 6]> {
    levels.lines().find_map(|line| {
        let mut fields = line.split_whitespace();
        let is_ours = fields.next() == Some(table) && fields.next()?.parse() == Ok(level.number());
        is_ours.then(|| fields.collect::<Vec<_>>().try_into().ok())?
    })
}

/// A brain with a handicap, or without.
pub struct Fallible<H: House> {
    inner: H::Brain,
    faults: Option<Faults<H>>,
}

struct Faults<H: House> {
    handicap: Handicap,
    evaluation: H::Evaluation,
    weights: Arc<Weights>,
    seed: u64,
}

impl<H: House> Clone for Faults<H> {
    fn clone(&self) -> Faults<H> {
        let (evaluation, weights) = (self.evaluation.clone(), self.weights.clone());
        Faults { evaluation, weights, ..*self }
    }
}

impl<H: House> Clone for Fallible<H> {
    fn clone(&self) -> Fallible<H> {
        Fallible { inner: self.inner.clone(), faults: self.faults.clone() }
    }
}

impl<H: House> Fallible<H> {
    /// A brain that errs as its handicap says. Who judges by a glance counts, whatever the network.
    pub fn new(
        rules: &H::Rules,
        weights: Weights,
        net: Option<Arc<Net>>,
        knobs: Knobs,
        handicap: Option<Handicap>,
    ) -> Fallible<H> {
        let net = net.filter(|_| handicap.is_none_or(|handicap| !handicap.glances));
        let faults = handicap.map(|handicap| Faults {
            handicap,
            evaluation: H::evaluation(rules),
            weights: Arc::new(weights.clone()),
            seed: 0,
        });
        Fallible { inner: H::brain(rules, weights, net, knobs), faults }
    }

    /// Errs in another way from now on.
    pub fn reseed(&mut self, seed: u64) {
        if let Some(faults) = &mut self.faults {
            faults.seed = Rng::new(seed).next_u64();
        }
    }
}

impl<H: House> Faults<H> {
    /// A number that depends on the position, what is asked, and nothing else.
    fn dice(&self, key: u64, what: u64) -> u64 {
        Rng::new(key ^ self.seed.rotate_left(17) ^ what.rotate_left(48)).next_u64()
    }

    /// How wrong a position is judged: most often little, seldom much.
    fn noise(&self, key: u64) -> Score {
        let dice = self.dice(key, 0);
        // Three uniform numbers together are nearly bell-shaped, with a deviation of a third of their sum's range.
        let sum: i64 = (0..3).map(|n| (dice >> (16 * n) & 0xffff) as i64 - 0x8000).sum();
        (sum * i64::from(self.handicap.noise) / 0x8000) as Score
    }
}

impl<H: House> Brain<H::State> for Fallible<H> {
    const SLOTS: usize = <H::Brain as Brain<H::State>>::SLOTS;

    fn knobs(&self) -> &Knobs {
        self.inner.knobs()
    }

    fn evaluate(&mut self, state: &H::State) -> Score {
        let Some(faults) = &mut self.faults else { return self.inner.evaluate(state) };
        let score = if faults.handicap.glances {
            let phase = faults.evaluation.phase(state);
            let mut sum = Sum::new(&faults.weights);
            faults.evaluation.judge(state, &mut sum);
            sum.at(phase)
        } else {
            self.inner.evaluate(state)
        };
        (score + faults.noise(state.key())).clamp(-HIGHEST, HIGHEST)
    }

    fn rate(&mut self, state: &H::State, moves: &[<H::State as Game>::Move], rated: &mut Vec<Rated>) {
        self.inner.rate(state, moves, rated);
    }

    fn slot(&self, state: &H::State, mv: <H::State as Game>::Move) -> usize {
        self.inner.slot(state, mv)
    }

    fn pack(&self, mv: <H::State as Game>::Move) -> u16 {
        self.inner.pack(mv)
    }

    fn recall(&self, state: &H::State, packed: u16) -> Option<<H::State as Game>::Move> {
        self.inner.recall(state, packed)
    }

    fn key(&self, state: &H::State) -> u64 {
        self.inner.key(state)
    }

    fn winner(&self, state: &H::State) -> Option<Option<Side>> {
        self.inner.winner(state)
    }

    fn plies_left(&self, state: &H::State) -> Option<u32> {
        // Who sees only so far does not see the end of the game either.
        if self.faults.is_some() { None } else { self.inner.plies_left(state) }
    }

    fn pass(&mut self, state: &H::State) -> Option<H::State> {
        self.inner.pass(state)
    }

    fn noisy_moves(&mut self, state: &H::State, moves: &mut Vec<<H::State as Game>::Move>) {
        if !self.faults.as_ref().is_some_and(|faults| faults.handicap.glances) {
            self.inner.noisy_moves(state, moves);
        }
    }

    fn overlooks(&mut self, state: &H::State, mv: <H::State as Game>::Move) -> bool {
        let Some(faults) = &self.faults else { return false };
        let handicap = faults.handicap;
        // A move is overlooked wherever it could be played: a player who does not see the ant does not see it.
        handicap.oversight > 0
            && faults.dice(self.inner.slot(state, mv) as u64, 1) % 1000 < u64::from(handicap.oversight)
    }

    fn is_threatened(&mut self, state: &H::State) -> bool {
        let is_blind = self.faults.as_ref().is_some_and(|faults| faults.handicap.glances);
        !is_blind && self.inner.is_threatened(state)
    }

    fn wins_at_once(&mut self, state: &H::State) -> bool {
        self.inner.wins_at_once(state)
    }

    fn idle(&mut self, state: &H::State) -> Option<H::State> {
        self.inner.idle(state)
    }

    fn may_force(&mut self, state: &H::State) -> bool {
        // Who errs does not see far ahead either.
        self.faults.is_none() && self.inner.may_force(state)
    }

    fn forcing_moves(&mut self, state: &H::State, moves: &mut Vec<<H::State as Game>::Move>) {
        self.inner.forcing_moves(state, moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_from_texts() {
        assert_eq!("7".parse::<Level>().map(Level::number), Ok(7));
        for text in ["0", "11", "", "seven", "-1", "300"] {
            let error = text.parse::<Level>().expect_err(text);
            assert!(error.to_string().contains("from 1 to 10"), "{error}");
        }
    }

    #[test]
    fn every_game_has_nine_handicaps_and_the_full_strength_none() {
        for table in ["hive", "hive-2020", "piranhas-2019", "piranhas-2026", "ostseeschach"] {
            for level in Level::all() {
                assert_eq!(handicap(table, level).is_none(), level == Level::FULL, "{table} {level}");
            }
        }
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = LEVELS.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty());
        for line in lines {
            let mut fields = line.split_whitespace();
            let (game, level) = (fields.next().expect("a game"), fields.next().expect("a level"));
            let level = level.parse().expect("a level");
            assert!(handicap(game, level).is_some(), "{line}");
        }
    }
}
