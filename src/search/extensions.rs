//! Extensions: moves that are searched deeper because they are singular or give check, and multi-cut.

use super::move_picker::OrderReason;
use super::node_args::{MoveContext, NodeArgs};
use super::observer::NodeType;
use super::shadow::Value;
use super::tt_access::TtHit;
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::{Depth, Interval, Score};
use crate::rules::see_ge;

/// The extension of a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extension {
    /// Plies to add; negative for a reduction.
    Plies(Depth),
    /// Multi-cut: the node fails high even without the move.
    MultiCut(Value),
}

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The extension of a move: singular TT moves, and checks that do not lose material.
    pub(super) fn extension(
        &mut self,
        node: &NodeArgs<'_>,
        tt_entry: Option<TtHit>,
        ctx: &MoveContext,
    ) -> Result<Extension, Stopped> {
        let root_depth = usize::try_from(self.depth).unwrap_or(0);
        if self.shared.options.pruning == Pruning::Off || node.ply >= 2 * root_depth {
            return Ok(Extension::Plies(0));
        }
        if let Some(entry) = tt_entry
            && ctx.scored.reason == OrderReason::TtMove
            && node.depth
                >= self.parameters.singular_depth + Depth::from(self.stack[node.ply].tt_pv)
            && self.stack[node.ply].excluded_move.is_none()
            && entry.depth >= node.depth - 3
            && entry.bounds.low.is_heuristic()
        {
            return self.singular_extension(node, entry.bounds.low, ctx);
        }
        let keeps_material = ctx.scored.reason == OrderReason::GoodCapture
            || ctx.gives_check && see_ge(node.position, ctx.scored.mv, 0);
        if ctx.gives_check && keeps_material {
            self.counters.applied(Technique::CheckExtension);
            return Ok(Extension::Plies(1));
        }
        Ok(Extension::Plies(0))
    }

    /// Singular extension: searches the node without the TT move, to half the depth, below the TT lower bound `low`.
    /// Source: Anantharaman, Campbell and Hsu, "Singular Extensions" (1988), in the restricted form of Stockfish;
    /// multi-cut after Björnsson and Marsland (1999).
    fn singular_extension(
        &mut self,
        node: &NodeArgs<'_>,
        low: Score,
        ctx: &MoveContext,
    ) -> Result<Extension, Stopped> {
        let p = self.parameters;
        let target = low.offset(-p.singular_margin * node.depth / 8);
        self.counters.attempt(Technique::Singular);
        let entry = &mut self.stack[node.ply];
        let kept = (entry.static_eval, entry.killers, std::mem::take(&mut entry.moves));
        entry.excluded_move = Some(ctx.scored.mv);
        let value = self.search(NodeArgs {
            alpha: target.offset(-1),
            beta: target,
            depth: (node.depth - 1) / 2,
            node_type: if node.node_type == NodeType::Cut { NodeType::Cut } else { NodeType::All },
            ..*node
        });
        let entry = &mut self.stack[node.ply];
        entry.excluded_move = None;
        (entry.static_eval, entry.killers, entry.moves) = kept;
        entry.pv.clear();
        let value = value?;
        let plies = if value.real < target {
            self.counters.accept(Technique::Singular);
            let below = target.value() - value.real.value();
            let room = !node.is_pv() && self.stack[node.ply].double_extensions < MAX_DOUBLE;
            let double = room && below > p.singular_double_margin;
            let triple = double && ctx.is_quiet && below > p.singular_triple_margin;
            1 + Depth::from(double) + Depth::from(triple)
        } else if value.real >= node.beta && !node.is_pv() && value.real.is_heuristic() {
            self.counters.applied(Technique::MultiCut);
            let shadow = Interval { low: value.shadow.low, high: Score::INFINITE };
            let value = Value { shadow, ..value };
            return Ok(Extension::MultiCut(value.independent_from(node.ply)));
        } else if low >= node.beta {
            if node.is_pv() { -1 } else { -2 }
        } else if node.node_type == NodeType::Cut {
            -1
        } else {
            0
        };
        Ok(Extension::Plies(plies))
    }
}

/// Plies beyond one for each singular move on a path.
const MAX_DOUBLE: u8 = 10;
