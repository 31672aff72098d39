//! Writing: what is allowed to be added, and adding it.
//!
//! Everything here happens inside a transaction of the writer, which is undone after any error; so a job may
//! find out late that it is refused. Events wait in the ledger and are added in one go by [`Ledger::flush`].

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use schwarm_play::Attempt;

use crate::StoreError;
use crate::link::{Arg, Link};
use crate::prepare::{Head, Job, Verdict};

/// What a job comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Done {
    Id(i64),
    Begun(Option<Attempt>),
    Kept,
}

/// What is known of a try. Events are only ever added, so `next` may be too low but never too high.
#[derive(Clone, Copy)]
struct Known {
    game: i64,
    number: u32,
    next: i64,
    is_over: bool,
}

/// Tries remembered; beyond that they are looked up again.
const MOST_KNOWN: usize = 10_000;

/// Events in one statement, and the statement.
static INSERTS: LazyLock<Vec<(usize, String)>> = LazyLock::new(|| {
    let values = |n: usize| {
        let rows = (0..n).map(|i| format!("(${}, ${}, ${})", 3 * i + 1, 3 * i + 2, 3 * i + 3));
        rows.collect::<Vec<_>>().join(", ")
    };
    let insert = |n| format!("INSERT INTO events (attempt_id, seq, event) VALUES {} ON CONFLICT DO NOTHING", values(n));
    [256, 64, 16, 4, 1].into_iter().map(|n| (n, insert(n))).collect()
});

/// The state of one transaction, and what is remembered between them.
#[derive(Default)]
pub(crate) struct Ledger<'j> {
    known: HashMap<i64, Known>,
    waiting: Vec<(i64, i64, &'j str)>,
}

impl Ledger<'_> {
    /// Lets a ledger go on with the jobs of the next transaction. Nothing may be waiting.
    pub(crate) fn renewed<'n>(self) -> Ledger<'n> {
        let mut known = self.known;
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        Ledger { known, waiting: Vec::new() }
    }
}

impl<'j> Ledger<'j> {
    /// Does one job, but for events that wait.
    pub(crate) async fn run(&mut self, link: &mut Link, job: &'j Job) -> Result<Done, StoreError> {
        match job {
            Job::OpenMatch { name, plan } => open_match(link, name, plan).await.map(Done::Id),
            Job::Begin { of_match, place, head, started } => {
                self.begin(link, *of_match, *place, head, started).await.map(Done::Begun)
            }
            Job::Append { attempt, first, events, verdict } => {
                self.append(link, *attempt, *first, events, verdict.as_ref()).await?;
                Ok(Done::Kept)
            }
            Job::Import { head, record, verdict } => import(link, head, record, verdict.as_ref()).await.map(Done::Id),
        }
    }

