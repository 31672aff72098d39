//! Games of any id, described by texts and numbers: the typed games behind one plain face.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use schwarm_core::{Game, Rng, Ruleset, Setup, Side};
use schwarm_search::{Brain, Knobs, Limits, Table};

use super::record::{Record, RecordError, hash};
use super::{
    Conditions, Contest, End, Line, Opening, Played, Player, SelfplayError, Spent, in_order, no_clock, rng_of, set_knob,
};
use crate::book::Book;
use crate::house::{self, House};
use crate::sight::Judge;
use crate::weights::{Evaluation, Weights};

/// A player as it is described from outside.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Table of weights as text; the house's own if there is none.
    pub weights: Option<String>,
    /// What judges positions.
    pub judge: Judge,
    /// Knobs that differ from the house's own, see [`set_knob`].
    pub knobs: Vec<String>,
    /// For each move.
    pub limits: Limits,
    /// See [`Player::clock`].
    pub clock: fn() -> Duration,
    /// An opening book it plays by. Games that are recorded are played without.
    pub book: Option<Arc<Book>>,
}

impl Entrant {
    /// A player of the house with so many nodes a move.
    pub fn of_nodes(nodes: u64) -> Entrant {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Entrant { weights: None, judge: Judge::House, knobs: Vec::new(), limits, clock: no_clock, book: None }
    }

    fn numbers<H: House>(&self, rules: &H::Rules) -> Result<(Weights, Knobs), SelfplayError> {
        let weights = match &self.weights {
            None => H::weights(rules),
            Some(text) => Weights::parse::<<H::Evaluation as Evaluation<H::State>>::Term>(text)?,
        };
        let mut knobs = H::knobs(rules);
        for text in &self.knobs {
            set_knob(&mut knobs, text)?;
        }
        Ok((weights, knobs))
    }

    fn brain<H: House>(&self, rules: &H::Rules) -> Result<H::Brain, SelfplayError> {
        let (weights, knobs) = self.numbers::<H>(rules)?;
        let net = self.judge.net::<H>(rules, self.weights.is_some())?;
        Ok(H::brain(rules, weights, net, knobs))
    }

    fn player<'a, B>(&'a self, brain: &'a B) -> Player<'a, B> {
        Player { brain, limits: self.limits.clone(), clock: self.clock, book: self.book.as_deref() }
    }
}

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Series {
    /// Id of the game.
    pub game: String,
    /// What every game is played under.
    pub conditions: Conditions,
    /// Together with its number it decides everything about a game.
    pub seed: u64,
    /// Numbers of the games, or of pairs of games.
    pub numbers: Range<u64>,
    /// Threads, a game on each.
    pub threads: usize,
    /// Size of each table of positions, in MiB.
    pub hash_mebibytes: usize,
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Index of the player who won; `None` for a draw.
    pub winner: Option<usize>,
    /// Its length.
    pub plies: usize,
    /// Why it ended.
    pub end: End,
    /// What the players used up.
    pub spent: [Spent; 2],
}

impl Summary {
    fn of<G: Game>(played: &Played<G>, side: Side) -> Summary {
        let winner = played.winner.map(|winner| usize::from(winner != side));
        Summary { winner, plies: played.plies.len(), end: played.end, spent: played.spent }
    }
}

impl Series {
    /// Plays pairs of games from the same openings: the first player on the first side, then on
    /// the second one. `done` hears of them in order and may break it off.
    ///
    /// # Errors
    /// When a player cannot be made, or a search fails.
    pub fn play_pairs(
        &self,
        entrants: &[Entrant; 2],
        done: &mut dyn FnMut([Summary; 2]) -> ControlFlow<()>,
    ) -> Result<(), SelfplayError> {
        house::visit(&self.game, PlayPairs { series: self, entrants, done })?
    }

    /// Plays games of one player against itself and records them, in order.
    ///
    /// # Errors
    /// When the player cannot be made, or a search fails.
    pub fn record(
        &self,
        entrant: &Entrant,
        done: &mut dyn FnMut(Record) -> ControlFlow<()>,
    ) -> Result<(), SelfplayError> {
        house::visit(&self.game, RecordGames { series: self, entrant, done })?
    }

    /// Plays a record again, move by move: every move is legal, the game ends where it can end, and its winner is right where
    /// the rules ended it.
    ///
    /// # Errors
    /// When the player cannot be made, or the record is no such game.
    pub fn check(&self, entrant: &Entrant, record: &Record) -> Result<(), SelfplayError> {
        house::visit(&self.game, CheckGame { series: self, entrant, record })?
    }

    /// The full id of the game, and a hash of everything that decides what a player's game of a given number is.
    ///
    /// # Errors
    /// When the player cannot be made.
    pub fn fingerprint(&self, entrant: &Entrant) -> Result<(String, u64), SelfplayError> {
        house::visit(&self.game, Fingerprint { series: self, entrant })?
    }

    fn tables<const N: usize>(&self) -> Result<Vec<[Table; N]>, SelfplayError> {
        let table = || Table::new(self.hash_mebibytes);
        let tables = || -> Result<[Table; N], SelfplayError> {
            let tables: Vec<_> = (0..N).map(|_| table()).collect::<Result<_, _>>()?;
            Ok(tables.try_into().unwrap_or_else(|_| unreachable!("so many were made")))
        };
        (0..self.threads.max(1)).map(|_| tables()).collect()
    }

