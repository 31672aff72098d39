//! Odd ways to say something: line ends, blanks, unknown words, many lines at once.

use std::time::Duration;

use schwarm_uhp::wire::Expansions;

use super::super::finding::{Diagnosis, Ill, fine, odd};
use super::super::ward::Ward;
use super::super::words::clip;
use super::board::Board;
use super::engine::Engine;

/// Lines that end with CR and LF.
pub async fn crlf(ward: &Ward<'_>) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let mut board = Board::new(Expansions::default())?;
    let said = engine.accepted("newgame Base\r").await?;
    board.compare(&said.answer.last)?;
    for mv in ["wS1", "bG1 wS1-"] {
        let said = engine.accepted(&format!("play {mv}\r")).await?;
        board.play(mv)?;
        board.compare(&said.answer.last)?;
    }
    let said = engine.accepted("validmoves\r").await?;
    board.compare_moves(&said.answer.last)?;
    fine("lines may end with CR LF")
}

/// Empty lines between commands.
pub async fn empty_lines(ward: &Ward<'_>) -> Diagnosis {
    let mut engine = Engine::at_game(ward, "Base").await?;
    engine.say("\n   \ninfo\n").await?;
    // An engine may refuse each of the empty lines.
    for _ in 0..3 {
        let said = engine.answer("info").await?;
        if said.answer.info.id.is_some() {
            Board::new(Expansions::default())?.ask_moves(&mut engine).await?;
            return fine("empty lines do no harm");
        }
        if said.answer.refusal.is_none() {
            return Err(Ill::new(format!("an empty line was answered with {:?}", clip(&said.answer.last, 60))));
        }
    }
    Err(Ill::new("info was not answered after two empty lines"))
}

/// Blanks where none are needed.
pub async fn blanks(ward: &Ward<'_>) -> Diagnosis {
    let mut engine = Engine::at_game(ward, "Base").await?;
    let mut board = Board::new(Expansions::default())?;
    for (line, mv) in [("  play wS1", "wS1"), ("play bG1 wS1-  ", "bG1 wS1-"), ("play  wQ -wS1", "wQ -wS1")] {
        let said = engine.accepted(line).await?;
        board.play(mv)?;
        board.compare(&said.answer.last)?;
    }
    fine("blanks before, after and between words are borne")
}

/// Game types in other letters.
pub async fn letters(ward: &Ward<'_>, most: Expansions) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let kind = most.game_type();
    let board = Board::new(most)?;
    let mut other = vec![kind.to_ascii_lowercase()];
    if let Some((base, letters)) = kind.split_once('+').filter(|(_, letters)| letters.len() > 1) {
        other.push(format!("{base}+{}", letters.chars().rev().collect::<String>()));
    }
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for kind in other {
        let said = engine.ask(&format!("newgame {kind}")).await?;
        match said.answer.refusal.is_none() && board.compare(&said.answer.last).is_ok() {
            true => good.push(kind),
            false => bad.push(kind),
        }
    }
    match bad.is_empty() {
        true => fine(format!("reads {} as {kind}", good.join(" and "))),
        false => Err(Ill::new(format!("does not read {} as {kind}", bad.join(" and ")))),
    }
}

/// Words nobody knows.
pub async fn unknown(ward: &Ward<'_>) -> Diagnosis {
    let mut engine = Engine::at_game(ward, "Base").await?;
    let mut board = Board::new(Expansions::default())?;
    board.play_both(&mut engine, "wS1").await?;
    let long = "x".repeat(5000);
    for line in ["xyzzy", "playwG1", "options get NoSuchOption", "\u{fc}ml\u{e4}ut", &long] {
        let refusal = engine.refused(line).await?;
        if refusal.starts_with("invalidmove") {
            let (line, refusal) = (clip(line, 40), clip(&refusal, 60));
            return Err(Ill::new(format!("{line:?} was answered with {refusal:?}, not with err")));
        }
    }
    board.ask_moves(&mut engine).await.map_err(|ill| ill.at("after unknown commands"))?;
    // To guess what was meant is no fault, as long as there is an answer.
    let mut guessed = Vec::new();
    for line in ["bestmove depth x", "undo x"] {
        if engine.ask(line).await?.answer.refusal.is_none() {
            guessed.push(line);
        }
    }
    match guessed.is_empty() {
        true => fine("unknown commands are refused with err, and the game goes on"),
        false => odd(format!("obeyed without an error: {}", guessed.join(", "))),
    }
}

/// Many commands in one piece, as a referee sends them.
pub async fn batch(ward: &Ward<'_>) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let mut board = Board::new(Expansions::default())?;
    engine.say("newgame Base\nplay wS1\nplay bG1 wS1-\nvalidmoves\nbestmove depth 1\n").await?;
    for mv in ["", "wS1", "bG1 wS1-"] {
        let said = engine.answer("commands in one piece").await?;
        if !mv.is_empty() {
            board.play(mv)?;
        }
        board.compare(&said.answer.last)?;
    }
    let said = engine.answer("validmoves in one piece with others").await?;
    board.compare_moves(&said.answer.last)?;
    let said = engine.answer("bestmove in one piece with others").await?;
    if let Err(error) = board.session().check(&said.answer.last) {
        return Err(Ill::new(format!("bestmove in one piece with others: {error}")));
    }
    if !engine.is_quiet(Duration::from_millis(100)).await? {
        return Err(Ill::new("more was said than was asked for"));
    }
    fine("five commands in one piece got five answers, in their order")
}
