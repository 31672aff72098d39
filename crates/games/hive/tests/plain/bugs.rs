//! How each bug moves, and the pillbug's throw.
//!
//! All steps are judged on `rest`: the position without the piece that moves, which is in the air and
//! neither gives contact nor closes a gate.
//! Not here: whose queen must be placed first, and when the game is over (`mod.rs`).

use super::board::{DIRECTIONS, common_neighbours, neighbours, plus};
use super::{Action, Book, Bug, Cell, Plain};
use std::collections::BTreeSet;

/// Moves by a piece's own legs, and throws.
impl Plain {
    /// Every move of a piece of the side to move. A covered piece cannot move.
    pub fn movements(&self) -> BTreeSet<Action> {
        let mut actions = BTreeSet::new();
        for &from in self.stacks.keys() {
            if self.top(from).is_some_and(|piece| piece.side == self.side) && !self.is_stunned(from) {
                actions.extend(self.targets(from).into_iter().map(|to| Action::Move { from, to }));
            }
        }
        actions
    }

    /// Where the top piece of a cell can walk to.
    fn targets(&self, from: Cell) -> BTreeSet<Cell> {
        let rest = self.without_top(from);
        // "Der Schwarm muss also auch verbunden sein, wenn man den Stein in Bewegung entfernt."
        if !rest.is_connected() {
            return BTreeSet::new();
        }
        self.gaits(from).into_iter().flat_map(|gait| rest.targets_of_gait(gait, from)).collect()
    }

    /// As which bugs the top piece of a cell may walk: as itself; a mosquito on the ground as any bug that a
    /// neighbouring cell shows on top, but not as a mosquito; a mosquito on a stack as a beetle only.
    fn gaits(&self, from: Cell) -> BTreeSet<Bug> {
        let bug = self.top(from).expect("a piece to move").bug;
        if bug != Bug::Mosquito {
            return BTreeSet::from([bug]);
        }
        if self.height(from) > 1 {
            return BTreeSet::from([Bug::Beetle]);
        }
        let touched = neighbours(from).into_iter().filter_map(|near| self.top(near));
        touched.map(|piece| piece.bug).filter(|&bug| bug != Bug::Mosquito).collect()
    }

    /// Every throw: a pillbug, or a mosquito on the ground that touches one, takes a neighbour over itself to
    /// a free neighbour cell. The thrower may be pinned, for it stays where it is.
    pub fn throws(&self) -> BTreeSet<Action> {
        let mut actions = BTreeSet::new();
        for &thrower in self.stacks.keys().filter(|&&cell| self.can_throw(cell)) {
            for from in neighbours(thrower).into_iter().filter(|&cell| self.can_be_thrown(cell)) {
                let rest = self.without_top(from);
                if !rest.passes_height_gate(from, thrower) {
                    continue;
                }
                // Where the piece came from is no target: that would be no move.
                for to in neighbours(thrower).into_iter().filter(|&cell| self.is_free(cell)) {
                    if rest.passes_height_gate(thrower, to) {
                        actions.insert(Action::Move { from, to });
                    }
                }
            }
        }
        actions
    }

    fn can_throw(&self, cell: Cell) -> bool {
        let is_own = self.top(cell).is_some_and(|piece| piece.side == self.side);
        is_own && self.height(cell) == 1 && !self.is_stunned(cell) && self.gaits(cell).contains(&Bug::Pillbug)
    }

    /// Alone on its cell, not the piece that moved last, and no piece that holds the hive together.
    fn can_be_thrown(&self, cell: Cell) -> bool {
        self.height(cell) == 1 && !self.is_stunned(cell) && self.without_top(cell).is_connected()
    }

    /// The piece that moved or was thrown in the last ply may not move, throw or be thrown now. The rule came
    /// with the pillbug; the other books do not know it.
    fn is_stunned(&self, cell: Cell) -> bool {
        matches!(self.book, Book::Official { .. }) && self.stunned == Some(cell)
    }
}

/// The position seen by a piece in the air: `self` is the rest.
impl Plain {
    fn targets_of_gait(&self, gait: Bug, from: Cell) -> BTreeSet<Cell> {
        match gait {
            Bug::Queen | Bug::Pillbug => self.slides(from).into_iter().collect(),
            Bug::Ant => self.ant_targets(from),
            Bug::Spider => self.spider_targets(from),
            Bug::Beetle => neighbours(from).into_iter().filter(|&to| self.beetle_can_step(from, to)).collect(),
            Bug::Grasshopper => self.grasshopper_targets(from),
            Bug::Ladybug => self.ladybug_targets(from),
            Bug::Mosquito => BTreeSet::new(),
        }
    }

