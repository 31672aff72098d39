//! The ratings after every so many games, as a picture is drawn from them.

use schwarm_arena::stats::pool::{Anchor, Fit, Pool};
use schwarm_arena::tournament::table::Scale;
use serde::Serialize;

/// Moments for which ratings are computed.
const MOMENTS: usize = 40;

/// Bots drawn at most: more lines could not be told apart.
const MOST_STROKES: usize = 8;

/// Room between the names at the ends of the lines, in parts of the height.
const APART: f64 = 0.07;

/// The result of a game: two players by number, and the half points of the first.
pub(super) type Result = (usize, usize, usize);

/// The ratings of some bots over the games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Curve {
    /// Games after which ratings were computed.
    pub(crate) games: Vec<usize>,
    /// By bot and moment, in Elo; none before its first game.
    pub(crate) elo: Vec<Vec<Option<f64>>>,
}

/// A line of the picture; all places are in parts of its width and height.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stroke {
    /// The bot, by number.
    pub(crate) player: usize,
    /// The corners.
    pub(crate) points: Vec<(f64, f64)>,
    /// Where its name stands.
    pub(crate) label: f64,
    /// Its last rating.
    pub(crate) last: f64,
}

impl Curve {
    /// The curve of games in the order they were played.
    pub(super) fn of(players: usize, anchor: Option<usize>, results: &[Result]) -> Curve {
        let mut curve = Curve { games: Vec::new(), elo: vec![Vec::new(); players] };
        let (mut pool, mut done) = (Pool::new(players), 0);
        let moments = results.len().min(MOMENTS);
        let anchor = anchor.map_or(Anchor::Mean, |player| Anchor::Player(player, 0.0));
        let fit = Fit { anchor, replicas: 0, ..Fit::default() };
        for moment in 1..=moments {
            let upto = results.len() * moment / moments;
            for &(one, two, halves) in &results[done..upto] {
                let mut singles = [0; 3];
                singles[halves.min(2)] = 1;
                // Players are those of the pool: whoever made the list has looked them up there.
                let _ = pool.add_games(one, two, singles);
            }
            done = upto;
            let Ok(ratings) = pool.fit(&fit) else { continue };
            curve.games.push(upto);
            for (line, rating) in curve.elo.iter_mut().zip(&ratings.players) {
                line.push((rating.games > 0).then(|| (rating.elo * 10.0).round() / 10.0 + 0.0));
            }
        }
        curve
    }

    /// The scale of the picture of these bots.
    pub(crate) fn scale(&self, players: &[usize]) -> Scale {
        let shown = players.iter().take(MOST_STROKES).filter_map(|&player| self.elo.get(player));
        Scale::around(shown.flatten().copied().flatten())
    }

    /// The lines of these bots, the first ones where there are too many.
    pub(crate) fn strokes(&self, players: &[usize], scale: &Scale) -> Vec<Stroke> {
        let all = self.games.last().copied().unwrap_or(1).max(1) as f64;
        let mut strokes: Vec<Stroke> = Vec::new();
        for &player in players.iter().take(MOST_STROKES) {
            let Some(line) = self.elo.get(player) else { continue };
            let known = self.games.iter().zip(line).filter_map(|(games, elo)| Some((*games, (*elo)?)));
            let points: Vec<_> = known.map(|(games, elo)| (games as f64 / all, 1.0 - scale.share(elo))).collect();
            let (Some(&(_, y)), Some(last)) = (points.last(), line.iter().rev().find_map(|elo| *elo)) else { continue };
            strokes.push(Stroke { player, points, label: y, last });
        }
        spread(&mut strokes);
        strokes
    }
}

/// Moves names apart that would lie on each other.
fn spread(strokes: &mut [Stroke]) {
    strokes.sort_by(|one, two| one.label.total_cmp(&two.label));
    let mut least = 0.0;
    for stroke in strokes.iter_mut() {
        stroke.label = stroke.label.max(least);
        least = stroke.label + APART;
    }
    let mut most = 1.0;
    for stroke in strokes.iter_mut().rev() {
        stroke.label = stroke.label.min(most);
        most = stroke.label - APART;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_wins_rises_and_names_do_not_lie_on_each_other() {
        let results: Vec<_> = (0..100).map(|game| if game % 4 == 0 { (0, 1, 0) } else { (0, 1, 2) }).collect();
        let curve = Curve::of(3, None, &results);
        assert_eq!((curve.games.len(), curve.games.last()), (MOMENTS, Some(&100)));
        let last = |player: usize| *curve.elo[player].last().expect("a moment");
        assert!(last(0) > Some(50.0) && last(1) < Some(-50.0) && last(2).is_none(), "{curve:?}");
        let order = [0, 1, 2];
        let strokes = curve.strokes(&order, &curve.scale(&order));
        assert_eq!(strokes.iter().map(|stroke| stroke.player).collect::<Vec<_>>(), [0, 1]);
        assert!(strokes[1].label - strokes[0].label >= APART - 1e-9, "{strokes:?}");
        assert!(
            strokes
                .iter()
                .flat_map(|stroke| &stroke.points)
                .all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y))
        );
    }

    #[test]
    fn nothing_was_played_yet() {
        let curve = Curve::of(2, Some(1), &[]);
        assert!(curve.games.is_empty() && curve.strokes(&[0, 1], &curve.scale(&[0, 1])).is_empty());
    }
}
