//! The rule sets and how they are found by id.

use crate::book::{Book, Challenge, Classic, Law, Official};
use crate::draft;
use crate::kernel::{Backend, Kernel};
use crate::notation::{board, challenge, uhp};
use crate::state::{Axial, Hive, hexagon_cells};
use schwarm_core::draft::{Draft, Palette, Problem, Symmetry};
use schwarm_core::{
    Aggregation, Family, GameId, GameInfo, IdError, Line, Notation, OptionInfo, Outcome, PositionError, Rng, Rulebook,
    Ruleset, ScorePart, Setup, Side,
};

/// One rule set of Hive, on a board type and under a law.
#[derive(Clone, Debug)]
pub struct HiveRules<B: Kernel, L: Law> {
    info: &'static GameInfo,
    empty: Hive<B, L>,
    /// Occurrence of a position that ends the game.
    repetition: Option<u32>,
}

impl<B: Kernel, L: Law> HiveRules<B, L> {
    fn new(info: &'static GameInfo, book: Book, repetition: Option<u32>) -> HiveRules<B, L> {
        HiveRules { info, empty: Hive::empty(book), repetition }
    }

    /// Sides as game texts name them.
    fn game_text(&self) -> uhp::GameText {
        if L::EXPANSIONS {
            uhp::GameText { kind: uhp::game_type(self.empty.book()), sides: ["White", "Black"] }
        } else {
            uhp::GameText { kind: "Classic".to_string(), sides: ["White", "Blue"] }
        }
    }

    fn with_first(&self, first: Side) -> Hive<B, L> {
        let mut start = self.empty;
        start.book.first = first;
        start.facts = start.facts.with_side(first);
        start
    }

    fn parse_game_text(&self, text: &str) -> Result<Line<Hive<B, L>>, PositionError> {
        let mut fields = text.trim().split(';').map(str::trim);
        let kind = fields.next().unwrap_or_default();
        let expected = self.game_text();
        let matches = if L::EXPANSIONS {
            uhp::parse_game_type(kind) == uhp::parse_game_type(&expected.kind)
        } else {
            kind.eq_ignore_ascii_case(&expected.kind)
        };
        if !matches {
            let kind = schwarm_core::error::shorten(kind);
            return Err(PositionError::syntax(
                "the game type",
                format!("{kind:?}, but this game is {}", expected.kind),
            ));
        }
        // State and turn say nothing the moves do not say; both may be wrong or empty.
        let (_, turn) = (fields.next(), fields.next().unwrap_or_default());
        let mut fields = fields.peekable();
        if fields.peek() == Some(&"") {
            fields.next();
        }
        let mut first = self.empty.book().first;
        if !L::EXPANSIONS {
            // Where a move was made, its colour says who began.
            first = match fields.peek().and_then(|name| name.chars().next()) {
                Some('w' | 'W') => Side::One,
                Some('b' | 'B') => Side::Two,
                _ => uhp::side_of_turn(turn, expected.sides).unwrap_or(first),
            };
        }
        uhp::replay(self.with_first(first), fields)
    }

    fn parse_setup(&self, text: &str) -> Result<Hive<B, L>, PositionError> {
        if L::BOUNDED {
            return self.parse_berries(text);
        }
        if text.is_empty() {
            return Ok(self.empty);
        }
        if !L::EXPANSIONS
            && let Some(first) = text.strip_prefix("first:")
        {
            return match first.trim() {
                "white" => Ok(self.with_first(Side::One)),
                "blue" => Ok(self.with_first(Side::Two)),
                _ => Err(PositionError::setup(text, "expected first:white or first:blue")),
            };
        }
        if text.contains('|') {
            return board::parse(self.empty, text, !L::EXPANSIONS);
        }
        let line = self.parse_game_text(text).map_err(|error| match self.info.setup {
            "" => PositionError::setup(text, format!("this game has no setup, only a position can be given ({error})")),
            form => PositionError::setup(text, format!("expected {form}")),
        })?;
        if line.moves.is_empty() { Ok(line.start) } else { Err(PositionError::setup(text, "moves have been played")) }
    }

    fn parse_berries(&self, text: &str) -> Result<Hive<B, L>, PositionError> {
        if text.contains(['|', '=']) {
            let start = challenge::parse_position(self.empty, text)?;
            return match start.turn {
                0 => Ok(start),
                turn => Err(PositionError::setup(text, format!("a setup is a position of turn 0, not {turn}"))),
            };
        }
        let wrong = || PositionError::setup(text, format!("expected {}", self.info.setup));
        let mut berries = Vec::new();
        for cell in text.split_whitespace().take(challenge::BERRIES + 1) {
            let (x, y) = crate::notation::setting::parse_pair(cell).ok_or_else(wrong)?;
            let cell = challenge::cell_on_board(x, y)
                .ok_or_else(|| PositionError::setup(text, format!("{x},{y} is off the board")))?;
            berries.push(cell);
        }
        if berries.len() != challenge::BERRIES {
            return Err(wrong());
        }
        challenge::with_berries(self.empty, &berries)
    }

