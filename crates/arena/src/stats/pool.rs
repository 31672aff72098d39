//! Ratings of many players from the games between them.
//!
//! The model is that of Bradley and Terry on the scale of Elo; a draw is half a win. Every player
//! is also taken to have drawn a part of a game against one of strength 0 ([`Fit::prior`]). That
//! pulls a little towards the middle, and gives a finite number to whoever has won everything
//! and to groups that never met. What then rests on the prior alone, [`Ratings::groups`] and
//! [`Rating::class`] tell.
//!
//! Invariants: no number that leaves this module is NaN or infinite, whatever the counts; the
//! order in which results come in makes no difference; the same seed draws the same errors.
//! Not here: two players alone ([`Estimate`](super::Estimate)), names, the printing.

mod groups;
mod solve;

use std::collections::BTreeMap;

use schwarm_core::Rng;

use super::normal::Z95;
use solve::{Duel, Solved};

/// Elo per unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The prior is at least this part of all games: below it rounding would drown it.
const LEAST_PRIOR: f64 = 1e-9;

/// The results between players who are known by their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    players: usize,
    /// By the two players, the lower number first, and by the games of one unit: units by the
    /// half points of the lower number.
    units: BTreeMap<(usize, usize, u8), [u64; 5]>,
}

/// Why a result is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// There is no such player.
    #[error("player {player} is none of the {players} players of the pool, who are counted from 0")]
    Player {
        /// The number given.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// Nobody plays against himself.
    #[error("player {0} cannot have played against itself")]
    Alone(usize),
    /// More points than there are.
    #[error("{games} games bring at most {most} half points, not {halves}", most = 2 * games)]
    Points {
        /// Games of the unit.
        games: u8,
        /// Half points given.
        halves: u8,
    },
}

/// How ratings are to be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Where the scale is fixed.
    pub anchor: Anchor,
    /// The part of a game that everybody is taken to have drawn against a player of strength 0;
    /// from a millionth to 10.
    pub prior: f64,
    /// How often results are drawn anew to see how far ratings spread; 0 leaves the error to the
    /// curvature alone. At most 10000.
    pub replicas: u32,
    /// What they are drawn by.
    pub seed: u64,
}

/// Where the scale of Elo is fixed: only differences mean anything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// The mean of all players is 0.
    Mean,
    /// A player has this rating.
    Player(usize, f64),
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { anchor: Anchor::Mean, prior: 0.5, replicas: 200, seed: 1 }
    }
}

/// The ratings of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By the number of the player.
    pub players: Vec<Rating>,
    /// Groups between which no game was played. With more than one, ratings compare only within a group.
    pub groups: usize,
    /// Classes of players; see [`Rating::class`].
    pub classes: usize,
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo.
    pub elo: f64,
    /// Half the width of the interval that holds 95 %: the larger one of `curvature` and
    /// `bootstrap`, as each is too small where the other one sees what it does not. Relative to
    /// the anchor, whose own error is 0.
    pub error: f64,
    /// The error by the curvature of the likelihood (Fisher information), games taken as independent.
    pub curvature: f64,
    /// The error by drawing the pairs of games anew; 0 without replicas.
    pub bootstrap: f64,
    /// Games counted.
    pub games: u64,
    /// Half points from them.
    pub halves: u64,
    /// The group of players that are joined by games, from 0.
    pub group: usize,
    /// The class, from 0. Of two players of one class each can be reached from the other by
    /// points that were taken. Between classes all points went one way, so the results say who is
    /// better and leave open by how much: there the prior decides.
    pub class: usize,
}

impl Pool {
    /// A pool of so many players, with no results.
    pub fn new(players: usize) -> Pool {
        Pool { players, units: BTreeMap::new() }
    }

    /// Adds a pair of games with sides swapped; `halves` are the half points of `a`, 0 to 4.
    ///
    /// # Errors
    /// When there are no such players or points.
    pub fn add_pair(&mut self, a: usize, b: usize, halves: u8) -> Result<(), PoolError> {
        self.add(a, b, 2, halves, 1)
    }

    /// Adds a single game; `halves` are the half points of `a`, 0 to 2.
    ///
    /// # Errors
    /// When there are no such players or points.
    pub fn add_game(&mut self, a: usize, b: usize, halves: u8) -> Result<(), PoolError> {
        self.add(a, b, 1, halves, 1)
    }

    /// Adds many pairs between two players, by the half points of `a`.
    ///
    /// # Errors
    /// When there are no such players.
    pub fn add_pairs(&mut self, a: usize, b: usize, pairs: [u64; 5]) -> Result<(), PoolError> {
        (0..5).try_for_each(|halves| self.add(a, b, 2, halves, pairs[usize::from(halves)]))
    }

    /// Adds many single games between two players, by the half points of `a`.
    ///
    /// # Errors
    /// When there are no such players.
    pub fn add_games(&mut self, a: usize, b: usize, games: [u64; 3]) -> Result<(), PoolError> {
        (0..3).try_for_each(|halves| self.add(a, b, 1, halves, games[usize::from(halves)]))
    }

    fn add(&mut self, a: usize, b: usize, games: u8, halves: u8, count: u64) -> Result<(), PoolError> {
        if let Some(&player) = [a, b].iter().find(|&&player| player >= self.players) {
            return Err(PoolError::Player { player, players: self.players });
        }
        if a == b {
            return Err(PoolError::Alone(a));
        }
        if halves > 2 * games {
            return Err(PoolError::Points { games, halves });
        }
        let (low, high, halves) = if a < b { (a, b, halves) } else { (b, a, 2 * games - halves) };
        let cell = &mut self.units.entry((low, high, games)).or_default()[usize::from(halves)];
        *cell = cell.saturating_add(count);
        Ok(())
    }

