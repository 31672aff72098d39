//! Tournaments over the wire: made, watched, paused, killed, gone on with, ranked; and whoever is not the operator.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{Answer, Arena, Browser, Others, Ring, TOKEN, fresh_file};
use html::Page;
use schwarm_arena::matchup::MatchPlan;
use schwarm_web::Config;
use schwarm_web::words::Lang;
use serde_json::Value;

/// A server whose operator can run tournaments, over the games in a file.
fn arena(file: PathBuf) -> Arena {
    let failures = failures(&file);
    Arena::with_config(file, |config| Config { organiser: Some(Arc::new(Ring::new(failures))), ..config })
}

fn failures(file: &Path) -> PathBuf {
    file.with_extension("failures")
}

fn operator(arena: &Arena) -> Browser {
    let extra = vec![("Authorization".to_string(), format!("Bearer {TOKEN}"))];
    Browser { extra, ..arena.browser() }
}

/// The fields of the form.
fn form(title: &str, more: &str) -> String {
    format!("title={title}&game=piranhas-2026&kind=round-robin&pairs=2&time=none&concurrency=2&seed=1&{more}")
}

fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric();
    text.bytes().map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A file of a tournament between these bots.
fn file(name: &str, pairs: u32, bots: &[(&str, &str)]) -> String {
    let mut file = format!("title = \"{name}\"\ngame = \"piranhas-2026\"\ntime = \"none\"\nconcurrency = 2\n");
    file += &format!("[format]\nkind = \"round-robin\"\npairs = {pairs}\n");
    for (name, command) in bots {
        file += &format!("[[bot]]\nname = \"{name}\"\ncommand = \"{command}\"\n");
    }
    file
}

fn start(browser: &mut Browser, file: &str) -> Answer {
    browser.form("/tournaments", &format!("deed=file&file={}", encoded(file)))
}

