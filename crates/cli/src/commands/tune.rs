//! `schwarm tune`: fits the weights of an evaluation to games that `schwarm datagen` recorded.
//!
//! Not here: how games become positions and positions weights (`schwarm_engine::tuning`).

use std::fmt::Write as _;
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use schwarm_engine::tuning::{Fit, Samples, Subject, collect, fit};
use schwarm_engine::weights::Weights;

use super::datagen::read_weights;
use super::datagen::recipe::Recipe;
use crate::failure::Failure;
use crate::mind::words::count;
use crate::opening::Opening;

/// The arguments of `schwarm tune`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Learns from positions whose best move is quiet. One game in ten is held out and decides when to stop.
A lower held-out loss is a hint, not a proof: new weights must win a match against the old ones.

Examples:
  schwarm tune ostseeschach-2022-server ostsee.games -o ostseeschach.txt
  schwarm tune hive hive.games hive-mlp.games --config crates/engine/training/hive.toml --threads 16 -o hive.txt")]
pub struct Args {
    /// Id of the game, see `schwarm games`; games that share its table of weights are tuned with it
    game: String,
    /// Files of games
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// A configuration (TOML) with a table named tune
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A table of weights to begin with instead of the program's own
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Where the new table of weights goes; without it the changes are only shown
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Tunes and reports.
///
/// # Errors
/// For an unknown game, unreadable data, or too little of it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    Opening::of_game(&args.game)?;
    let tune = Recipe::of(args.config.as_deref())?.tune;
    let text = read_weights(args.weights.as_deref())?;
    let subject = Subject::of(&args.game, text.as_deref()).map_err(|error| Failure::usage(error.to_string()))?;
    let (samples, mut told) = read_games(args, &subject, &tune.filter())?;
    let bar = ProgressBar::new(tune.passes.into()).with_style(bar_style());
    let mut news = |pass: u32, loss: f64| {
        bar.set_position(pass.into());
        bar.set_message(format!("{loss:.6}"));
    };
    let origin = format!("tuned-{}", tune.generation);
    let fit = fit(&samples, &subject.weights, &origin, &tune.settings(args.threads.into()), &mut news);
    bar.finish_and_clear();
    let fit = fit.map_err(|error| Failure::usage(error.to_string()).advise("`schwarm datagen` makes more games."))?;
    tell(&mut told, &fit, &subject.weights);
    if let Some(path) = &args.output {
        fs::write(path, fit.weights.to_text()).with_context(|| format!("writing {}", path.display()))?;
        // Writing to a string cannot fail.
        let _ = writeln!(told, "{} is written", path.display());
    }
    stdout().lock().write_all(told.as_bytes())?;
    Ok(())
}

/// The positions of all files, and what is to be said of them.
fn read_games(
    args: &Args,
    subject: &Subject,
    filter: &schwarm_engine::tuning::Filter,
) -> Result<(Samples, String), Failure> {
    let (mut samples, mut told) = (Samples::default(), String::new());
    for path in &args.data {
        let wrong = |why: String| Failure::usage(why).at(path.display());
        let bytes = fs::read(path).map_err(|error| wrong(error.to_string()))?;
        let found = collect(&mut samples, subject.table, &bytes, filter, args.threads.into());
        let found = found.map_err(|error| wrong(error.to_string()))?;
        let torn = if found.is_torn { "; the last game is cut off and left out" } else { "" };
        let [games, positions, taken] = [found.games, found.positions, found.taken].map(|number| count(number as u64));
        // Writing to a string cannot fail.
        let _ = writeln!(told, "{}: {games} games, {taken} of {positions} positions are quiet{torn}", path.display());
    }
    Ok((samples, told))
}

/// What came out of it, in words.
fn tell(told: &mut String, fit: &Fit, old: &Weights) {
    let part = |(games, positions): (usize, usize)| {
        format!("{} positions of {} games", count(positions as u64), count(games as u64))
    };
    // Writing to a string cannot fail.
    let _ = writeln!(told, "learned from {}, held out {}", part(fit.learned), part(fit.held_out));
    let _ = writeln!(told, "scale: a score of {:.0} wins 73 of 100 games", fit.scale);
    for (name, index) in [("learned", 0), ("held-out", 1)] {
        let (before, after) = (fit.before[index], fit.after[index]);
        let _ = writeln!(told, "{name:8} loss {before:.6} before, {after:.6} after ({:+.6})", after - before);
    }
    let _ = writeln!(told, "best after {} passes\n\n{:<28} {:>13} {:>13}", fit.passes, "weight", "early", "late");
    for (old, new) in old.all.iter().zip(&fit.weights.all) {
        if (old.early, old.late) != (new.early, new.late) {
            let [early, late] =
                [(old.early, new.early), (old.late, new.late)].map(|(old, new)| format!("{old} → {new}"));
            let _ = writeln!(told, "{:<28} {early:>13} {late:>13}", new.name);
        }
    }
}

/// A bar on stderr; indicatif hides it where stderr is no terminal.
fn bar_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} pass {pos}/{len}, held-out loss {msg}, {elapsed} so far");
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}
