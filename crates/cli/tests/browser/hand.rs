//! How moves are made: by mouse, by finger, by keys. The move itself is the engine's advice, so that games end soon.

use serde_json::{Value, json};

use super::page::Page;

/// What the engine would do, as it is made by hand. The page asks its own server.
const ADVICE: &str = r#"
const { line, state: { id } } = JSON.parse(document.getElementById("game-data").textContent);
const state = await (await fetch(`/api/games/${id}`)).json();
const wish = { ...line, moves: state.moves.map((it) => it.move), lines: 1, seconds: args };
const headers = { "Content-Type": "application/json" };
const answer = await fetch("/api/analyse", { method: "POST", headers, body: JSON.stringify(wish) });
const thoughts = (await answer.text()).trim().split("\n").map((it) => JSON.parse(it)).filter((it) => it.lines?.length);
const best = thoughts.at(-1)?.lines[0].moves[0];
return state.shown.gestures.find((it) => it.move === best) ?? state.shown.gestures[0];
"#;

/// Seconds the engine thinks about an advice.
const THOUGHT: f64 = 0.25;

/// No game is that long.
const MOST_TURNS: usize = 120;

/// By what a player moves.
#[derive(Clone, Copy, PartialEq)]
pub enum Hand {
    /// Clicks and drags in turn.
    Mouse,
    /// Taps and drags in turn.
    Finger,
    /// No pointer at all.
    Keys,
}

impl Hand {
    /// Chooses a game on the first page and begins it.
    pub async fn begin(self, page: &Page, game: &str, opponent: &str, side: &str) {
        page.open("/").await;
        page.until_page("home").await;
        let (name, letters) = game.split_once('+').unwrap_or((game, ""));
        self.choose(page, "game", name).await;
        for letter in if name == "hive" { vec!["m", "l", "p"] } else { Vec::new() } {
            let option = format!("input[name=with-{letter}]");
            let is_on = page.js(&format!("return document.querySelector('{option}').checked")).await;
            if is_on != json!(letters.contains(letter)) {
                self.press(page, &format!("label:has(> {option})"), &option, " ").await;
            }
        }
        self.choose(page, "opponent", opponent).await;
        self.choose(page, "side", side).await;
        let button = "#new-game button[type=submit]";
        self.press(page, button, button, "Enter").await;
        page.until_page("game").await;
        page.until_board().await;
    }

    /// Chooses one of a few.
    async fn choose(self, page: &Page, name: &str, value: &str) {
        let radio = format!("input[name={name}][value=\"{value}\"]");
        // Other rules are behind a fold.
        let fold = format!("return document.querySelector(`details:not([open]) {radio}`) !== null");
        if self == Hand::Mouse && page.js(&fold).await == json!(true) {
            page.click("details.more > summary").await;
        }
        match self {
            Hand::Mouse => page.click(&format!(":has(> {radio})")).await,
            Hand::Finger => page.tap(&format!(":has(> {radio})")).await,
            Hand::Keys => {
                page.tab_to(&format!("input[name={name}]")).await;
                let mut presses = 0;
                while page.js(&format!("return document.activeElement.matches(`{radio}`)")).await != json!(true) {
                    presses += 1;
                    assert!(presses < 30, "arrow keys do not come to {radio}");
                    page.press(&["ArrowDown"]).await;
                }
            }
        }
        page.until(&format!("document.querySelector(`{radio}`).checked")).await;
    }

    /// Presses something: where it is seen, or with a key where it has the focus.
    async fn press(self, page: &Page, which: &str, focus: &str, key: &str) {
        match self {
            Hand::Mouse => page.click(which).await,
            Hand::Finger => page.tap(which).await,
            Hand::Keys => {
                page.tab_to(focus).await;
                page.press(&[key]).await;
            }
        }
    }

