//! Positions set up by hand: reading what was pasted, judging it, telling it to pages and programs.
//!
//! Nothing here knows a rule: rule sets compose drafts and name their problems (`schwarm_core::draft`).
//! Not here: the page (`pages::edit`) and its script, the answers in JSON (`api::edit`).

mod judged;
mod paste;

pub(crate) use judged::Judged;
pub(crate) use paste::{Pasted, Unread, paste};

use schwarm_core::draft::Draft;
use schwarm_core::{Rulebook, Setup};

/// The game of an editor that was opened without one.
pub(crate) const FIRST: &str = "hive+mlp";

/// Where an editor begins.
pub(crate) fn start(rules: &dyn Rulebook) -> Option<Draft> {
    rules.start(Setup::Default).ok().map(|session| session.draft())
}
