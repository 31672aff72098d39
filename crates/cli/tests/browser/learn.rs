//! The lessons in a browser: every course from its first step to its last.

use std::collections::BTreeMap;
use std::time::Duration;

use schwarm_web::lessons::courses;
use serde_json::{Value, json};

use super::everyone::{faults, settled, too_wide};
use super::hand::{Hand, cell};
use super::page::Page;
use super::programs;
use super::stage::{DESK, Looks, PHONE, on_stage};

/// Taps on the way to the next step, and the time between them.
const TAPS: usize = 3;
const AGAIN: Duration = Duration::from_secs(1);

/// What a step asks for, as its page holds it.
const DATA: &str = "return JSON.parse(document.getElementById('lesson-data').textContent)";

async fn opened(page: &Page, path: &str) -> Value {
    page.open(path).await;
    page.until_page("lesson").await;
    page.until_board().await;
    page.js(DATA).await
}

/// Solves a step as its data says; every other move is dragged.
async fn solve(page: &Page, hand: Hand, data: &Value, turn: usize) {
    let wanted = data["wanted"].as_array().unwrap();
    if wanted.is_empty() {
        hand.make(page, &data["answer"], turn).await;
    }
    for at in wanted {
        hand.touch(page, &cell(at)).await;
        let (x, y) = (&at["x"], &at["y"]);
        page.until(&format!("document.querySelector('#board [data-at=\"{x},{y}\"]').classList.contains('found')"))
            .await;
    }
    page.until("document.querySelector('#lesson.solved #feedback.good')?.textContent").await;
}

/// Steps of a course that are taken where not everything is wanted.
const A_FEW: usize = 5;

/// Whether a course is gone through to its end: by `.ci/run`, or when somebody wants it.
fn is_whole() -> bool {
    ["SCHWARM_REQUIRE_ALL", "SCHWARM_LONG"].iter().any(|name| std::env::var(name).is_ok_and(|value| value == "1"))
}

/// Goes through a course; how many steps were taken.
async fn take(page: &Page, hand: Hand, course: &str) -> usize {
    let first = courses().iter().find(|it| it.id == course).unwrap().steps[0].name;
    let mut data = opened(page, &format!("/learn/{course}/{first}")).await;
    for turn in 0.. {
        solve(page, hand, &data, turn).await;
        let is_end = page.js("return document.querySelector('#next') === null").await == json!(true);
        if is_end || (turn + 1 == A_FEW && !is_whole()) {
            return turn + 1;
        }
        let step = data["step"].as_str().unwrap().to_string();
        match hand {
            Hand::Keys => {
                page.tab_to("#next").await;
                page.press(&["Enter"]).await;
            }
            Hand::Mouse => page.click("#next").await,
            Hand::Finger => {
                // Chromium makes no click of one tap in a hundred on a busy machine; who taps taps again.
                let is_gone = format!("return !location.pathname.endsWith('/{step}')");
                for _ in 0..TAPS {
                    page.tap("#next").await;
                    tokio::time::sleep(AGAIN).await;
                    if page.js(&is_gone).await == json!(true) {
                        break;
                    }
                }
            }
        }
        page.until(&format!("document.readyState === 'complete' && !location.pathname.endsWith('/{step}')")).await;
        page.until_board().await;
        data = page.js(DATA).await;
    }
    unreachable!("a course has an end")
}

/// The steps a browser remembers, by course.
async fn remembered(page: &Page) -> BTreeMap<String, usize> {
    let kept = page.js("return JSON.parse(localStorage.getItem('schwarm.learned') ?? '{}')").await;
    kept.as_object().unwrap().iter().map(|(course, steps)| (course.clone(), steps.as_array().unwrap().len())).collect()
}

/// Steps of a course, as far as it is gone through.
fn length(course: &str) -> usize {
    let whole = courses().iter().find(|it| it.id == course).unwrap().steps.len();
    if is_whole() { whole } else { whole.min(A_FEW) }
}

#[test]
fn hive_is_learnt_by_mouse() {
    on_stage("learn-hive", async |stage| {
        let page = stage.page(DESK).await;
        for course in ["hive", "hive+mlp"] {
            assert_eq!(take(&page, Hand::Mouse, course).await, length(course));
        }
        assert_eq!(remembered(&page).await["hive"], length("hive"));
        page.open("/learn").await;
        let told = page.text("return document.querySelector('[data-course=hive] [data-count]').textContent").await;
        assert!(told.contains(&length("hive").to_string()), "{told}");
    });
}

