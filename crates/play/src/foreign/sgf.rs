//! SGF of boardspace.net, game 27: Hive.
//!
//! A file tells what the players' hands did: `pick`, `dropb`, `done`. The last drop before a `done`
//! is the move; a `done` after nothing at all is a pass. Cells are named by a column and a row, and
//! most targets in UHP; `.` stands for whatever lies in the cell. Pieces may come in any order of
//! their numbers and are renumbered. Only the main line is read.
//!
//! Not here: other games of boardspace.

mod events;
mod header;
mod tree;
mod writer;

use super::draft::{Draft, Told};
use super::{Games, ImportError, Open};
use crate::{Start, Termination};
use header::Header;
use schwarm_core::Side;

pub use tree::DEEPEST;
pub(super) use writer::write;

/// The grounds of a draw the players agreed on.
const AGREED: &str = "draw agreed";
/// What is seen of a player who gave up.
const RESIGNED: &str = "resigned";

/// Reads all games. A text that is no SGF ends the reading.
pub(super) fn read<'a>(text: &'a str, open: &'a Open<'a>) -> Games<'a> {
    let mut parser = Some(tree::Parser::new(text));
    let mut game = 0;
    Box::new(std::iter::from_fn(move || {
        game += 1;
        match parser.as_mut()?.tree() {
            Ok(None) => None,
            Ok(Some(tree)) => Some(draft(&tree, game).and_then(|draft| draft.settle(game, open))),
            Err((place, what)) => {
                parser = None;
                Some(Err(ImportError::Syntax { game, place, what }))
            }
        }
    }))
}

fn draft(tree: &tree::Tree, game: usize) -> Result<Draft, ImportError> {
    let wrong = |(place, what)| ImportError::Syntax { game, place, what };
    let mut header = Header::read(tree).map_err(wrong)?;
    let line = events::read(tree).map_err(wrong)?;
    // Files count players in the order of their seats; we count colours, and white begins.
    if line.first_mover == Some(1) {
        header.swap();
    }
    let side = |seat: usize| if line.first_mover.unwrap_or(0) == seat { Side::One } else { Side::Two };
    let (mut result, mut how) = header.result();
    if let Some(seat) = line.resigned {
        let side = side(seat);
        how = Some(Termination::Left { side, why: RESIGNED.to_string() });
        result = Told::Over(Some(side.other()));
    } else if line.agreed && matches!(result, Told::Nothing | Told::Over(None)) {
        how = Some(Termination::Adjudication { why: AGREED.to_string() });
        result = Told::Over(None);
    }
    let (players, time) = (std::mem::take(&mut header.players), header.time);
    let mut tags = header.into_tags();
    if let Some(comment) = line.comment {
        tags.entry("Comment".to_string()).or_insert(comment);
    }
    Ok(Draft {
        game: line.game,
        start: Start::Default,
        players,
        time,
        tags,
        moves: line.moves,
        result,
        how,
        remarks: line.remarks,
    })
}
