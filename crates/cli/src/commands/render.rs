//! `schwarm render`: a position as text, SVG or PNG, a game as GIF.
//!
//! Not here: drawing itself (`schwarm-draw`).

use std::fs;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use schwarm_core::Session;
use schwarm_core::view::{BoardView, Grid};
use schwarm_draw::{Pace, SvgStyle, TextStyle, Theme};
use schwarm_play::foreign;

use crate::failure::Failure;
use crate::movelist;
use crate::opening::{Opening, StartArgs};
use crate::terminal::Look;

/// Width of a PNG in pixels unless another one is asked for.
const WIDTH: u32 = 800;

/// Width of a GIF in pixels unless another one is asked for.
const GIF_WIDTH: u32 = 480;

/// The arguments of `schwarm render`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm render piranhas-2019                         the start, drawn here
  schwarm render hive --moves 'wS1;bS1 wS1-;wQ -wS1'   after three moves
  schwarm render ostseeschach-2022 --setup seed:7 -o board.svg --theme dark
  schwarm render hive-2020 -o board.png --width 1200 --no-coordinates
  schwarm render hive --moves 'wS1;bS1 wS1-;wQ -wS1' -o game.gif   the moves one after the other
  schwarm render --record games.pgn --number 3 -o game.gif         a game of a file: PGN, SGF, UHP, JSON lines")]
pub struct Args {
    /// Id of the game, see `schwarm games`
    #[arg(required_unless_present = "record")]
    game: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    /// A file of games instead: the last position of one, or all of it as GIF
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "setup", "moves"])]
    record: Option<PathBuf>,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record")]
    number: usize,
    /// Seconds each position stays in an animation
    #[arg(long, value_name = "SECONDS", default_value_t = 0.8)]
    delay: f32,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Format; by default what the ending of the file says, or text
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Width of the picture in pixels
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=16384))]
    width: Option<u32>,
    /// Colours of the picture; auto follows the reader's system (SVG only)
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,
    /// Leave out the names of rows, columns and cells in a picture
    #[arg(long)]
    no_coordinates: bool,
    /// Turn the picture by 180 degrees
    #[arg(long)]
    flip: bool,
    /// Use plain ASCII characters in text
    #[arg(long)]
    ascii: bool,
}

/// What a position can be rendered as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Svg,
    Png,
    /// An animation of the moves
    Gif,
}

/// The themes by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    Light,
    Dark,
    Auto,
}

/// Draws a position.
///
/// # Errors
/// For an unknown game, a bad position, an illegal move, a file that cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = format(args.format, output)?;
    if matches!(format, Format::Png | Format::Gif) && output.is_none() && stdout().is_terminal() {
        let failure = Failure::usage("a picture is no text for a terminal");
        return Err(failure.advise("Name a file with -o board.png, or pipe the output somewhere.").into());
    }
    let session = match (&args.record, &args.game) {
        (Some(file), _) => recorded(file, args.number)?,
        (None, game) => described(game.as_deref().unwrap_or_default(), args)?,
    };
    let picture = match format {
        Format::Gif => animate(&*session, args)?,
        format => draw(&session.view(), format, output.is_none(), args)?,
    };
    match output {
        Some(path) => fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?,
        None => stdout().lock().write_all(&picture)?,
    }
    Ok(())
}

/// The position the arguments describe.
fn described(game: &str, args: &Args) -> anyhow::Result<Box<dyn Session>> {
    let mut session = Opening::new(game, args.start.start())?.session()?;
    if let Some(moves) = &args.moves {
        movelist::play_all(&mut *session, moves)?;
    }
    Ok(session)
}

/// The end of a game of a file.
fn recorded(file: &Path, number: usize) -> anyhow::Result<Box<dyn Session>> {
    let place = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {place}"))?;
    let open = |id: &str| schwarm_catalog::open(id).map_err(|error| error.to_string());
    let found = foreign::read(&text, None, &open).nth(number.saturating_sub(1));
    let imported = found.ok_or_else(|| Failure::usage(format!("{place} has no game {number}")))?;
    let record = imported.map_err(|error| Failure::usage(format!("{place}: {error}")))?.record;
    let rules = Opening::of_game(&record.game)?.rules;
    Ok(record.replay(&*rules).map_err(|error| Failure::usage(format!("{place}: game {number}: {error}")))?)
}

/// All positions of the line, from its start.
fn animate(session: &dyn Session, args: &Args) -> anyhow::Result<Vec<u8>> {
    let mut session = session.clone_box();
    let mut views = vec![session.view()];
    while session.undo() {
        views.push(session.view());
    }
    views.reverse();
    let hundredths = (args.delay * 100.0).round().clamp(2.0, 6000.0) as u16;
    let pace = Pace { frame: hundredths, last: hundredths.saturating_mul(4) };
    // A rim of labels round all cells that are ever used would only distract.
    let coordinates = !args.no_coordinates && views[0].grid != Grid::Hex { bounded: false };
    let style = SvgStyle { size: None, coordinates, ..style(args) };
    let mut picture = Vec::new();
    schwarm_draw::gif(&views, &style, args.width.unwrap_or(GIF_WIDTH), pace, &mut picture)
        .context("cannot make a GIF")?;
    Ok(picture)
}

fn style(args: &Args) -> SvgStyle {
    let theme = match args.theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
        ThemeName::Auto => Theme::Auto,
    };
    SvgStyle { theme, coordinates: !args.no_coordinates, size: args.width, flip: args.flip }
}

fn draw(view: &BoardView, format: Format, to_stdout: bool, args: &Args) -> anyhow::Result<Vec<u8>> {
    let style = style(args);
    let text = match format {
        Format::Text => {
            let look = Look::of_stdout(args.ascii);
            let mut text = schwarm_draw::text(view, TextStyle { colour: look.colour && to_stdout, ..look.board() });
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text
        }
        Format::Svg => schwarm_draw::svg(view, &style),
        Format::Gif => unreachable!("a GIF is made of more than one position"),
        Format::Png => {
            let svg = schwarm_draw::svg(view, &style);
            return schwarm_draw::png(&svg, args.width.unwrap_or(WIDTH)).context("cannot make a PNG");
        }
    };
    Ok(text.into_bytes())
}

/// The format asked for, or the one the file's ending names, or text.
fn format(asked: Option<Format>, output: Option<&Path>) -> Result<Format, Failure> {
    if let Some(format) = asked {
        return Ok(format);
    }
    let Some(path) = output else { return Ok(Format::Text) };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "svg" => Ok(Format::Svg),
        "png" => Ok(Format::Png),
        "gif" => Ok(Format::Gif),
        "txt" | "text" => Ok(Format::Text),
        _ => {
            let failure = Failure::usage(format!("{} does not say which format it is", path.display()));
            Err(failure.advise("Use the ending .svg, .png, .gif or .txt, or add --format."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_names_the_format_unless_one_is_given() {
        let of = |name: &str| format(None, Some(Path::new(name)));
        assert_eq!(of("a.SVG").unwrap(), Format::Svg);
        assert_eq!(of("a.b.png").unwrap(), Format::Png);
        assert!(of("board").is_err());
        assert_eq!(format(Some(Format::Png), Some(Path::new("a.svg"))).unwrap(), Format::Png);
        assert_eq!(format(None, None).unwrap(), Format::Text);
    }
}
