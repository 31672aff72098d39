//! Puzzles over the wire: the set that comes with the program, pages without scripts, what a try is answered with, attacks.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::collections::BTreeSet;

use client::{Arena, Browser, Definition, fresh_file, generous};
use html::Page;
use schwarm_play::{Origin, Puzzle, Stop};
use schwarm_web::puzzles::{day_of, of_day, shipped};
use schwarm_web::words::Lang;
use schwarm_web::{Bounds, Provers, Rate};
use serde_json::{Value, json};

/// Nodes the slow prover of tests may take.
const NODES: u64 = 20_000;

fn arena() -> Arena {
    Arena::with(Bounds { proof_nodes: NODES, ..generous() })
}

/// The shortest puzzle of a game.
fn short(game: &str) -> &'static Puzzle {
    let all = shipped().iter().filter(|puzzle| puzzle.game == game);
    all.min_by_key(|puzzle| (puzzle.plies, puzzle.position.len())).unwrap()
}

fn attempt(browser: &mut Browser, puzzle: &Puzzle, moves: &[String]) -> Value {
    browser.post(&format!("/api/puzzles/{}/try", puzzle.id), json!({ "moves": moves })).ok()
}

fn legal(puzzle: &Puzzle) -> Vec<String> {
    let rules = schwarm_catalog::open(&puzzle.game).unwrap();
    rules.from_position(&puzzle.position).unwrap().legal_moves()
}

/// A server with puzzles of its own.
fn with_puzzles(puzzles: &[Puzzle], bounds: Bounds) -> Arena {
    let file = fresh_file();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = schwarm_store::open(file.to_str().unwrap()).await.unwrap();
        assert_eq!(store.keep_puzzles(None, puzzles).await, Ok(puzzles.len() as u64));
        store.close().await.unwrap();
    });
    Arena::over(file, bounds)
}

fn own(position: &str, game: &str, players: [&str; 2]) -> Puzzle {
    Puzzle {
        id: Puzzle::id_of(game, position),
        game: game.into(),
        position: position.into(),
        plies: 3,
        line: vec!["<b>".into(); 3],
        rating: 1,
        from: Origin { players: players.map(str::to_string), event: String::new(), ply: 7, game: None },
    }
}

#[test]
fn the_set_has_puzzles_of_every_game_and_all_lines_win() {
    for game in ["hive", "hive+mlp", "hive-classic", "hive-2020", "piranhas-2019", "piranhas-2026", "ostseeschach-2022"]
    {
        let count = shipped().iter().filter(|puzzle| puzzle.game == game).count();
        assert!(count >= 5, "{count} puzzles of {game}");
    }
    let lines = include_str!("../puzzles/set.jsonl").lines().count();
    assert_eq!(shipped().len(), lines, "every line is a puzzle");
    assert_eq!(shipped().iter().map(|puzzle| &puzzle.id).collect::<BTreeSet<_>>().len(), lines, "and another one");
    for puzzle in shipped() {
        let rules = schwarm_catalog::open(&puzzle.game).unwrap();
        assert_eq!(puzzle.check(&*rules), Ok(()), "{puzzle:?}");
    }
}

#[test]
fn every_puzzle_of_the_set_is_solved_by_its_line_against_the_defence() {
    let arena = arena();
    let mut browser = Browser { lang: "cs", ..arena.browser() };
    for puzzle in shipped() {
        let mut moves: Vec<String> = Vec::new();
        loop {
            moves.push(puzzle.line[moves.len()].clone());
            let told = attempt(&mut browser, puzzle, &moves);
            assert_eq!(told["good"], true, "{puzzle:?} {told}");
            assert!(!told["words"].as_str().unwrap().contains('⟦'), "{told}");
            let shown = told["shown"].as_array().unwrap();
            assert!(shown.iter().all(|it| it["last"]["words"].as_str().unwrap().ends_with('.')), "{told}");
            moves = serde_json::from_value(told["moves"].clone()).unwrap();
            assert_eq!(moves, puzzle.line[..moves.len()]);
            if told["verdict"] == "solved" {
                assert!(told["ending"].is_string(), "{told}");
                assert_eq!(moves, puzzle.line);
                break;
            }
            assert_eq!(told["verdict"], "right");
            let hint = browser.post(&format!("/api/puzzles/{}/hint", puzzle.id), json!({ "moves": moves })).ok();
            assert!(!hint["words"].as_str().unwrap().contains('⟦'), "{hint}");
        }
    }
}

