//! Names of games, times and days, as pages show them.

use schwarm_core::GameInfo;
use schwarm_play::TimeControl;

use crate::words::Lang;

/// The title of a game; options are shown behind it.
pub(super) fn title(lang: Lang, id: &str) -> String {
    let (name, options) = id.split_once(',').map_or((id, ""), |(name, options)| (name, options));
    let known = lang.find(&format!("game.{name}")).map(str::to_string);
    let title = known.unwrap_or_else(|| match schwarm_catalog::open(name) {
        Ok(rules) => rules.info().title.to_string(),
        Err(_) => name.to_string(),
    });
    if options.is_empty() { title } else { format!("{title} ({options})") }
}

/// What a game is about, in a sentence.
pub(super) fn summary(lang: Lang, info: &GameInfo) -> String {
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
        TimeControl::Total { base, increment } => {
            let minutes = (base.as_secs_f64() / 6.0).round() / 10.0;
            lang.say("time.total", &[("minutes", &minutes.to_string()), ("seconds", &seconds(increment))])
        }
    }
}

/// The day of a moment in milliseconds since 1970, as `2026-05-17`.
pub(super) fn day(millis: i64) -> String {
    // Days since 1 March of the year 0, in eras of 400 years: Howard Hinnant, "chrono-compatible date algorithms".
    let days = millis.div_euclid(86_400_000) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        let days = [0, 951_782_400_000, 951_868_800_000, 1_767_225_599_999, 1_767_225_600_000, -1].map(day);
        assert_eq!(days, ["1970-01-01", "2000-02-29", "2000-03-01", "2025-12-31", "2026-01-01", "1969-12-31"]);
    }

    #[test]
    fn titles_keep_their_options() {
        assert_eq!(title(Lang::De, "hive+mlp,queen-first"), "Hive mit allen drei Erweiterungen (queen-first)");
        assert_eq!(title(Lang::En, "chess"), "chess");
    }

    #[test]
    fn times_are_told_in_minutes() {
        let told = |text: &str| time(Lang::En, text.parse().expect("a time control"));
        assert_eq!(
            ["none", "300+3", "90+0.5", "10/move"].map(told),
            ["No clock", "5 min + 3 s", "1.5 min + 0.5 s", "10 s a move"]
        );
    }
}
