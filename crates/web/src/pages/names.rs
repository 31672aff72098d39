//! Names of games and times, as pages show them.

use schwarm_core::GameInfo;
use schwarm_play::TimeControl;

use crate::words::Lang;

/// The title of a game; options are shown behind it.
pub(crate) fn title(lang: Lang, id: &str) -> String {
    let (name, options) = id.split_once(',').map_or((id, ""), |(name, options)| (name, options));
    let known = lang.find(&format!("game.{name}")).map(str::to_string);
    let title = known.unwrap_or_else(|| match schwarm_catalog::open(name) {
        Ok(rules) => rules.info().title.to_string(),
        Err(_) => name.to_string(),
    });
    if options.is_empty() { title } else { format!("{title} ({options})") }
}

/// All games, to choose one of: ids and titles.
pub(super) fn games(lang: Lang) -> Vec<(&'static str, String)> {
    schwarm_catalog::games().into_iter().map(|info| (info.id, title(lang, info.id))).collect()
}

/// What a game is about, in a sentence.
pub(crate) fn summary(lang: Lang, info: &GameInfo) -> String {
    let id = info.id.trim_end_matches("-server");
    let plain = id.split('+').next().unwrap_or(id);
    lang.find(&format!("summary.{plain}")).map_or_else(|| info.summary.to_string(), str::to_string)
}

/// A time control in words.
pub(super) fn time(lang: Lang, control: TimeControl) -> String {
    let seconds = |time: std::time::Duration| time.as_secs_f64().to_string();
    match control {
        TimeControl::None => lang.say("time.none", &[]),
        TimeControl::PerMove { limit, .. } => lang.say("time.move", &[("seconds", &seconds(limit))]),
        TimeControl::Total { base, increment } if base.as_secs() < 60 => {
            lang.say("time.brief", &[("base", &seconds(base)), ("seconds", &seconds(increment))])
        }
        TimeControl::Total { base, increment } => {
            let minutes = (base.as_secs_f64() / 6.0).round() / 10.0;
            lang.say("time.total", &[("minutes", &minutes.to_string()), ("seconds", &seconds(increment))])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_keep_their_options() {
        assert_eq!(title(Lang::De, "hive+mlp,queen-first"), "Hive mit allen drei Erweiterungen (queen-first)");
        assert_eq!(title(Lang::En, "chess"), "chess");
    }

    #[test]
    fn times_are_told_in_minutes() {
        let told = |text: &str| time(Lang::En, text.parse().expect("a time control"));
        assert_eq!(
            ["none", "300+3", "90+0.5", "10/move", "10+0.1"].map(told),
            [
                "No clock",
                "5\u{a0}min + 3\u{a0}s",
                "1.5\u{a0}min + 0.5\u{a0}s",
                "10\u{a0}s a move",
                "10\u{a0}s + 0.1\u{a0}s"
            ]
        );
    }
}
