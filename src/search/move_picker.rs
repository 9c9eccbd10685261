//! Move picker: the move ordering of a node. TT move, captures with SEE >= 0 by victim and capture history, killers and
//! counter move, quiet moves by history, losing captures.
//!
//! Moves are picked one by one, because most nodes cut off after the first.

use super::TranspositionTable;
use super::history::{ContinuationIndex, Histories, QuietContext};
use crate::base::Ply;
use crate::rules::{
    Bitboard, Color, Key, Move, MoveGenerator, MoveVisitor, PackedMove, Position, Role, see_ge,
    see_value,
};
use std::hint::select_unpredictable;

/// The reason for the place of a move in the move ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum OrderReason {
    /// The order of the root moves.
    #[strum(serialize = "last iteration")]
    Root,
    /// The TT move.
    #[strum(serialize = "TT move")]
    TtMove,
    /// A capture or promotion with SEE >= 0.
    #[strum(serialize = "good capture")]
    GoodCapture,
    /// Killer move: caused a cut-off at this ply before.
    #[strum(serialize = "killer")]
    Killer,
    /// Counter move: caused a cut-off after the same move before.
    #[strum(serialize = "counter move")]
    CounterMove,
    /// Quiet move, ordered by its history.
    #[strum(serialize = "history")]
    History,
    /// A capture with SEE < 0, or an underpromotion.
    #[strum(serialize = "losing capture")]
    BadCapture,
}

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Higher is earlier.
    pub score: i32,
    /// The reason for its place.
    pub reason: OrderReason,
    /// Pruned, so that its history is not updated.
    pub pruned: bool,
}

impl ScoredMove {
    /// A root move, which keeps the order of the root.
    pub(super) const fn root(mv: Move) -> Self {
        Self { mv, score: 0, reason: OrderReason::Root, pruned: false }
    }
}

/// Sorts `moves` of `position` as the picker would return them. Root moves keep their order.
pub fn sorted_moves(position: &Position, moves: &[ScoredMove]) -> Vec<ScoredMove> {
    if moves.iter().all(|scored| scored.reason == OrderReason::Root) {
        return moves.to_vec();
    }
    let mut picker = MovePicker::of_scored(position, moves.to_vec());
    let mut sorted = Vec::with_capacity(moves.len());
    while let Some(best) = picker.select_best() {
        sorted.extend(picker.take_move(best));
    }
    sorted
}

/// The moves and histories that decide the order of a node: TT move, killers, counter move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderingMoves {
    pub tt_move: PackedMove,
    pub killers: [PackedMove; 2],
    pub counter_move: PackedMove,
    pub continuation: ContinuationIndex,
    pub ply: Ply,
    /// Weight of the low-ply history in the order of quiet moves; 0 away from the root.
    pub low_ply_weight: i32,
}

/// Base ordering scores of the groups, far enough apart: scores of histories and captures are below 2^18.
const TT_MOVE: i32 = 1 << 28;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BAD_CAPTURE: i32 = -(1 << 24);

/// The preparation of a picker's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PickerStage {
    /// Only the TT move is generated; most nodes with a TT move need no other.
    TtMove,
    /// Captures and promotions are generated, too.
    Noisy,
    /// All moves are generated; quiet moves other than killers and counter move have no score yet.
    QuietsUnscored,
    /// Every move has its score.
    AllScored,
}

/// A move that is selected, and whose TT entry is prefetched.
#[derive(Clone, Copy, Debug)]
struct SelectedMove {
    index: usize,
    /// [`Position::key_after`] of the move.
    key_after: Key,
}

