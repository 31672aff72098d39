//! A record as text.

use super::{comment, escape, tags, words};
use crate::{GameRecord, Start};

/// The tags every PGN file begins with, where the record has them.
const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Writes a game; [`read`](super::read) gives the same record back, as long as no score is NaN.
///
/// Every ply has a line of its own, and so has every comment, as the Hive world likes it.
pub fn write(record: &GameRecord) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        out.push_str(&format!("[{name} {}]\n", escape::quoted(value)));
    };
    for name in ROSTER {
        if let Some(value) = record.tags.get(name) {
            tag(name, value);
        }
    }
    for (name, player) in tags::colours(&record.game).into_iter().zip(&record.players) {
        tag(name, player);
    }
    let result = tags::result(&record.game, record.ending.as_ref());
    tag("Result", &result);
    tag("Game", &record.game);
    if let Some(game_type) = tags::game_type(&record.game) {
        tag("GameType", &game_type);
    }
    match &record.start {
        Start::Default => {}
        Start::Setup(setup) => tag("Setup", setup),
        Start::Position(position) => tag("Position", position),
    }
    if let Some(time) = &record.time {
        tag("TimeControl", &time.to_string());
    }
    for (name, value) in record.ending.iter().flat_map(|ending| tags::of_ending(&record.game, ending)) {
        tag(name, &value);
    }
    for (name, value) in record.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str())) {
        let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match plain && !tags::OWN.contains(&name.as_str()) {
            true => tag(name, value),
            false => tag("Tag", &format!("{}={value}", tags::odd_name(name))),
        }
    }
    out.push('\n');
    let hive = words::is_hive(&record.game);
    for (index, played) in record.moves.iter().enumerate() {
        let bare_first = index == 0 && tags::begins_empty(&record.start);
        let text = match words::is_plain(&played.text, hive, bare_first) {
            true => played.text.clone(),
            false => escape::quoted(&played.text),
        };
        out.push_str(&format!("{}. {text}\n", index + 1));
        if let Some(comment) = comment::of(played) {
            out.push_str(&format!("{{{comment}}}\n"));
        }
    }
    out.push_str(&format!("{}{result}\n\n", if record.moves.is_empty() { "" } else { "\n" }));
    out
}
