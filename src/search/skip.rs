//! Moves that a node does not search, moves that it searches deeper, and moves that it searches less deep.

use super::observer::{NodeKind, OrderReason};
use super::prune::has_pieces;
use super::shadow::Value;
use super::visit::{Extension, Known, Late, Visit};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Selectivity, Technique};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::{Color, Position, exchange_reaches};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The bound below which a rule claims the move to stay, or `None` if it must be searched.
    ///
    /// Every rule claims alpha at most; only a margin over the evaluation says more.
    pub(super) fn skips(
        &mut self,
        position: &Position,
        visit: &Visit,
        (known, late): (&Known, &Late),
    ) -> Option<(Score, Technique)> {
        let p = self.parameters;
        let Visit { alpha, depth, ply, .. } = *visit;
        if visit.kind == NodeKind::Root || !has_pieces(position, position.turn()) {
            return None;
        }
        let reduction = self.reductions.base(depth, late.number) / 1024;
        let reduced = (depth - reduction).max(0);
        let mv = late.ranked.mv;
        if late.is_quiet() {
            // Source: chessprogramming.org "Futility Pruning", late move pruning by count after Fruit and Stockfish.
            let count = p.count_base + depth * depth;
            let limit = if known.improving { count } else { count / 2 };
            let number = i32::try_from(late.number).unwrap_or(i32::MAX);
            if depth <= p.count_depth && number > limit && !late.in_check && !late.gives_check {
                self.note_skip(ply, late, Technique::MoveCount, (number, limit));
                return Some((alpha, Technique::MoveCount));
            }
            let history = self.history_of(late, (position.turn(), ply));
            let floor = -p.history_margin * depth;
            if reduced <= p.history_depth && history < floor && !late.is_killer() {
                self.note_skip(ply, late, Technique::HistoryPruning, (history, floor));
                return Some((alpha, Technique::HistoryPruning));
            }
            if let Some(estimate) = known.estimate
                && reduced <= p.futility_depth
                && !late.gives_check
            {
                let reach = estimate.value() + p.futility_base + p.futility_margin * reduced;
                if reach <= alpha.value() {
                    self.note_skip(ply, late, Technique::Futility, (reach, alpha.value()));
                    return Some((alpha, Technique::Futility));
                }
            }
        }
        // Source: chessprogramming.org "Static Exchange Evaluation", pruning in the main search.
        let allowed =
            if late.is_quiet() { -p.exchange_quiet * reduced } else { -p.exchange_capture * depth };
        if depth <= p.exchange_depth
            && late.number > 1
            && !late.gives_check
            && late.ranked.reason != OrderReason::GoodCapture
            && !exchange_reaches(position, mv, allowed)
        {
            self.note_skip(ply, late, Technique::ExchangePruning, (allowed - 1, allowed));
            return Some((alpha, Technique::ExchangePruning));
        }
        None
    }

    /// What the histories say of a quiet move; for most the picker has asked already.
    fn history_of(&self, late: &Late, (turn, ply): (Color, Ply)) -> i32 {
        if late.ranked.reason == OrderReason::History {
            return late.ranked.score;
        }
        self.memory.histories.quiet(turn, late.ranked.mv, self.context(ply))
    }

    /// Plies to add to a move: when it alone holds the node together, or gives check without losing material.
    pub(super) fn extension(
        &mut self,
        position: &Position,
        visit: &Visit,
        (known, late): (&Known, &Late),
    ) -> Result<Extension, Stopped> {
        let root_depth = usize::try_from(self.completed_depth + 1).unwrap_or(0);
        if visit.ply >= 2 * root_depth {
            return Ok(Extension::Plies(0));
        }
        if self.singular_applies(visit, known, late) {
            return self.singular(position, visit, (known, late));
        }
        let keeps_material = late.ranked.reason == OrderReason::GoodCapture
            || late.gives_check && exchange_reaches(position, late.ranked.mv, 0);
        if late.gives_check && keeps_material {
            self.counters.applied(Technique::CheckExtension);
            return Ok(Extension::Plies(1));
        }
        Ok(Extension::Plies(0))
    }

    fn singular_applies(&self, visit: &Visit, known: &Known, late: &Late) -> bool {
        let Some(entry) = known.entry else { return false };
        late.ranked.reason == OrderReason::Table
            && visit.depth >= self.parameters.singular_depth
            && self.frames[visit.ply].excluded.is_none()
            && entry.draft >= visit.depth - 3
            && entry.bounds.low.is_heuristic()
    }

    /// Searches the node without the table's move, to half the depth, below the table's lower bound.
    /// Source: Anantharaman, Campbell and Hsu, "Singular Extensions" (1988), in the restricted form of Stockfish;
    /// multi-cut after Bjornsson and Marsland (1999).
    fn singular(
        &mut self,
        position: &Position,
        visit: &Visit,
        (known, late): (&Known, &Late),
    ) -> Result<Extension, Stopped> {
        let p = self.parameters;
        let low = known.entry.map_or(Score::DRAW, |entry| entry.bounds.low);
        let target = low.offset(-p.singular_margin * visit.depth / 8);
        self.counters.attempt(Technique::Singular);
        let kept = (self.frames[visit.ply].evaluation, self.frames[visit.ply].killers);
        let buffer = std::mem::take(&mut self.frames[visit.ply].moves);
        self.frames[visit.ply].excluded = Some(late.ranked.mv);
        let test = Visit {
            alpha: target.offset(-1),
            beta: target,
            depth: (visit.depth - 1) / 2,
            kind: if visit.kind == NodeKind::Cut { NodeKind::Cut } else { NodeKind::All },
            ..*visit
        };
        let value = self.node(position, test);
        let frame = &mut self.frames[visit.ply];
        frame.excluded = None;
        (frame.evaluation, frame.killers) = kept;
        frame.moves = buffer;
        frame.line.clear();
        let value = value?;
        if value.real < target {
            self.counters.accept(Technique::Singular);
            let clear = value.real.value() < target.value() - p.singular_double;
            let double = clear && !visit.is_principal() && self.frames[visit.ply].doubles < 8;
            return Ok(Extension::Plies(if double { 2 } else { 1 }));
        }
        if target >= visit.beta && !visit.is_principal() {
            self.counters.applied(Technique::MultiCut);
            let shadow = Interval { low: value.shadow.low.min(target), high: Score::INFINITE };
            let value = Value { real: target, shadow, depends: value.depends };
            return Ok(Extension::MultiCut(value.freed_at(visit.ply)));
        }
        Ok(Extension::Plies(if low >= visit.beta { -1 } else { 0 }))
    }

    /// Plies taken off a late move for its first search.
    pub(super) fn reduction(
        &self,
        visit: &Visit,
        (late, known, turn): (&Late, &Known, Color),
        extension: Depth,
    ) -> Depth {
        let first = if visit.is_principal() { 3 } else { 1 };
        let p = self.parameters;
        let full_width = self.shared.options.selectivity == Selectivity::FullWidth;
        if full_width || visit.depth < 3 || late.number <= first {
            return 0;
        }
        let mut reduction = self.reductions.base(visit.depth, late.number);
        if late.is_quiet() {
            let history = self.history_of(late, (turn, visit.ply));
            reduction -= history * 1024 / p.reduction_history;
            reduction -= if late.is_killer() { 1024 } else { 0 };
        } else {
            reduction /= 2;
        }
        reduction -= if visit.is_principal() { p.reduction_principal } else { 0 };
        reduction += if visit.kind == NodeKind::Cut { p.reduction_cut } else { 0 };
        reduction += if known.improving { 0 } else { p.reduction_declining };
        reduction -= if late.gives_check || late.in_check { p.reduction_check } else { 0 };
        // At least one ply remains, so that the reduced search sees more than quiescence.
        (reduction / 1024).clamp(0, (visit.depth - 2 + extension).max(0))
    }
}
