//! A chess position with its incremental Zobrist key. The search copies positions (copy-make) and never unmakes a move.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, FromSetup as _, Move, MoveList, Position as _,
    Role, Square,
};
use std::ops::Neg;

/// The 64-bit Polyglot key of a position: pieces, side to move, castling rights and a legal en-passant file.
pub type Key = u64;

/// A legal chess position and its key. 144 bytes, cheap to copy (about 3 ns).
///
/// Invariant: `key` equals [`Position::key_from_scratch`].
#[derive(Clone, Debug, Eq)]
pub struct Position {
    chess: Chess,
    key: Key,
}

/// Positions with the rules of castling of standard chess and of Chess960 differ; their keys may be equal.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.chess == other.chess
            && self.castling_mode() == other.castling_mode()
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::from_chess(Chess::default())
    }
}

impl Position {
    /// Wraps a shakmaty position and computes its key.
    pub fn from_chess(chess: Chess) -> Self {
        let key = key_of(&chess);
        Self { chess, key }
    }

    /// The shakmaty position.
    #[inline]
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// Piece placement.
    #[inline]
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// Knights, bishops, rooks and queens of both sides.
    #[inline]
    pub fn pieces(&self) -> Bitboard {
        self.board().occupied() & !self.board().pawns() & !self.board().kings()
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// The hash key; equal positions (for the repetition rule) have equal keys.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The key computed from scratch, for debug assertions and tests.
    pub fn key_from_scratch(&self) -> Key {
        key_of(&self.chess)
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Half-moves since the first move of the game by the move number: 0 for White's first.
    pub fn game_ply(&self) -> usize {
        let full = usize::try_from(self.chess.fullmoves().get()).unwrap_or(usize::MAX / 4);
        2 * (full - 1) + usize::from(self.turn() == Color::Black)
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        self.chess.legal_moves()
    }

    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.chess.checkers()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// The position after `mv`, which must be legal here.
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.become_after(self, mv, self.key_after(mv));
        next
    }

    /// Turns a copy of `before` into the position after `mv`, which must be legal there, with its [`Position::key_after`].
    ///
    /// The search makes its moves where the position stays. A copy would load in large pieces what has just been written in small
    /// ones, and each such load waits until the stores are complete (no store forwarding).
    #[inline]
    pub fn become_after(&mut self, before: &Self, mv: Move, key_after: Key) {
        debug_assert_eq!(self, before);
        self.chess.play_unchecked(mv);
        self.key = key_after ^ state_change(&before.chess, &self.chess).0;
        debug_assert_eq!(self.key, self.key_from_scratch());
    }

    /// The position after `moves`, each of which must be legal.
    pub fn after_line(&self, moves: &[Move]) -> Self {
        let mut end = self.clone();
        moves.iter().for_each(|&mv| end.play(mv));
        end
    }

    /// The key after `mv`, computed without playing it, for prefetching the TT entry. Wrong when the move changes
    /// castling rights or the en-passant square.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let moved = piece_key(self.turn(), mv) ^ Zobrist64::zobrist_for_white_turn();
        self.key ^ moved.0
    }

    /// The key after a null move, for prefetching. Wrong where en passant is possible.
    #[inline]
    pub fn key_after_null(&self) -> Key {
        self.key ^ Zobrist64::zobrist_for_white_turn().0
    }

    /// Plays `mv`, which must be legal here.
    pub fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// The position after a null move, or `None` when the side to move is in check. It counts in the move number and the
    /// half-move clock as every move but a capture or a pawn's does.
    pub fn null_move(&self) -> Option<Self> {
        self.pass(1)
    }

