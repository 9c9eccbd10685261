//! A position in words: its moves as a player says them, the board by ranks, the pieces by kind.

use super::words::{KINDS, kind, role_name, side};
use crate::base::number_of;
use crate::rules::{Color, File, Move, Position, Rank, Role, Square};
use crate::tui::model::session::{destination, material};

/// A move as it is said: `knight f3 takes e5, check`.
pub fn spoken_move(before: &Position, mv: Move) -> String {
    let after = before.after(mv);
    let mut words = match (mv.castling_side(), mv.from()) {
        (Some(wing), _) => {
            format!("castles {}", if wing.is_king_side() { "king side" } else { "queen side" })
        }
        (None, None) => mv.to().to_string(),
        (None, Some(from)) => {
            let verb = if mv.is_capture() { "takes" } else { "to" };
            format!("{} {from} {verb} {}", role_name(mv.role()), mv.to())
        }
    };
    if mv.is_en_passant() {
        words += " en passant";
    }
    if let Some(role) = mv.promotion() {
        words += &format!(", promotes to {}", role_name(role));
    }
    let is_over = after.legal_moves().is_empty();
    words
        + match (after.is_check(), is_over) {
            (true, true) => ", checkmate",
            (true, false) => ", check",
            (false, true) => ", stalemate",
            (false, false) => "",
        }
}

/// `white knight e4`.
fn piece_on(position: &Position, square: Square) -> Option<String> {
    let piece = position.board().piece_at(square)?;
    Some(format!("{} {} {square}", side(piece.color).to_lowercase(), role_name(piece.role)))
}

fn listed(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    let (mut words, mut before) = (Vec::new(), None);
    for square in squares {
        let Some(piece) = position.board().piece_at(square) else { continue };
        // The colour is said where it changes.
        let colour = if before == Some(piece.color) {
            String::new()
        } else {
            side(piece.color).to_lowercase() + " "
        };
        words.push(format!("{colour}{} {square}", role_name(piece.role)));
        before = Some(piece.color);
    }
    if words.is_empty() { "empty".to_owned() } else { words.join(", ") }
}

fn ranks(view: Color) -> Vec<Rank> {
    let mut ranks = Rank::ALL.to_vec();
    if view == Color::White {
        ranks.reverse();
    }
    ranks
}

/// Whose move it is: `Black to move, in check`.
pub(super) fn turn(position: &Position) -> String {
    let check = if position.is_check() { ", in check" } else { "" };
    format!("{} to move{check}", side(position.turn()))
}

/// The board, a rank a line, the farthest from `view` first.
pub fn board(position: &Position, view: Color) -> Vec<String> {
    let rank = |rank: Rank| {
        let squares = File::ALL.into_iter().map(|file| Square::from_coords(file, rank));
        format!("rank {}: {}", rank.char(), listed(position, squares))
    };
    let mut lines: Vec<String> = ranks(view).into_iter().map(rank).collect();
    lines.push(turn(position));
    lines
}

/// The board in letters, White's in capitals, for a braille display.
pub fn diagram(position: &Position, view: Color) -> Vec<String> {
    let letter = |square| position.board().piece_at(square).map_or('.', |piece| piece.char());
    let mut files = File::ALL;
    if view == Color::Black {
        files.reverse();
    }
    let rank = |rank: Rank| {
        let letters = files.map(|file| letter(Square::from_coords(file, rank)).to_string());
        format!("{} {}", rank.char(), letters.join(" "))
    };
    let names = format!("- {}", files.map(|file| file.char().to_string()).join(" "));
    ranks(view).into_iter().map(rank).chain([names]).collect()
}

/// The pieces by colour and kind: all, or those that `filter` names: `white`, `knights`, or as Lichess does `N` for White's
/// and `n` for Black's.
///
/// # Errors
/// A word names neither a colour nor a kind.
pub fn pieces(position: &Position, filter: &str) -> Result<Vec<String>, String> {
    let (mut colours, mut kinds) = (Color::ALL.to_vec(), Vec::new());
    for word in filter.split_whitespace() {
        match (word.to_lowercase().as_str(), kind(word)) {
            ("white", _) => colours = vec![Color::White],
            ("black", _) => colours = vec![Color::Black],
            (_, Some(role)) => {
                kinds.push(role);
                if word.len() == 1 {
                    colours = vec![Color::from_white(word.chars().all(char::is_uppercase))];
                }
            }
            (_, None) => {
                return Err(format!(
                    "pieces {word:?}: expected white, black or a piece such as knight"
                ));
            }
        }
    }
    let board = position.board();
    let of = |color: Color| {
        let wanted = KINDS.iter().filter(|(role, ..)| kinds.is_empty() || kinds.contains(role));
        let groups = wanted.filter_map(|&(role, one, several)| {
            let found = board.by_color(color) & board.by_role(role);
            let squares: Vec<String> = found.into_iter().map(|square| square.to_string()).collect();
            let name = if squares.len() == 1 { one } else { several };
            (!squares.is_empty()).then(|| format!("{name} {}", squares.join(" ")))
        });
        let groups: Vec<String> = groups.collect();
        let groups = if groups.is_empty() { "none".to_owned() } else { groups.join(", ") };
        format!("{}: {groups}", side(color))
    };
    let mut lines: Vec<String> = colours.into_iter().map(of).collect();
    let points = material(board, Color::White).1;
    if filter.is_empty() && points != 0 {
        let ahead = if points > 0 { "White" } else { "Black" };
        lines.push(format!("{ahead} is {} ahead", number_of(i64::from(points.abs()), "point")));
    }
    Ok(lines)
}

