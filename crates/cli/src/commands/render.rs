//! `schwarm render`: a position as text, SVG or PNG.
//!
//! Not here: drawing itself (`schwarm-draw`).

use std::fs;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use schwarm_core::view::BoardView;
use schwarm_draw::{SvgStyle, TextStyle, Theme};

use crate::failure::Failure;
use crate::movelist;
use crate::opening::{Opening, StartArgs};
use crate::terminal::Look;

/// Width of a PNG in pixels unless another one is asked for.
const WIDTH: u32 = 800;

/// The arguments of `schwarm render`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm render piranhas-2019                         the start, drawn here
  schwarm render hive --moves 'wS1;bS1 wS1-;wQ -wS1'   after three moves
  schwarm render ostseeschach-2022 --setup seed:7 -o board.svg --theme dark
  schwarm render hive-2020 -o board.png --width 1200 --no-coordinates")]
pub struct Args {
    /// Id of the game, see `schwarm games`
    game: String,
    #[command(flatten)]
    start: StartArgs,
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
    if format == Format::Png && output.is_none() && stdout().is_terminal() {
        let failure = Failure::usage("a PNG is no text for a terminal");
        return Err(failure.advise("Name a file with -o board.png, or pipe the output somewhere.").into());
    }
    let mut session = Opening::new(&args.game, args.start.start())?.session()?;
    if let Some(moves) = &args.moves
        && !moves.trim().is_empty()
    {
        let (_, result) = movelist::play(&mut *session, moves);
        result.map_err(|stopped| Failure { advice: None, ..stopped.failure() })?;
    }
    let picture = draw(&session.view(), format, output.is_none(), args)?;
    match output {
        Some(path) => fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?,
        None => stdout().lock().write_all(&picture)?,
    }
    Ok(())
}

fn draw(view: &BoardView, format: Format, to_stdout: bool, args: &Args) -> anyhow::Result<Vec<u8>> {
    let theme = match args.theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
        ThemeName::Auto => Theme::Auto,
    };
    let style = SvgStyle { theme, coordinates: !args.no_coordinates, size: args.width, flip: args.flip };
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
        "txt" | "text" => Ok(Format::Text),
        _ => {
            let failure = Failure::usage(format!("{} does not say which format it is", path.display()));
            Err(failure.advise("Use the ending .svg, .png or .txt, or add --format."))
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
