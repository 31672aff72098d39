//! The stored games on the command line, over a real store with games of every rule set.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;
mod games;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use common::{Ran, schwarm};
use games::{Folder, fill, of_all_games};
use serde_json::Value;

/// Runs `schwarm records ARGS --data FOLDER`.
fn records(folder: &Path, args: &[&str]) -> Ran {
    records_with(folder, args, "")
}

fn records_with(folder: &Path, args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let words: Vec<&str> =
        ["records"].into_iter().chain(args.iter().copied()).chain(["--data", folder.to_str().unwrap()]).collect();
    schwarm(&words, input)
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn every_command_explains_itself() {
    for command in ["list", "show", "export", "import"] {
        insta::assert_snapshot!(format!("help-{command}"), schwarm(&["records", command, "--help"], "").ok());
    }
}

#[test]
fn export_then_import_into_an_empty_store_gives_the_same_export_byte_for_byte() {
    let full = Folder::new("round-trip");
    fill(full.path());
    for format in ["pgn", "jsonl"] {
        let exported = records(full.path(), &["export", "--format", format]).ok();
        let all = of_all_games().len();
        let found = if format == "pgn" { exported.matches("[Game ").count() } else { exported.lines().count() };
        assert!(found > all, "{found} games for {all} rule sets");
        let empty = Folder::new(&format!("round-trip-{format}"));
        let said = records_with(empty.path(), &["import", "-"], &exported).ok();
        assert_eq!(said, format!("{found} games imported as numbers 1 to {found}\n"));
        for again in ["pgn", "jsonl"] {
            assert_eq!(
                records(empty.path(), &["export", "--format", again]).ok(),
                records(full.path(), &["export", "--format", again]).ok(),
                "imported from {format}, exported as {again}"
            );
        }
    }
}

#[test]
fn the_list_fits_into_a_hundred_columns_and_ends_with_totals() {
    let folder = Folder::new("list");
    fill(folder.path());
    let table = records(folder.path(), &["list"]).ok();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 100), "{table}");
    assert!(!table.chars().any(|c| c.is_control() && c != '\n'), "{table:?}");
    let titles: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(titles, ["id", "match", "game", "players", "result", "plies", "when"]);
    let games = json_lines(&records(folder.path(), &["list", "--json"]).ok());
    assert_eq!(lines.len(), games.len() + 2);
    let count = |result: &str| games.iter().filter(|game| game["result"] == result).count();
    let totals = ["one", "two", "draw", "aborted", "open"].map(|result| format!("{result} {}", count(result)));
    assert_eq!(*lines.last().unwrap(), format!("{} games: {}", games.len(), totals.join(", ")));
    assert!(count("open") == 2 && count("aborted") == 1 && count("one") > 1 && count("two") > 1, "{totals:?}");
    for (line, game) in lines[1..].iter().zip(&games) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], game["id"].to_string(), "{line}");
        assert!(line.contains(&format!(" {}", game["result"].as_str().unwrap())), "{line}");
        assert!(line.contains(&format!(" {} ", game["plies"])), "{line}");
    }
    assert!(lines[1].contains(" first#1 ") && lines[1].contains(" ann - bob "), "{table}");
}

