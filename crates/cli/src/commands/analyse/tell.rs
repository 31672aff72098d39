//! What an analysis says: a row a depth, then everything.

use std::io::{self, IsTerminal, Write, stdout};

use schwarm_core::Session;
use schwarm_engine::{Line, Thought};
use serde::Serialize;

use crate::mind::words;
use crate::terminal;
use crate::verdict::capital;

/// Tells what was found.
pub struct Teller {
    json: bool,
    /// The side to move and the other one.
    sides: [&'static str; 2],
    /// Columns a row may take; where nobody looks, all.
    width: usize,
    failed: Option<io::Error>,
    has_header: bool,
}

/// A depth, or the end, as JSON. Keys are public.
#[derive(Serialize)]
struct Told<'a> {
    best: Option<&'a str>,
    score: f64,
    win_probability: f64,
    depth: u32,
    deepest: u32,
    nodes: u64,
    seconds: f64,
    proven: bool,
    lines: Vec<ToldLine<'a>>,
    /// Only of the last object.
    #[serde(skip_serializing_if = "Option::is_none")]
    threat: Option<Option<ToldLine<'a>>>,
}

#[derive(Serialize)]
struct ToldLine<'a> {
    score: f64,
    win_probability: f64,
    ends_in: Option<i32>,
    moves: &'a [String],
}

impl<'a> ToldLine<'a> {
    fn new(line: &'a Line) -> ToldLine<'a> {
        ToldLine {
            score: words::pawns(line.score),
            win_probability: line.win_probability,
            ends_in: line.ends_in,
            moves: &line.moves,
        }
    }
}

impl<'a> Told<'a> {
    fn new(thought: &'a Thought) -> Told<'a> {
        let best = thought.lines.first();
        Told {
            best: best.and_then(|line| line.moves.first()).map(String::as_str),
            score: best.map_or(0.0, |line| words::pawns(line.score)),
            win_probability: best.map_or(0.5, |line| line.win_probability),
            depth: thought.depth,
            deepest: thought.deepest,
            nodes: thought.nodes,
            seconds: thought.elapsed.as_secs_f64(),
            proven: thought.is_proven,
            lines: thought.lines.iter().map(ToldLine::new).collect(),
            threat: None,
        }
    }
}

impl Teller {
    /// Tells of a position.
    pub fn new(session: &dyn Session, json: bool) -> Teller {
        let (sides, side) = (session.info().sides, session.side_to_move());
        let width = if stdout().is_terminal() { terminal::width() } else { usize::MAX };
        Teller {
            json,
            sides: [sides[side.index()], sides[side.other().index()]],
            width,
            failed: None,
            has_header: false,
        }
    }

    /// A depth was searched to its end; whether anybody hears it.
    pub fn deeper(&mut self, thought: &Thought) -> bool {
        if self.failed.is_none() {
            self.failed = self.row(thought).err();
        }
        self.failed.is_none()
    }

    /// Whether nobody hears any more.
    pub fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    fn row(&mut self, thought: &Thought) -> io::Result<()> {
        let mut out = stdout().lock();
        if self.json {
            return writeln!(out, "{}", serde_json::to_string(&Told::new(thought))?);
        }
        if !self.has_header {
            writeln!(out, "{:>5}  {:>16}  {:>7}  {:>13}  {:>8}  line", "depth", "score", "wins", "nodes", "seconds")?;
            self.has_header = true;
        }
        let Some(best) = thought.lines.first() else { return Ok(()) };
        let start = format!(
            "{:>5}  {:>16}  {:>7}  {:>13}  {:>8.2}  ",
            thought.depth,
            words::best_score(thought),
            words::percent(best.win_probability),
            words::count(thought.nodes),
            thought.elapsed.as_secs_f64(),
        );
        let room = self.width.saturating_sub(start.chars().count());
        writeln!(out, "{start}{}", some_moves(&best.moves, room))
    }

    /// The end: everything that was found. A threat is `None` where passing is no question, or nobody asked.
    ///
    /// # Errors
    /// When it cannot be written, now or before.
    pub fn summary(mut self, thought: &Thought, threat: Option<&Thought>, no_threat: bool) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut out = stdout().lock();
        if self.json {
            let threat = threat.and_then(|threat| threat.lines.first()).map(ToldLine::new);
            let told = Told { threat: Some(threat), ..Told::new(thought) };
            return writeln!(out, "{}", serde_json::to_string(&told)?);
        }
        write!(out, "{}", self.in_words(thought, threat, no_threat))
    }

    fn in_words(&self, thought: &Thought, threat: Option<&Thought>, no_threat: bool) -> String {
        let [side, other] = self.sides;
        let best = thought.lines.first().and_then(|line| line.moves.first()).map_or("", String::as_str);
        let mut text = format!("\nBest move of {side}: {best}\n");
        for (index, line) in thought.lines.iter().enumerate() {
            let score = if index == 0 { words::best_score(thought) } else { words::score(line) };
            let chance = words::percent(line.win_probability);
            text.push_str(&format!("{:>3}. {score:>16}  {chance:>7}  {}\n", index + 1, line.moves.join("; ")));
        }
        let seconds = thought.elapsed.as_secs_f64();
        let speed = match seconds >= 0.001 && thought.nodes > 0 {
            true => format!(", {} nodes/s", words::count((thought.nodes as f64 / seconds) as u64)),
            false => String::new(),
        };
        let (depth, deepest, nodes) = (thought.depth, thought.deepest, words::count(thought.nodes));
        text.push_str(&format!("Depth {depth} (longest line {deepest}), {nodes} nodes in {seconds:.2} s{speed}\n"));
        match threat {
            _ if no_threat => {}
            Some(threat) => {
                let (moves, score) =
                    (threat.lines.first().map(|line| line.moves.join("; ")), words::best_score(threat));
                let moves = moves.unwrap_or_default();
                text.push_str(&format!("Threat: if {side} passed, {other} would play {moves} ({score} for {other})\n"));
            }
            None => text.push_str(&format!("Threat: {} cannot pass here\n", capital(side))),
        }
        text
    }
}

/// As many moves of a line as fit, at least one.
fn some_moves(moves: &[String], room: usize) -> String {
    let mut text = String::new();
    for (index, mv) in moves.iter().enumerate() {
        let gap = if index == 0 { "" } else { "; " };
        if index > 0 && text.chars().count() + gap.len() + mv.chars().count() > room {
            break;
        }
        text.push_str(gap);
        text.push_str(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_cut_between_moves() {
        let moves = ["wS1", "bS1 wS1-", "wQ -wS1"].map(str::to_string);
        assert_eq!(some_moves(&moves, usize::MAX), "wS1; bS1 wS1-; wQ -wS1");
        assert_eq!(some_moves(&moves, 15), "wS1; bS1 wS1-");
        assert_eq!(some_moves(&moves, 0), "wS1");
        assert_eq!(some_moves(&[], 10), "");
    }
}