#[test]
fn every_other_first_move_is_answered_and_none_is_called_right() {
    let arena = arena();
    let mut browser = arena.browser();
    for game in ["ostseeschach-2022", "piranhas-2019"] {
        let puzzle = short(game);
        let mut refuted = 0;
        for mv in legal(puzzle).into_iter().filter(|mv| *mv != puzzle.line[0]) {
            let told = attempt(&mut browser, puzzle, std::slice::from_ref(&mv));
            assert_eq!(told["good"], false, "{mv} in {puzzle:?}: {told}");
            let is_known = ["slower", "wrong", "unproven"].contains(&told["verdict"].as_str().unwrap());
            assert!(is_known && !told["words"].as_str().unwrap().is_empty(), "{told}");
            refuted += usize::from(told["shown"].as_array().unwrap().len() == 2);
        }
        assert!(refuted > 0, "some of them are answered on the board: {puzzle:?}");
    }
}

#[test]
fn a_move_that_wins_by_force_but_later_is_called_slower() {
    // Of the set. Its own line wins in four plies, and this move in six: e8-e4 holds out longest.
    let (puzzle, later, defence) = ("3dw28f13y3", "i2-f5", "e8-e4");
    let puzzle = shipped().iter().find(|found| found.id == puzzle).unwrap();
    assert!(puzzle.plies == 4 && puzzle.line[0] != later, "{puzzle:?}");
    let arena = arena();
    let mut told = Vec::new();
    for lang in Lang::ALL {
        let mut browser = Browser { lang: lang.code(), ..arena.browser() };
        let answer = attempt(&mut browser, puzzle, &[later.to_string()]);
        assert_eq!((answer["verdict"].as_str(), &answer["good"]), (Some("slower"), &json!(false)), "{answer}");
        assert_eq!(answer["shown"][1]["last"]["move"], defence, "{answer}");
        told.push(answer["words"].as_str().unwrap().to_string());
    }
    assert_eq!(told, Lang::ALL.map(|lang| lang.count("puzzle.said.slower", 2, &[])));
    // It is true: the defender loses within six plies whatever it does, and not within four.
    let rules = schwarm_catalog::open(&puzzle.game).unwrap();
    let mut session = rules.from_position(&puzzle.position).unwrap();
    session.play(later).unwrap();
    let loses = |most| Definition.best_defence(&*session, most, 1_000_000, &Stop::default()).unwrap().loses_in;
    assert_eq!((loses(2), loses(4)), (None, Some(4)));
}

#[test]
fn what_cannot_be_proven_is_not_claimed() {
    let arena = Arena::with(Bounds { proof_nodes: 1, ..generous() });
    let mut browser = arena.browser();
    let puzzle = short("ostseeschach-2022");
    let other = legal(puzzle).into_iter().find(|mv| *mv != puzzle.line[0]).unwrap();
    let told = attempt(&mut browser, puzzle, &[other]);
    assert_eq!((told["verdict"].as_str(), &told["good"]), (Some("unproven"), &json!(false)), "{told}");
    assert_eq!(attempt(&mut browser, puzzle, &puzzle.line[..1])["verdict"], "right", "its own line is proven");
}

