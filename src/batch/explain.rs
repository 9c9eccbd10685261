//! `lucena explain FEN [QUERY]`: explains why a move is legal or not, a square attacked, or a proposition true; without a
//! query prints a summary with the terms that say most. Evaluation terms are explained by `knowledge::explain`.

use super::wrong_argument::WrongArgument;
use crate::base::Score;
use crate::knowledge::explain as terms;
use crate::machine::chess::names;
use crate::machine::{ChessMachine, ChessMove, explain as answer};
use crate::rules::{Color, NotationError, Position, Square, notation, parse_move};
use anyhow::Result;

/// Explains `what` in the position: a move in UCI notation or SAN, a square, a proposition such as
/// `attacked e1 by black`, or an evaluation term such as `passed`. Takes some tens of milliseconds.
///
/// # Errors
/// An invalid position, an unknown query, or a move in SAN that no piece here could make.
pub fn explain(fen: &str, what: Option<&str>) -> Result<String> {
    explain_position(&WrongArgument::position(fen)?, what)
}

/// [`explain`] of a position that was read.
///
/// # Errors
/// An unknown query, or a move in SAN that no piece here could make.
pub(super) fn explain_position(position: &Position, what: Option<&str>) -> Result<String> {
    let mut machine = ChessMachine::new()?;
    machine.set_questioned(position)?;
    let Some(what) = what.map(str::trim) else {
        return Ok(summary(&machine) + &leading(position));
    };
    if let Ok(square) = what.parse::<Square>() {
        return Ok(answer::square(&mut machine, square));
    }
    let moves = meant_moves(position, what);
    if !moves.is_empty() {
        let texts: Vec<String> =
            moves.into_iter().map(|mv| answer::move_(&mut machine, mv).with_causes()).collect();
        return Ok(texts.join("\n"));
    }
    let unknown = match answer::proposition(&mut machine, what) {
        Ok(tree) => return Ok(tree),
        Err(unknown) => unknown,
    };
    terms::term(position, what).ok_or_else(|| {
        let wrong = match parse_move(position, what) {
            Err(illegal @ NotationError::Illegal(_)) => illegal.to_string(),
            _ => unknown.to_string(),
        };
        WrongArgument(wrong).into()
    })
}

/// The move that the text denotes, or those that it could mean if none of them is legal or several are; none if it is not a
/// move.
fn meant_moves(position: &Position, text: &str) -> Vec<ChessMove> {
    if let Ok(mv) = text.parse() {
        return vec![mv];
    }
    let legal = parse_move(position, text).ok().map(|mv| vec![notation::uci(mv)]);
    let meant = legal.unwrap_or_else(|| notation::possible_moves(position, text));
    meant.iter().filter_map(|mv| mv.parse().ok()).collect()
}

/// Side to move, number of legal moves, and the end of the game.
fn summary(machine: &ChessMachine) -> String {
    let side = machine.turn();
    let count = machine.count_legal();
    let noun = if count == 1 { "legal move" } else { "legal moves" };
    let mut lines = vec![format!("{} to move, {count} {noun}", names::color(side))];
    if machine.is_true(&names::in_check(side)) {
        let from = Square::ALL.into_iter().filter(|&s| machine.is_true(&names::check_from(s)));
        let from: Vec<String> = from.map(|square| square.to_string()).collect();
        lines.push(format!("{} is in check from {}", names::color(side), from.join(" and ")));
    }
    let endings = [
        names::CHECKMATE,
        names::STALEMATE,
        names::INSUFFICIENT_MATERIAL,
        names::SEVENTY_FIVE_MOVES,
        names::FIFTY_MOVES,
    ];
    lines.extend(endings.iter().filter(|name| machine.is_true(name)).map(ToString::to_string));
    for side in Color::ALL {
        let worth = machine.goal(side);
        lines.extend(worth.map(|worth| format!("goal of {}: {worth} of 100", names::color(side))));
    }
    lines.join("\n")
}

/// Terms of the evaluation that a summary names.
const LEADING: usize = 5;