#[test]
fn filters_narrow_the_list_down() {
    let folder = Folder::new("filters");
    fill(folder.path());
    let list = |args: &[&str]| {
        let args: Vec<&str> = ["list", "--json"].into_iter().chain(args.iter().copied()).collect();
        json_lines(&records(folder.path(), &args).ok())
    };
    let all = list(&[]);
    let check = |args: &[&str], passes: &dyn Fn(&Value) -> bool| {
        let wanted: Vec<&Value> = all.iter().filter(|game| passes(game)).collect();
        assert!(!wanted.is_empty() && wanted.len() < all.len(), "{args:?} says nothing");
        assert_eq!(list(args).iter().collect::<Vec<_>>(), wanted, "{args:?}");
    };
    check(&["--game", "hive+mlp"], &|game| game["game"] == "hive+mlp");
    check(&["--game", "Base+MLP"], &|game| game["game"] == "hive+mlp");
    check(&["--player", "bob"], &|game| game["players"].as_array().unwrap().contains(&"bob".into()));
    check(&["--match", "first"], &|game| game["match"] == "first");
    for result in ["one", "two", "aborted", "open"] {
        check(&["--result", result], &|game| game["result"] == result);
    }
    check(&["--after", "5"], &|game| game["id"].as_i64().unwrap() > 5);
    check(&["--after", "5", "--limit", "3"], &|game| (6..=8).contains(&game["id"].as_i64().unwrap()));
    check(&["--result", "one", "--match", "first"], &|game| game["result"] == "one" && game["match"] == "first");
    let table = records(folder.path(), &["list", "--limit", "2", "--after", "3"]).ok();
    assert!(table.ends_with("\nThere are more: --after 5\n"), "{table}");
    assert!(table.contains(&format!("\n{} games: ", all.len())), "{table}");
    assert!(list(&["--player", "nobody"]).is_empty());
    assert_eq!(
        records(folder.path(), &["list", "--player", "nobody"]).ok(),
        "0 games: one 0, two 0, draw 0, aborted 0, open 0\n"
    );
}

#[test]
fn matches_are_listed_with_what_is_finished() {
    let folder = Folder::new("matches");
    let games = fill(folder.path());
    let table = records(folder.path(), &["list", "--matches"]).ok();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[1].contains("first ") && lines[1].contains(" hive ") && lines[1].contains(" ann - bob "), "{table}");
    assert!(lines[1].contains(&format!(" {}/{games} ", games - 1)), "{table}");
    assert_eq!(lines[3], "2 matches");
    let told = json_lines(&records(folder.path(), &["list", "--matches", "--json"]).ok());
    assert_eq!((&told[0]["name"], &told[0]["begun"]), (&"first".into(), &games.into()));
    assert_eq!((&told[0]["finished"], &told[0]["plan"]["game"]), (&(games - 1).into(), &"hive".into()));
    assert_eq!((&told[1]["game"], &told[1]["plan"]["kind"]), (&Value::Null, &"other".into()));
    records(folder.path(), &["list", "--matches", "--game", "hive"]).failed(2);
}

#[test]
fn a_game_is_shown_with_moves_clocks_end_and_board() {
    let folder = Folder::new("show");
    fill(folder.path());
    let text = records(folder.path(), &["show", "1"]).ok();
    for part in ["match    first, game 1\n", "white    ann\n", "black    bob\n", "clock    60+0.1\n", "result   "] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    let titles = text.lines().find(|line| line.starts_with("ply")).unwrap();
    assert_eq!(titles.split_whitespace().collect::<Vec<_>>(), ["ply", "move", "spent", "left", "score"]);
    let whole: Value = serde_json::from_str(&records(folder.path(), &["show", "1", "--json"]).ok()).unwrap();
    let moves = whole["record"]["moves"].as_array().unwrap();
    assert_eq!(whole["plies"], moves.len());
    for (index, played) in moves.iter().enumerate() {
        let start = format!("{:>3}  {} ", index + 1, played["move"].as_str().unwrap());
        assert!(text.lines().any(|line| line.starts_with(&start)), "{start:?} is missing:\n{text}");
    }
    let events = records(folder.path(), &["show", "1", "--events"]).ok();
    assert_eq!(&json_lines(&events), whole["events"].as_array().unwrap());
    assert_eq!(json_lines(&events).len(), moves.len() + 2);

    let board = records(folder.path(), &["show", "1", "--board"]).ok();
    assert!(text.ends_with(&board), "{text}\n{board}");
    let played: Vec<&str> = moves.iter().map(|played| played["move"].as_str().unwrap()).collect();
    assert_eq!(board, schwarm(&["render", "hive", "--moves", &played.join(";")], "").ok());
    let early = records(folder.path(), &["show", "1", "--board", "--ply", "2"]).ok();
    assert_eq!(early, schwarm(&["render", "hive", "--moves", &played[..2].join(";")], "").ok());
    assert!(records(folder.path(), &["show", "1", "--board", "--ply", "999"]).failed(2).contains("plies, not 999"));
    let no = records(folder.path(), &["show", "999"]).failed(1);
    assert!(no.starts_with("error: there is no game 999\n"), "{no}");
}

