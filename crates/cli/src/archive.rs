//! Archives of bots (`.tar.gz`): looked through before they are taken in, and unpacked on the machines that play.
//!
//! What must hold: nothing is written outside of the folder, whatever the names in an archive say; links are refused; bytes and
//! files are bounded while they are read, not after. A worker checks an archive again, whoever checked it before.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use tar::{Archive, EntryType};

/// How much of everything an archive may have.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of the archive itself.
    pub packed: u64,
    /// Bytes of all files in it.
    pub unpacked: u64,
    /// Files and folders.
    pub entries: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { packed: 256 << 20, unpacked: 1 << 30, entries: 10_000 }
    }
}

/// What is wrong with an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is larger than allowed.
    #[error("the archive has {found} bytes; at most {most} are taken")]
    Large {
        /// Its bytes.
        found: u64,
        /// The bound.
        most: u64,
    },
    /// It unpacks to more than allowed.
    #[error("the archive holds more than {0} bytes")]
    Unpacked(u64),
    /// It has more files than allowed.
    #[error("the archive holds more than {0} files and folders")]
    Entries(u64),
    /// A name leads outside.
    #[error("{0:?} in the archive leads out of its folder: names must be relative, without `..`")]
    Outside(String),
    /// Something that is neither a file nor a folder.
    #[error("{0:?} in the archive is a link or a device: only files and folders are taken")]
    Kind(String),
    /// It is none.
    #[error("this is no archive (.tar.gz): {0}")]
    Damaged(String),
    /// It is another one than was said.
    #[error("the archive is another one: its SHA-256 is {found}, expected {wanted}")]
    Sum {
        /// What it is.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Counts what is read and stops when it is too much.
struct Counted<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| io::Error::other(TOO_MUCH))?;
        Ok(read)
    }
}

const TOO_MUCH: &str = "too many bytes";

/// Looks through an archive, and unpacks it where a folder is named.
///
/// # Errors
/// At the first thing that is wrong. What was unpacked until then stays: unpack into a folder that can be thrown away.
pub fn look_through(packed: impl Read, bounds: Bounds, to: Option<&Path>) -> Result<(), ArchiveError> {
    // Heads and padding of a million small files are bytes, too.
    let room = bounds.unpacked + 2048 * bounds.entries + 10_240;
    let mut archive = Archive::new(Counted { inner: GzDecoder::new(packed), left: room });
    let damaged = |error: io::Error| match error.to_string().contains(TOO_MUCH) {
        true => ArchiveError::Unpacked(bounds.unpacked),
        false => ArchiveError::Damaged(error.to_string()),
    };
    let (mut entries, mut bytes) = (0, 0_u64);
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        entries += 1;
        if entries > bounds.entries {
            return Err(ArchiveError::Entries(bounds.entries));
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let path = inside(&name).ok_or_else(|| ArchiveError::Outside(name.clone()))?;
        bytes = bytes.saturating_add(entry.size());
        if bytes > bounds.unpacked {
            return Err(ArchiveError::Unpacked(bounds.unpacked));
        }
        match entry.header().entry_type() {
            EntryType::Directory => {
                if let Some(folder) = to {
                    fs::create_dir_all(folder.join(path))?;
                }
            }
            EntryType::Regular => {
                let mode = entry.header().mode().unwrap_or(0);
                match to {
                    Some(folder) => write(&mut entry, &folder.join(path), mode & 0o111 != 0).map_err(|error| {
                        match error.to_string().contains(TOO_MUCH) {
                            true => ArchiveError::Unpacked(bounds.unpacked),
                            false => ArchiveError::Io(error),
                        }
                    })?,
                    None => drop(io::copy(&mut entry, &mut io::sink()).map_err(damaged)?),
                }
            }
            EntryType::XGlobalHeader => {}
            _ => return Err(ArchiveError::Kind(name)),
        }
    }
    match entries {
        0 => Err(ArchiveError::Damaged("it is empty".into())),
        _ => Ok(()),
    }
}

/// The path of a name that stays inside; the folder itself is the empty one.
fn inside(name: &str) -> Option<PathBuf> {
    // What another system takes for a way out is none here either.
    if name.contains(['\\', '\0', ':']) {
        return None;
    }
    let mut path = PathBuf::new();
    for component in Path::new(name).components() {
        match component {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

fn write(from: &mut impl Read, to: &Path, is_program: bool) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    // A second entry of the name does not get through a first one.
    let mut file = File::options().write(true).create_new(true).open(to)?;
    io::copy(from, &mut file)?;
    #[cfg(unix)]
    if is_program {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o755))?;
    }
    #[cfg(not(unix))]
    let _ = is_program;
    Ok(())
}

/// SHA-256 and length of a file, if it is not too large.
///
/// # Errors
/// When it is, or cannot be read.
pub fn sum_of(path: &Path, bounds: Bounds) -> Result<(String, u64), ArchiveError> {
    let length = fs::metadata(path)?.len();
    if length > bounds.packed {
        return Err(ArchiveError::Large { found: length, most: bounds.packed });
    }
    let mut file = File::open(path)?.take(bounds.packed);
    let (mut sum, mut buffer, mut read) = (Sha256::new(), vec![0; 1 << 16], 0);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => {
                sum.update(&buffer[..count]);
                read += count as u64;
            }
        }
    }
    Ok((sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect(), read))
}