/// What is on a square, a file or a rank.
///
/// # Errors
/// It is none of them.
pub fn look(position: &Position, wanted: &str) -> Result<Vec<String>, String> {
    let place = wanted.to_lowercase();
    let place = place.trim_start_matches("rank ").trim_start_matches("file ");
    let letter = place.parse::<char>().ok();
    let file = letter.and_then(File::from_char);
    let squares: Vec<Square> = match (place.parse(), file, letter.and_then(Rank::from_char)) {
        (Ok(square), ..) => vec![square],
        (_, Some(file), _) => Rank::ALL.map(|rank| Square::from_coords(file, rank)).to_vec(),
        (.., Some(rank)) => File::ALL.map(|file| Square::from_coords(file, rank)).to_vec(),
        (Err(_), None, None) => {
            return Err(format!(
                "look {wanted:?}: expected a square, a file or a rank, such as e4, e or 4"
            ));
        }
    };
    Ok(vec![format!("{place}: {}", listed(position, squares.into_iter()))])
}

/// The legal moves by piece: all, of one piece or kind (`from e4`, `knight`), or to a square (`to e5`).
///
/// # Errors
/// `filter` is none of these, or there is no such move.
pub fn legal_moves(position: &Position, filter: &str) -> Result<Vec<String>, String> {
    let place = filter.to_lowercase();
    let (to, from) = (place.strip_prefix("to "), place.strip_prefix("from ").unwrap_or(&place));
    let (turn, square) = (position.turn(), |text: &str| text.trim().parse::<Square>().ok());
    let (target, origin, role) = (to.and_then(square), square(from), kind(from));
    if !place.is_empty() && target.is_none() && origin.is_none() && role.is_none() {
        return Err(format!("moves {filter:?}: expected from e4, to e4 or a piece such as knight"));
    }
    let mut groups: Vec<(Role, Square, Vec<String>)> = Vec::new();
    for mv in position.legal_moves() {
        let Some(start) = mv.from() else { continue };
        let end = destination(mv);
        let is_wanted = target.is_none_or(|target| target == end)
            && origin.is_none_or(|origin| origin == start)
            && (origin.is_some() || role.is_none_or(|role| role == mv.role()));
        let words = match mv.castling_side() {
            Some(_) => spoken_move(position, mv),
            None if mv.is_capture() => format!("takes {end}"),
            None => end.to_string(),
        };
        if is_wanted {
            match groups.iter_mut().find(|(_, square, _)| *square == start) {
                // The promotions of a pawn are one move to the ear.
                Some((.., ends)) => ends.extend((!ends.contains(&words)).then_some(words)),
                None => groups.push((mv.role(), start, vec![words])),
            }
        }
    }
    groups.sort_by_key(|&(role, square, _)| (std::cmp::Reverse(role), square));
    match (groups.is_empty(), origin) {
        (true, Some(origin)) => {
            let piece = piece_on(position, origin);
            Err(piece.map_or_else(
                || format!("{origin} is empty"),
                |piece| match position.board().color_at(origin) == Some(turn) {
                    true => format!("{piece} has no legal move"),
                    false => format!("{piece}: it is the move of {}", side(turn)),
                },
            ))
        }
        (true, None) => Err("there is no such move".to_owned()),
        (false, _) => Ok(groups
            .into_iter()
            .map(|(role, from, ends)| format!("{} {from}: {}", role_name(role), ends.join(", ")))
            .collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::diagram;
    use crate::rules::{Color, Position};

    #[test]
    fn a_diagram_is_turned_round_for_black() {
        let shown = |view| diagram(&Position::default(), view);
        let (white, black) = (shown(Color::White), shown(Color::Black));
        assert_eq!([&*white[0], &*white[8]], ["8 r n b q k b n r", "- a b c d e f g h"]);
        assert_eq!([&*black[0], &*black[8]], ["1 R N B K Q B N R", "- h g f e d c b a"]);
    }
}