/// Returns the moves of a node in order, with as little work as possible for moves that are never reached. The caller
/// provides the buffer, to reuse it.
#[derive(Clone, Debug)]
pub(super) struct MovePicker<'a> {
    position: &'a Position,
    ordering: OrderingMoves,
    /// Those returned so far in their order, then the others unsorted.
    moves: Vec<ScoredMove>,
    /// Number of moves returned.
    next: usize,
    stage: PickerStage,
    /// `None` for a picker of captures, which are generated at once.
    generator: Option<MoveGenerator>,
    /// Computed when the first quiet move needs it.
    quiet_context: Option<QuietContext>,
    /// [`Position::key_after`] of the move returned last.
    key_after: Key,
    /// The move that is returned next, if it is selected already.
    ahead: Option<SelectedMove>,
    /// Whether the losing captures at the end are not returned.
    ends_at_losing: bool,
}

impl<'a> MovePicker<'a> {
    /// A picker of all legal moves of `position`, whose king the `checkers` attack: the TT move, then captures and promotions,
    /// then quiet moves are generated when they are needed.
    pub fn new(
        position: &'a Position,
        checkers: Bitboard,
        histories: &Histories,
        ordering: OrderingMoves,
        mut moves: Vec<ScoredMove>,
    ) -> Self {
        moves.clear();
        let generator = MoveGenerator::with_checkers(position, checkers);
        let tt_move = generator.and_then(|by| ordering.tt_move.legal_by(&by, position));
        if let Some(mv) = tt_move {
            let reason = OrderReason::TtMove;
            moves.push(ScoredMove { mv, score: TT_MOVE, reason, pruned: false });
        }
        let mut picker = Self::of_scored(position, moves);
        (picker.ordering, picker.generator) = (ordering, generator);
        picker.stage = PickerStage::TtMove;
        if picker.is_empty() {
            picker.generate_noisy(histories);
        }
        if picker.is_empty() {
            picker.generate_quiets();
        }
        picker
    }

    /// A picker of captures and queen promotions only. The side to move must not be in check.
    pub fn for_captures(
        position: &'a Position,
        histories: &Histories,
        tt_move: PackedMove,
        mut moves: Vec<ScoredMove>,
    ) -> Self {
        let turn = position.turn();
        moves.clear();
        if let Some(generator) = MoveGenerator::not_in_check(position) {
            let moves = &mut moves;
            generator.visit_noisy(position, &mut CaptureScorer { moves, turn, histories, tt_move });
        }
        Self::of_scored(position, moves)
    }

    /// A picker of `moves` that have their scores.
    fn of_scored(position: &'a Position, moves: Vec<ScoredMove>) -> Self {
        Self {
            position,
            ordering: OrderingMoves::default(),
            moves,
            next: 0,
            stage: PickerStage::AllScored,
            generator: None,
            quiet_context: None,
            key_after: 0,
            ahead: None,
            ends_at_losing: false,
        }
    }

    /// Leaves out the losing captures at the end; [`MovePicker::left`] counts them.
    pub const fn end_at_losing(&mut self) {
        self.ends_at_losing = true;
    }

    /// The number of generated moves that have not been returned.
    pub const fn left(&self) -> usize {
        self.moves.len() - self.next
    }

    /// [`Position::key_after`] of the move returned last.
    pub const fn key_after(&self) -> Key {
        self.key_after
    }

    /// What selects the histories of the quiet moves.
    pub fn quiet_context(&mut self) -> QuietContext {
        let (position, continuation) = (self.position, self.ordering.continuation);
        *self.quiet_context.get_or_insert_with(|| QuietContext::new(position, continuation))
    }

    /// The history of a move, quiet or noisy.
    pub fn history_score(&mut self, histories: &Histories, scored: &ScoredMove) -> i32 {
        if scored.reason == OrderReason::History && self.ordering.low_ply_weight == 0 {
            scored.score
        } else if is_noisy(scored.mv) {
            histories.capture_score(self.position.turn(), scored.mv)
        } else {
            histories.quiet_rows(&self.quiet_context()).score(scored.mv)
        }
    }

