//! A position as 32 bytes: pieces, castling rights, en passant, clocks, the search's score and move, the game's result.
//! `docs/files.md` has the layout.

use crate::game::GameResult;
use crate::rules::{PackedMove, Position};
use anyhow::{Context as _, Result, ensure};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, Piece, Position as _, PositionError, Rank, Role,
    Setup, Square,
};
use std::num::NonZeroU32;

/// Size of a record.
pub(in crate::batch) const RECORD_BYTES: usize = 32;

/// Kinds of pieces beside the six roles: a rook with a castling right, a pawn that can be taken en passant.
const CASTLING_ROOK: u8 = 6;
const EN_PASSANT_PAWN: u8 = 7;
const BLACK: u8 = 8;
/// Bit of the flags byte: the position has the rules of Chess960.
const CHESS960: u8 = 4;

/// A position with what a search and a game say about it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::batch) struct Record {
    pub position: Position,
    /// Score of the search in centipawns, White's view.
    pub score: i16,
    /// The move of the search.
    pub best: PackedMove,
    pub result: GameResult,
}

impl Record {
    /// The stored form.
    ///
    /// # Errors
    /// A number that its field cannot hold; named.
    pub fn encode(&self) -> Result<[u8; RECORD_BYTES]> {
        let Self { position, score, best, result } = self;
        let (chess, board) = (position.chess(), position.board());
        let occupied = board.occupied();
        ensure!(occupied.count() <= 32, "pieces: {}, more than 32", occupied.count());
        let ply = u16::try_from(position.game_ply()).context("ply")?;
        let halfmoves = u8::try_from(position.halfmoves()).context("half-moves")?;
        let passed = chess.legal_ep_square().map(|square| {
            Square::from_coords(square.file(), (!position.turn()).relative_rank(Rank::Fourth))
        });
        let rooks = chess.castles().castling_rights();
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        for (index, square) in occupied.into_iter().enumerate() {
            let Some(piece) = board.piece_at(square) else { continue };
            let kind = if rooks.contains(square) {
                CASTLING_ROOK
            } else if passed == Some(square) {
                EN_PASSANT_PAWN
            } else {
                piece.role as u8 - 1
            };
            let code = kind + if piece.color == Color::Black { BLACK } else { 0 };
            bytes[8 + index / 2] |= code << (4 * (index % 2));
        }
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26..28].copy_from_slice(&best.bits().to_le_bytes());
        bytes[28..30].copy_from_slice(&ply.to_le_bytes());
        bytes[30] = halfmoves;
        let chess960 = if position.castling_mode().is_chess960() { CHESS960 } else { 0 };
        bytes[31] = result.half_points(Color::White) + chess960;
        Ok(bytes)
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// The field and its value.
    pub fn decode(bytes: &[u8; RECORD_BYTES]) -> Result<Self> {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (pieces, rest) = bytes.split_at(24);
        let (occupied, nibbles) = pieces.split_at(8);
        let occupied = Bitboard(u64::from_le_bytes(occupied.try_into()?));
        ensure!(occupied.count() <= 32, "occupied: {} squares, more than 32", occupied.count());
        let nibble = |index: usize| nibbles[index / 2] >> (4 * (index % 2)) & 15;
        let unused = (occupied.count()..32).find(|&index| nibble(index) != 0);
        ensure!(unused.is_none(), "pieces: more than the {} of occupied", occupied.count());
        let mut setup = Setup { board: Board::empty(), ..Setup::initial() };
        setup.castling_rights = Bitboard::EMPTY;
        for (index, square) in occupied.into_iter().enumerate() {
            let code = nibble(index);
            let color = Color::from_white(code < BLACK);
            let role = match code % BLACK {
                CASTLING_ROOK => {
                    setup.castling_rights.add(square);
                    Role::Rook
                }
                EN_PASSANT_PAWN => {
                    let place = color.relative_rank(Rank::Fourth);
                    let right = square.rank() == place && setup.ep_square.is_none();
                    ensure!(right, "en passant: a second pawn or a wrong rank, {square}");
                    setup.ep_square =
                        Some(Square::from_coords(square.file(), color.relative_rank(Rank::Third)));
                    Role::Pawn
                }
                kind => Role::ALL[usize::from(kind)],
            };
            setup.board.set_piece_at(square, Piece { color, role });
        }
        let ply = word(28);
        setup.turn = Color::from_white(ply.is_multiple_of(2));
        setup.fullmoves = NonZeroU32::MIN.saturating_add(u32::from(ply / 2));
        setup.halfmoves = rest[6].into();
        let flags = rest[7];
        let result = match flags & 3 {
            0 => Some(GameResult::Black),
            1 => Some(GameResult::Draw),
            2 => Some(GameResult::White),
            _ => None,
        };
        let result = result.filter(|_| flags < 2 * CHESS960);
        let result = result.with_context(|| format!("flags: {flags:#04x}"))?;
        let mode = CastlingMode::from_chess960(flags & CHESS960 != 0);
        let (rooks, passed) = (setup.castling_rights, setup.ep_square);
        let chess: Chess = setup
            .position(mode)
            .or_else(PositionError::ignore_too_much_material)
            .map_err(|error| anyhow::anyhow!("position: {error}"))?;
        ensure!(chess.castles().castling_rights() == rooks, "castling rights: {rooks:?}");
        ensure!(chess.legal_ep_square() == passed, "en passant: {passed:?}");
        Ok(Self {
            position: Position::from_chess(chess),
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            best: PackedMove::from_bits(word(26)),
            result,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{RECORD_BYTES, Record};
    use crate::base::Random;
    use crate::game::GameResult;
    use crate::rules::{PackedMove, Position, parse_fen};
    use proptest::prelude::{any, proptest};
    use shakmaty::Position as _;

    fn record(position: &Position, score: i16, result: GameResult) -> Record {
        let best =
            position.legal_moves().first().map_or(PackedMove::NONE, |&mv| PackedMove::new(mv));
        Record { position: position.clone(), score, best, result }
    }

    /// Every position of random games of standard chess, Chess960 and double Chess960 comes back: castling rights, en
    /// passant, clocks and keys.
    #[test]
    fn positions_round_trip() {
        const RESULTS: [GameResult; 3] = [GameResult::White, GameResult::Black, GameResult::Draw];
        let mut random = Random::new(5);
        let (mut castling, mut passing) = (0, 0);
        for game in 0..150 {
            let mut position = match game % 3 {
                0 => Position::default(),
                1 => Position::chess960(random.below(960) as u32, 518).unwrap(),
                _ => {
                    Position::chess960(random.below(960) as u32, random.below(960) as u32).unwrap()
                }
            };
            for _ in 0..120 {
                let score = random.next_u64() as i16;
                let record = record(&position, score, RESULTS[random.below(3) as usize]);
                let read = Record::decode(&record.encode().unwrap()).unwrap();
                assert_eq!(read, record);
                assert_eq!(read.position.fen(), position.fen());
                castling += usize::from(position.chess().castles().castling_rights().any());
                passing += usize::from(position.fen().split(' ').nth(3) != Some("-"));
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
        assert!(castling > 1000 && passing > 20, "{castling} {passing}");
    }

    #[test]
    fn rare_positions_round_trip_and_others_are_refused() {
        for fen in [
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 180",
            "1r2k1r1/8/8/8/8/8/8/RR2KR1R w BFg - 3 9",
            "8/8/8/8/8/4k3/8/4K2Q b - - 150 2000",
        ] {
            let position = parse_fen(fen).unwrap();
            let record = record(&position, -5000, GameResult::Draw);
            assert_eq!(Record::decode(&record.encode().unwrap()).unwrap(), record, "{fen}");
        }
        let late = parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 40000").unwrap();
        let error = record(&late, 0, GameResult::Draw).encode().unwrap_err();
        assert!(format!("{error:#}").starts_with("ply: "), "{error:#}");
        let good = record(&Position::default(), 0, GameResult::Draw).encode().unwrap();
        let with = |at: usize, value: u8| {
            let mut bytes = good;
            bytes[at] = value;
            Record::decode(&bytes).unwrap_err().to_string()
        };
        assert_eq!(with(31, 3), "flags: 0x03");
        assert_eq!(with(31, 9), "flags: 0x09");
        assert_eq!(with(0, 0), "pieces: more than the 24 of occupied");
        assert_eq!(with(7, 0x0f), "pieces: more than the 28 of occupied");
        assert!(with(4, 1).starts_with("occupied: 33 squares"));
        assert!(with(10, 0).starts_with("position: "), "{}", with(10, 0));
        assert!(with(12, 7).starts_with("en passant: "), "{}", with(12, 7));
        assert!(with(12, 6).starts_with("position: "), "{}", with(12, 6));
    }

    proptest! {
        /// Any bytes are refused or mean a position that is written as the same bytes.
        #[test]
        fn any_bytes_are_read_or_refused(bytes in any::<[u8; RECORD_BYTES]>()) {
            if let Ok(record) = Record::decode(&bytes) {
                assert_eq!(record.encode().unwrap(), bytes);
            }
        }
    }
}
