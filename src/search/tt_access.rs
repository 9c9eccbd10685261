//! Transposition table (TT) access of a node: probe, cut-off, store.

use super::dependency::{Dependency, PathCode};
use super::node_args::NodeArgs;
use super::observer::{ProbeView, StoredView};
use super::shadow::{
    HistoryRisk, Value, conditional_bound, kept_bounds, readable_bounds, storable_bounds,
    without_draw_band,
};
use super::tt::{StoreOutcome, TtEntry};
use super::worker::Worker;
use super::{DrawByPly, Evaluate, Observer, Pruning, Technique};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::{Move, PackedMove};

/// A TT entry as a node may read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TtHit {
    /// The bounds that hold on this path, mates counted from the root.
    pub bounds: Interval,
    /// The positions of the path that they depend on.
    pub dependency: Dependency,
    /// [`TtEntry::depth`].
    pub depth: Depth,
    /// [`TtEntry::mv`].
    pub mv: PackedMove,
    /// [`TtEntry::raw_eval`].
    pub raw_eval: Option<Score>,
}

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The TT entry of the node, with bounds as the reading rule and their condition allow. Rules 2 and 8 of the shadow score.
    pub(super) fn tt_probe(&mut self, node: &NodeArgs<'_>) -> Option<TtHit> {
        let &NodeArgs { position, ply, .. } = node;
        self.stack[ply].tt_pv = node.is_pv();
        self.counters.statistics.tt_probes += 1;
        let Some(entry) = self.shared.tt.probe(position.key()) else {
            if O::ENABLED {
                self.observer.probed(ply, &ProbeView::MISS);
            }
            return None;
        };
        self.counters.statistics.tt_hits += 1;
        self.stack[ply].tt_pv |= entry.pv;
        let mate_ply = self.mate_ply(ply);
        let stored = Interval {
            low: entry.bounds.low.from_tt(mate_ply),
            high: entry.bounds.high.from_tt(mate_ply),
        };
        let options = self.shared.options;
        let risk = self.history_risk(node, stored);
        let bounds = readable_bounds(options.shadow, stored, risk, options.draw_band());
        let dependency = match entry.condition {
            Some(condition) => self.find_condition(condition, ply),
            None => Some(Dependency::NONE),
        };
        let (bounds, dependency) = dependency
            .map_or((Interval::UNKNOWN, Dependency::NONE), |dependency| (bounds, dependency));
        let cuts = |bounds: Interval| bounds.low >= node.beta || bounds.high <= node.alpha;
        let refused = entry.depth >= node.depth && cuts(stored) && !cuts(bounds);
        self.counters.shadow.refused += u64::from(refused);
        if O::ENABLED {
            let view = ProbeView {
                depth: Some(entry.depth),
                low: stored.low,
                high: stored.high,
                mv: entry.mv.find(&position.legal_moves()),
                age: self.shared.tt.age(position.key()).unwrap_or(0),
                refused,
                is_conditional: entry.condition.is_some(),
            };
            self.observer.probed(ply, &view);
        }
        let TtEntry { depth, mv, raw_eval, .. } = entry;
        Some(TtHit { bounds, dependency, depth, mv, raw_eval })
    }

    /// What repetitions and the fifty-move rule can still do to stored bounds at this node.
    fn history_risk(&self, node: &NodeArgs<'_>, stored: Interval) -> HistoryRisk {
        let full_width = self.shared.options.pruning == Pruning::Off;
        if !full_width {
            let left = 100_i32.saturating_sub_unsigned(node.position.halfmoves());
            let too_late =
                |score: Score| score.mate_moves().is_some_and(|moves| 2 * moves.abs() > left);
            // Source: Stockfish does not cut with a half-move clock of 90 and more.
            if left <= 10 || too_late(stored.low) || too_late(stored.high) {
                return HistoryRisk::FiftyMoves;
            }
        }
        // Extensions can exceed the depth, so only a full-width search may rely on it.
        let depth = if full_width { usize::try_from(node.depth).unwrap_or(0) } else { 4 };
        HistoryRisk::of(self.stack[node.ply].reversible_plies, depth)
    }

    /// TT cut-off: the value of the node if the bounds of the entry decide it.
    pub(super) fn tt_cutoff(&mut self, entry: &TtHit, node: &NodeArgs<'_>) -> Option<Value> {
        // The value of a full-width search is that of exactly its depth; for play a deeper search is better.
        let deep_enough = match self.shared.options.pruning {
            Pruning::On => entry.depth >= node.depth,
            Pruning::Off => entry.depth == node.depth,
        };
        if node.is_pv() || !deep_enough {
            return None;
        }
        self.counters.attempt(Technique::TtCutoff);
        let real = if entry.bounds.low >= node.beta {
            self.counters.shadow.lower_cuts += 1;
            entry.bounds.low
        } else if entry.bounds.high <= node.alpha {
            self.counters.shadow.upper_cuts += 1;
            entry.bounds.high
        } else {
            return None;
        };
        self.counters.accept(Technique::TtCutoff);
        Some(Value::bounded(real, entry.bounds).given(entry.dependency))
    }

    /// The dependency of a bound with this condition, if it holds on the path above `ply`.
    #[cold]
    fn find_condition(&self, condition: PathCode, ply: Ply) -> Option<Dependency> {
        let first = ply - self.stack[ply].reversible_plies.min(ply);
        condition.find(first..ply, |at| self.key(at))
    }

    /// The bound of the node on paths with the positions that its value depends on, and their code. Not where the score of a
    /// draw depends on its ply.
    fn conditional_bound(
        &self,
        node: &NodeArgs<'_>,
        value: &Value,
    ) -> Option<(Interval, PathCode)> {
        let options = self.shared.options;
        if options.draw_by_ply == DrawByPly::On || options.delayed_loss {
            return None;
        }
        let bound = conditional_bound(options.shadow, value, node.window())?;
        Some((bound, PathCode::of(value.dependency, node.ply, |at| self.key(at))?))
    }

    /// Stores the history-free bounds of a node's value, or the bound of paths like this one. Rules 6 and 8 of the shadow score.
    pub(super) fn tt_store(
        &mut self,
        node: &NodeArgs<'_>,
        value: &Value,
        raw_eval: Option<Score>,
        best: Option<Move>,
    ) {
        let options = self.shared.options;
        let counters = &mut self.counters.shadow;
        if let Some(at) = value.depends_on() {
            counters.dependence += (node.ply - at) as u64;
            let naive = Value::searched(value.real, node.alpha, node.beta).shadow;
            counters.differing += u64::from(value.shadow != Interval::exact(value.real));
            if value.shadow == Interval::UNKNOWN {
                counters.withheld += 1;
            } else if value.shadow.low < naive.low || value.shadow.high > naive.high {
                counters.narrowed += 1;
            }
        }
        // Without known bounds the move is still worth storing.
        let bounds = storable_bounds(options.shadow, value, node.window());
        let bounds = without_draw_band(bounds.unwrap_or(Interval::UNKNOWN), options);
        let bounds = kept_bounds(options.table_bounds, bounds, node.window());
        let conditional = self.conditional_bound(node, value);
        self.counters.shadow.conditional += u64::from(conditional.is_some());
        let (bounds, condition) =
            conditional.map_or((bounds, None), |(bound, code)| (bound, Some(code)));
        let mate_ply = self.mate_ply(node.ply);
        let entry = TtEntry {
            bounds: Interval { low: bounds.low.to_tt(mate_ply), high: bounds.high.to_tt(mate_ply) },
            depth: node.depth,
            mv: best.map_or(PackedMove::NONE, PackedMove::new),
            raw_eval,
            pv: self.stack[node.ply].tt_pv,
            condition,
        };
        self.counters.statistics.tt_stores += 1;
        let outcome = self.shared.tt.store(node.position.key(), &entry);
        self.counters.statistics.tt_replaced += u64::from(outcome == StoreOutcome::Replaced);
        if O::ENABLED && outcome != StoreOutcome::Kept {
            self.observe_store(node, value.real, &entry, mate_ply);
        }
    }

    /// Shows the observer what the table has after the store of `entry` for a node with this score; it may be joined with what
    /// the table had.
    fn observe_store(
        &mut self,
        node: &NodeArgs<'_>,
        score: Score,
        entry: &TtEntry,
        mate_ply: usize,
    ) {
        let entry = self.shared.tt.probe(node.position.key()).unwrap_or(*entry);
        let TtEntry { bounds: Interval { low, high }, depth, mv, condition, .. } = entry;
        let view = StoredView {
            bounds: Interval { low: low.from_tt(mate_ply), high: high.from_tt(mate_ply) },
            score,
            depth,
            mv: mv.find(&node.position.legal_moves()),
            is_conditional: condition.is_some(),
        };
        self.observer.stored(node.ply, &view);
    }
}