    /// Generates the captures and promotions other than the TT move.
    fn generate_noisy(&mut self, histories: &Histories) {
        let Self { position, ordering: OrderingMoves { tt_move, .. }, moves, .. } = self;
        let (turn, tt_move) = (position.turn(), *tt_move);
        if let Some(generator) = self.generator {
            generator.visit_noisy(position, &mut NoisyScorer { moves, turn, histories, tt_move });
        }
        self.stage = PickerStage::Noisy;
    }

    /// Generates the quiet moves other than the TT move. Returns whether some are ordered by their history, and none before them.
    fn generate_quiets(&mut self) -> bool {
        let attacked = self.quiet_context().threats();
        let Self { position, ordering, moves, .. } = self;
        let (before, mut has_known) = (moves.len(), false);
        if let Some(generator) = self.generator {
            let OrderingMoves { tt_move, killers, counter_move, .. } = *ordering;
            let known = [tt_move, killers[0], killers[1], counter_move].map(PackedMove::origin);
            let origins = known.into_iter().collect();
            let mut scorer = QuietScorer { moves, ordering, origins, has_known };
            generator.visit_quiet(position, attacked, &mut scorer);
            has_known = scorer.has_known;
        }
        self.stage = PickerStage::QuietsUnscored;
        !has_known && self.moves.len() > before
    }

    fn score_quiets(&mut self, histories: &Histories) {
        let rows = histories.quiet_rows(&self.quiet_context());
        let OrderingMoves { ply, low_ply_weight, .. } = self.ordering;
        for scored in &mut self.moves[self.next..] {
            if scored.reason == OrderReason::History {
                scored.score = rows.score(scored.mv);
                if low_ply_weight > 0 {
                    scored.score += low_ply_weight * histories.low_ply_score(ply, scored.mv);
                }
            }
        }
        self.stage = PickerStage::AllScored;
    }

    /// All moves with their scores at this moment, not sorted.
    pub fn preview(&self, histories: &Histories) -> Vec<ScoredMove> {
        let mut picker = self.clone();
        if picker.stage == PickerStage::TtMove {
            picker.generate_noisy(histories);
        }
        if picker.stage == PickerStage::Noisy {
            picker.generate_quiets();
        }
        if picker.stage == PickerStage::QuietsUnscored {
            picker.score_quiets(histories);
        }
        picker.moves
    }

    /// The preparation of the moves.
    pub const fn stage(&self) -> PickerStage {
        self.stage
    }

    /// The TT move, as long as no move has been returned.
    pub fn tt_move(&self) -> Option<Move> {
        let first = self.moves.first().filter(|scored| scored.reason == OrderReason::TtMove);
        first.map(|scored| scored.mv)
    }

    /// Whether there is no legal move.
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the next move, the best of those not yet returned. Prefetches the entries in `tt` of the positions after this move
    /// and, once all moves have their scores, after the next one: a load takes longer than all that the search does before it
    /// needs the entry, but not longer than the search of a move.
    pub fn next(&mut self, histories: &Histories, tt: &TranspositionTable) -> Option<ScoredMove> {
        if self.stage == PickerStage::TtMove && self.next > 0 {
            self.generate_noisy(histories);
        }
        loop {
            let ahead = self.ahead.take();
            let best = ahead.map(|ahead| ahead.index).or_else(|| self.select_next());
            let Some(best) = best else {
                if self.stage != PickerStage::Noisy {
                    return None;
                }
                if self.generate_quiets() {
                    self.score_quiets(histories);
                }
                continue;
            };
            if self.stage == PickerStage::QuietsUnscored
                && self.moves[best].reason == OrderReason::History
            {
                self.score_quiets(histories);
                continue;
            }
            let SelectedMove { key_after, .. } = ahead.unwrap_or_else(|| self.selected(best, tt));
            self.key_after = key_after;
            if let Some(picked) = self.take_move(best) {
                if self.stage == PickerStage::AllScored {
                    self.ahead = self.select_next().map(|index| self.selected(index, tt));
                }
                return Some(picked);
            }
        }
    }

