//! The characters that a terminal can show, and what stands for the others: a frame is drawn with all characters, then those that
//! are missing are replaced cell by cell.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use std::borrow::Cow;

/// The terminals whose fonts have few characters; others of sixteen colours, as `xterm`, take them from the desktop's fonts.
const CONSOLES: [&str; 5] = ["linux", "cons", "vt", "ansi", "wsvt"];

fn is_console(term: &str) -> bool {
    // `vte` is the library of desktop terminals, `vt100` and the like are DEC's.
    !term.starts_with("vte") && CONSOLES.iter().any(|name| term.starts_with(name))
}

/// The characters that a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Everything that is drawn.
    #[default]
    Unicode,
    /// What the Latin fonts of the Linux console have.
    Console,
    /// Letters, digits and signs of ASCII.
    Ascii,
}

/// Characters that are drawn, and what the console and ASCII show in their place. Source: `tests/data/console-font.txt`.
const REPLACED: [(&str, char, char); 36] = [
    ("♔♚", 'K', 'K'),
    ("♕♛", 'Q', 'Q'),
    ("♖♜", 'R', 'R'),
    ("♗♝", 'B', 'B'),
    ("♘♞", 'N', 'N'),
    ("♙♟", 'P', 'P'),
    ("▁▂", '·', '.'),
    ("▃▄", '░', ':'),
    ("▅▆", '▒', '='),
    ("▇█", '█', '#'),
    ("▏▎▍▌▐▖▗▘▝▀", ' ', ' '),
    ("▋▊▉▛▜▙▟▞▚", '█', '#'),
    ("▬■", '■', '='),
    ("░", '░', ':'),
    ("─━╸", '─', '-'),
    ("│", '│', '|'),
    ("╭╮╰╯┼", '+', '+'),
    ("↑▲▴", '▲', '^'),
    ("↓▾", '▼', 'v'),
    ("→▸", '▶', '>'),
    ("←◂", '◀', '<'),
    ("◆", '♦', '#'),
    ("●", '●', '*'),
    ("○", 'o', 'o'),
    ("◥•", '•', '*'),
    ("·", '·', '.'),
    ("…", '.', '.'),
    ("−–", '-', '-'),
    ("±⩲", '±', '+'),
    ("∓⩱", '-', '-'),
    ("≤", '≤', '<'),
    ("≥", '≥', '>'),
    ("«", '«', '<'),
    ("»", '»', '>'),
    ("∞", '*', '*'),
    ("÷", '÷', '/'),
];

impl Charset {
    /// What the terminal shows in this environment: ASCII for `TERM=dumb` and for a locale without UTF-8.
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
        let is_utf8 = |name: String| {
            let name = name.to_ascii_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        };
        if set(&"TERM").as_deref() == Some("dumb") || !locale.is_none_or(is_utf8) {
            Self::Ascii
        } else if set(&"TERM").is_some_and(|it| is_console(&it)) {
            Self::Console
        } else {
            Self::Unicode
        }
    }

    /// A text with each ellipsis as three points, where the terminal has none: before it is broken into lines, so that there is room.
    pub fn spelled(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Unicode => text.into(),
            Self::Console | Self::Ascii => text.replace('…', "...").into(),
        }
    }

    /// Writes each ellipsis of a panel as three points, where the terminal has none.
    pub fn spell_ellipses(self, panel: Rect, buffer: &mut Buffer) {
        let panel = panel.intersection(buffer.area);
        if self == Self::Unicode || panel.is_empty() {
            return;
        }
        for y in panel.top()..panel.bottom() {
            let start = buffer.index_of(panel.x, y);
            let row = &mut buffer.content[start..start + usize::from(panel.width)];
            (0..row.len()).for_each(|at| spell_ellipsis(row, at));
        }
    }

    /// Replaces what the terminal cannot show, cell by cell.
    pub fn reduce(self, buffer: &mut Buffer) {
        if self == Self::Unicode {
            return;
        }
        for cell in &mut buffer.content {
            if cell.symbol().is_ascii() {
                continue;
            }
            let Some(first) = cell.symbol().chars().next() else { continue };
            if first.is_ascii() {
                // A letter with combining marks: the console's fonts draw those of its language.
                if self == Self::Ascii {
                    cell.set_char(first);
                }
                continue;
            }
            let known = REPLACED.iter().find(|(drawn, ..)| drawn.contains(first));
            match (self, known) {
                (Self::Ascii, Some((.., ascii))) => cell.set_char(*ascii),
                (Self::Ascii, None) => cell.set_char('?'),
                (Self::Console, Some((_, console, _))) => cell.set_char(*console),
                // Letters of names: the console has those of its language.
                (Self::Console, None) | (Self::Unicode, _) => continue,
            };
        }
    }
}

