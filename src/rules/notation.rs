//! Reads and writes FEN, UCI moves and SAN moves, with error messages that say what is wrong.

use super::Position;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, File, Move, Rank, Role, Square};

/// The reason why a text is not a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The FEN is malformed or describes an impossible position.
    #[error("fen {text:?}: {reason}")]
    Fen {
        /// The text.
        text: String,
        /// The error in it.
        reason: String,
    },
    /// Neither SAN nor UCI.
    #[error("{0:?} is not a move in SAN or UCI form")]
    NotAMove(String),
    /// A well-formed move that cannot be played here.
    #[error("{0} is not legal here")]
    Illegal(String),
    /// A SAN move that several pieces could make.
    #[error("{0} is ambiguous: name the square it comes from")]
    Ambiguous(String),
    /// A typed text that denotes several legal moves.
    #[error("{text} may be {moves}")]
    Several {
        /// The text.
        text: String,
        /// The moves in SAN.
        moves: String,
    },
}

/// Reads a position in Forsyth-Edwards notation.
///
/// # Errors
/// [`NotationError::Fen`] with the reason when the text is malformed or the position illegal.
pub fn parse_fen(text: &str) -> Result<Position, NotationError> {
    let complain = |reason: String| NotationError::Fen { text: text.to_owned(), reason };
    let fen: Fen = text.trim().parse().map_err(|error| complain(format!("{error}")))?;
    let chess: Chess = fen
        .into_position(Position::CASTLING)
        .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
        .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .map_err(|error| complain(error.to_string()))?;
    Ok(Position::from_chess(chess))
}

/// The moves, legal or not, that `text` may denote for the side to move, in UCI form: one for every piece of the role
/// that it names. Empty when the text is not a move.
pub fn possible_moves(position: &Position, text: &str) -> Vec<String> {
    let text = text.trim();
    if text.parse::<UciMove>().is_ok() {
        return vec![text.to_owned()];
    }
    let bare = text.trim_end_matches(['!', '?', '+', '#']).replace('0', "O");
    let us = position.turn();
    match bare.parse::<San>() {
        Ok(San::Normal { role, file, rank, to, promotion, capture }) => {
            // A pawn that does not capture stays on its file.
            let file = if role == Role::Pawn && !capture { Some(to.file()) } else { file };
            let fits = |from: &Square| {
                *from != to
                    && file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
            };
            let pieces = position.board().by_piece(role.of(us)).into_iter().filter(fits);
            let promotion = promotion.map_or_else(String::new, |role| role.char().to_string());
            pieces.map(|from| format!("{from}{to}{promotion}")).collect()
        }
        Ok(San::Castle(side)) => {
            let king = Square::from_coords(File::E, us.fold_wb(Rank::First, Rank::Eighth));
            let to = Square::from_coords(side.king_to_file(), king.rank());
            vec![format!("{king}{to}")]
        }
        _ => Vec::new(),
    }
}

/// Reads a move in UCI or SAN form, check marks and annotation glyphs tolerated.
///
/// # Errors
/// Not a move at all, not legal, or ambiguous.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    if let Ok(uci) = text.parse::<UciMove>() {
        return uci.to_move(position.chess()).map_err(|_| NotationError::Illegal(text.to_owned()));
    }
    let bare = text.trim_end_matches(['!', '?', '+', '#']).replace('0', "O");
    let san: San = bare.parse().map_err(|_| NotationError::NotAMove(text.to_owned()))?;
    san.to_move(position.chess()).map_err(|error| match error {
        shakmaty::san::SanError::AmbiguousSan => NotationError::Ambiguous(text.to_owned()),
        shakmaty::san::SanError::IllegalSan => NotationError::Illegal(text.to_owned()),
    })
}

/// Writes `mv` in standard algebraic notation with its check or mate mark.
pub fn san(position: &Position, mv: Move) -> String {
    SanPlus::from_move(position.chess().clone(), mv).to_string()
}

/// Writes `mv` in UCI form, castling as the king's own two squares.
pub fn uci(mv: Move) -> String {
    mv.to_uci(Position::CASTLING).to_string()
}
