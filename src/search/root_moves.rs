//! The root moves with their scores, node counts and principal variations.

use super::{CurrentMove, PvLine, RootMove};
use crate::base::{Bound, Score};
use crate::knowledge::EvaluationTrace;
use crate::rules::{Move, Position};
use std::cmp::Reverse;

/// A root move with its last principal variation.
#[derive(Clone, Debug)]
pub(super) struct RootCandidate {
    pub report: RootMove,
    /// Its last line with an exact score or a bound; of depth 0 before its first search.
    pub line: PvLine,
    /// Score for sorting within the iteration; `-INFINITE` unless it was the best when searched.
    pub sort_score: Score,
    /// The score by the tablebases, if they know it. Moves are sorted by it first.
    pub tablebase: Option<Score>,
}

impl RootCandidate {
    /// The searched score, unless the tablebases know better: a mate that the search has found is more exact.
    pub fn with_tablebase(&self, score: Score) -> Score {
        match self.tablebase {
            Some(win) if win.value() > 1 => score.max(win),
            Some(loss) if loss.value() < -1 => score.min(loss),
            Some(drawn) => drawn,
            None => score,
        }
    }

    /// Whether the iteration has searched it, and its score is a known loss.
    fn is_lost(&self) -> bool {
        self.sort_score > -Score::INFINITE
            && self.sort_score < Score::DRAW
            && !self.sort_score.is_heuristic()
    }

    /// Makes its last score its line if that is an older one.
    fn line_of_report(&mut self) {
        let report = &self.report;
        if report.depth > self.line.depth {
            self.line = PvLine {
                score: report.score,
                bound: report.bound,
                shadow: report.shadow,
                depends_on: report.depends_on,
                depth: report.depth,
                selective_depth: self.line.selective_depth.max(report.depth),
                moves: vec![report.mv],
            };
        }
    }

    /// Takes over what another thread has found about the same move. Nodes stay those of this thread.
    fn take_over_report(&mut self, theirs: &RootMove) {
        let own = std::mem::replace(&mut self.report, theirs.clone());
        (self.report.nodes, self.report.replies) = (own.nodes, own.replies);
    }

    /// Key for sorting, best first.
    const fn order(&self, score: Score) -> Reverse<(Option<Score>, Score)> {
        Reverse((self.tablebase, score))
    }
}

/// What becomes of a deeper iteration under way when another thread completes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merged {
    /// It should begin again from the completed one, of which nothing is taken over.
    BeginsAgain,
    /// It goes on; so far both have the same best move with an exact score.
    Agrees,
    /// It goes on; so far it has another best move, or a bound.
    Differs,
}

/// All root moves, best first, and the root's evaluation for the panels.
#[derive(Clone, Debug, Default)]
pub(super) struct RootMoves {
    pub moves: Vec<RootCandidate>,
    /// Whether the window of the current aspiration search has failed.
    pub window_failed: bool,
    /// The number of moves from the front with a line of the last complete iteration.
    pub exact: usize,
    /// Index of the move being searched.
    pub searching: Option<usize>,
    /// The number of moves from the front that this iteration does not search, because they have their lines.
    first: usize,
    /// Nodes of the thread that are counted with the root moves, or came before the move being searched.
    counted: u64,
    pub breakdown: EvaluationTrace,
    pub static_score: Score,
}

impl RootMoves {
    /// The legal moves, or those of `wanted` if any of them is legal, best first by their `scores` from the tablebases.
    pub fn new(position: &Position, wanted: &[Move], scores: &[(Move, Score)]) -> Self {
        let candidate = |mv: Move| RootCandidate {
            report: RootMove::unsearched(mv),
            line: PvLine { moves: vec![mv], ..PvLine::default() },
            sort_score: -Score::INFINITE,
            tablebase: scores.iter().find(|(known, _)| *known == mv).map(|(_, score)| *score),
        };
        let legal = position.legal_moves();
        let mut moves: Vec<RootCandidate> =
            legal.iter().filter(|mv| wanted.contains(mv)).map(|&mv| candidate(mv)).collect();
        if moves.is_empty() {
            moves = legal.into_iter().map(candidate).collect();
        }
        moves.sort_by_key(|candidate| Reverse(candidate.tablebase));
        Self { moves, exact: 1, ..Self::default() }
    }

    /// The search of the move at `index` begins after `nodes` nodes.
    pub const fn begin_move(&mut self, index: usize, nodes: u64) {
        (self.searching, self.counted) = (Some(index), nodes);
    }

