//! Whether a swarm of Piranhas is united, read off the position text.
//!
//! Written without the rules on purpose: it tells the reasons of the reference apart.

/// Whether all fish of some side of 2026 hang together. No fish are no swarm.
pub fn somebody_united(position: &str) -> bool {
    ["123", "abc"].into_iter().any(|letters| is_united(position, letters))
}

fn is_united(position: &str, letters: &str) -> bool {
    let rows = position.split_whitespace().next().unwrap_or_default().split('/');
    let fish: Vec<(usize, usize)> = rows
        .enumerate()
        .flat_map(|(y, row)| row.char_indices().filter(|(_, c)| letters.contains(*c)).map(move |(x, _)| (x, y)))
        .collect();
    let Some(&first) = fish.first() else { return false };
    let mut swarm = vec![first];
    let mut looked_at = 0;
    while looked_at < swarm.len() {
        let (x, y) = swarm[looked_at];
        let near = fish.iter().filter(|other| other.0.abs_diff(x) <= 1 && other.1.abs_diff(y) <= 1);
        let new: Vec<_> = near.filter(|other| !swarm.contains(other)).copied().collect();
        swarm.extend(new);
        looked_at += 1;
    }
    swarm.len() == fish.len()
}
