//! The silhouettes, as data.
//!
//! All are our own drawings on one grid: the centre is `0,0`, `y` points down, a tile
//! reaches 46 to its corners, and everything that matters lies within 36. Lines have one
//! weight. Bugs are seen from above and look up; sea animals are seen from the side.
//! What must hold: each kind has its own silhouette.
//! Not here: colours (`theme`), tiles, stacks and towers (`token`).

use super::theme::Hint;

/// Width of every line of a silhouette.
pub(super) const LINE: f64 = 4.0;

/// How one part of a silhouette is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Filled with the body colour, outlined.
    Body,
    /// Filled with the colour of the tile, outlined: wings.
    Wing,
    /// A line: legs, feelers.
    Line,
    /// A line over a body.
    Mark,
    /// A filled detail over a body.
    Dot,
}

/// One part of a silhouette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub ink: Ink,
    /// Drawn again, mirrored left to right.
    pub mirrored: bool,
    /// SVG path data.
    pub d: &'static str,
}

/// What carries a silhouette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// A tile of the side's colour.
    Tile,
    /// Nothing: the body itself has the side's colour, and the sides look at each other.
    Bare,
}

/// One kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Silhouette {
    pub kind: &'static str,
    pub stand: Stand,
    pub hint: Option<Hint>,
    pub parts: &'static [Part],
}

/// The silhouette of a kind, if it has one.
pub(super) fn silhouette(kind: &str) -> Option<&'static Silhouette> {
    SILHOUETTES.iter().find(|silhouette| silhouette.kind == kind)
}

const fn one(ink: Ink, d: &'static str) -> Part {
    Part { ink, mirrored: false, d }
}

const fn pair(ink: Ink, d: &'static str) -> Part {
    Part { ink, mirrored: true, d }
}

const fn bug(kind: &'static str, hint: Hint, parts: &'static [Part]) -> Silhouette {
    Silhouette { kind, stand: Stand::Tile, hint: Some(hint), parts }
}

const fn sea(kind: &'static str, parts: &'static [Part]) -> Silhouette {
    Silhouette { kind, stand: Stand::Tile, hint: None, parts }
}

const fn fish(kind: &'static str, parts: &'static [Part]) -> Silhouette {
    Silhouette { kind, stand: Stand::Bare, hint: None, parts }
}

pub(super) const SILHOUETTES: &[Silhouette] = &[
    bug("queen", Hint::Queen, QUEEN),
    bug("spider", Hint::Spider, SPIDER),
    bug("beetle", Hint::Beetle, BEETLE),
    bug("grasshopper", Hint::Grasshopper, GRASSHOPPER),
    bug("ant", Hint::Ant, ANT),
    bug("mosquito", Hint::Mosquito, MOSQUITO),
    bug("ladybug", Hint::Ladybug, LADYBUG),
    bug("pillbug", Hint::Pillbug, PILLBUG),
    sea("cockle", COCKLE),
    sea("gull", GULL),
    sea("starfish", STARFISH),
    sea("seal", SEAL),
    fish("fish", FISH),
    fish("fish-1", FISH_1),
    fish("fish-2", FISH_2),
    fish("fish-3", FISH_3),
];

const QUEEN: &[Part] = &[
    pair(Ink::Line, "M3 -25C5 -31 8 -33 12 -33"),
    pair(Ink::Wing, "M6 -10C15 -25 31 -27 33 -17C35 -7 20 -2 7 -5Z"),
    pair(Ink::Wing, "M7 -4C18 -4 29 1 27 8C25 14 13 9 6 2Z"),
    one(Ink::Body, "M0 33C-13 26 -15 8 -8 -1L8 -1C15 8 13 26 0 33Z"),
    one(Ink::Mark, "M-10 9Q0 13 10 9M-9 19Q0 23 9 19"),
    one(Ink::Body, "M0 -18C6 -18 9 -14 9 -9C9 -4 5 -1 0 -1C-5 -1 -9 -4 -9 -9C-9 -14 -6 -18 0 -18Z"),
    one(Ink::Body, "M0 -28C4.500 -28 7 -25 7 -22C7 -19 4 -17 0 -17C-4 -17 -7 -19 -7 -22C-7 -25 -4.500 -28 0 -28Z"),
];

const SPIDER: &[Part] = &[
    pair(Ink::Line, "M5 -12L15 -21L12 -34"),
    pair(Ink::Line, "M7 -8L24 -14L30 -26"),
    pair(Ink::Line, "M7 -5L25 0L31 13"),
    pair(Ink::Line, "M5 -1L18 13L17 29"),
    one(Ink::Body, "M0 -1C8 -1 12 6 12 13C12 21 7 27 0 27C-7 27 -12 21 -12 13C-12 6 -8 -1 0 -1Z"),
    one(Ink::Mark, "M0 7L0 20M-5 12L5 12"),
    one(Ink::Body, "M0 -18C5 -18 8 -14 8 -9C8 -4 5 -1 0 -1C-5 -1 -8 -4 -8 -9C-8 -14 -5 -18 0 -18Z"),
    pair(Ink::Line, "M3 -19L3 -23"),
];

