//! Analysis tasks of a game, their results, and the further tasks that results require.
//!
//! Every position of the main line without an evaluation is searched once. If a move then seems to lose winning chances, the move and the
//! better one are searched again, each as the only root move, so that both scores have the same root and limits. If the loss
//! remains likely, a deep search of every move finds what is really best, and another one what refutes the move played. Lines
//! that end in an exchange are continued by a search. A best move is compared with all other moves, first with a quarter of the
//! limits, to see whether it is the only good one, and at last deep.
//! A position that has an evaluation is searched only if the next move seems to lose winning chances, for the better move, or if the
//! move before is an error, for the reply.

use super::chances::{
    MoveClass, WON, chances_lost, classify, is_good, is_only_good, percentage_points,
    sober_chances_lost,
};
use super::proof::is_settled;
use crate::base::{Interval, Millis, Ply, Score};
use crate::engine::{Go, GoLimit};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Move, Position, Role, see_ge, white_view};
use crate::search::PvLine;
use serde::{Deserialize, Serialize};
use shakmaty::Position as _;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

/// Loss of winning chances, on the scale from -1 to 1, from which the first search suspects a move.
const SUSPECTED: f64 = 0.07;
/// Least losses that the second and the deep search have to find. Measured against Stockfish 15.1 on 180 games at 30,000 nodes: with
/// 0.17 1,196 of 1,261 marks lose 5 percentage points by its judgement, with 0.18 1,159 of 1,217, with this 1,123 of 1,175.
const LEAST_ALONE: f64 = 0.06;
const LEAST_DEEP: f64 = 0.19;
/// As [`LEAST_DEEP`], where [`is_drawish_ending`] holds: such endings are drawn more often than their evaluation says. Measured on 90 games:
/// of 30 marks this removes eleven that lose less than 5 percentage points and five others.
const LEAST_ENDING: f64 = 0.4;
/// As [`LEAST_ENDING`], with at most so many pawns. Measured by reading twenty games: all four marks that this removes were of draws.
const LEAST_BARE: f64 = 0.6;
const BARE_PAWNS: usize = 3;
const ENDING_PIECES: usize = 2;
/// With so few legal moves the good one is no find, in check with a few more. Measured by reading annotated games: such marks say nothing.
const FEW_MOVES: usize = 2;
const FEW_IN_CHECK: usize = 4;
/// Ceilings of a deep search, about a million nodes each.
const DEEP_TIME: Millis = Millis(3_000);
const DEEP_NODES: u64 = 1_000_000;
/// Maximum search depth in plies.
const MAX_DEPTH: u16 = 128;

/// One search of one position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnalysisTask {
    /// Half-moves from the start of the record.
    pub ply: Ply,
    /// The root moves.
    pub scope: Scope,
}

/// The root moves of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// Every move.
    All,
    /// The best move alone, with twice the limits.
    Best,
    /// The move played alone, with twice the limits.
    Played,
    /// Every move, deep.
    AllDeep,
    /// The move played alone, deep.
    PlayedDeep,
    /// The end of the best move's line.
    BestEnd,
    /// The end of the line of the move played.
    PlayedEnd,
    /// Every move except the one played, with a quarter of the limits.
    #[serde(alias = "OthersQuickly")]
    OthersQuick,
    /// Every move except the one played.
    Others,
    /// Every move except the one played, deep.
    OthersDeep,
}

/// The best move and the move played, each alone.
const ALONE: [Scope; 2] = [Scope::Best, Scope::Played];
/// The deep searches of every move and of the move played.
const DEEP: [Scope; 2] = [Scope::AllDeep, Scope::PlayedDeep];

impl Scope {
    /// Whether it continues a line.
    const fn is_end(self) -> bool {
        matches!(self, Self::BestEnd | Self::PlayedEnd)
    }
}

/// Result of a task, from the point of view of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskResult {
    /// The score.
    pub score: Score,
    /// Search depth in plies.
    pub depth: u16,
    /// The principal variation.
    pub line: Vec<Move>,
    /// Shadow bounds: the score without repetition draws.
    pub shadow: Option<Interval>,
    /// Ply from this position of the repetition that the score depends on.
    pub depends_on: Option<Ply>,
}

/// Limits of one search; all that are given apply at once. At least one must be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchLimits {
    /// Time for each position.
    pub time: Option<Millis>,
    /// Depth in plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl TaskResult {
    /// Whether its line begins with this move.
    pub fn begins_with(&self, mv: Move) -> bool {
        self.line.first() == Some(&mv)
    }
}

impl From<&PvLine> for TaskResult {
    fn from(line: &PvLine) -> Self {
        Self {
            score: line.score,
            depth: line.depth,
            line: line.moves.clone(),
            shadow: line.shadow,
            depends_on: line.depends_on,
        }
    }
}

