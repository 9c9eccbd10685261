//! Polyglot opening books by path. Source for the format: Michel Van den Bergh, "Polyglot book format": entries of 16
//! bytes, big-endian, sorted by key: key, move, weight, learn. The key is [`Position::key`].

use crate::base::Random;
use crate::rules::{Key, Move, Position, Role, Square};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of an entry.
const ENTRY_BYTES: u64 = 16;

/// An open book. Entries are read from the file on demand.
#[derive(Debug)]
pub struct Book {
    file: File,
    entries: u64,
}

impl Book {
    /// Opens a book.
    ///
    /// # Errors
    /// The file cannot be opened, or its length is not a whole number of entries.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if length == 0 || !length.is_multiple_of(ENTRY_BYTES) {
            let text = format!(
                "{}: not a Polyglot book: {length} bytes is not a multiple of {ENTRY_BYTES}",
                path.display()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(Self { file, entries: length / ENTRY_BYTES })
    }

    /// The book's legal moves here with their weights, in the book's order.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn moves(&mut self, position: &Position) -> io::Result<Vec<(Move, u32)>> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low.midpoint(high);
            if self.entry(middle)?.0 < position.key() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut found = Vec::new();
        while low < self.entries {
            let (key, mv, weight) = self.entry(low)?;
            if key != position.key() {
                break;
            }
            found.extend(decode(mv, position).map(|mv| (mv, u32::from(weight))));
            low += 1;
        }
        Ok(found)
    }

    fn entry(&mut self, number: u64) -> io::Result<(Key, u16, u16)> {
        let mut bytes = [0; ENTRY_BYTES as usize];
        self.file.seek(SeekFrom::Start(number * ENTRY_BYTES))?;
        self.file.read_exact(&mut bytes)?;
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = bytes;
        Ok((
            u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            u16::from_be_bytes([m0, m1]),
            u16::from_be_bytes([w0, w1]),
        ))
    }
}

/// Picks a move at random with probability proportional to its weight; `None` when all weights are zero.
pub fn pick_weighted(moves: &[(Move, u32)], random: &mut Random) -> Option<Move> {
    let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut rest = random.below(total);
    for (mv, weight) in moves {
        match rest.checked_sub(u64::from(*weight)) {
            None => return Some(*mv),
            Some(less) => rest = less,
        }
    }
    None
}

/// Decodes a book move of 16 bits if it is legal. Castling is encoded as the king capturing its own rook.
fn decode(bits: u16, position: &Position) -> Option<Move> {
    let square = |shift: u16| Square::new(u32::from(bits >> shift & 63));
    let (to, from) = (square(0), square(6));
    let promotion = match bits >> 12 & 7 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let fits = |mv: &&Move| match **mv {
        Move::Castle { king, rook } => king == from && rook == to,
        mv => mv.from() == Some(from) && mv.to() == to && mv.promotion() == promotion,
    };
    position.legal_moves().iter().find(fits).copied()
}
