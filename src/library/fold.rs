//! Texts without case and accents, for searches and orders.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// In lower case and without accents.
pub(super) fn folded(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii() || UNCHANGED.contains(&letter);
    if text.is_ascii() || text.chars().all(is_plain) {
        return text.to_ascii_lowercase();
    }
    let letters: String = text.nfd().filter(|letter| !is_combining_mark(*letter)).collect();
    let mut folded = String::with_capacity(letters.len());
    for letter in letters.to_lowercase().chars() {
        match LATIN.iter().find(|(other, _)| *other == letter) {
            Some((_, latin)) => folded.push_str(latin),
            None => folded.push(letter),
        }
    }
    folded
}

/// Signs in the texts of all games that are neither capitals nor have accents.
const UNCHANGED: [char; 2] = ['–', '½'];

/// Letters that are no letter with an accent, and how they are usually written without them.
const LATIN: [(char, &str); 11] = [
    ('ł', "l"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ß', "ss"),
    ('ı', "i"),
    ('þ', "th"),
    ('ħ', "h"),
    ('ŧ', "t"),
];
