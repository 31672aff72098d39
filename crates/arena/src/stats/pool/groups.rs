//! Which players can be compared at all.

use super::solve::Duel;

/// The group of each player and the number of groups: players are together when games join them.
pub(super) fn joined(players: usize, duels: &[Duel]) -> (Vec<usize>, usize) {
    label(players, |from, to| {
        for duel in duels.iter().filter(|duel| duel.games() > 0.0) {
            from[duel.a].push(duel.b);
            from[duel.b].push(duel.a);
        }
        to.clone_from(from);
    })
}

/// The class of each player and the number of classes: players are together when each can be
/// reached from the other by points that were taken (Ford's condition).
pub(super) fn classes(players: usize, duels: &[Duel]) -> (Vec<usize>, usize) {
    label(players, |from, to| {
        for duel in duels {
            for (winner, loser, points) in [(duel.a, duel.b, duel.won), (duel.b, duel.a, duel.lost)] {
                if points > 0.0 {
                    from[winner].push(loser);
                    to[loser].push(winner);
                }
            }
        }
    })
}

/// Strongly connected components, numbered by their first player.
fn label(players: usize, fill: impl FnOnce(&mut Vec<Vec<usize>>, &mut Vec<Vec<usize>>)) -> (Vec<usize>, usize) {
    let (mut from, mut to) = (vec![Vec::new(); players], vec![Vec::new(); players]);
    fill(&mut from, &mut to);
    let mut labels: Vec<Option<usize>> = vec![None; players];
    let mut count = 0;
    for player in 0..players {
        if labels[player].is_some() {
            continue;
        }
        let (ahead, behind) = (reached(player, &from), reached(player, &to));
        for other in (0..players).filter(|&other| ahead[other] && behind[other]) {
            labels[other] = Some(count);
        }
        count += 1;
    }
    (labels.into_iter().flatten().collect(), count)
}

fn reached(start: usize, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut open = vec![start];
    seen[start] = true;
    while let Some(player) = open.pop() {
        for &next in &edges[player] {
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    seen
}
