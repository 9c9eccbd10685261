//! `lucena selfplay` and `lucena tune`: arguments into the options of the batch jobs.

use super::arguments::{SelfplayArguments, TuneArguments};
use crate::batch::{selfplay, tune};
use std::error::Error;
use std::io::Write;

/// Plays until the file holds the games asked for.
///
/// # Errors
/// A file that cannot be kept or an engine that cannot be had.
pub fn play(arguments: SelfplayArguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let options = selfplay::Options {
        games: arguments.games,
        nodes: arguments.nodes,
        seed: arguments.seed,
        concurrency: usize::from(arguments.concurrency),
        out: arguments.out,
    };
    Ok(selfplay::run(&options, out)?)
}

/// Fits the weights and says what that brought.
///
/// # Errors
/// Data that cannot be read or a folder that cannot be written.
pub fn fit(arguments: TuneArguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let options = tune::Options {
        data: arguments.data,
        out: arguments.out,
        epochs: arguments.epochs,
        rate: arguments.rate,
        anchor: arguments.anchor,
        blend: arguments.blend,
    };
    let tune::Outcome { error: (before, after), .. } = tune::run(&options, out)?;
    writeln!(out, "error before {before:.6}, after {after:.6}")?;
    Ok(())
}
