//! What was said with the bots of a game, as text.

use std::io::{self, Write};

use schwarm_play::{Dialogues, visible};

use super::words::clip;

/// Longest name that is written out.
const NAME: usize = 60;

/// Writes what was said, bot by bot. Bots are strangers: nothing they said is obeyed by a terminal.
pub(super) fn write(out: &mut dyn Write, players: &[String; 2], dialogues: &Dialogues) -> io::Result<()> {
    let said = players.iter().zip(dialogues).filter_map(|(name, dialogue)| Some((name, dialogue.as_ref()?)));
    for (index, (name, dialogue)) in said.enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}:", clip(name, NAME))?;
        if dialogue.left_out > 0 {
            writeln!(out, "({} earlier lines are not kept)", dialogue.left_out)?;
        }
        for line in &dialogue.lines {
            writeln!(out, "{:10.3} {:>4} {} {}", line.at, line.ply, line.by.sign(), visible(&line.text))?;
        }
        for (title, text) in [("standard error", &dialogue.stderr), ("standard output", &dialogue.stdout)] {
            if !text.is_empty() {
                writeln!(out, "\n{}, {title}:\n{}", clip(name, NAME), visible(text.trim_end_matches('\n')))?;
            }
        }
    }
    Ok(())
}
