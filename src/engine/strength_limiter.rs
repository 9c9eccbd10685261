//! Applies limited strength: limits before a search, the choice of the move after it.
//!
//! The model is in `strength/`; this file connects its values with evaluation, search and clock.

use super::messages::DialReport;
use super::options::EngineOptions;
use crate::base::{Score, read_text};
use crate::knowledge::{Category, CategoryWeights};
use crate::rules::{Position, notation};
use crate::search::PvLine;
use crate::strength::human::{
    DEPTHS, HumanBook, HumanLevel, HumanModel, MoveValues, Prediction, Situation,
};
use crate::strength::{
    ErrorDraw, MoveScore, StrengthLevel, StrengthLimits, WeakenedMove, generator, mates_lone_king,
};
use std::cmp::Reverse;
use std::fmt::Display;
use std::path::Path;

/// A move drawn by the human model.
pub(super) struct HumanMove {
    /// Index of its line.
    pub(super) line: usize,
    /// The account.
    pub(super) account: WeakenedMove,
    /// Thinking time as a factor on a move's even share of the clock.
    pub(super) pace: f64,
}

/// The human model and its book: the built-in ones, or the user's.
#[derive(Debug, Default)]
struct HumanPlayer {
    model: Option<Box<HumanModel>>,
    book: Option<Box<HumanBook>>,
}

impl HumanPlayer {
    /// Reads the files that `options` name. A broken one is named in a warning, and the built-in one used.
    fn new(options: &EngineOptions, warnings: &mut Vec<String>) -> Self {
        fn read<T, E: Display>(
            option: &str,
            file: &str,
            parse: impl Fn(&str, &str) -> Result<T, E>,
            warnings: &mut Vec<String>,
        ) -> Option<Box<T>> {
            if file.is_empty() {
                return None;
            }
            let text = read_text(Path::new(file)).map_err(|error| format!("{file}: {error}"));
            let read = text.and_then(|text| parse(file, &text).map_err(|it| it.to_string()));
            let complain =
                |error| warnings.push(format!("{option}: {error}; using the built-in one"));
            read.map_err(complain).ok().map(Box::new)
        }
        let EngineOptions { human_model, human_book, .. } = options;
        Self {
            model: read("HumanModel", human_model, HumanModel::from_text, warnings),
            book: read("HumanBook", human_book, HumanBook::from_text, warnings),
        }
    }

    fn predict(
        &self,
        level: HumanLevel,
        situation: &Situation,
        values: &[MoveValues],
    ) -> Prediction {
        let model = self.model.as_deref().unwrap_or_else(|| HumanModel::shipped());
        let book = self.book.as_deref().unwrap_or_else(|| HumanBook::shipped());
        model.predict(Some(book), level, situation, values)
    }
}

/// The error draw of the current move and the category weights in force.
#[derive(Debug)]
pub(super) struct StrengthLimiter {
    human: HumanPlayer,
    seed: u64,
    error_draw: Option<ErrorDraw>,
    current: CategoryWeights,
}

impl StrengthLimiter {
    pub fn new(seed: u64) -> Self {
        let human = HumanPlayer::default();
        Self { human, seed, error_draw: None, current: CategoryWeights::FULL }
    }

    /// Reads the files of the human model that `options` name; a broken one is named in a warning.
    pub fn read_human_files(&mut self, options: &EngineOptions, warnings: &mut Vec<String>) {
        self.human = HumanPlayer::new(options, warnings);
    }

    /// Begins a new sequence of draws.
    pub const fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Computes the limits and draws the error of this move. The second value is true if the evaluation changes, so that
    /// TT and histories must be cleared.
    ///
    /// With `at_full_strength` the search mates a lone king, without limits.
    pub fn prepare(
        &mut self,
        level: StrengthLevel,
        options: &EngineOptions,
        root: &Position,
        at_full_strength: bool,
    ) -> (DialReport, bool) {
        let limits = level.limits().filter(|_| !at_full_strength);
        self.error_draw =
            limits.map(|limits| ErrorDraw::new(&limits, &mut generator(self.seed, root.key())));
        let model = || limits.map_or(CategoryWeights::FULL, |limits| emphasis(&limits));
        let emphasis = options.emphasis.clone().unwrap_or_else(model);
        let changed = emphasis != self.current;
        self.current = emphasis.clone();
        let report = DialReport {
            level,
            nps_cap: limits.map(|limits| limits.nps.saturating_mul(options.speed_scale.into())),
            emphasis,
            ..DialReport::default()
        };
        (report, changed)
    }

    /// Does the search at full strength play this move, because the opponent has only a king?
    pub fn mates_lone_king(&self, level: StrengthLevel, root: &Position) -> bool {
        mates_lone_king(level, root, &mut generator(self.seed, root.key()))
    }

