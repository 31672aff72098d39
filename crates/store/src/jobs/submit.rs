//! Taking in results: once each, with their games and the totals in one transaction.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use schwarm_play::GameEvent;

use crate::jobs::write::{DONE, Sums};
use crate::jobs::{Counted, Handed, Held};
use crate::link::{Arg, Link};
use crate::packing;
use crate::prepare::{Head, Job, Lines, Verdict};
use crate::wide::Wide;
use crate::{Standing, StoreError};

static GAMES: LazyLock<Wide> = LazyLock::new(|| {
    let head = "INSERT INTO games (match_id, place, rules, player_one, player_two, created)";
    Wide::new(head, 6, "ON CONFLICT (match_id, place) DO NOTHING RETURNING id, match_id, place")
});
static PIECES: LazyLock<Wide> =
    LazyLock::new(|| Wide::new("INSERT INTO pieces (game_id, number, first, next, events)", 5, ""));
static ENDINGS: LazyLock<Wide> =
    LazyLock::new(|| Wide::new("INSERT INTO results (game_id, number, standing, ending)", 4, ""));
static RESULTS: LazyLock<Wide> = LazyLock::new(|| {
    let head = "INSERT INTO job_results (job_id, attempt, worker_id, moment, points, wins, draws, losses)";
    Wide::new(head, 8, "")
});
static OVER: LazyLock<Wide> = LazyLock::new(|| {
    Wide::new("WITH ended (job) AS (", 1, ") UPDATE jobs SET state = 2 FROM ended WHERE jobs.id = ended.job")
});

/// What was handed in, checked and in words.
pub(crate) struct Prepared {
    /// Both games, where these are games of a match.
    games: Vec<Game>,
    /// What else was made.
    data: Option<Vec<u8>>,
    /// Half points of the first bot, and its games won, drawn and lost.
    points: i64,
    balance: [i64; 3],
}

struct Game {
    head: Head,
    events: Lines,
    verdict: Verdict,
}

impl Prepared {
    /// Checks that these are two whole games that count.
    pub(crate) fn new(handed: &Handed) -> Result<Prepared, StoreError> {
        match handed {
            Handed::Data { bytes, standings } => {
                // Which bot is which makes no difference where there is one.
                Prepared::of([standings[0], standings[1]], Vec::new(), Some(packing::pack(bytes)))
            }
            Handed::Games(both) => {
                let [one, two] = &**both;
                let games = vec![Game::new(one)?, Game::new(two)?];
                let turned = match games[1].verdict.standing {
                    Standing::One => Standing::Two,
                    Standing::Two => Standing::One,
                    other => other,
                };
                Prepared::of([games[0].verdict.standing, turned], games, None)
            }
        }
    }

    fn of(standings: [Standing; 2], games: Vec<Game>, data: Option<Vec<u8>>) -> Result<Prepared, StoreError> {
        let mut balance = [0; 3];
        for standing in standings {
            let index = match standing {
                Standing::One => 0,
                Standing::Draw => 1,
                Standing::Two => 2,
                Standing::Aborted | Standing::Open => {
                    return Err(StoreError::Refused("a game that was broken off does not count".into()));
                }
            };
            balance[index] += 1;
        }
        Ok(Prepared { games, data, points: 2 * balance[0] + balance[1], balance })
    }

    pub(crate) fn weight(&self) -> usize {
        200 + self.games.iter().map(|game| game.events.len()).sum::<usize>() + self.data.as_ref().map_or(0, Vec::len)
    }
}

impl Game {
    fn new(events: &[GameEvent]) -> Result<Game, StoreError> {
        let Some(GameEvent::Started { game, players, .. }) = events.first() else {
            return Err(StoreError::Refused("a game begins with its start".into()));
        };
        let head = Head::new(game, players);
        // The try is not known yet; only the events are taken over.
        let prepared = Job::append(schwarm_play::Attempt { id: 0, number: 1 }, 0, events)?;
        match prepared {
            Job::Append { events, verdict: Some(verdict), .. } => Ok(Game { head, events, verdict }),
            _ => Err(StoreError::Refused("a game that has not ended does not count".into())),
        }
    }
}

