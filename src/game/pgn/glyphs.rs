//! The signs of numeric annotation glyphs (NAGs): `parser` reads them, and lists, pages and panels show them.

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
