//! A bot on the other side of the table.

use std::time::Duration;

use schwarm_core::{Session, Side};
use schwarm_play::{Choice, GameEvent, Seat, SeatFault, ThinkTime, TimeControl, Turn};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::bots::{self, Bot, BuiltIn};
use crate::failure::Failure;

/// How long another program may think, and how long a bot is waited for.
const THINKING: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(30);

/// A bot that plays one side.
pub struct Rival {
    /// The side it plays.
    pub side: Side,
    seat: Box<dyn Seat>,
    /// Whether it knows of the game on the table.
    has_begun: bool,
    /// The time it is told to have; bots of this program have their own measure.
    time: ThinkTime,
    /// Whether it judges a position well enough for that to be told.
    has_judgement: bool,
    runtime: Runtime,
}

impl Rival {
    /// Gives a bot a seat; its program is started.
    ///
    /// # Errors
    /// When that fails.
    pub fn new(bot: &Bot, seed: u64, side: Side) -> Result<Rival, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::usage(format!("cannot start anything here: {error}")))?;
        let seat = {
            let _inside = runtime.enter();
            bots::seat(bot, seed)?
        };
        let is_ours = matches!(bot, Bot::BuiltIn(_));
        let time = if is_ours { ThinkTime::default() } else { ThinkTime::within(THINKING) };
        let has_judgement = !matches!(bot, Bot::BuiltIn(BuiltIn::Random | BuiltIn::Greedy));
        Ok(Rival { side, seat, has_begun: false, time, has_judgement, runtime })
    }

    /// The game on the table is another one now, or another line of it.
    pub fn begin_anew(&mut self) {
        self.has_begun = false;
    }

    /// Its move, and what it thinks of it.
    ///
    /// # Errors
    /// When it has none, in words for the person at the table.
    pub fn choose(&mut self, session: &dyn Session) -> Result<Choice, Failure> {
        let Rival { seat, has_begun, runtime, time, has_judgement, .. } = self;
        let name = seat.name().to_string();
        let answer = runtime.block_on(async {
            timeout(PATIENCE, async {
                if !*has_begun {
                    let started = GameEvent::Started {
                        game: session.id(),
                        start: schwarm_play::Start::Default,
                        players: [String::new(), String::new()],
                        time: TimeControl::per_move(THINKING),
                    };
                    seat.begin(&started, session).await?;
                    *has_begun = true;
                }
                seat.choose(Turn { session, time: *time }).await
            })
            .await
            .unwrap_or_else(|_| Err(SeatFault::Silence(format!("no answer in {} seconds", PATIENCE.as_secs()))))
        });
        let choice = answer.map_err(|fault| Failure::usage(format!("{name}: {fault}")))?;
        Ok(if *has_judgement { choice } else { Choice::plain(choice.text) })
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        // Whatever it says, the table is closed.
        let _ = self.runtime.block_on(self.seat.leave());
    }
}
