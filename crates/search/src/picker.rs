//! Which move is tried next.
//!
//! First the move the table remembers, if the brain can tell that it is legal without listing
//! all; then all others in order: good tactical moves, killers, the answer that worked
//! against the last move, quiet moves by their rating and history, bad tactical moves.

use schwarm_core::{Game, Side};

use crate::{Brain, MOST_PLIES, Rated};

/// A history score is at most this.
pub(crate) const MOST_HISTORY: i32 = 16_384;

/// A move with what the order depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub mv: M,
    pub packed: u16,
    pub slot: u32,
    pub is_tactical: bool,
    pub history: i32,
    order: i32,
}

/// Room of each kind of move in the order; what a brain says of a move is cut to fit.
mod room {
    pub const REMEMBERED: i32 = i32::MAX;
    pub const TACTICAL: i32 = 1 << 28;
    pub const KILLER: i32 = 1 << 26;
    pub const COUNTER: i32 = 1 << 25;
    pub const BAD_TACTICAL: i32 = -(1 << 28);
    pub const WIDTH: i32 = 1 << 24;
}

/// What worked before in this search.
pub(crate) struct Experience {
    history: [Vec<i16>; 2],
    /// The answer that worked against the move of a slot.
    counters: [Vec<Option<u16>>; 2],
    killers: [[Option<u16>; 2]; MOST_PLIES + 1],
}

impl Experience {
    pub(crate) fn new(slots: usize) -> Experience {
        Experience {
            history: [vec![0; slots], vec![0; slots]],
            counters: [vec![None; slots], vec![None; slots]],
            killers: [[None; 2]; MOST_PLIES + 1],
        }
    }

    #[inline]
    fn history(&self, side: Side, slot: usize) -> i32 {
        i32::from(self.history[side.index()][slot])
    }

    /// A quiet move was better than those tried before it.
    pub(crate) fn learn<M: Copy>(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        best: &Candidate<M>,
        tried: &[Candidate<M>],
        last: Option<u32>,
    ) {
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        self.adjust(side, best.slot, bonus);
        for worse in tried.iter().filter(|worse| !worse.is_tactical && worse.packed != best.packed) {
            self.adjust(side, worse.slot, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best.packed) {
            *killers = [Some(best.packed), killers[0]];
        }
        if let Some(last) = last {
            self.counters[side.index()][last as usize] = Some(best.packed);
        }
    }

    /// Moves a history score towards its limit, the slower the nearer it is.
    fn adjust(&mut self, side: Side, slot: u32, bonus: i32) {
        let score = &mut self.history[side.index()][slot as usize];
        let now = i32::from(*score);
        *score = (now + bonus - now * bonus.abs() / MOST_HISTORY) as i16;
    }

    /// The killers of a ply belong to its siblings only.
    pub(crate) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [None; 2];
        }
    }
}

/// Memory for the lists of moves, used again and again.
pub(crate) struct Scratch<M> {
    moves: Vec<M>,
    rated: Vec<Rated>,
    lists: Vec<Vec<Candidate<M>>>,
}

impl<M> Scratch<M> {
    pub(crate) fn new() -> Scratch<M> {
        Scratch { moves: Vec::new(), rated: Vec::new(), lists: Vec::new() }
    }

    /// The move the table remembers, to be tried before any list is made.
    pub(crate) fn remembered<G: Game<Move = M>, B: Brain<G>>(&mut self, brain: &mut B, state: &G, mv: M) -> Candidate<M>
    where
        M: Copy,
    {
        self.rated.clear();
        brain.rate(state, &[mv], &mut self.rated);
        let is_tactical = self.rated.first().is_some_and(|rated| rated.is_tactical);
        let (packed, slot) = (brain.pack(mv), brain.slot(state, mv) as u32);
        Candidate { mv, packed, slot, is_tactical, history: 0, order: room::REMEMBERED }
    }

    /// Gives a list back.
    pub(crate) fn done(&mut self, list: Vec<Candidate<M>>) {
        self.lists.push(list);
    }
}

/// What the order of moves depends on beside the position.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Plies from the root.
    pub ply: usize,
    /// Slot of the move that led here.
    pub last: Option<u32>,
    /// The move the table remembers.
    pub remembered: Option<u16>,
    /// The move that was tried before there was a list.
    pub skipped: Option<u16>,
}

/// The moves of one node, the best of the rest each time.
pub(crate) struct Picker<M> {
    list: Vec<Candidate<M>>,
    next: usize,
    is_sorted: bool,
}

