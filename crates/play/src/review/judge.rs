//! From what the engine says of single positions to chances that fit together, losses and classes.

use schwarm_core::Side;

use super::{Candidate, Class, Fact, Judged, Look, Seen, Summary};

/// From here on a move is an inaccuracy: what it gave away, as a share of the chance to win. Below it, the judgement of
/// a quick search is itself not that sure.
pub const INACCURACY: f64 = 0.05;

/// From here on a move is a mistake: one game in ten is given away.
pub const MISTAKE: f64 = 0.10;

/// From here on a move is a blunder: one game in five; two of them lose most even games.
pub const BLUNDER: f64 = 0.20;

/// How fast the accuracy of a move falls with its loss: to 80 at an inaccuracy, 65 at a mistake, 42 at a blunder, much as
/// players know it from chess sites.
const DECAY: f64 = 0.23;

/// The positions with chances that fit together, and the moves between them.
pub(super) fn judge(looks: Vec<Look>, played: Vec<String>) -> (Vec<Seen>, Vec<Judged>) {
    let facts = facts(&looks, &played);
    let stands = stands(&looks, &played, &facts);
    let mut moves = Vec::with_capacity(played.len());
    for (index, mv) in played.into_iter().enumerate() {
        let side = looks[index].side;
        let [before, after] = [index, index + 1].map(|at| of_side(side, stands[at].chance));
        let facts = [index, index + 1].map(|at| facts[at].is_some_and(|fact| fact.winner == Some(side)));
        moves.push(judged(&looks[index], mv, index + 1, [before, after], facts));
    }
    let positions = looks.into_iter().enumerate().map(|(ply, look)| seen(look, ply, stands[ply], facts[ply]));
    (positions.collect(), moves)
}

/// A chance of `Side::One` as a chance of `side`, and back.
fn of_side(side: Side, chance: f64) -> f64 {
    match side {
        Side::One => chance,
        Side::Two => 1.0 - chance,
    }
}

/// What is proven about each position: by the rules, by the engine, or because it is proven of its neighbour.
fn facts(looks: &[Look], played: &[String]) -> Vec<Option<Fact>> {
    let own = |look: &Look| look.over.or_else(|| look.lines.first().and_then(|best| best.fact));
    let mut facts: Vec<Option<Fact>> = looks.iter().map(own).collect();
    for (index, mv) in played.iter().enumerate() {
        if facts[index + 1].is_some() {
            continue;
        }
        let look = &looks[index];
        let of_move = look.lines.iter().find(|line| line.is(mv)).and_then(|line| line.fact);
        let one_less = |fact: Fact| Fact { plies: fact.plies.and_then(|plies| plies.checked_sub(1)), ..fact };
        // Whoever has lost by force has lost whatever is played.
        let whatever = facts[index].filter(|fact| fact.winner == Some(look.side.other()));
        facts[index + 1] = of_move.map(one_less).or(whatever.map(|fact| Fact { plies: None, ..fact }));
    }
    for index in (0..played.len()).rev().filter(|index| looks[*index].over.is_none()) {
        // Whoever has played a winning move had it.
        let won = facts[index + 1].filter(|fact| fact.winner == Some(looks[index].side));
        let one_more = |fact: Fact| Fact { plies: fact.plies.map(|plies| plies + 1), ..fact };
        facts[index] = facts[index].or(won.map(one_more));
    }
    facts
}

/// How `Side::One` stands.
#[derive(Clone, Copy, Default)]
struct Stand {
    chance: f64,
    /// In pawns; `None` where the end is known.
    score: Option<f64>,
}

impl Stand {
    fn of(candidate: &Candidate, side: Side) -> Stand {
        let score = if side == Side::One { candidate.score } else { -candidate.score };
        Stand { chance: of_side(side, candidate.chance), score: Some(score) }
    }
}

