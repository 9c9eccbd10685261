//! `lucena selfplay` and `lucena tune`: convert the arguments to the options of the batch jobs.

use super::arguments::{SelfplayArguments, TuneArguments};
use crate::batch::{selfplay, tune};
use std::error::Error;
use std::io::Write;

/// Plays games until the file has the requested number.
///
/// # Errors
/// The file or the engine fails.
pub fn run_selfplay(
    arguments: SelfplayArguments,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let options = selfplay::Options {
        games: arguments.games,
        nodes: arguments.nodes,
        seed: arguments.seed,
        concurrency: usize::from(arguments.concurrency),
        out: arguments.out,
    };
    Ok(selfplay::run(&options, out)?)
}

/// Tunes the weights and prints the error before and after.
///
/// # Errors
/// The data cannot be read or the folder cannot be written.
pub fn run_tune(arguments: TuneArguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let options = tune::Options {
        data: arguments.data,
        out: arguments.out,
        epochs: arguments.epochs,
        rate: arguments.rate,
        l2: arguments.l2,
        blend: arguments.blend,
    };
    let tune::Outcome { error: (before, after), .. } = tune::run(&options, out)?;
    writeln!(out, "error before {before:.6}, after {after:.6}")?;
    Ok(())
}
