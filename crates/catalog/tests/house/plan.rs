//! Which crate may use which: the table of `ARCHITECTURE.md`, and the crates still to come.
//!
//! A crate is named by its folder under `crates/`; `games/*` stands for every folder there.

/// What a crate may use.
pub enum May {
    /// These, and nothing else of ours.
    Use(&'static [&'static str]),
    /// The composition root may use everything.
    UseEverything,
}

/// One row per crate, those still to come included.
pub const PLAN: &[(&str, May)] = &[
    ("core", May::Use(&[])),
    ("games/*", May::Use(&["core"])),
    ("catalog", May::Use(&["core", "games/*"])),
    ("draw", May::Use(&["core"])),
    ("search", May::Use(&["core"])),
    ("nets", May::Use(&[])),
    ("engine", May::Use(&["core", "games/*", "search", "nets"])),
    ("encode", May::Use(&["core", "games/*"])),
    ("play", May::Use(&["core"])),
    ("protocol/*", May::Use(&["core", "play", "games/*"])),
    ("arena", May::Use(&["core", "play"])),
    ("store", May::Use(&["play"])),
    ("web", May::Use(&["core", "play", "catalog", "arena", "store", "draw"])),
    ("py", May::Use(&["core", "catalog", "engine", "search", "encode", "play", "protocol/*", "draw"])),
    ("cli", May::UseEverything),
];

/// What tests, benches and examples may use beyond that: real rules, and real processes.
const TESTS_MAY_USE: [&str; 2] = ["catalog", "arena"];

/// The search is tried on real games, with their types.
const SEARCH_TESTS_MAY_USE: &str = "games/*";

/// A dependency of one crate of the workspace on another.
#[derive(Clone, Debug)]
pub struct Arrow {
    pub to: String,
    /// Only tests, benches and examples use it.
    pub is_dev: bool,
}

/// What is wrong with the dependencies of a crate.
pub fn forbidden(crate_folder: &str, arrows: &[Arrow]) -> Vec<String> {
    let Some((_, may)) = PLAN.iter().find(|(row, _)| covers(row, crate_folder)) else {
        return vec![format!(
            "{crate_folder} is not in the plan: say what it may use in a row of crates/catalog/tests/house/plan.rs \
             and in the table of ARCHITECTURE.md"
        )];
    };
    let May::Use(allowed) = may else { return Vec::new() };
    arrows
        .iter()
        .filter(|arrow| !allowed.iter().any(|row| covers(row, &arrow.to)))
        .filter(|arrow| !(arrow.is_dev && TESTS_MAY_USE.contains(&arrow.to.as_str())))
        .filter(|arrow| !(arrow.is_dev && crate_folder == "search" && covers(SEARCH_TESTS_MAY_USE, &arrow.to)))
        .map(|arrow| {
            let how = if arrow.is_dev { " for its tests" } else { "" };
            format!("{crate_folder} may not use {}{how}; it may use {allowed:?}", arrow.to)
        })
        .collect()
}

/// Whether a row is about a folder.
fn covers(row: &str, folder: &str) -> bool {
    match row.strip_suffix('*') {
        Some(parent) => folder.strip_prefix(parent).is_some_and(|name| !name.is_empty() && !name.contains('/')),
        None => row == folder,
    }
}
