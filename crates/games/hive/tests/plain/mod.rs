//! A second, deliberately plain implementation of the Hive rules family.
//!
//! It is the yardstick for the fast rules: written from the rule texts alone, one short function per
//! sentence of the rules, and with no regard for speed. `mod.rs` holds the types, turns and verdicts,
//! `board` the cells and the hive, `bugs` how each bug moves.
//! Invariant: `legal` is empty exactly when `outcome` is some; otherwise it holds at least `Pass`.
//! Not here: repetition (a caller counts positions) and move texts (`uhp` reads what the tests need).
#![allow(dead_code, reason = "each test binary uses its part of these helpers")]

pub mod board;
pub mod bugs;
pub mod drawing;
pub mod uhp;

use std::collections::{BTreeSet, HashMap, HashSet};

/// Plies after which a game of the Software Challenge 2020 is over ("Wird die 31. Runde erreicht").
const SC2020_PLY_LIMIT: u32 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bug {
    Queen,
    Spider,
    Beetle,
    Grasshopper,
    Ant,
    Mosquito,
    Ladybug,
    Pillbug,
}

impl Bug {
    pub const ALL: [Bug; 8] =
        [Bug::Queen, Bug::Spider, Bug::Beetle, Bug::Grasshopper, Bug::Ant, Bug::Mosquito, Bug::Ladybug, Bug::Pillbug];

    pub fn letter(self) -> char {
        match self {
            Bug::Queen => 'Q',
            Bug::Spider => 'S',
            Bug::Beetle => 'B',
            Bug::Grasshopper => 'G',
            Bug::Ant => 'A',
            Bug::Mosquito => 'M',
            Bug::Ladybug => 'L',
            Bug::Pillbug => 'P',
        }
    }

    pub fn from_letter(letter: char) -> Option<Bug> {
        Bug::ALL.into_iter().find(|bug| bug.letter() == letter)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// 0 = white or red, 1 = black or blue.
    pub side: u8,
    pub bug: Bug,
    /// 1, 2, ... in order of introduction.
    pub number: u8,
}

/// Axial `(q, r)` on the unbounded boards, cube `(x, y)` on the board of 2020; see `board`.
pub type Cell = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    Place {
        bug: Bug,
        at: Cell,
    },
    /// The top piece of `from` goes to `to`, by its own movement or thrown by a pillbug.
    Move {
        from: Cell,
        to: Cell,
    },
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    /// The official rules. Without `queen_first` the tournament rule holds: the queen is nobody's first piece.
    Official { mosquito: bool, ladybug: bool, pillbug: bool, queen_first: bool },
    /// The sheet hive-classic.
    Classic { blue_first: bool },
    /// The Software Challenge 2020, as its sheet says or as its server played.
    Sc2020 { server: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Win(u8),
    Draw,
}

#[derive(Clone, Debug)]
pub struct Plain {
    pub book: Book,
    /// Only cells with at least one piece, bottom piece first.
    pub stacks: HashMap<Cell, Vec<Piece>>,
    /// Cells blocked by blackberries; empty but for the board of 2020.
    pub berries: HashSet<Cell>,
    pub side: u8,
    /// Plies played so far.
    pub turn: u32,
    /// Cell of the piece that moved or was thrown in the last ply. Only the official rules ask for it.
    pub stunned: Option<Cell>,
    /// Passes played in a row up to now.
    pub passes: u32,
}

impl Plain {
    /// The empty board.
    pub fn new(book: Book, berries: &[Cell]) -> Plain {
        let side = u8::from(book == Book::Classic { blue_first: true });
        let berries = berries.iter().copied().collect();
        Plain::from_parts(book, HashMap::new(), berries, side, 0, None)
    }

    /// Any position, whether a game can reach it or not.
    pub fn from_parts(
        book: Book,
        stacks: HashMap<Cell, Vec<Piece>>,
        berries: HashSet<Cell>,
        side: u8,
        turn: u32,
        stunned: Option<Cell>,
    ) -> Plain {
        Plain { book, stacks, berries, side, turn, stunned, passes: 0 }
    }

