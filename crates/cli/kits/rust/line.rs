//! {{name}}: a bot for {{game}}. It speaks the line protocol of Schwarm; you need not change this file.
//!
//! Schwarm writes one JSON object a line to our standard input, we answer on the standard output.
//! The thinking is in `thinking.rs`. Look at what is going on with `eprintln!("…")`.

mod json;
mod thinking;

use std::io;
use std::time::Duration;

use json::{quote, Json};
use thinking::{choose, Turn};

const NAME: &str = "{{name}}";

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        let Some(message) = Json::read(&line?) else { continue };
        if *message.get("hello") != Json::Null {
            println!("{{\"name\":{}}}", quote(NAME)); // a new game begins
        } else if *message.get("legal") != Json::Null {
            let id = message.get("id").number().unwrap_or(0.0);
            println!("{{\"move\":{},\"id\":{id}}}", quote(&choose(&turn(&message)))); // it is our turn
        } else if *message.get("end") != Json::Null {
            eprintln!("winner: {:?}", message.get("end").get("winner").text()); // the game is over
        }
    }
    Ok(())
}

fn turn(message: &Json) -> Turn {
    // Hive has two texts: the game with its moves, and the board alone. We want the board.
    let board = message.get("board").text();
    let position = if board.is_empty() { message.get("position").text() } else { board };
    Turn {
        side: message.get("side").text().to_string(),
        position: position.to_string(),
        legal: message.get("legal").texts(),
        number: message.get("turn").number().unwrap_or(0.0) as u32,
        time: message.get("time_ms").number().map(|ms| Duration::from_secs_f64(ms / 1000.0)),
    }
}