/// Moves picked one by one before the rest is sorted: most nodes end sooner.
const PICKED: usize = 4;

impl<M: Copy> Picker<M> {
    /// No moves yet.
    pub(crate) fn new(scratch: &mut Scratch<M>) -> Picker<M> {
        let mut list = scratch.lists.pop().unwrap_or_default();
        list.clear();
        Picker { list, next: 0, is_sorted: false }
    }

    /// All moves of a position but the one tried already.
    pub(crate) fn fill<G: Game<Move = M>, B: Brain<G>>(
        &mut self,
        brain: &mut B,
        state: &G,
        scratch: &mut Scratch<M>,
        experience: &Experience,
        place: &Place,
    ) {
        scratch.moves.clear();
        state.legal_moves(&mut scratch.moves);
        self.add(brain, state, scratch, experience, place);
    }

    /// The moves that must be looked at before a position is judged.
    pub(crate) fn fill_noisy<G: Game<Move = M>, B: Brain<G>>(
        &mut self,
        brain: &mut B,
        state: &G,
        scratch: &mut Scratch<M>,
        experience: &Experience,
    ) {
        scratch.moves.clear();
        brain.noisy_moves(state, &mut scratch.moves);
        let nowhere = Place { ply: MOST_PLIES, last: None, remembered: None, skipped: None };
        self.add(brain, state, scratch, experience, &nowhere);
    }

    fn add<G: Game<Move = M>, B: Brain<G>>(
        &mut self,
        brain: &mut B,
        state: &G,
        scratch: &mut Scratch<M>,
        experience: &Experience,
        &Place { ply, last, remembered, skipped }: &Place,
    ) {
        if scratch.moves.is_empty() {
            return;
        }
        scratch.rated.clear();
        brain.rate(state, &scratch.moves, &mut scratch.rated);
        debug_assert_eq!(scratch.moves.len(), scratch.rated.len(), "one rating for each move");
        let side = state.side_to_move();
        let killers = experience.killers[ply];
        let counter = last.and_then(|last| experience.counters[side.index()][last as usize]);
        let mut overlooked = None;
        for (&mv, rated) in scratch.moves.iter().zip(&scratch.rated) {
            let packed = brain.pack(mv);
            if Some(packed) == skipped {
                continue;
            }
            // At the root nothing is overlooked: every choice is somebody's.
            if ply > 0 && brain.overlooks(state, mv) {
                overlooked = Some((mv, packed));
                continue;
            }
            let slot = brain.slot(state, mv);
            let history = if rated.is_tactical { 0 } else { experience.history(side, slot) };
            let within = rated.order.clamp(-room::WIDTH, room::WIDTH);
            let order = if Some(packed) == remembered {
                room::REMEMBERED
            } else if rated.is_tactical {
                within + if within >= 0 { room::TACTICAL } else { room::BAD_TACTICAL }
            } else if Some(packed) == killers[0] {
                room::KILLER + 1
            } else if Some(packed) == killers[1] {
                room::KILLER
            } else if Some(packed) == counter {
                room::COUNTER
            } else {
                within + history
            };
            let slot = slot as u32;
            self.list.push(Candidate { mv, packed, slot, is_tactical: rated.is_tactical, history, order });
        }
        if let (true, None, Some((mv, packed))) = (self.list.is_empty(), skipped, overlooked) {
            let slot = brain.slot(state, mv) as u32;
            self.list.push(Candidate { mv, packed, slot, is_tactical: false, history: 0, order: 0 });
        }
    }

    /// The next move.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Candidate<M>> {
        let rest = self.list.get_mut(self.next..).filter(|rest| !rest.is_empty())?;
        if self.next < PICKED {
            let mut best = 0;
            for (index, candidate) in rest.iter().enumerate() {
                if candidate.order > rest[best].order {
                    best = index;
                }
            }
            rest.swap(0, best);
        } else if !self.is_sorted {
            // Unstable sorting is still the same on every run.
            rest.sort_unstable_by_key(|candidate| std::cmp::Reverse((candidate.order, candidate.packed)));
            self.is_sorted = true;
        }
        self.next += 1;
        Some(self.list[self.next - 1])
    }

    /// Moves handed out so far.
    pub(crate) fn tried(&self) -> &[Candidate<M>] {
        &self.list[..self.next]
    }

    /// The list, to be used again.
    pub(crate) fn into_list(self) -> Vec<Candidate<M>> {
        self.list
    }
}
