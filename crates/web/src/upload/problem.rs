//! What is wrong with a game somebody hands in, or strange about it, in the language of who asks.
//!
//! What a reader of a format says about its own marks stays as the reader says it, in English, behind the place.

use schwarm_core::{MoveError, Outcome};
use schwarm_play::foreign::{ImportError, Place, Remark};
use schwarm_play::{CheckError, Ending, Termination, visible};

use crate::Trouble;
use crate::speech::ending_words;
use crate::words::Lang;

/// What is wrong with a game, or with the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// It cannot be unpacked.
    Unpacked,
    /// It is no text.
    NoText,
    /// It is in no format that is known, or breaks its format or the rules.
    Import(ImportError),
    /// It is no replay.
    Replay(String),
    /// Nobody knows the game of this id.
    Rules(String),
    /// It does not fit the rules of this id.
    Check(String, CheckError),
    /// The store does not take it.
    Refused(String),
}

impl Problem {
    /// All ids.
    pub(crate) const IDS: [&str; 14] = [
        "unpacked",
        "no-text",
        "unknown",
        "too-long",
        "syntax",
        "replay",
        "rules",
        "start",
        "move",
        "too-many-moves",
        "goes-on",
        "winner",
        "ending",
        "refused",
    ];

    /// The stable id.
    pub(crate) fn id(&self) -> &'static str {
        match self {
            Problem::Unpacked => "unpacked",
            Problem::NoText => "no-text",
            Problem::Replay(_) => "replay",
            Problem::Rules(_) => "rules",
            Problem::Refused(_) => "refused",
            Problem::Import(error) => match error {
                ImportError::Unknown { .. } => "unknown",
                ImportError::TooLong => "too-long",
                ImportError::Syntax { .. } => "syntax",
                ImportError::Rules { .. } => "rules",
                ImportError::Start { .. } => "start",
                ImportError::Move { .. } => "move",
                ImportError::TooManyMoves { .. } => "too-many-moves",
            },
            Problem::Check(_, error) => match error {
                CheckError::Start(_) => "start",
                CheckError::Move { .. } => "move",
                CheckError::GoesOn { .. } => "goes-on",
                CheckError::Winner { .. } => "winner",
                CheckError::Ending { .. } => "ending",
            },
        }
    }

    /// The problem in a sentence.
    pub(crate) fn words(&self, lang: Lang) -> String {
        let say = |facts: &[(&str, &str)]| lang.say(&format!("upload.problem.{}", self.id()), facts);
        match self {
            Problem::Unpacked | Problem::NoText | Problem::Import(ImportError::TooLong) => say(&[]),
            Problem::Replay(why) | Problem::Refused(why) => say(&[("why", &visible(why))]),
            Problem::Rules(id) | Problem::Import(ImportError::Rules { id, .. }) => say(&[("game", &visible(id))]),
            Problem::Import(ImportError::Unknown { place, what } | ImportError::Syntax { place, what, .. }) => {
                say(&[("place", &place_words(lang, *place)), ("why", &visible(what))])
            }
            Problem::Import(ImportError::Start { error, .. }) | Problem::Check(_, CheckError::Start(error)) => {
                say(&[("why", &visible(&error.to_string()))])
            }
            Problem::Import(ImportError::Move { ply, id, error, .. })
            | Problem::Check(id, CheckError::Move { ply, error }) => {
                let (text, why) = move_words(lang, id, error);
                say(&[("n", &ply.to_string()), ("move", &text), ("why", &why)])
            }
            Problem::Import(ImportError::TooManyMoves { .. }) => {
                say(&[("n", &schwarm_play::foreign::MOST_MOVES.to_string())])
            }
            Problem::Check(id, CheckError::GoesOn { said }) => {
                let sides = schwarm_catalog::open(id).map_or(["white", "black"], |rules| rules.info().sides);
                say(&[("said", &outcome_words(lang, said, sides))])
            }
            Problem::Check(_, CheckError::Winner { said, rules, sides }) => {
                let said = match said {
                    Some(winner) => lang.say(
                        "upload.problem.won",
                        &[("side", &lang.say(&format!("side.{}", sides[winner.index()]), &[]))],
                    ),
                    None => lang.say("upload.problem.drawn", &[]),
                };
                say(&[("said", &said), ("rules", &outcome_words(lang, rules, *sides))])
            }
            Problem::Check(_, CheckError::Ending { said, rules, sides }) => {
                let [said, rules] = [said, rules].map(|outcome| outcome_words(lang, outcome, *sides));
                say(&[("said", &said), ("rules", &rules)])
            }
        }
    }
}

