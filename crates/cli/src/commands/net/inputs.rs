//! `schwarm net inputs`: the folder a trainer reads.
//!
//! | file | holds |
//! |---|---|
//! | `header.json` | name of the inputs, rows, buckets, scale, positions, games, files they came from |
//! | `other_view` | u16 of each row: where it goes when the other side looks |
//! | `symmetries` | for each symmetry u16 of each row: where it goes |
//! | `families` | u16 of each row: the family whose learning it shares; empty where there are none |
//! | `places` | 12 bytes a position: game u32, ply u16, score i16, half points u8 (255: unknown), bucket u8, number of rows u16 |
//! | `rows` | u16: the rows of all positions, one after the other |
//!
//! Numbers are little endian.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::ProgressBar;
use schwarm_engine::selfplay::record::Reader;
use schwarm_engine::teaching::{Example, Scheme, scheme, teach};
use schwarm_engine::tuning::Filter;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::mind::words::count;

/// Bytes of a position in `places`.
const PLACE: usize = 12;

/// The arguments of `schwarm net inputs`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Positions are taken whose best move is quiet and whose score is no proof; with --proofs proven ones, too.
All files must be of games that are seen in the same way.

Example:
  schwarm net inputs first.games second.games --threads 2 -o inputs")]
pub struct Args {
    /// Files of games, as `schwarm datagen` writes them
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// Scores beyond this are left out
    #[arg(long, value_name = "N", default_value_t = Filter::default().highest_score,
        value_parser = clap::value_parser!(i32).range(1..=30_000))]
    highest_score: i32,
    /// Plies of each game that are left out
    #[arg(long, value_name = "N", default_value_t = Filter::default().first_plies)]
    first_plies: usize,
    /// Take proven positions, too, with the highest score: for games that a last round decides
    #[arg(long)]
    proofs: bool,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The folder; what it holds is overwritten
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

/// What `header.json` says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The name of the inputs.
    pub inputs: String,
    /// Rows of the first layer.
    pub rows: usize,
    /// Second layers.
    pub buckets: usize,
    /// The score at which a side wins 73 of 100 games.
    pub scale: i32,
    /// Positions in the folder.
    pub positions: u64,
    /// Games they are of.
    pub games: u32,
    /// Names of the files they came from.
    pub files: Vec<String>,
}