#[test]
fn pages_can_be_read_in_every_language_without_scripts() {
    let arena = arena();
    for lang in Lang::ALL {
        let mut browser = Browser { lang: lang.code(), ..arena.browser() };
        let mut read = |path: &str| {
            let answer = browser.get(path);
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            let page = Page::read(path, &answer.text());
            assert_eq!(page.lang(), lang.code());
            assert!(!page.text.contains('⟦'), "{path}");
            page.text
        };
        let list = read("/puzzles");
        assert_eq!(list.matches("<li class=\"card\"").count(), 24);
        assert!(list.contains("page=2") && list.contains("class=\"card daily\""));
        assert!(read("/").contains("href=\"/puzzles/daily\"") && read("/learn").contains("href=\"/puzzles\""));
        for puzzle in shipped().iter().step_by(7) {
            let text = read(&format!("/puzzle/{}", puzzle.id));
            assert_eq!(text.matches("class=\"words\"").count(), usize::from(puzzle.plies), "the line in words");
            assert!(text.contains(&format!("/puzzle/{}.svg", puzzle.id)) && text.contains("/study?game="));
        }
    }
}

#[test]
fn lists_are_narrowed_down_by_game_difficulty_and_length() {
    let arena = arena();
    let mut browser = arena.browser();
    let mut ids = |query: &str| -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for page in 1.. {
            let told = browser.get(&format!("/api/puzzles?{query}&page={page}")).ok();
            let found = told["puzzles"].as_array().unwrap();
            ids.extend(found.iter().map(|it| it["id"].as_str().unwrap().to_string()));
            assert!(found.iter().all(|it| it["line"].is_null()), "the solution is not told");
            if told["more"] == false {
                break;
            }
        }
        ids
    };
    let wanted = |passes: &dyn Fn(&Puzzle) -> bool| -> BTreeSet<String> {
        shipped().iter().filter(|puzzle| passes(puzzle)).map(|puzzle| puzzle.id.clone()).collect()
    };
    assert_eq!(ids(""), wanted(&|_| true));
    assert_eq!(ids("game=hive%2Bmlp"), wanted(&|puzzle| puzzle.game == "hive+mlp"));
    assert_eq!(ids("level=hard"), wanted(&|puzzle| puzzle.rating >= 1200));
    assert_eq!(ids("moves=2"), wanted(&|puzzle| puzzle.moves() == 2));
    assert_eq!(ids("game=nothing"), BTreeSet::new());
    let none = arena.browser().get("/puzzles?game=hive-2020-server");
    assert!(none.status == 200 && none.text().contains("schwarm puzzles mine"));
}

#[test]
fn the_puzzle_of_the_day_is_a_function_of_the_day_and_the_set() {
    let arena = arena();
    let mut browser = arena.browser();
    // Midnight may come between the two looks.
    let now = || day_of(i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap());
    let (before, told, after) = (now(), browser.get("/api/puzzles/daily").ok(), now());
    let possible = [before, after].map(|(day, date)| json!([date, of_day(shipped(), day).unwrap().id]));
    assert!(possible.contains(&json!([told["date"], told["puzzle"]["id"]])), "{told}");
    let redirect = browser.get("/puzzles/daily");
    assert_eq!(redirect.status, 303);
    let place = redirect.header("location")[0].to_string();
    assert_eq!(browser.get(&place).status, 200, "{place}");
}

#[test]
fn puzzles_of_the_store_stand_among_the_others_and_know_their_game() {
    let known = short("ostseeschach-2022");
    let another = Puzzle { rating: -400, from: Origin { game: None, ..known.from.clone() }, ..known.clone() };
    let arena = with_puzzles(&[another], generous());
    let mut browser = arena.browser();
    let told = browser.get(&format!("/api/puzzles/{}?solution=true", known.id)).ok();
    assert_eq!(told["line"].as_array().unwrap().len(), usize::from(known.plies));
    assert_eq!(told["rating"], -400, "the one of the store goes first");
    let list = browser.get("/api/puzzles?game=ostseeschach-2022").ok();
    let same = list["puzzles"].as_array().unwrap().iter().filter(|it| it["id"] == known.id.as_str()).count();
    assert_eq!(same, 1, "and comes once in the list");
}

