//! Which files make a kit, and what their templates need to know.

use clap::ValueEnum;
use schwarm_core::Rulebook;
use schwarm_socha::season::{RuleStyle, Season};

use super::template::{quoted, render};
use crate::failure::Failure;

/// The languages there are kits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// Python 3, standard library only
    Python,
    /// Rust, standard library only
    Rust,
    /// JavaScript for Node.js, without packages
    Javascript,
    /// Java 17, without packages
    Java,
}

/// How a bot talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// JSON lines; the legal moves come with every turn
    Line,
    /// The Universal Hive Protocol
    Uhp,
    /// XML over TCP, as the servers of the Software-Challenge speak
    Sc,
}

/// The path of a file in the kit, and its template.
type File = (&'static str, &'static str);

macro_rules! file {
    ($path:literal, $template:literal) => {
        ($path, include_str!(concat!("../../../kits/", $template)))
    };
}

const READMES: [File; 2] = [file!("README.md", "text/README.md"), file!("LIESMICH.md", "text/LIESMICH.md")];

impl Language {
    /// The file that talks.
    fn main(self, protocol: Protocol) -> File {
        match (self, protocol) {
            (Language::Python, Protocol::Line) => file!("bot.py", "python/line.py"),
            (Language::Python, Protocol::Uhp) => file!("bot.py", "python/uhp.py"),
            (Language::Python, Protocol::Sc) => file!("bot.py", "python/sc.py"),
            (Language::Rust, Protocol::Line) => file!("src/main.rs", "rust/line.rs"),
            (Language::Rust, Protocol::Uhp) => file!("src/main.rs", "rust/uhp.rs"),
            (Language::Rust, Protocol::Sc) => file!("src/main.rs", "rust/sc.rs"),
            (Language::Javascript, Protocol::Line) => file!("bot.js", "javascript/line.js"),
            (Language::Javascript, Protocol::Uhp) => file!("bot.js", "javascript/uhp.js"),
            (Language::Javascript, Protocol::Sc) => file!("bot.js", "javascript/sc.js"),
            (Language::Java, Protocol::Line) => file!("Bot.java", "java/Line.java"),
            (Language::Java, Protocol::Uhp) => file!("Bot.java", "java/Uhp.java"),
            (Language::Java, Protocol::Sc) => file!("Bot.java", "java/Sc.java"),
        }
    }

    /// The file that thinks.
    fn thinking(self) -> File {
        match self {
            Language::Python => file!("thinking.py", "python/thinking.py"),
            Language::Rust => file!("src/thinking.rs", "rust/thinking.rs"),
            Language::Javascript => file!("thinking.js", "javascript/thinking.js"),
            Language::Java => file!("Thinking.java", "java/Thinking.java"),
        }
    }

    /// The file that knows whom to ask about the rules, where the protocol does not tell them.
    fn rules(self) -> File {
        match self {
            Language::Python => file!("rules.py", "python/rules.py"),
            Language::Rust => file!("src/rules.rs", "rust/rules.rs"),
            Language::Javascript => file!("rules.js", "javascript/rules.js"),
            Language::Java => file!("Rules.java", "java/Rules.java"),
        }
    }

    /// What the standard library lacks.
    fn helpers(self, protocol: Protocol) -> &'static [File] {
        match (self, protocol) {
            (Language::Python, _) | (Language::Javascript, Protocol::Line | Protocol::Uhp) => &[],
            (Language::Javascript, Protocol::Sc) => &[file!("xml.js", "javascript/xml.js")],
            (Language::Rust, Protocol::Line | Protocol::Uhp) => {
                &[file!("Cargo.toml", "rust/manifest.toml"), file!("src/json.rs", "rust/json.rs")]
            }
            (Language::Rust, Protocol::Sc) => &[
                file!("Cargo.toml", "rust/manifest.toml"),
                file!("src/json.rs", "rust/json.rs"),
                file!("src/state.rs", "rust/state.rs"),
                file!("src/xml.rs", "rust/xml.rs"),
            ],
            (Language::Java, Protocol::Line | Protocol::Uhp) => {
                &[file!("Turn.java", "java/Turn.java"), file!("Json.java", "java/Json.java")]
            }
            (Language::Java, Protocol::Sc) => &[
                file!("Turn.java", "java/Turn.java"),
                file!("Json.java", "java/Json.java"),
                file!("State.java", "java/State.java"),
                file!("Element.java", "java/Element.java"),
            ],
        }
    }

    const fn tag(self) -> &'static str {
        match self {
            Language::Python => "python",
            Language::Rust => "rust",
            Language::Javascript => "javascript",
            Language::Java => "java",
        }
    }

    /// How to build, where that is needed.
    const fn build(self) -> Option<&'static str> {
        match self {
            Language::Python | Language::Javascript => None,
            Language::Rust => Some("cargo build --release"),
            Language::Java => Some("javac -d build *.java"),
        }
    }

    /// How to start the bot in its folder.
    const fn command(self) -> &'static str {
        match self {
            Language::Python => "python3 bot.py",
            Language::Rust => "target/release/bot",
            Language::Javascript => "node bot.js",
            Language::Java => "java -cp build Bot",
        }
    }
}

