//! The pages in a real browser: Chromium, without a window, driven by chromedriver.
//!
//! Every test has a server of its own and looks at it as people do: with a mouse, a finger, keys, another language, without
//! scripts. In the end no page may have complained in its console. One test at a time: each has up to three browsers.
//! Without Chromium they are skipped; `SCHWARM_REQUIRE_ALL=1` says that it must be there.
//! Not here: what the server answers (`serve`, and the tests of `schwarm-web`).
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

mod browser {
    mod clock;
    mod colours;
    mod edit;
    mod everyone;
    mod fit;
    mod gallery;
    mod guests;
    mod hand;
    mod languages;
    mod league;
    mod learn;
    mod line;
    mod openings;
    mod page;
    mod pictures;
    mod pinch;
    mod play;
    mod print;
    mod programs;
    mod puzzles;
    mod speed;
    mod stage;
    mod study;
    mod talk;
    mod upload;
    mod why;
}