#[test]
fn ostseeschach_is_learnt_by_mouse_in_german_and_played_at_once() {
    on_stage("learn-ostseeschach", async |stage| {
        let page = stage.page(Looks { language: "de", ..DESK }).await;
        assert_eq!(take(&page, Hand::Mouse, "ostseeschach-2022").await, length("ostseeschach-2022"));
        let last = courses().iter().find(|it| it.id == "ostseeschach-2022").and_then(|it| it.steps.last()).unwrap();
        page.open(&format!("/learn/ostseeschach-2022/{}", last.name)).await;
        page.click(".end button[type=submit]").await;
        page.until_page("game").await;
        page.until_board().await;
        assert_eq!(page.text("return document.querySelector('#board').shown.game").await, "ostseeschach-2022");
    });
}

#[test]
fn piranhas_are_learnt_by_keys_alone() {
    on_stage("learn-keys", async |stage| {
        let page = stage.page(DESK).await;
        assert_eq!(take(&page, Hand::Keys, "piranhas-2019").await, length("piranhas-2019"));
    });
}

#[test]
fn the_other_games_are_learnt_by_finger_in_czech() {
    on_stage("learn-finger", async |stage| {
        let page = stage.page(Looks { language: "cs", ..PHONE }).await;
        for course in ["piranhas-2026", "hive-2020", "hive-classic"] {
            assert_eq!(take(&page, Hand::Finger, course).await, length(course));
        }
        let unwritten = "return (document.documentElement.outerHTML.match(/⟦[^⟧]*⟧/g) ?? []).join(' ')";
        assert_eq!(page.text(unwritten).await, "");
    });
}

#[test]
fn a_wrong_try_is_answered_with_the_rule_and_another_move_with_a_hint() {
    on_stage("learn-wrong", async |stage| {
        for (language, rule, hint) in [("en", "one step straight", "gull"), ("de", "einen Schritt gerade", "Möwe")] {
            let page = stage.page(Looks { language, ..DESK }).await;
            opened(&page, "/learn/ostseeschach-2022/gull").await;
            page.click("#board [data-at='4,4']").await;
            page.until(&format!(
                "document.querySelector('#board .sb-bubble:not([hidden])')?.textContent.includes('{rule}')"
            ))
            .await;
            assert!(page.js("return document.querySelectorAll('#board .cause').length").await.as_u64().unwrap() > 0);
            opened(&page, "/learn/ostseeschach-2022/far").await;
            let start = page.text("return document.querySelector('#board').shown.position").await;
            page.click("#board [data-at='5,1']").await;
            page.click("#board [data-at='6,3'].target").await;
            page.until(&format!("document.querySelector('#feedback.bad')?.textContent.includes('{hint}')")).await;
            page.until(&format!("document.querySelector('#board').shown.position === {}", json!(start))).await;
            page.until("document.querySelector('#board').acts").await;
            assert!(remembered(&page).await.is_empty(), "nothing is learnt yet");
            page.click("[data-act=show]").await;
            page.until("document.querySelector('#lesson.solved #feedback.good')?.textContent").await;
            page.click("[data-act=again]").await;
            page.until("document.querySelector('#board').acts").await;
        }
    });
}

#[test]
fn lessons_are_for_everyone() {
    on_stage("learn-everyone", async |stage| {
        let page = stage.page(DESK).await;
        let mut paths = vec!["/learn".to_string(), "/learn/ostseeschach-2022".to_string(), "/learn/hive".to_string()];
        for step in
            ["hive/placing", "hive/heights", "ostseeschach-2022/amber", "piranhas-2026/union", "hive-2020/grasshopper"]
        {
            paths.push(format!("/learn/{step}"));
        }
        let axe = programs::axe();
        let mut all = Vec::new();
        for (theme, width) in [("light", 1280), ("dark", 320), ("light", 768)] {
            page.prefer("prefers-color-scheme", theme).await;
            page.resize(Looks { width, height: 720, is_phone: width < 900, ..DESK }).await;
            for path in &paths {
                page.open(path).await;
                settled(&page).await;
                all.extend(too_wide(&page, width).await.map(|wide| format!("{path} is {wide}")));
                let found = faults(&page, axe.as_deref()).await;
                all.extend(found.into_iter().map(|fault| format!("{theme} {path}: {fault}")));
            }
        }
        assert!(all.is_empty(), "{}", all.join("\n"));
    });
}