    /// Counts the nodes of the current move, after `nodes` nodes.
    pub fn end_move(&mut self, nodes: u64) {
        let under_way = self.under_way(nodes);
        if let Some(candidate) = self.searching.and_then(|index| self.moves.get_mut(index)) {
            candidate.report.nodes += under_way;
            self.counted = nodes;
        }
    }

    /// Nodes of the current move that are not counted with it yet, after `nodes` nodes.
    const fn under_way(&self, nodes: u64) -> u64 {
        nodes.saturating_sub(self.counted)
    }

    /// Adds nodes to a reply to the current root move.
    pub fn note_reply(&mut self, reply: Move, nodes: u64) {
        let Some(candidate) = self.searching.and_then(|index| self.moves.get_mut(index)) else {
            return;
        };
        let replies = &mut candidate.report.replies;
        match replies.iter_mut().find(|(mv, _)| *mv == reply) {
            Some((_, sum)) => *sum += nodes,
            None => replies.push((reply, nodes)),
        }
    }

    /// The lines of the exact moves that have been searched: first that of the best move, then the others, best first. A search
    /// that stops within an iteration leaves lines of two depths, unsorted: the first move is then the best one unless a line of
    /// the same depth, also with an exact score, has come out better.
    pub fn lines(&self) -> Vec<PvLine> {
        let exact = &self.moves[..self.exact.min(self.moves.len())];
        let Some((first, others)) = exact.split_first() else { return Vec::new() };
        let order = |candidate: &&RootCandidate| candidate.order(candidate.line.score);
        let is_exact = |candidate: &RootCandidate| candidate.line.bound == Bound::Exact;
        let overtakes = |candidate: &&RootCandidate| {
            is_exact(first) && is_exact(candidate) && candidate.line.depth >= first.line.depth
        };
        let rival = others.iter().filter(overtakes).min_by_key(order);
        let best = rival.filter(|rival| order(rival) < order(&first)).unwrap_or(first);
        let is_other = |candidate: &&RootCandidate| {
            candidate.report.mv != best.report.mv && candidate.line.depth > 0
        };
        let mut others: Vec<&RootCandidate> = exact.iter().filter(is_other).collect();
        others.sort_by_key(order);
        let line = |candidate: &RootCandidate| match candidate.line.clone() {
            // What no iteration has searched is worth its static evaluation, as zero means a draw.
            line if line.depth == 0 => {
                PvLine { score: candidate.with_tablebase(self.static_score), ..line }
            }
            // The other moves may be better.
            line if line.bound == Bound::Exact && self.is_lost_so_far(candidate) => {
                PvLine { bound: Bound::Lower, ..line }
            }
            line => line,
        };
        std::iter::once(best).chain(others).map(line).collect()
    }

    /// Whether an aspiration window has failed and not been resolved, or the best move so far has a bound as its score or loses
    /// while others are not searched.
    pub fn is_unresolved(&self) -> bool {
        let is_open =
            |best: &RootCandidate| best.line.bound != Bound::Exact || self.is_lost_so_far(best);
        self.window_failed || self.best_so_far().is_some_and(is_open)
    }

    /// Whether this move has a known loss, and the iteration has not searched all others.
    fn is_lost_so_far(&self, candidate: &RootCandidate) -> bool {
        let is_candidate = |it: &RootCandidate| it.report.mv == candidate.report.mv;
        self.searching.is_some()
            && candidate.is_lost()
            && !self.moves.iter().take(self.first).any(is_candidate)
    }

    /// Takes over order, scores and lines of another thread's complete iteration. Nodes stay those of this thread.
    pub fn take_over(&mut self, other: &Self) {
        for candidate in &mut self.moves {
            let Some(theirs) = other.find(candidate.report.mv) else { continue };
            candidate.take_over_report(&theirs.report);
            candidate.line.clone_from(&theirs.line);
            candidate.sort_score = theirs.sort_score;
        }
        self.moves.sort_by_key(|candidate| other.place(candidate.report.mv));
        self.exact = other.exact;
        self.window_failed = false;
        self.searching = None;
    }