/// The terms of the evaluation that say most, one a line; nothing if the game is over.
fn leading(position: &Position) -> String {
    let found = terms::leading_terms(position).filter(|_| !position.legal_moves().is_empty());
    let leading = found.into_iter().flatten().take(LEADING);
    let line = |(name, value): (String, i32)| {
        let says = terms::sentence(&name).map_or_else(String::new, |says| format!(": {says}"));
        format!("\n{} {name}{says}", Score::heuristic(value))
    };
    leading.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::explain;

    const PINNED: &str = "4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1";
    const MATE: &str = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1";

    #[test]
    fn a_promotion_to_king_or_pawn_is_named() {
        let fen = "8/4P3/8/8/8/k7/8/4K3 w - - 0 1";
        for (uci, role) in [("e7e8k", "king"), ("e7e8p", "pawn")] {
            let text = explain(fen, Some(uci)).unwrap();
            assert_eq!(text, format!("{uci} is not legal: a pawn does not promote to a {role}"));
        }
        let early = explain("startpos", Some("e2e4q")).unwrap();
        assert!(early.ends_with("only a pawn that reaches the last rank promotes"), "{early}");
    }

    #[test]
    fn every_kind_of_query_is_answered() {
        let cases = [
            (
                PINNED,
                Some("e4d4"),
                "e4d4 is not legal: the king on e1 would be attacked by the rook on e8, because e2, e3 and e5..e7 are empty\n    white king on e1\n    black rook on e8\n    not e2 occupied\n",
            ),
            (
                PINNED,
                Some("Rxe8+"),
                "e4e8 is legal: the rook on e4 goes there, takes the rook on e8, e5..e7 are empty and the king",
            ),
            (PINNED, Some("e4"), "e4: a white rook\nattacked by white: nothing\n"),
            (
                PINNED,
                Some("attacked e4 by black"),
                "attacked e4 by black\n  black slider attacks e4 from the north\n",
            ),
            (PINNED, None, "white to move, 11 legal moves"),
            (
                MATE,
                None,
                "black to move, 0 legal moves\nblack is in check from a8\ncheckmate\ngoal of white: 100 of 100\ngoal of black: 0 of 100",
            ),
        ];
        for (fen, what, words) in cases {
            let answer = explain(fen, what).unwrap();
            assert!(answer.starts_with(words), "{answer}");
        }
    }

    #[test]
    fn a_castling_right_that_is_lost_is_the_reason_in_chess960_too() {
        for (fen, san, words) in [
            ("R4K1R w - -", "O-O", "f1h1 is not legal: white may no longer castle short"),
            ("R4K1R w A -", "O-O", "f1h1 is not legal: white may no longer castle short"),
            ("R4K1R w H -", "O-O-O", "f1a1 is not legal: white may no longer castle long"),
            ("R4K1R w A -", "O-O-O", "f1a1 is legal"),
            ("R3K2R w - -", "O-O", "e1g1 is not legal: white may no longer castle short"),
            ("5K2 w - -", "O-O", "f1h1 is not legal: white may no longer castle short"),
        ] {
            let fen = format!("chess960 4k3/8/8/8/8/8/8/{fen} 0 1");
            let text = explain(&fen, Some(san)).unwrap();
            assert!(text.starts_with(words), "{fen}: {text}");
        }
    }

    #[test]
    fn a_move_in_san_that_is_not_legal_is_explained_as_by_its_squares() {
        let castling = "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1";
        let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
        let passant = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1";
        for (fen, san, uci) in [
            (castling, "O-O", "e1g1"),
            (castling, "0-0", "e1g1"),
            (pinned, "Nc3", "e2c3"),
            (passant, "exd6", "e5d6"),
            ("startpos", "Ke2", "e1e2"),
        ] {
            let text = explain(fen, Some(san)).unwrap();
            assert_eq!(text, explain(fen, Some(uci)).unwrap(), "{san}");
            assert!(text.starts_with(&format!("{uci} is not legal: ")), "{text}");
        }
        let knights = explain("startpos", Some("Nf6")).unwrap();
        let each = ["b1f6", "g1f6"].map(|uci| explain("startpos", Some(uci)).unwrap());
        assert_eq!(knights, each.join("\n"));
        let none = explain(castling, Some("Qd4")).unwrap_err().to_string();
        assert_eq!(none, "Qd4 is not legal here");
    }

    #[test]
    fn unknown_queries_are_errors() {
        let cases = [
            ("nonsense", None, "fen \"nonsense\""),
            (PINNED, Some("the meaning"), "\"the meaning\" is not a move such as e2e4"),
            (PINNED, Some(""), "\"\" is not a move"),
        ];
        for (fen, what, words) in cases {
            let error = explain(fen, what).unwrap_err().to_string();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
