//! `schwarm play` with scripted input.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;

use common::{fresh_file, schwarm, some_game};

fn play(args: &[&str], input: &str) -> String {
    let args: Vec<_> = ["play"].iter().chain(args).copied().collect();
    let text = schwarm(&args, input).ok();
    assert!(!text.contains('\x1b'), "no colour without a terminal");
    text
}

#[test]
fn a_whole_game_pasted_at_once_plays_to_its_end() {
    // The seeds give short games of Hive; chance can take a thousand plies there.
    for (game, notation, seed) in [
        ("piranhas-2019", "standard", 3),
        ("ostseeschach-2022", "standard", 3),
        ("hive", "sandbox", 8),
        ("hive+mlp", "standard", 5),
    ] {
        let (moves, answer) = some_game(game, notation, seed, usize::MAX);
        let numbered: String = moves.iter().enumerate().map(|(index, mv)| format!("{}. {mv} ", index + 1)).collect();
        for pasted in [moves.join("\n"), moves.join(";"), moves.join(" ; "), numbered] {
            let text = play(&[game], &format!("{pasted}\nposition\n"));
            assert!(!text.contains("error:"), "{game}: {text}");
            assert!(text.contains(" wins: ") || text.contains("A draw: "), "{game}: {text}");
            assert!(text.contains("`new`") && text.contains("`undo`") && text.contains("`save FILE`"));
            assert!(text.lines().any(|line| Some(line) == answer["position"].as_str()), "{game}: {text}");
        }
    }
}

#[test]
fn moves_without_blanks_may_be_separated_by_them() {
    let text = play(&["piranhas-2019"], "a4-c4 b0-b2, a5-c5\n");
    assert!(text.contains("1. red a4-c4\n2. blue b0-b2\n3. red a5-c5\n"), "{text}");
    let text = play(&["hive-2020", "--setup", "-4,-1 0,-3 4,1"], "Q@-3,3 ; q@-3,2\nundo\n");
    assert!(text.contains("1. red Q@-3,3\n2. blue Q@-3,2\nTook back one ply.\n"), "{text}");
}

#[test]
fn the_first_illegal_move_of_a_list_is_named_and_the_rest_kept() {
    let text = play(&["piranhas-2019"], "a4-c4; b0-b2; a4-c4; b9-b7\nhistory\n");
    assert!(text.contains("error: move 3 of the list: move \"a4-c4\" is not legal: "), "{text}");
    assert!(text.contains("Played: the 2 before it."), "{text}");
    assert!(text.contains("Red to move after 2 plies."), "{text}");
}

#[test]
fn a_single_illegal_move_names_the_broken_rule() {
    let text = play(&["piranhas-2019"], "a4-a5\n");
    assert!(text.contains("error: move \"a4-a5\" is not legal: ") && text.contains(']'), "{text}");
    let text = play(&["hive"], "wQ\nwS1 -bS1\nbS1\nwS1\n");
    assert_eq!(text.matches("error: ").count(), 3, "{text}");
    assert!(text.contains("1. white wS1"), "{text}");
}

#[test]
fn undo_takes_back_one_ply_between_people_and_two_against_the_random_mover() {
    let text = play(&["piranhas-2019"], "a4-c4;b0-b2;a5-c5\nundo\nundo 2\nundo\n");
    assert!(text.contains("Took back one ply.\nTook back 2 plies.\nerror: there is nothing to take back\n"), "{text}");
    let text = play(&["piranhas-2019", "--against", "random", "--seed", "1"], "a4-c4\nundo\n");
    assert!(text.contains("2. blue ") && text.contains("Took back 2 plies."), "{text}");
    assert!(text.ends_with("Red to move after 0 plies.\n"), "{text}");
}

#[test]
fn the_random_mover_repeats_itself_by_seed_and_begins_where_it_must() {
    let args = ["piranhas-2026", "--against", "random", "--side", "Blue", "--seed", "7"];
    let text = play(&args, "moves\n");
    assert!(text.contains("You play blue; seed 7.") && text.contains("1. red "), "{text}");
    assert_eq!(text, play(&args, "moves\n"));
    assert!(text.ends_with("Blue to move after 1 ply.\n"), "{text}");
}