#[test]
fn hostile_puzzles_in_the_store_do_no_harm() {
    let script = "</script><script>alert(1)</script>";
    let bad = [
        own(script, "hive", [script, script]),
        own("p", script, ["a", "b"]),
        own(&short("hive").position.replace(" | ", " |  "), "hive", ["a", "b"]),
        Puzzle {
            line: vec!["no such move".into(); 200],
            ..own(&short("piranhas-2019").position, "piranhas-2019", [script; 2])
        },
    ];
    let arena = with_puzzles(&bad, generous());
    let mut browser = arena.browser();
    let list = browser.get("/puzzles");
    assert!(list.status == 200 && !list.text().contains("<script>alert"), "{}", list.text());
    for puzzle in &bad {
        for path in [format!("/puzzle/{}", puzzle.id), format!("/puzzle/{}.svg", puzzle.id)] {
            assert!(!browser.get(&path).text().contains("<script>alert"), "{path}");
        }
        let _ = browser.post(&format!("/api/puzzles/{}/try", puzzle.id), json!({ "moves": ["wQ"] })).status;
    }
    assert_eq!(browser.get("/puzzles").status, 200, "the server lives");
}

#[test]
fn what_is_no_try_is_refused() {
    let arena = arena();
    let mut browser = arena.browser();
    let puzzle = short("ostseeschach-2022");
    for nothing in ["0000000000", "x", "../../etc/passwd", "%2e%2e%2fhome", "' OR 1=1 --", &"a".repeat(3000)] {
        let path = nothing.replace(' ', "%20").replace('\'', "%27");
        assert_eq!(browser.get(&format!("/puzzle/{path}")).status, 404, "{nothing}");
        assert_eq!(browser.get(&format!("/api/puzzles/{path}")).status, 404, "{nothing}");
    }
    assert_eq!(browser.get("/puzzles?page=41").status, 404);
    assert_eq!(browser.get("/puzzles?page=18446744073709551615").status, 404);
    assert_eq!(browser.get("/puzzles?page=x").status, 400);
    let path = format!("/api/puzzles/{}/try", puzzle.id);
    let too_many = vec![puzzle.line[0].clone(); 101];
    for (body, status, kind) in [
        (json!({}), 400, "bad-request"),
        (json!({ "moves": [] }), 400, "bad-request"),
        (json!({ "moves": [puzzle.line[0], puzzle.line[1]] }), 400, "bad-request"),
        (json!({ "moves": "a" }), 400, "bad-request"),
        (json!({ "moves": [7] }), 400, "bad-request"),
        (json!({ "moves": ["wQ -bS1"] }), 400, "syntax"),
        (json!({ "moves": ["a1-h8"] }), 422, "illegal"),
        (json!({ "moves": too_many }), 413, "too-long"),
        (json!({ "moves": ["x".repeat(70_000)] }), 413, "too-long"),
    ] {
        browser.post(&path, body).refused(status, kind);
    }
    let hint = format!("/api/puzzles/{}/hint", puzzle.id);
    browser.post(&hint, json!({ "moves": [puzzle.line[0]] })).refused(400, "bad-request");
    browser.post("/api/puzzles/0000000000/try", json!({ "moves": ["a"] })).refused(404, "unknown");
    let foreign = Browser { extra: vec![("Origin".into(), "https://evil.example".into())], ..browser.clone() };
    foreign.clone().post(&path, json!({ "moves": [puzzle.line[0]] })).refused(403, "cross-site");
}

#[test]
fn proofs_are_counted_and_lines_cost_nothing() {
    let arena = Arena::with(Bounds { efforts: Rate::new(2.0, 0.0), proof_nodes: 10, ..generous() });
    let mut browser = arena.browser();
    let puzzle = short("ostseeschach-2022");
    let other = legal(puzzle).into_iter().find(|mv| *mv != puzzle.line[0]).unwrap();
    for _ in 0..2 {
        attempt(&mut browser, puzzle, std::slice::from_ref(&other));
    }
    let path = format!("/api/puzzles/{}/try", puzzle.id);
    browser.post(&path, json!({ "moves": [other] })).refused(429, "too-many");
    for _ in 0..5 {
        assert_eq!(attempt(&mut browser, puzzle, &puzzle.line[..1])["verdict"], "right");
    }
}
