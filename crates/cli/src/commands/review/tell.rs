//! A review as text for a terminal of 80 columns.

use schwarm_core::{GameInfo, Side};
use schwarm_play::review::{Class, Fact, Judged, Review};

use crate::commands::records::words::{self, clip};
use crate::terminal::Look;

/// The widest a line of the table gets.
const WIDEST: usize = 80;
/// The longest move that is written out.
const LONGEST_MOVE: usize = 16;

/// The whole review.
pub(super) fn text(review: &Review, info: &GameInfo, effort: &str, look: Look) -> String {
    let [one, two] = names(review).map(|name| clip(&name, 28));
    let result = result(review, info);
    let mut text = format!("{}: {one} - {two}\n{result}\n", clip(&review.game, 40));
    text += &format!("Judged by {}, {effort}.\n\n", review.analyst);
    text += &table(review, look);
    text += &summary(review);
    text + "\n" + &verdict(review) + "\n"
}

/// The verdict; moves of strangers' records are made fit for a terminal.
pub(super) fn verdict(review: &Review) -> String {
    clip(&review.verdict, 2000)
}

/// The players with their sides: `ann (white)`, or `white` alone.
pub(super) fn names(review: &Review) -> [String; 2] {
    Side::BOTH.map(|side| {
        let (player, side) = (&review.players[side.index()], review.sides[side.index()]);
        if player.is_empty() { side.to_string() } else { format!("{player} ({side})") }
    })
}

/// How the game ended, in a sentence.
pub(super) fn result(review: &Review, info: &GameInfo) -> String {
    match &review.ending {
        Some(ending) => words::sentence(info, ending),
        None => format!("Open after {}.", plies(review.moves.len())),
    }
}

/// A number of plies.
pub(super) fn plies(count: usize) -> String {
    if count == 1 { "1 ply".to_string() } else { format!("{count} plies") }
}

/// A chance as people read it.
pub(super) fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

/// The head of a column of chances of the first side.
pub(super) fn percent_head(review: &Review) -> String {
    crate::verdict::capital(review.sides[0])
}

/// How the first side stands: in pawns, or the end that is proven.
pub(super) fn score(score: Option<f64>, fact: Option<Fact>) -> String {
    match (fact, score) {
        (Some(Fact { winner: None, .. }), _) => "draw".to_string(),
        (Some(Fact { winner: Some(winner), plies }), _) => {
            let word = if winner == Side::One { "win" } else { "loss" };
            plies.filter(|plies| *plies > 0).map_or_else(|| word.to_string(), |plies| format!("{word} {plies}"))
        }
        (None, Some(score)) => format!("{score:+.2}"),
        (None, None) => String::new(),
    }
}

fn table(review: &Review, look: Look) -> String {
    let width = |texts: &mut dyn Iterator<Item = &String>, least: usize| {
        texts.map(|text| text.chars().count()).max().unwrap_or(0).clamp(least, LONGEST_MOVE)
    };
    let move_width = width(&mut review.moves.iter().map(|mv| &mv.played), 4);
    let side_width = review.sides.map(str::len).into_iter().max().unwrap_or(0).max(4);
    let (ply, side, mv, first) = ("ply", "side", "move", review.sides[0]);
    let mut text =
        format!(" {ply:>3}  {side:side_width$}  {mv:move_width$}    score  {first:>5}  judgement           better\n");
    for (mv, seen) in review.moves.iter().zip(review.positions.iter().skip(1)) {
        let mut line = format!(
            " {:>3}  {:side_width$}  {:move_width$}  {:>7}  {:>5}",
            mv.ply,
            review.sides[mv.side.index()],
            clip(&mv.played, LONGEST_MOVE),
            score(seen.score, seen.fact),
            percent(seen.chance)
        );
        let judgement = judgement(mv);
        if !judgement.is_empty() {
            let better = mv.better().map_or_else(String::new, |better| clip(better, LONGEST_MOVE));
            line += &format!("  {judgement:18}  {better}");
        }
        let line = clip(line.trim_end(), WIDEST);
        let line = match mv.class {
            Class::Blunder | Class::MissedWin => look.alarm(&line),
            Class::Mistake => look.strong(&line),
            _ => line,
        };
        text += &line;
        text.push('\n');
    }
    text + "\n"
}

/// What is worth saying about a move: `?? blunder -43 %`.
fn judgement(mv: &Judged) -> String {
    let (mark, name) = (mv.class.mark(), mv.class.name());
    match mv.class.is_fault() {
        true => format!("{mark:2} {name} -{:.0} %", mv.loss * 100.0),
        false if mark.is_empty() => String::new(),
        false => format!("{mark:2} {name}"),
    }
}

fn summary(review: &Review) -> String {
    let mut rows = vec![["".to_string(), review.sides[0].to_string(), review.sides[1].to_string()]];
    let accuracy =
        review.summary.map(|side| side.accuracy.map_or_else(|| "-".to_string(), |mean| format!("{mean:.0}")));
    let [one, two] = accuracy;
    rows.push(["accuracy (0-100)".to_string(), one, two]);
    for class in Class::ALL {
        let [one, two] = review.summary.map(|side| side.count(class));
        if one + two > 0 {
            rows.push([plural(class).to_string(), one.to_string(), two.to_string()]);
        }
    }
    rows.iter().map(|[name, one, two]| format!(" {name:16}  {one:>6}  {two:>6}\n")).collect()
}

/// The class as the name of a row of counts.
pub(super) fn plural(class: Class) -> &'static str {
    match class {
        Class::Forced => "forced moves",
        Class::OnlyMove => "only moves found",
        Class::Best => "best moves",
        Class::Good => "good moves",
        Class::Inaccuracy => "inaccuracies",
        Class::Mistake => "mistakes",
        Class::Blunder => "blunders",
        Class::MissedWin => "missed wins",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_end_is_told_instead_of_a_score() {
        let fact = |winner, plies| Some(Fact { winner, plies });
        assert_eq!(score(Some(1.234), None), "+1.23");
        assert_eq!(score(None, fact(Some(Side::One), Some(5))), "win 5");
        assert_eq!(score(None, fact(Some(Side::Two), Some(0))), "loss");
        assert_eq!(score(None, fact(Some(Side::Two), None)), "loss");
        assert_eq!(score(None, fact(None, Some(0))), "draw");
    }
}
