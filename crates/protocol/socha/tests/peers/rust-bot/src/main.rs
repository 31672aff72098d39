//! Plays one game of Piranhas 2026 at random: `rust-bot ADDRESS RESERVATION SEED`.
//!
//! The last line it prints is the result as the library reports it.

use std::time::Duration;

use socha::i_client_handler::handler_trait::IClientHandler;
use socha::i_client_handler::start_iclient;
use socha::internal::{GameResult, GameState, Scores};
use socha::neutral::{Move, Team};

struct Bot {
    state: GameState,
    random: u64,
}

fn parts(scores: &[Scores]) -> String {
    scores.iter().map(|score| score.value.to_string()).collect::<Vec<_>>().join(",")
}

impl IClientHandler for Bot {
    fn calculate_move(&mut self) -> Move {
        self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let moves = self.state.possible_moves();
        moves[(self.random >> 33) as usize % moves.len()]
    }

    fn on_gamestate_update(&mut self, state: GameState) {
        self.state = state;
    }

    fn on_game_result(&mut self, result: &GameResult) {
        let (winner, regular) = match &result.winner {
            Some(winner) => (if winner.team == Team::One { "ONE" } else { "TWO" }, winner.regular),
            None => ("None", true),
        };
        let (one, two) = (parts(&result.player1_result), parts(&result.player2_result));
        println!("RESULT {winner} {regular} {one} {two}");
        std::process::exit(0);
    }

    /// The library hands on the goodbye before a result that came with it, so that the result may
    /// still follow. It cannot read the result of a draw, which names no team, and drops it.
    fn on_game_left(&mut self) {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_secs(1));
            println!("LEFT");
            std::process::exit(0);
        });
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().expect("rust-bot ADDRESS RESERVATION SEED");
    let (address, code, seed) = (next(), next(), next());
    let mut bot = Bot { state: GameState::default(), random: seed.parse().expect("a number") };
    let (pause, waiting) = (Duration::from_millis(2), Duration::from_millis(200));
    if let Err(error) = start_iclient(&address, Some(&code), &mut bot, pause, waiting) {
        println!("ERROR {error:?}");
    }
}
