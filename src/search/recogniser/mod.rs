//! Positions whose value is known without search, in score bands of their own.
//!
//! Interior-node recognisers stand beside the table probe: a draw or a bound that decides the node ends it. Mates against
//! a lone king are searched on, but evaluated by progress. Source: Heinz, "Efficient Interior-Node Recognition" (1998).

mod bare;
mod kpk;
mod lone_king;

use super::observer::Ending;
use super::shadow::Value;
use super::visit::Visit;
use super::worker::Worker;
use super::{Evaluate, Observer, Technique};
use crate::base::{Bound, Ibv, Score};
use crate::rules::{Color, Position};

pub(super) use lone_king::lone_king;

/// More men than any recogniser knows: the one test that nearly every node pays.
const MOST_MEN: usize = 8;

/// What a recogniser says of the position, for the side to move; draws are [`Score::DRAW`].
pub(super) fn recognise(position: &Position) -> Option<(Ibv, &'static str)> {
    let board = position.board();
    if board.occupied().count() > MOST_MEN || (board.queens() | board.rooks()).any() {
        return None;
    }
    if bare::draws(board) {
        return Some((Ibv::exact(Score::DRAW), "bare material"));
    }
    let strong = Color::ALL.into_iter().find(|&side| board.by_color(!side).count() == 1)?;
    if board.pawns().count() == 1 && board.occupied().count() == 3 {
        return kpk::judge(position, strong).map(|known| (known, "king and pawn against king"));
    }
    bare::wrong_corner(position, strong)
        .then_some((Ibv::exact(Score::DRAW), "rook pawn and wrong bishop"))
}

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// What is known of the position without search, if that decides the node.
    pub(super) fn recognised(
        &mut self,
        position: &Position,
        visit: &Visit,
    ) -> Option<(Value, Ending)> {
        if let Some((known, name)) = recognise(position) {
            self.counters.attempt(Technique::Recogniser);
            let value = match (known.bound(), known.score()) {
                (Bound::Exact, Score::DRAW) => Value::exactly(self.draw(visit.ply)),
                (_, score) => Value::bounded(score, known.interval()),
            };
            let decides = known.bound() == Bound::Exact
                || value.shadow.low >= visit.beta
                || value.shadow.high <= visit.alpha;
            if decides {
                self.counters.accept(Technique::Recogniser);
                return Some((value, Ending::Recognised(name)));
            }
        }
        self.tablebase(position, visit)
    }
}
