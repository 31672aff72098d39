//! One game being played by action numbers, with its types.
//!
//! What must hold: `actions` are the numbers of `moves`, the legal moves of `state`; both are empty once the game is over.

use schwarm_core::{Game, Line, PlayedSession, PositionError, Rng, Ruleset, Session, Setup, Side};

use crate::encode::{Encode, Form};

/// The keys of the positions of a game. Games may go on for thousands of plies, so most questions are answered by a few bits.
#[derive(Default)]
struct Seen {
    keys: Vec<u64>,
    /// A bit for each key; several keys may share one. Empty while few keys are known.
    bits: Vec<u64>,
}

impl Seen {
    /// Keys that are looked through without the bits.
    const FEW: usize = 64;
    /// Words of bits.
    const WORDS: usize = 128;

    fn clear(&mut self) {
        self.keys.clear();
        self.bits.clear();
    }

    /// Adds a key and says how often it was added before.
    fn add(&mut self, key: u64) -> usize {
        let bit = |key: u64| ((key >> 6) as usize % Seen::WORDS, 1 << (key % 64));
        if self.bits.is_empty() && self.keys.len() >= Seen::FEW {
            self.bits.resize(Seen::WORDS, 0);
            for &key in &self.keys {
                self.bits[bit(key).0] |= bit(key).1;
            }
        }
        let mut is_known = true;
        if let Some(word) = self.bits.get_mut(bit(key).0) {
            is_known = *word & bit(key).1 != 0;
            *word |= bit(key).1;
        }
        let before = if is_known { self.keys.iter().filter(|&&earlier| earlier == key).count() } else { 0 };
        self.keys.push(key);
        before
    }
}

/// A game.
pub(crate) struct Track<R: Ruleset> {
    start: R::State,
    state: R::State,
    seen: Seen,
    /// What was played.
    line: Vec<<R::State as Game>::Move>,
    moves: Vec<<R::State as Game>::Move>,
    actions: Vec<u16>,
    won: Option<Option<Side>>,
    repeats: u8,
    /// Draws setups.
    setups: Rng,
    /// Draws actions.
    dice: Rng,
}

