//! An engine that speaks the protocol: one line in, its answer out.
//!
//! The guest answers every command of the protocol for an [`Analyst`] and the games its caller
//! hands it. It does no input or output; [`run`] connects it to a stream of bytes.
//! What must hold: every answer ends with `ok`; a refused command changes nothing.
//!
//! Not here: reading commands (`wire`), rules, search.

mod perft;
mod run;

use std::ops::ControlFlow;

use schwarm_core::{Rulebook, Session, Setup};
use schwarm_play::{Analyst, Finding, Limits, Setting, SettingError, Stop};

use crate::wire::{Command, Expansions, GameLine, Measure, OK, Report, one_line, write_option};

pub use run::run;

/// Opens the rules of a GameTypeString in its official spelling, such as `Base+MLP`.
pub type Games = Box<dyn Fn(&str) -> Option<Box<dyn Rulebook>> + Send>;

/// The longest line that is looked at, in bytes. A game of twenty thousand moves is shorter.
pub const LONGEST_LINE: usize = 1 << 18;

/// Where answers go, line by line.
pub trait Voice {
    /// A line of an answer, without its end.
    fn line(&mut self, text: &str);

    /// A line the host should see at once, because the rest of the answer takes its time.
    fn early(&mut self, text: &str) {
        self.line(text);
    }
}

/// Collects answers.
impl Voice for String {
    fn line(&mut self, text: &str) {
        self.push_str(text);
        self.push('\n');
    }
}

/// An engine of the protocol.
pub struct Guest {
    id: String,
    games: Games,
    expansions: Expansions,
    analyst: Box<dyn Analyst>,
    /// Whether better moves are printed as they are found.
    report: Setting,
    table: Option<Table>,
    /// What the last search expects; gone once the board has changed.
    expected: Option<Vec<String>>,
    stop: Stop,
}

/// A game in progress.
struct Table {
    rules: Box<dyn Rulebook>,
    session: Box<dyn Session>,
    line: GameLine,
}

/// Why a command was refused.
enum Refusal {
    Error(String),
    Move(String),
}

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal::Error(error.to_string())
    }
}

fn refuse<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Error(why.to_string()))
}

type Done = Result<(), Refusal>;

const HELP: [&str; 14] = [
    "info: name and version of the engine, and the expansions it knows",
    "newgame [GameTypeString|GameString]: begins a game, Base if none is named, or takes one up",
    "play MoveString: plays a move",
    "pass: passes, where no other move is legal",
    "validmoves: all legal moves",
    "bestmove time hh:mm:ss: the best move, found in that time",
    "bestmove depth N: the best move, found by looking N plies ahead",
    "bestmove seconds X: the best move, found in so many seconds; without anything, in the engine's own measure",
    "undo [N]: takes back N moves, or one",
    "options [get OptionName|set OptionName OptionValue]: shows all options, shows one, sets one",
    "pv: the moves the last search expects, one a line",
    "perft [N]: counts the lines of 1 to N plies from here",
    "help: this list",
    "exit: ends the engine",
];

impl Guest {
    /// An engine; `id` is its name and version.
    pub fn new(id: impl Into<String>, games: Games, analyst: Box<dyn Analyst>) -> Guest {
        let knows = |kind: &str| games(kind).is_some();
        let expansions = Expansions { mosquito: knows("Base+M"), ladybug: knows("Base+L"), pillbug: knows("Base+P") };
        Guest {
            id: one_line(&id.into()),
            games,
            expansions,
            analyst,
            report: Setting::bool("ReportIntermediateBestMoves", false),
            table: None,
            expected: None,
            stop: Stop::default(),
        }
    }

    /// The signal that stops a search. Once it is given, every later search stops as well.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// What is said before anybody asks: the answer to `info`.
    pub fn greet(&self, voice: &mut dyn Voice) {
        self.info(voice);
        voice.line(OK);
    }

    /// The game being played.
    pub fn session(&self) -> Option<&dyn Session> {
        self.table.as_ref().map(|table| &*table.session)
    }

    /// Answers one line; breaks off after `exit`.
    pub fn line(&mut self, line: &[u8], voice: &mut dyn Voice) -> ControlFlow<()> {
        let (flow, done) = match read(line) {
            Ok(Command::Exit) => (ControlFlow::Break(()), Ok(())),
            Ok(command) => (ControlFlow::Continue(()), self.obey(command, voice)),
            Err(refusal) => (ControlFlow::Continue(()), Err(refusal)),
        };
        match done {
            Ok(()) => {}
            Err(Refusal::Error(why)) => voice.line(&format!("err {}", one_line(&why))),
            Err(Refusal::Move(why)) => voice.line(&format!("invalidmove {}", one_line(&why))),
        }
        voice.line(OK);
        flow
    }

    /// The whole answer to one line, every line of it ended.
    pub fn answer(&mut self, line: &str) -> String {
        let mut answer = String::new();
        let _ = self.line(line.as_bytes(), &mut answer);
        answer
    }

    fn obey(&mut self, command: Command<'_>, voice: &mut dyn Voice) -> Done {
        match command {
            Command::Info => self.info(voice),
            Command::NewGame(game) => self.new_game(game, voice)?,
            Command::Play(text) => self.play(text, voice)?,
            Command::Pass => self.play("pass", voice)?,
            Command::ValidMoves => voice.line(&self.going()?.session.legal_moves().join(";")),
            Command::BestMove(measure) => self.best_move(measure, voice)?,
            Command::Undo(plies) => self.undo(plies, voice)?,
            Command::Options => self.settings().iter().for_each(|setting| voice.line(&write_option(setting))),
            Command::GetOption(name) => voice.line(&write_option(&self.setting(name)?)),
            Command::SetOption(name, value) => {
                self.set(name, value)?;
                voice.line(&write_option(&self.setting(name)?));
            }
            Command::Pv => match &self.expected {
                Some(line) => line.iter().for_each(|mv| voice.line(mv)),
                None => return refuse("the board has changed since the last search: ask for the bestmove first"),
            },
            Command::Perft(depth) => self.perft(depth, voice)?,
            Command::Help => HELP.iter().for_each(|line| voice.line(line)),
            Command::Exit => {}
        }
        Ok(())
    }

