//! Jobs on both databases: a story of one batch, and random interleavings held against a model.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod cluster;
mod common;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use cluster::Cluster;
use common::{Dice, Folder, game};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use schwarm_play::GameEvent;
use schwarm_store::{
    BatchKind, BatchStanding, BatchTotals, Claim, Claimed, Counted, FailureKind, Filter, Handed, Held, JobStore,
    MachineStanding, NewBatch, NewBot, Standing, Store, StoreError, Word, WorkerCard, open,
};
use tokio::runtime::Runtime;

const LONG: Duration = Duration::from_secs(3600);
/// A lease that has run out when it begins.
const SHORT: Duration = Duration::ZERO;

fn card(name: &str) -> WorkerCard {
    WorkerCard { name: name.into(), version: "1".into(), slots: 2, speed: 1000, load: 0 }
}

fn claim(worker: i64, most: u32, lease: Duration) -> Claim {
    Claim { worker, most, lease, speed: 1000 }
}

/// Both games of a pair; the seed decides how they end.
fn pair(seed: u64) -> Handed {
    let [one, two] = [["a", "b"], ["b", "a"]].map(|players| game("piranhas-2019", players, seed, 60));
    Handed::Games(Box::new([one, two]))
}

/// Half points of the first bot.
fn points(handed: &Handed) -> u64 {
    let Handed::Games(games) = handed else { panic!("games") };
    let winner = |events: &[GameEvent]| match events.last() {
        Some(GameEvent::Ended { ending }) => ending.winner.map(|side| side.index()),
        _ => panic!("an end"),
    };
    let of = |winner: Option<usize>, first: usize| winner.map_or(1, |winner| if winner == first { 2 } else { 0 });
    of(winner(&games[0]), 0) + of(winner(&games[1]), 1)
}

/// Runs a test on SQLite and, where it is installed, on PostgreSQL.
fn on_both(name: &str, test: impl Fn(&Runtime, Arc<dyn Store>)) {
    let runtime = Runtime::new().unwrap();
    let folder = Folder::new(name);
    test(&runtime, runtime.block_on(open(&folder.file("jobs.db"))).unwrap());
    if let Some(cluster) = Cluster::start() {
        test(&runtime, runtime.block_on(open(&cluster.url())).unwrap());
    }
}

#[test]
fn a_batch_is_played_by_two_machines() {
    on_both("jobs-story", |runtime, store| runtime.block_on(story(&*store)));
}

