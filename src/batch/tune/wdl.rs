//! `lucena tune wdl`: fits the shares of wins, draws and losses to positions of games of the engine against itself, by the
//! greatest likelihood, and prints how well they are calibrated on games held back.

use crate::annotate::wdl::{
    DrawOdds, FEATURES, WdlInputs, WdlModel, WdlProvenance, logistic, weighted,
};
use crate::batch::human::lbfgs::minimise;
use crate::batch::output::{OutputFile, Progress, Table};
use crate::batch::positions::{self, CutOff, LabelledPosition};
use anyhow::{Result, ensure};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// Arguments of `lucena tune wdl`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Positions with results and scores, as `lucena selfplay` writes them.
    #[arg(value_name = "FILE")]
    pub data: PathBuf,
    /// Output file of the model.
    #[arg(short, long = "output", value_name = "FILE", default_value = "wdl.ron")]
    pub out: PathBuf,
    /// Replace the output file if it exists.
    #[arg(long)]
    pub overwrite: bool,
    /// Words for the provenance, such as the number of nodes a move.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub note: String,
}

/// Every game is held back once: by the model of the other parts.
const PARTS: usize = 10;
/// Bins of predicted shares, and the share of all positions below which a bin is not judged.
const BINS: usize = 10;
const SMALLEST_BIN: f64 = 0.01;
/// Iterations of the optimiser at most.
const ITERATIONS: usize = 300;
/// L2 regularisation of the coefficients, so that few games of one result give finite ones.
const RIDGE: f64 = 1e-6;
/// Number of coefficients of the curves.
const CURVES: usize = 2 * FEATURES + 3;
/// Positions whose shares are printed: phase, pawns, and half-moves since the last capture or pawn move.
const EXAMPLES: [(i32, u32, u32); 6] =
    [(24, 16, 0), (16, 13, 0), (8, 9, 0), (8, 9, 20), (0, 5, 0), (0, 5, 20)];

/// A position from the view of the side to move.
struct Sample {
    game: usize,
    features: [f64; FEATURES],
    centipawns: i32,
    /// Index of win, draw and loss.
    outcome: usize,
}

/// Fits the model, prints its calibration on held-back games, and writes it. Blocks for seconds.
///
/// # Errors
/// A file cannot be read or written, or a line of the data is invalid; after the fit, [`CutOff`] for data that are cut off.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let output =
        OutputFile { path: &options.out, input: &options.data, overwrite: options.overwrite };
    positions::check(&options.data)?;
    output.check()?;
    let (samples, cuts) = read(options, progress)?;
    let games = samples.iter().map(|sample| sample.game).collect::<HashSet<_>>().len();
    ensure!(
        games >= PARTS,
        "{}: {games} games: at least {PARTS} are needed, a tenth is held back",
        options.data.display()
    );
    progress.line(format!("{games} games, {} positions", samples.len()))?;
    let mut held_back = Vec::new();
    for part in 0..PARTS {
        let (out, of): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| sample.game % PARTS == part);
        let model = fit(&of);
        held_back.extend(
            out.into_iter()
                .map(|sample| (sample, model.probabilities(sample.centipawns, &sample.features))),
        );
        progress.status(format!("part {} of {PARTS}", part + 1));
    }
    let (table, error) = calibration(&held_back);
    progress.line(table)?;
    let [largest, mean] = error;
    progress.line(format!(
        "predicted and observed shares of held-back games: largest difference {largest:.1} points in bins of at least \
         1 % of the positions, mean {mean:.2}"
    ))?;
    let mut model = fit(&samples.iter().collect::<Vec<_>>());
    let note = if options.note.is_empty() { String::new() } else { format!(", {}", options.note) };
    model.provenance = WdlProvenance {
        source: format!(
            "`lucena selfplay`, `lucena tune wdl`, lucena {}{note}",
            env!("CARGO_PKG_VERSION")
        ),
        games,
        positions: samples.len(),
        error: error.map(|points| (points * 100.0).round() / 100.0),
    };
    let WdlModel { midpoint, width, skew, line, drawn, .. } = &mut model;
    let coefficients = midpoint.iter_mut().chain(width).chain(drawn).chain(line).chain([skew]);
    coefficients.for_each(|it| *it = (*it * 1e4).round() / 1e4);
    let text = ron::ser::to_string_pretty(&model, ron::ser::PrettyConfig::default())?;
    output.write(format!("{text}\n").as_bytes())?;
    for (phase, pawns, halfmoves) in EXAMPLES {
        let features = WdlInputs { phase, pawns, halfmoves }.features();
        let half = model.half_won(&features);
        let at = model.probabilities(100, &features).map(|share| 100.0 * share);
        progress.line(format!(
            "phase {phase}, {pawns} pawns, {halfmoves} half-moves: half of the games are won from {half:+.2}; at +1.00 \
             {:.0} % won, {:.0} % drawn, {:.0} % lost",
            at[0], at[1], at[2]
        ))?;
    }
    progress.line(format!("model written to {}", options.out.display()))?;
    CutOff::check(&cuts)
}

