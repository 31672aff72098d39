//! The positions on the way to a node, for repetition.
//!
//! A position that comes up twice on the way from the root is a draw: whoever could avoid it
//! could have done so the first time. Those of the game before the root count as the rules say.

/// Counters by the low bits of keys: most positions are told to be new by one look.
const COUNTERS: usize = 1 << 12;

/// The positions of the game so far and of the line being searched.
#[derive(Clone)]
pub(crate) struct Path {
    /// Keys as repetition compares them, the root included.
    keys: Vec<u64>,
    /// Place of the root.
    root: usize,
    /// Occurrences that end the game.
    limit: Option<u32>,
    counters: Box<[u8; COUNTERS]>,
}

impl Path {
    /// A path that stands at the root, the last of the keys.
    pub(crate) fn new(played: &[u64], root: u64, limit: Option<u32>) -> Path {
        let mut path = Path { keys: Vec::new(), root: 0, limit, counters: Box::new([0; COUNTERS]) };
        if limit.is_some() {
            for &key in played {
                path.push(key);
            }
        }
        path.push(root);
        path.root = path.keys.len() - 1;
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        if self.limit.is_some() {
            let counter = &mut self.counters[key as usize % COUNTERS];
            *counter = counter.saturating_add(1);
        }
        self.keys.push(key);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some(key) = self.keys.pop() else { return };
        if self.limit.is_some() {
            let counter = &mut self.counters[key as usize % COUNTERS];
            // A full counter has lost count and stays full: it only means one more look.
            if *counter < u8::MAX {
                *counter -= 1;
            }
        }
    }

    /// Whether the last position is a draw by repetition.
    #[inline]
    pub(crate) fn is_repetition(&self) -> bool {
        let (Some(limit), Some((&key, before))) = (self.limit, self.keys.split_last()) else { return false };
        self.counters[key as usize % COUNTERS] > 1 && self.repeats(key, before, limit)
    }

    #[cold]
    fn repeats(&self, key: u64, before: &[u64], limit: u32) -> bool {
        let root = self.root.min(before.len());
        let played = before[..root].iter().filter(|&&earlier| earlier == key).count() as u32;
        before[root..].contains(&key) || played + 1 >= limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_in_the_tree_is_a_draw() {
        let mut path = Path::new(&[], 1, Some(3));
        for (key, is_draw) in [(2, false), (3, false), (1, true)] {
            path.push(key);
            assert_eq!(path.is_repetition(), is_draw, "{key}");
        }
    }

    #[test]
    fn what_was_played_counts_as_the_rules_say() {
        let mut path = Path::new(&[5, 6, 5, 6, 7], 8, Some(3));
        path.push(7);
        assert!(!path.is_repetition(), "once before");
        path.pop();
        path.push(5);
        assert!(path.is_repetition(), "twice before");
        let mut path = Path::new(&[5, 6, 5, 6, 7], 8, None);
        path.push(5);
        assert!(!path.is_repetition(), "this game knows no repetition");
    }

    #[test]
    fn other_keys_in_the_same_counter_are_no_repetition() {
        let mut path = Path::new(&[], 1, Some(3));
        path.push(1 + COUNTERS as u64);
        assert!(!path.is_repetition());
    }
}
