//! `schwarm worker`: plays the jobs of a server on another machine.
//!
//! What must hold: a finished pair is on the disk before it is handed in, and stays there until the server has said that it has it;
//! no outage of the server, however long, loses one. A worker that is asked to end returns what it has not finished.
//! Not here: rules, referee, sandbox (`schwarm_arena`), what counts (the server).

mod client;
mod job;
mod kit;
mod spool;
mod table;

use std::collections::HashMap;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use schwarm_arena::matchup::StopSignal;
use schwarm_arena::sandbox::Level;
use schwarm_store::{Counted, Held, Word, WorkerCard};
use schwarm_web::fleet::wire::{Batch, Beat, Given, Hand, Hello, Taken, Want, Welcome, Words};
use serde::Serialize;
use serde_json::json;
use tokio::sync::{Notify, watch};

use self::client::{No, Patience, Server};
use self::kit::Kits;
use self::spool::Spool;
use crate::commands::bench;
use crate::failure::Failure;
use crate::storage;

/// How long a worker that ends tries to hand in and to return.
const FAREWELL: Duration = Duration::from_secs(5);

/// The arguments of `schwarm worker`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The operator of the server makes a token for each machine: `schwarm fleet token NAME`. The program must
be the one of the server: bots of this program are compared by a short search before the first game.
Finished games lie in the folder until the server has them; a worker survives an outage of any length.
Ctrl-C, or the system asking it to end, returns what is not finished.

Examples:
  schwarm worker http://arena.lan:8080 --token 5f70bf18a0861c2b9c2c6e0d0f0a1b2c
  SCHWARM_TOKEN=… schwarm worker http://10.0.0.1:8080 --slots 8 --sandbox jailed")]
pub struct Args {
    /// The server
    #[arg(value_name = "URL")]
    url: String,
    /// What the operator gave this machine; else $SCHWARM_TOKEN
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// What this worker is called; two on one machine need two names [default: the name of the machine]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Pairs played at once [default: half the processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    slots: Option<u32>,
    /// How far programs of bots are trusted at most, whatever a job says
    #[arg(long, value_enum, default_value_t)]
    sandbox: Least,
    /// Where finished games wait and bots are unpacked [default: worker in the data folder]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// End after so many seconds without a job
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
    /// Print what happens as JSON lines
    #[arg(long)]
    json: bool,
}

/// How far programs are trusted, as a word of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Least {
    /// As the job says
    Trusted,
    /// With limits that keep an accident from harming others
    #[default]
    Guarded,
    /// Shut in: no network, no home, nothing but itself and the referee
    Jailed,
}

impl Least {
    fn level(self) -> Level {
        match self {
            Least::Trusted => Level::Trusted,
            Least::Guarded => Level::Guarded,
            Least::Jailed => Level::Jailed,
        }
    }
}

/// Plays until it is asked to end.
///
/// # Errors
/// When the server refuses this worker, or its folder cannot be used.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let token = args.token.clone().or_else(|| std::env::var("SCHWARM_TOKEN").ok()).filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| {
        Failure::usage("a worker needs a token")
            .advise("The operator makes one: `schwarm fleet token NAME`. Give it by --token or $SCHWARM_TOKEN.")
    })?;
    let name = args.name.clone().unwrap_or_else(machine_name);
    let root = match &args.folder {
        Some(folder) => folder.clone(),
        None => storage::data_folder()?.join("worker"),
    };
    let spool = Spool::open(root.join("spool").join(storage::folder_name(&name)))
        .map_err(|error| Failure::usage(format!("cannot keep games in {}: {error}", root.display())))?;
    // An address that is none is told before anything is measured.
    Server::new(&args.url, &token, String::new())?;
    let calibration = bench::calibrate()?;
    let server = Server::new(&args.url, &token, calibration.signature.clone())?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let slots = args.slots.unwrap_or_else(|| u32::try_from(processors / 2).unwrap_or(1).max(1));
    let card = WorkerCard { name, version: calibration.signature, slots, speed: calibration.speed, load: 0 };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let worker = Arc::new(Worker {
        server,
        card,
        spool,
        kits: Kits::new(root.join("bots")),
        failures: root.join("failures"),
        least: args.sandbox.level(),
        idle: args.idle.map(Duration::from_secs),
        json: args.json,
        hands: Mutex::default(),
        batches: Mutex::default(),
        finished: Notify::new(),
        free: Notify::new(),
        end: watch::channel(None).0,
    });
    let ended = runtime.block_on(worker.work());
    // Whatever still runs on threads of bots is not waited for.
    runtime.shutdown_background();
    ended.map_err(Into::into)
}

