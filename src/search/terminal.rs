//! Terminal nodes: draws by rule, mate, stalemate, and leaves without quiescence search.

use super::node_args::NodeArgs;
use super::observer::ExitReason;
use super::shadow::Value;
use super::worker::{MoveBack, Repetition, Stopped, Worker};
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::Score;
use crate::rules::move_back_to;
use shakmaty::Position as _;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Draws by repetition, by the fifty-move rule and by insufficient material. Rule 1 of the shadow score.
    pub(super) fn draw_by_rule(&mut self, node: &NodeArgs<'_>) -> Option<(Value, ExitReason)> {
        let ply = node.ply;
        let repeated = || self.shared.options.repetition_score(ply, node.position.turn());
        match self.find_repetition(ply) {
            Some(Repetition::InGame) => {
                self.counters.shadow.game_draws += 1;
                return Some((Value::exact(repeated()), ExitReason::GameRepetition));
            }
            Some(Repetition::OnPath(at)) => {
                self.counters.shadow.repetitions += 1;
                return Some((Value::repetition(repeated(), at), ExitReason::Repetition(at)));
            }
            None => {}
        }
        if self.shared.options.pruning == Pruning::Off {
            return None;
        }
        let draw = self.draw_score(ply);
        let chess = node.position.chess();
        let clock = node.position.halfmoves() as usize;
        // Checkmate on the hundredth half-move wins, and so does a mate already on the board.
        if clock >= 100 && !chess.is_checkmate() {
            let since = ply.saturating_sub(clock);
            return Some((Value::fifty_moves(draw, since), ExitReason::FiftyMoves));
        }
        let drawn = chess.is_insufficient_material();
        drawn.then(|| (Value::exact(draw), ExitReason::InsufficientMaterial))
    }

    /// Raises alpha to the draw that a move back to an earlier position of the path offers; the value if that is a cut-off.
    /// Rule 7 of the shadow score. Not with the delayed-loss bonus, which shifts the scores of draws from ply to ply.
    pub(super) fn upcoming_repetition(
        &mut self,
        node: &mut NodeArgs<'_>,
    ) -> Option<(Value, ExitReason)> {
        let (ply, options) = (node.ply, self.shared.options);
        // The parent sees the draw with the sign changed.
        let draw = -options.repetition_score(ply + 1, !node.position.turn());
        if node.alpha >= draw
            || options.delayed_loss
            || self.stack[ply].reversible_plies.min(ply) < 3
            || self.stack[ply].excluded_move.is_some()
        {
            return None;
        }
        let found = self.stack[ply].move_back;
        let found = found.unwrap_or_else(|| self.find_move_back(node, draw));
        self.stack[ply].move_back = Some(found);
        let at = found?.at;
        self.counters.attempt(Technique::UpcomingRepetition);
        node.alpha = draw;
        if draw < node.beta {
            return None;
        }
        self.counters.accept(Technique::UpcomingRepetition);
        self.counters.shadow.repetitions += 1;
        Some((Value::repetition(draw, at), ExitReason::UpcomingRepetition(at)))
    }

    fn find_move_back(&self, node: &NodeArgs<'_>, draw: Score) -> Option<MoveBack> {
        let last = self.stack[node.ply].reversible_plies.min(node.ply);
        (3..=last).step_by(2).map(|back| node.ply - back).find_map(|at| {
            let mv = move_back_to(node.position, self.key(at))?;
            Some(MoveBack { mv, at, draw })
        })
    }

    /// A leaf with its static evaluation: of a full-width search, or at the largest distance from the root.
    pub(super) fn leaf(&mut self, node: &NodeArgs<'_>) -> Result<Value, Stopped> {
        let (position, ply) = (node.position, node.ply);
        if position.legal_moves().is_empty() {
            let (value, reason) = self.mate_or_stalemate(node);
            return self.exit(ply, value, None, reason);
        }
        let score = self.thread.evaluator.evaluate(position.board(), position.turn());
        let reason = if ply >= Score::MAX_PLY { ExitReason::PlyLimit } else { ExitReason::Leaf };
        self.exit(ply, Value::exact(score), None, reason)
    }

    /// The value of a node without legal moves.
    pub(super) fn mate_or_stalemate(&self, node: &NodeArgs<'_>) -> (Value, ExitReason) {
        if node.position.is_check() {
            (Value::exact(Score::mated_in(self.mate_ply(node.ply))), ExitReason::Mate)
        } else {
            (Value::exact(self.draw_score(node.ply)), ExitReason::Stalemate)
        }
    }
}
