//! Encodings of PGN files: UTF-8, Windows-1252 and UTF-16. A byte that is not valid UTF-8 is read as Windows-1252, so that
//! it changes one character at most.

use super::diagnostics::{MAX_NOTES, PgnError};
use super::lines::line_ends;
use std::borrow::Cow;

/// The characters of the bytes 0x80 to 0x9F in Windows-1252; the others are those of Latin-1.
/// Source: WHATWG Encoding Standard, index windows-1252. Not `encoding_rs`: one table of 32 characters is all that is used.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The encoding of a text that is not UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// No character beyond ASCII.
    Ascii,
    /// Valid UTF-8, possibly with single bytes of another encoding.
    Utf8,
    /// Windows-1252, of which Latin-1 is a part.
    Windows1252,
}

impl Encoding {
    /// The encoding of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.is_ascii() {
            Self::Ascii
        } else if bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii()) {
            Self::Utf8
        } else {
            Self::Windows1252
        }
    }

    /// `text` in this encoding, or its first character that the encoding does not have.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        if self != Self::Windows1252 {
            return Ok(text.as_bytes().to_vec());
        }
        let byte = |c: char| match WINDOWS_1252.iter().position(|&known| known == c) {
            Some(at) => Ok(0x80 + at as u8),
            None => u8::try_from(u32::from(c)).ok().filter(|b| !(0x80..0xa0).contains(b)).ok_or(c),
        };
        text.chars().map(byte).collect()
    }
}

/// A decoded text, and the offset in it, the byte and the character of each byte that is not UTF-8 in a UTF-8 text, as far as
/// there are notes for them.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) replaced: Vec<(usize, u8, char)>,
    /// No character is UTF-8: the text is taken for Windows-1252, though it may be of another code page.
    pub(super) is_windows_1252: bool,
}

/// Decodes UTF-8; bytes that are not UTF-8 are Windows-1252.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let text = Cow::Borrowed(text);
        return Decoded { text, replaced: Vec::new(), is_windows_1252: false };
    }
    let (mut text, mut replaced) = (String::with_capacity(bytes.len()), Vec::new());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for &byte in chunk.invalid() {
            let c = match byte {
                0x80..=0x9f => WINDOWS_1252[usize::from(byte) - 0x80],
                _ => char::from(byte),
            };
            if replaced.len() <= MAX_NOTES {
                replaced.push((text.len(), byte, c));
            }
            text.push(c);
        }
    }
    let is_windows_1252 = Encoding::of(bytes) == Encoding::Windows1252;
    if is_windows_1252 {
        replaced.clear();
    }
    Decoded { text: Cow::Owned(text), replaced, is_windows_1252 }
}

/// A UTF-16 text, with or without byte-order mark, as UTF-8; `None` if `bytes` are not UTF-16. Without a mark, text is
/// UTF-16 if zeros are at every second byte: the tags of a file in any script have ASCII characters. A character that the end
/// of the file cuts off is read as U+FFFD.
///
/// # Errors
/// The text is UTF-16, but malformed before its end.
pub(super) fn decode_utf16(bytes: &[u8]) -> Option<Result<String, PgnError>> {
    let start = &bytes[..bytes.len().min(START) & !1];
    let zeros = |odd: usize| start.iter().skip(odd).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    // A few zeros are control characters of another encoding.
    let is_most = |these: usize, others: usize| {
        let are_many = these >= 8 || these * 3 >= start.len();
        are_many && these * 20 >= start.len().max(40) && others * 10 <= these
    };
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ if is_most(odd, even) => u16::from_le_bytes,
        _ if is_most(even, odd) => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, odd) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(pairs.len());
    let mut characters = char::decode_utf16(pairs.iter().map(|&pair| unit(pair))).peekable();
    let mut is_cut_off = !odd.is_empty();
    while let Some(character) = characters.next() {
        match character {
            Ok(character) => text.push(character),
            Err(error)
                if characters.peek().is_none() && is_first_half(error.unpaired_surrogate()) =>
            {
                is_cut_off = true;
            }
            Err(_) => {
                let line = 1 + line_ends(text.as_bytes());
                return Some(Err(PgnError::Utf16 { line }));
            }
        }
    }
    if is_cut_off {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Some(Ok(text))
}

/// Whether a unit of UTF-16 is the first of two.
fn is_first_half(unit: u16) -> bool {
    (0xd800..0xdc00).contains(&unit)
}

/// Number of bytes at the start of a file that decide what it is.
const START: usize = 4096;

/// First bytes of files compressed by zstd, gzip, xz, bzip2 and LZ4, and of zip and 7z archives: short ones may look like text.
const COMPRESSED: [&[u8]; 7] = [
    b"\x28\xb5\x2f\xfd",
    b"\x1f\x8b",
    b"\xfd7zXZ",
    b"BZh",
    b"\x04\x22\x4d\x18",
    b"PK\x03\x04",
    b"7z\xbc\xaf",
];

/// Checks that `bytes` are a text: they do not begin as a compressed file does, and of the start, at most one byte in twenty is a
/// control character that no text has. Zeros behind a text do not count: a crash of the system may leave them.
///
/// # Errors
/// They are not, for example compressed games or UTF-32.
pub(super) fn check_text(bytes: &[u8]) -> Result<(), PgnError> {
    if COMPRESSED.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(PgnError::NotText);
    }
    let start = &bytes[..bytes.len().min(START)];
    let end = start.iter().rposition(|&byte| byte != 0).map_or(start.len(), |last| last + 1);
    let start = &start[..end];
    let is_control = |byte: &&u8| **byte < b' ' && !b"\t\n\x0b\x0c\r\x1a\x1b".contains(*byte);
    let controls = start.iter().filter(is_control).count();
    if controls * 20 > start.len() { Err(PgnError::NotText) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{check_text, decode};

    #[test]
    fn compressed_files_are_no_text_and_zeros_behind_a_text_are() {
        let game = b"[Event \"a\"]\n\n1. e4 *\n".as_slice();
        assert!(check_text(&[b"\x28\xb5\x2f\xfd\x20".as_slice(), game].concat()).is_err());
        assert!(check_text(&[game, &[0; 600]].concat()).is_ok());
        assert!(check_text(&[game, &[1; 600]].concat()).is_err());
    }

    #[test]
    fn as_many_replaced_bytes_are_kept_as_there_are_notes() {
        let bytes = [b"\xc3\xbc".as_slice(), &[0xff; 1000]].concat();
        let decoded = decode(&bytes);
        assert_eq!((decoded.text.chars().count(), decoded.replaced.len()), (1001, 21));
    }
}
