//! Every rule set on every board of this machine, through the kit of `core`.

use schwarm_core::conformance::{Plan, check};
use schwarm_hive::{Backend, HiveRules, Kernel, Law, Visit, visit};

struct Check(Plan);

impl Visit for Check {
    type Output = Result<schwarm_core::conformance::Report, String>;

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> Self::Output {
        check(&rules, &self.0)
    }
}

#[test]
fn every_board_keeps_every_invariant() {
    for backend in Backend::all() {
        for id in
            ["hive", "hive+mlp", "hive+mlp,repetition=off,queen-first", "hive-classic", "hive-2020", "hive-2020-server"]
        {
            let plan = Plan { games: 10, plies: 200, seed: 5, hostile_texts: 40 };
            let report = visit(backend, id, Check(plan)).unwrap().unwrap_or_else(|e| panic!("{backend:?} {id}: {e}"));
            assert!(report.positions > 300, "{backend:?} {id}: {report:?}");
        }
    }
}