    fn draw(&self, seed: u64) -> Result<Hive<B, L>, PositionError> {
        let mut rng = Rng::new(seed);
        if L::BOUNDED {
            let mut cells: Vec<Axial> = hexagon_cells().collect();
            rng.shuffle(&mut cells);
            challenge::with_berries(self.empty, &cells[..challenge::BERRIES])
        } else if L::EXPANSIONS {
            Ok(self.empty)
        } else {
            Ok(self.with_first(Side::from_parity(rng.below(2) as u32)))
        }
    }
}

impl<B: Kernel, L: Law> Ruleset for HiveRules<B, L> {
    type State = Hive<B, L>;

    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn id(&self) -> String {
        let mut id = self.info.id.to_string();
        if L::EXPANSIONS {
            if self.repetition.is_none() {
                id.push_str(",repetition=off");
            }
            if self.empty.book().queen_first {
                id.push_str(",queen-first");
            }
        }
        id
    }

    fn start(&self, setup: Setup<'_>) -> Result<Hive<B, L>, PositionError> {
        match setup {
            Setup::Default if L::BOUNDED => self.draw(0),
            Setup::Default => Ok(self.empty),
            Setup::Seed(seed) => self.draw(seed),
            Setup::Text(text) => self.parse_setup(text.trim()),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Line<Hive<B, L>>, PositionError> {
        let alone = |start| Line { start, moves: Vec::new() };
        if L::BOUNDED {
            challenge::parse_position(self.empty, text).map(alone)
        } else if text.contains('|') && !text.contains(';') {
            board::parse(self.empty, text, !L::EXPANSIONS).map(alone)
        } else {
            self.parse_game_text(text)
        }
    }

    fn setup_text(&self, start: &Hive<B, L>) -> String {
        if L::BOUNDED || start.placed != 0 || start.turn != 0 {
            return schwarm_core::Game::to_text(start);
        }
        match (L::EXPANSIONS, start.book().first) {
            (true, _) => String::new(),
            (false, Side::One) => "first:white".to_string(),
            (false, Side::Two) => "first:blue".to_string(),
        }
    }

    fn repetition_limit(&self) -> Option<u32> {
        self.repetition
    }

    fn writes_history(&self) -> bool {
        !L::BOUNDED
    }

    fn line_text(&self, line: &Line<Hive<B, L>>, now: &Hive<B, L>, outcome: Option<&Outcome>) -> String {
        // A position set up by hand has no history to write.
        if L::BOUNDED || line.start.placed != 0 || line.start.turn != 0 {
            return schwarm_core::Game::to_text(now);
        }
        self.game_text().write(line, now, outcome)
    }

    fn palette(&self) -> Palette {
        draft::palette(&self.empty)
    }

    fn symmetry(&self) -> Symmetry {
        if L::BOUNDED { Symmetry::Turned } else { Symmetry::Anywhere }
    }

    fn draft_of(&self, state: &Hive<B, L>) -> Draft {
        draft::of_state(state)
    }

    fn compose(&self, draft: &Draft) -> Result<Hive<B, L>, Vec<Problem>> {
        draft::compose(self.empty, draft)
    }

    fn doubts(&self, state: &Hive<B, L>) -> Vec<Problem> {
        draft::doubts(state)
    }

    fn read_draft(&self, text: &str) -> Result<Draft, Problem> {
        draft::read(&self.empty, text)
    }
}

/// The games of this crate.
pub const FAMILY: &dyn Family = &HiveFamily;

struct HiveFamily;

impl Family for HiveFamily {
    fn games(&self) -> Vec<&'static GameInfo> {
        OFFICIAL.iter().chain([&CLASSIC, &CHALLENGE, &CHALLENGE_SERVER]).collect()
    }

    fn open(&self, id: &GameId) -> Option<Result<Box<dyn Rulebook>, IdError>> {
        let info = self.find(id)?;
        Some(id.resolve(info).map(|options| visit_board(Backend::detect(), info, &options, Erase)))
    }
}

impl HiveFamily {
    fn find(&self, id: &GameId) -> Option<&'static GameInfo> {
        self.games().into_iter().find(|info| id.names(info)).or_else(|| {
            // UHP engines write the letters of a game type in any order.
            let with = uhp::parse_game_type(&id.name)?;
            Some(&OFFICIAL[usize::from(with[0]) | usize::from(with[1]) << 1 | usize::from(with[2]) << 2])
        })
    }
}

/// Something to be done with a rule set whose types are chosen at run time.
pub trait Visit {
    /// What it gives.
    type Output;

    /// Does it, with the types known.
    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> Self::Output;
}

