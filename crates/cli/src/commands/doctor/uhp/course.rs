//! The course of a game: moves taken back, forced passes, ends, long games.

use schwarm_uhp::wire::Expansions;

use super::super::finding::{Diagnosis, Healthy, Ill, fine};
use super::super::walk::{Walk, play_on};
use super::super::ward::Ward;
use super::super::words::clip;
use super::board::Board;
use super::engine::Engine;
use super::lines::{ENDS, PASS};
use super::think::best_move;

/// `undo`: one move, several, and more than there are.
pub async fn undo(ward: &Ward<'_>, most: Expansions) -> Diagnosis {
    let mut board = Board::new(most)?;
    let mut engine = Engine::at_game(ward, &board.game_type()).await?;
    engine.refused("undo").await.map_err(|ill| ill.at("with no move played"))?;
    let mut ours = board.session().clone_box();
    play_on(&mut *ours, &mut Walk::new(ward.seed, 4000), 20);
    let moves = ours.moves();
    for mv in &moves {
        board.play_both(&mut engine, mv).await?;
    }
    for (line, plies) in [("undo", 1), ("undo 1", 1), ("undo 3", 3)] {
        let said = engine.accepted(line).await?;
        board.undo(plies);
        board.compare(&said.answer.last).map_err(|ill| ill.at(&format!("after {line}")))?;
        board.ask_moves(&mut engine).await.map_err(|ill| ill.at(&format!("after {line}")))?;
    }
    engine.refused("undo 1000").await?;
    board.ask_moves(&mut engine).await.map_err(|ill| ill.at("after the refused undo 1000"))?;
    // The moves again, and then all of them back at once.
    for mv in &moves[board.plies()..] {
        board.play_both(&mut engine, mv).await.map_err(|ill| ill.at("after undo"))?;
    }
    board.ask_moves(&mut engine).await.map_err(|ill| ill.at("after the same moves again"))?;
    let line = format!("undo {}", board.plies());
    let said = engine.accepted(&line).await?;
    board.undo(board.plies());
    board.compare(&said.answer.last).map_err(|ill| ill.at(&format!("after {line}")))?;
    board.ask_moves(&mut engine).await.map_err(|ill| ill.at(&format!("after {line}")))?;
    fine("one move, several and all of them were taken back; too many were refused")
}

/// A position without a move: only `pass`, by both commands.
pub async fn pass(ward: &Ward<'_>) -> Diagnosis {
    for line in ["pass", "play pass"] {
        let mut board = Board::new(Expansions::default())?;
        let mut engine = Engine::at_game(ward, "Base").await?;
        engine.refused("pass").await.map_err(|ill| ill.at("where moves can be played"))?;
        board.play_all(&mut engine, PASS).await?;
        board.ask_moves(&mut engine).await.map_err(|ill| ill.at("where only a pass is left"))?;
        best_move(&mut engine, &board, "bestmove depth 1", ward.dose.answer * 3)
            .await
            .map_err(|ill| ill.at("where only a pass is left"))?;
        let said = engine.accepted(line).await?;
        board.play("pass")?;
        board.compare(&said.answer.last).map_err(|ill| ill.at(&format!("after {line}")))?;
        board.ask_moves(&mut engine).await.map_err(|ill| ill.at(&format!("after {line}")))?;
        let said = engine.accepted("undo").await.map_err(|ill| ill.at(&format!("after {line}")))?;
        board.undo(1);
        board.compare(&said.answer.last).map_err(|ill| ill.at("after the pass was taken back"))?;
    }
    fine("a forced pass is found, played by both commands, and taken back")
}