/// Whether and how a worker ends: not yet, well, or with a message and advice.
type End = Option<Result<(), (String, Option<String>)>>;

/// Why a question that was asked again and again has no answer.
enum Unanswered {
    /// It is time to end.
    Ended,
    /// The server will not answer otherwise; other questions it may.
    Refused { kind: String, message: String },
}

struct Worker {
    server: Server,
    card: WorkerCard,
    spool: Spool,
    kits: Kits,
    failures: PathBuf,
    least: Level,
    idle: Option<Duration>,
    json: bool,
    /// What is played here, and what waits to be handed in.
    hands: Mutex<HashMap<Held, Hold>>,
    batches: Mutex<HashMap<i64, Arc<Batch>>>,
    /// Something waits to be handed in.
    finished: Notify,
    /// There is room for another job.
    free: Notify,
    end: watch::Sender<End>,
}

/// A job in this worker's hands.
struct Hold {
    stop: StopSignal,
    is_played: bool,
}

impl Worker {
    async fn work(self: Arc<Self>) -> Result<(), Failure> {
        for hand in self.spool.waiting() {
            // Left by an earlier run: the lease may be over, but a finished game is a finished game.
            let hold = Hold { stop: StopSignal::default(), is_played: true };
            self.change(|hands| hands.insert(hand.held.clone(), hold));
        }
        let asked = {
            let worker = self.clone();
            tokio::spawn(async move { worker.listen().await })
        };
        let greeted = self.insist(|worker| async move {
            let hello = Hello { card: worker.card() };
            worker.server.post::<Welcome>("/worker/hello", &hello, Duration::ZERO).await
        });
        let welcome = match greeted.await {
            Ok(welcome) => welcome,
            Err(unanswered) => {
                if let Unanswered::Refused { kind, message } = unanswered {
                    self.finish(Err(No::Refused { kind, message }.failure()));
                }
                return self.farewell().await;
            }
        };
        self.say(
            &format!(
                "worker {} plays for {}: {} at once, {} positions a second",
                self.card.name, welcome.version, self.card.slots, self.card.speed
            ),
            &json!({ "event": "ready", "worker": self.card.name, "slots": self.card.slots, "speed": self.card.speed, "engine": self.card.version }),
        );
        let lease = Duration::from_millis(welcome.lease_ms.max(30));
        let wait = Duration::from_millis(welcome.wait_ms);
        let tasks = [
            {
                let worker = self.clone();
                tokio::spawn(async move { worker.beat(lease / 3).await })
            },
            {
                let worker = self.clone();
                tokio::spawn(async move { worker.hand_in().await })
            },
            {
                let worker = self.clone();
                tokio::spawn(async move { worker.fetch(wait).await })
            },
        ];
        self.ended().await;
        tasks.iter().for_each(tokio::task::JoinHandle::abort);
        asked.abort();
        self.farewell().await
    }