    /// A null move that adds `halfmoves` to the half-move clock.
    fn pass(&self, halfmoves: u32) -> Option<Self> {
        let mut setup = self.chess.to_setup(EnPassantMode::Always);
        if self.turn() == Color::Black {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.halfmoves = setup.halfmoves.saturating_add(halfmoves);
        setup.swap_turn();
        let chess = Chess::from_setup(setup, self.chess.castles().mode()).ok()?;
        Some(self.with_side_swapped(chess))
    }

    /// [`Position::null_move`] for the search, faster: the side to move must not be in check.
    ///
    /// Plays a knight, bishop or queen from its square to the same square, which avoids building and validating a
    /// position. Without such a piece the half-move clock stays as it is: the node counts of the search depend on that.
    pub fn null_move_unchecked(&self) -> Option<Self> {
        let (board, turn) = (self.board(), self.turn());
        let movable = board.knights() | board.bishops() | board.queens();
        let Some(square) = (board.by_color(turn) & movable).first() else {
            return self.pass(0);
        };
        let role = board.role_at(square)?;
        let mut chess = self.chess.clone();
        let (from, to) = (square, square);
        chess.play_unchecked(Move::Normal { role, from, capture: None, to, promotion: None });
        Some(self.with_side_swapped(chess))
    }

    /// Adds the key to `chess`, which is this position with the other side to move.
    fn with_side_swapped(&self, chess: Chess) -> Self {
        let key = Zobrist64(self.key)
            ^ state_change(&self.chess, &chess)
            ^ Zobrist64::zobrist_for_white_turn();
        debug_assert_eq!(key, Zobrist64(key_of(&chess)));
        Self { chess, key: key.0 }
    }

    /// Whether no repetition of this or an earlier position is possible after `mv`.
    pub fn is_irreversible(&self, mv: Move) -> bool {
        self.chess.is_irreversible(mv)
    }

    /// The position as Shredder-FEN: castling rights are the letters of the rooks' files. Engines with the option
    /// `UCI_Chess960` read it.
    pub fn shredder_fen(&self) -> String {
        let rights = |color: Color| {
            let rooks = self.chess.castles().castling_rights() & color.backrank();
            let file = move |rook: Square| rook.file().char();
            let letters = rooks.into_iter().rev().map(file);
            letters.map(|file| color.fold_wb(file.to_ascii_uppercase(), file)).collect::<String>()
        };
        let rights = rights(Color::White) + &rights(Color::Black);
        let fen = self.fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        if !rights.is_empty() {
            fields[2] = &rights;
        }
        fields.join(" ")
    }

    /// The position as FEN, with the en-passant square only where the capture is legal. Castling rights are written as in
    /// X-FEN: `K` and `Q` for the outermost rooks, the file's letter for others.
    pub fn fen(&self) -> String {
        shakmaty::fen::Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }
}

/// A score from the view of `side`, converted to White's view, or back.
pub fn white_view<T: Neg<Output = T>>(score: T, side: Color) -> T {
    if side.is_white() { score } else { -score }
}

fn key_of(chess: &Chess) -> Key {
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The Zobrist key of a piece.
#[inline]
fn piece(square: Square, role: Role, color: Color) -> Zobrist64 {
    Zobrist64::zobrist_for_piece(square, role.of(color))
}

/// The change of the Zobrist key by the pieces that a move by `turn` moves and captures. Nearly all moves are normal.
#[inline]
fn piece_key(turn: Color, mv: Move) -> Zobrist64 {
    let Move::Normal { role, from, capture, to, promotion } = mv else {
        return special_piece_key(turn, mv);
    };
    let moved = piece(from, role, turn) ^ piece(to, promotion.unwrap_or(role), turn);
    capture.map_or(moved, |captured| moved ^ piece(to, captured, !turn))
}

/// [`piece_key`] of a move that is not a normal one.
#[cold]
fn special_piece_key(turn: Color, mv: Move) -> Zobrist64 {
    match mv {
        Move::Normal { .. } => piece_key(turn, mv),
        Move::EnPassant { from, to } => {
            let taken = Square::from_coords(to.file(), from.rank());
            piece(from, Role::Pawn, turn)
                ^ piece(to, Role::Pawn, turn)
                ^ piece(taken, Role::Pawn, !turn)
        }
        Move::Castle { king, rook } => mv.castling_side().map_or(Zobrist64(0), |side| {
            piece(king, Role::King, turn)
                ^ piece(rook, Role::Rook, turn)
                ^ piece(side.king_to(turn), Role::King, turn)
                ^ piece(side.rook_to(turn), Role::Rook, turn)
        }),
        Move::Put { role, to } => piece(to, role, turn),
    }
}

/// The change of [`state_key`] from one position to the next. Most moves change neither castling rights nor en passant.
#[inline]
fn state_change(before: &Chess, after: &Chess) -> Zobrist64 {
    let rights = |chess: &Chess| chess.castles().castling_rights();
    if rights(before) == rights(after)
        && before.maybe_ep_square().is_none()
        && after.maybe_ep_square().is_none()
    {
        Zobrist64(0)
    } else {
        state_key(before) ^ state_key(after)
    }
}

/// The part of the Zobrist key for castling rights and the legal en-passant file.
fn state_key(chess: &Chess) -> Zobrist64 {
    let mut key = Zobrist64(0);
    let castles = chess.castles();
    if !castles.is_empty() {
        for color in Color::ALL {
            for side in shakmaty::CastlingSide::ALL {
                if castles.has(color, side) {
                    key ^= Zobrist64::zobrist_for_castling_right(color, side);
                }
            }
        }
    }
    if chess.maybe_ep_square().is_some()
        && let Some(square) = chess.legal_ep_square()
    {
        key ^= Zobrist64::zobrist_for_en_passant_file(square.file());
    }
    key
}

#[cfg(test)]
mod tests {
    use crate::rules::parse_fen;

    const FENS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/2N5/PPPP1PPP/R1BQKBNR b KQkq e3 0 3",
        "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 4 9",
        "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
    ];

    #[test]
    fn a_null_move_is_a_pass_that_counts_as_a_half_move() {
        for fen in FENS {
            let position = parse_fen(fen).unwrap();
            let (quick, thorough) =
                (position.null_move_unchecked().unwrap(), position.null_move().unwrap());
            assert_eq!(quick.key(), thorough.key(), "{fen}");
            assert_eq!(quick, thorough, "{fen}");
            let plies = [&quick, &thorough].map(|it| it.game_ply());
            assert_eq!(plies, [position.game_ply() + 1; 2], "{fen}");
            // Positions are equal whatever their half-move clocks are.
            let clock = |fen: &str| fen.split(' ').nth(4).unwrap().parse::<u32>().unwrap();
            assert_eq!(clock(&thorough.fen()), clock(fen) + 1, "{fen}");
            let board = position.board();
            let counts = (board.knights() | board.bishops() | board.queens()).any();
            assert_eq!(clock(&quick.fen()), clock(fen) + u32::from(counts), "{fen}");
        }
    }

    #[test]
    fn the_key_is_guessed_where_castling_and_en_passant_stay_as_they_are() {
        let position = parse_fen(FENS[3]).unwrap();
        for &mv in &position.legal_moves() {
            assert_eq!(position.key_after(mv), position.after(mv).key(), "{mv:?}");
        }
        // Of 48 moves two castle, two are the king's and five the rooks', and one lets itself be taken in passing.
        let position = parse_fen(FENS[0]).unwrap();
        let legal = position.legal_moves();
        let guessed = |mv| position.key_after(mv) == position.after(mv).key();
        assert_eq!(legal.iter().filter(|&&mv| !guessed(mv)).count(), 10);
    }
}
