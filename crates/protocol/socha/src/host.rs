//! A seat at which a Software-Challenge client sits.
//!
//! The client is a program that connects to a port. So a seat has a [`Reception`], a port of its own
//! with a code, and waits there until the program that somebody started has come and joined. From
//! then on the client hears what the season's server would tell it. The season, and whose rules it
//! is played by, come from the id of the game.
//!
//! ```no_run
//! # fn start(_command: &str) -> schwarm_socha::host::Gone { Box::pin(std::future::pending()) }
//! # fn example() -> std::io::Result<()> {
//! use schwarm_socha::host::{Reception, ScSeat, command_line};
//! let reception = Reception::open()?;
//! let command = command_line("java -jar bot.jar", reception.addr(), reception.code());
//! let gone = start(&command);
//! let seat = ScSeat::new("bot", reception, Some(gone));
//! # drop(seat);
//! # Ok(())
//! # }
//! ```
//!
//! What must hold: a future that was dropped loses nothing. The official clients play one game and
//! go; so a seat is best used for one game. A client that joins again, on the same connection or on
//! a new one with the same code, is served again.
//!
//! Not here: judging the move, the clock, the process. The state after the opponent's last move is
//! not shown, because a seat is not told of that move. Seats must be used on a tokio runtime.

mod command;
mod guest;
mod reception;
mod table;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use schwarm_core::{Session, Side};
use schwarm_play::{Choice, Doing, Ending, GameEvent, Seat, SeatFault, Turn};
use tokio::time::timeout;

use crate::season::Season;
use crate::server::request::Request;
use crate::server::room::text;
use crate::server::wording::error_packet;
use crate::xml::Element;
pub use command::command_line;
use guest::{Guest, Parting};
use reception::Arrival;
pub use reception::Reception;
use table::{Meaning, Table};

/// Ends when the client's program has ended; the text says how, with its last words. Dropping it
/// must end the program.
pub type Gone = Pin<Box<dyn Future<Output = String> + Send>>;

/// Hears everything that is said between host and client, for a transcript.
pub type Ear = Box<dyn FnMut(Speaker, &str) + Send>;

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The seat.
    Host,
    /// The foreign program.
    Client,
}

/// How long a lost client's program is waited for, to hear its last words.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How long a client has to go by itself once the games are over.
const GRACE: Duration = Duration::from_secs(1);

/// Messages read at once before a turn; a client that says more must not hold up the others.
const MOST_CLEARED: usize = 1000;

/// A Software-Challenge client at a game.
pub struct ScSeat {
    name: String,
    reception: Reception,
    program: Program,
    ear: Option<Ear>,
    /// The side it plays, where somebody said so.
    side: Option<Side>,
    guest: Option<Guest>,
    table: Option<Table>,
    /// The room of the game before.
    last_room: String,
}

/// The program behind the client.
struct Program {
    gone: Option<Gone>,
    fate: Option<String>,
}

impl Program {
    /// Waits until it has ended. May be dropped and called again.
    async fn fate(&mut self) -> String {
        if self.fate.is_none() {
            match &mut self.gone {
                Some(gone) => self.fate = Some(gone.await),
                None => std::future::pending().await,
            }
            self.gone = None;
        }
        self.fate.clone().unwrap_or_default()
    }

    fn runs(&self) -> bool {
        self.gone.is_some()
    }
}

impl ScSeat {
    /// A seat for the client that comes to this reception. `gone` tells when its program has ended; it
    /// is dropped when the player leaves. Without it a client that never comes is waited for.
    pub fn new(name: impl Into<String>, reception: Reception, gone: Option<Gone>) -> ScSeat {
        ScSeat {
            name: name.into(),
            reception,
            program: Program { gone, fate: None },
            ear: None,
            side: None,
            guest: None,
            table: None,
            last_room: String::new(),
        }
    }

    /// Says which side the client will play in the games to come. Without that, and if the names of
    /// the players do not tell it, the client learns its side when it is first to move.
    pub fn sit(&mut self, side: Option<Side>) {
        self.side = side;
    }

    /// Lets somebody hear everything that is said.
    pub fn overheard_by(&mut self, ear: Ear) {
        self.ear = Some(ear);
    }

