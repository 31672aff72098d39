//! The erased face of a game: text in, text out, the same for every game.
//!
//! A session is a line of play: it knows where the game began, what was played and
//! how often each position occurred. A rejected text leaves it untouched.

use std::any::Any;
use std::sync::OnceLock;

use crate::draft::shape::in_game;
use crate::draft::{Draft, Problem};
use crate::perft;
use crate::view::{BoardView, Cell, Gesture, Held};
use crate::{
    BrokenRule, Game, GameInfo, Line, MoveError, Notation, Outcome, PositionError, Reason, Rng, Ruleset, Score, Side,
};

/// A game being played through texts. Object-safe; made by a [`Rulebook`](crate::Rulebook).
pub trait Session: Send + Sync {
    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;

    /// The full id of the rule set, options included.
    fn id(&self) -> String;

    /// The setup text this line began from.
    fn setup(&self) -> String;

    /// Who moves now.
    fn side_to_move(&self) -> Side;

    /// Plies played since the game began; a position set up by hand says its own number.
    fn turn(&self) -> u32;

    /// The verdict, if the game is over by the rules, repetition included.
    fn outcome(&self) -> Option<Outcome>;

    /// The score lines as if the game ended here and now with this winner.
    fn scores(&self, winner: Option<Side>) -> [Score; 2];

    /// All legal moves as texts, sorted by byte order; empty once the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.legal_moves_in(Notation::Standard)
    }

    /// The same in another notation.
    fn legal_moves_in(&self, notation: Notation) -> Vec<String>;

    /// All legal moves as they are made by hand, in the order of [`legal_moves`](Session::legal_moves).
    fn gestures(&self) -> Vec<Gesture>;

    /// Why what is held cannot be put down on a cell, or without a cell not be moved at all; `None`
    /// where it can.
    fn why_not(&self, held: &Held, to: Option<Cell>) -> Option<BrokenRule>;

    /// Plays a move given as text and returns its standard spelling.
    ///
    /// # Errors
    /// When the text is no move, not legal, or the game is over.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Checks a move text without playing it; returns its standard spelling.
    ///
    /// # Errors
    /// As [`play`](Session::play).
    fn check(&self, text: &str) -> Result<String, MoveError>;

    /// Takes back the last move; `false` at the start of the line.
    fn undo(&mut self) -> bool;

    /// The moves of this line in standard spelling.
    fn moves(&self) -> Vec<String> {
        self.moves_in(Notation::Standard)
    }

    /// The same in another notation.
    fn moves_in(&self, notation: Notation) -> Vec<String>;

    /// The moves of this line after the first `played` ones, in standard spelling. A protocol
    /// that tells a player only what is new asks this every turn, so it must not write the rest.
    fn moves_after(&self, played: usize) -> Vec<String>;

    /// Hash of the position after the first `played` moves of this line, as repetition compares
    /// it; `None` beyond its end.
    fn key_after(&self, played: usize) -> Option<u64>;

    /// The position text; with the moves played where the game's notation carries them.
    fn position(&self) -> String;

    /// The text of the bare position, for games whose [`position`](Session::position) carries
    /// the moves played.
    fn board(&self) -> Option<String>;

    /// The position as it is drawn, last move included.
    fn view(&self) -> BoardView;

    /// The position as somebody would set it up.
    fn draft(&self) -> Draft;

    /// Why no game can have led to this position, as far as is easily seen; nothing for one that was played.
    fn doubts(&self) -> Vec<Problem>;

    /// Hash of the position as repetition compares it.
    fn key(&self) -> u64;

    /// What is left of the position when it does not matter where it lies, how it is turned, and which of alike pieces
    /// stands where: a number that never changes. Not fast.
    fn shape(&self) -> u64;

    /// A random legal move, or `None` if the game is over.
    fn random_move(&self, rng: &mut Rng) -> Option<String>;

    /// Lines of exactly `depth` plies from here, bulk-counted, per first move.
    fn divide(&self, depth: u32, threads: usize, done: &(dyn Fn(usize, usize) + Sync)) -> Vec<(String, u64)>;

    /// Lines of exactly `depth` plies from here.
    fn perft(&self, depth: u32, threads: usize, done: &(dyn Fn(usize, usize) + Sync)) -> u64;

    /// A copy of this session.
    fn clone_box(&self) -> Box<dyn Session>;

    /// The [`PlayedSession`] behind the texts, for whoever knows the rule set's type: an engine
    /// takes the state itself instead of reading it from a text.
    fn as_any(&self) -> &dyn Any;
}

