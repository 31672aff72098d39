//! Any bytes as a talk with a UHP engine. See `schwarm_uhp::fuzzing`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(broken) = schwarm_uhp::fuzzing::talk(Box::new(|kind| schwarm_catalog::open(kind).ok()), data) {
        panic!("{broken}");
    }
});
