//! The three rule sets and what everybody may know about them.
//!
//! Not here: what the editions do differently (`end`), how they are set up (`setup`).

use schwarm_core::draft::{Draft, Palette, Problem};
use schwarm_core::{
    Aggregation, Family, GameId, GameInfo, IdError, Line, Notation, PositionError, Rulebook, Ruleset, ScorePart, Setup,
};

use crate::state::State;
use crate::{draft, notation, setup};

/// Plies after which every edition ends the game: thirty rounds.
pub const PLY_LIMIT: u32 = 60;

/// Names of the two sides; red begins.
pub(crate) const SIDES: [&str; 2] = ["red", "blue"];

/// The games of this crate.
pub const FAMILY: &dyn Family = &PiranhasFamily;

/// Which rules are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The rule sheet of 2019.
    Sheet2019,
    /// The server of 2019: both united with equal size play on, no fish count as united.
    Server2019,
    /// The season of 2026: fish have weights and the heaviest swarm wins.
    Season2026,
}

impl Edition {
    /// All editions.
    pub const ALL: [Edition; 3] = [Edition::Sheet2019, Edition::Server2019, Edition::Season2026];

    /// Facts about the game in this edition.
    pub const fn info(self) -> &'static GameInfo {
        match self {
            Edition::Sheet2019 => &SHEET_2019,
            Edition::Server2019 => &SERVER_2019,
            Edition::Season2026 => &SEASON_2026,
        }
    }
}

/// The rules of Piranhas in one edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piranhas {
    edition: Edition,
}

impl Piranhas {
    /// The rules of an edition.
    pub const fn new(edition: Edition) -> Piranhas {
        Piranhas { edition }
    }

    /// Which edition this is.
    pub const fn edition(self) -> Edition {
        self.edition
    }
}

impl Ruleset for Piranhas {
    type State = State;

    fn info(&self) -> &'static GameInfo {
        self.edition.info()
    }

    fn id(&self) -> String {
        self.edition.info().id.to_string()
    }

    fn start(&self, setup: Setup<'_>) -> Result<State, PositionError> {
        match setup {
            Setup::Default => Ok(setup::draw(self.edition, 0)),
            Setup::Seed(seed) => Ok(setup::draw(self.edition, seed)),
            Setup::Text(text) => setup::read(self.edition, text),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Line<State>, PositionError> {
        Ok(Line { start: notation::read_position(self.edition, text)?, moves: Vec::new() })
    }

    fn palette(&self) -> Palette {
        draft::palette(self.edition)
    }

    fn draft_of(&self, state: &State) -> Draft {
        draft::of_state(state)
    }

    fn compose(&self, draft: &Draft) -> Result<State, Vec<Problem>> {
        draft::compose(self.edition, draft)
    }

    fn doubts(&self, state: &State) -> Vec<Problem> {
        draft::doubts(state)
    }

    fn read_draft(&self, text: &str) -> Result<Draft, Problem> {
        draft::read(self.edition, text)
    }
}

struct PiranhasFamily;

impl Family for PiranhasFamily {
    fn games(&self) -> Vec<&'static GameInfo> {
        Edition::ALL.map(Edition::info).to_vec()
    }

    fn open(&self, id: &GameId) -> Option<Result<Box<dyn Rulebook>, IdError>> {
        let edition = Edition::ALL.into_iter().find(|edition| id.names(edition.info()))?;
        Some(id.resolve(edition.info()).map(|_| Box::new(Piranhas::new(edition)) as Box<dyn Rulebook>))
    }
}

const SETUP_2019: &str = "two octopus cells within c2-h7 on no common row, column or diagonal, such as `d5 h6`; \
                          or a position text of turn 0";

static SHEET_2019: GameInfo = GameInfo {
    id: "piranhas-2019",
    aliases: &[],
    title: "Piranhas 2019",
    summary: "Unite all your fish to one swarm; Software-Challenge 2019, as its rule sheet says.",
    sides: SIDES,
    setup: SETUP_2019,
    options: &[],
    notations: &[Notation::Standard],
    score_parts: &[VICTORY_POINTS, SWARM_FISH],
    ply_limit: Some(PLY_LIMIT),
};

static SERVER_2019: GameInfo = GameInfo {
    id: "piranhas-2019-server",
    aliases: &["swc_2019_piranhas"],
    title: "Piranhas 2019 (server)",
    summary: "Unite all your fish to one swarm; Software-Challenge 2019, as its server played it.",
    ..SHEET_2019
};

static SEASON_2026: GameInfo = GameInfo {
    id: "piranhas-2026",
    aliases: &["swc_2026_piranhas"],
    title: "Piranhas 2026",
    summary: "Gather the heaviest swarm; Software-Challenge 2026, fish of weight 1 to 3.",
    setup: "the weights of red's fish a1-a8 and j1-j8 and two octopus cells within c2-h7, such as \
            `1231231212312312 d5 h6`; or a position text of turn 0",
    score_parts: &[VICTORY_POINTS, SWARM_WEIGHT],
    ..SHEET_2019
};

const VICTORY_POINTS: ScorePart =
    ScorePart { id: "victory-points", name: "Victory points", aggregation: Aggregation::Sum };

const SWARM_FISH: ScorePart =
    ScorePart { id: "swarm", name: "Fish in the biggest swarm", aggregation: Aggregation::Average };

const SWARM_WEIGHT: ScorePart =
    ScorePart { id: "swarm-weight", name: "Weight of the heaviest swarm", aggregation: Aggregation::Average };
