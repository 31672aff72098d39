//! Real games of boardspace and of the viewers, where they are at hand: they may not be copied.
//!
//! The folder is named by `SCHWARM_HIVE_GAMES`; without that a folder beside the checkout is
//! looked for. Every game must be there as `NAME.sgf` and as `NAME.pgn`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use schwarm_core::{Rulebook, Setup};
use schwarm_play::foreign::{self, Format, Imported};
use schwarm_play::{GameRecord, Termination};

fn open(id: &str) -> Result<Box<dyn Rulebook>, String> {
    schwarm_catalog::open(id).map_err(|error| error.to_string())
}

fn folder() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/hive-games"));
    let folder = std::env::var_os("SCHWARM_HIVE_GAMES").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// The files of the folder by name, each as SGF and as PGN.
fn pairs() -> Option<BTreeMap<String, [String; 2]>> {
    let Some(folder) = folder() else {
        println!("SKIPPED: no real Hive games here; name their folder in SCHWARM_HIVE_GAMES to check the importers");
        return None;
    };
    let mut pairs: BTreeMap<String, [String; 2]> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("an entry").path();
        let which = match path.extension().and_then(|ending| ending.to_str()) {
            Some("sgf") => 0,
            Some("pgn") => 1,
            _ => continue,
        };
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&fs::read(&path).expect("the file can be read")).into_owned();
        pairs.entry(name).or_default()[which] = text;
    }
    assert!(pairs.len() >= 6, "only {} games were found", pairs.len());
    Some(pairs)
}

fn games(name: &str, text: &str) -> Vec<Imported> {
    foreign::read(text, None, &open).map(|game| game.unwrap_or_else(|error| panic!("{name}: {error}"))).collect()
}

fn texts(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|played| played.text.as_str()).collect()
}

#[test]
fn both_files_of_a_game_tell_the_same() {
    let Some(pairs) = pairs() else { return };
    for (name, [sgf, pgn]) in &pairs {
        assert_eq!(Format::detect(sgf), Ok(Format::Sgf), "{name}");
        assert_eq!(Format::detect(pgn), Ok(Format::ViewerPgn), "{name}");
        let (trees, viewed) = (games(name, sgf), games(name, pgn));
        let two = &viewed[0].record;
        assert_eq!(viewed.len(), 1, "{name}");
        // A file may tell its game twice.
        for Imported { record: one, .. } in &trees {
            assert_eq!(texts(one), texts(two), "{name}");
            assert_eq!(one.game, two.game, "{name}");
            assert_eq!(one.players, two.players, "{name}");
            let winner = |record: &GameRecord| record.ending.as_ref().map(|ending| ending.winner);
            assert_eq!(winner(one), winner(two), "{name}");
            for tag in ["Date", "SgfDate", "SgfGameName"] {
                assert_eq!(one.tags.get(tag), two.tags.get(tag), "{name}: {tag}");
            }
        }
    }
}

#[test]
fn a_game_in_which_only_the_stones_repeat_needs_no_option() {
    let Some(pairs) = pairs() else { return };
    let (name, [sgf, _]) = pairs.iter().find(|(name, _)| name.contains("kearf29")).expect("the game of kearf29");
    let Imported { record, remarks } = games(name, sgf).remove(0);
    // The same pieces lie on the same cells three times, with the same side to move. But the first
    // time another piece had just moved, and the pillbug makes that a part of the position.
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut session = open("hive+p,repetition=off").expect("rules").start(Setup::Default).expect("a start");
    let mut keys: BTreeMap<u64, usize> = BTreeMap::new();
    for played in &record.moves {
        session.play(&played.text).expect("legal");
        let board = session.board().expect("Hive has one");
        let stones = format!("{} {:?}", board.split('|').next().unwrap_or_default(), session.side_to_move());
        *seen.entry(stones).or_default() += 1;
        *keys.entry(session.key()).or_default() += 1;
    }
    assert_eq!((seen.values().max(), keys.values().max()), (Some(&3), Some(&2)));
    assert_eq!((record.game.as_str(), &remarks[..], record.moves.len()), ("hive+p", &[][..], 140));
    assert_eq!(record.ending.expect("it ended").termination, Termination::Rules);
    assert_eq!((&record.tags["WhiteElo"][..], &record.tags["WhiteTime"][..]), ("1500", "0:23:19"));
}

#[test]
fn every_real_game_goes_through_every_format() {
    let Some(pairs) = pairs() else { return };
    for (name, [sgf, _]) in &pairs {
        let record = games(name, sgf).remove(0).record;
        for format in Format::ALL {
            let written = foreign::write(&record, format, &open).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut back = games(name, &written.text);
            assert_eq!(back.len(), 1, "{name} as {format}");
            let back = back.remove(0).record;
            assert_eq!((texts(&back), &back.game), (texts(&record), &record.game), "{name} as {format}");
            if matches!(format, Format::Pgn | Format::Json | Format::Sgf) {
                assert_eq!((written.losses, &back), (Vec::new(), &record), "{name} as {format}");
            }
        }
    }
}
