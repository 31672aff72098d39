//! `schwarm convert`: game records from one format into another.
//!
//! Every game is played through the rules on the way. A bad game is told and left out, the others
//! are converted. What the new format cannot hold is told on stderr.
//! Not here: the formats themselves (`schwarm_play::foreign`, `schwarm_socha::replay`).

use std::fs;
use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use schwarm_core::Rulebook;
use schwarm_play::GameRecord;
use schwarm_play::foreign::{self, Format, LONGEST_TEXT};
use schwarm_socha::replay;
use schwarm_socha::season::Season;

use crate::failure::Failure;
use crate::replays;

/// The arguments of `schwarm convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm convert game.sgf                          a game of boardspace.net as our PGN
  schwarm convert *.sgf --to jsonl -o games.jsonl   many games into one file
  schwarm convert game.pgn -o game.sgf              the ending of the file names the format
  schwarm convert replay.xml.gz --to jsonl          a replay of the Software-Challenge
  echo 'Base;InProgress;White[1];wS1' | schwarm convert --to viewer-pgn

Formats: pgn (ours, all games), viewer-pgn (Mzinga and other Hive viewers), sgf (boardspace.net),
uhp (GameStrings, one a line), jsonl (records as JSON, one a line), replay (the Software-Challenge).
What a file breaks is kept: a game played on after a third occurrence becomes repetition=off, a
queen placed first queen-first. Exit codes: 0 all games converted, 1 some were not, 2 wrong usage.")]
pub struct Args {
    /// Files to read, `-` for stdin
    #[arg(value_name = "INPUT", default_value = "-")]
    inputs: Vec<PathBuf>,
    /// Format of the files; by default what their content says
    #[arg(long, value_enum)]
    from: Option<Kind>,
    /// Format to write; by default what the ending of the file says, or pgn
    #[arg(long, value_enum)]
    to: Option<Kind>,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say nothing about what is strange or lost
    #[arg(short, long)]
    quiet: bool,
}

/// The formats by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    Pgn,
    ViewerPgn,
    Sgf,
    Uhp,
    Jsonl,
    Replay,
}

impl Kind {
    /// The format; `None` for a replay, which has rules of its own.
    fn format(self) -> Option<Format> {
        match self {
            Kind::Pgn => Some(Format::Pgn),
            Kind::ViewerPgn => Some(Format::ViewerPgn),
            Kind::Sgf => Some(Format::Sgf),
            Kind::Uhp => Some(Format::Uhp),
            Kind::Jsonl => Some(Format::Json),
            Kind::Replay => None,
        }
    }
}

/// A game that was read, and where.
pub(super) struct Found {
    pub name: String,
    pub record: GameRecord,
}

/// Converts games.
///
/// # Errors
/// For a file that cannot be read or written; games that cannot be converted are told one by one.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let to = kind(args.to, output)?;
    let mut text = String::new();
    let (mut games, mut bad) = (0, 0);
    for path in &args.inputs {
        let found = read(path, args.from, args.quiet)?;
        for found in found {
            let written = found.and_then(|found| {
                games += 1;
                if to == Kind::Replay && games > 1 {
                    return Err(format!("{}: a replay holds one game only", found.name));
                }
                write(&found, to, args.quiet).map_err(|why| format!("{}: {why}", found.name))
            });
            match written {
                Ok(game) => text.push_str(&game),
                Err(why) => {
                    bad += 1;
                    eprintln!("error: {why}");
                }
            }
        }
    }
    match output {
        // A file that was there stays as it is, unless there is something to put in its place.
        Some(_) if text.is_empty() => {}
        Some(path) => fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?,
        None => stdout().lock().write_all(text.as_bytes())?,
    }
    match bad {
        0 => Ok(()),
        _ => Err(Failure::told().into()),
    }
}

/// The games of a file, each with its name or with what is wrong with it.
///
/// # Errors
/// When nothing can be read, or too much.
pub(super) fn read(path: &Path, from: Option<Kind>, quiet: bool) -> anyhow::Result<Vec<Result<Found, String>>> {
    let file = if path == Path::new("-") { "stdin".to_string() } else { path.display().to_string() };
    let bytes = bytes(path).with_context(|| format!("cannot read {file}"))?;
    if bytes.len() > LONGEST_TEXT {
        let failure = Failure::usage(format!("{file} is larger than {} MiB", LONGEST_TEXT >> 20));
        return Err(failure.advise("Split it, or import it with `schwarm records import`.").into());
    }
    let is_replay = match from {
        Some(kind) => kind == Kind::Replay,
        None => bytes.starts_with(&[0x1f, 0x8b]) || replays::is_replay(&bytes),
    };
    if is_replay {
        let record = replays::read(&bytes).map(|record| Found { name: file.clone(), record });
        return Ok(vec![record.map_err(|why| format!("{file}: {why}"))]);
    }
    // Old files of boardspace are in the encoding of their author's machine; names may suffer, moves do not.
    let text = String::from_utf8_lossy(&bytes);
    let games = foreign::read(&text, from.and_then(Kind::format), &open).enumerate().map(
        |(index, game)| -> Result<Found, String> {
            let game = game.map_err(|error| format!("{file}: {error}"))?;
            let name = format!("{file}, game {}", index + 1);
            for remark in game.remarks.iter().filter(|_| !quiet) {
                eprintln!("note: {name}: {remark}");
            }
            Ok(Found { name, record: game.record })
        },
    );
    Ok(games.collect())
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than is allowed shows that there is more.
    let most = LONGEST_TEXT as u64 + 1;
    match path == Path::new("-") {
        true => stdin().lock().take(most).read_to_end(&mut bytes)?,
        false => fs::File::open(path)?.take(most).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

fn write(found: &Found, to: Kind, quiet: bool) -> Result<String, String> {
    let Some(format) = to.format() else {
        let game = &found.record.game;
        let season =
            Season::of_game(game).ok_or_else(|| format!("no season of the Software-Challenge plays {game}"))?;
        let text = replay::write(season, &found.record, &*open(game)?).map_err(|error| error.to_string())?;
        return Ok(format!("{text}\n"));
    };
    let written = foreign::write(&found.record, format, &open).map_err(|error| error.to_string())?;
    if !quiet && !written.losses.is_empty() {
        let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
        eprintln!("note: {}: {format} does not hold {}", found.name, losses.join(", "));
    }
    Ok(written.text)
}

fn open(id: &str) -> Result<Box<dyn Rulebook>, String> {
    schwarm_catalog::open(id).map_err(|error| error.to_string())
}

/// The format asked for, or the one the file's ending names, or our PGN.
fn kind(asked: Option<Kind>, output: Option<&Path>) -> Result<Kind, Failure> {
    if let Some(kind) = asked {
        return Ok(kind);
    }
    let Some(path) = output else { return Ok(Kind::Pgn) };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "pgn" => Ok(Kind::Pgn),
        "sgf" => Ok(Kind::Sgf),
        "uhp" => Ok(Kind::Uhp),
        "jsonl" | "json" => Ok(Kind::Jsonl),
        "xml" => Ok(Kind::Replay),
        _ => {
            let failure = Failure::usage(format!("{} does not say which format it is", path.display()));
            Err(failure.advise("Use the ending .pgn, .sgf, .uhp, .jsonl or .xml, or add --to."))
        }
    }
}