async fn story(store: &dyn Store) {
    let jobs = store.jobs();
    let mut changes = store.changes();
    let batch = NewBatch { most_failures: 2, ..NewBatch::new("spring/a-b", "{}", r#"{"bots":[]}"#) };
    let made = jobs.enqueue(&batch, 3).await.unwrap();
    assert_eq!(made.new, 3);
    assert_eq!(jobs.enqueue(&batch, 5).await.unwrap().new, 2, "more pairs extend it");
    assert_eq!(jobs.enqueue(&batch, 5).await.unwrap().new, 0);
    tokio::time::timeout(Duration::from_secs(5), changes.in_jobs()).await.unwrap();
    let other = NewBatch { spec: "{}".into(), ..batch.clone() };
    assert!(jobs.enqueue(&other, 5).await.unwrap_err().to_string().contains("made otherwise"));

    assert_eq!(jobs.machine("sum-one").await.unwrap(), None);
    let one = jobs.admit("one", "sum-one").await.unwrap();
    let two = jobs.admit("two", "sum-two").await.unwrap();
    assert_eq!(jobs.machine("sum-one").await.unwrap().unwrap().id, one);
    let (ann, bob) = (jobs.greet(one, &card("ann")).await.unwrap(), jobs.greet(two, &card("bob")).await.unwrap());
    assert_eq!(jobs.greet(one, &card("ann")).await.unwrap(), ann, "a worker that comes again is the same");

    // Ids are made of the name and the pair; nobody gets what another has.
    let mine = jobs.claim(claim(ann, 2, LONG)).await.unwrap();
    assert_eq!(mine.iter().map(|it| it.held.job.as_str()).collect::<Vec<_>>(), ["spring/a-b#0", "spring/a-b#1"]);
    assert_eq!(mine[0].held.job, batch.job_id(0));
    let his = jobs.claim(claim(bob, 9, SHORT)).await.unwrap();
    assert_eq!(his.iter().map(|it| it.pair).collect::<Vec<_>>(), [2, 3, 4]);
    assert_eq!(jobs.depth(None).await.unwrap().leased, 5);

    // What was handed in counts once, whoever says so again.
    let games = pair(1);
    assert_eq!(jobs.submit(ann, &mine[0].held, &games).await.unwrap(), Counted::Counted);
    assert_eq!(jobs.submit(ann, &mine[0].held, &games).await.unwrap(), Counted::Duplicate);
    assert_eq!(jobs.heartbeat(ann, &[mine[0].held.clone()], LONG).await.unwrap(), [Word::Done]);
    for (worker, held) in [
        (bob, mine[1].held.clone()),
        (ann, Held { attempt: 2, ..mine[1].held.clone() }),
        (ann, Held { job: "spring/a-b#77".into(), attempt: 1 }),
    ] {
        let refused = jobs.submit(worker, &held, &games).await.unwrap_err();
        assert!(matches!(refused, StoreError::Refused(_)), "{refused}");
    }
    let found = store.list(&Filter { of_match: Some("spring/a-b".into()), ..Filter::default() }, 10, 0).await.unwrap();
    assert_eq!(found.iter().map(|row| row.place).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!(found[1].players, ["b", "a"]);

    // Leases that ran out are given to others; a job that fails twice is parked, with what is known of it.
    let again = jobs.claim(claim(ann, 9, LONG)).await.unwrap();
    assert_eq!(again.iter().map(|it| it.held.attempt).max(), Some(2));
    assert_eq!(jobs.heartbeat(bob, &[his[0].held.clone()], LONG).await.unwrap(), [Word::Lost]);
    let second = again.iter().find(|it| it.held.job == "spring/a-b#2").unwrap();
    jobs.fail(ann, &second.held, FailureKind::Failed, "the bot does not start: no such file").await.unwrap();
    let failures = jobs.failures(10).await.unwrap();
    assert_eq!((failures[0].held.job.as_str(), failures[0].is_parked), ("spring/a-b#2", true));
    assert!(failures[0].bundle.contains("no such file") && failures[0].machine == "one", "{failures:?}");
    assert!(failures.iter().any(|row| row.kind == FailureKind::Expired && row.worker == "bob"));
    assert_eq!(jobs.depth(Some(made.batch)).await.unwrap().parked, 1);
    // A late result of the first attempt counts although the job is parked: a finished game is a finished game.
    assert_eq!(jobs.submit(bob, &his[0].held, &pair(2)).await.unwrap(), Counted::Counted);
    assert_eq!(jobs.depth(Some(made.batch)).await.unwrap().parked, 0);

    // A batch that is stopped says so to those who play it.
    let third = again.iter().find(|it| it.held.job == "spring/a-b#3").unwrap().held.clone();
    assert_eq!(jobs.heartbeat(ann, std::slice::from_ref(&third), LONG).await.unwrap(), [Word::Go]);
    assert!(jobs.set_batch("spring/a-b", BatchStanding::Paused, "lunch").await.unwrap());
    assert!(!jobs.set_batch("summer", BatchStanding::Paused, "").await.unwrap());
    assert_eq!(jobs.heartbeat(ann, std::slice::from_ref(&third), LONG).await.unwrap(), [Word::Held]);
    assert_eq!(jobs.batch(made.batch).await.unwrap().unwrap().why, "lunch");
    jobs.set_batch("spring/a-b", BatchStanding::Open, "").await.unwrap();

    // A machine in quarantine gets nothing, and loses what it has.
    jobs.set_machine("one", MachineStanding::Quarantined, "nonsense").await.unwrap();
    assert_eq!(jobs.claim(claim(ann, 9, LONG)).await.unwrap(), []);
    assert_eq!(jobs.machine("sum-one").await.unwrap().unwrap().standing, MachineStanding::Quarantined);
    let rest = jobs.claim(claim(bob, 9, LONG)).await.unwrap();
    assert!(rest.iter().any(|it| it.held.job == "spring/a-b#1"), "{rest:?}");
    jobs.give_back(bob, &rest.iter().map(|it| it.held.clone()).collect::<Vec<_>>()).await.unwrap();
    let back = jobs.claim(claim(bob, 9, LONG)).await.unwrap();
    assert_eq!(back.len(), rest.len());
    for Claimed { held, .. } in back.iter().filter(|it| it.batch == made.batch) {
        assert_eq!(jobs.submit(bob, held, &pair(3)).await.unwrap(), Counted::Counted);
    }
    let audit = jobs.audit("spring/a-b").await.unwrap().unwrap();
    assert_eq!((audit.pairs, audit.kept.done, audit.games, audit.duplicates), (5, 5, 10, 1));
    assert_eq!(audit.kept, audit.counted);
    assert_eq!(audit.kept.pentanomial.iter().sum::<u64>(), 5);
    let workers = jobs.workers().await.unwrap();
    let bob = workers.iter().find(|row| row.card.name == "bob").unwrap();
    assert_eq!((bob.machine.as_str(), bob.pairs), ("two", 4));
    assert_eq!(jobs.pace(60_000, 3).await.unwrap().iter().map(|(_, pairs)| pairs).sum::<u64>(), 5);
    data_and_bots(jobs, bob.id).await;
    let banded = NewBatch { speeds: [500, 2000], rank: 7, ..NewBatch::new("clocked", "{}", "{}") };
    jobs.enqueue(&banded, 1).await.unwrap();
    for (speed, found) in [(499, 0), (2001, 0), (2000, 1)] {
        assert_eq!(jobs.claim(Claim { speed, ..claim(bob.id, 1, LONG) }).await.unwrap().len(), found, "{speed}");
    }
    let local = NewBatch::new("local", "{}", "{}");
    let of_match = store.open_match("local", "{}").await.unwrap();
    store.begin(of_match, 0, &game("hive", ["a", "b"], 1, 1)[0]).await.unwrap();
    assert!(jobs.enqueue(&local, 1).await.unwrap_err().to_string().contains("not given out as jobs"));
    assert_eq!(jobs.find_batch("local").await.unwrap(), None, "what was refused left nothing behind");
    store.close().await.unwrap();
}

async fn data_and_bots(jobs: &dyn JobStore, worker: i64) {
    let batch = NewBatch { kind: BatchKind::Data, ..NewBatch::new("data", "{}", "{}") };
    jobs.enqueue(&batch, 2).await.unwrap();
    for Claimed { held, pair, .. } in jobs.claim(claim(worker, 9, LONG)).await.unwrap() {
        let made = Handed::Data { bytes: vec![pair as u8; 3000], standings: [Standing::One, Standing::Draw] };
        jobs.submit(worker, &held, &made).await.unwrap();
    }
    let batch = jobs.find_batch("data").await.unwrap().unwrap();
    assert_eq!((batch.totals.wins, batch.totals.draws), (2, 2));
    assert_eq!(jobs.data(batch.id, 1, 10).await.unwrap(), [(1, vec![1; 3000])]);

    let archive: Vec<u8> = (0..2_500_000_u32).map(|number| number as u8).collect();
    let bot = NewBot {
        name: "mine".into(),
        version: "1.2".into(),
        command: "line:python3 bot.py".into(),
        sum: "ab".repeat(32),
        bytes: archive.len() as u64,
    };
    let id = jobs.begin_bot(&bot).await.unwrap();
    jobs.add_bot_piece(id, 0, &archive[..1 << 20]).await.unwrap();
    assert!(jobs.finish_bot(id).await.is_err(), "pieces are missing");
    assert_eq!(jobs.find_bot("mine", "1.2").await.unwrap(), None);
    for (piece, place) in archive.chunks(1 << 20).zip(0..) {
        jobs.add_bot_piece(id, place, piece).await.unwrap();
    }
    jobs.finish_bot(id).await.unwrap();
    assert_eq!(jobs.find_bot("mine", "1.2").await.unwrap().unwrap().command, "line:python3 bot.py");
    let mut whole = Vec::new();
    for place in 0.. {
        let Some(piece) = jobs.bot_piece(id, place).await.unwrap() else { break };
        whole.extend(piece);
    }
    assert_eq!(whole, archive);
    let changed = NewBot { sum: "cd".repeat(32), ..bot.clone() };
    assert!(jobs.begin_bot(&changed).await.unwrap_err().to_string().contains("a version never changes"));
    let outside = NewBot { name: "../../etc".into(), ..bot };
    assert!(jobs.begin_bot(&outside).await.is_err());
}

#[test]
fn many_who_claim_at_once_get_different_jobs_each_for_its_speed() {
    on_both("jobs-crowd", |runtime, store| {
        runtime.block_on(async {
            let jobs = store.jobs();
            let slow = NewBatch { speeds: [0, 10], rank: 1, ..NewBatch::new("slow", "{}", "{}") };
            let quick = NewBatch { speeds: [11, 100], ..NewBatch::new("quick", "{}", "{}") };
            jobs.enqueue(&slow, 40).await.unwrap();
            jobs.enqueue(&quick, 40).await.unwrap();
            let machine = jobs.admit("one", "sum").await.unwrap();
            let mut tasks = tokio::task::JoinSet::new();
            for number in 0..20_u64 {
                let worker = jobs.greet(machine, &card(&number.to_string())).await.unwrap();
                let store = store.clone();
                tasks.spawn(async move {
                    let mut got = Vec::new();
                    for _ in 0..4 {
                        let claim = Claim { speed: 2 + 10 * (number % 2), ..claim(worker, 1, LONG) };
                        let claimed = store.jobs().claim(claim).await.unwrap();
                        assert_eq!(claimed.len(), 1);
                        got.push((number % 2 == 1, claimed[0].held.job.clone()));
                    }
                    got
                });
            }
            let mut all = BTreeSet::new();
            for (is_quick, job) in tasks.join_all().await.into_iter().flatten() {
                assert_eq!(job.starts_with("quick#"), is_quick, "{job}");
                assert!(all.insert(job), "a job was given out twice");
            }
            assert_eq!(all.len(), 80);
        });
        runtime.block_on(store.close()).unwrap();
    });
}

#[test]
fn what_one_program_writes_is_heard_by_another_where_the_database_tells() {
    let Some(cluster) = Cluster::start() else { return };
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        let [one, two] = [open(&cluster.url()).await.unwrap(), open(&cluster.url()).await.unwrap()];
        assert!(two.changes().hears_others());
        let soon = Duration::from_secs(5);
        let mut changes = two.changes();
        // The listener may still be on its way: what comes before it does is not heard of.
        let begun = std::time::Instant::now();
        for number in 0.. {
            assert!(begun.elapsed() < soon, "nothing is heard");
            one.jobs().enqueue(&NewBatch::new(format!("heard {number}"), "{}", "{}"), 1).await.unwrap();
            if tokio::time::timeout(Duration::from_millis(200), changes.in_jobs()).await.is_ok() {
                break;
            }
        }
        let of_match = one.open_match("game", "{}").await.unwrap();
        let mut changes = two.changes();
        one.begin(of_match, 0, &game("hive", ["a", "b"], 1, 1)[0]).await.unwrap();
        tokio::time::timeout(soon, changes.in_games()).await.unwrap();
        one.close().await.unwrap();
        two.close().await.unwrap();
    });
}

/// Something that happens to the jobs of a batch.
#[derive(Clone, Debug)]
enum Deed {
    Claim {
        worker: usize,
        most: u32,
        is_short: bool,
    },
    Beat {
        held: usize,
        is_short: bool,
    },
    Submit {
        held: usize,
        seed: u64,
    },
    /// With an attempt that was not given to this worker.
    Forge {
        held: usize,
    },
    Fail {
        held: usize,
    },
    GiveBack {
        held: usize,
    },
    Pause,
    Open,
    Retry,
    Quarantine {
        worker: usize,
    },
    Release {
        worker: usize,
    },
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let held = 0..40_usize;
    let worker = 0..3_usize;
    let deed = prop_oneof![
        6 => (worker.clone(), 1..4_u32, any::<bool>()).prop_map(|(worker, most, is_short)| Deed::Claim { worker, most, is_short }),
        3 => (held.clone(), any::<bool>()).prop_map(|(held, is_short)| Deed::Beat { held, is_short }),
        6 => (held.clone(), 0..20_u64).prop_map(|(held, seed)| Deed::Submit { held, seed }),
        1 => held.clone().prop_map(|held| Deed::Forge { held }),
        2 => held.clone().prop_map(|held| Deed::Fail { held }),
        1 => held.prop_map(|held| Deed::GiveBack { held }),
        1 => Just(Deed::Pause),
        2 => Just(Deed::Open),
        1 => Just(Deed::Retry),
        1 => worker.clone().prop_map(|worker| Deed::Quarantine { worker }),
        2 => worker.prop_map(|worker| Deed::Release { worker }),
    ];
    proptest::collection::vec(deed, 1..50)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Waiting,
    /// After a failure: it may be given out, a little later.
    Delayed,
    Leased {
        is_short: bool,
    },
    Done,
    Parked,
    Held,
}

/// A job as it should be.
#[derive(Clone, Debug)]
struct Model {
    is: Is,
    attempt: u32,
    failures: u32,
    worker: usize,
    claims: BTreeSet<(u32, usize)>,
}

const PAIRS: u64 = 6;
const MOST_FAILURES: u32 = 3;

/// One run of deeds against the store and the model.
struct Run<'a> {
    jobs: &'a dyn JobStore,
    batch: NewBatch,
    workers: Vec<(String, i64)>,
    is_good: Vec<bool>,
    is_open: bool,
    model: Vec<Model>,
    /// Everything that was ever given out.
    held: Vec<(usize, usize, Held)>,
    totals: BatchTotals,
    duplicates: u64,
}