/// Jobs as results find them; the rows are ours until the end of the transaction, locked in the order of their ids.
static FOUND: LazyLock<Wide> = LazyLock::new(|| {
    let join = ") SELECT j.id, j.batch_id, b.match_id, j.pair, j.state, j.claims FROM wanted w JOIN jobs j ON j.id = w.id \
                JOIN batches b ON b.id = j.batch_id ORDER BY j.id";
    Wide::apart("WITH wanted (id) AS (", 1, join, &format!("{join} FOR NO KEY UPDATE OF j"))
});

/// A job as a result finds it.
#[derive(Clone)]
struct Row {
    batch: i64,
    of_match: i64,
    pair: i64,
    is_done: bool,
    claims: String,
}

/// Whether the attempt was given to this worker; else it is refused.
pub(super) async fn check_claim(link: &mut Link, worker: i64, held: &Held) -> Result<(), StoreError> {
    let rows = look(link, &[held.job.as_str()]).await?;
    given(rows.get(&held.job), worker, held).map(drop)
}

fn given<'r>(row: Option<&'r Row>, worker: i64, held: &Held) -> Result<&'r Row, StoreError> {
    let row = row.ok_or_else(|| StoreError::Refused(format!("there is no job {:?}", held.job)))?;
    match row.claims.contains(&format!(",{}:{worker},", held.attempt)) {
        true => Ok(row),
        false => {
            let why = format!("attempt {} at {:?} was not given to this worker", held.attempt, held.job);
            Err(StoreError::Refused(why))
        }
    }
}

/// Jobs by their ids; unknown ones are left out.
async fn look(link: &mut Link, jobs: &[&str]) -> Result<HashMap<String, Row>, StoreError> {
    let wanted: BTreeSet<&str> = jobs.iter().copied().collect();
    let values: Vec<Arg<'_>> = wanted.into_iter().map(Arg::Text).collect();
    let mut rows = HashMap::new();
    for row in FOUND.fetch(link, &values).await? {
        let found = Row {
            batch: row.int(1)?,
            of_match: row.int(2)?,
            pair: row.int(3)?,
            is_done: row.int(4)? == DONE,
            claims: row.text(5)?,
        };
        rows.insert(row.text(0)?, found);
    }
    Ok(rows)
}

/// Results of one transaction on their way.
#[derive(Default)]
pub(super) struct Tally<'j> {
    /// The jobs of all results that came.
    rows: HashMap<String, Row>,
    seen: HashSet<&'j str>,
    new: Vec<(i64, &'j Held, &'j Prepared, Row)>,
}

