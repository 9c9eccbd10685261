//! The regression: parameter values, error over positions, gradient and Adam steps.

use super::rows::{List, Row, Rows, table_of};
use crate::knowledge::Knowledge;
use crate::knowledge::formula::{self, Dual, Sums};
use anyhow::{Result, anyhow, ensure};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

/// Decay rates of the first and second moments. Source: defaults of the Adam paper.
const MOMENTS: [f64; 2] = [0.9, 0.999];
/// Positions whose errors and gradients are summed by one thread; the sums of several are added in order, so that the result does
/// not depend on the number of threads.
const CHUNK: usize = 1 << 11;
/// The variables of the formula: see [`Sums`].
const VARIABLES: usize = 5;

/// Parameters of the optimiser.
#[derive(Clone, Debug, clap::Args)]
pub struct AdamOptions {
    /// Learning rate of Adam at the start, in centipawns per step, above 0 and at most 1000.
    #[arg(long, default_value = "0.5", allow_negative_numbers = true, value_parser = parse_rate)]
    pub rate: f64,
    /// Positions of a step.
    #[arg(long, default_value = "16384", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: u32,
    /// L2 regularisation toward the initial weights, in error per squared centipawn, 0 to 1.
    #[arg(long, alias = "anchor", default_value = "1e-9", allow_negative_numbers = true, value_parser = parse_share)]
    pub l2: f64,
    /// Weight of the search score in the training target, 0 to 1; the rest is the game result.
    #[arg(long, default_value = "0.5", value_parser = parse_share)]
    pub blend: f64,
    /// Keep the values of a weight, or of a group of weights such as `passed`.
    #[arg(long, value_name = "NAME", value_parser = parse_held)]
    pub hold: Vec<String>,
}

fn number(text: &str) -> Result<f64> {
    text.parse().map_err(|_| anyhow!("not a number"))
}

/// A number above 0 and at most 1000.
fn parse_rate(text: &str) -> Result<f64> {
    let rate = number(text)?;
    ensure!(rate > 0.0 && rate <= 1000.0, "not above 0 and at most 1000");
    Ok(rate)
}

/// The name of a weight or of a group of weights.
fn parse_held(name: &str) -> Result<String> {
    let parameters = Knowledge::standard()?.parameters();
    ensure!(parameters.iter().any(|it| is_in(&it.weight, name)), "no such weight or group");
    Ok(name.to_owned())
}

/// Whether a weight has this name or is in the group of this name.
fn is_in(weight: &str, name: &str) -> bool {
    weight.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A number from 0 to 1.
fn parse_share(text: &str) -> Result<f64> {
    let share = number(text)?;
    ensure!((0.0..=1.0).contains(&share), "not between 0 and 1");
    Ok(share)
}

/// The evaluation with real values of the parameters, in the order of [`Knowledge::parameters`].
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub values: Vec<[f64; 2]>,
    /// The parameters of the table of king danger.
    table: Range<usize>,
}

/// King danger of a side: the entry of the table, the share of the next one, and whether the units are inside the table.
#[derive(Clone, Copy, Debug)]
struct Danger {
    entry: usize,
    share: f64,
    inside: bool,
}

impl Model {
    pub fn new(knowledge: &Arc<Knowledge>) -> Result<Self> {
        let parameters = knowledge.parameters();
        let values = parameters.iter().map(|parameter| parameter.value.map(f64::from)).collect();
        Ok(Self { values, table: table_of(knowledge)? })
    }

    /// The values in whole centipawns.
    pub fn rounded(&self) -> Vec<[i32; 2]> {
        self.values.iter().map(|pair| pair.map(|value| value.round() as i32)).collect()
    }

    /// Rounds the values to whole centipawns.
    pub fn round(&mut self) {
        self.values.as_flattened_mut().iter_mut().for_each(|value| *value = value.round());
    }

    fn sum(&self, row: Row<'_>, list: List, which: usize) -> f64 {
        row.counts(list).map(|(parameter, count)| count * self.values[parameter][which]).sum()
    }

