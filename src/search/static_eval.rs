//! What a node can know before it searches a move: draws by the rules, the table, the evaluation.

use super::node_args::{NodeArgs, StaticEval};
use super::observer::{ExitReason, ProbeView};
use super::recogniser::mop_up;
use super::shadow::{HistoryRisk, Value, readable_bounds};
use super::tt::TtEntry;
use super::worker::{Repetition, Stopped, Worker};
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::{Interval, Ply, Score};
use crate::rules::Position;
use shakmaty::Position as _;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Draws by repetition, by the fifty-move rule and by material. Rule 1 of the shadow score.
    pub(super) fn draw_by_rule(
        &mut self,
        position: &Position,
        ply: Ply,
    ) -> Option<(Value, ExitReason)> {
        let draw = self.draw_score(ply);
        match self.find_repetition(ply) {
            Some(Repetition::InGame) => {
                self.counters.shadow.game_draws += 1;
                return Some((Value::exact(draw), ExitReason::GameRepetition));
            }
            Some(Repetition::OnPath(at)) => {
                self.counters.shadow.repetitions += 1;
                return Some((Value::repetition(draw, at), ExitReason::Repetition(at)));
            }
            None => {}
        }
        if self.shared.options.pruning == Pruning::Off {
            return None;
        }
        let clock = position.halfmoves() as usize;
        // Checkmate on the hundredth half-move wins; so does a mate that is on the board already.
        if clock >= 100 && !position.chess().is_checkmate() {
            let since = ply.saturating_sub(clock);
            return Some((Value::repetition(draw, since), ExitReason::FiftyMoves));
        }
        position
            .chess()
            .is_insufficient_material()
            .then(|| (Value::exact(draw), ExitReason::InsufficientMaterial))
    }

    /// A leaf without quiescence: of a full-width search, or at the longest line.
    pub(super) fn leaf(&mut self, position: &Position, ply: Ply) -> Result<Value, Stopped> {
        if position.legal_moves().is_empty() {
            let (value, ending) = self.mate_or_stalemate(position, ply);
            return self.exit(ply, value, None, ending);
        }
        let score = self.thread.evaluator.evaluate(position.board(), position.turn());
        let ending = if ply >= Score::MAX_PLY { ExitReason::PlyLimit } else { ExitReason::Leaf };
        self.exit(ply, Value::exact(score), None, ending)
    }

    /// Mate or stalemate.
    pub(super) fn mate_or_stalemate(&self, position: &Position, ply: Ply) -> (Value, ExitReason) {
        if position.is_check() {
            (Value::exact(Score::mated_in(ply)), ExitReason::Mate)
        } else {
            (Value::exact(self.draw_score(ply)), ExitReason::Stalemate)
        }
    }

    /// The table's entry with its bounds counted from the root.
    pub(super) fn tt_probe(&mut self, position: &Position, visit: &NodeArgs) -> Option<TtEntry> {
        self.counters.probes += 1;
        let Some(mut entry) = self.shared.tt.probe(position.key()) else {
            if O::ENABLED {
                let unknown = Interval::UNKNOWN;
                let (low, high) = (unknown.low, unknown.high);
                let view = ProbeView { depth: None, low, high, mv: None, age: 0, refused: false };
                self.observer.probed(visit.ply, &view);
            }
            return None;
        };
        self.counters.hits += 1;
        entry.bounds = Interval {
            low: entry.bounds.low.from_tt(visit.ply),
            high: entry.bounds.high.from_tt(visit.ply),
        };
        let stored = entry.bounds;
        let recent = self.repetition_risk(position, visit, &entry);
        let options = self.shared.options;
        entry.bounds = readable_bounds(options.shadow, stored, recent, options.draw_band());
        let cuts = |bounds: Interval| bounds.low >= visit.beta || bounds.high <= visit.alpha;
        let refused = entry.depth >= visit.depth && cuts(stored) && !cuts(entry.bounds);
        self.counters.shadow.refused += u64::from(refused);
        if O::ENABLED {
            let mv = entry.mv.find(&position.legal_moves());
            let draft = Some(entry.depth);
            let age = self.shared.tt.age(position.key()).unwrap_or(0);
            let view =
                ProbeView { depth: draft, low: stored.low, high: stored.high, mv, age, refused };
            self.observer.probed(visit.ply, &view);
        }
        Some(entry)
    }

    /// What the path can still do to a stored bound.
    fn repetition_risk(
        &self,
        position: &Position,
        visit: &NodeArgs,
        entry: &TtEntry,
    ) -> HistoryRisk {
        let full_width = self.shared.options.pruning == Pruning::Off;
        if !full_width {
            let left = 100_i32.saturating_sub_unsigned(position.halfmoves());
            let mate =
                |score: Score| score.mate_moves().is_some_and(|moves| 2 * moves.abs() > left);
            // Source: Stockfish does not cut with a halfmove clock of 90 and more.
            if left <= 10 || mate(entry.bounds.low) || mate(entry.bounds.high) {
                return HistoryRisk::FiftyMoves;
            }
        }
        // Extensions make the depth no limit of the line, so that only a full-width search may use it.
        let depth = if full_width { usize::try_from(visit.depth).unwrap_or(0) } else { 4 };
        HistoryRisk::of(self.stack[visit.ply].reversible_plies, depth)
    }

    /// The value of the node if the entry's bounds decide it.
    pub(super) fn tt_cutoff(&mut self, entry: &TtEntry, visit: &NodeArgs) -> Option<Value> {
        // A fixed-depth value is that of its own depth alone; for play a deeper search is the better one.
        let serves = match self.shared.options.pruning {
            Pruning::On => entry.depth >= visit.depth,
            Pruning::Off => entry.depth == visit.depth,
        };
        if visit.is_pv() || !serves {
            return None;
        }
        self.counters.attempt(Technique::TtCutoff);
        let real = if entry.bounds.low >= visit.beta {
            self.counters.shadow.lower_cuts += 1;
            entry.bounds.low
        } else if entry.bounds.high <= visit.alpha {
            self.counters.shadow.upper_cuts += 1;
            entry.bounds.high
        } else {
            return None;
        };
        self.counters.accept(Technique::TtCutoff);
        Some(Value::bounded(real, entry.bounds))
    }

    /// The evaluation of the network, or progress toward a mate of the lone king.
    fn evaluate(&mut self, position: &Position) -> Score {
        let (board, turn) = (position.board(), position.turn());
        mop_up(board, turn).unwrap_or_else(|| self.thread.evaluator.evaluate(board, turn))
    }

    /// The evaluation, corrected, fit for the tree, narrowed by the table.
    pub(super) fn static_eval(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        (entry, in_check): (Option<TtEntry>, bool),
    ) -> StaticEval {
        let ply = visit.ply;
        if in_check || self.shared.options.pruning == Pruning::Off {
            self.stack[ply].static_eval = None;
            return StaticEval {
                tt_entry: entry,
                in_check,
                raw_eval: None,
                eval: None,
                improving: false,
            };
        }
        let raw = entry.and_then(|entry| entry.raw_eval).unwrap_or_else(|| self.evaluate(position));
        let corrected = self.thread.correction_history.apply(position, raw);
        self.counters.attempt(Technique::Correction);
        if corrected != raw {
            self.counters.accept(Technique::Correction);
        }
        let score = self.shared.options.adjust_eval(corrected);
        if O::ENABLED {
            self.observer.evaluated(ply, raw, score);
        }
        self.stack[ply].static_eval = Some(score);
        let before = [2, 4]
            .into_iter()
            .find_map(|back| ply.checked_sub(back).and_then(|at| self.stack[at].static_eval));
        let improving = before.is_none_or(|before| score > before);
        let bounds = entry.map_or(Interval::UNKNOWN, |entry| entry.bounds);
        let estimate = score.max(bounds.low).min(bounds.high);
        StaticEval {
            tt_entry: entry,
            in_check,
            raw_eval: Some(raw),
            eval: Some(estimate),
            improving,
        }
    }
}
