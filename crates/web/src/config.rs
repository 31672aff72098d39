//! What the server is made of, and the ports through which players and engines come in.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use schwarm_arena::matchup::KeptTalk;
use schwarm_arena::tournament::Order;
use schwarm_arena::tournament::config::Problems;
use schwarm_arena::transcript::Transcript;
use schwarm_core::draft::Problem;
use schwarm_core::{Rulebook, Session};
use schwarm_play::{Analysis, AnalysisError, Analyst, GameRecord, Limits, Seat, Stop};
use schwarm_store::Store;

use crate::fleet::CheckData;

/// The opponents a person can choose.
pub trait Opponents: Send + Sync {
    /// An engine of this program at a level from 1 to 10. It thinks on the thread that asks it.
    fn level(&self, level: u8, seed: u64) -> Box<dyn Analyst>;

    /// Names of the operator's bots that can play a game.
    fn bots(&self, rules: &dyn Rulebook) -> Vec<String>;

    /// Starts a bot of the operator; called inside of a runtime. What is said with it is written down there.
    ///
    /// # Errors
    /// When there is no such bot for this game, or it cannot be started; the text is for the log.
    fn bot(&self, name: &str, rules: &dyn Rulebook, transcript: &Transcript) -> Result<Box<dyn Seat>, String>;
}

/// The engines that look at positions and games.
pub trait Analysts: Send + Sync {
    /// Looks for so many best lines; `found` hears of every depth with all of its lines. It thinks on the thread
    /// that asks.
    ///
    /// # Errors
    /// When the game is over, or the engine fails.
    fn analyse(
        &self,
        session: &dyn Session,
        lines: usize,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError>;

    /// An engine for reviews: it looks for two lines.
    fn reviewer(&self) -> Box<dyn Analyst>;
}

/// A win nobody can prevent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced {
    /// Plies until the game is over; the fewest there are.
    pub plies: u8,
    /// All moves that win within as many.
    pub moves: Vec<String>,
}

/// What can be done against a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defended {
    /// The move that puts the loss off longest, or prevents it.
    pub mv: String,
    /// Plies after it until the game is lost; `None` if it is not within those looked at.
    pub loses_in: Option<u8>,
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// So many nodes do not decide it.
    #[error("so many nodes do not decide it")]
    Undecided,
    /// Something failed; the text is for the log.
    #[error("{0}")]
    Failed(String),
}

/// Who proves wins, move by move: every defence is tried, nothing is judged. They think on the thread that asks.
pub trait Provers: Send + Sync {
    /// The quickest win of the side to move within so many plies, if there is one.
    ///
    /// # Errors
    /// When so many nodes do not decide it, or something fails.
    fn forced_win(
        &self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        stop: &Stop,
    ) -> Result<Option<Forced>, ProofError>;

    /// The best the side to move can do, looked at for so many plies after its move.
    ///
    /// # Errors
    /// As [`forced_win`](Provers::forced_win).
    fn best_defence(&self, session: &dyn Session, most: u8, nodes: u64, stop: &Stop) -> Result<Defended, ProofError>;
}

/// A bot that can take part in tournaments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotCard {
    /// Its name in tables and records.
    pub name: String,
    /// How it is started: `kind:…`.
    pub command: String,
    /// Whether the operator has registered it; the others are parts of this program.
    pub is_registered: bool,
}

/// Runs tournaments and keeps the operator's bots. Nobody but the operator reaches it.
pub trait Organiser: Send + Sync {
    /// The bots that can take part: those of this program, and those the operator has registered.
    fn bots(&self) -> Vec<BotCard>;

    /// What the program of a bot is made of now: the files its command names, with their checksums.
    fn version(&self, name: &str) -> Option<String>;

    /// Makes a tournament of the text of a file, without starting anything.
    ///
    /// # Errors
    /// Everything wrong with the file, with its place.
    fn prepare(&self, file: &str) -> Result<Order, Problems>;

    /// The folder in which the failures of a match lie, one folder each. It need not be there.
    fn failures(&self, of_match: &str) -> Option<PathBuf>;

    /// Registers a bot.
    ///
    /// # Errors
    /// What is wrong with it, or why it cannot be written down.
    fn register(&self, name: &str, command: &str) -> Result<(), String>;

    /// Forgets a registered bot.
    ///
    /// # Errors
    /// When there is none of that name, or nothing can be written down.
    fn remove(&self, name: &str) -> Result<(), String>;

    /// What the doctor has said of a bot the last time.
    fn report(&self, name: &str) -> Option<String>;

    /// Puts a bot through its protocol, on the thread that asks; what was found, as text. The report is kept.
    ///
    /// # Errors
    /// When it could not be examined.
    fn examine(&self, name: &str, game: &str) -> Result<String, String>;
}

/// Writes a game as replay XML; `None` where no season has the game.
pub type Replay = fn(&GameRecord) -> Option<String>;

/// Reads a replay of another program, plain or packed.
pub type ReadReplay = fn(&[u8]) -> Result<GameRecord, String>;

/// Finds a state in the XML of another program: the games it can be of, the likeliest first, and the position in our
/// notation. What is wrong has its place in the text.
pub type ReadState = fn(&str) -> Result<(Vec<String>, String), Problem>;

