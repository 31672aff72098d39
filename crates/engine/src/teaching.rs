//! Games as rows of inputs: what a trainer of networks reads.
//!
//! Every position that is worth learning from becomes the rows its side to move sees ([`Sight`]), the score of the search and
//! the result of the game. Rules and inputs stay here; a trainer needs to know neither.
//!
//! Not here: files and threads of the program, learning itself (`training/`).

use std::ops::ControlFlow;

use schwarm_core::{Game, IdError, PositionError, Rng, Ruleset, Setup};
use schwarm_nets::NetError;
use schwarm_search::{Brain, HIGHEST, Score};

use crate::house::{self, House};
use crate::lessons::{Filter, GAMES_AT_A_TIME, Lesson};
use crate::selfplay::record::{Reader, Record, RecordError};
use crate::selfplay::{Played, in_order};
use crate::sight::{Sight, read_net};

/// A result that says nothing, because a random move came after the position.
pub const UNKNOWN: u8 = u8::MAX;

/// What is said once about the inputs of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The name of the inputs.
    pub inputs: String,
    /// Rows of the first layer.
    pub rows: usize,
    /// Second layers.
    pub buckets: usize,
    /// The score at which a side wins 73 of 100 games, by the weights of the house.
    pub scale: i32,
    /// Where each row goes when the other side looks.
    pub other_view: Vec<u16>,
    /// Where each row goes under each symmetry of the board.
    pub symmetries: Vec<Vec<u16>>,
    /// The family of each row; empty where there are none.
    pub families: Vec<u16>,
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The game it is of, counted through all files.
    pub game: u32,
    /// Plies before it.
    pub ply: u16,
    /// What the search thought, for the side to move.
    pub score: i16,
    /// What the side to move got, in half points, or [`UNKNOWN`].
    pub half_points: u8,
    /// Which second layer judges it.
    pub bucket: u8,
    /// The rows the side to move sees.
    pub rows: Vec<u16>,
}

/// Why games teach nothing.
#[derive(Debug, thiserror::Error)]
pub enum TeachingError {
    /// The bytes are no games.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// No engine plays this game.
    #[error(transparent)]
    Game(#[from] IdError),
    /// Games whose positions are seen otherwise.
    #[error("these are games of {found}, whose inputs are not {wanted}")]
    Mixed {
        /// The game of the file.
        found: String,
        /// The inputs of the files before.
        wanted: String,
    },
}

/// What is said of a game's inputs.
///
/// # Errors
/// When no engine plays the game.
pub fn scheme(game: &str) -> Result<Scheme, TeachingError> {
    Ok(house::visit(game, Describe)?)
}

struct Describe;

impl house::Visit for Describe {
    type Output = Scheme;

    fn visit<H: House>(self, rules: H::Rules) -> Scheme {
        let sight = H::sight(&rules);
        Scheme {
            inputs: sight.name().to_string(),
            rows: sight.rows(),
            buckets: sight.buckets(),
            scale: H::scale(&rules) as i32,
            other_view: sight.other_view().to_vec(),
            symmetries: sight.symmetries(),
            families: sight.families(),
        }
    }
}

/// What was found in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taught {
    /// Games.
    pub games: u32,
    /// Searched positions.
    pub positions: u64,
    /// Positions among them that were taken.
    pub taken: u64,
    /// Whether the end of the bytes was cut off.
    pub is_torn: bool,
}

/// Replays the games of a file and hands over the positions worth learning from, in order. The first game has the number
/// `first_game`.
///
/// # Errors
/// When the bytes are no games, games of other inputs, or nobody wants more.
pub fn teach(
    bytes: &[u8],
    inputs: &str,
    first_game: u32,
    filter: &Filter,
    threads: usize,
    found: &mut dyn FnMut(&[Example]) -> ControlFlow<()>,
) -> Result<Taught, TeachingError> {
    let (header, mut reader) = Reader::new(bytes)?;
    let mut records = Vec::new();
    while let Some(record) = reader.next()? {
        records.push(record);
    }
    let teach = Teach { game: &header.game, inputs, records: &records, first_game, filter, threads, found };
    let taught = house::visit(&header.game, teach)??;
    Ok(Taught { is_torn: reader.is_torn(), ..taught })
}

struct Teach<'a> {
    game: &'a str,
    inputs: &'a str,
    records: &'a [Record],
    first_game: u32,
    filter: &'a Filter,
    threads: usize,
    found: &'a mut dyn FnMut(&[Example]) -> ControlFlow<()>,
}

