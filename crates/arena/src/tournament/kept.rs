//! How the file of a tournament is kept beside its games, so that others can show it and go on with it.
//!
//! A store has matches with names and plans, and nothing else that is needed: the file is the plan of a match without games,
//! `tournament:NAME/3`. Plans never change, so a file that was changed in mid-season (a bot was mended, an encounter
//! decided) is kept under the next number, and the highest one counts. `tournament:NAME/cancelled` says that nobody is to
//! go on. A name has no slash, so names do not mix. `versions:NAME/…` tells of what the bots' programs were made from then on:
//! a bot that is mended in mid-season stays in its tournament, so plans of encounters cannot say it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the names of such matches begin with.
pub const PREFIX: &str = "tournament:";

/// What is kept of a test that may end a match: `sprt:NAME`.
pub const TEST_PREFIX: &str = "sprt:";

/// What is kept of the versions of bots: `versions:NAME/…`.
pub const VERSIONS_PREFIX: &str = "versions:";

/// The beginnings of the names of all that is kept here and is no match.
pub const PREFIXES: [&str; 3] = [PREFIX, TEST_PREFIX, VERSIONS_PREFIX];

/// The word behind the name of a tournament that was cancelled.
const CANCELLED: &str = "cancelled";

/// What such a match is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A version of the file, counted from 1.
    File(u32),
    /// Nobody is to go on with it.
    Cancelled,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    tournament: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Versions {
    versions: BTreeMap<String, String>,
}

/// Whether a match is none, but something that is kept of a tournament or a test.
pub fn is_kept(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The name under which versions are kept; no two moments may be the same.
pub fn versions_name(tournament: &str, moment: u128) -> String {
    format!("{VERSIONS_PREFIX}{tournament}/{moment}")
}

/// The tournament of whose bots the versions are kept under a name.
pub fn read_versions_name(name: &str) -> Option<&str> {
    Some(name.strip_prefix(VERSIONS_PREFIX)?.split_once('/')?.0)
}

/// Versions by the names of bots, as a plan.
///
/// # Errors
/// Never, in practice: texts can be written.
pub fn versions_plan(versions: &BTreeMap<String, String>) -> serde_json::Result<String> {
    serde_json::to_string(&Versions { versions: versions.clone() })
}

/// The versions in a plan.
pub fn read_versions(plan: &str) -> Option<BTreeMap<String, String>> {
    serde_json::from_str::<Versions>(plan).ok().map(|plan| plan.versions)
}

/// The beginning of the names of all that is kept of a tournament.
pub fn prefix(tournament: &str) -> String {
    format!("{PREFIX}{tournament}/")
}

/// The name of a version of the file.
pub fn name(tournament: &str, version: u32) -> String {
    format!("{PREFIX}{tournament}/{version}")
}

/// The name that says that a tournament is cancelled.
pub fn cancelled_name(tournament: &str) -> String {
    format!("{PREFIX}{tournament}/{CANCELLED}")
}

/// The tournament that a name tells of, and what.
pub fn read_name(name: &str) -> Option<(&str, About)> {
    let (tournament, what) = name.strip_prefix(PREFIX)?.split_once('/')?;
    let about = match what {
        CANCELLED => About::Cancelled,
        version => About::File(version.parse().ok().filter(|version| *version > 0)?),
    };
    Some((tournament, about))
}

/// The text of a file as a plan.
///
/// # Errors
/// Never, in practice: a text can be written.
pub fn plan(file: &str) -> serde_json::Result<String> {
    serde_json::to_string(&Plan { tournament: file.to_string() })
}

/// The text of a file in a plan.
pub fn read_plan(plan: &str) -> Option<String> {
    serde_json::from_str::<Plan>(plan).ok().map(|plan| plan.tournament)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_plans_are_read_back() {
        assert_eq!(read_name(&name("spring", 2)), Some(("spring", About::File(2))));
        assert_eq!(read_name(&cancelled_name("spring")), Some(("spring", About::Cancelled)));
        for other in ["spring/round-1/a-vs-b", "tournament:spring", "tournament:spring/0", "tournament:a/b/1", "web-1"]
        {
            assert_eq!(read_name(other), None, "{other}");
        }
        assert!(is_kept(&name("spring", 1)) && is_kept("sprt:a vs b") && !is_kept("spring/round-1/a-vs-b"));
        let file = "title = \"\\\"ä\"\n";
        assert_eq!(plan(file).ok().and_then(|plan| read_plan(&plan)).as_deref(), Some(file));
        assert_eq!(read_plan("{\"game\":\"hive\"}"), None);
        let versions = BTreeMap::from([("a".to_string(), "./a 0123".to_string())]);
        assert_eq!(versions_plan(&versions).ok().and_then(|plan| read_versions(&plan)), Some(versions));
        let name = versions_name("spring", 7);
        assert!(is_kept(&name) && read_versions_name(&name) == Some("spring") && read_name(&name).is_none());
    }
}
