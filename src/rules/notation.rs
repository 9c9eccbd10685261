//! Reads and writes FEN, UCI moves and SAN moves, with error messages that say what is wrong.

use super::Position;
use super::castling::{self, castling_squares};
use super::fen_error::{impossible, malformed};
use crate::base::shortened;
use shakmaty::attacks::attacks;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, Color, Move, Position as _, PositionError,
    PositionErrorKinds, Rank, Role, Square,
};
use std::fmt;

/// The reason why a text is not a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The FEN is malformed or describes an impossible position.
    #[error("fen {:?}: {reason}", shortened(text, 200))]
    Fen {
        /// The text.
        text: String,
        /// The error in it.
        reason: String,
    },
    /// Not the number of a start arrangement, or not one or two.
    #[error("chess960 {0:?}: expected a number from 0 to 959, or two, White's and Black's")]
    Arrangement(String),
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

/// A position that was read, and what its FEN claims in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenRead {
    /// The position.
    pub position: Position,
    /// What the position does not have: castling rights without a king and a rook that can castle or twice, an en passant
    /// square that no pawn has passed, numbers beyond 32 bits.
    pub dropped: Vec<Dropped>,
}

/// A claim of a FEN that its position does not have. Displayed as the problem and what is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// What is wrong, in words.
    pub problem: String,
    /// The number that is read; other claims are left out.
    number: Option<u32>,
}

impl Dropped {
    fn left_out(problem: String) -> Self {
        Self { problem, number: None }
    }

    /// What is wrong with all of them, in words.
    pub fn problems(dropped: &[Self]) -> String {
        dropped.iter().map(|dropped| dropped.problem.as_str()).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}: read as {number}", self.problem),
            None => write!(f, "{}: left out", self.problem),
        }
    }
}

/// Reads a position in Forsyth-Edwards notation, castling rights also as in X-FEN and Shredder-FEN. Rights that standard
/// chess does not have make it a position of Chess960, also if `mode` is that of standard chess.
///
/// # Errors
/// [`NotationError::Fen`] with the reason when the text is malformed or the position illegal.
pub fn read_fen(text: &str, mode: CastlingMode) -> Result<FenRead, NotationError> {
    let complain = |reason: String| NotationError::Fen { text: text.to_owned(), reason };
    let fen: Fen = text.trim().parse().map_err(|error| complain(malformed(text, &error)))?;
    let setup = fen.into_setup();
    let rights = |mode| {
        let castles = Castles::from_setup(&setup, mode).unwrap_or_else(|valid| valid);
        castles.castling_rights().count()
    };
    let mode = match mode {
        CastlingMode::Standard
            if rights(CastlingMode::Standard) < rights(CastlingMode::Chess960) =>
        {
            CastlingMode::Chess960
        }
        mode => mode,
    };
    let (claimed, board) = (setup.castling_rights, setup.board.clone());
    let mut dropped = numbers_beyond(text);
    let placed: Result<Chess, _> = setup.position(mode);
    let is_en_passant = |error: &PositionError<Chess>| {
        error.kinds().contains(PositionErrorKinds::INVALID_EP_SQUARE)
    };
    if placed.as_ref().is_err_and(is_en_passant) {
        let field = text.split_whitespace().nth(3).unwrap_or_default();
        let problem = format!("en passant square {field:?}: no pawn has passed it");
        dropped.push(Dropped::left_out(problem));
    }
    let chess = placed
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| complain(impossible(&board, &error)))?;
    let missing = claimed ^ chess.castles().castling_rights();
    let field = text.split_whitespace().nth(2).unwrap_or_default();
    if field.trim_matches('-').len() > claimed.count() {
        let problem = format!("castling rights {field:?}: one of them occurs twice");
        dropped.push(Dropped::left_out(problem));
    }
    if missing.any() {
        let rooks: Vec<String> = missing.into_iter().map(|square| square.to_string()).collect();
        let rooks = rooks.join(", ");
        let problem =
            format!("castling rights {field:?}: no king can castle with a rook on {rooks}");
        dropped.push(Dropped::left_out(problem));
    }
    Ok(FenRead { position: Position::from_chess(chess), dropped })
}