impl Run<'_> {
    fn fails(&mut self, job: usize, afterwards: Is) {
        let job = &mut self.model[job];
        job.failures += 1;
        job.is = if job.failures >= MOST_FAILURES { Is::Parked } else { afterwards };
    }

    async fn claim(&mut self, worker: usize, most: u32, is_short: bool) {
        for job in 0..self.model.len() {
            if self.model[job].is == (Is::Leased { is_short: true }) {
                self.fails(job, Is::Waiting);
            }
        }
        let lease = if is_short { SHORT } else { LONG };
        let claimed = self.jobs.claim(claim(self.workers[worker].1, most, lease)).await.unwrap();
        let free = self.model.iter().filter(|job| job.is == Is::Waiting).count();
        assert!(claimed.len() <= most as usize);
        match self.is_good[worker] {
            true => assert!(claimed.len() >= free.min(most as usize), "{claimed:?} of {:?}", self.model),
            false => assert!(claimed.is_empty()),
        }
        for Claimed { held, pair, .. } in claimed {
            let job = &mut self.model[pair as usize];
            assert!(matches!(job.is, Is::Waiting | Is::Delayed), "{job:?}");
            assert_eq!(held.attempt, job.attempt + 1);
            *job = Model { is: Is::Leased { is_short }, attempt: held.attempt, worker, ..job.clone() };
            assert!(job.claims.insert((held.attempt, worker)));
            self.held.push((worker, pair as usize, held));
        }
    }

    async fn submit(&mut self, worker: usize, job: usize, held: &Held, seed: u64) {
        let handed = pair(seed);
        let counted = self.jobs.submit(self.workers[worker].1, held, &handed).await.unwrap();
        if self.model[job].is == Is::Done {
            assert_eq!(counted, Counted::Duplicate);
            self.duplicates += 1;
            return;
        }
        assert_eq!(counted, Counted::Counted);
        self.model[job].is = Is::Done;
        self.totals.done += 1;
        self.totals.pentanomial[points(&handed) as usize] += 1;
    }

    async fn apply(&mut self, deed: &Deed) {
        let picked = |index: &usize| (!self.held.is_empty()).then(|| self.held[index % self.held.len()].clone());
        match deed {
            Deed::Claim { worker, most, is_short } => self.claim(*worker, *most, *is_short).await,
            Deed::Beat { held, is_short } => {
                let Some((worker, job, held)) = picked(held) else { return };
                let lease = if *is_short { SHORT } else { LONG };
                let word =
                    self.jobs.heartbeat(self.workers[worker].1, std::slice::from_ref(&held), lease).await.unwrap()[0];
                let job = &mut self.model[job];
                let is_last = job.attempt == held.attempt && job.worker == worker;
                let wanted = match job.is {
                    Is::Waiting | Is::Delayed | Is::Leased { .. } if is_last => Word::Go,
                    Is::Done => Word::Done,
                    Is::Held => Word::Held,
                    _ => Word::Lost,
                };
                assert_eq!(word, wanted, "{job:?} {held:?}");
                if word == Word::Go {
                    job.is = Is::Leased { is_short: *is_short };
                }
            }
            Deed::Submit { held, seed } => {
                let Some((worker, job, held)) = picked(held) else { return };
                self.submit(worker, job, &held, *seed).await;
            }
            Deed::Forge { held } => {
                let Some((worker, job, held)) = picked(held) else { return };
                let forged = Held { attempt: held.attempt + 1, ..held };
                if !self.model[job].claims.contains(&(forged.attempt, worker)) {
                    assert!(self.jobs.submit(self.workers[worker].1, &forged, &pair(1)).await.is_err());
                }
            }
            Deed::Fail { held } => {
                let Some((worker, job, held)) = picked(held) else { return };
                self.jobs.fail(self.workers[worker].1, &held, FailureKind::Failed, "why").await.unwrap();
                let now = &self.model[job];
                let is_ours = now.attempt == held.attempt && now.worker == worker;
                if is_ours && matches!(now.is, Is::Leased { .. }) {
                    self.fails(job, Is::Delayed);
                }
            }
            Deed::GiveBack { held } => {
                let Some((worker, job, held)) = picked(held) else { return };
                self.jobs.give_back(self.workers[worker].1, std::slice::from_ref(&held)).await.unwrap();
                let job = &mut self.model[job];
                if job.attempt == held.attempt && job.worker == worker && matches!(job.is, Is::Leased { .. }) {
                    job.is = Is::Waiting;
                }
            }
            Deed::Pause => {
                assert!(self.jobs.set_batch(&self.batch.name, BatchStanding::Paused, "").await.unwrap());
                self.is_open = false;
                for job in &mut self.model {
                    if matches!(job.is, Is::Waiting | Is::Delayed | Is::Leased { .. }) {
                        job.is = Is::Held;
                    }
                }
            }
            Deed::Open => self.open().await,
            Deed::Retry => self.retry().await,
            Deed::Quarantine { worker } => {
                let name = &self.workers[*worker].0;
                self.jobs.set_machine(name, MachineStanding::Quarantined, "").await.unwrap();
                self.is_good[*worker] = false;
                for job in &mut self.model {
                    if job.worker == *worker && matches!(job.is, Is::Leased { .. }) {
                        job.is = Is::Waiting;
                    }
                }
            }
            Deed::Release { worker } => self.release(*worker).await,
        }
    }

    async fn open(&mut self) {
        assert!(self.jobs.set_batch(&self.batch.name, BatchStanding::Open, "").await.unwrap());
        self.is_open = true;
        for job in self.model.iter_mut().filter(|job| job.is == Is::Held) {
            job.is = Is::Waiting;
        }
    }

    async fn retry(&mut self) {
        let again = self.jobs.retry(&self.batch.name).await.unwrap();
        let mut parked = 0;
        for job in self.model.iter_mut().filter(|job| job.is == Is::Parked) {
            (job.is, job.failures) = (if self.is_open { Is::Waiting } else { Is::Held }, 0);
            parked += 1;
        }
        assert_eq!(again, parked);
    }

    async fn release(&mut self, worker: usize) {
        self.jobs.set_machine(&self.workers[worker].0, MachineStanding::Good, "").await.unwrap();
        self.is_good[worker] = true;
    }

    /// The totals are the sum of the results, and those are what the model has seen.
    async fn check(&self) {
        let audit = self.jobs.audit(&self.batch.name).await.unwrap().unwrap();
        assert_eq!(audit.kept, audit.counted);
        assert_eq!((audit.kept.done, audit.kept.pentanomial), (self.totals.done, self.totals.pentanomial));
        assert_eq!((audit.pairs, audit.games, audit.duplicates), (PAIRS, 2 * self.totals.done, self.duplicates));
        let attempts: u64 = self.model.iter().map(|job| u64::from(job.attempt)).sum();
        assert_eq!(audit.attempts, attempts);
    }

    /// Whatever happened, everything can be played to its end.
    async fn finish(&mut self) {
        self.open().await;
        self.retry().await;
        for worker in 0..self.workers.len() {
            self.release(worker).await;
        }
        // What others hold is handed in late, or by whoever gets it when it is given back.
        let mut dice = Dice::new(self.held.len() as u64);
        for (worker, job, held) in self.held.clone() {
            let is_leased = matches!(self.model[job].is, Is::Leased { .. } | Is::Delayed);
            let is_last = self.model[job].attempt == held.attempt;
            if is_leased && is_last {
                self.submit(worker, job, &held, dice.roll(20) as u64).await;
            }
        }
        while self.model.iter().any(|job| job.is != Is::Done) {
            let before = self.held.len();
            self.claim(0, 4, false).await;
            assert!(self.held.len() > before, "{:?}", self.model);
            let new = self.held[before..].to_vec();
            for (worker, job, held) in new {
                self.submit(worker, job, &held, dice.roll(20) as u64).await;
            }
        }
        self.check().await;
        assert_eq!(self.totals.done, PAIRS);
    }
}

