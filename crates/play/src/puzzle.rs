//! Puzzles as plain data: a position, the line that wins, how hard it is, where it comes from.
//!
//! What must hold: the id of a puzzle depends on its game and its position alone, so the same position has the same id
//! everywhere. A line is checked by the rules here; that nothing else wins is a matter of proof.
//! Not here: finding, proving and rating puzzles (`schwarm-engine`).

use schwarm_core::Rulebook;
use serde::{Deserialize, Serialize};

/// Letters of an id: none that looks like another one.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Letters in an id.
const LENGTH: usize = 10;

/// The most plies a puzzle can take.
const MOST_PLIES: usize = 64;

/// Longest text of a game, a position, a move or a name, in bytes.
const LONGEST: usize = 20_000;

/// A position where one move, and no other, forces a win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Made of the game and the position; whatever stands here when it is read is not believed.
    #[serde(default)]
    pub id: String,
    /// Id of the rule set, options included.
    pub game: String,
    /// The position text.
    pub position: String,
    /// Plies to the win against the best defence.
    pub plies: u8,
    /// Best play of both sides, from the move that solves it to the end of the game.
    pub line: Vec<String>,
    /// How hard it is, on the scale of the levels' ratings.
    pub rating: i32,
    /// The game it was found in.
    #[serde(default)]
    pub from: Origin,
}

/// The game a puzzle was found in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Names of the players, `Side::One` first.
    #[serde(default)]
    pub players: [String; 2],
    /// Name of its match; empty where it had none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// Plies that were played before it.
    #[serde(default)]
    pub ply: u32,
    /// Its number in the store the puzzle is in; `None` where it came from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<i64>,
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no puzzle: {0}")]
pub struct PuzzleError(String);

impl Puzzle {
    /// The id of a position.
    ///
    /// ```
    /// use schwarm_play::Puzzle;
    ///
    /// let id = Puzzle::id_of("hive", "a position");
    /// assert_eq!(id.len(), 10);
    /// assert_ne!(id, Puzzle::id_of("hive+m", "a position"));
    /// ```
    pub fn id_of(game: &str, position: &str) -> String {
        // FNV-1a, then mixed so that all bits count; an id must never change with a library.
        let sum = game.bytes().chain([0]).chain(position.bytes());
        let sum =
            sum.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        let sum = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let sum = (sum ^ (sum >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let sum = sum ^ (sum >> 31);
        (0..LENGTH).map(|place| char::from(LETTERS[(sum >> (5 * place)) as usize % LETTERS.len()])).collect()
    }

    /// Whether a text can be the id of a puzzle.
    pub fn is_id(text: &str) -> bool {
        text.len() == LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
    }

    /// A puzzle from a line of JSON, with the id that belongs to it.
    ///
    /// # Errors
    /// For a text that is none.
    pub fn read(json: &str) -> Result<Puzzle, PuzzleError> {
        let puzzle: Puzzle = serde_json::from_str(json).map_err(|error| PuzzleError(error.to_string()))?;
        let names = puzzle.from.players.iter().chain([&puzzle.game, &puzzle.position, &puzzle.from.event]);
        if names.chain(&puzzle.line).any(|text| text.len() > LONGEST || text.contains('\0')) {
            return Err(PuzzleError(format!("a text is longer than {LONGEST} bytes, or has a zero byte")));
        }
        if puzzle.line.len() > MOST_PLIES {
            return Err(PuzzleError(format!("it takes more than {MOST_PLIES} plies")));
        }
        Ok(Puzzle { id: Puzzle::id_of(&puzzle.game, &puzzle.position), ..puzzle })
    }

    /// Moves of the side that solves it.
    pub const fn moves(&self) -> u8 {
        self.plies.div_ceil(2)
    }

    /// Checks by the rules that the line is legal, takes the plies it says, and wins.
    ///
    /// # Errors
    /// When it is not so.
    pub fn check(&self, rules: &dyn Rulebook) -> Result<(), PuzzleError> {
        let wrong = |why: String| Err(PuzzleError(why));
        if rules.id() != self.game {
            return wrong(format!("the game is called {:?}, not {:?}", rules.id(), self.game));
        }
        let mut session = match rules.from_position(&self.position) {
            Ok(session) => session,
            Err(error) => return wrong(error.to_string()),
        };
        let solver = session.side_to_move();
        for mv in &self.line {
            if let Err(error) = session.play(mv) {
                return wrong(error.to_string());
            }
        }
        if self.line.len() != usize::from(self.plies) {
            return wrong(format!("{} plies are promised, and the line has {}", self.plies, self.line.len()));
        }
        match session.outcome().map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == solver => Ok(()),
            Some(_) => wrong("the line does not win".into()),
            None => wrong("the game goes on after the line".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_made_of_game_and_position_whatever_was_written() {
        let text = r#"{"id":"../../etc","game":"hive","position":"p","plies":1,"line":["a"],"rating":7}"#;
        let puzzle = Puzzle::read(text).expect("a puzzle");
        assert_eq!(puzzle.id, Puzzle::id_of("hive", "p"));
        assert!(Puzzle::is_id(&puzzle.id) && !Puzzle::is_id("../../etc") && !Puzzle::is_id(""));
        assert_eq!((puzzle.from, puzzle.rating), (Origin::default(), 7));
    }

    #[test]
    fn ids_stay_what_they_were() {
        assert_eq!(Puzzle::id_of("hive", "p"), "2adg7cvt62");
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let long = "x".repeat(LONGEST + 1);
        for (position, line) in [(long.as_str(), "[]"), ("p\\u0000", "[]")] {
            let text = format!(r#"{{"game":"hive","position":"{position}","plies":1,"line":{line},"rating":7}}"#);
            assert!(Puzzle::read(&text).is_err());
        }
        assert!(Puzzle::read("{}").is_err() && Puzzle::read("").is_err());
    }
}
