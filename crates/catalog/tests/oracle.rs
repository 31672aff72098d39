//! The four seasons of the Software-Challenge against the official backends.
//!
//! Every game, case and perft number of `tests/oracle` is replayed through the public face:
//! sets of legal moves, verdicts, scores, position texts. A disagreement prints the difference
//! and how it was reached. The numbers of things compared are fixed, so that a file that has gone
//! silent fails.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;
mod reference;

use std::fmt::Display;

use reference::season::{Season, Stuck};
use reference::{Case, End, GameRecord, PerftRecord, Team};
use schwarm_catalog::open;
use schwarm_core::{Reason, Rulebook, Session, Setup};

/// Leaves of a perft number that the short run counts.
const PERFT_LIMIT: u64 = 1_000_000;

/// What was compared. The numbers of the tests are those of the data: all of it is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Compared {
    games: u64,
    plies: u64,
    moves: u64,
    stuck_games: u64,
    cases: u64,
    cases_over: u64,
    case_moves: u64,
    stuck_cases: u64,
    /// Successors reached by playing the move.
    played: u64,
    /// Successors of positions that are over for us; their verdicts are read from their texts.
    set_up: u64,
    successors_over: u64,
    /// Successors in which the side to move turns out to be stuck.
    stuck_successors: u64,
    perft_numbers: u64,
}

type Checked = Result<(), String>;

#[test]
fn piranhas_2019_agrees_with_its_server() {
    compare(
        Season::Piranhas2019,
        Compared {
            games: 40,
            plies: 2252,
            moves: 98_708,
            stuck_games: 0,
            cases: 120,
            cases_over: 49,
            case_moves: 1403,
            stuck_cases: 11,
            played: 300,
            set_up: 127,
            successors_over: 200,
            stuck_successors: 25,
            perft_numbers: perft(20, 24),
        },
    );
}

#[test]
fn hive_2020_agrees_with_its_server() {
    compare(
        Season::Hive2020,
        Compared {
            games: 40,
            plies: 1643,
            moves: 59_209,
            stuck_games: 2,
            cases: 120,
            cases_over: 38,
            case_moves: 2097,
            stuck_cases: 0,
            played: 403,
            set_up: 111,
            successors_over: 202,
            stuck_successors: 0,
            perft_numbers: perft(23, 23),
        },
    );
}

#[test]
fn ostseeschach_2022_agrees_with_its_server() {
    compare(
        Season::Ostseeschach2022,
        Compared {
            games: 40,
            plies: 1838,
            moves: 34_761,
            stuck_games: 0,
            cases: 120,
            cases_over: 40,
            case_moves: 871,
            stuck_cases: 4,
            played: 345,
            set_up: 88,
            successors_over: 192,
            stuck_successors: 22,
            perft_numbers: perft(25, 29),
        },
    );
}

#[test]
fn piranhas_2026_agrees_with_its_server() {
    compare(
        Season::Piranhas2026,
        Compared {
            games: 40,
            plies: 2186,
            moves: 96_418,
            stuck_games: 0,
            cases: 120,
            cases_over: 60,
            case_moves: 1474,
            stuck_cases: 0,
            played: 298,
            set_up: 175,
            successors_over: 206,
            stuck_successors: 0,
            perft_numbers: perft(20, 25),
        },
    );
}

/// The comparison can fail: the printed sheets differ from the servers where `rules/README.md`
/// says so, and the data show it. The two editions of Ostseeschach play alike.
#[test]
fn the_printed_sheets_are_told_apart_from_the_servers() {
    for (season, sheet, differs) in [
        (Season::Piranhas2019, "piranhas-2019", true),
        (Season::Hive2020, "hive-2020", true),
        (Season::Ostseeschach2022, "ostseeschach-2022", false),
    ] {
        let found = Oracle::ask(season, sheet).disagreements;
        println!("{sheet}: {} disagreements", found.len());
        assert_eq!(!found.is_empty(), differs, "{sheet}: {}", found.join("\n"));
    }
}

/// Perft numbers compared by the short run, and all there are.
fn perft(short: u64, all: u64) -> u64 {
    if common::is_long() { all } else { short }
}

