//! Keys that remove text in fields and searches, whose cursor stands at the end.

/// What a key removes at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erased {
    /// The last character.
    Character,
    /// The last word.
    Word,
    /// All.
    All,
}

impl Erased {
    /// Removes it.
    pub fn remove_from(self, text: &mut String) {
        let kept = match self {
            Self::Character => text.char_indices().next_back().map_or(0, |(last, _)| last),
            Self::Word => text.trim_end().rfind(' ').map_or(0, |blank| blank + 1),
            Self::All => 0,
        };
        text.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::Erased;

    #[test]
    fn the_end_of_a_text_is_removed() {
        for (erased, text, kept) in [
            (Erased::Character, "ab♘", "ab"),
            (Erased::Character, "", ""),
            (Erased::Word, "white:Ünal level:1500  ", "white:Ünal "),
            (Erased::Word, "white:Ada", ""),
            (Erased::All, "white:Ada level:1500", ""),
        ] {
            let mut left = text.to_owned();
            erased.remove_from(&mut left);
            assert_eq!(left, kept, "{erased:?} of {text:?}");
        }
    }
}
