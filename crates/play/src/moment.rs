//! A moment of the calendar, for whoever shows when something was played. Nobody reads a clock here.

/// A moment in UTC, as the calendar tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    year: i64,
    month: i64,
    day: i64,
    second_of_day: i64,
}

impl Moment {
    /// From milliseconds since 1970.
    ///
    /// ```
    /// use schwarm_play::Moment;
    ///
    /// let moment = Moment::of_millis(1_794_752_198_000);
    /// assert_eq!((moment.date(), moment.time()), ("2026-11-15".to_string(), "14:16:38".to_string()));
    /// ```
    pub const fn of_millis(millis: i64) -> Moment {
        let seconds = millis.div_euclid(1000);
        // Days since 1 March of the year 0, in eras of 400 years, so that a leap day comes last: Howard Hinnant,
        // "chrono-compatible date algorithms".
        let days = seconds.div_euclid(86_400) + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        Moment {
            year: year_of_era + era * 400 + (month <= 2) as i64,
            month,
            day: day_of_year - (153 * shifted + 2) / 5 + 1,
            second_of_day: seconds.rem_euclid(86_400),
        }
    }

    /// The day: `2026-11-15`.
    pub fn date(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// The time of day: `14:16:38`.
    pub fn time(self) -> String {
        let second = self.second_of_day;
        format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        for (seconds, told) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400 + 3661, "2000-02-29 01:01:01"),
            (951_868_799, "2000-02-29 23:59:59"),
            (951_868_800, "2000-03-01 00:00:00"),
            (1_767_225_599, "2025-12-31 23:59:59"),
            (1_767_225_600, "2026-01-01 00:00:00"),
            (4_107_542_400, "2100-03-01 00:00:00"),
            (-1, "1969-12-31 23:59:59"),
        ] {
            let moment = Moment::of_millis(seconds * 1000);
            assert_eq!(format!("{} {}", moment.date(), moment.time()), told);
        }
        for extreme in [i64::MIN, i64::MAX] {
            assert!(Moment::of_millis(extreme).date().contains('-'));
        }
    }
}