/// What [`Session::shape`] gives, for whoever has the state itself.
pub fn shape_of<R: Ruleset>(rules: &R, state: &R::State) -> u64 {
    in_game(&rules.id(), rules.draft_of(state).shape(rules.symmetry()))
}

/// The one implementation of [`Session`].
#[derive(Clone)]
pub struct PlayedSession<R: Ruleset> {
    rules: R,
    start: R::State,
    state: R::State,
    moves: Vec<<R::State as Game>::Move>,
    /// Key of every position of the line, the start included.
    keys: Vec<u64>,
    outcome: Option<Outcome>,
    /// The legal moves here, once somebody has asked for them: whoever chooses among them plays one of them.
    legal: OnceLock<Vec<<R::State as Game>::Move>>,
}

impl<R: Ruleset> PlayedSession<R> {
    /// A session that begins at `start`.
    pub fn new(rules: R, start: R::State) -> PlayedSession<R> {
        let outcome = start.outcome();
        PlayedSession {
            rules,
            state: start.clone(),
            keys: vec![start.key()],
            start,
            moves: Vec::new(),
            outcome,
            legal: OnceLock::new(),
        }
    }

    /// A session that has played a line.
    ///
    /// # Errors
    /// When a move of the line is not legal where it stands.
    pub fn from_line(rules: R, line: Line<R::State>) -> Result<PlayedSession<R>, PositionError> {
        let mut session = PlayedSession::new(rules, line.start);
        for (index, mv) in line.moves.into_iter().enumerate() {
            session
                .check_legal(mv, &|state| state.move_text(mv, Notation::Standard))
                .map_err(|error| PositionError::Move { ply: index + 1, error })?;
            session.advance(mv);
        }
        Ok(session)
    }

    /// The state now.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The rule set.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Key of every position of the line, the start and the state now included.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The line so far.
    pub fn line(&self) -> Line<R::State> {
        Line { start: self.start.clone(), moves: self.moves.clone() }
    }

    fn legal(&self) -> &[<R::State as Game>::Move] {
        self.legal.get_or_init(|| {
            let mut moves = Vec::new();
            if self.outcome.is_none() {
                moves.reserve(64);
                self.state.legal_moves(&mut moves);
            }
            moves
        })
    }

    fn check_legal(&self, mv: <R::State as Game>::Move, text: &dyn Fn(&R::State) -> String) -> Result<(), MoveError> {
        if let Some(outcome) = self.outcome {
            return Err(MoveError::GameOver {
                text: crate::error::shorten(&text(&self.state)),
                reason: outcome.reason.id(),
            });
        }
        // A move may be legal without standing in the list, where pieces can take each other's place.
        let is_listed = self.legal.get().is_some_and(|moves| moves.contains(&mv));
        if is_listed || self.state.is_legal(mv) {
            Ok(())
        } else {
            Err(MoveError::illegal(&text(&self.state), self.state.explain_illegal(mv)))
        }
    }

    fn read(&self, text: &str) -> Result<<R::State as Game>::Move, MoveError> {
        if let Some(outcome) = self.outcome {
            return Err(MoveError::GameOver { text: crate::error::shorten(text), reason: outcome.reason.id() });
        }
        let mv = self.state.parse_move(text)?;
        self.check_legal(mv, &|_| text.to_string())?;
        Ok(mv)
    }

    fn advance(&mut self, mv: <R::State as Game>::Move) {
        self.state.play(mv);
        self.legal = OnceLock::new();
        self.moves.push(mv);
        let key = self.state.key();
        self.keys.push(key);
        self.outcome = self.state.outcome().or_else(|| {
            let limit = self.rules.repetition_limit()? as usize;
            let seen = self.keys.iter().filter(|&&earlier| earlier == key).count();
            (seen >= limit).then(|| self.state.verdict(None, Reason::Repetition))
        });
    }

    fn replay(&self, moves: usize) -> R::State {
        let mut state = self.start.clone();
        for &mv in &self.moves[..moves] {
            state.play(mv);
        }
        state
    }

    /// The moves from index `first` on.
    fn texts(&self, first: usize, notation: Notation) -> Vec<String> {
        let mut state = self.replay(first);
        self.moves[first..]
            .iter()
            .map(|&mv| {
                let text = state.move_text(mv, notation);
                state.play(mv);
                text
            })
            .collect()
    }
}

