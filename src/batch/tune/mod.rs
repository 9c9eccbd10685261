//! `lucena tune`: tunes the evaluation weights on positions with game results.
//!
//! Source: logistic regression on game results, known as Texel's tuning method (P. Österlund, 2014), optimised by
//! Adam (D. Kingma and J. Ba, 2015). The network gives each position's coefficients once, so that a score is a dot product.
//! L2 regularisation toward the initial weights keeps a parameter that occurs rarely in the data. Game results are noisy,
//! so the target blends in the search score; the printed error is against game results only.

mod fit;
mod sample;
mod search;
mod wdl;
mod write;

use super::human;
use super::output::Progress;
use crate::knowledge::Knowledge;
use anyhow::{Result, ensure};
use fit::Fit;
use sample::Samples;
use std::path::{Path, PathBuf};

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
    /// Passes over the training data.
    #[arg(long, default_value = "300")]
    pub epochs: u32,
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
    Wdl(wdl::Options),
    /// Search parameters, by games of the engine against itself with both sides perturbed (SPSA).
    Search(search::Options),
}

/// Tunes the weights, prints the error every ten epochs, and writes the weight files. Blocks for seconds to minutes.
///
/// # Errors
/// A file cannot be read or written, or a line of the data is invalid.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    match &options.model {
        Some(Model::Human(options)) => return human::tune::run(options, progress),
        Some(Model::Wdl(options)) => return wdl::run(options, progress),
        Some(Model::Search(options)) => return search::run(options, progress),
        None => {}
    }
    // The parser requires the file unless there is a subcommand.
    let data = options.data.as_deref().unwrap_or(Path::new(""));
    let knowledge = Knowledge::standard()?;
    let Samples { training, validation } = Samples::read(data, &knowledge)?;
    ensure!(
        !training.is_empty() && !validation.is_empty(),
        "{}: too few games: every tenth is used for validation, so at least 10 are needed",
        data.display()
    );
    write::check(&knowledge, &options.out, options.overwrite)?;
    let mut fit = Fit::new(&knowledge, options.fit.clone());
    let scale = fit.choose_scale(&training);
    let before = fit.mean_squared_error(&validation);
    let positions = [training.len(), validation.len()];
    progress.line(format!("positions: {} training, {} validation", positions[0], positions[1]))?;
    progress.line(format!("scale: {scale:.4}; error {before:.6}"))?;
    for epoch in 1..=options.epochs {
        fit.step(&training);
        if epoch.is_multiple_of(10) || epoch == options.epochs {
            let [on_training, error] = [&training, &validation].map(|s| fit.mean_squared_error(s));
            progress
                .line(format!("epoch {epoch}: error {error:.6}, on training {on_training:.6}"))?;
        }
    }
    write::write_weights(&knowledge, &fit.values(), &options.out)?;
    let after = fit.mean_squared_error(&validation);
    progress.line(format!("error before {before:.6}, after {after:.6}"))?;
    Ok(())
}