impl Protocol {
    const fn tag(self) -> &'static str {
        match self {
            Protocol::Line => "line",
            Protocol::Uhp => "uhp",
            Protocol::Sc => "sc",
        }
    }
}

/// A bot to be written.
pub struct Kit {
    language: Language,
    protocol: Protocol,
    tags: Vec<&'static str>,
    values: Vec<(&'static str, String)>,
}

impl Kit {
    /// The kit for a game. `schwarm` is how the bot starts this program.
    ///
    /// # Errors
    /// When the game has no such protocol.
    pub fn new(
        language: Language,
        protocol: Protocol,
        rules: &dyn Rulebook,
        name: &str,
        schwarm: &str,
    ) -> Result<Kit, Failure> {
        let (id, info) = (rules.id(), rules.info());
        let season = Season::of_game(info.id);
        let is_official_hive = info.id == "hive" || info.id.starts_with("hive+");
        let no = |advice: &str| {
            let failure = Failure::usage(format!("{id} is not played over {}", protocol.tag()));
            Err(failure.advise(format!("{advice} `--protocol line` fits every game.")))
        };
        match protocol {
            Protocol::Uhp if !is_official_hive => return no("UHP is for hive and its expansions, such as hive+mlp."),
            Protocol::Sc if season.is_none() => {
                return no("The Software-Challenge plays piranhas-2019, hive-2020, ostseeschach-2022, piranhas-2026.");
            }
            _ => {}
        }
        let family: &[&str] = match season {
            Some(Season::Piranhas2019) => &["piranhas", "piranhas-2019"],
            Some(Season::Piranhas2026) => &["piranhas", "piranhas-2026"],
            Some(Season::Hive2020) => &["hive-2020"],
            Some(Season::Ostseeschach2022) => &["ostseeschach"],
            None if is_official_hive || info.id == "hive-classic" => &["hive"],
            None => &["other"],
        };
        let letters = match season {
            Some(Season::Piranhas2019) => "r is a red fish, b a blue one, O an octopus, . is empty.",
            _ => "1 2 3 are red fish by their weight, a b c blue ones, O is an octopus, . is empty.",
        };
        // What servers play is decided by them, not by the id.
        let thinks_by = match (protocol, season) {
            (Protocol::Sc, Some(season)) => season.game(RuleStyle::Server).to_string(),
            _ => id.clone(),
        };
        let bot = format!("{}:{}", protocol.tag(), language.command());
        let [one, two] = info.sides;
        let values = [
            ("name", name.to_string()),
            ("game", id),
            ("rules", thinks_by),
            ("sides", format!("\"{one}\" or \"{two}\"")),
            ("letters", letters.to_string()),
            ("gametype", season.map_or("", Season::game_type).to_string()),
            ("schwarm", quoted(schwarm).unwrap_or_else(|| "schwarm".to_string())),
            ("bot", bot),
            ("command", language.command().to_string()),
            ("thinking", language.thinking().0.to_string()),
            ("main", language.main(protocol).0.to_string()),
            ("rulesfile", language.rules().0.to_string()),
        ];
        let tags = [language.tag(), protocol.tag()].iter().chain(family).copied().collect();
        Ok(Kit { language, protocol, tags, values: values.into() })
    }

