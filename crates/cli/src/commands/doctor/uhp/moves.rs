//! The rules: legal moves as sets, moves played, wrong moves refused.

use std::collections::BTreeSet;
use std::time::Instant;

use schwarm_uhp::wire::Expansions;

use super::super::finding::{Diagnosis, Healthy, Ill, fine};
use super::super::walk::Walk;
use super::super::ward::Ward;
use super::super::words::{clip, count};
use super::board::Board;
use super::engine::Engine;

/// Positions whose moves differ before the comparison is given up.
const MOST_DIFFERENCES: usize = 3;

/// `validmoves` at every position of random games.
pub async fn validmoves(ward: &Ward<'_>, types: &[Expansions]) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let begun = Instant::now();
    let (mut positions, mut games, mut differences) = (0, 0, Vec::<Ill>::new());
    'all: for round in 0..ward.dose.games {
        for (index, &expansions) in types.iter().enumerate() {
            let mut board = Board::new(expansions)?;
            let mut walk = Walk::new(ward.seed, round * types.len() + index);
            engine.accepted(&format!("newgame {}", board.game_type())).await?;
            games += 1;
            for _ in 0..ward.dose.plies {
                let Some(mv) = walk.next(board.session()) else { break };
                positions += 1;
                if let Err(ill) = board.ask_moves(&mut engine).await {
                    if ill.details.is_empty() {
                        return Err(ill);
                    }
                    differences.push(ill);
                    if differences.len() >= MOST_DIFFERENCES {
                        break 'all;
                    }
                }
                board.play_both(&mut engine, &mv).await?;
            }
            if begun.elapsed() > ward.dose.budget {
                break 'all;
            }
        }
    }
    let seen = format!("{} of {}", count(positions, "position"), count(games, "random game"));
    match differences.len() {
        0 => fine(format!("the moves of {seen} are the legal ones, as sets")),
        number => {
            let mut ill = Ill::new(format!("moves differ from the rules at {number} of {seen}"));
            ill.details = differences.into_iter().flat_map(|ill| ill.details).collect();
            Err(ill)
        }
    }
}

/// `play` of random games: the GameString after every move.
pub async fn play(ward: &Ward<'_>, types: &[Expansions]) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let begun = Instant::now();
    let (mut plies, mut talkative) = (0, None);
    'all: for (index, &expansions) in types.iter().enumerate() {
        let mut board = Board::new(expansions)?;
        let mut walk = Walk::new(ward.seed, 1000 + index);
        engine.accepted(&format!("newgame {}", board.game_type())).await?;
        for _ in 0..ward.dose.plies {
            let Some(mv) = walk.next(board.session()) else { break };
            let line = format!("play {mv}");
            let position = board.text();
            let said = engine.accepted(&line).await.map_err(|ill| ill.with(format!("position: {position}")))?;
            board.play(&mv)?;
            board.compare(&said.answer.last).map_err(|ill| ill.at(&format!("after {line}")))?;
            plies += 1;
            if said.lines.iter().filter(|line| !line.is_empty()).count() > 1 {
                talkative.get_or_insert_with(|| said.lines[0].clone());
            }
            if begun.elapsed() > ward.dose.budget {
                break 'all;
            }
        }
    }
    match talkative {
        None => fine(format!(
            "{} were played, state and turn were right after each",
            count(plies, "ply").replace("plys", "plies")
        )),
        Some(line) => {
            let ill = Ill::new("more than the GameString is printed after play");
            Ok(Healthy::Odd(ill.with(format!("such as {:?}", clip(&line, 80)))))
        }
    }
}

/// Wrong moves: refused with `invalidmove`, and nothing has changed.
pub async fn illegal(ward: &Ward<'_>, types: &[Expansions]) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let (mut tried, mut erred) = (0, None);
    for (index, &expansions) in types.iter().enumerate() {
        let mut board = Board::new(expansions)?;
        let mut walk = Walk::new(ward.seed, 2000 + index);
        engine.accepted(&format!("newgame {}", board.game_type())).await?;
        // Moves that were legal somewhere: good texts, wrong place.
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for ply in 0..ward.dose.plies.min(40) {
            seen.extend(board.session().legal_moves());
            let Some(mv) = walk.next(board.session()) else { break };
            if ply % 5 == 4 {
                for wrong in wrong_moves(&board, &seen, &mut walk) {
                    let said = engine.ask(&format!("play {wrong}")).await?;
                    let place = format!("position: {}", board.text());
                    tried += 1;
                    match &said.answer.refusal {
                        None => return Err(accepted(&board, &wrong, &said.answer.last).with(place)),
                        Some(refusal) if !refusal.starts_with("invalidmove") => {
                            erred.get_or_insert_with(|| format!("play {wrong}: {}", clip(refusal, 80)));
                        }
                        Some(_) => {}
                    }
                    board
                        .ask_moves(&mut engine)
                        .await
                        .map_err(|ill| ill.at(&format!("after the refused play {wrong}")))?;
                }
            }
            board.play_both(&mut engine, &mv).await?;
        }
    }
    match erred {
        None => fine(format!("{} were refused with invalidmove and changed nothing", count(tried, "wrong move"))),
        Some(line) => {
            let ill = Ill::new("a wrong move is refused with err, where the protocol says invalidmove");
            Ok(Healthy::Odd(ill.with(line)))
        }
    }
}

fn accepted(board: &Board, wrong: &str, answer: &str) -> Ill {
    let why = board.session().check(wrong).err().map_or_else(String::new, |error| format!(": {error}"));
    Ill::new(format!("the illegal move {wrong:?} was accepted{why}")).with(format!("it said {}", clip(answer, 200)))
}

/// A few moves that are not legal here: no move at all, somebody else's, one of another position.
fn wrong_moves(board: &Board, seen: &BTreeSet<String>, walk: &mut Walk) -> Vec<String> {
    let wrong: Vec<&String> = seen.iter().filter(|mv| board.session().check(mv).is_err()).collect();
    let mut moves = vec!["xyzzy".to_string(), "wQ nowhere".to_string()];
    for _ in 0..3 {
        if let Some(mv) = wrong.get(walk.below(wrong.len())) {
            moves.push((*mv).clone());
        }
    }
    if board.session().check("pass").is_err() {
        moves.push("pass".to_string());
    }
    moves
}
