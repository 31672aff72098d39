//! Any bytes as a game id with options. See `schwarm_catalog::fuzzing`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(broken) = schwarm_catalog::fuzzing::id(data) {
        panic!("{broken}");
    }
});
