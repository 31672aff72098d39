//! Any lines to a bot of the line protocol: nothing panics, every answer is one line.

#![no_main]

use schwarm_line::Guest;
use schwarm_play::house::Random;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut random = Random::new(1);
    let mut guest = Guest::new(&schwarm_catalog::open, &mut random);
    for line in String::from_utf8_lossy(data).lines() {
        if let Some(answer) = guest.line(line) {
            assert!(!answer.contains('\n'), "two lines: {answer}");
        }
    }
});