    /// All legal actions; none once the game is over.
    pub fn legal(&self) -> BTreeSet<Action> {
        if self.outcome().is_some() { BTreeSet::new() } else { self.actions() }
    }

    /// Plays a legal action.
    ///
    /// # Panics
    /// When the action is not legal.
    pub fn play(&mut self, action: Action) {
        assert!(self.legal().contains(&action), "{action:?} is not legal in {self:?}");
        self.apply(action);
    }

    /// The verdict on the position. A surrounded queen comes before the other reasons.
    pub fn outcome(&self) -> Option<(End, &'static str)> {
        if self.surrounded_queens_count_now() {
            match [self.is_queen_surrounded(0), self.is_queen_surrounded(1)] {
                [true, true] => return Some((End::Draw, "both-surrounded")),
                [true, false] => return Some((End::Win(1), "queen-surrounded")),
                [false, true] => return Some((End::Win(0), "queen-surrounded")),
                [false, false] => {}
            }
        }
        match self.book {
            Book::Sc2020 { .. } if self.turn >= SC2020_PLY_LIMIT => Some((self.freer_queen(), "round-limit")),
            Book::Sc2020 { .. } => None,
            // Official and classic: two passes in a row are a draw.
            _ if self.passes >= 2 => Some((End::Draw, "passes")),
            _ => None,
        }
    }

    /// Free cells round the queen of a side, -1 while she is not on the board. The edge and the blackberries
    /// are not free, and a beetle on top of her changes nothing.
    pub fn free_cells_round_queen(&self, side: u8) -> i32 {
        match self.queen_cell(side) {
            None => -1,
            Some(queen) => {
                let free = board::neighbours(queen).into_iter().filter(|&cell| self.is_free(cell)).count();
                i32::try_from(free).expect("a cell has six neighbours")
            }
        }
    }
}

/// What a turn consists of.
impl Plain {
    /// Place, move or throw; "pass exactly when nothing else is legal". Does not ask whether the game is over.
    pub fn actions(&self) -> BTreeSet<Action> {
        let mut actions = self.placements();
        // "Dokud hráč nenasadí svou královnu, nesmí svými kameny pohybovat": in all books, and for throws too.
        if self.queen_cell(self.side).is_some() {
            actions.extend(self.movements());
            actions.extend(self.throws());
        }
        if actions.is_empty() {
            actions.insert(Action::Pass);
        }
        actions
    }

