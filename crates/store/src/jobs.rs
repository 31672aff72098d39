//! Games that other machines play: what is to be done, who does it, and what came of it.
//!
//! A [`Batch`](NewBatch) is a match cut into pairs; each pair is a job with an id made of the match's name and the pair's number.
//! A worker claims jobs for a while (the lease), says now and then that it still plays (the heartbeat), and hands in both games.
//!
//! What must hold, whatever is lost, repeated or late: a pair has at most one counted result; the totals of a batch are the sum
//! of its results, moved in the same transaction; a job is never dropped, but waits, is leased, held back, parked or done.
//! Whoever hands in says which attempt at the job it was: attempts that were never given to that worker are refused. A result
//! of an old attempt counts if it is the first, for a finished game is a finished game; any other is noted and not counted.
//!
//! Time is the database's own where it is a server, so that clocks of several programs do not matter.
//! Not here: rules (whoever hands games on has checked them), tokens in clear, HTTP.

pub(crate) mod bots;
pub(crate) mod read;
pub(crate) mod submit;
pub(crate) mod write;

use std::time::Duration;

use schwarm_play::GameEvent;
use serde::{Deserialize, Serialize};

use crate::{Answering, Standing};

pub use bots::{BotRow, NewBot};

/// Failures after which a job is parked, unless its batch says otherwise.
pub const MOST_FAILURES: u32 = 8;

/// What the jobs of a batch are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BatchKind {
    /// Pairs of games of a match.
    Match,
    /// Pairs of games to learn from.
    Data,
}

impl BatchKind {
    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            BatchKind::Match => "match",
            BatchKind::Data => "data",
        }
    }

    fn of(id: &str) -> Option<BatchKind> {
        [BatchKind::Match, BatchKind::Data].into_iter().find(|kind| kind.id() == id)
    }
}

/// Whether jobs of a batch are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BatchStanding {
    /// They are.
    Open,
    /// Not now.
    Paused,
    /// Nobody wants to know any more: a test has its answer, or somebody gave up.
    Stopped,
}

impl BatchStanding {
    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            BatchStanding::Open => "open",
            BatchStanding::Paused => "paused",
            BatchStanding::Stopped => "stopped",
        }
    }

    fn of(id: &str) -> Option<BatchStanding> {
        [BatchStanding::Open, BatchStanding::Paused, BatchStanding::Stopped].into_iter().find(|it| it.id() == id)
    }
}

/// Pairs to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBatch {
    /// Name of the match.
    pub name: String,
    /// Its plan, as [`Journal::open_match`](schwarm_play::Journal::open_match) takes it.
    pub plan: String,
    /// What the jobs are.
    pub kind: BatchKind,
    /// What a worker has to know, as JSON.
    pub spec: String,
    /// Higher ones are played first.
    pub rank: i32,
    /// Speeds of workers that may play, in positions a second: the slowest and the fastest.
    pub speeds: [u64; 2],
    /// Failures after which a job is parked.
    pub most_failures: u32,
}

impl NewBatch {
    /// A batch for any worker.
    pub fn new(name: impl Into<String>, plan: impl Into<String>, spec: impl Into<String>) -> NewBatch {
        NewBatch {
            name: name.into(),
            plan: plan.into(),
            kind: BatchKind::Match,
            spec: spec.into(),
            rank: 0,
            speeds: [0, i64::MAX as u64],
            most_failures: MOST_FAILURES,
        }
    }

    /// The id of one of its jobs.
    pub fn job_id(&self, pair: u64) -> String {
        format!("{}#{pair}", self.name)
    }
}

/// Jobs that were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enqueued {
    /// The batch.
    pub batch: i64,
    /// How many jobs are new.
    pub new: u64,
}

/// What a worker wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who.
    pub worker: i64,
    /// At most so many jobs.
    pub most: u32,
    /// For how long without a sign of life.
    pub lease: Duration,
    /// Positions a second of the worker.
    pub speed: u64,
}

/// A job in somebody's hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Held {
    /// Its id.
    pub job: String,
    /// Which attempt at it, from 1.
    pub attempt: u32,
}

/// A job that was given out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    /// The job and the attempt.
    #[serde(flatten)]
    pub held: Held,
    /// Its batch.
    pub batch: i64,
    /// Its pair, from 0.
    pub pair: u64,
}

/// What a worker hears about a job it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Play on.
    Go,
    /// Stop: somebody else has it by now.
    Lost,
    /// Stop: it has a result.
    Done,
    /// Stop: nobody wants it any more, or not now.
    Held,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Handed {
    /// Both games of the pair, from their start to their end; in the second one the sides are swapped.
    Games(Box<[Vec<GameEvent>; 2]>),
    /// Something else that was made, and how its two games stand, seen from the first side in both.
    Data {
        /// What was made.
        bytes: Vec<u8>,
        /// How the games ended.
        standings: [Standing; 2],
    },
}

