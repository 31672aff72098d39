//! Reads the files of `lessons/`; their form is described in `lessons/README.md`.

use schwarm_play::Start;

use super::goal::{Goal, Result as Ends};
use super::{Course, Step, Task, Wrong};

/// Reads a course; it may use steps of those before.
///
/// # Errors
/// The first line that makes no sense.
pub(super) fn read(file: &'static str, before: &[Course]) -> Result<Course, String> {
    let mut course = Course { id: "", steps: Vec::new() };
    let lines = file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        line_of(&mut course, before, line).ok_or_else(|| format!("{}: {line}", course.id))?;
    }
    Ok(course)
}

fn line_of(course: &mut Course, before: &[Course], line: &'static str) -> Option<()> {
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "course" => course.id = rest,
        "step" => course.steps.push(fresh(course.id, rest)),
        "use" => course.steps.push(used(course.id, before, rest)?),
        _ => part(course.steps.last_mut()?, word, rest)?,
    }
    Some(())
}

fn fresh(course: &'static str, name: &'static str) -> Step {
    Step {
        name,
        game: course,
        start: Start::Default,
        line: Vec::new(),
        task: Task::Read,
        goals: Vec::new(),
        replies: Vec::new(),
        answer: None,
        misses: Vec::new(),
        wrong: Vec::new(),
        meets: Vec::new(),
        home: course,
        model: None,
    }
}

/// The step of another course, by the rules of this one.
fn used(course: &'static str, before: &[Course], rest: &'static str) -> Option<Step> {
    let (from, name) = rest.split_once('/')?;
    let (_, model) = before.iter().find(|other| other.id == from)?.step(name)?;
    Some(Step { game: course, home: course, model: Some((from, name)), meets: Vec::new(), ..model.clone() })
}

/// A line that says something about a step.
fn part(step: &mut Step, word: &str, rest: &'static str) -> Option<()> {
    match word {
        "game" => step.game = rest,
        "setup" => step.start = Start::Setup(rest.to_string()),
        "position" => step.start = Start::Position(rest.to_string()),
        "line" => step.line = rest.split(';').map(str::trim).collect(),
        "task" => step.task = task(rest)?,
        "goal" => step.goals.push(goal(rest)?),
        "reply" => step.replies.push(rest),
        "answer" => step.answer = Some(rest),
        "miss" => step.misses.push(rest),
        // What a used step brings along may not be wrong by other rules.
        "wrong" if rest == "none" => step.wrong.clear(),
        "wrong" => step.wrong.push(wrong(rest)?),
        "meets" => step.meets.extend(rest.split_whitespace()),
        _ => return None,
    }
    Some(())
}

fn task(rest: &'static str) -> Option<Task> {
    Some(match rest.split_once(' ') {
        None if rest == "read" => Task::Read,
        None if rest == "play" => Task::Play,
        None if rest == "stuck" => Task::Stuck,
        None if rest == "movable" => Task::Movable,
        Some(("targets", piece)) => Task::Targets(piece),
        _ => return None,
    })
}

fn goal(rest: &'static str) -> Option<Goal> {
    let words: Vec<&'static str> = rest.split(' ').collect();
    Some(match words[..] {
        ["piece", name] => Goal::Piece(name),
        ["cell", name] => Goal::Cell(name),
        ["gains", id, by] => Goal::Gains(id, by.parse().ok()?),
        ["takes"] => Goal::Takes,
        ["height", height] => Goal::Height(height.parse().ok()?),
        ["goes", "on"] => Goal::GoesOn,
        ["wins", reason] => Goal::Ends(Ends::Win, reason),
        ["loses", reason] => Goal::Ends(Ends::Loss, reason),
        ["draws", reason] => Goal::Ends(Ends::Draw, reason),
        _ => return None,
    })
}

/// `wQ > 1,-1 is gate`, `touch wS1 is one-hive`, `type pass is pass`
fn wrong(rest: &'static str) -> Option<(Wrong, &'static str)> {
    let (tried, rule) = rest.rsplit_once(" is ")?;
    let wrong = match (tried.strip_prefix("touch "), tried.strip_prefix("type "), tried.split_once(" > ")) {
        (Some(held), _, _) => Wrong::Touch(held),
        (_, Some(text), _) => Wrong::Typed(text),
        (_, _, Some((held, to))) => Wrong::Put(held, to),
        _ => return None,
    };
    Some((wrong, rule))
}
