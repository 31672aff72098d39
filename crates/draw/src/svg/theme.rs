//! Colours.
//!
//! Every colour is a pair, light and dark, under one name. The sides differ without
//! colour too: white and black by brightness, blue by an inner ring.
//! What must hold: one name, one pair; `Theme::Auto` turns names into CSS classes.
//! Not here: shapes.

use schwarm_core::Side;
use schwarm_core::view::BoardView;

/// Which colours an SVG uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light paper.
    Light,
    /// Dark paper.
    Dark,
    /// What the reader's system prefers (`prefers-color-scheme`); light where that is unknown.
    #[default]
    Auto,
}

/// A named colour for light and dark paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Colour {
    /// The CSS class under which `Theme::Auto` exchanges it.
    pub name: &'static str,
    pub light: &'static str,
    pub dark: &'static str,
}

const fn colour(name: &'static str, light: &'static str, dark: &'static str) -> Colour {
    Colour { name, light, dark }
}

const fn same(name: &'static str, both: &'static str) -> Colour {
    colour(name, both, both)
}

pub(super) const PAPER: Colour = colour("paper", "#FAF8F3", "#16181C");
pub(super) const CELL: Colour = colour("cell", "#F0ECE2", "#23262C");
pub(super) const CELL_ALT: Colour = colour("cell-alt", "#E6E1D4", "#1E2126");
pub(super) const CELL_LINE: Colour = colour("cell-line", "#D8D1C0", "#343941");
pub(super) const GHOST: Colour = colour("ghost", "#E9E4D8", "#25282E");
pub(super) const INK: Colour = colour("ink", "#2B2A27", "#E9E6DF");
pub(super) const QUIET: Colour = colour("quiet", "#77736A", "#9A978F");
pub(super) const FAINT: Colour = colour("faint", "#A8A294", "#666A72");
pub(super) const ACCENT: Colour = colour("accent", "#1B7F5C", "#4CC38A");
pub(super) const TINT: Colour = colour("tint", "#FBE3A2", "#564824");
pub(super) const TINT_LINE: Colour = colour("tint-line", "#E0A823", "#E0B64A");
pub(super) const BADGE: Colour = same("badge", "#FFFDF7");
pub(super) const BADGE_INK: Colour = same("badge-ink", "#26241F");

pub(super) const OCTOPUS: Colour = colour("octopus", "#8A5B9A", "#A074B0");
pub(super) const BERRY: Colour = colour("berry", "#53306E", "#7A4F9A");
pub(super) const BERRY_LINE: Colour = colour("berry-line", "#2E1740", "#2A1538");
pub(super) const BERRY_SHINE: Colour = colour("berry-shine", "#A98BC4", "#C6A9DE");
pub(super) const LEAF: Colour = colour("leaf", "#5C8A4A", "#79A866");

/// How the pieces of one side are painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coat {
    /// Top of a tile, body of a fish.
    pub face: Colour,
    /// The side of a tile, seen below its face.
    pub edge: Colour,
    /// Outline of the face.
    pub rim: Colour,
    /// Legs and outlines of a silhouette.
    pub line: Colour,
    /// The body of a silhouette without a hint colour.
    pub body: Colour,
    /// Details drawn over a body.
    pub mark: Colour,
    /// The inner ring, where the side has one.
    pub ring: Option<Colour>,
    /// Which shade of the hint colours suits the face.
    pub hints: Hints,
}

impl Coat {
    /// A coat whose colours are the names of variables.
    pub const VARIABLES: Coat = Coat {
        face: same("face", ""),
        edge: same("edge", ""),
        rim: same("rim", ""),
        line: same("line", ""),
        body: same("body", ""),
        mark: same("mark", ""),
        ring: Some(same(RING, "")),
        hints: Hints::Variable,
    };

    /// The colours with the names of the variables they are put into.
    pub fn colours(&self) -> impl Iterator<Item = (&'static str, Colour)> {
        let named = |coat: &Coat| {
            [
                Some(coat.face),
                Some(coat.edge),
                Some(coat.rim),
                Some(coat.line),
                Some(coat.body),
                Some(coat.mark),
                coat.ring,
            ]
        };
        named(&Coat::VARIABLES).into_iter().zip(named(self)).filter_map(|(role, colour)| Some((role?.name, colour?)))
    }
}

/// The variable of the inner ring.
pub(super) const RING: &str = "ring";

/// The shades of the hint colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hints {
    Pale,
    Dark,
    Vivid,
    /// Names of variables.
    Variable,
}

/// All coats, by the name of the side that wears them.
pub(super) const COATS: [(&str, Coat); 4] = [("white", WHITE), ("black", BLACK), ("red", RED), ("blue", BLUE)];

