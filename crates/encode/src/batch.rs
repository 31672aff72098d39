//! Many games at once, stepped together.
//!
//! What must hold: a step with an action that is not legal changes nothing at all; what happens in a game depends on the
//! seed and its number, never on the number of threads.

use schwarm_core::{PositionError, Ruleset, Session};

use crate::encode::{Encode, Form};
use crate::track::Track;

/// How a batch is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// Games.
    pub games: usize,
    /// Threads that step them.
    pub threads: usize,
    /// Decides setups and random actions.
    pub seed: u64,
    /// A game of so many plies is broken off.
    pub most_plies: Option<usize>,
    /// Whether a new game begins where one has ended.
    pub auto_reset: bool,
}

/// Where a batch writes what is seen. The length of each array is the number of games times what one game needs.
pub struct Buffers<'a> {
    /// Observations of the sides to move, if they are wanted: [`Form::size`] a game.
    pub observation: Option<&'a mut [u8]>,
    /// Which actions are legal: [`Form::actions`] a game.
    pub mask: Option<&'a mut [bool]>,
    /// Who moves: 0 or 1.
    pub player: &'a mut [i8],
    /// 1, 0 or -1 for each of the two players, when a game has ended with this step.
    pub reward: &'a mut [f32],
    /// Whether a game was ended by its rules with this step.
    pub terminated: &'a mut [bool],
    /// Whether a game was broken off with this step.
    pub truncated: &'a mut [bool],
}

/// Why a step was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// Not one action for each game.
    #[error("{given} actions for {games} games")]
    Count {
        /// How many there were.
        given: usize,
        /// How many games there are.
        games: usize,
    },
    /// No such action.
    #[error("action {action} of game {game} is out of range: actions are 0 to {last}")]
    Range {
        /// Number of the game.
        game: usize,
        /// The action.
        action: i64,
        /// The highest one.
        last: usize,
    },
    /// An action that is not legal.
    #[error("action {action} of game {game} is not legal there ({legal} actions are; see the mask)")]
    Illegal {
        /// Number of the game.
        game: usize,
        /// The action.
        action: i64,
        /// Legal actions of that position.
        legal: usize,
    },
    /// The game has ended.
    #[error("game {game} is over; reset the games, or let them reset themselves")]
    Over {
        /// Number of the game.
        game: usize,
    },
    /// No such game.
    #[error("there is no game {game}: games are 0 to {last}")]
    NoGame {
        /// The number.
        game: usize,
        /// The highest one.
        last: usize,
    },
    /// A text that is no legal move.
    #[error("{0}")]
    Text(String),
    /// The rules gave no first position.
    #[error(transparent)]
    Start(#[from] PositionError),
}

/// Games of one rule set, their types forgotten.
pub trait Batch: Send {
    /// How many.
    fn games(&self) -> usize;