/// Everything the server is made of.
#[derive(Clone)]
pub struct Config {
    /// Where it listens; port 0 takes any free one.
    pub addr: SocketAddr,
    /// Names by which it may be called besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// What the operator shows to start programs; nobody can without one. A public address demands one.
    pub token: Option<String>,
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// Who can be played against.
    pub opponents: Arc<dyn Opponents>,
    /// Who judges positions and games.
    pub analysts: Arc<dyn Analysts>,
    /// Who answers in puzzles.
    pub provers: Arc<dyn Provers>,
    /// Who runs tournaments; without one they can only be looked at.
    pub organiser: Option<Arc<dyn Organiser>>,
    /// Writes replays, where somebody can.
    pub replay: Option<Replay>,
    /// Reads replays of others, where somebody can.
    pub replays: Option<ReadReplay>,
    /// Reads states of others, where somebody can.
    pub states: Option<ReadState>,
    /// The signature of the engine, computed on the thread that asks: workers whose engine has another one are refused. Without it nobody is.
    pub signature: Option<fn() -> String>,
    /// Checks what workers make for learning, where somebody can.
    pub data: Option<CheckData>,
    /// Of which games it is kept what was said with the bots.
    pub talk: KeptTalk,
    /// How much of everything there may be.
    pub bounds: Bounds,
}

/// A bucket of tokens: so many at once, so many a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Tokens a full bucket holds.
    pub burst: f64,
    /// Tokens that come back in a second.
    pub per_second: f64,
}

impl Rate {
    /// So many at once, so many a second.
    pub const fn new(burst: f64, per_second: f64) -> Rate {
        Rate { burst, per_second }
    }
}

/// How much of everything there may be.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Games in memory.
    pub games: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections of one client address at once.
    pub connections_per_client: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Bytes of what a worker hands in.
    pub hand_bytes: usize,
    /// How long a job is a worker's own without a sign of life.
    pub lease: Duration,
    /// Bytes of a file that is handed in.
    pub upload_bytes: usize,
    /// Bytes of it when it is unpacked.
    pub unpacked_bytes: usize,
    /// Games of it that are read.
    pub upload_games: usize,
    /// How long it is read.
    pub upload_patience: Duration,
    /// Bytes of a request's head.
    pub head_bytes: usize,
    /// How long a client may take to send the head of a request.
    pub head_patience: Duration,
    /// How long it may take to send the body.
    pub body_patience: Duration,
    /// How long it may leave unread what was sent to it.
    pub read_patience: Duration,
    /// Requests of one client address.
    pub requests: Rate,
    /// Requests of it that change something.
    pub changes: Rate,
    /// Requests of it that cost much: new games, analyses, reviews.
    pub efforts: Rate,
    /// Engines that think about their moves at once.
    pub thinking: usize,
    /// Analyses and reviews at once.
    pub analyses: usize,
    /// Tournaments played at once.
    pub tournaments: usize,
    /// Games of one tournament played at once.
    pub tournament_games: usize,
    /// Seconds of one analysis.
    pub analysis_seconds: f64,
    /// Lines of one analysis.
    pub analysis_lines: usize,
    /// Positions the proof of an answer in a puzzle may look at.
    pub proof_nodes: u64,
    /// Seconds a review takes for each position.
    pub review_seconds: f64,
    /// How long a game without a clock stays in memory while nobody looks at it; it can be gone on with later.
    pub idle: Duration,
    /// How long a finished game stays in memory, for a rematch.
    pub linger: Duration,
    /// Games of others that are followed at once; those somebody listens to come first, then the latest.
    pub followed: usize,
    /// How often the store is asked about them while somebody wants to know.
    pub poll: Duration,
    /// How long such a game may be silent, beyond what its clock allows, before it counts as broken off.
    pub silence: Duration,
    /// The same where it has no clock.
    pub silence_untimed: Duration,
    /// How often a silent stream of events says that it lives.
    pub heartbeat: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Bounds {
            games: 2000,
            connections: 4096,
            connections_per_client: 256,
            body_bytes: 64 << 10,
            hand_bytes: 8 << 20,
            lease: Duration::from_secs(60),
            upload_bytes: 4 << 20,
            unpacked_bytes: 16 << 20,
            upload_games: 1000,
            upload_patience: Duration::from_secs(10),
            head_bytes: 32 << 10,
            head_patience: Duration::from_secs(10),
            body_patience: Duration::from_secs(10),
            read_patience: Duration::from_secs(60),
            requests: Rate::new(400.0, 50.0),
            changes: Rate::new(100.0, 10.0),
            efforts: Rate::new(40.0, 1.0),
            thinking: cores,
            analyses: cores.max(2),
            tournaments: 4,
            tournament_games: 4 * cores,
            analysis_seconds: 30.0,
            analysis_lines: 5,
            proof_nodes: 1_000_000,
            review_seconds: 0.3,
            idle: Duration::from_secs(30 * 60),
            linger: Duration::from_secs(30 * 60),
            followed: 200,
            poll: Duration::from_millis(300),
            silence: Duration::from_secs(60),
            silence_untimed: Duration::from_secs(15 * 60),
            heartbeat: Duration::from_secs(15),
        }
    }
}