    /// Adds the events that wait.
    pub(crate) async fn flush(&mut self, link: &mut Link) -> Result<(), StoreError> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut rest = &waiting[..];
        let mut args = Vec::new();
        for (size, sql) in INSERTS.iter() {
            while let Some((now, later)) = rest.split_at_checked(*size) {
                args.clear();
                for (attempt, seq, event) in now {
                    args.extend([Arg::Int(*attempt), Arg::Int(*seq), Arg::Text(event)]);
                }
                if link.execute(sql.as_str(), &args).await? != *size as u64 {
                    return Err(contradiction());
                }
                rest = later;
            }
        }
        Ok(())
    }

    async fn begin(
        &mut self,
        link: &mut Link,
        of_match: i64,
        place: i64,
        head: &Head,
        started: &'j str,
    ) -> Result<Option<Attempt>, StoreError> {
        let new = link
            .fetch_first(
                "INSERT INTO games (match_id, place, rules, player_one, player_two, created) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (match_id, place) DO NOTHING RETURNING id",
                &[
                    Arg::Int(of_match),
                    Arg::Int(place),
                    Arg::Text(&head.rules),
                    Arg::Text(&head.players[0]),
                    Arg::Text(&head.players[1]),
                    Arg::Int(now()),
                ],
            )
            .await?;
        let (game, mut number) = match new {
            Some(row) => (row.int(0)?, 1),
            None => match next_try(link, of_match, place, head).await? {
                Some(next) => next,
                None => return Ok(None),
            },
        };
        // Another process may take the same number; it cannot do so for ever.
        for _ in 0..100 {
            let made = link
                .fetch_first(
                    "INSERT INTO attempts (game_id, number) VALUES ($1, $2) \
                     ON CONFLICT (game_id, number) DO NOTHING RETURNING id",
                    &[Arg::Int(game), Arg::Int(i64::from(number))],
                )
                .await?;
            if let Some(row) = made {
                let id = row.int(0)?;
                self.known.insert(id, Known { game, number, next: 1, is_over: false });
                self.waiting.push((id, 0, started));
                return Ok(Some(Attempt { id, number }));
            }
            number += 1;
        }
        Err(StoreError::Refused(format!("game {place} of the match is being begun by too many others")))
    }

    async fn append(
        &mut self,
        link: &mut Link,
        attempt: Attempt,
        first: i64,
        events: &'j [String],
        verdict: Option<&Verdict>,
    ) -> Result<(), StoreError> {
        let known = match self.known.get(&attempt.id) {
            Some(known) if first <= known.next => *known,
            _ => self.look_up(link, attempt).await?,
        };
        if known.number != attempt.number {
            return Err(no_such_try(attempt));
        }
        if first > known.next {
            let gap = format!("event {first} of a game came, but event {} is missing; nothing was written", known.next);
            return Err(StoreError::Refused(gap));
        }
        let last = first + events.len() as i64;
        let old = usize::try_from(known.next - first).unwrap_or(0).min(events.len());
        if old > 0 {
            self.compare(link, attempt.id, first, &events[..old]).await?;
        }
        if last <= known.next {
            return Ok(());
        }
        if known.is_over {
            return Err(StoreError::Refused("nothing happens in a game that is over; nothing was written".into()));
        }
        self.waiting.extend((known.next..).zip(&events[old..]).map(|(seq, event)| (attempt.id, seq, event.as_str())));
        if let Some(verdict) = verdict
            && !add_result(link, known.game, Some(attempt.id), verdict).await?
        {
            let twice = "the game has a result from another try; a second one is not written";
            return Err(StoreError::Refused(twice.into()));
        }
        match verdict {
            Some(_) => self.known.remove(&attempt.id),
            None => self.known.insert(attempt.id, Known { next: last, ..known }),
        };
        Ok(())
    }

    /// Checks that events that are there are the same as those that came.
    async fn compare(&mut self, link: &mut Link, attempt: i64, first: i64, came: &[String]) -> Result<(), StoreError> {
        self.flush(link).await?;
        let there = link
            .fetch(
                "SELECT event FROM events WHERE attempt_id = $1 AND seq >= $2 AND seq < $3 ORDER BY seq",
                &[Arg::Int(attempt), Arg::Int(first), Arg::Int(first + came.len() as i64)],
            )
            .await?;
        if there.len() != came.len() {
            return Err(contradiction());
        }
        for (row, came) in there.iter().zip(came) {
            if row.text(0)? != *came {
                return Err(contradiction());
            }
        }
        Ok(())
    }

    async fn look_up(&mut self, link: &mut Link, attempt: Attempt) -> Result<Known, StoreError> {
        self.flush(link).await?;
        let row = link
            .fetch_first(
                "SELECT a.game_id, (SELECT COALESCE(MAX(e.seq) + 1, 0) FROM events e WHERE e.attempt_id = a.id), \
                 (SELECT count(*) FROM results r WHERE r.attempt_id = a.id AND r.game_id = a.game_id) \
                 FROM attempts a WHERE a.id = $1 AND a.number = $2",
                &[Arg::Int(attempt.id), Arg::Int(i64::from(attempt.number))],
            )
            .await?
            .ok_or_else(|| no_such_try(attempt))?;
        Ok(Known { game: row.int(0)?, number: attempt.number, next: row.int(1)?, is_over: row.int(2)? > 0 })
    }
}

