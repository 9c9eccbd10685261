//! Floor 1: a thin skin over shakmaty: a position with its incremental key, notation, perft.
//! The rules themselves are shakmaty's; nothing here decides what is legal.

pub mod notation;
pub mod perft;
pub mod position;

pub use notation::{NotationError, parse_fen, parse_move};
pub use position::{Key, Position};
pub use shakmaty::{Bitboard, Board, Color, File, Move, MoveList, Piece, Rank, Role, Square};
