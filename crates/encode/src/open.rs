//! The encoding of a game id, for those who have sessions and no types.

use schwarm_core::draft::Problem;
use schwarm_core::{GameId, IdError, PlayedSession, PositionError, Rulebook, Ruleset, Session};
use schwarm_hive::{Backend, HiveRules, Kernel, Law};

use crate::batch::{Batch, BatchOptions, Games};
use crate::encode::{Encode, Form};
use crate::track::Track;

/// Why there is no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// No such game, or none with an encoding.
    #[error(transparent)]
    Game(#[from] IdError),
    /// A window that there is not.
    #[error("{encoding} takes a window of {least} to {most} cells, not {window}")]
    Window {
        /// Name of the encoding.
        encoding: &'static str,
        /// What was asked for.
        window: usize,
        /// The smallest one.
        least: usize,
        /// The largest one.
        most: usize,
    },
    /// The board has an edge.
    #[error("{encoding} shows the whole board and takes no window")]
    NoWindow {
        /// Name of the encoding.
        encoding: &'static str,
    },
}

/// A session of another rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is a position of {0}")]
pub struct Foreign(pub String);

/// How the positions of a rule set become numbers.
pub trait Encoding: Send + Sync {
    /// The encoding.
    fn form(&self) -> Form;

    /// The rules.
    fn rules(&self) -> &dyn Rulebook;

    /// Writes the observation of a position: [`Form::size`] numbers.
    ///
    /// # Errors
    /// For a session of other rules.
    fn observe(&self, session: &dyn Session, out: &mut [u8]) -> Result<(), Foreign>;

    /// The legal actions of a position with their texts, in the order of the numbers.
    ///
    /// # Errors
    /// For a session of other rules.
    fn actions(&self, session: &dyn Session) -> Result<Vec<(u16, String)>, Foreign>;

    /// The text of a legal action; `None` if it is not legal.
    ///
    /// # Errors
    /// For a session of other rules.
    fn text(&self, session: &dyn Session, action: i64) -> Result<Option<String>, Foreign>;

    /// The legal actions of a position alone, ascending.
    ///
    /// # Errors
    /// For a session of other rules.
    fn numbers(&self, session: &dyn Session) -> Result<Vec<u16>, Foreign>;

    /// The number of the same action on a turned board; other numbers and ways stay as they are.
    fn turn_action(&self, way: usize, action: u16) -> u16;

    /// Writes the observation of the turned board.
    fn turn(&self, way: usize, observation: &[u8], out: &mut [u8]);

    /// The turned position, without history.
    ///
    /// # Errors
    /// For a session of other rules, or a way that there is not.
    fn turned(&self, session: &dyn Session, way: usize) -> Result<Box<dyn Session>, TurnError>;

    /// Many games.
    ///
    /// # Errors
    /// When the rules give no first position.
    fn batch(&self, options: BatchOptions) -> Result<Box<dyn Batch>, PositionError>;

    /// Somebody who follows records.
    ///
    /// # Errors
    /// When the rules give no first position.
    fn follower(&self) -> Result<Box<dyn Follower>, PositionError>;
}

/// Why a position cannot be turned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// A session of other rules.
    #[error(transparent)]
    Foreign(#[from] Foreign),
    /// A way that there is not.
    #[error("there is no way {way}: ways are 0 to {last}")]
    NoWay {
        /// The way.
        way: usize,
        /// The last one.
        last: usize,
    },
    /// The rules do not take it.
    #[error("{0}")]
    Refused(String),
}

/// Follows the moves of a game and encodes every position of it.
pub trait Follower: Send {
    /// Begins where a session stands.
    ///
    /// # Errors
    /// For a session of other rules.
    fn begin(&mut self, session: &dyn Session) -> Result<(), Foreign>;

    /// The action a text means here; `None` if it is not legal, or the game is over.
    fn action(&self, text: &str) -> Option<u16>;

    /// Writes the observation of the position.
    fn observe(&self, out: &mut [u8]);

    /// Writes which actions are legal.
    fn mask(&self, out: &mut [bool]);

    /// Index of the side to move.
    fn player(&self) -> usize;

    /// Plays a legal action; `false` if it is none.
    fn play(&mut self, action: u16) -> bool;

    /// Whether the game is over by the rules, and who has won it then.
    fn won(&self) -> Option<Option<usize>>;
}

/// The encoding of a game, with a window where its board has no edge and the usual one is not wanted.
///
/// # Errors
/// For an id that has none, an option it does not know, or a window that there is not.
pub fn open(id: &str, window: Option<usize>) -> Result<Box<dyn Encoding>, OpenError> {
    let parsed = GameId::parse(id);
    for edition in schwarm_ostseeschach::Edition::ALL {
        if parsed.names(edition.info()) {
            parsed.resolve(edition.info())?;
            return Typed::open(schwarm_ostseeschach::Ostseeschach::new(edition), window);
        }
    }
    for edition in schwarm_piranhas::Edition::ALL {
        if parsed.names(edition.info()) {
            parsed.resolve(edition.info())?;
            return Typed::open(schwarm_piranhas::Piranhas::new(edition), window);
        }
    }
    schwarm_hive::visit(Backend::detect(), id, OpenHive(window))?
}

struct OpenHive(Option<usize>);

impl schwarm_hive::Visit for OpenHive {
    type Output = Result<Box<dyn Encoding>, OpenError>;

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> Self::Output {
        Typed::open(rules, self.0)
    }
}

/// The encoding of a rule set with its types.
struct Typed<R> {
    rules: R,
    form: Form,
}

