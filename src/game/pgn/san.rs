//! Reads moves from PGN tokens: standard algebraic notation (SAN) and its usual misspellings, moves without a space between
//! them, coordinate moves, and pawn captures that name only the files.

use super::splitter::is_result;
use crate::game::TreeMove;
use crate::rules::{Move, Position};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{File, Role, Square};

/// Longest move in a token of several moves: `exd8=Q+`, and a long one such as `Ng1xf3+`.
const MAX_MOVE_LENGTH: usize = 8;

/// A token without a move number in front: `12.e4` and `12...e5`; empty for a number alone.
pub(super) fn without_number(token: &str) -> &str {
    let behind = token.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.is_empty() {
        return "";
    }
    let behind = if behind.starts_with(['.', '…']) { behind } else { token };
    let bare = behind.trim_start_matches(['.', '…']);
    if bare == "e.p." { bare } else { bare.trim_end_matches('.') }
}

/// The SAN move that `token` spells. `promotion` is a promotion written behind it in parentheses, as `=Q`.
pub(super) fn spelled(token: &str, promotion: &str) -> Option<SanPlus> {
    if matches!(token, "--" | "Z0" | "null" | "pass" | "@@@@" | "<>") {
        return SanPlus::from_ascii(b"--").ok();
    }
    let plain = token.trim_end_matches("e.p.").trim_end_matches("ep").replace("++", "+");
    let forms = [
        format!("{plain}{promotion}"),
        plain.replace(['0', 'o'], "O").replace(['–', '—'], "-"),
        plain.replace('/', "="),
        plain.replace('-', ""),
        plain.replace(':', "x"),
        with_equals_sign(&plain),
    ];
    forms.iter().find_map(|form| SanPlus::from_ascii(form.as_bytes()).ok())
}

/// `c8N+` as `c8=N+`.
fn with_equals_sign(token: &str) -> String {
    match token.find(['Q', 'R', 'B', 'N']) {
        Some(at) if at > 0 => format!("{}={}", &token[..at], &token[at..]),
        _ => token.to_owned(),
    }
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

/// `g1f3` and `e1g1` parse as long pawn moves but are coordinate moves of other pieces.
fn as_coordinate_move(san: &San, position: &Position) -> Option<Move> {
    let San::Normal { role: Role::Pawn, file, rank, capture: false, to, promotion } = *san else {
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
    Move(SanPlus),
    /// A result.
    Result(&'a str),
}

/// Splits `Nf3Nc6` or `Bb5a6 4.Ba4` into its moves, without move numbers; `None` if it does not consist of moves, or is
/// only one. Takes the longest move at each place; `e4e5` may be one or two, which [`resolve`] decides.
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
        let parse = |length| Some((SanPlus::from_ascii(&rest.as_bytes()[..length]).ok()?, length));
        let (san, length) = (2..=rest.len().min(MAX_MOVE_LENGTH)).rev().find_map(parse)?;
        parts.push(Part::Move(san));
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

/// Whether a token that is not understood may be a move, so that the moves after it are not reliable.
pub(super) fn may_be_a_move(token: &str) -> bool {
    let castling = ["O-O", "0-0", "o-o"].iter().any(|way| token.starts_with(way));
    let spelled = |c: char| "KQRBNabcdefghx123456789=+#-:/".contains(c);
    let target = |pair: &[u8]| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'9').contains(&pair[1]);
    let aimed = token.as_bytes().windows(2).any(target);
    // A piece letter with a truncated target; a piece letter alone is also a word.
    let cut = token.len() > 1 && token.len() < 4 && token.starts_with(['K', 'Q', 'R', 'B', 'N']);
    castling || (token.chars().all(spelled) && (aimed || cut))
}

#[cfg(test)]
mod tests {
    use super::{Part, file_capture, split_token};

    #[test]
    fn tokens_of_several_moves_are_split() {
        let plain = |token| -> Option<Vec<String>> {
            let parts = split_token(token)?.into_iter().map(|part| match part {
                Part::Move(san) => san.to_string(),
                Part::Result(text) => text.to_owned(),
            });
            Some(parts.collect())
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