/// Waits until a tournament is as wanted.
#[track_caller]
fn wait(browser: &mut Browser, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let told = browser.get(&format!("/api/tournaments/{name}")).ok();
        if wanted(&told) {
            return told;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{told:#}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn ended(told: &Value) -> u64 {
    told["encounters"].as_array().unwrap().iter().map(|it| it["ended"].as_u64().unwrap()).sum()
}

#[test]
fn a_tournament_is_made_by_a_form_and_comes_to_a_ranking() {
    let arena = arena(fresh_file());
    let mut ann = operator(&arena);
    assert!(Page::open(&mut ann, "/tournaments").text.contains("href=\"/tournaments/new\""));
    assert!(Page::open(&mut ann, "/tournaments/new").text.contains("name=\"bot:Greedy\""));
    let made = ann.form("/tournaments", &form("Spring+league", "deed=form&bot%3ARandom=on&bot%3AGreedy=on"));
    assert_eq!((made.status, made.header("location")), (303, vec!["/tournament/spring-league"]), "{}", made.text());
    let mut anyone = arena.browser();
    let told = wait(&mut anyone, "spring-league", |told| told["state"] == "done");
    assert_eq!((ended(&told), &told["title"], &told["done"]), (4, &"Spring league".into(), &true.into()));
    assert_eq!(told["standings"].as_array().unwrap().len(), 2);
    assert_eq!(told["curve"]["games"].as_array().unwrap().last().unwrap(), 4);
    for lang in Lang::ALL {
        let mut reader = Browser { lang: lang.code(), ..anyone.clone() };
        for path in ["/tournament/spring-league?elo0=0&elo1=10", "/tournaments", "/watch?tournament=spring-league"] {
            let page = Page::open(&mut reader, path);
            assert!(!page.text.contains('⟦'), "{path} {lang:?}");
        }
    }
    let shown = Page::open(&mut anyone, "/tournament/spring-league?elo0=0&elo1=10").text;
    for part in
        ["id=\"standings\"", "class=\"cross\"", "class=\"plot\"", "class=\"llr\"", "/games?match=spring-league%2F"]
    {
        assert!(shown.contains(part), "{part}");
    }
    assert!(!shown.contains("<textarea") && !shown.contains("/pause"), "what the operator does is for the operator");
    let first = anyone.get("/games?match=spring-league%2Fround-1%2FRandom-vs-Greedy");
    let other = anyone.get("/games?match=spring-league%2Fround-1%2FGreedy-vs-Random");
    assert!(first.text().matches("href=\"/games/").count() + other.text().matches("href=\"/games/").count() >= 4);
    let again = ann.form("/tournaments", &form("Spring+league", "deed=form&bot%3ARandom=on&bot%3AGreedy=on"));
    assert_eq!(again.status, 422, "a name is used once");
    assert!(again.text().contains("id=\"refused\""));
}

/// The fields of a match.
fn duel(one: &str, two: &str, more: &str) -> String {
    format!("one={one}&two={two}&game=piranhas-2026&time=none&concurrency=2&seed=1&{more}")
}

#[test]
fn a_match_is_made_by_a_form_and_ends_when_its_test_has_an_answer() {
    let games = fresh_file();
    let arena = arena(games.clone());
    let mut ann = operator(&arena);
    assert!(Page::open(&mut ann, "/tournaments").text.contains("href=\"/matches/new\""));
    assert!(Page::open(&mut ann, "/matches/new").text.contains("<option value=\"Greedy\""));
    let wish = duel("Greedy", "Random", "pairs=5000&elo0=0&elo1=60");
    let made = ann.form("/matches", &wish);
    assert_eq!((made.status, made.header("location")), (303, vec!["/tournament/greedy-random"]), "{}", made.text());
    let mut anyone = arena.browser();
    let told = wait(&mut anyone, "greedy-random", |told| told["state"] == "done");
    assert!(ended(&told) >= 2 && ended(&told) < 10_000, "{told:#}");
    assert_eq!((&told["sprt"]["state"], &told["sprt"]["elo1"]), (&"H1".into(), &60.0.into()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let id = runtime.block_on(async {
        let store = schwarm_store::open(games.to_str().unwrap()).await.unwrap();
        let row = store.find_match("greedy-random/match/Greedy-vs-Random").await.unwrap().unwrap();
        store.close().await.unwrap();
        row.id
    });
    for lang in Lang::ALL {
        let mut reader = Browser { lang: lang.code(), ..anyone.clone() };
        for path in ["/tournament/greedy-random", "/tournaments", &format!("/match/{id}")] {
            let shown = Page::open(&mut reader, path).text;
            assert!(!shown.contains('⟦'), "{path} {lang:?}");
            assert!(path == "/tournaments" || shown.contains("data-state=\"H1\""), "{path} has no test");
        }
    }
    // The same once more is another match; a bot may meet itself.
    let again = ann.form("/matches", &wish);
    assert_eq!((again.status, again.header("location")), (303, vec!["/tournament/greedy-random-2"]));
    let itself = ann.form("/matches", &duel("Random", "Random", "pairs=1"));
    assert_eq!((itself.status, itself.header("location")), (303, vec!["/tournament/random-1-random-2"]));
    let told = wait(&mut anyone, "random-1-random-2", |told| told["state"] == "done");
    assert_eq!((ended(&told), told.get("sprt")), (2, None), "without a test all pairs are played");
}

#[test]
fn a_match_that_cannot_be_played_says_which_field_is_wrong() {
    let arena = arena(fresh_file());
    let mut ann = operator(&arena);
    let good = "pairs=5&elo0=0&elo1=10";
    for (field, wish) in [
        ("one", duel("Nobody", "Random", good)),
        ("two", duel("Greedy", "%3Cscript%3E", good)),
        ("pairs", duel("Greedy", "Random", "pairs=0")),
        ("pairs", duel("Greedy", "Random", "pairs=many")),
        ("elo1", duel("Greedy", "Random", "pairs=5&elo0=10&elo1=5")),
        ("elo1", duel("Greedy", "Random", "pairs=5&elo0=0")),
        ("elo1", duel("Greedy", "Random", "pairs=5&elo0=0&elo1=10%2Calpha%3D0.4")),
        ("elo1", duel("Greedy", "Random", "pairs=5&elo0=NaN&elo1=inf")),
        ("time", duel("Greedy", "Random", good).replace("time=none", "time=soon")),
        ("game", duel("Greedy", "Random", good).replace("piranhas-2026", "chess")),
        ("concurrency", duel("Greedy", "Random", good).replace("concurrency=2", "concurrency=0")),
        ("plies", duel("Greedy", "Random", &format!("{good}&plies=1000"))),
    ] {
        let answer = ann.form("/matches", &format!("{wish}&title=%3Cb%3EX"));
        let text = answer.text();
        assert_eq!(answer.status, 422, "{wish}");
        let page = Page::read("/matches", &text);
        assert!(page.text.contains(&format!("<li><a href=\"#{field}\">")), "{wish}: {text}");
        let marked = text.lines().find(|line| line.contains(&format!("id=\"{field}\""))).unwrap();
        assert!(marked.contains("aria-invalid"), "{field}: {marked}");
        assert!(text.contains("value=\"&#60;b&#62;X\"") && !text.contains("<b>X"), "what was written is kept");
    }
    assert!(!Page::open(&mut ann, "/tournaments").text.contains("href=\"/tournament/"), "nothing was begun");
    let mut eve = arena.browser();
    assert_eq!(
        [eve.get("/matches/new").status, eve.form("/matches", &duel("Greedy", "Random", good)).status],
        [403; 2]
    );
}

#[test]
fn a_match_is_gone_on_with_by_the_same_programs_only() {
    let file = fresh_file();
    let (ring, built) = Ring::with_builds(failures(&file));
    let arena = Arena::with_config(file, |config| Config { organiser: Some(Arc::new(ring)), ..config });
    let mut ann = operator(&arena);
    let bots = self::file("Duel", 50, &[("Slow", "builtin:slow"), ("Random", "builtin:random")]);
    assert_eq!(start(&mut ann, &bots.replace("round-robin", "match")).status, 303);
    wait(&mut ann, "duel", |told| ended(told) >= 1);
    assert_eq!(ann.form("/tournament/duel/pause", "").status, 303);
    let before = ended(&wait(&mut ann, "duel", |told| told["state"] == "paused"));
    built.store(1, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(ann.form("/tournament/duel/resume", "").status, 303);
    wait(&mut ann, "duel", |told| told["state"] == "paused");
    assert!(Page::open(&mut ann, "/tournament/duel").text.contains("another plan"), "the operator reads why");
    built.store(0, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(ann.form("/tournament/duel/resume", "").status, 303);
    wait(&mut ann, "duel", |told| ended(told) > before);
}

#[test]
fn it_is_paused_gone_on_with_after_a_restart_and_ranked() {
    let games = fresh_file();
    let first = arena(games.clone());
    let mut ann = operator(&first);
    let file = file("Long", 6, &[("Slow", "builtin:slow"), ("Random", "builtin:random"), ("Greedy", "builtin:greedy")]);
    assert_eq!(start(&mut ann, &file).status, 303);
    wait(&mut ann, "long", |told| told["state"] == "running" && ended(told) >= 2);
    assert!(Page::open(&mut ann, "/tournament/long").text.contains("/tournament/long/pause"));
    assert_eq!(ann.form("/tournament/long/pause", "").status, 303);
    wait(&mut ann, "long", |told| told["state"] == "paused");
    // What is told may be a moment old.
    std::thread::sleep(Duration::from_millis(900));
    let before = ended(&wait(&mut ann, "long", |_| true));
    assert!(before < 36, "{before}");
    std::thread::sleep(Duration::from_millis(900));
    assert_eq!(ended(&wait(&mut ann, "long", |_| true)), before, "nothing begins while it is paused");
    assert_eq!(ann.form("/tournament/long/resume", "").status, 303);
    wait(&mut ann, "long", |told| ended(told) > before);
    // The server ends in the middle: running games are broken off.
    let second =
        first.restart_with(|config| Config { organiser: Some(Arc::new(Ring::new(failures(&games)))), ..config });
    let mut ann = operator(&second);
    let found = wait(&mut ann, "long", |_| true);
    assert!(ended(&found) > before && ended(&found) < 36 && !found["done"].as_bool().unwrap(), "{found:#}");
    assert_eq!(ann.form("/tournament/long/resume", "").status, 303);
    let told = wait(&mut ann, "long", |told| told["state"] == "done");
    assert_eq!(ended(&told), 36);
    let played: u64 = told["standings"].as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).sum();
    assert_eq!(played, 72, "every game counts once");
}

#[test]
fn a_cancelled_tournament_stays_so() {
    let arena = arena(fresh_file());
    let mut ann = operator(&arena);
    let file = file("Off", 50, &[("Slow", "builtin:slow"), ("Random", "builtin:random")]);
    assert_eq!(start(&mut ann, &file).status, 303);
    wait(&mut ann, "off", |told| told["state"] == "running");
    assert_eq!(ann.form("/tournament/off/cancel", "").status, 303);
    wait(&mut ann, "off", |told| told["state"] == "cancelled");
    assert_eq!(ann.form("/tournament/off/resume", "").status, 409);
    assert!(!Page::open(&mut ann, "/tournament/off").text.contains("/tournament/off/resume"));
}

#[test]
fn a_file_with_mistakes_is_told_where_and_nothing_is_lost() {
    let arena = arena(fresh_file());
    let mut ann = operator(&arena);
    let wrong =
        "title = \"<script>alert(1)</script>\"\r\ngame = \"chess\"\r\npears = 3\r\n[format]\r\nkind = \"swiss\"\r\n";
    let answer = start(&mut ann, wrong);
    let text = answer.text();
    assert_eq!(answer.status, 422, "{text}");
    assert!(text.contains("file:3:1:") && text.contains("pears = 3") && text.contains("^^^"), "{text}");
    assert!(text.contains("&#60;script&#62;") && !text.contains("<script>alert"), "escaped, and still there");
    // What a form says can be looked at as a file.
    let odd = ann.form("/tournaments", &form("a%22b%0A%5Bformat%5D", "deed=write&bot%3ARandom=on"));
    assert!(odd.text().contains("title = &#34;a\\&#34;b\\u000A[format]&#34;"), "{}", odd.text());
    let few = ann.form("/tournaments", &form("x", "deed=form&bot%3ARandom=on"));
    assert_eq!(few.status, 422, "one bot alone");
    assert!(few.text().contains("name=\"bot:Random\" checked"), "the form is kept");
    let none = form("x", "deed=form&bot%3ARandom=on&bot%3AGreedy=on").replace("pairs=2", "pairs=99999999999");
    assert_eq!(ann.form("/tournaments", &none).status, 422, "too much to play");
}

#[test]
fn nobody_else_starts_or_stops_anything() {
    let arena = arena(fresh_file());
    let mut ann = operator(&arena);
    let file = file("Mine", 50, &[("Slow", "builtin:slow"), ("Random", "builtin:random")]);
    assert_eq!(start(&mut ann, &file).status, 303);
    let mut eve = arena.browser();
    let mut guess =
        Browser { extra: vec![("Authorization".to_string(), "Bearer guess".to_string())], ..arena.browser() };
    for path in
        ["/tournament/mine/pause", "/tournament/mine/cancel", "/tournament/mine/resume", "/tournament/mine/file"]
    {
        assert_eq!([eve.form(path, "").status, guess.form(path, "").status], [403, 403], "{path}");
    }
    assert_eq!([eve.get("/tournaments/new").status, start(&mut eve, &file).status], [403, 403]);
    // A page of another site that the operator looks at.
    let head = ann.head("POST", "/tournament/mine/cancel", 0).replace("same-origin", "cross-site");
    let head = head.replace(&format!("Origin: http://{}", arena.addr), "Origin: http://evil.example");
    let head = head.replace("application/json", "application/x-www-form-urlencoded");
    let answer = client::raw(arena.addr, (head + "Connection: close\r\n\r\n").as_bytes());
    assert_eq!(answer.status, 403);
    assert_eq!(ann.get("/tournament/mine/cancel").status, 400, "nothing changes by a link");
    assert_eq!(wait(&mut eve, "mine", |_| true)["state"], "running");
    for odd in ["..", "%2e%2e", "mine%2F..%2Fother", "none", "%00", "a%22b", "tournament:mine"] {
        for path in [format!("/tournament/{odd}"), format!("/api/tournaments/{odd}")] {
            let status = eve.get(&path).status;
            assert!(status == 404 || status == 400, "{path}: {status}");
        }
    }
    for path in ["/match/0", "/match/-1", "/match/99999999999999999999", "/match/x"] {
        assert_eq!(eve.get(path).status, 404, "{path}");
    }
    let huge = format!("deed=file&file={}", "x".repeat(10 << 20));
    assert_eq!(ann.form("/tournaments", &huge).status, 413);
}

#[test]
fn what_others_play_is_shown_too() {
    let games = fresh_file();
    let arena = arena(games.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Another program over the same store: a tournament that has just begun, and a match with a test.
    let id = runtime.block_on(async {
        let store = schwarm_store::open(games.to_str().unwrap()).await.unwrap();
        let league = file("Theirs", 2, &[("Random", "builtin:random"), ("Greedy", "builtin:greedy")]);
        for text in [&league, &league, &format!("{league}# changed\n")] {
            schwarm_web::league::keep_file(&*store, "theirs", text).await.unwrap();
        }
        let players = ["ann", "bob"].map(str::to_string);
        let plan = MatchPlan::new("piranhas-2026", players, 3).to_json().unwrap();
        let id = store.open_match("ann vs bob", &plan).await.unwrap();
        schwarm_web::league::keep_test(&*store, "ann vs bob", "elo0=0,elo1=20").await.unwrap();
        for place in 0..6 {
            let events = Others::game("none");
            let attempt = store.begin(id, place, &events[0]).await.unwrap().unwrap();
            store.append(attempt, 1, &events[1..]).await.unwrap();
        }
        store.close().await.unwrap();
        id
    });
    let mut anyone = arena.browser();
    let list = Page::open(&mut anyone, "/tournaments").text;
    assert!(list.contains("href=\"/tournament/theirs\"") && list.contains(&format!("href=\"/match/{id}\"")), "{list}");
    assert_eq!(list.matches("href=\"/tournament/").count(), 1, "however often its file was changed");
    let told = wait(&mut anyone, "theirs", |_| true);
    assert_eq!((told["state"].as_str(), ended(&told)), (Some("paused"), 0));
    let shown = Page::open(&mut anyone, &format!("/match/{id}")).text;
    // The same moves with sides swapped: every pair is even.
    assert!(shown.contains("0 · 0 · 3 · 0 · 0") && shown.contains("50 %"), "{shown}");
    assert!(shown.contains("class=\"llr\"") && shown.contains("value=\"20\""), "its own test");
    let asked = Page::open(&mut anyone, &format!("/match/{id}?elo0=-5&elo1=7")).text;
    assert!(asked.contains("value=\"-5\"") && asked.contains("value=\"7\""), "another question");
    for odd in ["elo0=x&elo1=1e999", "elo0=5&elo1=5", "elo0=%3Cscript%3E&elo1=", "elo0=NaN&elo1=inf"] {
        let page = Page::open(&mut anyone, &format!("/match/{id}?{odd}")).text;
        assert!(
            page.contains("class=\"llr\"") && !page.contains("<script>x") && !page.contains("value=\"NaN\""),
            "{odd}"
        );
    }
}

#[test]
fn a_server_without_an_organiser_shows_and_starts_nothing() {
    let arena = Arena::start();
    let mut ann = operator(&arena);
    assert!(!Page::open(&mut ann, "/tournaments").text.contains("/tournaments/new"));
    assert_eq!(ann.get("/tournaments/new").status, 404);
}
