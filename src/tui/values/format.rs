//! Numbers, durations, moves and scores as text, and text fitted to a width in cells.

use crate::base::{Millis, Score, sanitise};
pub use crate::base::{bound_text, bounded};
use crate::rules::{Move, Position, Role, Square, notation, parse_move};
use strum::VariantArray;
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// A count in at most five letters: `987`, `12.3k`, `4.56M`, `7.89G`.
pub fn compact(count: f64) -> String {
    let scaled = |value: f64, unit: &str| {
        let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
        format!("{value:.decimals$}{unit}")
    };
    match count {
        c if !c.is_finite() => "–".to_owned(),
        c if c < 1e3 => format!("{c:.0}"),
        c if c < 999_500.0 => scaled(c / 1e3, "k"),
        c if c < 999_500_000.0 => scaled(c / 1e6, "M"),
        c => scaled(c / 1e9, "G"),
    }
}

/// A count that is an integer.
#[expect(clippy::cast_precision_loss, reason = "three figures are shown")]
pub fn count(count: u64) -> String {
    compact(count as f64)
}

/// `part` divided by `whole`; 0 if both are 0.
#[expect(clippy::cast_precision_loss, reason = "a ratio to be shown")]
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A ratio in percent without decimals: `67 %`.
pub fn percent(ratio: f64) -> String {
    format!("{:.0} %", ratio * 100.0)
}

/// A duration in ms as text: `0.42 s`, `12.3 s`, `5:03`, `1:02:03`.
pub fn duration(ms: f64) -> String {
    let seconds = ms / 1000.0;
    let (minutes, rest) = ((seconds / 60.0).floor(), (seconds % 60.0).floor());
    match seconds {
        s if !s.is_finite() => "–".to_owned(),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 100.0 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{minutes:.0}:{rest:02.0}"),
        _ => format!("{:.0}:{:02.0}:{rest:02.0}", (minutes / 60.0).floor(), minutes % 60.0),
    }
}

/// Centipawns in pawns with a sign: `+0.35`.
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

/// White's expected score (0 to 1) for an evaluation. Source: the logistic curve that Lichess shows, k = 0.00368208.
pub fn expected_score(score: Score) -> f64 {
    1.0 / (1.0 + (-0.003_682_08 * f64::from(score.value())).exp())
}

/// One move with its number: `12.Nf3`, `12…d5`.
pub fn numbered_move(position: &Position, mv: Move) -> String {
    let dots = if position.turn().is_white() { "." } else { "…" };
    format!("{}{dots}{}", position.game_ply() / 2 + 1, notation::san(position, mv))
}

/// A move by its squares, which need not be legal: `Nd4-f3`, `e4-d5`.
pub fn long_algebraic(position: &Position, from: Square, to: Square) -> String {
    let role = position.board().role_at(from).filter(|&role| role != Role::Pawn);
    let letter = role.map(|role| role.upper_char()).into_iter().collect::<String>();
    format!("{letter}{from}-{to}")
}

/// The move that a text in UCI form means, with its number.
pub fn numbered_uci(position: &Position, uci: &str) -> String {
    match parse_move(position, uci) {
        Ok(mv) => numbered_move(position, mv),
        Err(_) => uci.to_owned(),
    }
}

/// The move `answer` after the move `played`, both in UCI form, with its number.
pub fn answer_text(position: &Position, played: &str, answer: &str) -> String {
    let after = parse_move(position, played).map(|mv| position.after(mv));
    after.map_or_else(|_| answer.to_owned(), |after| numbered_uci(&after, answer))
}

/// The moves, each with its number.
pub fn numbered_moves(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let text = moves.iter().map(|&mv| {
        let text = numbered_move(&position, mv);
        position.play(mv);
        text
    });
    text.collect()
}

/// A line with move numbers: `12…d5 13.Nf3 c5`.
pub fn pv_text(start: &Position, moves: &[Move]) -> String {
    let mut words = numbered_moves(start, moves);
    for word in words.iter_mut().skip(1) {
        if let Some((_, san)) = word.split_once('…') {
            *word = san.to_owned();
        }
    }
    words.join(" ")
}

/// The names of a list, with commas.
pub fn names_of<T: VariantArray + ToString>() -> String {
    T::VARIANTS.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// How many rows are cut above and below: `3 more ↑  12 more ↓`; empty if none are.
pub fn more(above: usize, below: usize) -> String {
    let part = |count, arrow| match count {
        0 => String::new(),
        _ => format!("  {count} more {arrow}"),
    };
    (part(above, '↑') + &part(below, '↓')).trim_start().to_owned()
}

/// Breaks a text at spaces into lines of at most `width` cells; longer words are cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let options = Options::new(width.max(1)).word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&text, options).into_iter().map(Into::into);
    lines.filter(|line: &String| !line.is_empty()).collect()
}