    fn say(&mut self, messages: &[Arc<str>]) {
        if let Some(ear) = &mut self.ear {
            messages.iter().for_each(|message| ear(Speaker::Host, message));
        }
        if let Some(guest) = &self.guest {
            guest.send(&messages.iter().map(|message| &**message).collect::<Vec<_>>());
        }
    }

    fn note(&mut self, message: &Element) {
        if let Some(ear) = &mut self.ear {
            ear(Speaker::Client, &message.to_string());
        }
    }

    /// Waits until the client has joined; returns how.
    async fn receive(&mut self) -> Result<Element, SeatFault> {
        loop {
            tokio::select! {
                biased;
                Arrival { guest, join } = self.reception.arrival() => {
                    self.guest = Some(guest);
                    return Ok(join);
                }
                // It may have stayed after its last game.
                heard = next_of(&mut self.guest) => match heard {
                    Ok(message) if self.joins(&message) => {
                        self.reception.set_taken(true);
                        return Ok(message);
                    }
                    // Late moves of the last game; a goodbye is followed by the end of the stream.
                    Ok(_) => {}
                    Err(_) => {
                        if let Some(guest) = self.guest.take() {
                            guest.close();
                        }
                    }
                },
                fate = self.program.fate() => {
                    let refused = self.reception.refused();
                    let refused = refused.map(|why| format!("; it was not let in: {why}")).unwrap_or_default();
                    return Err(SeatFault::Crash(format!("{} did not join: {fate}{refused}", self.name)));
                }
            }
        }
    }

    /// Whether a message of a client that is in already joins another game.
    fn joins(&self, message: &Element) -> bool {
        match Request::read(message, None) {
            Some(Request::JoinPrepared { code }) => code == self.reception.code(),
            Some(Request::Join { .. } | Request::JoinRoom { .. }) => true,
            _ => false,
        }
    }

    async fn get_ready(&mut self, started: &GameEvent, session: &dyn Session) -> Result<(), SeatFault> {
        let GameEvent::Started { game, players, .. } = started else {
            return Err(SeatFault::Crash("a game must begin with its start".to_string()));
        };
        let Some(season) = Season::of_game(&session.id()) else {
            let known = Season::ALL.map(|season| season.game(crate::season::RuleStyle::Server)).join(", ");
            return Err(SeatFault::Crash(format!("no season of the Software-Challenge played {game}; try {known}")));
        };
        self.forget_game();
        let join = self.receive().await?;
        self.note(&join);
        if let Some(wanted) = join.attribute("gameType").filter(|wanted| *wanted != season.game_type()) {
            let wanted = schwarm_core::error::shorten(wanted);
            let why = format!("{} joins {wanted:?}, but {} is played", self.name, season.game_type());
            self.say(&[text(error_packet(&why, &join))]);
            return Err(SeatFault::Silence(why));
        }
        let side = self.side.or_else(|| match players.each_ref().map(|name| *name == self.name) {
            [true, false] => Some(Side::One),
            [false, true] => Some(Side::Two),
            _ => None,
        });
        let mut table = Table::new(season, self.reception.room(), players, session);
        let mut messages = vec![table.joined()];
        if let Some(side) = side {
            messages.extend(table.news(side, session));
        }
        self.say(&messages);
        self.table = Some(table);
        Ok(())
    }

    fn forget_game(&mut self) {
        if let Some(table) = self.table.take() {
            self.last_room = table.room;
            self.reception.set_taken(false);
        }
    }

    async fn ask(&mut self, turn: Turn<'_>) -> Result<Choice, SeatFault> {
        let side = turn.session.side_to_move();
        self.clear(side)?;
        let table = self.table.as_mut().ok_or_else(nobody)?;
        let mut messages = table.news(side, turn.session);
        messages.extend(table.request(turn.session));
        self.say(&messages);
        let asked = Instant::now();
        loop {
            let heard = tokio::select! {
                biased;
                heard = next_of(&mut self.guest) => heard,
                // As long as the client is connected, its program may be whatever it likes.
                _ = self.program.fate(), if self.program.runs() => continue,
            };
            let message = match heard {
                Ok(message) => message,
                Err(parting) => return Err(self.lost(parting, turn.time.limit).await),
            };
            let Some(data) = self.understand(&message)? else { continue };
            let table = self.table.as_mut().ok_or_else(nobody)?;
            if !table.is_answer() {
                continue;
            }
            let in_time = turn.time.limit.is_none_or(|limit| asked.elapsed() <= limit);
            let (choice, told) = table.judge(&data, turn.session, in_time);
            self.say(told.as_slice());
            return choice;
        }
    }

