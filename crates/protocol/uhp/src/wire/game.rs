//! Game types, and the GameString as it grows.
//!
//! A session writes its GameString by playing the whole line through. That is a fine way to ask
//! once and a slow one to ask after every move, so [`GameLine`] keeps the text and adds to it.
//! Invariant: it writes exactly what the session would.

use std::fmt;

use schwarm_core::{Session, Side};

/// The expansion pieces of a game, or those an engine knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Expansions {
    /// The mosquito.
    pub mosquito: bool,
    /// The ladybug.
    pub ladybug: bool,
    /// The pillbug.
    pub pillbug: bool,
}

impl Expansions {
    /// All eight sets, the base game first.
    pub fn all() -> impl Iterator<Item = Expansions> {
        (0..8).map(|bits| Expansions { mosquito: bits & 1 != 0, ladybug: bits & 2 != 0, pillbug: bits & 4 != 0 })
    }

    /// Reads a GameTypeString; letters in any order and case, as engines write them.
    pub fn of_game_type(text: &str) -> Option<Expansions> {
        let (base, letters) = match text.split_once('+') {
            Some((_, "")) => return None,
            Some((base, letters)) => (base, letters),
            None => (text, ""),
        };
        if !base.eq_ignore_ascii_case("base") || letters.len() > 8 {
            return None;
        }
        letters.chars().try_fold(Expansions::default(), |with, letter| match letter.to_ascii_uppercase() {
            'M' => Some(Expansions { mosquito: true, ..with }),
            'L' => Some(Expansions { ladybug: true, ..with }),
            'P' => Some(Expansions { pillbug: true, ..with }),
            _ => None,
        })
    }

    /// The GameTypeString, letters in the order of the protocol.
    pub fn game_type(self) -> String {
        let letters: String = [(self.mosquito, 'M'), (self.ladybug, 'L'), (self.pillbug, 'P')]
            .iter()
            .filter(|x| x.0)
            .map(|x| x.1)
            .collect();
        if letters.is_empty() { "Base".to_string() } else { format!("Base+{letters}") }
    }

    /// Reads a line of capabilities; words nobody knows are passed over.
    pub fn of_capabilities(line: &str) -> Expansions {
        let has = |name: &str| line.split(';').any(|word| word.trim().eq_ignore_ascii_case(name));
        Expansions { mosquito: has("Mosquito"), ladybug: has("Ladybug"), pillbug: has("Pillbug") }
    }

    /// Whether all of these are among those.
    pub fn within(self, others: Expansions) -> bool {
        (!self.mosquito || others.mosquito) && (!self.ladybug || others.ladybug) && (!self.pillbug || others.pillbug)
    }
}

/// The line of capabilities; empty where there are none.
impl fmt::Display for Expansions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [(self.mosquito, "Mosquito"), (self.ladybug, "Ladybug"), (self.pillbug, "Pillbug")];
        let names: Vec<&str> = names.iter().filter(|name| name.0).map(|name| name.1).collect();
        f.write_str(&names.join(";"))
    }
}

/// The GameString of a line of play, kept as it grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    kind: String,
    /// Every move with a `;` before it.
    moves: String,
    /// Where each move begins in `moves`.
    starts: Vec<usize>,
}

impl GameLine {
    /// The line a session has played.
    pub fn new(expansions: Expansions, session: &dyn Session) -> GameLine {
        let mut line = GameLine { kind: expansions.game_type(), moves: String::new(), starts: Vec::new() };
        for text in session.moves() {
            line.push(&text);
        }
        line
    }

    /// Adds a move in standard spelling.
    pub fn push(&mut self, text: &str) {
        self.starts.push(self.moves.len());
        self.moves.push(';');
        self.moves.push_str(text);
    }

    /// Takes back moves, as many as there are.
    pub fn pop(&mut self, plies: usize) {
        let left = self.starts.len().saturating_sub(plies);
        if let Some(&end) = self.starts.get(left) {
            self.moves.truncate(end);
        }
        self.starts.truncate(left);
    }

    /// Plies played.
    pub fn plies(&self) -> usize {
        self.starts.len()
    }

    /// The GameString; the session must stand at the end of this line.
    pub fn write(&self, session: &dyn Session) -> String {
        let state = match session.outcome() {
            Some(outcome) => match outcome.winner {
                Some(Side::One) => "WhiteWins",
                Some(Side::Two) => "BlackWins",
                None => "Draw",
            },
            None if self.starts.is_empty() => "NotStarted",
            None => "InProgress",
        };
        let side = if session.side_to_move() == Side::One { "White" } else { "Black" };
        format!("{};{state};{side}[{}]{}", self.kind, session.turn() / 2 + 1, self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schwarm_core::{Rng, Setup};

    #[test]
    fn game_types_are_read_in_any_order_and_written_in_one() {
        for with in Expansions::all() {
            assert_eq!(Expansions::of_game_type(&with.game_type()), Some(with));
            assert_eq!(Expansions::of_capabilities(&with.to_string()), with);
        }
        let all = Expansions { mosquito: true, ladybug: true, pillbug: true };
        for text in ["Base+MLP", "Base+PLM", "base+lpm", "Base+MMLLPP"] {
            assert_eq!(Expansions::of_game_type(text), Some(all), "{text}");
        }
        for text in ["", "Base+", "Base+X", "Base MLP", "Bas", "Base++M", "Base+MLPMLPMLP", "+M", "hive"] {
            assert_eq!(Expansions::of_game_type(text), None, "{text}");
        }
        assert_eq!(Expansions::of_capabilities(" mosquito ; Dragonfly;Pillbug").to_string(), "Mosquito;Pillbug");
        assert!(Expansions::default().within(all) && all.within(all) && !all.within(Expansions::default()));
    }

    #[test]
    fn the_kept_line_is_what_the_session_writes() {
        let mut rng = Rng::new(1);
        let (mut ended, mut plies) = (0, 0);
        for with in Expansions::all() {
            let rules = schwarm_catalog::open(&with.game_type()).expect("every set is a game");
            let mut session = rules.start(Setup::Default).expect("every game starts");
            let mut line = GameLine::new(with, &*session);
            while plies < 4000 {
                assert_eq!(line.write(&*session), session.position());
                assert_eq!(line, GameLine::new(with, &*session));
                let Some(mv) = session.random_move(&mut rng).filter(|_| line.plies() < 300) else { break };
                line.push(&session.play(&mv).expect("a random move is legal"));
                if rng.below(8) == 0 {
                    let back = 1 + rng.below(3).min(line.plies() - 1);
                    (0..back).for_each(|_| assert!(session.undo()));
                    line.pop(back);
                }
                plies += 1;
            }
            ended += u32::from(session.outcome().is_some());
        }
        assert!(plies > 500 && ended > 0, "{plies} plies, {ended} games ended");
    }
}
