//! Times: `hh:mm:ss[.fff]` and decimal seconds.
//!
//! Invariant: a time is written with milliseconds at most; no text gives more than 1000 hours.

use std::time::Duration;

/// The longest time that is read.
const LONGEST: Duration = Duration::from_secs(1000 * 3600);

/// Reads `hh:mm:ss`, with a fraction of a second if there is one.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(schwarm_uhp::wire::read_clock("00:01:05.250"), Some(Duration::from_millis(65_250)));
/// assert_eq!(schwarm_uhp::wire::read_clock("5"), None);
/// ```
pub fn read_clock(text: &str) -> Option<Duration> {
    let mut fields = text.split(':');
    let (hours, minutes, seconds) = (fields.next()?, fields.next()?, fields.next()?);
    if fields.next().is_some() {
        return None;
    }
    let (hours, minutes) = (whole(hours)?, whole(minutes).filter(|&minutes| minutes < 60)?);
    let seconds = read_seconds(seconds).filter(|seconds| seconds.as_secs() < 60)?;
    let time = Duration::from_secs(hours * 3600 + minutes * 60) + seconds;
    (time <= LONGEST).then_some(time)
}

/// Writes `hh:mm:ss`; the fraction, in milliseconds, only where there is one.
pub fn write_clock(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    let clock = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if millis == 0 { clock } else { format!("{clock}.{millis:03}") }
}

/// Reads seconds such as `5` or `0.25`.
pub fn read_seconds(text: &str) -> Option<Duration> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let seconds = whole(seconds)?;
    let plain = (1..=9).contains(&fraction.len()) && fraction.bytes().all(|b| b.is_ascii_digit());
    let nanos: u32 = plain.then(|| format!("{fraction:0<9}").parse().ok()).flatten()?;
    let time = Duration::new(seconds, nanos);
    (time <= LONGEST).then_some(time)
}

/// Writes seconds, to the millisecond.
pub fn write_seconds(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    if millis == 0 { seconds.to_string() } else { format!("{seconds}.{millis:03}") }
}

/// A few digits and nothing else: no sign, no space.
fn whole(text: &str) -> Option<u64> {
    let plain = (1..=8).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn odd_times_are_refused() {
        for text in [
            "",
            "5",
            "1:23",
            "01:02:03:04",
            "five",
            "00:60:00",
            "00:00:60",
            "-1:00:00",
            "00:00:+5",
            "::",
            "00:00:",
            "00:00:1.",
            "00:00:.5",
            "00:00:1e1",
            "99999:00:00",
            "00:00:05 ",
        ] {
            assert_eq!(read_clock(text), None, "{text:?}");
        }
        for text in ["", ".", "1.", ".5", "2e1", "01:23:45", "-1", "inf", "NaN", "0.0123456789", "999999999999"] {
            assert_eq!(read_seconds(text), None, "{text:?}");
        }
    }

    #[test]
    fn short_fields_are_read_as_well() {
        assert_eq!(read_clock("0:0:7"), Some(Duration::from_secs(7)));
        assert_eq!(read_seconds("0.25"), Some(Duration::from_millis(250)));
        assert_eq!(write_clock(Duration::from_micros(1_500_900)), "00:00:01.500");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(millis in 0..3_600_000_000u64) {
            let time = Duration::from_millis(millis);
            prop_assert_eq!(read_clock(&write_clock(time)), Some(time));
            prop_assert_eq!(read_seconds(&write_seconds(time)), Some(time));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = (read_clock(&text), read_seconds(&text));
        }
    }
}
