//! Why a move is legal or not, what attacks a square, why a proposition is true: answers in words with the facts they rest
//! on. The network decides: checks are found by making the move in it, and an answer is complete if flipping its facts
//! changes the proposition.

mod facts;
mod obstacles;
mod squares;
mod tree;
mod words;

pub use facts::{Fact, Reason};
pub use squares::{attackers, square};
pub use tree::proposition;

use super::chess::PROMOTIONS;
use super::chess::base::ChessBase;
use super::{ChessMachine, ChessMove};
use crate::rules::{Role, Square};
use obstacles::MoveQuery;

/// The explanation of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Is the move legal?
    pub legal: bool,
    /// The explanation in one sentence.
    pub text: String,
    /// An illegal move becomes legal if the first cause of each reason is flipped. A legal move has one reason and becomes
    /// illegal if any of its causes is flipped.
    pub reasons: Vec<Reason>,
}

/// Reasons can appear when others are removed, such as a rook behind a rook.
const MAX_ROUNDS: usize = 12;

/// Explains why `mv` is legal or not in the machine's position.
pub fn move_(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let Some(legal) = machine.legal_component(mv) else { return never(mv) };
    let home = *machine.base();
    let explanation =
        if machine.mover().is_true(legal) { why_legal(machine, mv) } else { why_not(machine, mv) };
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
        Some(_) => "only a pawn that reaches the last rank promotes".to_owned(),
        None => format!("no piece goes from {from} to {to}"),
    };
    let reasons = vec![Reason { text: text.clone(), causes: Vec::new(), decisive: true }];
    Explanation { legal: false, text: format!("{mv} is not legal: {text}"), reasons }
}

fn why_not(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let us = machine.turn();
    let home = *machine.base();
    let mut base = home;
    let (mut reasons, mut texts): (Vec<Reason>, Vec<String>) = (Vec::new(), Vec::new());
    for round in 0..MAX_ROUNDS {
        let found = MoveQuery { machine, base, us, mv }.obstacles();
        if found.is_empty() {
            break;
        }
        let decided = reasons.iter().any(|reason| reason.decisive);
        let words: Vec<String> = found.iter().map(|reason| reason.text.clone()).collect();
        if round == 0 {
            texts.push(words.join("; "));
        } else if !decided {
            texts.push(format!("without that, {}", words.join("; ")));
        }
        for cause in found.iter().filter_map(|reason| reason.causes.first()) {
            cause.flip(&mut base, us);
        }
        reasons.extend(found);
        machine.set_base(&base);
    }
    Explanation { legal: false, text: format!("{mv} is not legal: {}", texts.join("; ")), reasons }
}

fn why_legal(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let us = machine.turn();
    let base: ChessBase = *machine.base();
    let look = MoveQuery { machine, base, us, mv };
    let mut causes = Vec::new();
    let mut words: Vec<String> = Vec::new();
    if let Some((side, kind)) = facts::piece_at(&base, mv.from) {
        causes.push(Fact::Stands(side, kind, mv.from));
        let goes = if look.castling().is_some() { "may castle" } else { "goes there" };
        words.push(format!("the {} on {} {goes}", super::chess::names::role(kind), mv.from));
    }
    if let Some(wing) = look.castling() {
        causes.push(Fact::Right(us, wing));
    }
    let mut path: Vec<Square> = look.path();
    let taken = facts::piece_at(&base, mv.to).filter(|(side, _)| *side != us);
    if taken.is_none()
        && look.castling().is_none()
        && !path.contains(&mv.to)
        && !look.takes_en_passant()
    {
        path.push(mv.to);
    }
    if look.takes_en_passant() {
        causes.push(Fact::JustPassed(mv.to.file()));
        words.push("takes the pawn that has just passed".to_owned());
    }
    if let Some((side, kind)) = taken {
        let pawn = facts::piece_at(&base, mv.from).is_some_and(|piece| piece.1 == Role::Pawn);
        words.push(format!("takes {}", words::the_piece(&base, mv.to)));
        // Other pieces could move there without a capture.
        causes.extend(pawn.then_some(Fact::Stands(side, kind, mv.to)));
    }
    if !path.is_empty() {
        words.push(words::empty(&path));
    }
    causes.extend(path.iter().map(|&square| Fact::Empty(square)));
    words.push("the king is not attacked afterwards".to_owned());
    let text = format!("{mv} is legal: {}", words::list(&words));
    let reason = Reason::new(text.clone(), causes);
    Explanation { legal: true, text, reasons: vec![reason] }
}
