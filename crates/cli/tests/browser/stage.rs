//! Where a test takes place: a server with its real engine, and browsers that look at it.

use std::future::Future;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};

use super::page::Page;
use super::programs::{self, Chromedriver};
use crate::common;

/// Two cores are enough for one browser that plays against an engine.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// No test takes that long on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What kind of browser somebody has.
#[derive(Clone, Copy)]
pub struct Looks {
    /// The language it asks for.
    pub language: &'static str,
    pub width: u32,
    pub height: u32,
    /// A telephone: touched, not clicked.
    pub is_phone: bool,
    pub is_dark: bool,
}

/// A window on a desk, in English.
pub const DESK: Looks = Looks { language: "en", width: 1280, height: 800, is_phone: false, is_dark: false };

/// A small telephone.
pub const PHONE: Looks = Looks { width: 360, height: 740, is_phone: true, ..DESK };

/// A server, a driver and the browsers of one test.
pub struct Stage {
    driver: Chromedriver,
    server: Server,
    pages: Mutex<Vec<Page>>,
}

/// Runs a test, where there are browsers; closes them whatever happens.
pub fn on_stage<Test: Future<Output = ()> + Send + 'static>(name: &str, test: impl FnOnce(Arc<Stage>) -> Test) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    if !programs::are_there() {
        return;
    }
    let stage =
        Arc::new(Stage { driver: Chromedriver::start(), server: Server::start(name), pages: Mutex::new(Vec::new()) });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let test = tokio::spawn(tokio::time::timeout(PATIENCE, test(stage.clone())));
        let ended = test.await;
        let went_well = matches!(ended, Ok(Ok(())));
        let pages = std::mem::take(&mut *stage.pages.lock().unwrap());
        let mut complaints = Vec::new();
        for (number, page) in pages.into_iter().enumerate() {
            if !went_well {
                page.keep_picture(&format!("{name}-{number}")).await;
            }
            complaints.extend(page.complaints().await);
            page.close().await;
        }
        match ended {
            Ok(in_time) => in_time.unwrap_or_else(|_| panic!("{name} takes longer than {PATIENCE:?}")),
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        }
        assert!(complaints.is_empty(), "{name}: browsers complained:\n{}", complaints.join("\n"));
    });
}

impl Stage {
    /// Where the server listens.
    pub fn address(&self) -> String {
        self.server.address.clone()
    }

    /// What the operator shows.
    pub fn token(&self) -> String {
        self.server.token.clone()
    }

    /// The folder of its games.
    pub fn data(&self) -> PathBuf {
        self.server.folder.join("data")
    }

    /// Another browser, with cookies of its own.
    pub async fn page(&self, looks: Looks) -> Page {
        let mut wish = DesiredCapabilities::chrome();
        let window = format!("--window-size={},{}", looks.width, looks.height);
        // A part of the system's memory that containers keep small is not used.
        for argument in
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
        {
            wish.add_arg(argument).unwrap();
        }
        wish.add_arg(&window).unwrap();
        wish.set_binary(&programs::browser()).unwrap();
        wish.add_experimental_option("prefs", json!({ "intl.accept_languages": looks.language })).unwrap();
        wish.set_browser_log_level(LoggingPrefsLogLevel::All).unwrap();
        let driver = WebDriver::new(&*self.driver.address, wish).await.unwrap();
        driver.set_script_timeout(Duration::from_secs(60)).await.unwrap();
        let page = Page::new(driver, format!("http://{}", self.server.address));
        page.resize(looks).await;
        let theme = if looks.is_dark { "dark" } else { "light" };
        page.prefer("prefers-color-scheme", theme).await;
        self.pages.lock().unwrap().push(page.clone());
        page
    }
}

/// `schwarm serve` in a folder of its own.
struct Server {
    child: Child,
    address: String,
    token: String,
    folder: PathBuf,
}

impl Server {
    fn start(name: &str) -> Server {
        let folder = std::env::temp_dir().join(format!("schwarm-browser-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let args = ["serve", "--json", "--web", "127.0.0.1:0", "--socha", "off", "--data", "data"];
        let mut child = common::command(&args).current_dir(&folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        std::thread::spawn(move || said.read_to_end(&mut Vec::new()));
        let ready: Value = serde_json::from_str(&line).unwrap();
        let text = |key: &str| ready[key].as_str().unwrap().to_string();
        Server { child, address: text("web"), token: text("token"), folder }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
