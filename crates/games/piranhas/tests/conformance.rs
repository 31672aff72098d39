//! The conformance kit of `core` on every edition.

use schwarm_core::conformance::{Plan, check};
use schwarm_piranhas::{Edition, Piranhas};

#[test]
fn every_edition_keeps_the_invariants_of_a_game() {
    for edition in Edition::ALL {
        let report = check(&Piranhas::new(edition), &Plan::default()).unwrap();
        assert_eq!((report.games, report.finished), (200, 200), "{edition:?}");
    }
}
