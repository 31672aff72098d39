//! Frames: which cells of the plane a state's cell indices mean.

use super::Hive;
use crate::board::wide::Wide;
use crate::board::{Board, CellIndex};
use crate::book::Law;
use crate::bug::Piece;

/// A cell of the plane in axial coordinates: `q` to the east, `r` to the south-east.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axial {
    /// Column.
    pub q: i32,
    /// Row.
    pub r: i32,
}

impl Axial {
    /// The cell at `q`, `r`.
    pub const fn new(q: i32, r: i32) -> Axial {
        Axial { q, r }
    }

    /// The neighbour in a direction of [`dir`](crate::board::dir).
    pub(crate) fn step(self, direction: usize) -> Axial {
        let (dq, dr) = crate::board::dir::STEP[direction];
        Axial { q: self.q + dq, r: self.r + dr }
    }

    /// Steps between two cells.
    pub(crate) fn distance(self, other: Axial) -> i32 {
        let (dq, dr) = (self.q - other.q, self.r - other.r);
        dq.abs().max(dr.abs()).max((dq + dr).abs())
    }
}

/// The true row and column of the cell 0,0.
const CENTRE: i32 = 8;

/// The cell 0,0 in the narrow frame of an empty board.
pub(crate) const ORIGIN: CellIndex = (CENTRE as CellIndex) << 4 | CENTRE as CellIndex;

/// Radius of the bounded board.
pub(crate) const RADIUS: i32 = 5;

/// The 91 cells of the bounded board.
pub(crate) fn hexagon<B: Board>() -> B {
    let mut cells = B::empty();
    for cell in hexagon_cells() {
        cells = cells.or(B::bit(narrow_index(true_cell(cell))));
    }
    cells
}

/// The cells of the bounded board in reading order.
pub(crate) fn hexagon_cells() -> impl Iterator<Item = Axial> {
    (-RADIUS..=RADIUS)
        .flat_map(|r| (-RADIUS..=RADIUS).map(move |q| Axial { q, r }).filter(|cell| (cell.q + cell.r).abs() <= RADIUS))
}

/// Index of a cell on the 32x32 torus.
pub(crate) fn true_cell(cell: Axial) -> CellIndex {
    let wrap = |n: i32| n.wrapping_add(CENTRE) & 31;
    (wrap(cell.r) << 5 | wrap(cell.q)) as CellIndex
}

/// The 16x16 index of a true cell.
pub(crate) const fn narrow_index(cell: CellIndex) -> CellIndex {
    (cell >> 5 & 15) << 4 | cell & 15
}

impl<B: Board, L: Law> Hive<B, L> {
    /// The true cell of a cell of the frame.
    #[inline(always)]
    pub(crate) fn unfold(&self, cell: CellIndex) -> CellIndex {
        if self.is_wide() {
            return cell;
        }
        let base = self.facts.base();
        let true_line = |n: CellIndex, base: u8| {
            let base = CellIndex::from(base);
            (base + (n.wrapping_sub(base) & 15)) & 31
        };
        true_line(cell >> 4, base.0) << 5 | true_line(cell & 15, base.1)
    }

    /// The cell of the frame that shows a true cell.
    pub(crate) fn fold(&self, cell: CellIndex) -> CellIndex {
        if self.is_wide() { cell } else { narrow_index(cell) }
    }

    /// The true cells of all placed pieces as a set.
    fn true_cells(&self) -> Wide {
        self.placed_pieces().fold(Wide::empty(), |all, piece| all.or(Wide::bit(self.unfold(self.cells[piece.index()]))))
    }

    /// Where frame cells lie in the plane: a function from frame cell to axial.
    ///
    /// The plane is known only up to multiples of 32; the hive is shown where its middle
    /// is nearest to 0,0. Cells outside the hive's own rows and columns are meant near it.
    pub(crate) fn plane(&self) -> impl Fn(CellIndex) -> Axial + use<B, L> {
        let (rows, columns) = self.true_cells().lines();
        let (rows, columns) = if L::BOUNDED { (Span::WHOLE, Span::WHOLE) } else { (Span::of(rows), Span::of(columns)) };
        let frame = *self;
        move |cell| {
            let cell = frame.unfold(cell);
            Axial { q: columns.place(i32::from(cell & 31)), r: rows.place(i32::from(cell >> 5)) }
        }
    }

    /// See [`Hive::layout`].
    #[inline]
    pub(super) fn lay_out(&self) -> Layout {
        if L::BOUNDED {
            Layout(Lines::Narrow { base: (0, 0), origin: CENTRE })
        } else if self.is_wide() {
            let (rows, columns) = self.true_cells().lines();
            Layout(Lines::Wide { rows: Span::of(rows), columns: Span::of(columns) })
        } else {
            Layout(Lines::Narrow { base: self.facts.base(), origin: 0 })
        }
    }

    /// A cell of the frame as a cell of the plane, right up to multiples of 32 only: good enough to look round
    /// it, not to be shown.
    pub(crate) fn torus_cell(&self, cell: CellIndex) -> Axial {
        let cell = self.unfold(cell);
        Axial { q: i32::from(cell & 31) - CENTRE, r: i32::from(cell >> 5) - CENTRE }
    }

    /// The frame cell of a cell of the plane.
    pub(crate) fn frame_cell(&self, cell: Axial) -> CellIndex {
        self.fold(true_cell(cell))
    }

