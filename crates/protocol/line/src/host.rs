//! The host: drives a foreign bot.
//!
//! A bot need not do more than answer turns. What it says out of place is dealt with here: answers
//! to questions that nobody waits for any longer are dropped, remarks are passed over, and a stray
//! print is a fault whose text shows the author the line.
//!
//! Not here: the bot's process (whoever implements `Talk`), and the time it takes (the referee).

use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use schwarm_core::{Session, Side};
use schwarm_play::{Choice, Doing, Effort, Ending, GameEvent, Seat, SeatFault, Talk, Turn};

use crate::wire::{self, Ask, End, FromBot, Hello};

/// A bot that speaks the line protocol, as a player.
pub struct LineSeat {
    name: String,
    /// What the bot calls itself.
    own_name: Option<String>,
    talk: Box<dyn Talk>,
    /// The side it plays, where somebody said so.
    side: Option<Side>,
    /// What it is to spend on each move.
    effort: Effort,
    /// What is set for it.
    settings: BTreeMap<String, String>,
    sides: [&'static str; 2],
    /// Number of the last question.
    asked: u64,
    /// Questions that nobody waits for any longer, but that may still be answered.
    owed: u64,
    /// Whether a message was broken off: nobody knows how much of it the bot has got.
    broken: bool,
}

impl LineSeat {
    /// A bot behind a talk.
    pub fn new(name: impl Into<String>, talk: Box<dyn Talk>) -> LineSeat {
        LineSeat {
            name: name.into(),
            own_name: None,
            talk,
            side: None,
            effort: Effort::default(),
            settings: BTreeMap::new(),
            sides: ["one", "two"],
            asked: 0,
            owed: 0,
            broken: false,
        }
    }

    /// The same player with a fixed effort for every move; a bot may not know what that is.
    #[must_use]
    pub fn with_effort(mut self, effort: Effort) -> LineSeat {
        self.effort = effort;
        self
    }

    /// The same player with settings it is told of in every hello.
    #[must_use]
    pub fn with_settings(mut self, settings: BTreeMap<String, String>) -> LineSeat {
        self.settings = settings;
        self
    }

    /// Says which side the bot will play in the games to come, so that its hello can tell.
    pub fn sit(&mut self, side: Option<Side>) {
        self.side = side;
    }

    /// What the bot calls itself, once it has said so.
    pub fn own_name(&self) -> Option<&str> {
        self.own_name.as_deref()
    }

    async fn say(&mut self, text: &str) -> Result<(), SeatFault> {
        if self.broken {
            let why = format!("{} does not read what it is told; a message was broken off", self.name);
            return Err(SeatFault::Crash(why));
        }
        self.broken = true;
        self.talk.say(text).await?;
        self.broken = false;
        Ok(())
    }

    /// A line the bot has said already, if there is one.
    fn heard_already(&mut self) -> Option<Result<String, SeatFault>> {
        let mut hearing = pin!(self.talk.hear());
        match hearing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(heard) => Some(heard),
            Poll::Pending => None,
        }
    }

    /// Passes over everything that was said before a new game.
    fn clear(&mut self) -> Result<(), SeatFault> {
        for _ in 0..MOST_CLEARED {
            let Some(line) = self.heard_already() else { break };
            match FromBot::read(&line?) {
                Ok(FromBot::Move { .. }) => self.owed = self.owed.saturating_sub(1),
                Ok(FromBot::Name(name)) => self.own_name = Some(name),
                Ok(FromBot::Resign | FromBot::Remark) | Err(_) => {}
            }
        }
        Ok(())
    }

    /// What a line means while the bot is asked; `None` if it is to be passed over.
    fn understand(&mut self, line: &str) -> Result<Option<Choice>, SeatFault> {
        let read = FromBot::read(line).map_err(|why| match why.starts_with("\"move\"") {
            true => SeatFault::Nonsense { text: schwarm_core::error::shorten(line), why },
            false => SeatFault::Silence(format!("{}: {why}", self.name)),
        });
        match read? {
            FromBot::Remark => Ok(None),
            FromBot::Name(name) => {
                self.own_name = Some(name);
                Ok(None)
            }
            FromBot::Resign => Err(SeatFault::Left("resigned".to_string())),
            FromBot::Move { id: None, .. } if self.owed > 0 => {
                self.owed -= 1;
                Ok(None)
            }
            FromBot::Move { id: Some(id), .. } if id < self.asked => {
                self.owed = self.owed.saturating_sub(1);
                Ok(None)
            }
            FromBot::Move { choice, id: Some(id) } if id > self.asked => Err(SeatFault::Nonsense {
                text: choice.text,
                why: format!("the answer is to question {id}, but question {} was asked", self.asked),
            }),
            FromBot::Move { choice, .. } => {
                self.owed = 0;
                Ok(Some(choice))
            }
        }
    }

    async fn ask(&mut self, turn: Turn<'_>) -> Result<Choice, SeatFault> {
        self.asked += 1;
        // A move that is there before the question is one answer too many.
        for _ in 0..MOST_CLEARED {
            let Some(line) = self.heard_already() else { break };
            if let Some(choice) = self.understand(&line?)? {
                let why = "a move came that nobody had asked for; answer every turn once".to_string();
                return Err(SeatFault::Nonsense { text: choice.text, why });
            }
        }
        // Owed until it is answered: this future may be dropped at any time.
        let before = self.owed;
        let question = wire::line(&Ask::new(self.asked, turn.session, turn.time, self.effort));
        self.say(&question).await?;
        self.owed = before + 1;
        loop {
            let line = self.talk.hear().await?;
            // The question itself is not owed while it is waited for.
            self.owed -= 1;
            match self.understand(&line) {
                Ok(Some(choice)) => return Ok(choice),
                Ok(None) => self.owed += 1,
                Err(fault) => {
                    let answered = matches!(fault, SeatFault::Nonsense { .. } | SeatFault::Left(_));
                    self.owed += u64::from(!answered);
                    return Err(fault);
                }
            }
        }
    }
}

/// Lines heard at once before a game or a turn; a bot that says more must not hold up the others.
const MOST_CLEARED: usize = 10_000;

impl Seat for LineSeat {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin<'a>(&'a mut self, started: &'a GameEvent, session: &'a dyn Session) -> Doing<'a, ()> {
        Box::pin(async move {
            let info = session.info();
            self.sides = info.sides;
            self.clear()?;
            let GameEvent::Started { players, time, .. } = started else {
                return Err(SeatFault::Crash("a game must begin with its start".to_string()));
            };
            let side = self.side.or_else(|| match players.each_ref().map(|name| *name == self.name) {
                [true, false] => Some(Side::One),
                [false, true] => Some(Side::Two),
                _ => None,
            });
            let hello = Hello {
                hello: "schwarm".to_string(),
                version: wire::VERSION,
                game: info.id.to_string(),
                options: wire::options(info, &session.id()),
                sides: info.sides.map(str::to_string),
                side: side.map(|side| info.sides[side.index()].to_string()),
                players: players.clone(),
                clock: (*time).into(),
                settings: self.settings.clone(),
            };
            self.say(&wire::line(&hello)).await
        })
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        Box::pin(self.ask(turn))
    }

    fn end<'a>(&'a mut self, ending: &'a Ending) -> Doing<'a, ()> {
        Box::pin(async move {
            let end = End::new(ending, self.sides);
            self.say(&wire::line(&end)).await
        })
    }

    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        self.talk.hang_up()
    }
}
