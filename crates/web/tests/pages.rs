//! The pages as a reader without scripts gets them: complete, escaped, in three languages.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::collections::BTreeSet;
use std::path::PathBuf;

use client::{Arena, Browser, generous};
use html::Page;
use schwarm_core::{Rng, Setup};
use schwarm_play::{Ending, GameRecord, PlayedMove, Start, Termination, pgn};

const LANGS: [&str; 3] = ["en", "de", "cs"];
const HOSTILE: &str = "<script>alert(1)</script>\"'&<b>";

/// A random game as it would be imported.
fn record(game: &str, players: [&str; 2], seed: u64, plies: usize) -> GameRecord {
    let rules = schwarm_catalog::open(game).unwrap();
    let mut session = rules.start(Setup::Default).unwrap();
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    while moves.len() < plies {
        let Some(mv) = session.random_move(&mut rng) else { break };
        moves.push(PlayedMove::plain(session.play(&mv).unwrap()));
    }
    let outcome = session.outcome();
    let winner = outcome.and_then(|outcome| outcome.winner);
    let ending = Ending { termination: Termination::Rules, winner, scores: session.scores(winner), outcome };
    GameRecord {
        game: rules.id(),
        start: Start::Default,
        players: players.map(str::to_string),
        moves,
        ending: outcome.map(|_| ending),
        ..GameRecord::default()
    }
}

/// A server that keeps these games, with ids from 1.
fn arena(name: &str, records: &[GameRecord]) -> Arena {
    let file: PathBuf = std::env::temp_dir().join(format!("schwarm-pages-{}-{name}.db", std::process::id()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = schwarm_store::open(file.to_str().unwrap()).await.unwrap();
        for record in records {
            store.import(record).await.unwrap();
        }
        store.close().await.unwrap();
    });
    Arena::over(file, generous())
}

#[test]
fn every_page_speaks_every_language() {
    let arena = arena("langs", &[record("hive", ["ann", "bob"], 1, 30)]);
    let paths = [
        "/",
        "/watch",
        "/games",
        "/games?player=nobody",
        "/study",
        "/openings",
        "/upload",
        "/about",
        "/operator",
        "/games/1",
        "/games/1/0",
    ];
    for lang in LANGS {
        let mut browser = Browser { lang, ..arena.browser() };
        let titles: BTreeSet<String> = paths.iter().map(|path| Page::open(&mut browser, path).title()).collect();
        assert!(titles.len() >= 6, "{titles:?}");
    }
    let mut browser = arena.browser();
    browser.cookies.insert("language".into(), "cs".into());
    assert!(browser.get("/").text().contains("lang=\"cs\""));
}

#[test]
fn every_game_has_its_pages() {
    let games = schwarm_catalog::games();
    let records: Vec<_> = games.iter().map(|info| record(info.id, ["ann", "bob"], 5, 24)).collect();
    let arena = arena("games", &records);
    for (number, (info, record)) in games.iter().zip(&records).enumerate() {
        let lang = LANGS[number % 3];
        let (mut browser, id) = (Browser { lang, ..arena.browser() }, number + 1);
        let last = Page::open(&mut browser, &format!("/games/{id}"));
        assert_eq!(last.count("li[data-ply"), record.moves.len(), "{}", info.id);
        let early = Page::open(&mut browser, &format!("/games/{id}/7"));
        assert!(early.text.contains(&format!("/games/{id}/7.svg")) && early.text.contains(&format!("/games/{id}/8\"")));
        for picture in [format!("/games/{id}/7.svg"), format!("/games/{id}/0.svg?theme=dark"), board(info.id)] {
            let answer = browser.get(&picture);
            assert_eq!((answer.status, answer.header("content-type")), (200, vec!["image/svg+xml"]), "{picture}");
            assert!(answer.text().starts_with("<svg") && !answer.text().contains("<style"), "{picture}");
        }
        let moves: Vec<_> = record.moves.iter().take(5).map(|played| played.text.as_str()).collect();
        let study = format!("/study?game={}&moves={}", escape(info.id), escape(&moves.join("\n")));
        assert_eq!(Page::open(&mut browser, &study).count("li[data-ply"), 5, "{}", info.id);
        assert_eq!(browser.get(&study.replace("/study?", "/study.svg?")).status, 200);
    }
    let mut browser = arena.browser();
    for nothing in ["/games/1/25", "/games/0", "/games/999", "/games/+1", "/games/1/x", "/games/1.exe", "/games/1.xml"]
    {
        assert_eq!(browser.get(nothing).status, 404, "{nothing}");
    }
}

