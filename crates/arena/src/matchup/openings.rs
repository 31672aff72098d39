//! The start of each pair.

use schwarm_core::{MoveError, PositionError, Rng, Rulebook, Session, Setup};

use super::plan::{MatchPlan, Openings};

/// Draws of a random prefix before giving up.
const TRIES: usize = 1000;

/// Why there is no such opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The rule set has no start for a seed.
    #[error("the game cannot be started by seed: {0}")]
    Seed(PositionError),
    /// Random play leads nowhere.
    #[error(
        "no random line of {plies} plies is even and leaves both sides something to play; ask for another number of plies"
    )]
    Prefix {
        /// Plies asked for.
        plies: u32,
    },
    /// A line of the list is nothing to begin from.
    #[error("opening {line} of the list ({text:?}) is {why}")]
    Line {
        /// Its number, counted from 1.
        line: usize,
        /// What it says, shortened.
        text: String,
        /// Why it is neither a position nor a setup nor a list of moves.
        why: Box<NoOpening>,
    },
    /// A line of the list is a game that has ended.
    #[error("opening {line} of the list ({text:?}) is a game that is over already")]
    Over {
        /// Its number, counted from 1.
        line: usize,
        /// What it says, shortened.
        text: String,
    },
}

/// Why a text is nothing to begin from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no position ({position}), no setup ({setup}) and no list of legal moves ({moves})")]
pub struct NoOpening {
    /// Why it is no position.
    pub position: PositionError,
    /// Why it is no setup.
    pub setup: PositionError,
    /// Why it is no list of moves.
    pub moves: MoveError,
}

/// Where the games of a pair begin.
///
/// # Errors
/// When the plan's openings are none for these rules.
pub fn opening(plan: &MatchPlan, rules: &dyn Rulebook, pair: u64) -> Result<Box<dyn Session>, OpeningError> {
    let seed = plan.pair_seed(pair);
    match &plan.openings {
        Openings::Seeds => rules.start(Setup::Seed(seed)).map_err(OpeningError::Seed),
        Openings::Prefix { plies } => prefix(rules, seed, *plies),
        Openings::List(lines) => {
            let index = usize::try_from(pair % lines.len().max(1) as u64).unwrap_or(0);
            from_line(rules, index + 1, lines.get(index).map_or("", String::as_str))
        }
    }
}

/// A random legal line after which the game is even and goes on for both sides.
fn prefix(rules: &dyn Rulebook, seed: u64, plies: u32) -> Result<Box<dyn Session>, OpeningError> {
    let start = rules.start(Setup::Seed(seed)).map_err(OpeningError::Seed)?;
    let mut rng = Rng::new(seed);
    for _ in 0..TRIES {
        let mut session = start.clone_box();
        if walk(&mut *session, plies, &mut rng) && is_even(&*session) && both_can_play(&*session, &mut rng) {
            return Ok(session);
        }
    }
    Err(OpeningError::Prefix { plies })
}

/// Plays random moves; `false` when the game ended on the way.
fn walk(session: &mut dyn Session, plies: u32, rng: &mut Rng) -> bool {
    (0..plies).all(|_| session.random_move(rng).is_some_and(|mv| session.play(&mv).is_ok()))
        && session.outcome().is_none()
}

/// Whether the game's own score puts nobody ahead: in Hive as many free cells round both queens, or
/// no queen at all; elsewhere as many points.
fn is_even(session: &dyn Session) -> bool {
    let [one, two] = session.scores(None);
    one == two
}

/// Whether the side to move has a choice, and the other one has one after it. A forced pass is
/// the only move, so one move is too few.
fn both_can_play(session: &dyn Session, rng: &mut Rng) -> bool {
    let has_choice = |session: &dyn Session| session.outcome().is_none() && session.legal_moves().len() > 1;
    let mut next = session.clone_box();
    has_choice(session) && walk(&mut *next, 1, rng) && has_choice(&*next)
}

/// Reads a line as whatever it is.
fn from_line(rules: &dyn Rulebook, line: usize, text: &str) -> Result<Box<dyn Session>, OpeningError> {
    let shortened = || text.chars().take(80).collect();
    let session = rules.from_position(text).or_else(|position| {
        Setup::parse(text).and_then(|setup| rules.start(setup)).or_else(|setup| {
            played(rules, text).map_err(|moves| match moves {
                Ok(moves) => {
                    let why = Box::new(NoOpening { position, setup, moves });
                    OpeningError::Line { line, text: shortened(), why }
                }
                Err(start) => OpeningError::Seed(start),
            })
        })
    })?;
    match session.outcome() {
        None => Ok(session),
        Some(_) => Err(OpeningError::Over { line, text: shortened() }),
    }
}

/// Plays a list of moves from the default start. Moves are set apart by semicolons, else by commas,
/// else by spaces.
fn played(rules: &dyn Rulebook, text: &str) -> Result<Box<dyn Session>, Result<MoveError, PositionError>> {
    let mut session = rules.start(Setup::Default).map_err(Err)?;
    let separator = [';', ',', ' '].into_iter().find(|&separator| text.contains(separator)).unwrap_or(';');
    let moves = text.split(separator).map(str::trim);
    // Only an empty text has no word at all; it is a bad move, not the start.
    for mv in moves.filter(|mv| !mv.is_empty() || text.trim().is_empty()) {
        session.play(mv).map_err(Ok)?;
    }
    Ok(session)
}