    /// The files, each with its path in the folder.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let rules = (self.protocol != Protocol::Line).then(|| self.language.rules());
        let code = [self.language.main(self.protocol), self.language.thinking()].into_iter().chain(rules);
        let files = code.chain(self.language.helpers(self.protocol).iter().copied()).chain(READMES);
        let values: Vec<_> = self.values.iter().map(|(word, value)| (*word, value.as_str())).collect();
        files
            .map(|(path, template)| {
                let blank_lines = if path.ends_with(".py") { 2 } else { 1 };
                (path, render(template, &self.tags, &values, blank_lines))
            })
            .collect()
    }

    fn value(&self, word: &str) -> &str {
        self.values.iter().find(|(known, _)| *known == word).map_or("", |(_, value)| value)
    }

    /// What the bot is called.
    pub fn name(&self) -> &str {
        self.value("name")
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        self.value("game")
    }

    /// The bot as commands name it.
    pub fn bot(&self) -> &str {
        self.value("bot")
    }

    /// How it is started in its folder.
    pub fn command(&self) -> &str {
        self.value("command")
    }

    /// The file that thinks.
    pub fn thinking(&self) -> &str {
        self.value("thinking")
    }

    /// How to build it, where that is needed.
    pub fn build(&self) -> Option<&'static str> {
        self.language.build()
    }

    /// How it talks.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }
}

#[cfg(test)]
mod tests {
    use super::super::template::mark;
    use super::*;

    /// Every kit there can be, with the game it is for.
    fn kits() -> Vec<(String, Kit)> {
        let mut kits = Vec::new();
        for info in schwarm_catalog::games() {
            let rules = schwarm_catalog::open(info.id).expect("it is listed");
            for &language in Language::value_variants() {
                for &protocol in Protocol::value_variants() {
                    if let Ok(kit) = Kit::new(language, protocol, &*rules, "anna", "schwarm") {
                        kits.push((format!("{language:?} {protocol:?} {}", info.id), kit));
                    }
                }
            }
        }
        kits
    }

    #[test]
    fn every_game_has_kits_and_every_word_of_a_template_is_known() {
        let kits = kits();
        let games = schwarm_catalog::games().len();
        assert!(kits.len() > games * Language::value_variants().len(), "only {} kits", kits.len());
        for (what, kit) in kits {
            for (path, text) in kit.files() {
                assert!(!text.contains("[[/"), "{what}, {path}: a mark was kept");
                let unknown = text.split("{{").skip(1).find(|rest| {
                    let word = rest.split("}}").next().unwrap_or_default();
                    word.len() < 20 && !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase())
                });
                assert!(unknown.is_none(), "{what}, {path}: {{{{{unknown:?}");
                assert!(text.len() < 12_000 && text.lines().count() < 260, "{what}, {path}: small files were promised");
                let wide = text.lines().find(|line| line.chars().count() > 125 && !line.contains("/schwarm"));
                assert!(wide.is_none(), "{what}, {path}: {wide:?}");
                // Before version 18 `javac` reads the encoding of the machine.
                assert!(!path.ends_with(".java") || text.is_ascii(), "{what}, {path}: not ASCII");
            }
        }
    }

    #[test]
    fn marks_come_in_pairs() {
        for &language in Language::value_variants() {
            for &protocol in Protocol::value_variants() {
                let files = [language.main(protocol), language.thinking(), language.rules()];
                for (path, template) in files.iter().chain(language.helpers(protocol)).chain(&READMES) {
                    let marks: Vec<_> = template.lines().filter_map(mark).collect();
                    let closed = marks.iter().filter(|mark| **mark == "/").count();
                    assert_eq!(marks.len(), 2 * closed, "{path} for {protocol:?}");
                }
            }
        }
    }

    #[test]
    fn a_kit_thinks_in_every_game() {
        for (what, kit) in kits() {
            let files = kit.files();
            let (_, thinking) = files.iter().find(|(path, _)| *path == kit.thinking()).expect("it thinks");
            let begins = ["def rate(", "fn rate(", "function rate(", "double rate("];
            let rates: usize = begins.iter().map(|begin| thinking.matches(begin).count()).sum();
            assert_eq!(rates, 1, "{what}");
        }
    }
}
