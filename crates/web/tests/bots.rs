//! Bots over the wire: ratings, results, files about failures, the doctor, registering; and whoever is not the operator.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use client::{Arena, Browser, Ring, TOKEN, fresh_file};
use html::Page;
use schwarm_web::Config;
use schwarm_web::words::Lang;

const LEAGUE: &str = "title = \"League\"\ngame = \"piranhas-2026\"\ntime = \"none\"\n[format]\nkind = \"round-robin\"\npairs = 2\n\
    [[bot]]\nname = \"Greedy\"\ncommand = \"builtin:greedy\"\n[[bot]]\nname = \"D<b>ying\"\ncommand = \"builtin:dying\"\n";

/// A server with a tournament in which a bot falls over, and the folder of its failures.
fn arena() -> (Arena, Browser, PathBuf) {
    let file = fresh_file();
    let failures = file.with_extension("failures");
    let ring = Arc::new(Ring::new(failures.clone()));
    let arena = Arena::with_config(file, |config| Config { organiser: Some(ring), ..config });
    let extra = vec![("Authorization".to_string(), format!("Bearer {TOKEN}"))];
    let ann = Browser { extra, ..arena.browser() };
    (arena, ann, failures)
}

fn play(ann: &mut Browser, league: &str) {
    let encoded: String = league.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let made = ann.form("/tournaments", &format!("deed=file&file={encoded}"));
    assert_eq!(made.status, 303, "{}", made.text());
    let began = Instant::now();
    while ann.get("/api/tournaments/league").ok()["state"] != "done" {
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_bots_achieved_and_why_they_failed_can_be_read() {
    let (arena, mut ann, failures) = arena();
    play(&mut ann, LEAGUE);
    let mut anyone = arena.browser();
    for lang in Lang::ALL {
        let mut reader = Browser { lang: lang.code(), ..anyone.clone() };
        Page::open(&mut reader, "/bots?game=piranhas-2026");
        Page::open(&mut reader, "/bot/Greedy");
    }
    let list = Page::open(&mut anyone, "/bots?game=piranhas-2026").text;
    assert!(list.contains("href=\"/bot/Greedy\"") && list.contains("4 – 0 – 0"), "{list}");
    let dying = Page::open(&mut anyone, "/bot/D%3Cb%3Eying").text;
    assert!(dying.contains("0 – 0 – 4") && dying.contains("Crash") && !dying.contains("<b>ying"), "{dying}");
    // The server is reached by the name of a host, too: what bots wrote is for the operator.
    assert!(!dying.contains("/failure"), "{dying}");
    let dying = Page::open(&mut ann, "/bot/D%3Cb%3Eying").text;
    let mut links = dying.split("href=\"").filter_map(|part| part.split('"').next());
    let link = links.find(|link| link.ends_with("/failure")).expect("the operator finds the files").to_string();
    assert_eq!(anyone.get(&link).status, 403);
    let files = Page::open(&mut ann, &link).text;
    assert!(
        files.contains("summary.json") && files.contains("events.jsonl") && files.contains("it fell over"),
        "{files}"
    );
    assert!(!files.contains("<b>ying"), "names are texts");
    // What is not a file of the folder is not shown, whatever lies there.
    let folder = std::fs::read_dir(&failures).unwrap().next().unwrap().unwrap().path();
    let bundle = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::create_dir(bundle.join("inner")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", bundle.join("passwd")).unwrap();
    assert!(!Page::open(&mut ann, &link).text.contains("root:"), "links are not followed");
    for odd in ["/games/0/failure", "/games/99999/failure", "/games/..%2F1/failure", "/games/1%00/failure"] {
        assert_eq!(ann.get(odd).status, 404, "{odd}");
    }
    std::fs::remove_dir_all(failures).unwrap();
}

#[test]
fn the_operator_registers_examines_and_removes_a_bot() {
    let (arena, mut ann, _) = arena();
    let mut eve = arena.browser();
    let form = "name=Mine&kind=builtin&command=greedy";
    assert_eq!(eve.form("/bots", form).status, 403);
    let wrong = ann.form("/bots", "name=%3Cscript%3E&kind=line&command=.%2Fx%22");
    let text = wrong.text();
    assert_eq!(wrong.status, 422, "{text}");
    assert!(text.contains("id=\"refused\"") && text.contains("value=\"&#60;script&#62;\""), "{text}");
    let made = ann.form("/bots", form);
    assert_eq!((made.status, made.header("location")), (303, vec!["/bot/mine"]), "headers are read in small letters");
    assert!(Page::open(&mut ann, "/tournaments/new").text.contains("name=\"bot:Mine\""));
    let mine = Page::open(&mut ann, "/bot/Mine").text;
    assert!(mine.contains("0123456789ab") && mine.contains("builtin:greedy") && mine.contains("/bot/Mine/doctor"));
    let others = Page::open(&mut eve, "/bot/Mine").text;
    assert!(!others.contains("builtin:greedy") && !others.contains("/doctor") && !others.contains("0123456789ab"));
    for deed in ["doctor", "remove"] {
        assert_eq!(eve.form(&format!("/bot/Mine/{deed}"), "").status, 403);
        assert_eq!(ann.form(&format!("/bot/Nobody/{deed}"), "").status, 404);
    }
    assert_eq!(ann.form("/bot/Mine/doctor", "game=chess").status, 400);
    assert_eq!(ann.form("/bot/Mine/doctor", "game=hive").status, 303);
    let began = Instant::now();
    while !Page::open(&mut ann, "/bot/Mine").text.contains("Mine plays hive &#60;b&#62;well") {
        assert!(began.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(ann.form("/bot/Mine/remove", "").status, 303);
    assert_eq!(ann.get("/bot/Mine").status, 404);
}

#[test]
fn two_builds_behind_one_command_are_two_versions() {
    let file = fresh_file();
    let (ring, built) = Ring::with_builds(file.with_extension("failures"));
    let arena = Arena::with_config(file, |config| Config { organiser: Some(Arc::new(ring)), ..config });
    let extra = vec![("Authorization".to_string(), format!("Bearer {TOKEN}"))];
    let mut ann = Browser { extra, ..arena.browser() };
    for (build, title) in [(1, "Spring"), (2, "Autumn")] {
        built.store(build, Ordering::Relaxed);
        let form = format!("deed=form&title={title}&game=piranhas-2026&kind=round-robin&pairs=1&time=none&seed=1");
        assert_eq!(ann.form("/tournaments", &format!("{form}&bot%3ARandom=on&bot%3AGreedy=on")).status, 303);
        let path = format!("/api/tournaments/{}", title.to_lowercase());
        let began = Instant::now();
        while ann.get(&path).ok()["state"] != "done" {
            assert!(began.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    let shown = Page::open(&mut ann, "/bot/Greedy").text;
    for version in ["builtin:greedy · ./bot 1", "builtin:greedy · ./bot 2"] {
        assert!(shown.contains(version), "{version}: {shown}");
    }
}
