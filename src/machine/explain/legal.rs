//! Why a move is legal: what the network needs for it, up to propositions that have names of their own.

use super::facts::{Explanation, Fact, Reason, piece_at};
use super::obstacles::MoveQuery;
use super::words;
use crate::machine::chess::geometry::Direction;
use crate::machine::chess::names;
use crate::machine::{ChessMachine, ChessMove};
use crate::propnet::explain::explain;
use crate::propnet::{Id, Kind};
use crate::rules::{CastlingSide, Role, Square};

/// Explains the legal move whose component is `legal`.
pub(super) fn why_legal(machine: &mut ChessMachine, mv: ChessMove, legal: Id) -> Explanation {
    let mut causes = facts(machine, mv, legal);
    let (us, base) = (machine.turn(), *machine.base());
    let look = MoveQuery { machine, base, us, mv };
    if let Some(wing) = look.castling() {
        // The right says where king and rook are, and what is beyond a rook that the king passes attacks its way.
        let squares = look.castling_squares(wing);
        let passes = match wing {
            CastlingSide::KingSide => squares.king_to() >= squares.rook,
            CastlingSide::QueenSide => squares.king_to() <= squares.rook,
        };
        let pin = names::pinned(squares.rook, Direction::East.axis());
        let king = Fact::stands((us, Role::King), mv.from);
        causes.retain(|fact| *fact != king && !(passes && fact.name == pin));
    }
    let mut said: Vec<String> = Vec::new();
    if let Some((_, kind)) = piece_at(&base, mv.from) {
        let goes = if look.castling().is_some() { "may castle" } else { "goes there" };
        said.push(format!("the {} on {} {goes}", names::role(kind), mv.from));
    }
    let mut path: Vec<Square> = look.path();
    let takes = piece_at(&base, mv.to).is_some_and(|(side, _)| side != us);
    if look.takes_en_passant() {
        said.push("takes the pawn that has just passed".to_owned());
    } else if takes {
        said.push(format!("takes {}", words::the_piece(&base, mv.to)));
    } else if look.castling().is_none() && !path.contains(&mv.to) {
        path.push(mv.to);
    }
    if !path.is_empty() {
        said.push(words::empty(&path));
    }
    said.push("the king is not attacked afterwards".to_owned());
    let text = format!("{mv} is legal: {}", words::list(&said));
    let reasons = vec![Reason { text: text.clone(), causes, remedy: None }];
    Explanation { legal: true, text, reasons }
}

/// The causes of `legal` in the network, without those that others imply.
fn facts(machine: &ChessMachine, mv: ChessMove, legal: Id) -> Vec<Fact> {
    let network = &machine.mover().rules().network;
    let stop = |id| is_named(network.name(id));
    let cause = explain(network, &machine.state().values(), legal, &stop);
    // Nothing shields a king on a corner, so that this is no cause.
    let can_change = |id| network.kind(id) == Kind::Input || !network.inputs(id).is_empty();
    let leaves = cause.leaves().into_iter().filter(|(id, _)| can_change(*id));
    let mut facts: Vec<Fact> =
        leaves.map(|(id, truth)| Fact { name: network.name(id).to_owned(), truth }).collect();
    let (us, to) = (machine.turn(), mv.to);
    let decides_target = |fact: &Fact| {
        *fact == Fact::empty(to)
            || fact.truth
                && (fact.name == names::side_on(!us, to)
                    || fact.name == names::resolves_check(to)
                    || fact.name == names::en_passant(to.file()))
    };
    if facts.iter().any(decides_target) {
        facts.retain(|fact| *fact != Fact::lacks(us, to));
    }
    // The piece may be pinned to the line on which it moves; if it is not pinned at all, one fact says it.
    let shields = names::shields(mv.from, us);
    if !machine.is_true(&shields) {
        let axis = names::pinned(mv.from, 0);
        let axis = axis.trim_end_matches("file");
        if let Some(first) = facts.iter().position(|fact| fact.name.starts_with(axis)) {
            facts[first].name.clone_from(&shields);
            facts.retain(|fact| !fact.name.starts_with(axis));
        }
    }
    // Pieces and rights, then the squares of the way, then the king's safety.
    facts.sort_by_key(|fact| match fact.name.ends_with(" occupied") {
        true => 1,
        false if is_named(&fact.name) => 2,
        false => 0,
    });
    facts
}

/// Whether an explanation ends at the component of this name.
fn is_named(name: &str) -> bool {
    let ends =
        [" occupied", " in check", " resolves the only check", " takes the only checking pawn"];
    let begins = ["attacked ", "white on ", "black on "];
    ends.iter().any(|end| name.ends_with(end))
        || begins.iter().any(|begin| name.starts_with(begin))
        || name.contains(" shields the ")
        || name.contains(" shield the ")
}
