//! Piece letters of the languages in which PGN files are written, against the standard.

use strum::{Display, VariantArray};

/// A language of piece letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, VariantArray, clap::ValueEnum)]
pub enum Language {
    /// The letters of the PGN standard.
    #[default]
    English,
    /// K D T L S.
    German,
    /// R D T F C.
    French,
    /// R D T A C.
    Spanish,
    /// R D T A C.
    Italian,
    /// K D T L P.
    Dutch,
    /// R D T B C.
    Portuguese,
    /// K H W G S.
    Polish,
    /// K D V S J.
    Czech,
    /// K V B F H.
    Hungarian,
    /// K D T L S.
    Danish,
    /// K D T L S.
    Norwegian,
    /// K D T L S.
    Swedish,
    /// K D T L R.
    Finnish,
    /// Кр Ф Л С К.
    Russian,
}

impl Language {
    /// The letters of king, queen, rook, bishop and knight.
    /// Source: the national chess federations' notation, as Wikipedia's "Algebraic notation (chess)" lists it.
    pub const fn letters(self) -> [&'static str; 5] {
        match self {
            Self::English => ["K", "Q", "R", "B", "N"],
            Self::German | Self::Danish | Self::Norwegian | Self::Swedish => {
                ["K", "D", "T", "L", "S"]
            }
            Self::French => ["R", "D", "T", "F", "C"],
            Self::Spanish | Self::Italian => ["R", "D", "T", "A", "C"],
            Self::Dutch => ["K", "D", "T", "L", "P"],
            Self::Portuguese => ["R", "D", "T", "B", "C"],
            Self::Polish => ["K", "H", "W", "G", "S"],
            Self::Czech => ["K", "D", "V", "S", "J"],
            Self::Hungarian => ["K", "V", "B", "F", "H"],
            Self::Finnish => ["K", "D", "T", "L", "R"],
            Self::Russian => ["Кр", "Ф", "Л", "С", "К"],
        }
    }

    /// The English letter at the start of `text`, which is in this language, and the length of its own letter in bytes.
    pub(super) fn translate(self, text: &str) -> Option<(char, usize)> {
        // The king first: the Russian letter of the knight is the beginning of the king's.
        let letters = self.letters().into_iter().zip(['K', 'Q', 'R', 'B', 'N']);
        letters.filter(|(own, _)| text.starts_with(own)).map(|(own, c)| (c, own.len())).next()
    }
}
