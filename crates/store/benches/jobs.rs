//! Jobs a second on a private PostgreSQL (unix socket, `fsync` as the server has it) and on SQLite.
//!
//! `cargo bench -p schwarm-store --bench jobs [-- rate|curve|fleet]`
//!
//! - `rate`: workers that claim one job and hand in both games at once, without playing: the most the queue can do.
//! - `curve`: workers that take 100 ms for a pair: throughput should grow with their number until the database is the limit.
//! - `fleet`: a thousand workers and a day of a million games, an hour of it in a minute: pairs of 173 s, signs of life every 20 s,
//!   sixty times as fast. Says how long a claim, a sign of life and a result take, and what is left of the machine.
//!
//! Everything is counted again at the end.

#![allow(clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

#[path = "../tests/cluster/mod.rs"]
mod cluster;
#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cluster::Cluster;
use common::{Dice, Folder, game};
use schwarm_store::{Claim, Handed, Held, NewBatch, Store, WorkerCard, open};
use tokio::runtime::Runtime;

const LEASE: Duration = Duration::from_secs(60);

fn main() {
    let wanted = |name: &str| {
        let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
        words.is_empty() || words.iter().any(|word| word == name)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let games = Arc::new(sample());
    let cluster = Cluster::start_durable();
    if wanted("rate") {
        for workers in [1, 4, 16, 64] {
            if let Some(cluster) = &cluster {
                let rate = rate(&runtime, &cluster.url(), workers, &games);
                println!("PostgreSQL, {workers:>3} workers: {rate:.0} claims with submits a second");
            }
        }
        let folder = Folder::new("bench-jobs");
        for workers in [1, 16] {
            let rate = rate(&runtime, &folder.file("jobs.db"), workers, &games);
            println!("SQLite,     {workers:>3} workers: {rate:.0} claims with submits a second");
        }
    }
    let Some(cluster) = cluster else { return };
    if wanted("curve") {
        let mut single = 0.0;
        for workers in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] {
            let rate = curve(&runtime, &cluster.url(), workers, &games);
            single = if workers == 1 { rate } else { single };
            let share = 100.0 * rate / (single * workers as f64);
            println!(
                "{workers:>4} workers of 100 ms a pair: {:>7.1} games a second, {share:.0} % of linear",
                2.0 * rate
            );
        }
    }
    if wanted("fleet") {
        fleet(&runtime, &cluster.url(), &games);
    }
}

/// A real pair of about 60 plies each.
fn sample() -> Handed {
    Handed::Games(Box::new([["a", "b"], ["b", "a"]].map(|players| game("piranhas-2019", players, 7, 60))))
}

fn card(name: &str) -> WorkerCard {
    WorkerCard { name: name.into(), version: "bench".into(), slots: 1, speed: 1_000_000, load: 1 }
}

/// A batch of its own and workers of its own.
async fn prepare(store: &dyn Store, name: &str, pairs: u64, workers: usize) -> Vec<i64> {
    let jobs = store.jobs();
    let count = store.matches(1000, 0).await.unwrap().len();
    let name = format!("{name} {workers} {count}");
    jobs.enqueue(&NewBatch::new(&name, "{}", "{}"), pairs).await.unwrap();
    let machine = jobs.admit(&name, &name).await.unwrap();
    let mut ids = Vec::new();
    for worker in 0..workers {
        ids.push(jobs.greet(machine, &card(&worker.to_string())).await.unwrap());
    }
    ids
}

async fn audit(store: &dyn Store) {
    for batch in store.jobs().batches(1000).await.unwrap() {
        let audit = store.jobs().audit(&batch.name).await.unwrap().unwrap();
        assert_eq!(audit.kept, audit.counted);
        assert_eq!(audit.games, 2 * audit.kept.done);
        assert_eq!(audit.duplicates, 0);
    }
}

