//! The two bots of one worker: started when needed, kept while they are well.

use schwarm_play::{Ending, Playing, Seat, SeatFault, Termination};
use tokio::time::timeout;

use super::plan::MatchPlan;
use crate::referee::{self, Patience};
use crate::transcript::Transcript;

/// What a bot is started for.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Which bot of the plan: 0 or 1.
    pub player: usize,
    /// The first game it will play.
    pub game: u64,
    /// A number for players that draw lots; decided by the plan.
    pub seed: u64,
    /// Where the talk with it is to be written down; see [`Recorded`](crate::transcript::Recorded).
    pub transcript: Transcript,
}

/// Starts a bot, inside of the runtime of the worker it will play in. The text of an error says
/// why it could not.
pub type SeatFactory<'a> = Box<dyn Fn(&Invitation) -> Result<Box<dyn Seat>, String> + Send + Sync + 'a>;

/// When a bot is started anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restart {
    /// Only when its program has failed: it ended, or nothing it says can be understood.
    Never,
    /// After every game it lost through a fault of its own, such as too much time.
    #[default]
    AfterFault,
    /// For every game.
    EachGame,
}

/// Both bots of a worker, by their number in the plan.
#[derive(Default)]
pub(super) struct Chairs {
    /// Those that have come.
    seats: [Option<Box<dyn Seat>>; 2],
    /// What was said with each, until another one comes.
    transcripts: [Option<Transcript>; 2],
}

/// A bot that did not come, or was not ready.
pub(super) struct Absent {
    pub(super) player: usize,
    pub(super) why: String,
}

impl Chairs {
    /// Another game begins.
    pub(super) fn new_game(&mut self) {
        for (seat, transcript) in self.seats.iter().zip(&mut self.transcripts) {
            match seat {
                Some(_) => transcript.iter().for_each(Transcript::new_game),
                None => *transcript = None,
            }
        }
    }

    /// Both bots, ready for a game. Whoever is not is sent home.
    pub(super) async fn make_ready(
        &mut self,
        plan: &MatchPlan,
        game: u64,
        playing: &Playing,
        factories: &[SeatFactory<'_>; 2],
        patience: Patience,
    ) -> Result<(), Absent> {
        for (player, factory) in factories.iter().enumerate() {
            if self.seats[player].is_some() {
                continue;
            }
            let transcript = Transcript::default();
            self.transcripts[player] = Some(transcript.clone());
            let invitation = Invitation { player, game, seed: plan.bot_seed(game, player), transcript };
            self.seats[player] = Some(factory(&invitation).map_err(|why| Absent { player, why })?);
        }
        let [one, two] = &mut self.seats;
        let (one, two) = tokio::join!(ready(one, playing, patience), ready(two, playing, patience));
        for (player, answer) in [one, two].into_iter().enumerate() {
            if let Err(fault) = answer {
                self.seats[player] = None;
                return Err(Absent { player, why: fault.to_string() });
            }
        }
        Ok(())
    }

    /// Both bots by the sides they play; `first` is `Side::One`.
    pub(super) fn seats(&mut self, first: usize) -> Option<[&mut dyn Seat; 2]> {
        let [one, two] = &mut self.seats;
        let seats: [&mut dyn Seat; 2] = [&mut **one.as_mut()?, &mut **two.as_mut()?];
        let [one, two] = seats;
        Some(if first == 0 { [one, two] } else { [two, one] })
    }

    /// What was said with a bot.
    pub(super) fn transcript(&self, player: usize) -> Option<&Transcript> {
        self.transcripts[player].as_ref()
    }

    /// What was said with both, by the sides they play.
    pub(super) fn transcripts(&self, first: usize) -> [Option<Transcript>; 2] {
        [0, 1].map(|side| self.transcripts[side ^ first].clone())
    }

    /// Tells both of the end, and sends home whoever is to be started anew.
    pub(super) async fn after_game(
        &mut self,
        first: usize,
        ending: &Ending,
        restart: [Restart; 2],
        patience: Patience,
    ) {
        let offender = ending.termination.offender().map(|side| side.index() ^ first);
        if let (Some(player), Termination::Time { .. } | Termination::Crash { .. } | Termination::Silence { .. }) =
            (offender, &ending.termination)
            && goes_home(restart[player], Some(&ending.termination))
        {
            // It does not answer, so there is nothing to wait for.
            self.seats[player] = None;
        }
        let [one, two] = &mut self.seats;
        let goes = |player| goes_home(restart[player], (offender == Some(player)).then_some(&ending.termination));
        tokio::join!(farewell(one, ending, goes(0), patience), farewell(two, ending, goes(1), patience));
    }

    /// Sends both home.
    pub(super) async fn leave(&mut self, patience: Patience) {
        let [one, two] = &mut self.seats;
        tokio::join!(go_home(one, patience), go_home(two, patience));
    }

    /// Breaks off whatever they do; their programs end at once.
    pub(super) fn clear(&mut self) {
        self.seats = [None, None];
    }
}

/// Whether a bot is to be started anew; `fault` is its own.
fn goes_home(restart: Restart, fault: Option<&Termination>) -> bool {
    let failed =
        matches!(fault, Some(Termination::Crash { .. } | Termination::Silence { .. } | Termination::Left { .. }));
    match restart {
        Restart::Never => failed,
        Restart::AfterFault => fault.is_some(),
        Restart::EachGame => true,
    }
}

async fn ready(seat: &mut Option<Box<dyn Seat>>, playing: &Playing, patience: Patience) -> Result<(), SeatFault> {
    match seat {
        Some(seat) => referee::ready(playing, &mut **seat, patience).await,
        None => Ok(()),
    }
}

async fn farewell(seat: &mut Option<Box<dyn Seat>>, ending: &Ending, goes: bool, patience: Patience) {
    if let Some(seat) = seat {
        // The game is over whatever a player makes of it; one that does not take notice is no longer of use.
        let told = timeout(patience.end, seat.end(ending)).await;
        if !goes && matches!(told, Ok(Ok(()))) {
            return;
        }
    }
    go_home(seat, patience).await;
}

async fn go_home(seat: &mut Option<Box<dyn Seat>>, patience: Patience) {
    if let Some(mut seat) = seat.take() {
        // Whoever does not go is dropped, and its program killed with it.
        let _ = timeout(patience.end, seat.leave()).await;
    }
}
