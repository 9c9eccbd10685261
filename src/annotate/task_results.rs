//! The results of the searches of a game, and the further searches that they require.
//!
//! Every position of the main line without an evaluation is searched once. If a move then seems to lose winning chances, the move and the
//! better one are searched again, each as the only root move, so that both scores have the same root and limits. If the loss
//! remains likely, a deep search of every move finds what is really best, and another one what refutes the move played. A draw that
//! these find is searched once more, where a repetition loses for the side that would rather go on. Lines that end in an exchange are
//! continued by a search. A best move is compared with all other moves, first with a quarter of the
//! limits, to see whether it is the only good one, and at last deep.
//! A position that has an evaluation is searched only if the next move seems to lose winning chances, for the better move, or if the
//! move before is an error, for the reply.

use super::chances::{
    MoveClass, chances_lost, classify, is_good, percentage_points, sober_chances_lost,
};
use super::main_line::MainLine;
use super::proof::is_settled;
use super::search_limits::SearchLimits;
use super::task::{ALONE, AnalysisTask, DEEP, DEVIATING, Scope, TaskResult};
use super::verdict::{Comparison, LEAST_ALONE, SUSPECTED, is_obvious, is_only_good_in, least_deep};
use crate::base::{Ply, Score};
use crate::engine::{Go, GoLimit};
use crate::rules::Move;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::RangeInclusive;

/// The results of one game so far.
#[derive(Clone, Debug, Default)]
pub struct TaskResults {
    found: HashMap<AnalysisTask, TaskResult>,
    /// Searches of the end of a line that found no move.
    ended: HashSet<AnalysisTask>,
    /// Positions whose evaluation in the game is far shallower than these results.
    shallow: HashSet<Ply>,
}

/// So many plies below the median of the first searches an evaluation is none. Measured: of 152 first searches of two games at one second
/// none is so shallow.
const SHALLOW: u16 = 4;
/// First searches at least, for a median.
const LEAST_SEARCHES: usize = 5;

impl TaskResults {
    /// Adds a result. The end of a line may be searched repeatedly: each result continues the one before.
    pub fn insert(&mut self, task: AnalysisTask, result: TaskResult) {
        if task.scope.is_end() && result.line.is_empty() {
            self.ended.insert(task);
        }
        match self.found.entry(task) {
            Entry::Occupied(mut known) if task.scope.is_end() => {
                known.get_mut().line.extend(result.line);
            }
            Entry::Occupied(mut known) => {
                known.insert(result);
            }
            Entry::Vacant(free) => {
                free.insert(result);
            }
        }
    }

    /// Finds the evaluations of the game, of which nothing but the depth tells the effort, that are far shallower than the first searches of
    /// the positions without one: these are to be searched too.
    pub fn find_shallow(&mut self, main_line: &MainLine) {
        let searched = (0..=main_line.len()).filter(|&ply| !main_line.is_known(ply));
        let found = searched.filter_map(|ply| self.get(ply, Scope::All));
        let mut depths: Vec<u16> =
            found.filter(|found| found.score.is_heuristic()).map(|found| found.depth).collect();
        depths.sort_unstable();
        if let Some(median) =
            depths.get(depths.len() / 2).filter(|_| depths.len() >= LEAST_SEARCHES)
        {
            let is_shallow = |&(_, depth): &(Ply, u16)| depth.saturating_add(SHALLOW) <= *median;
            self.shallow =
                main_line.stated_depths().filter(is_shallow).map(|(ply, _)| ply).collect();
        }
    }

    /// Whether the evaluation that the game has of a position is far shallower than these results.
    pub fn is_shallow(&self, ply: Ply) -> bool {
        self.shallow.contains(&ply)
    }

    /// The number of such evaluations.
    pub fn shallow_count(&self) -> usize {
        self.shallow.len()
    }

    /// The score of a position by the rules, or from the game.
    fn score_without_search(&self, main_line: &MainLine, ply: Ply) -> Option<Score> {
        main_line.score_without_search(ply).filter(|_| !self.is_shallow(ply))
    }

