//! `lucena tune`: tunes the evaluation weights on positions with game results.
//!
//! Source: logistic regression on game results, known as Texel's tuning method (P. Österlund, 2014), optimised by
//! Adam (D. Kingma and J. Ba, 2015). The network gives each position's coefficients once, so that a score is a dot product.
//! L2 regularisation toward the initial weights keeps a parameter that occurs rarely in the data. Game results are noisy,
//! so the target blends in the search score; the printed error is against game results only.

mod fit;
mod sample;
mod write;

use crate::knowledge::{self, Knowledge};
use fit::Fit;
use sample::Samples;
use std::io::{self, Write};
use std::path::PathBuf;

/// Options of a tuning run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Training data, as `lucena selfplay` writes it.
    pub data: PathBuf,
    /// Folder for the tuned weight files.
    pub out: PathBuf,
    /// Passes over the training data.
    pub epochs: u32,
    /// Learning rate in centipawns per step.
    pub rate: f64,
    /// L2 regularisation toward the initial weights, in error per squared centipawn.
    pub l2: f64,
    /// Weight of the search score in the training target, 0 to 1; the rest is the game result.
    pub blend: f64,
}

/// An error that ends a tuning run.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line of the data cannot be parsed.
    #[error("{path}:{line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The problem.
        reason: String,
    },
    /// The training or the validation set is empty.
    #[error("{0}: too few games: every tenth is used for validation, so at least 10 are needed")]
    Empty(PathBuf),
    /// The built-in weights cannot be read.
    #[error(transparent)]
    Knowledge(#[from] knowledge::Error),
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Result of a tuning run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Positions in the training and in the validation set.
    pub positions: (usize, usize),
    /// Mean squared error on the validation set, before and after.
    pub error: (f64, f64),
}

/// Tunes the weights, prints the error every ten epochs, and writes the weight files. Blocks for seconds to minutes.
///
/// # Errors
/// A file cannot be read or written, or a line of the data is invalid.
pub fn run(options: &Options, out: &mut impl Write) -> Result<Outcome, TuneError> {
    let knowledge = Knowledge::standard()?;
    let samples = Samples::read(&options.data, &knowledge)?;
    if samples.training.is_empty() || samples.validation.is_empty() {
        return Err(TuneError::Empty(options.data.clone()));
    }
    let mut fit = Fit::new(&knowledge, options);
    let scale = fit.choose_scale(&samples.training);
    let before = fit.mean_squared_error(&samples.validation);
    let positions = (samples.training.len(), samples.validation.len());
    writeln!(out, "positions: {} training, {} validation", positions.0, positions.1)?;
    writeln!(out, "scale: {scale:.4}; error {before:.6}")?;
    for epoch in 1..=options.epochs {
        fit.step(&samples.training);
        if epoch.is_multiple_of(10) || epoch == options.epochs {
            let [learned, judged] =
                [&samples.training, &samples.validation].map(|s| fit.mean_squared_error(s));
            writeln!(out, "epoch {epoch}: error {judged:.6}, training error {learned:.6}")?;
        }
    }
    write::write_weights(&knowledge, &fit.values(), &options.out)?;
    Ok(Outcome { positions, error: (before, fit.mean_squared_error(&samples.validation)) })
}
