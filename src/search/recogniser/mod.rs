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
use crate::base::{Bound, Ibv, Interval, Score};
use crate::rules::{Color, Position};
use shakmaty_syzygy::Wdl;

pub(super) use mop_up::mop_up;

/// Positions with more pieces are never recognised: a fast test, which most nodes fail.
const MAX_PIECES: usize = 8;

/// The known value of the position for the side to move, with the recogniser's name; draws are [`Score::DRAW`].
pub(super) fn recognise(position: &Position) -> Option<(Ibv, &'static str)> {
    let board = position.board();
    if (board.queens() | board.rooks()).any() || board.occupied().count() > MAX_PIECES {
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

/// The name of the recogniser that knows the position as a draw.
pub fn known_draw(position: &Position) -> Option<&'static str> {
    let (known, name) = recognise(position)?;
    (known.bound() == Bound::Exact && known.score() == Score::DRAW).then_some(name)
}

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Probes recognisers and tablebases: the value, if it is exact or causes a cut-off.
    pub(super) fn probe_recogniser(&mut self, node: &NodeArgs<'_>) -> Option<(Value, ExitReason)> {
        let cuts = |value: &Value| {
            let Interval { low, high } = value.shadow;
            low == high || low >= node.beta || high <= node.alpha
        };
        let draw = Value::exact(self.draw_score(node.ply));
        if let Some((known, name)) = recognise(node.position) {
            self.counters.attempt(Technique::Recogniser);
            let value = match (known.bound(), known.score()) {
                (Bound::Exact, Score::DRAW) => draw,
                (_, score) => Value::bounded(score, known.interval()),
            };
            if cuts(&value) {
                self.counters.accept(Technique::Recogniser);
                return Some((value, ExitReason::Recognised(name)));
            }
        }
        let outcome = self.shared.tablebases?.outcome(node.position)?;
        self.counters.tablebase_hits += 1;
        self.counters.attempt(Technique::Tablebase);
        let win = Score::tablebase_win(self.mate_ply(node.ply));
        let value = match outcome {
            Wdl::Win => Value::at_least(win),
            Wdl::Loss => Value::at_most(-win),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => draw,
        };
        if !cuts(&value) {
            return None;
        }
        self.counters.accept(Technique::Tablebase);
        Some((value, ExitReason::Tablebase))
    }
}