    /// Waits for somebody to ask this program to end.
    async fn listen(&self) {
        #[cfg(unix)]
        let terminated = async {
            match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
                Ok(mut signal) => drop(signal.recv().await),
                Err(_) => std::future::pending().await,
            }
        };
        #[cfg(not(unix))]
        let terminated = std::future::pending::<()>();
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => if pressed.is_err() { std::future::pending::<()>().await },
            () = terminated => {}
        }
        self.finish(Ok(()));
    }

    fn finish(&self, how: Result<(), Failure>) {
        let how = how.map_err(|failure| (failure.message, failure.advice));
        self.end.send_if_modified(|end| {
            let is_first = end.is_none();
            if is_first {
                *end = Some(how);
            }
            is_first
        });
    }

    async fn ended(&self) {
        let mut end = self.end.subscribe();
        // The sender lives as long as this.
        let _ = end.wait_for(Option::is_some).await;
    }

    /// Asks until there is an answer or a refusal, or it is time to end; a refusal of the whole worker ends it.
    async fn insist<T, F: Future<Output = Result<T, No>>>(
        self: &Arc<Self>,
        ask: impl Fn(Arc<Worker>) -> F,
    ) -> Result<T, Unanswered> {
        let mut patience = Patience::new(self.seed());
        let mut is_told = false;
        loop {
            let answer = tokio::select! {
                answer = ask(self.clone()) => answer,
                () = self.ended() => return Err(Unanswered::Ended),
            };
            match answer {
                Ok(answer) => return Ok(answer),
                Err(no) if no.concerns_all() => {
                    self.finish(Err(no.failure()));
                    return Err(Unanswered::Ended);
                }
                Err(No::Refused { kind, message }) => return Err(Unanswered::Refused { kind, message }),
                Err(No::Away(why)) => {
                    if !std::mem::replace(&mut is_told, true) {
                        self.say(
                            &format!("the server does not answer, I wait: {why}"),
                            &json!({ "event": "away", "why": why }),
                        );
                    }
                }
            }
            tokio::select! {
                () = tokio::time::sleep(patience.next()) => {}
                () = self.ended() => return Err(Unanswered::Ended),
            }
        }
    }

    /// Gets jobs while there is room for them.
    async fn fetch(self: Arc<Self>, wait: Duration) {
        let mut busy = Instant::now();
        let mut patience = Patience::new(self.seed());
        loop {
            let room = self.card.slots.saturating_sub(self.playing());
            if room == 0 {
                self.free.notified().await;
                busy = Instant::now();
                continue;
            }
            let given = self.insist(|worker| async move {
                let want = Want { card: worker.card(), most: room };
                let claim = worker.server.post::<Given>("/worker/claim", &want, wait);
                match worker.idle {
                    // Nobody waits longer than that for nothing.
                    Some(idle) => match tokio::time::timeout(idle.max(Duration::from_millis(100)), claim).await {
                        Ok(given) => given,
                        Err(_) => Ok(Given::default()),
                    },
                    None => claim.await,
                }
            });
            let given = match given.await {
                Ok(given) => given,
                Err(Unanswered::Ended) => return,
                Err(Unanswered::Refused { kind, message }) => {
                    self.say(
                        &format!("the server gives no jobs, I ask again: {message}"),
                        &json!({ "event": "refused", "kind": kind, "why": message }),
                    );
                    tokio::time::sleep(patience.next()).await;
                    continue;
                }
            };
            patience = Patience::new(self.seed());
            if !given.jobs.is_empty() || self.playing() > 0 {
                busy = Instant::now();
            }
            for claimed in given.jobs {
                let stop = StopSignal::default();
                let hold = Hold { stop: stop.clone(), is_played: false };
                self.change(|hands| hands.insert(claimed.held.clone(), hold));
                let worker = self.clone();
                tokio::spawn(async move { worker.play(claimed, stop).await });
            }
            if self.idle.is_some_and(|idle| busy.elapsed() >= idle && self.change(|hands| hands.is_empty())) {
                return self.finish(Ok(()));
            }
        }
    }

    /// Says now and then that this worker lives, and hears what to stop.
    async fn beat(self: Arc<Self>, pause: Duration) {
        loop {
            tokio::time::sleep(pause).await;
            let held: Vec<Held> = self.change(|hands| hands.keys().cloned().collect());
            let beat = Beat { card: self.card(), held: held.clone() };
            match self.server.post::<Words>("/worker/beat", &beat, Duration::ZERO).await {
                Ok(Words { words }) => {
                    for (held, word) in held.iter().zip(words) {
                        if word != Word::Go {
                            self.let_go(held);
                        }
                    }
                }
                Err(no) if no.concerns_all() => return self.finish(Err(no.failure())),
                // What is played is finished all the same; a late result is a result.
                Err(_) => {}
            }
        }
    }

    /// Stops a game nobody wants. What is played to its end is handed in in any case.
    fn let_go(&self, held: &Held) {
        self.change(|hands| {
            if let Some(hold) = hands.get(held).filter(|hold| !hold.is_played) {
                hold.stop.now();
            }
        });
    }

    /// Hands in what was played.
    async fn hand_in(self: Arc<Self>) {
        loop {
            for hand in self.spool.waiting() {
                if !self.hand(&hand).await {
                    return;
                }
            }
            self.finished.notified().await;
        }
    }

    /// Hands in one pair; `false` when it is time to end.
    async fn hand(self: &Arc<Self>, hand: &Hand) -> bool {
        let taken = self
            .insist(|worker| async move { worker.server.post::<Taken>("/worker/submit", hand, Duration::ZERO).await });
        let held = &hand.held;
        match taken.await {
            Err(Unanswered::Ended) => return false,
            Ok(Taken { result }) => {
                let word = if result == Counted::Counted { "counted" } else { "there already" };
                self.say(
                    &format!("{}: {word}", held.job),
                    &json!({ "event": "handed-in", "job": held.job, "attempt": held.attempt, "result": result }),
                );
                self.spool.remove(held);
            }
            Err(Unanswered::Refused { kind, message }) => {
                self.say(
                    &format!("{} was refused: {message}", held.job),
                    &json!({ "event": "refused", "job": held.job, "kind": kind, "why": message }),
                );
                self.spool.put_aside(held);
            }
        }
        self.change(|hands| hands.remove(held));
        true
    }

    /// Stops all games, hands in what is finished, returns the rest.
    async fn farewell(self: &Arc<Self>) -> Result<(), Failure> {
        self.change(|hands| hands.values().for_each(|hold| hold.stop.now()));
        let last = async {
            for hand in self.spool.waiting() {
                if self.server.post::<Taken>("/worker/submit", &hand, Duration::ZERO).await.is_ok() {
                    self.spool.remove(&hand.held);
                    self.change(|hands| hands.remove(&hand.held));
                }
            }
            let held: Vec<Held> = self.change(|hands| {
                hands.iter().filter(|(_, hold)| !hold.is_played).map(|(held, _)| held.clone()).collect()
            });
            let returned = held.len();
            let back = Beat { card: WorkerCard { load: 0, ..self.card() }, held };
            match self.server.post::<()>("/worker/back", &back, Duration::ZERO).await {
                Ok(()) => {
                    self.say(&format!("{returned} jobs returned"), &json!({ "event": "ended", "returned": returned }))
                }
                Err(_) if returned == 0 => self.say("ended", &json!({ "event": "ended", "returned": 0 })),
                // The leases run out by themselves.
                Err(_) => self.say(
                    "the server does not answer; jobs come back to it by themselves",
                    &json!({ "event": "ended" }),
                ),
            }
        };
        let _ = tokio::time::timeout(FAREWELL, last).await;
        match self.end.borrow().clone() {
            Some(Err((message, advice))) => Err(Failure { message, advice, code: crate::failure::NO }),
            _ => Ok(()),
        }
    }

    fn card(&self) -> WorkerCard {
        WorkerCard { load: self.playing(), ..self.card.clone() }
    }

    fn playing(&self) -> u32 {
        let playing = self.change(|hands| hands.values().filter(|hold| !hold.is_played).count());
        u32::try_from(playing).unwrap_or(u32::MAX)
    }

    fn change<T>(&self, change: impl FnOnce(&mut HashMap<Held, Hold>) -> T) -> T {
        change(&mut self.hands.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A number that differs between workers and moments.
    fn seed(&self) -> u64 {
        let moment = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        u64::from(std::process::id()) << 32 ^ moment.subsec_nanos() as u64
    }

    fn say(&self, words: &str, event: &impl Serialize) {
        let line = if self.json { serde_json::to_string(event).unwrap_or_default() } else { words.to_string() };
        let mut out = stdout().lock();
        // Whoever listened may have gone away.
        let _ = writeln!(out, "{line}");
        let _ = out.flush();
    }
}

/// The name of this machine.
fn machine_name() -> String {
    let named = std::fs::read_to_string("/etc/hostname").ok().map(|name| name.trim().to_string());
    let named = named.filter(|name| !name.is_empty()).or_else(|| std::env::var("HOSTNAME").ok());
    named.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_else(|| "worker".to_string())
}