#[test]
fn a_saved_game_is_loaded_again() {
    let file = fresh_file("saved game.txt");
    let name = file.to_str().unwrap();
    let saved =
        play(&["piranhas-2019", "--setup", "seed:5"], &format!("a4-c4;b0-b2\nposition\nsave {name}\nsave {name}\n"));
    assert_eq!(saved.matches("Saved to").count(), 2, "a saved game may be saved again: {saved}");
    let position = saved.lines().find(|line| line.ends_with(" r 2")).unwrap();
    let loaded = play(&["ostseeschach-2022"], &format!("load {name}\nposition\nundo\n"));
    assert!(loaded.contains(position) && loaded.contains("Took back one ply."), "{loaded}");
    assert!(fs::read_to_string(&file).unwrap().starts_with("# schwarm game\ngame piranhas-2019\nsetup "));
}

#[test]
fn a_game_from_the_middle_and_a_hive_game_survive_a_file() {
    let file = fresh_file("middle.txt");
    let name = file.to_str().unwrap();
    let middle = ".bbbbbbbb./r........r/..r......r/r.r..O...r/r........r/.........r/r.b.O.r.../r........b/r........r/.b.bbbb.b. b 5";
    let saved = play(&["piranhas-2019", "--position", middle], &format!("b0-b2\nposition\nsave {name}\n"));
    let position = saved.lines().find(|line| line.ends_with(" r 6")).unwrap_or_else(|| panic!("{saved}"));
    assert!(play(&["hive"], &format!("load {name}\nposition\n")).contains(position));
    let saved = play(&["hive+m,repetition=off"], &format!("wS1;bS1 wS1-\nsave {name}\n"));
    assert!(saved.contains("Saved"), "{saved}");
    let loaded = play(&["piranhas-2019"], &format!("load {name}\nposition\n"));
    assert!(loaded.contains("(hive+m,repetition=off)"), "{loaded}");
    assert!(loaded.contains("Base+M;InProgress;White[2];wS1;bS1 wS1-"), "{loaded}");
}

#[test]
fn foreign_files_are_loaded_or_refused_by_line() {
    let file = fresh_file("foreign.txt");
    let name = file.to_str().unwrap();
    let load = |content: &str| {
        fs::write(&file, content).unwrap();
        play(&["piranhas-2019"], &format!("a1-c1\nload {name}\n"))
    };
    assert!(load("a4-c4\nb0-b2\n").ends_with("Red to move after 2 plies.\n"));
    assert!(load("1. a4-c4 2. b0-b2 3. a5-c5").ends_with("Blue to move after 3 plies.\n"));
    assert!(load("\n.bbbbbbbb./r........r/r........r/r........r/r..O.....r/r........r/r......O.r/r........r/r........r/.bbbbbbbb. r 0\n").ends_with("Red to move after 0 plies.\n"));
    assert!(load("").ends_with("Red to move after 0 plies.\n"));
    for (content, complaint) in [
        ("a4-c4\n\na4-c4\n", "line 3: move \"a4-c4\" is not legal"),
        ("# x\ngame piranas-2019\n", "line 2: unknown game"),
        ("game piranhas-2019\nsetup x\n", "line 2: cannot read setup"),
        ("a4-c4\nsetup d5 h3\n", "line 2: `setup` must stand before"),
        ("a4-c4\nhello\n", "line 2: cannot read move"),
    ] {
        let text = load(content);
        assert!(text.contains(complaint), "{content:?}: {text}");
        assert!(text.ends_with("Blue to move after 1 ply.\n"), "the game at the table stays: {text}");
    }
    fs::write(&file, [0xff, 0xfe, 0x00]).unwrap();
    assert!(
        play(&["piranhas-2019"], &format!("load {name}\nsave {name}\nload\nsave\nload /no/such/file\n"))
            .matches("error: ")
            .count()
            == 5
    );
    assert_eq!(fs::read(&file).unwrap(), [0xff, 0xfe, 0x00], "what is no saved game is not overwritten");
}

