//! One game being played by action numbers, with its types.
//!
//! What must hold: `actions` are the numbers of `moves`, the legal moves of `state`; both are empty once the game is over.

use schwarm_core::{Game, Line, PlayedSession, PositionError, Rng, Ruleset, Session, Setup, Side};

use crate::encode::{Encode, Form};

/// What is remembered of the keys of a game's positions. Games may go on for thousands of plies and there are thousands of them,
/// so it is little: enough to know of nearly every new position that it is new.
#[derive(Default)]
struct Seen {
    /// Sixteen bits of each key.
    prints: Vec<u16>,
    /// A bit for each key, by other bits of it. Empty while few keys are known.
    bits: Vec<u64>,
}

impl Seen {
    /// Keys that are looked through without the bits.
    const FEW: usize = 64;
    /// Words of bits at first.
    const WORDS: usize = 128;

    fn clear(&mut self) {
        self.prints.clear();
        self.bits.clear();
    }

    /// Word and bit of a key.
    fn bit(&self, key: u64) -> (usize, u64) {
        ((key >> 6) as usize % self.bits.len().max(1), 1 << (key % 64))
    }

    /// Adds a key. `false` if it was certainly not added before.
    fn add(&mut self, key: u64) -> bool {
        let print = (key >> 48) as u16;
        let (word, bit) = self.bit(key);
        let is_marked = self.bits.get(word).is_none_or(|bits| bits & bit != 0);
        let may_be_known = is_marked && self.prints.contains(&print);
        push(&mut self.prints, print);
        if let Some(bits) = self.bits.get_mut(word) {
            *bits |= bit;
        }
        may_be_known
    }

    /// Whether the bits are to be made, or more of them.
    fn wants_bits(&self) -> bool {
        // Eight bits a key leave most of them unset.
        self.prints.len() >= Seen::FEW && self.bits.len() * 8 < self.prints.len()
    }

    /// Makes the bits from all keys so far.
    fn mark(&mut self, keys: impl Iterator<Item = u64>) {
        self.bits = vec![0; (self.prints.len() / 4).next_power_of_two().max(Seen::WORDS)];
        for key in keys {
            let (word, bit) = self.bit(key);
            self.bits[word] |= bit;
        }
    }
}

/// Adds to a list that does not take twice the room it needs.
fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(128);
    }
    list.push(item);
}

/// Where a game began.
enum Origin<S> {
    Seed(u64),
    Given(Box<S>),
}

/// A game.
pub(crate) struct Track<R: Ruleset> {
    origin: Origin<R::State>,
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
        let mut track = Track {
            state: rules.start(Setup::Default)?,
            origin: Origin::Seed(0),
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
        let seed = self.setups.next_u64();
        let start = rules.start(Setup::Seed(seed))?;
        self.origin = Origin::Seed(seed);
        self.go_to(rules, start);
        Ok(())
    }

    /// The first position of the game.
    fn start(&self, rules: &R) -> Result<R::State, PositionError> {
        match &self.origin {
            Origin::Seed(seed) => rules.start(Setup::Seed(*seed)),
            Origin::Given(start) => Ok((**start).clone()),
        }
    }

    fn go_to(&mut self, rules: &R, start: R::State) {
        self.state = start;
        self.seen.clear();
        self.line.clear();
        self.arrive(rules);
    }

    /// Takes up the line of a session.
    pub(crate) fn take_up(&mut self, rules: &R, session: &PlayedSession<R>) {
        let Line { start, moves } = session.line();
        self.origin = Origin::Given(Box::new(start.clone()));
        self.go_to(rules, start);
        for mv in moves {
            self.play(rules, mv);
        }
    }

    fn arrive(&mut self, rules: &R) {
        let key = self.state.key();
        self.repeats = 0;
        self.won = self.state.won();
        if let Some(limit) = rules.repetition_limit() {
            let seen = self.count(rules, key);
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
        push(&mut self.line, mv);
        self.arrive(rules);
    }

    /// How often the position that was just reached occurred before.
    fn count(&mut self, rules: &R, key: u64) -> usize {
        if self.seen.wants_bits() {
            let keys: Vec<u64> = self.earlier(rules).collect();
            self.seen.mark(keys.into_iter());
        }
        if self.seen.add(key) { self.earlier(rules).filter(|&earlier| earlier == key).count() } else { 0 }
    }

    /// The keys of all positions before that of now, found by playing the game again.
    fn earlier(&self, rules: &R) -> impl Iterator<Item = u64> + '_ {
        // A game that has begun can be begun again.
        let mut state = self.start(rules).unwrap_or_else(|_| self.state.clone());
        self.line.iter().map(move |&mv| {
            let key = state.key();
            state.play(mv);
            key
        })
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
        let line = Line { start: self.start(rules)?, moves: self.line.clone() };
        Ok(Box::new(PlayedSession::from_line(rules.clone(), line)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_that_was_added_is_taken_for_a_new_one_and_few_new_ones_for_known() {
        let (mut seen, mut plain) = (Seen::default(), Vec::new());
        let (mut rng, mut mistaken) = (Rng::new(3), 0);
        for number in 0..9000 {
            let key = if number % 10 == 9 { plain[rng.below(plain.len())] } else { rng.next_u64() };
            if seen.wants_bits() {
                seen.mark(plain.iter().copied());
            }
            let is_known = seen.add(key);
            assert!(is_known || !plain.contains(&key));
            mistaken += usize::from(is_known && !plain.contains(&key));
            plain.push(key);
        }
        assert!(mistaken < 150, "{mistaken}");
    }

    #[test]
    fn repetition_is_counted_as_sessions_count_it_in_long_games() {
        let rules = schwarm_hive::visit(schwarm_hive::Backend::Plain, "hive,repetition=threefold", Compare);
        assert!(rules.is_ok_and(|repeats| repeats > 3));
    }

    struct Compare;

    impl schwarm_hive::Visit for Compare {
        type Output = usize;

        fn visit<B: schwarm_hive::Kernel, L: schwarm_hive::Law>(self, rules: schwarm_hive::HiveRules<B, L>) -> usize {
            let mut repeats = 0;
            for index in 0..40 {
                let Ok(mut track) = Track::new(&rules, 1, index) else { return 0 };
                let mut keys = vec![track.state.key()];
                while track.won().is_none() && track.plies() < 1200 {
                    // A walk that turns back often meets old positions.
                    let place = track.dice.below(track.actions.len().min(4));
                    track.play_at(&rules, place);
                    let key = track.state.key();
                    let before = keys.iter().filter(|&&earlier| earlier == key).count();
                    assert_eq!(usize::from(track.repeats), before);
                    assert_eq!(track.won() == Some(None) && track.state.won().is_none(), before >= 2);
                    repeats += before;
                    keys.push(key);
                }
            }
            repeats
        }
    }
}