impl<R: Ruleset> Typed<R>
where
    R::State: Encode,
{
    fn open(rules: R, window: Option<usize>) -> Result<Box<dyn Encoding>, OpenError> {
        let encoding = R::State::form(0).name;
        let window = match (R::State::WINDOWS, window) {
            (None, None) => 0,
            (None, Some(_)) => return Err(OpenError::NoWindow { encoding }),
            (Some((_, most)), None) => most,
            (Some((least, most)), Some(window)) if (least..=most).contains(&window) => window,
            (Some((least, most)), Some(window)) => return Err(OpenError::Window { encoding, window, least, most }),
        };
        Ok(Box::new(Typed { form: R::State::form(window), rules }))
    }

    fn read<'a>(&self, session: &'a dyn Session) -> Result<&'a PlayedSession<R>, Foreign> {
        let played = session.as_any().downcast_ref::<PlayedSession<R>>();
        played.filter(|played| Session::id(*played) == Ruleset::id(&self.rules)).ok_or_else(|| Foreign(session.id()))
    }

    /// Legal moves and their numbers.
    fn list(&self, session: &PlayedSession<R>) -> (Vec<<R::State as schwarm_core::Game>::Move>, Vec<u16>) {
        use schwarm_core::Game;
        let (mut moves, mut numbers) = (Vec::with_capacity(128), Vec::with_capacity(128));
        if session.outcome().is_none() {
            session.state().legal_moves(&mut moves);
            session.state().number(&moves, &mut numbers);
        }
        (moves, numbers)
    }
}

impl<R: Ruleset> Encoding for Typed<R>
where
    R::State: Encode,
{
    fn form(&self) -> Form {
        self.form
    }

    fn rules(&self) -> &dyn Rulebook {
        &self.rules
    }

    fn observe(&self, session: &dyn Session, out: &mut [u8]) -> Result<(), Foreign> {
        let session = self.read(session)?;
        let mut repeats = 0;
        if self.rules.repetition_limit().is_some()
            && let Some((now, earlier)) = session.keys().split_last()
        {
            repeats = earlier.iter().filter(|key| *key == now).count();
        }
        session.state().observe(&self.form, u8::try_from(repeats).unwrap_or(u8::MAX), out);
        Ok(())
    }

    fn actions(&self, session: &dyn Session) -> Result<Vec<(u16, String)>, Foreign> {
        use schwarm_core::{Game, Notation};
        let session = self.read(session)?;
        let (moves, numbers) = self.list(session);
        let texts = moves.into_iter().map(|mv| session.state().move_text(mv, Notation::Standard));
        let mut all: Vec<_> = numbers.into_iter().zip(texts).collect();
        all.sort_unstable();
        Ok(all)
    }

    fn text(&self, session: &dyn Session, action: i64) -> Result<Option<String>, Foreign> {
        use schwarm_core::{Game, Notation};
        let session = self.read(session)?;
        let (moves, numbers) = self.list(session);
        let found = numbers.iter().zip(moves).find(|(number, _)| i64::from(**number) == action);
        Ok(found.map(|(_, mv)| session.state().move_text(mv, Notation::Standard)))
    }

    fn numbers(&self, session: &dyn Session) -> Result<Vec<u16>, Foreign> {
        let (_, mut numbers) = self.list(self.read(session)?);
        numbers.sort_unstable();
        Ok(numbers)
    }

    fn turn_action(&self, way: usize, action: u16) -> u16 {
        if way >= self.form.ways || usize::from(action) >= self.form.actions {
            return action;
        }
        R::State::turn_action(way, action)
    }

    fn turn(&self, way: usize, observation: &[u8], out: &mut [u8]) {
        R::State::turn(&self.form, way.min(self.form.ways - 1), observation, out);
    }

    fn turned(&self, session: &dyn Session, way: usize) -> Result<Box<dyn Session>, TurnError> {
        let session = self.read(session)?;
        if way >= self.form.ways {
            return Err(TurnError::NoWay { way, last: self.form.ways - 1 });
        }
        let mut draft = session.draft();
        for cell in &mut draft.cells {
            (cell.at.x, cell.at.y) = session.state().turn_cell(way, (cell.at.x, cell.at.y));
        }
        Rulebook::compose(&self.rules, &draft).map_err(|problems| {
            TurnError::Refused(problems.first().map_or_else(String::new, |problem: &Problem| problem.message.clone()))
        })
    }

    fn batch(&self, options: BatchOptions) -> Result<Box<dyn Batch>, PositionError> {
        Ok(Box::new(Games::new(self.rules.clone(), self.form, options)?))
    }

    fn follower(&self) -> Result<Box<dyn Follower>, PositionError> {
        let track = Track::new(&self.rules, 0, 0)?;
        Ok(Box::new(Following { rules: self.rules.clone(), form: self.form, track }))
    }
}

struct Following<R: Ruleset> {
    rules: R,
    form: Form,
    track: Track<R>,
}

impl<R: Ruleset> Follower for Following<R>
where
    R::State: Encode,
{
    fn begin(&mut self, session: &dyn Session) -> Result<(), Foreign> {
        let played = session.as_any().downcast_ref().ok_or_else(|| Foreign(session.id()))?;
        self.track.take_up(&self.rules, played);
        Ok(())
    }

    fn action(&self, text: &str) -> Option<u16> {
        self.track.find_text(text).map(|place| self.track.actions()[place])
    }

    fn observe(&self, out: &mut [u8]) {
        self.track.observe(&self.form, out);
    }

    fn mask(&self, out: &mut [bool]) {
        self.track.mask(out);
    }

    fn player(&self) -> usize {
        self.track.side().index()
    }

    fn play(&mut self, action: u16) -> bool {
        let place = self.track.find(action.into());
        if let Some(place) = place {
            self.track.play_at(&self.rules, place);
        }
        place.is_some()
    }

    fn won(&self) -> Option<Option<usize>> {
        self.track.won().map(|winner| winner.map(|side| side.index()))
    }
}