/// Opens an id on a given board and hands the typed rule set to a visitor. This is where
/// the machine's board is chosen: above every search and every count.
///
/// # Errors
/// For an id that is none of this crate's, or an option it does not know.
pub fn visit<V: Visit>(backend: Backend, id: &str, visitor: V) -> Result<V::Output, IdError> {
    let id = GameId::parse(id);
    let unknown = || IdError::Unknown { id: id.name.clone(), known: "the games of Hive".to_string() };
    let info = HiveFamily.find(&id).ok_or_else(unknown)?;
    Ok(visit_board(backend, info, &id.resolve(info)?, visitor))
}

fn visit_board<V: Visit>(backend: Backend, info: &'static GameInfo, options: &[&str], visitor: V) -> V::Output {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 if Backend::detect() == Backend::Avx2 => {
            visit_law::<crate::board::avx2::Avx2, V>(info, options, visitor)
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 | Backend::Sse2 => visit_law::<crate::board::sse2::Sse2, V>(info, options, visitor),
        Backend::Plain => visit_law::<crate::board::plain::Plain, V>(info, options, visitor),
    }
}

fn visit_law<B: Kernel, V: Visit>(info: &'static GameInfo, options: &[&str], visitor: V) -> V::Output {
    if let Some(bits) = OFFICIAL.iter().position(|official| official.id == info.id) {
        let with = |bit: usize| bits >> bit & 1 != 0;
        let book = Book::official(with(0), with(1), with(2), options.get(1) == Some(&"on"));
        let repetition = (options.first() != Some(&"off")).then_some(3);
        visitor.visit(HiveRules::<B, Official>::new(info, book, repetition))
    } else if info.id == CLASSIC.id {
        visitor.visit(HiveRules::<B, Classic>::new(info, Book::classic(Side::One), None))
    } else {
        let book = Book::challenge(info.id == CHALLENGE_SERVER.id);
        visitor.visit(HiveRules::<B, Challenge>::new(info, book, None))
    }
}

/// Forgets the types.
struct Erase;

impl Visit for Erase {
    type Output = Box<dyn Rulebook>;

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> Box<dyn Rulebook> {
        Box::new(rules)
    }
}

const SCORE_PARTS: &[ScorePart] = &[
    ScorePart { id: "victory-points", name: "Victory points", aggregation: Aggregation::Sum },
    ScorePart { id: "queen-free", name: "Free cells round the own queen", aggregation: Aggregation::Average },
];

const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "repetition",
        values: &["threefold", "off"],
        default: "threefold",
        help: "whether the third occurrence of a position is a draw",
    },
    OptionInfo {
        name: "queen-first",
        values: &[],
        default: "off",
        help: "lets the queen be a player's first piece (off: the tournament rule)",
    },
];

const fn official(id: &'static str, alias: &'static [&'static str], title: &'static str) -> GameInfo {
    GameInfo {
        id,
        aliases: alias,
        title,
        summary: "official Hive on an unbounded board: surround the enemy queen",
        sides: ["white", "black"],
        setup: "",
        options: OPTIONS,
        notations: &[Notation::Standard, Notation::Sandbox],
        score_parts: SCORE_PARTS,
        ply_limit: None,
    }
}

/// Bit 0 mosquito, bit 1 ladybug, bit 2 pillbug.
static OFFICIAL: [GameInfo; 8] = [
    official("hive", &["Base"], "Hive"),
    official("hive+m", &["Base+M"], "Hive with mosquito"),
    official("hive+l", &["Base+L"], "Hive with ladybug"),
    official("hive+ml", &["Base+ML"], "Hive with mosquito and ladybug"),
    official("hive+p", &["Base+P"], "Hive with pillbug"),
    official("hive+mp", &["Base+MP"], "Hive with mosquito and pillbug"),
    official("hive+lp", &["Base+LP"], "Hive with ladybug and pillbug"),
    official("hive+mlp", &["Base+MLP"], "Hive with mosquito, ladybug and pillbug"),
];

static CLASSIC: GameInfo = GameInfo {
    aliases: &["Classic"],
    summary: "the classic rule sheet: base set, either colour begins, beetles pass gates",
    sides: ["white", "blue"],
    setup: "first:white or first:blue",
    options: &[],
    ..official("hive-classic", &[], "Hive, classic sheet")
};

const BERRY_FORM: &str = "three blocked cells such as `-4,-1 0,-3 4,1`, or a position of turn 0";

static CHALLENGE: GameInfo = GameInfo {
    id: "hive-2020",
    aliases: &[],
    title: "Hive, Software-Challenge 2020",
    summary: "hexagon of side 6 with three blackberries, 30 rounds, as printed",
    sides: ["red", "blue"],
    setup: BERRY_FORM,
    options: &[],
    notations: &[Notation::Standard],
    score_parts: SCORE_PARTS,
    ply_limit: Some(60),
};

static CHALLENGE_SERVER: GameInfo = GameInfo {
    id: "hive-2020-server",
    aliases: &["swc_2020_hive"],
    title: "Hive, Software-Challenge 2020 as the server played it",
    summary: "as hive-2020 with three spiders and two grasshoppers; ends are looked at after blue's ply",
    ..CHALLENGE
};