    /// Begins all games anew; with a seed as if the batch had been made with it.
    ///
    /// # Errors
    /// When the rules give no first position.
    fn reset(&mut self, seed: Option<u64>, out: Buffers<'_>) -> Result<(), StepError>;

    /// Plays an action in each game.
    ///
    /// # Errors
    /// When an action is not legal, or there is not one for each game; nothing has changed then.
    fn step(&mut self, actions: &[i64], out: Buffers<'_>) -> Result<(), StepError>;

    /// Writes what is seen now, as if nothing had ended with the last step.
    fn look(&self, out: Buffers<'_>);

    /// A random legal action for each game, -1 where the game is over.
    fn sample(&mut self, actions: &mut [i64]);

    /// The legal actions of a game.
    ///
    /// # Errors
    /// When there is no such game.
    fn legal(&self, game: usize) -> Result<&[u16], StepError>;

    /// The text of a legal action of a game.
    ///
    /// # Errors
    /// When there is no such game, or the action is not legal.
    fn text(&self, game: usize, action: i64) -> Result<String, StepError>;

    /// The action a move text means in a game.
    ///
    /// # Errors
    /// When there is no such game, or the text is no legal move.
    fn action(&self, game: usize, text: &str) -> Result<u16, StepError>;

    /// A game as a session with its history.
    ///
    /// # Errors
    /// When there is no such game.
    fn session(&self, game: usize) -> Result<Box<dyn Session>, StepError>;
}

/// The games.
pub(crate) struct Games<R: Ruleset> {
    rules: R,
    form: Form,
    tracks: Vec<Track<R>>,
    options: BatchOptions,
    /// Place of each action of a step among the legal ones.
    places: Vec<u32>,
}

impl<R: Ruleset> Games<R>
where
    R::State: Encode,
{
    pub(crate) fn new(rules: R, form: Form, options: BatchOptions) -> Result<Games<R>, PositionError> {
        let tracks = (0..options.games as u64).map(|index| Track::new(&rules, options.seed, index));
        let tracks = tracks.collect::<Result<_, _>>()?;
        Ok(Games { rules, form, tracks, options, places: Vec::new() })
    }

    fn track(&self, game: usize) -> Result<&Track<R>, StepError> {
        self.tracks.get(game).ok_or(StepError::NoGame { game, last: self.tracks.len().saturating_sub(1) })
    }

    /// Finds every action before any is played.
    fn judge(&self, actions: &[i64], places: &mut Vec<u32>) -> Result<(), StepError> {
        if actions.len() != self.tracks.len() {
            return Err(StepError::Count { given: actions.len(), games: self.tracks.len() });
        }
        places.clear();
        for (game, (track, &action)) in self.tracks.iter().zip(actions).enumerate() {
            let last = self.form.actions - 1;
            places.push(match track.find(action) {
                Some(place) => place as u32,
                None if track.won().is_some() => return Err(StepError::Over { game }),
                None if action < 0 || action > last as i64 => return Err(StepError::Range { game, action, last }),
                None => return Err(StepError::Illegal { game, action, legal: track.actions().len() }),
            });
        }
        Ok(())
    }
}

/// What of the buffers belongs to one game.
struct Seat<'a> {
    observation: Option<&'a mut [u8]>,
    mask: Option<&'a mut [bool]>,
    player: &'a mut i8,
    reward: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

impl Seat<'_> {
    fn show<R: Ruleset>(&mut self, form: &Form, track: &Track<R>)
    where
        R::State: Encode,
    {
        *self.player = track.side().index() as i8;
        if let Some(observation) = self.observation.as_deref_mut() {
            track.observe(form, observation);
        }
        if let Some(mask) = self.mask.as_deref_mut() {
            track.mask(mask);
        }
    }

    fn nothing_ended(&mut self) {
        self.reward.fill(0.0);
        (*self.terminated, *self.truncated) = (false, false);
    }
}

/// Splits the buffers into those of single games.
fn seats<'a>(form: &Form, out: Buffers<'a>) -> impl Iterator<Item = Seat<'a>> {
    let mut observations = out.observation.map(|all| all.chunks_exact_mut(form.size()));
    let mut masks = out.mask.map(|all| all.chunks_exact_mut(form.actions));
    let mut rewards = out.reward.chunks_exact_mut(2);
    let mut truncated = out.truncated.iter_mut();
    out.player.iter_mut().zip(out.terminated.iter_mut()).filter_map(move |(player, terminated)| {
        Some(Seat {
            observation: observations.as_mut().and_then(Iterator::next),
            mask: masks.as_mut().and_then(Iterator::next),
            player,
            reward: rewards.next()?,
            terminated,
            truncated: truncated.next()?,
        })
    })
}

impl<'a> Buffers<'a> {
    /// The first so many games, and the rest.
    fn split(self, form: &Form, games: usize) -> (Buffers<'a>, Buffers<'a>) {
        let halves = |all: Option<&'a mut [u8]>, size: usize| match all.map(|all| all.split_at_mut(games * size)) {
            Some((one, two)) => (Some(one), Some(two)),
            None => (None, None),
        };
        let mask_halves = match self.mask.map(|all| all.split_at_mut(games * form.actions)) {
            Some((one, two)) => (Some(one), Some(two)),
            None => (None, None),
        };
        let observation = halves(self.observation, form.size());
        let (player, reward) = (self.player.split_at_mut(games), self.reward.split_at_mut(2 * games));
        let (terminated, truncated) = (self.terminated.split_at_mut(games), self.truncated.split_at_mut(games));
        let one = Buffers {
            observation: observation.0,
            mask: mask_halves.0,
            player: player.0,
            reward: reward.0,
            terminated: terminated.0,
            truncated: truncated.0,
        };
        let two = Buffers {
            observation: observation.1,
            mask: mask_halves.1,
            player: player.1,
            reward: reward.1,
            terminated: terminated.1,
            truncated: truncated.1,
        };
        (one, two)
    }
}

