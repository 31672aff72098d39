//! Thinking: best moves by depth and by time, and options.

use std::time::Duration;

use schwarm_play::TimeControl;
use schwarm_uhp::wire::{Expansions, read_option, write_clock};

use super::super::finding::{Diagnosis, Healthy, Ill, fine};
use super::super::walk::{Walk, play_on};
use super::super::ward::Ward;
use super::super::words::{clip, count, took};
use super::board::Board;
use super::engine::{Engine, Said};

/// What an engine may be late by and still be in time by most clocks.
const MARGIN: Duration = Duration::from_millis(150);

/// Plies at which the best move is asked for.
const PLACES: [usize; 5] = [0, 1, 7, 20, 40];

/// `bestmove depth 1`: a legal move, and the board is as it was.
pub async fn depth(ward: &Ward<'_>, most: Expansions) -> Diagnosis {
    let mut longest = Duration::ZERO;
    let (mut engine, _) = Engine::start(ward).await?;
    for (index, &plies) in PLACES.iter().enumerate() {
        let board = at(ward, most, index, plies)?;
        engine.accepted(&format!("newgame {}", board.text())).await?;
        let said = best_move(&mut engine, &board, "bestmove depth 1", ward.dose.answer * 3).await?;
        longest = longest.max(said.took);
        board.ask_moves(&mut engine).await.map_err(|ill| ill.at("after bestmove"))?;
    }
    fine(format!("legal moves at {} positions, {} at most", PLACES.len(), took(longest)))
}

/// `bestmove time`: a legal move within the time.
pub async fn time(ward: &Ward<'_>, most: Expansions) -> Diagnosis {
    let (_, limit) = ward.clock(TimeControl::per_move(Duration::from_secs(1)));
    // The protocol has whole seconds only.
    let limit = Duration::from_secs(limit.as_secs().clamp(1, 60));
    let question = format!("bestmove time {}", write_clock(limit));
    let (mut engine, _) = Engine::start(ward).await?;
    let mut times = Vec::new();
    for (index, &plies) in PLACES.iter().enumerate().skip(1).take(3) {
        let board = at(ward, most, index, plies)?;
        engine.accepted(&format!("newgame {}", board.text())).await?;
        let said = best_move(&mut engine, &board, &question, limit + ward.dose.answer).await?;
        times.push(said.took);
        board.ask_moves(&mut engine).await.map_err(|ill| ill.at("after bestmove"))?;
    }
    let all: Vec<String> = times.iter().map(|&time| took(time)).collect();
    let late = times.iter().copied().max().unwrap_or_default().saturating_sub(limit);
    if late > MARGIN {
        let ill = Ill::new(format!("{question:?} took {} too long", took(late)));
        return Err(ill.with(format!("it took {}", all.join(", "))));
    }
    fine(format!("{question:?} took {}", all.join(", ")))
}

/// The options: listed, asked for, set.
pub async fn options(ward: &Ward<'_>) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let said = engine.accepted("options").await?;
    let lines: Vec<&String> = said.lines.iter().filter(|line| !line.is_empty()).collect();
    let mut odd = Ill::new("option lines are not as the protocol has them");
    for line in &lines {
        let option = match read_option(line) {
            Ok(option) => option,
            Err(error) => {
                odd.details.push(clip(&error.to_string(), 200));
                continue;
            }
        };
        let said = engine.accepted(&format!("options get {}", option.name)).await?;
        if said.answer.last != **line {
            odd.details.push(format!("options get {}: {:?}, not {line:?}", option.name, clip(&said.answer.last, 80)));
        }
        // Set to what it is: another value could make the machine work for minutes.
        let set = format!("options set {} {}", option.name, option.value);
        let said = engine.accepted(&set).await?;
        if read_option(&said.answer.last).ok().as_ref() != Some(&option) {
            odd.details.push(format!("{set}: {:?}", clip(&said.answer.last, 80)));
        }
        let nonsense = format!("options set {} such-a-value-there-is-not", option.name);
        if engine.ask(&nonsense).await?.answer.refusal.is_none() {
            odd.details.push(format!("{nonsense:?} was not refused"));
        }
    }
    for wrong in ["options get NoSuchOption", "options set NoSuchOption 1"] {
        engine.refused(wrong).await?;
    }
    match (odd.details.is_empty(), lines.len()) {
        (false, _) => Ok(Healthy::Odd(odd)),
        (true, 0) => fine("it has no options, and says so"),
        (true, number) => fine(format!("{}, listed, asked for and set", count(number, "option"))),
    }
}

/// A board in the middle of a random game.
fn at(ward: &Ward<'_>, expansions: Expansions, index: usize, plies: usize) -> Result<Board, Ill> {
    let mut board = Board::new(expansions)?;
    let mut ours = board.session().clone_box();
    play_on(&mut *ours, &mut Walk::new(ward.seed, 3000 + index), plies);
    for mv in ours.moves() {
        board.play(&mv)?;
    }
    Ok(board)
}

/// Asks for the best move, which must be legal.
pub async fn best_move(engine: &mut Engine, board: &Board, question: &str, patience: Duration) -> Result<Said, Ill> {
    engine.say(&format!("{question}\n")).await?;
    let said = engine.answer_within(question, patience).await?;
    let place = format!("position: {}", board.text());
    if let Some(refusal) = &said.answer.refusal {
        return Err(Ill::new(format!("{question:?} was refused: {}", clip(refusal, 120))).with(place));
    }
    match board.session().check(&said.answer.last) {
        Ok(_) => Ok(said),
        Err(error) => Err(Ill::new(format!("the best move is not legal: {error}")).with(place)),
    }
}
