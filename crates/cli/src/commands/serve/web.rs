//! The arena in the browser, joined to the engines and bots of this program.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use schwarm_arena::transcript::Transcript;
use schwarm_core::draft::Problem;
use schwarm_core::error::shorten;
use schwarm_core::{Rulebook, Session};
use schwarm_engine::{Ask, Engine, EngineError, Level, Options};
use schwarm_play::{Analysis, AnalysisError, Analyst, GameRecord, Limits, Seat, Stop};
use schwarm_search::time::Allowance;
use schwarm_socha::replay::{self, CopyError};
use schwarm_socha::season::{ReadError, RuleStyle, Season};
use schwarm_store::Store;
use schwarm_web::{Analysts, Bounds, Config, Defended, Forced, Opponents, ProofError, Provers, Server, ServerError};

use super::Args;
use super::organiser::Stable;
use crate::bots::seat_of;
use crate::commands::{bench, datagen};
use crate::failure::Failure;
use crate::mind::{self, EngineAnalyst};
use crate::replays;

/// Lines a review looks for: the second one tells whether the first was the only one.
const REVIEW_LINES: usize = 2;

/// Opens the port; also gives the operator's token, where one was made.
///
/// # Errors
/// When the port cannot be had, or `bots.toml` cannot be read.
pub async fn bind(args: &Args, addr: SocketAddr, store: Arc<dyn Store>) -> Result<(Server, Option<String>), Failure> {
    let stable = Arc::new(Stable::open(args.storage.place()?)?);
    // Without one nobody could run a tournament.
    let made = args.token.is_none().then(schwarm_web::fresh_token);
    let config = Config {
        addr,
        hosts: args.host.clone(),
        token: args.token.clone().or_else(|| made.clone()),
        store,
        opponents: Arc::new(House { stable: stable.clone() }),
        analysts: Arc::new(Minds),
        provers: Arc::new(Minds),
        organiser: Some(stable),
        replay: Some(write_replay),
        replays: Some(replays::read),
        states: Some(read_state),
        signature: Some(signature),
        data: Some(datagen::shared::check),
        talk: args.talk.kept(),
        bounds: Bounds { lease: Duration::from_secs_f64(args.lease), ..Bounds::default() },
    };
    let server = Server::bind(config).await.map_err(|error| match error {
        ServerError::Store(error) => crate::storage::failure(error),
        error => Failure::usage(format!("cannot serve pages on {addr}: {error}"))
            .advise("Is another server running? `--web 127.0.0.1:0` takes any free port, `--web off` does without."),
    })?;
    Ok((server, made))
}

/// Who the engine of this program is; workers must have the same.
fn signature() -> String {
    // Without memory for a search nobody is like us.
    bench::calibrate().map_or_else(|_| String::new(), |calibration| calibration.signature)
}

/// The levels of the engine and the operator's bots.
struct House {
    stable: Arc<Stable>,
}

impl Opponents for House {
    fn level(&self, level: u8, seed: u64) -> Box<dyn Analyst> {
        Box::new(EngineAnalyst::of_level(Level::new(level).unwrap_or(Level::FULL), seed))
    }

    fn bots(&self, rules: &dyn Rulebook) -> Vec<String> {
        let bots = self.stable.bots().into_iter().filter(|bot| bot.speaks(rules).is_ok());
        bots.map(|bot| bot.name).collect()
    }

    fn bot(&self, name: &str, rules: &dyn Rulebook, transcript: &Transcript) -> Result<Box<dyn Seat>, String> {
        let found = self.stable.bots().into_iter().find(|bot| bot.name == name && bot.speaks(rules).is_ok());
        let bot = found.ok_or_else(|| format!("no bot {name:?} plays {}", rules.id()))?;
        seat_of(&bot, 1, transcript).map_err(|failure| failure.to_string())
    }
}

/// The engine at its full strength.
struct Minds;

impl Analysts for Minds {
    fn analyse(
        &self,
        session: &dyn Session,
        lines: usize,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError> {
        let failed = |error| mind::failure(&error);
        let mut engine = Engine::new(Options { lines, ..Options::default() }).map_err(failed)?;
        let time = limits.time.unwrap_or_default();
        let ask = Ask {
            depth: limits.depth,
            nodes: limits.nodes,
            time: Allowance { limit: time.limit, ..Allowance::default() },
            only_answer: false,
        };
        let mut hear = |thought: &_| found(&mind::analysis(thought));
        let thought = engine.think(session, &ask, stop.flag(), &mut hear).map_err(failed)?;
        Ok(mind::analysis(&thought))
    }

    fn reviewer(&self) -> Box<dyn Analyst> {
        Box::new(EngineAnalyst::new(Options { lines: REVIEW_LINES, ..Options::default() }))
    }
}

impl Provers for Minds {
    fn forced_win(
        &self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        stop: &Stop,
    ) -> Result<Option<Forced>, ProofError> {
        let win = prover()?.forced_win(session, most, nodes, stop.flag()).map_err(unproven)?;
        Ok(win.map(|win| Forced { plies: win.plies, moves: win.moves }))
    }

    fn best_defence(&self, session: &dyn Session, most: u8, nodes: u64, stop: &Stop) -> Result<Defended, ProofError> {
        let defence = prover()?.best_defence(session, most, nodes, stop.flag()).map_err(unproven)?;
        Ok(Defended { mv: defence.mv, loses_in: defence.loses_in })
    }
}

/// An engine without a table: proofs use none.
fn prover() -> Result<Engine, ProofError> {
    Engine::new(Options { hash_mebibytes: 0, ..Options::default() }).map_err(unproven)
}

fn unproven(error: EngineError) -> ProofError {
    match error {
        EngineError::Undecided(_) => ProofError::Undecided,
        error => ProofError::Failed(error.to_string()),
    }
}

/// A game as replay XML, where a season of the Software-Challenge has it.
fn write_replay(record: &GameRecord) -> Option<String> {
    let season = Season::of_game(&record.game)?;
    let rules = schwarm_catalog::open(&record.game).ok()?;
    replay::write(season, record, &*rules).ok()
}

/// A state of the Software-Challenge that somebody copied: the games it can be of, and our text of it.
fn read_state(text: &str) -> Result<(Vec<String>, String), Problem> {
    let copied = replay::read_state(text).map_err(|error| {
        let (id, place) = match &error {
            CopyError::NoState => ("xml-none", 0),
            CopyError::Malformed { place, .. } => ("xml-malformed", *place),
            CopyError::Season { place } => ("xml-season", *place),
            CopyError::Read { place, .. } => ("xml-state", *place),
        };
        let tag = match &error {
            CopyError::Read { error: ReadError::Shape { element: Some(element), .. }, .. } => element.to_string(),
            _ => "<state>".to_string(),
        };
        Problem::new(id, error.to_string()).with("tag", shorten(&tag)).found_at(place)
    })?;
    let styles = copied.style.map_or_else(|| vec![RuleStyle::Server, RuleStyle::Sheet], |style| vec![style]);
    Ok((styles.into_iter().map(|style| copied.season.game(style).to_string()).collect(), copied.position))
}
