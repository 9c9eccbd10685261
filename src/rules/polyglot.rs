//! Polyglot opening books: entries of 16 bytes, sorted by the position's key.
//! Source: chessprogramming.org "PolyGlot", and the format's own description of its keys and moves.

use super::{Move, Position};
use crate::base::{Random, read_at_most};
use shakmaty::Position as _;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, File, Rank, Role, Square};
use std::io;
use std::path::{Path, PathBuf};

/// Size limit of a book in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Bytes of an entry: key (8), move (2), weight (2), learning data (4), big-endian.
const ENTRY: usize = 16;

/// A book in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolyglotBook {
    bytes: Vec<u8>,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight among the moves of the position; 0 is never played.
    pub weight: u16,
}

/// The reason why a file is not a book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("book {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
    /// The contents are no book.
    #[error("book {path}: {reason}; not a Polyglot book")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl PolyglotBook {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// The file cannot be read, is empty or cut, or its entries are not sorted.
    pub fn read(path: &Path) -> Result<Self, BookError> {
        let unreadable = |source| BookError::Unreadable { path: path.to_owned(), source };
        let bytes = read_at_most(path, MAX_BYTES).map_err(unreadable)?;
        Self::from_bytes(bytes)
            .map_err(|reason| BookError::Invalid { path: path.to_owned(), reason })
    }

    fn from_bytes(bytes: Vec<u8>) -> Result<Self, String> {
        if bytes.is_empty() {
            return Err("the file is empty".to_owned());
        }
        if !bytes.len().is_multiple_of(ENTRY) {
            return Err(format!("{} bytes are not a multiple of {ENTRY}", bytes.len()));
        }
        let book = Self { bytes };
        let unsorted = (1..book.len()).find(|&index| book.key(index - 1) > book.key(index));
        match unsorted {
            Some(index) => {
                Err(format!("entry {} has a smaller key than the one before it", index + 1))
            }
            None => Ok(book),
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Has it no entries? Never true of a book that was read.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn field<const N: usize>(&self, index: usize, at: usize) -> [u8; N] {
        let from = index * ENTRY + at;
        self.bytes.get(from..from + N).and_then(|it| it.try_into().ok()).unwrap_or([0; N])
    }

    fn key(&self, index: usize) -> u64 {
        u64::from_be_bytes(self.field(index, 0))
    }

    /// The legal moves of the book in the position, in the order of the file.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = key(position);
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        let legal = position.legal_moves();
        let entries = (low..self.len()).take_while(|&index| self.key(index) == key);
        entries
            .filter_map(|index| {
                let code = u16::from_be_bytes(self.field(index, 8));
                let weight = u16::from_be_bytes(self.field(index, 10));
                let mv = legal.iter().copied().find(|&mv| denotes(code, mv))?;
                Some(BookMove { mv, weight })
            })
            .collect()
    }

    /// A move of the book: drawn with probabilities proportional to the weights, or the one with the largest weight if
    /// `random` is `None`. The second value is the sum of the weights.
    pub fn choose(
        &self,
        position: &Position,
        random: Option<&mut Random>,
    ) -> Option<(BookMove, u64)> {
        let moves = self.moves(position);
        let sum: u64 = moves.iter().map(|it| u64::from(it.weight)).sum();
        let chosen = match random {
            None => moves.into_iter().rev().max_by_key(|it| it.weight),
            Some(random) => {
                let mut left = random.below(sum.max(1));
                moves.into_iter().find(|it| {
                    let is_drawn = left < u64::from(it.weight);
                    left = left.saturating_sub(it.weight.into());
                    is_drawn
                })
            }
        };
        Some((chosen.filter(|it| it.weight > 0)?, sum))
    }
}

/// The position's key in a book.
pub fn key(position: &Position) -> u64 {
    let key: Zobrist64 = position.chess().zobrist_hash(EnPassantMode::PseudoLegal);
    key.0
}

