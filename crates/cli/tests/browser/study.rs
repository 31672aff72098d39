//! A finished game: going through it, the engine's view, where it was lost, other moves.

use serde_json::json;

use super::page::Page;
use super::stage::{DESK, Stage, on_stage};

/// A game that is lost without sense: always the last legal move, then resignation. Answers its number.
const LOSE: &str = r#"
const headers = { "Content-Type": "application/json" };
const ask = async (path, body) =>
  (await fetch(path, body && { method: "POST", headers, body: JSON.stringify(body) })).json();
const [game, turns] = args;
const { id } = await ask("/api/games", { game, opponent: "level:1", side: "one", time: "none", setup: "default" });
for (let turn = 0; ; ) {
  const { shown, status } = await ask(`/api/games/${id}`);
  if (status === "over") return id;
  if (shown.to_move !== "one") {
    await new Promise((done) => setTimeout(done, 30));
  } else if (turn < turns) {
    await ask(`/api/games/${id}/move`, { move: shown.gestures.at(-1).move, ply: shown.ply });
    turn += 1;
  } else {
    await ask(`/api/games/${id}/resign`, {});
    return id;
  }
}
"#;

/// Loses a game; its number.
pub async fn lost_game(page: &Page, game: &str, turns: usize) -> u64 {
    page.open("/about").await;
    page.ask(LOSE, json!([game, turns])).await.as_u64().expect("a number")
}

/// The position a page shows.
async fn ply(page: &Page) -> u64 {
    page.js("return document.querySelector('#board').shown.ply").await.as_u64().unwrap()
}

async fn until_ply(page: &Page, ply: u64) {
    page.until(&format!("document.querySelector('#board').shown.ply === {ply}")).await;
}

async fn opened(stage: &Stage) -> (Page, u64) {
    let page = stage.page(DESK).await;
    let id = lost_game(&page, "ostseeschach-2022", 6).await;
    page.open(&format!("/games/{id}")).await;
    page.until_board().await;
    page.until("!document.querySelector('#analysis').hidden").await;
    (page, id)
}

#[test]
fn one_goes_through_a_game_with_keys_buttons_and_links() {
    on_stage("steps", async |stage| {
        let (page, id) = opened(&stage).await;
        let end = ply(&page).await;
        assert!(end >= 11, "{end}");
        page.press(&["k"]).await;
        until_ply(&page, end - 1).await;
        page.press(&["Home"]).await;
        until_ply(&page, 0).await;
        page.press(&["ArrowRight"]).await;
        until_ply(&page, 1).await;
        page.click("#steps [data-step=forward]").await;
        until_ply(&page, 2).await;
        page.click("#moves a[data-ply='5']").await;
        until_ply(&page, 5).await;
        assert_eq!(page.path().await, format!("/games/{id}/5"));
        let marked = page.text("return document.querySelector('#moves [aria-current]').dataset.ply").await;
        assert_eq!(marked, "5");
        page.open(&format!("/games/{id}/3")).await;
        page.until_board().await;
        assert_eq!(ply(&page).await, 3);
        page.click("#steps [data-step=last]").await;
        until_ply(&page, end).await;
    });
}

#[test]
fn a_game_plays_itself_to_its_end() {
    on_stage("auto", async |stage| {
        let page = stage.page(DESK).await;
        let id = lost_game(&page, "ostseeschach-2022", 2).await;
        page.open(&format!("/games/{id}")).await;
        page.until_board().await;
        page.until("!document.querySelector('#steps [data-step=auto]').hidden").await;
        let end = ply(&page).await;
        assert!(end >= 3, "{end}");
        page.js("window.plies = []; const board = document.querySelector('#board');
            board.addEventListener('drawn', () => plies.at(-1) === board.shown.ply || plies.push(board.shown.ply));")
            .await;
        // At the end it begins again.
        page.click("#steps [data-step=auto]").await;
        until_ply(&page, 0).await;
        let pressed = "document.querySelector('#steps [data-step=auto]').ariaPressed";
        assert_eq!(page.text(&format!("return {pressed}")).await, "true");
        until_ply(&page, end).await;
        page.until(&format!("{pressed} === 'false'")).await;
        let seen = page.js("return plies").await;
        let all: Vec<u64> = (0..=end).collect();
        assert_eq!(seen, json!(all), "every position was shown, in order");
    });
}

#[test]
fn the_engine_shows_lines_and_other_moves_can_be_tried() {
    on_stage("lines", async |stage| {
        let (page, id) = opened(&stage).await;
        page.open(&format!("/games/{id}/4")).await;
        page.until_board().await;
        page.click("#analysis [data-act=analyse]").await;
        page.until("document.querySelectorAll('#lines li').length === 3").await;
        page.until("document.querySelectorAll('#board .sb-over > *').length >= 3").await;
        page.until("document.querySelector('#bar').getAttribute('aria-label')").await;
        page.click("#analysis [data-act=analyse]").await;
        page.until("document.querySelectorAll('#board .sb-over > *').length === 0").await;
        let other = "const board = document.querySelector('#board');
            const played = JSON.parse(document.querySelector('#game-data').textContent).line.moves[4];
            return board.shown.gestures.find((it) => it.move !== played)";
        let gesture = page.js(other).await;
        super::hand::Hand::Mouse.make(&page, &gesture, 0).await;
        page.until("document.querySelector('#moves li.branch a[aria-current]') !== null").await;
        until_ply(&page, 5).await;
        page.press(&["k"]).await;
        until_ply(&page, 4).await;
        assert_eq!(page.path().await, format!("/games/{id}/4"));
    });
}

#[test]
fn a_review_tells_where_it_was_lost() {
    on_stage("review", async |stage| {
        let (page, _) = opened(&stage).await;
        page.click("#review [data-act=review]").await;
        page.until("document.querySelector('#graph svg .curve')?.getAttribute('d')").await;
        page.until("document.querySelector('#verdict').textContent").await;
        assert!(page.js("return document.querySelectorAll('#graph a[data-ply]').length").await.as_u64().unwrap() > 0);
        let glyphs = "return document.querySelectorAll('#moves .glyph:not(:empty)').length";
        assert!(page.js(glyphs).await.as_u64().unwrap() > 0);
        let fault = "return document.querySelector('#faults a').getAttribute('href').slice(1)";
        let first: u64 = page.text(fault).await.parse().unwrap();
        page.click("#faults a").await;
        until_ply(&page, first).await;
        page.until("document.querySelector('#review [data-act=decisive], #review [data-act=review][hidden]') !== null")
            .await;
    });
}
