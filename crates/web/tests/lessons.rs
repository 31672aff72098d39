//! The lessons: every step can be opened and solved, every wrong try breaks the rule it is listed with, every rule is
//! met, every text is there in three languages.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};

use schwarm_core::view::Held;
use schwarm_core::{Reason, Session};
use schwarm_web::lessons::{Course, Goal, Step, Task, Wrong, course_of, courses};
use schwarm_web::speech;
use schwarm_web::words::Lang;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons");

fn steps() -> impl Iterator<Item = (&'static Course, &'static Step)> {
    courses().iter().flat_map(|course| course.steps.iter().map(move |step| (course, step)))
}

fn family(game: &str) -> &str {
    game.split(['-', '+']).next().unwrap()
}

#[test]
fn every_file_is_a_course_and_every_step_can_be_opened() {
    let files = std::fs::read_dir(FOLDER).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<_> =
        files.filter_map(|name| name.strip_suffix(".txt").map(str::to_string)).filter(|name| name != "rules").collect();
    assert_eq!(courses().iter().map(|course| course.id.to_string()).collect::<BTreeSet<_>>(), files);
    for (course, step) in steps() {
        let session = step.session();
        assert!(session.outcome().is_none(), "{}/{} is over before it begins", course.id, step.name);
        assert_eq!(family(&session.id()), family(course.id));
        let named = course.steps.iter().filter(|other| other.name == step.name).count();
        assert_eq!(named, 1, "{}/{}", course.id, step.name);
        let is_plain = step.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(is_plain, "{} is part of an address", step.name);
    }
}

/// All that is wrong, with the step it is wrong in.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn check(&mut self, is_right: bool, course: &Course, step: &Step, what: impl std::fmt::Display) {
        if !is_right {
            self.0.push(format!("{}/{}: {what}", course.id, step.name));
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        assert!(self.0.is_empty() || std::thread::panicking(), "\n{}", self.0.join("\n"));
    }
}

#[test]
fn every_answer_solves_its_step() {
    let mut faults = Faults::default();
    for (course, step) in steps() {
        let mut check = |is_right: bool, what: &str| faults.check(is_right, course, step, what);
        match step.task {
            Task::Read => check(step.answer.is_none() && step.goals.is_empty(), "nothing can be solved here"),
            Task::Play => {
                let answer = step.answer.unwrap_or_default();
                match step.play(answer) {
                    Err(error) => check(false, &error.to_string()),
                    Ok(played) => {
                        check(played.is_solved, &format!("{answer} does not solve it"));
                        check(played.after.len() == 1 + step.replies.len(), "a reply cannot be played");
                    }
                }
                // Pages look the answer up among the legal moves.
                let spelt = step.session().check(answer).unwrap_or_default();
                check(spelt == answer, &format!("the answer is spelt {spelt}"));
            }
            Task::Targets(_) | Task::Stuck | Task::Movable => {
                let wanted = step.wanted().len();
                check((1..=12).contains(&wanted), &format!("{wanted} cells are to be shown"));
                check(step.answer.is_none() && step.goals.is_empty() && step.misses.is_empty(), "no move is asked for");
            }
        }
    }
}

#[test]
fn a_move_is_right_or_missed_as_the_rules_say() {
    let mut faults = Faults::default();
    for (course, step) in steps().filter(|(_, step)| step.task == Task::Play) {
        let mut check = |is_right: bool, what: String| faults.check(is_right, course, step, what);
        for miss in &step.misses {
            match step.play(miss) {
                Err(error) => check(false, error.to_string()),
                Ok(played) => check(!played.is_solved && played.after.len() == 1, format!("{miss} solves it")),
            }
        }
        // Whatever is legal gets an answer; where every move is right, every move is.
        let moves = step.session().legal_moves();
        let right = moves.iter().filter(|mv| step.play(mv).unwrap().is_solved).count();
        let told = format!("{right} of {} moves are right", moves.len());
        check(if step.goals.is_empty() { right == moves.len() } else { right > 0 }, told.clone());
        let has_hint = step.find(Lang::En, "hint").is_some();
        check(has_hint == (right < moves.len()), format!("{told}, hint: {has_hint}"));
    }
}

#[test]
fn every_wrong_try_breaks_the_rule_it_is_listed_with() {
    let mut faults = Faults::default();
    for (course, step) in steps() {
        for (wrong, id) in &step.wrong {
            let broken = step.broken(wrong);
            let said = broken.as_ref().map_or("nothing", |rule| rule.id);
            faults.check(said == *id, course, step, format!("{wrong:?} breaks {said}, not {id}"));
            for (lang, rule) in Lang::ALL.into_iter().zip(broken.iter().cycle()) {
                let words = speech::rule_words(lang, step.game, rule);
                let is_told = !words.contains('⟦') && words != lang.say("rule.other", &[]);
                faults.check(is_told, course, step, format!("{id} in {lang:?}: {words}"));
            }
        }
    }
}

/// Rules that no hand and no typed move can break: what comes before them in the code explains every such case.
const UNREACHABLE: [(&str, &str); 1] = [("hive", "placement")];

/// Rules the code of a family can name, from its sources.
fn rules_in_code(family: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in sources(&format!("{}/../games/{family}/src", env!("CARGO_MANIFEST_DIR"))) {
        let text = std::fs::read_to_string(&file).unwrap();
        let named = ["BrokenRule::new(", "broken("].into_iter().flat_map(|call| text.split(call).skip(1));
        found
            .extend(named.filter_map(|rest| Some(rest.trim_start().strip_prefix('"')?.split('"').next()?.to_string())));
    }
    found
}

