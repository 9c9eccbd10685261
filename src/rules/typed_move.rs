//! Moves as people type them: SAN, UCI and long forms in any case, with or without `x`, `-`, `=` and check marks.
//!
//! The text is taken as it stands first, so that `bxc3` is the pawn's move and `Bxc3` the bishop's where both are legal;
//! case is ignored only where that gives a move. Files use the strict [`parse_move`].

use super::castling::castling_squares;
use super::notation::{NotationError, parse_move, san};
use super::position::Position;
use shakmaty::{Move, Role};
use std::cmp::Reverse;

/// What may be left out of a move or added to it.
const MARKS: [char; 14] = ['x', 'X', '×', ':', '-', '–', '=', '+', '#', '!', '?', '(', ')', ' '];

/// The move that `text` denotes; or the moves of a pawn that is promoted, where the text does not say to what: queen, rook,
/// bishop, knight.
///
/// # Errors
/// Not a move at all, not legal, or several moves that the error lists.
pub fn parse_typed(position: &Position, text: &str) -> Result<Vec<Move>, NotationError> {
    let text = without_number(text);
    if !has_usual_marks(text) {
        return Err(NotationError::NotAMove(text.to_owned()));
    }
    let (strict, wanted) = (parse_move(position, text), bare(text));
    if let Ok(mv) = strict
        && spellings(mv).contains(&wanted)
    {
        return Ok(vec![mv]);
    }
    let legal = position.legal_moves();
    if text.starts_with(['x', 'X', '×', ':']) {
        // `xc3` names no piece: any that can take there.
        let takes = |mv: &&Move| {
            let promoted = mv.promotion().map(|role| format!("{}{}", mv.to(), role.char()));
            let squares = [Some(mv.to().to_string()), promoted];
            mv.is_capture() && squares.iter().flatten().any(|it| it.eq_ignore_ascii_case(&wanted))
        };
        let moves: Vec<Move> = legal.iter().filter(takes).copied().collect();
        if !moves.is_empty() {
            return one_move(position, text, moves);
        }
    }
    for same in [str::eq, str::eq_ignore_ascii_case] {
        let fits = |mv: &&Move| spellings(**mv).iter().any(|spelled| same(spelled, &wanted));
        let moves: Vec<Move> = legal.iter().filter(fits).copied().collect();
        if !moves.is_empty() {
            return one_move(position, text, moves);
        }
    }
    // Forms that the strict reader knows besides: `bb6` for the pawn, where no bishop can go there.
    if let Ok(mv) = strict {
        return Ok(vec![mv]);
    }
    let usual = in_usual_case(position, text).unwrap_or_else(|| text.trim().to_owned());
    // `e4-e5` is well formed, too.
    let is_whole = matches!(parse_move(position, &wanted), Err(NotationError::Illegal(_)));
    Err(match parse_move(position, &usual) {
        Ok(_) => NotationError::Illegal(usual),
        Err(NotationError::NotAMove(_)) if is_whole => NotationError::Illegal(usual),
        Err(error) => error,
    })
}

/// The moves that `text` denotes if they differ in the promotion alone, the queen first.
fn one_move(
    position: &Position,
    text: &str,
    mut moves: Vec<Move>,
) -> Result<Vec<Move>, NotationError> {
    let way = |mv: &Move| (mv.from(), mv.to());
    if moves.iter().any(|mv| way(mv) != way(&moves[0])) {
        let sans: Vec<String> = moves.iter().map(|&mv| san(position, mv)).collect();
        return Err(NotationError::Several { text: text.to_owned(), moves: sans.join(" or ") });
    }
    moves.sort_by_key(|mv| Reverse(mv.promotion()));
    Ok(moves)
}

/// The legal moves that `text` is the beginning of, in any spelling and case.
pub fn moves_beginning(position: &Position, text: &str) -> Vec<Move> {
    let begun = bare(without_number(text)).to_ascii_lowercase();
    let begins = |mv: &Move| {
        spellings(*mv).iter().any(|spelled| spelled.to_ascii_lowercase().starts_with(&begun))
    };
    position.legal_moves().into_iter().filter(begins).collect()
}

