//! `schwarm serve` as a process, in a folder of its own.
#![allow(dead_code, reason = "each test binary uses its part of these helpers")]

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::client::Browser;
use crate::common;

pub const WEB: [&str; 4] = ["--web", "127.0.0.1:0", "--socha", "off"];

/// A server in a folder of its own.
pub struct Served {
    pub child: Child,
    pub ready: Value,
    pub folder: PathBuf,
}

impl Served {
    pub fn start(name: &str, bots: &str, args: &[&str]) -> Served {
        let folder = std::env::temp_dir().join(format!("schwarm-serve-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("bots.toml"), bots).unwrap();
        let (child, ready) = launch(&folder, args);
        Served { child, ready, folder }
    }

    /// Kills it at once and starts another one over the same games.
    pub fn kill_and_start(&mut self, args: &[&str]) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        (self.child, self.ready) = launch(&self.folder, args);
    }

    pub fn browser(&self) -> Browser {
        Browser::new(self.ready["web"].as_str().unwrap().replace("0.0.0.0", "127.0.0.1").parse().unwrap())
    }

    /// The browser of somebody who has the token.
    pub fn operator(&self) -> Browser {
        let token = self.ready["token"].as_str().expect("there is a token");
        let extra = vec![("Authorization".to_string(), format!("Bearer {token}"))];
        Browser { extra, ..self.browser() }
    }
}

fn launch(folder: &Path, args: &[&str]) -> (Child, Value) {
    let all: Vec<_> = ["serve", "--json", "--data", "data"].iter().chain(args).copied().collect();
    let mut command = common::command(&all);
    let mut child = command.current_dir(folder).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    said.read_line(&mut line).unwrap();
    std::thread::spawn(move || said.read_to_end(&mut Vec::new()));
    (child, serde_json::from_str(&line).unwrap())
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