impl<'j> Tally<'j> {
    /// Looks at all jobs results came for, at once.
    pub(super) async fn of(link: &mut Link, jobs: &[&str]) -> Result<Tally<'j>, StoreError> {
        let rows = if jobs.is_empty() { HashMap::new() } else { look(link, jobs).await? };
        Ok(Tally { rows, ..Tally::default() })
    }

    /// Whether a result counts. The row of the job is ours until the end of the transaction.
    pub(super) async fn take(
        &mut self,
        link: &mut Link,
        worker: i64,
        held: &'j Held,
        prepared: &'j Prepared,
        now: i64,
    ) -> Result<Counted, StoreError> {
        let row = given(self.rows.get(&held.job), worker, held)?.clone();
        if row.is_done || !self.seen.insert(&held.job) {
            let sql = "INSERT INTO job_duplicates (job_id, attempt, worker_id, moment) VALUES ($1, $2, $3, $4)";
            let args = [Arg::Text(&held.job), Arg::Int(held.attempt.into()), Arg::Int(worker), Arg::Int(now)];
            link.execute(sql, &args).await?;
            return Ok(Counted::Duplicate);
        }
        self.new.push((worker, held, prepared, row));
        Ok(Counted::Counted)
    }

    /// Writes what counts, and moves the totals.
    pub(super) async fn flush(&mut self, link: &mut Link, now: i64) -> Result<(), StoreError> {
        let new = std::mem::take(&mut self.new);
        self.write_games(link, &new, now).await?;
        let (mut results, mut over, mut sums) = (Vec::new(), Vec::new(), Sums::new());
        for (worker, held, prepared, row) in &new {
            let [wins, draws, losses] = prepared.balance;
            let job = Arg::Text(&held.job);
            let moment = [Arg::Int(held.attempt.into()), Arg::Int(*worker), Arg::Int(now), Arg::Int(prepared.points)];
            results.push(job.clone());
            results.extend(moment);
            results.extend([wins, draws, losses].map(Arg::Int));
            over.push(job);
            let sum = sums.entry(row.batch).or_default();
            for (index, value) in [1, wins, draws, losses].into_iter().enumerate() {
                sum[index] += value;
            }
            sum[4 + usize::try_from(prepared.points).unwrap_or(0).min(4)] += 1;
        }
        RESULTS.execute(link, &results).await?;
        if OVER.execute(link, &over).await? != OVER.rows(&over) {
            return Err(StoreError::Refused("a job is gone; nothing was written".into()));
        }
        for (_, held, prepared, _) in &new {
            if let Some(data) = &prepared.data {
                let args = [Arg::Text(&held.job), Arg::Bytes(data)];
                link.execute("UPDATE job_results SET data = $2 WHERE job_id = $1", &args).await?;
            }
        }
        // In one order for all programs.
        for (batch, sum) in sums {
            let sql = "UPDATE batches SET done = done + $2, wins = wins + $3, draws = draws + $4, losses = losses + $5, \
                       points0 = points0 + $6, points1 = points1 + $7, points2 = points2 + $8, points3 = points3 + $9, \
                       points4 = points4 + $10 WHERE id = $1";
            let args: Vec<Arg<'_>> = [Arg::Int(batch)].into_iter().chain(sum.map(Arg::Int)).collect();
            link.execute(sql, &args).await?;
        }
        Ok(())
    }

    async fn write_games(
        &self,
        link: &mut Link,
        new: &[(i64, &'j Held, &'j Prepared, Row)],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut games = Vec::new();
        for (_, _, prepared, row) in new {
            for (game, place) in prepared.games.iter().zip([2 * row.pair, 2 * row.pair + 1]) {
                games.push((row.of_match, place, game));
            }
        }
        games.sort_by_key(|(of_match, place, _)| (*of_match, *place));
        let row = |(of_match, place, game): &(i64, i64, &'j Game)| {
            let Head { rules, players: [one, two] } = &game.head;
            let head = [Arg::Text(rules), Arg::Text(one), Arg::Text(two), Arg::Int(now)];
            [Arg::Int(*of_match), Arg::Int(*place)].into_iter().chain(head).collect::<Vec<_>>()
        };
        let values: Vec<Arg<'_>> = games.iter().flat_map(row).collect();
        let mut made = HashMap::new();
        for row in GAMES.fetch(link, &values).await? {
            made.insert((row.int(1)?, row.int(2)?), row.int(0)?);
        }
        let (mut pieces, mut endings) = (Vec::new(), Vec::new());
        for (of_match, place, game) in games {
            let Some(&id) = made.get(&(of_match, place)) else {
                let why = "a game of the pair was begun by another program: the pair cannot be counted as well";
                return Err(StoreError::Refused(why.into()));
            };
            let next = i64::try_from(game.events.count()).unwrap_or(i64::MAX);
            pieces.extend([Arg::Int(id), Arg::Int(1), Arg::Int(0), Arg::Int(next), Arg::Text(game.events.without(0))]);
            let Verdict { standing, json } = &game.verdict;
            endings.extend([Arg::Int(id), Arg::Int(1), Arg::Text(standing.id()), Arg::Text(json)]);
        }
        PIECES.execute(link, &pieces).await?;
        ENDINGS.execute(link, &endings).await?;
        Ok(())
    }
}
