//! Games as bytes: what was played and what the search thought of it, so that everything else can
//! be computed again by replay.
//!
//! Numbers are little endian. A file begins with [`MAGIC`], the length (u16) and text of the game's id,
//! and the hash (u64) of how the games were made. Each game follows as the length of its body
//! (u32), the body, and its checksum (u32). A body is the game's number (u64), the length (u16) and
//! text of its setup, its result for the first side (i8: 1, 0, -1), why it ended (u8), its plies (u16), and for
//! each ply the move as its brain packs it (u16) and its score (i16, [`RANDOM`] for a random move).
//!
//! What must hold: the game numbered `n` is the `n`-th of its file; a file that was torn in the
//! middle of a game is whole up to that game.
//! Not here: files.

use schwarm_core::{Game, Ruleset, Setup, Side};
use schwarm_search::{Brain, Score};

use super::{End, Played, Ply, Spent};

/// How a file of games begins.
pub const MAGIC: &[u8; 8] = b"SCHWGR1\n";

/// The score of a move that was drawn by lot.
pub const RANDOM: i16 = i16::MIN;

/// The longest body a game can have: more is no game.
const LONGEST: usize = 1 << 19;

/// Why bytes are no games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Something else begins differently.
    #[error("this is no file of self-play games")]
    Foreign,
    /// The bytes end before the header does.
    #[error("the header is cut off")]
    Header,
    /// A game that is not what was written.
    #[error("game {number} is damaged: {why}")]
    Damaged {
        /// Games before it.
        number: u64,
        /// What is wrong.
        why: &'static str,
    },
    /// A game that the rules do not allow.
    #[error("game {number} cannot be replayed at ply {ply}: {why}")]
    Unplayable {
        /// Its number.
        number: u64,
        /// Counted from 0.
        ply: usize,
        /// What is wrong.
        why: String,
    },
}

/// What is said once a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Full id of the game.
    pub game: String,
    /// Hash of how the games were made; see [`hash`].
    pub recipe: u64,
}

impl Header {
    /// The header as bytes.
    ///
    /// # Panics
    /// For an id of more than 65,535 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        push_text(&mut bytes, &self.game);
        bytes.extend(self.recipe.to_le_bytes());
        bytes
    }
}

/// A game as it is written, its moves packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number.
    pub number: u64,
    /// Text of its setup.
    pub setup: String,
    /// Who won, or nobody.
    pub winner: Option<Side>,
    /// Why it ended.
    pub end: End,
    /// Packed move and score of each ply.
    pub plies: Vec<(u16, i16)>,
}

impl Record {
    /// The record of a game.
    pub fn of<R: Ruleset, B: Brain<R::State>>(rules: &R, brain: &B, number: u64, played: &Played<R::State>) -> Record {
        let pack = |ply: &Ply<_>| {
            let score =
                ply.score.map_or(RANDOM, |score| score.clamp(-Score::from(i16::MAX), Score::from(i16::MAX)) as i16);
            (brain.pack(ply.mv), score)
        };
        Record {
            number,
            setup: rules.setup_text(&played.start),
            winner: played.winner,
            end: played.end,
            plies: played.plies.iter().map(pack).collect(),
        }
    }

    /// The game as bytes, length and checksum included.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = self.number.to_le_bytes().to_vec();
        push_text(&mut body, &self.setup);
        body.push(match self.winner {
            Some(Side::One) => 1,
            None => 0,
            Some(Side::Two) => -1_i8 as u8,
        });
        body.push(self.end as u8);
        body.extend((self.plies.len() as u16).to_le_bytes());
        for (mv, score) in &self.plies {
            body.extend(mv.to_le_bytes());
            body.extend(score.to_le_bytes());
        }
        let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
        bytes.extend(&body);
        bytes.extend((hash(&body) as u32).to_le_bytes());
        bytes
    }

    /// Plays the game again.
    ///
    /// # Errors
    /// When a move is none of the rules.
    pub fn replay<R: Ruleset, B: Brain<R::State>>(
        &self,
        rules: &R,
        brain: &B,
    ) -> Result<Played<R::State>, RecordError> {
        let wrong = |ply: usize, why: String| RecordError::Unplayable { number: self.number, ply, why };
        let start = rules.start(Setup::Text(&self.setup)).map_err(|error| wrong(0, error.to_string()))?;
        let mut state = start.clone();
        let (mut plies, mut moves) = (Vec::with_capacity(self.plies.len()), Vec::new());
        for (index, &(packed, score)) in self.plies.iter().enumerate() {
            let found = brain.recall(&state, packed).or_else(|| {
                moves.clear();
                state.legal_moves(&mut moves);
                moves.iter().copied().find(|&mv| brain.pack(mv) == packed)
            });
            let mv = found.ok_or_else(|| wrong(index, format!("{packed:#06x} is no move there")))?;
            state.play(mv);
            plies.push(Ply { mv, score: (score != RANDOM).then_some(score.into()) });
        }
        Ok(Played { start, plies, winner: self.winner, end: self.end, spent: [Spent::default(); 2] })
    }
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).expect("ids and setups are short texts");
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.as_bytes());
}

/// A hash that is the same everywhere: FNV-1a.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Reads games from bytes, one after the other.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Games read so far.
    number: u64,
}

