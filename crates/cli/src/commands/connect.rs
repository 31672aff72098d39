//! `schwarm connect`: be a Software-Challenge player on a server.

use std::time::Duration;

use schwarm_core::Side;
use schwarm_play::{AnalystSeat, Seat, SeatFault};
use schwarm_socha::client::{self, ClientConfig, ClientError, ClientReport};
use schwarm_socha::season::Season;
use serde::Serialize;

use super::serve::Rules;
use crate::bots::{self, Bot, Named, StrengthArgs};
use crate::failure::Failure;
use crate::opening::Opening;
use crate::suggest;

/// The arguments of `schwarm connect`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm connect --game piranhas-2026
  schwarm connect --game piranhas-2026 --level 8
  schwarm connect --game hive-2020 --bot 'line:python3 bot.py'
  schwarm connect 127.0.0.1:13050 --reservation 4711-abc

Works with the official servers of 2019, 2020, 2022 and 2026 and with `schwarm serve`.")]
pub struct Args {
    /// The server
    #[arg(value_name = "HOST:PORT", default_value = "127.0.0.1:13050")]
    server: String,
    /// What to play: piranhas-2019, hive-2020, ostseeschach-2022 or piranhas-2026
    #[arg(long, value_name = "ID", required_unless_present_any = ["reservation", "room"])]
    game: Option<String>,
    /// Take the place that was reserved under this code
    #[arg(long, value_name = "CODE", conflicts_with = "room")]
    reservation: Option<String>,
    /// Take a free place in this room (servers since 2022)
    #[arg(long, value_name = "ID")]
    room: Option<String>,
    /// Another bot than the engine: builtin:random, builtin:greedy, builtin:LEVEL or line:COMMAND
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Seconds the bot may take for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 1.8)]
    seconds: f64,
    /// Whose rules the bot thinks by; official servers play by their own
    #[arg(long, value_enum, default_value_t = Rules::Server)]
    rules: Rules,
    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,
}

/// The result as JSON. Keys are public.
#[derive(Serialize)]
struct Told<'a> {
    game: &'static str,
    room: &'a str,
    side: Option<&'static str>,
    winner: Option<&'static str>,
    scores: [&'a [i16]; 2],
    regular: bool,
    reason: &'a str,
    complaints: &'a [String],
}

/// Plays one game.
///
/// # Errors
/// When there is no result, and why.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let bot = match &args.bot {
        Some(name) => Named::find(name)?.bot,
        None => args.strength.bot(),
    };
    if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
        return Err(Failure::usage("--seconds wants a number above 0, at most 3600").into());
    }
    let config = ClientConfig {
        game: args.game.as_deref().map(season).transpose()?,
        reservation: args.reservation.clone(),
        room: args.room.clone(),
        style: args.rules.style(),
        time: Duration::from_secs_f64(args.seconds),
        ..ClientConfig::new(args.server.clone())
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let report = runtime.block_on(async {
        let mut seat = seat(&bot, args)?;
        let report = client::play(config, &mut *seat).await;
        // The game is over, whatever the bot makes of it.
        let _: Result<(), SeatFault> = seat.leave().await;
        report.map_err(|error| failure(&error, &args.server))
    })?;
    match args.json {
        true => println!("{}", serde_json::to_string(&told(&report))?),
        false => println!("{}", sentence(&report)),
    }
    Ok(())
}

/// Who sits at the game.
fn seat(bot: &Bot, args: &Args) -> Result<Box<dyn Seat>, Failure> {
    if !matches!(bot, Bot::BuiltIn(_)) {
        args.strength.only_for_levels(bot)?;
        return bots::seat(bot, args.strength.seed);
    }
    let session = args.game.as_deref().map(|id| Opening::of_game(id).and_then(|opening| opening.session()));
    // A game that the catalog has under no such name is known by the server.
    let session = session.and_then(Result::ok);
    Ok(Box::new(AnalystSeat::new(args.strength.analyst(bot, session.as_deref())?)))
}

fn season(id: &str) -> Result<Season, Failure> {
    Season::of_game(id).or_else(|| Season::of_game_type(id)).ok_or_else(|| {
        let known = Season::ALL.map(|season| season.game(schwarm_socha::season::RuleStyle::Sheet));
        let hint = suggest::did_you_mean(id, known).map_or_else(String::new, |hint| format!("; {hint}"));
        Failure::usage(format!("{id:?} is no game of the Software-Challenge{hint}"))
            .advise(format!("Its games are {}.", known.join(", ")))
    })
}

fn failure(error: &ClientError, server: &str) -> Failure {
    let failure = Failure::usage(error.to_string());
    match error {
        ClientError::Connect { .. } => {
            failure.advise(format!("Is a server running on {server}? `schwarm serve` starts one."))
        }
        ClientError::Refused { .. } => failure.advise("Check the reservation, the room and the game."),
        _ => failure,
    }
}

fn side_name(side: Side) -> &'static str {
    ["red", "blue"][side.index()]
}

fn told(report: &ClientReport) -> Told<'_> {
    let [one, two] = &report.result.scores;
    Told {
        game: report.season.game_type(),
        room: &report.room,
        side: report.side.map(side_name),
        winner: report.result.winner.map(side_name),
        scores: [one.parts(), two.parts()],
        regular: report.result.regular,
        reason: &report.result.reason,
        complaints: &report.complaints,
    }
}

fn sentence(report: &ClientReport) -> String {
    let result = &report.result;
    let how = match (result.winner, report.side) {
        (None, _) => "a draw".to_string(),
        (Some(winner), Some(own)) if winner == own => format!("won as {}", side_name(own)),
        (Some(_), Some(own)) => format!("lost as {}", side_name(own)),
        (Some(winner), None) => format!("{} won", side_name(winner)),
    };
    let reason = if result.reason.is_empty() { String::new() } else { format!(": {}", result.reason) };
    let mut text = format!("{} in room {}: {how}{reason}", report.season.game_type(), report.room);
    for complaint in &report.complaints {
        text.push_str(&format!("\nThe server complained: {complaint}"));
    }
    text
}
