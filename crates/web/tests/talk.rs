//! What was said with bots: told beside the game to those who may know, and nothing in it is obeyed.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::time::{Duration, Instant};

use client::{Answer, Arena, Browser, HOSTILE, Others, TOKEN, fresh_file};
use html::Page;
use schwarm_arena::matchup::KeptTalk;
use schwarm_play::{Dialogue, Remark, Speaker, visible};
use schwarm_web::Config;
use serde_json::{Value, json};

/// A server only this computer reaches.
fn near() -> Arena {
    Arena::with_config(fresh_file(), |config| Config { hosts: Vec::new(), ..config })
}

fn operator(arena: &Arena) -> Browser {
    let mut browser = arena.browser();
    browser.extra.push(("Authorization".to_string(), format!("Bearer {TOKEN}")));
    browser
}

/// A game against a bot, two plies long; given up unless the bot fails before.
fn play(operator: &mut Browser, bot: &str) -> i64 {
    let id = operator.make("hive", bot, "one", "none");
    let mut events = operator.listen(id, Some(0));
    operator.play(id, "wS1");
    events.until("moved");
    events.until("moved");
    if bot == "bot:dying" {
        let legal = operator.look(id)["shown"]["gestures"][0]["move"].as_str().unwrap().to_string();
        operator.play(id, &legal);
    } else {
        operator.act(id, "resign", json!({})).ok();
    }
    events.until("ended");
    id
}

/// What is answered once it is kept, which is a moment after the end.
fn kept(browser: &mut Browser, id: i64) -> Answer {
    let begun = Instant::now();
    loop {
        let answer = browser.get(&format!("/api/games/{id}/talk"));
        if answer.status != 404 || begun.elapsed() > Duration::from_secs(5) {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn line(ply: u32, by: &str, text: &str) -> Value {
    json!({ "ply": ply, "by": by, "text": text })
}

/// The lines of the second player without their times.
fn lines(told: &Value) -> Vec<Value> {
    let mut lines = told["talk"][1]["lines"].as_array().unwrap().clone();
    for line in &mut lines {
        assert!(line["at"].as_f64().is_some_and(|at| (0.0..60.0).contains(&at)), "{line}");
        line.as_object_mut().unwrap().remove("at");
    }
    lines
}

#[test]
fn a_hostile_bot_is_quoted_and_not_obeyed() {
    let arena = near();
    let id = play(&mut operator(&arena), "bot:rude");
    let mut ann = arena.browser();
    let told = kept(&mut ann, id).ok();
    let shown = visible(HOSTILE);
    assert!(shown.contains("␛[2J") && !shown.contains('\u{1b}'));
    let said = [
        line(1, ">", "a game begins"),
        line(1, ">", "your move"),
        line(1, "<", &shown),
        line(1, ">", "the game is over"),
    ];
    assert_eq!(lines(&told), said);
    assert_eq!((&told["talk"][0], &told["players"][1]), (&Value::Null, &json!("rude")));

    for lang in ["en", "de", "cs"] {
        ann.lang = lang;
        let answer = ann.get(&format!("/games/{id}/talk"));
        assert_eq!(answer.status, 200);
        let page = Page::read("talk", &answer.text());
        assert!(page.text.contains("&#60;/pre&#62;&#60;script&#62;alert(1)"), "{}", page.text);
        assert!(!page.text.contains('\u{1b}') && !page.text.contains('\u{202e}'));
        assert_eq!((page.count("section[data-side=\"two\""), page.count("span[data-ply=\"1\"")), (1, 1));
        let game = Page::read("game", &ann.get(&format!("/games/{id}")).text());
        assert_eq!(game.count("details[id=\"talk\""), 1);
        assert!(game.text.contains(&format!("href=\"/games/{id}/talk\"")));
    }
}

#[test]
fn only_the_operator_reads_it_where_others_reach_the_server() {
    // A name for a proxy, or an address that others reach.
    let public = |config: Config| Config { addr: "0.0.0.0:0".parse().unwrap(), hosts: Vec::new(), ..config };
    for mut arena in [Arena::start(), Arena::with_config(fresh_file(), public)] {
        arena.addr.set_ip([127, 0, 0, 1].into());
        let mut operator = operator(&arena);
        let id = play(&mut operator, "bot:rude");
        assert_eq!(kept(&mut operator, id).status, 200);
        assert!(operator.get(&format!("/games/{id}")).text().contains("id=\"talk\""));
        let mut ann = arena.browser();
        ann.get(&format!("/api/games/{id}/talk")).refused(403, "operator-only");
        assert_eq!(ann.get(&format!("/games/{id}/talk")).status, 403);
        assert!(!ann.get(&format!("/games/{id}")).text().contains("id=\"talk\""));
        ann.get("/api/games/999/talk").refused(403, "operator-only");
    }
}

#[test]
fn faults_are_kept_where_all_is_and_where_only_faults_are() {
    let faults = |config: Config| Config { talk: KeptTalk::Faults, hosts: Vec::new(), ..config };
    let arena = Arena::with_config(fresh_file(), faults);
    let mut operator = operator(&arena);
    let good = play(&mut operator, "bot:rude");
    let bad = play(&mut operator, "bot:dying");
    let told = kept(&mut operator, bad).ok();
    let said = lines(&told);
    assert_eq!(said.last().unwrap(), &line(3, "<", &visible(HOSTILE)), "its last words");
    operator.get(&format!("/api/games/{good}/talk")).refused(404, "unknown");
    // Persons and engines of this program are not overheard.
    let level = play(&mut operator, "level:1");
    operator.get(&format!("/api/games/{level}/talk")).refused(404, "unknown");
    assert_eq!(operator.get(&format!("/games/{level}/talk")).status, 404);
    assert!(!operator.get(&format!("/games/{level}")).text().contains("id=\"talk\""));
}

#[test]
fn what_others_keep_is_shown_too_however_much_it_is() {
    let arena = near();
    let (others, events) = (Others::over(arena.file()), Others::game("60"));
    let attempt = others.begin(0, &events[0]);
    others.append(attempt, 1, &events[1..]);
    let remark = |number: u32| Remark {
        at: f64::from(number) / 1000.0,
        ply: number / 200,
        by: if number.is_multiple_of(2) { Speaker::Host } else { Speaker::Bot },
        text: format!("<i>{number}"),
    };
    let said = Dialogue {
        lines: (0..10_000).map(remark).collect(),
        left_out: 17,
        stderr: "<img src=x onerror=alert(1)>\u{1b}]0;title\u{7}\n".repeat(500),
        stdout: "log".to_string(),
    };
    others.keep(attempt, &[Some(said), None]);
    let mut ann = arena.browser();
    let told = ann.get(&format!("/api/games/{}/talk", attempt.id)).ok();
    assert_eq!(told["talk"][0]["lines"].as_array().map(Vec::len), Some(10_000));
    assert_eq!((&told["talk"][0]["left_out"], &told["talk"][0]["stdout"]), (&json!(17), &json!("log")));
    let page = Page::read("talk", &ann.get(&format!("/games/{}/talk", attempt.id)).text());
    assert_eq!((page.count("span[data-ply"), page.count("pre[tabindex")), (50, 3));
    assert!(page.text.contains("17") && page.text.contains("     9.999 &#60; &#60;i&#62;9999"));
    assert!(page.text.contains("&#60;img src=x onerror=alert(1)&#62;␛]0;title␇"));
}