    fn danger(&self, row: Row<'_>, units: List) -> Danger {
        let units = self.sum(row, units, 0);
        let (entry, share) = formula::table_entry(units, self.table.len());
        let inside = units > 0.0 && units < (self.table.len() - 1) as f64;
        Danger { entry: self.table.start + entry, share, inside }
    }

    /// What the formula reads, and the king danger of both sides.
    fn sums<const N: usize>(&self, row: Row<'_>) -> (Sums<Dual<N>>, [Danger; 2]) {
        let danger = [List::WhiteUnits, List::BlackUnits].map(|units| self.danger(row, units));
        let [mut middle, mut end] = [0, 1].map(|which| {
            let [white, black] = danger.map(|Danger { entry, share, .. }| {
                let next = self.values.get(entry + 1).map_or(0.0, |pair| pair[which]);
                self.values[entry][which] * (1.0 - share) + next * share
            });
            white - black
        });
        for (parameter, count) in row.counts(List::Terms) {
            let [a, b] = self.values[parameter];
            middle += count * a;
            end += count * b;
        }
        let sum = |list| self.sum(row, list, 1);
        let variable = Dual::variable;
        let sums = Sums {
            middle: variable(middle, 0),
            end: variable(end, 1),
            initiative: variable(sum(List::Initiative), 2),
            reductions: [
                variable(sum(List::WhiteReductions), 3),
                variable(sum(List::BlackReductions), 4),
            ],
        };
        (sums, danger)
    }

    /// White's static evaluation in centipawns.
    pub fn score(&self, row: Row<'_>) -> f64 {
        let (sums, _) = self.sums::<0>(row);
        formula::score(sums, row.phase(), 128).1.value
    }

    /// Adds to `gradient` the derivatives of White's static evaluation, times what `pull` makes of it. Returns the evaluation.
    pub fn add_gradient(
        &self,
        row: Row<'_>,
        gradient: &mut [[f64; 2]],
        pull: impl FnOnce(f64) -> f64,
    ) -> f64 {
        let (sums, danger) = self.sums::<VARIABLES>(row);
        let score = formula::score(sums, row.phase(), 128).1;
        let pull = pull(score.value);
        let [middle, end, initiative, white, black] = score.slopes.map(|slope| slope * pull);
        for (parameter, count) in row.counts(List::Terms) {
            gradient[parameter][0] += count * middle;
            gradient[parameter][1] += count * end;
        }
        for (list, slope) in [
            (List::Initiative, initiative),
            (List::WhiteReductions, white),
            (List::BlackReductions, black),
        ] {
            for (parameter, count) in row.counts(list) {
                gradient[parameter][1] += count * slope;
            }
        }
        let sides = [(List::WhiteUnits, 1.0), (List::BlackUnits, -1.0)];
        for (Danger { entry, share, inside }, (units, sign)) in danger.into_iter().zip(sides) {
            let next = entry + 1;
            let mut rise = 0.0;
            for (which, slope) in [middle, end].into_iter().enumerate() {
                gradient[entry][which] += sign * slope * (1.0 - share);
                gradient[next][which] += sign * slope * share;
                rise += slope * (self.values[next][which] - self.values[entry][which]);
            }
            if inside {
                for (parameter, count) in row.counts(units) {
                    gradient[parameter][0] += sign * count * rise;
                }
            }
        }
        score.value
    }
}

/// State of the optimiser.
#[derive(Debug)]
pub(super) struct Fit {
    pub model: Model,
    initial: Vec<[f64; 2]>,
    /// Parameters that are units of a table, which are not negative.
    units: Vec<usize>,
    /// Whether each parameter keeps its value.
    held: Vec<bool>,
    moments: Vec<[[f64; 2]; 2]>,
    steps: i32,
    /// Factor of the score in the exponent of the logistic curve.
    scale: f64,
    options: AdamOptions,
}

