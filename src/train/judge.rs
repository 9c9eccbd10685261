//! Judges an answer by a search of it and of the best move, each as the only root move.

use super::Exercise;
use crate::annotate::chances::win_percent;
use crate::annotate::comparison::Comparison;
use crate::annotate::proof::{is_settled, quiet_part};
use crate::annotate::{TaskResult, without_better};
use crate::engine::{CoreError, EngineOptions, Go, GoLimit, LocalEngine};
use crate::rules::{Move, Position, notation, parse_move};
use std::collections::HashMap;

/// Win percentage that a right answer may lose against the best move.
const RIGHT: f64 = 5.0;
/// Plies of a line that are shown, except for a longer proof.
const SHOWN_PLIES: usize = 8;
/// Transposition table in MiB.
const HASH_MIB: usize = 16;

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether it loses at most 5 % against the best move, and is not the move of the game.
    pub right: bool,
    /// The move of the game that loses no more than a right one: neither right nor wrong.
    pub is_undecided: bool,
    /// Win percentage that it loses; negative if it is better.
    pub loss: f64,
    /// The result of the answer.
    pub answer: TaskResult,
    /// The result of the best move.
    pub best: TaskResult,
    /// What a wrong answer overlooks, in words; `None` of others.
    pub reason: Option<String>,
}

impl Verdict {
    /// The judgement of `mv` in words.
    pub fn words(&self, position: &Position, mv: Move) -> String {
        let (san, loss) = (notation::san(position, mv), self.loss.max(0.0));
        if self.is_undecided {
            return match loss < 0.5 {
                true => format!(
                    "{san} is the move of the game, which this search finds as good as the best: find another one"
                ),
                false => format!(
                    "{san} is the move of the game, which this search finds only {loss:.0} % below the best: find a better one"
                ),
            };
        }
        match &self.reason {
            Some(reason) => format!("wrong: {san} loses {loss:.0} %: {reason}"),
            None if loss < 0.5 => format!("right: {san}"),
            None => format!("right: {san}, {loss:.0} % below the best move"),
        }
    }
}

/// The part of a line that is shown: eight plies, or as many as prove something.
pub fn shown_part<'a>(position: &Position, line: &'a [Move]) -> &'a [Move] {
    &line[..quiet_part(position, line).len().max(SHOWN_PLIES).min(line.len())]
}

/// An engine for answers. Each search has the same number of nodes and an empty transposition table.
#[derive(Debug)]
pub struct Judge {
    engine: LocalEngine,
    nodes: u64,
    /// The result of each move that was searched in the current position.
    found: HashMap<Option<Move>, TaskResult>,
    position: Position,
}

impl Judge {
    /// An engine that searches `nodes` nodes for each move.
    ///
    /// # Errors
    /// The engine cannot be created.
    pub fn new(nodes: u64) -> Result<Self, CoreError> {
        let options = EngineOptions { hash_mib: HASH_MIB, threads: 1, ..EngineOptions::default() };
        Ok(Self {
            engine: LocalEngine::without_clock(&options)?,
            nodes,
            found: HashMap::new(),
            position: Position::default(),
        })
    }

    /// Judges `answer` in the position of an exercise. Blocks for two or three searches.
    pub fn judge(&mut self, exercise: &Exercise, position: &Position, answer: Move) -> Verdict {
        let best = self.best(exercise, position);
        let is_of_game = notation::uci(answer) == exercise.played;
        let answer = self.search(position, Some(answer));
        let percent = |result: &TaskResult| win_percent(result.score);
        let loss = percent(&best) - percent(&answer);
        let is_wrong = loss > RIGHT;
        let reason = is_wrong.then(|| {
            let pair = Comparison::new(position, &best, &answer);
            // The better move is still to be found.
            let proved = pair.on_the_board().map(|reason| reason.without_better());
            let plain = || Some(without_better(&pair.plain_words()?).to_owned());
            proved.or_else(plain).unwrap_or_default()
        });
        let (right, is_undecided) = (!is_wrong && !is_of_game, !is_wrong && is_of_game);
        Verdict { right, is_undecided, loss, answer, best, reason }
    }

    /// The result of the best move: that of the exercise, or of a search of all moves.
    pub fn best(&mut self, exercise: &Exercise, position: &Position) -> TaskResult {
        let known = exercise.best.first().and_then(|text| parse_move(position, text).ok());
        let best = match known {
            Some(mv) => Some(mv),
            None => self.search(position, None).line.first().copied(),
        };
        self.search(position, best)
    }

    /// Searches one move, or all; continues the line to a quiet end.
    fn search(&mut self, position: &Position, mv: Option<Move>) -> TaskResult {
        if self.position != *position {
            self.position = position.clone();
            self.found.clear();
        }
        if let Some(known) = self.found.get(&mv) {
            return known.clone();
        }
        let mut result = self.go(position, Vec::new(), mv.into_iter().collect());
        // A line that ends in an exchange proves nothing.
        if result.score.is_heuristic() && !is_settled(position, &result.line) {
            let end = self.go(position, result.line.clone(), Vec::new());
            result.line.extend(end.line);
        }
        self.found.insert(mv, result.clone());
        result
    }

    fn go(&mut self, start: &Position, moves: Vec<Move>, search_moves: Vec<Move>) -> TaskResult {
        self.engine.new_game();
        let limit = GoLimit { nodes: Some(self.nodes), resolve_window: true, ..GoLimit::default() };
        let go = Go { search_moves, ..Go::new(start.clone(), moves, limit) };
        let outcome = self.engine.search(go);
        outcome.report.search.lines.first().map(TaskResult::from).unwrap_or_default()
    }
}
