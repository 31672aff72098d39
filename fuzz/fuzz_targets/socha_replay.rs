//! Any bytes as a replay of the Software-Challenge protocol. See `schwarm_socha::fuzzing`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(broken) = schwarm_socha::fuzzing::replay(data) {
        panic!("{broken}");
    }
});
