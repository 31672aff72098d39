//! What an engine thinks, in words for people.

use schwarm_engine::{Line, Thought};
use schwarm_search::{PROVEN, Score, WIN};

/// A score in pawns of the game.
pub fn pawns(score: Score) -> f64 {
    f64::from(score) / 100.0
}

/// How a line ends or stands for the side to move: `+1.23`, `wins in 5 plies`, `loses in 1 ply`.
pub fn score(line: &Line) -> String {
    match line.ends_in {
        Some(plies) => end(plies),
        None => format!("{:+.2}", pawns(line.score)),
    }
}

/// The same of the best line of a thought, which may be a proven draw.
pub fn best_score(thought: &Thought) -> String {
    match thought.lines.first() {
        Some(_) if is_drawn(thought) => "drawn".to_string(),
        Some(line) => score(line),
        None => String::new(),
    }
}

/// The same of a score in pawns alone.
pub fn score_of_pawns(pawns: f64) -> String {
    let score = (pawns * 100.0).round();
    match score.abs() >= f64::from(PROVEN) && score.abs() <= f64::from(WIN) {
        true => end((score.signum() * (f64::from(WIN) - score.abs())) as i32),
        false => format!("{pawns:+.2}"),
    }
}

/// Whether the best line is a draw whatever anybody does.
pub fn is_drawn(thought: &Thought) -> bool {
    thought.is_proven && thought.lines.first().is_some_and(|line| line.ends_in.is_none())
}

/// A chance as people read it.
pub fn percent(chance: f64) -> String {
    format!("{:.1} %", chance * 100.0)
}

/// A number of positions, with its thousands apart.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(" ")
}

fn end(plies: i32) -> String {
    let unit = if plies.abs() == 1 { "ply" } else { "plies" };
    let verb = if plies >= 0 { "wins" } else { "loses" };
    format!("{verb} in {} {unit}", plies.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_for_the_side_to_move() {
        let line = |score, ends_in| Line { score, win_probability: 0.5, ends_in, moves: Vec::new() };
        assert_eq!(score(&line(123, None)), "+1.23");
        assert_eq!(score(&line(-7, None)), "-0.07");
        assert_eq!(score(&line(0, None)), "+0.00");
        assert_eq!(score(&line(WIN - 5, Some(5))), "wins in 5 plies");
        assert_eq!(score(&line(1 - WIN, Some(-1))), "loses in 1 ply");
        assert_eq!(score_of_pawns(pawns(WIN - 5)), "wins in 5 plies");
        assert_eq!(score_of_pawns(pawns(8 - WIN)), "loses in 8 plies");
        assert_eq!(score_of_pawns(-0.5), "-0.50");
        assert_eq!(score_of_pawns(1e9), "+1000000000.00");
    }

    #[test]
    fn large_numbers_have_their_thousands_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1 000", "1 234 567"]);
    }
}
