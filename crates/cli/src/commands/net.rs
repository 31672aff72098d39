//! `schwarm net`: networks and what they learn from.
//!
//! Not here: how games become rows (`schwarm_engine::teaching`), learning (`training/`).

mod inputs;

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use schwarm_engine::teaching::test_vector;
use schwarm_nets::{Arithmetic, Net};

use crate::failure::Failure;
use crate::mind::words::count;

/// The arguments of `schwarm net`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Debug, clap::Subcommand)]
enum NetCommand {
    /// Turn games of `schwarm datagen` into what a trainer reads
    Inputs(inputs::Args),
    /// Say what stands in a network file
    Show(ShowArgs),
    /// Judge positions by a network: those of a trainer's folder must give the numbers that the trainer printed
    Output(OutputArgs),
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The file
    #[arg(value_name = "NET")]
    net: PathBuf,
}

#[derive(Debug, clap::Args)]
struct OutputArgs {
    /// The network
    #[arg(value_name = "NET")]
    net: PathBuf,
    /// The folder that `schwarm net inputs` wrote
    #[arg(long, value_name = "FOLDER", required_unless_present = "game", conflicts_with = "game")]
    inputs: Option<PathBuf>,
    /// Positions of random games of this id instead, each printed after its number
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    positions: usize,
}

/// Does what was asked for.
///
/// # Errors
/// For files that cannot be read or are not what they should be.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        NetCommand::Inputs(args) => inputs::run(args),
        NetCommand::Show(args) => show(args),
        NetCommand::Output(args) => output(args),
    }
}

/// Reads a network.
///
/// # Errors
/// When it cannot be read or is none.
fn read(path: &Path) -> Result<Net, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
    Net::read(&bytes).map_err(|error| Failure::usage(error.to_string()).at(path.display()))
}

fn show(args: &ShowArgs) -> anyhow::Result<()> {
    let net = read(&args.net)?;
    let card = net.card();
    let config: String = card.config.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut out = stdout().lock();
    writeln!(out, "inputs    {}", card.inputs)?;
    writeln!(
        out,
        "layers    {} x {} twice, {} x {}",
        count(card.rows as u64),
        card.width,
        card.buckets,
        2 * card.width
    )?;
    writeln!(out, "scale     {}", card.scale)?;
    writeln!(out, "trained   with the configuration whose SHA-256 is {config}")?;
    writeln!(out, "checksum  {:016x}", net.checksum())?;
    writeln!(out, "reckoned  here by {}", Arithmetic::detect().name())?;
    Ok(())
}

fn output(args: &OutputArgs) -> anyhow::Result<()> {
    let net = read(&args.net)?;
    if let Some(game) = &args.game {
        return output_of_game(args, game);
    }
    let path = args.inputs.as_deref().unwrap_or(Path::new("."));
    let folder = inputs::Folder::open(path)?;
    if folder.header.inputs != net.card().inputs || folder.header.rows != net.card().rows {
        let why = format!("it has the inputs {}, the network {}", folder.header.inputs, net.card().inputs);
        return Err(Failure::usage(why).at(path.display()).into());
    }
    let mut out = stdout().lock();
    for (bucket, rows) in folder.first(args.positions)? {
        let other: Vec<u16> = rows.iter().map(|&row| folder.other_view[usize::from(row)]).collect();
        let [own, other] = [rows, other].map(|rows| net.sum_of(&rows));
        writeln!(out, "{}", net.output(bucket, &own, &other))?;
    }
    Ok(())
}

fn output_of_game(args: &OutputArgs, game: &str) -> anyhow::Result<()> {
    let bytes = fs::read(&args.net)?;
    let vector = test_vector(game, &bytes, args.positions)
        .map_err(|error| Failure::usage(error.to_string()).at(args.net.display()))?;
    let mut out = stdout().lock();
    for (position, score) in vector {
        writeln!(out, "{score} {position}")?;
    }
    Ok(())
}
