//! Spellings of a player's name: given name first or surname first, in any case, with any blanks.

use unicode_normalization::UnicodeNormalization as _;

/// The name of a user who has not set one.
pub const UNNAMED: &str = "Player";

/// Additions to a name, without their period.
const ADDITIONS: [&str; 9] = ["jr", "jun", "junior", "sr", "sen", "senior", "ii", "iii", "iv"];

/// What all spellings of a player's name have in common: case, further blanks, the order of given name and surname
/// (`Smith, John, Jr.` is `John Smith Jr`), and how an accent is encoded tell no players apart.
pub fn name_key(name: &str) -> String {
    let name = given_name_first(name);
    if name.is_ascii() {
        name.to_ascii_lowercase()
    } else {
        name.nfc().collect::<String>().to_lowercase()
    }
}

/// The name without commas, as in `John Smith Jr`; only one whose commas separate something else keeps them.
pub fn given_name_first(name: &str) -> String {
    let words = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut parts: Vec<String> =
        name.split(',').map(words).filter(|part| !part.is_empty()).collect();
    // It may stand anywhere but at the start: `Smith Jr., John`, `Smith, Jr., John`, `Smith, John, Jr.`, `John Smith, Jr.`
    let mut addition = None;
    for place in (0..parts.len()).rev() {
        let part = &parts[place];
        let (before, last) = part.rsplit_once(' ').unwrap_or(("", part));
        if is_addition(last) && (place > 0 || !before.is_empty()) {
            addition = Some(last.trim_end_matches('.').to_owned());
            parts[place] = before.to_owned();
            parts.retain(|part| !part.is_empty());
            break;
        }
    }
    let name = match &parts[..] {
        [surname, given] => format!("{given} {surname}"),
        parts => parts.join(", "),
    };
    match addition {
        Some(addition) => format!("{name} {addition}"),
        None => name,
    }
}

fn is_addition(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    ADDITIONS.iter().any(|addition| addition.eq_ignore_ascii_case(word))
}

/// The name as every way of writing it: given name first, and with each of its last words as the surname first.
pub fn spellings(name: &str) -> Vec<String> {
    let natural = given_name_first(name);
    let surname_first = natural.match_indices(' ').map(|(at, blank)| {
        let (given, surname) = (&natural[..at], &natural[at + blank.len()..]);
        format!("{surname}, {given}")
    });
    let surname_first: Vec<String> = surname_first.collect();
    std::iter::once(natural).chain(surname_first).collect()
}

#[cfg(test)]
mod tests {
    use super::{name_key, spellings};

    #[test]
    fn spellings_of_a_name_have_one_key() {
        for (one, other) in [
            ("Müller, Karl", "Karl Müller"),
            ("MÜLLER,KARL", "karl  mu\u{308}ller"),
            ("van der Berg, Jan Piet", "Jan Piet van der Berg"),
            ("Smith, J., Jr.", "J. Smith Jr"),
            ("Smith, Jr., J.", "J. Smith, Jr."),
            ("Smith Jr., J.", "J. Smith jr"),
            ("Müller,", "Müller"),
            (" , ", ""),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one}");
        }
        for (one, other) in [
            ("Karl Müller", "Karl Muller"),
            ("Smith, J., Jr.", "Smith, J."),
            ("Ada, Bo, Cy", "Cy, Bo, Ada"),
            ("Jr.", "Sr."),
        ] {
            assert_ne!(name_key(one), name_key(other), "{one}");
        }
    }

    #[test]
    fn a_name_is_written_with_each_surname_first() {
        let all = ["Jan van Berg", "van Berg, Jan", "Berg, Jan van"];
        assert_eq!(spellings("van Berg,Jan"), all);
        assert_eq!(spellings("Ada"), ["Ada"]);
    }
}