/// Games that are won, lost and drawn; and what can be done after their end.
pub async fn ends(ward: &Ward<'_>) -> Diagnosis {
    let mut lively = Vec::new();
    for (state, moves) in ENDS {
        let mut board = Board::new(Expansions::default())?;
        let mut engine = Engine::at_game(ward, "Base").await?;
        let (last, first) = moves.split_last().ok_or_else(|| Ill::new("a game without moves"))?;
        board.play_all(&mut engine, first).await?;
        let text = board.play_both(&mut engine, last).await?;
        board.compare(&text).map_err(|ill| ill.at(&format!("a game that ends with {state}")))?;
        let said = engine.ask("play wA3 wQ-").await?;
        if said.answer.refusal.is_none() {
            return Err(Ill::new(format!("a move was accepted after the end ({state})"))
                .with(format!("position: {}", board.text())));
        }
        let said = engine.ask("validmoves").await?;
        if said.answer.refusal.is_none() && !said.answer.last.is_empty() {
            lively.push(format!("validmoves after {state}: {:?}", clip(&said.answer.last, 60)));
        }
        let said = engine.accepted("undo").await.map_err(|ill| ill.at("after the end"))?;
        board.undo(1);
        board.compare(&said.answer.last).map_err(|ill| ill.at("undo after the end"))?;
        board.ask_moves(&mut engine).await.map_err(|ill| ill.at("undo after the end"))?;
    }
    match lively.is_empty() {
        true => fine("won, lost and drawn games are known as such; after the end nothing more is played"),
        false => Ok(Healthy::Odd(Ill { why: "it still knows moves after the end".to_string(), details: lively })),
    }
}

/// `bestmove` where no move is left: refused, or answered with nothing.
pub async fn after_end(ward: &Ward<'_>) -> Diagnosis {
    for (state, moves) in ENDS {
        let mut board = Board::new(Expansions::default())?;
        let mut engine = Engine::at_game(ward, "Base").await?;
        board.play_all(&mut engine, moves).await?;
        let said = engine.ask("bestmove depth 1").await.map_err(|ill| ill.at(&format!("bestmove after {state}")))?;
        if said.answer.refusal.is_none() && !said.answer.last.is_empty() {
            return Err(Ill::new(format!("bestmove after {state} is {:?}", clip(&said.answer.last, 60))));
        }
    }
    fine("finds no best move after the end, and lives on")
}

/// A long game, move by move, as a GameString, and taken back.
pub async fn long(ward: &Ward<'_>, most: Expansions) -> Diagnosis {
    let mut board = Board::new(most)?;
    let mut engine = Engine::at_game(ward, &board.game_type()).await?;
    let mut ours = board.session().clone_box();
    play_on(&mut *ours, &mut Walk::new(ward.seed, 5000), ward.dose.long);
    let moves = ours.moves();
    for (index, mv) in moves.iter().enumerate() {
        let text = board.play_both(&mut engine, mv).await?;
        if index % 20 == 19 {
            if repeated(&board) && text.contains(";Draw;") {
                return fine(format!("{} plies; then it calls a repetition a draw, which UHP leaves open", index + 1));
            }
            board.compare(&text).map_err(|ill| ill.at(&format!("ply {}", index + 1)))?;
            board.ask_moves(&mut engine).await.map_err(|ill| ill.at(&format!("ply {}", index + 1)))?;
        }
    }
    let said = engine.accepted(&format!("newgame {}", board.text())).await?;
    board.compare(&said.answer.last).map_err(|ill| ill.at("the GameString of a long game"))?;
    board.ask_moves(&mut engine).await.map_err(|ill| ill.at("the GameString of a long game"))?;
    let back = moves.len() / 2;
    let said = engine.accepted(&format!("undo {back}")).await?;
    board.undo(back);
    board.compare(&said.answer.last).map_err(|ill| ill.at(&format!("undo {back} in a long game")))?;
    fine(format!("a game of {} plies was played, set up and half taken back", moves.len()))
}

/// Whether any position of the game has come three times.
fn repeated(board: &Board) -> bool {
    let keys: Vec<u64> = (0..=board.plies()).filter_map(|ply| board.session().key_after(ply)).collect();
    keys.iter().any(|key| keys.iter().filter(|other| *other == key).count() >= 3)
}
