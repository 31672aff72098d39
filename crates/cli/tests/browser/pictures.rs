//! Pictures for the README, made when `SCHWARM_SCREENSHOTS=1`, so that they never go stale.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::colours::{self, Shot};
use super::page::Page;
use super::stage::{DESK, Looks, PHONE, on_stage};

/// A picture is to be loaded in a moment.
const MOST_BYTES: usize = 150 << 10;
const MOST_BYTES_OF_ANIMATION: usize = 500 << 10;

/// Makes a game and plays it as the engine advises, so that it looks like one; its number.
const PLAY: &str = r#"
const headers = { "Content-Type": "application/json" };
const post = (path, body) => fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
const [game, turns, resign] = args;
const { id } = await (await post("/api/games", { game, opponent: "level:4", side: "one", time: "none", setup: "default" })).json();
for (let turn = 0; turn < turns; ) {
  const { shown, status, moves } = await (await fetch(`/api/games/${id}`)).json();
  if (status === "over") return id;
  if (shown.to_move === "one") {
    const wish = { game, start: "default", moves: moves.map((it) => it.move), lines: 1, seconds: 0.2 };
    const answer = await (await post("/api/analyse", wish)).text();
    const best = answer.trim().split("\n").map((it) => JSON.parse(it)).filter((it) => it.lines?.length).at(-1)?.lines[0].moves[0];
    await post(`/api/games/${id}/move`, { move: best ?? shown.gestures[0].move, ply: shown.ply });
    turn += 1;
  } else {
    await new Promise((done) => setTimeout(done, 50));
  }
}
if (resign) await post(`/api/games/${id}/resign`, {});
return id;
"#;

/// Plays a game; its number.
pub async fn game(page: &Page, game: &str, turns: usize, resign: bool) -> u64 {
    page.ask(PLAY, json!([game, turns, resign])).await.as_u64().expect("a number")
}

/// Waits for boards and pictures, and keeps what is seen.
async fn keep(page: &Page, name: &str) {
    page.until("document.readyState === 'complete'").await;
    page.until("[...document.querySelectorAll('schwarm-board')].every((board) => board.shown)").await;
    page.until("[...document.images].every((it) => it.complete)").await;
    page.until("document.getAnimations().length === 0").await;
    let picture = colours::picture(&Shot::read(&page.picture().await));
    std::fs::write(folder().join(format!("{name}.png")), &picture).unwrap();
    assert!(picture.len() < MOST_BYTES, "{name}.png has {} bytes", picture.len());
}

/// Goes through a game on a narrow page and keeps it as an animation.
async fn keep_animation(page: &Page, game: u64) {
    page.resize(Looks { width: 420, height: 560, ..PHONE }).await;
    page.open(&format!("/games/{game}/0")).await;
    page.until_board().await;
    let plies = page.js("return document.querySelectorAll('#moves li').length").await.as_u64().unwrap();
    let mut shots = Vec::new();
    for ply in 0..=plies {
        page.until(&format!("document.querySelector('#board').shown.ply === {ply}")).await;
        page.until("document.getAnimations().length === 0").await;
        shots.push(Shot::read(&page.picture().await));
        page.press(&["j"]).await;
    }
    let written = colours::animation(&shots);
    std::fs::write(folder().join("play.gif"), &written).unwrap();
    assert!(written.len() < MOST_BYTES_OF_ANIMATION, "play.gif has {} bytes", written.len());
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn pictures_for_the_readme() {
    if std::env::var("SCHWARM_SCREENSHOTS").as_deref() != Ok("1") {
        return;
    }
    on_stage("pictures", async |stage| {
        let page = stage.page(DESK).await;
        page.open("/about").await;
        let lost = game(&page, "hive", 8, true).await;
        let running = game(&page, "hive+mlp", 8, false).await;
        for other in ["piranhas-2026", "ostseeschach-2022", "hive-2020"] {
            game(&page, other, 4, false).await;
        }
        for theme in ["light", "dark"] {
            page.prefer("prefers-color-scheme", theme).await;
            page.open("/watch").await;
            keep(&page, &format!("wall-{theme}")).await;
            page.open(&format!("/games/{running}")).await;
            page.until_board().await;
            page.until("document.querySelector('#board').acts").await;
            page.click("#board [data-hand].takeable").await;
            keep(&page, &format!("play-{theme}")).await;
            page.open(&format!("/games/{lost}")).await;
            page.until_board().await;
            page.click("#review [data-act=review]").await;
            page.until("document.querySelector('#graph svg .curve')").await;
            page.press(&["k", "k", "k"]).await;
            page.click("#analysis [data-act=analyse]").await;
            page.until("document.querySelectorAll('#lines li').length === 3").await;
            // The board stays where it is when one scrolls to the graph.
            page.js("document.querySelector('#graph').scrollIntoView({ block: 'end', behavior: 'instant' })").await;
            keep(&page, &format!("study-{theme}")).await;
            page.open("/").await;
            keep(&page, &format!("home-{theme}")).await;
        }
        page.prefer("prefers-color-scheme", "light").await;
        page.resize(PHONE).await;
        page.open(&format!("/games/{running}")).await;
        page.until_board().await;
        keep(&page, "play-phone").await;
        keep_animation(&page, lost).await;
    });
}