/// The letter in notation of the piece that a figurine of either colour stands for; empty for a pawn, which has none.
pub fn figurine_letter(sign: char) -> Option<&'static str> {
    const FIGURINES: [(&str, [char; 2]); 6] = [
        ("K", ['♔', '♚']),
        ("Q", ['♕', '♛']),
        ("R", ['♖', '♜']),
        ("B", ['♗', '♝']),
        ("N", ['♘', '♞']),
        ("", ['♙', '♟']),
    ];
    FIGURINES.iter().find(|(_, signs)| signs.contains(&sign)).map(|(letter, _)| *letter)
}

/// Does a move begin with this letter or figurine, in any spelling?
pub fn begins_move(letter: char) -> bool {
    matches!(letter.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q' | 'r' | 'n' | 'p' | 'o' | '0')
        || figurine_letter(letter).is_some()
}

/// The text without the number of the move and its dots: `1. e4`, `12...Rh2`.
pub fn without_number(text: &str) -> &str {
    let text = text.trim();
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_numbered = rest.len() < text.len() && rest.trim_start().starts_with(['.', '…']);
    if is_numbered { rest.trim_start_matches(['.', '…', ' ']) } else { text }
}

/// Are the marks where notation has them? One sign of a capture, a dash between squares or letters of castling, `=` before a piece,
/// brackets around the piece of a promotion, the others at the end.
fn has_usual_marks(text: &str) -> bool {
    let text: String = text.chars().filter(|letter| *letter != ' ').collect();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let count = |signs: &[char]| text.matches(signs).count();
    let letters: Vec<char> = text.chars().collect();
    let in_brackets = matches!(letters[..], [.., '(', piece, ')'] if piece.is_alphabetic());
    let before_piece = |at: usize| text[at + 1..].starts_with(char::is_alphabetic);
    count(&['x', 'X', '×', ':']) <= 1
        && count(&['-', '–']) <= 2
        && count(&['(']) <= 1
        && count(&['=']) <= 1
        && text.find('=').is_none_or(before_piece)
        && !text.ends_with(['-', '–', 'x', 'X', '×'])
        && count(&['+', '#', '!', '?']) == 0
        && (in_brackets || !text.contains(['(', ')']))
}

/// The text without marks, castling with letters.
fn bare(text: &str) -> String {
    let text = text.trim();
    let text = ["e.p.", "ep"].iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
    let letters = text.chars().filter(|letter| !MARKS.contains(letter));
    letters.map(|letter| if letter == '0' { 'O' } else { letter }).collect()
}

/// A text of a move that is not legal here, with capitals where SAN has them; `None` where it is not a move in any case.
fn in_usual_case(position: &Position, text: &str) -> Option<String> {
    let lower = text.trim().to_ascii_lowercase();
    let piece = lower.get(..1)?.to_ascii_uppercase() + lower.get(1..)?;
    let promoted = match lower.split_once('=') {
        Some((squares, role)) => format!("{squares}={}", role.to_ascii_uppercase()),
        None => lower.clone(),
    };
    let is_move =
        |text: &String| !matches!(parse_move(position, text), Err(NotationError::NotAMove(_)));
    let castling = lower.replace('o', "O");
    [text.trim().to_owned(), lower, piece, promoted, castling].into_iter().find(is_move)
}

/// The ways to write a move without marks.
fn spellings(mv: Move) -> Vec<String> {
    let Some(from) = mv.from() else { return Vec::new() };
    if let Some(squares) = castling_squares(mv) {
        let (rook, king) = (squares.rook, squares.king_to());
        let letters = if squares.wing().is_king_side() { "OO" } else { "OOO" };
        let mut spelled = vec![letters.to_owned(), format!("{from}{rook}")];
        // A single step of the king is an ordinary move.
        if from.distance(king) > 1 {
            let ways = [format!("{from}{king}"), format!("K{from}{king}"), format!("K{king}")];
            spelled.extend(ways);
        }
        return spelled;
    }
    let (to, file, rank) = (mv.to(), from.file().char(), from.rank().char());
    let origins = match (mv.role(), mv.is_capture()) {
        (Role::Pawn, false) => vec![String::new(), format!("{file}{rank}")],
        (Role::Pawn, true) => vec![file.to_string(), format!("{file}{rank}")],
        _ => vec![String::new(), file.to_string(), rank.to_string(), format!("{file}{rank}")],
    };
    let letter = mv.role().upper_char();
    let mut spelled: Vec<String> =
        origins.iter().map(|origin| format!("{letter}{origin}{to}")).collect();
    match mv.role() {
        Role::Pawn => spelled.extend(origins.iter().map(|origin| format!("{origin}{to}"))),
        _ => spelled.push(format!("{from}{to}")),
    }
    let Some(role) = mv.promotion() else { return spelled };
    let with = |letter| spelled.iter().map(move |text| format!("{text}{letter}"));
    let mut named: Vec<String> = with(role.upper_char()).chain(with(role.char())).collect();
    named.append(&mut spelled);
    named
}

#[cfg(test)]
mod tests {
    use super::{moves_beginning, parse_typed};
    use crate::rules::notation::{moves_ahead, parse_fen, possible_moves, uci};
    use crate::rules::{Color, Position};

    fn typed(fen: &str, text: &str) -> String {
        let position = parse_fen(fen).unwrap();
        match parse_typed(&position, text) {
            Ok(moves) => moves.into_iter().map(uci).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        }
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// The pawn on b2 and the bishop on d2 may both take on c3.
    const BOTH: &str = "4k3/8/8/8/8/2n5/1P1B4/4K2R w K - 0 1";
    const BISHOP: &str = "4k3/8/8/8/8/2n5/3B4/4K2R w K - 0 1";
    const PROMOTION: &str = "3r4/4P3/6k1/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn castling_that_is_not_legal_is_understood_in_every_spelling() {
        let start = parse_fen(START).unwrap();
        for text in ["O-O", "o-o", "0-0", "O-O+"] {
            assert_eq!(possible_moves(&start, text), ["e1g1"], "{text}");
        }
    }

    fn ahead(position: &Position, text: &str) -> String {
        let ends = moves_ahead(position, Color::White, text);
        ends.iter().map(|(a, b)| format!("{a}{b}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_move_ahead_takes_what_may_come() {
        // Black is to move; nothing stands on d5, and a knight of White's on c3.
        let fen = "r1bqkbnr/pppp1ppp/2n5/8/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1";
        let position = parse_fen(fen).unwrap();
        for (text, found) in [
            ("exd5", "e4d5"),
            ("ed5", "e4d5"),
            ("e4xd5", "e4d5"),
            ("bxc3", "b2c3"),
            ("dxc3", "d2c3"),
            ("Nxd5", "c3d5"),
            ("Nf3xe5", "f3e5"),
            ("Bxb5", "f1b5"),
            ("Qxd7", "d1d7"),
            ("e5", "e4e5"),
            ("e6", ""),
            ("exd6", ""),
            ("Nxh8", ""),
            ("xyz", ""),
        ] {
            assert_eq!(ahead(&position, text), found, "{text}");
        }
        for (text, found) in [("Ke2", "e1e2"), ("Kd4", ""), ("Kg1", ""), ("O-O", "e1g1")] {
            assert_eq!(ahead(&position, text), found, "{text}");
        }
        // No castling without the right to it: a rook stands on e1.
        let other = parse_fen("4k3/8/8/8/8/8/8/4R2K b - - 0 1").unwrap();
        assert_eq!(ahead(&other, "O-O"), "");
    }

    #[test]
    fn the_number_of_a_move_is_left_out() {
        for text in ["1. Nc3", "1.nc3", "12...Nc3", "12... Nc3", "3. ... b1c3", "1 . Nc3", "1…Nc3"]
        {
            assert_eq!(typed(START, text), "b1c3", "{text}");
        }
        for text in ["1.", "1 Nc3", "1.1. Nc3", "...Nc3", "12"] {
            assert!(typed(START, text).contains("is not a move"), "{text}");
        }
    }

    #[test]
    fn case_and_marks_do_not_matter_where_one_move_fits() {
        for text in ["nc3", "Nc3", "NC3", "b1c3", "B1C3", "nb1-c3", "Nbc3!", "n1c3"] {
            assert_eq!(typed(START, text), "b1c3", "{text}");
        }
        for text in ["e4", "E4", "e2-e4", "pe4", "Pe2e4"] {
            assert_eq!(typed(START, text), "e2e4", "{text}");
        }
        for text in
            ["o-o", "O-O", "0-0", "oo", "00", "e1g1", "E1G1", "e1h1", "Ke1-g1", "Kg1", "kg1"]
        {
            assert_eq!(typed(BOTH, text), "e1g1", "{text}");
        }
    }

    #[test]
    fn a_small_b_is_the_pawn_where_both_can_take() {
        assert_eq!(typed(BOTH, "bxc3"), "b2c3");
        assert_eq!(typed(BOTH, "Bxc3"), "d2c3");
        assert_eq!(typed(BOTH, "bc3"), "b2c3");
        assert_eq!(typed(BISHOP, "bxc3"), "d2c3");
        let free = "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1";
        assert_eq!([typed(free, "bb4"), typed(START, "bb4")], ["d2b4", "b2b4"]);
        assert_eq!(typed(BOTH, "BXC3"), "BXC3 may be bxc3 or Bxc3");
    }

    #[test]
    fn a_capture_without_a_piece_is_any_that_is_alone() {
        assert_eq!([typed(BISHOP, "xc3"), typed(BISHOP, "×C3+")], ["d2c3"; 2]);
        assert_eq!(typed(BOTH, "xc3"), "xc3 may be bxc3 or Bxc3");
        assert_eq!(typed(PROMOTION, "xd8"), "e7d8q e7d8r e7d8b e7d8n");
        assert_eq!(typed(PROMOTION, "xd8=N"), "e7d8n");
        assert_eq!(typed(BISHOP, "xc4"), "xc4 is not legal here");
    }

    #[test]
    fn marks_stand_where_notation_has_them() {
        for text in ["e4!?", "e2-e4", "e2 - e4+", "e4 #", "e4 !", "1. e4"] {
            assert_eq!(typed(START, text), "e2e4", "{text}");
        }
        for text in ["e4 (", "e4)))", "(e4", "e4 -", "e4=", "x#=e-----4", "e4 e5 ((", "e--4--"] {
            assert!(typed(START, text).contains("is not a move"), "{text}");
        }
        for text in ["exd8=Q+", "exd8(Q)", "exd8=N!", "e7xd8=Q#"] {
            assert!(typed(PROMOTION, text).starts_with("e7d8"), "{text}");
        }
        assert_eq!([typed(BOTH, "O-O"), typed(BISHOP, "Bc3:")], ["e1g1", "d2c3"]);
    }

    #[test]
    fn a_promotion_without_a_piece_leaves_the_choice() {
        assert_eq!(typed(PROMOTION, "exd8"), "e7d8q e7d8r e7d8b e7d8n");
        for text in ["exd8=q", "exd8=Q", "exd8q", "e7d8q", "E7D8Q", "ed8Q"] {
            assert_eq!(typed(PROMOTION, text), "e7d8q", "{text}");
        }
    }

    #[test]
    fn a_refusal_says_what_was_understood() {
        assert_eq!(typed(START, "ra3"), "Ra3 is not legal here");
        assert_eq!(typed(START, "o-o"), "O-O is not legal here");
        assert_eq!(typed(START, "e4-e5"), "e4-e5 is not legal here");
        assert_eq!(typed(START, "e5"), "e5 is not legal here");
        assert_eq!(typed(START, "xyz"), "\"xyz\" is not a move in SAN or UCI form");
        let two = "4k3/8/8/8/8/8/N3N3/4K3 w - - 0 1";
        assert_eq!(typed(two, "nc3"), "nc3 may be Nac3 or Nec3");
    }

    #[test]
    fn the_beginning_of_a_move_gives_the_moves() {
        let position = parse_fen(START).unwrap();
        let begun = |text| moves_beginning(&position, text).len();
        assert_eq!([begun("n"), begun("b"), begun("e"), begun("e2e"), begun("k")], [4, 4, 2, 2, 0]);
    }
}
