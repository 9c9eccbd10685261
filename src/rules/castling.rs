//! Castling squares, which differ from game to game in Chess960, and the 960 start arrangements.

use super::Position;
use shakmaty::attacks::between;
use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, File, Move, Piece, Position as _,
    Role, Setup, Square,
};

/// Where king and rook of one castling move stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingSquares {
    /// The king's square.
    pub king: Square,
    /// The rook's square, in the same rank.
    pub rook: Square,
}

impl CastlingSquares {
    /// The squares of standard chess: the king on the e-file, the rook in the corner.
    pub fn standard(color: Color, wing: CastlingSide) -> Self {
        let corner = if wing.is_king_side() { File::H } else { File::A };
        let on = |file| Square::from_coords(file, color.backrank());
        Self { king: on(File::E), rook: on(corner) }
    }

    /// The king's target square.
    pub fn king_to(self) -> Square {
        Square::from_coords(self.wing().king_to_file(), self.king.rank())
    }

    /// The rook's target square.
    pub fn rook_to(self) -> Square {
        Square::from_coords(self.wing().rook_to_file(), self.king.rank())
    }

    /// The side of the king on which the rook stands.
    pub fn wing(self) -> CastlingSide {
        CastlingSide::from_king_side(self.king < self.rook)
    }

    /// The squares that must be empty: those that king and rook cross or end on, without their own.
    pub fn path(self) -> Bitboard {
        let crossed = |from, to| between(from, to).with(to);
        (crossed(self.king, self.king_to()) | crossed(self.rook, self.rook_to()))
            .without(self.king)
            .without(self.rook)
    }

    /// The squares that must not be attacked: the king's, those that it crosses, and its target.
    pub fn walk(self) -> Bitboard {
        between(self.king, self.king_to()).with(self.king).with(self.king_to())
    }

    /// The target square in UCI notation: the king's on the squares of standard chess, otherwise the rook's, because the
    /// king's could also be that of an ordinary king move. So the text needs no variant to be read.
    pub fn written_to(self) -> Square {
        let color =
            if self.king.rank() == Color::White.backrank() { Color::White } else { Color::Black };
        if self == Self::standard(color, self.wing()) { self.king_to() } else { self.rook }
    }
}

impl Position {
    /// The rules of castling: those of standard chess, or of Chess960. Positions keep it from move to move.
    pub fn castling_mode(&self) -> CastlingMode {
        self.chess().castles().mode()
    }

    /// The squares of a castling move to which `color` has the right.
    pub fn castling_squares(&self, color: Color, wing: CastlingSide) -> Option<CastlingSquares> {
        let rook = self.chess().castles().rook(color, wing)?;
        Some(CastlingSquares { king: self.board().king_of(color)?, rook })
    }

    /// The same also without the right, for questions about it: in Chess960 those of the king on its first rank and of its outermost
    /// rook on that side, or of the corner without one; else those of standard chess.
    pub fn assumed_castling_squares(&self, color: Color, wing: CastlingSide) -> CastlingSquares {
        let standard = CastlingSquares::standard(color, wing);
        let placed = || {
            let is_home = |king: &Square| {
                self.castling_mode().is_chess960() && king.rank() == color.backrank()
            };
            let king = self.board().king_of(color).filter(is_home)?;
            let rooks = self.board().by_piece(color.rook()).into_iter();
            let rooks = rooks.filter(|rook| rook.rank() == king.rank());
            let rook = match wing {
                CastlingSide::KingSide => rooks.max().filter(|rook| *rook > king),
                CastlingSide::QueenSide => rooks.min().filter(|rook| *rook < king),
            };
            let rook = rook.unwrap_or(standard.rook);
            (rook != king).then_some(CastlingSquares { king, rook })
        };
        self.castling_squares(color, wing).or_else(placed).unwrap_or(standard)
    }

    /// The start position of Chess960 with these arrangements, each from 0 to 959; different ones are double Chess960.
    /// `None` for other numbers.
    pub fn chess960(white: u32, black: u32) -> Option<Self> {
        let mut board = Board::empty();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let back = arrangement(number)?;
            let pawns = color.relative_rank(shakmaty::Rank::Second);
            for (file, role) in File::ALL.into_iter().zip(back) {
                board.set_piece_at(
                    Square::from_coords(file, color.backrank()),
                    Piece { color, role },
                );
                board.set_piece_at(Square::from_coords(file, pawns), color.pawn());
            }
        }
        let castling_rights = board.rooks();
        let setup = Setup { board, castling_rights, ..Setup::initial() };
        setup.position::<Chess>(CastlingMode::Chess960).ok().map(Self::from_chess)
    }
}

