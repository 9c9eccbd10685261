//! `lucena tune`: tunes the evaluation weights on positions with game results.
//!
//! Source: logistic regression on game results, known as Texel's tuning method (P. Österlund, 2014), optimised by
//! Adam (D. Kingma and J. Ba, 2015) in mini-batches. The network gives what each position counts once; the score and its
//! derivatives are those of the formula that plays (`knowledge::formula`), with dual numbers.
//! L2 regularisation toward the initial weights keeps a parameter that occurs rarely in the data. Game results are noisy,
//! so the target blends in the search score; the printed error is against game results only.

mod fit;
mod rows;
mod search;
mod wdl;
mod write;

use super::human;
use super::output::Progress;
use super::positions::{self, CutOff};
use crate::base::Random;
use crate::knowledge::Knowledge;
use anyhow::{Result, ensure};
use fit::Fit;
use rows::Samples;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `lucena tune`.
#[derive(Clone, Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Options {
    /// What to tune instead of the evaluation weights.
    #[command(subcommand)]
    pub model: Option<Model>,
    /// Training data, as `lucena selfplay` writes it.
    #[arg(value_name = "FILE", required = true)]
    pub data: Option<PathBuf>,
    /// Folder for the tuned weight files.
    #[arg(short, long = "output", alias = "out", value_name = "FOLDER", default_value = "weights")]
    pub out: PathBuf,
    /// Replace weight files that exist.
    #[arg(long)]
    pub overwrite: bool,
    /// Passes over the training data at most; the fit stops before when the error on held-back games does not fall any more. 0
    /// prints the error and writes nothing.
    #[arg(long, default_value = "100")]
    pub epochs: u32,
    /// Seed of the order of the positions.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Print the error on these positions before and after the fit too; they are not fitted to.
    #[arg(long, value_name = "FILE")]
    pub outside: Vec<PathBuf>,
    /// Parameters of the optimiser.
    #[command(flatten)]
    pub fit: fit::AdamOptions,
}

/// What else can be tuned.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Model {
    /// The human strength model, on rated games.
    Human(human::tune::Options),
    /// The shares of wins, draws and losses by score and phase, on games of the engine against itself.
    ///
    /// ± in the table of held-back games is twice the standard error of the difference, about a 95 % interval, in
    /// percentage points; the positions of a game count as dependent.
    Wdl(wdl::Options),
    /// Search parameters, by games of the engine against itself with both sides perturbed (SPSA).
    Search(search::Options),
}

/// The learning rate falls by this factor after an epoch that does not lower the error on held-back games by at least
/// `LEAST_GAIN`, and the fit ends after so many falls.
const RATE_FALL: f64 = 0.3;
const RATE_FALLS: u32 = 4;
const LEAST_GAIN: f64 = 2e-7;

/// Tunes the weights, prints the error after every epoch, and writes the weight files. Blocks for seconds to an hour.
///
/// # Errors
/// A file cannot be read or written, or a position of the data is invalid; after the fit, [`CutOff`] for data that are cut off.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    match &options.model {
        Some(Model::Human(options)) => return human::tune::run(options, progress),
        Some(Model::Wdl(options)) => return wdl::run(options, progress),
        Some(Model::Search(options)) => return search::run(options, progress),
        None => {}
    }
    let is_new = !options.out.exists();
    let tuned = tune_weights(options, progress);
    if tuned.is_err() && is_new {
        // Only an empty folder can be removed so.
        let _ = std::fs::remove_dir(&options.out);
    }
    tuned
}

fn tune_weights(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    // The parser requires the file unless there is a subcommand.
    let data = options.data.as_deref().unwrap_or(Path::new(""));
    let (knowledge, begun) = (Knowledge::standard()?, Instant::now());
    positions::check(data)?;
    if options.epochs > 0 {
        write::check(&knowledge, &options.out, options.overwrite)?;
    }
    let samples = Samples::read(data, &knowledge, progress)?;
    let Samples { training, validation, .. } = &samples;
    let mut cuts = samples.cuts.clone();
    ensure!(
        training.len() > 0 && validation.len() > 0,
        "{}: too few games: every tenth is used for validation, so at least 10 are needed",
        data.display()
    );
    let mut outside = Vec::new();
    for path in &options.outside {
        let read = Samples::read(path, &knowledge, progress)?;
        let mut rows = read.training;
        rows.append(&read.validation);
        cuts.extend(read.cuts);
        ensure!(rows.len() > 0, "{}: no positions", path.display());
        outside.push((path, rows));
    }
    progress.line(format!(
        "positions: {} training, {} validation; {} MB; {:.0} s",
        training.len(),
        validation.len(),
        (training.bytes() + validation.bytes()) / 1_000_000,
        begun.elapsed().as_secs_f64()
    ))?;
    let mut fit = Fit::new(&knowledge, options.fit.clone())?;
    let scale = fit.choose_scale(&samples.training);
    let before = fit.mean_squared_error(&samples.validation);
    progress.line(format!("scale: {scale:.4}; error {before:.6}"))?;
    let errors = |fit: &mut Fit| -> Vec<f64> {
        outside.iter().map(|(_, rows)| fit.error_at_own_scale(rows)).collect()
    };
    let outside_before = errors(&mut fit);
    if options.epochs == 0 {
        for ((path, rows), error) in outside.iter().zip(outside_before) {
            let (path, count) = (path.display(), rows.len());
            progress.line(format!("{path}: {count} positions, error {error:.6}"))?;
        }
        return CutOff::check(&cuts);
    }
    descend(options, &mut fit, &samples, progress)?;
    let after = fit.mean_squared_error(&samples.validation);
    write::write_weights(&knowledge, &fit.model.rounded(), &options.out, options.overwrite)?;
    progress.line(format!("error before {before:.6}, after {after:.6}"))?;
    let rows = outside.iter().zip(outside_before).zip(errors(&mut fit));
    for (((path, rows), before), after) in rows {
        let (path, count) = (path.display(), rows.len());
        progress.line(format!(
            "{path}: {count} positions, error before {before:.6}, after {after:.6}"
        ))?;
    }
    CutOff::check(&cuts)
}

/// Passes over the training set in random order until the error on held-back games does not fall any more; leaves the rounded
/// values with the smallest one.
fn descend(
    options: &Options,
    fit: &mut Fit,
    samples: &Samples,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let (mut random, mut order) = (
        Random::new(options.seed),
        (0..u32::try_from(samples.training.len())?).collect::<Vec<_>>(),
    );
    let (mut rate, mut falls) = (options.fit.rate, 0);
    let mut best = (fit.mean_squared_error(&samples.validation), fit.model.clone());
    for epoch in 1..=options.epochs {
        let begun = Instant::now();
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index as u64 + 1) as usize);
        }
        let on_training = fit.pass(&samples.training, &order, rate);
        let error = fit.mean_squared_error(&samples.validation);
        progress.line(format!(
            "epoch {epoch}: error {error:.6}, on training {on_training:.6}, rate {rate:.3}, {:.1} s",
            begun.elapsed().as_secs_f64()
        ))?;
        let gain = best.0 - error;
        if gain > 0.0 {
            best = (error, fit.model.clone());
        }
        if gain < LEAST_GAIN {
            falls += 1;
            if falls > RATE_FALLS {
                break;
            }
            rate *= RATE_FALL;
            fit.model = best.1.clone();
        }
    }
    fit.model = best.1;
    fit.model.round();
    Ok(())
}
