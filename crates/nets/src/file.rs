//! A network and its file.
//!
//! Numbers are little endian. A file is
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`], the version of the format being its last digit |
//! | 2, n | length and text of the name of its inputs, as the engine calls them (`piranhas-2026-1`) |
//! | 4, 4, 4 | rows of the first layer, width of an accumulator, buckets of the second layer |
//! | 4 | what an output of one is worth, in hundredths of a pawn |
//! | 32 | SHA-256 of the configuration it was trained with |
//! | 2·width | first layer: biases (i16) |
//! | 2·rows·width | first layer: weights (i16), row by row |
//! | 4·buckets | second layer: biases (i32) |
//! | 2·buckets·2·width | second layer: weights (i16), of each bucket first those of the side to move |
//! | 8 | FNV-1a of everything before |
//!
//! An activation of one is [`ACTIVATION_ONE`], a weight of one in the second layer [`OUTPUT_ONE`].

use crate::arithmetic::Arithmetic;

/// How a file begins.
pub const MAGIC: &[u8; 8] = b"SCHWNET1";

/// The version of the format.
pub const VERSION: u8 = 1;

/// An activation of one, and the highest there is.
pub const ACTIVATION_ONE: i32 = 255;

/// A weight of one in the second layer.
pub const OUTPUT_ONE: i32 = 64;

/// Accumulators are whole vectors of this many numbers.
pub(crate) const LANES: usize = 32;

/// The widest accumulator: wider ones could overflow the sums.
const WIDEST: usize = 1024;

/// The heaviest weight of the second layer whose product with an activation fits sixteen bits.
const HEAVIEST_OUTPUT: i16 = 127;

/// Why bytes are no network that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Something else begins differently.
    #[error("this is no network of Schwarm: it does not begin with SCHWNET")]
    Foreign,
    /// Another version of the format.
    #[error("its format has version {0:?}; this program reads version {VERSION}")]
    Version(char),
    /// It ends too early, or goes on after its end.
    #[error("it has {found} bytes where its header promises {wanted}: it was cut off or something was added")]
    Length {
        /// Bytes that are there.
        found: usize,
        /// Bytes there should be.
        wanted: usize,
    },
    /// The header itself is cut off.
    #[error("its header is cut off")]
    Header,
    /// Sizes that no network has.
    #[error("{0}")]
    Shape(String),
    /// A network of other inputs.
    #[error("it was trained for the inputs {found}, the engine has {wanted} here")]
    Inputs {
        /// What the file says.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// Bytes were changed.
    #[error("its checksum is wrong: the file is damaged")]
    Damaged,
}

/// What a file says about its network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The name of its inputs.
    pub inputs: String,
    /// Rows of the first layer.
    pub rows: usize,
    /// Numbers of an accumulator.
    pub width: usize,
    /// Second layers to choose from.
    pub buckets: usize,
    /// What an output of one is worth, in hundredths of a pawn.
    pub scale: i32,
    /// SHA-256 of the configuration it was trained with.
    pub config: [u8; 32],
}

/// A network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    card: Card,
    pub(crate) biases: Vec<i16>,
    pub(crate) rows: Vec<i16>,
    output_biases: Vec<i32>,
    output_weights: Vec<i16>,
    checksum: u64,
    pub(crate) arithmetic: Arithmetic,
}

impl Net {
    /// Reads a network.
    ///
    /// # Errors
    /// When the bytes are none, are damaged, or have another version.
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        let (card, mut fields) = read_card(bytes)?;
        let wanted = fields.at + card.body_len();
        if bytes.len() != wanted {
            return Err(NetError::Length { found: bytes.len(), wanted });
        }
        let (content, sum) = bytes.split_at(wanted - CHECKSUM);
        let checksum = hash(content);
        if checksum.to_le_bytes() != sum {
            return Err(NetError::Damaged);
        }
        let biases = fields.words(card.width);
        let rows = fields.words(card.rows * card.width);
        let output_biases = (0..card.buckets).map(|_| i32::from_le_bytes(fields.take())).collect();
        let output_weights: Vec<i16> = fields.words(card.buckets * 2 * card.width);
        if output_weights.iter().any(|weight| weight.unsigned_abs() > HEAVIEST_OUTPUT.unsigned_abs()) {
            return Err(NetError::Shape(format!("a weight of its second layer exceeds {HEAVIEST_OUTPUT}")));
        }
        Ok(Net { card, biases, rows, output_biases, output_weights, checksum, arithmetic: Arithmetic::detect() })
    }

    /// Reads a network for certain inputs.
    ///
    /// # Errors
    /// As [`read`](Net::read), and when it was trained for others.
    pub fn read_for(bytes: &[u8], inputs: &str, rows: usize) -> Result<Net, NetError> {
        let net = Net::read(bytes)?;
        if net.card.inputs != inputs {
            return Err(NetError::Inputs { found: net.card.inputs, wanted: inputs.to_string() });
        }
        if net.card.rows != rows {
            let why = format!("it has {} rows where the inputs {inputs} have {rows}", net.card.rows);
            return Err(NetError::Shape(why));
        }
        Ok(net)
    }

    /// What its file says about it.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The checksum of its file: tells networks apart.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The same network, reckoned by another arithmetic. For tests and measurements.
    #[must_use]
    pub fn with_arithmetic(mut self, arithmetic: Arithmetic) -> Net {
        self.arithmetic = arithmetic;
        self
    }

    /// The sums of some rows, counted afresh.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn sum_of(&self, rows: &[u16]) -> Vec<i16> {
        let mut sums = self.biases.clone();
        for &row in rows {
            for (sum, weight) in sums.iter_mut().zip(self.row(row)) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }

    /// One row of the first layer.
    #[inline]
    pub(crate) fn row(&self, row: u16) -> &[i16] {
        let begin = usize::from(row) * self.card.width;
        &self.rows[begin..begin + self.card.width]
    }

    /// The worth of a position in hundredths of a pawn, by the sums of the side to move and of the other one.
    ///
    /// # Panics
    /// When a sum has another width, or there is no such bucket.
    #[inline]
    pub fn output(&self, bucket: usize, own: &[i16], other: &[i16]) -> i32 {
        let width = self.card.width;
        let weights = &self.output_weights[bucket * 2 * width..(bucket + 1) * 2 * width];
        let (own_weights, other_weights) = weights.split_at(width);
        let sum = self.arithmetic.weigh(own, own_weights) + self.arithmetic.weigh(other, other_weights);
        // Activations are squared, so the sum has one factor of them more than the bias.
        let output = sum / i64::from(ACTIVATION_ONE) + i64::from(self.output_biases[bucket]);
        (output * i64::from(self.card.scale) / i64::from(ACTIVATION_ONE * OUTPUT_ONE)) as i32
    }
}

impl Card {
    /// Bytes after the header, checksum included.
    fn body_len(&self) -> usize {
        2 * self.width * (1 + self.rows + 2 * self.buckets) + 4 * self.buckets + CHECKSUM
    }

    fn check(&self) -> Result<(), NetError> {
        let wrong = |why: String| Err(NetError::Shape(why));
        match self {
            Card { width, .. } if *width == 0 || *width > WIDEST || *width % LANES != 0 => {
                wrong(format!("a width of {width} is none: multiples of {LANES} up to {WIDEST} are"))
            }
            Card { rows, .. } if *rows == 0 || *rows > usize::from(u16::MAX) => {
                wrong(format!("it has {rows} rows; there can be 1 to 65535"))
            }
            Card { buckets, .. } if *buckets == 0 || *buckets > 64 => {
                wrong(format!("it has {buckets} buckets; there can be 1 to 64"))
            }
            Card { scale, .. } if !(1..=10_000).contains(scale) => {
                wrong(format!("a scale of {scale} is none: 1 to 10000 are"))
            }
            _ => Ok(()),
        }
    }
}

const CHECKSUM: usize = 8;

fn read_card(bytes: &[u8]) -> Result<(Card, Fields<'_>), NetError> {
    let (name, version) = MAGIC.split_at(7);
    if bytes.get(..7) != Some(name) {
        return Err(NetError::Foreign);
    }
    match bytes.get(7) {
        Some(byte) if [*byte] == version => {}
        Some(&byte) => return Err(NetError::Version(char::from(byte))),
        None => return Err(NetError::Header),
    }
    let mut fields = Fields { bytes, at: MAGIC.len() };
    let length = usize::from(u16::from_le_bytes(fields.get().ok_or(NetError::Header)?));
    let text = bytes.get(fields.at..fields.at + length).ok_or(NetError::Header)?;
    fields.at += length;
    let inputs = String::from_utf8(text.to_vec()).map_err(|_| NetError::Header)?;
    let mut size = || fields.get().map(u32::from_le_bytes).ok_or(NetError::Header);
    let [rows, width, buckets, scale] = [size()?, size()?, size()?, size()?];
    let config = fields.get().ok_or(NetError::Header)?;
    let [rows, width, buckets] = [rows, width, buckets].map(|size| size as usize);
    let scale = i32::try_from(scale).unwrap_or(0);
    let card = Card { inputs, rows, width, buckets, scale, config };
    card.check()?;
    Ok((card, fields))
}

/// Reads one field after the other.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Fields<'_> {
    fn get<const N: usize>(&mut self) -> Option<[u8; N]> {
        let field = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(*field)
    }

    /// A field of a file whose length was checked.
    fn take<const N: usize>(&mut self) -> [u8; N] {
        self.get().expect("the length of the file was checked")
    }

    fn words(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| i16::from_le_bytes(self.take())).collect()
    }
}

/// A hash that is the same everywhere: FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