    fn slides(&self, from: Cell) -> Vec<Cell> {
        neighbours(from).into_iter().filter(|&to| self.can_slide(from, to)).collect()
    }

    /// One step on the ground. Of the common neighbours that the board has (one along its edge, else two) some
    /// must hold a piece, or contact is lost; and where there are two, one must be free, or the gate is closed.
    /// A blackberry gives no contact and closes a gate.
    fn can_slide(&self, from: Cell, to: Cell) -> bool {
        let common = self.common_neighbours_on_board(from, to);
        let keeps_contact = common.iter().any(|&cell| self.is_occupied(cell));
        let gate_is_open = common.len() == 1 || common.iter().any(|&cell| self.is_free(cell));
        self.is_free(to) && keeps_contact && gate_is_open
    }

    /// One step of a beetle, onto other pieces too.
    fn beetle_can_step(&self, from: Cell, to: Cell) -> bool {
        if !self.is_usable(to) {
            return false;
        }
        match self.book {
            Book::Official { .. } if !self.is_occupied(from) && !self.is_occupied(to) => self.can_slide(from, to),
            Book::Official { .. } => self.passes_height_gate(from, to),
            // Classic and 2020: no gate at all, but contact at the start, at the target or beside the way.
            Book::Classic { .. } | Book::Sc2020 { .. } => {
                let beside = self.common_neighbours_on_board(from, to);
                [from, to].into_iter().chain(beside).any(|cell| self.is_occupied(cell))
            }
        }
    }

    /// Official: a step above the ground is blocked when both common neighbours are higher than the start
    /// (with the piece lifted) and the target.
    fn passes_height_gate(&self, from: Cell, to: Cell) -> bool {
        let level = self.height(from).max(self.height(to));
        let is_blocked = common_neighbours(from, to).into_iter().all(|cell| self.height(cell) > level);
        !is_blocked
    }

    /// Any number of slides.
    fn ant_targets(&self, from: Cell) -> BTreeSet<Cell> {
        let mut reached = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(cell) = waiting.pop() {
            for next in self.slides(cell) {
                if reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        reached.remove(&from);
        reached
    }

    /// Exactly three slides along a path that enters no cell twice, the start included.
    fn spider_targets(&self, from: Cell) -> BTreeSet<Cell> {
        let mut targets = BTreeSet::new();
        for first in self.slides(from) {
            for second in self.slides(first) {
                for third in self.slides(second) {
                    if second != from && third != from && third != first {
                        targets.insert(third);
                    }
                }
            }
        }
        targets
    }

    /// In a straight line over at least one piece to the first cell without a piece, if a piece may be there.
    fn grasshopper_targets(&self, from: Cell) -> BTreeSet<Cell> {
        let mut targets = BTreeSet::new();
        for direction in DIRECTIONS {
            let mut cell = plus(from, direction);
            if !self.is_occupied(cell) {
                continue;
            }
            while self.is_occupied(cell) {
                cell = plus(cell, direction);
            }
            if self.is_free(cell) {
                targets.insert(cell);
            }
        }
        targets
    }

    /// Two steps on top of the hive and one down to a free cell, each through the height gate. It may not
    /// return to where it began.
    fn ladybug_targets(&self, from: Cell) -> BTreeSet<Cell> {
        let mut targets = BTreeSet::new();
        for first in self.steps_onto_pieces(from) {
            for second in self.steps_onto_pieces(first) {
                for third in neighbours(second) {
                    if third != from && self.is_free(third) && self.passes_height_gate(second, third) {
                        targets.insert(third);
                    }
                }
            }
        }
        targets
    }

    fn steps_onto_pieces(&self, from: Cell) -> Vec<Cell> {
        let occupied = neighbours(from).into_iter().filter(|&to| self.is_occupied(to));
        occupied.filter(|&to| self.passes_height_gate(from, to)).collect()
    }

    fn common_neighbours_on_board(&self, a: Cell, b: Cell) -> Vec<Cell> {
        common_neighbours(a, b).into_iter().filter(|&cell| self.is_on_board(cell)).collect()
    }
}
