//! Dates of games: of a tag, and as a filter begins one. Years come first; other programs write hyphens or slashes for points,
//! or leave out zeros. What is no date counts as unknown in filters, months, ranges and orders.

use jiff::civil::Date;

const SEPARATORS: [char; 3] = ['.', '-', '/'];

/// A leap year, used where the year is unknown, so that 29 February passes.
const LEAP_YEAR: u32 = 2024;

/// The date of a tag as `2026.09.05`, with `??` for a month or day that is unknown or absent; `None` for what is no date, such as
/// `05.03.2026` or `2026.13.40`, and without a year.
pub(super) fn pgn_date(text: &str) -> Option<String> {
    if is_plain(text) {
        return Some(text.to_owned());
    }
    let mut parts: Vec<String> = text.trim().split(SEPARATORS).map(two_digits).collect();
    parts.resize(parts.len().max(3), "??".to_owned());
    let date = parts.join(".");
    let is_date = parts[0].len() == 4 && !date.starts_with('?') && begins_date(&date);
    is_date.then_some(date)
}

/// Is it a date in full that every month has? As most are, and quickly told.
fn is_plain(text: &str) -> bool {
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |sum, digit| {
            digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0'))
        })
    };
    let &[ref year @ .., b'.', m1, m2, b'.', d1, d2] = text.as_bytes() else { return false };
    year.len() == 4
        && number(year).is_some()
        && number(&[m1, m2]).is_some_and(|month| (1..=12).contains(&month))
        && number(&[d1, d2]).is_some_and(|day| (1..=28).contains(&day))
}

/// The time of day of a tag as `10:27`; `None` for what is none.
pub(super) fn clock_reading(text: &str) -> Option<String> {
    let mut parts = text.trim().split(':').map(str::parse::<u8>);
    let (hour, minute) = (parts.next()?.ok()?, parts.next()?.ok()?);
    (hour < 24 && minute < 60).then(|| format!("{hour:02}:{minute:02}"))
}

/// A month or day of one digit, or of one question mark, with two.
fn two_digits(part: &str) -> String {
    if part == "?" { "??".to_owned() } else { format!("{part:0>2}") }
}

/// The beginning of a date, for which [`begins_date`] holds, as [`pgn_date`] writes it.
pub(super) fn date_prefix(wanted: &str) -> String {
    let parts: Vec<&str> = wanted.split(SEPARATORS).collect();
    let written = parts.iter().enumerate().map(|(at, part)| {
        // `1` may begin the month 11 and `3` the day 31: larger digits are the whole number.
        let begins = if at == 1 { "1" } else { "3" };
        let is_whole = at + 1 < parts.len() || (part.len() == 1 && *part > begins && *part != "?");
        if at > 0 && is_whole { two_digits(part) } else { (*part).to_owned() }
    });
    written.collect::<Vec<_>>().join(".")
}

/// Whether a date may begin like this: year, month and day as far as they are typed, `?` for what is unknown.
pub(super) fn begins_date(wanted: &str) -> bool {
    let parts: Vec<&str> = wanted.split(SEPARATORS).collect();
    let last = parts.len() - 1;
    let is_unknown = |part: &str| part.bytes().all(|byte| byte == b'?');
    // The last part may be typed by half: `1` begins `11`, `0` begins `05`.
    let fits = |at: usize, length: usize, most: u32| {
        let Some(part) = parts.get(at) else { return true };
        let is_half = at == last && (part.is_empty() || (*part == "0" && length == 2));
        let number = part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u32>());
        let is_number = number.is_some_and(|it| it.is_ok_and(|it| (1..=most).contains(&it)));
        part.len() <= length && (is_half || is_number || !part.is_empty() && is_unknown(part))
    };
    let number = |at: usize| parts.get(at).and_then(|part| part.parse::<u32>().ok());
    let month = || {
        let (year, month) = (number(0).unwrap_or(LEAP_YEAR), number(1)?);
        Date::new(year.try_into().ok()?, month.try_into().ok()?, 1).ok()
    };
    let days = month().map_or(31, |it| it.days_in_month().unsigned_abs().into());
    let is_year_typed = last == 0 || parts[0].len() == 4;
    let is_year = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
    parts[0].len() <= 4
        && is_year(parts[0])
        && is_year_typed
        && parts.len() <= 3
        && fits(1, 2, 12)
        && fits(2, 2, days)
}

#[cfg(test)]
mod tests {
    use super::{begins_date, date_prefix, pgn_date};

    #[test]
    fn a_tag_is_a_date_or_unknown() {
        for (tag, date) in [
            ("2026.09.05", "2026.09.05"),
            ("2026.9.5", "2026.09.05"),
            ("2026-03-05", "2026.03.05"),
            ("2026/04/01", "2026.04.01"),
            ("2026.11.??", "2026.11.??"),
            ("2026.?.?", "2026.??.??"),
            ("2026.11", "2026.11.??"),
            ("2026", "2026.??.??"),
            ("19??.??.??", "19??.??.??"),
        ] {
            assert_eq!(pgn_date(tag).as_deref(), Some(date), "{tag}");
        }
        for tag in [
            "",
            "?",
            "-",
            "????.??.??",
            "????.11.05",
            "05.03.2026",
            "5.3.26",
            "2026.13.40",
            "2026.00.10",
            "2026.10.00",
            "2026.02.30",
            "2026.10.5.1",
            "2026.10.",
            "20261005",
            "2026.1x.05",
            "1. May 2026",
        ] {
            assert_eq!(pgn_date(tag), None, "{tag}");
        }
    }

    #[test]
    fn what_is_typed_begins_the_dates_that_it_names() {
        for (typed, date, is_found) in [
            ("2026", "2026.09.05", true),
            ("2026-", "2026.09.05", true),
            ("2026.0", "2026.09.05", true),
            ("2026.9", "2026.09.05", true),
            ("2026/9/5", "2026.09.05", true),
            ("2026.9.05", "2026.09.05", true),
            ("2026.9.0", "2026.09.05", true),
            ("2026.1", "2026.10.05", true),
            ("2026.1", "2026.01.05", false),
            ("2026.1.5", "2026.01.05", true),
            ("2026.10.3", "2026.10.31", true),
            ("2026.1?", "2026.10.05", false),
            ("2026.?", "2026.??.??", true),
        ] {
            let is_prefix = begins_date(typed) && date.starts_with(&date_prefix(typed));
            assert_eq!(is_prefix, is_found, "{typed} {date}");
        }
    }
}
