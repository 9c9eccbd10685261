//! Moves that were written without a space between them, and pawn captures that name files alone.

use super::splitter::is_result;
use crate::rules::{Move, Position};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{File, Role};

/// Longest move that is looked for: `exd8=Q+`, and a long one such as `Ng1xf3+`.
const MAX_MOVE_LENGTH: usize = 8;

/// One of the parts that a token falls into.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A move.
    Move(&'a str),
    /// A result.
    Result(&'a str),
}

/// `Nf3Nc6` or `Bb5a6 4.Ba4` as single moves, numbers left out; `None` when it is not made of moves alone, or one only.
/// At each place the longest move is taken: `e4e5` may be one, and who knows the position says whether it is.
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

/// `e4e5` and `Nf3e5` as two moves, for when they are not one: to where the man seemed to come from, and a pawn's.
pub(super) fn as_two_moves(san: &San) -> Option<[San; 2]> {
    let San::Normal { role, file: Some(file), rank: Some(rank), capture: false, to, promotion } =
        *san
    else {
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
    let from = shakmaty::Square::from_coords(file, rank);
    Some([plain(role, from, None), plain(Role::Pawn, to, promotion)])
}

/// `g1f3` and `e1g1` as coordinates, which read like a pawn's long move and are another man's.
pub(super) fn as_coordinate_move(san: &San, position: &Position) -> Option<Move> {
    let San::Normal {
        role: Role::Pawn,
        file: Some(file),
        rank: Some(rank),
        capture: false,
        to,
        promotion,
    } = *san
    else {
        return None;
    };
    let text = format!("{}{}{to}", file.char(), rank.char());
    let promoted = promotion.map_or_else(String::new, |role| role.char().to_string());
    UciMove::from_ascii((text + &promoted).as_bytes()).ok()?.to_move(position.chess()).ok()
}

/// `cd`, `cxd` and `c:d+`: a pawn's capture by its files alone, which must lie side by side.
pub(super) fn file_capture(token: &str) -> Option<[File; 2]> {
    let bare = token.trim_end_matches(['+', '#']).replace(['x', ':'], "");
    let [from, to] = bare.as_bytes() else { return None };
    let files = [File::from_char(char::from(*from))?, File::from_char(char::from(*to))?];
    (u32::from(files[0]).abs_diff(u32::from(files[1])) == 1).then_some(files)
}

#[cfg(test)]
mod tests {
    use super::{Part, file_capture, split_token};

    #[test]
    fn moves_come_apart() {
        let plain = |token| -> Option<Vec<String>> {
            let parts = split_token(token)?.into_iter().map(|part| match part {
                Part::Move(text) | Part::Result(text) => text.to_owned(),
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
        assert!(
            file_capture("cd").is_some()
                && file_capture("exd+").is_some()
                && file_capture("a:b").is_some()
        );
        assert!(
            file_capture("ce").is_none()
                && file_capture("cd4").is_none()
                && file_capture("xy").is_none()
        );
    }
}
