//! A folder for each game lost through a fault: everything the bot's author needs, ready to be
//! mailed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schwarm_core::Side;
use schwarm_play::{Ending, GameEvent, Playing, Termination};
use serde::Serialize;

use super::chairs::Chairs;
use crate::process::Resources;
use crate::transcript::Transcript;

/// What `summary.json` says.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Id of the rule set.
    pub game: String,
    /// Its place in the match, from 0.
    pub number: u64,
    /// Which try at it.
    pub attempt: u32,
    /// Names of the players, `Side::One` first.
    pub players: [String; 2],
    /// Who is to blame.
    pub offender: String,
    /// How the game ended.
    pub ending: Ending,
    /// Plies played.
    pub plies: u32,
    /// The position at the end.
    pub position: String,
    /// Seconds left on both clocks, where there is a stock.
    pub clocks: [Option<f64>; 2],
    /// The programs, `Side::One` first, where they are programs.
    pub processes: [Option<ProcessSummary>; 2],
}

/// What is known of a program.
#[derive(Clone, Debug, Serialize)]
pub struct ProcessSummary {
    /// Its command.
    pub command: String,
    /// Its number.
    pub pid: Option<u32>,
    /// How it ended; `null` if it still ran.
    pub exit: Option<String>,
    /// What it had used up; `null` where the system does not tell.
    pub resources: Option<Resources>,
}

/// Whether a game is worth a folder.
pub(super) fn is_wanted(ending: &Ending) -> bool {
    matches!(
        ending.termination,
        Termination::Time { .. }
            | Termination::IllegalMove { .. }
            | Termination::Crash { .. }
            | Termination::Silence { .. }
    )
}

/// A game to be put into a folder.
pub(super) struct Case<'a> {
    pub(super) number: u64,
    pub(super) attempt: u32,
    /// The bot that is `Side::One`.
    pub(super) first: usize,
    pub(super) players: [String; 2],
    pub(super) playing: &'a Playing,
    pub(super) events: &'a [GameEvent],
    pub(super) ending: &'a Ending,
    pub(super) chairs: &'a Chairs,
}

impl Case<'_> {
    /// Writes the folder below `root` and says where it is.
    pub(super) fn write(&self, root: &Path) -> io::Result<PathBuf> {
        let offender = self.ending.termination.offender().unwrap_or(Side::One);
        let name = format!("game-{:06}-try-{}-{}", self.number, self.attempt, self.ending.termination.id());
        let folder = root.join(name);
        fs::create_dir_all(&folder)?;
        let transcripts = Side::BOTH.map(|side| self.chairs.transcript(side.index() ^ self.first));
        for (transcript, letter) in transcripts.iter().zip(["one", "two"]) {
            let Some(transcript) = transcript else { continue };
            fs::write(folder.join(format!("transcript-{letter}.txt")), transcript.text())?;
            if let Some(process) = transcript.process() {
                fs::write(folder.join(format!("stderr-{letter}.txt")), process.stderr())?;
                let stdout = process.stdout();
                if !stdout.is_empty() {
                    fs::write(folder.join(format!("stdout-{letter}.txt")), stdout)?;
                }
            }
        }
        let mut lines = Vec::new();
        for event in self.events {
            serde_json::to_writer(&mut lines, event)?;
            lines.push(b'\n');
        }
        fs::write(folder.join("events.jsonl"), lines)?;
        let session = self.playing.session();
        let position = session.position();
        let board = session.board().map_or_else(String::new, |board| format!("{board}\n"));
        fs::write(folder.join("position.txt"), format!("{position}\n{board}"))?;
        let summary = Summary {
            game: session.id(),
            number: self.number,
            attempt: self.attempt,
            offender: self.players[offender.index()].clone(),
            players: self.players.clone(),
            ending: self.ending.clone(),
            plies: u32::try_from(self.events.len().saturating_sub(2)).unwrap_or(u32::MAX),
            position,
            clocks: Side::BOTH.map(|side| self.playing.clock().left(side).map(|left| left.as_secs_f64())),
            processes: transcripts.map(|transcript| transcript.and_then(of_process)),
        };
        // Last, so that a folder with a summary is a whole one.
        fs::write(folder.join("summary.json"), serde_json::to_vec_pretty(&summary)?)?;
        Ok(folder)
    }
}

fn of_process(transcript: &Transcript) -> Option<ProcessSummary> {
    let notes = transcript.process()?;
    Some(ProcessSummary {
        command: notes.command(),
        pid: notes.pid(),
        exit: notes.exit(),
        resources: notes.resources(),
    })
}
