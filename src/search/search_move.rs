//! One move of a node: ordered, shown, searched as far as it deserves.

use super::move_picker::{MovePicker, OrderingMoves, ScoredMove};
use super::node_args::{MoveContext, MovePlan, NodeArgs, StaticEval};
use super::observer::{NodeType, PrunedView, SearchedView};
use super::shadow::{BoundAccumulator, Value, Window};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, StopReason, Technique};
use crate::base::{Depth, Ply, Score};
use crate::rules::{CheckSquares, Move, PackedMove, Position};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The moves of a node, in order.
    pub(super) fn move_picker<'p>(
        &mut self,
        position: &'p Position,
        (ply, table): (Ply, PackedMove),
    ) -> MovePicker<'p> {
        let buffer = std::mem::take(&mut self.stack[ply].moves);
        let context = self.continuation(ply);
        let counter = self.thread.histories.counter_move(context);
        let hints = OrderingMoves {
            tt_move: table,
            killers: self.stack[ply].killers,
            counter_move: counter,
            continuation: context,
        };
        let picker = MovePicker::new(position, &self.thread.histories, hints, buffer);
        self.notify_picker(ply, &picker);
        picker
    }

    /// The next move of a node.
    pub(super) fn next_move(
        &mut self,
        ply: Ply,
        picker: &mut MovePicker<'_>,
    ) -> Option<ScoredMove> {
        let before = picker.stage();
        let next = picker.next(&self.thread.histories);
        // Moves ranked later than others may rank otherwise than they were shown.
        if O::ENABLED && picker.stage() != before {
            self.notify_picker(ply, picker);
        }
        next
    }

    /// Shows the observer the moves of a picker as they stand.
    pub(super) fn notify_picker(&mut self, ply: Ply, picker: &MovePicker<'_>) {
        if O::ENABLED {
            self.observer.ordered(ply, &picker.preview(&self.thread.histories));
        }
    }

    /// Skips what is left of the quiet moves but checks, once there were too many of them.
    pub(super) fn prune_quiets(
        &mut self,
        (picker, checks): (&mut MovePicker<'_>, Option<CheckSquares>),
        joining: &mut BoundAccumulator,
        (ply, number, claim): (Ply, &mut usize, Score),
    ) {
        let gives_check = |mv| checks.is_some_and(|checks| checks.gives_check(mv));
        for ranked in picker.skip_quiets(gives_check) {
            *number += 1;
            let measured = i32::try_from(*number).unwrap_or(i32::MAX);
            let numbers = (measured, measured - 1);
            self.count_pruned(ply, (ranked.mv, *number), Technique::LateMovePruning, numbers);
            joining.add_pruned(claim);
            self.notify_bound(ply, *joining);
        }
    }

    /// Shows the observer the moves of a node.
    pub(super) fn notify_order(&mut self, ply: Ply, moves: &[ScoredMove]) {
        if O::ENABLED {
            self.observer.ordered(ply, moves);
        }
    }

    /// Shows the observer what the moves so far make of a node.
    pub(super) fn notify_bound(&mut self, ply: Ply, joining: BoundAccumulator) {
        if O::ENABLED {
            self.observer.bound_updated(ply, &joining.finish());
        }
    }

    /// Searches one move: reduced, then to full depth, then with the open window, as far as each is needed.
    /// Returns the last result with its window. Source: principal variation search, Marsland and Campbell (1982).
    pub(super) fn search_move(
        &mut self,
        position: &Position,
        plan: &MovePlan,
        known: &StaticEval,
    ) -> Result<(Value, Window), Stopped> {
        let MovePlan { args: visit, extension, context: late } = plan;
        let NodeArgs { alpha, beta, ply, .. } = *visit;
        let depth = visit.depth - 1 + extension;
        let reduction = self.lmr(visit, (late, known, position.turn()), *extension);
        self.notify_searching(ply, plan, reduction)?;
        let child = self.make_move(position, ply, late.scored.mv);
        self.stack[ply + 1].double_extensions += u8::from(*extension == 2);
        let scout = Window { alpha, beta: alpha.offset(1) };
        let expected = if visit.node_type == NodeType::Cut { NodeType::All } else { NodeType::Cut };
        let (mut value, mut window) = (Value::exact(Score::DRAW), scout);
        let mut open = late.move_count == 1 && visit.is_pv();

        if !open {
            let narrow = |depth: Depth, kind: NodeType| NodeArgs {
                alpha: -scout.beta,
                beta: -scout.alpha,
                depth,
                ply: ply + 1,
                node_type: kind,
            };
            let reduced = reduction > 0;
            if reduced {
                self.counters.attempt(Technique::LateMoveReduction);
                value = self.search(&child, narrow(depth - reduction, NodeType::Cut))?;
            }
            if reduced && -value.real <= alpha {
                self.counters.accept(Technique::LateMoveReduction);
            } else {
                value = self.search(&child, narrow(depth, expected))?;
            }
            open = visit.is_pv() && -value.real > alpha && beta > scout.beta;
        }
        if open {
            window = Window { alpha, beta };
            let kind = NodeType::Pv;
            let visit =
                NodeArgs { alpha: -beta, beta: -alpha, depth, ply: ply + 1, node_type: kind };
            value = self.search(&child, visit)?;
        }
        Ok((value, window))
    }

    pub(super) fn notify_searching(
        &mut self,
        ply: Ply,
        plan: &MovePlan,
        reduction: Depth,
    ) -> Result<(), Stopped> {
        if O::ENABLED {
            let ranked = plan.context.scored;
            let tried = SearchedView {
                mv: ranked.mv,
                number: plan.context.move_count,
                reason: ranked.reason,
                order_score: ranked.score,
                depth: plan.args.depth - 1 + plan.extension,
                reduction,
                extension: plan.extension,
            };
            if self.observer.searching(ply, &tried).is_break() {
                return self.stop_search(StopReason::Stopped);
            }
        }
        Ok(())
    }

    /// Shows the observer a move that a rule skipped, and counts the rule.
    pub(super) fn note_pruned(
        &mut self,
        ply: Ply,
        late: &MoveContext,
        rule: Technique,
        numbers: (i32, i32),
    ) {
        self.count_pruned(ply, (late.scored.mv, late.move_count), rule, numbers);
    }

    /// The same for a move of which only the place is known.
    pub(super) fn count_pruned(
        &mut self,
        ply: Ply,
        (mv, number): (Move, usize),
        rule: Technique,
        (measured, limit): (i32, i32),
    ) {
        self.counters.applied(rule);
        if O::ENABLED {
            self.observer.pruned(ply, &PrunedView { mv, number, rule, measured, limit });
        }
    }
}