#[test]
fn the_folder_of_a_failure_is_named_with_its_game() {
    let folder = Folder::new("failure");
    fill(folder.path());
    let games = json_lines(&records(folder.path(), &["list", "--json"]).ok());
    let lost = games.iter().find(|game| game["ending"]["termination"]["by"] == "crash").unwrap();
    let id = lost["id"].to_string();
    let bare = records(folder.path(), &["show", &id]).ok();
    assert!(bare.contains("crashed: exit status 3") && !bare.contains("failure  "), "{bare}");
    let failures = folder.path().join("failures/first");
    let place = lost["place"].as_u64().unwrap();
    let bundle = failures.join(format!("game-{place:06}-try-1-crash"));
    for folder in [&bundle, &failures.join(format!("game-{:06}-try-1-crash", place + 1))] {
        fs::create_dir_all(folder).unwrap();
    }
    let text = records(folder.path(), &["show", &id]).ok();
    assert!(text.contains(&format!("failure  {}\n", bundle.display())), "{text}");
    assert_eq!(text.matches("failure  ").count(), 1);
    let whole: Value = serde_json::from_str(&records(folder.path(), &["show", &id, "--json"]).ok()).unwrap();
    assert_eq!(whole["failures"], serde_json::json!([bundle]));
}

#[test]
fn a_bad_game_is_told_with_its_place_and_the_others_are_imported() {
    let folder = Folder::new("bad");
    let good = "[Game \"piranhas-2019\"]\n[Red \"ann\"]\n[Blue \"bob\"]\n\n1. a4-c4\n2. b0-b2\n*\n\n";
    let over = "[Game \"hive\"]\n[Result \"WhiteWins\"]\n[Termination \"rules\"]\n[Reason \"queen-surrounded\"]\n";
    let text = [
        good,
        &good.replace("b0-b2", "b0-b9"),
        good,
        "[Game \"chess\"]\n\n1. e4 *\n\n",
        "[Red \"nobody\"]\n\n1. a4-c4 *\n\n",
        &format!("{over}\n1. wS1\nWhiteWins\n\n"),
        good,
    ]
    .concat();
    let file = folder.path().join("mixed.pgn");
    fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();

    let dry = records(folder.path(), &["import", "--dry-run", name]);
    assert_eq!(dry.out, "3 games could be imported, 4 bad\n");
    let dry = dry.failed(1);
    assert!(!folder.path().join("schwarm.db").exists());
    let ran = records(folder.path(), &["import", name]);
    assert_eq!(ran.out, "3 games imported as numbers 1 to 3, 4 bad\n");
    let complaints = ran.failed(1);
    assert_eq!(complaints, dry);
    let lines: Vec<&str> = complaints.lines().collect();
    for (line, (place, what)) in lines.iter().zip([
        ("game 2, lines 9 to 15", "move 2: "),
        ("game 4, lines 25 to 27", "unknown game \"chess\""),
        ("game 5, line 31", "no tag says which game this is"),
        ("game 6, lines 33 to 39", "the rules ended it (queen-surrounded), but the game goes on"),
    ]) {
        assert!(line.starts_with(&format!("error: {name}: {place}: ")) && line.contains(what), "{line}");
    }
    assert_eq!(lines.len(), 4, "{complaints}");
    let list = json_lines(&records(folder.path(), &["list", "--json"]).ok());
    assert_eq!(list.len(), 3);
}