    /// The ratings.
    ///
    /// # Errors
    /// When the anchor is no player of the pool.
    pub fn fit(&self, fit: &Fit) -> Result<Ratings, PoolError> {
        if let Anchor::Player(player, _) = fit.anchor
            && player >= self.players
        {
            return Err(PoolError::Player { player, players: self.players });
        }
        let duels = self.duels(|count| count as f64);
        let all: f64 = duels.iter().map(Duel::games).sum();
        let prior = if fit.prior.is_finite() { fit.prior.clamp(1e-6, 10.0) } else { 0.5 }.max(LEAST_PRIOR * all);
        let solved = solve::solve(self.players, &duels, prior, None);
        let curvature = solved.errors(fit.anchor);
        let bootstrap = self.bootstrap(fit, prior, &solved);
        let (group, groups) = groups::joined(self.players, &duels);
        let (class, classes) = groups::classes(self.players, &duels);
        let (games, halves) = self.totals();
        let elo = anchored(&solved.strengths, fit.anchor);
        let players = (0..self.players)
            .map(|player| {
                let (curvature, bootstrap) = (Z95 * ELO * curvature[player], Z95 * bootstrap[player]);
                let (elo, error) = (elo[player], curvature.max(bootstrap));
                let (games, halves, group, class) = (games[player], halves[player], group[player], class[player]);
                Rating { elo, error, curvature, bootstrap, games, halves, group, class }
            })
            .collect();
        Ok(Ratings { players, groups, classes })
    }

    /// Points between players, with the counts seen through `count`.
    fn duels(&self, mut count: impl FnMut(u64) -> f64) -> Vec<Duel> {
        let mut duels: BTreeMap<(usize, usize), Duel> = BTreeMap::new();
        for (&(a, b, games), cells) in &self.units {
            let duel = duels.entry((a, b)).or_insert(Duel { a, b, won: 0.0, lost: 0.0 });
            for (halves, &units) in cells.iter().enumerate().take(2 * usize::from(games) + 1) {
                let units = count(units);
                duel.won += units * halves as f64 / 2.0;
                duel.lost += units * (f64::from(games) - halves as f64 / 2.0);
            }
        }
        duels.into_values().collect()
    }

    /// Standard deviations of the ratings in Elo, when every unit is counted as often as a draw of
    /// the Poisson distribution says. That is the bootstrap for any number of units, in the time of a few.
    fn bootstrap(&self, fit: &Fit, prior: f64, start: &Solved) -> Vec<f64> {
        let replicas = fit.replicas.min(10_000);
        if replicas < 2 {
            return vec![0.0; self.players];
        }
        let mut rng = Rng::new(fit.seed);
        let center = anchored(&start.strengths, fit.anchor);
        let (mut sums, mut squares) = (vec![0.0; self.players], vec![0.0; self.players]);
        for _ in 0..replicas {
            let duels = self.duels(|count| poisson(&mut rng, count as f64));
            let drawn = solve::solve(self.players, &duels, prior, Some(&start.strengths));
            for (player, elo) in anchored(&drawn.strengths, fit.anchor).into_iter().enumerate() {
                let away = elo - center[player];
                sums[player] += away;
                squares[player] += away * away;
            }
        }
        let n = f64::from(replicas);
        sums.iter().zip(&squares).map(|(sum, square)| ((square - sum * sum / n) / (n - 1.0)).max(0.0).sqrt()).collect()
    }

    /// Games and half points of every player.
    fn totals(&self) -> (Vec<u64>, Vec<u64>) {
        let (mut games, mut halves) = (vec![0u64; self.players], vec![0u64; self.players]);
        for (&(a, b, in_unit), cells) in &self.units {
            for (points, &units) in (0u64..).zip(cells) {
                let most = 2 * u64::from(in_unit);
                for (player, points) in [(a, points), (b, most.saturating_sub(points))] {
                    games[player] = games[player].saturating_add(units.saturating_mul(in_unit.into()));
                    halves[player] = halves[player].saturating_add(units.saturating_mul(points));
                }
            }
        }
        (games, halves)
    }
}

/// Strengths in Elo, moved to the anchor.
fn anchored(strengths: &[f64], anchor: Anchor) -> Vec<f64> {
    let (zero, at) = match anchor {
        Anchor::Mean => (strengths.iter().sum::<f64>() / strengths.len().max(1) as f64, 0.0),
        Anchor::Player(player, at) => (strengths[player], if at.is_finite() { at } else { 0.0 }),
    };
    strengths.iter().map(|strength| (strength - zero) * ELO + at).collect()
}

/// A draw of the Poisson distribution with this mean.
fn poisson(rng: &mut Rng, mean: f64) -> f64 {
    // Never 0, so that its logarithm exists.
    let mut unit = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    if mean <= 0.0 {
        return 0.0;
    }
    if mean < 30.0 {
        let (floor, mut product, mut count) = ((-mean).exp(), unit(), 0.0);
        while product > floor {
            product *= unit();
            count += 1.0;
        }
        return count;
    }
    // From here on the normal distribution is close enough.
    let normal = (-2.0 * unit().ln()).sqrt() * (std::f64::consts::TAU * unit()).cos();
    (mean + mean.sqrt() * normal).round().max(0.0)
}