    /// Takes over another thread's complete iteration into a deeper one that is under way: what is newer of scores and lines, and
    /// the order of the moves that are not searched yet. Nothing changes if the deeper one should begin again: because it is
    /// searching another first move or the other's result is known for certain, or because several lines are searched.
    pub fn merge(&mut self, other: &Self) -> Merged {
        let Some(searching) = self.searching.filter(|_| self.exact == 1 && other.exact == 1) else {
            return Merged::BeginsAgain;
        };
        let agrees = other.place(self.moves[0].report.mv) == Some(0);
        let is_known = other.moves.first().is_some_and(|best| !best.line.score.is_heuristic());
        let is_first = searching == 0 && !self.window_failed;
        if !agrees && (is_first || is_known) {
            return Merged::BeginsAgain;
        }
        for candidate in &mut self.moves {
            let Some(theirs) = other.find(candidate.report.mv) else { continue };
            if theirs.report.depth > candidate.report.depth {
                candidate.take_over_report(&theirs.report);
            }
            if theirs.line.depth > candidate.line.depth {
                candidate.line.clone_from(&theirs.line);
            }
        }
        self.moves[searching + 1..].sort_by_key(|candidate| other.place(candidate.report.mv));
        let is_best =
            self.best_so_far().is_some_and(|best| best.report.mv == self.moves[0].report.mv);
        if agrees && is_best && !self.is_unresolved() { Merged::Agrees } else { Merged::Differs }
    }

    /// The index of a move.
    fn place(&self, mv: Move) -> Option<usize> {
        self.moves.iter().position(|candidate| candidate.report.mv == mv)
    }

    /// The candidate of a move.
    fn find(&self, mv: Move) -> Option<&RootCandidate> {
        self.place(mv).map(|index| &self.moves[index])
    }

    /// The best move of the iteration so far; the first one if it has not searched any.
    fn best_so_far(&self) -> Option<&RootCandidate> {
        self.moves.iter().min_by_key(|candidate| candidate.order(candidate.sort_score))
    }

    /// The end of the moves from number `first` on that the tablebases score alike; all if these do not know them.
    pub fn end_of_group(&self, first: usize) -> usize {
        let same = |it: &&RootCandidate| it.tablebase == self.moves[first].tablebase;
        first + self.moves[first..].iter().take_while(same).count()
    }

    /// Sorts the first `exact` moves by their lines.
    pub fn sort_lines(&mut self, exact: usize) {
        self.moves[..exact].sort_by_key(|candidate| candidate.order(candidate.line.score));
        self.exact = exact;
    }

    /// The root move that an iteration of `depth` is searching.
    pub fn current(&self, depth: u16) -> Option<CurrentMove> {
        let index = self.searching?;
        let candidate = self.moves.get(index)?;
        Some(CurrentMove { mv: candidate.report.mv, number: index + 1, depth })
    }

    /// The root moves after `nodes` nodes of the thread; the current one with those below it so far.
    pub fn report(&self, nodes: u64) -> Vec<RootMove> {
        let report = |candidate: &RootCandidate| RootMove {
            line: candidate.line.clone(),
            ..candidate.report.clone()
        };
        let mut moves: Vec<RootMove> = self.moves.iter().map(report).collect();
        if let Some(current) = self.searching.and_then(|index| moves.get_mut(index)) {
            current.nodes += self.under_way(nodes);
        }
        moves
    }

    /// Resets the sort scores of the moves from `first` on.
    pub fn begin_iteration(&mut self, first: usize) {
        self.first = first;
        for candidate in &mut self.moves[first..] {
            candidate.sort_score = -Score::INFINITE;
        }
    }

    /// Moves the best move of the iteration to the front of the moves from `first` on; the others keep their order.
    pub fn sort_from(&mut self, first: usize) {
        self.searching = None;
        self.moves[first..].sort_by_key(|candidate| candidate.order(candidate.sort_score));
    }

    /// Sorts the moves of an iteration that is broken off. Where the best one so far loses, the first of those that it has not
    /// searched comes before it, unless an earlier iteration has shown that it loses as fast.
    pub fn break_off(&mut self) {
        let first = self.first;
        let end = self.end_of_group(first);
        let open = self.searching.map_or(end..end, |index| index..end);
        let open: Vec<Move> = self.moves[open].iter().map(|it| it.report.mv).collect();
        self.sort_from(first);
        let best = &self.moves[first];
        let may_be_better = |it: &RootCandidate| {
            open.contains(&it.report.mv)
                && (it.report.depth == 0 || it.report.score > best.sort_score)
        };
        if best.is_lost()
            && let Some(index) = self.moves[first..].iter().position(may_be_better)
        {
            self.moves[first..=first + index].rotate_right(1);
            self.moves[first].line_of_report();
        }
    }
}