/// What was strange about a game, in a sentence.
pub(crate) fn remark_words(lang: Lang, remark: &Remark) -> String {
    match remark {
        Remark::PlayedOn { plies } => lang.say("upload.remark.played-on", &[("n", &plies.to_string())]),
        Remark::QueenFirst { ply } => lang.say("upload.remark.queen-first", &[("n", &ply.to_string())]),
        Remark::OtherResult { .. } => lang.say("upload.remark.other-result", &[]),
        Remark::UnknownCommand { place, command } => {
            let place = place_words(lang, *place);
            lang.say("upload.remark.unknown-command", &[("place", &place), ("command", &visible(command))])
        }
    }
}

fn place_words(lang: Lang, place: Place) -> String {
    let [line, column] = [place.line, place.column].map(|number| number.to_string());
    lang.say("upload.place", &[("line", &line), ("column", &column)])
}

/// A move as it was written, and why it is none.
fn move_words(lang: Lang, game: &str, error: &MoveError) -> (String, String) {
    let (MoveError::Syntax { text, .. } | MoveError::Illegal { text, .. } | MoveError::GameOver { text, .. }) = error;
    (visible(text), Trouble::of_move(game, error.clone()).words(lang))
}

fn outcome_words(lang: Lang, outcome: &Outcome, sides: [&'static str; 2]) -> String {
    let ending = Ending {
        termination: Termination::Rules,
        winner: outcome.winner,
        scores: outcome.scores,
        outcome: Some(*outcome),
    };
    ending_words(lang, &ending, sides)
}

#[cfg(test)]
mod tests {
    use schwarm_core::{BrokenRule, PositionError, Reason, Score, Side};

    use super::*;

    /// One of each kind.
    fn all() -> Vec<Problem> {
        let place = Place { line: 3, column: 7 };
        let import = |error| Problem::Import(error);
        let check = |error| Problem::Check("piranhas-2026".into(), error);
        let sides = ["red", "blue"];
        let outcome = |winner| Outcome {
            winner,
            reason: Reason::SwarmUnited,
            scores: [Score::new(&[2, 9]), Score::new(&[0, 3])],
        };
        let (one, two) = (outcome(Some(Side::One)), outcome(Some(Side::Two)));
        let start = || Box::new(PositionError::impossible("no fish"));
        let syntax = || Box::new(MoveError::syntax("\u{1b}?", "no move"));
        vec![
            Problem::Unpacked,
            Problem::NoText,
            Problem::Replay("no position in the file".into()),
            Problem::Rules("chess".into()),
            Problem::Refused("no".into()),
            import(ImportError::Unknown { place, what: "what is this?".into() }),
            import(ImportError::TooLong),
            import(ImportError::Syntax { game: 1, place, what: "an open bracket".into() }),
            import(ImportError::Rules { game: 1, id: "chess".into(), why: String::new() }),
            import(ImportError::Start { game: 1, error: start() }),
            import(ImportError::Move { game: 1, ply: 4, id: "hive".into(), place: None, error: syntax() }),
            import(ImportError::TooManyMoves { game: 1 }),
            check(CheckError::Start(start())),
            check(CheckError::Move {
                ply: 4,
                error: Box::new(MoveError::illegal("a1-a2", BrokenRule::new("distance", ""))),
            }),
            check(CheckError::GoesOn { said: one }),
            check(CheckError::Winner { said: None, rules: two, sides }),
            check(CheckError::Winner { said: Some(Side::One), rules: two, sides }),
            check(CheckError::Ending { said: one, rules: outcome(None), sides }),
        ]
    }

    #[test]
    fn every_problem_has_words_in_every_language() {
        for problem in all() {
            assert!(Problem::IDS.contains(&problem.id()), "{problem:?}");
            let told = Lang::ALL.map(|lang| problem.words(lang));
            for words in &told {
                assert!(!words.contains(['⟦', '{', '\u{1b}']) && words.len() > 5, "{problem:?}: {words}");
            }
            assert!(told[0] != told[1] && told[1] != told[2], "{told:?}");
        }
        let [en, de, _] = Lang::ALL.map(|lang| all().last().expect("there are some").words(lang));
        assert!(en.starts_with("The record says") && de.starts_with("Die Aufzeichnung sagt"), "{en} {de}");
    }

    #[test]
    fn every_remark_has_words_in_every_language() {
        let place = Place { line: 1, column: 2 };
        for remark in [
            Remark::PlayedOn { plies: 9 },
            Remark::QueenFirst { ply: 2 },
            Remark::OtherResult { rules: "repetition" },
            Remark::UnknownCommand { place, command: "<b>".into() },
        ] {
            let told = Lang::ALL.map(|lang| remark_words(lang, &remark));
            assert!(told.iter().all(|words| !words.contains(['⟦', '{'])), "{told:?}");
        }
    }
}