    /// Plays as advised until the game is over; how many turns it took.
    pub async fn play_out(self, page: &Page) -> usize {
        for turn in 0..MOST_TURNS {
            let over = "document.querySelector('#controls a[data-look]') ? 'over' : ''";
            let state = page.until(&format!("document.querySelector('#board').acts ? 'acts' : {over}")).await;
            if state == "over" {
                return turn;
            }
            let gesture = page.ask(ADVICE, json!(THOUGHT)).await;
            let ply = page.js("return document.querySelector('#board').shown.ply").await;
            self.make(page, &gesture, turn).await;
            let moved = format!("document.querySelector('#board').shown.ply > {ply}");
            page.until(&format!("{moved} || document.querySelector('#controls a[data-look]') !== null")).await;
        }
        panic!("the game does not end within {MOST_TURNS} turns");
    }

    /// Touches one thing on the page.
    pub async fn touch(self, page: &Page, which: &str) {
        match self {
            Hand::Mouse => page.click(which).await,
            Hand::Finger => page.tap(which).await,
            Hand::Keys => {
                reach(page).await;
                walk(page, which).await;
                page.press(&["Enter"]).await;
            }
        }
    }

    /// Makes one move; every other one is dragged.
    pub async fn make(self, page: &Page, gesture: &Value, turn: usize) {
        let (held, to) = (&gesture["held"], &gesture["to"]);
        if held.is_null() {
            match self {
                Hand::Mouse => page.click(".sb-pass").await,
                Hand::Finger => page.tap(".sb-pass").await,
                Hand::Keys => {
                    page.tab_to(".sb-pass").await;
                    page.press(&["Enter"]).await;
                }
            }
            return;
        }
        let to = cell(to);
        let from = match held["hand"].as_str() {
            Some(hand) => format!("#board [data-hand=\"{hand}\"]"),
            None => cell(&held["cell"]),
        };
        match (self, turn % 2) {
            (Hand::Mouse, 0) => {
                page.click(&from).await;
                page.click(&format!("{to}.target")).await;
            }
            (Hand::Mouse, _) => page.drag(&from, &to).await,
            (Hand::Finger, 0) => {
                page.tap(&from).await;
                page.tap(&format!("{to}.target")).await;
            }
            (Hand::Finger, _) => page.swipe(&from, &to).await,
            (Hand::Keys, _) => by_keys(page, &from, &to).await,
        }
    }
}

/// How a style sheet would name a cell of the board.
pub fn cell(at: &Value) -> String {
    format!("#board [data-at=\"{},{}\"]", at["x"], at["y"])
}

/// Tab comes to the board, arrows to the piece and its target.
async fn by_keys(page: &Page, from: &str, to: &str) {
    reach(page).await;
    for place in [from, to] {
        if place.contains("data-hand") {
            page.press(&["r"]).await;
            page.tab_to(place).await;
        } else {
            walk(page, place).await;
        }
        page.press(&["Enter"]).await;
    }
}

/// Tab to the board, if the focus is elsewhere.
async fn reach(page: &Page) {
    if page.js("return document.activeElement.matches('#board [data-at], #board [data-hand]')").await != json!(true) {
        page.tab_to("#board [data-at]").await;
    }
}

/// Arrow keys to a cell: first to its row, then along it.
async fn walk(page: &Page, place: &str) {
    let way = format!(
        "const [board, target] = [document.querySelector('#board'), document.querySelector(`{place}`)];
         const at = (name) => board.place(board.cells.get(name).at);
         const [here, there] = [at(document.activeElement.getAttribute('data-at') ?? board.current), at(target.getAttribute('data-at'))];
         const [right, down] = [there[0] - here[0], there[1] - here[1]];
         if (Math.abs(down) > 1) return down > 0 ? 'ArrowDown' : 'ArrowUp';
         return Math.abs(right) > 1 ? (right > 0 ? 'ArrowRight' : 'ArrowLeft') : '';"
    );
    for _ in 0..60 {
        let key = page.text(&way).await;
        if key.is_empty() {
            return;
        }
        page.press(&[&key]).await;
    }
    panic!("arrow keys do not come to {place}");
}
