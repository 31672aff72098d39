//! Writing: what is allowed to be added, and adding it.
//!
//! Everything here happens inside a transaction of the writer, which is undone after any error; so a job may
//! find out late that it is refused. Rows wait in the ledger and are added many at a time.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use schwarm_play::Attempt;

use crate::StoreError;
use crate::jobs::write::{self as fleet, Answer, Order};
use crate::link::{Arg, Link};
use crate::openings;
use crate::prepare::{Beginning, Head, Job, Lines, Verdict};
use crate::puzzles;
use crate::wide::Wide;

/// What a job comes to.
#[derive(Clone, Debug)]
pub(crate) enum Done {
    /// The id of what was written, or how many rows are new.
    Id(i64),
    Begun(Option<Attempt>),
    Kept,
    Fleet(Answer),
}

/// What is known of a try. Events are only ever added, so `next` may be too low but never too high.
#[derive(Clone, Copy)]
struct Known {
    next: i64,
    is_over: bool,
    /// When it was last noted that something came; 0 where that is not known.
    heard: i64,
}

/// A try: its game and its number.
type Try = (i64, u32);

/// Tries remembered; beyond that they are looked up again.
const MOST_KNOWN: usize = 10_000;

/// Milliseconds after which it is noted again that something came.
const NOTE: u64 = 1000;

static GAMES: LazyLock<Wide> = LazyLock::new(|| {
    let head = "INSERT INTO games (match_id, place, rules, player_one, player_two, created)";
    Wide::new(head, 6, "ON CONFLICT (match_id, place) DO NOTHING RETURNING id, match_id, place")
});

static PIECES: LazyLock<Wide> = LazyLock::new(|| {
    Wide::new("INSERT INTO pieces (game_id, number, first, next, events)", 5, "ON CONFLICT DO NOTHING")
});

static RESULTS: LazyLock<Wide> =
    LazyLock::new(|| Wide::new("INSERT INTO results (game_id, number, standing, ending)", 4, "ON CONFLICT DO NOTHING"));

static RUNNING: LazyLock<Wide> = LazyLock::new(|| {
    let latest =
        "DO UPDATE SET number = excluded.number, heard = excluded.heard WHERE running.number < excluded.number";
    Wide::new("INSERT INTO running (game_id, number, heard)", 3, &format!("ON CONFLICT (game_id) {latest}"))
});

static OVER: LazyLock<Wide> = LazyLock::new(|| Wide::new("DELETE FROM running WHERE game_id IN (", 1, ")"));

/// The state of one transaction, and what is remembered between them.
#[derive(Default)]
pub(crate) struct Ledger<'j> {
    known: HashMap<Try, Known>,
    /// Values of rows to be added, row by row.
    pieces: Vec<Arg<'j>>,
    results: Vec<Arg<'j>>,
    running: Vec<Arg<'j>>,
    /// Games that have ended.
    over: Vec<Arg<'j>>,
    /// Tries of which it is to be noted that something came. In one order for all programs.
    heard: BTreeSet<Try>,
    /// The time of this transaction.
    now: i64,
}

impl Ledger<'_> {
    /// Lets a ledger go on with the jobs of the next transaction. Nothing may be waiting.
    pub(crate) fn renewed<'n>(self) -> Ledger<'n> {
        let mut known = self.known;
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        Ledger { known, ..Ledger::default() }
    }
}

