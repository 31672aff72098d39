//! Long texts, packed by zlib.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// The longest text that is unpacked. Nothing longer is ever packed.
const LONGEST: u64 = 16 << 20;

/// Packs a text.
pub(crate) fn pack(text: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text).and_then(|()| packer.finish()).expect("a Vec takes everything")
}

/// Unpacks a text.
pub(crate) fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    ZlibDecoder::new(packed).take(LONGEST + 1).read_to_end(&mut text)?;
    match text.len() as u64 > LONGEST {
        true => Err(io::Error::new(io::ErrorKind::InvalidData, "it is too long")),
        false => Ok(text),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_shorter_and_comes_out_again() {
        let text = "turn red, piece at 3 4\n".repeat(1000);
        let packed = pack(text.as_bytes());
        assert!(packed.len() * 50 < text.len(), "{}", packed.len());
        assert_eq!(unpack(&packed).unwrap(), text.as_bytes());
        assert_eq!(unpack(&pack(b"")).unwrap(), b"");
    }

    #[test]
    fn what_was_not_packed_here_is_refused() {
        assert!(unpack(b"no such thing").is_err());
        assert!(unpack(&pack(&vec![0; LONGEST as usize])).is_ok());
        assert!(unpack(&pack(&vec![0; LONGEST as usize + 1])).is_err());
        let packed = pack(&[7; 5000]);
        assert!(unpack(&packed[..packed.len() / 2]).is_err());
    }
}