/// The numbers of White's and Black's arrangement, if it is a start position of Chess960.
pub fn arrangements(position: &Position) -> Option<[u32; 2]> {
    let number = |color: Color| {
        let role = |file| position.board().role_at(Square::from_coords(file, color.backrank()));
        let back = File::ALL.map(role);
        (0..ARRANGEMENTS)
            .find(|&number| arrangement(number).map(|back| back.map(Some)) == Some(back))
    };
    let numbers = [number(Color::White)?, number(Color::Black)?];
    (Position::chess960(numbers[0], numbers[1]).as_ref() == Some(position)).then_some(numbers)
}

/// The number of start arrangements.
pub const ARRANGEMENTS: u32 = 960;
/// The arrangement of standard chess.
pub const STANDARD_ARRANGEMENT: u32 = 518;

/// The pieces of the back rank from the a-file to the h-file; `None` from 960.
/// Source: Reinhard Scharnagl's numbering, chessprogramming.org "Chess960".
fn arrangement(number: u32) -> Option<[Role; 8]> {
    if number >= ARRANGEMENTS {
        return None;
    }
    /// The places of the two knights among the five files that bishops and queen leave.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let number = number as usize;
    let mut back = [None; 8];
    back[number % 4 * 2 + 1] = Some(Role::Bishop);
    back[number / 4 % 4 * 2] = Some(Role::Bishop);
    let mut put = |role, place: usize| {
        let empty = back.iter_mut().filter(|role| role.is_none()).nth(place);
        *empty? = Some(role);
        Some(())
    };
    put(Role::Queen, number / 16 % 6)?;
    let [first, second] = KNIGHTS[number / 96];
    put(Role::Knight, second)?;
    put(Role::Knight, first)?;
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(role, 0)?;
    }
    Some(back.map(|role| role.unwrap_or(Role::Rook)))
}