async fn open_match(link: &mut Link, name: &str, plan: &str) -> Result<i64, StoreError> {
    let made = link
        .fetch_first(
            "INSERT INTO matches (name, plan, created) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING RETURNING id",
            &[Arg::Text(name), Arg::Text(plan), Arg::Int(now())],
        )
        .await?;
    if let Some(row) = made {
        return row.int(0);
    }
    let row = link.fetch_first("SELECT id, plan FROM matches WHERE name = $1", &[Arg::Text(name)]).await?;
    let Some(row) = row else { return Err(contradiction()) };
    if row.text(1)? != plan {
        return Err(StoreError::Refused(format!(
            "match {name:?} was begun with another plan: give the same players and settings to go on with it, \
             or another name for a new match"
        )));
    }
    row.int(0)
}

/// Game and number of the next try, or `None` where there is a result.
async fn next_try(link: &mut Link, of_match: i64, place: i64, head: &Head) -> Result<Option<(i64, u32)>, StoreError> {
    let row = link
        .fetch_first(
            "SELECT g.id, (SELECT count(*) FROM results r WHERE r.game_id = g.id), \
             (SELECT COALESCE(MAX(a.number), 0) FROM attempts a WHERE a.game_id = g.id) \
             FROM games g WHERE g.match_id = $1 AND g.place = $2",
            &[Arg::Int(of_match), Arg::Int(place)],
        )
        .await?;
    let Some(row) = row else { return Err(contradiction()) };
    if row.int(1)? > 0 {
        return Ok(None);
    }
    let game = row.int(0)?;
    let [one, two] = [Arg::Text(&head.players[0]), Arg::Text(&head.players[1])];
    link.execute(
        "UPDATE games SET rules = $2, player_one = $3, player_two = $4 \
         WHERE id = $1 AND (rules <> $2 OR player_one <> $3 OR player_two <> $4)",
        &[Arg::Int(game), Arg::Text(&head.rules), one, two],
    )
    .await?;
    let number = u32::try_from(row.int(2)? + 1).map_err(|_| row.damaged("a game has too many tries".into()))?;
    Ok(Some((game, number)))
}

async fn import(link: &mut Link, head: &Head, record: &str, verdict: Option<&Verdict>) -> Result<i64, StoreError> {
    let [one, two] = [Arg::Text(&head.players[0]), Arg::Text(&head.players[1])];
    let row = link
        .fetch_first(
            "INSERT INTO games (rules, player_one, player_two, created) VALUES ($1, $2, $3, $4) RETURNING id",
            &[Arg::Text(&head.rules), one, two, Arg::Int(now())],
        )
        .await?;
    let Some(row) = row else { return Err(contradiction()) };
    let game = row.int(0)?;
    let args = [Arg::Int(game), Arg::Text(record)];
    link.execute("INSERT INTO records (game_id, record) VALUES ($1, $2)", &args).await?;
    if let Some(verdict) = verdict {
        add_result(link, game, None, verdict).await?;
    }
    Ok(game)
}

/// Adds a result; `false` if there is one.
async fn add_result(link: &mut Link, game: i64, attempt: Option<i64>, verdict: &Verdict) -> Result<bool, StoreError> {
    let added = link
        .execute(
            "INSERT INTO results (game_id, attempt_id, standing, ending) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game_id) DO NOTHING",
            &[
                Arg::Int(game),
                attempt.map_or(Arg::NoInt, Arg::Int),
                Arg::Text(verdict.standing.id()),
                Arg::Text(&verdict.json),
            ],
        )
        .await?;
    Ok(added == 1)
}

fn contradiction() -> StoreError {
    StoreError::Refused("other events are stored for this part of the game; nothing was written".into())
}

fn no_such_try(attempt: Attempt) -> StoreError {
    StoreError::Refused(format!("there is no try {} with id {}", attempt.number, attempt.id))
}

fn now() -> i64 {
    // A clock before 1970 is wrong anyway; the time is shown and nothing depends on it.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