impl SearchLimits {
    /// These limits; one second if there is none.
    #[must_use]
    pub fn or_default(self) -> Self {
        let is_limited = self != Self::default();
        Self { time: self.time.or((!is_limited).then_some(Millis(1_000))), ..self }
    }

    /// A quarter of the limits, for a first search. Two plies less are about a quarter of the nodes.
    #[must_use]
    fn quarter(self) -> Self {
        Self {
            time: self.time.map(|time| Millis((time.0 / 4).max(1))),
            depth: self.depth.map(|depth| depth.saturating_sub(2).max(1)),
            nodes: self.nodes.map(|nodes| (nodes / 4).max(1)),
        }
    }

    /// The limits doubled so many times. A ply more is about twice the nodes.
    #[must_use]
    fn doubled(self, times: u16) -> Self {
        Self {
            time: self.time.map(|time| Millis(time.0.saturating_mul(1 << times))),
            depth: self.depth.map(|depth| depth.saturating_add(times).min(MAX_DEPTH)),
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(1 << times)),
        }
    }

    /// The limits of a deep search: sixteen times the limits (four plies more), but no more than [`DEEP_TIME`] or [`DEEP_NODES`]
    /// where these are at least twice the limits.
    #[must_use]
    fn deep(self) -> Self {
        let (twice, most) = (self.doubled(1), self.doubled(4));
        Self {
            time: twice.time.max(most.time.min(Some(DEEP_TIME))),
            nodes: twice.nodes.max(most.nodes.min(Some(DEEP_NODES))),
            ..most
        }
    }

    /// The limits of a task.
    fn of(self, scope: Scope) -> Self {
        match scope {
            Scope::OthersQuick => self.quarter(),
            Scope::Best | Scope::Played => self.doubled(1),
            Scope::AllDeep | Scope::PlayedDeep | Scope::OthersDeep => self.deep(),
            Scope::All | Scope::BestEnd | Scope::PlayedEnd | Scope::Others => self,
        }
    }

    /// The limit of a search.
    pub fn limit(self) -> GoLimit {
        let Self { time: move_time, depth, nodes } = self;
        GoLimit { move_time, depth, nodes, ..GoLimit::default() }
    }
}

/// The main line of a game, for analysis.
#[derive(Clone, Debug)]
pub struct MainLine {
    /// The nodes of the main line, the root first.
    pub nodes: Vec<NodeId>,
    positions: Vec<Position>,
    /// `moves[i]` leads from position `i` to `i + 1`; `None` for a null move.
    moves: Vec<Option<Move>>,
    /// Scores that need no search: mates, stalemates and other draws by rule.
    settled: HashMap<Ply, Score>,
    /// Evaluations that the game has, from the side to move; empty if they are to be replaced.
    given: HashMap<Ply, Score>,
    existing: Existing,
}

/// What happens to the evaluations and glyphs that a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Existing {
    /// They are kept and used.
    #[default]
    Keep,
    /// They are replaced.
    Replace,
}

impl MainLine {
    /// The `go` command of a task; `None` when there is nothing to search. The worker thread sets the epoch.
    pub(super) fn go_command(
        &self,
        task: AnalysisTask,
        results: &TaskResults,
        limits: SearchLimits,
    ) -> Option<Go> {
        let search_moves = self.root_moves(task, results)?;
        let (start, mut moves) = self.position_and_moves(task.ply);
        moves.extend(results.line_to_continue(task));
        // Scores of different searches are compared, and their lines to the end.
        let limit = GoLimit { resolve_window: true, ..limits.of(task.scope).limit() };
        Some(Go { search_moves, ..Go::new(start, moves, limit) })
    }

    /// The main line of `game`.
    pub fn of(game: &Game, existing: Existing) -> Self {
        let nodes = game.tree().mainline();
        let settled = nodes.iter().enumerate().filter_map(|(ply, &node)| {
            let end = game.forced_end_at(node)?;
            let lost = end.result.winner().is_some();
            Some((ply, if lost { Score::mated_in(0) } else { Score::DRAW }))
        });
        let given = nodes.iter().enumerate().filter_map(|(ply, &node)| {
            let node = game.tree().node(node);
            let evaluation = node.annotation.evaluation.filter(|_| existing == Existing::Keep)?;
            Some((ply, white_view(evaluation.score, node.position().turn())))
        });
        Self {
            settled: settled.collect(),
            given: given.collect(),
            existing,
            positions: nodes.iter().map(|&node| game.position_at(node).clone()).collect(),
            moves: nodes.iter().skip(1).map(|&node| game.tree().node(node).mv()).collect(),
            nodes,
        }
    }