    /// Number of tasks done for which `counts` holds.
    pub(super) fn count(&self, counts: impl Fn(&AnalysisTask) -> bool) -> usize {
        self.found.keys().filter(|task| counts(task)).count()
    }

    /// The result of a task.
    pub fn get(&self, ply: Ply, scope: Scope) -> Option<&TaskResult> {
        self.found.get(&AnalysisTask { ply, scope })
    }

    /// The best move of a position.
    pub fn best(&self, ply: Ply) -> Option<Move> {
        self.get(ply, Scope::All)?.line.first().copied()
    }

    /// The results for the best move and the move played, each searched alone: the deepest that are complete.
    pub fn pair(&self, ply: Ply) -> Option<Pair<'_>> {
        self.deep(ply).or_else(|| self.shallow(ply))
    }

    /// The deep results. A draw by repetition does not count where the side that would rather go on has better.
    fn deep(&self, ply: Ply) -> Option<Pair<'_>> {
        Some(self.deviations(ply).counted(self.results(ply, DEEP)?))
    }

    /// What becomes of the deep results where the side that would rather go on must not repeat.
    pub fn deviations(&self, ply: Ply) -> Deviations<'_> {
        let [best, played] = DEVIATING.map(|scope| self.get(ply, scope));
        Deviations { best, played }
    }

    /// The searches that show whether the draws of the deep ones are forced.
    fn deviating(&self, ply: Ply) -> Vec<Scope> {
        let Some(Pair { best, played }) = self.results(ply, DEEP) else { return Vec::new() };
        let scopes = iter::zip(DEVIATING, [best, played]);
        let is_needed = |(scope, of): &(Scope, &TaskResult)| {
            of.score == Score::DRAW && self.get(ply, *scope).is_none()
        };
        let is_one = best.line.first() == played.line.first() || best.score == played.score;
        scopes.filter(is_needed).map(|(scope, _)| scope).filter(|_| !is_one).collect()
    }

    fn shallow(&self, ply: Ply) -> Option<Pair<'_>> {
        self.results(ply, ALONE)
    }

    fn results(&self, ply: Ply, [best, played]: [Scope; 2]) -> Option<Pair<'_>> {
        Some(Pair { best: self.get(ply, best)?, played: self.get(ply, played)? })
    }

    /// The lines of [`Self::pair`], each continued by the searches of its end.
    pub fn continued(&self, ply: Ply) -> Option<ContinuedPair<'_>> {
        let Pair { best, played } = self.pair(ply)?;
        let continued = |result: &TaskResult, scope| {
            let end = self.get(ply, scope).map_or(&[][..], |end| &end.line);
            TaskResult { line: [&result.line, end].concat(), ..result.clone() }
        };
        Some(ContinuedPair {
            best: continued(best, Scope::BestEnd),
            played: continued(played, Scope::PlayedEnd),
            shallow: self.shallow(ply),
        })
    }

    /// The `go` command of a task; `None` when there is nothing to search. The worker thread sets the epoch.
    pub(super) fn go_command(
        &self,
        main_line: &MainLine,
        task: AnalysisTask,
        limits: SearchLimits,
    ) -> Option<Go> {
        let search_moves = self.root_moves(main_line, task)?;
        let (start, mut moves) = main_line.position_and_moves(task.ply);
        moves.extend(self.line_to_continue(task));
        // Scores of different searches are compared, and their lines to the end.
        let limit = GoLimit { resolve_window: true, ..limits.of(task.scope).limit() };
        let deviating = task.scope.deviating(main_line.turn(task.ply));
        Some(Go { search_moves, deviating, ..Go::new(start, moves, limit) })
    }

    /// The root moves of a task; `None` where there is nothing to search.
    fn root_moves(&self, main_line: &MainLine, task: AnalysisTask) -> Option<Vec<Move>> {
        let deep = || self.get(task.ply, Scope::AllDeep)?.line.first().copied();
        let is_deep = task.scope == Scope::BestDeviating;
        main_line.root_moves(task, if is_deep { deep() } else { self.best(task.ply) })
    }

    /// The moves before the position that `task` searches, if it continues a line.
    pub(super) fn line_to_continue(&self, task: AnalysisTask) -> Vec<Move> {
        match (task.scope, self.continued(task.ply)) {
            (Scope::BestEnd, Some(pair)) => pair.best.line,
            (Scope::PlayedEnd, Some(pair)) => pair.played.line,
            _ => Vec::new(),
        }
    }

    /// The class of the move at `ply` by the deepest comparison, or by the first search without one; `None` if the first search
    /// does not suspect the move, or if a comparison clears it. An error seen by only one search may be noise.
    pub fn verdict(&self, main_line: &MainLine, ply: Ply) -> Option<MoveClass> {
        let first = self.first_look(main_line, ply)?;
        let compared = self.comparisons_made(main_line, ply);
        if !compared.iter().all(Comparison::confirms) {
            return None;
        }
        compared.last().map_or(first, Comparison::class)
    }

    /// Win percentage that the move at `ply` loses by the deepest comparison.
    pub fn loss(&self, main_line: &MainLine, ply: Ply) -> Option<f64> {
        let deepest = self.comparisons_made(main_line, ply).pop();
        deepest.map(|comparison| percentage_points(comparison.lost))
    }

    /// The class of the move at `ply` by the searches of the positions before and after it, which may be none; `None` if they
    /// do not suspect it.
    fn first_look(&self, main_line: &MainLine, ply: Ply) -> Option<Option<MoveClass>> {
        let [best, played] = self.values_around(main_line, ply)?;
        let class = classify(best, played);
        (class.is_some() || chances_lost(best, played) >= SUSPECTED).then_some(class)
    }

    /// The comparisons of the move at `ply` with the best one that are complete, the shallowest first.
    fn comparisons_made(&self, main_line: &MainLine, ply: Ply) -> Vec<Comparison> {
        let least_deep = least_deep(main_line.position(ply));
        let lost_deep = |best, played| (sober_chances_lost(best, played), least_deep);
        let lost_alone = |best, played| (chances_lost(best, played), LEAST_ALONE);
        let of = |pair: Option<_>, lost_and_least: &dyn Fn(Score, Score) -> (f64, f64)| {
            let Pair { best, played } = pair?;
            // The deep search may find that the move played is the best one.
            let is_same = best.line.first() == played.line.first();
            let played = if is_same { best } else { played };
            let (best, played) = (best.score, played.score);
            let (lost, least) = lost_and_least(best, played);
            Some(Comparison { best, played, lost, least })
        };
        let looks = [of(self.shallow(ply), &lost_alone), of(self.deep(ply), &lost_deep)];
        looks.into_iter().flatten().collect()
    }

    /// The score of a position for its side to move: by the rules, from the game, or from a search.
    pub fn value(&self, main_line: &MainLine, ply: Ply) -> Option<Score> {
        self.score_without_search(main_line, ply).or_else(|| Some(self.get(ply, Scope::All)?.score))
    }

    /// The scores of the positions before and after the move at `ply`, from the mover's point of view.
    pub fn values_around(&self, main_line: &MainLine, ply: Ply) -> Option<[Score; 2]> {
        Some([self.value(main_line, ply)?, -self.value(main_line, ply + 1)?])
    }

    /// Every task that is needed and not done yet, from the end of the game.
    pub fn pending_tasks(&self, main_line: &MainLine) -> Vec<AnalysisTask> {
        self.pending_among(main_line, 0..=main_line.len())
    }

    /// The part of [`Self::pending_tasks`] that a result at `ply` bears on: a move is judged by the positions before and after
    /// it, and whether the reply to it is needed too.
    pub fn pending_after(&self, main_line: &MainLine, ply: Ply) -> Vec<AnalysisTask> {
        self.pending_among(main_line, ply.saturating_sub(1)..=main_line.len().min(ply + 1))
    }

    fn pending_among(&self, main_line: &MainLine, plies: RangeInclusive<Ply>) -> Vec<AnalysisTask> {
        let mut tasks = Vec::new();
        for ply in plies.rev() {
            let is_known = self.score_without_search(main_line, ply).is_some();
            if !is_known || self.is_reply_needed(main_line, ply) {
                tasks.push(AnalysisTask { ply, scope: Scope::All });
            }
            tasks.extend(
                self.further(main_line, ply).into_iter().map(|scope| AnalysisTask { ply, scope }),
            );
        }
        tasks.retain(|task| {
            (task.scope.is_end() || !self.found.contains_key(task))
                && self.root_moves(main_line, *task).is_some()
        });
        tasks
    }

    /// Whether the move to `ply` is an error by every search, and the reply to it is open: the words on the error need a search that finds
    /// the reply, also where the game has an evaluation.
    fn is_reply_needed(&self, main_line: &MainLine, ply: Ply) -> bool {
        let is_error = |last: Ply| {
            self.results(last, DEEP).is_some() && self.verdict(main_line, last).is_some()
        };
        main_line.known_score(ply).is_none() && ply.checked_sub(1).is_some_and(is_error)
    }

    /// The searches that compare a move with the best one.
    fn comparisons(&self, main_line: &MainLine, ply: Ply) -> Vec<Scope> {
        let is_suspected = self.first_look(main_line, ply).is_some();
        if !is_suspected || !self.comparisons_made(main_line, ply).iter().all(Comparison::confirms)
        {
            return Vec::new();
        }
        if self.best(ply).is_none() {
            return vec![Scope::All];
        }
        let has = |scope| self.get(ply, scope).is_some();
        for pair in [ALONE, DEEP] {
            if !pair.into_iter().all(has) {
                return pair.to_vec();
            }
        }
        let deviating = self.deviating(ply);
        if !deviating.is_empty() {
            return deviating;
        }
        let Some(ContinuedPair { best, played, .. }) = self.continued(ply) else {
            return Vec::new();
        };
        let is_open = |(scope, result): &(Scope, TaskResult)| {
            result.score.is_heuristic()
                && result.score != Score::DRAW
                && !self.ended.contains(&AnalysisTask { ply, scope: *scope })
                && !is_settled(main_line.position(ply), &result.line)
        };
        let ends = [(Scope::BestEnd, best), (Scope::PlayedEnd, played)];
        ends.into_iter().filter(is_open).map(|(scope, _)| scope).collect()
    }

    /// Further tasks required by the first results.
    fn further(&self, main_line: &MainLine, ply: Ply) -> Vec<Scope> {
        let (Some(played), Some(value)) = (main_line.played(ply), self.value(main_line, ply))
        else {
            return Vec::new();
        };
        if self.best(ply) != Some(played) {
            return self.comparisons(main_line, ply);
        }
        if !is_good(value) || is_obvious(main_line, ply) {
            return Vec::new();
        }
        let position = main_line.position(ply);
        let stands_out = |scope| {
            self.get(ply, scope).is_some_and(|other| is_only_good_in(position, value, other.score))
        };
        let mut needed = vec![Scope::OthersQuick];
        if stands_out(Scope::OthersQuick) {
            needed.push(Scope::Others);
            if stands_out(Scope::Others) {
                needed.extend([Scope::OthersDeep, Scope::PlayedDeep]);
            }
        }
        needed
    }

    /// Whether the best move at `ply`, which was played, is the only good one by the deep searches, which are made where the first ones
    /// find it so.
    pub fn is_only_move(&self, main_line: &MainLine, ply: Ply) -> bool {
        let score = |scope| self.get(ply, scope).map(|result| result.score);
        let deep = score(Scope::PlayedDeep).zip(score(Scope::OthersDeep));
        let position = main_line.position(ply);
        deep.is_some_and(|(played, others)| is_only_good_in(position, played, others))
    }
}
/// The results for the best move and the move played.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The best move's.
    pub best: &'a TaskResult,
    /// The move's that was played.
    pub played: &'a TaskResult,
}