    fn info(&self, voice: &mut dyn Voice) {
        voice.line(&format!("id {}", self.id));
        if self.expansions != Expansions::default() {
            voice.line(&self.expansions.to_string());
        }
    }

    fn new_game(&mut self, text: &str, voice: &mut dyn Voice) -> Done {
        let (kind, whole) = match text.split_once(';') {
            Some((kind, _)) => (kind.trim(), true),
            None if text.is_empty() => ("Base", false),
            None => (text, false),
        };
        let expansions = Expansions::of_game_type(kind);
        let rules = expansions.and_then(|expansions| (self.games)(&expansions.game_type()));
        let Some((expansions, rules)) = expansions.zip(rules) else {
            let kind = schwarm_core::error::shorten(kind);
            return refuse(&format!("cannot play game type \"{kind}\": write Base, or Base+ and letters of MLP"));
        };
        let session = if whole { rules.from_position(text)? } else { rules.start(Setup::Default)? };
        let line = GameLine::new(expansions, &*session);
        let table = self.table.insert(Table { rules, session, line });
        self.expected = None;
        self.analyst.forget();
        voice.line(&table.line.write(&*table.session));
        Ok(())
    }

    fn play(&mut self, text: &str, voice: &mut dyn Voice) -> Done {
        let table = self.table.as_mut().map_or_else(no_game, Ok)?;
        let spelt = table.session.play(text).map_err(|error| Refusal::Move(error.to_string()))?;
        table.line.push(&spelt);
        self.expected = None;
        voice.line(&table.line.write(&*table.session));
        Ok(())
    }

    fn undo(&mut self, plies: usize, voice: &mut dyn Voice) -> Done {
        let table = self.table.as_mut().map_or_else(no_game, Ok)?;
        let played = table.line.plies();
        if plies > played {
            return refuse(&format!("cannot take back {plies} moves: {played} have been played"));
        }
        let mut line = table.line.clone();
        line.pop(plies);
        if plies == 1 {
            table.session.undo();
        } else {
            // Each undo plays the line through again, so many of them are dearer than reading it once.
            table.session = table.rules.from_position(&line.write(&*table.session))?;
        }
        table.line = line;
        self.expected = None;
        voice.line(&table.line.write(&*table.session));
        Ok(())
    }

    fn best_move(&mut self, measure: Measure, voice: &mut dyn Voice) -> Done {
        let limits = match measure {
            Measure::Own => Limits::default(),
            Measure::Time(time) | Measure::Seconds(time) => Limits::time(time),
            Measure::Depth(depth) => Limits::depth(depth),
        };
        let report = self.report.is_true();
        let session = &*going(&self.table)?.session;
        let mut found = |finding: &Finding| {
            if let Some(best) = finding.line.first().filter(|_| report) {
                let (best, line) = (best.clone(), finding.line.clone());
                voice.early(&Report { best, depth: finding.depth, score: finding.score, line }.write());
            }
        };
        let analysis = self.analyst.analyse(session, &limits, &self.stop, &mut found)?;
        match analysis.lines.into_iter().next().filter(|best| !best.line.is_empty()) {
            Some(best) => {
                voice.line(&best.line[0]);
                self.expected = Some(best.line);
                Ok(())
            }
            None => refuse("the engine found no move"),
        }
    }

    fn perft(&mut self, depth: Option<u32>, voice: &mut dyn Voice) -> Done {
        let table = self.going()?;
        perft::count_up(&*table.rules, &*table.session, depth, &self.stop, voice).map_err(Refusal::Error)
    }

    fn settings(&self) -> Vec<Setting> {
        let mut settings = vec![self.report.clone()];
        settings.extend(self.analyst.settings());
        settings
    }

    fn setting(&self, name: &str) -> Result<Setting, SettingError> {
        let found = self.settings().into_iter().find(|setting| setting.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| SettingError::Unknown { name: name.chars().take(80).collect() })
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        match self.report.name.eq_ignore_ascii_case(name) {
            true => self.report.set(value),
            false => self.analyst.set(name, value),
        }
    }

    fn going(&self) -> Result<&Table, Refusal> {
        going(&self.table)
    }
}

/// The game, if one was begun and is not over.
fn going(table: &Option<Table>) -> Result<&Table, Refusal> {
    let table = table.as_ref().map_or_else(no_game, Ok)?;
    match table.session.outcome() {
        None => Ok(table),
        Some(outcome) => refuse(&format!("the game is over ({}): undo a move or begin a newgame", outcome.reason.id())),
    }
}

fn no_game<T>() -> Result<T, Refusal> {
    refuse("no game in progress: begin one with 'newgame'")
}

fn read(line: &[u8]) -> Result<Command<'_>, Refusal> {
    if line.len() > LONGEST_LINE {
        return refuse(&format!("the line is longer than {LONGEST_LINE} bytes"));
    }
    match std::str::from_utf8(line) {
        Ok(line) => Ok(Command::read(line)?),
        Err(_) => refuse("the line is no UTF-8 text"),
    }
}