    /// Plays an action that the caller knows to be legal.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Place { bug, at } => {
                let piece = Piece { side: self.side, bug, number: self.next_number(bug) };
                self.put(at, piece);
            }
            Action::Move { from, to } => {
                let piece = self.lift(from);
                self.put(to, piece);
            }
            Action::Pass => {}
        }
        self.stunned = match action {
            Action::Move { to, .. } => Some(to),
            Action::Place { .. } | Action::Pass => None,
        };
        self.passes = if action == Action::Pass { self.passes + 1 } else { 0 };
        self.side = 1 - self.side;
        self.turn += 1;
    }

    fn placements(&self) -> BTreeSet<Action> {
        let cells = self.cells_to_place_on();
        let mut actions = BTreeSet::new();
        for bug in self.bugs_to_place() {
            actions.extend(cells.iter().map(|&at| Action::Place { bug, at }));
        }
        actions
    }

    /// Bugs in hand that may come into play now.
    fn bugs_to_place(&self) -> Vec<Bug> {
        let in_hand = self.bugs_in_hand();
        let queen_in_hand = in_hand.contains(&Bug::Queen);
        // "Královnu musí hráč nasadit nejpozději ve 4. svém tahu"; the same in all books. A side that has no
        // piece by then (only a set-up position can say so) places her first, whatever the tournament rule says.
        if queen_in_hand && self.turn / 2 >= 3 {
            return vec![Bug::Queen];
        }
        let queen_may_be_first = !matches!(self.book, Book::Official { queen_first: false, .. });
        let is_first_piece = !self.has_piece_on_board(self.side);
        in_hand.into_iter().filter(|&bug| bug != Bug::Queen || queen_may_be_first || !is_first_piece).collect()
    }

    /// Cells where the side to move may place any piece.
    fn cells_to_place_on(&self) -> BTreeSet<Cell> {
        if self.stacks.is_empty() {
            return self.cells_for_very_first_piece();
        }
        let touching = self.free_cells_touching_hive();
        // "Einzige Ausnahme bildet das Legen des ersten Spielsteines einer Farbe." A side whose pieces are all
        // covered has pieces on the board, so the exception is not for it.
        if !self.has_piece_on_board(self.side) {
            return touching;
        }
        // "Mit mindestens einem Feld benachbart, auf dem ein Spielstein der eigenen Farbe liegt", and with none
        // "auf dem ein gegnerischer Spielstein zu oberst liegt".
        touching
            .into_iter()
            .filter(|&cell| self.touches_top_of(cell, self.side) && !self.touches_top_of(cell, 1 - self.side))
            .collect()
    }

    /// Anywhere on a board with an edge; where every cell is like every other, the origin stands for all.
    fn cells_for_very_first_piece(&self) -> BTreeSet<Cell> {
        match self.book {
            Book::Sc2020 { .. } => board::sc2020_cells().into_iter().filter(|&cell| self.is_free(cell)).collect(),
            _ => BTreeSet::from([(0, 0)]),
        }
    }

    /// Bugs of which the side to move has at least one in hand, each once.
    fn bugs_in_hand(&self) -> Vec<Bug> {
        let in_play = |bug| self.pieces().filter(|piece| piece.side == self.side && piece.bug == bug).count();
        Bug::ALL.into_iter().filter(|&bug| in_play(bug) < self.book.pieces_of(bug)).collect()
    }

    /// The lowest number that no such bug of the side to move bears.
    fn next_number(&self, bug: Bug) -> u8 {
        let is_taken = |number| self.pieces().any(|piece| *piece == Piece { side: self.side, bug, number });
        (1..=u8::MAX).find(|&number| !is_taken(number)).expect("fewer than 255 pieces")
    }

    /// Official, classic and the sheet of 2020 end at once, the server of 2020 looks only after blue's ply.
    fn surrounded_queens_count_now(&self) -> bool {
        match self.book {
            Book::Sc2020 { server: true } => self.turn.is_multiple_of(2),
            _ => true,
        }
    }

    fn is_queen_surrounded(&self, side: u8) -> bool {
        self.free_cells_round_queen(side) == 0
    }

    /// "So gewinnt derjenige Spieler, dessen Bienenkönigin die meisten freien angrenzende Felder hat."
    fn freer_queen(&self) -> End {
        let [red, blue] = [self.free_cells_round_queen(0), self.free_cells_round_queen(1)];
        match red.cmp(&blue) {
            std::cmp::Ordering::Greater => End::Win(0),
            std::cmp::Ordering::Less => End::Win(1),
            std::cmp::Ordering::Equal => End::Draw,
        }
    }
}

impl Book {
    /// How many pieces each side begins with.
    pub fn set_size(self) -> u32 {
        Bug::ALL.into_iter().map(|bug| self.pieces_of(bug) as u32).sum()
    }

    /// How many pieces of a kind each side begins with.
    pub fn pieces_of(self, bug: Bug) -> usize {
        let server = self == Book::Sc2020 { server: true };
        let (has_mosquito, has_ladybug, has_pillbug) = match self {
            Book::Official { mosquito, ladybug, pillbug, .. } => (mosquito, ladybug, pillbug),
            _ => (false, false, false),
        };
        match bug {
            Bug::Queen => 1,
            Bug::Spider if server => 3,
            Bug::Spider => 2,
            Bug::Beetle => 2,
            Bug::Grasshopper if server => 2,
            Bug::Grasshopper => 3,
            Bug::Ant => 3,
            Bug::Mosquito => usize::from(has_mosquito),
            Bug::Ladybug => usize::from(has_ladybug),
            Bug::Pillbug => usize::from(has_pillbug),
        }
    }
}