/// Does the code of a book denote the move? Bits 0 to 5 are the target, 6 to 11 the origin, 12 to 14 the promotion; castling
/// is the king taking its rook.
fn denotes(code: u16, mv: Move) -> bool {
    let square = |bits: u16| {
        let (file, rank) = (u32::from(bits & 7), u32::from(bits >> 3 & 7));
        Square::from_coords(File::new(file), Rank::new(rank))
    };
    let promotions =
        [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];
    promotions.get(usize::from(code >> 12 & 7)).is_some_and(|promotion| {
        mv.promotion() == *promotion
            && mv.to() == square(code)
            && mv.from() == Some(square(code >> 6))
    })
}

#[cfg(test)]
mod tests {
    use super::{PolyglotBook, key};
    use crate::base::Random;
    use crate::rules::{Move, Position, notation, parse_fen, parse_move};

    /// The entries of a book with these moves: FEN, move and weight.
    fn book(entries: &[(&str, &str, u16)]) -> Vec<u8> {
        let mut rows: Vec<[u8; 16]> = entries
            .iter()
            .map(|(fen, mv, weight)| {
                let position = parse_fen(fen).unwrap();
                let mv = parse_move(&position, mv).unwrap();
                let promotion = mv.promotion().map_or(0, |role| role as u16 - 1);
                let (from, to) = (mv.from().unwrap() as u16, mv.to() as u16);
                let code = promotion << 12 | from << 6 | to;
                let mut row = [0; 16];
                row[..8].copy_from_slice(&key(&position).to_be_bytes());
                row[8..10].copy_from_slice(&code.to_be_bytes());
                row[10..12].copy_from_slice(&weight.to_be_bytes());
                row
            })
            .collect();
        rows.sort_by_key(|row| row[..8].to_vec());
        rows.concat()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLE: &str = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";

    /// Source: the examples of the format's description.
    #[test]
    fn keys_are_those_of_the_format() {
        for (fen, expected) in [
            (START, 0x463b_9618_1691_fc9c_u64),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ] {
            assert_eq!(key(&parse_fen(fen).unwrap()), expected, "{fen}");
        }
    }

    #[test]
    fn moves_are_drawn_by_their_weights() {
        let book = PolyglotBook::from_bytes(book(&[
            (START, "e4", 30),
            (START, "d4", 10),
            (START, "a3", 0),
            (CASTLE, "O-O", 5),
            (CASTLE, "a8=N", 4),
        ]))
        .unwrap();
        assert_eq!((book.len(), book.is_empty()), (5, false));
        let start = Position::default();
        let name = |mv: Move| notation::uci(mv);
        let (best, sum) = book.choose(&start, None).unwrap();
        assert_eq!((name(best.mv).as_str(), best.weight, sum), ("e2e4", 30, 40));
        let mut random = Random::new(1);
        let mut drawn = [0; 2];
        for _ in 0..400 {
            let (chosen, _) = book.choose(&start, Some(&mut random)).unwrap();
            drawn[usize::from(name(chosen.mv) == "d2d4")] += 1;
        }
        assert!((60..140).contains(&drawn[1]), "{drawn:?}");
        let moves = book.moves(&parse_fen(CASTLE).unwrap());
        let names: Vec<String> = moves.iter().map(|it| name(it.mv)).collect();
        assert_eq!(names, ["e1g1", "a7a8n"]);
        let unknown = parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(
            (book.moves(&unknown), book.choose(&unknown, Some(&mut random))),
            (vec![], None)
        );
    }

    #[test]
    fn the_sum_of_many_weights_is_that_of_them_all() {
        let entries = book(&[(START, "e4", u16::MAX)]).repeat(70_000);
        let book = PolyglotBook::from_bytes(entries).unwrap();
        let (_, sum) = book.choose(&Position::default(), Some(&mut Random::new(1))).unwrap();
        assert_eq!(sum, 70_000 * u64::from(u16::MAX));
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let mut unsorted = book(&[(START, "e4", 1), (CASTLE, "O-O", 1)]);
        unsorted.rotate_left(16);
        for (bytes, expected) in [
            (vec![], "the file is empty"),
            (vec![1; 17], "17 bytes are not a multiple of 16"),
            (unsorted, "entry 2 has a smaller key than the one before it"),
        ] {
            assert_eq!(PolyglotBook::from_bytes(bytes).unwrap_err(), expected);
        }
        let error = PolyglotBook::read("nowhere.bin".as_ref()).unwrap_err().to_string();
        assert!(error.starts_with("book nowhere.bin: "), "{error}");
    }
}
