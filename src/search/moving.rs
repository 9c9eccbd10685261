//! One move of a node: ordered, shown, searched as far as it deserves.

use super::observer::{NodeKind, SkippedView, TriedView};
use super::order::{Hints, Picker, Ranked};
use super::shadow::{Joining, Value, Window};
use super::visit::{Known, Late, Plan, Visit};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, StopReason, Technique};
use crate::base::{Depth, Ply, Score};
use crate::rules::{CheckSquares, Move, PackedMove, Position};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The moves of a node, in order.
    pub(super) fn picker<'p>(
        &mut self,
        position: &'p Position,
        (ply, table): (Ply, PackedMove),
    ) -> Picker<'p> {
        let buffer = std::mem::take(&mut self.frames[ply].moves);
        let context = self.context(ply);
        let counter = self.memory.histories.counter(context);
        let hints = Hints { table, killers: self.frames[ply].killers, counter, context };
        let picker = Picker::new(position, &self.memory.histories, hints, buffer);
        self.show_picker(ply, &picker);
        picker
    }

    /// The next move of a node.
    pub(super) fn next_move(&mut self, ply: Ply, picker: &mut Picker<'_>) -> Option<Ranked> {
        let before = picker.stage();
        let next = picker.next(&self.memory.histories);
        // Moves ranked later than others may rank otherwise than they were shown.
        if O::WATCHES && picker.stage() != before {
            self.show_picker(ply, picker);
        }
        next
    }

    /// Shows the observer the moves of a picker as they stand.
    pub(super) fn show_picker(&mut self, ply: Ply, picker: &Picker<'_>) {
        if O::WATCHES {
            self.observer.ordered(ply, &picker.preview(&self.memory.histories));
        }
    }

    /// Skips what is left of the quiet moves but checks, once there were too many of them.
    pub(super) fn skip_quiets(
        &mut self,
        (picker, checks): (&mut Picker<'_>, Option<CheckSquares>),
        joining: &mut Joining,
        (ply, number, claim): (Ply, &mut usize, Score),
    ) {
        let gives_check = |mv| checks.is_some_and(|checks| checks.gives_check(mv));
        for ranked in picker.leave_out_quiets(gives_check) {
            *number += 1;
            let measured = i32::try_from(*number).unwrap_or(i32::MAX);
            let numbers = (measured, measured - 1);
            self.skip_counted(ply, (ranked.mv, *number), Technique::MoveCount, numbers);
            joining.skip(claim);
            self.show_joined(ply, *joining);
        }
    }

    /// Shows the observer the moves of a node.
    pub(super) fn show_order(&mut self, ply: Ply, moves: &[Ranked]) {
        if O::WATCHES {
            self.observer.ordered(ply, moves);
        }
    }

    /// Shows the observer what the moves so far make of a node.
    pub(super) fn show_joined(&mut self, ply: Ply, joining: Joining) {
        if O::WATCHES {
            self.observer.joined(ply, &joining.close());
        }
    }

    /// Searches one move: reduced, then to full depth, then with the open window, as far as each is needed.
    /// Returns the last result with its window. Source: principal variation search, Marsland and Campbell (1982).
    pub(super) fn search_move(
        &mut self,
        position: &Position,
        plan: &Plan,
        known: &Known,
    ) -> Result<(Value, Window), Stopped> {
        let Plan { visit, extension, late } = plan;
        let Visit { alpha, beta, ply, .. } = *visit;
        let depth = visit.depth - 1 + extension;
        let reduction = self.reduction(visit, (late, known, position.turn()), *extension);
        self.show_trying(ply, plan, reduction)?;
        let child = self.make(position, ply, late.ranked.mv);
        self.frames[ply + 1].doubles += u8::from(*extension == 2);
        let scout = Window { alpha, beta: alpha.offset(1) };
        let expected = if visit.kind == NodeKind::Cut { NodeKind::All } else { NodeKind::Cut };
        let (mut value, mut window) = (Value::exactly(Score::DRAW), scout);
        let mut open = late.number == 1 && visit.is_principal();

        if !open {
            let narrow = |depth: Depth, kind: NodeKind| Visit {
                alpha: -scout.beta,
                beta: -scout.alpha,
                depth,
                ply: ply + 1,
                kind,
            };
            let reduced = reduction > 0;
            if reduced {
                self.counters.attempt(Technique::LateMoveReduction);
                value = self.node(&child, narrow(depth - reduction, NodeKind::Cut))?;
            }
            if reduced && -value.real <= alpha {
                self.counters.accept(Technique::LateMoveReduction);
            } else {
                value = self.node(&child, narrow(depth, expected))?;
            }
            open = visit.is_principal() && -value.real > alpha && beta > scout.beta;
        }
        if open {
            window = Window { alpha, beta };
            let kind = NodeKind::Principal;
            let visit = Visit { alpha: -beta, beta: -alpha, depth, ply: ply + 1, kind };
            value = self.node(&child, visit)?;
        }
        Ok((value, window))
    }

    pub(super) fn show_trying(
        &mut self,
        ply: Ply,
        plan: &Plan,
        reduction: Depth,
    ) -> Result<(), Stopped> {
        if O::WATCHES {
            let ranked = plan.late.ranked;
            let tried = TriedView {
                mv: ranked.mv,
                number: plan.late.number,
                reason: ranked.reason,
                order_score: ranked.score,
                depth: plan.visit.depth - 1 + plan.extension,
                reduction,
                extension: plan.extension,
            };
            if self.observer.trying(ply, &tried).is_break() {
                return self.end(StopReason::Stopped);
            }
        }
        Ok(())
    }

    /// Shows the observer a move that a rule skipped, and counts the rule.
    pub(super) fn note_skip(
        &mut self,
        ply: Ply,
        late: &Late,
        rule: Technique,
        numbers: (i32, i32),
    ) {
        self.skip_counted(ply, (late.ranked.mv, late.number), rule, numbers);
    }

    /// The same for a move of which only the place is known.
    pub(super) fn skip_counted(
        &mut self,
        ply: Ply,
        (mv, number): (Move, usize),
        rule: Technique,
        (measured, limit): (i32, i32),
    ) {
        self.counters.applied(rule);
        if O::WATCHES {
            self.observer.skipped(ply, &SkippedView { mv, number, rule, measured, limit });
        }
    }
}
