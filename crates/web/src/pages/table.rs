//! What stands beside a board: players, numbers, moves. The game page and the study page share it.

use schwarm_core::view::{BoardView, Counter};
use schwarm_core::{Session, Side};

use super::frame::{Picture, Visit};
use super::names;
use crate::lessons::course_of;
use crate::live::{Clocks, MoveTold};
use crate::words::Lang;

/// A number beside the board.
pub(super) struct Number {
    pub(super) id: &'static str,
    /// Empty where the value says it all.
    pub(super) label: String,
    pub(super) value: String,
}

/// A player with everything that belongs to it.
pub(super) struct Player {
    pub(super) id: &'static str,
    pub(super) side: String,
    pub(super) name: String,
    pub(super) clock: Option<String>,
    pub(super) is_to_move: bool,
    pub(super) numbers: Vec<Number>,
}

/// A move of the list.
pub(super) struct Row {
    /// Plies played with it.
    pub(super) ply: usize,
    pub(super) href: String,
    pub(super) text: String,
    pub(super) words: String,
    pub(super) is_shown: bool,
}

/// The way through a game.
pub(super) struct Steps {
    pub(super) first: String,
    pub(super) back: Option<String>,
    pub(super) forward: Option<String>,
    pub(super) last: String,
}

/// Board, players and moves.
pub(super) struct Table {
    pub(super) game: String,
    pub(super) title: String,
    /// The course that teaches the game.
    pub(super) course: Option<&'static str>,
    pub(super) picture: Picture,
    /// `Side::Two` first: it sits at the top.
    pub(super) players: [Player; 2],
    pub(super) numbers: Vec<Number>,
    pub(super) turn: String,
    pub(super) rows: Vec<Row>,
    pub(super) steps: Steps,
}

/// Of what a table is made.
pub(super) struct Parts<'a> {
    pub(super) session: &'a dyn Session,
    pub(super) players: [String; 2],
    pub(super) clocks: Option<Clocks>,
    /// How it ended, where the last position is shown.
    pub(super) ending: Option<String>,
    pub(super) told: &'a [MoveTold],
    pub(super) ply: usize,
    /// The address of the position after so many plies.
    pub(super) href: &'a dyn Fn(usize) -> String,
    /// The address of the picture.
    pub(super) picture: String,
}

impl Table {
    pub(super) fn new(visit: &Visit, parts: Parts<'_>) -> Table {
        let (lang, view) = (visit.lang, parts.session.view());
        let title = names::title(lang, &parts.session.id());
        let over = parts.ending.is_some() || parts.session.outcome().is_some();
        let row = |(ply, told): (usize, &MoveTold)| Row {
            ply,
            href: (parts.href)(ply),
            text: told.text.clone(),
            words: told.words.clone(),
            is_shown: ply == parts.ply,
        };
        Table {
            game: parts.session.id(),
            course: course_of(&parts.session.id()).map(|course| course.id),
            picture: visit.picture(parts.picture.clone(), described(lang, &title, &parts)),
            players: [Side::Two, Side::One].map(|side| player(lang, &view, side, &parts, over)),
            numbers: numbers(lang, &view, None),
            turn: parts.ending.clone().unwrap_or_else(|| {
                lang.say("play.to-move", &[("side", &side_word(lang, &view, parts.session.side_to_move()))])
            }),
            rows: (1..).zip(parts.told).map(row).collect(),
            steps: steps(&parts),
            title,
        }
    }
}

/// The position in words, for those who do not see it.
pub(super) fn described(lang: Lang, title: &str, parts: &Parts<'_>) -> String {
    let moves = lang.count("moves", parts.ply as u64, &[]);
    let last = parts.ply.checked_sub(1).and_then(|at| parts.told.get(at)).map_or("", |told| &told.words);
    lang.say("play.described", &[("game", title), ("n", &moves), ("last", last)])
}

pub(super) fn steps(parts: &Parts<'_>) -> Steps {
    let last = parts.told.len();
    Steps {
        first: (parts.href)(0),
        back: parts.ply.checked_sub(1).map(parts.href),
        forward: (parts.ply < last).then(|| (parts.href)(parts.ply + 1)),
        last: (parts.href)(last),
    }
}

fn player(lang: Lang, view: &BoardView, side: Side, parts: &Parts<'_>, over: bool) -> Player {
    Player {
        id: if side == Side::One { "one" } else { "two" },
        side: side_word(lang, view, side),
        name: parts.players[side.index()].clone(),
        clock: parts.clocks.map(|clocks| clock(clocks.left[side.index()])),
        is_to_move: !over && view.to_move == side,
        numbers: numbers(lang, view, Some(side)),
    }
}

pub(super) fn side_word(lang: Lang, view: &BoardView, side: Side) -> String {
    lang.say(&format!("side.{}", view.sides[side.index()]), &[])
}

pub(super) fn numbers(lang: Lang, view: &BoardView, side: Option<Side>) -> Vec<Number> {
    view.counters.iter().filter(|counter| counter.side == side).map(|counter| number(lang, counter)).collect()
}

fn number(lang: Lang, counter: &Counter) -> Number {
    let (label, value) = match lang.find(&format!("counter.{}.{}", counter.id, counter.value.replace(' ', "-"))) {
        Some(whole) => ("", whole.to_string()),
        None => {
            let label = lang.find(&format!("counter.{}", counter.id)).unwrap_or(counter.label);
            (label, value(lang, &counter.value))
        }
    };
    Number { id: counter.id, label: label.to_string(), value }
}

/// The value of a counter; words in it are said in the language of the page.
fn value(lang: Lang, value: &str) -> String {
    let keys = [format!("side.{value}"), format!("counter.value.{}", value.replace(' ', "-"))];
    let known = keys.iter().find_map(|key| lang.find(key));
    known.map_or_else(|| value.replace(" of ", " / "), str::to_string)
}

/// Milliseconds as a clock shows them.
fn clock(millis: u64) -> String {
    let seconds = millis.div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_never_show_less_than_is_left() {
        assert_eq!([300_000, 59_001, 400, 0, 3_723_000].map(clock), ["5:00", "1:00", "0:01", "0:00", "1:02:03"]);
    }

    #[test]
    fn numbers_are_told_in_the_language_of_the_page() {
        assert_eq!(
            ["-", "blue", "3 of 12", "7"].map(|text| value(Lang::De, text)),
            ["noch keiner", "Blau", "3 / 12", "7"]
        );
        let told = |text: &str| {
            let counter = Counter { id: "queen-free", label: "free", side: None, value: text.to_string() };
            let number = number(Lang::De, &counter);
            (number.label, number.value)
        };
        assert_eq!(told("4"), ("Freie Felder um die Königin".to_string(), "4".to_string()));
        assert_eq!(told("in hand"), (String::new(), "Königin noch nicht gesetzt".to_string()));
    }
}
