//! What a network is shown of a game: one source of truth for playing and for learning.
//!
//! Each game has a file `inputs.rs` that says what is seen in a position. A brain keeps the sums of it from one position to
//! the next (`Learned`); whoever prepares training data asks for the rows themselves ([`Sight`]).
//!
//! What must hold: inputs that have a name never change under it; who changes them gives them another.
//! Not here: arithmetic and files (`nets`), which game has which inputs (`house`).

use std::sync::{Arc, Mutex, PoisonError};

use schwarm_core::{Game, Side};
use schwarm_nets::{Inputs, Layout, Net, NetError, Tracker};
use schwarm_search::{HIGHEST, Score};

use crate::house::House;

/// What judges positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Judge {
    /// What the program has found best: its network. Weights that are given are always used.
    #[default]
    House,
    /// Counting by weights.
    Counting,
    /// A network, as the bytes of its file.
    Net(Arc<[u8]>),
}

impl Judge {
    /// The network to judge a game by, if it is one.
    ///
    /// # Errors
    /// When the bytes are no network for the game.
    pub fn net_of<H: House>(&self, rules: &H::Rules) -> Result<Option<Arc<Net>>, NetError> {
        self.net::<H>(rules, false)
    }

    /// The network to judge by, if it is one.
    pub(crate) fn net<H: House>(&self, rules: &H::Rules, has_weights: bool) -> Result<Option<Arc<Net>>, NetError> {
        match self {
            Judge::Counting => Ok(None),
            Judge::House if has_weights => Ok(None),
            Judge::House => Ok(Some(house_net::<H>(rules))),
            Judge::Net(bytes) => Ok(Some(read_net(bytes, &*H::sight(rules))?)),
        }
    }
}

/// The program's own network for a game, read once.
fn house_net<H: House>(rules: &H::Rules) -> Arc<Net> {
    static READ: Mutex<Vec<(&'static str, Arc<Net>)>> = Mutex::new(Vec::new());
    let (bytes, sight) = (H::net_file(rules), H::sight(rules));
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, net)) = read.iter().find(|(name, _)| *name == sight.name()) {
        return net.clone();
    }
    let net = read_net(bytes, &*sight).expect("the network is part of the program, and a test reads it");
    read.push((sight.name(), net.clone()));
    net
}

/// What a network is shown of a game.
pub trait Sight<G: Game>: Send + Sync {
    /// The name of the inputs; a network says for which it was trained.
    fn name(&self) -> &'static str;

    /// Which row everything belongs to.
    fn layout(&self) -> &Layout;

    /// Rows of the first layer.
    fn rows(&self) -> usize {
        self.layout().rows()
    }

    /// Second layers a network has: by how late it is.
    fn buckets(&self) -> usize;

    /// The rows that the side to move sees.
    fn look(&self, state: &G) -> Vec<u16>;

    /// Where each row goes when the other side looks at the same position. Doing so twice leads back.
    fn other_view(&self) -> &[u16] {
        &self.layout().other_view
    }

    /// Which second layer judges a position.
    fn bucket(&self, state: &G) -> usize;

    /// Where each row goes when the board is turned or mirrored in a way that changes nothing; the first
    /// leaves everything where it is.
    fn symmetries(&self) -> Vec<Vec<u16>>;

    /// The family of each row, from 0: rows of a family mean nearly the same, and while a network learns they have a part in
    /// common. Empty where there are none.
    fn families(&self) -> Vec<u16> {
        Vec::new()
    }
}

/// Reads a network for the inputs of a game.
///
/// # Errors
/// When the bytes are none, or one for other inputs.
pub fn read_net<G: Game>(bytes: &[u8], sight: &dyn Sight<G>) -> Result<Arc<Net>, NetError> {
    let net = Net::read_for(bytes, sight.name(), sight.rows())?;
    if net.card().buckets != sight.buckets() {
        let found = net.card().buckets;
        return Err(NetError::Shape(format!("it has {found} buckets where {} are wanted", sight.buckets())));
    }
    Ok(Arc::new(net))
}

/// Second layers of games with a limit of plies.
pub(crate) const BUCKETS: usize = 8;

/// The second layer of a turn of a game with a limit.
#[inline]
pub(crate) fn bucket_of(turn: u32, limit: u32) -> usize {
    (turn as usize * BUCKETS / limit as usize).min(BUCKETS - 1)
}

/// Positions of a line whose sums are remembered.
const PLACES: usize = 64;

/// A network at work.
#[derive(Clone, Debug)]
pub(crate) struct Learned<const W: usize, const S: usize> {
    net: Arc<Net>,
    layout: Arc<Layout>,
    tracker: Tracker<W, S>,
}

impl<const W: usize, const S: usize> Learned<W, S> {
    pub fn new(net: Arc<Net>, layout: Layout) -> Learned<W, S> {
        Learned { tracker: Tracker::new(&net, &layout, PLACES), layout: Arc::new(layout), net }
    }

    /// Room to write down what is seen in a position before it is [judged](Learned::judge).
    #[inline]
    pub fn room(&mut self, turn: u32) -> &mut Inputs<W, S> {
        self.tracker.room(turn as usize)
    }

    /// As [`score`](Learned::score), of what was written into the [room](Learned::room) of the turn.
    #[inline]
    pub fn judge(&mut self, turn: u32, telling: [u64; 4], mover: Side, bucket: usize) -> Score {
        let sums = self.tracker.see_written(&self.net, &self.layout, turn as usize, telling);
        let (own, other) = (sums[mover.index()], sums[1 - mover.index()]);
        self.net.output(bucket, own, other).clamp(-HIGHEST, HIGHEST)
    }

    /// What the network thinks of a position for the side to move. `telling` are sets that differ little when
    /// positions do.
    #[inline]
    pub fn score(&mut self, inputs: &Inputs<W, S>, turn: u32, telling: [u64; 4], mover: Side, bucket: usize) -> Score {
        *self.room(turn) = *inputs;
        self.judge(turn, telling, mover, bucket)
    }
}

/// Hands out rows: values of both sides, and those of the game.
pub(crate) struct Rows {
    values: Vec<u16>,
    /// Where each row goes in the other view.
    other_view: Vec<u16>,
}

impl Rows {
    /// Begins after the rows of bits, of which it is known where they go.
    pub fn after(bits: Vec<u16>) -> Rows {
        Rows { values: Vec::new(), other_view: bits }
    }

    /// Two values, one of each side, that go from 0 to `most`: own ones and the enemy's have rows of their own.
    pub fn of_sides(&mut self, most: u8) {
        let [own, enemy] = self.pair(most);
        self.values.extend([own, enemy]);
    }

    /// A value that is the same for both; each colour has rows of its own for it.
    pub fn of_game(&mut self, most: u8) {
        let [first, _] = self.pair(most);
        self.values.push(first);
    }

    /// Values that have rows already, from the rows of their zeros.
    pub fn extend(&mut self, zeros: impl IntoIterator<Item = u16>) {
        self.values.extend(zeros);
    }

    /// Room for two values that change places in the other view.
    pub fn pair(&mut self, most: u8) -> [u16; 2] {
        let (first, room) = (self.other_view.len() as u16, u16::from(most) + 1);
        self.other_view.extend(first + room..first + 2 * room);
        self.other_view.extend(first..first + room);
        [first, first + room]
    }

    /// The layout, with the rows of bits in the view of the first side.
    pub fn layout(self, bits: Vec<u16>) -> Layout {
        Layout { bits, values: self.values, other_view: self.other_view }
    }
}

#[cfg(test)]
mod tests;
