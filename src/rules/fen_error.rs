//! What is wrong with a FEN, in words that name the field and its value.

use crate::base::shortened;
use shakmaty::fen::ParseFenError;
use shakmaty::{Board, Chess, Color, PositionError, PositionErrorKinds as Kinds};

/// Characters of a field or a rank that are shown.
const MOST: usize = 40;

/// Why `text` cannot be parsed.
pub(super) fn malformed(text: &str, error: &ParseFenError) -> String {
    let is_blank = |c: char| c.is_whitespace() || c == '_';
    let field = |number: usize| {
        let mut fields = text.split(is_blank).filter(|field| !field.is_empty());
        fields.nth(number).unwrap_or_default()
    };
    let of = |name: &str, value: &str, expected: &str| {
        format!("{name} {:?}: expected {expected}", shortened(value, MOST))
    };
    match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => wrong_board(field(0)),
        ParseFenError::InvalidTurn => of("side to move", field(1), "w or b"),
        ParseFenError::InvalidCastling => {
            of("castling rights", field(2), "at most four letters of KQkq or of files, or -")
        }
        ParseFenError::InvalidEpSquare => of("en passant square", field(3), "a square or -"),
        ParseFenError::InvalidHalfmoveClock => of("half-move clock", field(4), "a number"),
        ParseFenError::InvalidFullmoves => of("move number", field(5), "a number"),
        ParseFenError::InvalidRemainingChecks | ParseFenError::InvalidFen => {
            "expected board, side to move, castling rights, en passant square and two numbers"
                .to_owned()
        }
    }
}

/// The first rank of the board field that has not eight squares, or what else is wrong with it.
fn wrong_board(board: &str) -> String {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return format!(
            "the board has {} {}, not 8: from the eighth to the first with / between them",
            ranks.len(),
            if ranks.len() == 1 { "rank" } else { "ranks" }
        );
    }
    for (number, rank) in (1..=8).rev().zip(ranks) {
        let squares = |c: char| match c {
            '1'..='8' => c.to_digit(10),
            'p' | 'n' | 'b' | 'r' | 'q' | 'k' => Some(1),
            'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => Some(1),
            // Marks a promoted piece.
            '~' => Some(0),
            _ => None,
        };
        let shown = shortened(rank, MOST);
        if let Some(wrong) = rank.chars().find(|&c| squares(c).is_none()) {
            return format!(
                "rank {number} {shown:?}: {wrong:?} is neither a piece nor a number of empty squares"
            );
        }
        let count: u32 = rank.chars().filter_map(squares).sum();
        if count != 8 {
            return format!("rank {number} {shown:?} has {count} squares, not 8");
        }
    }
    format!("the board {:?} is malformed", shortened(board, 2 * MOST))
}

/// Why no game can have the position with this board.
pub(super) fn impossible(board: &Board, error: &PositionError<Chess>) -> String {
    let kings = |color| (board.kings() & board.by_color(color)).count();
    let missing = match (kings(Color::White), kings(Color::Black)) {
        (0, 0) => "neither side has a king",
        (0, _) => "White has no king",
        (_, _) => "Black has no king",
    };
    let several = match (kings(Color::White), kings(Color::Black)) {
        (2.., 2..) => "both sides have several kings",
        (2.., _) => "White has several kings",
        (_, _) => "Black has several kings",
    };
    let words = [
        (Kinds::EMPTY_BOARD, "the board is empty"),
        (Kinds::MISSING_KING, missing),
        (Kinds::TOO_MANY_KINGS, several),
        (Kinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or the last rank"),
        (Kinds::OPPOSITE_CHECK, "the side that is not to move is in check"),
        (Kinds::IMPOSSIBLE_CHECK, "no move can have given this check"),
    ];
    let found = words.into_iter().filter(|&(kind, _)| error.kinds().contains(kind));
    let found: Vec<&str> = found.map(|(_, words)| words).collect();
    format!("impossible position: {}", found.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::rules::parse_fen;

    #[test]
    fn the_field_and_its_value_are_named() {
        for (fen, words) in [
            (
                "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                "rank 7 \"ppppppp\" has 7 squares, not 8",
            ),
            (
                "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                "rank 6 \"9\": '9' is neither",
            ),
            ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "the board has 7 ranks, not 8"),
            ("518", "the board has 1 rank, not 8"),
            ("k7/8/8/8/8/8/8/K7 x - -", "side to move \"x\": expected w or b"),
            ("k7/8/8/8/8/8/8/K7 w z9 -", "castling rights \"z9\""),
            ("k7/8/8/8/8/8/8/K7 w - e9", "en passant square \"e9\""),
            ("k7/8/8/8/8/8/8/K7 w - - x 1", "half-move clock \"x\""),
            ("k7/8/8/8/8/8/8/K6r b - -", "the side that is not to move is in check"),
            ("k6P/8/8/8/8/8/8/K7 b - -", "a pawn stands on the first or the last rank"),
            ("k7/8/8/8/8/8/8/8 w - -", "impossible position: White has no king"),
            ("8/8/8/8/8/8/8/K7 w - -", "impossible position: Black has no king"),
            ("8/8/8/8/8/8/8/R7 w - -", "impossible position: neither side has a king"),
            ("kk6/8/8/8/8/8/8/K7 w - -", "impossible position: Black has several kings"),
            ("kk6/8/8/8/8/8/8/KK6 w - -", "impossible position: both sides have several kings"),
        ] {
            let error = parse_fen(fen).unwrap_err().to_string();
            assert!(error.contains(words), "{fen}: {error}");
        }
        for fen in ["a".repeat(5000), format!("{}/8/8/8/8/8/8/8 w", "p".repeat(5000))] {
            assert!(parse_fen(&fen).unwrap_err().to_string().len() < 400);
        }
        let nine = parse_fen("8/8/8/8/8/8/8/8/8 w - -").unwrap_err().to_string();
        assert!(nine.contains("the board has 9 ranks"), "{nine}");
    }
}
