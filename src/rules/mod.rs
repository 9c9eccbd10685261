//! Floor 1: a thin skin over shakmaty: a position with its incremental key, notation, perft.
//! The rules themselves are shakmaty's; nothing here decides what is legal.

pub mod captures;
pub mod divide;
pub mod exchange;
pub mod notation;
pub mod packed;
pub mod perft;
pub mod position;

pub use captures::{CheckSquares, captures};
pub use divide::{DivideRow, compare_counts, compare_divide};
pub use exchange::{exchange_reaches, exchange_value};
pub use notation::{NotationError, parse_fen, parse_move};
pub use packed::PackedMove;
pub use position::{Key, Position};
pub use shakmaty::{Bitboard, Board, Color, File, Move, MoveList, Piece, Rank, Role, Square};