/// How `Side::One` stands in each position, from the last one back.
fn stands(looks: &[Look], played: &[String], facts: &[Option<Fact>]) -> Vec<Stand> {
    let mut stands = vec![Stand::default(); looks.len()];
    for (index, look) in looks.iter().enumerate().rev() {
        let estimate = match (played.get(index), look.lines.first()) {
            (Some(mv), _) => match best_other(look, mv) {
                Some(other) if other.chance > of_side(look.side, stands[index + 1].chance) => {
                    Stand::of(other, look.side)
                }
                // Taken as it is: two subtractions from 1 need not give the same number again.
                _ => stands[index + 1],
            },
            (None, Some(best)) => Stand::of(best, look.side),
            (None, None) => Stand::default(),
        };
        stands[index] = match facts[index] {
            Some(fact) => Stand { chance: fact.chance(Side::One), score: None },
            None => estimate,
        };
    }
    stands
}

/// The best of the moves that were not played.
fn best_other<'a>(look: &'a Look, played: &str) -> Option<&'a Candidate> {
    let others = look.lines.iter().filter(|line| !line.is(played));
    others.reduce(|best, line| if line.chance > best.chance { line } else { best })
}

/// A move between two positions; `wins` says whether the mover's win is proven before and after it.
fn judged(look: &Look, mv: String, ply: usize, [before, after]: [f64; 2], wins: [bool; 2]) -> Judged {
    let loss = (before - after).max(0.0);
    let other = best_other(look, &mv);
    let class = match loss {
        _ if look.legal == 1 => Class::Forced,
        // A win that takes a little longer, and is not proven any more, is none that was missed.
        _ if loss >= INACCURACY && wins == [true, false] => Class::MissedWin,
        _ if loss >= BLUNDER => Class::Blunder,
        _ if loss >= MISTAKE => Class::Mistake,
        _ if loss >= INACCURACY => Class::Inaccuracy,
        _ if loss > 0.0 => Class::Good,
        _ if other.is_some_and(|other| after - other.chance >= BLUNDER) => Class::OnlyMove,
        _ => Class::Best,
    };
    let line = match other.filter(|_| loss > 0.0 && look.legal > 1) {
        Some(other) => other.line.clone(),
        None => look.lines.iter().find(|line| line.is(&mv)).map_or_else(|| vec![mv.clone()], |line| line.line.clone()),
    };
    Judged { ply, side: look.side, class, before, after, loss, best: line[0].clone(), line, played: mv }
}

fn seen(look: Look, ply: usize, stand: Stand, fact: Option<Fact>) -> Seen {
    let Look { side, legal, lines, .. } = look;
    let best = lines.into_iter().next();
    let (depth, nodes) = best.as_ref().map_or((0, 0), |best| (best.depth, best.nodes));
    let line = best.map_or_else(Vec::new, |best| best.line);
    Seen { ply, to_move: side, chance: stand.chance, score: stand.score, fact, legal, depth, nodes, line }
}

/// What a side made of its moves.
pub(super) fn summary(moves: &[Judged], side: Side) -> Summary {
    let mut summary = Summary::default();
    let mut sum = 0.0;
    for mv in moves.iter().filter(|mv| mv.side == side) {
        summary.moves += 1;
        let count = match mv.class {
            Class::Forced => &mut summary.forced,
            Class::OnlyMove => &mut summary.only_moves,
            Class::Best => &mut summary.best,
            Class::Good => &mut summary.good,
            Class::Inaccuracy => &mut summary.inaccuracies,
            Class::Mistake => &mut summary.mistakes,
            Class::Blunder => &mut summary.blunders,
            Class::MissedWin => &mut summary.missed_wins,
        };
        *count += 1;
        if mv.class != Class::Forced {
            sum += 100.0 * (-mv.loss / DECAY).exp();
        }
    }
    let chosen = summary.moves - summary.forced;
    summary.accuracy = (chosen > 0).then(|| sum / chosen as f64);
    summary
}
