//! A bot's scratch folder on the disk: its home while it runs, and gone with it.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// More entries than this in a scratch folder are too many, whatever their size.
pub(super) const MOST_FILES: usize = 10_000;

/// The age at which a folder of an arena that no longer runs is removed. One of another container may look
/// as if it did not run, so this is long.
const OLD: Duration = Duration::from_secs(3 * 24 * 3600);

/// A folder only this user can enter. Dropped, it is removed.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// Makes one. Its name is short, for a socket in it has to fit.
    pub(super) fn new() -> io::Result<Scratch> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        static SWEPT: Once = Once::new();
        let parent = std::env::temp_dir().canonicalize()?;
        SWEPT.call_once(|| sweep(&parent));
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let folder = parent.join(format!("schwarm-{}-{number}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&folder) {
                Ok(()) => return Ok(Scratch(folder)),
                // An arena of the same number was killed here before.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A process that is just dying may still write: what stays is a file in the folder for such files.
        if fs::remove_dir_all(&self.0).is_err() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// Removes what arenas have left behind that were killed. Folders of other users refuse.
fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let arena = name.to_str().and_then(|name| name.strip_prefix("schwarm-")?.split_once('-'));
        let Some((arena, number)) = arena else { continue };
        let is_ours = [arena, number].iter().all(|part| part.parse::<u64>().is_ok());
        let age = entry.metadata().and_then(|metadata| metadata.modified()).ok().and_then(|then| then.elapsed().ok());
        if is_ours && age.is_some_and(|age| age > OLD) && !Path::new("/proc").join(arena).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The bytes on the disk below a folder; `None` if there are too many files to count.
pub(super) fn used(folder: &Path) -> Option<u64> {
    let (mut bytes, mut seen) = (0_u64, 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            if seen > MOST_FILES {
                return None;
            }
            let Ok(metadata) = entry.metadata() else { continue };
            bytes = bytes.saturating_add(metadata.blocks().saturating_mul(512));
            if metadata.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scratch_folder_is_counted_with_all_below_it_and_goes_with_its_owner() {
        let scratch = Scratch::new().expect("a folder");
        let path = scratch.path().to_path_buf();
        let other = Scratch::new().expect("another");
        assert_ne!(other.path(), path);
        fs::create_dir_all(path.join("a/b")).expect("folders");
        fs::write(path.join("a/b/c"), vec![1; 300_000]).expect("a file");
        assert!(used(&path).is_some_and(|bytes| (300_000..900_000).contains(&bytes)), "{:?}", used(&path));
        drop(scratch);
        assert!(!path.exists());
        assert_eq!(used(&path), Some(0));
    }

    #[test]
    fn only_old_folders_of_arenas_that_no_longer_run_are_swept() {
        let scratch = Scratch::new().expect("a folder");
        let long_ago = std::time::SystemTime::now() - OLD * 2;
        let this = std::process::id();
        let names = [
            "schwarm-4000000000-1".to_string(),
            format!("schwarm-{this}-1"),
            "schwarm-bin".into(),
            "schwarm-a-b".into(),
        ];
        for name in &names {
            let path = scratch.path().join(name);
            fs::create_dir(&path).expect("a folder");
            fs::File::open(&path).and_then(|folder| folder.set_modified(long_ago)).expect("an old folder");
        }
        fs::create_dir(scratch.path().join("schwarm-4000000000-2")).expect("a new folder");
        sweep(scratch.path());
        let left = |name: &str| scratch.path().join(name).exists();
        assert!(!left(&names[0]) && names[1..].iter().all(|name| left(name)) && left("schwarm-4000000000-2"));
    }
}