/// A text of at most `width` cells: a longer one ends with `…` after the last whole word that fits.
pub fn truncate(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = crop(text, width.saturating_sub(1));
    let is_whole = text[room.len()..].starts_with(' ');
    let end = if is_whole { None } else { room.rfind(' ') };
    format!("{}…", room[..end.unwrap_or(room.len())].trim_end())
}

/// The longest end of a text that fits `width` cells.
pub fn crop_start(text: &str, width: usize) -> &str {
    let starts = text.char_indices().rev().map(|(at, _)| at);
    let fits = starts.take_while(|&start| text[start..].width() <= width);
    fits.last().map_or("", |start| &text[start..])
}

/// The longest start of a text that fits `width` cells.
pub fn crop(text: &str, width: usize) -> &str {
    // A combining mark has no width of its own but can change the width of the cluster, so whole starts are measured.
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let fits = ends.take_while(|&end| text[..end].width() <= width);
    &text[..fits.last().unwrap_or(0)]
}

/// A text of at most `width` cells: a longer one ends with `…` wherever that is. Control characters, which would not be drawn, become
/// spaces and pictures of one cell.
pub fn cut(text: &str, width: usize) -> String {
    let text = &*sanitise(text);
    match text.width() <= width {
        true => text.to_owned(),
        false => format!("{}…", crop(text, width.saturating_sub(1))),
    }
}

/// A text filled with spaces to `width` cells.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Below this a clock shows tenths of a second.
pub const LOW_TIME: Millis = Millis(10_000);

/// Text of a clock: with tenths when little time is left.
pub fn clock_time(left: Millis) -> String {
    let ms = left.0.max(0);
    if ms < LOW_TIME.0 {
        return format!("0:{:02}.{}", ms / 1000, ms / 100 % 10);
    }
    hours(left)
}

/// Hours, minutes and seconds.
pub fn hours(time: Millis) -> String {
    let seconds = time.0.max(0) / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::{clock_time, compact, crop, duration, pad, truncate, wrap};
    use crate::base::Millis;

    #[test]
    fn an_answer_is_named_after_the_move_before_it() {
        let start = crate::rules::Position::default();
        assert_eq!(super::answer_text(&start, "e2e4", "g8f6"), "1…Nf6");
        assert_eq!(super::answer_text(&start, "e2e5", "g8f6"), "g8f6");
    }

    #[test]
    fn figures_are_short() {
        let counts = [0.0, 999.0, 1e3, 12_345.0, 999_999.0, 4.56e6, 7.891e9, f64::NAN];
        let shown = counts.map(compact);
        assert_eq!(shown, ["0", "999", "1.00k", "12.3k", "1.00M", "4.56M", "7.89G", "–"]);
        let spans = [420.0, 12_345.0, 303_000.0, 3_723_000.0].map(duration);
        assert_eq!(spans, ["0.42 s", "12.3 s", "5:03", "1:02:03"]);
    }

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        assert_eq!(wrap("a draw by threefold", 9), ["a draw by", "threefold"]);
        assert_eq!(wrap("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrap("fail-low moves", 10), ["fail-low", "moves"]);
        assert_eq!(wrap("  ", 4), Vec::<String>::new());
        let texts = [11, 10, 6, 5, 3].map(|width| truncate("play it now", width));
        assert_eq!(texts, ["play it now", "play it…", "play…", "play…", "pl…"]);
    }

    #[test]
    fn wide_letters_take_two_cells_and_combining_marks_none() {
        assert_eq!(pad("国象", 6), "国象  ");
        assert_eq!(pad("国象棋", 5), "国象棋");
        assert_eq!(pad("Ne\u{301}", 4), "Ne\u{301}  ");
        assert_eq!(crop("e\u{301}e\u{301}", 1), "e\u{301}");
        assert_eq!(truncate("国际象棋", 5), "国际…");
        assert_eq!(wrap("国际 象棋", 4), ["国际", "象棋"]);
        assert_eq!(wrap("国际象棋", 4), ["国际", "象棋"]);
    }

    #[test]
    fn clocks_read_as_people_expect() {
        let shown = [-5, 0, 9_949, 10_000, 59_999, 60_000, 3_599_999, 3_600_000]
            .map(|ms| clock_time(Millis(ms)));
        assert_eq!(
            shown,
            ["0:00.0", "0:00.0", "0:09.9", "0:10", "0:59", "1:00", "59:59", "1:00:00"]
        );
    }
}