#[test]
fn replays_of_the_software_challenge_are_imported_packed_or_not() {
    let folder = Folder::new("replays");
    let folder = folder.path();
    let played = "[Game \"piranhas-2019\"]\n[Red \"ann\"]\n[Blue \"bob\"]\n\n1. a4-c4\n2. b0-b2 *\n";
    let replay = schwarm(&["convert", "--to", "replay"], played).ok();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(replay.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    records_with(folder, &["import", "-"], &replay).ok();
    records_with(folder, &["import", "-"], format!("\u{feff}\n{replay}")).ok();
    records_with(folder, &["import", "-"], &packed).ok();
    let games = json_lines(&records(folder, &["export", "--format", "jsonl"]).ok());
    assert_eq!(games.len(), 3);
    for game in &games {
        assert_eq!(
            (&game["game"], game["moves"].as_array().unwrap().len()),
            (&"piranhas-2019-server".into(), 2),
            "{game}"
        );
    }
    // What is none is told, and nothing of it is kept; damage in a packed file too.
    let bad = records_with(folder, &["import", "-"], "<protocol><room></protocol>").failed(1);
    assert!(bad.contains("game 1"), "{bad}");
    let torn = records_with(folder, &["import", "-"], &packed[..packed.len() / 2]);
    assert!(torn.code != 0 && !torn.err.contains("panicked"), "{}", torn.err);
    assert_eq!(json_lines(&records(folder, &["export", "--format", "jsonl"]).ok()).len(), 3);
}

#[test]
fn a_second_import_doubles_games_unless_known_ones_are_skipped() {
    let folder = Folder::new("known");
    fill(folder.path());
    let exported = records(folder.path(), &["export"]).ok();
    let games = json_lines(&records(folder.path(), &["list", "--json"]).ok()).len();
    let again = |args: &[&str]| records_with(folder.path(), &[&["import", "-"], args].concat(), &exported).ok();
    let none = format!("0 games imported, {games} known already\n");
    assert_eq!(again(&["--skip-known"]), none);
    assert_eq!(again(&["--skip-known", "--dry-run"]), none.replace("imported", "could be imported"));
    assert_eq!(records(folder.path(), &["export"]).ok(), exported);
    // Twins in the file stay twins: what is missing of them is added.
    let one = "[Game \"piranhas-2019\"]\n\n1. a4-c4\n*\n\n";
    let added = |text: String| records_with(folder.path(), &["import", "-", "--skip-known"], text).ok();
    assert_eq!(added(one.repeat(2)), format!("2 games imported as numbers {} to {}\n", games + 1, games + 2));
    assert_eq!(added(one.repeat(3)), format!("1 game imported as number {}, 2 known already\n", games + 3));
    let doubled = games + 3;
    assert!(again(&[]).starts_with(&format!("{games} games imported as numbers {} ", doubled + 1)));
}

#[test]
fn an_export_to_a_file_is_whole_or_not_there() {
    let folder = Folder::new("file");
    fill(folder.path());
    let games = json_lines(&records(folder.path(), &["list", "--json"]).ok()).len();
    let [pgn, jsonl, link, database] =
        ["a.pgn", "a.jsonl", "link.pgn", "schwarm.db"].map(|name| folder.path().join(name));
    let export = |file: &Path| records(folder.path(), &["export", "-o", file.to_str().unwrap()]);
    assert_eq!(export(&pgn).ok(), format!("{games} games in {}\n", pgn.display()));
    assert_eq!(fs::read_to_string(&pgn).unwrap(), records(folder.path(), &["export"]).ok());
    export(&jsonl).ok();
    assert_eq!(json_lines(&fs::read_to_string(&jsonl).unwrap()).len(), games);
    std::os::unix::fs::symlink("target.pgn", &link).unwrap();
    fs::write(folder.path().join("target.pgn"), "old").unwrap();
    export(&link).ok();
    assert!(link.is_symlink());
    assert_eq!(fs::read(folder.path().join("target.pgn")).unwrap(), fs::read(&pgn).unwrap());
    assert!(export(folder.path()).failed(2).contains("it is a folder"));
    export(Path::new("/dev/null")).ok();
    assert!(!Path::new("/dev/null").is_file());

    // A game in the middle that cannot be read stops the export; the file before it stays.
    let before = fs::read(&pgn).unwrap();
    damage(&database);
    let failed = export(&pgn).failed(2);
    assert!(failed.contains("is damaged"), "{failed}");
    assert_eq!(fs::read(&pgn).unwrap(), before);
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let parts: Vec<_> = names.filter(|name| name.to_string_lossy().contains(".part")).collect();
    assert!(parts.is_empty(), "{parts:?}");
}

/// Spoils the last record in a database, byte by byte in the file, as a bad disk would.
fn damage(database: &Path) {
    let mut bytes = fs::read(database).unwrap();
    let wanted = br#"{"game":"hive","start":"default""#;
    let at = bytes.windows(wanted.len()).rposition(|window| window == wanted).expect("the record lies in the file");
    bytes[at] = b'?';
    fs::write(database, bytes).unwrap();
}

#[test]
fn results_of_other_programs_are_measured_by_the_rules() {
    let folder = Folder::new("foreign");
    // A resignation that another program calls a normal end.
    let resigned = "[GameType \"Base\"]\n[White \"ann\"]\n[Result \"WhiteWins\"]\n[Termination \"normal\"]\n\n\
                    1. wS1\n2. bS1 wS1-\nWhiteWins\n\n";
    assert_eq!(records_with(folder.path(), &["import", "-"], resigned).ok(), "1 game imported as number 1\n");
    let told = json_lines(&records(folder.path(), &["list", "--json"]).ok());
    assert_eq!((&told[0]["game"], &told[0]["result"]), (&"hive".into(), &"one".into()));
    assert_eq!(told[0]["ending"]["termination"]["by"], "adjudication");

    // A game the rules end, with nothing but its result: who won must be right, the reason is filled in.
    let ended = decided_game();
    let bare: String = ended
        .lines()
        .filter(|line| !["[Term", "[Reason", "[Scores", "[Rules"].iter().any(|tag| line.starts_with(tag)))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_ne!(bare, ended);
    records_with(folder.path(), &["import", "-"], &bare).ok();
    assert_eq!(records(folder.path(), &["export", "--game", "piranhas-2019"]).ok(), ended);
    let (right, wrong) = if ended.contains("RedWins") { ("RedWins", "BlueWins") } else { ("BlueWins", "RedWins") };
    let (right, wrong) = if ended.contains("1-0") { ("1-0", "0-1") } else { (right, wrong) };
    let (right, wrong) = if ended.contains("0-1") { ("0-1", "1-0") } else { (right, wrong) };
    let lie = bare.replace(right, wrong);
    assert_ne!(lie, bare);
    let complaint = records_with(folder.path(), &["import", "-"], lie).failed(1);
    assert!(complaint.contains("the record says ") && complaint.contains(", the rules say "), "{complaint}");
}

/// A game of Piranhas that the rules end with a winner.
fn decided_game() -> String {
    let decided = (0..50).find_map(|seed| {
        let players = ["ann", "bob"];
        let events = games::play("piranhas-2019", &Default::default(), players, seed, 400, games::Cut::Adjudicated);
        let record = schwarm_play::GameRecord::from_events(&events).unwrap();
        record
            .ending
            .as_ref()
            .is_some_and(|ending| ending.winner.is_some() && ending.outcome.is_some())
            .then_some(record)
    });
    schwarm_play::pgn::write(&decided.expect("one of fifty games has a winner"))
}

#[test]
fn hostile_input_is_told_and_stores_nothing() {
    let folder = Folder::new("hostile");
    for (input, what) in [
        (&b"\x89PNG\r\n\x1a\n\0\0"[..], "not UTF-8"),
        (b"just some prose", "no tag says which game"),
        (b"{\"game\":\"hive\"}", "no game: missing field"),
        (b"{\"game\":\"hive\",\"start\":\"default\",\"players\":[\"a\"],\"moves\":[]}", "no game: "),
        (
            b"{\"game\":\"hive\",\"start\":{\"position\":\"\x1b[2J\"},\"players\":[\"a\",\"b\"],\"moves\":[]}",
            "no game: ",
        ),
        (
            b"{\"game\":\"hive\",\"start\":{\"position\":\"x\"},\"players\":[\"a\",\"b\"],\"moves\":[]}",
            "start of the game: ",
        ),
    ] {
        let ran = records_with(folder.path(), &["import", "-"], input);
        assert!(ran.out.starts_with("0 games imported, "), "{}", ran.out);
        let complaint = ran.failed(1);
        assert!(complaint.starts_with("error: standard input: game 1, line 1: "), "{complaint}");
        assert!(complaint.contains(what) && !complaint.contains('\x1b'), "{what}: {complaint}");
    }
    let deep = format!("{{\"game\":{}", "[".repeat(100_000));
    records_with(folder.path(), &["import", "-"], deep).failed(1);
    assert_eq!(records_with(folder.path(), &["import", "-"], "").ok(), "0 games imported\n");
    assert_eq!(records(folder.path(), &["list", "--json"]).ok(), "");
}

#[test]
fn wrong_usage_is_explained() {
    let folder = Folder::new("usage");
    let missing = folder.path().join("no.pgn");
    let typo = records(folder.path(), &["list"]).failed(2);
    assert!(typo.contains("no games are kept in ") && typo.contains("--data DIR"), "{typo}");
    assert!(!folder.path().join("schwarm.db").exists(), "asking makes no database");
    let unread = records(folder.path(), &["import", "-", missing.to_str().unwrap()]).failed(2);
    assert!(unread.contains("no.pgn") && unread.contains("Nothing was imported."), "{unread}");
    let unknown = records(folder.path(), &["list", "--game", "hvie"]).failed(2);
    assert!(unknown.contains("did you mean hive?"), "{unknown}");
    records(folder.path(), &["list", "--result", "won"]).failed(2);
    records(folder.path(), &["list", "--database", "x.db"]).failed(2);
    fs::write(folder.path().join("schwarm.db"), "this is no database\n".repeat(500)).unwrap();
    let foreign = records(folder.path(), &["list"]).failed(2);
    assert!(foreign.contains("schwarm.db is no database of Schwarm"), "{foreign}");
}

#[test]
fn the_environment_names_the_place_and_arguments_are_stronger() {
    let [here, there] = ["env-here", "env-there"].map(Folder::new);
    fill(here.path());
    let run = |variables: &[(&str, &Path)], args: &[&str]| {
        let mut command = common::command(&[&["records", "list", "--limit", "0"], args].concat());
        for name in ["SCHWARM_DATA", "SCHWARM_DATABASE"] {
            command.env_remove(name);
        }
        command.env("XDG_DATA_HOME", there.path()).env("HOME", there.path());
        command.envs(variables.iter().copied()).output().unwrap().status.code()
    };
    let (file, none) = (here.path().join("schwarm.db"), there.path().join("none.db"));
    assert_eq!(run(&[], &[]), Some(2));
    assert_eq!(run(&[("SCHWARM_DATA", here.path())], &[]), Some(0));
    assert_eq!(run(&[("SCHWARM_DATABASE", &file)], &[]), Some(0));
    assert_eq!(run(&[("SCHWARM_DATA", there.path()), ("SCHWARM_DATABASE", &file)], &[]), Some(0));
    assert_eq!(run(&[("SCHWARM_DATABASE", &none)], &["--data", here.path().to_str().unwrap()]), Some(0));
    assert_eq!(run(&[("SCHWARM_DATA", there.path())], &["--database", file.to_str().unwrap()]), Some(0));
    fs::create_dir(there.path().join("schwarm")).unwrap();
    fs::copy(&file, there.path().join("schwarm/schwarm.db")).unwrap();
    assert_eq!(run(&[], &[]), Some(0));
}