/// The results of the deep searches of the same two moves in which the side that would rather go on loses by any repetition: the opponent
/// after the best move, the mover after the move played. They are made where the deep searches of these moves find a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deviations<'a> {
    /// The best move's.
    pub best: Option<&'a TaskResult>,
    /// The move's that was played.
    pub played: Option<&'a TaskResult>,
}

impl<'a> Deviations<'a> {
    /// The results that count: a draw by repetition does not where the side that would rather go on has better.
    pub fn counted(self, Pair { best, played }: Pair<'a>) -> Pair<'a> {
        Pair {
            best: self.best.filter(|without| without.score < Score::DRAW).unwrap_or(best),
            played: self.played.filter(|without| without.score > Score::DRAW).unwrap_or(played),
        }
    }
}

/// As [`Pair`], with the lines continued.
#[derive(Clone, Debug)]
pub struct ContinuedPair<'a> {
    /// The best move's.
    pub best: TaskResult,
    /// The move's that was played.
    pub played: TaskResult,
    /// The results of the shallower searches.
    pub shallow: Option<Pair<'a>>,
}

#[cfg(test)]
mod tests {
    use super::{
        ALONE, AnalysisTask, DEEP, DEVIATING, MainLine, MoveClass, Pair, Scope, SearchLimits,
        TaskResult, TaskResults,
    };
    use crate::annotate::main_line::Existing;
    use crate::base::{Millis, Score};
    use crate::game::Game;
    use crate::rules::parse_move;