/// Unpacks an archive whose sum is known into a folder that is not there yet; it is there whole or not at all.
///
/// # Errors
/// When it is another archive, or something in it is wrong.
pub fn unpack(archive: &Path, wanted: &str, folder: &Path, bounds: Bounds) -> Result<(), ArchiveError> {
    let (found, _) = sum_of(archive, bounds)?;
    if found != wanted {
        return Err(ArchiveError::Sum { found, wanted: wanted.to_string() });
    }
    let making = folder.with_extension(format!("making-{}", std::process::id()));
    let _ = fs::remove_dir_all(&making);
    fs::create_dir_all(&making)?;
    let unpacked = look_through(File::open(archive)?, bounds, Some(&making));
    if let Err(error) = unpacked {
        let _ = fs::remove_dir_all(&making);
        return Err(error);
    }
    match fs::rename(&making, folder) {
        Ok(()) => Ok(()),
        // Another worker of this machine was faster.
        Err(_) if folder.is_dir() => Ok(fs::remove_dir_all(&making)?),
        Err(error) => Err(error.into()),
    }
}

/// Writes all bytes and makes sure that they are on the disk.
///
/// # Errors
/// When they are not.
pub fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let half = path.with_extension("half");
    let mut file = File::create(&half)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&half, path)?;
    // The name is on the disk when its folder is.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use tar::{Builder, Header};

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("schwarm-archive-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    /// An archive whose names are written as they are, good or not.
    fn archive(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
        let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (name, kind, bytes) in entries {
            let mut header = Header::new_gnu();
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_entry_type(*kind);
            header.set_size(bytes.len() as u64);
            header.set_mode(0o755);
            if *kind == EntryType::Symlink {
                header.set_link_name("/etc").unwrap();
            }
            header.set_cksum();
            builder.append(&header, *bytes).unwrap();
        }
        builder.into_inner().unwrap().finish().unwrap()
    }

    #[test]
    fn a_good_archive_is_unpacked_once() {
        let folder = folder("good");
        let packed = archive(&[
            ("./", EntryType::Directory, b""),
            ("./bot/run.sh", EntryType::Regular, b"#!/bin/sh"),
            ("bot/data", EntryType::Regular, b"7"),
        ]);
        let file = folder.join("bot.tar.gz");
        fs::write(&file, &packed).unwrap();
        let (sum, length) = sum_of(&file, Bounds::default()).unwrap();
        assert_eq!(length, packed.len() as u64);
        let to = folder.join("there");
        for _ in 0..2 {
            unpack(&file, &sum, &to, Bounds::default()).unwrap();
        }
        assert_eq!(fs::read_to_string(to.join("bot/data")).unwrap(), "7");
        let other = unpack(&file, &"0".repeat(64), &folder.join("other"), Bounds::default()).unwrap_err();
        assert!(matches!(other, ArchiveError::Sum { .. }), "{other}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_that_lead_outside_links_and_devices_are_refused() {
        let folder = folder("bad");
        for name in ["../evil", "a/../../evil", "/etc/evil", "a/../..", "..", "a\\..\\..\\evil", "C:evil"] {
            let packed = archive(&[("good", EntryType::Regular, b"1"), (name, EntryType::Regular, b"evil")]);
            let error = look_through(&packed[..], Bounds::default(), Some(&folder.join("to"))).unwrap_err();
            assert!(matches!(&error, ArchiveError::Outside(named) if named == name), "{name}: {error}");
            fs::remove_dir_all(folder.join("to")).unwrap();
        }
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Char, EntryType::Fifo] {
            let packed = archive(&[("link", kind, b"")]);
            let error = look_through(&packed[..], Bounds::default(), Some(&folder.join("to"))).unwrap_err();
            assert!(matches!(error, ArchiveError::Kind(_)), "{kind:?}: {error}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing was written beside the folder");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_archive_of_ten_gigabytes_is_refused_before_they_are_there() {
        let folder = folder("large");
        // As it is: a file with a hole takes no room.
        let file = folder.join("large.tar.gz");
        File::create(&file).unwrap().set_len(10 << 30).unwrap();
        assert!(matches!(sum_of(&file, Bounds::default()), Err(ArchiveError::Large { .. })));
        // By what its head says.
        let mut header = Header::new_gnu();
        header.set_path("huge").unwrap();
        header.set_size(10 << 30);
        header.set_entry_type(EntryType::Regular);
        header.set_cksum();
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(header.as_bytes()).unwrap();
        let packed = packed.finish().unwrap();
        let error = look_through(&packed[..], Bounds::default(), Some(&folder)).unwrap_err();
        assert!(matches!(error, ArchiveError::Unpacked(_)), "{error}");
        assert!(!folder.join("huge").exists());
        // And by what comes out of few bytes: zeros pack well, whether in one file or in many.
        let bounds = Bounds { unpacked: 1 << 20, entries: 100, ..Bounds::default() };
        let zeros = vec![0; 300 << 10];
        let many = archive(&[
            ("a", EntryType::Regular, &zeros),
            ("b", EntryType::Regular, &zeros),
            ("c", EntryType::Regular, &zeros),
            ("d", EntryType::Regular, &zeros),
        ]);
        assert!(many.len() < 20_000);
        assert!(matches!(look_through(&many[..], bounds, None), Err(ArchiveError::Unpacked(_))));
        let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..20 {
            bomb.write_all(&vec![0; 1 << 20]).unwrap();
        }
        let bomb = bomb.finish().unwrap();
        assert!(look_through(&bomb[..], bounds, None).is_err());
        let names: Vec<String> = (0..101).map(|number| number.to_string()).collect();
        let files: Vec<(&str, EntryType, &[u8])> =
            names.iter().map(|name| (name.as_str(), EntryType::Regular, &b""[..])).collect();
        assert!(matches!(look_through(&archive(&files)[..], bounds, None), Err(ArchiveError::Entries(100))));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_archive_is_told_so() {
        for bytes in [&b""[..], b"PK\x03\x04", b"\x1f\x8b\x08"] {
            assert!(matches!(look_through(bytes, Bounds::default(), None), Err(ArchiveError::Damaged(_))));
        }
    }
}
