//! Interior-node recognisers: positions whose value is known without search, in a score band of their own.
//!
//! The search calls them right after the TT probe: a draw or a bound that decides the node ends it. Positions with a lone
//! king are searched further, but evaluated by progress (mop-up evaluation). Source: Heinz, "Efficient Interior-Node Recognition" (1998).

mod bare;
mod kpk;
mod mop_up;

use super::node_args::NodeArgs;
use super::observer::ExitReason;
use super::shadow::Value;
use super::worker::Worker;
use super::{Evaluate, Observer, Technique};
use crate::base::{Bound, Ibv, Score};
use crate::rules::{Color, Position};

pub(super) use mop_up::mop_up;

/// Positions with more pieces are never recognised: a fast test, which most nodes fail.
const MAX_PIECES: usize = 8;

/// The known value of the position for the side to move, with the recogniser's name; draws are [`Score::DRAW`].
pub(super) fn recognise(position: &Position) -> Option<(Ibv, &'static str)> {
    let board = position.board();
    if board.occupied().count() > MAX_PIECES || (board.queens() | board.rooks()).any() {
        return None;
    }
    if bare::is_drawn_material(board) {
        return Some((Ibv::exact(Score::DRAW), "bare material"));
    }
    let strong = Color::ALL.into_iter().find(|&side| board.by_color(!side).count() == 1)?;
    if board.pawns().count() == 1 && board.occupied().count() == 3 {
        return kpk::probe(position, strong).map(|known| (known, "king and pawn against king"));
    }
    bare::wrong_bishop(position, strong)
        .then_some((Ibv::exact(Score::DRAW), "rook pawn and wrong bishop"))
}

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Probes recognisers and tablebases: the value, if it is exact or causes a cut-off.
    pub(super) fn probe_recogniser(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
    ) -> Option<(Value, ExitReason)> {
        if let Some((known, name)) = recognise(position) {
            self.counters.attempt(Technique::Recogniser);
            let value = match (known.bound(), known.score()) {
                (Bound::Exact, Score::DRAW) => Value::exact(self.draw_score(visit.ply)),
                (_, score) => Value::bounded(score, known.interval()),
            };
            let decides = known.bound() == Bound::Exact
                || value.shadow.low >= visit.beta
                || value.shadow.high <= visit.alpha;
            if decides {
                self.counters.accept(Technique::Recogniser);
                return Some((value, ExitReason::Recognised(name)));
            }
        }
        self.probe_tablebase(position, visit)
    }
}