fn rate(runtime: &Runtime, place: &str, workers: usize, games: &Arc<Handed>) -> f64 {
    runtime.block_on(async {
        let store = open(place).await.unwrap();
        let pairs = if workers == 1 { 1000 } else { 6000 };
        let ids = prepare(&*store, "rate", pairs, workers).await;
        let begun = Instant::now();
        let tasks = ids.into_iter().map(|worker| {
            let (store, games) = (store.clone(), games.clone());
            tokio::spawn(async move {
                loop {
                    let claim = Claim { worker, most: 1, lease: LEASE, speed: 1 };
                    let Some(job) = store.jobs().claim(claim).await.unwrap().pop() else { break };
                    store.jobs().submit(worker, &job.held, &games).await.unwrap();
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        let rate = pairs as f64 / begun.elapsed().as_secs_f64();
        audit(&*store).await;
        store.close().await.unwrap();
        rate
    })
}

fn curve(runtime: &Runtime, place: &str, workers: usize, games: &Arc<Handed>) -> f64 {
    const PLAY: Duration = Duration::from_millis(100);
    const LONG: Duration = Duration::from_secs(4);
    runtime.block_on(async {
        let store = open(place).await.unwrap();
        let ids = prepare(&*store, "curve", 40 * workers as u64 + 100, workers).await;
        let (begun, done) = (Instant::now(), Arc::new(AtomicU64::new(0)));
        let tasks = ids.into_iter().map(|worker| {
            let (store, games, done) = (store.clone(), games.clone(), done.clone());
            tokio::spawn(async move {
                while begun.elapsed() < LONG {
                    let claim = Claim { worker, most: 1, lease: LEASE, speed: 1 };
                    let Some(job) = store.jobs().claim(claim).await.unwrap().pop() else { break };
                    tokio::time::sleep(PLAY).await;
                    store.jobs().submit(worker, &job.held, &games).await.unwrap();
                    done.fetch_add(1, Ordering::Relaxed);
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        let rate = done.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64();
        // What is left over is not to be found by the next one.
        for batch in store.jobs().batches(1).await.unwrap() {
            store.jobs().set_batch(&batch.name, schwarm_store::BatchStanding::Stopped, "over").await.unwrap();
        }
        audit(&*store).await;
        store.close().await.unwrap();
        rate
    })
}

/// How long requests took, in microseconds.
#[derive(Default)]
struct Times(std::sync::Mutex<[Vec<u64>; 3]>);

impl Times {
    fn note(&self, kind: usize, begun: Instant) {
        self.0.lock().unwrap()[kind].push(begun.elapsed().as_micros() as u64);
    }

    fn print(&self, seconds: f64, faster: f64) {
        for (name, times) in ["claim", "sign of life", "result"].iter().zip(self.0.lock().unwrap().iter_mut()) {
            times.sort_unstable();
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] as f64 / 1000.0;
            println!(
                "  {name:<12} {:>7} ({:>6.1} a second, {:>5.1} by the clock of the fleet): median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms",
                times.len(),
                times.len() as f64 / seconds,
                times.len() as f64 / seconds / faster,
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
    }
}

fn fleet(runtime: &Runtime, place: &str, games: &Arc<Handed>) {
    const WORKERS: usize = 1000;
    const FASTER: f64 = 60.0;
    const LONG: Duration = Duration::from_secs(60);
    // 500,000 pairs a day by 1,000 workers; a lease of a minute with three signs of life.
    let play = 86_400.0 * WORKERS as f64 / 500_000.0 / FASTER;
    let beat = Duration::from_secs_f64(20.0 / FASTER);
    runtime.block_on(async {
        let store = open(place).await.unwrap();
        let ids = prepare(&*store, "fleet", 200_000, WORKERS).await;
        let (begun, times, before) = (Instant::now(), Arc::new(Times::default()), cpu_seconds());
        let tasks = ids.into_iter().enumerate().map(|(number, worker)| {
            let (store, games, times) = (store.clone(), games.clone(), times.clone());
            tokio::spawn(async move {
                let mut dice = Dice::new(number as u64);
                tokio::time::sleep(Duration::from_secs_f64(play * dice.roll(1000) as f64 / 1000.0)).await;
                while begun.elapsed() < LONG {
                    let asked = Instant::now();
                    let claim = Claim { worker, most: 1, lease: LEASE, speed: 1 };
                    let Some(job) = store.jobs().claim(claim).await.unwrap().pop() else { break };
                    times.note(0, asked);
                    // Games differ in length: by half, and by half more.
                    let until =
                        Instant::now() + Duration::from_secs_f64(play * (0.5 + dice.roll(1000) as f64 / 1000.0));
                    let held: [Held; 1] = [job.held];
                    while Instant::now() + beat < until {
                        tokio::time::sleep(beat).await;
                        let asked = Instant::now();
                        store.jobs().heartbeat(worker, &held, LEASE).await.unwrap();
                        times.note(1, asked);
                    }
                    tokio::time::sleep(until.saturating_duration_since(Instant::now())).await;
                    let asked = Instant::now();
                    store.jobs().submit(worker, &held[0], &games).await.unwrap();
                    times.note(2, asked);
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("{WORKERS} workers, a million games a day, {FASTER} times as fast for {seconds:.0} s:");
        times.print(seconds, FASTER);
        if let Some((before, after)) = before.zip(cpu_seconds()) {
            let used = after - before;
            println!(
                "  this program used {used:.1} s of processor time: {:.2} % of one core at the fleet's own pace",
                100.0 * used / seconds / FASTER
            );
        }
        audit(&*store).await;
        store.close().await.unwrap();
    });
}

/// CPU time of this process in all its threads, where Linux tells.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(|number| number.parse::<f64>());
    Some((numbers.next()?.ok()? + numbers.next()?.ok()?) / 100.0)
}
