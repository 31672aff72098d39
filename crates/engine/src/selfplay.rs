//! Games of engines against each other, in one process and without texts: what tuning learns
//! from, and what shows whether a change pays.
//!
//! Read in this order: this file (one game), `opening` (where it begins), `knob` (what a player
//! may do differently), `pool` (many games on many threads), `record` (games as bytes), `series`
//! (all of it for any id).
//!
//! What must hold: a game depends on its seed and number alone, never on the number of threads
//! or on games before it.
//! Not here: files and progress (the program), what is learned from games (`tuning`).

mod knob;
mod opening;
mod pool;
pub mod record;
mod series;
#[cfg(test)]
mod tests;

use std::time::Duration;

use schwarm_core::{Game, IdError, PositionError, Rng, Ruleset, Side};
use schwarm_nets::NetError;
use schwarm_search::{Brain, Control, Limits, PROVEN, Report, Root, Score, SearchError, Table, TableError, think};

use crate::book::Book;
use crate::weights::WeightsError;
pub use knob::{KnobError, set_knob};
pub use opening::Opening;
pub use pool::in_order;
pub use series::{Entrant, Series, Summary};

/// Size of the table of a player, in MiB: enough for searches of some thousand nodes, and quick to clear.
pub const TABLE_MEBIBYTES: usize = 4;

/// What every game is played under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Random plies at the beginning.
    pub opening_plies: u32,
    /// Openings that a short search finds better than this for either side are drawn again.
    pub widest_opening: Score,
    /// Nodes of that search.
    pub opening_nodes: u64,
    /// One move in so many is random, while the game is even; 0 is never.
    pub stray: u64,
    /// Scores up to this are even.
    pub even: Score,
    /// A game of so many plies is drawn; 0 leaves it to the rules.
    pub most_plies: u32,
    /// Whether a game ends as soon as its result is proven.
    pub adjudicates: bool,
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            opening_plies: 4,
            widest_opening: 300,
            opening_nodes: 1000,
            stray: 0,
            even: 150,
            most_plies: 200,
            adjudicates: true,
        }
    }
}

/// Who plays, and how much it may think.
pub struct Player<'a, B> {
    /// What it knows.
    pub brain: &'a B,
    /// For each move.
    pub limits: Limits,
    /// What its time is measured by, from any beginning. One that stands still leaves it to the nodes.
    pub clock: fn() -> Duration,
    /// Where it looks before thinking.
    pub book: Option<&'a Book>,
}

/// A clock that stands still.
pub fn no_clock() -> Duration {
    Duration::ZERO
}

/// What a player has used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Moves it thought about.
    pub moves: u64,
    /// Nodes.
    pub nodes: u64,
    /// Depths it reached, summed.
    pub depths: u64,
    /// Time by its clock.
    pub time: Duration,
}

impl Spent {
    fn add<M>(&mut self, report: &Report<M>) {
        self.moves += 1;
        self.nodes += report.nodes;
        self.depths += u64::from(report.depth);
        self.time += report.elapsed;
    }

    /// Adds what was used up in another game.
    pub fn merge(&mut self, other: &Spent) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.time += other.time;
    }
}

/// One ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<M> {
    /// What was played.
    pub mv: M,
    /// What the search thought of it, for the side that moved; `None` for a random move.
    pub score: Option<Score>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The rules, repetition included.
    Rules,
    /// The result was proven.
    Proven,
    /// It took too long.
    TooLong,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<G: Game> {
    /// Where it began.
    pub start: G,
    /// The moves, random ones included.
    pub plies: Vec<Ply<G::Move>>,
    /// Who won, or nobody.
    pub winner: Option<Side>,
    /// Why it ended.
    pub end: End,
    /// What the two players used up, in their order.
    pub spent: [Spent; 2],
}

