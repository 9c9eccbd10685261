//! Why a move is legal or not, what attacks a square, why a proposition is true: answers in words with the facts they rest
//! on. The network decides: checks are found by making the move in it, and the facts of a legal move are its inputs.

mod facts;
mod legal;
mod obstacles;
mod squares;
mod tree;
mod words;

pub use facts::{Change, Explanation, Fact, Reason, WITHOUT, king_of, piece_at};
pub use squares::{attackers, square};
pub use tree::proposition;

use super::chess::PROMOTIONS;
use super::{ChessMachine, ChessMove};
use crate::rules::Rank;
use legal::why_legal;
use obstacles::MoveQuery;

/// Reasons can appear when others are removed, such as a rook behind a rook.
const MAX_ROUNDS: usize = 12;

/// Explains why `mv` is legal or not in the machine's position.
pub fn move_(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let Some(legal) = machine.legal_component(mv) else { return never(mv) };
    let home = *machine.base();
    let explanation = if machine.mover().is_true(legal) {
        why_legal(machine, mv, legal)
    } else {
        why_not(machine, mv)
    };
    machine.set_base(&home);
    explanation
}

/// The explanation of a move for which there is no proposition.
fn never(mv: ChessMove) -> Explanation {
    let ChessMove { from, to, promotion } = mv;
    let text = match promotion {
        Some(role) if !PROMOTIONS.contains(&role) => {
            format!("a pawn does not promote to a {}", super::chess::names::role(role))
        }
        Some(_) if matches!(to.rank(), Rank::First | Rank::Eighth) => {
            format!("no pawn goes from {from} to {to}")
        }
        Some(_) => "only a pawn that reaches the last rank promotes".to_owned(),
        None => format!("no piece goes from {from} to {to}"),
    };
    let reasons = vec![Reason { text: text.clone(), causes: Vec::new(), remedy: None }];
    Explanation { legal: false, text: format!("{mv} is not legal: {text}"), reasons }
}

fn why_not(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let us = machine.turn();
    let mut base = *machine.base();
    let (mut reasons, mut texts): (Vec<Reason>, Vec<String>) = (Vec::new(), Vec::new());
    for round in 0..MAX_ROUNDS {
        let mut found = MoveQuery { machine, base, us, mv }.obstacles();
        if found.is_empty() {
            break;
        }
        let without = if round == 0 { "" } else { WITHOUT };
        let words: Vec<String> = found.iter().map(|reason| reason.text.clone()).collect();
        texts.push(format!("{without}{}", words.join("; ")));
        let remedies: Vec<Change> = found.iter().filter_map(|reason| reason.remedy).collect();
        found.iter_mut().for_each(|reason| reason.text.insert_str(0, without));
        reasons.extend(found);
        if remedies.is_empty() {
            break;
        }
        remedies.into_iter().for_each(|remedy| remedy.make(&mut base));
        machine.set_base(&base);
    }
    Explanation { legal: false, text: format!("{mv} is not legal: {}", texts.join("; ")), reasons }
}
