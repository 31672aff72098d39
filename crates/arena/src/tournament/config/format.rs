//! The section `[format]`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::problem::Problems;
use super::section::{Section, unknown};
use crate::tournament::format::{Format, MOST_PAIRS, MOST_ROUNDS, RankBy};

const KINDS: [&str; 8] = ["round-robin", "gauntlet", "swiss", "knockout", "ladder", "league", "final-eight", "match"];

/// Pairs of a match that says nothing about them, and the most of one with a test.
const MATCH_PAIRS: u64 = 50;
const TESTED_PAIRS: u64 = 10_000;

/// The format, and where its keys stand.
pub(super) fn read(
    top: &mut Section<'_, '_>,
    names: &[String],
    problems: &mut Problems,
) -> Option<(Format, BTreeMap<String, Range<usize>>)> {
    let Some(mut section) = top.section("format", problems) else {
        if !top.has("format") {
            let kinds = KINDS.join(", ");
            problems.add(0..0, format!("the section [format] is missing; its `kind` is one of: {kinds}"));
        }
        return None;
    };
    if !section.has("kind") {
        problems.add(section.span(), format!("`kind` is missing; it is one of: {}", KINDS.join(", ")));
        return None;
    }
    let kind = section.choice("kind", &KINDS.map(|kind| (kind, kind)), problems)?;
    let format = keys(kind, &mut section, names, problems);
    section.finish(problems);
    let keys = ["kind", "pairs", "cycles", "rounds", "replays", "challengers", "least_games", "most_games"];
    let spans = keys.into_iter().filter_map(|key| Some((key.to_string(), section.place(key)?)));
    Some((format, spans.collect()))
}

fn keys(kind: &str, section: &mut Section<'_, '_>, names: &[String], problems: &mut Problems) -> Format {
    let pairs = |section: &mut Section<'_, '_>, problems: &mut Problems| {
        section.number("pairs", 1..=MOST_PAIRS, problems).unwrap_or(1)
    };
    let rounds = |key, usual: u32, section: &mut Section<'_, '_>, problems: &mut Problems| {
        section.number(key, 1..=MOST_ROUNDS.into(), problems).map_or(usual, |rounds| rounds as u32)
    };
    // As many rounds as it takes to find a single bot that has won all.
    let usual = names.len().max(2).next_power_of_two().ilog2();
    match kind {
        "gauntlet" => {
            let challengers = section.texts("challengers", problems);
            let challengers = challengers.map_or_else(|| vec![0], |list| numbers(list, names, problems));
            let cycles = rounds("cycles", 1, section, problems);
            Format::Gauntlet { challengers, cycles, pairs: pairs(section, problems) }
        }
        "swiss" => {
            Format::Swiss { rounds: rounds("rounds", usual, section, problems), pairs: pairs(section, problems) }
        }
        "ladder" => {
            let usual = names.len() as u32;
            Format::Ladder { rounds: rounds("rounds", usual, section, problems), pairs: pairs(section, problems) }
        }
        "knockout" => Format::Knockout {
            pairs: pairs(section, problems),
            replays: section.number("replays", 0..=1000, problems).unwrap_or(3) as u32,
            third_place: section.flag("third_place", problems).unwrap_or(false),
        },
        "league" => {
            let by = [("wins", RankBy::Wins), ("points", RankBy::Points)];
            Format::League {
                rank_by: section.choice("rank_by", &by, problems).unwrap_or_default(),
                cycles: rounds("cycles", 1, section, problems),
                pairs: pairs(section, problems),
            }
        }
        "final-eight" => {
            let least_games = section.number("least_games", 2..=1000, problems).unwrap_or(6);
            Format::FinalEight {
                least_games,
                most_games: section.number("most_games", 2..=10_000, problems).unwrap_or(least_games.max(20)),
                third_place: section.flag("third_place", problems).unwrap_or(true),
                decisions: decisions(section, names, problems),
            }
        }
        "match" => {
            let test = section.parsed("sprt", problems);
            let usual = if section.has("sprt") { TESTED_PAIRS } else { MATCH_PAIRS };
            Format::Match { pairs: section.number("pairs", 1..=MOST_PAIRS, problems).unwrap_or(usual), test }
        }
        _ => Format::RoundRobin { cycles: rounds("cycles", 1, section, problems), pairs: pairs(section, problems) },
    }
}

fn numbers(list: Vec<(String, Range<usize>)>, names: &[String], problems: &mut Problems) -> Vec<usize> {
    let mut numbers = Vec::new();
    for (name, span) in list {
        match names.iter().position(|known| *known == name) {
            Some(number) => numbers.push(number),
            None => problems.add(span, unknown("bot", &name, names.iter().map(String::as_str))),
        }
    }
    numbers
}

fn decisions(section: &mut Section<'_, '_>, names: &[String], problems: &mut Problems) -> BTreeMap<String, usize> {
    let span = section.place("decisions").unwrap_or(0..0);
    let mut decisions = BTreeMap::new();
    for (key, winner) in section.settings("decisions", problems) {
        let players = key.split_once('/').and_then(|(_, players)| players.split_once("-vs-"));
        let found = names.iter().position(|name| *name == winner);
        match (players, found) {
            (Some((a, b)), Some(number)) if a == winner || b == winner => drop(decisions.insert(key, number)),
            _ => {
                let message = format!(
                    "a decision names an encounter and which of its two bots goes on, such as \"round-1/a-vs-b\" = \"a\"; \
                     {key:?} = {winner:?} does not"
                );
                problems.add(span.clone(), message);
            }
        }
    }
    decisions
}