/// The numbers of a FEN that are too large; the largest number is read instead.
fn numbers_beyond(fen: &str) -> Vec<Dropped> {
    let names = ["half-move clock", "move number"];
    let fields = names.into_iter().zip(fen.split_whitespace().skip(4));
    let is_beyond =
        |field: &str| field.bytes().all(|it| it.is_ascii_digit()) && field.parse::<u32>().is_err();
    let beyond = fields.filter(|(_, field)| is_beyond(field));
    let problem = |name, field| format!("{name} {field:?}: larger than {}", u32::MAX);
    beyond
        .map(|(name, field)| Dropped { problem: problem(name, field), number: Some(u32::MAX) })
        .collect()
}

/// Reads a position as [`read_fen`], and refuses castling rights that it does not have.
///
/// # Errors
/// [`NotationError::Fen`] with the reason.
pub fn parse_fen(text: &str) -> Result<Position, NotationError> {
    parse_fen_as(text, CastlingMode::Standard)
}

/// The same in a game with these rules of castling. Rights that standard chess does not have make it one of Chess960.
///
/// # Errors
/// [`NotationError::Fen`] with the reason.
pub fn parse_fen_as(text: &str, mode: CastlingMode) -> Result<Position, NotationError> {
    let read = read_fen(text, mode)?;
    if read.dropped.is_empty() {
        return Ok(read.position);
    }
    let reason = Dropped::problems(&read.dropped);
    Err(NotationError::Fen { text: text.to_owned(), reason })
}

/// What a FEN does not say and is assumed, in words: the side to move, and castling rights where kings and rooks stand as if they
/// had not moved. `None` for a complete FEN and for other texts.
pub fn assumed(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, turn) = (fields.first().filter(|board| board.contains('/'))?, fields.get(1));
    let with_rights = format!("{board} {} KQkq -", turn.unwrap_or(&"w"));
    let read = read_fen(&with_rights, CastlingMode::Standard).ok()?;
    let rights = read.position.fen().split(' ').nth(2) != Some("-");
    let missing = [
        turn.is_none().then_some("no side to move is given: White's move"),
        (fields.len() < 3 && rights).then_some("no castling rights are given: none are assumed"),
    ];
    let words: Vec<&str> = missing.into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Reads a start position: `startpos`, `standard`, a FEN, or `chess960` and the number of an arrangement, two for double
/// Chess960, or a FEN whose castling rights alone do not say that it is of Chess960.
///
/// # Errors
/// What is wrong with the FEN, such as that the text is empty, or with a number.
pub fn parse_start(text: &str) -> Result<Position, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [] => {
            let reason = "nothing is given: a FEN, startpos or chess960 and a number is expected";
            Err(NotationError::Fen { text: text.to_owned(), reason: reason.to_owned() })
        }
        ["startpos" | "standard"] => Ok(Position::default()),
        [number] if number.parse().is_ok_and(|it: u32| it < castling::ARRANGEMENTS) => {
            let reason = format!("a number alone: chess960 {number} is an arrangement of Chess960");
            Err(NotationError::Fen { text: text.to_owned(), reason })
        }
        ["chess960", fen @ ..] if fen.first().is_some_and(|board| board.contains('/')) => {
            parse_fen_as(&fen.join(" "), CastlingMode::Chess960)
        }
        ["chess960", numbers @ ..] => {
            let wrong = || NotationError::Arrangement(numbers.join(" "));
            let read = |number: &&str| number.parse().map_err(|_| wrong());
            let numbers = numbers.iter().map(read).collect::<Result<Vec<u32>, _>>()?;
            let (white, black) = match numbers.as_slice() {
                [both] => (*both, *both),
                [white, black] => (*white, *black),
                _ => return Err(wrong()),
            };
            Position::chess960(white, black).ok_or_else(wrong)
        }
        _ => parse_fen(text),
    }
}

