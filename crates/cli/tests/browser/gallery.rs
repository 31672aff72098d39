//! Every page at two widths, light and dark, for whoever wants to look at them: `SCHWARM_SCREENSHOTS=all` writes them to
//! `target/tmp/gallery`.

use std::path::PathBuf;

use serde_json::json;

use super::page::Page;
use super::pictures::game;
use super::stage::{DESK, Looks, PHONE, Stage, on_stage};

/// Most screens of one page.
const MOST_SCREENS: u64 = 4;

/// Makes a game that waits for a friend; its number and link.
const INVITE: &str = r#"
const wish = { game: "hive+mlp", opponent: "person", side: "one", time: "300+3" };
const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) };
const { id } = await (await fetch("/api/games", init)).json();
return [`/games/${id}`, (await (await fetch(`/api/games/${id}`)).json()).join];
"#;

/// Names and addresses; what is to be done there is in the name.
async fn pages(page: &Page) -> Vec<(&'static str, String)> {
    page.open("/about").await;
    let lost = game(page, "hive", 8, true).await;
    let square = game(page, "ostseeschach-2022", 6, true).await;
    let running = game(page, "hive+mlp", 6, false).await;
    let others = [game(page, "piranhas-2026", 4, false).await, game(page, "hive-2020", 4, false).await];
    let link = page.ask(INVITE, json!([])).await;
    vec![
        ("home", "/".to_string()),
        ("play", format!("/games/{running}")),
        ("play-fish", format!("/games/{}", others[0])),
        ("play-2020", format!("/games/{}", others[1])),
        ("play-waiting", link[0].as_str().unwrap().to_string()),
        ("over-review", format!("/games/{lost}")),
        ("over-square", format!("/games/{square}")),
        ("study", "/study?game=hive&moves=wS1;bS1+wS1-".to_string()),
        ("openings", "/openings?game=hive".to_string()),
        ("upload", "/upload".to_string()),
        ("watch", "/watch".to_string()),
        ("games", "/games".to_string()),
        ("join", link[1].as_str().unwrap().to_string()),
        ("operator", "/operator".to_string()),
        ("nowhere", "/nowhere".to_string()),
        ("puzzles", "/puzzles".to_string()),
        ("puzzle", "/puzzles/daily".to_string()),
        ("about", "/about".to_string()),
    ]
}

/// Keeps a page as it is seen, screen by screen.
async fn keep(page: &Page, name: &str) {
    page.until("document.readyState === 'complete'").await;
    page.until("[...document.images].every((it) => it.complete)").await;
    if name.starts_with("over-review") {
        page.click("#review [data-act=review]").await;
        page.until("document.querySelector('#graph svg .curve')").await;
        page.press(&["k", "k", "k"]).await;
        page.click("#analysis [data-act=analyse]").await;
        page.until("document.querySelectorAll('#lines li').length === 3").await;
    }
    page.until("document.getAnimations().length === 0").await;
    let screens =
        page.js("scrollTo(0, 0); return Math.ceil(document.scrollingElement.scrollHeight / innerHeight)").await;
    for screen in 0..screens.as_u64().unwrap().min(MOST_SCREENS) {
        page.js(&format!("scrollTo({{ top: {screen} * innerHeight, behavior: 'instant' }})")).await;
        std::fs::write(folder().join(format!("{name}-{screen}.png")), page.picture().await).unwrap();
    }
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

async fn look(stage: &Stage, pages: &[(&'static str, String)], page: &Page) {
    for (name, path) in pages {
        // A guest has no cookies and can be invited.
        let guest = if *name == "join" { Some(stage.page(DESK).await) } else { None };
        let page = guest.as_ref().unwrap_or(page);
        for theme in ["light", "dark"] {
            page.prefer("prefers-color-scheme", theme).await;
            for (size, looks) in
                [("wide", DESK), ("small", PHONE), ("tiny", Looks { width: 320, height: 640, ..PHONE })]
            {
                if size == "tiny" && theme == "dark" {
                    continue;
                }
                page.resize(looks).await;
                page.open(path).await;
                keep(page, &format!("{name}-{size}-{theme}")).await;
            }
        }
    }
}

#[test]
fn every_page_can_be_looked_at() {
    if std::env::var("SCHWARM_SCREENSHOTS").as_deref() != Ok("all") {
        return;
    }
    on_stage("gallery", async |stage| {
        let page = stage.page(DESK).await;
        page.forgive("404 (Not Found)");
        let empty = [("home-empty", "/"), ("watch-empty", "/watch"), ("games-empty", "/games")];
        look(&stage, &empty.map(|(name, path)| (name, path.to_string())), &page).await;
        page.resize(DESK).await;
        let pages = pages(&page).await;
        look(&stage, &pages, &page).await;
    });
}
