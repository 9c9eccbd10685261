//! The root: its moves with what each cost and brought, and the loop over them.

use super::move_picker::ScoredMove;
use super::node_args::{MoveContext, MovePlan, NodeArgs};
use super::observer::NodeType;
use super::shadow::{BoundAccumulator, Value, Window};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Pruning, PvLine, RootMove, Technique};
use crate::base::{Bound, Depth, Score};
use crate::knowledge::EvaluationTrace;
use crate::rules::{Move, Position};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A root move with its best line so far.
#[derive(Clone, Debug)]
pub(super) struct RootCandidate {
    pub report: RootMove,
    /// Its last line with an exact score or a bound; empty before its first search.
    pub line: PvLine,
    /// Score for sorting within the iteration; `-INFINITE` unless it was the best when searched.
    sort_score: Score,
}

/// All root moves, best first, and what the panels want of the root.
#[derive(Clone, Debug, Default)]
pub(super) struct RootMoves {
    pub moves: Vec<RootCandidate>,
    /// How many moves from the front have a line of their own since the last complete iteration.
    pub exact: usize,
    /// Index of the move under search.
    under_search: Option<usize>,
    pub breakdown: EvaluationTrace,
    pub static_score: Score,
}

impl RootMoves {
    /// The legal moves, or those of `wanted` if any of them is legal.
    pub(super) fn new(position: &Position, wanted: &[Move]) -> Self {
        let candidate = |mv: Move| RootCandidate {
            report: RootMove {
                mv,
                score: -Score::INFINITE,
                bound: Bound::Upper,
                nodes: 0,
                replies: Vec::new(),
            },
            line: PvLine { moves: vec![mv], ..PvLine::default() },
            sort_score: -Score::INFINITE,
        };
        let legal = position.legal_moves();
        let mut moves: Vec<RootCandidate> =
            legal.iter().filter(|mv| wanted.contains(mv)).map(|&mv| candidate(mv)).collect();
        if moves.is_empty() {
            moves = legal.into_iter().map(candidate).collect();
        }
        Self { moves, exact: 1, ..Self::default() }
    }

    /// Adds nodes to a reply to the move under search.
    pub(super) fn note_reply(&mut self, reply: Move, nodes: u64) {
        let Some(candidate) = self.under_search.and_then(|index| self.moves.get_mut(index)) else {
            return;
        };
        let replies = &mut candidate.report.replies;
        match replies.iter_mut().find(|(mv, _)| *mv == reply) {
            Some((_, sum)) => *sum += nodes,
            None => replies.push((reply, nodes)),
        }
    }

    /// The first `count` lines that have been searched, best first; the first move's line always.
    pub(super) fn lines(&self, count: usize) -> Vec<PvLine> {
        let searched =
            |(index, candidate): &(usize, &RootCandidate)| *index == 0 || candidate.line.depth > 0;
        self.moves
            .iter()
            .enumerate()
            .take(count)
            .filter(searched)
            .map(|(_, candidate)| candidate.line.clone())
            .collect()
    }

    /// The move under search with its number from 1.
    pub(super) fn current(&self) -> Option<(Move, usize)> {
        let index = self.under_search?;
        self.moves.get(index).map(|candidate| (candidate.report.mv, index + 1))
    }

    pub(super) fn report(&self) -> Vec<RootMove> {
        self.moves.iter().map(|candidate| candidate.report.clone()).collect()
    }

    /// Brings the best move of the iteration to the front of the moves from `first` on; the rest keep their order.
    pub(super) fn sort_from(&mut self, first: usize) {
        self.under_search = None;
        self.moves[first..].sort_by_key(|candidate| Reverse(candidate.sort_score));
    }

