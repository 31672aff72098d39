//! The two rule sets and what everybody may know about them.

use schwarm_core::draft::{Draft, Palette, Problem};
use schwarm_core::{
    Aggregation, Family, GameId, GameInfo, IdError, Line, Notation, PositionError, Rulebook, Ruleset, ScorePart, Setup,
};

use crate::state::State;
use crate::{draft, notation, setup};

/// Plies after which the game ends: thirty rounds.
pub const PLY_LIMIT: u32 = 60;

/// The most ambers a position text may give a side. A real game gives three, positions set up by
/// hand may say more; play never counts beyond, so that every position can be read back.
pub(crate) const MOST_AMBERS: u8 = 99;

/// Names of the two sides; red begins.
pub(crate) const SIDES: [&str; 2] = ["red", "blue"];

/// The games of this crate.
pub const FAMILY: &dyn Family = &OstseeschachFamily;

/// Which rules are named. They play alike, see the front page of the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The rule sheet of 2022.
    Sheet,
    /// The server of 2022.
    Server,
}

impl Edition {
    /// Both editions.
    pub const ALL: [Edition; 2] = [Edition::Sheet, Edition::Server];

    /// Facts about the game in this edition.
    pub const fn info(self) -> &'static GameInfo {
        match self {
            Edition::Sheet => &SHEET,
            Edition::Server => &SERVER,
        }
    }
}

/// The rules of Ostseeschach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ostseeschach {
    edition: Edition,
}

impl Ostseeschach {
    /// The rules of an edition.
    pub const fn new(edition: Edition) -> Ostseeschach {
        Ostseeschach { edition }
    }
}

impl Ruleset for Ostseeschach {
    type State = State;

    fn info(&self) -> &'static GameInfo {
        self.edition.info()
    }

    fn id(&self) -> String {
        self.edition.info().id.to_string()
    }

    fn start(&self, setup: Setup<'_>) -> Result<State, PositionError> {
        match setup {
            Setup::Default => Ok(setup::draw(0)),
            Setup::Seed(seed) => Ok(setup::draw(seed)),
            Setup::Text(text) => setup::read(text),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Line<State>, PositionError> {
        Ok(Line { start: notation::read_position(text)?, moves: Vec::new() })
    }

    fn palette(&self) -> Palette {
        draft::palette()
    }

    fn draft_of(&self, state: &State) -> Draft {
        draft::of_state(state)
    }

    fn compose(&self, draft: &Draft) -> Result<State, Vec<Problem>> {
        draft::compose(draft)
    }

    fn doubts(&self, state: &State) -> Vec<Problem> {
        draft::doubts(state)
    }

    fn read_draft(&self, text: &str) -> Result<Draft, Problem> {
        draft::read(text)
    }
}

struct OstseeschachFamily;

impl Family for OstseeschachFamily {
    fn games(&self) -> Vec<&'static GameInfo> {
        Edition::ALL.map(Edition::info).to_vec()
    }

    fn open(&self, id: &GameId) -> Option<Result<Box<dyn Rulebook>, IdError>> {
        let edition = Edition::ALL.into_iter().find(|edition| id.names(edition.info()))?;
        Some(id.resolve(edition.info()).map(|_| Box::new(Ostseeschach::new(edition)) as Box<dyn Rulebook>))
    }
}

static SHEET: GameInfo = GameInfo {
    id: "ostseeschach-2022",
    aliases: &[],
    title: "Ostseeschach 2022",
    summary: "Win two ambers with towers and light pieces; Software-Challenge 2022, as its rule sheet says.",
    sides: SIDES,
    setup: "red's pieces on row 1 from a to h, two each of H M S R, such as `HMSMRHSR`; or a position text of turn 0",
    options: &[],
    notations: &[Notation::Standard],
    score_parts: &[VICTORY_POINTS, AMBERS, FURTHEST],
    ply_limit: Some(PLY_LIMIT),
};

static SERVER: GameInfo = GameInfo {
    id: "ostseeschach-2022-server",
    aliases: &["swc_2022_ostseeschach"],
    title: "Ostseeschach 2022 (server)",
    summary: "Win two ambers with towers and light pieces; Software-Challenge 2022, as its server played it.",
    ..SHEET
};

const VICTORY_POINTS: ScorePart =
    ScorePart { id: "victory-points", name: "Victory points", aggregation: Aggregation::Sum };

const AMBERS: ScorePart = ScorePart { id: "ambers", name: "Ambers", aggregation: Aggregation::Average };

const FURTHEST: ScorePart =
    ScorePart { id: "furthest-light", name: "Most advanced light piece", aggregation: Aggregation::Average };
