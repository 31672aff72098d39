//! Names of Hive pieces and targets, as files spell them.

/// A piece: colour, bug and number. `number` is 0 where a side has only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Piece {
    pub(super) white: bool,
    /// In upper case.
    pub(super) bug: char,
    pub(super) number: u8,
}

/// Where a piece goes, seen from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    West,
    NorthWest,
    SouthWest,
    NorthEast,
    East,
    SouthEast,
    Top,
}

impl Piece {
    /// Reads `wA1`, `wL`, `wL1`, or `a1` of the colour given. A `b` before a digit is a beetle.
    pub(super) fn read(text: &str, default_white: bool) -> Option<Piece> {
        let mut rest = text.chars();
        let first = rest.next()?.to_ascii_lowercase();
        let coloured = matches!(first, 'w' | 'b') && rest.clone().next().is_some_and(|c| c.is_ascii_alphabetic());
        let (white, bug) = match coloured {
            true => (first == 'w', rest.next()?),
            false => (default_white, first),
        };
        let bug = bug.to_ascii_uppercase();
        let digits = rest.as_str();
        let single = matches!(bug, 'Q' | 'M' | 'L' | 'P');
        let number = match digits.as_bytes() {
            [] | [b'1'] if single => 0,
            [digit @ b'1'..=b'9'] if matches!(bug, 'A' | 'B' | 'G' | 'S') => digit - b'0',
            _ => return None,
        };
        Some(Piece { white, bug, number })
    }
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.white { 'w' } else { 'b' }, self.bug)?;
        match self.number {
            0 => Ok(()),
            number => write!(f, "{number}"),
        }
    }
}

impl Direction {
    /// All, the top left out.
    pub(super) const AROUND: [Direction; 6] = [
        Direction::NorthWest,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::West,
    ];

    /// The step on a board whose columns go east and whose rows go north-west, as boardspace has it.
    pub(super) const fn step(self) -> (i32, i32) {
        match self {
            Direction::West => (-1, 0),
            Direction::East => (1, 0),
            Direction::NorthWest => (0, 1),
            Direction::SouthEast => (0, -1),
            Direction::NorthEast => (1, 1),
            Direction::SouthWest => (-1, -1),
            Direction::Top => (0, 0),
        }
    }

    /// The target in UHP.
    pub(super) fn of(self, piece: Piece) -> String {
        match self {
            Direction::West => format!("-{piece}"),
            Direction::NorthWest => format!("\\{piece}"),
            Direction::SouthWest => format!("/{piece}"),
            Direction::NorthEast => format!("{piece}/"),
            Direction::East => format!("{piece}-"),
            Direction::SouthEast => format!("{piece}\\"),
            Direction::Top => piece.to_string(),
        }
    }
}

/// Reads a target in UHP spelling.
pub(super) fn target(text: &str, default_white: bool) -> Option<(Direction, Piece)> {
    let before = match text.chars().next()? {
        '-' => Some(Direction::West),
        '\\' => Some(Direction::NorthWest),
        '/' => Some(Direction::SouthWest),
        _ => None,
    };
    if let Some(direction) = before {
        return Some((direction, Piece::read(&text[1..], default_white)?));
    }
    let (direction, name) = match text.chars().next_back()? {
        '-' => (Direction::East, &text[..text.len() - 1]),
        '\\' => (Direction::SouthEast, &text[..text.len() - 1]),
        '/' => (Direction::NorthEast, &text[..text.len() - 1]),
        _ => (Direction::Top, text),
    };
    Some((direction, Piece::read(name, default_white)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_with_and_without_colour_and_number() {
        let read = |text: &str| Piece::read(text, true).map(|piece| piece.to_string());
        for (text, name) in [
            ("wL1", "wL"),
            ("wQ", "wQ"),
            ("bg1", "bG1"),
            ("b1", "wB1"),
            ("bb2", "bB2"),
            ("B2", "wB2"),
            ("p", "wP"),
            ("bP", "bP"),
            ("ws2", "wS2"),
            ("Q", "wQ"),
        ] {
            assert_eq!(read(text).as_deref(), Some(name), "{text}");
        }
        for text in ["", "w", "b", "wA", "wQ2", "x1", "wA0", "wA12", "é1", "wé", "A"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn targets_come_back_as_they_were() {
        for text in ["-wA1", "\\bQ", "/wM", "wL/", "bB2-", "wS1\\", "bG3"] {
            let (direction, piece) = target(text, true).expect("a target");
            assert_eq!(direction.of(piece), text);
        }
        for text in ["", "-", "\\", ".", "-wA1-", "é", "wQé"] {
            assert_eq!(target(text, true), None, "{text}");
        }
    }
}
