//! The end of a game in a sentence.

use schwarm_core::view::PieceView;
use schwarm_core::{Reason, Session, Side};
use schwarm_play::{Ending, Termination};

use super::nouns::{Case, sided};
use crate::words::Lang;

/// How a game ended: who won, and why. `sides` are the names of the rule set, such as `white`.
pub fn ending_words(lang: Lang, ending: &Ending, sides: [&str; 2]) -> String {
    let name = |side: Side| lang.say(&format!("side.{}", sides[side.index()]), &[]);
    let say = |key: &str, side: Side| lang.say(key, &[("side", &name(side)), ("other", &name(side.other()))]);
    match &ending.termination {
        Termination::Rules => by_rules(lang, ending, sides),
        Termination::Left { side, why } if why == RESIGNED => say("ending.resigned", *side),
        Termination::Adjudication { why } if why == DRAW_AGREED => lang.say("ending.draw-agreed", &[]),
        Termination::Adjudication { .. } => match ending.winner {
            Some(winner) => say("ending.adjudication", winner),
            None => lang.say("ending.adjudication-draw", &[]),
        },
        Termination::Abort { .. } => lang.say("ending.abort", &[]),
        other => match other.offender() {
            Some(side) => say(&format!("ending.{}", other.id()), side),
            None => lang.say("ending.abort", &[]),
        },
    }
}

/// How the rules have ended the game a session is at, if they have.
pub fn outcome_words(lang: Lang, session: &dyn Session) -> Option<String> {
    let outcome = session.outcome()?;
    let ending = Ending {
        termination: Termination::Rules,
        winner: outcome.winner,
        scores: outcome.scores,
        outcome: Some(outcome),
    };
    Some(ending_words(lang, &ending, session.info().sides))
}

/// What [`Termination::Left`] says of a player who resigned.
pub const RESIGNED: &str = "resigned";

/// What [`Termination::Adjudication`] says of a draw the players agreed on.
pub const DRAW_AGREED: &str = "draw agreed";

fn by_rules(lang: Lang, ending: &Ending, sides: [&str; 2]) -> String {
    let reason = ending.outcome.map(|outcome| outcome.reason);
    let id = reason.map_or("rules", Reason::id);
    let Some(winner) = ending.winner else { return lang.say(&format!("ending.{id}.draw"), &[]) };
    let name = |side: Side| lang.say(&format!("side.{}", sides[side.index()]), &[]);
    let queen = PieceView { side: winner.other(), kind: "queen", name: String::new(), height: 1 };
    let points = [winner, winner.other()].map(|side| ending.scores[side.index()].parts().get(1).copied());
    let why = match (reason, points) {
        (Some(Reason::RoundLimit), [Some(more), Some(less)]) if more != less => {
            lang.say("ending.round-limit.points", &[("more", &more.to_string()), ("less", &less.to_string())])
        }
        _ => {
            let queen = sided(lang, &queen, sides, Case::Subject);
            lang.say(&format!("ending.{id}.win"), &[("queen", &queen), ("other", &name(winner.other()))])
        }
    };
    lang.say("ending.win", &[("side", &name(winner)), ("why", &why)])
}
