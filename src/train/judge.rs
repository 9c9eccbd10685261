//! Judges an answer by a search of it and of the best move, each as the only root move.

use super::Exercise;
use crate::annotate::chances::win_percent;
use crate::annotate::comparison::Comparison;
use crate::annotate::proof::{is_settled, quiet_part};
use crate::annotate::task_results::{Deviations, Pair};
use crate::annotate::{TaskResult, without_better};
use crate::base::Score;
use crate::engine::{CoreError, EngineOptions, Go, GoLimit, LocalEngine};
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::{Color, Move, Position, notation, parse_move};
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
    evaluator: Evaluator,
    nodes: u64,
    /// The result of each move that was searched in the current position, with the side that loses by any repetition.
    found: HashMap<(Option<Move>, Option<Color>), TaskResult>,
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
            evaluator: Evaluator::new(Knowledge::standard()?),
            nodes,
            found: HashMap::new(),
            position: Position::default(),
        })
    }

    /// Judges `answer` in the position of an exercise. Blocks for two or three searches, and for one more for each that finds a draw.
    pub fn judge(&mut self, exercise: &Exercise, position: &Position, answer: Move) -> Verdict {
        let best = self.best(exercise, position);
        let is_of_game = notation::uci(answer) == exercise.played;
        let answer = self.search(position, Some(answer), None);
        let [forced, needed] = self.without_repetition(position, &best, &answer);
        let deviations = Deviations { best: forced.as_ref(), played: needed.as_ref() };
        let Pair { best, played: answer } =
            deviations.counted(Pair { best: &best, played: &answer });
        let percent = |result: &TaskResult| win_percent(result.score);
        let loss = percent(best) - percent(answer);
        let is_wrong = loss > RIGHT;
        let standing = self.evaluator.evaluate(position.board(), position.turn());
        let reason = is_wrong.then(|| {
            let standing = Some(standing);
            let pair =
                Comparison { deviations, standing, ..Comparison::new(position, best, answer) };
            // The better move is still to be found.
            let proved = pair.on_the_board().map(|reason| reason.without_better());
            let plain = || Some(without_better(&pair.plain_words()?).to_owned());
            proved.or_else(plain).unwrap_or_default()
        });
        let (right, is_undecided) = (!is_wrong && !is_of_game, !is_wrong && is_of_game);
        let (answer, best) = (answer.clone(), best.clone());
        Verdict { right, is_undecided, loss, answer, best, reason }
    }

    /// The results of the best move and of the answer where the side that would rather go on loses by any repetition, as [`Deviations`];
    /// of a move whose result is a draw, unless both have the same score.
    fn without_repetition(
        &mut self,
        position: &Position,
        best: &TaskResult,
        answer: &TaskResult,
    ) -> [Option<TaskResult>; 2] {
        let turn = position.turn();
        [(best, !turn), (answer, turn)].map(|(result, side)| {
            let is_drawn = result.score == Score::DRAW && best.score != answer.score;
            let first = result.line.first().copied().filter(|_| is_drawn)?;
            Some(self.search(position, Some(first), Some(side)))
        })
    }

    /// The result of the best move: that of the exercise, or of a search of all moves.
    pub fn best(&mut self, exercise: &Exercise, position: &Position) -> TaskResult {
        let known = exercise.best.first().and_then(|text| parse_move(position, text).ok());
        let best = match known {
            Some(mv) => Some(mv),
            None => self.search(position, None, None).line.first().copied(),
        };
        self.search(position, best, None)
    }

    /// Searches one move, or all, where the side `deviating` loses by any repetition; continues the line to a quiet end.
    fn search(
        &mut self,
        position: &Position,
        mv: Option<Move>,
        deviating: Option<Color>,
    ) -> TaskResult {
        if self.position != *position {
            self.position = position.clone();
            self.found.clear();
        }
        if let Some(known) = self.found.get(&(mv, deviating)) {
            return known.clone();
        }
        let alone = Go {
            search_moves: mv.into_iter().collect(),
            deviating,
            ..self.to_search(position, Vec::new())
        };
        let mut result = self.go(alone);
        // A line that ends in an exchange proves nothing; one that ends in a draw does.
        let is_open = result.score.is_heuristic() && result.score != Score::DRAW;
        if is_open && !is_settled(position, &result.line) {
            let end = self.go(self.to_search(position, result.line.clone()));
            result.line.extend(end.line);
        }
        self.found.insert((mv, deviating), result.clone());
        result
    }

    fn to_search(&self, start: &Position, moves: Vec<Move>) -> Go {
        let limit = GoLimit { nodes: Some(self.nodes), resolve_window: true, ..GoLimit::default() };
        Go::new(start.clone(), moves, limit)
    }

    fn go(&mut self, go: Go) -> TaskResult {
        self.engine.new_game();
        let outcome = self.engine.search(go);
        outcome.report.search.lines.first().map(TaskResult::from).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Judge;
    use crate::base::Score;
    use crate::rules::{Color, parse_fen, parse_move};
    use crate::train::exercise::{Exercise, Phase, Theme};

    /// As where a game is annotated, a draw is searched once more with a side that loses by repetitions.
    #[test]
    fn a_draw_that_is_given_up_is_checked() {
        let position = parse_fen("7k/QR6/1R6/8/7q/8/6P1/6K1 b - - 0 1").unwrap();
        let exercise = Exercise {
            fen: position.fen(),
            source: String::new(),
            player: String::new(),
            played: "h4g3".to_owned(),
            best: Vec::new(),
            reason: String::new(),
            loss: 50.0,
            theme: Theme::Draw,
            phase: Phase::Endgame,
        };
        let mut judge = Judge::new(20_000).unwrap();
        let check = parse_move(&position, "Qe1+").unwrap();
        assert!(judge.judge(&exercise, &position, check).right);
        assert!(judge.found.keys().all(|(_, side)| side.is_none()), "both have the same score");
        let verdict = judge.judge(&exercise, &position, parse_move(&position, "Qg3").unwrap());
        assert!(!verdict.right && verdict.best.score == Score::DRAW, "{verdict:?}");
        let reason = verdict.reason.unwrap();
        assert!(reason.contains("mate"), "{reason}");
        let best = verdict.best.line[0];
        let without = &judge.found[&(Some(best), Some(Color::White))];
        assert!(without.score > Score::DRAW, "{without:?}");
    }
}