fn board(id: &str) -> String {
    format!("/boards/{id}.svg")
}

fn escape(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[test]
fn games_are_found() {
    let mut records: Vec<_> = (0..40).map(|seed| record("hive", ["ann", "bob"], seed, 2)).collect();
    records.push(record("piranhas-2019", ["Carla", "bob"], 1, 80));
    records.push(record("ostseeschach-2022", ["dora", HOSTILE], 1, 3));
    let arena = arena("search", &records);
    let mut browser = arena.browser();
    let mut found = |query: &str| -> Vec<usize> { Page::open(&mut browser, &format!("/games?{query}")).games() };
    assert_eq!(found("game=piranhas-2019"), [41]);
    assert_eq!(found("player=aRL"), [41]);
    assert_eq!(found("result=open&game=ostseeschach-2022"), [42]);
    assert_eq!(found("player=%3Cscript"), [42]);
    assert!(found("player=nobody").is_empty());
    assert!(found("match=none").is_empty());
    let first = found("");
    assert_eq!(first, (13..=42).rev().collect::<Vec<_>>());
    let text = Page::open(&mut browser, "/games").text;
    assert!(text.contains("before=13"), "the next page begins after the last game");
    assert_eq!(Page::open(&mut browser, "/games?before=13").games(), (1..13).rev().collect::<Vec<_>>());
    let empty = Page::open(&mut Browser { lang: "de", ..arena.browser() }, "/games?player=nobody").text;
    assert!(
        empty.contains("schwarm records import") && empty.contains("href=\"/\""),
        "an empty page says how to fill it"
    );
}

#[test]
fn what_is_taken_away_can_be_read_back() {
    let records = [record("hive+mlp", ["ann", "bob"], 3, 20), record("piranhas-2026", ["ann", "b/o\"b"], 4, 80)];
    let arena = arena("files", &records);
    let mut browser = arena.browser();
    for (id, record) in (1..).zip(&records) {
        let answer = browser.get(&format!("/games/{id}.pgn"));
        assert_eq!(pgn::read(&answer.text()).unwrap(), std::slice::from_ref(record));
        let name = answer.header("content-disposition")[0];
        assert!(name.ends_with(".pgn\"") && name.matches('"').count() == 2 && !name.contains('/'), "{name}");
    }
    let gif = browser.get("/games/1.gif");
    assert!(gif.status == 200 && gif.body.starts_with(b"GIF89a"));
    let png = browser.get("/games/1/20.png");
    assert!(png.status == 200 && png.body.starts_with(b"\x89PNG"));
    let text = Page::open(&mut browser, "/games/1/20").text;
    assert!(text.contains(&format!("property=\"og:image\" content=\"http://{}/games/1/20.png\"", arena.addr)));
}

#[test]
fn addresses_for_others_have_the_scheme_of_the_proxy() {
    let arena = arena("scheme", &[record("hive", ["ann", "bob"], 1, 4)]);
    let image = |host: &str| {
        let head = format!("Host: {host}\r\nX-Forwarded-Proto: https\r\nConnection: close");
        let text = client::raw(arena.addr, format!("GET /games/1 HTTP/1.1\r\n{head}\r\n\r\n").as_bytes()).text();
        text.split("og:image\" content=\"").nth(1).unwrap().split('"').next().unwrap().to_string()
    };
    assert_eq!(image("arena.example"), "https://arena.example/games/1/4.png");
    let own = arena.addr.to_string();
    assert_eq!(image(&own), format!("http://{own}/games/1/4.png"), "nobody else is believed");
}

#[test]
fn what_people_write_is_escaped_everywhere() {
    let arena = arena("hostile", &[record("hive", [HOSTILE, "bob"], 1, 4)]);
    let mut browser = arena.browser();
    let hostile = escape(HOSTILE);
    let paths = [
        "/games".to_string(),
        "/games/1".to_string(),
        format!("/games?player={hostile}&match={hostile}&game={hostile}"),
        format!("/study?game=hive&start={hostile}&moves={hostile}"),
        format!("/?x={hostile}"),
    ];
    for path in paths {
        let text = Page::open(&mut browser, &path).text;
        assert!(!text.contains("<script>alert") && !text.contains("<b>"), "{path}");
    }
    let nothing = browser.get(&format!("/{hostile}")).text();
    assert!(!nothing.contains("<script>alert"));
    assert!(Page::open(&mut browser, "/games/1").text.contains("&#60;script"));
}

#[test]
fn troubles_are_told_in_words() {
    let arena = arena("troubles", &[]);
    for lang in LANGS {
        let mut browser = Browser { lang, ..arena.browser() };
        for (path, status) in [("/nowhere", 404), ("/games/17", 404), ("/study?game=chess", 400), ("/study?ply=x", 400)]
        {
            let answer = browser.get(path);
            assert_eq!(answer.status, status, "{path}");
            let page = Page::read(path, &answer.text());
            assert!(page.lang() == lang && page.text.contains("href=\"/\""), "{path}");
        }
    }
    let broken = Page::open(&mut arena.browser(), "/study?game=hive&moves=wS1%0Awxx").text;
    assert!(broken.contains("role=\"alert\""), "a move that is none is told");
    assert_eq!(Page::open(&mut arena.browser(), "/study?game=hive&moves=wS1%0Awxx").count("li[data-ply"), 1);
}

#[test]
fn forms_work_without_scripts() {
    let arena = arena("forms", &[]);
    let mut browser = arena.browser();
    let made = browser.form("/games", "game=hive&opponent=person&side=one&time=300%2B3");
    assert_eq!((made.status, made.header("location")), (303, vec!["/games/1"]), "{}", made.text());
    let (name, value) = made.header("set-cookie")[0].split(';').next().unwrap().split_once('=').unwrap();
    browser.cookies.insert(name.into(), value.into());
    let link = browser.look(1)["join"].as_str().unwrap().to_string();
    assert!(Page::open(&mut browser, "/games/1").text.contains(&link));
    let mut friend = arena.browser();
    assert!(!Page::open(&mut friend, "/games/1").text.contains(&link), "only whoever invites has the link");
    assert!(Page::open(&mut friend, &link).text.contains("id=\"take-seat\""));
    assert_eq!(friend.look(1)["status"], "waiting", "looking at a link takes no seat");
    assert_eq!(friend.form(&link, "").header("location"), ["/games/1"]);
    assert_eq!(friend.look(1)["status"], "playing");
    for wrong in ["game=chess&opponent=person", "game=hive", "game=hive&opponent=level:11", "game=hive&opponent=bot:x"]
    {
        let answer = browser.form("/games", wrong);
        assert!((400..500).contains(&answer.status) && answer.text().starts_with("<!doctype"), "{wrong}");
    }
    let all = browser.form("/games", "game=hive&with-m=on&with-p=on&opponent=person&side=one");
    let id: i64 = all.header("location")[0].rsplit('/').next().unwrap().parse().unwrap();
    assert_eq!(browser.look(id)["shown"]["game"], "hive+mp", "what it is played with is chosen beside the game");
    let kept = browser.form("/language", "language=de&back=%2Fgames%3Fgame%3Dhive");
    assert_eq!((kept.status, kept.header("location")), (303, vec!["/games?game=hive"]));
    assert!(kept.header("set-cookie")[0].starts_with("language=de"));
    assert_eq!(browser.form("/theme", "theme=dark&back=//evil.example").header("location"), ["/"]);
    assert_eq!(browser.form("/theme", "theme=pink").status, 400);
}

/// All files a page loads by itself, and how many bytes come over the wire, its own text among them.
fn load(browser: &Browser, path: &str) -> (BTreeSet<String>, usize) {
    let mut packed = browser.clone();
    packed.extra.push(("Accept-Encoding".into(), "gzip".into()));
    let mut plain = browser.clone();
    let mut waiting = html::addresses(&Page::open(&mut plain, path).text);
    let (mut seen, mut bytes) = (BTreeSet::new(), packed.get(path).body.len());
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let answer = plain.get(&path);
        assert_eq!(answer.status, 200, "{path}");
        bytes += packed.get(&path).body.len();
        if path.ends_with(".js") {
            let imports = html::imports(&path, &answer.text());
            let late: Vec<_> = imports.iter().filter(|name| !seen.contains(*name) && !waiting.contains(name)).collect();
            assert!(late.is_empty(), "{path} asks for {late:?}, which the page has not named");
        }
    }
    assert!(seen.iter().any(|path| path.contains(".css")) && seen.iter().any(|path| path.contains(".svg")));
    (seen, bytes)
}

