//! Numeric annotation glyphs (NAGs): `parser` reads their signs, lists, pages and panels show these or say what they mean.

/// The signs of the NAGs 1 to 6.
pub(super) const MOVE_GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Signs of other notations and their NAGs, that which is shown first (PGN 10; Informant; Wikipedia, "Numeric Annotation Glyphs").
pub(super) const GLYPH_SIGNS: [(&str, u8); 26] = [
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
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=∞", 44),
    ("⇆", 132),
    ("∆", 140),
    ("⌓", 142),
    ("N", 146),
];

/// The sign of a NAG, which stands directly after a move from `!` to `?!` and begins with a space otherwise; ` $n` if it has none.
pub fn nag_sign(nag: u8) -> String {
    if let Some(glyph) = usize::from(nag).checked_sub(1).and_then(|at| MOVE_GLYPHS.get(at)) {
        return (*glyph).to_owned();
    }
    let known = GLYPH_SIGNS.iter().find(|(_, known)| *known == nag);
    known.map_or_else(|| format!(" ${nag}"), |(sign, _)| format!(" {sign}"))
}

/// The NAGs of a move, each once: a file may have a glyph twice, such as `! $1`, which together would be read as `!!`.
pub fn distinct_nags(nags: &[u8]) -> impl Iterator<Item = u8> {
    let first = |(at, nag): (usize, &u8)| (!nags[..at].contains(nag)).then_some(*nag);
    nags.iter().enumerate().filter_map(first)
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

/// What a NAG means (PGN 10; 140 to 146 as ChessBase and other programs use them); `NAG n` where that is not known.
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
        _ => return format!("NAG {nag}"),
    };
    meaning.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{GLYPH_SIGNS, nag_meaning, nag_signs, nag_words};

    #[test]
    fn every_nag_with_a_sign_has_a_meaning() {
        for nag in (1..=19).chain(GLYPH_SIGNS.map(|(_, nag)| nag)) {
            assert!(!nag_meaning(nag).starts_with("NAG"), "{nag}");
        }
        assert_eq!(nag_meaning(23), "Black is in zugzwang");
        assert_eq!(nag_meaning(250), "NAG 250");
    }

    #[test]
    fn glyphs_of_the_move_stand_before_the_others() {
        assert_eq!(nag_signs(&[16, 18, 1]), "! ± +−");
        assert_eq!(nag_words(&[2, 14]), ", a mistake, White has a slight advantage");
    }

    #[test]
    fn a_glyph_that_a_move_has_twice_is_given_once() {
        assert_eq!(nag_signs(&[1, 1, 140, 16, 140]), "! ∆ ±");
        assert_eq!(nag_words(&[1, 1, 140]), ", a good move, with the idea");
    }
}