impl Fit {
    pub fn new(knowledge: &Arc<Knowledge>, options: AdamOptions) -> Result<Self> {
        let model = Model::new(knowledge)?;
        let parameters = knowledge.parameters();
        let is_held = |weight: &str| options.hold.iter().any(|name| is_in(weight, name));
        let held = parameters.iter().map(|it| is_held(&it.weight)).collect();
        let units = parameters.into_iter().enumerate().filter(|(_, it)| it.is_units());
        Ok(Self {
            held,
            initial: model.values.clone(),
            units: units.map(|(index, _)| index).collect(),
            moments: vec![[[0.0; 2]; 2]; model.values.len()],
            steps: 0,
            scale: 1.0,
            model,
            options,
        })
    }

    /// Sets the scale that minimises the error of the current weights, by golden-section search over at most half a million
    /// positions.
    pub fn choose_scale(&mut self, rows: &Rows) -> f64 {
        const RATIO: f64 = 0.618_033_988_749_895;
        const MOST: usize = 500_000;
        let chosen: Vec<u32> =
            (0..rows.len() as u32).step_by(rows.len().div_ceil(MOST).max(1)).collect();
        let (mut low, mut high) = (0.2, 3.0);
        for _ in 0..20 {
            let span = (high - low) * RATIO;
            let [left, right] = [high - span, low + span].map(|scale| {
                self.scale = scale;
                self.error_over(rows, &chosen)
            });
            if left < right { high = low + span } else { low = high - span }
        }
        self.scale = f64::midpoint(low, high);
        self.scale
    }

    /// Mean squared error of the predicted points against the game results.
    pub fn mean_squared_error(&self, rows: &Rows) -> f64 {
        self.error_over(rows, &(0..rows.len() as u32).collect::<Vec<_>>())
    }

    /// Mean squared error at the scale that suits these positions: players of another strength win by another score.
    pub fn error_at_own_scale(&mut self, rows: &Rows) -> f64 {
        let scale = self.scale;
        self.choose_scale(rows);
        let error = self.mean_squared_error(rows);
        self.scale = scale;
        error
    }

    fn error_over(&self, rows: &Rows, chosen: &[u32]) -> f64 {
        let sums = in_chunks(chosen, |chunk| {
            let rows = chunk.iter().map(|&index| rows.get(index as usize));
            let error = |row: Row<'_>| row.points() - self.expected_points(self.model.score(row));
            rows.map(|row| error(row).powi(2)).sum::<f64>()
        });
        sums.into_iter().sum::<f64>() / chosen.len().max(1) as f64
    }

    /// White's expected points for a score in centipawns.
    fn expected_points(&self, score: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-self.scale * score / 400.0))
    }

    /// The gradient of the error over the chosen rows against the target, the game result blended with the points expected from
    /// the search score; and the sum of squared errors against the results.
    fn gradient(&self, rows: &Rows, chosen: &[u32]) -> (Vec<[f64; 2]>, f64) {
        let (zero, slope) =
            (vec![[0.0; 2]; self.initial.len()], self.scale * std::f64::consts::LN_10 / 400.0);
        let blend = self.options.blend;
        let parts = in_chunks(chosen, |chunk| {
            let (mut gradient, mut error) = (zero.clone(), 0.0);
            for &index in chunk {
                let row = rows.get(index as usize);
                let promised = self.expected_points(row.score());
                let target = row.points() * (1.0 - blend) + promised * blend;
                self.model.add_gradient(row, &mut gradient, |score| {
                    let expected = self.expected_points(score);
                    error += (row.points() - expected).powi(2);
                    2.0 * (expected - target) * expected * (1.0 - expected) * slope
                });
            }
            (gradient, error)
        });
        let mut sum = (zero, 0.0);
        for (part, error) in parts {
            for (sum, part) in sum.0.as_flattened_mut().iter_mut().zip(part.as_flattened()) {
                *sum += part;
            }
            sum.1 += error;
        }
        sum
    }

    /// One pass over the rows in this order, an Adam step of size `rate` for each batch. Returns the mean squared error on the
    /// way.
    pub fn pass(&mut self, rows: &Rows, order: &[u32], rate: f64) -> f64 {
        let mut error = 0.0;
        for batch in order.chunks(self.options.batch as usize) {
            let (gradient, part) = self.gradient(rows, batch);
            self.step(&gradient, batch.len(), rate);
            error += part;
        }
        error / order.len().max(1) as f64
    }

    fn step(&mut self, gradient: &[[f64; 2]], positions: usize, rate: f64) {
        self.steps = self.steps.saturating_add(1);
        let correction = MOMENTS.map(|decay| 1.0 - decay.powi(self.steps));
        let share = 1.0 / positions.max(1) as f64;
        for (index, slopes) in gradient.iter().enumerate().filter(|&(index, _)| !self.held[index]) {
            for (which, slope) in slopes.iter().enumerate() {
                let value = &mut self.model.values[index][which];
                let drift = *value - self.initial[index][which];
                let slope = slope * share + 2.0 * self.options.l2 * drift;
                let [first, second] = &mut self.moments[index][which];
                *first = MOMENTS[0] * *first + (1.0 - MOMENTS[0]) * slope;
                *second = MOMENTS[1] * *second + (1.0 - MOMENTS[1]) * slope * slope;
                let size = (*second / correction[1]).sqrt() + 1e-12;
                *value -= rate * *first / correction[0] / size;
            }
        }
        for &index in &self.units {
            self.model.values[index][0] = self.model.values[index][0].max(0.0);
        }
    }
}

