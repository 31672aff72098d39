//! The texts of lessons. Each course has a file a language, one `step.part = text` a line.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::Lang;

type Texts = HashMap<&'static str, &'static str>;

/// The files of a course: English, German, Czech.
macro_rules! files {
    ($($course:literal),*) => {
        [$(($course, [
            include_str!(concat!("../../lessons/en/", $course, ".txt")),
            include_str!(concat!("../../lessons/de/", $course, ".txt")),
            include_str!(concat!("../../lessons/cs/", $course, ".txt")),
        ])),*]
    };
}

const FILES: [(&str, [&str; 3]); 7] =
    files!["hive", "hive+mlp", "ostseeschach-2022", "piranhas-2019", "piranhas-2026", "hive-2020", "hive-classic"];

/// The text of a key, such as `queen.task`.
pub(super) fn find(lang: Lang, course: &str, key: &str) -> Option<&'static str> {
    all(lang, course)?.get(key).copied()
}

/// All keys of a course.
pub(super) fn keys(lang: Lang, course: &str) -> Vec<&'static str> {
    let mut keys: Vec<_> = all(lang, course).into_iter().flat_map(|texts| texts.keys().copied()).collect();
    keys.sort_unstable();
    keys
}

fn all(lang: Lang, course: &str) -> Option<&'static Texts> {
    static TEXTS: LazyLock<HashMap<&'static str, [Texts; 3]>> =
        LazyLock::new(|| FILES.into_iter().map(|(course, files)| (course, files.map(read))).collect());
    TEXTS.get(course).map(|languages| &languages[lang as usize])
}

fn read(file: &'static str) -> Texts {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).map(|(key, text)| (key.trim(), text.trim())).collect()
}
