//! The first layer as both views see it.
//!
//! What changes from one position to the next changes in both views, in each as another row. The two rows are kept side by side, so that one
//! way through the changes reckons both sums.

use crate::file::Net;
use crate::layout::Layout;

/// Pairs of rows: one of the first side's view and the same of the second's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Views {
    /// Numbers of both sums together.
    pub width: usize,
    pub biases: Vec<i16>,
    pairs: Vec<i16>,
}

impl Views {
    pub fn new(net: &Net, layout: &Layout) -> Views {
        let mut pairs = Vec::with_capacity(2 * layout.rows() * net.card().width);
        for (row, &other) in layout.other_view.iter().enumerate() {
            pairs.extend_from_slice(net.row(row as u16));
            pairs.extend_from_slice(net.row(other));
        }
        Views { width: 2 * net.card().width, biases: net.biases.repeat(2), pairs }
    }

    /// Both rows, by the one of the first side's view.
    #[inline(always)]
    pub fn pair(&self, row: u16) -> &[i16] {
        let begin = usize::from(row) * self.width;
        &self.pairs[begin..begin + self.width]
    }
}
