//! What a node can know before it searches a move: draws by the rules, the table, the evaluation.

use super::observer::{Ending, ProbeView};
use super::recogniser::lone_king;
use super::shadow::{Recent, Value, readable};
use super::table::Entry;
use super::visit::{Known, Visit};
use super::worker::{Repeat, Stopped, Worker};
use super::{Evaluate, Observer, Selectivity, Technique};
use crate::base::{Interval, Ply, Score};
use crate::rules::Position;
use shakmaty::Position as _;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Draws by repetition, by the fifty-move rule and by material. Rule 1 of the shadow score.
    pub(super) fn drawn(&mut self, position: &Position, ply: Ply) -> Option<(Value, Ending)> {
        let draw = self.draw(ply);
        match self.repetition(ply) {
            Some(Repeat::Game) => {
                self.counters.shadow.game_draws += 1;
                return Some((Value::exactly(draw), Ending::GameRepetition));
            }
            Some(Repeat::Path(at)) => {
                self.counters.shadow.repetitions += 1;
                return Some((Value::repetition(draw, at), Ending::Repetition(at)));
            }
            None => {}
        }
        if self.shared.options.selectivity == Selectivity::FullWidth {
            return None;
        }
        let clock = position.halfmoves() as usize;
        // Checkmate on the hundredth half-move wins; so does a mate that is on the board already.
        if clock >= 100 && !position.chess().is_checkmate() {
            let since = ply.saturating_sub(clock);
            return Some((Value::repetition(draw, since), Ending::FiftyMoves));
        }
        position
            .chess()
            .is_insufficient_material()
            .then(|| (Value::exactly(draw), Ending::InsufficientMaterial))
    }

    /// A leaf without quiescence: of a full-width search, or at the longest line.
    pub(super) fn leaf(&mut self, position: &Position, ply: Ply) -> Result<Value, Stopped> {
        if position.legal_moves().is_empty() {
            let (value, ending) = self.without_moves(position, ply);
            return self.leave(ply, value, None, ending);
        }
        let score = self.memory.evaluator.evaluate(position.board(), position.turn());
        let ending = if ply >= Score::MAX_PLY { Ending::PlyLimit } else { Ending::Leaf };
        self.leave(ply, Value::exactly(score), None, ending)
    }

    /// Mate or stalemate.
    pub(super) fn without_moves(&self, position: &Position, ply: Ply) -> (Value, Ending) {
        if position.is_check() {
            (Value::exactly(Score::mated_in(ply)), Ending::Mate)
        } else {
            (Value::exactly(self.draw(ply)), Ending::Stalemate)
        }
    }

    /// The table's entry with its bounds counted from the root.
    pub(super) fn probe(&mut self, position: &Position, visit: &Visit) -> Option<Entry> {
        self.counters.probes += 1;
        let Some(mut entry) = self.shared.table.probe(position.key()) else {
            if O::WATCHES {
                let unknown = Interval::UNKNOWN;
                let (low, high) = (unknown.low, unknown.high);
                let view = ProbeView { draft: None, low, high, mv: None, age: 0, refused: false };
                self.observer.probed(visit.ply, &view);
            }
            return None;
        };
        self.counters.hits += 1;
        entry.bounds = Interval {
            low: entry.bounds.low.from_table(visit.ply),
            high: entry.bounds.high.from_table(visit.ply),
        };
        let stored = entry.bounds;
        let recent = self.recent(position, visit, &entry);
        let options = self.shared.options;
        entry.bounds = readable(options.shadow, stored, recent, options.draw_band());
        let cuts = |bounds: Interval| bounds.low >= visit.beta || bounds.high <= visit.alpha;
        let refused = entry.draft >= visit.depth && cuts(stored) && !cuts(entry.bounds);
        self.counters.shadow.refused += u64::from(refused);
        if O::WATCHES {
            let mv = entry.mv.find(&position.legal_moves());
            let draft = Some(entry.draft);
            let age = self.shared.table.age(position.key()).unwrap_or(0);
            let view = ProbeView { draft, low: stored.low, high: stored.high, mv, age, refused };
            self.observer.probed(visit.ply, &view);
        }
        Some(entry)
    }

    /// What the path can still do to a stored bound.
    fn recent(&self, position: &Position, visit: &Visit, entry: &Entry) -> Recent {
        let full_width = self.shared.options.selectivity == Selectivity::FullWidth;
        if !full_width {
            let left = 100_i32.saturating_sub_unsigned(position.halfmoves());
            let mate =
                |score: Score| score.mate_moves().is_some_and(|moves| 2 * moves.abs() > left);
            // Source: Stockfish does not cut with a halfmove clock of 90 and more.
            if left <= 10 || mate(entry.bounds.low) || mate(entry.bounds.high) {
                return Recent::NearFifty;
            }
        }
        // Extensions make the depth no limit of the line, so that only a full-width search may use it.
        let depth = if full_width { usize::try_from(visit.depth).unwrap_or(0) } else { 4 };
        Recent::of(self.frames[visit.ply].reversible, depth)
    }

    /// The value of the node if the entry's bounds decide it.
    pub(super) fn table_cut(&mut self, entry: &Entry, visit: &Visit) -> Option<Value> {
        // A fixed-depth value is that of its own depth alone; for play a deeper search is the better one.
        let serves = match self.shared.options.selectivity {
            Selectivity::Selective => entry.draft >= visit.depth,
            Selectivity::FullWidth => entry.draft == visit.depth,
        };
        if visit.is_principal() || !serves {
            return None;
        }
        self.counters.attempt(Technique::Table);
        let real = if entry.bounds.low >= visit.beta {
            self.counters.shadow.lower_cuts += 1;
            entry.bounds.low
        } else if entry.bounds.high <= visit.alpha {
            self.counters.shadow.upper_cuts += 1;
            entry.bounds.high
        } else {
            return None;
        };
        self.counters.accept(Technique::Table);
        Some(Value::bounded(real, entry.bounds))
    }

    /// The evaluation of the network, or progress toward a mate of the lone king.
    fn evaluate(&mut self, position: &Position) -> Score {
        let (board, turn) = (position.board(), position.turn());
        lone_king(board, turn).unwrap_or_else(|| self.memory.evaluator.evaluate(board, turn))
    }

    /// The evaluation, corrected, fit for the tree, narrowed by the table.
    pub(super) fn know(
        &mut self,
        position: &Position,
        visit: &Visit,
        (entry, in_check): (Option<Entry>, bool),
    ) -> Known {
        let ply = visit.ply;
        if in_check || self.shared.options.selectivity == Selectivity::FullWidth {
            self.frames[ply].evaluation = None;
            return Known { entry, in_check, raw: None, estimate: None, improving: false };
        }
        let raw =
            entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(position));
        let corrected = self.memory.correction.apply(position, raw);
        self.counters.attempt(Technique::Correction);
        if corrected != raw {
            self.counters.accept(Technique::Correction);
        }
        let score = self.shared.options.heuristic(corrected);
        if O::WATCHES {
            self.observer.evaluated(ply, raw, score);
        }
        self.frames[ply].evaluation = Some(score);
        let before = [2, 4]
            .into_iter()
            .find_map(|back| ply.checked_sub(back).and_then(|at| self.frames[at].evaluation));
        let improving = before.is_none_or(|before| score > before);
        let bounds = entry.map_or(Interval::UNKNOWN, |entry| entry.bounds);
        let estimate = score.max(bounds.low).min(bounds.high);
        Known { entry, in_check, raw: Some(raw), estimate: Some(estimate), improving }
    }
}