    /// Does the work of every number and stops at the first failure.
    fn run<W: Send, T: Send>(
        &self,
        workers: Vec<W>,
        work: impl Fn(&mut W, u64) -> Result<T, SelfplayError> + Sync,
        done: &mut dyn FnMut(T) -> ControlFlow<()>,
    ) -> Result<(), SelfplayError> {
        let mut failure = None;
        in_order(self.numbers.clone(), workers, work, |_, outcome| match outcome {
            Ok(result) => done(result),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        failure.map_or(Ok(()), Err)
    }
}

struct PlayPairs<'a> {
    series: &'a Series,
    entrants: &'a [Entrant; 2],
    done: &'a mut dyn FnMut([Summary; 2]) -> ControlFlow<()>,
}

impl house::Visit for PlayPairs<'_> {
    type Output = Result<(), SelfplayError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let PlayPairs { series, entrants: [a, b], done } = self;
        let conditions = &series.conditions;
        let brains = [a.brain::<H>(&rules)?, b.brain::<H>(&rules)?];
        // Neither player chooses the openings.
        let judge = H::brain(&rules, H::weights(&rules), None, H::knobs(&rules));
        let contest = Contest { rules: &rules, players: [a.player(&brains[0]), b.player(&brains[1])], conditions };
        let work = |tables: &mut [Table; 2], number| {
            let mut rng = rng_of(series.seed, number);
            let opening = Opening::draw(&rules, &judge, conditions, &tables[0], &mut rng)?;
            let strays = rng.next_u64();
            let game = |side| {
                let played = contest.play(&opening, side, [&tables[0], &tables[1]], &mut Rng::new(strays))?;
                Ok::<_, SelfplayError>(Summary::of(&played, side))
            };
            Ok([game(Side::One)?, game(Side::Two)?])
        };
        series.run(series.tables()?, work, done)
    }
}

struct RecordGames<'a> {
    series: &'a Series,
    entrant: &'a Entrant,
    done: &'a mut dyn FnMut(Record) -> ControlFlow<()>,
}

impl house::Visit for RecordGames<'_> {
    type Output = Result<(), SelfplayError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let RecordGames { series, entrant, done } = self;
        let conditions = &series.conditions;
        let brain = entrant.brain::<H>(&rules)?;
        let contest = Contest { rules: &rules, players: [entrant.player(&brain), entrant.player(&brain)], conditions };
        let work = |[table]: &mut [Table; 1], number| {
            let mut rng = rng_of(series.seed, number);
            let opening = Opening::draw(&rules, &brain, conditions, table, &mut rng)?;
            let played = contest.play(&opening, Side::One, [table, table], &mut rng)?;
            Ok(Record::of(&rules, &brain, number, &played))
        };
        series.run(series.tables()?, work, done)
    }
}

struct CheckGame<'a> {
    series: &'a Series,
    entrant: &'a Entrant,
    record: &'a Record,
}

impl house::Visit for CheckGame<'_> {
    type Output = Result<(), SelfplayError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let CheckGame { series, entrant, record } = self;
        let wrong = |ply: usize, why: &str| {
            SelfplayError::Record(RecordError::Unplayable { number: record.number, ply, why: why.to_string() })
        };
        let brain = entrant.brain::<H>(&rules)?;
        let player = entrant.player(&brain);
        let start = rules.start(Setup::Text(&record.setup))?;
        let mut line = Line::new(&rules, &Opening { start, moves: Vec::new() });
        let mut moves = Vec::new();
        for (ply, &(packed, _)) in record.plies.iter().enumerate() {
            if line.winner(&player).is_some() {
                return Err(wrong(ply, "the game is over before"));
            }
            moves.clear();
            line.state.legal_moves(&mut moves);
            let found = moves.iter().copied().find(|&mv| brain.pack(mv) == packed);
            line.play(found.ok_or_else(|| wrong(ply, "there is no such move"))?, None);
        }
        let plies = record.plies.len();
        let (verdict, most) = (line.winner(&player), series.conditions.most_plies as usize);
        let is_right = match record.end {
            End::Rules => verdict == Some(record.winner),
            End::TooLong => verdict.is_none() && record.winner.is_none() && most > 0 && plies >= most,
            // What a search has proven is believed where it can be.
            End::Proven => series.conditions.adjudicates && verdict.is_none_or(|winner| winner == record.winner),
        };
        if is_right { Ok(()) } else { Err(wrong(plies, "it does not end so")) }
    }
}

struct Fingerprint<'a> {
    series: &'a Series,
    entrant: &'a Entrant,
}

impl house::Visit for Fingerprint<'_> {
    type Output = Result<(String, u64), SelfplayError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let Series { conditions, seed, hash_mebibytes, .. } = self.series;
        let (weights, knobs) = self.entrant.numbers::<H>(&rules)?;
        let (id, limits) = (Ruleset::id(&rules), &self.entrant.limits);
        let mut all =
            format!("{id} {seed} {hash_mebibytes} {conditions:?} {limits:?} {knobs:?}\n{}", weights.to_text());
        if let Some(net) = self.entrant.judge.net::<H>(&rules, self.entrant.weights.is_some())? {
            all += &format!("net {:016x}\n", net.checksum());
        }
        Ok((id, hash(all.as_bytes())))
    }
}
