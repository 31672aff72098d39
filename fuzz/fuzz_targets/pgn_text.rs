//! Any text as PGN: nothing panics, and what is read is written in a form that reads back alike.

#![no_main]

use schwarm_play::pgn;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(records) = pgn::read(text) {
        let written: String = records.iter().map(pgn::write).collect();
        assert_eq!(pgn::read(&written).expect("our own text"), records);
    }
});