/// What became of something handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// It is the result of the pair.
    Counted,
    /// The pair had a result. It was noted, and nothing has changed.
    Duplicate,
}

/// How a job failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The worker fell silent.
    Expired,
    /// The worker could not play it.
    Failed,
    /// What was handed in is no game.
    Refused,
}

impl FailureKind {
    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            FailureKind::Expired => "expired",
            FailureKind::Failed => "failed",
            FailureKind::Refused => "refused",
        }
    }

    fn of(id: &str) -> Option<FailureKind> {
        [FailureKind::Expired, FailureKind::Failed, FailureKind::Refused].into_iter().find(|kind| kind.id() == id)
    }
}

/// What is thought of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MachineStanding {
    /// It gets jobs.
    Good,
    /// It handed in what is no game, and gets none until somebody has looked at it.
    Quarantined,
    /// Its token is no longer good.
    Revoked,
}

impl MachineStanding {
    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            MachineStanding::Good => "good",
            MachineStanding::Quarantined => "quarantined",
            MachineStanding::Revoked => "revoked",
        }
    }

    fn of(id: &str) -> Option<MachineStanding> {
        use MachineStanding::{Good, Quarantined, Revoked};
        [Good, Quarantined, Revoked].into_iter().find(|standing| standing.id() == id)
    }
}

/// A machine that may hand in games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MachineRow {
    /// Its id here.
    pub id: i64,
    /// What the operator calls it.
    pub name: String,
    /// What is thought of it.
    pub standing: MachineStanding,
    /// Why.
    pub why: String,
    /// When it was let in, in milliseconds since 1970.
    pub created: i64,
}

/// What a worker says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerCard {
    /// Its name on its machine.
    pub name: String,
    /// Of its program.
    pub version: String,
    /// Pairs it plays at once.
    pub slots: u32,
    /// Positions a second on one core.
    pub speed: u64,
    /// Pairs it plays now.
    pub load: u32,
}

/// A worker, as the fleet sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkerRow {
    /// Its id here.
    pub id: i64,
    /// Its machine.
    pub machine: String,
    /// What is thought of that.
    pub standing: MachineStanding,
    /// What it says of itself.
    #[serde(flatten)]
    pub card: WorkerCard,
    /// When it was last heard of, in milliseconds since 1970.
    pub seen: i64,
    /// Milliseconds since then, by the clock of the database.
    pub silent_ms: i64,
    /// Jobs it holds a lease of.
    pub leased: u64,
    /// Pairs it has handed in that count.
    pub pairs: u64,
    /// What went wrong with it.
    pub failures: u64,
}

/// Sums of a batch, seen from its first bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BatchTotals {
    /// Pairs with a result.
    pub done: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by half points: from both lost to both won.
    pub pentanomial: [u64; 5],
}

/// A batch, as the queue shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BatchRow {
    /// Its id here.
    pub id: i64,
    /// Its match.
    pub match_id: i64,
    /// Name of the match.
    pub name: String,
    /// Plan of the match.
    #[serde(skip)]
    pub plan: String,
    /// What its jobs are.
    pub kind: BatchKind,
    /// What a worker has to know.
    #[serde(skip)]
    pub spec: String,
    /// Whether jobs are given out.
    pub standing: BatchStanding,
    /// Why not.
    pub why: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// All its jobs.
    pub pairs: u64,
    /// Sums of those that are done.
    pub totals: BatchTotals,
}

/// Jobs by what they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Depth {
    /// Wait to be claimed.
    pub waiting: u64,
    /// Are being played.
    pub leased: u64,
    /// Have a result.
    pub done: u64,
    /// Failed too often.
    pub parked: u64,
    /// Are not wanted now.
    pub held: u64,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureRow {
    /// The job and the attempt.
    #[serde(flatten)]
    pub held: Held,
    /// Whose.
    pub machine: String,
    /// Which worker of it.
    pub worker: String,
    /// When, in milliseconds since 1970.
    pub moment: i64,
    /// What.
    pub kind: FailureKind,
    /// What is known of it.
    pub bundle: String,
    /// Whether the job is parked now.
    pub is_parked: bool,
}

/// A batch counted again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audit {
    /// Its jobs.
    pub pairs: u64,
    /// What its row says.
    pub kept: BatchTotals,
    /// The sum of the results of its jobs.
    pub counted: BatchTotals,
    /// Games of the match with a result.
    pub games: u64,
    /// Results that came although there was one, and do not count.
    pub duplicates: u64,
    /// Attempts in all.
    pub attempts: u64,
}

/// Jobs, and those who play them.
pub trait JobStore: Send + Sync {
    /// Opens a match and makes the jobs of its first `pairs` pairs that are not there yet. The same again changes nothing, more
    /// pairs extend it; another plan or spec under the name is an error, and so are games that were played without jobs.
    fn enqueue<'a>(&'a self, batch: &'a NewBatch, pairs: u64) -> Answering<'a, Enqueued>;

