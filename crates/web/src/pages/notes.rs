//! What must be said with the figures of a tournament.

use crate::league::View;
use crate::words::Lang;

/// The notes of a tournament, a sentence each.
pub(super) fn notes(lang: Lang, view: &View) -> Vec<String> {
    let names = &view.report.names;
    let ratings = &view.report.ratings;
    let mut notes = Vec::new();
    for encounter in &view.undecided {
        let [one, two] = encounter.players.map(|player| names[player].as_str());
        notes.push(lang.say("league.note.undecided", &[("one", one), ("two", two), ("key", &encounter.key)]));
    }
    let all = || names.iter().zip(&ratings.players);
    let list = |wanted: &dyn Fn(u64, u64) -> bool| {
        let found = all().filter(|(_, rating)| wanted(rating.games, rating.halves)).map(|(name, _)| name.as_str());
        found.collect::<Vec<_>>().join(", ")
    };
    let played = ratings.players.iter().any(|rating| rating.games > 0);
    for (players, key) in [
        (list(&|games, halves| games > 0 && halves == 2 * games), "league.note.won-all"),
        (list(&|games, halves| games > 0 && halves == 0), "league.note.lost-all"),
        (list(&|games, _| games == 0), "league.note.no-game"),
    ] {
        if played && !players.is_empty() {
            notes.push(lang.say(key, &[("names", &players)]));
        }
    }
    if played && ratings.groups > 1 {
        notes.push(lang.say("league.note.groups", &[]));
    } else if played && ratings.classes > 1 {
        notes.push(lang.say("league.note.classes", &[]));
    }
    notes
}
