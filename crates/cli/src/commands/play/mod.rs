//! `schwarm play`: a game in the terminal, and the menu that opens without arguments.
//!
//! Read `talk` for the conversation, `tell` for what it prints, `table` for what can be done to a game.

mod input;
mod menu;
mod order;
mod rival;
mod table;
mod talk;
mod tell;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use schwarm_core::{GameInfo, Notation, Side};
use schwarm_engine::Level;
use schwarm_play::Start;

use crate::bots::{self, Bot, BuiltIn, Named};
use crate::failure::Failure;
use crate::opening::{Opening, StartArgs};
use crate::suggest;
use crate::terminal::Look;
use input::Input;
use rival::Rival;
use table::{Opponent, Table};
use talk::Talk;

/// The arguments of `schwarm play`.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm play                                  choose from a menu
  schwarm play hive                             two people at one keyboard
  schwarm play hive --level 3                   against the engine (levels 1 to 10)
  schwarm play piranhas-2026 --against random --side blue --seed 7
  schwarm play hive+mlp --against 'uhp:nokamute uhp'
  schwarm play hive --notation sandbox < game.txt

At the board, type a move or paste a whole game; `help` lists the commands.")]
pub struct Args {
    /// Id of the game, see `schwarm games`; without one a menu opens
    game: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    /// Who plays the other side: person, a level from 1 to 10, random, greedy, uhp:COMMAND or line:COMMAND
    #[arg(long, value_name = "WHO")]
    against: Option<String>,
    /// Play against the engine at this level, from 1 (a beginner) to 10
    #[arg(long, value_name = "N", conflicts_with = "against", allow_negative_numbers = true)]
    level: Option<Level>,
    /// The side you play against a bot; by default the one that begins
    #[arg(long, value_name = "NAME")]
    side: Option<String>,
    /// Seed of a built-in bot, to repeat a game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How moves are shown; every notation is read
    #[arg(long, value_enum, default_value_t)]
    notation: NotationName,
    /// Use plain ASCII characters
    #[arg(long)]
    ascii: bool,
}

/// Who plays the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// A person at the same keyboard.
    Person,
    /// A bot.
    Bot(Bot),
}

impl Against {
    fn read(name: &str) -> Result<Against, Failure> {
        if name == "person" {
            return Ok(Against::Person);
        }
        let named = Named::find(name).map_err(|failure| match name.contains(':') {
            true => failure,
            false => failure.advise(format!("The other side is played by a person, or by a bot: {}.", bots::NAMES)),
        })?;
        Ok(Against::Bot(named.bot))
    }
}

/// The notations by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum NotationName {
    /// The game's own
    #[default]
    Standard,
    /// The sandbox notation of Hive, such as wG2/*bA1
    Sandbox,
}

/// Plays until the user leaves.
///
/// # Errors
/// For an unknown game, a bad start, a side the game does not have.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut input = if stdin().is_terminal() { Input::keyboard() } else { Input::piped(stdin()) };
    let mut out = stdout().lock();
    let look = Look::of_stdout(args.ascii);
    let Some(table) = set_table(args, &mut input, &mut out)? else { return Ok(()) };
    Talk { table, input, out: &mut out, look, stale: true }.run()?;
    Ok(())
}

/// The table the arguments describe; the menu asks for what they leave open.
fn set_table(args: &Args, input: &mut Input, out: &mut dyn Write) -> anyhow::Result<Option<Table>> {
    let mut against = match (args.level, &args.against) {
        (Some(level), _) => Some(Against::Bot(Bot::BuiltIn(BuiltIn::Engine(level)))),
        (None, who) => who.as_deref().map(Against::read).transpose()?,
    };
    let (mut opening, mut side) = (None, None);
    if let Some(id) = &args.game {
        opening = Some(Opening::of_game(id)?);
        against = against.or(Some(Against::Person));
    } else if !matches!(args.start.start(), Start::Default) {
        let failure = Failure::usage("--setup and --position need a game");
        return Err(failure.advise("Name it first: `schwarm play GAME --setup TEXT`.").into());
    }
    let asked = opening.is_none();
    let Some(mut opening) = opening.map_or_else(|| menu::ask_game(input, out), |opening| Ok(Some(opening)))? else {
        return Ok(None);
    };
    opening.start = args.start.start();
    let session = opening.session()?;
    let Some(against) = against.map_or_else(|| menu::ask_opponent(input, out), |against| Ok(Some(against)))? else {
        return Ok(None);
    };
    if asked && against != Against::Person && args.side.is_none() {
        let Some(index) = menu::ask_side(input, out, opening.info())? else { return Ok(None) };
        side = Some(Side::BOTH[index]);
    }
    let notation = notation(args.notation, opening.info())?;
    let opponent = match against {
        Against::Person if args.side.is_some() || args.seed.is_some() => {
            let failure = Failure::usage("--side and --seed belong to a bot on the other side: --level 3");
            return Err(failure.advise("Two people at one keyboard play both sides.").into());
        }
        Against::Person => Opponent::Person,
        Against::Bot(bot) => {
            Named { name: bot.to_string(), bot: bot.clone() }.speaks(&*opening.rules)?;
            let person = match &args.side {
                Some(name) => named_side(name, opening.info())?,
                None => side.unwrap_or(session.side_to_move()),
            };
            let seed = args.seed.unwrap_or_else(seed_of_now);
            let seat = Rival::new(&bot, seed, person.other())?;
            let side = opening.info().sides[person.index()];
            match bot {
                Bot::BuiltIn(BuiltIn::Engine(level)) => {
                    writeln!(out, "You play {side} against level {level} of 10; seed {seed}.")?;
                }
                Bot::BuiltIn(_) => writeln!(out, "You play {side}; seed {seed}.")?,
                _ => writeln!(out, "You play {side} against {bot}.")?,
            }
            Opponent::Bot(seat)
        }
    };
    Ok(Some(Table { opening, session, opponent, resigned: None, notation }))
}

fn notation(name: NotationName, info: &GameInfo) -> Result<Notation, Failure> {
    match name {
        NotationName::Standard => Ok(Notation::Standard),
        NotationName::Sandbox if info.notations.contains(&Notation::Sandbox) => Ok(Notation::Sandbox),
        NotationName::Sandbox => Err(Failure::usage(format!("{} has no sandbox notation", info.id))
            .advise("The sandbox notation belongs to Hive on the unbounded board.")),
    }
}

fn named_side(name: &str, info: &GameInfo) -> Result<Side, Failure> {
    let place = info.sides.iter().position(|side| side.eq_ignore_ascii_case(name));
    place.map(|index| Side::BOTH[index]).ok_or_else(|| {
        let hint = suggest::did_you_mean(name, info.sides).map_or_else(String::new, |hint| format!("; {hint}"));
        let failure = Failure::usage(format!("{} has no side {name:?}{hint}", info.id));
        failure.advise(format!("Its sides are {} and {}.", info.sides[0], info.sides[1]))
    })
}

fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as u64)
}