    /// Rebuilds the narrow sets, or leaves them be if the hive is wide. `true_cells` are the
    /// cells of the pieces on the 32x32 torus.
    pub(crate) fn reframe(&mut self, true_cells: &[CellIndex; 32]) {
        let all = self.placed_pieces().fold(Wide::empty(), |all, piece| all.or(Wide::bit(true_cells[piece.index()])));
        let (rows, columns) = all.lines();
        let (rows, columns) = (Span::of(rows), Span::of(columns));
        let wide = !L::BOUNDED && (rows.length > 14 || columns.length > 14);
        self.facts = self.facts.with_wide(wide);
        if wide {
            self.cells = *true_cells;
        } else {
            if !L::BOUNDED && self.placed != 0 {
                let before = |line: i32| ((line + 31) & 31) as u8;
                self.facts = self.facts.with_base((before(rows.first), before(columns.first)));
            }
            for piece in self.placed_pieces() {
                self.cells[piece.index()] = narrow_index(true_cells[piece.index()]);
            }
            self.rebuild_sets();
        }
        self.count_shape();
    }

    /// The true cells of all placed pieces.
    pub(crate) fn true_cell_array(&self) -> [CellIndex; 32] {
        let mut cells = [0; 32];
        for piece in self.placed_pieces() {
            cells[piece.index()] = self.unfold(self.cells[piece.index()]);
        }
        cells
    }

    fn rebuild_sets(&mut self) {
        (self.occupied, self.tops, self.high) = (B::empty(), [B::empty(); 2], B::empty());
        self.grid = [Piece::NONE; 256];
        let covered = self.covered_pieces();
        for piece in self.placed_pieces() {
            let cell = self.cells[piece.index()];
            let bit = B::bit(cell);
            self.occupied = self.occupied.or(bit);
            if self.under[piece.index()].is_some() {
                self.high = self.high.or(bit);
            }
            if covered & piece.bit() == 0 {
                self.grid[usize::from(cell)] = piece;
                self.tops[piece.side().index()] = self.tops[piece.side().index()].or(bit);
            }
        }
    }

    /// Counts stacks and the Euler characteristic afresh.
    fn count_shape(&mut self) {
        let all = self.true_cells();
        let (e, se, ne) = (all.look_e(), all.look_se(), all.look_e().look_nw());
        let edges = all.and(e).count() + all.and(se).count() + all.and(ne).count();
        let triangles = all.and(e).and(se).count() + all.and(e).and(ne).count();
        let chi = (all.count() + triangles) as i8 - edges as i8;
        let high = self
            .placed_pieces()
            .filter(|piece| self.under[piece.index()].is_some())
            .fold(Wide::empty(), |set, piece| set.or(Wide::bit(self.unfold(self.cells[piece.index()]))));
        self.facts = self.facts.with_chi(chi).with_stacks(high.count() as u8);
    }
}

/// How the cells of a state's frame lie in the plane. Where the plane has its middle is anybody's guess, except on
/// the bounded board, whose middle is 0,0.
#[derive(Clone, Copy, Debug)]
pub struct Layout(Lines);

#[derive(Clone, Copy, Debug)]
enum Lines {
    /// Sixteen rows and columns from a base.
    Narrow { base: (u8, u8), origin: i32 },
    /// Any rows and columns of the torus.
    Wide { rows: Span, columns: Span },
}

impl Layout {
    /// Where a cell of the hive lies.
    #[inline(always)]
    pub fn at(&self, cell: CellIndex) -> Axial {
        match &self.0 {
            Lines::Narrow { base, origin } => {
                let line = |n: CellIndex, base: u8| i32::from(n.wrapping_sub(CellIndex::from(base)) & 15) - origin;
                Axial { q: line(cell & 15, base.1), r: line(cell >> 4, base.0) }
            }
            Lines::Wide { rows, columns } => {
                Axial { q: columns.place(i32::from(cell & 31)), r: rows.place(i32::from(cell >> 5)) }
            }
        }
    }
}

/// The rows (or columns) a hive fills on the torus, taken as one run.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// First line.
    first: i32,
    /// Lines from the first to the last.
    length: i32,
    /// Coordinate of the first line.
    origin: i32,
}

impl Span {
    /// The whole torus, for a board that never travels.
    const WHOLE: Span = Span { first: 0, length: 32, origin: -CENTRE };

    /// The shortest run that holds all lines: it begins after the longest gap.
    fn of(lines: u32) -> Span {
        if lines == 0 {
            return Span { first: CENTRE, length: 0, origin: 0 };
        }
        let run_of_zeros = |start: u32| (!lines.rotate_right(start)).trailing_ones() as i32;
        let (start, gap) = (0..32)
            .filter(|&n| lines >> n & 1 == 0)
            .map(|n| (n, run_of_zeros(n)))
            .fold((0, 0), |best, run| if run.1 > best.1 { run } else { best });
        let first = (start as i32 + gap) & 31;
        let length = 32 - gap;
        // Of all multiples of 32, the one that brings the middle nearest to zero.
        let middle = first - CENTRE + (length - 1) / 2;
        let wrapped = (middle + 16).rem_euclid(32) - 16;
        Span { first, length, origin: wrapped - (length - 1) / 2 }
    }

    /// The coordinate of a line in the run or just beside it.
    fn place(&self, line: i32) -> i32 {
        let offset = (line - self.first) & 31;
        // Lines before the first come out of the far half of the gap.
        let gap = 32 - self.length;
        self.origin + if offset >= self.length + gap / 2 { offset - 32 } else { offset }
    }
}