impl<'a> Reader<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// When the bytes are no games.
    pub fn new(bytes: &'a [u8]) -> Result<(Header, Reader<'a>), RecordError> {
        if bytes.get(..MAGIC.len()) != Some(&MAGIC[..]) {
            return Err(RecordError::Foreign);
        }
        let mut fields = Fields { bytes, at: MAGIC.len() };
        let game = fields.text().ok_or(RecordError::Header)?;
        let recipe = fields.number().map(u64::from_le_bytes).ok_or(RecordError::Header)?;
        Ok((Header { game, recipe }, Reader { bytes, at: fields.at, number: 0 }))
    }

    /// Games without a header, numbered from `first` on.
    pub fn of_part(bytes: &'a [u8], first: u64) -> Reader<'a> {
        Reader { bytes, at: 0, number: first }
    }

    /// Games read so far.
    pub fn games(&self) -> u64 {
        self.number
    }

    /// Bytes read so far: where the last game read ends.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next game; `None` at the end, also where the last game was cut off.
    ///
    /// # Errors
    /// When it is not what was written.
    #[expect(clippy::should_implement_trait, reason = "an iterator would go on after an error")]
    pub fn next(&mut self) -> Result<Option<Record>, RecordError> {
        let damaged = |why| RecordError::Damaged { number: self.number, why };
        let mut fields = Fields { bytes: self.bytes, at: self.at };
        let Some(length) = fields.number().map(u32::from_le_bytes) else { return Ok(None) };
        if length as usize > LONGEST {
            return Err(damaged("no game is so long"));
        }
        let Some(body) = fields.take(length as usize) else { return Ok(None) };
        let Some(sum) = fields.number().map(u32::from_le_bytes) else { return Ok(None) };
        if sum != hash(body) as u32 {
            return Err(damaged("its checksum is another one"));
        }
        let record = read(body).ok_or_else(|| damaged("its parts do not fit together"))?;
        if record.number != self.number {
            return Err(damaged("it has the number of another game"));
        }
        (self.at, self.number) = (fields.at, self.number + 1);
        Ok(Some(record))
    }

    /// Whether bytes are left that are no whole game.
    pub fn is_torn(&self) -> bool {
        self.at < self.bytes.len()
    }
}

fn read(body: &[u8]) -> Option<Record> {
    let mut fields = Fields { bytes: body, at: 0 };
    let number = u64::from_le_bytes(fields.number()?);
    let setup = fields.text()?;
    let winner = match i8::from_le_bytes(fields.number()?) {
        1 => Some(Side::One),
        0 => None,
        -1 => Some(Side::Two),
        _ => return None,
    };
    let [end] = fields.number()?;
    let end = [End::Rules, End::Proven, End::TooLong].into_iter().find(|&known| known as u8 == end)?;
    let count = u16::from_le_bytes(fields.number()?);
    let mut plies = Vec::with_capacity(count.into());
    for _ in 0..count {
        plies.push((u16::from_le_bytes(fields.number()?), i16::from_le_bytes(fields.number()?)));
    }
    (fields.at == body.len()).then_some(Record { number, setup, winner, end, plies })
}

/// Takes bytes apart.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn number<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = u16::from_le_bytes(self.number()?);
        String::from_utf8(self.take(length.into())?.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> (Header, Vec<Record>) {
        let header = Header { game: "hive+mlp".to_string(), recipe: 0x0123_4567_89ab_cdef };
        let game = |number, winner, end| Record {
            number,
            setup: "x".repeat(number as usize),
            winner,
            end,
            plies: vec![(0xffff, RANDOM), (7, 31_999), (8, -3)],
        };
        let games = vec![
            game(0, Some(Side::One), End::Rules),
            game(1, None, End::TooLong),
            game(2, Some(Side::Two), End::Proven),
        ];
        (header, games)
    }

    fn bytes() -> Vec<u8> {
        let (header, games) = games();
        header.to_bytes().into_iter().chain(games.iter().flat_map(Record::to_bytes)).collect()
    }

    #[test]
    fn games_are_read_back() {
        let (bytes, (header, games)) = (bytes(), games());
        let (read, mut reader) = Reader::new(&bytes).expect("a header");
        assert_eq!(read, header);
        for game in games {
            assert_eq!(reader.next(), Ok(Some(game)));
        }
        assert_eq!((reader.next(), reader.is_torn(), reader.games()), (Ok(None), false, 3));
    }

    #[test]
    fn a_file_cut_off_anywhere_is_whole_up_to_a_game() {
        let bytes = bytes();
        let ends: Vec<usize> = {
            let mut reader = Reader::new(&bytes).expect("a header").1;
            std::iter::from_fn(|| reader.next().expect("whole").map(|_| reader.position())).collect()
        };
        let header = games().0.to_bytes().len();
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            match Reader::new(cut) {
                Err(error) if length < MAGIC.len() => assert_eq!(error, RecordError::Foreign),
                Err(error) => assert!(error == RecordError::Header && length < header, "{length}: {error}"),
                Ok((_, mut reader)) => {
                    while reader.next().expect("what is there is sound").is_some() {}
                    let whole = ends.iter().filter(|&&end| end <= length).count();
                    assert_eq!(reader.games() as usize, whole, "{length}");
                    assert_eq!(reader.is_torn(), length != header && !ends.contains(&length), "{length}");
                }
            }
        }
    }

    #[test]
    fn no_flipped_bit_is_read_as_a_game() {
        let (bytes, header) = (bytes(), games().0.to_bytes().len());
        for at in header..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            let mut reader = Reader::new(&wrong).expect("a header").1;
            let mut read = Vec::new();
            while let Ok(Some(game)) = reader.next() {
                read.push(game);
            }
            assert!(read.len() < 3 && read[..] == games().1[..read.len()], "byte {at}");
        }
    }

    #[test]
    fn foreign_bytes_are_refused() {
        for bytes in [&b""[..], b"SCHWGR2\n", b"%PDF-1.7 and so on", &[0; 100]] {
            assert_eq!(Reader::new(bytes).err(), Some(RecordError::Foreign));
        }
    }
}
