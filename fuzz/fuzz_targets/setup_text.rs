//! Any bytes as a setup of any game. See `schwarm_catalog::fuzzing`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(broken) = schwarm_catalog::fuzzing::setup(data) {
        panic!("{broken}");
    }
});
