//! What a store can be asked.

use std::future::Future;
use std::pin::Pin;

use schwarm_play::{Attempt, Dialogues, Ending, GameEvent, GameRecord, Journal, Puzzle};

use crate::{Changes, JobStore, Opening, Played, StoreError};

/// Something a store is doing.
pub type Answering<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The first side won.
    One,
    /// The second side won.
    Two,
    /// Nobody won.
    Draw,
    /// It was broken off and does not count.
    Aborted,
    /// It has no result yet.
    Open,
}

impl Standing {
    /// All of them.
    pub const ALL: [Standing; 5] = [Standing::One, Standing::Two, Standing::Draw, Standing::Aborted, Standing::Open];

    /// Of an ending.
    pub fn of(ending: &Ending) -> Standing {
        match ending.winner.map(|side| side.index()) {
            _ if !ending.counts() => Standing::Aborted,
            Some(0) => Standing::One,
            Some(_) => Standing::Two,
            None => Standing::Draw,
        }
    }

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Standing::One => "one",
            Standing::Two => "two",
            Standing::Draw => "draw",
            Standing::Aborted => "aborted",
            Standing::Open => "open",
        }
    }
}

/// Which games are asked for. Everything left out lets all pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Id of the rule set, as it was stored.
    pub game: Option<String>,
    /// Name of a player, on either side.
    pub player: Option<String>,
    /// Name of the player who lost.
    pub loser: Option<String>,
    /// Name of a match.
    pub of_match: Option<String>,
    /// What the name of the match begins with.
    pub of_matches: Option<String>,
    /// How the game stands.
    pub standing: Option<Standing>,
    /// Only games with a higher id.
    pub after: Option<i64>,
}

/// Which matches are asked for. Everything left out lets all pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// The id of one.
    pub id: Option<i64>,
    /// What its name begins with.
    pub begins: Option<String>,
    /// What its name does not begin with.
    pub not: Vec<String>,
    /// Only matches with a lower id.
    pub before: Option<i64>,
}

/// What somebody looks for, the newest games first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Which games.
    pub filter: Filter,
    /// Part of a player's name, on either side; small and capital letters are alike where the database says so.
    pub named: Option<String>,
    /// Only games with a lower id.
    pub before: Option<i64>,
}

/// Which puzzles are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFilter {
    /// Id of the rule set, as it was stored; all of them without one.
    pub game: Option<String>,
    /// The easiest and the hardest.
    pub ratings: [i32; 2],
    /// The shortest and the longest.
    pub plies: [u8; 2],
}

impl Default for PuzzleFilter {
    fn default() -> PuzzleFilter {
        PuzzleFilter { game: None, ratings: [i32::MIN, i32::MAX], plies: [0, u8::MAX] }
    }
}

impl PuzzleFilter {
    /// Whether a puzzle passes.
    pub fn lets(&self, puzzle: &Puzzle) -> bool {
        let is_between = (self.ratings[0]..=self.ratings[1]).contains(&puzzle.rating);
        let is_long = (self.plies[0]..=self.plies[1]).contains(&puzzle.plies);
        is_between && is_long && self.game.as_ref().is_none_or(|game| *game == puzzle.game)
    }
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its id in this store, from 1.
    pub id: i64,
    /// Name of its match; `None` for an imported game.
    pub of_match: Option<String>,
    /// Its place in the match, from 0.
    pub place: Option<u64>,
    /// Id of the rule set.
    pub game: String,
    /// Names of the players, `Side::One` first.
    pub players: [String; 2],
    /// How often it was begun; 0 for an imported game.
    pub attempts: u32,
    /// How it ended.
    pub ending: Option<Ending>,
    /// When it came into the store, in milliseconds since 1970.
    pub created: i64,
}

/// All that is known of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// What a list says of it.
    pub row: GameRow,
    /// The try that counts, or the last one while none does; 0 for an imported game.
    pub attempt: u32,
    /// The game. One of a match has the tags `Event` (its match) and `Round` (its place, from 1).
    pub record: GameRecord,
    /// What happened in the try that counts, or in the last one while none does. None for an imported game.
    pub events: Vec<GameEvent>,
}

/// A game that was begun and has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningRow {
    /// Its last try.
    pub attempt: Attempt,
    /// Name of its match.
    pub of_match: Option<String>,
    /// When its last event came, or up to a second before that, in milliseconds since 1970.
    pub heard: i64,
}

/// What came in a try since somebody asked.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// The try.
    pub attempt: Attempt,
    /// The place of the first event in the game; the start is 0.
    pub first: u32,
    /// What happened, in order.
    pub events: Vec<GameEvent>,
}

impl Shown {
    /// The try that counts, or the last one.
    pub fn try_shown(&self) -> Attempt {
        Attempt { id: self.row.id, number: self.attempt }
    }
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its id in this store.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Everything that decides its games, as JSON.
    pub plan: String,
    /// When it came into the store, in milliseconds since 1970.
    pub created: i64,
    /// Games begun.
    pub games: u64,
    /// Games with a result.
    pub finished: u64,
}

