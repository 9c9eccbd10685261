//! The weights of the evaluation terms: `assets/knowledge/*.ron`, one file per category.
//!
//! A weight is a list of `(middlegame, endgame)` pairs in centipawns: one pair for a plain term, 32 for a piece-square
//! table (files a to d, rank 1 first, mirrored to the other half and to Black), 8 for a table by rank, any number for a
//! table by count.

use super::Error;
use crate::base::read_ron;
use crate::propnet::Pair;
use std::collections::BTreeMap;

const FILES: [(&str, &str); 10] = [
    ("material.ron", include_str!("../../assets/knowledge/material.ron")),
    ("passed_pawns.ron", include_str!("../../assets/knowledge/passed_pawns.ron")),
    ("king_safety.ron", include_str!("../../assets/knowledge/king_safety.ron")),
    ("piece_location.ron", include_str!("../../assets/knowledge/piece_location.ron")),
    ("piece_mobility.ron", include_str!("../../assets/knowledge/piece_mobility.ron")),
    ("pawn_structure.ron", include_str!("../../assets/knowledge/pawn_structure.ron")),
    ("threats.ron", include_str!("../../assets/knowledge/threats.ron")),
    ("minor_pieces.ron", include_str!("../../assets/knowledge/minor_pieces.ron")),
    ("major_pieces.ron", include_str!("../../assets/knowledge/major_pieces.ron")),
    ("endgame_scale.ron", include_str!("../../assets/knowledge/endgame_scale.ron")),
];

/// Largest weight in centipawns. 64 squares of it in every term do not overflow the 32 bits of a sum, and it fits the 16 bits of
/// the compiled evaluator's groups.
const LARGEST: u32 = 10_000;
const _: () = assert!(LARGEST <= i16::MAX as u32);

/// The comment at the top of the compiled-in file `file`, with line ends; empty if there is none.
pub fn header_comment(file: &str) -> &'static str {
    let text = FILES.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| text);
    text.split_once('{').map_or("", |(header, _)| header)
}

/// The current name of a weight; files of version 0.1 use the old names.
fn current_name(name: String) -> String {
    match name.strip_prefix("location.") {
        Some(role) => format!("piece_square.{role}"),
        None if name == "rook.shut_in" => "rook.trapped".to_owned(),
        None => name,
    }
}

/// Weights by name.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    entries: BTreeMap<String, Vec<Pair>>,
}

impl Weights {
    /// The weights that are compiled in.
    ///
    /// # Errors
    /// [`Error::Unreadable`] naming the file.
    pub fn standard() -> Result<Self, Error> {
        let mut entries = BTreeMap::new();
        for (file, text) in FILES {
            entries.extend(Self::read(file, text)?.entries);
        }
        Ok(Self { entries })
    }

    /// Reads one file; errors name it `file`.
    ///
    /// # Errors
    /// [`Error::Unreadable`], or [`Error::TooLarge`] for a number that would overflow the sums.
    pub fn read(file: &'static str, text: &str) -> Result<Self, Error> {
        let part: BTreeMap<String, Vec<Pair>> = read_ron(file, text)?;
        let mut entries = BTreeMap::new();
        for (name, pairs) in part {
            let too_large = |value: &&i32| value.unsigned_abs() > LARGEST;
            if let Some(&value) = pairs.iter().flatten().find(too_large) {
                return Err(Error::TooLarge { file, name, value });
            }
            entries.insert(current_name(name), pairs);
        }
        Ok(Self { entries })
    }

    /// The pairs called `name`.
    ///
    /// # Errors
    /// [`Error::Missing`].
    pub fn get(&self, name: &str) -> Result<&[Pair], Error> {
        self.entries.get(name).map(Vec::as_slice).ok_or_else(|| Error::Missing(name.to_owned()))
    }

    /// All weights, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Pair])> {
        self.entries.iter().map(|(name, pairs)| (name.as_str(), pairs.as_slice()))
    }
}