/// The results of `work` for each chunk of `chosen`, in order, on all cores.
fn in_chunks<T: Send>(chosen: &[u32], work: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let chunks: Vec<&[u32]> = chosen.chunks(CHUNK).collect();
    let (work, share) = (&work, chunks.len().div_ceil(cores).max(1));
    thread::scope(|scope| {
        let run = |part: &[&[u32]]| part.iter().map(|chunk| work(chunk)).collect::<Vec<T>>();
        let threads: Vec<_> =
            chunks.chunks(share).map(|part| scope.spawn(move || run(part))).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{AdamOptions, Fit, Model};
    use crate::base::Random;
    use crate::batch::tune::rows::Rows;
    use crate::knowledge::{Evaluator, Knowledge};
    use crate::rules::{Color, Position, parse_fen};
    use std::sync::Arc;

    /// Positions of random games, and endings in which initiative and endgame scale count.
    fn positions() -> Vec<Position> {
        let mut random = Random::new(3);
        let mut found: Vec<Position> = [
            "8/2bk4/8/3PPK2/8/5B2/8/8 w - - 0 1",
            "8/7p/4k1p1/8/P3K3/6P1/7P/8 w - - 0 1",
            "k7/8/1K6/P7/8/8/8/2B5 w - - 0 1",
            "6k1/8/8/8/3n4/8/5R2/6K1 b - - 0 1",
            "8/5k2/8/2n5/8/2P5/1K6/3B4 w - - 0 1",
            "r2q1rk1/pp3p1p/2pb1p2/7Q/8/3B4/PPP2PPP/4R1K1 w - - 0 1",
        ]
        .map(|fen| parse_fen(fen).unwrap())
        .into();
        while found.len() < 150 {
            let mut position = Position::default();
            for ply in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len() as u64) as usize]);
                if ply % 7 == 0 {
                    found.push(position.clone());
                }
            }
        }
        found
    }

    fn rows(knowledge: &Arc<Knowledge>) -> Rows {
        let mut evaluator = Evaluator::new(Arc::clone(knowledge));
        let mut rows = Rows::default();
        for (index, position) in positions().iter().enumerate() {
            let features = evaluator.features(position.board(), position.turn());
            rows.push(&features, (index % 3) as u8, 30).unwrap();
        }
        rows
    }

    #[test]
    fn the_fitted_formula_is_the_one_that_plays() {
        let knowledge = Knowledge::standard().unwrap();
        let (model, rows) = (Model::new(&knowledge).unwrap(), rows(&knowledge));
        let mut evaluator = Evaluator::new(Arc::clone(&knowledge));
        for (index, position) in positions().iter().enumerate() {
            let (board, turn) = (position.board(), position.turn());
            let played = evaluator.evaluate(board, turn).value();
            let played = if turn == Color::White { played } else { -played };
            // Whole centipawns are truncated twice.
            let fitted = model.score(rows.get(index));
            assert!(
                (fitted - f64::from(played)).abs() < 2.0,
                "{}: {fitted} {played}",
                position.fen()
            );
        }
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        const STEP: f64 = 1e-4;
        let knowledge = Knowledge::standard().unwrap();
        let (mut model, rows) = (Model::new(&knowledge).unwrap(), rows(&knowledge));
        // Away from whole numbers, at which the table of king danger has corners.
        let mut random = Random::new(9);
        for value in model.values.as_flattened_mut() {
            *value += random.share() * 0.8 - 0.4;
        }
        let parameters = knowledge.parameters();
        let mut touched = vec![[false; 2]; model.values.len()];
        for index in 0..rows.len() {
            let row = rows.get(index);
            let mut gradient = vec![[0.0; 2]; model.values.len()];
            model.add_gradient(row, &mut gradient, |_| 1.0);
            for parameter in 0..model.values.len() {
                for which in 0..2 {
                    let [high, low] = [STEP, -STEP].map(|step| {
                        let value = std::mem::replace(&mut model.values[parameter][which], 0.0);
                        model.values[parameter][which] = value + step;
                        let score = model.score(row);
                        model.values[parameter][which] = value;
                        score
                    });
                    let (difference, slope) =
                        ((high - low) / (2.0 * STEP), gradient[parameter][which]);
                    touched[parameter][which] |= slope != 0.0;
                    assert!(
                        (difference - slope).abs() < 1e-6,
                        "{:?}: {difference} {slope}",
                        &parameters[parameter].weight
                    );
                }
            }
        }
        let count = touched.as_flattened().iter().filter(|it| **it).count();
        assert!(count > model.values.len(), "{count} of {} numbers", 2 * model.values.len());
        for (parameter, touched) in parameters.iter().zip(touched) {
            let nonlinear = ["danger.", "initiative.", "scale.wrong", "scale.opposite"];
            if nonlinear.iter().any(|start| parameter.weight.starts_with(start)) {
                assert!(touched[0] || touched[1], "{} is not tried", parameter.weight);
            }
        }
    }

    #[test]
    fn held_weights_keep_their_values() {
        let knowledge = Knowledge::standard().unwrap();
        let (rows, hold) =
            (rows(&knowledge), vec!["mobility".to_owned(), "bishop.pair".to_owned()]);
        let options = AdamOptions { rate: 1.0, batch: 40, l2: 0.0, blend: 0.0, hold };
        let mut fit = Fit::new(&knowledge, options).unwrap();
        fit.pass(&rows, &(0..rows.len() as u32).collect::<Vec<_>>(), 1.0);
        let fitted = knowledge.parameters().into_iter().zip(fit.model.rounded());
        let moved = |name: &str| {
            let mut of = fitted.clone().filter(|(it, _)| it.weight.starts_with(name));
            of.any(|(it, value)| it.value != value)
        };
        assert!(!moved("mobility.") && !moved("bishop.pair") && moved("material.pawn"));
    }

    #[test]
    fn a_fit_moves_the_values_toward_the_results_and_is_repeatable() {
        let knowledge = Knowledge::standard().unwrap();
        let rows = rows(&knowledge);
        let options = AdamOptions { rate: 1.0, batch: 40, l2: 0.0, blend: 0.0, hold: Vec::new() };
        let order: Vec<u32> = (0..rows.len() as u32).collect();
        let run = || {
            let mut fit = Fit::new(&knowledge, options.clone()).unwrap();
            fit.choose_scale(&rows);
            let before = fit.mean_squared_error(&rows);
            for _ in 0..20 {
                fit.pass(&rows, &order, 1.0);
            }
            let after = fit.mean_squared_error(&rows);
            assert!(after < 0.8 * before, "{before} {after}");
            fit.model.rounded()
        };
        assert_eq!(run(), run());
    }
}
