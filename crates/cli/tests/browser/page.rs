//! A page in a browser, and what one does with any page.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::common::keys::Key;
use thirtyfour::{By, WebDriver};

use super::stage::Looks;

/// As long as a page may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_AGAIN: Duration = Duration::from_millis(25);

/// Where an element can be hit: scrolled to, at rest, and not under another one.
const SPOT: &str = r#"
const [which] = args;
const frame = () => new Promise((done) => requestAnimationFrame(done));
let [element, before, calm] = [null, "", 0];
for (let i = 0; i < 300 && calm < 3; i += 1) {
  element = document.querySelector(which);
  const box = element?.getBoundingClientRect();
  const place = box ? [box.left, box.top, box.width, box.height].map(Math.round).join() : "";
  calm = box && place === before ? calm + 1 : 0;
  before = place;
  if (box && (box.top < 0 || box.bottom > innerHeight)) element.scrollIntoView({ block: "center", behavior: "instant" });
  await frame();
}
if (!element) return null;
const { left, top, width, height } = element.getBoundingClientRect();
for (const [x, y] of [[0.5, 0.5], [0.5, 0.7], [0.5, 0.3], [0.3, 0.5], [0.7, 0.5], [0.3, 0.7], [0.7, 0.7], [0.3, 0.3], [0.7, 0.3]]) {
  const [at, up] = [left + width * x, top + height * y];
  const hit = document.elementFromPoint(at, up);
  if (hit && (hit === element || element.contains(hit))) return [at, up];
}
return null;
"#;

/// One browser; copies are the same one.
#[derive(Clone)]
pub struct Page {
    driver: WebDriver,
    server: String,
    forgiven: Arc<Mutex<Vec<&'static str>>>,
}

impl Page {
    pub fn new(driver: WebDriver, server: String) -> Page {
        Page { driver, server, forgiven: Arc::default() }
    }

    pub async fn open(&self, path: &str) {
        let address = if path.starts_with("http") { path.to_string() } else { format!("{}{path}", self.server) };
        self.driver.goto(address).await.unwrap();
    }

    pub async fn reload(&self) {
        self.driver.refresh().await.unwrap();
    }

    /// The path and query it is at.
    pub async fn path(&self) -> String {
        self.text("return location.pathname + location.search").await
    }