impl<'j> Ledger<'j> {
    /// Does all jobs. Those of one kind are done together, which changes nothing for whoever asked: nobody has an
    /// answer yet, so no job builds on another one. Only what is added to one try keeps its order.
    pub(crate) async fn run(&mut self, link: &mut Link, jobs: &'j [Job]) -> Result<Vec<Done>, StoreError> {
        let mut all = vec![Done::Kept; jobs.len()];
        self.now = now();
        let mut beginnings = Vec::new();
        let mut orders: Vec<(&'j Order, &mut Done)> = Vec::new();
        for (job, done) in jobs.iter().zip(&mut all) {
            match job {
                Job::OpenMatch { name, plan } => *done = Done::Id(open_match(link, name, plan).await?),
                Job::Begin(beginning) => beginnings.push((beginning, done)),
                Job::Append { attempt, first, events, verdict } => {
                    self.append(link, *attempt, *first, events, verdict.as_ref()).await?;
                }
                Job::Dialogues { attempt, packed } => keep_dialogues(link, *attempt, packed).await?,
                // Results of this very transaction may be among them.
                Job::Openings(openings) => {
                    self.flush(link).await?;
                    openings::keep(link, openings).await?;
                }
                Job::Puzzles { of_game, puzzles } => {
                    *done = Done::Id(puzzles::keep(link, *of_game, puzzles, self.now).await?);
                }
                Job::Fleet(order) => orders.push((order, done)),
                Job::Import { head, record, verdict } => {
                    *done = Done::Id(import(link, head, record, verdict.as_ref()).await?);
                }
            }
        }
        self.flush(link).await?;
        self.begin(link, beginnings).await?;
        if !orders.is_empty() {
            let wanted: Vec<&Order> = orders.iter().map(|(order, _)| *order).collect();
            let answers = fleet::run(link, &wanted).await?;
            for ((_, done), answer) in orders.into_iter().zip(answers) {
                *done = Done::Fleet(answer);
            }
        }
        Ok(all)
    }

    /// Adds what waits.
    async fn flush(&mut self, link: &mut Link) -> Result<(), StoreError> {
        let (pieces, results) = (std::mem::take(&mut self.pieces), std::mem::take(&mut self.results));
        if PIECES.execute(link, &pieces).await? != PIECES.rows(&pieces) {
            return Err(contradiction());
        }
        if RESULTS.execute(link, &results).await? != RESULTS.rows(&results) {
            let twice = "the game has a result from another try; a second one is not written";
            return Err(StoreError::Refused(twice.into()));
        }
        RUNNING.execute(link, &std::mem::take(&mut self.running)).await?;
        for (game, number) in std::mem::take(&mut self.heard) {
            let args = [Arg::Int(game), Arg::Int(number.into()), Arg::Int(self.now)];
            link.execute("UPDATE running SET heard = $3 WHERE game_id = $1 AND number = $2", &args).await?;
        }
        OVER.execute(link, &std::mem::take(&mut self.over)).await?;
        Ok(())
    }

    async fn begin(
        &mut self,
        link: &mut Link,
        mut beginnings: Vec<(&'j Beginning, &mut Done)>,
    ) -> Result<(), StoreError> {
        // In one order for all programs: else two might wait for each other.
        beginnings.sort_by_key(|(beginning, _)| (beginning.of_match, beginning.place));
        let created = self.now;
        let row = |(new, _): &(&'j Beginning, &mut Done)| {
            let [one, two] = [Arg::Text(&new.head.players[0]), Arg::Text(&new.head.players[1])];
            [Arg::Int(new.of_match), Arg::Int(new.place), Arg::Text(&new.head.rules), one, two, Arg::Int(created)]
        };
        let values: Vec<Arg<'_>> = beginnings.iter().flat_map(row).collect();
        let mut made = HashMap::new();
        for row in GAMES.fetch(link, &values).await? {
            made.insert((row.int(1)?, row.int(2)?), row.int(0)?);
        }
        let mut others = Vec::new();
        for (beginning, done) in beginnings {
            // Taken out: the next one who begins the same game has a second try.
            let Some(game) = made.remove(&(beginning.of_match, beginning.place)) else {
                others.push((beginning, done));
                continue;
            };
            self.pieces.extend(first_piece(game, 1, &beginning.started));
            self.begun(game, 1);
            *done = Done::Begun(Some(Attempt { id: game, number: 1 }));
        }
        self.flush(link).await?;
        for (beginning, done) in others {
            *done = Done::Begun(self.begin_again(link, beginning).await?);
        }
        Ok(())
    }

    /// Begins a try at a game that is there.
    async fn begin_again(&mut self, link: &mut Link, beginning: &'j Beginning) -> Result<Option<Attempt>, StoreError> {
        let Some((game, next)) = next_try(link, beginning).await? else { return Ok(None) };
        // Another process may take the same number; it cannot do so for ever.
        for number in (next..).take(100) {
            if PIECES.execute(link, &first_piece(game, number, &beginning.started)).await? == 1 {
                self.begun(game, number);
                self.flush(link).await?;
                return Ok(Some(Attempt { id: game, number }));
            }
        }
        let place = beginning.place;
        Err(StoreError::Refused(format!("game {place} of the match is being begun by too many others")))
    }

    fn begun(&mut self, game: i64, number: u32) {
        self.known.insert((game, number), Known { next: 1, is_over: false, heard: self.now });
        self.running.extend([Arg::Int(game), Arg::Int(number.into()), Arg::Int(self.now)]);
    }

    async fn append(
        &mut self,
        link: &mut Link,
        attempt: Attempt,
        first: i64,
        events: &'j Lines,
        verdict: Option<&'j Verdict>,
    ) -> Result<(), StoreError> {
        let (game, number) = (attempt.id, attempt.number);
        let known = match self.known.get(&(game, number)) {
            Some(known) if first <= known.next => *known,
            _ => self.look_up(link, attempt).await?,
        };
        if first > known.next {
            let gap = format!("event {first} of a game came, but event {} is missing; nothing was written", known.next);
            return Err(StoreError::Refused(gap));
        }
        let last = first + events.count() as i64;
        let old = usize::try_from(known.next - first).unwrap_or(0).min(events.count());
        if old > 0 {
            self.compare(link, attempt, first, events.iter().take(old)).await?;
        }
        if last <= known.next {
            return Ok(());
        }
        if known.is_over {
            return Err(StoreError::Refused("nothing happens in a game that is over; nothing was written".into()));
        }
        self.pieces.extend(piece(game, number, known.next..last, events.without(old)));
        if let Some(verdict) = verdict {
            self.results.extend(result(game, Some(number), verdict));
            self.over.push(Arg::Int(game));
            self.known.remove(&(game, number));
        } else {
            let is_due = known.heard.abs_diff(self.now) >= NOTE;
            if is_due {
                self.heard.insert((game, number));
            }
            let heard = if is_due { self.now } else { known.heard };
            self.known.insert((game, number), Known { next: last, heard, ..known });
        }
        Ok(())
    }

    /// Checks that events that are there are the same as those that came.
    async fn compare<'e>(
        &mut self,
        link: &mut Link,
        attempt: Attempt,
        first: i64,
        came: impl Iterator<Item = &'e str>,
    ) -> Result<(), StoreError> {
        self.flush(link).await?;
        let rows = link
            .fetch(
                "SELECT first, events FROM pieces WHERE game_id = $1 AND number = $2 AND next > $3 ORDER BY first",
                &[Arg::Int(attempt.id), Arg::Int(attempt.number.into()), Arg::Int(first)],
            )
            .await?;
        let mut there = String::new();
        for row in &rows {
            there.push_str(&row.text(1)?);
            there.push('\n');
        }
        let begin = rows.first().map_or(Ok(first), |row| row.int(0))?;
        let mut there = there.lines().skip(usize::try_from(first - begin).unwrap_or(0));
        for came in came {
            if there.next() != Some(came) {
                return Err(contradiction());
            }
        }
        Ok(())
    }

    async fn look_up(&mut self, link: &mut Link, attempt: Attempt) -> Result<Known, StoreError> {
        self.flush(link).await?;
        let row = link
            .fetch_first(
                "SELECT p.next, (SELECT count(*) FROM results r WHERE r.game_id = p.game_id AND r.number = p.number) \
                 FROM pieces p WHERE p.game_id = $1 AND p.number = $2 ORDER BY p.first DESC LIMIT 1",
                &[Arg::Int(attempt.id), Arg::Int(attempt.number.into())],
            )
            .await?
            .ok_or_else(|| no_such_try(attempt))?;
        Ok(Known { next: row.int(0)?, is_over: row.int(1)? > 0, heard: 0 })
    }
}

fn first_piece(game: i64, number: u32, started: &str) -> [Arg<'_>; 5] {
    piece(game, number, 0..1, started)
}

/// A row of `pieces`.
fn piece(game: i64, number: u32, places: Range<i64>, events: &str) -> [Arg<'_>; 5] {
    [Arg::Int(game), Arg::Int(number.into()), Arg::Int(places.start), Arg::Int(places.end), Arg::Text(events)]
}

/// A row of `results`.
fn result(game: i64, number: Option<u32>, verdict: &Verdict) -> [Arg<'_>; 4] {
    let number = number.map_or(Arg::NoInt, |number| Arg::Int(number.into()));
    [Arg::Int(game), number, Arg::Text(verdict.standing.id()), Arg::Text(&verdict.json)]
}

pub(crate) async fn open_match(link: &mut Link, name: &str, plan: &str) -> Result<i64, StoreError> {
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
async fn next_try(link: &mut Link, beginning: &Beginning) -> Result<Option<Try>, StoreError> {
    let head = &beginning.head;
    let row = link
        .fetch_first(
            "SELECT g.id, (SELECT count(*) FROM results r WHERE r.game_id = g.id), \
             (SELECT COALESCE(MAX(p.number), 0) FROM pieces p WHERE p.game_id = g.id) \
             FROM games g WHERE g.match_id = $1 AND g.place = $2",
            &[Arg::Int(beginning.of_match), Arg::Int(beginning.place)],
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

async fn keep_dialogues(link: &mut Link, attempt: Attempt, packed: &[u8]) -> Result<(), StoreError> {
    let args = [Arg::Int(attempt.id), Arg::Int(attempt.number.into()), Arg::Bytes(packed)];
    let sql = "INSERT INTO dialogues (game_id, number, packed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    link.execute(sql, &args).await.map(|_| ())
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
        RESULTS.execute(link, &result(game, None, verdict)).await?;
    }
    Ok(game)
}

fn contradiction() -> StoreError {
    StoreError::Refused("other events are stored for this part of the game; nothing was written".into())
}

fn no_such_try(attempt: Attempt) -> StoreError {
    StoreError::Refused(format!("there is no try {} at a game with id {}", attempt.number, attempt.id))
}

pub(crate) fn now() -> i64 {
    // A clock before 1970 is wrong anyway. The time is shown, and says which games have fallen silent.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
