//! Reads moves from PGN tokens: standard algebraic notation (SAN) and its usual variants, moves without a space between
//! them, coordinate moves, pawn captures that name only the files, figurines, and the piece letters of other languages.

use super::language::Language;
use crate::game::glyphs::{is_dash, is_variation_selector};
use crate::game::{GameResult, TreeMove};
use crate::rules::{Move, Position, figurine_letter};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{File, Role, Square};
use std::iter;

/// Longest move in a token of several moves: `exd8=Q+`, and a long one such as `Ng1xf3+`.
const MAX_MOVE_LENGTH: usize = 8;
/// Longer words, such as links, are no moves.
const MAX_MOVE_BYTES: usize = 16;

/// Whether the token is a result or `*`.
pub(super) fn is_result(token: &[u8]) -> bool {
    // Parsing every word of a large file takes too long.
    let may_be =
        token.len() < 20 && token.iter().any(|byte| b"-:/".contains(byte) || *byte >= 0x80);
    token == b"*"
        || (may_be && str::from_utf8(token).is_ok_and(|text| GameResult::parse(text).is_some()))
}

/// Whether the token is a null move.
pub(super) fn is_null_move(token: &[u8]) -> bool {
    matches!(token, b"--" | b"Z0" | b"null" | b"pass" | b"@@@@" | b"<>" | b"0000" | b"OOOO")
}

/// Whether the token is, among other words, a move or a result.
pub(super) fn names_a_move(token: &str) -> bool {
    let bare = split_number(token).1;
    let is_short = bare.len() <= MAX_MOVE_BYTES
        && (bare.contains(|c: char| c.is_numeric()) || bare.starts_with("O-O"));
    is_result(token.as_bytes()) || (is_short && may_be_a_move(bare))
}

/// The move number in front of a token such as `12.e4` and `12...e5`, and the rest; either may be empty.
pub(super) fn split_number(token: &str) -> (&str, &str) {
    let behind = token.trim_start_matches(|c: char| c.is_ascii_digit());
    // Castling and null moves with zeros; no move number begins with a zero.
    if matches!(token, "00" | "000" | "0000") {
        return ("", token);
    }
    let is_number = behind.is_empty() || behind.starts_with(['.', '…']);
    let bare = if is_number { behind.trim_start_matches(['.', '…']) } else { token };
    let number = &token[..token.len() - bare.len()];
    (number, if bare.contains("e.p") { bare } else { bare.trim_end_matches('.') })
}

/// `token` with English piece letters and ASCII signs; `None` if it has a letter that is not a piece in `language`.
pub(super) fn normalise(token: &str, language: Language) -> Option<String> {
    let circle = |c| matches!(c, '0' | 'O' | 'o' | 'О' | 'о');
    let castling = token.chars().filter(|&c| circle(c)).count() > 1;
    let mut out = String::with_capacity(token.len());
    let mut rest = token;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            // A variation selector only changes the form of a figurine.
            _ if let Some(letter) = figurine_letter(c) => out.push_str(letter),
            _ if is_variation_selector(c) => {}
            _ if is_dash(c) => out.push('-'),
            '×' => out.push('x'),
            '†' => out.push('+'),
            '‡' => out.push('#'),
            _ if castling && circle(c) => out.push('O'),
            _ if c.is_uppercase() && language != Language::English => {
                let (letter, own) = language.translate(rest)?;
                out.push(letter);
                length = own;
            }
            _ => out.push(c),
        }
        rest = &rest[length..];
    }
    Some(out)
}

/// What a token means in a position.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// One legal move, or two without a space between them.
    Moves(Vec<TreeMove>),
    /// A move that is illegal or ambiguous.
    Refused(SanError),
    /// Not a move.
    Other,
}

