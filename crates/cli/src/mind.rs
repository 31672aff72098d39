//! The engine of this program behind the port of analysts: what matches, protocols and reviews ask.
//!
//! What must hold: making one is cheap, the table of positions is made with the first question; a game
//! without a clock is not thought about for ever.
//! Not here: how it thinks (`schwarm-engine`), names of bots (`bots`).

mod power;
pub mod words;

use std::time::Duration;

use schwarm_core::Session;
use schwarm_engine::{Ask, Engine, EngineError, Level, Options, Thought};
use schwarm_play::{Analysis, AnalysisError, Analyst, Finding, Limits, Setting, SettingError, Stop};
use schwarm_search::SearchError;
use schwarm_search::time::Allowance;

pub use power::PowerArgs;

/// How long the full strength thinks where nothing limits it: long enough to play well, short enough to wait for.
const OWN_MEASURE: Duration = Duration::from_millis(1500);

/// MiB of the table of a level that looks at some ten thousand positions a move.
const SMALL_TABLE: usize = 2;

/// Most lines that can be asked for.
pub const MOST_LINES: usize = 64;

/// The table a level needs, in MiB, where nobody says otherwise.
pub fn usual_hash(level: Level) -> usize {
    if level == Level::FULL { Options::default().hash_mebibytes } else { SMALL_TABLE }
}

/// The engine as an analyst. It is called `level-7` after its level.
pub struct EngineAnalyst {
    name: String,
    options: Options,
    settings: Vec<Setting>,
    /// Whether somebody has chosen the size of the table.
    has_own_hash: bool,
    engine: Option<Engine>,
}

impl EngineAnalyst {
    /// An engine that is set up like this.
    pub fn new(options: Options) -> EngineAnalyst {
        EngineAnalyst {
            name: name(options.level),
            settings: settings(&options),
            has_own_hash: options.hash_mebibytes != usual_hash(options.level),
            options,
            engine: None,
        }
    }

    /// A level with everything else as usual.
    pub fn of_level(level: Level, seed: u64) -> EngineAnalyst {
        EngineAnalyst::new(Options { level, seed, hash_mebibytes: usual_hash(level), ..Options::default() })
    }

    /// Checks that it can play the game of a session: its weights may be of another one.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check(&mut self, session: &dyn Session) -> Result<(), EngineError> {
        match self.engine()?.evaluate(session) {
            Err(EngineError::Search(SearchError::GameOver)) | Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn engine(&mut self) -> Result<&mut Engine, EngineError> {
        match &mut self.engine {
            Some(engine) => Ok(engine),
            none => Ok(none.insert(Engine::new(self.options.clone())?)),
        }
    }

    fn ask(&self, limits: &Limits) -> Ask {
        let Limits { depth, nodes, time } = *limits;
        let time = time.unwrap_or_default();
        let is_limited = depth.is_some() || nodes.is_some() || time.limit.is_some();
        // A weaker level is limited by what it cannot do.
        let own = (!is_limited && self.options.level == Level::FULL).then_some(OWN_MEASURE);
        Ask {
            depth,
            nodes,
            time: Allowance { limit: time.limit.or(own), left: time.left, increment: time.increment, moves_left: None },
            only_answer: self.options.lines == 1 && (time.limit.is_some() || !is_limited),
        }
    }
}

impl Analyst for EngineAnalyst {
    fn name(&self) -> &str {
        &self.name
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        let ask = self.ask(limits);
        let mut hear = |thought: &Thought| {
            if let Some(best) = findings(thought).next() {
                found(&best);
            }
        };
        let engine = self.engine().map_err(|error| failure(&error))?;
        let thought = engine.think(session, &ask, stop.flag(), &mut hear).map_err(|error| failure(&error))?;
        Ok(analysis(&thought))
    }

    fn settings(&self) -> Vec<Setting> {
        self.settings.clone()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let place = self.settings.iter().position(|setting| setting.name.eq_ignore_ascii_case(name));
        let place = place.ok_or_else(|| SettingError::Unknown { name: name.chars().take(80).collect() })?;
        let mut settings = self.settings.clone();
        settings[place].set(value)?;
        let chosen = settings[place].clone();
        let has_own_hash = self.has_own_hash || chosen.name == HASH;
        let refuse =
            |wanted: String| SettingError::Value { name: chosen.name.clone(), value: chosen.value.clone(), wanted };
        if chosen.name == HASH {
            power::check_hash(number(&chosen)).map_err(&refuse)?;
        }
        let mut options = self.options.clone();
        apply(&chosen, &mut options);
        if !has_own_hash {
            options.hash_mebibytes = usual_hash(options.level);
            for setting in settings.iter_mut().filter(|setting| setting.name == HASH) {
                setting.value = options.hash_mebibytes.to_string();
            }
        }
        if let Some(engine) = &mut self.engine {
            engine.set_options(options.clone()).map_err(|error| refuse(error.to_string()))?;
        }
        *self = EngineAnalyst {
            name: self::name(options.level),
            options,
            settings,
            has_own_hash,
            engine: self.engine.take(),
        };
        Ok(())
    }

