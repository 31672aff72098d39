//! Two people play each other by a link while a third one watches, loses the line and comes back.

use serde_json::json;

use super::hand::Hand;
use super::line::Line;
use super::page::Page;
use super::stage::{DESK, Looks, on_stage};

/// Plays the first legal move by mouse.
async fn play(page: &Page, turn: usize) {
    page.until("document.querySelector('#board').acts").await;
    let gesture = page.js("return document.querySelector('#board').shown.gestures[0]").await;
    Hand::Mouse.make(page, &gesture, turn).await;
}

/// Waits until a page shows the position after so many plies; the position and the moves it lists.
async fn seen(page: &Page, plies: usize) -> (String, String) {
    page.until(&format!("document.querySelector('#board').shown.ply === {plies}")).await;
    page.until(&format!("document.querySelectorAll('#moves li').length === {plies}")).await;
    let moves = "return [...document.querySelectorAll('#moves .text')].map((it) => it.textContent).join()";
    (page.text("return document.querySelector('#board').shown.position").await, page.text(moves).await)
}

#[test]
fn two_play_by_a_link_and_a_third_misses_nothing() {
    on_stage("guests", async |stage| {
        let ann = stage.page(DESK).await;
        let ben = stage.page(Looks { language: "de", ..DESK }).await;
        let eve = stage.page(DESK).await;
        Hand::Mouse.begin(&ann, "ostseeschach-2022", "person", "one").await;
        let game = ann.path().await;
        let link = ann.until("document.querySelector('#join-link').value").await;
        ben.open(link.as_str().unwrap()).await;
        ben.click("#take-seat button").await;
        ben.until_board().await;
        assert_eq!(ben.path().await, game);
        let line = Line::to(stage.address()).await;
        eve.open(&format!("{}{game}", line.address)).await;
        eve.until_board().await;
        for turn in 0..2 {
            play(&ann, turn).await;
            play(&ben, turn).await;
        }
        assert_eq!(seen(&eve, 4).await, seen(&ann, 4).await);
        assert_eq!(seen(&eve, 4).await, seen(&ben, 4).await);
        assert_eq!(eve.js("return document.querySelector('#board').acts").await, json!(false));

        eve.forgive("net::ERR_");
        line.cut();
        eve.until("document.querySelector('#notice').classList.contains('bad')").await;
        for turn in 2..4 {
            play(&ann, turn).await;
            play(&ben, turn).await;
        }
        seen(&ann, 8).await;
        assert_eq!(eve.js("return document.querySelector('#board').shown.ply").await, json!(4));
        line.mend();
        assert_eq!(seen(&eve, 8).await, seen(&ben, 8).await);
        eve.reload().await;
        eve.until_board().await;
        assert_eq!(seen(&eve, 8).await, seen(&ben, 8).await);

        // Once to ask, once to do.
        ann.click("#controls button[data-act=resign]").await;
        ann.click("#controls button[data-act=resign]").await;
        for page in [&ann, &ben, &eve] {
            page.until("document.querySelector('#controls a[data-look]') !== null").await;
        }
        // Who looks at the game again can still ask for another one.
        ann.until("!document.querySelector('#controls button[data-act=rematch]').disabled").await;
        ann.reload().await;
        ann.until_board().await;
        ann.until("!document.querySelector('#controls button[data-act=rematch]').hidden").await;
        ann.click("#controls button[data-act=rematch]").await;
        ben.until("!document.querySelector('#offer').hidden").await;
        ben.click("#offer button[data-act=accept]").await;
        let again = format!("document.body.dataset.page === 'game' && location.pathname !== '{game}'");
        for (page, seat) in [(&ann, "two"), (&ben, "one")] {
            page.until(&again).await;
            page.until_board().await;
            let state = page.ask("return (await (await fetch(`/api${location.pathname}`)).json())", json!([])).await;
            assert_eq!(state["seat"], seat, "{state}");
        }
    });
}
