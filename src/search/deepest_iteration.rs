//! The iterations of several threads: which depth each of them searches, and the deepest one that any has completed.
//!
//! Half of the threads search the next depth to complete, the others the depth after it, so that less work is done twice. A
//! thread that is still in a depth that another one has completed, or before it, goes on from that result; one that is in a
//! deeper one takes the result over into it.
//!
//! Sources: helper threads that skip depths, Stockfish 8; L. Braesch's experiments with Lazy SMP in DiscoCheck (open-chess.org,
//! topic 3097): threads that work on a completed depth are stopped. That they also take over the root moves is new here.

use super::root_moves::{Merged, RootMoves};
use crate::base::Depth;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// Written and read by every thread. Not used by a search with one thread.
#[derive(Debug)]
pub(super) struct DeepestIteration {
    /// Depth of the deepest complete iteration; 0 before the first.
    depth: AtomicI32,
    slot: Mutex<Slot>,
}

#[derive(Debug)]
struct Slot {
    /// The root moves of the deepest complete iteration.
    root: RootMoves,
    /// The depth that each thread searches; the main thread begins with the first.
    searched: Vec<Depth>,
}

impl DeepestIteration {
    /// For so many threads.
    pub fn new(threads: usize) -> Self {
        let mut searched = vec![0; threads.max(1)];
        searched[0] = 1;
        Self {
            depth: AtomicI32::new(0),
            slot: Mutex::new(Slot { root: RootMoves::default(), searched }),
        }
    }

    /// The depth of the iteration in plies; 0 before the first.
    pub fn depth(&self) -> Depth {
        self.depth.load(Relaxed)
    }

    /// The depth that thread `number` searches next: the next one to complete, or the one after it if half of the threads or more
    /// search that already.
    pub fn next_depth(&self, number: usize) -> Depth {
        let searched = &mut self.slot.lock().searched;
        let next = self.depth() + 1;
        let is_other = |(other, depth): &(usize, &Depth)| *other != number && **depth == next;
        let others = searched.iter().enumerate().filter(is_other).count();
        let depth = next + Depth::from(2 * others >= searched.len());
        searched[number] = depth;
        depth
    }

    /// Sets the result of a completed iteration, unless another thread has completed it or a deeper one.
    pub fn complete(&self, depth: Depth, root: &RootMoves) {
        let mut slot = self.slot.lock();
        if depth > self.depth() {
            slot.root.clone_from(root);
            self.depth.store(depth, Relaxed);
        }
    }

    /// Takes over the result into `root` and returns its depth.
    pub fn take_over(&self, root: &mut RootMoves) -> Depth {
        let slot = self.slot.lock();
        root.take_over(&slot.root);
        self.depth()
    }

    /// [Takes over](RootMoves::merge) the result into `root`, whose iteration of `depth` is under way, and returns its depth. An
    /// iteration that is no deeper begins again.
    pub fn merge_into(&self, root: &mut RootMoves, depth: Depth) -> (Depth, Merged) {
        let slot = self.slot.lock();
        let completed = self.depth();
        let merged = if completed < depth { root.merge(&slot.root) } else { Merged::BeginsAgain };
        (completed, merged)
    }
}

#[cfg(test)]
mod tests {
    use super::DeepestIteration;
    use crate::base::{Bound, Score};
    use crate::rules::Position;
    use crate::search::root_moves::{Merged, RootMoves};