    fn forget(&mut self) {
        // One that was never asked knows nothing.
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }
}

const HASH: &str = "Hash";

fn name(level: Level) -> String {
    format!("level-{level}")
}

/// What can be set, as it stands at first.
fn settings(options: &Options) -> Vec<Setting> {
    let int = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    vec![
        Setting::int("Level", options.level.number().into(), 1, Level::FULL.number().into()),
        Setting::int(HASH, int(options.hash_mebibytes), 0, int(power::memory_mebibytes())),
        Setting::int("Threads", int(options.threads), 1, int(power::most_threads())),
        Setting::int("Lines", int(options.lines), 1, int(MOST_LINES)),
        Setting::int("Seed", i64::try_from(options.seed).unwrap_or(i64::MAX), 0, i64::MAX),
        Setting::bool("Ponder", options.ponder),
        Setting::bool("Book", options.book),
    ]
}

fn number(setting: &Setting) -> usize {
    setting.value.parse().unwrap_or(0)
}

/// Puts a setting that was accepted into effect.
fn apply(setting: &Setting, options: &mut Options) {
    match setting.name.as_str() {
        "Level" => options.level = setting.value.parse().unwrap_or(Level::FULL),
        HASH => options.hash_mebibytes = number(setting),
        "Threads" => options.threads = number(setting),
        "Lines" => options.lines = number(setting),
        "Seed" => options.seed = setting.value.parse().unwrap_or(0),
        "Ponder" => options.ponder = setting.is_true(),
        "Book" => options.book = setting.is_true(),
        _ => {}
    }
}

/// What an engine's error means for whoever asked an analyst.
pub fn failure(error: &EngineError) -> AnalysisError {
    match error {
        EngineError::Search(SearchError::GameOver) => AnalysisError::GameOver,
        error => AnalysisError::Failed(error.to_string()),
    }
}

/// All of a thought.
pub fn analysis(thought: &Thought) -> Analysis {
    Analysis { lines: findings(thought).collect() }
}

/// The lines of a thought, scores in pawns.
fn findings(thought: &Thought) -> impl Iterator<Item = Finding> + '_ {
    thought.lines.iter().map(|line| Finding {
        depth: thought.depth,
        score: words::pawns(line.score),
        chance: Some(line.win_probability),
        ends_in: line.ends_in,
        deepest: Some(thought.deepest),
        nodes: thought.nodes,
        line: line.moves.clone(),
    })
}

#[cfg(test)]
mod tests {
    use schwarm_core::Setup;
    use schwarm_play::ThinkTime;

    use super::*;

    fn level(number: u8) -> EngineAnalyst {
        EngineAnalyst::of_level(Level::new(number).expect("1 to 10"), 1)
    }

    fn value(analyst: &EngineAnalyst, name: &str) -> String {
        analyst.settings().into_iter().find(|setting| setting.name == name).expect(name).value
    }

    #[test]
    fn a_level_brings_its_table_unless_one_was_chosen() {
        let mut analyst = level(10);
        assert_eq!((analyst.name(), value(&analyst, HASH).as_str()), ("level-10", "64"));
        analyst.set("level", "3").expect("a level");
        assert_eq!((analyst.name(), value(&analyst, HASH).as_str()), ("level-3", "2"));
        analyst.set("HASH", "16").expect("little memory");
        analyst.set("Level", "10").expect("a level");
        assert_eq!(value(&analyst, HASH), "16");
    }

    #[test]
    fn what_is_refused_changes_nothing_and_says_what_is_wanted() {
        let mut analyst = level(10);
        for (name, wrong, wanted) in [
            ("Level", "11", "from 1 to 10"),
            ("Threads", "0", "from 1 to"),
            ("Threads", "100000", "from 1 to"),
            ("Lines", "65", "from 1 to 64"),
            ("Hash", "-1", "from 0 to"),
            ("Hash", "99999999999", "from 0 to"),
            ("Ponder", "maybe", "True or False"),
            ("Contempt", "1", "no option"),
        ] {
            let before = analyst.settings();
            let error = analyst.set(name, wrong).expect_err(wrong);
            assert!(error.to_string().contains(wanted), "{error}");
            assert_eq!(analyst.settings(), before);
        }
        if let Some(more) = power::most_hash().checked_add(1).filter(|more| *more <= power::memory_mebibytes()) {
            let error = analyst.set("Hash", &more.to_string()).expect_err("nearly all memory");
            assert!(error.to_string().contains("three quarters"), "{error}");
        }
    }

    #[test]
    fn nothing_is_thought_about_for_ever() {
        let full = level(10).ask(&Limits::default());
        assert_eq!((full.time.limit, full.only_answer), (Some(OWN_MEASURE), true));
        assert_eq!(level(9).ask(&Limits::default()).time.limit, None, "a level below is limited by itself");
        let clock = ThinkTime {
            limit: Some(Duration::from_secs(9)),
            left: Some(Duration::from_secs(9)),
            ..ThinkTime::default()
        };
        let ask = level(10).ask(&Limits { time: Some(clock), ..Limits::default() });
        assert_eq!((ask.time.limit, ask.time.left, ask.only_answer), (clock.limit, clock.left, true));
        let ask = level(10).ask(&Limits::depth(3));
        assert_eq!((ask.depth, ask.time.limit, ask.only_answer), (Some(3), None, false));
    }

    #[test]
    fn lines_come_with_chances_in_the_order_of_their_worth() {
        let rules = schwarm_catalog::open("ostseeschach-2022").expect("a game");
        let session = rules.start(Setup::Seed(7)).expect("a start");
        let mut analyst = level(10);
        analyst.set("Lines", "3").expect("a number of lines");
        let mut heard = Vec::new();
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let analysis = analyst.analyse(&*session, &limits, &Stop::default(), &mut |f| heard.push(f.depth));
        let lines = analysis.expect("a game that goes on").lines;
        assert_eq!(lines.len(), 3);
        assert!(heard.is_sorted() && !heard.is_empty(), "{heard:?}");
        let chances: Vec<f64> = lines.iter().filter_map(|line| line.chance).collect();
        assert!(chances.len() == 3 && chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
        for line in &lines {
            assert!(session.check(&line.line[0]).is_ok() && line.deepest >= Some(line.depth), "{line:?}");
        }
    }
}
