//! The base propositions of chess and their bits: the state of the machine. Repetitions are counted by the game record.

use super::names;
use crate::propnet::{Builder, Literal};
use crate::rules::{CastlingSide, CastlingSquares, Color, File, Position, Rank, Role, Square};
use shakmaty::Position as _;

/// Words of a state: twelve bitboards (white pawns to kings, then black), and one for turn, castling, en passant and clock.
pub const WORDS: usize = 13;
/// The base bits of a position.
pub type ChessBase = [u64; WORDS];

const REST: usize = 12;
const TURN: usize = 0;
const CASTLING: usize = 1;
const EN_PASSANT: usize = 5;
const CLOCK: usize = 13;
/// Bits of the halfmove clock, which ends the game at 150.
pub const CLOCK_BITS: usize = 8;
/// The halfmove clock at which the game is over. Source: FIDE Laws of Chess 2023, article 9.6.2.
pub const SEVENTY_FIVE_MOVES: u32 = 150;

/// 0 for White, 1 for Black.
pub const fn side_index(side: Color) -> usize {
    side.is_black() as usize
}

/// The bit of a piece on a square.
pub fn piece_bit(side: Color, kind: Role, square: Square) -> usize {
    (side_index(side) * 6 + usize::from(kind) - 1) * 64 + usize::from(square)
}

/// The bit that says White is to move.
pub const fn turn_bit() -> usize {
    REST * 64 + TURN
}

/// The bit of a castling right.
pub const fn castling_bit(side: Color, wing: CastlingSide) -> usize {
    REST * 64 + CASTLING + side_index(side) * 2 + wing as usize
}

/// The bit of an en-passant file.
pub fn en_passant_bit(file: File) -> usize {
    REST * 64 + EN_PASSANT + usize::from(file)
}

/// A bit of the halfmove clock.
pub const fn clock_bit(bit: usize) -> usize {
    REST * 64 + CLOCK + bit
}

/// The base bits of `position`. The clock stops at 150; the en-passant file is set after every double step.
pub fn encode(position: &Position) -> ChessBase {
    let mut base = [0; WORDS];
    let board = position.board();
    for side in Color::ALL {
        for kind in Role::ALL {
            base[piece_bit(side, kind, Square::A1) / 64] = board.by_piece(kind.of(side)).0;
        }
    }
    let mut set = |bit: usize| base[bit / 64] |= 1 << (bit % 64);
    if position.turn() == Color::White {
        set(turn_bit());
    }
    for side in Color::ALL {
        for wing in CastlingSide::ALL {
            if position.chess().castles().has(side, wing) {
                set(castling_bit(side, wing));
            }
        }
    }
    if let Some(square) = position.chess().maybe_ep_square() {
        set(en_passant_bit(square.file()));
    }
    let clock = position.halfmoves().min(SEVENTY_FIVE_MOVES);
    (0..CLOCK_BITS).filter(|bit| clock >> bit & 1 == 1).for_each(|bit| set(clock_bit(bit)));
    base
}

/// The squares of castling, which the networks are built for: in Chess960 they differ from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRules([[CastlingSquares; 2]; 2]);

impl CastlingRules {
    /// The squares of the rights of `position`, and those that are assumed for rights that it does not have.
    pub fn of_position(position: &Position) -> Self {
        Self(Color::ALL.map(|side| {
            CastlingSide::ALL.map(|wing| position.assumed_castling_squares(side, wing))
        }))
    }

    /// The squares of one castling move.
    pub const fn of(&self, side: Color, wing: CastlingSide) -> CastlingSquares {
        self.0[side_index(side)][wing as usize]
    }
}

/// The side to move in base bits.
pub const fn turn(base: &ChessBase) -> Color {
    Color::from_white(base[REST] >> TURN & 1 == 1)
}

/// The base propositions of one network.
#[derive(Debug)]
pub(super) struct BaseIds {
    /// By bit; `None` for pawns on the first and eighth rank and for unused bits.
    pub by_bit: Vec<Option<Literal>>,
    /// The constant that stands for the turn.
    pub white_to_move: Literal,
}

impl BaseIds {
    /// Declares the base propositions in the network with `us` to move, where the turn is constant.
    pub fn declare(builder: &mut Builder, us: Color) -> Self {
        let mut by_bit = vec![None; WORDS * 64];
        for side in Color::ALL {
            for kind in Role::ALL {
                for square in Square::ALL.into_iter().filter(|&square| may_stand(kind, square)) {
                    by_bit[piece_bit(side, kind, square)] =
                        Some(builder.input(&names::piece(side, kind, square)));
                }
            }
            for wing in CastlingSide::ALL {
                by_bit[castling_bit(side, wing)] =
                    Some(builder.input(&names::castling(side, wing)));
            }
        }
        for file in File::ALL {
            by_bit[en_passant_bit(file)] = Some(builder.input(&names::en_passant(file)));
        }
        for bit in 0..CLOCK_BITS {
            by_bit[clock_bit(bit)] = Some(builder.input(&names::clock(bit)));
        }
        Self { by_bit, white_to_move: builder.constant(names::WHITE_TO_MOVE, us.is_white()) }
    }

    /// The proposition of a piece on a square; `None` for a pawn on the first or eighth rank.
    pub fn piece(&self, side: Color, kind: Role, square: Square) -> Option<Literal> {
        self.by_bit[piece_bit(side, kind, square)]
    }

    /// The propositions of pieces of the roles on the square.
    pub fn pieces(&self, side: Color, kinds: &[Role], square: Square) -> Vec<Literal> {
        kinds.iter().filter_map(|&kind| self.piece(side, kind, square)).collect()
    }
}

/// Can a piece of this role stand on the square? Pawns never stand on the first or eighth rank.
pub fn may_stand(kind: Role, square: Square) -> bool {
    kind != Role::Pawn || !matches!(square.rank(), Rank::First | Rank::Eighth)
}
