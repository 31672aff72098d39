//! What a file says beside the moves: players, date, result.

use std::collections::BTreeMap;
use std::time::Duration;

use schwarm_core::Side;

use super::RESIGNED;
use super::tree::{Property, Tree, Wrong};
use crate::foreign::date;
use crate::foreign::draft::Told;
use crate::{Termination, TimeControl, TimeFault};

/// Properties that are tags with a name of their own.
pub(super) const NAMED: [(&str, &str); 4] = [("EV", "Event"), ("PC", "Site"), ("RO", "Round"), ("GN", "SgfGameName")];

/// Tags about one player: what boardspace calls it, and the tags of both colours.
pub(super) const PERSONAL: [(&str, [&str; 2]); 2] =
    [("ranking", ["WhiteElo", "BlackElo"]), ("time", ["WhiteTime", "BlackTime"])];

/// Properties that say nothing a record could keep.
const SILENT: [&str; 5] = ["GM", "VV", "FF", "CA", "SU"];

/// The result of a drawn game, as boardspace words it.
const DRAW: &str = "The game is a draw";

/// What the properties say. Players are in the order of their seats.
#[derive(Default)]
pub(super) struct Header {
    pub(super) players: [String; 2],
    pub(super) time: Option<TimeControl>,
    tags: BTreeMap<String, String>,
    personal: [BTreeMap<usize, String>; 2],
    result: String,
}

impl Header {
    pub(super) fn read(tree: &Tree) -> Result<Header, Wrong> {
        let mut header = Header::default();
        let root = tree.nodes.first().ok_or((tree.place, "an empty game; expected (;GM[27]…".to_string()))?;
        for property in root {
            header.root(property)?;
        }
        for property in tree.nodes.iter().flatten() {
            match property.name.as_str() {
                "P0" => property.values.iter().for_each(|value| header.player(0, value)),
                "P1" => property.values.iter().for_each(|value| header.player(1, value)),
                _ => {}
            }
        }
        Ok(header)
    }

    fn root(&mut self, property: &Property) -> Result<(), Wrong> {
        let value = property.value();
        let mut tag = |name: &str, value: &str| {
            if !value.is_empty() {
                self.tags.insert(name.to_string(), value.to_string());
            }
        };
        match property.name.as_str() {
            "GM" if value.trim() != "27" => {
                let what = format!("game {value:?} of SGF is not Hive; expected GM[27]");
                return Err((property.place, schwarm_core::error::shorten(&what)));
            }
            "DT" if date::is_plain(value) => tag("Date", value),
            "DT" => {
                tag("SgfDate", value);
                if let Some(date) = date::read(value) {
                    tag("Date", &date);
                }
            }
            "RE" => self.result = value.to_string(),
            "TC" => match time_control(value) {
                Some(time) => self.time = Some(time),
                None => tag("SgfTC", value),
            },
            "C" => tag("Comment", value),
            name => match NAMED.iter().find(|(own, _)| *own == name) {
                Some((_, named)) => tag(named, value),
                None if is_other(name) => tag(&format!("Sgf{name}"), value),
                None => {}
            },
        }
        Ok(())
    }

    /// `id "name"`, `ranking 1500`, `time 0:05:18`; everything with a number before it is a move.
    fn player(&mut self, seat: usize, value: &str) {
        let (key, rest) = value.split_once(' ').unwrap_or((value, ""));
        if key == "id" {
            let quoted = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            self.players[seat] = quoted.unwrap_or(rest).to_string();
        } else if let Some(index) = PERSONAL.iter().position(|(name, _)| *name == key) {
            self.personal[seat].insert(index, rest.trim().to_string());
        }
    }

    /// The first seat is the second colour.
    pub(super) fn swap(&mut self) {
        self.players.swap(0, 1);
        self.personal.swap(0, 1);
    }

    pub(super) fn into_tags(self) -> BTreeMap<String, String> {
        let mut tags = self.tags;
        for (colour, personal) in self.personal.into_iter().enumerate() {
            for (index, value) in personal {
                tags.insert(PERSONAL[index].1[colour].to_string(), value);
            }
        }
        tags
    }

    /// What the result says. One that says more, or in other words, is kept as a tag too.
    pub(super) fn result(&mut self) -> (Told, Option<Termination>) {
        let told = told(&self.result, &self.players);
        if !self.result.is_empty() && !wordings(&told, &self.players).contains(&self.result) {
            self.tags.insert("SgfResult".to_string(), std::mem::take(&mut self.result));
        }
        told
    }
}

