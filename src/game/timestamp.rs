//! A date and time in the formats of PGN tags and file names. The caller passes the moment and the time zone in.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// A date and time by the clocks of a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(DateTime);

impl Timestamp {
    /// The moment `seconds` after 1970-01-01 00:00:00 UTC by the clocks of `zone`; the earliest or latest possible one if out
    /// of range.
    pub fn from_unix(seconds: i64, zone: &TimeZone) -> Self {
        let limit = if seconds < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        let moment = jiff::Timestamp::from_second(seconds).unwrap_or(limit);
        Self(zone.to_datetime(moment))
    }

    /// The value of the tag `Date`: `2026.11.21`.
    pub fn date(self) -> String {
        self.0.strftime("%Y.%m.%d").to_string()
    }

    /// The value of the tag `Time`: `03:05:17`.
    pub fn time(self) -> String {
        self.0.strftime("%H:%M:%S").to_string()
    }

    /// A file name that sorts by time, but where a clock is set back: `2026-11-21-030517`.
    pub fn file_name(self) -> String {
        self.0.strftime("%Y-%m-%d-%H%M%S").to_string()
    }
}
