//! The courses, in the order they are offered.

use std::sync::LazyLock;

use super::read::read;
use super::{Step, texts};
use crate::words::Lang;

/// The steps that teach one game.
#[derive(Clone, Debug)]
pub struct Course {
    /// The id of the game.
    pub id: &'static str,
    /// In the order they are taken.
    pub steps: Vec<Step>,
}

impl Course {
    /// The step of this name, with its number from 0.
    pub fn step(&self, name: &str) -> Option<(usize, &Step)> {
        self.steps.iter().enumerate().find(|(_, step)| step.name == name)
    }

    /// A text of the course: `title`, `lead` or `end`.
    pub fn find(&self, lang: Lang, part: &str) -> Option<&'static str> {
        texts::find(lang, self.id, &format!("course.{part}"))
    }

    /// The same; a text nobody has written is shown as a mark that tests look for.
    pub fn say(&self, lang: Lang, part: &str) -> String {
        self.find(lang, part).map_or_else(|| format!("⟦{}.{part}⟧", self.id), str::to_string)
    }

    /// The keys of all its texts, sorted.
    pub fn keys(&self, lang: Lang) -> Vec<&'static str> {
        texts::keys(lang, self.id)
    }
}

/// The files of the courses. A course may use steps of one that stands before it.
const FILES: [&str; 7] = [
    include_str!("../../lessons/hive.txt"),
    include_str!("../../lessons/hive+mlp.txt"),
    include_str!("../../lessons/ostseeschach-2022.txt"),
    include_str!("../../lessons/piranhas-2019.txt"),
    include_str!("../../lessons/piranhas-2026.txt"),
    include_str!("../../lessons/hive-2020.txt"),
    include_str!("../../lessons/hive-classic.txt"),
];

/// All courses.
pub fn courses() -> &'static [Course] {
    static COURSES: LazyLock<Vec<Course>> = LazyLock::new(|| {
        let mut courses = Vec::new();
        for file in FILES {
            courses.push(read(file, &courses).expect("tests read every file"));
        }
        courses
    });
    &COURSES
}

/// The course with this id.
pub fn course(id: &str) -> Option<&'static Course> {
    courses().iter().find(|course| course.id == id)
}

/// The course that teaches a game: its own, that of the sheet it is a variant of, or the first of its family. With
/// expansions one begins without them.
pub fn course_of(game: &str) -> Option<&'static Course> {
    let id = game.split(',').next().unwrap_or(game);
    let sheet = id.trim_end_matches("-server");
    let family = |id: &str| id.split(['-', '+']).next().unwrap_or_default().to_string();
    let own = || course(sheet).filter(|_| !sheet.contains('+'));
    own().or_else(|| courses().iter().find(|course| family(course.id) == family(sheet)))
}