    /// Hears what was said before the client was asked. A move among it is one too many.
    fn clear(&mut self, side: Side) -> Result<(), SeatFault> {
        for _ in 0..MOST_CLEARED {
            // A stream that has ended is noticed when it is listened to.
            let Some(Ok(message)) = self.guest.as_mut().and_then(Guest::next_at_once) else { break };
            let Some(data) = self.understand(&message)? else { continue };
            let table = self.table.as_mut().ok_or_else(nobody)?;
            if table.is_owed() {
                table.is_answer();
                continue;
            }
            let (fault, told) = table.unasked(&data, side);
            self.say(&[told]);
            return Err(fault);
        }
        Ok(())
    }

    /// The move in a message; `None` if it is to be passed over.
    fn understand(&mut self, message: &Element) -> Result<Option<Element>, SeatFault> {
        self.note(message);
        let table = self.table.as_ref().ok_or_else(nobody)?;
        match table.meaning(message, &self.last_room) {
            Meaning::Move(data) => Ok(Some(data)),
            Meaning::Nothing => Ok(None),
            Meaning::Goodbye => Err(SeatFault::Left(format!("{} said goodbye in the middle of the game", self.name))),
            Meaning::Nonsense(why) => Err(SeatFault::Silence(format!("{}: {why}", self.name))),
        }
    }

    /// What became of a client that is not to be heard any longer.
    async fn lost(&mut self, parting: Parting, limit: Option<Duration>) -> SeatFault {
        let seen = match parting {
            Parting::Nonsense(why) => {
                return SeatFault::Silence(format!("{} cannot be understood: {why}", self.name));
            }
            Parting::Closed => "closed its connection",
            Parting::Deaf => "does not take what it is sent",
        };
        // Its program is likely to end now; that it has failed must be said before its time is over.
        let patience = limit.map_or(LAST_WORDS, |limit| LAST_WORDS.min(limit / 4));
        let known = self.program.runs() || self.program.fate.is_some();
        let fate = if known { timeout(patience, self.program.fate()).await.ok() } else { None };
        SeatFault::Crash(match fate {
            Some(fate) => format!("{} {seen}: {fate}", self.name),
            None if known => format!("{} {seen}; its program still runs", self.name),
            None => format!("{} {seen}", self.name),
        })
    }

    async fn go_home(&mut self) {
        self.forget_game();
        let guest = self.guest.take();
        let all = async {
            if let Some(guest) = guest {
                guest.part(GRACE).await;
            }
            if self.program.runs() {
                self.program.fate().await;
            }
        };
        let _ = timeout(GRACE, all).await;
        // What still runs is ended.
        self.program.gone = None;
    }
}

fn nobody() -> SeatFault {
    SeatFault::Crash("no game was begun at this seat".to_string())
}

/// The next message of a client, if there is one.
async fn next_of(guest: &mut Option<Guest>) -> Result<Element, Parting> {
    match guest {
        Some(guest) => guest.next().await,
        None => std::future::pending().await,
    }
}

impl Seat for ScSeat {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin<'a>(&'a mut self, started: &'a GameEvent, session: &'a dyn Session) -> Doing<'a, ()> {
        Box::pin(self.get_ready(started, session))
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        Box::pin(self.ask(turn))
    }

    fn end<'a>(&'a mut self, ending: &'a Ending) -> Doing<'a, ()> {
        Box::pin(async move {
            if let Some(table) = &self.table {
                let messages = table.end(ending);
                self.say(&messages);
                self.forget_game();
            }
            if let Some(guest) = &self.guest {
                guest.flush().await;
            }
            Ok(())
        })
    }

    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        Box::pin(async move {
            self.go_home().await;
            Ok(())
        })
    }
}