    /// The move at `index` as selected: prefetches its entry in `tt`.
    fn selected(&self, index: usize, tt: &TranspositionTable) -> SelectedMove {
        let key_after = self.position.key_after(self.moves[index].mv);
        tt.prefetch(key_after);
        SelectedMove { index, key_after }
    }

    /// [`MovePicker::select_best`] of the moves that come before those not generated yet, and are to be returned at all.
    fn select_next(&self) -> Option<usize> {
        self.select_best().filter(|&best| !self.is_left_for_later(best))
    }

    /// Whether quiet moves that are not generated yet come before the move at `index`, or it is not to be returned at all.
    fn is_left_for_later(&self, index: usize) -> bool {
        (self.stage == PickerStage::Noisy || self.ends_at_losing)
            && self.moves[index].reason == OrderReason::BadCapture
    }

    /// Index of the highest score left, the first of equal ones, so that the order is deterministic.
    ///
    /// The loop has no branch that depends on the scores: it would be mispredicted at every new maximum.
    fn select_best(&self) -> Option<usize> {
        let left = self.moves.get(self.next..)?;
        let (mut best, mut score) = (0, left.first()?.score);
        for (index, scored) in left.iter().enumerate() {
            best = select_unpredictable(scored.score > score, index, best);
            score = score.max(scored.score);
        }
        Some(self.next + best)
    }

    /// Takes the move at `best`. A capture that loses material is rescored as a bad capture and `None` is returned.
    fn take_move(&mut self, best: usize) -> Option<ScoredMove> {
        self.moves.swap(self.next, best);
        let picked = &mut self.moves[self.next];
        // SEE is computed only when the capture is about to be tried.
        if picked.reason == OrderReason::GoodCapture && !see_ge(self.position, picked.mv, 0) {
            picked.reason = OrderReason::BadCapture;
            picked.score += BAD_CAPTURE - GOOD_CAPTURE;
            return None;
        }
        self.next += 1;
        Some(*picked)
    }

    /// Marks every remaining quiet move except those `kept` as pruned, and returns the marked ones.
    pub fn skip_quiets(&mut self, kept: impl Fn(Move) -> bool) -> &[ScoredMove] {
        self.ahead = None;
        let first = self.next;
        for index in first..self.moves.len() {
            let scored = self.moves[index];
            if scored.reason == OrderReason::History && !kept(scored.mv) {
                self.moves[index] = self.moves[self.next];
                self.moves[self.next] = ScoredMove { pruned: true, ..scored };
                self.next += 1;
            }
        }
        &self.moves[first..self.next]
    }

    /// Whether there may be more moves. Until the quiet moves are generated there may be none.
    pub fn has_more(&self) -> bool {
        matches!(self.stage, PickerStage::TtMove | PickerStage::Noisy)
            || self.next < self.moves.len()
    }

    /// Marks the last returned move as pruned.
    pub fn mark_pruned(&mut self) {
        if let Some(last) = self.next.checked_sub(1) {
            self.moves[last].pruned = true;
        }
    }

    /// The moves returned before the last one, in order.
    pub fn tried_before(&self) -> &[ScoredMove] {
        &self.moves[..self.next.saturating_sub(1)]
    }

    /// Returns the buffer.
    pub fn into_buffer(self) -> Vec<ScoredMove> {
        self.moves
    }
}

impl ScoredMove {
    /// The score among the moves with the same reason.
    pub fn score_in_group(&self) -> i32 {
        match self.reason {
            OrderReason::GoodCapture => self.score - GOOD_CAPTURE,
            // An underpromotion comes last.
            OrderReason::BadCapture if self.score < 3 * BAD_CAPTURE / 2 => {
                self.score - 2 * BAD_CAPTURE
            }
            OrderReason::BadCapture => self.score - BAD_CAPTURE,
            OrderReason::Root
            | OrderReason::TtMove
            | OrderReason::Killer
            | OrderReason::CounterMove
            | OrderReason::History => self.score,
        }
    }
}

