//! What can be seen in a position, and which row of a network it belongs to.

/// What is seen in one position: bits that are set or not, and values that are small numbers.
///
/// `W` words of bits, `S` values. Nothing here depends on a view: bits and values are those of the two
/// sides as they are, and the [`Layout`] says what they mean to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs<const W: usize, const S: usize> {
    /// Sets of places.
    pub bits: [u64; W],
    /// Numbers; each has a row of its own for every value it can have.
    pub values: [u8; S],
}

impl<const W: usize, const S: usize> Default for Inputs<W, S> {
    fn default() -> Inputs<W, S> {
        Inputs { bits: [0; W], values: [0; S] }
    }
}

/// Which row each bit and each value belongs to in the view of the first side, and where every row goes in that of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The row of each bit.
    pub bits: Vec<u16>,
    /// The row of each value's zero; those of higher values follow it.
    pub values: Vec<u16>,
    /// Where each row goes when the second side looks; going there twice leads back.
    pub other_view: Vec<u16>,
}

impl Layout {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.other_view.len()
    }

    /// All rows that a side sees, 0 or 1, in no particular order.
    pub fn rows_of<const W: usize, const S: usize>(&self, inputs: &Inputs<W, S>, view: usize) -> Vec<u16> {
        let mut rows = Vec::new();
        for (word, &bits) in inputs.bits.iter().enumerate() {
            let set = (0..64).filter(|bit| bits >> bit & 1 == 1);
            rows.extend(set.map(|bit| self.bits[word * 64 + bit]));
        }
        let values = self.values.iter().zip(inputs.values);
        rows.extend(values.map(|(&zero, value)| zero + u16::from(value)));
        match view {
            0 => rows,
            _ => rows.into_iter().map(|row| self.other_view[usize::from(row)]).collect(),
        }
    }
}