/// Reads a normalised token as a move in `position`. `promotion` is a promotion behind it in parentheses, such as `=Q`.
pub(super) fn read(token: &str, promotion: &str, position: &Position) -> Reading {
    if is_null_move(token.as_bytes()) {
        return Reading::Moves(vec![TreeMove::Null]);
    }
    let mut refused = None;
    for form in forms(token, promotion) {
        let Ok(san) = SanPlus::from_ascii(form.as_bytes()) else { continue };
        match resolve(&san.san, position) {
            Ok(moves) => return Reading::Moves(moves),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    refused.map_or(Reading::Other, Reading::Refused)
}

/// The forms in which SAN may spell the token: as it is, then in the other usual spellings.
fn forms(token: &str, promotion: &str) -> Vec<String> {
    // An evaluation sign such as `+-` or a result; a move does not end so.
    if token.ends_with('-') || token.ends_with("-+") {
        return Vec::new();
    }
    let suffixes = ["e.p.", "e.p", "ep.", "ep", "dbl.ch", "dis.ch", "ch", "mate"];
    let square = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let bare = suffixes.iter().find_map(|suffix| token.strip_suffix(suffix).filter(|t| square(t)));
    let plain = bare.unwrap_or(token).replace("++", "+");
    let plain = if is_capital_move(&plain) { plain.to_ascii_lowercase() } else { plain };
    let circles = plain.trim_end_matches(['+', '#']).replace('-', "");
    match circles.as_str() {
        "OO" | "00" => return vec!["O-O".to_owned()],
        "OOO" | "000" => return vec!["O-O-O".to_owned()],
        _ => {}
    }
    let plain = plain.replace('-', "").replace('/', "=").replace(':', "x") + promotion;
    // A piece's move with a wrong sign of capture is refused: it may belong to another position.
    if let Some(bare) = plain.strip_suffix('x') {
        let target = bare.len().checked_sub(2).and_then(|at| bare.split_at_checked(at));
        let capture = target.filter(|(piece, _)| !piece.is_empty());
        return capture.into_iter().map(|(piece, to)| format!("{piece}x{to}")).collect();
    }
    let plain = with_promotion(&plain);
    let capture = with_capture(&plain);
    iter::once(plain).chain(capture).collect()
}

/// `c8N+`, `c8=n+` and `c8n` as `c8=N+`. A piece does not promote: in `Re1N` the letter is the sign of a novelty.
fn with_promotion(token: &str) -> String {
    if !token.starts_with(|first: char| first.is_ascii_lowercase()) {
        return token.to_owned();
    }
    let end = token.trim_end_matches(['+', '#']).len();
    let (body, check) = token.split_at(end);
    let mut chars = body.chars();
    let role = chars.next_back().filter(|c| "QRBNqrbn".contains(*c));
    let target = chars.as_str().trim_end_matches('=');
    match role {
        Some(role) if target.len() > 1 && target.ends_with(['1', '8']) => {
            format!("{target}={}{check}", role.to_ascii_uppercase())
        }
        _ => token.to_owned(),
    }
}

/// `ed5` as `exd5`, and `Qd8d5` as `Qd8xd5`.
fn with_capture(token: &str) -> Option<String> {
    match token.as_bytes() {
        [b'a'..=b'h', b'a'..=b'h', b'1'..=b'8', ..] => {
            Some(format!("{}x{}", &token[..1], &token[1..]))
        }
        [
            b'K' | b'Q' | b'R' | b'B' | b'N',
            b'a'..=b'h',
            b'1'..=b'8',
            b'a'..=b'h',
            b'1'..=b'8',
            ..,
        ] => Some(format!("{}x{}", &token[..3], &token[3..])),
        _ => None,
    }
}

/// What is wrong with an illegal token that has a wrong sign of capture, if nothing else is.
pub(super) fn wrong_capture(token: &str, position: &Position) -> Option<&'static str> {
    let is_legal = |token: &str| matches!(read(token, "", position), Reading::Moves(_));
    if token.contains('x') {
        return is_legal(&token.replace('x', "")).then_some("takes nothing");
    }
    let target = token.trim_end_matches(['+', '#']).len().checked_sub(2)?;
    let (piece, rest) = token.split_at_checked(target).filter(|(piece, _)| !piece.is_empty())?;
    is_legal(&format!("{piece}x{rest}")).then_some("is a capture without x")
}

/// The move that `san` denotes in `position`, or the two moves if it is two moves without a space.
pub(super) fn resolve(san: &San, position: &Position) -> Result<Vec<TreeMove>, SanError> {
    if *san == San::Null {
        return Ok(vec![TreeMove::Null]);
    }
    san.to_move(position.chess())
        .or_else(|error| as_coordinate_move(san, position).ok_or(error))
        .map(|mv| vec![TreeMove::Move(mv)])
        .or_else(|error| as_two_moves(san, position).ok_or(error))
}

/// `g1f3` and `e1g1` parse as long pawn moves but are coordinate moves of other pieces; `Ke1g1` is castling.
fn as_coordinate_move(san: &San, position: &Position) -> Option<Move> {
    let San::Normal { role: Role::Pawn | Role::King, file, rank, capture: false, to, promotion } =
        *san
    else {
        return None;
    };
    let promotion = promotion.map_or_else(String::new, |role| role.char().to_string());
    let text = format!("{}{}{to}{promotion}", file?.char(), rank?.char());
    UciMove::from_ascii(text.as_bytes()).ok()?.to_move(position.chess()).ok()
}

/// `e4e5` and `Nf3e5` as two moves: to the square that seems to be the origin, and a pawn's move.
fn as_two_moves(san: &San, position: &Position) -> Option<Vec<TreeMove>> {
    let San::Normal { role, file, rank, capture: false, to, promotion } = *san else {
        return None;
    };
    let plain = |role, to, promotion| San::Normal {
        role,
        file: None,
        rank: None,
        capture: false,
        to,
        promotion,
    };
    let first = plain(role, Square::from_coords(file?, rank?), None);
    let first = first.to_move(position.chess()).ok()?;
    let second = plain(Role::Pawn, to, promotion).to_move(position.after(first).chess()).ok()?;
    Some(vec![TreeMove::Move(first), TreeMove::Move(second)])
}

/// Part of a token of several moves.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A move.
    Move(&'a str),
    /// A result.
    Result(&'a str),
}

/// Splits `Nf3Nc6` or `Bb5a6 4.Ba4` into its moves, without move numbers; `None` if it does not consist of moves, or is
/// only one. Takes the longest move at each place; `e4e5` may be one or two, which [`read`] decides.
pub(super) fn split_token(token: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = token.is_ascii().then_some(token)?;
    while !rest.is_empty() {
        if is_result(rest.as_bytes()) {
            parts.push(Part::Result(rest));
            break;
        }
        let numbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if numbered.len() < rest.len() && numbered.starts_with('.') {
            rest = numbered.trim_start_matches('.');
            continue;
        }
        let is_move = |length: &usize| SanPlus::from_ascii(&rest.as_bytes()[..*length]).is_ok();
        let length = (2..=rest.len().min(MAX_MOVE_LENGTH)).rev().find(is_move)?;
        parts.push(Part::Move(&rest[..length]));
        rest = &rest[length..];
    }
    (parts.len() > 1).then_some(parts)
}

/// The adjacent files of `cd`, `cxd` or `c:d+`: a pawn capture that names only the files.
pub(super) fn file_capture(token: &str) -> Option<[File; 2]> {
    let bare = token.trim_end_matches(['+', '#']).replace(['x', ':'], "");
    let [from, to] = bare.as_bytes() else { return None };
    let files = [File::from_char(char::from(*from))?, File::from_char(char::from(*to))?];
    (u32::from(files[0]).abs_diff(u32::from(files[1])) == 1).then_some(files)
}

/// The legal pawn captures from the first file to the second; of promotions only the one to a queen.
pub(super) fn file_captures(files: [File; 2], position: &Position) -> Vec<Move> {
    let fits = |mv: &Move| {
        mv.role() == Role::Pawn
            && mv.is_capture()
            && mv.from().is_some_and(|from| from.file() == files[0])
            && mv.to().file() == files[1]
            && mv.promotion().is_none_or(|role| role == Role::Queen)
    };
    position.legal_moves().into_iter().filter(fits).collect()
}

/// Whether a token that is not understood may be a move: it names a square, looks like castling, is a truncated move, or is
/// a move in descriptive notation. Then the moves after it are not reliable.
pub(super) fn may_be_a_move(token: &str) -> bool {
    // A single circle is castling with spaces.
    let castling = ["castle", "Castle", "O-O", "0-0", "o-o", "OO", "00"]
        .iter()
        .any(|way| token.starts_with(way))
        || matches!(token, "0" | "O" | "o");
    let target = |pair: &[u8]| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'9').contains(&pair[1]);
    let aimed = token.as_bytes().windows(2).any(target) || names_a_square(token);
    // `NF3`; an ECO code such as `E43` begins with no piece letter, or `B12` is one.
    let piece =
        token.starts_with(['K', 'Q', 'R', 'N']) || (token.starts_with('B') && token.len() > 2);
    let capital = |pair: &[u8]| matches!(pair, [b'A'..=b'H', b'1'..=b'8']);
    let capitals = piece && token.as_bytes()[1..].windows(2).any(capital);
    let spelled = |c: char| "KQRBNabcdefghx123456789=+#-:/".contains(c);
    // A piece letter with a truncated target; a piece letter alone is also a word.
    let cut = token.len() > 1 && token.len() < 4 && token.starts_with(['K', 'Q', 'R', 'B', 'N']);
    // The letters of a move in another order, such as `5c` and `3exf`.
    let disordered = token.len() < 8
        && token.contains(|c| ('a'..='h').contains(&c))
        && token.contains(|c: char| c.is_ascii_digit())
        && token.chars().all(spelled);
    let descriptive = |c: char| "KQRBNPx-0123456789()/=+#ch.".contains(c);
    castling
        || aimed
        || capitals
        || disordered
        || token.starts_with("--")
        || is_capital_move(token)
        || (cut && token.chars().all(spelled))
        || (token.len() > 2
            && token.starts_with(['K', 'Q', 'R', 'B', 'N', 'P'])
            && token.contains(['-', 'x'])
            && token.chars().all(descriptive))
}

/// Whether a letter of any script stands before a digit, such as Cyrillic `е4`. A letter before a number such as `C45`, an
/// ECO code, names no square.
fn names_a_square(token: &str) -> bool {
    let is_accent = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    let chars: Vec<char> = token.chars().filter(|c| !is_accent(c)).collect();
    chars.windows(2).enumerate().any(|(at, pair)| {
        let is_digit = pair[1].is_numeric();
        let is_ascii = pair[0].is_ascii() && pair[1].is_ascii();
        let is_number = is_ascii && chars.get(at + 2).is_some_and(char::is_ascii_digit);
        pair[0].is_alphabetic() && is_digit && !is_number
    })
}

/// `E4`, `E2E4` and `E2-E4`; an ECO code such as `E43` is not a move.
fn is_capital_move(token: &str) -> bool {
    let bare = token.replace(['-', 'x'], "");
    let square = |pair: &[u8]| matches!(pair, [b'A'..=b'H', b'1'..=b'9']);
    // `B5` may be a bishop's move with a letter missing.
    matches!(bare.len(), 2 | 4)
        && bare.as_bytes().chunks(2).all(square)
        && (bare.len() == 4 || !bare.starts_with('B'))
}

/// Whether a number without a period is a legal move in the numeric notation of correspondence chess, such as `5254`.
/// Such moves are not read, because numbers also occur in prose.
pub(super) fn may_be_numeric_move(token: &str, position: &Position) -> bool {
    let squares: Vec<u32> = token.chars().filter_map(|c| c.to_digit(10)).collect();
    let [from_file, from_rank, to_file, to_rank, ..] = squares[..] else { return false };
    squares.len() == token.len()
        && squares.len() < 6
        && squares.iter().all(|digit| (1..=8).contains(digit))
        && position.legal_moves().iter().any(|mv| {
            let at = |file, rank| Square::new((rank - 1) * 8 + file - 1);
            mv.from() == Some(at(from_file, from_rank)) && mv.to() == at(to_file, to_rank)
        })
}

#[cfg(test)]
mod tests {
    use super::{Part, file_capture, split_token};

    #[test]
    fn tokens_of_several_moves_are_split() {
        let plain = |token| -> Option<Vec<&str>> {
            let parts = split_token(token)?.into_iter();
            Some(
                parts
                    .map(|part| match part {
                        Part::Move(text) | Part::Result(text) => text,
                    })
                    .collect(),
            )
        };
        let cases = [
            ("Nf3Nc6", "Nf3 Nc6"),
            ("e4e5Nf3Nc6", "e4e5 Nf3 Nc6"),
            ("O-OO-O-O", "O-O O-O-O"),
            ("exd8=Q+Kxd8", "exd8=Q+ Kxd8"),
            ("e52.Nf3Nc6", "e5 Nf3 Nc6"),
            ("Qh4#0-1", "Qh4# 0-1"),
        ];
        for (token, expected) in cases {
            assert_eq!(plain(token).map(|parts| parts.join(" ")).as_deref(), Some(expected));
        }
        for token in ["Nf3", "", "Nf3x", "hello", "12", "é4e5", "1-0"] {
            assert_eq!(plain(token), None, "{token}");
        }
    }

    #[test]
    fn captures_by_files() {
        assert!(file_capture("cd").is_some() && file_capture("exd+").is_some());
        assert!(file_capture("a:b").is_some());
        assert!(file_capture("ce").is_none() && file_capture("cd4").is_none());
        assert!(file_capture("xy").is_none());
    }
}
