//! Movetext as programs for the web write it: with HTML entities, and with characters that have no width.

use html_escape::decode_html_entities;
use std::borrow::Cow;

pub(super) const fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// Movetext without characters that have no width, and with the characters that its HTML entities name.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut text = decode_html_entities(text).into_owned();
    text.retain(|c| !is_zero_width(c));
    Cow::Owned(text)
}

/// Whether `text` ends with an HTML entity except for its semicolon.
pub(super) fn ends_with_entity(text: &[u8]) -> bool {
    let Some(start) = text.iter().rposition(|&byte| byte == b'&') else { return false };
    let name = &text[start + 1..];
    let name = name.strip_prefix(b"#").unwrap_or(name);
    !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric)
}