/// The position as [`parse_start`] reads it: `chess960` with its numbers, or FEN, after `chess960` where that alone would not say it.
pub fn start_text(position: &Position) -> String {
    let fen = position.fen();
    let is_told = || {
        let read = read_fen(&fen, CastlingMode::Standard);
        read.is_ok_and(|read| read.position.castling_mode() == position.castling_mode())
    };
    match castling::arrangements(position) {
        Some([white, black]) if white == black => format!("chess960 {white}"),
        Some([white, black]) => format!("chess960 {white} {black}"),
        None if is_told() => fen,
        None => format!("chess960 {fen}"),
    }
}

/// A move with its number: `16.Re1`, `16...Re8`.
pub fn numbered(position: &Position, mv: Move) -> String {
    let (number, dots) = (position.chess().fullmoves(), position.turn().fold_wb(".", "..."));
    format!("{number}{dots}{}", san(position, mv))
}

/// A line with move numbers: `16...Re8 17.Nf3 Qd7`.
pub fn numbered_line(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let write = |(at, &mv): (usize, &Move)| {
        let is_numbered = at == 0 || position.turn().is_white();
        let text = if is_numbered { numbered(&position, mv) } else { san(&position, mv) };
        position.play(mv);
        text
    };
    line.iter().enumerate().map(write).collect::<Vec<_>>().join(" ")
}

/// The moves, legal or not, that `text` may denote for the side to move, in UCI form: one for every piece of the role
/// that it names. Empty when the text is not a move.
pub fn possible_moves(position: &Position, text: &str) -> Vec<String> {
    possible_moves_of(position, position.turn(), text)
}

/// The role of the piece that a move in SAN names; `None` of castling and of other texts.
pub fn role_named(text: &str) -> Option<Role> {
    match meant_san(text.trim()).parse().ok()? {
        San::Normal { role, .. } => Some(role),
        San::Castle(_) | San::Put { .. } | San::Null => None,
    }
}

/// A move without check mark and glyphs, castling with the letter O.
fn meant_san(text: &str) -> String {
    text.trim_end_matches(['!', '?', '+', '#']).replace(['0', 'o'], "O")
}

/// [`possible_moves`] for either side.
fn possible_moves_of(position: &Position, us: Color, text: &str) -> Vec<String> {
    let text = text.trim();
    if text.parse::<UciMove>().is_ok() {
        return vec![text.to_owned()];
    }
    let bare = meant_san(text);
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
            let squares = position.assumed_castling_squares(us, side);
            vec![format!("{}{}", squares.king, squares.written_to())]
        }
        _ => Vec::new(),
    }
}

