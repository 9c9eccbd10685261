//! Terminal nodes: draws by rule, mate, stalemate, and leaves without quiescence search.

use super::node_args::NodeArgs;
use super::observer::ExitReason;
use super::shadow::Value;
use super::worker::{Repetition, Stopped, Worker};
use super::{Evaluate, Observer, Pruning};
use crate::base::Score;
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
            return Some((Value::repetition(draw, since), ExitReason::FiftyMoves));
        }
        let drawn = chess.is_insufficient_material();
        drawn.then(|| (Value::exact(draw), ExitReason::InsufficientMaterial))
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