const BEETLE: &[Part] = &[
    pair(Ink::Line, "M13 -6L23 -11L26 -21"),
    pair(Ink::Line, "M15 7L27 6L32 14"),
    pair(Ink::Line, "M12 20L22 23L24 32"),
    pair(Ink::Line, "M4 -24C15 -23 15 -35 5 -36"),
    one(Ink::Body, "M0 -26C5 -26 7 -23 7 -18L-7 -18C-7 -23 -5 -26 0 -26Z"),
    one(Ink::Body, "M-13 -6C-13 -15 -9 -19 0 -19C9 -19 13 -15 13 -6Z"),
    one(Ink::Body, "M-14 -6L14 -6C19 12 14 30 0 31C-14 30 -19 12 -14 -6Z"),
    one(Ink::Mark, "M0 -4L0 29"),
];

const GRASSHOPPER: &[Part] = &[
    pair(Ink::Line, "M3 -28C5 -33 8 -36 13 -36"),
    pair(Ink::Line, "M6 -15L17 -21L19 -31"),
    pair(Ink::Line, "M7 -8L19 -6"),
    pair(Ink::Line, "M27 -15L29 9L25 28"),
    pair(Ink::Body, "M5 10C6 2 17 -13 27 -16C29 -9 17 8 7 14Z"),
    one(Ink::Body, "M0 31C-8 22 -9 5 -7 -4L7 -4C9 5 8 22 0 31Z"),
    one(Ink::Mark, "M0 -2L0 20"),
    one(Ink::Body, "M-7 -4L-8 -12C-8 -16 8 -16 8 -12L7 -4Z"),
    one(Ink::Body, "M-7 -15C-8 -24 -5 -30 0 -30C5 -30 8 -24 7 -15Z"),
];

const ANT: &[Part] = &[
    pair(Ink::Line, "M4 -25L9 -33L16 -34"),
    pair(Ink::Line, "M4 -9L17 -14L26 -25"),
    pair(Ink::Line, "M5 -5L22 -3L31 7"),
    pair(Ink::Line, "M4 -1L17 10L22 28"),
    one(Ink::Body, "M0 3C7 3 11 10 11 17C11 26 6 31 0 31C-6 31 -11 26 -11 17C-11 10 -7 3 0 3Z"),
    one(Ink::Body, "M0 -15C4 -15 6 -11 6 -6C6 -1 4 3 0 3C-4 3 -6 -1 -6 -6C-6 -11 -4 -15 0 -15Z"),
    one(Ink::Body, "M0 -29C5 -29 8 -26 8 -22C8 -18 5 -15 0 -15C-5 -15 -8 -18 -8 -22C-8 -26 -5 -29 0 -29Z"),
];

const MOSQUITO: &[Part] = &[
    one(Ink::Line, "M0 -20L0 -37"),
    pair(Ink::Line, "M5 -9L13 -19L11 -32"),
    pair(Ink::Line, "M6 -6L23 -13L31 -27"),
    pair(Ink::Line, "M5 -1L13 12L11 32"),
    pair(Ink::Wing, "M6 -5C17 -5 32 4 34 15C29 21 13 11 5 1Z"),
    one(Ink::Body, "M0 35C-4 27 -5 10 -4 2L4 2C5 10 4 27 0 35Z"),
    one(Ink::Body, "M0 -13C5 -13 8 -10 8 -5C8 0 5 3 0 3C-5 3 -8 0 -8 -5C-8 -10 -5 -13 0 -13Z"),
    one(Ink::Body, "M0 -22C3 -22 5 -20 5 -17.500C5 -15 3 -13 0 -13C-3 -13 -5 -15 -5 -17.500C-5 -20 -3 -22 0 -22Z"),
];

const LADYBUG: &[Part] = &[
    pair(Ink::Line, "M5 -26L10 -34"),
    pair(Ink::Line, "M19 -8L28 -14"),
    pair(Ink::Line, "M24 6L33 7"),
    pair(Ink::Line, "M19 20L27 27"),
    one(Ink::Body, "M-11 -15C-11 -24 -6 -28 0 -28C6 -28 11 -24 11 -15Z"),
    one(Ink::Dot, "M-11 -15C-11 -24 -6 -28 0 -28C6 -28 11 -24 11 -15Z"),
    one(Ink::Body, "M0 -17C15 -17 24 -6 24 7C24 21 14 31 0 31C-14 31 -24 21 -24 7C-24 -6 -15 -17 0 -17Z"),
    one(Ink::Mark, "M0 -15L0 29"),
    pair(Ink::Dot, "M10 -8a4.500 4.500 0 1 0 0.100 0ZM15 5a4.500 4.500 0 1 0 0.100 0ZM8 16a4.500 4.500 0 1 0 0.100 0Z"),
];

