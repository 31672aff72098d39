//! One step of a course: a position, what it asks for, and whether a try is right.

use schwarm_core::view::{BoardView, Cell, CellView, Gesture, Held};
use schwarm_core::{BrokenRule, MoveError, Session};
use schwarm_play::Start;

use super::goal::{Goal, Scene};
use super::place::{cell_at, held_at};
use super::texts;
use crate::words::Lang;
use crate::{LastMove, Position};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Nothing: the text and the board say it all.
    Read,
    /// A move that reaches the goals.
    Play,
    /// To show every cell a piece can go to.
    Targets(&'static str),
    /// To show every own piece that cannot move.
    Stuck,
    /// To show every piece that can be moved.
    Movable,
}

impl Task {
    /// The stable id.
    pub const fn id(&self) -> &'static str {
        match self {
            Task::Read => "read",
            Task::Play => "play",
            Task::Targets(_) => "targets",
            Task::Stuck => "stuck",
            Task::Movable => "movable",
        }
    }
}

/// A try that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A piece put down on a cell, by their names.
    Put(&'static str, &'static str),
    /// A piece that cannot be taken up.
    Touch(&'static str),
    /// A move that is typed.
    Typed(&'static str),
}

/// One step of a course.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name, a part of its address.
    pub name: &'static str,
    /// The rule set it is played by.
    pub game: &'static str,
    /// Where it begins.
    pub start: Start,
    /// Moves that led to its position.
    pub line: Vec<&'static str>,
    /// What is to be done.
    pub task: Task,
    /// What the move must reach; without any, every legal move is right.
    pub goals: Vec<Goal>,
    /// What the other side answers to the right move.
    pub replies: Vec<&'static str>,
    /// A move that solves it.
    pub answer: Option<&'static str>,
    /// Legal moves that do not.
    pub misses: Vec<&'static str>,
    /// Tries that break a rule, with the id of it.
    pub wrong: Vec<(Wrong, &'static str)>,
    /// Ids of the rules it teaches, from `lessons/rules.txt`.
    pub meets: Vec<&'static str>,
    /// The course it is a step of, and the step whose texts it shares.
    pub(super) home: &'static str,
    pub(super) model: Option<(&'static str, &'static str)>,
}

/// A move of a step, and what came of it.
pub struct Played {
    /// Whether it solves the step.
    pub is_solved: bool,
    /// The position after the move and, if it was right, after each answer.
    pub after: Vec<Box<dyn Session>>,
}

impl Step {
    /// A session at its position.
    ///
    /// # Panics
    /// Never: the tests open every step.
    pub fn session(&self) -> Box<dyn Session> {
        let rules = schwarm_catalog::open(self.game).expect("the tests open every step");
        let mut session = self.start.open(&*rules).expect("the tests open every step");
        for mv in &self.line {
            session.play(mv).expect("the tests open every step");
        }
        session
    }

    /// Plays a move from its position.
    ///
    /// # Errors
    /// When the text is no legal move here.
    pub fn play(&self, text: &str) -> Result<Played, MoveError> {
        let start = self.session();
        let mut session = start.clone_box();
        let spelt = session.play(text)?;
        let gestures = start.gestures();
        let mut after = vec![session.clone_box()];
        for reply in &self.replies {
            if session.play(reply).is_err() {
                break;
            }
            after.push(session.clone_box());
        }
        let is_answered = after.len() == self.replies.len() + 1;
        let (before, moved) = (start.view(), after[0].view());
        let is_met = |gesture: &Gesture| {
            let scene = Scene { before: &before, gesture, after: &moved, end: &*session };
            self.goals.iter().all(|goal| goal.is_met(&scene))
        };
        let is_right = gestures.iter().find(|gesture| gesture.text == spelt).is_some_and(is_met);
        let is_solved = self.task == Task::Play && is_answered && is_right;
        after.truncate(if is_solved { after.len() } else { 1 });
        Ok(Played { is_solved, after })
    }

    /// The cells that are to be shown; none where a move is asked for.
    pub fn wanted(&self) -> Vec<Cell> {
        let session = self.session();
        let (view, gestures) = (session.view(), session.gestures());
        let is_taken = |at: Cell| gestures.iter().any(|gesture| gesture.held == Some(Held::Cell(at)));
        let mut cells: Vec<Cell> = match self.task {
            Task::Read | Task::Play => Vec::new(),
            Task::Targets(name) => {
                let held = held_at(&view, name);
                gestures.iter().filter(|gesture| gesture.held == held).filter_map(|gesture| gesture.to).collect()
            }
            Task::Stuck => own(&view).filter(|at| !is_taken(*at)).collect(),
            Task::Movable => view.cells.iter().map(|cell| cell.at).filter(|at| is_taken(*at)).collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The piece whose targets are to be shown.
    pub fn held(&self) -> Option<Held> {
        match self.task {
            Task::Targets(name) => held_at(&self.session().view(), name),
            _ => None,
        }
    }

    /// The rule a try breaks; none where it breaks none, or names nothing.
    pub fn broken(&self, wrong: &Wrong) -> Option<BrokenRule> {
        let session = self.session();
        let view = session.view();
        match wrong {
            Wrong::Put(held, to) => session.why_not(&held_at(&view, held)?, Some(cell_at(&view, to)?)),
            Wrong::Touch(held) => session.why_not(&held_at(&view, held)?, None),
            Wrong::Typed(text) => match session.check(text) {
                Err(MoveError::Illegal { rule, .. }) => Some(*rule),
                _ => None,
            },
        }
    }

    /// Whether pieces in hand belong to the step: it is about them, or they can be used.
    pub fn has_hands(&self) -> bool {
        let view = self.session().view();
        let in_hand = |name: &str| matches!(held_at(&view, name), Some(Held::Hand(_)));
        let by_answer = self.answer_gesture().is_some_and(|gesture| matches!(gesture.held, Some(Held::Hand(_))));
        let by_wrong = self.wrong.iter().any(|(wrong, _)| match wrong {
            Wrong::Put(held, _) | Wrong::Touch(held) => in_hand(held),
            Wrong::Typed(_) => false,
        });
        by_answer || by_wrong || matches!(self.held(), Some(Held::Hand(_)))
    }

    /// Whether the numbers beside the board belong to the step.
    pub fn has_numbers(&self) -> bool {
        self.goals.iter().any(|goal| matches!(goal, Goal::Gains(..) | Goal::Ends(..) | Goal::GoesOn))
    }

    /// The cells of its solution: those that are to be shown, or where its answer begins and ends.
    pub fn marks(&self) -> Vec<Cell> {
        let Some(gesture) = self.answer_gesture() else { return self.wanted() };
        let from = gesture.held.and_then(|held| if let Held::Cell(at) = held { Some(at) } else { None });
        from.into_iter().chain(gesture.to).collect()
    }

    /// The answer as it is made by hand.
    pub fn answer_gesture(&self) -> Option<Gesture> {
        let answer = self.answer?;
        self.session().gestures().into_iter().find(|gesture| gesture.text == answer)
    }

    /// A text of the step: `title`, `text`, `more`, `task`, `hint` or `done`.
    pub fn find(&self, lang: Lang, part: &str) -> Option<&'static str> {
        let of = |course, step| texts::find(lang, course, &format!("{step}.{part}"));
        of(self.home, self.name).or_else(|| self.model.and_then(|(course, step)| of(course, step)))
    }

    /// The same; a text nobody has written is shown as a mark that tests look for.
    pub fn say(&self, lang: Lang, part: &str) -> String {
        self.find(lang, part).map_or_else(|| format!("⟦{}.{}.{part}⟧", self.home, self.name), str::to_string)
    }
}

/// A position of a lesson as it is shown: without marks, which would tell what is to be found out.
pub(crate) fn shown(session: &dyn Session, last: Option<LastMove>) -> Position {
    let mut position = Position::of(session, session.turn(), false, last);
    position.view.marks.clear();
    position
}

/// Where pieces of the side to move are on top.
fn own(view: &BoardView) -> impl Iterator<Item = Cell> + '_ {
    let is_own = |cell: &&CellView| cell.stack.last().is_some_and(|top| top.side == view.to_move);
    view.cells.iter().filter(is_own).map(|cell| cell.at)
}