/// Reads training positions; the lines are about shards that are cut off.
fn read(options: &Options, progress: &mut Progress<'_>) -> Result<(Vec<Sample>, Vec<String>)> {
    let mut samples = Vec::new();
    let cuts = positions::read(&options.data, progress, |labelled| {
        let LabelledPosition { game, position, result, score } = labelled;
        let turn = position.turn();
        // The index of won, drawn and lost is what the opponent has.
        let outcome = usize::from(result.half_points(!turn));
        let centipawns = turn.fold_wb(score, -score);
        let features = WdlInputs::of(&position).features();
        samples.push(Sample { game, features, centipawns, outcome });
        Ok(())
    })?;
    Ok((samples, cuts))
}

/// The model under which the outcomes of the samples are the most probable.
fn fit(samples: &[&Sample]) -> WdlModel {
    let (level, others): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().copied().partition(|sample| sample.centipawns == 0);
    let drawn = minimise(vec![0.0; FEATURES], ITERATIONS, |at| drawn_loss(&level, at), |_, _| {});
    let curves = minimise(vec![0.0; CURVES], ITERATIONS, |at| curve_loss(&others, at), |_, _| {});
    model(&curves, &drawn)
}

/// The model of the coefficients of midpoint and width, one after the other with the skew and the line at the end, and of draws.
fn model(curves: &[f64], drawn: &[f64]) -> WdlModel {
    let array = |part: &[f64]| std::array::from_fn(|at| part[at]);
    let sums = [&curves[..FEATURES], &curves[FEATURES..]].map(array);
    let [skew, slope, height] = std::array::from_fn(|at| curves[2 * FEATURES + at]);
    WdlModel::new(sums, skew, [slope, height], array(drawn))
}

/// Mean negative logarithm of the probability of the outcomes at a score of 0, with its derivatives.
fn drawn_loss(samples: &[&Sample], at: &[f64]) -> (f64, Vec<f64>) {
    let coefficients = std::array::from_fn(|index| at[index]);
    let (mut value, mut slopes) = (0.0, vec![0.0; FEATURES]);
    for sample in samples {
        let share = logistic(weighted(&coefficients, &sample.features));
        let is_drawn = f64::from(u8::from(sample.outcome == 1));
        value -=
            is_drawn * share.max(1e-12).ln() + (1.0 - is_drawn) * (1.0 - share).max(1e-12).ln();
        for (slope, feature) in slopes.iter_mut().zip(sample.features) {
            *slope += (share - is_drawn) * feature;
        }
    }
    mean_with_ridge(value, slopes, samples.len(), at)
}