/// The origins and targets of the pieces of `side` that go to the square named in `text` the way they move, whatever stands
/// there: what may be meant by a move that is typed ahead. Empty when the text is no move of its pieces.
pub fn moves_ahead(position: &Position, side: Color, text: &str) -> Vec<(Square, Square)> {
    let text = text.trim();
    let board = position.board();
    let bare = meant_san(text);
    if let Ok(San::Castle(wing)) = bare.parse() {
        let squares = position.castling_squares(side, wing);
        return squares.map(|it| (it.king, it.written_to())).into_iter().collect();
    }
    // `ed5` is a capture.
    let bytes = text.as_bytes();
    let is_file = |at: usize| bytes.get(at).is_some_and(|byte| matches!(byte, b'a'..=b'h'));
    let is_capture = is_file(0) && is_file(1) && bytes[0] != bytes[1];
    let written =
        if is_capture { format!("{}x{}", &text[..1], &text[1..]) } else { text.to_owned() };
    let squares = |uci: String| {
        let square = |range| uci.get(range).and_then(|part: &str| part.parse::<Square>().ok());
        Some((square(0..2)?, square(2..4)?))
    };
    let goes = |(from, to): (Square, Square), occupied| match board.piece_at(from) {
        Some(pawn) if pawn.role == Role::Pawn && from.file() == to.file() => {
            let ranks = side.fold_wb(1, -1) * (to.rank() as i32 - from.rank() as i32);
            let is_first = from.rank() == side.fold_wb(Rank::Second, Rank::Seventh);
            ranks == 1 || ranks == 2 && is_first
        }
        Some(piece) => attacks(from, piece, occupied).contains(to),
        None => false,
    };
    let possible: Vec<_> =
        possible_moves_of(position, side, &written).into_iter().filter_map(squares).collect();
    // What is in between may go away.
    let tried = [board.occupied(), Bitboard::EMPTY].map(|occupied| {
        possible.iter().copied().filter(|&ends| goes(ends, occupied)).collect::<Vec<_>>()
    });
    tried.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// Reads a move in UCI or SAN form; check marks, annotation glyphs and a promotion without `=` are tolerated.
///
/// # Errors
/// Not a move at all, not legal, or ambiguous.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    if let Ok(uci) = text.parse::<UciMove>() {
        return uci.to_move(position.chess()).map_err(|_| NotationError::Illegal(text.to_owned()));
    }
    let bare = text.trim_end_matches(['!', '?', '+', '#']).replace('0', "O");
    // `e8N`, as older files have it, is `e8=N`.
    let bare = match bare.char_indices().last() {
        Some((at, 'N' | 'B' | 'R' | 'Q')) if bare[..at].ends_with(['1', '8']) => {
            format!("{}={}", &bare[..at], &bare[at..])
        }
        _ => bare,
    };
    let san: San = bare.parse().map_err(|_| NotationError::NotAMove(text.to_owned()))?;
    san.to_move(position.chess()).map_err(|error| match error {
        shakmaty::san::SanError::AmbiguousSan => NotationError::Ambiguous(text.to_owned()),
        shakmaty::san::SanError::IllegalSan => NotationError::Illegal(text.to_owned()),
    })
}

/// Moves read one after the other, up to the first that is not legal.
#[derive(Clone, Debug)]
pub struct ParsedLine {
    /// The legal moves.
    pub moves: Vec<Move>,
    /// The position after them.
    pub end: Position,
    /// What is wrong with the move after them, if there is one.
    pub error: Option<NotationError>,
}

/// Reads the moves `words` from `start`, each as [`parse_move`] does.
pub fn parse_line(
    start: &Position,
    words: impl IntoIterator<Item = impl AsRef<str>>,
) -> ParsedLine {
    let mut line = ParsedLine { moves: Vec::new(), end: start.clone(), error: None };
    for word in words {
        match parse_move(&line.end, word.as_ref()) {
            Ok(mv) => {
                line.end.play(mv);
                line.moves.push(mv);
            }
            Err(error) => {
                line.error = Some(error);
                break;
            }
        }
    }
    line
}

/// Writes `mv` in standard algebraic notation with its check or mate mark.
pub fn san(position: &Position, mv: Move) -> String {
    SanPlus::from_move(position.chess().clone(), mv).to_string()
}

/// Writes `mv` in UCI form. Castling is the king's own two squares on the squares of standard chess, and the king taking its
/// rook on others, so that [`parse_move`] needs no variant.
pub fn uci(mv: Move) -> String {
    uci_move(mv).to_string()
}

/// Writes `mv` in UCI form as with the option `UCI_Chess960`: every castling move as the king taking its rook.
pub fn uci_chess960(mv: Move) -> String {
    UciMove::from_chess960(mv).to_string()
}

/// [`uci`], or [`uci_chess960`] where castling is to be written like that.
pub fn uci_writer(chess960: bool) -> fn(Move) -> String {
    if chess960 { uci_chess960 } else { uci }
}

/// Is `text` the move, with castling in either form?
pub fn denotes(text: UciMove, mv: Move) -> bool {
    text == UciMove::from_chess960(mv) || text == uci_move(mv)
}

fn uci_move(mv: Move) -> UciMove {
    castling_squares(mv).map_or_else(
        || UciMove::from_chess960(mv),
        |squares| UciMove::Normal { from: squares.king, to: squares.written_to(), promotion: None },
    )
}