    /// What a script says.
    pub async fn js(&self, script: &str) -> Value {
        self.driver.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// What a script says, as text; nothing if it is none.
    pub async fn text(&self, script: &str) -> String {
        self.js(script).await.as_str().unwrap_or_default().to_string()
    }

    /// What a script says that may wait; it finds `args`.
    pub async fn ask(&self, script: &str, args: Value) -> Value {
        let whole = format!(
            "const [args, done] = arguments; (async () => {{ {script} }})().then(done, (error) => done({{ failed: `${{error}}` }}));"
        );
        let said =
            self.driver.execute_async(whole, vec![args]).await.unwrap_or_else(|error| panic!("{script}: {error}"));
        assert!(said.json()["failed"].is_null(), "{script}: {}", said.json());
        said.json().clone()
    }

    /// Waits until an expression is true (and not nothing); what it is. Pages may change meanwhile.
    pub async fn until(&self, expression: &str) -> Value {
        let (begun, script) = (Instant::now(), format!("return {expression};"));
        loop {
            let said = self.driver.execute(script.as_str(), Vec::new()).await.map(|said| said.json().clone());
            match said {
                Ok(said) if said != Value::Null && said != json!(false) && said != json!("") && said != json!(0) => {
                    return said;
                }
                _ if begun.elapsed() > PATIENCE => panic!("not within {PATIENCE:?}: {expression}, but {said:?}"),
                _ => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
    }

    /// Waits until a page of this kind is ready: `home`, `game`, `watch`, …
    pub async fn until_page(&self, kind: &str) {
        self.until(&format!("document.readyState === 'complete' && document.body.dataset.page === '{kind}'")).await;
    }

    /// Waits until the board of a page is drawn.
    pub async fn until_board(&self) {
        self.until("document.readyState === 'complete' && document.querySelector('#board')?.shown?.view").await;
    }

    /// Where an element can be hit.
    pub async fn spot(&self, which: &str) -> (f64, f64) {
        let spot = self.ask(SPOT, json!([which])).await;
        let number = |i: usize| spot[i].as_f64().unwrap_or_else(|| panic!("nobody can hit {which}"));
        (number(0), number(1))
    }

    /// Clicks with the mouse.
    pub async fn click(&self, which: &str) {
        let (x, y) = self.spot(which).await;
        let mouse = self.driver.action_chain_with_delay(None, Some(Duration::ZERO));
        mouse.move_to(x as i64, y as i64).click().perform().await.unwrap();
    }

    /// Drags with the mouse.
    pub async fn drag(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.spot(from).await, self.spot(to).await);
        let mouse = self.driver.action_chain_with_delay(None, Some(Duration::ZERO));
        let half_way = (((x + to_x) / 2.0) as i64, ((y + to_y) / 2.0) as i64);
        let mouse = mouse.move_to(x as i64, y as i64).click_and_hold().move_to(half_way.0, half_way.1);
        mouse.move_to(to_x as i64, to_y as i64).release().perform().await.unwrap();
    }

    /// Chooses a file for a field.
    pub async fn choose_file(&self, which: &str, file: &Path) {
        let field = self.driver.find(By::Css(which)).await.unwrap();
        field.send_keys(file.canonicalize().unwrap().to_str().unwrap()).await.unwrap();
    }

    /// Types a text where the focus is.
    pub async fn type_text(&self, text: &str) {
        self.command("Input.insertText", json!({ "text": text })).await;
    }

    /// Taps with a finger.
    pub async fn tap(&self, which: &str) {
        let (x, y) = self.spot(which).await;
        self.touch("touchStart", &[(x, y)]).await;
        self.touch("touchEnd", &[]).await;
    }

    /// Drags with a finger.
    pub async fn swipe(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.spot(from).await, self.spot(to).await);
        self.touch("touchStart", &[(x, y)]).await;
        for part in [0.3, 0.7, 1.0] {
            self.touch("touchMove", &[(x + (to_x - x) * part, y + (to_y - y) * part)]).await;
        }
        self.touch("touchEnd", &[]).await;
    }

    /// Moves two fingers from or to each other, along a line through a spot.
    pub async fn pinch(&self, (x, y): (f64, f64), from: f64, to: f64) {
        let fingers = |apart: f64| [(x - apart, y - apart / 2.0), (x + apart, y + apart / 2.0)];
        self.touch("touchStart", &fingers(from)[..1]).await;
        self.touch("touchStart", &fingers(from)).await;
        for step in 1..=6 {
            self.touch("touchMove", &fingers(from + (to - from) * f64::from(step) / 6.0)).await;
        }
        self.touch("touchEnd", &[]).await;
    }

    /// What fingers do; those that are not named are lifted.
    async fn touch(&self, kind: &str, at: &[(f64, f64)]) {
        let points = (0..).zip(at).map(|(id, (x, y)): (u32, _)| json!({ "x": x, "y": y, "id": id }));
        let points: Vec<_> = points.collect();
        self.command("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    }

    /// Presses keys: words like `Tab` and `Enter`, or single characters.
    pub async fn press(&self, keys: &[&str]) {
        let mut chain = self.driver.action_chain_with_delay(Some(Duration::ZERO), None);
        for key in keys {
            chain = match *key {
                "Tab" => chain.send_keys(Key::Tab),
                "Enter" => chain.send_keys(Key::Enter),
                "ArrowLeft" => chain.send_keys(Key::Left),
                "ArrowRight" => chain.send_keys(Key::Right),
                "ArrowUp" => chain.send_keys(Key::Up),
                "ArrowDown" => chain.send_keys(Key::Down),
                "Home" => chain.send_keys(Key::Home),
                "End" => chain.send_keys(Key::End),
                text => chain.send_keys(text),
            };
        }
        chain.perform().await.unwrap();
    }

    /// Goes on with Tab until the focus is where it should be.
    pub async fn tab_to(&self, which: &str) {
        let mut seen = Vec::new();
        while self.js(&format!("return document.activeElement.matches(`{which}`)")).await != json!(true) {
            seen.push(self.text("return document.activeElement.outerHTML.slice(0, 80)").await);
            assert!(seen.len() < 100, "Tab does not come to {which}: {seen:#?}");
            self.press(&["Tab"]).await;
        }
    }

    /// A command of the browser's own protocol.
    pub async fn command(&self, method: &str, params: Value) -> Value {
        self.driver.cdp().send_raw(method, params).await.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The size of the window, and whether it is touched.
    pub async fn resize(&self, looks: Looks) {
        let Looks { width, height, is_phone, .. } = looks;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.command("Emulation.setDeviceMetricsOverride", size).await;
        self.command("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone })).await;
    }

    /// What its owner prefers, as style sheets ask it.
    pub async fn prefer(&self, name: &str, value: &str) {
        let features = json!({ "features": [{ "name": name, "value": value }] });
        self.command("Emulation.setEmulatedMedia", features).await;
    }

    /// A picture of the window.
    pub async fn picture(&self) -> Vec<u8> {
        self.driver.screenshot_as_png().await.unwrap()
    }

    /// Keeps the first screens of a page for whoever wants to look at them: with `SCHWARM_SCREENSHOTS=all`.
    pub async fn keep_screens(&self, name: &str) {
        if std::env::var("SCHWARM_SCREENSHOTS").as_deref() != Ok("all") {
            return;
        }
        for screen in 0..3 {
            self.js(&format!("scrollTo({{ top: {screen} * innerHeight, behavior: 'instant' }})")).await;
            self.keep_picture(&format!("{name}-{screen}")).await;
        }
    }

    /// Keeps a picture for whoever looks for what went wrong.
    pub async fn keep_picture(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser");
        let _ = std::fs::create_dir_all(&folder);
        let file = folder.join(format!("{name}.png"));
        if self.driver.screenshot(&file).await.is_ok() {
            eprintln!("what it looked like: {}", file.display());
        }
    }

    /// Complaints with these words are part of the test.
    pub fn forgive(&self, words: &'static str) {
        self.forgiven.lock().unwrap().push(words);
    }

    /// What the console says is wrong, less what is forgiven.
    pub async fn complaints(&self) -> Vec<String> {
        let forgiven = self.forgiven.lock().unwrap().clone();
        let entries = self.driver.browser_log().await.unwrap_or_default().into_iter();
        let bad = entries.filter(|entry| entry.level == "SEVERE").map(|entry| entry.message);
        bad.filter(|message| !forgiven.iter().any(|words| message.contains(words))).collect()
    }

    pub async fn close(self) {
        let _ = self.driver.quit().await;
    }
}