/// Scores captures and promotions other than the TT move as they are generated.
struct NoisyScorer<'a> {
    moves: &'a mut Vec<ScoredMove>,
    turn: Color,
    histories: &'a Histories,
    tt_move: PackedMove,
}

impl MoveVisitor for NoisyScorer<'_> {
    #[inline(always)]
    fn visit(&mut self, mv: Move) {
        if PackedMove::new(mv) == self.tt_move {
            return;
        }
        let (score, reason) = if is_noisy(mv) {
            (noisy_score(self.histories, self.turn, mv), OrderReason::GoodCapture)
        } else {
            (2 * BAD_CAPTURE, OrderReason::BadCapture)
        };
        self.moves.push(ScoredMove { mv, score, reason, pruned: false });
    }
}

/// Scores captures and queen promotions, the TT move among them, as they are generated.
struct CaptureScorer<'a> {
    moves: &'a mut Vec<ScoredMove>,
    turn: Color,
    histories: &'a Histories,
    tt_move: PackedMove,
}

impl MoveVisitor for CaptureScorer<'_> {
    #[inline(always)]
    fn visit(&mut self, mv: Move) {
        if !is_noisy(mv) {
            return;
        }
        let (score, reason) = if PackedMove::new(mv) == self.tt_move {
            (TT_MOVE, OrderReason::TtMove)
        } else {
            (noisy_score(self.histories, self.turn, mv), OrderReason::GoodCapture)
        };
        self.moves.push(ScoredMove { mv, score, reason, pruned: false });
    }
}

/// Scores quiet moves other than the TT move as they are generated; [`MovePicker::score_quiets`] adds their histories.
struct QuietScorer<'a> {
    moves: &'a mut Vec<ScoredMove>,
    ordering: &'a OrderingMoves,
    /// Where the TT move, the killers and the counter move come from: most moves come from elsewhere.
    origins: Bitboard,
    /// Whether a killer or the counter move is among the moves.
    has_known: bool,
}

impl MoveVisitor for QuietScorer<'_> {
    #[inline(always)]
    fn visit(&mut self, mv: Move) {
        let (mut score, mut reason) = (0, OrderReason::History);
        if mv.from().is_some_and(|from| self.origins.contains(from)) {
            let packed = PackedMove::new(mv);
            let OrderingMoves { tt_move, killers, counter_move, .. } = *self.ordering;
            if packed == tt_move {
                return;
            }
            if packed == killers[0] {
                (score, reason) = (KILLER, OrderReason::Killer);
            } else if packed == killers[1] {
                (score, reason) = (KILLER - 1, OrderReason::Killer);
            } else if packed == counter_move {
                (score, reason) = (KILLER - 2, OrderReason::CounterMove);
            }
            self.has_known |= reason != OrderReason::History;
        }
        self.moves.push(ScoredMove { mv, score, reason, pruned: false });
    }
}

/// The score of a capture or queen promotion, as long as it is not known to lose material.
fn noisy_score(histories: &Histories, turn: Color, mv: Move) -> i32 {
    GOOD_CAPTURE + capture_score(mv) + histories.capture_score(turn, mv)
}

/// Whether a move is noisy: a queen promotion or a capture that does not underpromote. All other moves are quiet.
#[inline]
pub(super) fn is_noisy(mv: Move) -> bool {
    match mv {
        Move::Normal { capture, promotion: None, .. } => capture.is_some(),
        Move::Normal { promotion: Some(role), .. } => role == Role::Queen,
        Move::EnPassant { .. } => true,
        Move::Castle { .. } | Move::Put { .. } => false,
    }
}

/// The value of the victim and of a promotion (MVV). The added capture history can outweigh it: its entries reach
/// 16,384, a queen counts 15,200.
fn capture_score(mv: Move) -> i32 {
    let (victim, promotion) = match mv {
        Move::Normal { capture, promotion, .. } => (capture, promotion),
        _ => (mv.capture(), None),
    };
    16 * (victim.map_or(0, see_value) + promotion.map_or(0, see_value))
}
