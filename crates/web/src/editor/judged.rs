//! What the rules say about a draft.

use schwarm_core::draft::{Draft, Palette, Problem};
use schwarm_core::view::{BoardView, Cell};
use schwarm_core::{Rulebook, Session};
use serde::Serialize;

use crate::speech::{outcome_words, problem_words};
use crate::words::Lang;

/// A problem as it is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Told {
    /// The stable id.
    pub(crate) id: &'static str,
    /// The problem in a sentence.
    pub(crate) text: String,
    /// The cells it is about.
    pub(crate) cells: Vec<Cell>,
}

impl Told {
    fn new(lang: Lang, palette: &Palette, problem: &Problem) -> Told {
        Told { id: problem.id, text: problem_words(lang, palette, problem), cells: problem.cells.clone() }
    }
}

/// What the rules say about a draft.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Judged {
    /// Id of the rule set.
    pub(crate) game: String,
    /// The position text; `None` where it is not possible.
    pub(crate) position: Option<String>,
    /// Why it is not possible.
    pub(crate) problems: Vec<Told>,
    /// Why no game leads to it, where it is possible all the same.
    pub(crate) doubts: Vec<Told>,
    /// How the game has ended in it, if it has.
    pub(crate) ending: Option<String>,
    /// What it looks like, possible or not.
    pub(crate) view: BoardView,
}

impl Judged {
    /// Lets the rules look at a draft.
    pub(crate) fn of(lang: Lang, rules: &dyn Rulebook, draft: &Draft) -> Judged {
        let palette = rules.palette();
        let tell = |problems: &[Problem]| problems.iter().map(|one| Told::new(lang, &palette, one)).collect();
        let nothing = Judged {
            game: rules.id(),
            position: None,
            problems: Vec::new(),
            doubts: Vec::new(),
            ending: None,
            view: palette.sketch(draft),
        };
        match rules.compose(draft) {
            Err(problems) => Judged { problems: tell(&problems), ..nothing },
            Ok(session) => Judged {
                position: Some(text(&*session)),
                doubts: tell(&session.doubts()),
                ending: outcome_words(lang, &*session),
                view: session.view(),
                ..nothing
            },
        }
    }
}

/// The position without its history.
fn text(session: &dyn Session) -> String {
    session.board().unwrap_or_else(|| session.position())
}