const PILLBUG: &[Part] = &[
    pair(Ink::Line, "M5 -29C8 -35 12 -36 17 -35"),
    pair(Ink::Line, "M15 -14L24 -18M18 -5L28 -7M18 4L29 4M18 13L28 15M15 21L24 26"),
    one(Ink::Body, "M0 -31C11 -31 19 -17 19 0C19 19 12 33 0 33C-12 33 -19 19 -19 0C-19 -17 -11 -31 0 -31Z"),
    one(Ink::Mark, "M-11 -19Q0 -13 11 -19M-16 -9Q0 -3 16 -9M-17 1Q0 7 17 1M-17 11Q0 17 17 11M-13 21Q0 26 13 21"),
];

const COCKLE: &[Part] = &[
    one(Ink::Body, "M-7 20L-11 29L11 29L7 20Z"),
    one(
        Ink::Body,
        "M0 25C-8 25 -16 21 -22 12C-28 3 -30 -8 -27 -13C-25 -17 -20 -17 -18 -18C-16 -24 -11 -26 -8 -25C-5 -29 5 -29 8 -25\
         C11 -26 16 -24 18 -18C20 -17 25 -17 27 -13C30 -8 28 3 22 12C16 21 8 25 0 25Z",
    ),
    one(Ink::Mark, "M0 20L0 -20M-4 20L-12 -17M4 20L12 -17M-8 18L-21 -7M8 18L21 -7"),
];

const GULL: &[Part] = &[
    one(Ink::Line, "M0 -26L0 -31"),
    one(Ink::Body, "M-4 12L-8 29Q0 25 8 29L4 12Z"),
    one(
        Ink::Body,
        "M0 -26C4 -26 6 -23 6 -19C6 -16 5 -14 7 -11C12 -16 17 -19 22 -17C28 -14 32 -8 34 3C29 -2 23 -4 18 -3C13 -1 9 2 8 7\
         C8 13 5 18 0 18C-5 18 -8 13 -8 7C-9 2 -13 -1 -18 -3C-23 -4 -29 -2 -34 3C-32 -8 -28 -14 -22 -17\
         C-17 -19 -12 -16 -7 -11C-5 -14 -6 -16 -6 -19C-6 -23 -4 -26 0 -26Z",
    ),
    pair(Ink::Dot, "M26 -14.500C30 -11 33 -5 34 3C31 0 28 -1.500 24.500 -2.500Z"),
];

const STARFISH: &[Part] = &[
    one(
        Ink::Body,
        "M0 -34C5 -34 6 -17 10 -13C14 -10 31 -14 33 -9C34 -4 18 4 17 9C15 14 24 28 20 31C15 34 5 20 0 20\
         C-5 20 -15 34 -20 31C-24 28 -15 14 -17 9C-18 4 -34 -4 -33 -9C-31 -14 -14 -10 -10 -13C-6 -17 -5 -34 0 -34Z",
    ),
    one(Ink::Mark, "M0 -22L0 -10M21 -6L10 -3M13 19L6 9M-13 19L-6 9M-21 -6L-10 -3"),
];

const SEAL: &[Part] = &[
    one(
        Ink::Body,
        "M18 -31C26 -31 31 -25 33 -19C34 -15 30 -13 25 -13C25 -2 22 10 16 17L24 26C18 28 10 27 6 23C-6 27 -17 25 -22 17\
         L-34 19C-35 13 -31 9 -27 8C-30 4 -30 -1 -27 -5C-22 -3 -18 1 -17 6C-6 7 4 0 6 -13C7 -24 11 -31 18 -31Z",
    ),
    one(Ink::Dot, "M20 -25a3.200 3.200 0 1 0 0.100 0Z"),
];

const FISH: &[Part] = &[
    one(Ink::Body, "M34 -5C27 -20 5 -26 -15 -8L-34 -20C-30 -8 -30 8 -34 20L-15 8C3 25 25 21 32 11L22 4Z"),
    one(Ink::Mark, "M6 -10Q1 0 6 10"),
    one(Ink::Dot, "M18 -11a3.800 3.800 0 1 0 0.100 0Z"),
];

