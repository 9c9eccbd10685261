//! A UTC date and time in the formats of PGN tags and file names. The caller passes the moment in.

/// A date and a time of day in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp {
    /// Year of the Gregorian calendar.
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
    /// 1 to 31.
    pub day: i64,
    /// Seconds since midnight.
    pub seconds: i64,
}

impl Timestamp {
    /// The moment `seconds` after 1970-01-01 00:00:00 UTC.
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    #[must_use]
    pub const fn from_unix(seconds: i64) -> Self {
        let days = seconds.div_euclid(86_400) + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let shifted = (5 * of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        Self {
            year: year + era * 400 + if month <= 2 { 1 } else { 0 },
            month,
            day: of_year - (153 * shifted + 2) / 5 + 1,
            seconds: seconds.rem_euclid(86_400),
        }
    }

    /// As the tags `Date` and `UTCDate` have it: `2026.11.21`.
    #[must_use]
    pub fn date(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// As the tag `UTCTime` has it: `03:05:17`.
    #[must_use]
    pub fn time(self) -> String {
        let s = self.seconds;
        format!("{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
    }

    /// For file names, in an order that sorts: `2026-11-21-030517`.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("{}-{}", self.date().replace('.', "-"), self.time().replace(':', ""))
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn leap_days_and_turns_of_the_year_are_met() {
        let text = |seconds| {
            format!(
                "{} {}",
                Timestamp::from_unix(seconds).date(),
                Timestamp::from_unix(seconds).time()
            )
        };
        assert_eq!(text(0), "1970.01.01 00:00:00");
        assert_eq!(text(951_827_696), "2000.02.29 12:34:56");
        assert_eq!(text(1_704_067_199), "2023.12.31 23:59:59");
        assert_eq!(text(-1), "1969.12.31 23:59:59");
        assert_eq!(Timestamp::from_unix(1_795_230_317).file_name(), "2026-11-21-030517");
    }
}
