//! Numeric annotation glyphs (NAGs): `pgn::parser` reads their signs, lists, pages and panels show these or say what they mean.

use crate::rules::Color;
use std::mem;

/// The signs of the NAGs 1 to 6.
const MOVE_GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Signs of other notations and their NAGs, that which is shown first (PGN 10; Informant; Wikipedia, "Numeric Annotation Glyphs").
const GLYPH_SIGNS: [(&str, u8); 40] = [
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+−", 18),
    ("+-", 18),
    ("−+", 19),
    ("-+", 19),
    ("⨀", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=∞", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("∆", 140),
    ("△", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("N", 146),
    ("⇔", 239),
    ("⇗", 240),
    ("⊞", 241),
    ("⟫", 242),
    ("⟪", 243),
    ("✕", 244),
    ("⊥", 245),
];

/// White's NAGs whose signs mean the side that moved; the number after each is Black's.
const MOVER_NAGS: [u8; 6] = [26, 32, 36, 40, 132, 138];

/// The NAG of a sign's `nag` after a move of Black.
pub(super) fn nag_of_black(nag: u8) -> u8 {
    nag + u8::from(MOVER_NAGS.contains(&nag))
}

/// What a character is in ASCII if it is one or two of the marks `!` and `?`.
const fn mark(c: char) -> Option<&'static str> {
    match c {
        '!' | '！' => Some("!"),
        '?' | '？' => Some("?"),
        '‼' => Some("!!"),
        '⁇' => Some("??"),
        '⁉' => Some("!?"),
        '⁈' => Some("?!"),
        _ => None,
    }
}

/// Whether a character is one or two of the marks `!` and `?`.
pub(super) const fn is_mark(c: char) -> bool {
    mark(c).is_some()
}

/// Whether a character only changes the form of the one before it.
pub const fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether a character is a minus sign or a dash of some kind, which people write for a hyphen.
pub(super) const fn is_dash(c: char) -> bool {
    matches!(c, '–' | '—' | '−' | '‐' | '‑')
}

/// The NAG of the marks from `!` to `?!`.
pub(super) fn nag_of_marks(marks: &str) -> Option<u8> {
    let ascii: String = marks.chars().filter_map(mark).collect();
    (1..).zip(MOVE_GLYPHS).find(|(_, known)| *known == ascii).map(|(nag, _)| nag)
}

/// The longest sign at the end of a token: what stands before it, the sign, and its NAG. A symbol without a NAG is one too;
/// a letter, a digit, a bracket, a quotation mark or a part of a move is none.
pub(super) fn split_sign(token: &str) -> Option<(&str, &str, Option<u8>)> {
    let text = token.trim_end_matches(is_variation_selector);
    let marks = text.trim_end_matches(is_mark).len();
    if marks < text.len() {
        return Some((&text[..marks], &text[marks..], nag_of_marks(&text[marks..])));
    }
    let known = GLYPH_SIGNS.iter().filter(|(sign, _)| text.ends_with(sign));
    if let Some((sign, nag)) = known.max_by_key(|(sign, _)| sign.len()) {
        return Some((&text[..text.len() - sign.len()], sign, Some(*nag)));
    }
    let is_text = |c: char| c.is_alphanumeric() || "+#=-[]()<>\"'“”‘’«»".contains(c);
    let (at, _) = text.char_indices().next_back().filter(|(_, c)| !is_text(*c))?;
    Some((&text[..at], &text[at..], None))
}

/// The NAGs of a token that consists of signs, with whatever dashes.
pub(super) fn nags_of_signs(token: &str) -> Option<Vec<u8>> {
    let token = token.replace(is_dash, "-");
    let (mut before, mut nags) = (&*token, Vec::new());
    while !before.is_empty() {
        let (rest, _, nag) = split_sign(before)?;
        nags.push(nag?);
        before = rest;
    }
    nags.reverse();
    Some(nags)
}

/// The NAG of one sign as the reader of PGN knows it, after a move of `mover`.
pub fn nag_of_sign(sign: &str, mover: Option<Color>) -> Option<u8> {
    match *nags_of_signs(sign)? {
        [nag] if mover == Some(Color::Black) => Some(nag_of_black(nag)),
        [nag] => Some(nag),
        _ => None,
    }
}

/// The sign of a NAG, which stands directly after a move from `!` to `?!` and begins with a space otherwise; ` $n` if it has none.
pub fn nag_sign(nag: u8) -> String {
    if let Some(glyph) = usize::from(nag).checked_sub(1).and_then(|at| MOVE_GLYPHS.get(at)) {
        return (*glyph).to_owned();
    }
    let known = GLYPH_SIGNS.iter().find(|(_, known)| [*known, nag_of_black(*known)].contains(&nag));
    known.map_or_else(|| format!(" ${nag}"), |(sign, _)| format!(" {sign}"))
}

/// The NAGs of a move, each once: a file may have a glyph twice, such as `! $1`, which together would be read as `!!`.
pub fn distinct_nags(nags: &[u8]) -> impl Iterator<Item = u8> {
    let mut seen = [false; 256];
    nags.iter().copied().filter(move |&nag| !mem::replace(&mut seen[usize::from(nag)], true))
}

/// The signs of the NAGs of a move: those from `!` to `?!`, which stand directly after it, then the others.
pub fn nag_signs(nags: &[u8]) -> String {
    let mut signs: Vec<String> = distinct_nags(nags).map(nag_sign).collect();
    signs.sort_by_key(|sign| sign.starts_with(' '));
    signs.concat()
}

/// What the NAGs of a move mean, to stand directly after it as their signs do.
pub fn nag_words(nags: &[u8]) -> String {
    distinct_nags(nags).map(|nag| format!(", {}", nag_meaning(nag))).collect()
}

/// Meanings of NAGs of White, the even number; the odd number after it is Black's (PGN 10).
const SIDE_MEANINGS: [(u8, &str); 22] = [
    (14, "has a slight advantage"),
    (16, "has a moderate advantage"),
    (18, "has a decisive advantage"),
    (20, "has a crushing advantage"),
    (22, "is in zugzwang"),
    (24, "has a slight space advantage"),
    (26, "has a moderate space advantage"),
    (28, "has a decisive space advantage"),
    (30, "has a slight lead in development"),
    (32, "has a moderate lead in development"),
    (34, "has a decisive lead in development"),
    (36, "has the initiative"),
    (38, "has a lasting initiative"),
    (40, "has the attack"),
    (42, "has insufficient compensation for the material"),
    (44, "has sufficient compensation for the material"),
    (46, "has more than adequate compensation for the material"),
    (130, "has slight counterplay"),
    (132, "has moderate counterplay"),
    (134, "has decisive counterplay"),
    (136, "is in moderate time pressure"),
    (138, "is in severe time pressure"),
];

/// What a NAG means (PGN 10; 140 to 146 and 239 to 245 as ChessBase and other programs use them); `NAG n` where that is not known.
pub fn nag_meaning(nag: u8) -> String {
    let of_side = SIDE_MEANINGS.iter().find(|(white, _)| *white == nag & !1);
    if let Some((_, meaning)) = of_side {
        return format!("{} {meaning}", if nag.is_multiple_of(2) { "White" } else { "Black" });
    }
    let meaning = match nag {
        1 => "a good move",
        2 => "a mistake",
        3 => "a brilliant move",
        4 => "a blunder",
        5 => "an interesting move",
        6 => "a dubious move",
        7 => "a forced move",
        8 => "the only reasonable move",
        9 => "the worst move",
        10 => "a drawish position",
        11 => "equal chances in a quiet position",
        12 => "equal chances in an active position",
        13 => "an unclear position",
        140 => "with the idea",
        141 => "aimed against",
        142 => "better is",
        143 => "worse is",
        144 => "equivalent is",
        145 => "a remark of the editor",
        146 => "a novelty",
        239 => "a file",
        240 => "a diagonal",
        241 => "the centre",
        242 => "the king's side",
        243 => "the queen's side",
        244 => "a weak point",
        245 => "an ending",
        _ => return format!("NAG {nag}"),
    };
    meaning.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{GLYPH_SIGNS, nag_meaning, nag_signs, nag_words, split_sign};

    #[test]
    fn every_nag_with_a_sign_has_a_meaning() {
        for nag in (1..=19).chain(GLYPH_SIGNS.map(|(_, nag)| nag)) {
            assert!(!nag_meaning(nag).starts_with("NAG"), "{nag}");
        }
        assert_eq!(nag_meaning(23), "Black is in zugzwang");
        assert_eq!(nag_meaning(250), "NAG 250");
    }

    #[test]
    fn the_longest_sign_at_the_end_is_split_off() {
        for (token, split) in [
            ("Nf3=∞", ("Nf3", "=∞", Some(44))),
            ("Nf3‼", ("Nf3", "‼", Some(3))),
            ("Nf3！？", ("Nf3", "！？", Some(5))),
            ("Nf3⁉\u{fe0f}", ("Nf3", "⁉", Some(5))),
            ("Nf3‼！", ("Nf3", "‼！", None)),
            ("Nf3±⊕", ("Nf3±", "⊕", Some(138))),
            ("Nf3…", ("Nf3", "…", None)),
            ("+-", ("", "+-", Some(18))),
        ] {
            assert_eq!(split_sign(token), Some(split), "{token}");
        }
        for token in ["", "Nf3", "Nf3+", "e8=Q#", "--", "Nf3]", "Größe"] {
            assert_eq!(split_sign(token), None, "{token}");
        }
    }

    #[test]
    fn glyphs_of_the_move_stand_before_the_others() {
        assert_eq!(nag_signs(&[16, 18, 1]), "! ± +−");
        assert_eq!(nag_signs(&[4, 139, 37, 23, 255]), "?? ⨁ ↑ $23 $255");
        assert_eq!(nag_words(&[2, 14]), ", a mistake, White has a slight advantage");
    }

    #[test]
    fn a_glyph_that_a_move_has_twice_is_given_once() {
        assert_eq!(nag_signs(&[1, 1, 140, 16, 140]), "! ∆ ±");
        assert_eq!(nag_words(&[1, 1, 140]), ", a good move, with the idea");
    }
}
