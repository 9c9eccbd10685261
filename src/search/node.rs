//! One node of the tree. The steps are numbered; each technique is in a file of its own or named where it stands.

use super::observer::Ending;
use super::shadow::{Joining, Value};
use super::visit::{Extension, Known, Late, Plan, Visit};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Selectivity, Technique};
use crate::base::{Interval, Score};
use crate::rules::{CheckSquares, PackedMove, Position};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Searches `position` as `visit` asks.
    ///
    /// Length: the steps stay in sight of each other, because their order is the algorithm.
    pub(super) fn node(&mut self, position: &Position, visit: Visit) -> Result<Value, Stopped> {
        let Visit { mut alpha, mut beta, mut depth, ply, .. } = visit;
        let selective = self.shared.options.selectivity == Selectivity::Selective;

        // 1. No depth left: quiescence judges.
        if depth <= 0 && selective {
            return self.quiescence(position, visit);
        }

        // 2. Count the node, look up from time to time.
        self.count_node()?;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        self.show_enter(position, (alpha, beta), (ply, depth), visit.kind)?;
        let in_check = position.is_check();

        // 3. Draws by the rules, and the longest line.
        if let Some((value, ending)) = self.drawn(position, ply) {
            return self.leave(ply, value, None, ending);
        }
        if ply >= Score::MAX_PLY || depth <= 0 {
            return self.leaf(position, ply);
        }

        // 4. A mate found nearer to the root bounds what this node can matter.
        // Source: chessprogramming.org "Mate Distance Pruning".
        alpha = alpha.max(Score::mated_in(ply));
        beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            self.counters.applied(Technique::MateDistance);
            let all = Interval { low: Score::mated_in(ply), high: Score::mate_in(ply + 1) };
            return self.leave(ply, Value::bounded(alpha, all), None, Ending::MateDistance);
        }
        let visit = Visit { alpha, beta, ..visit };
        let excluded = self.frames[ply].excluded;

        // 5. What the table knows may be enough.
        let entry = if excluded.is_some() { None } else { self.probe(position, &visit) };
        if let Some(value) = entry.and_then(|entry| self.table_cut(&entry, &visit)) {
            return self.leave(ply, value, None, Ending::TableCut);
        }

        // 6. Endings that are known without search.
        if selective
            && excluded.is_none()
            && let Some((value, ending)) = self.recognised(position, &visit)
        {
            return self.leave(ply, value, None, ending);
        }

        // 7. The evaluation, needed by the rules that follow, and whether it is getting better.
        let known = self.know(position, &visit, (entry, in_check));

        // 8. Rules that end a node before its moves are looked at.
        if selective
            && !in_check
            && !visit.is_principal()
            && excluded.is_none()
            && let Some((value, rule)) = self.prune_node(position, &visit, &known)?
        {
            if rule == Technique::NullMove {
                // What passing proved costs a search to prove again.
                self.keep(&value, (visit.window(), ply), (known.raw, depth, None));
            }
            return self.leave(ply, value, None, Ending::Pruned(rule));
        }

        // 9. Without a move from the table the order is poor: search less deep and come back with one.
        // Source: internal iterative reductions, E. Schroeder (Rebel), 2018.
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        if selective
            && depth >= self.parameters.internal_reduction_depth
            && !table_move.is_some()
            && excluded.is_none()
        {
            self.counters.applied(Technique::InternalReduction);
            depth -= 1;
        }
        self.moves_of(position, Visit { depth, ..visit }, &known)
    }

    /// The second half of a node: its moves. The visit's window is already narrowed.
    ///
    /// Length: as [`Worker::node`].
    fn moves_of(
        &mut self,
        position: &Position,
        visit: Visit,
        known: &Known,
    ) -> Result<Value, Stopped> {
        let Visit { mut alpha, beta, depth, ply, .. } = visit;
        let selective = self.shared.options.selectivity == Selectivity::Selective;
        let excluded = self.frames[ply].excluded;
        let window = visit.window();

        // 10. All legal moves, ordered.
        let table_move = known.entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = self.picker(position, (ply, table_move));
        if picker.is_empty() {
            self.frames[ply].moves = picker.into_buffer();
            let (value, ending) = self.without_moves(position, ply);
            return self.leave(ply, value, None, ending);
        }
        let checks = if selective { CheckSquares::new(position) } else { None };
        self.frames[ply + 2].killers = [PackedMove::NONE; 2];

        let mut joining = Joining::new(ply);
        let mut best = None;
        let mut number = 0;
        while let Some(ranked) = self.next_move(ply, &mut picker) {
            let mv = ranked.mv;
            if excluded == Some(mv) {
                continue;
            }
            number += 1;
            let gives_check = checks.is_some_and(|checks| checks.gives_check(mv));

            // 11. Moves that need not be searched; what they were claimed to reach widens the interval.
            let late = Late { number, ranked, gives_check, in_check: known.in_check };
            if selective
                && joining.best() > -Score::RECOGNISED
                && let Some((claim, rule)) =
                    self.skips(position, &Visit { alpha, ..visit }, (known, &late))
            {
                joining.skip(claim);
                self.show_joined(ply, joining);
                picker.mark_skipped();
                if rule == Technique::MoveCount {
                    let place = (ply, &mut number, claim);
                    self.skip_quiets((&mut picker, checks), &mut joining, place);
                }
                continue;
            }

            // 12. Moves that need more depth.
            let extension = if selective {
                match self.extension(position, &Visit { alpha, ..visit }, (known, &late))? {
                    Extension::Plies(plies) => plies,
                    Extension::MultiCut(value) => {
                        self.frames[ply].moves = picker.into_buffer();
                        let ending = Ending::Pruned(Technique::MultiCut);
                        return self.leave(ply, value, Some(mv), ending);
                    }
                }
            } else {
                0
            };

            // 13. Search it, less deep first if it is late.
            let before = self.nodes;
            let plan = Plan { visit: Visit { alpha, ..visit }, extension, late };
            let (value, window) = self.search_move(position, &plan, known)?;
            if ply == 1 {
                self.root.note_reply(mv, self.nodes - before);
            }

            // 14. Take the result in.
            let score = joining.join(value, window);
            self.show_joined(ply, joining);
            if score > alpha {
                best = Some(mv);
                alpha = score;
                if visit.is_principal() {
                    self.extend_line(ply, mv);
                }
                if score >= beta {
                    if picker.has_more() {
                        joining.cut();
                    }
                    self.counters.note_cutoff(number);
                    self.learn_cutoff(position, &visit, &picker, mv);
                    break;
                }
            }
        }
        self.frames[ply].moves = picker.into_buffer();

        // 15. Only the excluded move was legal.
        if number == 0 {
            return self.leave(ply, Value::at_most(window.alpha), None, Ending::Complete);
        }

        // 16. Keep what does not depend on the path; nothing of a node that left a move out.
        let value = joining.close();
        if excluded.is_none() {
            self.keep(&value, (window, ply), (known.raw, depth, best));
            self.learn_correction(position, (&value, window, depth), (known, best));
        }
        let cut = value.real >= beta;
        let ending = best.filter(|_| cut).map_or(Ending::Complete, Ending::Cutoff);
        self.leave(ply, value, best, ending)
    }
}
