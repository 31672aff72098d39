//! {{name}}: a client of the Software-Challenge for {{game}}. You need not change this file.
//!
//! It joins a server, reads the XML messages, and answers each request with a move.
//! The thinking is in `thinking.rs`, the rules are in `rules.rs`, what a state and a move look like is in
//! `state.rs`.
//!
//! Options: `[--host HOST] [--port PORT] [--reservation CODE]`

mod json;
mod rules;
mod state;
mod thinking;
mod xml;

use std::error::Error;
use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use json::quote;
use rules::Rules;
use thinking::{choose, Turn};
use xml::Element;

/// Whose rules we think by.
const GAME: &str = "{{rules}}";
/// How the server calls it.
const GAME_TYPE: &str = "{{gametype}}";
/// The server waits for two seconds; some time is lost on the way.
const TIME: Duration = Duration::from_millis(1800);

fn main() -> Result<(), Box<dyn Error>> {
    let (mut host, mut port) = ("127.0.0.1".to_string(), "13050".to_string());
    let mut join = format!("<join gameType=\"{GAME_TYPE}\"/>");
    let mut args = std::env::args().skip(1);
    while let Some(option) = args.next() {
        let value = args.next().ok_or_else(|| format!("{option} wants a value"))?;
        match option.as_str() {
            "-h" | "--host" => host = value,
            "-p" | "--port" => port = value,
            "-r" | "--reservation" => join = format!("<joinPrepared reservationCode=\"{value}\"/>"),
            _ => return Err(format!("unknown option {option}").into()),
        }
    }

    let mut rules = Rules::start()?;
    let mut server = TcpStream::connect(format!("{host}:{port}"))?;
    server.set_nodelay(true)?;
    let mut heard = BufReader::new(server.try_clone()?);
    write!(server, "<protocol>{join}")?;
    let (mut state, mut room) = (Element::default(), String::new());
    while let Some(message) = xml::next_message(&mut heard)? {
        let data = message.find("data");
        let kind = data.map_or(message.name.as_str(), |data| data.get("class"));
        match (kind, data) {
            ("joined", _) => room = message.get("roomId").to_string(),
            ("errorpacket" | "error", _) => {
                println!("the server complains: {}", data.unwrap_or(&message).get("message"));
            }
            ("memento", Some(data)) => state = data.find("state").ok_or("no state")?.clone(),
            ("result", Some(data)) => {
                match data.find("winner") {
                    Some(winner) => println!("the game is over: winner {:?}", winner.attributes),
                    None => println!("the game is over: a draw"),
                }
                break;
            }
            ("left", _) => break,
            _ if kind.to_lowercase().ends_with("moverequest") => {
                let answer = state::write_move(&state, &think(&mut rules, &state)?).ok_or("no move")?;
                // In one piece: a message cut in two would wait for the network.
                server.write_all(format!("<room roomId=\"{room}\">{answer}</room>").as_bytes())?;
            }
            _ => {}
        }
    }
    server.write_all(b"</protocol>")?;
    Ok(())
}

/// The move for a state of the server.
fn think(rules: &mut Rules, state: &Element) -> Result<String, Box<dyn Error>> {
    let position = state::read(state).ok_or("cannot read the state")?;
    let answer = rules.ask(&format!("{{\"game\":{},\"position\":{}}}", quote(GAME), quote(&position)))?;
    Ok(choose(&Turn {
        side: answer.get("to_move").text().to_string(),
        position: answer.get("position").text().to_string(),
        legal: answer.get("legal").texts(),
        number: answer.get("turn").number().unwrap_or(0.0) as u32,
        time: Some(TIME),
    }))
}