impl<R: Ruleset> Session for PlayedSession<R> {
    fn info(&self) -> &'static GameInfo {
        self.rules.info()
    }

    fn id(&self) -> String {
        self.rules.id()
    }

    fn setup(&self) -> String {
        self.rules.setup_text(&self.start)
    }

    fn side_to_move(&self) -> Side {
        self.state.side_to_move()
    }

    fn turn(&self) -> u32 {
        self.state.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn scores(&self, winner: Option<Side>) -> [Score; 2] {
        self.state.verdict(winner, Reason::RoundLimit).scores
    }

    fn legal_moves_in(&self, notation: Notation) -> Vec<String> {
        let mut texts: Vec<_> = self.legal().iter().map(|&mv| self.state.move_text(mv, notation)).collect();
        texts.sort_unstable();
        texts
    }

    fn gestures(&self) -> Vec<Gesture> {
        let gesture = |&mv: &_| {
            let cells = self.state.move_cells(mv);
            let held = match cells.and_then(|cells| cells.from) {
                Some(from) => Some(Held::Cell(from)),
                None => self.state.taken_from_hand(mv).map(Held::Hand),
            };
            Gesture { text: self.state.move_text(mv, Notation::Standard), held, to: cells.map(|cells| cells.to) }
        };
        let mut gestures: Vec<Gesture> = self.legal().iter().map(gesture).collect();
        gestures.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        gestures
    }

    fn why_not(&self, held: &Held, to: Option<Cell>) -> Option<BrokenRule> {
        if let Some(outcome) = self.outcome {
            return Some(BrokenRule::new("game-over", "the game is over").with("reason", outcome.reason.id()));
        }
        let Some(to) = to else {
            let is_held = |gesture: &Gesture| gesture.held.as_ref() == Some(held);
            return (!self.gestures().iter().any(is_held)).then(|| self.state.explain_stuck(held));
        };
        match self.state.meant(held, to) {
            Ok(mv) => (!self.state.is_legal(mv)).then(|| self.state.explain_illegal(mv)),
            Err(rule) => Some(rule),
        }
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.read(text)?;
        let spelt = self.state.move_text(mv, Notation::Standard);
        self.advance(mv);
        Ok(spelt)
    }

    fn check(&self, text: &str) -> Result<String, MoveError> {
        let mv = self.read(text)?;
        Ok(self.state.move_text(mv, Notation::Standard))
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.keys.pop();
        self.state = self.replay(self.moves.len());
        self.legal = OnceLock::new();
        // A move was played from here, so the game was not over.
        self.outcome = None;
        true
    }

    fn moves_in(&self, notation: Notation) -> Vec<String> {
        self.texts(0, notation)
    }

    fn moves_after(&self, played: usize) -> Vec<String> {
        self.texts(played.min(self.moves.len()), Notation::Standard)
    }

    fn key_after(&self, played: usize) -> Option<u64> {
        self.keys.get(played).copied()
    }

    fn position(&self) -> String {
        self.rules.line_text(&self.line(), &self.state, self.outcome.as_ref())
    }

    fn board(&self) -> Option<String> {
        self.rules.writes_history().then(|| self.state.to_text())
    }

    fn view(&self) -> BoardView {
        let mut view = self.state.view();
        if let Some(&mv) = self.moves.last() {
            view.last_move = self.replay(self.moves.len() - 1).move_cells(mv);
        }
        view
    }

    fn draft(&self) -> Draft {
        self.rules.draft_of(&self.state)
    }

    fn doubts(&self) -> Vec<Problem> {
        self.rules.doubts(&self.state)
    }

    fn shape(&self) -> u64 {
        shape_of(&self.rules, &self.state)
    }

    fn key(&self) -> u64 {
        self.state.key()
    }

    fn random_move(&self, rng: &mut Rng) -> Option<String> {
        let moves = self.legal();
        if moves.is_empty() {
            return None;
        }
        Some(self.state.move_text(moves[rng.below(moves.len())], Notation::Standard))
    }

    fn divide(&self, depth: u32, threads: usize, done: &(dyn Fn(usize, usize) + Sync)) -> Vec<(String, u64)> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        perft::divide(&self.state, depth, threads, done)
            .into_iter()
            .map(|(mv, count)| (self.state.move_text(mv, Notation::Standard), count))
            .collect()
    }

    fn perft(&self, depth: u32, threads: usize, done: &(dyn Fn(usize, usize) + Sync)) -> u64 {
        match depth {
            0 => 1,
            _ => self.divide(depth, threads, done).into_iter().map(|(_, count)| count).sum(),
        }
    }

    fn clone_box(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
