//! Positions to learn from: what an evaluation counts there, what the search saw, how the game ended.

use std::ops::ControlFlow;

use schwarm_core::IdError;
use schwarm_search::Brain;

use crate::house::{self, House};
use crate::lessons::{Filter, GAMES_AT_A_TIME, Lesson};
use crate::selfplay::record::{Reader, Record, RecordError};
use crate::selfplay::{Played, in_order};
use crate::weights::{Evaluation, Sum, Term, Trace};

/// One position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// Terms that are counted, and how often, for the side to move.
    pub counts: &'a [(u16, i16)],
    /// How late it is, 0 to [`LATE`](crate::weights::LATE).
    pub phase: u16,
    /// What the search thought, for the side to move.
    pub score: i16,
    /// What the side to move got: 0, a half or 1; `None` where a random move came after it.
    pub result: Option<f32>,
}

/// Many positions, without holes: millions of them have to fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    counts: Vec<(u16, i16)>,
    /// Where the counts of each position end.
    ends: Vec<usize>,
    places: Vec<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    game: u32,
    phase: u16,
    score: i16,
    /// In half points; anything else is unknown.
    result: u8,
}

/// A result that says nothing.
const UNKNOWN: u8 = u8::MAX;

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// One position.
    ///
    /// # Panics
    /// When there is no such position.
    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        let Place { phase, score, result, .. } = self.places[index];
        let result = (result != UNKNOWN).then(|| f32::from(result) / 2.0);
        Sample { counts: &self.counts[begin..self.ends[index]], phase, score, result }
    }

    /// The game a position is of.
    pub(super) fn game(&self, index: usize) -> u32 {
        self.places[index].game
    }

    /// Number of games some positions are of; the positions of a game stand together.
    pub(super) fn games_of(&self, indices: &[u32]) -> usize {
        let games = indices.iter().map(|&index| self.game(index as usize));
        games.fold((0, None), |(count, last), game| (count + usize::from(last != Some(game)), Some(game))).0
    }

    /// Adds a position of a game, with what is counted for every term.
    pub fn push(&mut self, game: u32, counts: &[i32], phase: i32, score: i16, half_points: Option<u8>) {
        let narrow = |count: i32| count.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let counted = counts.iter().enumerate().filter(|(_, count)| **count != 0);
        self.counts.extend(counted.map(|(term, &count)| (term as u16, narrow(count))));
        self.ends.push(self.counts.len());
        self.places.push(Place { game, phase: phase as u16, score, result: half_points.unwrap_or(UNKNOWN) });
    }

    /// Adds the positions of further games, which get numbers from `first_game` on.
    fn append(&mut self, other: &Samples, first_game: u32) {
        let before = self.counts.len();
        self.counts.extend_from_slice(&other.counts);
        self.ends.extend(other.ends.iter().map(|end| end + before));
        self.places.extend(other.places.iter().map(|place| Place { game: place.game + first_game, ..*place }));
    }
}

/// Why games give no samples.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// The bytes are no games.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// No engine plays this game.
    #[error(transparent)]
    Game(#[from] IdError),
    /// Games of another table of weights.
    #[error("these are games of {found}, which is not judged by the weights of {wanted}")]
    Table {
        /// The game of the file.
        found: String,
        /// The table wanted.
        wanted: String,
    },
}

/// What was found in some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Games.
    pub games: usize,
    /// Searched positions.
    pub positions: usize,
    /// Positions among them that were taken.
    pub taken: usize,
    /// Whether the end of the bytes was cut off.
    pub is_torn: bool,
}

/// Replays the games of a file and adds its quiet positions. `table` names the weights they are for.
///
/// # Errors
/// When the bytes are no games, or games of another table.
pub fn collect(
    samples: &mut Samples,
    table: &str,
    bytes: &[u8],
    filter: &Filter,
    threads: usize,
) -> Result<Collected, CollectError> {
    let (header, mut reader) = Reader::new(bytes)?;
    let mut records = Vec::new();
    while let Some(record) = reader.next()? {
        records.push(record);
    }
    let collect = Collect { samples, table, game: &header.game, records: &records, filter, threads };
    let collected = house::visit(&header.game, collect)??;
    Ok(Collected { is_torn: reader.is_torn(), ..collected })
}

struct Collect<'a> {
    samples: &'a mut Samples,
    table: &'a str,
    game: &'a str,
    records: &'a [Record],
    filter: &'a Filter,
    threads: usize,
}

impl house::Visit for Collect<'_> {
    type Output = Result<Collected, CollectError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        if H::table(&rules) != self.table {
            return Err(CollectError::Table { found: self.game.to_string(), wanted: self.table.to_string() });
        }
        let weights = H::weights(&rules);
        let brain = H::brain(&rules, weights.clone(), None, H::knobs(&rules));
        let workers = (0..self.threads.max(1)).map(|_| (brain.clone(), H::evaluation(&rules))).collect();
        let portions: Vec<&[Record]> = self.records.chunks(GAMES_AT_A_TIME).collect();
        let work = |(brain, evaluation): &mut (H::Brain, H::Evaluation), portion: u64| {
            let mut picker = Picker::<H> {
                brain,
                evaluation,
                weights: &weights,
                filter: self.filter,
                found: Samples::default(),
                positions: 0,
            };
            for (game, record) in portions[portion as usize].iter().enumerate() {
                let played = record.replay(&rules, &*picker.brain)?;
                picker.take_game(game as u32, &played);
            }
            Ok((picker.found, picker.positions))
        };
        let mut next_game = self.samples.places.last().map_or(0, |place| place.game + 1);
        let (before, mut positions, mut failure) = (self.samples.len(), 0, None);
        in_order(0..portions.len() as u64, workers, work, |_, found: Result<_, RecordError>| match found {
            Ok((found, searched)) => {
                self.samples.append(&found, next_game);
                next_game += GAMES_AT_A_TIME as u32;
                positions += searched;
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        match failure {
            Some(error) => Err(error.into()),
            None => {
                let taken = self.samples.len() - before;
                Ok(Collected { games: self.records.len(), positions, taken, is_torn: false })
            }
        }
    }
}

/// Picks the positions of games that are worth learning from.
struct Picker<'a, H: House> {
    brain: &'a mut H::Brain,
    evaluation: &'a mut H::Evaluation,
    weights: &'a crate::weights::Weights,
    filter: &'a Filter,
    found: Samples,
    positions: usize,
}

impl<H: House> Picker<'_, H> {
    fn take_game(&mut self, game: u32, played: &Played<H::State>) {
        let Picker { brain, evaluation, weights, filter, found, positions } = self;
        *positions += filter.each_lesson(played, *brain, |brain, Lesson { state, score, half_points, .. }| {
            let phase = evaluation.phase(state);
            let mut sum = Sum::new(weights);
            evaluation.judge(state, &mut sum);
            // Where the brain does not say what is counted, the game is as good as over.
            if brain.evaluate(state) == sum.at(phase) {
                let mut trace = Trace::new::<TermOf<H>>();
                evaluation.judge(state, &mut trace);
                debug_assert_eq!(trace.counts.len(), TermOf::<H>::ALL.len());
                found.push(game, &trace.counts, phase, score as i16, half_points);
            }
        });
    }
}

type TermOf<H> = <<H as House>::Evaluation as Evaluation<<H as House>::State>>::Term;
