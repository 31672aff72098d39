//! Finished work on its way: on the disk before anybody is told of it, and gone when the server has it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schwarm_store::Held;
use schwarm_web::fleet::wire::Hand;
use sha2::{Digest, Sha256};

use crate::archive::keep;

/// What the names of files end with.
const ENDING: &str = "json";

/// The folder of one worker.
pub struct Spool(PathBuf);

impl Spool {
    /// Opens the folder, made if it is new.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(folder: PathBuf) -> io::Result<Spool> {
        fs::create_dir_all(&folder)?;
        Ok(Spool(folder))
    }

    /// Writes down what was played. When this returns it survives a power cut.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(&self, hand: &Hand) -> io::Result<()> {
        keep(&self.path(&hand.held), &serde_json::to_vec(hand)?)
    }

    /// Everything that waits. A file that cannot be read is put aside.
    pub fn waiting(&self) -> Vec<Hand> {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|it| it == ENDING)).collect();
        files.sort();
        files.iter().filter_map(|path| self.read(path)).collect()
    }

    fn read(&self, path: &Path) -> Option<Hand> {
        let bytes = fs::read(path).ok()?;
        match serde_json::from_slice(&bytes) {
            Ok(hand) => Some(hand),
            Err(error) => {
                eprintln!("note: {} cannot be read and is put aside: {error}", path.display());
                let _ = fs::rename(path, path.with_extension("bad"));
                None
            }
        }
    }

    /// The server has it.
    pub fn remove(&self, held: &Held) {
        let _ = fs::remove_file(self.path(held));
    }

    /// The server does not want it: kept for whoever asks why.
    pub fn put_aside(&self, held: &Held) {
        let path = self.path(held);
        let _ = fs::rename(&path, path.with_extension("refused"));
    }

    fn path(&self, held: &Held) -> PathBuf {
        let sum = Sha256::digest(&held.job);
        let name: String = sum.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        self.0.join(format!("{name}-{}.{ENDING}", held.attempt))
    }
}
