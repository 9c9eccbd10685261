//! Why is this move legal or not, who attacks this square, why is this proposition true? Answers in words, with the
//! facts they rest on. The network is the judge: checks are found by making the move in it, and an answer is complete
//! when turning its facts round changes the proposition there.

mod facts;
mod obstacles;
mod squares;
mod tree;
mod words;

pub use facts::Fact;
pub use squares::{attackers, square};
pub use tree::proposition;

use super::chess::base::ChessBase;
use super::{ChessMachine, ChessMove};
use crate::rules::{Role, Square};
use obstacles::Look;

/// One reason of several, any of which would be enough to keep a move from being legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In words, without a full stop.
    pub text: String,
    /// What it rests on. The first one turned round takes the reason away.
    pub causes: Vec<Fact>,
    /// Is the rest beside the point, because the piece could never make the move?
    pub settles: bool,
}

/// The answer to a question about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Is the move legal?
    pub legal: bool,
    /// The whole answer in one sentence.
    pub text: String,
    /// Of an illegal move: with the first cause of each turned round, it is legal. Of a legal one there is one reason,
    /// and any of its causes turned round makes the move illegal.
    pub reasons: Vec<Reason>,
}

/// A rook behind a rook behind a blocked square: what comes to light only when other reasons are gone.
const ROUNDS: usize = 12;

/// Explains why `mv` is legal or not in the machine's position, which stays as it is.
#[must_use]
pub fn move_(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let Some(legal) = machine.legal_component(mv) else { return never(mv) };
    let home = *machine.base();
    let explanation =
        if machine.mover().is_true(legal) { why_legal(machine, mv) } else { why_not(machine, mv) };
    machine.place(&home);
    explanation
}

/// For a move that the rules have no proposition for.
fn never(mv: ChessMove) -> Explanation {
    let ChessMove { from, to, promotion } = mv;
    let text = if promotion.is_some() {
        "only a pawn that reaches the last rank becomes another piece".to_owned()
    } else {
        format!("no piece goes from {from} to {to}")
    };
    let reasons = vec![Reason { text: text.clone(), causes: Vec::new(), settles: true }];
    Explanation { legal: false, text: format!("{mv} is not legal: {text}"), reasons }
}

fn why_not(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let us = machine.turn();
    let home = *machine.base();
    let mut base = home;
    let (mut reasons, mut texts): (Vec<Reason>, Vec<String>) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let found = Look { machine, base, us, mv }.obstacles();
        if found.is_empty() {
            break;
        }
        let settled = reasons.iter().any(|reason| reason.settles);
        let words: Vec<String> = found.iter().map(|reason| reason.text.clone()).collect();
        if round == 0 {
            texts.push(words.join("; "));
        } else if !settled {
            texts.push(format!("were that otherwise, {}", words.join("; ")));
        }
        for cause in found.iter().filter_map(|reason| reason.causes.first()) {
            cause.turn_round(&mut base, us);
        }
        reasons.extend(found);
        machine.place(&base);
    }
    Explanation { legal: false, text: format!("{mv} is not legal: {}", texts.join("; ")), reasons }
}

fn why_legal(machine: &mut ChessMachine, mv: ChessMove) -> Explanation {
    let us = machine.turn();
    let base: ChessBase = *machine.base();
    let look = Look { machine, base, us, mv };
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
    let taken = facts::piece_at(&base, mv.to);
    if taken.is_none() && !path.contains(&mv.to) && !look.takes_en_passant() {
        path.push(mv.to);
    }
    if look.takes_en_passant() {
        causes.push(Fact::JustPassed(mv.to.file()));
        words.push("takes the pawn that has just passed".to_owned());
    }
    if let Some((side, kind)) = taken {
        let pawn = facts::piece_at(&base, mv.from).is_some_and(|piece| piece.1 == Role::Pawn);
        words.push(format!("takes {}", words::the_piece(&base, mv.to)));
        // Any other piece could go there just as well if there were nothing to take.
        causes.extend(pawn.then_some(Fact::Stands(side, kind, mv.to)));
    }
    if !path.is_empty() {
        words.push(words::empty(&path));
    }
    causes.extend(path.iter().map(|&square| Fact::Empty(square)));
    words.push("the king is not attacked afterwards".to_owned());
    let text = format!("{mv} is legal: {}", words::list(&words));
    let reason = Reason { text: text.clone(), causes, settles: false };
    Explanation { legal: true, text, reasons: vec![reason] }
}
