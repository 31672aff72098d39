//! The standings: who is before whom, and by what.
//!
//! Equal bots share a place. Not here: ratings (they rank nobody), the printing.

use super::format::swiss::Scores;
use super::format::{Format, RankBy, Schedule, Tournament};
use super::results::{Results, Sum};

/// The bots in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// What bots are ordered by, the most important first.
    pub columns: Vec<Column>,
    /// The best first.
    pub rows: Vec<Row>,
}

/// A figure that bots are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Stable id, for machines.
    pub id: &'static str,
    /// For people.
    pub label: &'static str,
}

/// The standing of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its place, from 1; equal bots share one.
    pub rank: u32,
    /// The bot, by number.
    pub player: usize,
    /// The figures of the columns; `None` where there is none yet.
    pub values: Vec<Option<f64>>,
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost through a fault of its own.
    pub faults: u64,
}

const POINTS: Column = Column { id: "points", label: "Points" };
const SONNEBORN: Column = Column { id: "sonneborn-berger", label: "SB" };
const WINS: Column = Column { id: "wins", label: "Wins" };
const CRITERION: Column = Column { id: "criterion", label: "Criterion" };
const LEAGUE_POINTS: Column = Column { id: "league-points", label: "Points" };
const MATCH_POINTS: Column = Column { id: "match-points", label: "Match points" };
const BUCHHOLZ: Column = Column { id: "buchholz", label: "Buchholz" };
const GAME_POINTS: Column = Column { id: "game-points", label: "Game points" };

impl Standings {
    /// The standings after these results; games of encounters that are under way count.
    pub fn of(tournament: &Tournament, schedule: &Schedule, results: &Results) -> Standings {
        let players = tournament.names().len();
        let cross = cross(players, schedule, results);
        let (columns, values) = figures(tournament, schedule, results, &cross);
        let totals = totals(&cross);
        let mut order = tournament.order().to_vec();
        // Stable sorts: bots that share a place stay in the order of their seeds.
        match &schedule.places {
            Some(places) => order.sort_by_key(|&player| places[player]),
            None => order.sort_by(|&a, &b| compare(&values[b], &values[a])),
        }
        let mut rows: Vec<Row> = Vec::new();
        for player in order {
            let equal = rows.last().filter(|above| compare(&above.values, &values[player]).is_eq());
            let rank = match &schedule.places {
                Some(places) => places[player],
                None => equal.map_or(rows.len() as u32 + 1, |above| above.rank),
            };
            let sum = &totals[player];
            rows.push(Row {
                rank,
                player,
                values: values[player].clone(),
                games: sum.games(),
                wins: sum.wins[0],
                draws: sum.draws,
                losses: sum.wins[1],
                faults: sum.faults[0],
            });
        }
        Standings { columns, rows }
    }
}

/// What every bot (row) has achieved against every other (column), as the row sees it.
pub(super) fn cross(players: usize, schedule: &Schedule, results: &Results) -> Vec<Vec<Sum>> {
    let mut cross = vec![vec![Sum::default(); players]; players];
    for encounter in &schedule.encounters {
        let sum = results.sum(encounter);
        let [a, b] = encounter.players;
        cross[a][b] = cross[a][b].plus(&sum);
        cross[b][a] = cross[b][a].plus(&sum.turned());
    }
    cross
}

fn totals(cross: &[Vec<Sum>]) -> Vec<Sum> {
    cross.iter().map(|row| row.iter().fold(Sum::default(), |all, sum| all.plus(sum))).collect()
}

/// The figures of each bot, by number.
fn figures(
    tournament: &Tournament,
    schedule: &Schedule,
    results: &Results,
    cross: &[Vec<Sum>],
) -> (Vec<Column>, Vec<Vec<Option<f64>>>) {
    let totals = totals(cross);
    let half = |halves: u64| Some(halves as f64 / 2.0);
    let each = |figures: &dyn Fn(usize) -> Vec<Option<f64>>| (0..totals.len()).map(figures).collect();
    match tournament.format() {
        Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Match { .. } => {
            // A point taken from a bot is worth as much as that bot has points.
            let sonneborn = |player: usize| -> f64 {
                let against = cross[player].iter().zip(&totals);
                against.map(|(sum, of)| (sum.halves(0) as f64 / 2.0) * (of.halves(0) as f64 / 2.0)).sum()
            };
            let figures = each(&|player| {
                let sum = &totals[player];
                vec![half(sum.halves(0)), Some(sonneborn(player)), Some(sum.wins[0] as f64)]
            });
            (vec![POINTS, SONNEBORN, WINS], figures)
        }
        Format::League { rank_by, .. } => {
            let first = |sum: &Sum| match rank_by {
                RankBy::Wins => sum.wins[0],
                RankBy::Points => sum.halves(0),
            };
            let average = |(sum, count): (i64, u64)| (count > 0).then(|| sum as f64 / count as f64);
            let figures =
                each(&|player| vec![Some(first(&totals[player]) as f64), average(totals[player].criterion[0])]);
            let column = if *rank_by == RankBy::Wins { WINS } else { LEAGUE_POINTS };
            (vec![column, CRITERION], figures)
        }
        Format::Swiss { .. } => {
            let scores = Scores::of(totals.len(), schedule, results);
            let figures = each(&|player| {
                vec![half(scores.halves[player]), half(scores.buchholz[player]), half(scores.game_halves[player])]
            });
            (vec![MATCH_POINTS, BUCHHOLZ, GAME_POINTS], figures)
        }
        Format::Knockout { .. } | Format::FinalEight { .. } | Format::Ladder { .. } => {
            (vec![GAME_POINTS], each(&|player| vec![half(totals[player].halves(0))]))
        }
    }
}

/// Figures in the order of their columns; none is less than any.
fn compare(a: &[Option<f64>], b: &[Option<f64>]) -> std::cmp::Ordering {
    let key = |value: &Option<f64>| value.unwrap_or(f64::NEG_INFINITY);
    a.iter()
        .zip(b)
        .map(|(a, b)| key(a).total_cmp(&key(b)))
        .find(|order| order.is_ne())
        .unwrap_or(std::cmp::Ordering::Equal)
}
