//! A position as it is being set up, before it has to be legal. What is typed and clicked comes through `update::position_editor`; the
//! game is not touched until the position is accepted.

use crate::rules::{
    Board, CastlingMode, CastlingSide, Color, NotationError, Piece, Position, Rank, Role, Square,
    notation, parse_fen_as,
};

/// A castling right, in the order of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRight {
    /// Whose it is.
    pub color: Color,
    /// On which side of the king.
    pub wing: CastlingSide,
}

impl CastlingRight {
    /// The four rights.
    pub const ALL: [Self; 4] = {
        use CastlingSide::{KingSide, QueenSide};
        [
            Self { color: Color::White, wing: KingSide },
            Self { color: Color::White, wing: QueenSide },
            Self { color: Color::Black, wing: KingSide },
            Self { color: Color::Black, wing: QueenSide },
        ]
    };

    const fn index(self) -> usize {
        match (self.color, self.wing) {
            (Color::White, CastlingSide::KingSide) => 0,
            (Color::White, CastlingSide::QueenSide) => 1,
            (Color::Black, CastlingSide::KingSide) => 2,
            (Color::Black, CastlingSide::QueenSide) => 3,
        }
    }

    /// Its letter in a FEN: that of the outermost rook.
    const fn letter(self) -> char {
        ['K', 'Q', 'k', 'q'][self.index()]
    }
}

/// The fields of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rules of castling: a position of Chess960 stays one.
    mode: CastlingMode,
    /// The letter of each right that is claimed, in the order of [`CastlingRight::ALL`]; that of a file for an inner rook of Chess960.
    rights: [Option<char>; 4],
    /// The square that a pawn has passed with its last move.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the move.
    pub number: u32,
}

impl Placement {
    /// An empty board with White to move.
    pub fn empty() -> Self {
        Self {
            board: Board::empty(),
            turn: Color::White,
            mode: CastlingMode::Standard,
            rights: [None; 4],
            en_passant: None,
            halfmoves: 0,
            number: 1,
        }
    }

    /// The fields of a position.
    pub fn of(position: &Position) -> Self {
        let fen = position.fen();
        let field = |number| fen.split(' ').nth(number).unwrap_or_default();
        let mut rights = [None; 4];
        for letter in field(2).chars().filter(|letter| letter.is_ascii_alphabetic()) {
            let color = Color::from_white(letter.is_uppercase());
            let king = position.board().king_of(color).map(|king| king.file().char());
            let wing = match letter.to_ascii_lowercase() {
                'k' => CastlingSide::KingSide,
                'q' => CastlingSide::QueenSide,
                file => CastlingSide::from_king_side(king.is_some_and(|king| king < file)),
            };
            rights[CastlingRight { color, wing }.index()] = Some(letter);
        }
        Self {
            board: position.board().clone(),
            turn: position.turn(),
            mode: position.castling_mode(),
            rights,
            en_passant: field(3).parse().ok(),
            halfmoves: position.halfmoves(),
            number: field(5).parse().unwrap_or(1),
        }
    }

    /// Is this right claimed?
    pub const fn has_right(&self, right: CastlingRight) -> bool {
        self.rights[right.index()].is_some()
    }

    /// Claims a right, or gives it up.
    pub fn toggle_right(&mut self, right: CastlingRight) {
        let claimed = &mut self.rights[right.index()];
        *claimed = if claimed.is_some() { None } else { Some(right.letter()) };
    }

    /// Puts a piece on a square; the same piece again empties it.
    pub fn put(&mut self, square: Square, piece: Piece) {
        if self.board.piece_at(square) == Some(piece) {
            self.board.discard_piece_at(square);
        } else {
            self.board.set_piece_at(square, piece);
        }
    }

