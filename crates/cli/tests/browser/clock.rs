//! A clock that runs out while nobody moves.

use serde_json::json;

use super::stage::{DESK, on_stage};

/// Makes a game of two seconds a side and answers its number.
const SHORT: &str = r#"
const wish = { game: "ostseeschach-2022", opponent: "level:1", side: "one", time: "2+0" };
const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) };
return (await (await fetch("/api/games", init)).json()).id;
"#;

#[test]
fn who_thinks_too_long_loses_and_reads_why() {
    on_stage("clock", async |stage| {
        let page = stage.page(DESK).await;
        page.open("/about").await;
        let id = page.ask(SHORT, json!([])).await.as_u64().expect("a number");
        page.open(&format!("/games/{id}")).await;
        page.until_board().await;
        // Tenths are shown in the last seconds.
        page.until("/^\\d\\.\\d$/.test(document.querySelector('#player-one .clock').textContent)").await;
        page.until("document.querySelector('#controls a[data-look]') !== null").await;
        let state = page.ask("return (await (await fetch(`/api${location.pathname}`)).json())", json!([])).await;
        assert_eq!((&state["ending"]["by"], &state["ending"]["winner"]), (&json!("time"), &json!("two")), "{state}");
        let told = page.text("return document.querySelector('#turn').textContent").await;
        assert_eq!(told, state["ending"]["words"].as_str().unwrap());
        assert!(told.contains("ran out of time"), "{told}");
        page.until("document.querySelector('#player-one .clock').textContent === '0.0'").await;
        assert_eq!(page.js("return document.querySelector('#board').acts").await, json!(false));
    });
}