#[test]
fn pages_are_light_and_name_all_their_scripts_at_once() {
    let arena =
        arena("light", &[record("hive", ["ann", "bob"], 1, 30), record("piranhas-2019", ["ann", "bob"], 1, 80)]);
    let mut browser = arena.browser();
    let played = browser.make("hive+mlp", "person", "one", "none");
    for (path, most) in
        [("/", 50), ("/games/1", 60), ("/games/2", 60), (&*format!("/games/{played}"), 50), ("/watch", 50)]
    {
        let (seen, bytes) = load(&browser, path);
        eprintln!("{path}: {} files, {bytes} bytes on the wire", seen.len() + 1);
        assert!(bytes < most << 10, "{path}: {bytes} bytes: {seen:#?}");
    }
}

#[test]
fn files_are_kept_for_ever_under_their_version_only() {
    let arena = arena("kept", &[]);
    let mut browser = arena.browser();
    let text = Page::open(&mut browser, "/").text;
    let style = html::addresses(&text).into_iter().find(|path| path.ends_with("style.css")).unwrap();
    let version = style.split('/').nth(2).unwrap();
    let kept = |answer: &client::Answer| answer.header("cache-control").concat().contains("immutable");
    let today = browser.get(&style);
    assert!(kept(&today), "{}", today.head);
    for other in [style.replace(version, "0123456789ab"), "/assets/style.css".to_string()] {
        let answer = browser.get(&other);
        assert!(answer.status == 200 && answer.body == today.body && !kept(&answer), "{other}: {}", answer.head);
    }
    let tag = today.header("etag")[0].replace("w/", "W/");
    browser.extra.push(("If-None-Match".into(), tag));
    assert_eq!(browser.get(&style).status, 304);
    assert_eq!(browser.get(&format!("/assets/{version}/nothing.css")).status, 404);
}

#[test]
fn scripts_say_nothing_that_nobody_has_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    let words = schwarm_web::words::Lang::En.script_words();
    let mut said = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let Some(text) =
            file.extension().filter(|kind| *kind == "js").and_then(|_| std::fs::read_to_string(&file).ok())
        else {
            continue;
        };
        for part in text.split("say(\"").skip(1) {
            let key = part.split('"').next().unwrap();
            assert!(words.get(key).is_some(), "{}: {key}", file.display());
            said += 1;
        }
    }
    assert!(said > 10);
}
