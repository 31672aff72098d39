//! Finding the position in a text somebody has pasted.
//!
//! Read are position texts, board texts and setups of every game, UHP GameStrings, and the XML of states where
//! somebody can read it ([`ReadState`]). The text itself says which it is; where several games can have it, the one
//! the reader looks at goes first.

use schwarm_core::draft::{Draft, Problem};
use schwarm_core::{MoveError, PositionError, Rulebook, Setup};
use serde::Serialize;

use crate::config::ReadState;
use crate::speech::problem_words;
use crate::words::Lang;
use crate::{Kind, Trouble};

/// Most rule sets that are tried.
const MOST_GAMES: usize = 64;

/// Problems of a text as a whole, which say little about how much of it was understood.
const VAGUE: [&str; 4] = ["text-no-side", "text-fields", "text-rows", "text-long"];

/// A position that was found, possible or not.
pub(crate) struct Pasted {
    /// Whose position it is.
    pub(crate) rules: Box<dyn Rulebook>,
    /// The position.
    pub(crate) draft: Draft,
}

/// Why nothing was found, and where in the text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Unread {
    /// The stable id.
    pub(crate) id: &'static str,
    /// The reason in a sentence.
    pub(crate) text: String,
    /// Line and column of the place, both counted from 1.
    pub(crate) line: usize,
    /// See `line`.
    pub(crate) column: usize,
}

/// Finds the position in a text. `game` is the one the reader looks at.
///
/// # Errors
/// `Ok(Err(_))` says why there is none.
pub(crate) fn paste(
    lang: Lang,
    states: Option<ReadState>,
    text: &str,
    game: &str,
) -> Result<Result<Pasted, Unread>, Trouble> {
    let rules = schwarm_catalog::open(game).map_err(|_| Kind::UnknownGame)?;
    let reader = Reader { lang, text, rules };
    Ok(match text.trim() {
        "" => Err(reader.unread(&Problem::new("paste-empty", "the text is empty").found_at(0))),
        whole if whole.starts_with('<') => reader.xml(states),
        whole => match whole.split_once(';').and_then(|(kind, _)| schwarm_catalog::open(kind.trim()).ok()) {
            Some(rules) => reader.game_string(rules),
            None => reader.position(),
        },
    })
}

struct Reader<'a> {
    lang: Lang,
    text: &'a str,
    rules: Box<dyn Rulebook>,
}

impl Reader<'_> {
    /// A state in the XML of others.
    fn xml(self, states: Option<ReadState>) -> Result<Pasted, Unread> {
        let nobody = || Problem::new("xml-none", "nobody here reads XML").found_at(0);
        let read = states.ok_or_else(nobody).and_then(|read| read(self.text));
        let (games, position) = read.map_err(|problem| self.unread(&problem))?;
        let is_mine = games.contains(&self.rules.info().id.to_string());
        let first = games.first().and_then(|game| schwarm_catalog::open(game).ok());
        let rules = if is_mine { None } else { first };
        let draft = rules.as_deref().unwrap_or(&*self.rules).read_draft(&position);
        // What is wrong in the text that was made of it has no place in the XML.
        let draft = draft.map_err(|problem| self.unread(&Problem { place: Some(0), ..problem }))?;
        Ok(Pasted { rules: rules.unwrap_or(self.rules), draft })
    }

    /// A whole game of Hive: the position at its end.
    fn game_string(self, rules: Box<dyn Rulebook>) -> Result<Pasted, Unread> {
        let is_mine = rules.info().id == self.rules.info().id;
        let rules = if is_mine { &self.rules } else { &rules };
        let session = rules.from_position(self.text).map_err(|error| match error {
            PositionError::Move { ply, error } => self.bad_move(&rules.id(), ply, error),
            error => self.unread(&Problem::new("impossible", error.to_string()).found_at(0)),
        })?;
        let rules = schwarm_catalog::open(&session.id());
        let draft = session.draft();
        Ok(Pasted { rules: rules.unwrap_or(self.rules), draft })
    }

    /// The move of a GameString that cannot be played.
    fn bad_move(&self, game: &str, ply: usize, error: MoveError) -> Unread {
        let fields = self.text.match_indices(';').map(|(place, _)| place + 1);
        let place = fields.skip(2).nth(ply.saturating_sub(1)).unwrap_or(0);
        let why = Trouble::of_move(game, error).words(self.lang);
        let text = self.lang.say("problem.paste-move", &[("n", &ply.to_string()), ("why", &why)]);
        let (line, column) = self.place(place);
        Unread { id: "paste-move", text, line, column }
    }

    /// A position of any game, or the setup of the one the reader looks at.
    fn position(self) -> Result<Pasted, Unread> {
        let own = self.rules.id();
        let others = schwarm_catalog::games().into_iter().filter(|info| info.id != own);
        let others = others.take(MOST_GAMES).filter_map(|info| schwarm_catalog::open(info.id).ok());
        let mut readable: Option<Pasted> = None;
        let mut nearest: Option<(usize, Unread)> = None;
        let mine = schwarm_catalog::open(&own).ok();
        for rules in mine.into_iter().chain(others) {
            match rules.read_draft(self.text) {
                Ok(draft) => {
                    if rules.compose(&draft).is_ok() {
                        return Ok(Pasted { rules, draft });
                    }
                    readable.get_or_insert(Pasted { rules, draft });
                }
                Err(problem) => {
                    let depth = problem.place.filter(|_| !VAGUE.contains(&problem.id)).unwrap_or(0);
                    if nearest.as_ref().is_none_or(|(known, _)| depth > *known) {
                        nearest = Some((depth, self.unread(&problem)));
                    }
                }
            }
        }
        if let Some(pasted) = readable {
            return Ok(pasted);
        }
        let setup = Setup::parse(self.text).and_then(|setup| self.rules.start(setup));
        match (setup, nearest) {
            (Ok(session), _) => Ok(Pasted { draft: session.draft(), rules: self.rules }),
            (Err(_), Some((_, unread))) => Err(unread),
            (Err(_), None) => Err(self.unread(&Problem::new("paste-empty", "no game reads it").found_at(0))),
        }
    }

    fn unread(&self, problem: &Problem) -> Unread {
        let (line, column) = self.place(problem.place.unwrap_or(0));
        Unread { id: problem.id, text: problem_words(self.lang, &self.rules.palette(), problem), line, column }
    }

    /// Line and column of a byte.
    fn place(&self, byte: usize) -> (usize, usize) {
        let before = self.text.get(..byte).unwrap_or(self.text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
    }
}
