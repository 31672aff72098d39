//! What a review has found, in sentences.

use schwarm_core::Side;
use schwarm_play::review::{Class, Judged, Review};
use schwarm_play::{Ending, Termination};

use crate::words::Lang;

/// A side that stands here or above is not losing.
const EVEN: f64 = 0.5;

/// The move that decided a game, if one did.
pub fn turning_words(lang: Lang, review: &Review) -> Option<String> {
    let turning = review.turning_point.as_ref()?;
    let judged = review.moves.iter().find(|judged| judged.ply == turning.ply)?;
    Some(told(lang, review, judged))
}

/// Why a game ended as it did, in one or two sentences.
pub fn verdict_words(lang: Lang, review: &Review) -> String {
    let turning = turning_words(lang, review);
    let last = review.positions.last().map_or(EVEN, |seen| seen.chance);
    let Some(ending) = review.ending.as_ref().filter(|ending| ending.counts()) else {
        let values = [("side", name(lang, review, Side::One)), ("chance", percent(last))];
        return with(say(lang, "review.unfinished", &values), turning);
    };
    let Some(winner) = ending.winner else { return with(lang.say("review.draw", &[]), turning) };
    let loser = winner.other();
    let left = if loser == Side::One { last } else { 1.0 - last };
    let values = [("side", name(lang, review, loser)), ("chance", percent(left))];
    if left >= EVEN {
        return say(lang, "review.not-lost", &values);
    }
    let why = turning.unwrap_or_else(|| slide(lang, review, loser));
    if is_fault(ending, loser) { with(say(lang, "review.fault", &values), Some(why)) } else { why }
}

fn told(lang: Lang, review: &Review, judged: &Judged) -> String {
    let values = [
        ("ply", judged.ply.to_string()),
        ("side", name(lang, review, judged.side)),
        ("move", judged.played.clone()),
        ("before", percent(judged.before)),
        ("after", percent(judged.after)),
    ];
    let better = judged.better().map(|better| {
        let key = match judged.class {
            Class::MissedWin => "review.better-won",
            _ if judged.before >= EVEN => "review.better-held",
            _ => "review.better",
        };
        lang.say(key, &[("move", better)])
    });
    with(say(lang, "review.turning", &values), better)
}

/// How a game goes that no single move has lost.
fn slide(lang: Lang, review: &Review, loser: Side) -> String {
    let own = || review.moves.iter().filter(|judged| judged.side == loser);
    let first = own().next().map_or(EVEN, |judged| judged.before);
    let last = own().next_back().map_or(EVEN, |judged| judged.after);
    let most = own().map(|judged| judged.loss).fold(0.0, f64::max);
    let values = [
        ("side", name(lang, review, loser)),
        ("before", percent(first)),
        ("after", percent(last)),
        ("most", percent(most)),
    ];
    say(lang, "review.slide", &values)
}

/// Whether the loser lost by something else than the position.
fn is_fault(ending: &Ending, loser: Side) -> bool {
    !matches!(ending.termination, Termination::Rules) && ending.termination.offender() == Some(loser)
}

fn with(text: String, more: Option<String>) -> String {
    more.map_or_else(|| text.clone(), |more| format!("{text} {more}"))
}

fn say(lang: Lang, key: &str, values: &[(&str, String)]) -> String {
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    lang.say(key, &values)
}

fn name(lang: Lang, review: &Review, side: Side) -> String {
    lang.say(&format!("side.{}", review.sides[side.index()]), &[])
}

fn percent(chance: f64) -> String {
    format!("{:.0}", chance * 100.0)
}
