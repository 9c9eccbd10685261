//! The deepest iteration that any thread has completed. A thread that is still in it, or in one before, stops it and goes on
//! from this result: what is left of its own iteration would be the same work again.
//!
//! Source: L. Braesch's experiments with Lazy SMP in DiscoCheck (open-chess.org, topic 3097): threads that work on a completed
//! depth are stopped. That they also take over the root moves is new here.

use super::root_moves::RootMoves;
use crate::base::Depth;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// Written by the first thread that completes an iteration, read by the others. Not used by a search with one thread.
#[derive(Debug, Default)]
pub(super) struct DeepestIteration {
    depth: AtomicI32,
    root: Mutex<RootMoves>,
}

impl DeepestIteration {
    /// The depth of the iteration in plies; 0 before the first.
    pub fn depth(&self) -> Depth {
        self.depth.load(Relaxed)
    }

    /// Sets the result of a completed iteration, unless another thread has completed it or a deeper one.
    pub fn complete(&self, depth: Depth, root: &RootMoves) {
        let mut slot = self.root.lock();
        if depth > self.depth() {
            slot.clone_from(root);
            self.depth.store(depth, Relaxed);
        }
    }

    /// Takes over the result into `root` and returns its depth.
    pub fn take_over(&self, root: &mut RootMoves) -> Depth {
        let slot = self.root.lock();
        root.take_over(&slot);
        self.depth()
    }
}

#[cfg(test)]
mod tests {
    use super::DeepestIteration;
    use crate::base::Score;
    use crate::rules::Position;
    use crate::search::root_moves::RootMoves;

    #[test]
    fn the_first_thread_that_completes_an_iteration_decides_it() {
        let mut first = RootMoves::new(&Position::default(), &[], &[]);
        first.moves.rotate_left(3);
        first.moves[0].line.score = Score::raw(30);
        let mut second = first.clone();
        second.moves.rotate_left(1);
        let mut own = RootMoves::new(&Position::default(), &[], &[]);
        for (number, candidate) in own.moves.iter_mut().enumerate() {
            candidate.report.nodes = number as u64;
        }
        let deepest = DeepestIteration::default();
        assert_eq!(deepest.depth(), 0);
        deepest.complete(4, &first);
        deepest.complete(4, &second);
        deepest.complete(3, &second);
        assert_eq!(deepest.take_over(&mut own), 4);
        assert_eq!(own.moves[0].report.mv, first.moves[0].report.mv);
        assert_eq!(own.moves[0].line.score, Score::raw(30));
        assert_eq!(own.moves[0].report.nodes, 3);
    }
}