    /// The account of such a move.
    pub fn mating_move(&self, lines: &[PvLine]) -> Option<WeakenedMove> {
        let line = lines.first()?;
        let played = MoveScore { uci: notation::uci(*line.moves.first()?), score: line.score };
        Some(WeakenedMove {
            best: played.clone(),
            played,
            candidates: 1,
            mates_lone_king: true,
            ..WeakenedMove::default()
        })
    }

    /// Largest error of this move in centipawns; `None` at full strength. Worse lines need no exact score.
    pub fn margin(&self) -> Option<i32> {
        self.error_draw.map(|draw| draw.max_error)
    }

    /// Chooses a line: its index, and the description of the choice if the strength is limited.
    pub fn choose(&self, root: &Position, lines: &[PvLine]) -> (usize, Option<WeakenedMove>) {
        let Some(draw) = self.error_draw else { return (0, None) };
        // A search that ended within an iteration leaves unsorted lines of two depths.
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by_key(|&index| Reverse(lines[index].score));
        let scores: Vec<Score> = order.iter().map(|&index| lines[index].score).collect();
        // The error draw used the first random number of this position; the choice uses the next ones.
        let mut random = generator(self.seed, root.key());
        random.next_u64();
        let Some(choice) = draw.choose(&scores, &mut random) else { return (0, None) };
        let named = |&index: &usize| {
            let line = &lines[index];
            Some(MoveScore { uci: notation::uci(*line.moves.first()?), score: line.score })
        };
        let named: Vec<MoveScore> = order.iter().filter_map(named).collect();
        (order[choice.index], draw.describe(choice, &named))
    }

    /// Draws a move by the human model: `None` if the search valued no move.
    pub fn choose_human(
        &self,
        level: HumanLevel,
        situation: &Situation,
        values: &[MoveValues],
        lines: &[PvLine],
    ) -> Option<HumanMove> {
        let prediction = self.human.predict(level, situation, values);
        let drawn = prediction.draw(&mut generator(self.seed, situation.position.key()))?;
        let [played, best] = [drawn, prediction.best_beside(drawn)?].map(|index| &values[index]);
        let line = lines.iter().position(|line| line.moves.first() == Some(&played.mv))?;
        let named = |of: &MoveValues| MoveScore {
            uci: notation::uci(of.mv),
            score: Score::raw(of.by_depth[DEPTHS - 1]),
        };
        let mut human = prediction.choice(drawn)?;
        if human.overlooked > 0 {
            let answer = lines[line].moves.get(1);
            human.answer = answer.map_or_else(String::new, |&mv| notation::uci(mv));
        }
        let thought =
            prediction.thinking_time(&mut generator(!self.seed, situation.position.key()));
        let account = WeakenedMove {
            best: named(best),
            played: named(played),
            loss: best.by_depth[DEPTHS - 1] - played.by_depth[DEPTHS - 1],
            candidates: values.len(),
            human: Some(human),
            ..WeakenedMove::default()
        };
        Some(HumanMove { line, account, pace: thought })
    }
}

/// The shares and piece values of the model as category weights.
fn emphasis(limits: &StrengthLimits) -> CategoryWeights {
    let mut emphasis = CategoryWeights {
        material_per_mille: limits.material_per_mille(),
        ..CategoryWeights::FULL
    };
    emphasis.per128 = Category::ALL.map(|category| limits.share(category));
    emphasis
}

#[cfg(test)]
mod tests {
    use super::StrengthLimiter;
    use crate::base::Score;
    use crate::rules::Position;
    use crate::search::PvLine;
    use crate::strength::ErrorDraw;

    /// As a search leaves them that ended within an iteration: the first from the last one, the others from before.
    #[test]
    fn lines_of_two_depths_are_chosen_among_as_if_they_were_in_order() {
        let root = Position::default();
        let scores = [-50, 10, -140, 5];
        let moves = root.legal_moves();
        let line =
            |(score, mv)| PvLine { score: Score::raw(score), moves: vec![mv], ..PvLine::default() };
        let lines: Vec<PvLine> = scores.into_iter().zip(moves).map(line).collect();
        let mut chosen = [0; 4];
        for seed in 0..200 {
            let draw = ErrorDraw { draw: 127, blunder_per128: 0, max_error: 100 };
            let mut limiter = StrengthLimiter::new(seed);
            limiter.error_draw = Some(draw);
            let (index, account) = limiter.choose(&root, &lines);
            chosen[index] += 1;
            let account = account.expect("the dial had a say");
            assert_eq!(account.best.score, Score::raw(10));
            assert_eq!(account.played.score, lines[index].score);
            assert!((0..=100).contains(&account.loss), "{account:?}");
        }
        assert_eq!(chosen[2], 0, "150 below the best is more than is allowed");
        assert!([0, 1, 3].iter().all(|&index| chosen[index] > 40), "{chosen:?}");
    }
}
