//! The moves of a game as a table: what was played, the time it took, what the player thought of it.

use std::io::{self, Write};
use std::time::Duration;

use schwarm_play::{GameEvent, PlayedMove};

use super::words::clip;

/// The widest a line gets.
const WIDEST: usize = 100;

/// A column that is shown.
struct Column<'a> {
    title: &'a str,
    width: usize,
    cells: Vec<Option<String>>,
}

/// Writes the moves; columns of which nothing is known are left out.
///
/// # Errors
/// When nothing can be written.
pub fn write(out: &mut dyn Write, moves: &[PlayedMove], events: &[GameEvent]) -> io::Result<()> {
    if moves.is_empty() {
        return writeln!(out, "No move was played.");
    }
    let left = clocks(events);
    let columns: [(&str, Cell<'_>); 6] = [
        ("move", &|_, played| Some(clip(&played.text, 40))),
        ("spent", &|_, played| played.spent.map(seconds)),
        ("left", &|index, _| left.get(index).copied().flatten().map(seconds)),
        ("score", &|_, played| played.score.map(|score| clip(&format!("{score:.2}"), 12))),
        ("depth", &|_, played| played.depth.map(|depth| depth.to_string())),
        ("nodes", &|_, played| played.nodes.map(|nodes| nodes.to_string())),
    ];
    let cells = |cell: Cell<'_>| -> Vec<Option<String>> {
        moves.iter().enumerate().map(|(index, played)| cell(index, played)).collect()
    };
    let mut table = Vec::new();
    for (title, cell) in columns {
        let cells = cells(cell);
        if cells.iter().any(Option::is_some) {
            let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0).max(title.len());
            table.push(Column { title, width, cells });
        }
    }
    let digits = moves.len().to_string().len().max(3);
    let line = |number: &str, cell: &dyn Fn(&Column<'_>) -> String| {
        let mut line = format!("{number:>digits$}");
        for column in &table {
            let (width, cell) = (column.width, cell(column));
            match column.title {
                "move" => line.push_str(&format!("  {cell:<width$}")),
                _ => line.push_str(&format!("  {cell:>width$}")),
            }
        }
        line
    };
    writeln!(out, "{}", line("ply", &|column| column.title.to_string()).trim_end())?;
    for (index, played) in moves.iter().enumerate() {
        let mut text = line(&(index + 1).to_string(), &|column| column.cells[index].clone().unwrap_or_default());
        if let Some(note) = played.note.as_deref().filter(|note| !note.is_empty()) {
            let room = WIDEST.saturating_sub(text.chars().count() + 2).max(20);
            text.push_str(&format!("  {}", clip(note, room)));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// What stands in a column for a move.
type Cell<'a> = &'a dyn Fn(usize, &PlayedMove) -> Option<String>;

/// What whoever moved had left on the clock afterwards, move by move.
fn clocks(events: &[GameEvent]) -> Vec<Option<Duration>> {
    let left = |event: &GameEvent| match event {
        GameEvent::Moved { side, left, .. } => Some(left.map(|left| left[side.index()])),
        _ => None,
    };
    events.iter().filter_map(left).collect()
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
