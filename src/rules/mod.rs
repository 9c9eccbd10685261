//! Layer 1: a thin layer over shakmaty: a position with its incremental Zobrist key, notation, perft, static exchange
//! evaluation (SEE). The rules themselves are shakmaty's; what the search needs faster (`checks`, `generate`) is tested
//! against it.

pub mod castling;
pub mod checks;
pub mod epd;
pub mod generate;
pub mod notation;
pub mod packed_move;
pub mod perft;
pub mod perft_divide;
pub mod polyglot;
pub mod position;
pub mod reversible;
pub mod see;
pub mod typed_move;

mod fen_error;

pub use castling::{CastlingSquares, castling_squares};
pub use checks::{CheckSquares, pinned};
pub use epd::Epd;
pub use generate::{MoveGenerator, MoveVisitor, attacked_by, captures};
pub use notation::{
    Dropped, NotationError, ParsedLine, assumed, parse_fen, parse_fen_as, parse_line, parse_move,
    parse_start, read_fen,
};
pub use packed_move::PackedMove;
pub use perft_divide::{DivideRow, compare_counts};
pub use polyglot::{BookError, BookMove, PolyglotBook};
pub use position::{Key, Position, white_view};
pub use reversible::move_back_to;
pub use see::{exchanges, immediate_gain, see, see_ge, see_value};
pub use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Color, File, Move, MoveList, Piece, Rank, Role,
    Square,
};
pub use typed_move::{begins_move, figurine_letter, moves_beginning, parse_typed, without_number};