/// Writes the ellipsis of a row as three points. What follows moves into the spaces after it, or else what precedes into those before,
/// and one space stays before other text; a cut text gives up its last letters. Without room there are fewer points.
fn spell_ellipsis(row: &mut [Cell], at: usize) {
    if row[at].symbol() != "…" {
        return;
    }
    let letter = |at: usize| row.get(at).map_or("│", Cell::symbol);
    let is_space = |at: usize| [" ", "─"].contains(&letter(at));
    let is_edge = |at: usize| ["│", "╭", "╮", "╰", "╯", "┼"].contains(&letter(at));
    // Cells are counted away from the ellipsis; beyond the first column is an edge.
    let gap = |count: usize, place: &dyn Fn(usize) -> usize| {
        let is_free = |from: usize| (from..from + count).all(|it| is_space(place(it)));
        let ends = |end: usize| is_space(place(end)) || is_edge(place(end));
        (1..).take_while(|&it| !is_edge(place(it))).find(|&it| is_free(it) && ends(it + count))
    };
    let [right, left]: [&dyn Fn(usize) -> usize; 2] = [&|it| at + it, &|it| at.wrapping_sub(it)];
    let is_cut = (is_space(at + 1) || is_edge(at + 1))
        && (1..=2).all(|it| !is_space(left(it)) && !is_edge(left(it)));
    let style = row[at].style();
    let mut points = at..=at;
    if is_cut && gap(2, right) != Some(1) {
        points = at - 2..=at;
    } else if let Some((count, end)) = [2, 1].into_iter().find_map(|it| Some((it, gap(it, right)?)))
    {
        row[at..at + end + count].rotate_right(count);
        points = at..=at + count;
    } else if let Some((count, end)) = [2, 1].into_iter().find_map(|it| Some((it, gap(it, left)?)))
    {
        row[at + 1 - end - count..=at].rotate_left(count);
        points = at - count..=at;
    }
    for cell in &mut row[points] {
        cell.set_char('.').set_style(style);
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, Cell, Charset, REPLACED};
    use crate::tui::values::format::wrap;

    #[test]
    fn the_console_has_what_stands_for_the_others() {
        let table = include_str!("../../../tests/data/console-font.txt");
        let code = |text: &str| u32::from_str_radix(text, 16).unwrap();
        let has = |letter: char| {
            letter.is_ascii()
                || table.lines().filter(|line| !line.starts_with('#')).any(|line| {
                    let (first, last) = line.split_once('-').unwrap_or((line, line));
                    (code(first)..=code(last)).contains(&u32::from(letter))
                })
        };
        assert!(has('█') && !has('▀') && !has('♞'));
        for (drawn, console, ascii) in REPLACED {
            assert!(has(console) && ascii.is_ascii(), "{drawn}: {console:?} {ascii:?}");
        }
    }

    #[test]
    fn a_move_of_black_stays_one_in_a_wrapped_text() {
        let text = |charset: Charset| charset.spelled("chosen by the dial: 3…cxd4").into_owned();
        let lines = |charset| wrap(&text(charset), 26).join("|");
        assert_eq!(lines(Charset::Unicode), "chosen by the dial: 3…cxd4");
        assert_eq!(lines(Charset::Console), "chosen by the dial:|3...cxd4");
    }

    #[test]
    fn an_ellipsis_becomes_points_where_there_is_room() {
        for (drawn, shown) in [
            ("│1…e5 2.Nf3      │", "|1...e5 2.Nf3    |"),
            ("│   12…Nf6 13.Bg5│", "| 12...Nf6 13.Bg5|"),
            ("│12…Nf6 1.e4    7 x│", "|12...Nf6 1.e4  7 x|"),
            ("│a long na…  12│", "|a long ...  12|"),
            ("│a long na…    12│", "|a long na...  12|"),
            ("│a long na…│", "|a long ...|"),
            ("│looking …    │", "|looking ...  |"),
            ("│ -1 … +2  │", "| -1 ... +2|"),
            ("│1…e5 2.Nf3 │", "|1..e5 2.Nf3|"),
            ("│1…e5 2.Nf3│", "|1.e5 2.Nf3|"),
            ("…", "."),
        ] {
            let mut buffer = Buffer::with_lines([drawn]);
            Charset::Ascii.spell_ellipses(buffer.area, &mut buffer);
            Charset::Ascii.reduce(&mut buffer);
            let row: String = buffer.content.iter().map(Cell::symbol).collect();
            assert_eq!(row, shown, "{drawn}");
        }
    }

    #[test]
    fn ascii_has_no_combining_marks() {
        for (drawn, ascii) in
            [("Bu\u{308}r e\u{301}\u{323}", "Bur e"), ("Bür", "B?r"), ("♞\u{fe0e}", "N")]
        {
            let mut buffer = Buffer::with_lines([drawn]);
            Charset::Ascii.reduce(&mut buffer);
            let row: String = buffer.content.iter().map(Cell::symbol).collect();
            assert_eq!(row, ascii);
        }
    }

    #[test]
    fn the_locale_and_the_terminal_decide() {
        let of = |variables: &[(&str, &str)]| {
            Charset::of_terminal(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[]), Charset::Unicode);
        assert_eq!(of(&[("LANG", "C.UTF-8")]), Charset::Unicode);
        assert_eq!(of(&[("LANG", "C")]), Charset::Ascii);
        assert_eq!(of(&[("LANG", "C"), ("LC_ALL", "de_DE.utf8")]), Charset::Unicode);
        assert_eq!(of(&[("TERM", "dumb")]), Charset::Ascii);
        // Colours say nothing of characters.
        assert_eq!(of(&[("TERM", "linux"), ("COLORTERM", "truecolor")]), Charset::Console);
        assert_eq!(of(&[("TERM", "vt100")]), Charset::Console);
        for term in ["xterm", "vte-256color"] {
            assert_eq!(of(&[("TERM", term)]), Charset::Unicode, "{term}");
        }
    }
}