    /// Gives out jobs: those that wait, by rank, batch and pair. Leases that have run out are taken back first.
    fn claim<'a>(&'a self, claim: Claim) -> Answering<'a, Vec<Claimed>>;

    /// Extends the leases of jobs; says of each whether to play on.
    fn heartbeat<'a>(&'a self, worker: i64, held: &'a [Held], lease: Duration) -> Answering<'a, Vec<Word>>;

    /// Takes in what came of a job, whose rules somebody has checked. Doing so again changes nothing.
    fn submit<'a>(&'a self, worker: i64, held: &'a Held, handed: &'a Handed) -> Answering<'a, Counted>;

    /// Notes that nothing came of a job. It is tried again a little later, or parked.
    fn fail<'a>(&'a self, worker: i64, held: &'a Held, kind: FailureKind, bundle: &'a str) -> Answering<'a, ()>;

    /// Takes jobs back from a worker that ends, as if they had not been given out: no failure is counted.
    fn give_back<'a>(&'a self, worker: i64, held: &'a [Held]) -> Answering<'a, ()>;

    /// Opens, pauses or stops a batch; `false` where there is none of that name.
    fn set_batch<'a>(&'a self, name: &'a str, standing: BatchStanding, why: &'a str) -> Answering<'a, bool>;

    /// Lets parked jobs of a batch be tried again; how many.
    fn retry<'a>(&'a self, name: &'a str) -> Answering<'a, u64>;

    /// Lets a machine in by the sum of its token; a machine of that name gets the new token and a good standing.
    fn admit<'a>(&'a self, name: &'a str, token_sum: &'a str) -> Answering<'a, i64>;

    /// Changes what is thought of a machine; its leases end unless that is good. `false` where there is none of that name.
    fn set_machine<'a>(&'a self, name: &'a str, standing: MachineStanding, why: &'a str) -> Answering<'a, bool>;

    /// Notes what a worker says of itself, and that it lives; its id.
    fn greet<'a>(&'a self, machine: i64, card: &'a WorkerCard) -> Answering<'a, i64>;

    /// The machine with a token of this sum.
    fn machine<'a>(&'a self, token_sum: &'a str) -> Answering<'a, Option<MachineRow>>;

    /// All machines by name, at most 1,000.
    fn machines(&self) -> Answering<'_, Vec<MachineRow>>;

    /// All workers, those heard of last first, at most 1,000.
    fn workers(&self) -> Answering<'_, Vec<WorkerRow>>;

    /// The newest batches first, at most `limit` (and never more than 1,000).
    fn batches(&self, limit: u32) -> Answering<'_, Vec<BatchRow>>;

    /// A batch by its id.
    fn batch(&self, id: i64) -> Answering<'_, Option<BatchRow>>;

    /// A batch by the name of its match.
    fn find_batch<'a>(&'a self, name: &'a str) -> Answering<'a, Option<BatchRow>>;

    /// A batch and the pair of a job.
    fn find_job<'a>(&'a self, job: &'a str) -> Answering<'a, Option<(BatchRow, u64)>>;

    /// Jobs of one batch, or of all.
    fn depth(&self, batch: Option<i64>) -> Answering<'_, Depth>;

    /// Pairs that came in, by steps of so many milliseconds: the step's begin in milliseconds since 1970, and how many. The last
    /// `steps` of them, those without any included; the last one is not over.
    fn pace(&self, step_ms: u32, steps: u32) -> Answering<'_, Vec<(i64, u64)>>;

    /// What went wrong, the latest first, at most `limit` (and never more than 1,000).
    fn failures(&self, limit: u32) -> Answering<'_, Vec<FailureRow>>;

    /// What was made by the pairs of a batch from one pair on, in order, at most `limit` (and never more than 1,000).
    fn data(&self, batch: i64, from: u64, limit: u32) -> Answering<'_, Vec<(u64, Vec<u8>)>>;

    /// Counts a batch again.
    fn audit<'a>(&'a self, name: &'a str) -> Answering<'a, Option<Audit>>;

    /// Begins to take in a bot's archive; its id. The same name and version with another sum is an error.
    fn begin_bot<'a>(&'a self, bot: &'a NewBot) -> Answering<'a, i64>;

    /// A piece of an archive, counted from 0.
    fn add_bot_piece<'a>(&'a self, bot: i64, place: u32, bytes: &'a [u8]) -> Answering<'a, ()>;

    /// The archive has come whole. One whose pieces are not as long as they should be is an error.
    fn finish_bot(&self, bot: i64) -> Answering<'_, ()>;

    /// A bot that has come whole.
    fn find_bot<'a>(&'a self, name: &'a str, version: &'a str) -> Answering<'a, Option<BotRow>>;

    /// All bots that have come whole, by name and version, at most 1,000.
    fn bots(&self) -> Answering<'_, Vec<BotRow>>;

    /// A piece of an archive.
    fn bot_piece(&self, bot: i64, place: u32) -> Answering<'_, Option<Vec<u8>>>;
}