impl house::Visit for Teach<'_> {
    type Output = Result<Taught, TeachingError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let Teach { game, inputs, records, first_game, filter, threads, found } = self;
        let sight = H::sight(&rules);
        if sight.name() != inputs {
            return Err(TeachingError::Mixed { found: game.to_string(), wanted: inputs.to_string() });
        }
        // What is decided at sight no network is asked about: the counting brain knows the same cases.
        let brain = H::brain(&rules, H::weights(&rules), None, H::knobs(&rules));
        let workers = vec![brain; threads.max(1)];
        let portions: Vec<&[Record]> = records.chunks(GAMES_AT_A_TIME).collect();
        let work = |brain: &mut H::Brain, portion: u64| {
            let first = first_game + portion as u32 * GAMES_AT_A_TIME as u32;
            let mut picker = Picker::<H> { brain, sight: &*sight, filter, found: Vec::new(), positions: 0 };
            for (number, record) in (first..).zip(portions[portion as usize]) {
                let played = record.replay(&rules, &*picker.brain)?;
                picker.take_game(number, &played);
            }
            Ok((picker.found, picker.positions))
        };
        let mut taught = Taught { games: records.len() as u32, ..Taught::default() };
        let mut failure = None;
        in_order(0..portions.len() as u64, workers, work, |_, outcome: Result<_, RecordError>| match outcome {
            Ok((examples, positions)) => {
                taught.positions += positions;
                taught.taken += examples.len() as u64;
                found(&examples)
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        failure.map_or(Ok(taught), |error| Err(error.into()))
    }
}

/// Picks the positions of games that are worth learning from.
struct Picker<'a, H: House> {
    brain: &'a mut H::Brain,
    sight: &'a dyn Sight<H::State>,
    filter: &'a Filter,
    found: Vec<Example>,
    positions: u64,
}

impl<H: House> Picker<'_, H> {
    fn take_game(&mut self, game: u32, played: &Played<H::State>) {
        let Picker { brain, sight, filter, found, positions } = self;
        let searched = filter.each_lesson(played, *brain, |brain, Lesson { state, ply, score, half_points }| {
            // What is decided at sight no network is asked about.
            if brain.evaluate(state).abs() < HIGHEST {
                found.push(Example {
                    game,
                    ply: ply as u16,
                    score: score as i16,
                    half_points: half_points.unwrap_or(UNKNOWN),
                    bucket: sight.bucket(state) as u8,
                    rows: sight.look(state),
                });
            }
        });
        *positions += searched as u64;
    }
}

/// Positions of random games with what a network thinks of each, counted afresh: the same numbers everywhere.
///
/// # Errors
/// When no engine plays the game, or the network is none for it.
pub fn test_vector(game: &str, net: &[u8], positions: usize) -> Result<Vec<(String, Score)>, VectorError> {
    house::visit(game, MakeVector { net, positions })?
}

/// Why there is no test vector.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// No engine plays this game.
    #[error(transparent)]
    Game(#[from] IdError),
    /// There is no first position.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// The network is none for it.
    #[error(transparent)]
    Net(#[from] NetError),
}

struct MakeVector<'a> {
    net: &'a [u8],
    positions: usize,
}

/// Plies between two positions of a test vector.
const STRIDE: usize = 7;

impl house::Visit for MakeVector<'_> {
    type Output = Result<Vec<(String, Score)>, VectorError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let sight = H::sight(&rules);
        let net = read_net(self.net, &*sight)?;
        let other_view = sight.other_view();
        let (mut found, mut moves) = (Vec::new(), Vec::new());
        for seed in 0.. {
            let mut rng = Rng::new(seed);
            let mut state = rules.start(Setup::Seed(seed))?;
            for ply in 0.. {
                if found.len() == self.positions {
                    return Ok(found);
                }
                if state.outcome().is_some() {
                    break;
                }
                if ply % STRIDE == 0 {
                    let own = sight.look(&state);
                    let other: Vec<u16> = own.iter().map(|row| other_view[usize::from(*row)]).collect();
                    let score = net.output(sight.bucket(&state), &net.sum_of(&own), &net.sum_of(&other));
                    found.push((state.to_text(), score));
                }
                moves.clear();
                state.legal_moves(&mut moves);
                state.play(moves[rng.below(moves.len())]);
            }
        }
        Ok(found)
    }
}