#[test]
fn whatever_happens_a_pair_counts_once_and_totals_are_the_sum_of_results() {
    on_both("jobs-model", |runtime, store| {
        let cases = if std::env::var("SCHWARM_LONG").as_deref() == Ok("1") { 400 } else { 40 };
        let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
        let number = std::cell::Cell::new(0);
        let run = |deeds: Vec<Deed>| {
            number.set(number.get() + 1);
            runtime.block_on(play(store.jobs(), &deeds, number.get()));
            Ok(())
        };
        runner.run(&deeds(), run).unwrap();
        runtime.block_on(store.close()).unwrap();
    });
}

async fn play(jobs: &dyn JobStore, deeds: &[Deed], number: u32) {
    let batch = NewBatch { most_failures: MOST_FAILURES, ..NewBatch::new(format!("run {number}"), "{}", "{}") };
    jobs.enqueue(&batch, PAIRS).await.unwrap();
    let mut workers = Vec::new();
    for index in 0..3 {
        let name = format!("machine {number}.{index}");
        let machine = jobs.admit(&name, &format!("sum {number}.{index}")).await.unwrap();
        workers.push((name, jobs.greet(machine, &card("only")).await.unwrap()));
    }
    let fresh = Model { is: Is::Waiting, attempt: 0, failures: 0, worker: usize::MAX, claims: BTreeSet::new() };
    let mut run = Run {
        jobs,
        batch,
        workers,
        is_good: vec![true; 3],
        is_open: true,
        model: vec![fresh; PAIRS as usize],
        held: Vec::new(),
        totals: BatchTotals::default(),
        duplicates: 0,
    };
    for deed in deeds {
        run.apply(deed).await;
    }
    run.check().await;
    run.finish().await;
}