#[test]
fn a_pasted_position_or_game_string_is_set_up() {
    let text = play(&["piranhas-2019"], "Base+MLP;InProgress;White[2];wS1;bS1 wS1-\nposition\n");
    assert!(text.contains("(hive+mlp)") && text.contains("White to move after 2 plies."), "{text}");
    let text = play(&["hive"], "Base;InProgress;White[2];wS1;bS1 wS9-\n");
    assert!(
        text.contains("error: move 2 of the position") && text.ends_with("White to move after 0 plies.\n"),
        "{text}"
    );
    let position = "r.........".to_string() + &"/..........".repeat(8) + "/r........b b 3";
    let text = play(&["piranhas-2019"], &format!("{position}\nposition\n"));
    assert_eq!(text.matches(&position).count(), 1, "{text}");
}

#[test]
fn orders_answer_without_touching_the_game() {
    let text = play(&["piranhas-2019"], "help\nmoves a4\nMOVES\nboard\nmvoes\nnew backgammon\nundo x\n\n  \n");
    for part in ["save FILE", "a4-c4", "of 4", "legal moves.", "did you mean moves?", "unknown game", "`undo 2`"] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    assert!(text.ends_with("Red to move after 0 plies.\n"), "{text}");
}

#[test]
fn resigning_ends_the_game_until_it_is_undone() {
    let text = play(&["piranhas-2019"], "resign\na4-c4\nmoves\nundo\na4-c4\nquit\na5-c5\n");
    assert!(text.contains("Blue wins: red has resigned."), "{text}");
    assert!(text.contains("error: the game is over"), "{text}");
    assert!(text.ends_with("The resignation is taken back.\n1. red a4-c4\nGoodbye.\n"), "{text}");
}

#[test]
fn new_begins_again_elsewhere_or_otherwise() {
    let text = play(&["piranhas-2019"], "a4-c4\nnew\nposition\nnew seed:9\nposition\nnew ostseeschach-2022\n");
    let positions: Vec<_> = text.lines().filter(|line| line.ends_with(" r 0")).collect();
    assert_eq!(positions.len(), 2, "{text}");
    assert_ne!(positions[0], positions[1]);
    assert!(text.contains("(ostseeschach-2022)"), "{text}");
}

#[test]
fn without_a_game_a_menu_asks() {
    let text = schwarm(&["play"], "999\npiranas-2019\npiranhas-2019\nrandm\nrandom\nblue\nquit\n").ok();
    for part in [
        "Which game?",
        "There is no game 999",
        "did you mean piranhas-2019?",
        "Against whom?",
        "did you mean random?",
        "You play blue",
        "Goodbye.",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    let first = schwarm(&["play", "--against", "person"], "1\nwS1\n").ok();
    assert!(first.contains("1. white wS1"), "{first}");
    for input in ["", "quit\n", "1\n", "1\nq\n"] {
        schwarm(&["play"], input).ok();
    }
}

#[test]
fn what_cannot_be_played_is_said_at_once() {
    for args in [
        &["play", "chess"][..],
        &["play", "piranhas-2019", "--setup", "x"],
        &["play", "piranhas-2019", "--position", "x"],
        &["play", "piranhas-2019", "--notation", "sandbox"],
        &["play", "piranhas-2019", "--side", "red"],
        &["play", "--setup", "x"],
    ] {
        schwarm(args, "").failed(2);
    }
}

#[test]
fn hostile_lines_do_not_end_the_talk() {
    let mut input = b"\xff\xfe\x00\n\0\n".to_vec();
    input.extend(vec![b'x'; 2 << 20]);
    input.extend(b"\n;;;;\n, , ,\n1. 2. 3.\nundo 99999999999999999999\nmoves \xf0\x9f\x90\x9f\na4-c4\n");
    let text = schwarm(&["play", "piranhas-2019"], input).ok();
    assert!(text.contains("1. red a4-c4"), "{text}");
}
