//! A broken rule in a sentence.

use schwarm_core::BrokenRule;

use crate::words::Lang;

/// Why a move cannot be made. The most special text there is: for the game and the kind of piece, for the game,
/// for all games.
pub fn rule_words(lang: Lang, game_id: &str, rule: &BrokenRule) -> String {
    let family = game_id.split(['-', '+', ',']).next().unwrap_or_default();
    let fact = |name: &str| rule.facts.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    let kind = fact("bug").or(fact("kind")).unwrap_or_default();
    let numbers = ["fish", "cells"].map(|name| (name, fact(name).unwrap_or_default()));
    let keys = [
        format!("rule.{family}.{}.{kind}", rule.id),
        format!("rule.{family}.{}", rule.id),
        format!("rule.{}", rule.id),
    ];
    if let (Some(n), true) = (fact("fish").and_then(|fish| fish.parse().ok()), rule.id == "distance") {
        return lang.count(&keys[1], n, &numbers);
    }
    let known = keys.iter().find(|key| lang.find(key).is_some());
    lang.say(known.map_or("rule.other", String::as_str), &numbers)
}