    fn begin_iteration(&mut self, first: usize) {
        for candidate in &mut self.moves[first..] {
            candidate.sort_score = -Score::INFINITE;
        }
    }
}

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Searches the root moves from number `first` on (earlier ones already have their line) with a window.
    /// On return, and when stopped, the moves are sorted by what is known.
    pub(super) fn search_root(
        &mut self,
        position: &Position,
        window: Window,
        (first, depth): (usize, Depth),
    ) -> Result<Value, Stopped> {
        self.root.begin_iteration(first);
        let result = self.search_root_moves(position, window, (first, depth));
        self.root.sort_from(first);
        result
    }

    fn search_root_moves(
        &mut self,
        position: &Position,
        window: Window,
        (first, depth): (usize, Depth),
    ) -> Result<Value, Stopped> {
        let Window { mut alpha, beta } = window;
        self.count_node()?;
        self.notify_enter(position, (alpha, beta), (0, depth), NodeType::Root)?;
        let in_check = position.is_check();
        let visit = NodeArgs { alpha, beta, depth, ply: 0, node_type: NodeType::Root };
        let entry = self.tt_probe(position, &visit);
        let known = self.static_eval(position, &visit, (entry, in_check));
        if O::ENABLED {
            let ranked = |candidate: &RootCandidate| ScoredMove::root(candidate.report.mv);
            let moves: Vec<ScoredMove> = self.root.moves[first..].iter().map(ranked).collect();
            self.notify_order(0, &moves);
        }
        let mut joining = BoundAccumulator::new(0);
        let mut best = None;
        for index in first..self.root.moves.len() {
            self.root.under_search = Some(index);
            let mv = self.root.moves[index].report.mv;
            let ranked = ScoredMove::root(mv);
            let number = index - first + 1;
            let gives_check = position.after(mv).is_check();
            let late = MoveContext { move_count: number, scored: ranked, gives_check, in_check };
            let plan = MovePlan { args: NodeArgs { alpha, ..visit }, extension: 0, context: late };
            let before = self.nodes;
            let searched = self.search_move(position, &plan, &known);
            self.root.moves[index].report.nodes += self.nodes - before;
            let (value, last) = searched?;
            let score = joining.add_child(value, last);
            self.notify_bound(0, joining);
            let exceeded = score > alpha;
            self.note_root_score(index, (score, last), exceeded || number == 1);
            if exceeded || number == 1 {
                self.update_root_line(position, (index, depth), value, window);
            }
            if exceeded {
                best = Some(mv);
                alpha = score;
                if score >= beta {
                    joining.add_unsearched();
                    break;
                }
            }
        }
        let value = joining.finish();
        if first == 0 && self.root.moves.len() == position.legal_moves().len() {
            self.tt_store(&value, (window, 0), (known.raw_eval, depth, best));
        }
        self.exit(0, value, best, super::ExitReason::Complete)
    }

    fn note_root_score(&mut self, index: usize, (score, window): (Score, Window), is_best: bool) {
        let candidate = &mut self.root.moves[index];
        candidate.report.score = score;
        candidate.report.bound = bound_of(score, window);
        if is_best {
            candidate.sort_score = score;
        }
    }

    /// Keeps the line below the root move at `index`, and what the score hangs on.
    fn update_root_line(
        &mut self,
        position: &Position,
        (index, depth): (usize, Depth),
        value: Value,
        window: Window,
    ) {
        let mv = self.root.moves[index].report.mv;
        self.update_pv(0, mv);
        let moves = super::pv::legal_pv(position, self.history, &self.stack[0].pv);
        let score = -value.real;
        self.root.moves[index].line = PvLine {
            score,
            bound: bound_of(score, window),
            shadow: Some(-value.shadow),
            depends_on: value.depends_on(),
            depth: u16::try_from(depth).unwrap_or(u16::MAX),
            selective_depth: u16::try_from(self.selective_depth).unwrap_or(u16::MAX),
            moves,
        };
    }

    /// The root's own figures for the panels.
    pub(super) fn note_root(&mut self, position: &Position) {
        let (board, turn) = (position.board(), position.turn());
        self.root.static_score = self.thread.evaluator.evaluate(board, turn);
        self.root.breakdown = self.thread.evaluator.breakdown(board, turn);
    }

    /// Iterates to greater depth until a limit, the supervisor or the observer ends it.
    pub(super) fn iterative_deepening(&mut self, position: &Position) -> Result<(), Stopped> {
        let lines = self.shared.limits.lines.clamp(1, self.root.moves.len().max(1));
        let deepest = self.shared.limits.depth.map_or(MAX_DEPTH, Depth::from).min(MAX_DEPTH);
        for depth in self.completed_depth + 1..=deepest {
            let mut exact = 0;
            while exact < lines && self.aspiration_search(position, (exact, depth))?.is_continue() {
                exact += 1;
            }
            // Lines searched later may have turned out better.
            self.root.moves[..exact].sort_by_key(|candidate| Reverse(candidate.line.score));
            self.root.exact = exact;
            self.completed_depth = depth;
            self.counters.nodes_by_iteration.push(self.total_nodes());
            self.after_iteration()?;
        }
        self.stop_search(super::StopReason::Depth)
    }

    /// Every score up to this one is outside the margin of the lines asked for.
    fn margin_floor(&self, first: usize) -> Score {
        let best = self.root.moves.first().map_or(Score::DRAW, |best| best.line.score);
        match self.shared.limits.margin {
            Some(margin) if first > 0 => best.offset(-margin.saturating_add(1)),
            _ => -Score::INFINITE,
        }
    }

    /// One line of one iteration, in a narrow window that is widened on failure. Breaks when no move from number
    /// `first` on comes within the margin.
    /// Source: aspiration windows, chessprogramming.org "Aspiration Windows".
    fn aspiration_search(
        &mut self,
        position: &Position,
        (first, depth): (usize, Depth),
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
                self.observer.iteration_begins(depth, window.alpha, window.beta);
            }
            let value = self.search_root(position, window, (first, depth))?;
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
            tries += 1;
            width *= 2;
            if tries >= 5 || !value.real.is_heuristic() {
                window = Window { alpha: floor, beta: Score::INFINITE };
            }
        }
    }

    /// Asks whether to go on after an iteration.
    fn after_iteration(&mut self) -> Result<(), Stopped> {
        let best = self.root.moves.first().map_or(Score::DRAW, |best| best.line.score);
        let mate = best.mate_moves();
        if let (Some(wanted), Some(moves)) = (self.shared.limits.mate, mate)
            && moves > 0
            && moves <= i32::from(wanted)
        {
            return self.stop_search(super::StopReason::Mate);
        }
        if let Some(supervisor) = self.limit_checker.take() {
            let answer = supervisor.iteration_finished(self);
            self.limit_checker = Some(supervisor);
            if let ControlFlow::Break(reason) = answer {
                return self.stop_search(reason);
            }
        }
        Ok(())
    }
}

/// Deepest iteration; extensions and quiescence still fit below it.
const MAX_DEPTH: Depth = 200;

fn bound_of(score: Score, window: Window) -> Bound {
    if score >= window.beta {
        Bound::Lower
    } else if score <= window.alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}
