//! Files of networks: what is read, and what is refused and how.

mod maker;

use maker::{Dice, header, make, seal};
use schwarm_nets::{Net, NetError};

#[test]
fn a_file_says_what_it_is() {
    let net = Net::read_for(&make("chess-3", 40, 64, 4, 1), "chess-3", 40).expect("a network");
    let card = net.card();
    assert_eq!((card.inputs.as_str(), card.rows, card.width, card.buckets, card.scale), ("chess-3", 40, 64, 4, 150));
    assert_eq!(card.config, [0xAB; 32]);
}

#[test]
fn a_network_for_other_inputs_is_refused() {
    let bytes = make("chess-3", 40, 64, 4, 1);
    let error = Net::read_for(&bytes, "go-1", 40).expect_err("of another game").to_string();
    assert!(error.contains("chess-3") && error.contains("go-1"), "{error}");
    let error = Net::read_for(&bytes, "chess-3", 41).expect_err("of other rows").to_string();
    assert!(error.contains("40 rows") && error.contains("41"), "{error}");
}

#[test]
fn something_else_is_refused() {
    for bytes in [&b""[..], b"SCHW", b"SCHWGR1\n........", b"\x7fELF\x02\x01\x01\0\0\0\0"] {
        assert_eq!(Net::read(bytes), Err(NetError::Foreign), "{bytes:?}");
    }
    let mut other = make("chess-3", 40, 64, 4, 1);
    other[7] = b'2';
    assert_eq!(Net::read(&other), Err(NetError::Version('2')));
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let bytes = make("chess-3", 5, 32, 2, 1);
    for length in 0..bytes.len() {
        let error = Net::read(&bytes[..length]).expect_err("it is cut off");
        match length {
            0..7 => assert_eq!(error, NetError::Foreign),
            7..65 => assert_eq!(error, NetError::Header, "{length}"),
            _ => assert_eq!(error, NetError::Length { found: length, wanted: bytes.len() }),
        }
    }
    let longer = [&bytes[..], b"!"].concat();
    assert_eq!(Net::read(&longer), Err(NetError::Length { found: bytes.len() + 1, wanted: bytes.len() }));
}

#[test]
fn no_changed_bit_goes_unseen() {
    let bytes = make("chess-3", 5, 32, 2, 1);
    let mut dice = Dice::new(5);
    for _ in 0..2000 {
        let mut other = bytes.clone();
        other[dice.below(bytes.len())] ^= 1 << dice.below(8);
        assert!(Net::read(&other).is_err());
    }
}

#[test]
fn sizes_that_no_network_has_are_refused_before_memory_is_taken() {
    for (rows, width, buckets, scale) in [
        (0, 64, 8, 100),
        (70_000, 64, 8, 100),
        (40, 0, 8, 100),
        (40, 48, 8, 100),
        (40, 2048, 8, 100),
        (40, 64, 0, 100),
        (40, 64, 65, 100),
        (40, 64, 8, 0),
        (40, 64, 8, u32::MAX),
        (u32::MAX, u32::MAX, u32::MAX, 1),
    ] {
        let error = Net::read(&seal(header("chess-3", rows, width, buckets, scale))).expect_err("a bad size");
        assert!(matches!(error, NetError::Shape(_)), "{rows} {width} {buckets} {scale}: {error}");
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let mut bytes = make("chess-3", 5, 32, 2, 1);
    let last = bytes.len() - 8;
    bytes.truncate(last);
    bytes[last - 2..].copy_from_slice(&128_i16.to_le_bytes());
    let error = Net::read(&seal(bytes)).expect_err("too heavy").to_string();
    assert!(error.contains("exceeds 127"), "{error}");
}
