//! The words and plain letters of an announcement: kinds of pieces, sides, times, signs of the screen.

use crate::base::{Millis, number_of, sanitise};
use crate::rules::{Color, Role};
use crate::tui::values::format::LOW_TIME;

/// Kinds of pieces, the most valuable first, with their plural.
pub(super) const KINDS: [(Role, &str, &str); 6] = [
    (Role::King, "king", "kings"),
    (Role::Queen, "queen", "queens"),
    (Role::Rook, "rook", "rooks"),
    (Role::Bishop, "bishop", "bishops"),
    (Role::Knight, "knight", "knights"),
    (Role::Pawn, "pawn", "pawns"),
];

/// The name of a kind of piece.
pub fn role_name(role: Role) -> &'static str {
    KINDS.iter().find(|kind| kind.0 == role).map_or("", |kind| kind.1)
}

/// The kind that a word or a letter names.
pub fn kind(word: &str) -> Option<Role> {
    let word = word.to_lowercase();
    let named = KINDS.iter().find(|(_, one, several)| [one, several].contains(&&&*word));
    let letter = || word.parse::<char>().ok().and_then(Role::from_char);
    named.map(|(role, ..)| *role).or_else(letter)
}

pub(super) fn side(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

/// What is said instead of the signs of the screen and of figurines.
const SIGNS: [(char, &str); 27] = [
    ('…', "..."),
    ('–', "-"),
    ('−', "-"),
    ('—', "-"),
    ('±', "plus or minus"),
    ('≥', "at least"),
    ('≤', "at most"),
    ('∞', "infinity"),
    ('½', "1/2"),
    ('×', "x"),
    ('→', "to"),
    ('÷', "/"),
    ('’', "'"),
    ('“', "\""),
    ('”', "\""),
    ('♔', "king"),
    ('♚', "king"),
    ('♕', "queen"),
    ('♛', "queen"),
    ('♖', "rook"),
    ('♜', "rook"),
    ('♗', "bishop"),
    ('♝', "bishop"),
    ('♘', "knight"),
    ('♞', "knight"),
    ('♙', "pawn"),
    ('♟', "pawn"),
];

/// A text as one line in ASCII, but for the letters of names. Columns are separated by commas, bars are left out.
pub fn line(text: &str) -> String {
    let mut plain = String::new();
    let mut is_word = false;
    for letter in sanitise(text).chars() {
        let said = SIGNS.iter().find(|(sign, _)| *sign == letter);
        // A blank ends the word for a sign where none stands in the text.
        if is_word && (letter.is_alphanumeric() || ['-', '−', '+', '='].contains(&letter)) {
            plain.push(' ');
        }
        is_word =
            said.is_some_and(|(_, said)| said.len() > 1 && said.ends_with(char::is_alphabetic));
        match said {
            Some((_, said)) => plain.push_str(said),
            None if letter.is_ascii() || letter.is_alphanumeric() => plain.push(letter),
            None => plain.push(' '),
        }
    }
    let columns = plain.split("  ").map(str::trim).filter(|column| !column.is_empty());
    // A draw score.
    let said = |column: &str| match column.strip_suffix('=') {
        Some(before) if before.is_empty() || before.ends_with(' ') => format!("{before}draw"),
        Some(_) | None => column.to_owned(),
    };
    columns.map(said).collect::<Vec<_>>().join(", ")
}

/// `4 minutes 58 seconds`; tenths below ten seconds.
pub fn time(time: Millis) -> String {
    let ms = time.0.max(0);
    if (100..LOW_TIME.0).contains(&ms) && ms % 1000 >= 100 {
        return format!("{}.{} seconds", ms / 1000, ms / 100 % 10);
    }
    let seconds = ms / 1000;
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, unit)| number_of(number, unit))
        .collect();
    if parts.is_empty() { "0 seconds".to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn signs_are_said_in_words() {
        for (text, said) in [
            ("1320 ±40", "1320 plus or minus 40"),
            ("≥ 0.30 and ≥−1", "at least 0.30 and at least -1"),
            ("2.♘f3", "2.knight f3"),
            ("d4  0.20 → +1.00", "d4, 0.20 to +1.00"),
            ("d4  =", "d4, draw"),
        ] {
            assert_eq!(line(text), said, "{text}");
        }
    }
}