/// Why a game could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// No engine plays this game.
    #[error(transparent)]
    Game(#[from] IdError),
    /// The weights given are none of this game.
    #[error("the weights cannot be used: {0}")]
    Weights(#[from] WeightsError),
    /// The network given is none for this game.
    #[error("the network cannot be used: {0}")]
    Net(#[from] NetError),
    /// A knob that there is not.
    #[error(transparent)]
    Knob(#[from] KnobError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// There is no first position.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A record is no game.
    #[error(transparent)]
    Record(#[from] record::RecordError),
    /// There is not enough memory.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Two players and their game.
pub struct Contest<'a, R: Ruleset, B> {
    /// The rules.
    pub rules: &'a R,
    /// Who plays.
    pub players: [Player<'a, B>; 2],
    /// What every game is played under.
    pub conditions: &'a Conditions,
}

/// The random numbers of a game.
pub fn rng_of(seed: u64, number: u64) -> Rng {
    Rng::new(Rng::new(seed).next_u64() ^ Rng::new(number).next_u64())
}

impl<R: Ruleset, B: Brain<R::State>> Contest<'_, R, B> {
    /// Plays a game from an opening, the first player on `side`. The tables are those of the players;
    /// they may be one and the same where both players have the same brain.
    ///
    /// # Errors
    /// When a search fails.
    pub fn play(
        &self,
        opening: &Opening<R::State>,
        side: Side,
        tables: [&Table; 2],
        rng: &mut Rng,
    ) -> Result<Played<R::State>, SelfplayError> {
        for table in tables {
            table.clear();
        }
        let mut line = Line::new(self.rules, opening);
        let mut spent = [Spent::default(); 2];
        let (winner, end) = loop {
            if let Some(winner) = line.winner(&self.players[0]) {
                break (winner, End::Rules);
            }
            if self.conditions.most_plies > 0 && line.plies.len() >= self.conditions.most_plies as usize {
                break (None, End::TooLong);
            }
            if self.strays(&line, rng) {
                line.play_random(rng);
                continue;
            }
            let mover = line.state.side_to_move();
            let who = usize::from(mover != side);
            if let Some(found) = self.players[who].book.and_then(|book| book.find(self.rules, &line.state)) {
                line.play(found.mv, None);
                continue;
            }
            let report = self.players[who].think(&line, tables[who])?;
            spent[who].add(&report);
            line.play(report.best(), Some(report.score()));
            if self.conditions.adjudicates && report.is_proven {
                break (proven_winner(mover, report.score()), End::Proven);
            }
        };
        Ok(Played { start: line.start, plies: line.plies, winner, end, spent })
    }

    /// Whether the next move is a random one.
    fn strays(&self, line: &Line<R::State>, rng: &mut Rng) -> bool {
        let is_even =
            line.plies.last().and_then(|ply| ply.score).is_some_and(|score| score.abs() <= self.conditions.even);
        self.conditions.stray > 0 && is_even && rng.below(self.conditions.stray as usize) == 0
    }
}

/// Who wins with a proven score of a mover.
fn proven_winner(mover: Side, score: Score) -> Option<Side> {
    match score {
        score if score >= PROVEN => Some(mover),
        score if score <= -PROVEN => Some(!mover),
        _ => None,
    }
}

impl<B> Player<'_, B> {
    fn think<G: Game>(&self, line: &Line<G>, table: &Table) -> Result<Report<G::Move>, SearchError>
    where
        B: Brain<G>,
    {
        static NEVER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        let (clock, begun) = (self.clock, (self.clock)());
        let control = Control { elapsed: &|| clock().saturating_sub(begun), stop: &NEVER };
        let root = Root { state: &line.state, played: &line.keys[..line.keys.len() - 1], repetition: line.repetition };
        think(self.brain, &root, table, &self.limits, &control, &mut |_| {})
    }
}

/// A game so far.
struct Line<G: Game> {
    start: G,
    state: G,
    plies: Vec<Ply<G::Move>>,
    /// Key of every position, that of now included.
    keys: Vec<u64>,
    repetition: Option<u32>,
}

impl<G: Game> Line<G> {
    fn new<R: Ruleset<State = G>>(rules: &R, opening: &Opening<G>) -> Line<G> {
        let start = opening.start.clone();
        let keys = vec![start.key()];
        let mut line =
            Line { state: start.clone(), start, plies: Vec::new(), keys, repetition: rules.repetition_limit() };
        for &mv in &opening.moves {
            line.play(mv, None);
        }
        line
    }

    fn play(&mut self, mv: G::Move, score: Option<Score>) {
        self.state.play(mv);
        self.keys.push(self.state.key());
        self.plies.push(Ply { mv, score });
    }

    fn play_random(&mut self, rng: &mut Rng) {
        let mut moves = Vec::new();
        self.state.legal_moves(&mut moves);
        self.play(moves[rng.below(moves.len())], None);
    }

    /// The verdict of the rules, if the game is over.
    fn winner<B: Brain<G>>(&self, player: &Player<'_, B>) -> Option<Option<Side>> {
        if let Some(winner) = player.brain.winner(&self.state) {
            return Some(winner);
        }
        let now = self.state.key();
        let seen = self.keys.iter().filter(|&&key| key == now).count();
        (self.repetition? as usize <= seen).then_some(None)
    }
}
