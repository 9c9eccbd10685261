//! `lucena tune wdl`: fits the shares of wins, draws and losses to positions of games of the engine against itself, by the
//! greatest likelihood, and prints how well they are calibrated on games held back.

use crate::annotate::wdl::{COEFFICIENTS, WdlModel, WdlProvenance, powers};
use crate::batch::human::lbfgs::minimise;
use crate::batch::output::{OutputFile, Progress, Table};
use crate::batch::positions::{self, LabelledPosition};
use crate::knowledge::{Evaluator, Knowledge};
use anyhow::{Result, ensure};
use std::collections::BTreeMap;
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

/// A position from the view of the side to move.
struct Sample {
    game: usize,
    phase: i32,
    centipawns: i32,
    /// Index of win, draw and loss.
    outcome: usize,
}

/// Fits the model, prints its calibration on held-back games, and writes it. Blocks for seconds.
///
/// # Errors
/// A file cannot be read or written, or a line of the data is invalid.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let output =
        OutputFile { path: &options.out, input: &options.data, overwrite: options.overwrite };
    output.check()?;
    let samples = read(options, progress)?;
    let games = samples.last().map_or(0, |last| last.game);
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
                .map(|sample| (sample, model.probabilities(sample.centipawns, sample.phase))),
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
    for coefficients in [&mut model.midpoint[..], &mut model.width[..], &mut model.drawn[..]] {
        coefficients.iter_mut().for_each(|it| *it = (*it * 1e4).round() / 1e4);
    }
    let text = ron::ser::to_string_pretty(&model, ron::ser::PrettyConfig::default())?;
    output.write(format!("{text}\n").as_bytes())?;
    for phase in [0, 8, 16, 24] {
        let [midpoint, _] = model.curve(phase);
        let at = model.probabilities(100, phase).map(|share| 100.0 * share);
        progress.line(format!(
            "phase {phase}: half of the games are won from {midpoint:+.2}; at +1.00 {:.0} % won, {:.0} % drawn, {:.0} % lost",
            at[0], at[1], at[2]
        ))?;
    }
    progress.line(format!("model written to {}", options.out.display()))?;
    Ok(())
}

/// Reads training positions.
fn read(options: &Options, progress: &mut Progress<'_>) -> Result<Vec<Sample>> {
    let mut evaluator = Evaluator::new(Knowledge::standard()?);
    let mut samples = Vec::new();
    positions::read(&options.data, progress, |labelled| {
        let LabelledPosition { game, position, result, score } = labelled;
        let turn = position.turn();
        let phase = evaluator.trace(position.board(), turn).phase;
        // The index of won, drawn and lost is what the opponent has.
        let outcome = usize::from(result.half_points(!turn));
        let centipawns = turn.fold_wb(score, -score);
        samples.push(Sample { game, phase, centipawns, outcome });
        Ok(())
    })?;
    Ok(samples)
}

/// The model under which the outcomes of the samples are the most probable.
fn fit(samples: &[&Sample]) -> WdlModel {
    // Positions that the model cannot tell apart are one.
    let mut counts: BTreeMap<(i32, i32), [f64; 3]> = BTreeMap::new();
    let mut level = Vec::new();
    for sample in samples {
        if sample.centipawns == 0 {
            let [_, share, ..] = powers(sample.phase);
            level.push((share, f64::from(u8::from(sample.outcome == 1))));
        } else {
            counts.entry((sample.phase, sample.centipawns)).or_default()[sample.outcome] += 1.0;
        }
    }
    let drawn = line(&level);
    let all = samples.len() as f64;
    let model = |at: &[f64]| {
        let mut model = WdlModel::new([0.0; COEFFICIENTS], [0.0; COEFFICIENTS], drawn);
        model.midpoint.copy_from_slice(&at[..COEFFICIENTS]);
        model.width.copy_from_slice(&at[COEFFICIENTS..]);
        model
    };
    let loss = |at: &[f64]| {
        let (model, mut value, mut slopes) = (model(at), 0.0, vec![0.0; 2 * COEFFICIENTS]);
        for (&(phase, centipawns), counts) in &counts {
            let ([midpoint, width], pawns) = (model.curve(phase), f64::from(centipawns) / 100.0);
            let shares = model.probabilities(centipawns, phase);
            // Positions of the two curves, and how the logarithms of the shares depend on them.
            let [z_win, z_loss] = [pawns, -pawns].map(|it| (it - midpoint) / width);
            let [win, draw, loss] = shares.map(|share| share.max(1e-12));
            let by_win = counts[0] * (1.0 - win) - counts[1] * win * (1.0 - win) / draw;
            let by_loss = counts[2] * (1.0 - loss) - counts[1] * loss * (1.0 - loss) / draw;
            value -= counts.iter().zip([win, draw, loss]).map(|(n, p)| n * p.ln()).sum::<f64>();
            let by_midpoint = (by_win + by_loss) * midpoint / width;
            let by_width = by_win * z_win + by_loss * z_loss;
            for (power, factor) in powers(phase).into_iter().enumerate() {
                slopes[power] += by_midpoint * factor;
                slopes[COEFFICIENTS + power] += by_width * factor;
            }
        }
        (value / all, slopes.into_iter().map(|slope| slope / all).collect())
    };
    model(&minimise(vec![0.0; 2 * COEFFICIENTS], ITERATIONS, loss, |_, _| {}))
}

/// The line of least squares through the points, as its values at 0 and 1; flat where the points do not give a slope.
fn line(points: &[(f64, f64)]) -> [f64; 2] {
    let count = (points.len() as f64).max(1.0);
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let (spread, product) =
        (mean(&|point| (point.0 - x).powi(2)), mean(&|point| (point.0 - x) * (point.1 - y)));
    let slope = if spread > 0.0 { product / spread } else { 0.0 };
    [y - slope * x, y + slope * (1.0 - x)].map(|share| share.clamp(0.0, 1.0))
}

/// Predicted and observed shares by bins of the predicted share, and the largest and mean difference in percentage points.
fn calibration(held_back: &[(&Sample, [f64; 3])]) -> (Table, [f64; 2]) {
    let header = ["outcome", "predicted", "positions", "mean", "observed", "difference", "error"];
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
    use super::{Sample, fit};
    use crate::annotate::wdl::WdlModel;
    use crate::base::Random;

    #[test]
    fn a_known_model_is_found_again() {
        let known = WdlModel::new([-0.2, 0.6, 0.0, 0.0], [-1.0, 0.5, 0.0, 0.0], [0.9, 0.6]);
        let mut random = Random::new(1);
        let samples: Vec<Sample> = (0..40_000)
            .map(|game| {
                let phase = random.below(25) as i32;
                let centipawns = random.below(601) as i32 - 300;
                let [win, draw, _] = known.probabilities(centipawns, phase);
                let drawn = random.share();
                let outcome = usize::from(drawn > win) + usize::from(drawn > win + draw);
                Sample { game, phase, centipawns, outcome }
            })
            .collect();
        let found = fit(&samples.iter().collect::<Vec<_>>());
        for (phase, centipawns) in [(0, 50), (12, -120), (24, 200), (24, 1)] {
            let pairs = known
                .probabilities(centipawns, phase)
                .into_iter()
                .zip(found.probabilities(centipawns, phase));
            for (wanted, share) in pairs {
                assert!((wanted - share).abs() < 0.03, "{phase} {centipawns}: {wanted} {share}");
            }
        }
    }
}