    /// Whether it is still a line of `game`, which may have changed since.
    pub fn fits(&self, game: &Game) -> bool {
        let Some(&last) = self.nodes.last() else { return false };
        let tree = game.tree();
        let same = |(&node, &mv): (&NodeId, &Option<Move>)| tree.node(node).mv() == mv;
        tree.path(last) == self.nodes
            && self.positions[0].key() == game.start().key()
            && self.nodes[1..].iter().zip(&self.moves).all(same)
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The position after `ply` half-moves; the last one for more.
    pub fn position(&self, ply: Ply) -> &Position {
        &self.positions[ply.min(self.positions.len() - 1)]
    }

    /// The move played there.
    pub fn played(&self, ply: Ply) -> Option<Move> {
        self.moves.get(ply).copied().flatten()
    }

    /// The score of a position by the rules.
    pub fn known_score(&self, ply: Ply) -> Option<Score> {
        self.settled.get(&ply).copied()
    }

    /// What happens to the evaluations and glyphs that the game has.
    pub const fn existing(&self) -> Existing {
        self.existing
    }

    /// Whether the score of a position is known without a search.
    fn is_known(&self, ply: Ply) -> bool {
        self.settled.contains_key(&ply) || self.given.contains_key(&ply)
    }

    /// Number of positions to search, without those for the better moves of positions that have an evaluation.
    pub fn positions_to_search(&self) -> usize {
        (0..self.positions.len()).filter(|&ply| !self.is_known(ply)).count()
    }

    /// The side to move.
    pub fn turn(&self, ply: Ply) -> Color {
        self.position(ply).turn()
    }

    /// Start position and moves to reach `ply`, since the last null move.
    pub fn position_and_moves(&self, ply: Ply) -> (Position, Vec<Move>) {
        let before = &self.moves[..ply.min(self.moves.len())];
        let from = before.iter().rposition(Option::is_none).map_or(0, |null| null + 1);
        (self.position(from).clone(), before[from..].iter().flatten().copied().collect())
    }

    /// The root moves of a task; empty for all. `None` when there is nothing to search.
    fn root_moves(&self, task: AnalysisTask, results: &TaskResults) -> Option<Vec<Move>> {
        let played = self.played(task.ply);
        match task.scope {
            Scope::All | Scope::AllDeep | Scope::BestEnd | Scope::PlayedEnd => Some(Vec::new()),
            Scope::Played | Scope::PlayedDeep => Some(vec![played?]),
            Scope::Best => Some(vec![results.best(task.ply)?]),
            Scope::Others | Scope::OthersQuick | Scope::OthersDeep => {
                let legal = self.position(task.ply).legal_moves();
                let others: Vec<Move> =
                    legal.into_iter().filter(|&mv| Some(mv) != played).collect();
                (!others.is_empty()).then_some(others)
            }
        }
    }
}

/// The results of one game so far.
#[derive(Clone, Debug, Default)]
pub struct TaskResults {
    found: HashMap<AnalysisTask, TaskResult>,
    /// Searches of the end of a line that found no move.
    ended: HashSet<AnalysisTask>,
}

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

    /// Number of positions searched.
    pub fn positions(&self) -> usize {
        self.found.keys().filter(|task| task.scope == Scope::All).count()
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
        self.results(ply, DEEP).or_else(|| self.shallow(ply))
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
        let best = self.value(main_line, ply)?;
        let played = -self.value(main_line, ply + 1)?;
        let class = classify(best, played);
        (class.is_some() || chances_lost(best, played) >= SUSPECTED).then_some(class)
    }

    /// The comparisons of the move at `ply` with the best one that are complete, the shallowest first.
    fn comparisons_made(&self, main_line: &MainLine, ply: Ply) -> Vec<Comparison> {
        let position = main_line.position(ply);
        let ending = if is_bare_ending(position) {
            LEAST_BARE
        } else if is_drawish_ending(position) {
            LEAST_ENDING
        } else {
            LEAST_DEEP
        };
        let lost_deep = |best, played| (sober_chances_lost(best, played), ending);
        let lost_alone = |best, played| (chances_lost(best, played), LEAST_ALONE);
        let of = |pair, lost_and_least: &dyn Fn(Score, Score) -> (f64, f64)| {
            let Pair { best, played } = self.results(ply, pair)?;
            // The deep search may find that the move played is the best one.
            let is_same = best.line.first() == played.line.first();
            let played = if is_same { best } else { played };
            let (best, played) = (best.score, played.score);
            let (lost, least) = lost_and_least(best, played);
            Some(Comparison { best, played, lost, least })
        };
        let looks = [of(ALONE, &lost_alone), of(DEEP, &lost_deep)];
        looks.into_iter().flatten().collect()
    }