    #[test]
    fn half_of_the_threads_search_the_next_depth_and_half_the_one_after() {
        let deepest = DeepestIteration::new(2);
        // The main thread has the first depth, even if a helper thread begins before it.
        assert_eq!(deepest.next_depth(1), 2);
        assert_eq!(deepest.next_depth(0), 1);
        let root = RootMoves::new(&Position::default(), &[], &[]);
        deepest.complete(1, &root);
        assert_eq!(deepest.next_depth(0), 3);
        deepest.complete(3, &root);
        assert_eq!(deepest.next_depth(0), 4);
        assert_eq!(deepest.next_depth(1), 5);

        let deepest = DeepestIteration::new(5);
        let depths: Vec<_> = (0..5).map(|number| deepest.next_depth(number)).collect();
        assert_eq!(depths, [1, 1, 1, 2, 2]);
        assert_eq!(DeepestIteration::new(1).next_depth(0), 1);
    }

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
        let deepest = DeepestIteration::new(2);
        assert_eq!(deepest.depth(), 0);
        deepest.complete(4, &first);
        deepest.complete(4, &second);
        deepest.complete(3, &second);
        assert_eq!(deepest.take_over(&mut own), 4);
        assert_eq!(own.moves[0].report.mv, first.moves[0].report.mv);
        assert_eq!(own.moves[0].line.score, Score::raw(30));
        assert_eq!(own.moves[0].report.nodes, 3);
    }

    /// The moves of the start position; the other thread's iteration is of depth 6 and has `best` first, then the others from
    /// the last to the first.
    fn completed(best: usize) -> (RootMoves, DeepestIteration) {
        let root = RootMoves::new(&Position::default(), &[], &[]);
        let mut other = root.clone();
        other.moves[..].reverse();
        let at = other.moves.len() - 1 - best;
        other.moves[..=at].rotate_right(1);
        for candidate in &mut other.moves {
            (candidate.report.depth, candidate.report.score) = (6, Score::raw(6));
            candidate.report.nodes = 100;
        }
        (other.moves[0].line.depth, other.moves[0].line.score) = (6, Score::raw(60));
        let deepest = DeepestIteration::new(2);
        deepest.complete(6, &other);
        (root, deepest)
    }

    #[test]
    fn a_deeper_iteration_goes_on_with_what_another_thread_has_found() {
        let (mut root, deepest) = completed(4);
        // The second move is under way; the first has been searched to depth 7.
        (root.moves[0].report.depth, root.moves[0].report.score) = (7, Score::raw(7));
        root.moves[4].report.nodes = 5;
        let before: Vec<_> = root.moves.iter().map(|it| it.report.mv).collect();
        root.begin_move(1, 0);
        assert_eq!(deepest.merge_into(&mut root, 7), (6, Merged::Differs));
        let order: Vec<_> = root.moves.iter().map(|it| it.report.mv).collect();
        assert_eq!(order[..2], before[..2]);
        assert_eq!(order[2..4], [before[4], before[19]]);
        assert_eq!(order[19], before[2]);
        let [first, second, best, ..] = &root.moves[..] else { panic!("no moves") };
        assert_eq!((first.report.depth, first.report.score), (7, Score::raw(7)));
        assert_eq!((second.report.depth, second.report.score), (6, Score::raw(6)));
        assert_eq!((best.line.depth, best.line.score), (6, Score::raw(60)));
        assert_eq!(best.report.nodes, 5);
    }

    #[test]
    fn an_iteration_begins_again_or_goes_on() {
        use Merged::{Agrees, BeginsAgain, Differs};
        let merged = |best, change: &dyn Fn(&mut RootMoves, &mut RootMoves)| {
            let (mut root, deepest) = completed(best);
            root.begin_move(0, 0);
            change(&mut root, &mut deepest.slot.lock().root);
            let depth = root.moves[1].report.depth;
            let (_, merged) = deepest.merge_into(&mut root, 7);
            assert_eq!(root.moves[1].report.depth == depth, merged == BeginsAgain);
            merged
        };
        let exact = |root: &mut RootMoves, index: usize, score| {
            let candidate = &mut root.moves[index];
            candidate.sort_score = Score::raw(score);
            (candidate.line.depth, candidate.line.bound) = (7, Bound::Exact);
        };
        assert_eq!(merged(0, &|_, _| {}), Agrees);
        assert_eq!(merged(1, &|_, _| {}), BeginsAgain, "another first move");
        assert_eq!(merged(1, &|root, _| root.window_failed = true), Differs);
        assert_eq!(merged(0, &|root, _| root.window_failed = true), Differs);
        assert_eq!(
            merged(0, &|root, _| root.searching = None),
            BeginsAgain,
            "nothing is under way"
        );
        assert_eq!(merged(0, &|_, other| other.exact = 2), BeginsAgain, "several lines");
        let second = |root: &mut RootMoves| {
            exact(root, 0, 20);
            root.begin_move(2, 0);
        };
        assert_eq!(merged(0, &|root, _| second(root)), Agrees);
        assert_eq!(merged(1, &|root, _| second(root)), Differs);
        let found = |root: &mut RootMoves| {
            second(root);
            exact(root, 1, 30);
        };
        assert_eq!(merged(0, &|root, _| found(root)), Differs, "a new best move");
        let mate = |root: &mut RootMoves, other: &mut RootMoves| {
            second(root);
            other.moves[0].line.score = Score::mate_in(3);
        };
        assert_eq!(merged(3, &mate), BeginsAgain, "a mate");
        let (mut root, deepest) = completed(0);
        root.begin_move(0, 0);
        assert_eq!(deepest.merge_into(&mut root, 6), (6, BeginsAgain), "the same depth");
    }
}