fn compare(season: Season, expected: Compared) {
    let oracle = Oracle::ask(season, season.game_id());
    println!("{season:?}: {:?}", oracle.compared);
    let found = oracle.disagreements.len();
    assert!(found == 0, "{season:?}: {found} disagreements\n\n{}", oracle.disagreements.join("\n\n"));
    assert_eq!(oracle.compared, expected, "{season:?}: something else was compared");
}

/// One season under comparison.
struct Oracle {
    season: Season,
    rules: Box<dyn Rulebook>,
    compared: Compared,
    disagreements: Vec<String>,
}

impl Oracle {
    /// Compares everything on record of a season with a rule set.
    fn ask(season: Season, game_id: &str) -> Oracle {
        let rules = open(game_id).unwrap();
        let mut oracle = Oracle { season, rules, compared: Compared::default(), disagreements: Vec::new() };
        oracle.games();
        oracle.cases();
        oracle.perft();
        oracle
    }

    /// Notes a disagreement with what it is about.
    fn note(&mut self, about: impl Display, checked: Checked) {
        if let Err(difference) = checked {
            self.disagreements.push(format!("{about}\n{difference}"));
        }
    }

    fn games(&mut self) {
        for record in reference::read::<GameRecord>(&format!("{}.games.jsonl.gz", self.season.name())) {
            assert_eq!(record.season, self.season.name());
            let mut session = self.start(&record.setup);
            let checked = self.replay(&mut *session, &record);
            let about = format!("game {}, setup {}, moves {:?}", record.game, session.setup(), session.moves());
            self.note(about, checked);
            self.compared.games += 1;
        }
    }

    fn start(&self, setup: &reference::Setup) -> Box<dyn Session> {
        let text = self.season.setup_text(setup);
        self.rules.start(Setup::Text(&text)).unwrap_or_else(|error| panic!("{error}"))
    }

    fn replay(&mut self, session: &mut dyn Session, record: &GameRecord) -> Checked {
        for ply in &record.plies {
            assert_eq!(ply.n, ply.legal.len(), "the oracle counts its own moves");
            self.same_moves(session, &ply.legal)?;
            if let Some(outcome) = session.outcome() {
                return Err(format!("  over for us: {outcome:?}"));
            }
            let mv = self.season.move_text(&ply.m);
            session.play(&mv).map_err(|error| format!("  {error}"))?;
            self.compared.plies += 1;
            self.compared.moves += ply.legal.len() as u64;
        }
        same("position", self.season.position_text(&record.end.position), session.position())?;
        same("turn", record.end.turn, session.turn())?;
        if record.end.stuck {
            self.compared.stuck_games += 1;
            return self.is_stuck(session);
        }
        self.same_verdict(session, &record.end)
    }

    fn cases(&mut self) {
        for case in reference::read::<Case>(&format!("{}.cases.jsonl.gz", self.season.name())) {
            assert_eq!(case.season, self.season.name());
            let text = self.season.position_text(&case.position);
            let checked = self.case(&case, &text);
            self.note(format!("case {}, position {text}", case.case), checked);
            self.compared.cases += 1;
        }
    }

    fn case(&mut self, case: &Case, text: &str) -> Checked {
        let session = self.rules.from_position(text).map_err(|error| format!("  {error}"))?;
        same("position", text, &session.position())?;
        same("turn", case.turn, session.turn())?;
        match &case.over {
            Some(end) => {
                self.compared.cases_over += 1;
                self.same_verdict(&*session, end)?;
            }
            None if case.legal.is_empty() => {
                self.compared.stuck_cases += 1;
                self.is_stuck(&*session)?;
            }
            None => {
                same("outcome", None, session.outcome())?;
                self.same_moves(&*session, &case.legal)?;
                self.compared.case_moves += case.legal.len() as u64;
            }
        }
        for (token, successor) in &case.after {
            let mv = self.season.move_text(token);
            let target = self.season.position_text(&successor.position);
            let checked = self.successor(&*session, &mv, &target, successor.over.as_ref());
            checked.map_err(|difference| format!("  after {mv}, which leads to {target}\n{difference}"))?;
        }
        Ok(())
    }

