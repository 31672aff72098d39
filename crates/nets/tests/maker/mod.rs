//! Makes files of networks with random numbers, by the description of the format and not by the code that reads it.
#![allow(dead_code)] // Not every test uses all of it.

/// Random numbers that are the same everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.0 >> 32
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit
    }

    /// A number from `-most` to `most`.
    pub fn around(&mut self, most: i32) -> i32 {
        self.below(2 * most as usize + 1) as i32 - most
    }
}

/// A whole file.
pub fn make(inputs: &str, rows: usize, width: usize, buckets: usize, seed: u64) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let mut bytes = header(inputs, rows as u32, width as u32, buckets as u32, 150);
    let words = |bytes: &mut Vec<u8>, count: usize, most: i32, dice: &mut Dice| {
        for _ in 0..count {
            bytes.extend((dice.around(most) as i16).to_le_bytes());
        }
    };
    words(&mut bytes, width, 200, &mut dice);
    words(&mut bytes, rows * width, 505, &mut dice);
    for _ in 0..buckets {
        bytes.extend(dice.around(5000).to_le_bytes());
    }
    words(&mut bytes, buckets * 2 * width, 127, &mut dice);
    seal(bytes)
}

/// A header alone.
pub fn header(inputs: &str, rows: u32, width: u32, buckets: u32, scale: u32) -> Vec<u8> {
    let mut bytes = b"SCHWNET1".to_vec();
    bytes.extend((inputs.len() as u16).to_le_bytes());
    bytes.extend(inputs.as_bytes());
    for size in [rows, width, buckets, scale] {
        bytes.extend(size.to_le_bytes());
    }
    bytes.extend([0xAB; 32]);
    bytes
}

/// Adds the checksum.
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in &bytes {
        sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    bytes.extend(sum.to_le_bytes());
    bytes
}