impl<R: Ruleset> Track<R>
where
    R::State: Encode,
{
    /// A game at the first position of a setup.
    pub(crate) fn new(rules: &R, seed: u64, index: u64) -> Result<Track<R>, PositionError> {
        let start = rules.start(Setup::Default)?;
        let mut track = Track {
            state: start.clone(),
            start,
            seen: Seen::default(),
            line: Vec::new(),
            moves: Vec::new(),
            actions: Vec::new(),
            won: None,
            repeats: 0,
            setups: Rng::new(0),
            dice: Rng::new(0),
        };
        track.reseed(seed, index);
        track.begin(rules)?;
        // Whoever begins all games anew before playing begins the same ones.
        track.reseed(seed, index);
        Ok(track)
    }

    /// What happens from now on depends on the seed and the number of the game alone.
    pub(crate) fn reseed(&mut self, seed: u64, index: u64) {
        let mut source = Rng::new(Rng::new(seed).next_u64() ^ Rng::new(!index).next_u64());
        self.setups = Rng::new(source.next_u64());
        self.dice = Rng::new(source.next_u64());
    }

    /// Begins another game, from a setup of its own where the rules have several.
    pub(crate) fn begin(&mut self, rules: &R) -> Result<(), PositionError> {
        self.start = rules.start(Setup::Seed(self.setups.next_u64()))?;
        self.go_to_start(rules);
        Ok(())
    }

    fn go_to_start(&mut self, rules: &R) {
        self.state = self.start.clone();
        self.seen.clear();
        self.line.clear();
        self.arrive(rules);
    }

    /// Takes up the line of a session.
    pub(crate) fn take_up(&mut self, rules: &R, session: &PlayedSession<R>) {
        let Line { start, moves } = session.line();
        self.start = start;
        self.go_to_start(rules);
        for mv in moves {
            self.play(rules, mv);
        }
    }

    fn arrive(&mut self, rules: &R) {
        let key = self.state.key();
        self.repeats = 0;
        self.won = self.state.won();
        if let Some(limit) = rules.repetition_limit() {
            let seen = self.seen.add(key);
            self.repeats = u8::try_from(seen).unwrap_or(u8::MAX);
            if self.won.is_none() && seen + 1 >= limit as usize {
                self.won = Some(None);
            }
        }
        self.moves.clear();
        self.actions.clear();
        if self.won.is_none() {
            self.state.legal_moves(&mut self.moves);
            self.state.number(&self.moves, &mut self.actions);
        }
    }

    /// The place of an action among the legal ones.
    #[inline]
    pub(crate) fn find(&self, action: i64) -> Option<usize> {
        let action = u16::try_from(action).ok()?;
        self.actions.iter().position(|&legal| legal == action)
    }

    /// Plays the legal move at a place of the list.
    pub(crate) fn play_at(&mut self, rules: &R, place: usize) {
        let mv = self.moves[place];
        self.play(rules, mv);
    }

    fn play(&mut self, rules: &R, mv: <R::State as Game>::Move) {
        self.state.play(mv);
        self.line.push(mv);
        self.arrive(rules);
    }

    /// The place of the legal move a text means; the caller knows that the text is legal or not by the answer.
    pub(crate) fn find_text(&self, text: &str) -> Option<usize> {
        let mv = self.state.parse_move(text).ok()?;
        if let Some(place) = self.moves.iter().position(|&legal| legal == mv) {
            return Some(place);
        }
        // Alike pieces in hand may take each other's place: the spelling is the same.
        if self.won.is_some() || !self.state.is_legal(mv) {
            return None;
        }
        let spelt = self.state.move_text(mv, schwarm_core::Notation::Standard);
        self.moves.iter().position(|&legal| self.text(legal) == spelt)
    }

    fn text(&self, mv: <R::State as Game>::Move) -> String {
        self.state.move_text(mv, schwarm_core::Notation::Standard)
    }

    /// The text of the legal move at a place of the list.
    pub(crate) fn text_at(&self, place: usize) -> String {
        self.text(self.moves[place])
    }

    /// A random legal action; `None` once the game is over.
    pub(crate) fn sample(&mut self) -> Option<u16> {
        (!self.actions.is_empty()).then(|| self.actions[self.dice.below(self.actions.len())])
    }

    /// The numbers of the legal moves.
    pub(crate) fn actions(&self) -> &[u16] {
        &self.actions
    }

    /// The winner, or nobody, once the game is over.
    pub(crate) fn won(&self) -> Option<Option<Side>> {
        self.won
    }

    /// Plies played in this game.
    pub(crate) fn plies(&self) -> usize {
        self.line.len()
    }

    /// Who moves.
    pub(crate) fn side(&self) -> Side {
        self.state.side_to_move()
    }

    pub(crate) fn observe(&self, form: &Form, out: &mut [u8]) {
        self.state.observe(form, self.repeats, out);
    }

    pub(crate) fn mask(&self, out: &mut [bool]) {
        out.fill(false);
        for &action in &self.actions {
            if let Some(legal) = out.get_mut(usize::from(action)) {
                *legal = true;
            }
        }
    }

    /// The game as a session with its history.
    pub(crate) fn session(&self, rules: &R) -> Result<Box<dyn Session>, PositionError> {
        let line = Line { start: self.start.clone(), moves: self.line.clone() };
        Ok(Box::new(PlayedSession::from_line(rules.clone(), line)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_however_many_there_are() {
        let (mut seen, mut plain) = (Seen::default(), Vec::new());
        let mut rng = Rng::new(3);
        for round in 0..3 {
            for _ in 0..4000 {
                let key = rng.below(900) as u64 * 0x9E37_79B9_7F4A_7C15;
                let before = plain.iter().filter(|&&earlier| earlier == key).count();
                assert_eq!(seen.add(key), before, "round {round}");
                plain.push(key);
            }
            seen.clear();
            plain.clear();
        }
    }
}