/// Writes the folder.
///
/// # Errors
/// For files that cannot be read, are no games, or are seen otherwise than the first.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let filter = Filter { highest_score: args.highest_score, first_plies: args.first_plies, proofs: args.proofs };
    let read = |path: &Path| {
        fs::read(path).map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))
    };
    let first = read(&args.data[0])?;
    let wrong = |path: &Path, error: &dyn std::error::Error| Failure::usage(error.to_string()).at(path.display());
    let (game, _) = Reader::new(&first).map_err(|error| wrong(&args.data[0], &error))?;
    drop(first);
    let scheme = scheme(&game.game).map_err(|error| wrong(&args.data[0], &error))?;
    let mut out = Output::create(&args.output, &scheme)?;
    let mut header = Header {
        inputs: scheme.inputs.clone(),
        rows: scheme.rows,
        buckets: scheme.buckets,
        scale: scheme.scale,
        positions: 0,
        games: 0,
        files: Vec::new(),
    };
    let bar = ProgressBar::new_spinner();
    for path in &args.data {
        let bytes = read(path)?;
        let mut failure = None;
        let mut found = |examples: &[Example]| match out.push(examples) {
            Ok(()) => {
                bar.set_message(format!("{} positions", count(out.positions)));
                bar.tick();
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let taught = teach(&bytes, &scheme.inputs, header.games, &filter, args.threads.into(), &mut found)
            .map_err(|error| wrong(path, &error))?;
        failure.map_or(Ok(()), Err).with_context(|| format!("writing {}", args.output.display()))?;
        header.games += taught.games;
        header.positions += taught.taken;
        header.files.push(path.display().to_string());
        let torn = if taught.is_torn { "; its last game is cut off" } else { "" };
        writeln!(
            stdout(),
            "{}: {} games, {} of {} positions{torn}",
            path.display(),
            count(taught.games.into()),
            count(taught.taken),
            count(taught.positions)
        )?;
    }
    bar.finish_and_clear();
    out.finish(&header).with_context(|| format!("writing {}", args.output.display()))?;
    writeln!(stdout(), "{} positions of {} are in {}", count(header.positions), header.inputs, args.output.display())?;
    Ok(())
}

/// The folder while it is written.
struct Output {
    folder: PathBuf,
    places: BufWriter<File>,
    rows: BufWriter<File>,
    positions: u64,
}

impl Output {
    fn create(folder: &Path, scheme: &Scheme) -> anyhow::Result<Output> {
        let told = || format!("writing {}", folder.display());
        fs::create_dir_all(folder).with_context(told)?;
        // Without a header the folder is none: it comes last.
        match fs::remove_file(folder.join("header.json")) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).with_context(told)?,
            _ => {}
        }
        let bytes = |rows: &[u16]| rows.iter().flat_map(|row| row.to_le_bytes()).collect::<Vec<u8>>();
        fs::write(folder.join("other_view"), bytes(&scheme.other_view)).with_context(told)?;
        fs::write(folder.join("symmetries"), bytes(&scheme.symmetries.concat())).with_context(told)?;
        fs::write(folder.join("families"), bytes(&scheme.families)).with_context(told)?;
        let open = |name: &str| File::create(folder.join(name)).map(BufWriter::new).with_context(told);
        Ok(Output { folder: folder.to_path_buf(), places: open("places")?, rows: open("rows")?, positions: 0 })
    }

    fn push(&mut self, examples: &[Example]) -> std::io::Result<()> {
        for Example { game, ply, score, half_points, bucket, rows } in examples {
            let mut place = [0; PLACE];
            place[..4].copy_from_slice(&game.to_le_bytes());
            place[4..6].copy_from_slice(&ply.to_le_bytes());
            place[6..8].copy_from_slice(&score.to_le_bytes());
            [place[8], place[9]] = [*half_points, *bucket];
            place[10..].copy_from_slice(&(rows.len() as u16).to_le_bytes());
            self.places.write_all(&place)?;
            for row in rows {
                self.rows.write_all(&row.to_le_bytes())?;
            }
        }
        self.positions += examples.len() as u64;
        Ok(())
    }

    fn finish(mut self, header: &Header) -> anyhow::Result<()> {
        self.places.flush()?;
        self.rows.flush()?;
        fs::write(self.folder.join("header.json"), serde_json::to_string_pretty(header)? + "\n")?;
        Ok(())
    }
}

/// A folder that was written.
pub struct Folder {
    path: PathBuf,
    /// What it says about itself.
    pub header: Header,
    /// Where each row goes when the other side looks.
    pub other_view: Vec<u16>,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// When it is none.
    pub fn open(path: &Path) -> Result<Folder, Failure> {
        let read = |name: &str| {
            fs::read(path.join(name)).map_err(|error| {
                Failure::usage(format!("cannot read {}: {error}", path.join(name).display()))
                    .advise("`schwarm net inputs` writes such a folder.")
            })
        };
        let header: Header = serde_json::from_slice(&read("header.json")?)
            .map_err(|error| Failure::usage(format!("its header is none: {error}")).at(path.display()))?;
        let other_view = words(&read("other_view")?);
        if other_view.len() != header.rows {
            return Err(Failure::usage("its tables do not belong to its header").at(path.display()));
        }
        Ok(Folder { path: path.to_path_buf(), header, other_view })
    }

    /// Bucket and rows of the first positions.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn first(&self, positions: usize) -> anyhow::Result<Vec<(usize, Vec<u16>)>> {
        let open = |name: &str| File::open(self.path.join(name)).with_context(|| format!("reading {name}"));
        let (mut places, mut rows) = (open("places")?, open("rows")?);
        let mut found = Vec::new();
        for _ in 0..positions.min(self.header.positions as usize) {
            let mut place = [0; PLACE];
            places.read_exact(&mut place)?;
            let mut bytes = vec![0; 2 * usize::from(u16::from_le_bytes([place[10], place[11]]))];
            rows.read_exact(&mut bytes)?;
            let seen = words(&bytes);
            let is_ours = seen.iter().all(|&row| usize::from(row) < self.header.rows);
            if !is_ours || usize::from(place[9]) >= self.header.buckets {
                return Err(Failure::usage("its positions do not belong to its header").at(self.path.display()).into());
            }
            found.push((place[9].into(), seen));
        }
        Ok(found)
    }
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}