const FISH_1: &[Part] = &[
    one(Ink::Body, "M25 0C18 -13 -1 -14 -13 -3L-25 -11C-22 -4 -22 4 -25 11L-13 3C-1 14 18 13 25 0Z"),
    one(Ink::Mark, "M2 -6Q-1 0 2 6"),
    one(Ink::Dot, "M13 -6a3.200 3.200 0 1 0 0.100 0Z"),
];

const FISH_2: &[Part] = &[
    one(
        Ink::Body,
        "M33 1C27 -10 20 -16 9 -18C4 -24 -5 -25 -10 -23C-7 -19 -7 -17 -7 -15C-11 -13 -14 -10 -17 -7L-33 -18\
         C-29 -7 -29 7 -33 18L-17 7C-1 22 22 19 33 1Z",
    ),
    one(Ink::Mark, "M6 -9Q2 1 6 11M-5 -7Q-9 1 -5 9"),
    one(Ink::Dot, "M19 -8a3.600 3.600 0 1 0 0.100 0Z"),
];

const FISH_3: &[Part] = &[
    one(
        Ink::Body,
        "M40 -6C34 -18 25 -24 14 -26C9 -35 -4 -36 -11 -32C-8 -28 -8 -24 -8 -22C-13 -19 -17 -14 -20 -10L-39 -24\
         C-35 -8 -35 10 -39 26L-20 10C-2 33 29 29 38 14L33 14L31 8L26 9L27 3L32 3L33 -2Z",
    ),
    one(Ink::Mark, "M10 -14Q4 1 10 16M-1 -13Q-7 1 -1 15M-12 -9Q-17 1 -12 11"),
    one(Ink::Dot, "M22 -15a4.400 4.400 0 1 0 0.100 0Z"),
];

/// An octopus, on a cell of its own: arms, head, then the eyes (white and pupil).
pub(super) struct Octopus;

impl Octopus {
    pub const ARMS: &str = "M-14 8C-22 12 -30 10 -32 2M-12 14C-18 24 -28 26 -35 20M-5 16C-6 26 -12 33 -20 34\
         M14 8C22 12 30 10 32 2M12 14C18 24 28 26 35 20M5 16C6 26 12 33 20 34";
    pub const HEAD: &str = "M0 -35C15 -35 23 -24 22 -11C21 -3 17 2 17 9C17 16 9 20 0 20C-9 20 -17 16 -17 9\
         C-17 2 -21 -3 -22 -11C-23 -24 -15 -35 0 -35Z";
    /// Centres of the eyes: x to either side, y.
    pub const EYES: (f64, f64) = (8.5, -6.0);
    pub const MOUTH: &str = "M-4 9Q0 12 4 9";
}

/// The drupelets of a blackberry: x, y, radius; and its leaves.
pub(super) const BERRIES: &[(f64, f64, f64)] = &[
    (0.0, 26.0, 7.5),
    (-9.0, 19.0, 8.0),
    (9.0, 19.0, 8.0),
    (0.0, 14.0, 8.5),
    (-15.5, 7.0, 8.5),
    (15.5, 7.0, 8.5),
    (-5.5, 3.0, 8.5),
    (6.5, 2.0, 8.5),
    (-14.0, -7.0, 8.5),
    (14.0, -7.0, 8.5),
    (0.0, -9.0, 9.0),
];
pub(super) const LEAVES: &str = "M0 -17C-6 -12 -15 -12 -21 -17C-14 -19 -10 -22 -9 -27C-5 -25 -2 -26 0 -33C2 -26 5 -25 9 -27\
     C10 -22 14 -19 21 -17C15 -12 6 -12 0 -17Z";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_every_game_has_a_silhouette_and_no_two_are_the_same() {
        let kinds = "queen spider beetle grasshopper ant mosquito ladybug pillbug cockle gull starfish seal \
                     fish fish-1 fish-2 fish-3";
        for kind in kinds.split_whitespace() {
            assert!(silhouette(kind).is_some(), "{kind}");
        }
        assert_eq!(SILHOUETTES.len(), kinds.split_whitespace().count());
        for (i, a) in SILHOUETTES.iter().enumerate() {
            for b in &SILHOUETTES[i + 1..] {
                assert_ne!(a.kind, b.kind);
                assert_ne!(a.parts, b.parts, "{} and {}", a.kind, b.kind);
            }
        }
    }

    #[test]
    fn silhouettes_stay_on_their_tile() {
        for silhouette in SILHOUETTES {
            for part in silhouette.parts.iter().filter(|part| !part.d.contains('a')) {
                let numbers = part.d.split(|c: char| !(c.is_ascii_digit() || c == '-' || c == '.'));
                for number in numbers.filter(|number| !number.is_empty()) {
                    let value: f64 = number.parse().unwrap();
                    assert!(value.abs() <= 40.0, "{}: {number}", silhouette.kind);
                }
            }
        }
    }
}
