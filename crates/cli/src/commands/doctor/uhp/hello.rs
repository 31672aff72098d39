//! The beginning: who the engine is, and which games it takes.

use schwarm_uhp::wire::{Expansions, Info};

use super::super::finding::{Diagnosis, Healthy, Ill, fine};
use super::super::walk::{Walk, play_on};
use super::super::ward::Ward;
use super::super::words::{clip, count, took};
use super::board::Board;
use super::engine::Engine;

/// It starts and says who it is.
pub async fn start(ward: &Ward<'_>, known: &mut Option<Info>) -> Diagnosis {
    let (_, said) = Engine::start(ward).await?;
    let info = said.answer.info;
    let name = info.id.clone().unwrap_or_else(|| "nobody in particular".to_string());
    *known = Some(info);
    fine(format!("starts and introduces itself as {:?} ({})", clip(&name, 50), took(said.took)))
}

/// `info`: an id, then the expansions, each time the same.
pub async fn info(ward: &Ward<'_>) -> Diagnosis {
    let (mut engine, first) = Engine::start(ward).await?;
    let said = engine.accepted("info").await?;
    let Some(id) = &said.answer.info.id else {
        return Err(Ill::new("info has no line \"id NAME\""));
    };
    if id.is_empty() {
        return Err(Ill::new("the id of info is empty"));
    }
    if first.answer.info != said.answer.info {
        return Err(Ill::new("info says something else than before"));
    }
    let words: Vec<&str> = said.lines.iter().skip(1).flat_map(|line| line.split(';')).map(str::trim).collect();
    let known = ["Mosquito", "Ladybug", "Pillbug"];
    let odd: Vec<&str> = words.iter().filter(|word| !word.is_empty() && !known.contains(word)).copied().collect();
    if !odd.is_empty() {
        let ill = Ill::new(format!("info names what is no expansion: {}", clip(&odd.join(", "), 80)));
        return Ok(Healthy::Odd(ill.with("the words are Mosquito, Ladybug and Pillbug, joined by ;")));
    }
    match said.answer.info.expansions.to_string().as_str() {
        "" => fine(format!("{:?}, the base game only", clip(id, 60))),
        names => fine(format!("{:?} with {names}", clip(id, 60))),
    }
}

/// `newgame`, alone, with every type the engine names, and with a game in progress.
pub async fn newgame(ward: &Ward<'_>, types: &[Expansions]) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let base = Board::new(Expansions::default())?;
    let said = engine.accepted("newgame").await?;
    base.compare(&said.answer.last).map_err(|ill| ill.at("newgame alone"))?;
    for (index, &expansions) in types.iter().enumerate() {
        let mut board = Board::new(expansions)?;
        let kind = board.game_type();
        let said = engine.accepted(&format!("newgame {kind}")).await?;
        board.compare(&said.answer.last).map_err(|ill| ill.at(&format!("newgame {kind}")))?;
        board.ask_moves(&mut engine).await?;
        // The line is ours, so that the engine sees it for the first time.
        let mut ours = board.session().clone_box();
        play_on(&mut *ours, &mut Walk::new(ward.seed, index), 12);
        for mv in ours.moves() {
            board.play(&mv)?;
        }
        let said = engine.accepted(&format!("newgame {}", board.text())).await?;
        board.compare(&said.answer.last).map_err(|ill| ill.at("newgame with a GameString"))?;
        board.ask_moves(&mut engine).await?;
    }
    for wrong in ["newgame Base+X", "newgame Chess", "newgame Base;InProgress;White[9];xyzzy"] {
        engine.refused(wrong).await?;
    }
    fine(format!(
        "{}, each with and without a game in progress; wrong ones are refused",
        count(types.len(), "game type")
    ))
}

/// Commands that need a game, without one.
pub async fn no_game(ward: &Ward<'_>) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let mut taken = Vec::new();
    for line in ["validmoves", "play wS1", "undo", "pass", "bestmove depth 1"] {
        if engine.ask(line).await?.answer.refusal.is_none() {
            taken.push(line);
        }
    }
    // Whatever it made of that, a game must begin afresh.
    let board = Board::new(Expansions::default())?;
    let said = engine.accepted("newgame Base").await?;
    board.compare(&said.answer.last)?;
    match taken.is_empty() {
        true => fine("commands that need a game are refused before there is one"),
        false => Err(Ill::new(format!("obeyed without a game: {}", taken.join(", ")))),
    }
}