    /// Names the square that a pawn has passed, by itself or by the pawn's; the same again names none.
    pub fn name_en_passant(&mut self, square: Square) {
        let pawn = self.board.piece_at(square).filter(|piece| piece.role == Role::Pawn);
        let rank = match (pawn.map(|pawn| pawn.color), square.rank()) {
            (Some(Color::White), Rank::Fourth) => Rank::Third,
            (Some(Color::Black), Rank::Fifth) => Rank::Sixth,
            (_, rank) => rank,
        };
        let passed = Square::from_coords(square.file(), rank);
        self.en_passant = Some(passed).filter(|_| self.en_passant != Some(passed));
    }

    /// As a FEN, legal or not.
    pub fn fen(&self) -> String {
        let rights: String = self.rights.iter().flatten().collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = self.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
        let (board, turn) = (&self.board, self.turn.char());
        format!("{board} {turn} {rights} {passed} {} {}", self.halfmoves, self.number)
    }

    /// The position.
    ///
    /// # Errors
    /// What makes it illegal, in words.
    pub fn position(&self) -> Result<Position, String> {
        parse_fen_as(&self.fen(), self.mode).map_err(|error| match error {
            NotationError::Fen { reason, .. } => reason,
            error @ (NotationError::Arrangement(_)
            | NotationError::NotAMove(_)
            | NotationError::Illegal(_)
            | NotationError::Ambiguous(_)
            | NotationError::Several { .. }) => error.to_string(),
        })
    }

    /// The position as `:fen` reads it: as a FEN unless that does not say that it is of Chess960.
    ///
    /// # Errors
    /// What makes it illegal, in words.
    pub fn start_text(&self) -> Result<String, String> {
        Ok(notation::start_text(&self.position()?))
    }
}

/// A position being set up on the board.
#[derive(Clone, Debug)]
pub struct PositionEditor {
    placement: Placement,
    /// What it was before each change, oldest first.
    earlier: Vec<Placement>,
    /// The square that the keys act on.
    pub cursor: Square,
    /// The square on which the mouse button was pressed.
    pub pressed: Option<Square>,
}

impl PositionEditor {
    /// Begins with these fields.
    pub const fn new(placement: Placement, cursor: Square) -> Self {
        Self { placement, earlier: Vec::new(), cursor, pressed: None }
    }

    /// The fields as they stand.
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Changes the fields; [`Self::undo`] goes back.
    pub fn change(&mut self, change: impl FnOnce(&mut Placement)) {
        let before = self.placement.clone();
        change(&mut self.placement);
        if self.placement != before {
            self.earlier.push(before);
        }
    }

    /// Takes the last change back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let before = self.earlier.pop();
        let is_change = before.is_some();
        self.placement = before.unwrap_or_else(|| self.placement.clone());
        is_change
    }
}

#[cfg(test)]
mod tests {
    use super::{CastlingRight, Placement};
    use crate::rules::{Position, Square, parse_fen};

    #[test]
    fn the_fields_of_a_position_are_its_fen() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "4k3/8/8/8/8/8/8/1R1RK3 w D - 12 40",
            "1r1k3r/8/8/8/8/8/8/1R1RK2R b KDk - 3 9",
            "8/8/8/8/8/k7/8/K7 w - - 0 1",
        ] {
            let position = parse_fen(fen).unwrap();
            assert_eq!(Placement::of(&position).fen(), fen);
            assert_eq!(Placement::of(&position).position(), Ok(position));
        }
    }

    #[test]
    fn a_square_is_passed_by_itself_or_by_its_pawn() {
        let mut placement = Placement::of(&Position::default());
        placement.board = parse_fen("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1").unwrap().board().clone();
        placement.name_en_passant(Square::E4);
        assert_eq!(placement.en_passant, Some(Square::E3));
        placement.name_en_passant(Square::E3);
        assert_eq!(placement.en_passant, None);
        placement.name_en_passant(Square::A1);
        assert_eq!(placement.en_passant, Some(Square::A1));
        assert!(CastlingRight::ALL.into_iter().all(|right| placement.has_right(right)));
    }
}
