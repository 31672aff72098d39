//! {{name}}: a Hive engine. It speaks UHP, the Universal Hive Protocol; you need not change this file.
//!
//! Commands come one a line from the standard input. Every answer ends with a line `ok`.
//! The thinking is in `thinking.rs`, the rules are in `rules.rs`.

mod json;
mod rules;
mod thinking;

use std::io;
use std::time::Duration;

use json::{quote, Json};
use rules::Rules;
use thinking::{choose, Turn};

const NAME: &str = "{{name}}";

struct Engine {
    rules: Rules,
    /// `Base`, `Base+MLP`, …
    game: String,
    moves: Vec<String>,
    /// What the rules say about the game as it is now; `Null` before the first game.
    state: Json,
}

fn main() -> io::Result<()> {
    let rules = Rules::start().map_err(io::Error::other)?;
    let mut engine = Engine { rules, game: String::new(), moves: Vec::new(), state: Json::Null };
    // We introduce ourselves.
    for line in std::iter::once(Ok("info".to_string())).chain(io::stdin().lines()) {
        let line = line?;
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match command {
            "exit" => break,
            "" => continue,
            _ => {}
        }
        match engine.answer(command, rest.trim()) {
            Ok(answer) if answer.is_empty() => println!("ok"),
            Ok(answer) => println!("{answer}\nok"),
            Err(why) => {
                let is_move = engine.state != Json::Null && ["play", "pass"].contains(&command);
                println!("{} {why}\nok", if is_move { "invalidmove" } else { "err" });
            }
        }
    }
    Ok(())
}

impl Engine {
    /// The answer to a command, without the `ok`.
    fn answer(&mut self, command: &str, rest: &str) -> Result<String, String> {
        match command {
            "info" => return Ok(format!("id {NAME} 1.0\nMosquito;Ladybug;Pillbug")),
            "newgame" => {
                // A game type, or a whole game: "Base;InProgress;White[2];wS1;bG1 wS1-"
                let mut fields = rest.split(';').map(str::to_string);
                let game = fields.next().filter(|game| !game.is_empty());
                return self.set_up(game.unwrap_or("Base".to_string()), fields.skip(2).collect());
            }
            "options" if rest.is_empty() => return Ok(String::new()), // we have none
            "play" | "pass" | "validmoves" | "bestmove" | "undo" => {}
            _ => return Err(format!("unknown command: {command} {rest}")),
        }
        if self.state == Json::Null {
            return Err("no game has begun, say newgame".to_string());
        }
        let mut moves = self.moves.clone();
        match command {
            "play" | "pass" => {
                moves.push(if command == "pass" { command } else { rest }.to_string());
                return self.set_up(self.game.clone(), moves);
            }
            "undo" => {
                let number = if rest.is_empty() { Ok(1) } else { rest.parse::<usize>() };
                match number {
                    Ok(number) if (1..=moves.len()).contains(&number) => moves.truncate(moves.len() - number),
                    _ => return Err(format!("cannot take that back, there are {} moves", moves.len())),
                }
                return self.set_up(self.game.clone(), moves);
            }
            _ => {}
        }
        if *self.state.get("outcome") != Json::Null {
            return Err("the game is over".to_string());
        }
        match command {
            "validmoves" => Ok(self.state.get("legal").texts().join(";")),
            _ => Ok(choose(&self.turn(rest)?)),
        }
    }

    /// Plays a game up to some move. If the rules refuse it, the old game stays.
    fn set_up(&mut self, game: String, moves: Vec<String>) -> Result<String, String> {
        let list: Vec<String> = moves.iter().map(|text| quote(text)).collect();
        self.state = self.rules.ask(&format!("{{\"game\":{},\"moves\":[{}]}}", quote(&game), list.join(",")))?;
        self.game = game;
        let position = self.state.get("position").text().to_string();
        self.moves = position.split(';').skip(3).map(str::to_string).collect();
        Ok(position)
    }

    /// The turn for `choose`. The limit is like `time 00:00:05` or `depth 3`.
    fn turn(&self, limit: &str) -> Result<Turn, String> {
        let mut time = None;
        if let Some(text) = limit.strip_prefix("time ") {
            let mut seconds = 0.0;
            for part in text.split(':') {
                seconds = seconds * 60.0 + part.trim().parse::<f64>().map_err(|_| "a time is written 00:00:05")?;
            }
            time = Some(Duration::try_from_secs_f64(seconds).map_err(|_| "a time is written 00:00:05")?);
        }
        Ok(Turn {
            side: self.state.get("to_move").text().to_string(),
            position: self.state.get("board").text().to_string(),
            legal: self.state.get("legal").texts(),
            number: self.state.get("turn").number().unwrap_or(0.0) as u32,
            time,
        })
    }
}