    fn successor(&mut self, session: &dyn Session, mv: &str, target: &str, over: Option<&End>) -> Checked {
        let set_up = self.rules.from_position(target).map_err(|error| format!("  {error}"))?;
        self.successor_verdict(&*set_up, over)?;
        if over.is_some() {
            self.compared.successors_over += 1;
        } else if set_up.outcome().is_some() {
            self.compared.stuck_successors += 1;
        }
        // The reference plays on where the game is over; we do not.
        if session.outcome().is_some() {
            self.compared.set_up += 1;
            return Ok(());
        }
        let mut played = session.clone_box();
        played.play(mv).map_err(|error| format!("  {error}"))?;
        self.compared.played += 1;
        same("position", target, &played.position())?;
        same("key", set_up.key(), played.key())?;
        self.successor_verdict(&*played, over)
    }

    /// The legal moves of a successor are not on record, so it may be stuck.
    fn successor_verdict(&self, session: &dyn Session, over: Option<&End>) -> Checked {
        match over {
            Some(end) => self.same_verdict(session, end),
            None if self.season.if_stuck() == Stuck::Loses && session.outcome().is_some() => self.is_stuck(session),
            None => same("outcome", None, session.outcome()),
        }
    }

    fn perft(&mut self) {
        for record in reference::read::<PerftRecord>(&format!("{}.perft.jsonl", self.season.name())) {
            assert_eq!(record.season, self.season.name());
            let mut session = self.start(&record.setup);
            let checked = self.perft_of(&mut *session, &record);
            self.note(format!("perft {}, position {}", record.id, session.position()), checked);
        }
    }

    fn perft_of(&mut self, session: &mut dyn Session, record: &PerftRecord) -> Checked {
        for token in &record.moves {
            session.play(&self.season.move_text(token)).map_err(|error| format!("  {error}"))?;
        }
        same("position", self.season.position_text(&record.position), session.position())?;
        same("turn", record.turn, session.turn())?;
        for (depth, &nodes) in (0u32..).zip(&record.perft) {
            if nodes <= PERFT_LIMIT || common::is_long() {
                same(format!("perft {depth}"), nodes, session.perft(depth, 1, &|_, _| ()))?;
                self.compared.perft_numbers += 1;
            }
        }
        Ok(())
    }

    fn same_moves(&self, session: &dyn Session, tokens: &[String]) -> Checked {
        let ours = session.legal_moves();
        let mut theirs: Vec<String> = tokens.iter().map(|token| self.season.move_text(token)).collect();
        theirs.sort_unstable();
        if ours == theirs {
            return Ok(());
        }
        let missing: Vec<_> = theirs.iter().filter(|mv| !ours.contains(mv)).collect();
        let extra: Vec<_> = ours.iter().filter(|mv| !theirs.contains(mv)).collect();
        Err(format!("  at {}\n  we lack {missing:?}\n  only we have {extra:?}", session.position()))
    }

    fn same_verdict(&self, session: &dyn Session, end: &End) -> Checked {
        let Some(outcome) = session.outcome() else {
            return Err(format!("  the reference ends the game, we play on: {end:?}"));
        };
        same("legal moves once it is over", Vec::<String>::new(), session.legal_moves())?;
        same("winner", end.winner.map(Team::side), outcome.winner)?;
        same("reason", self.season.reason(end), outcome.reason.id())?;
        same("scores", self.season.scores(end), outcome.scores.map(|score| score.parts().to_vec()))?;
        same("position", self.season.position_text(&end.position), session.position())?;
        same("turn", end.turn, session.turn())
    }

    /// The side to move cannot move, and the server has no rule for it.
    fn is_stuck(&self, session: &dyn Session) -> Checked {
        match self.season.if_stuck() {
            Stuck::Never => Err("  the reference has no rule here, but should".to_string()),
            Stuck::Passes => {
                same("outcome", None, session.outcome())?;
                same("legal moves", vec!["pass".to_string()], session.legal_moves())
            }
            Stuck::Loses => {
                let verdict = session.outcome().map(|outcome| (outcome.winner, outcome.reason));
                same("outcome", Some((Some(!session.side_to_move()), Reason::NoMove)), verdict)
            }
        }
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: impl Display, theirs: T, ours: T) -> Checked {
    if theirs == ours { Ok(()) } else { Err(format!("  {what}: the reference has {theirs:?}, we have {ours:?}")) }
}