/// Does the work of every game with its seat, on several threads. Threads live for one call only, so that a process can fork
/// between two calls.
fn on_threads<R: Ruleset, T: Send + Sync>(
    threads: usize,
    form: &Form,
    tracks: &mut [Track<R>],
    extra: &[T],
    out: Buffers<'_>,
    work: &(impl Fn(&mut Track<R>, &T, Seat<'_>) -> Result<(), PositionError> + Sync),
) -> Result<(), PositionError> {
    let alone = |tracks: &mut [Track<R>], extra: &[T], out: Buffers<'_>| {
        tracks
            .iter_mut()
            .zip(extra)
            .zip(seats(form, out))
            .try_for_each(|((track, extra), seat)| work(track, extra, seat))
    };
    let each = tracks.len().div_ceil(threads.max(1));
    if threads <= 1 || each == 0 {
        return alone(tracks, extra, out);
    }
    std::thread::scope(|scope| {
        let mut running = Vec::new();
        let (mut tracks, mut extra, mut out) = (tracks, extra, out);
        while tracks.len() > each {
            let (some, rest) = tracks.split_at_mut(each);
            let (some_extra, rest_extra) = extra.split_at(each);
            let (some_out, rest_out) = out.split(form, each);
            (tracks, extra, out) = (rest, rest_extra, rest_out);
            running.push(scope.spawn(move || alone(some, some_extra, some_out)));
        }
        let mut done = alone(tracks, extra, out);
        for thread in running {
            match thread.join() {
                Ok(result) => done = done.and(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    })
}

impl<R: Ruleset> Batch for Games<R>
where
    R::State: Encode,
{
    fn games(&self) -> usize {
        self.tracks.len()
    }

    fn reset(&mut self, seed: Option<u64>, out: Buffers<'_>) -> Result<(), StepError> {
        if let Some(seed) = seed {
            for (index, track) in self.tracks.iter_mut().enumerate() {
                track.reseed(seed, index as u64);
            }
        }
        let (form, rules) = (self.form, &self.rules);
        let nothing = vec![(); self.tracks.len()];
        on_threads(self.options.threads, &form, &mut self.tracks, &nothing, out, &|track, (), mut seat| {
            track.begin(rules)?;
            seat.nothing_ended();
            seat.show(&form, track);
            Ok(())
        })?;
        Ok(())
    }

    fn step(&mut self, actions: &[i64], out: Buffers<'_>) -> Result<(), StepError> {
        let mut places = std::mem::take(&mut self.places);
        let judged = self.judge(actions, &mut places);
        self.places = places;
        judged?;
        let (form, rules, options) = (self.form, &self.rules, self.options);
        on_threads(options.threads, &form, &mut self.tracks, &self.places, out, &|track, &place, mut seat| {
            track.play_at(rules, place as usize);
            seat.nothing_ended();
            if let Some(winner) = track.won() {
                *seat.terminated = true;
                if let Some(winner) = winner {
                    seat.reward[winner.index()] = 1.0;
                    seat.reward[winner.other().index()] = -1.0;
                }
            } else if options.most_plies.is_some_and(|most| track.plies() >= most) {
                *seat.truncated = true;
            }
            if options.auto_reset && (*seat.terminated || *seat.truncated) {
                track.begin(rules)?;
            }
            seat.show(&form, track);
            Ok(())
        })?;
        Ok(())
    }

    fn look(&self, out: Buffers<'_>) {
        for (track, mut seat) in self.tracks.iter().zip(seats(&self.form, out)) {
            seat.nothing_ended();
            seat.show(&self.form, track);
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (track, action) in self.tracks.iter_mut().zip(actions) {
            *action = track.sample().map_or(-1, i64::from);
        }
    }

    fn legal(&self, game: usize) -> Result<&[u16], StepError> {
        Ok(self.track(game)?.actions())
    }

    fn text(&self, game: usize, action: i64) -> Result<String, StepError> {
        let track = self.track(game)?;
        let legal = track.actions().len();
        track.find(action).map(|place| track.text_at(place)).ok_or(StepError::Illegal { game, action, legal })
    }

    fn action(&self, game: usize, text: &str) -> Result<u16, StepError> {
        let track = self.track(game)?;
        match track.find_text(text) {
            Some(place) => Ok(track.actions()[place]),
            // The session knows the rule that is broken.
            None => {
                let why = track.session(&self.rules)?.check(text).err().map(|error| error.to_string());
                Err(StepError::Text(why.unwrap_or_else(|| format!("{text:?} has no number"))))
            }
        }
    }

    fn session(&self, game: usize) -> Result<Box<dyn Session>, StepError> {
        Ok(self.track(game)?.session(&self.rules)?)
    }
}