/// Whether a property is kept as a tag `Sgf…`, as nothing here knows what it means.
pub(super) fn is_other(name: &str) -> bool {
    let known = ["DT", "RE", "TC", "C", "TM"].contains(&name) || NAMED.iter().any(|(own, _)| *own == name);
    !known
        && !SILENT.contains(&name)
        && matches!(name.len(), 1..=8)
        && name.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The ways in which we put a result: in the words of boardspace, then in those of the standard.
pub(super) fn wordings((result, how): &(Told, Option<Termination>), players: &[String; 2]) -> Vec<String> {
    let Told::Over(winner) = result else { return Vec::new() };
    let Some(side) = winner else { return vec![DRAW.to_string()] };
    let (words, letter) = match how {
        Some(Termination::Time { .. }) => (" on time", "T"),
        Some(Termination::Left { why, .. }) if why == RESIGNED => (" by resignation", "R"),
        _ => ("", ""),
    };
    let colour = if *side == Side::One { 'W' } else { 'B' };
    vec![format!("Game won by {}{words}", players[side.index()]), format!("{colour}+{letter}")]
}

/// How a player lost, in the words that are looked for.
fn lost_by(side: Side, how: &str) -> Option<Termination> {
    match how {
        "time" => Some(Termination::Time { side, fault: TimeFault::Late }),
        "resign" => Some(Termination::Left { side, why: RESIGNED.to_string() }),
        _ => None,
    }
}

/// Reads `Game won by NAME` in any language, `B+R` of the standard, `WhiteWins` of UHP.
pub(super) fn told(text: &str, players: &[String; 2]) -> (Told, Option<Termination>) {
    let ended = |winner: Side, how: &str| (Told::Over(Some(winner)), lost_by(winner.other(), how));
    // Names may hold any word, so our own words come first.
    if players[0] != players[1] {
        for (side, how) in Side::BOTH.into_iter().flat_map(|side| ["", "time", "resign"].map(|how| (side, how))) {
            let told = ended(side, how);
            if wordings(&told, players).iter().any(|words| words == text) {
                return told;
            }
        }
    }
    let lower = text.trim().to_lowercase();
    if let Some((colour @ ("w" | "b"), how)) = lower.split_once('+') {
        let winner = if colour == "w" { Side::One } else { Side::Two };
        let how = match how.chars().next() {
            Some('r') => "resign",
            Some('t') => "time",
            _ => "",
        };
        return ended(winner, how);
    }
    match text.trim() {
        "" => return (Told::Nothing, None),
        "WhiteWins" => return ended(Side::One, ""),
        "BlackWins" => return ended(Side::Two, ""),
        DRAW | "Draw" | "0" => return (Told::Over(None), None),
        _ => {}
    }
    let Some((side, words)) = named(text, players) else {
        let is_draw = ["draw", "remis", "unentschieden"].iter().any(|word| lower.contains(word));
        return (if is_draw { Told::Over(None) } else { Told::Nothing }, None);
    };
    let words = words.to_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    let how = match (says(&["time", "clock"]), says(&["resign"])) {
        (true, _) => "time",
        (false, true) => "resign",
        (false, false) => "",
    };
    let lost = says(&["lost", "loses", "resigned", "forfeit"]) && !says(&["won", "wins"]);
    ended(if lost { side.other() } else { side }, how)
}

/// The player a text names, and the text without the name. One name may be part of the other.
fn named(text: &str, players: &[String; 2]) -> Option<(Side, String)> {
    if players[0] == players[1] {
        return None;
    }
    let mut sides = Side::BOTH;
    sides.sort_by_key(|side| std::cmp::Reverse(players[side.index()].len()));
    let found = |side: &Side| !players[side.index()].is_empty() && text.contains(&players[side.index()]);
    let side = sides.into_iter().find(found)?;
    let rest = text.replacen(&players[side.index()], "", 1);
    Some((side, rest))
}

/// `None`, `Fixed 600000` and `Incremental 600000 5000`, in milliseconds.
pub(super) fn time_control(text: &str) -> Option<TimeControl> {
    let millis = |text: &str| text.parse().ok().map(Duration::from_millis);
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["None"] => Some(TimeControl::None),
        ["Fixed", base] => Some(TimeControl::Total { base: millis(base)?, increment: Duration::ZERO }),
        ["Incremental", base, step] => Some(TimeControl::Total { base: millis(base)?, increment: millis(step)? }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_many_words() {
        let players = ["Dum".to_string(), "Dumbot".to_string()];
        let (white, black) = (Told::Over(Some(Side::One)), Told::Over(Some(Side::Two)));
        let left = |side| Some(Termination::Left { side, why: RESIGNED.to_string() });
        let late = |side| Some(Termination::Time { side, fault: TimeFault::Late });
        for (text, result, how) in [
            ("Game won by Dum", white, None),
            ("Game won by Dumbot", black, None),
            ("Dumbot vann spelet", black, None),
            ("Dumbot resigned", white, left(Side::Two)),
            ("Dum lost on time", black, late(Side::One)),
            ("Game won by Dum on time", white, late(Side::Two)),
            ("B+R", black, left(Side::One)),
            ("W+T", white, late(Side::Two)),
            ("W+", white, None),
            ("The game is a draw", Told::Over(None), None),
            ("", Told::Nothing, None),
            ("who knows", Told::Nothing, None),
        ] {
            assert_eq!(told(text, &players), (result, how), "{text}");
        }
    }
}
