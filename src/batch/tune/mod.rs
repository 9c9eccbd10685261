//! `lucena tune`: fits the evaluation's weights to positions with the results of their games.
//!
//! Source: logistic regression on game results, known as Texel's tuning method (P. Österlund, 2014), with the gradient
//! followed by Adam (D. Kingma and J. Ba, 2015). The network gives each position's coefficients, so that a score is a
//! sum of products and nothing is evaluated twice. Weights are drawn toward where they began, so that a parameter which
//! the data hardly knows stays what it was. A result is much noise and little knowledge, so a share of the search's own
//! score is blended in; the error that is printed is that against results alone.

mod fit;
mod sample;
mod write;

use crate::knowledge::{self, Knowledge};
use fit::Fit;
use sample::Samples;
use std::io::{self, Write};
use std::path::PathBuf;

/// What to fit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Positions with results, as `lucena selfplay` writes them.
    pub data: PathBuf,
    /// Folder for the new weight files.
    pub out: PathBuf,
    /// Passes over the data.
    pub epochs: u32,
    /// Step of the gradient descent in centipawns.
    pub rate: f64,
    /// How strongly a weight is drawn to where it began, in error per squared centipawn.
    pub anchor: f64,
    /// Share of the search's score in what is learned, the rest is the game's result; 0 to 1.
    pub blend: f64,
}

/// Why nothing was fitted.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line of the data is no position with a result.
    #[error("{path}:{line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// No position to learn from, or none to judge by.
    #[error("{0}: too few games: a tenth of them is held back, so ten are the least")]
    Empty(PathBuf),
    /// The weights cannot be read.
    #[error(transparent)]
    Knowledge(#[from] knowledge::Error),
    /// The output is gone.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What a fit achieved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Positions learned from, and held back for judging.
    pub positions: (usize, usize),
    /// Mean squared error on what was held back, before and after.
    pub error: (f64, f64),
}

/// Fits the weights, prints the error every ten passes, and writes the weight files. Blocks for seconds to minutes.
///
/// # Errors
/// A file that cannot be read, a broken line in it, or an output that cannot be written.
pub fn run(options: &Options, out: &mut impl Write) -> Result<Outcome, TuneError> {
    let knowledge = Knowledge::standard()?;
    let samples = Samples::read(&options.data, &knowledge)?;
    if samples.learned.is_empty() || samples.judged.is_empty() {
        return Err(TuneError::Empty(options.data.clone()));
    }
    let mut fit = Fit::new(&knowledge, options);
    let scale = fit.choose_scale(&samples.learned);
    let before = fit.error(&samples.judged);
    let positions = (samples.learned.len(), samples.judged.len());
    writeln!(out, "positions: {} learned, {} judged", positions.0, positions.1)?;
    writeln!(out, "scale: {scale:.4}; error {before:.6}")?;
    for epoch in 1..=options.epochs {
        fit.step(&samples.learned);
        if epoch.is_multiple_of(10) || epoch == options.epochs {
            let [learned, judged] = [&samples.learned, &samples.judged].map(|s| fit.error(s));
            writeln!(out, "epoch {epoch}: error {judged:.6}, on the learned {learned:.6}")?;
        }
    }
    write::write(&knowledge, &fit.values(), &options.out)?;
    Ok(Outcome { positions, error: (before, fit.error(&samples.judged)) })
}
