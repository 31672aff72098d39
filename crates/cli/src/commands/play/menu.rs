//! The questions before a game: which game, against whom, which side.
//!
//! A question is answered by a number or a name; an empty line takes the first choice.
//! `None` everywhere means that the input has ended.

use std::io::{self, Write};

use schwarm_core::GameInfo;
use schwarm_engine::Level;

use super::Against;
use super::input::Input;
use crate::bots::{Bot, BuiltIn};
use crate::opening::{self, Opening};
use crate::suggest;
use crate::verdict;

/// Asks for a game.
///
/// # Errors
/// When the output cannot be written.
pub fn ask_game(input: &mut Input, out: &mut dyn Write) -> io::Result<Option<Opening>> {
    let games = schwarm_catalog::games();
    let width = games.iter().map(|info| info.id.len()).max().unwrap_or(0);
    writeln!(out, "Which game?")?;
    for (index, info) in games.iter().enumerate() {
        writeln!(out, "  {:2}  {:width$}  {}", index + 1, info.id, info.title)?;
    }
    loop {
        let Some(answer) = ask(input, out, &format!("Number or id [{}]", games.first().map_or("", |info| info.id)))?
        else {
            return Ok(None);
        };
        let id = match answer.parse::<usize>() {
            _ if answer.is_empty() => games.first().map_or("", |info| info.id),
            Ok(number) => match number.checked_sub(1).and_then(|index| games.get(index)) {
                Some(info) => info.id,
                None => {
                    writeln!(out, "There is no game {number}; the list goes from 1 to {}.", games.len())?;
                    continue;
                }
            },
            Err(_) => &answer,
        };
        match schwarm_catalog::open(id) {
            Ok(_) => return Ok(Opening::of_game(id).ok()),
            Err(error) => writeln!(out, "{}", opening::explain(id, &error))?,
        }
    }
}

/// Asks for the opponent.
///
/// # Errors
/// When the output cannot be written.
pub fn ask_opponent(input: &mut Input, out: &mut dyn Write) -> io::Result<Option<Against>> {
    let choices = [
        ("person", "two people at this keyboard"),
        ("engine", "you against the engine, at one of ten levels"),
        ("random", "you against a random mover"),
        ("greedy", "you against one who takes what it can get"),
    ];
    let bot = match ask_choice(input, out, "Against whom?", &choices)? {
        None => return Ok(None),
        Some(0) => return Ok(Some(Against::Person)),
        Some(1) => match ask_level(input, out)? {
            Some(level) => BuiltIn::Engine(level),
            None => return Ok(None),
        },
        Some(2) => BuiltIn::Random,
        Some(_) => BuiltIn::Greedy,
    };
    Ok(Some(Against::Bot(Bot::BuiltIn(bot))))
}

/// Asks for a level; nobody who only presses return meets the full strength.
fn ask_level(input: &mut Input, out: &mut dyn Write) -> io::Result<Option<Level>> {
    writeln!(out, "Which level? 1 has learned the rules today, 10 plays as well as it can.")?;
    loop {
        let Some(answer) = ask(input, out, "Level [1]")? else { return Ok(None) };
        match if answer.is_empty() { "1" } else { &answer }.parse() {
            Ok(level) => return Ok(Some(level)),
            Err(error) => writeln!(out, "{}", verdict::capital(&format!("{error}.")))?,
        }
    }
}

/// Asks for the side the person plays; the answer is its index.
///
/// # Errors
/// When the output cannot be written.
pub fn ask_side(input: &mut Input, out: &mut dyn Write, info: &GameInfo) -> io::Result<Option<usize>> {
    ask_choice(input, out, "Your side?", &info.sides.map(|name| (name, "")))
}

fn ask_choice(
    input: &mut Input,
    out: &mut dyn Write,
    question: &str,
    choices: &[(&str, &str)],
) -> io::Result<Option<usize>> {
    writeln!(out, "{question}")?;
    for (index, (name, help)) in choices.iter().enumerate() {
        let help = if help.is_empty() { String::new() } else { format!("  {help}") };
        writeln!(out, "  {:2}  {name}{help}", index + 1)?;
    }
    loop {
        let Some(answer) = ask(input, out, &format!("Number or name [{}]", choices[0].0))? else { return Ok(None) };
        if answer.is_empty() {
            return Ok(Some(0));
        }
        let by_name = choices.iter().position(|(name, _)| name.eq_ignore_ascii_case(&answer));
        let by_number = answer.parse::<usize>().ok().filter(|number| (1..=choices.len()).contains(number));
        if let Some(index) = by_name.or(by_number.map(|number| number - 1)) {
            return Ok(Some(index));
        }
        let hint = suggest::did_you_mean(&answer, choices.iter().map(|(name, _)| *name));
        writeln!(out, "{}", hint.unwrap_or_else(|| format!("Please answer 1 to {}.", choices.len())))?;
    }
}

fn ask(input: &mut Input, out: &mut dyn Write, question: &str) -> io::Result<Option<String>> {
    if !input.is_piped() {
        write!(out, "{question}: ")?;
        out.flush()?;
    }
    Ok(input.next().filter(|answer| !matches!(answer.to_ascii_lowercase().as_str(), "quit" | "q" | "exit")))
}