/// The same at other scores, for the coefficients of midpoint and width, the skew and the line.
fn curve_loss(samples: &[&Sample], at: &[f64]) -> (f64, Vec<f64>) {
    let (model, mut value, mut slopes) = (model(at, &[0.0; FEATURES]), 0.0, vec![0.0; CURVES]);
    let (power, line) = (model.skew.exp(), model.line[0].exp());
    for sample in samples {
        let Sample { features, centipawns, outcome, .. } = sample;
        let DrawOdds { midpoint, width, places, win, loss, decided, log_odds, draw } =
            model.draw_odds(*centipawns, features);
        // How the logarithm of the outcome's share depends on the log-odds of a draw.
        let (share, by_odds) = match outcome {
            0 => (win / decided * (1.0 - draw), -draw),
            1 => (draw, 1.0 - draw),
            _ => (loss / decided * (1.0 - draw), -draw),
        };
        value -= share.max(1e-12).ln();
        // How it depends on the logarithms of the two curves, and those on the evaluation's place on the curve and on the skew.
        let parts = std::array::from_fn(|side| {
            let curve = [win, loss][side];
            let own = f64::from(u8::from(*outcome == 2 * side));
            let of_decided = if *outcome == 1 { 0.0 } else { own - curve / decided };
            of_decided - by_odds * line * curve / (decided * (1.0 - decided))
        });
        let along = |slopes: [f64; 2]| -> f64 {
            let [win, loss]: [f64; 2] = parts;
            slopes[0] * win + slopes[1] * loss
        };
        let by_place = places.map(|it| power * (1.0 - logistic(it)));
        let by_skew = places.map(|it| power * logistic(it).max(1e-300).ln());
        let by_midpoint = along(by_place) * midpoint / width;
        let by_width = along([by_place[0] * places[0], by_place[1] * places[1]]);
        for (index, feature) in features.iter().enumerate() {
            slopes[index] += by_midpoint * feature;
            slopes[FEATURES + index] += by_width * feature;
        }
        let others = [along(by_skew), by_odds * line * log_odds, by_odds];
        for (slope, other) in slopes[2 * FEATURES..].iter_mut().zip(others) {
            *slope -= other;
        }
    }
    mean_with_ridge(value, slopes, samples.len(), at)
}

/// The mean of sums over samples, with the regularisation.
fn mean_with_ridge(value: f64, slopes: Vec<f64>, count: usize, at: &[f64]) -> (f64, Vec<f64>) {
    let count = count.max(1) as f64;
    let penalty = RIDGE * at.iter().map(|it| it * it).sum::<f64>();
    let slopes = slopes.iter().zip(at).map(|(slope, it)| slope / count + 2.0 * RIDGE * it);
    (value / count + penalty, slopes.collect())
}

/// Predicted and observed shares by bins of the predicted share, and the largest and mean difference in percentage points.
fn calibration(held_back: &[(&Sample, [f64; 3])]) -> (Table, [f64; 2]) {
    let header = [
        "outcome",
        "predicted",
        "positions",
        "mean",
        "observed",
        "difference",
        "2 standard errors",
    ];
    let mut table = Table::new(2, &header);
    let (mut largest, mut sum, mut weight) = (0.0_f64, 0.0, 0.0);
    for (outcome, name) in ["win", "draw", "loss"].into_iter().enumerate() {
        let mut bins: [Bin; BINS] = Default::default();
        for (sample, shares) in held_back {
            let share = shares[outcome];
            let bin = &mut bins[((share * BINS as f64) as usize).min(BINS - 1)];
            bin.add(sample.game, share, sample.outcome == outcome);
        }
        for (at, bin) in bins.into_iter().enumerate().filter(|(_, bin)| bin.positions > 0.0) {
            let [mean, observed] =
                [bin.predicted, bin.observed].map(|it| 100.0 * it / bin.positions);
            let difference = observed - mean;
            if bin.positions >= SMALLEST_BIN * held_back.len() as f64 {
                largest = largest.max(difference.abs());
            }
            sum += bin.positions * difference.abs();
            weight += bin.positions;
            table.row([
                name.to_owned(),
                format!("{} to {} %", 100 * at / BINS, 100 * (at + 1) / BINS),
                bin.positions.to_string(),
                format!("{mean:.1} %"),
                format!("{observed:.1} %"),
                format!("{difference:+.1}"),
                format!("±{:.1}", bin.error()),
            ]);
        }
    }
    (table, [largest, sum / weight.max(1.0)])
}

