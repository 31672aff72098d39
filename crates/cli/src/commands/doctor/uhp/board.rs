//! Our board beside the engine's: are they the same?

use std::collections::BTreeSet;

use schwarm_core::{Session, Setup};
use schwarm_uhp::wire::{Expansions, GameLine};

use super::super::finding::Ill;
use super::super::words::{clean, clip, some};
use super::engine::Engine;

/// A game by our rules. Repetition is left out: UHP does not say that it ends a game.
pub struct Board {
    expansions: Expansions,
    line: GameLine,
    session: Box<dyn Session>,
}

impl Board {
    /// A new game of a set of pieces.
    ///
    /// # Errors
    /// When our own rules know no such game.
    pub fn new(expansions: Expansions) -> Result<Board, Ill> {
        let id = format!("{},repetition=off", expansions.game_type());
        let rules = schwarm_catalog::open(&id).map_err(|error| Ill::new(error.to_string()))?;
        let session = rules.start(Setup::Default).map_err(|error| Ill::new(error.to_string()))?;
        Ok(Board { expansions, line: GameLine::new(expansions, &*session), session })
    }

    /// The game.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The GameTypeString.
    pub fn game_type(&self) -> String {
        self.expansions.game_type()
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// When it is none.
    pub fn play(&mut self, text: &str) -> Result<(), Ill> {
        let spelt = self.session.play(text).map_err(|error| Ill::new(error.to_string()))?;
        self.line.push(&spelt);
        Ok(())
    }

    /// Takes back moves, as many as there are.
    pub fn undo(&mut self, plies: usize) {
        for _ in 0..plies {
            if !self.session.undo() {
                break;
            }
        }
        self.line.pop(plies);
    }

    /// Plies played.
    pub fn plies(&self) -> usize {
        self.line.plies()
    }

    /// The GameString as it should be.
    pub fn text(&self) -> String {
        self.line.write(&*self.session)
    }

    /// Compares a GameString with ours.
    ///
    /// # Errors
    /// When it says something else.
    pub fn compare(&self, text: &str) -> Result<(), Ill> {
        let wanted = self.text();
        let wrong = |why: String| {
            Err(Ill::new(why).with(format!("it says {}", clean(text))).with(format!("it should say {wanted}")))
        };
        let fields: Vec<&str> = text.split(';').map(str::trim).collect();
        let [kind, state, turn, moves @ ..] = &fields[..] else {
            return wrong(format!("{:?} is no GameString", clip(text, 60)));
        };
        if Expansions::of_game_type(kind) != Some(self.expansions) {
            return wrong(format!("the GameString is of type {kind:?}, not {:?}", self.game_type()));
        }
        let wanted: Vec<&str> = wanted.split(';').collect();
        if *state != wanted[1] {
            return wrong(format!("the state is {:?}, not {:?}", clip(state, 40), wanted[1]));
        }
        if *turn != wanted[2] {
            return wrong(format!("the turn is {:?}, not {:?}", clip(turn, 40), wanted[2]));
        }
        if moves.len() != self.plies() {
            return wrong(format!("the GameString has {} moves, not {}", moves.len(), self.plies()));
        }
        match self.other_last_move(moves) {
            true => wrong("the last move of the GameString is another one".to_string()),
            false => Ok(()),
        }
    }

    /// Whether the last move is not the one that was played, however it is spelt.
    fn other_last_move(&self, moves: &[&str]) -> bool {
        let Some(last) = moves.last() else { return false };
        let mut before = self.session.clone_box();
        before.undo();
        before.check(last).ok() != self.session.moves_after(self.plies() - 1).first().cloned()
    }

    /// Compares an answer to `validmoves` with ours, as sets.
    ///
    /// # Errors
    /// When moves are missing or too many; each is listed.
    pub fn compare_moves(&self, text: &str) -> Result<(), Ill> {
        let ours: BTreeSet<String> = self.session.legal_moves().into_iter().collect();
        let (mut theirs, mut surplus, mut twice) = (BTreeSet::new(), Vec::new(), Vec::new());
        for mv in text.split(';').map(str::trim).filter(|mv| !mv.is_empty()) {
            match self.session.check(mv) {
                Ok(spelt) => {
                    if !theirs.insert(spelt) {
                        twice.push(mv.to_string());
                    }
                }
                Err(_) => surplus.push(mv.to_string()),
            }
        }
        let missing: Vec<String> = ours.difference(&theirs).cloned().collect();
        if missing.is_empty() && surplus.is_empty() && twice.is_empty() {
            return Ok(());
        }
        let named = [("missing", &missing), ("surplus", &surplus), ("twice", &twice)];
        let parts = named.iter().filter(|(_, moves)| !moves.is_empty());
        let parts: Vec<String> = parts.map(|(what, moves)| format!("{what}: {}", some(moves))).collect();
        let mut ill = Ill::new(format!("validmoves is not the set of legal moves ({} of ours)", ours.len()));
        ill.details.extend(parts);
        if let Some(Err(error)) = surplus.first().map(|mv| self.session.check(mv)) {
            ill.details.push(clip(&error.to_string(), 200));
        }
        Err(ill.with(format!("position: {}", self.text())))
    }

    /// Asks the engine for its moves and compares them.
    ///
    /// # Errors
    /// When they differ.
    pub async fn ask_moves(&self, engine: &mut Engine) -> Result<(), Ill> {
        let said = engine.accepted("validmoves").await?;
        self.compare_moves(&said.answer.last)
    }

    /// Plays a move on both boards; the engine's GameString.
    ///
    /// # Errors
    /// When the engine refuses it.
    pub async fn play_both(&mut self, engine: &mut Engine, text: &str) -> Result<String, Ill> {
        let position = self.text();
        let said =
            engine.accepted(&format!("play {text}")).await.map_err(|ill| ill.with(format!("position: {position}")))?;
        self.play(text)?;
        Ok(said.answer.last)
    }

    /// Plays a line on both boards in one piece, so that a long one does not take long.
    ///
    /// # Errors
    /// When the engine refuses a move of it.
    pub async fn play_all(&mut self, engine: &mut Engine, moves: &[&str]) -> Result<(), Ill> {
        for mv in moves {
            self.play_both(engine, mv).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(moves: &[&str]) -> Board {
        let mut board = Board::new(Expansions::default()).unwrap();
        moves.iter().for_each(|mv| board.play(mv).unwrap());
        board
    }

    #[test]
    fn moves_are_compared_however_they_are_spelt() {
        let board = board(&["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]);
        let ours = board.session().legal_moves();
        assert_eq!(board.compare_moves(&ours.join(";")), Ok(()));
        let missing = board.compare_moves(&ours[1..].join(";")).unwrap_err();
        assert!(missing.details[0].contains(&ours[0]), "{missing:?}");
        let surplus = board.compare_moves(&format!("{};wA1 bQ-", ours.join(";"))).unwrap_err();
        assert!(surplus.details[0].starts_with("surplus: wA1 bQ-"), "{surplus:?}");
        let twice = board.compare_moves(&format!("{};{}", ours.join(";"), ours[0])).unwrap_err();
        assert!(twice.details[0].starts_with("twice: "), "{twice:?}");
    }

    #[test]
    fn every_field_of_a_game_string_counts() {
        let board = board(&["wS1", "bS1 wS1-"]);
        assert_eq!(board.compare("Base;InProgress;White[2];wS1;bS1 wS1-"), Ok(()));
        for (text, said) in [
            ("Base+M;InProgress;White[2];wS1;bS1 wS1-", "type"),
            ("Base;Draw;White[2];wS1;bS1 wS1-", "state"),
            ("Base;InProgress;Black[2];wS1;bS1 wS1-", "turn"),
            ("Base;InProgress;White[2];wS1", "1 moves"),
            ("Base;InProgress;White[2];wS1;bS1 -wS1", "another"),
            ("hello", "no GameString"),
            ("", "no GameString"),
        ] {
            let ill = board.compare(text).unwrap_err();
            assert!(ill.why.contains(said), "{text}: {}", ill.why);
        }
    }
}
