//! Sanitises text from files and other programs before it is drawn, logged or printed.
//!
//! A terminal executes escape sequences wherever they come from: a player's name in a PGN tag, a file name, an engine's
//! name. This module replaces control characters by visible ones. The screen, the log, the UCI session and the command
//! line call it; stored text is not changed.

use std::borrow::Cow;

/// `text` on one line without control characters: they become their Unicode control pictures (escape is `␛`), white space
/// becomes a space, and characters that change the writing direction are replaced.
pub fn sanitise(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| sanitise_char(letter) == letter) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(sanitise_char).collect())
    }
}

/// The first `most` characters of `text`, with an ellipsis if there are more.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// [`sanitise`] for a text of several lines: keeps the line feeds.
pub fn sanitise_lines(text: &str) -> String {
    text.split('\n').map(sanitise).collect::<Vec<_>>().join("\n")
}

/// The character, or its visible replacement.
fn sanitise_char(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' | '\u{0b}' | '\u{0c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        // Source: Unicode, block Control Pictures, in the order of the characters they show.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or(REPLACED),
        '\u{7f}' => '\u{2421}',
        // C1 controls: U+009B starts a control sequence like escape and bracket.
        '\u{80}'..='\u{9f}' => REPLACED,
        // Source: Unicode Technical Report 36, section 3.1: marks, embeddings, overrides and isolates of direction.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            REPLACED
        }
        _ => letter,
    }
}

/// Replaces characters without a control picture.
const REPLACED: char = char::REPLACEMENT_CHARACTER;

#[cfg(test)]
mod tests {
    use super::{sanitise, sanitise_lines};
    use std::borrow::Cow;

    #[test]
    fn orders_become_pictures_and_letters_stay() {
        for (text, shown) in [
            ("\u{1b}[2J\u{1b}]0;gone\u{7}", "␛[2J␛]0;gone␇"),
            ("a\r\nb\tc\0", "a  b c␀"),
            ("\u{9b}31mred\u{7f}", "\u{fffd}31mred␡"),
            ("Tal\u{202e}lived\u{2066}", "Tal\u{fffd}lived\u{fffd}"),
            ("one\u{2028}two", "one two"),
        ] {
            assert_eq!(sanitise(text), shown);
        }
        for text in ["Nimzowitsch – Tarrasch, 1½", "Łódź 東京 👑 e\u{301}", ""] {
            assert!(matches!(sanitise(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn no_control_character_is_left_of_any_character_there_is() {
        let all: String = (0..=0x10_ffff).filter_map(char::from_u32).collect();
        assert!(!sanitise(&all).chars().any(char::is_control));
        assert_eq!(sanitise(&all).chars().count(), all.chars().count());
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(sanitise_lines("a\n\u{1b}b\n"), "a\n␛b\n");
    }
}