/// Sums over the positions of a bin.
#[derive(Default)]
struct Bin {
    positions: f64,
    predicted: f64,
    observed: f64,
    /// Observed minus predicted of each game: positions of one game are not independent.
    games: BTreeMap<usize, f64>,
}

impl Bin {
    fn add(&mut self, game: usize, share: f64, came: bool) {
        let came = f64::from(u8::from(came));
        self.positions += 1.0;
        self.predicted += share;
        self.observed += came;
        *self.games.entry(game).or_default() += came - share;
    }

    /// Twice the standard error of the difference, in percentage points.
    fn error(&self) -> f64 {
        200.0 * self.games.values().map(|sum| sum * sum).sum::<f64>().sqrt() / self.positions
    }
}

#[cfg(test)]
mod tests {
    use super::{CURVES, Sample, curve_loss, drawn_loss, fit};
    use crate::annotate::wdl::{FEATURES, WdlInputs, WdlModel};
    use crate::base::Random;

    fn inputs(random: &mut Random) -> [f64; FEATURES] {
        let (phase, pawns) = (random.below(25) as i32, random.below(17) as u32);
        WdlInputs { phase, pawns, halfmoves: random.below(60) as u32 }.features()
    }

    /// Samples of a known model.
    fn samples(known: &WdlModel, count: usize) -> Vec<Sample> {
        let mut random = Random::new(1);
        let sample = |game| {
            let features = inputs(&mut random);
            // Every fifth score is 0.
            let centipawns = if game % 5 == 0 { 0 } else { random.below(601) as i32 - 300 };
            let [win, draw, _] = known.probabilities(centipawns, &features);
            let drawn = random.share();
            let outcome = usize::from(drawn > win) + usize::from(drawn > win + draw);
            Sample { game, features, centipawns, outcome }
        };
        (0..count).map(sample).collect()
    }

    fn known() -> WdlModel {
        WdlModel::new(
            [[0.6, 0.4, -0.5, 0.0, -0.8, 0.7], [-0.8, 0.5, 0.0, 0.0, 0.2, 0.1]],
            0.2,
            [0.1, -0.3],
            [2.0, -1.5, 0.0, 0.0, -1.0, 3.0],
        )
    }

    #[test]
    fn a_known_model_is_found_again() {
        let (known, mut random) = (known(), Random::new(7));
        let samples = samples(&known, 40_000);
        let found = fit(&samples.iter().collect::<Vec<_>>());
        for centipawns in [0, 50, -120, 200, 1, 0] {
            let features = inputs(&mut random);
            let [wanted, shares] =
                [&known, &found].map(|model| model.probabilities(centipawns, &features));
            for (wanted, share) in wanted.into_iter().zip(shares) {
                assert!((wanted - share).abs() < 0.03, "{centipawns}: {wanted} {share}");
            }
        }
    }

    /// A function of coefficients with its derivatives.
    type Loss = fn(&[&Sample], &[f64]) -> (f64, Vec<f64>);

    #[test]
    fn the_derivatives_are_those_of_finite_differences() {
        const STEP: f64 = 1e-5;
        let samples = samples(&known(), 300);
        let (level, others): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| sample.centipawns == 0);
        let mut random = Random::new(3);
        let cases: [(Loss, &[&Sample], usize); 2] =
            [(drawn_loss, &level, FEATURES), (curve_loss, &others, CURVES)];
        for (loss, samples, count) in cases {
            let at: Vec<f64> = (0..count).map(|_| random.share() - 0.5).collect();
            let (_, slopes) = loss(samples, &at);
            for index in 0..count {
                let [high, low] = [STEP, -STEP].map(|step| {
                    let mut at = at.clone();
                    at[index] += step;
                    loss(samples, &at).0
                });
                let difference = (high - low) / (2.0 * STEP);
                assert!(
                    (difference - slopes[index]).abs() < 1e-7,
                    "{index}: {difference} {}",
                    slopes[index]
                );
            }
        }
    }
}