    /// The score of a position for its side to move: by the rules, from the game, or from a search.
    pub fn value(&self, main_line: &MainLine, ply: Ply) -> Option<Score> {
        let known = main_line.known_score(ply).or_else(|| main_line.given.get(&ply).copied());
        known.or_else(|| Some(self.get(ply, Scope::All)?.score))
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
            if !main_line.is_known(ply) || self.is_reply_needed(main_line, ply) {
                tasks.push(AnalysisTask { ply, scope: Scope::All });
            }
            tasks.extend(
                self.further(main_line, ply).into_iter().map(|scope| AnalysisTask { ply, scope }),
            );
        }
        tasks.retain(|task| {
            (task.scope.is_end() || !self.found.contains_key(task))
                && main_line.root_moves(*task, self).is_some()
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

/// The scores of the best move and of the move played, the winning chances that it loses, and the loss that makes it an error.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    best: Score,
    played: Score,
    lost: f64,
    least: f64,
}

impl Comparison {
    /// Whether the move is an error.
    fn confirms(&self) -> bool {
        // A mate that matters needs no loss beyond the ceiling of the chances. One that is allowed matters only where the better move is not
        // lost by seven pawns: the search may only not see yet that it is mated too.
        let allows_mate = self.played.is_mate() && !self.best.is_mate();
        let hardly = if allows_mate { MoveClass::Mistake } else { MoveClass::Inaccuracy };
        let is_mate = self.best.is_mate() || self.played.is_mate();
        is_mate && self.class() > Some(hardly) || self.lost >= self.least
    }

    fn class(&self) -> Option<MoveClass> {
        if self.best.is_mate() || self.played.is_mate() {
            classify(self.best, self.played)
        } else {
            MoveClass::of_loss(self.lost)
        }
    }
}

/// Whether at most two pieces are left besides kings and pawns, or rooks alone.
pub fn is_drawish_ending(position: &Position) -> bool {
    let pieces = position.pieces();
    pieces.count() <= ENDING_PIECES || pieces.is_subset(position.board().rooks())
}

/// As [`is_only_good`]; in a bare ending the others have to lose as much as an error there.
fn is_only_good_in(position: &Position, best: Score, next: Score) -> bool {
    let is_enough = || chances_lost(best, next) >= LEAST_BARE;
    is_only_good(best, next) && (best.is_mate() || !is_bare_ending(position) || is_enough())
}

/// Whether few pawns are left in such an ending of pieces.
fn is_bare_ending(position: &Position) -> bool {
    is_drawish_ending(position)
        && !position.pieces().is_empty()
        && position.board().pawns().count() <= BARE_PAWNS
}

/// Whether one side wins either way.
pub fn is_decided(best: Score, played: Score) -> bool {
    best <= -WON || played >= WON
}

/// The results for the best move and the move played.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The best move's.
    pub best: &'a TaskResult,
    /// The move's that was played.
    pub played: &'a TaskResult,
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

/// Whether the move is obvious: one of two legal moves, or of four out of check, mate, a recapture, a capture of the piece that moved last
/// which loses nothing, another winning capture, or a retreat from a square where the piece would be lost.
fn is_obvious(main_line: &MainLine, ply: Ply) -> bool {
    let Some(played) = main_line.played(ply) else { return true };
    let position = main_line.position(ply);
    let takes_last =
        |last: Move| last.to() == played.to() && (last.is_capture() || see_ge(position, played, 0));
    let last = ply.checked_sub(1).and_then(|last| main_line.played(last));
    let takes_back = played.is_capture() && last.is_some_and(takes_last);
    let takes_for_nothing = played.is_capture() && see_ge(position, played, 100);
    let few = if position.is_check() { FEW_IN_CHECK } else { FEW_MOVES };
    let after = position.after(played);
    let mates = after.chess().is_checkmate();
    position.legal_moves().len() <= few
        || mates
        || takes_back
        || takes_for_nothing
        || only_escapes(position, played)
}

/// Whether the move only retreats a piece that would be lost, without a capture or check.
fn only_escapes(position: &Position, played: Move) -> bool {
    if played.is_capture() || played.role() == Role::King || position.after(played).is_check() {
        return false;
    }
    let takes_it = |mv: &Move| mv.is_capture() && Some(mv.to()) == played.from();
    position.null_move().is_some_and(|passed| {
        let replies = passed.legal_moves();
        replies.into_iter().any(|mv| takes_it(&mv) && see_ge(&passed, mv, 150))
    })
}

#[cfg(test)]
mod tests {
    use super::{
        ALONE, AnalysisTask, DEEP, Existing, MainLine, MoveClass, Scope, TaskResult, TaskResults,
    };
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