fn sources(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| match path.to_str().unwrap() {
        folder if path.is_dir() => sources(folder),
        file => vec![file.to_string()],
    });
    files.filter(|file| file.ends_with(".rs")).collect()
}

#[test]
fn every_rule_a_board_can_name_is_met_by_a_wrong_try() {
    for of in ["hive", "piranhas", "ostseeschach"] {
        let mine = steps().filter(|(course, _)| family(course.id) == of);
        let tried: BTreeSet<_> = mine.flat_map(|(_, step)| step.wrong.iter().map(|(_, id)| id.to_string())).collect();
        let unreachable = UNREACHABLE.iter().filter(|(family, _)| *family == of).map(|(_, id)| id.to_string());
        // That a game is over is told by its end, in every step that reaches one.
        let known: BTreeSet<_> = unreachable.chain(["game-over".to_string()]).collect();
        let missing: Vec<_> = rules_in_code(of).difference(&tried).filter(|id| !known.contains(*id)).cloned().collect();
        assert!(missing.is_empty(), "{of}: no step has a wrong try that breaks {missing:?}");
        assert!(tried.is_disjoint(&known), "{of}: reached after all");
    }
}

#[test]
fn every_rule_of_the_sheets_is_met_by_a_step() {
    let file = std::fs::read_to_string(format!("{FOLDER}/rules.txt")).unwrap();
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rules: BTreeMap<_, _> = lines.map(|line| line.split_once(" = ").unwrap_or_else(|| panic!("{line}"))).collect();
    let met: BTreeSet<&str> = steps().flat_map(|(_, step)| step.meets.iter().copied()).collect();
    let missing: Vec<_> = rules.iter().filter(|(id, _)| !met.contains(*id)).collect();
    assert!(missing.is_empty(), "no step teaches {missing:#?}");
    let unknown: Vec<_> = met.iter().filter(|id| !rules.contains_key(*id)).collect();
    assert!(unknown.is_empty(), "{unknown:?} stand in no sheet");
    for (course, step) in steps() {
        assert!(!step.meets.is_empty(), "{}/{} teaches nothing", course.id, step.name);
    }
}

/// How each family's games can end, as docs/notation.md lists it.
const REASONS: [(&str, &[Reason]); 3] = [
    (
        "hive",
        &[Reason::QueenSurrounded, Reason::BothSurrounded, Reason::Passes, Reason::Repetition, Reason::RoundLimit],
    ),
    ("piranhas", &[Reason::SwarmUnited, Reason::NoMove, Reason::RoundLimit]),
    ("ostseeschach", &[Reason::Ambers, Reason::NoMove, Reason::RoundLimit]),
];

#[test]
fn every_way_to_end_a_game_is_met() {
    for (of, reasons) in REASONS {
        let mine = steps().filter(|(course, _)| family(course.id) == of);
        let ends: BTreeSet<_> = mine
            .flat_map(|(_, step)| &step.goals)
            .filter_map(|goal| if let Goal::Ends(_, reason) = goal { Some(*reason) } else { None })
            .collect();
        assert_eq!(ends, reasons.iter().map(|reason| reason.id()).collect(), "{of}");
    }
}

#[test]
fn every_text_is_there_in_three_languages() {
    for course in courses() {
        let keys = |lang: Lang| course.keys(lang);
        for lang in Lang::ALL {
            assert_eq!(keys(lang), keys(Lang::En), "{} in {lang:?}", course.id);
            for part in ["title", "lead", "end"] {
                assert!(course.find(lang, part).is_some_and(|text| !text.is_empty()), "{} {part}", course.id);
            }
            for step in &course.steps {
                let mut parts = vec!["title", "text"];
                if step.task != Task::Read {
                    parts.extend(["task", "done"]);
                }
                for part in parts {
                    let text = step.find(lang, part).unwrap_or_default();
                    assert!(text.len() > 2, "{}/{} has no {part} in {lang:?}", course.id, step.name);
                    assert!(text.matches('*').count() % 2 == 0 && !text.contains("  "), "{text}");
                }
            }
        }
        // A text that belongs to no step is a slip of the pen.
        for key in keys(Lang::En) {
            let (name, _) = key.split_once('.').unwrap();
            assert!(name == "course" || course.step(name).is_some(), "{} {key}", course.id);
        }
    }
}

#[test]
fn files_of_texts_hold_nothing_but_texts() {
    for lang in ["en", "de", "cs"] {
        for file in std::fs::read_dir(format!("{FOLDER}/{lang}")).unwrap().map(|file| file.unwrap().path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let keys: Vec<_> = lines.map(|line| line.split_once(" = ").unwrap_or_else(|| panic!("{line}")).0).collect();
            assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "{}", file.display());
        }
    }
}

#[test]
fn every_game_has_a_course() {
    for info in schwarm_catalog::games() {
        let course = course_of(info.id).unwrap_or_else(|| panic!("{}", info.id));
        assert_eq!(family(course.id), family(info.id));
    }
    assert_eq!(course_of("hive+ml,repetition=off").unwrap().id, "hive");
    assert_eq!(course_of("piranhas-2019-server").unwrap().id, "piranhas-2019");
    assert!(course_of("chess").is_none());
}

#[test]
fn hands_are_shown_where_they_are_used() {
    let of = |course: &str, step: &str| courses().iter().find(|it| it.id == course).unwrap().step(step).unwrap().1;
    assert!(of("hive", "placing").has_hands() && of("hive", "pass").has_hands());
    assert!(!of("hive", "spider").has_hands());
    assert_eq!(of("hive", "placing").held(), Some(Held::Hand("wG1".to_string())));
    let _: &dyn Session = &*of("hive", "spider").session();
    assert!(matches!(of("hive", "placing").wrong[0].0, Wrong::Put("wG1", "1,-1")));
}
