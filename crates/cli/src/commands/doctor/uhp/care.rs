//! How the engine lives and ends: memory over many games, and leaving.

use std::time::{Duration, Instant};

use schwarm_uhp::wire::Expansions;

use super::super::finding::{Diagnosis, Ill, fine};
use super::super::memory::Watch;
use super::super::walk::Walk;
use super::super::ward::Ward;
use super::board::Board;
use super::engine::Engine;

/// Plies of a game over which memory is watched.
const PLIES: usize = 16;

/// How long an engine has to leave after `exit`.
const LEAVE: Duration = Duration::from_secs(1);

/// Memory over many games in one process.
pub async fn memory(ward: &Ward<'_>, most: Expansions) -> Diagnosis {
    let (mut engine, _) = Engine::start(ward).await?;
    let (mut watch, begun) = (Watch::default(), Instant::now());
    for game in 0..ward.dose.watched {
        let mut board = Board::new(most)?;
        let mut walk = Walk::new(ward.seed, 6000 + game);
        engine.accepted(&format!("newgame {}", board.game_type())).await?;
        for _ in 0..PLIES {
            let Some(mv) = walk.next(board.session()) else { break };
            board.play_both(&mut engine, &mv).await?;
        }
        engine.ask("bestmove depth 1").await?;
        watch.look(ward);
        if begun.elapsed() > ward.dose.budget {
            break;
        }
    }
    watch.diagnosis()
}

/// The end of its input ends it.
pub async fn end_of_input(ward: &Ward<'_>) -> Diagnosis {
    let mut engine = Engine::at_game(ward, "Base").await?;
    engine.hang_up().await;
    ward.left("the end of its input")?;
    fine("ends when its input ends")
}

/// The end of its input ends it, even while it thinks.
pub async fn end_while_thinking(ward: &Ward<'_>) -> Diagnosis {
    let mut engine = Engine::at_game(ward, "Base").await?;
    engine.say("bestmove time 00:01:00\n").await?;
    // It may answer at once; either way it is told to go now.
    let _ = engine.is_quiet(Duration::from_millis(100)).await;
    engine.hang_up().await;
    ward.left("the end of its input while it was thinking")?;
    fine("ends when its input ends, also while it thinks")
}

/// `exit`, which most engines know.
pub async fn exit(ward: &Ward<'_>) -> Diagnosis {
    let mut engine = Engine::at_game(ward, "Base").await?;
    engine.say("exit\n").await?;
    let begun = Instant::now();
    while begun.elapsed() < LEAVE {
        // It may say ok first; then its output closes.
        if engine.is_quiet(LEAVE.saturating_sub(begun.elapsed())).await.is_err() {
            return fine("ends by exit");
        }
    }
    Err(Ill::new("still runs a second after exit"))
}
