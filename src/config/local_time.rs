//! The date and time that the user's clock shows. Reads the clock and the time zone (`TZ`, else the system's).

use crate::base::unix_seconds;
use crate::game::Timestamp;
use jiff::tz::TimeZone;

/// The present moment in the user's time zone; in UTC if that is unknown.
pub fn local_now() -> Timestamp {
    Timestamp::from_unix(unix_seconds(), &TimeZone::system())
}
