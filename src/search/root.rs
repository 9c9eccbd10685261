//! The root of the search: iterative deepening, aspiration windows, and the loop over the root moves.

use super::mate_line::complete_mate;
use super::move_picker::{ScoredMove, is_noisy};
use super::node_args::{MoveContext, NodeArgs};
use super::observer::{ExitReason, NodeType};
use super::pv::legal_pv;
use super::root_moves::RootCandidate;
use super::shadow::{BoundAccumulator, Value, Window};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Pruning, PvLine, StopReason, Technique};
use crate::base::{Bound, DelayedLoss, Depth, Interval, Score};
use crate::rules::Position;
use std::ops::ControlFlow;

/// Deepest iteration; extensions and quiescence search still fit below it.
pub(super) const MAX_DEPTH: Depth = 200;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Iterative deepening: searches to increasing depth until a limit, the limit checker or the observer stops it.
    pub(super) fn iterative_deepening(&mut self, position: &Position) -> Result<(), Stopped> {
        self.thread.histories.clear_low_ply();
        let limits = &self.shared.limits;
        let all_lines = limits.lines.clamp(1, self.root.moves.len().max(1));
        let lines_depth = limits.lines_depth.map_or(MAX_DEPTH, Depth::from);
        let deepest = self.shared.limits.depth.map_or(MAX_DEPTH, Depth::from).min(MAX_DEPTH);
        self.depth = self.depth.min(deepest);
        while self.completed_depth < deepest {
            let lines = if self.depth > lines_depth { 1 } else { all_lines };
            let completed = match self.iteration(position, self.depth, lines) {
                Ok(()) => {
                    if self.shared.options.threads > 1 {
                        self.shared.deepest.complete(self.depth, &self.root);
                    }
                    self.depth
                }
                // Without a reason only this iteration is stopped.
                Err(Stopped) if self.stop.is_none() => {
                    self.shared.deepest.take_over(&mut self.root)
                }
                Err(Stopped) => return Err(Stopped),
            };
            self.record_iteration(completed);
            self.after_iteration()?;
            self.depth = match self.follows_others() {
                true => self.shared.deepest.next_depth(self.number).min(deepest),
                false => completed + 1,
            };
        }
        self.stop_search(StopReason::Depth)
    }

    /// One iteration: the best `lines`, each with an exact score.
    fn iteration(
        &mut self,
        position: &Position,
        depth: Depth,
        mut lines: usize,
    ) -> Result<(), Stopped> {
        let lines_nodes = self.shared.limits.lines_nodes.unwrap_or(u64::MAX);
        let mut exact = 0;
        while exact < lines {
            let found = self.aspiration_search(position, exact, depth)?;
            self.root.window_failed = false;
            if found.is_break() {
                break;
            }
            exact += 1;
            if self.total_nodes() >= lines_nodes {
                lines = 1;
            }
        }
        self.counters.lines_searched = u16::try_from(exact).unwrap_or(u16::MAX);
        exact = exact.min(lines);
        // A line searched later may have a better score.
        self.root.sort_lines(exact);
        Ok(())
    }

    /// Scores up to this one are outside the margin of the requested lines.
    fn margin_floor(&self, first: usize) -> Score {
        let best = self.root.moves.first().map_or(Score::DRAW, |best| best.line.score);
        match self.shared.limits.margin {
            Some(margin) if first > 0 => best.offset(-margin.saturating_add(1)),
            _ => -Score::INFINITE,
        }
    }

    /// Searches one line of an iteration with an aspiration window, which is widened when the search fails low or high.
    /// Breaks when no root move from number `first` on scores within the margin.
    /// Source: chessprogramming.org "Aspiration Windows".
    fn aspiration_search(
        &mut self,
        position: &Position,
        first: usize,
        depth: Depth,
    ) -> Result<ControlFlow<()>, Stopped> {
        let p = self.parameters;
        let floor = self.margin_floor(first);
        let last = self.root.moves[first].line.score.max(floor.offset(1));
        let narrow = depth >= p.aspiration_depth
            && last.is_heuristic()
            && self.shared.options.pruning == Pruning::On;
        let mut width = p.aspiration_window;
        let mut window = Window { alpha: floor, beta: Score::INFINITE };
        if narrow {
            window = Window { alpha: last.offset(-width).max(floor), beta: last.offset(width) };
            self.counters.attempt(Technique::Aspiration);
        }
        let mut tries = 0;
        loop {
            if O::ENABLED {
                self.observer.iteration_begins(depth, first + 1, window.alpha, window.beta);
            }
            self.root.begin_iteration(first);
            let result = self.search_root(position, window, first, depth);
            let Ok(value) = result else {
                self.root.break_off();
                return Err(Stopped);
            };
            self.root.sort_from(first);
            if value.real <= window.alpha {
                if first > 0 && window.alpha == floor {
                    return Ok(ControlFlow::Break(()));
                }
                window.beta = Score::raw((window.alpha.value() + window.beta.value()) / 2);
                window.alpha = value.real.offset(-width).max(floor);
            } else if value.real >= window.beta {
                window.beta = value.real.offset(width);
            } else {
                if narrow && tries == 0 {
                    self.counters.accept(Technique::Aspiration);
                }
                if O::ENABLED {
                    self.observer.iteration_ends(depth, &value);
                }
                return Ok(ControlFlow::Continue(()));
            }
            self.root.window_failed = true;
            tries += 1;
            width *= 2;
            if tries >= 5 || !value.real.is_heuristic() {
                window = Window { alpha: floor, beta: Score::INFINITE };
            }
        }
    }

    /// Searches the root moves from number `first` on; the moves before have their lines already. Of moves that the
    /// tablebases score, only those with the best score are searched.
    fn search_root(
        &mut self,
        position: &Position,
        window: Window,
        first: usize,
        depth: Depth,
    ) -> Result<Value, Stopped> {
        let Window { mut alpha, beta } = window;
        let node = NodeArgs { position, alpha, beta, depth, ply: 0, node_type: NodeType::Root };
        self.enter_node(&node)?;
        let in_check = self.checkers_before_probe(position, 0).any();
        let end = self.root.end_of_group(first);
        self.stack[1].cutoffs = 0;
        let tt_entry = self.tt_probe(&node);
        let static_eval = self.static_eval(&node, tt_entry, in_check);
        if O::ENABLED {
            let scored = |candidate: &RootCandidate| ScoredMove::root(candidate.report.mv);
            let moves: Vec<ScoredMove> = self.root.moves[first..end].iter().map(scored).collect();
            self.observer.ordered(0, &moves);
        }
        let mut bounds = BoundAccumulator::new(0);
        let mut best = None;
        for index in first..end {
            self.root.begin_move(index, self.nodes);
            let mv = self.root.moves[index].report.mv;
            let move_count = index - first + 1;
            let ctx = MoveContext {
                scored: ScoredMove::root(mv),
                move_count,
                history: 0,
                is_quiet: !is_noisy(mv),
                gives_check: position.after(mv).is_check(),
                in_check,
                improving: static_eval.improving,
                tt_move_noisy: false,
                best: bounds.best(),
            };
            let key_after = position.key_after(mv);
            let searched = self.search_move(&NodeArgs { alpha, ..node }, &ctx, key_after, 0);
            self.root.end_move(self.nodes);
            let (value, searched) = searched?;
            let score = bounds.add_child(value, searched);
            self.notify_bound(0, bounds);
            let is_best = score > alpha || move_count == 1;
            let reported = self.reported(score);
            let shadow = self.reported_interval(-value.shadow);
            let candidate = &mut self.root.moves[index];
            candidate.report.score = candidate.with_tablebase(reported);
            candidate.report.bound = searched.bound_of(score);
            candidate.report.depth = u16::try_from(depth).unwrap_or(u16::MAX);
            candidate.report.shadow = Some(shadow);
            candidate.report.depends_on = value.depends_on();
            if is_best {
                candidate.report.best_at = candidate.report.depth;
                candidate.sort_score = score;
                self.update_root_line(&node, index, value);
            }
            if score > alpha {
                best = Some(mv);
                alpha = score;
                if score >= beta {
                    bounds.add_unsearched();
                    break;
                }
            }
        }
        let value = bounds.finish();
        if first == 0 && end == position.legal_moves().len() {
            self.tt_store(&node, &value, static_eval.raw_eval, best);
        }
        self.exit(0, value, best, ExitReason::of_moves(value.real, beta, best))
    }

    /// Stores the PV of the root move at `index` with its score and path dependency.
    fn update_root_line(&mut self, node: &NodeArgs<'_>, index: usize, value: Value) {
        self.update_pv(0, self.root.moves[index].report.mv);
        let mut moves = legal_pv(node.position, self.history, &self.stack[0].pv);
        let bound = node.window().bound_of(-value.real);
        let score = self.root.moves[index].with_tablebase(self.reported(-value.real));
        if let (Bound::Exact, Some(plies)) = (bound, score.mate_plies()) {
            complete_mate(node.position, &mut moves, plies);
            moves = legal_pv(node.position, self.history, &moves);
        }
        self.root.moves[index].line = PvLine {
            score,
            bound,
            shadow: Some(self.reported_interval(-value.shadow)),
            depends_on: value.depends_on(),
            depth: u16::try_from(node.depth).unwrap_or(u16::MAX),
            selective_depth: u16::try_from(self.selective_depth).unwrap_or(u16::MAX),
            moves,
        };
    }

    /// A shadow interval of a root move as reported.
    fn reported_interval(&self, interval: Interval) -> Interval {
        let options = self.shared.options;
        Interval { low: options.reported(interval.low), high: options.reported(interval.high) }
    }

    /// The score of a root move as reported: with draws by ply, evaluations lose their offset; with the delayed-loss bonus, the bonus of the root is added and a mate
    /// is converted to the distance from the root.
    fn reported(&self, score: Score) -> Score {
        let score = self.shared.options.reported(score);
        if !self.shared.options.delayed_loss {
            return score;
        }
        let bonus = DelayedLoss { evaluation: self.root.static_score };
        DelayedLoss::to_root_distance(bonus.apply(score))
    }

    /// Computes the static evaluation of the root for the panels.
    pub(super) fn note_root(&mut self, position: &Position) {
        let (board, turn) = (position.board(), position.turn());
        self.root.static_score = self.thread.evaluator.evaluate(board, turn);
        self.root.breakdown = self.thread.evaluator.breakdown(board, turn);
    }

    /// Records that this or another thread has completed the iteration of `depth`.
    pub(super) fn record_iteration(&mut self, depth: Depth) {
        self.completed_depth = depth;
        let nodes = self.total_nodes();
        let depths = usize::try_from(depth).unwrap_or(0);
        self.counters.statistics.nodes_by_iteration.resize(depths, nodes);
        let lines = self.counters.lines_searched;
        self.counters.statistics.lines_by_iteration.resize(depths, lines);
    }

    /// Stops the search after an iteration if a mate limit is reached or the limit checker decides so.
    pub(super) fn after_iteration(&mut self) -> Result<(), Stopped> {
        let best = self.root.moves.first().map_or(Score::DRAW, |best| best.line.score);
        if let (Some(wanted), Some(moves)) = (self.shared.limits.mate, best.mate_moves())
            && moves != 0
            && moves.abs() <= i32::from(wanted)
        {
            return self.stop_search(StopReason::Mate);
        }
        if let Some(limit_checker) = self.limit_checker.take() {
            let answer = limit_checker.iteration_finished(self);
            self.limit_checker = Some(limit_checker);
            if let ControlFlow::Break(reason) = answer {
                return self.stop_search(reason);
            }
        }
        Ok(())
    }
}