/// All colours of the paper and of what grows on it.
pub(super) const PAPERS: [Colour; 18] = [
    PAPER,
    CELL,
    CELL_ALT,
    CELL_LINE,
    GHOST,
    INK,
    QUIET,
    FAINT,
    ACCENT,
    TINT,
    TINT_LINE,
    BADGE,
    BADGE_INK,
    OCTOPUS,
    BERRY,
    BERRY_LINE,
    BERRY_SHINE,
    LEAF,
];

const WHITE: Coat = Coat {
    face: colour("white-face", "#FFFDF7", "#F1EBDD"),
    edge: colour("white-edge", "#CFC5AE", "#A89E88"),
    rim: colour("white-rim", "#BFB59D", "#C9C0AC"),
    line: same("white-line", "#2A2824"),
    body: same("white-body", "#8C8577"),
    mark: same("white-mark", "#2A2824"),
    ring: None,
    hints: Hints::Pale,
};

const BLACK: Coat = Coat {
    face: colour("black-face", "#35373D", "#2C2F36"),
    edge: colour("black-edge", "#15161A", "#0A0B0D"),
    rim: colour("black-rim", "#4B4E56", "#6A707B"),
    line: same("black-line", "#F3EEE2"),
    body: same("black-body", "#B8B2A4"),
    mark: same("black-mark", "#1E1F23"),
    ring: None,
    hints: Hints::Dark,
};

const RED: Coat = Coat {
    face: same("red-face", "#D55E00"),
    edge: same("red-edge", "#8A3B00"),
    rim: same("red-rim", "#A84A00"),
    line: same("red-line", "#FFF6EA"),
    body: same("red-body", "#FFE9D2"),
    mark: same("red-mark", "#6E2E00"),
    ring: None,
    hints: Hints::Vivid,
};

const BLUE: Coat = Coat {
    face: same("blue-face", "#0072B2"),
    edge: same("blue-edge", "#004A75"),
    rim: same("blue-rim", "#005A8E"),
    line: same("blue-line", "#F2F9FF"),
    body: same("blue-body", "#DCEEFA"),
    mark: same("blue-mark", "#00395A"),
    ring: Some(same("blue-ring", "#BFE1F7")),
    hints: Hints::Vivid,
};

/// The coat of a side, by the name the game gives it; unknown names are told apart by brightness.
pub(super) fn coat(view: &BoardView, side: Side) -> Coat {
    match (view.sides[side.index()], side) {
        ("white", _) => WHITE,
        ("black", _) => BLACK,
        ("red", _) => RED,
        ("blue", _) => BLUE,
        (_, Side::One) => WHITE,
        (_, Side::Two) => BLACK,
    }
}

/// The colour players know a bug by: a second hint under its silhouette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Queen,
    Spider,
    Beetle,
    Grasshopper,
    Ant,
    Mosquito,
    Ladybug,
    Pillbug,
}

impl Hint {
    /// All of them.
    pub const ALL: [Hint; 8] = [
        Hint::Queen,
        Hint::Spider,
        Hint::Beetle,
        Hint::Grasshopper,
        Hint::Ant,
        Hint::Mosquito,
        Hint::Ladybug,
        Hint::Pillbug,
    ];

    /// The shade of this hint on a coat.
    pub fn on(self, hints: Hints) -> Colour {
        let shades = match self {
            Hint::Queen => {
                [("queen-pale", "#F2B705"), ("queen-dark", "#FFC933"), ("queen-colour", "#FFD75E"), ("hint-queen", "")]
            }
            Hint::Spider => [
                ("spider-pale", "#94612F"),
                ("spider-dark", "#C08A55"),
                ("spider-colour", "#E0B482"),
                ("hint-spider", ""),
            ],
            Hint::Beetle => [
                ("beetle-pale", "#8459C2"),
                ("beetle-dark", "#A983E6"),
                ("beetle-colour", "#CDB2F5"),
                ("hint-beetle", ""),
            ],
            Hint::Grasshopper => [
                ("hopper-pale", "#4FA33F"),
                ("hopper-dark", "#77C766"),
                ("hopper-colour", "#AEE094"),
                ("hint-hopper", ""),
            ],
            Hint::Ant => {
                [("ant-pale", "#3B7DD8"), ("ant-dark", "#5EA1F2"), ("ant-colour", "#A6D0FF"), ("hint-ant", "")]
            }
            Hint::Mosquito => [
                ("mosquito-pale", "#A3A7AD"),
                ("mosquito-dark", "#A9AEB7"),
                ("mosquito-colour", "#CBD1D9"),
                ("hint-mosquito", ""),
            ],
            Hint::Ladybug => [
                ("ladybug-pale", "#DB3B33"),
                ("ladybug-dark", "#EE5F55"),
                ("ladybug-colour", "#FF9E92"),
                ("hint-ladybug", ""),
            ],
            Hint::Pillbug => [
                ("pillbug-pale", "#1FA39B"),
                ("pillbug-dark", "#3FC2BA"),
                ("pillbug-colour", "#8FE0D9"),
                ("hint-pillbug", ""),
            ],
        };
        let (name, code) = shades[hints as usize];
        same(name, code)
    }
}
