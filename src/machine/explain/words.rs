//! Squares and pieces in English.

use super::facts::piece_at;
use crate::machine::chess::base::ChessBase;
use crate::machine::chess::geometry::Direction;
use crate::machine::chess::names;
use crate::rules::Square;

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Lists squares; three or more neighbours on a line as `e2..e7`.
pub fn run(squares: &[Square]) -> String {
    let mut parts: Vec<Vec<Square>> = Vec::new();
    for &square in squares {
        match parts.last_mut() {
            Some(part) if continues(part, square) => part.push(square),
            _ => parts.push(vec![square]),
        }
    }
    let words = parts.iter().flat_map(|part| match part.as_slice() {
        [first, _, .., last] if part.len() > 2 => vec![format!("{first}..{last}")],
        few => few.iter().map(ToString::to_string).collect(),
    });
    list(&words.collect::<Vec<_>>())
}

/// Is `square` the next square on the line of `part`?
fn continues(part: &[Square], square: Square) -> bool {
    let Some(&last) = part.last() else { return false };
    let way = Direction::ALL.into_iter().find(|way| way.step(last) == Some(square));
    match part {
        [.., before, last] => way.is_some() && way == Direction::between(*before, *last),
        _ => way.is_some(),
    }
}

/// `e5 is empty`, `e5 and e6 are empty`.
pub fn empty(squares: &[Square]) -> String {
    let verb = if squares.len() == 1 { "is" } else { "are" };
    format!("{} {verb} empty", run(squares))
}

/// `the rook on e8`, or `e8` if it is empty.
pub fn the_piece(base: &ChessBase, square: Square) -> String {
    match piece_at(base, square) {
        Some((_, kind)) => format!("the {} on {square}", names::role(kind)),
        None => square.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{list, run};
    use crate::rules::Square;

    #[test]
    fn squares_are_collapsed_along_lines() {
        use Square::{A1, B2, C3, D4, E2, E3, E5, E6, E7, H8};
        let cases: [(&[Square], &str); 5] = [
            (&[E2], "e2"),
            (&[E2, E3], "e2 and e3"),
            (&[E2, E3, E5, E6, E7], "e2, e3 and e5..e7"),
            (&[A1, B2, C3, D4, H8], "a1..d4 and h8"),
            (&[E5, E6, E7, H8, A1], "e5..e7, h8 and a1"),
        ];
        for (squares, words) in cases {
            assert_eq!(run(squares), words);
        }
        assert_eq!(list(&[]), "");
    }
}