/// How many games stand how, counted when asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Won by the first side.
    pub one: u64,
    /// Won by the second side.
    pub two: u64,
    /// Drawn.
    pub draws: u64,
    /// Broken off.
    pub aborted: u64,
    /// Without a result.
    pub open: u64,
}

/// A place where games are kept and found again. The methods of [`Journal`] write games as they are played.
pub trait Store: Journal {
    /// Takes in a record from elsewhere; returns its id. The same record twice makes two games: two
    /// games can be alike.
    fn import<'a>(&'a self, record: &'a GameRecord) -> Answering<'a, i64>;

    /// Games in the order of their ids: at most `limit` (and never more than 1,000), after leaving out `offset`.
    fn list<'a>(&'a self, filter: &'a Filter, limit: u32, offset: u64) -> Answering<'a, Vec<GameRow>>;

    /// The newest games first: at most `limit` (and never more than 1,000).
    fn newest<'a>(&'a self, search: &'a Search, limit: u32) -> Answering<'a, Vec<GameRow>>;

    /// How many games stand how.
    fn totals<'a>(&'a self, filter: &'a Filter) -> Answering<'a, Totals>;

    /// Matches in the order of their ids, limited as games are.
    fn matches<'a>(&'a self, limit: u32, offset: u64) -> Answering<'a, Vec<MatchRow>>;

    /// The match with a name.
    fn find_match<'a>(&'a self, name: &'a str) -> Answering<'a, Option<MatchRow>>;

    /// The newest of these matches first, limited as games are.
    fn newest_matches<'a>(&'a self, filter: &'a MatchFilter, limit: u32) -> Answering<'a, Vec<MatchRow>>;

    /// Everything about a game, or `None` where no game has the id.
    fn show<'a>(&'a self, id: i64) -> Answering<'a, Option<Shown>>;

    /// What happened in one try at a game, broken off or not. Nothing where there was no such try.
    fn events<'a>(&'a self, id: i64, attempt: u32) -> Answering<'a, Vec<GameEvent>>;

    /// Games that were begun and have no result, and of which something was heard after a moment: those heard of last
    /// come first, at most `limit` (and never more than 1,000). Whoever played them may have died meanwhile.
    fn running<'a>(&'a self, since: i64, limit: u32) -> Answering<'a, Vec<RunningRow>>;

    /// What happened in tries beyond the events that are known: of each the place behind the last one that was told of
    /// here, or 0. Tries in which nothing happened are left out.
    fn news<'a>(&'a self, known: &'a [(Attempt, u32)]) -> Answering<'a, Vec<News>>;

    /// Whether it is kept what was said with the bots in a try.
    fn has_dialogues<'a>(&'a self, attempt: Attempt) -> Answering<'a, bool>;

    /// What was said with the bots in a try, where it is kept.
    fn dialogues<'a>(&'a self, attempt: Attempt) -> Answering<'a, Option<Dialogues>>;

    /// Games with a result that were not counted among openings yet, by their ids: at most `limit` (and never more than 1,000).
    fn unread_openings<'a>(&'a self, limit: u32) -> Answering<'a, Vec<i64>>;

    /// Counts finished games for the positions they came through. A game counts once, whoever hands it in again.
    fn keep_openings<'a>(&'a self, openings: Vec<Opening>) -> Answering<'a, ()>;

    /// How games ended that came through positions, given by the numbers of their shapes. Unknown ones are left out.
    fn played<'a>(&'a self, shapes: &'a [u64]) -> Answering<'a, Vec<(u64, Played)>>;

    /// The newest games that came through a position: at most `limit` (and never more than 1,000).
    fn through<'a>(&'a self, shape: u64, limit: u32) -> Answering<'a, Vec<GameRow>>;

    /// Keeps puzzles and says how many of them are new: one that is there stays as it is. With a game, it is noted in the same
    /// transaction that the game was looked through.
    fn keep_puzzles<'a>(&'a self, of_game: Option<i64>, puzzles: &'a [Puzzle]) -> Answering<'a, u64>;

    /// Finished games with a higher id that nobody has looked through for puzzles, in the order of their ids: at most
    /// `limit` (and never more than 1,000), of one rule set if it is named.
    fn unmined<'a>(&'a self, game: Option<&'a str>, after: i64, limit: u32) -> Answering<'a, Vec<i64>>;

    /// Puzzles, the easiest first: at most `limit` (and never more than 1,000), after leaving out `offset`.
    fn puzzles<'a>(&'a self, filter: &'a PuzzleFilter, limit: u32, offset: u64) -> Answering<'a, Vec<Puzzle>>;

    /// How many puzzles there are.
    fn count_puzzles<'a>(&'a self, filter: &'a PuzzleFilter) -> Answering<'a, u64>;

    /// A puzzle by its id.
    fn puzzle<'a>(&'a self, id: &'a str) -> Answering<'a, Option<Puzzle>>;

    /// Jobs for other machines.
    fn jobs(&self) -> &dyn JobStore;

    /// Hears when something changes: in this program at once, in others where the database tells.
    fn changes(&self) -> Changes;

    /// Ends the connections in good order. What was said to be kept is kept without this, too.
    fn close<'a>(&'a self) -> Answering<'a, ()>;
}
