//! Any bytes as moves of any game. See `schwarm_catalog::fuzzing`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(broken) = schwarm_catalog::fuzzing::moves(data) {
        panic!("{broken}");
    }
});
