//! `schwarm games`: what can be played.

use std::io::{Write, stdout};

use schwarm_core::{Aggregation, GameInfo};
use serde::Serialize;

use crate::opening::Opening;

/// The arguments of `schwarm games`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm games                 a table of all games
  schwarm games hive+mlp        everything about one game
  schwarm games --json          the same for programs

Options follow an id after commas, wherever an id is read: hive+mlp,repetition=off")]
pub struct Args {
    /// Show everything about this game only
    game: Option<String>,
    /// Print one line of JSON: a list of games
    #[arg(long)]
    json: bool,
}

/// Lists the games.
///
/// # Errors
/// For an unknown game.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let games = match &args.game {
        Some(id) => vec![Opening::of_game(id)?.info()],
        None => schwarm_catalog::games(),
    };
    let mut out = stdout().lock();
    if args.json {
        let listed: Vec<_> = games.iter().map(|info| Listed::of(info)).collect();
        writeln!(out, "{}", serde_json::to_string(&listed)?)?;
    } else if args.game.is_some() {
        for info in games {
            write!(out, "{}", details(info))?;
        }
    } else {
        write!(out, "{}", table(&games))?;
    }
    Ok(())
}

/// A game as JSON. Keys are public.
#[derive(Serialize)]
struct Listed {
    id: &'static str,
    title: &'static str,
    summary: &'static str,
    aliases: &'static [&'static str],
    sides: [&'static str; 2],
    setup: &'static str,
    options: Vec<ListedOption>,
    notations: Vec<&'static str>,
    scores: Vec<ListedScore>,
    ply_limit: Option<u32>,
}

#[derive(Serialize)]
struct ListedOption {
    name: &'static str,
    values: &'static [&'static str],
    default: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
struct ListedScore {
    id: &'static str,
    name: &'static str,
    aggregation: &'static str,
}

impl Listed {
    fn of(info: &GameInfo) -> Listed {
        let option = |option: &schwarm_core::OptionInfo| ListedOption {
            name: option.name,
            values: if option.values.is_empty() { &["on", "off"] } else { option.values },
            default: option.default,
            help: option.help,
        };
        let score = |part: &schwarm_core::ScorePart| ListedScore {
            id: part.id,
            name: part.name,
            aggregation: match part.aggregation {
                Aggregation::Sum => "sum",
                Aggregation::Average => "average",
            },
        };
        Listed {
            id: info.id,
            title: info.title,
            summary: info.summary,
            aliases: info.aliases,
            sides: info.sides,
            setup: info.setup,
            options: info.options.iter().map(option).collect(),
            notations: info.notations.iter().map(|notation| notation.name()).collect(),
            scores: info.score_parts.iter().map(score).collect(),
            ply_limit: info.ply_limit,
        }
    }
}

/// All games, one row each, then the options they share.
fn table(games: &[&GameInfo]) -> String {
    let mut rows = vec![["GAME", "TITLE", "SIDES", "ALSO CALLED"].map(str::to_string)];
    rows.extend(
        games
            .iter()
            .map(|info| [info.id.to_string(), info.title.to_string(), info.sides.join(", "), info.aliases.join(", ")]),
    );
    let mut text = aligned(&rows);
    text.push_str(&section("Setups (--setup; seed:N draws one by seed)", games, |info| {
        if info.setup.is_empty() { Vec::new() } else { vec![info.setup.to_string()] }
    }));
    text.push_str(&section("Options (after the id, as in hive,repetition=off)", games, |info| {
        info.options.iter().map(|option| format!("{}  {}", spelling(option), option.help)).collect()
    }));
    text.push_str("\n`schwarm games GAME` tells everything about one game.\n");
    text
}

/// A headed list of what games have, each thing once with the games that share it.
fn section(title: &str, games: &[&GameInfo], things: impl Fn(&GameInfo) -> Vec<String>) -> String {
    let mut shared: Vec<(String, Vec<&str>)> = Vec::new();
    for info in games {
        for thing in things(info) {
            match shared.iter_mut().find(|(known, _)| *known == thing) {
                Some((_, ids)) => ids.push(info.id),
                None => shared.push((thing, vec![info.id])),
            }
        }
    }
    if shared.is_empty() {
        return String::new();
    }
    let list = shared.iter().map(|(thing, ids)| format!("  {thing}\n    {}\n", ids.join(", ")));
    format!("\n{title}\n{}", list.collect::<String>())
}

/// Everything about one game.
fn details(info: &GameInfo) -> String {
    let mut text = format!("{} ({})\n{}\n\n", info.title, info.id, info.summary);
    let mut row = |name: &str, value: String| {
        if !value.is_empty() {
            text.push_str(&format!("{name:12}{value}\n"));
        }
    };
    row("sides", info.sides.join(", "));
    row("also called", info.aliases.join(", "));
    row("setup", info.setup.to_string());
    row("ply limit", info.ply_limit.map_or(String::new(), |limit| limit.to_string()));
    row("notations", info.notations.iter().map(|notation| notation.name()).collect::<Vec<_>>().join(", "));
    row("scores", info.score_parts.iter().map(|part| part.name).collect::<Vec<_>>().join(", "));
    for option in info.options {
        row("option", format!("{} (default {}): {}", spelling(option), option.default, option.help));
    }
    text
}

/// How an option is written.
fn spelling(option: &schwarm_core::OptionInfo) -> String {
    match option.values {
        [] => option.name.to_string(),
        values => format!("{}={}", option.name, values.join("|")),
    }
}

/// Rows with aligned columns.
fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let cells: Vec<_> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