    /// The tasks after 1. e4 e5 when every position has its score of `scores` and `best` is the best first move.
    fn tasks(scores: [i32; 3], best: &str) -> Vec<AnalysisTask> {
        let mut game = Game::default();
        for text in ["e4", "e5"] {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv, Millis(0)).unwrap();
        }
        let main_line = MainLine::of(&game, Existing::Keep);
        let mut results = TaskResults::default();
        for (ply, score) in scores.into_iter().enumerate() {
            let text = [best, "e5", "Nf3"][ply];
            let line = vec![parse_move(main_line.position(ply), text).unwrap()];
            let result = TaskResult { score: Score::raw(score), line, ..TaskResult::default() };
            let before = results.pending_tasks(&main_line);
            results.insert(AnalysisTask { ply, scope: Scope::All }, result);
            let mut new = results.pending_tasks(&main_line);
            new.retain(|task| !before.contains(task));
            let touched = results.pending_after(&main_line, ply);
            assert!(new.iter().all(|task| touched.contains(task)), "{new:?} {touched:?}");
        }
        results.pending_tasks(&main_line)
    }

    #[test]
    fn a_move_is_an_error_only_if_every_search_confirms_it() {
        use MoveClass::{Blunder, Inaccuracy, Mistake};
        /// The score of the move played where the search of every move finds it best.
        const PREFERRED: i32 = -131;
        let mut game = Game::default();
        game.play(parse_move(game.position(), "g4").unwrap(), Millis(0)).unwrap();
        let from_start = MainLine::of(&game, Existing::Keep);
        let from = |placement: &str| {
            let text = format!("[FEN \"{placement} w - - 0 1\"]\n\n1. Ke2 *");
            let game = crate::game::pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
            MainLine::of(&game, Existing::Keep)
        };
        let ending = from("4k3/pp1r4/8/8/8/8/PP1R4/4K3");
        let bare = from("4k3/3r4/8/8/8/8/3R4/4K3");
        let verdict = |main_line: &MainLine, pairs: &[[i32; 2]]| {
            let scopes = [
                [(0, Scope::All), (1, Scope::All)],
                ALONE.map(|scope| (0, scope)),
                DEEP.map(|scope| (0, scope)),
            ];
            let mut results = TaskResults::default();
            for (scopes, scores) in scopes.into_iter().zip(pairs) {
                for ((ply, scope), &score) in scopes.into_iter().zip(scores) {
                    let is_played = matches!(scope, Scope::Played | Scope::PlayedDeep);
                    let first = usize::from(is_played && score != PREFERRED);
                    let line = vec![main_line.position(ply).legal_moves()[first]];
                    let result =
                        TaskResult { score: Score::raw(score), line, ..Default::default() };
                    results.insert(AnalysisTask { ply, scope }, result);
                }
            }
            let is_searched = results.pending_tasks(main_line).iter().any(|task| task.ply == 0);
            (results.verdict(main_line, 0), is_searched)
        };
        // The first search gives the score after the move for the opponent.
        let cases: [(&[[i32; 2]], _); 12] = [
            (&[[0, 20]], (None, false)),
            (&[[0, 40]], (None, true)),
            (&[[0, 200]], (Some(Blunder), true)),
            (&[[0, 200], [0, -30]], (None, false)),
            (&[[0, 200], [0, -120]], (Some(Mistake), true)),
            (&[[0, 40], [0, -200], [0, -80]], (None, false)),
            (&[[0, 40], [0, -200], [0, -130]], (Some(Mistake), true)),
            (&[[0, 40], [0, -200], [0, PREFERRED]], (None, false)),
            // Where one side wins either way, more is needed: the evaluation exaggerates.
            (&[[-400, 700], [-400, -700], [-400, -740]], (None, false)),
            (&[[-400, 700], [-400, -700], [-400, -1000]], (None, false)),
            (&[[-400, 700], [-400, -700], [-400, -1100]], (Some(Inaccuracy), true)),
            (&[[-400, 700], [-400, -700], [-400, -1200]], (Some(Mistake), true)),
        ];
        for (pairs, expected) in cases {
            assert_eq!(verdict(&from_start, pairs), expected, "{pairs:?}");
        }
        // A mate that is allowed matters less where all is lost.
        let mated = -16_000 + 8;
        for (best, expected) in [(-690, Some(Blunder)), (-710, None)] {
            let pairs = [[best, -mated], [best, mated], [best, mated]];
            assert_eq!(verdict(&from_start, &pairs).0, expected, "{best}");
        }
        // An ending of few pieces is often drawn whatever its evaluation says, one of few pawns too even more often.
        for (from, played, expected) in [
            (&ending, -220, None),
            (&ending, -240, Some(Blunder)),
            (&bare, -370, None),
            (&bare, -390, Some(Blunder)),
        ] {
            let pairs = [[0, 500], [0, -500], [0, played]];
            assert_eq!(verdict(from, &pairs).0, expected, "{played}");
        }
    }

    /// A side that can avoid a repetition keeps what it has: the draw is that of the search, and no error is made by allowing it.
    #[test]
    fn a_draw_is_searched_again_without_the_repetition() {
        let mut game = Game::default();
        game.play(parse_move(game.position(), "g4").unwrap(), Millis(0)).unwrap();
        let main_line = MainLine::of(&game, Existing::Keep);
        let results = |[best, played]: [i32; 2]| {
            let mut results = TaskResults::default();
            let scores = [(0, Scope::All, best), (1, Scope::All, -played), (0, Scope::Best, best)];
            let deep = [(0, Scope::AllDeep, best), (0, Scope::PlayedDeep, played)];
            let scores = scores.into_iter().chain([(0, Scope::Played, played)]).chain(deep);
            for (ply, scope, score) in scores {
                let text = match (ply, scope) {
                    (0, Scope::Played | Scope::PlayedDeep) => "g4",
                    (0, _) => "e4",
                    _ => "e5",
                };
                let line = vec![parse_move(main_line.position(ply), text).unwrap()];
                let result = TaskResult { score: Score::raw(score), line, ..TaskResult::default() };
                results.insert(AnalysisTask { ply, scope }, result);
            }
            results
        };
        let verdict = |scores: [i32; 2], scope, without| {
            let mut results = results(scores);
            let task = AnalysisTask { ply: 0, scope };
            assert_eq!(results.pending_tasks(&main_line), [task]);
            let go = results.go_command(&main_line, task, SearchLimits::default()).unwrap();
            let name = crate::rules::notation::uci(go.search_moves[0]);
            let Pair { best, played } = results.pair(0).unwrap();
            let of = if scope == Scope::BestDeviating { best } else { played };
            let line = of.line.clone();
            let result = TaskResult { score: without, line, ..TaskResult::default() };
            results.insert(task, result);
            (name, go.deviating.unwrap(), results.verdict(&main_line, 0))
        };
        use crate::rules::Color::{Black, White};
        let allowed = |without| verdict([300, 0], Scope::PlayedDeviating, Score::raw(without));
        let (mv, blunder) = ("g2g4".to_owned(), Some(MoveClass::Blunder));
        assert_eq!(allowed(-120), (mv.clone(), White, blunder));
        assert_eq!(allowed(150), (mv.clone(), White, Some(MoveClass::Mistake)));
        assert_eq!(allowed(260), (mv, White, None));
        let given_up = |without| verdict([0, -300], Scope::BestDeviating, Score::raw(without));
        let mv = "e2e4".to_owned();
        assert_eq!(given_up(120), (mv.clone(), Black, blunder));
        assert_eq!(given_up(-260), (mv, Black, None));
        let ends = results([300, -20]).pending_tasks(&main_line);
        let is_deviation = |task: &AnalysisTask| DEVIATING.contains(&task.scope);
        assert!(!ends.iter().any(is_deviation), "no draw: {ends:?}");
    }

    #[test]
    fn a_move_is_compared_with_the_others_only_where_there_is_a_choice_and_it_is_good() {
        use crate::rules::parse_fen;
        // Two legal moves; three; three in a lost position.
        for (fen, score, expected) in [
            ("k7/8/8/8/8/7r/8/7K w - - 0 1", 0, false),
            ("k7/7r/8/8/8/8/8/6K1 w - - 0 1", 0, true),
            ("k7/7r/8/8/8/8/8/6K1 w - - 0 1", -150, false),
        ] {
            let legal = parse_fen(fen).unwrap().legal_moves();
            let mv = crate::rules::notation::san(&parse_fen(fen).unwrap(), legal[0]);
            let text = format!("[FEN \"{fen}\"]\n\n1. {mv} *");
            let game = crate::game::pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
            let main_line = MainLine::of(&game, Existing::Keep);
            let mut results = TaskResults::default();
            for (ply, line) in [vec![legal[0]], Vec::new()].into_iter().enumerate() {
                let score = Score::raw(if ply == 0 { score } else { -score });
                let result = TaskResult { score, line, ..TaskResult::default() };
                results.insert(AnalysisTask { ply, scope: Scope::All }, result);
            }
            let compared = AnalysisTask { ply: 0, scope: Scope::OthersQuick };
            let tasks = results.pending_tasks(&main_line);
            assert_eq!(tasks.contains(&compared), expected, "{fen} {score} {}", legal.len());
        }
    }

    #[test]
    fn the_first_task_is_the_last_position() {
        let game = Game::default();
        let wanted = TaskResults::default().pending_tasks(&MainLine::of(&game, Existing::Keep));
        assert_eq!(wanted, [AnalysisTask { ply: 0, scope: Scope::All }]);
    }

    #[test]
    fn positions_with_an_evaluation_are_searched_only_for_the_better_move() {
        let text = "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. g4 {[%eval -1.5]} *";
        let game = crate::game::pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
        let tasks = |existing| TaskResults::default().pending_tasks(&MainLine::of(&game, existing));
        let scope = Scope::All;
        let kept = [AnalysisTask { ply: 2, scope }, AnalysisTask { ply: 0, scope }];
        assert_eq!(tasks(Existing::Keep), kept, "2. g4 loses chances, the start has no evaluation");
        assert_eq!(tasks(Existing::Replace).len(), 4);
    }

    #[test]
    fn moves_that_lose_chances_are_searched_again() {
        let rechecked: Vec<Scope> = tasks([30, 200, -200], "d4").iter().map(|l| l.scope).collect();
        assert_eq!(rechecked, [Scope::OthersQuick, Scope::Best, Scope::Played]);
        let fine: Vec<usize> = tasks([30, -30, 30], "d4").iter().map(|task| task.ply).collect();
        assert_eq!(fine, [1], "only the best move is compared with the others");
    }
}
