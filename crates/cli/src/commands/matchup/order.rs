//! From arguments to a match: who plays what, how often, from where.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use schwarm_arena::matchup::{Adjudication, Agreement, MatchPlan, Openings};
use schwarm_arena::stats::Sprt;
use schwarm_core::Rulebook;
use schwarm_play::{Effort, TimeControl};
use sha2::{Digest, Sha256};

use super::Args;
use crate::bots::{self, Named};
use crate::failure::Failure;
use crate::opening::{self, Opening};

/// Games of a match without a test, and the most of one with a test.
const GAMES: u64 = 100;
const TESTED_GAMES: u64 = 20_000;

/// The largest file of openings, in bytes.
const LARGEST_FILE: u64 = 256 << 20;

/// A match that can be played.
pub struct Order {
    /// Its name in the store.
    pub name: String,
    /// The rules.
    pub rules: Arc<dyn Rulebook>,
    /// Who plays.
    pub bots: [Named; 2],
    /// Everything that decides its games.
    pub plan: MatchPlan,
    /// A fixed effort for every move.
    pub effort: Effort,
    /// The test that may end it.
    pub sprt: Option<Sprt>,
}

impl Order {
    /// Reads the arguments.
    ///
    /// # Errors
    /// For anything that cannot be played, before anything is started.
    pub fn new(args: &Args) -> Result<Order, Failure> {
        Order::of(args, [Named::find(&args.one)?, Named::find(&args.two)?])
    }

    /// The same between bots that were found elsewhere.
    ///
    /// # Errors
    /// For anything that cannot be played.
    pub fn of(args: &Args, bots: [Named; 2]) -> Result<Order, Failure> {
        let rules = Opening::of_game(&args.game)?.rules;
        let bots = named(bots);
        for named in &bots {
            named.speaks(&*rules)?;
        }
        let effort = Effort { depth: args.depth, nodes: args.nodes };
        let time = args.time.unwrap_or(match effort == Effort::default() {
            true => TimeControl::Total { base: seconds(10.0), increment: seconds(0.1) },
            false => TimeControl::per_move(seconds(60.0)),
        });
        let players = bots.each_ref().map(|named| named.name.clone());
        let mut plan = MatchPlan::new(rules.id(), players, pairs(args)?);
        plan.seed = args.seed;
        plan.time = time;
        plan.margin_ms = args.margin;
        plan.openings = openings(args, &*rules)?;
        plan.ply_limit = args.ply_limit;
        plan.adjudication = Adjudication {
            win: args.adjudicate_win.as_deref().map(agreement).transpose()?,
            draw: args.adjudicate_draw.as_deref().map(agreement).transpose()?,
        };
        plan.settings = settings(&bots, effort);
        plan.check(&*rules).map_err(|error| Failure::usage(error.to_string()))?;
        let name = match &args.name {
            Some(name) => name.clone(),
            None => name(&plan)?,
        };
        Ok(Order { name, rules, bots, plan, effort, sprt: args.sprt })
    }
}

fn seconds(seconds: f64) -> std::time::Duration {
    std::time::Duration::from_secs_f64(seconds)
}

/// Both bots, under two names.
fn named(mut bots: [Named; 2]) -> [Named; 2] {
    if bots[0].name == bots[1].name {
        for (named, number) in bots.iter_mut().zip(1..) {
            named.name = format!("{} #{number}", named.name);
        }
    }
    bots
}

fn pairs(args: &Args) -> Result<u64, Failure> {
    let games = match (args.pairs, args.games) {
        (Some(pairs), _) => return Ok(pairs),
        (None, Some(games)) => games,
        (None, None) if args.sprt.is_some() => TESTED_GAMES,
        (None, None) => GAMES,
    };
    match games % 2 {
        0 => Ok(games / 2),
        _ => {
            Err(Failure::usage(format!("{games} games are no pairs: every start is played twice, with sides swapped"))
                .advise(format!("Try --games {}.", games.saturating_add(1))))
        }
    }
}

/// Where games begin.
fn openings(args: &Args, rules: &dyn Rulebook) -> Result<Openings, Failure> {
    if let Some(path) = &args.openings {
        let wrong = |why: String| Failure::usage(format!("cannot read openings from {}: {why}", path.display()));
        let size = fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
        if size > LARGEST_FILE {
            return Err(wrong(format!("{size} bytes are too many; at most {LARGEST_FILE}")));
        }
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        return Ok(Openings::from_text(&text));
    }
    if let Some(plies) = args.prefix {
        return Ok(if plies == 0 { Openings::Seeds } else { Openings::Prefix { plies } });
    }
    Ok(opening::starts(rules))
}

fn agreement(text: &str) -> Result<Agreement, Failure> {
    let read = || {
        let (score, moves) = text.split_once(':')?;
        Some(Agreement { score: score.trim().parse().ok()?, moves: moves.trim().parse().ok()? })
    };
    read().ok_or_else(|| {
        Failure::usage(format!("cannot read {text:?}")).advise("Write a score and a number of moves, such as 800:4.")
    })
}

/// What else decides the games: the programs, as they are now.
fn settings(bots: &[Named; 2], effort: Effort) -> BTreeMap<String, String> {
    let mut settings = BTreeMap::new();
    for (named, key) in bots.iter().zip(["one", "two"]) {
        settings.insert(key.to_string(), named.bot.to_string());
        settings.extend(bots::made_of(&named.bot).map(|(what, made)| (format!("{key}-{what}"), made)));
    }
    settings.extend(effort.depth.map(|depth| ("depth".to_string(), depth.to_string())));
    settings.extend(effort.nodes.map(|nodes| ("nodes".to_string(), nodes.to_string())));
    settings
}

/// A name that everything but the number of games has a part in.
pub fn name(plan: &MatchPlan) -> Result<String, Failure> {
    let json = plan.to_json().map_err(|error| Failure::usage(error.to_string()))?;
    let sum: String = Sha256::digest(json).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let [one, two] = plan.players.each_ref().map(|name| name.chars().take(60).collect::<String>());
    Ok(format!("{one} vs {two}, {}, {sum}", plan.game))
}

/// Reads a list of processors: `all`, or `0,2,4-7`.
pub fn processors(text: &str, count: usize) -> Result<Vec<usize>, Failure> {
    if text == "all" {
        return Ok((0..count).collect());
    }
    let read = || {
        let mut list = Vec::new();
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to) = (from.trim().parse::<usize>().ok()?, to.trim().parse::<usize>().ok()?);
            if from > to || to >= 4096 {
                return None;
            }
            list.extend(from..=to);
        }
        Some(list)
    };
    read().ok_or_else(|| {
        Failure::usage(format!("cannot read the processors {text:?}"))
            .advise("Write --pin for all, or numbers from 0 on: --pin 0,2,4-7.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors_are_read() {
        assert_eq!(processors("all", 3).ok(), Some(vec![0, 1, 2]));
        assert_eq!(processors("0,2, 4-6", 3).ok(), Some(vec![0, 2, 4, 5, 6]));
        for wrong in ["", "a", "3-1", "1,,2", "0-99999999"] {
            assert!(processors(wrong, 3).is_err(), "{wrong}");
        }
    }
}