/// The squares of a castling move; `None` for other moves.
pub const fn castling_squares(mv: Move) -> Option<CastlingSquares> {
    match mv {
        Move::Castle { king, rook } => Some(CastlingSquares { king, rook }),
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Put { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ARRANGEMENTS, CastlingSquares, arrangement, arrangements};
    use crate::base::Random;
    use crate::rules::notation::{denotes, san, start_text, uci, uci_chess960};
    use crate::rules::{
        CastlingMode, CastlingSide, CheckSquares, Color, Dropped, MoveList, PackedMove, Position,
        assumed, captures, castling_squares, parse_fen, parse_move, parse_start, parse_typed,
        read_fen,
    };

    fn back_rank(number: u32) -> String {
        arrangement(number).unwrap().iter().map(|role| role.upper_char()).collect()
    }

    // Source: the table of Scharnagl's numbering, chessprogramming.org "Chess960".
    #[test]
    fn arrangements_have_scharnagls_numbers() {
        for (number, back) in
            [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")]
        {
            assert_eq!(back_rank(number), back, "{number}");
        }
        let all: std::collections::HashSet<String> = (0..ARRANGEMENTS).map(back_rank).collect();
        assert_eq!(all.len(), 960);
        assert!(Position::chess960(960, 0).is_none() && Position::chess960(0, 960).is_none());
    }

    #[test]
    fn a_start_position_is_read_by_its_numbers() {
        for number in (0..ARRANGEMENTS).step_by(7) {
            for black in [number, (number * 31 + 5) % ARRANGEMENTS] {
                let start = Position::chess960(number, black).unwrap();
                assert_eq!(arrangements(&start), Some([number, black]));
                assert_eq!(parse_start(&start_text(&start)).unwrap(), start);
            }
        }
        for fen in ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3 9"] {
            let text = format!("chess960 {fen}");
            let position = parse_start(&text).unwrap();
            assert!(position.castling_mode().is_chess960());
            assert_eq!((start_text(&position), position.fen()), (text, fen.to_owned()));
        }
        assert!(parse_start("chess960 4k3/8/8/8/8/8/8/4K3 w K - 0 1").is_err());
        assert_eq!(parse_start("startpos").unwrap(), Position::default());
        let said = "no castling rights are given: none are assumed";
        assert_eq!(assumed("r3k2r/8/8/8/8/8/8/R3K2R b").as_deref(), Some(said));
        let said = format!("no side to move is given: White's move; {said}");
        assert_eq!(assumed("r3k2r/8/8/8/8/8/8/R3K2R"), Some(said));
        for complete in ["8/8/8/8/8/k7/8/K7 w", "r3k2r/8/8/8/8/8/8/R3K2R b -", "startpos", "/ x"] {
            assert_eq!(assumed(complete), None, "{complete}");
        }
        // The standard arrangement is another game than standard chess, from the same position.
        let start = parse_start("chess960 518").unwrap();
        assert_eq!(start.key(), Position::default().key());
        assert_ne!(start, Position::default());
        for (text, said) in [
            ("chess960", "chess960 \"\": expected a number from 0 to 959"),
            ("chess960 960", "chess960 \"960\": expected"),
            ("chess960 1 2 3", "chess960 \"1 2 3\": expected"),
            ("chess960 x", "chess960 \"x\": expected"),
            (" ", "fen \" \": "),
        ] {
            let error = parse_start(text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }

    /// Calls `check` with the positions of random games of Chess960 and double Chess960.
    fn random_games(seed: u64, count: usize, mut check: impl FnMut(&Position)) {
        let mut random = Random::new(seed);
        for game in 0..count {
            let mut number = || u32::try_from(random.below(960)).unwrap();
            let white = number();
            let black = if game % 3 == 0 { number() } else { white };
            let mut position = Position::chess960(white, black).unwrap();
            for _ in 0..60 {
                check(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                // Rights last longer if kings and rooks move less.
                let drawn = |random: &mut Random| moves[random.below(moves.len() as u64) as usize];
                let mut mv = drawn(&mut random);
                for _ in 0..3 {
                    let rook_or_king =
                        matches!(mv.role(), shakmaty::Role::King | shakmaty::Role::Rook);
                    if rook_or_king && !mv.is_castle() {
                        mv = drawn(&mut random);
                    }
                }
                position.play(mv);
            }
        }
    }

    #[test]
    fn positions_and_moves_keep_their_meaning_as_text() {
        let mut castling = 0;
        random_games(1, 60, |position| {
            let (fen, shredder) = (position.fen(), position.shredder_fen());
            for text in [&fen, &shredder] {
                let read = read_fen(text, CastlingMode::Chess960).unwrap();
                assert_eq!(read.dropped, [], "{text}");
                assert_eq!(read.position, *position, "{text}");
                // Without the mode, only the rights that standard chess has in common make it standard.
                assert_eq!(parse_fen(text).unwrap().key(), position.key(), "{text}");
            }
            let moves = position.legal_moves();
            for &mv in &moves {
                castling += usize::from(mv.is_castle());
                for text in [san(position, mv), uci(mv), uci_chess960(mv)] {
                    assert_eq!(parse_move(position, &text), Ok(mv), "{fen} {text}");
                    assert_eq!(parse_typed(position, &text).unwrap(), [mv], "{fen} {text}");
                }
                assert!(denotes(uci(mv).parse().unwrap(), mv));
                assert!(denotes(uci_chess960(mv).parse().unwrap(), mv));
            }
        });
        assert!(castling > 100, "{castling}");
    }

    #[test]
    fn the_search_knows_moves_keys_and_checks_of_chess960() {
        random_games(2, 60, |position| {
            assert_eq!(position.key(), position.key_from_scratch());
            let moves = position.legal_moves();
            let squares = CheckSquares::new(position).unwrap();
            for &mv in &moves {
                let packed = PackedMove::new(mv);
                assert_eq!(packed.find(&moves), Some(mv), "{} {mv}", position.fen());
                assert_eq!(packed.legal_in(position), Some(mv), "{} {mv}", position.fen());
                let after = position.after(mv);
                assert_eq!(after.key(), after.key_from_scratch(), "{} {mv}", position.fen());
                let exact = mv.promotion().is_none() && !mv.is_en_passant() && !mv.is_castle();
                let (said, truth) = (squares.gives_check(mv), after.is_check());
                assert!(said == truth || (!exact && !said), "{} {mv}", position.fen());
            }
            if !position.is_check() {
                let mut found = MoveList::new();
                captures(position, &mut found);
                assert!(found.iter().all(|mv| moves.contains(mv)), "{}", position.fen());
                let captured = moves.iter().filter(|mv| mv.is_capture() && !mv.is_promotion());
                assert!(captured.clone().all(|mv| found.contains(mv)), "{}", position.fen());
                let (quick, thorough) = (position.null_move_unchecked(), position.null_move());
                assert_eq!(quick, thorough, "{}", position.fen());
            }
        });
    }

    #[test]
    fn castling_squares_are_those_of_the_rules() {
        let squares = |king: &str, rook: &str| CastlingSquares {
            king: king.parse().unwrap(),
            rook: rook.parse().unwrap(),
        };
        let listed = |squares: shakmaty::Bitboard| {
            squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        for (king, rook, written, path, walk) in [
            ("e1", "h1", "g1", "f1 g1", "e1 f1 g1"),
            ("e8", "a8", "c8", "b8 c8 d8", "c8 d8 e8"),
            ("g1", "h1", "h1", "f1", "g1"),
            ("b1", "a1", "a1", "c1 d1", "b1 c1"),
            ("f8", "b8", "b8", "c8 d8 e8", "c8 d8 e8 f8"),
            ("e1", "f1", "f1", "g1", "e1 f1 g1"),
        ] {
            let at = squares(king, rook);
            assert_eq!(at.written_to().to_string(), written);
            assert_eq!((listed(at.path()).as_str(), listed(at.walk()).as_str()), (path, walk));
        }
        let standard = CastlingSquares::standard(Color::Black, CastlingSide::KingSide);
        assert_eq!(standard, squares("e8", "h8"));
        let castling = parse_move(&Position::default(), "e4").unwrap();
        assert_eq!(castling_squares(castling), None);
    }

    #[test]
    fn rights_that_cannot_be_are_named() {
        for (fen, rooks) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqB - 0 1",
                "castling rights \"KQkqB\": expected at most four letters",
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Bkq - 0 1",
                "\"Bkq\": no king can castle with a rook on b1",
            ),
            ("4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "a rook on a1, h1, a8, h8"),
            ("4k3/8/8/8/8/8/8/4K1R1 w H - 0 1", "\"H\": no king can castle with a rook on h1"),
            ("4k3/8/8/8/8/8/8/3RK1R1 w EG - 0 1", "a rook on e1"),
            ("4k3/8/8/8/8/4K3/8/R6R w KQ - 0 1", "a rook on a1, h1"),
            (
                "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1K1R w KQkq - 0 1",
                "\"KQkq\": no king can castle with a rook on a8",
            ),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KKqq - 0 1", "one of them occurs twice"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1", "\"e6\": no pawn has passed it"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 9999999999 1", "half-move clock \"9999999999\""),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 9999999999", "move number \"9999999999\""),
        ] {
            let error = parse_fen(fen).unwrap_err().to_string();
            assert!(error.contains(rooks), "{error}");
        }
        // A field of three-check chess is not a number.
        parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 3+3 0 1").unwrap();
        let read = read_fen("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", CastlingMode::Standard).unwrap();
        assert_eq!(read.position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let problem = "castling rights \"KQ\": no king can castle with a rook on a1";
        assert_eq!(Dropped::problems(&read.dropped), problem);
        assert_eq!(read.dropped[0].to_string(), format!("{problem}: left out"));
    }

    #[test]
    fn the_rights_tell_the_variant() {
        for (fen, is_chess960) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/1R2K1R1 w - - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", true),
            ("r3k2r/8/8/8/8/8/8/1R2K1R1 w G - 0 1", true),
        ] {
            let mode = parse_fen(fen).unwrap().castling_mode();
            assert_eq!(mode.is_chess960(), is_chess960, "{fen}");
        }
        // X-FEN: the inner rook is named by its file.
        let inner = parse_fen("4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1").unwrap();
        assert_eq!(inner.fen(), "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1");
        let outer = parse_fen("4k3/8/8/8/8/8/8/1R1RK3 w Q - 0 1").unwrap();
        assert_eq!(outer.shredder_fen(), "4k3/8/8/8/8/8/8/1R1RK3 w B - 0 1");
    }
}
