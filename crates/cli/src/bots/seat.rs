//! Bots at the table: programs are started, engines of this program sit down.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use schwarm_arena::matchup::{Invitation, SeatFactory};
use schwarm_arena::process::{LoneProcess, Process};
use schwarm_arena::sandbox::{Level, Policy, available};
use schwarm_arena::transcript::{Recorded, Transcript};
use schwarm_line::LineSeat;
use schwarm_play::{Analyst, AnalystSeat, Effort, Seat, Talk};
use schwarm_socha::host::{Gone, Reception, ScSeat, Speaker, command_line};
use schwarm_uhp::host::{HostConfig, Thinking, UhpSeat};

use super::{Bot, Named, analyst};
use crate::failure::Failure;

/// How a bot is to play, whatever the game.
#[derive(Clone, Debug)]
pub struct Terms {
    /// A fixed effort for every move.
    pub effort: Effort,
    /// What is set for it.
    pub settings: BTreeMap<String, String>,
    /// How far its program is trusted.
    pub sandbox: Level,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { effort: Effort::default(), settings: BTreeMap::new(), sandbox: Level::Trusted }
    }
}

impl Terms {
    /// The bounds of a program; none for one that is trusted.
    pub fn policy(&self, command: &str) -> Option<Policy> {
        (self.sandbox != Level::Trusted).then(|| Policy::for_command(self.sandbox, command))
    }

    /// What of a bot's sandbox this machine does not have: a sentence each, to be told before the first game.
    ///
    /// # Errors
    /// When the bot would not be shut in although it is to be.
    pub fn missing_layers(&self, named: &Named) -> Result<Vec<String>, Failure> {
        let Some(mut policy) = named.bot.command().and_then(|command| self.policy(command)) else {
            return Ok(Vec::new());
        };
        if matches!(named.bot, Bot::Sc(_)) {
            // Any port: only whether there can be one matters here.
            policy.reach = Some(([127, 0, 0, 1], 13050).into());
        }
        policy.permit(available()).map_err(|error| Failure::usage(format!("{}: {error}", named.name)))?;
        let sentences = policy.check(available()).into_iter();
        Ok(sentences.map(|sentence| format!("{} ({}): {sentence}", named.name, policy.level.name())).collect())
    }
}

/// A bot with a seat at a game. Programs are started; call this inside of a runtime.
///
/// # Errors
/// When the program cannot be started.
pub fn seat(bot: &Bot, seed: u64) -> Result<Box<dyn Seat>, Failure> {
    sit(&bot.to_string(), bot, seed, &Terms::default(), &Transcript::default())
}

/// The same for a bot with a name of its own; what is said with it is written down.
///
/// # Errors
/// When the program cannot be started.
pub fn seat_of(named: &Named, seed: u64, transcript: &Transcript) -> Result<Box<dyn Seat>, Failure> {
    sit(&named.name, &named.bot, seed, &Terms::default(), transcript)
}

/// How a match starts a bot.
///
/// # Errors
/// When the bot cannot play on such terms.
pub fn factory(named: &Named, terms: Terms) -> Result<SeatFactory<'static>, Failure> {
    let effort = terms.effort;
    if matches!(named.bot, Bot::Uhp(_)) && effort.nodes.is_some() {
        return Err(Failure::usage(format!(
            "{} cannot be given a number of nodes: UHP has no word for it",
            named.name
        ))
        .advise("UHP engines know --depth and --time."));
    }
    if matches!(named.bot, Bot::Sc(_)) && effort != Effort::default() {
        return Err(Failure::usage(format!(
            "{} cannot be given a depth or nodes: Software-Challenge clients know only the time",
            named.name
        )));
    }
    if matches!(named.bot, Bot::Sc(_)) && !terms.settings.is_empty() {
        return Err(Failure::usage(format!(
            "{} cannot be told settings: its protocol has no word for them",
            named.name
        ))
        .advise("Put them into its command."));
    }
    if let Bot::BuiltIn(_) = named.bot {
        // Told now rather than in the first game.
        engine(&named.bot, 0, &terms)?;
    }
    let named = named.clone();
    Ok(Box::new(move |invitation: &Invitation| {
        sit(&named.name, &named.bot, invitation.seed, &terms, &invitation.transcript).map_err(|failure| failure.message)
    }))
}

/// An engine of this program, with its settings.
fn engine(bot: &Bot, seed: u64, terms: &Terms) -> Result<Box<dyn Analyst>, Failure> {
    let mut engine = analyst(bot, seed)?;
    for (name, value) in &terms.settings {
        engine.set(name, value).map_err(|error| Failure::usage(format!("{bot}: {error}")))?;
    }
    Ok(engine)
}

fn sit(name: &str, bot: &Bot, seed: u64, terms: &Terms, transcript: &Transcript) -> Result<Box<dyn Seat>, Failure> {
    let start = |command: &str| -> Result<Box<dyn Talk>, Failure> {
        let process = match terms.policy(command) {
            Some(policy) => Process::start_in(command, &policy),
            None => Process::start(command),
        };
        let process = process.map_err(|error| Failure::usage(error.to_string()))?;
        Ok(Box::new(Recorded::process(process, transcript)))
    };
    Ok(match bot {
        Bot::BuiltIn(_) => Box::new(AnalystSeat::new(engine(bot, seed, terms)?).with_effort(terms.effort)),
        Bot::Uhp(command) => {
            let thinking = terms.effort.depth.map_or(Thinking::default(), Thinking::Depth);
            let options = terms.settings.clone().into_iter().collect();
            Box::new(UhpSeat::new(name, start(command)?, HostConfig { thinking, options, ..HostConfig::default() }))
        }
        Bot::Line(command) => {
            let seat = LineSeat::new(name, start(command)?);
            Box::new(seat.with_effort(terms.effort).with_settings(terms.settings.clone()))
        }
        Bot::Sc(command) => Box::new(client(name, command, terms, transcript)?),
    })
}

/// A Software-Challenge client: it is started beside a server of its own.
fn client(name: &str, command: &str, terms: &Terms, transcript: &Transcript) -> Result<ScSeat, Failure> {
    let reception =
        Reception::open().map_err(|error| Failure::usage(format!("cannot listen on 127.0.0.1 for {name}: {error}")))?;
    let addr = reception.addr();
    let policy = terms.policy(command).map(|policy| Policy { reach: Some(addr), ..policy });
    client_at(name, command, reception, addr, policy.as_ref(), transcript)
}

/// A Software-Challenge client that is told another way to its reception.
///
/// # Errors
/// When the program cannot be started.
pub fn client_at(
    name: &str,
    command: &str,
    reception: Reception,
    addr: SocketAddr,
    policy: Option<&Policy>,
    transcript: &Transcript,
) -> Result<ScSeat, Failure> {
    let command = command_line(command, addr, reception.code());
    let program = match policy {
        Some(policy) => LoneProcess::start_in(&command, policy),
        None => LoneProcess::start(&command),
    };
    let mut program = program.map_err(|error| Failure::usage(error.to_string()))?;
    transcript.belongs_to(program.notes());
    let gone: Gone = Box::pin(async move {
        // How it ended is in its fate.
        let _ = program.wait().await;
        program.fate("ended").await.to_string()
    });
    let mut seat = ScSeat::new(name, reception, Some(gone));
    let transcript = transcript.clone();
    seat.overheard_by(Box::new(move |speaker, text| match speaker {
        Speaker::Host => transcript.said(text),
        Speaker::Client => transcript.heard(text),
    }));
    Ok(seat)
}
