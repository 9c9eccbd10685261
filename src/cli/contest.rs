//! `lucena match` and `lucena timesim`: arguments into the options of the batch jobs.

use super::arguments::{MatchArguments, TimesimArguments};
use super::files::read_at_most;
use crate::batch::{matches, timesim};
use crate::game::TimeControl;
use std::error::Error;
use std::io::Write;

/// Most of a PGN file that is taken into memory to simulate clocks from.
const LARGEST_PGN: u64 = 512 << 20;

/// Plays the match and prints its standing after every pair.
///
/// # Errors
/// A record that cannot be kept, an engine that cannot be had, or a writer that fails.
pub fn play(arguments: MatchArguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let test = match arguments.sprt.as_slice() {
        [h0, h1] if h0 < h1 => Some((*h0, *h1)),
        [] => None,
        other => {
            return Err(format!("--sprt: {other:?} is not two figures, the lower first").into());
        }
    };
    let options = matches::Options {
        contenders: [arguments.first, arguments.second],
        control: if arguments.nodes.is_some() { TimeControl::None } else { arguments.tc },
        nodes: arguments.nodes,
        pairs: usize::try_from(arguments.games.div_ceil(2))?,
        concurrency: usize::from(arguments.concurrency),
        seed: arguments.seed,
        record: arguments.record,
        test,
    };
    if options.nodes.is_none() && options.control.initial().is_none() {
        return Err("--tc: a match needs a clock".into());
    }
    matches::run(&options, out)?;
    Ok(())
}

/// Simulates and prints a table, or RON.
///
/// # Errors
/// A text that cannot be read, a file that cannot, or a writer that fails.
pub fn simulate(arguments: TimesimArguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let defaults = timesim::Options::default();
    let given = |texts: Vec<String>, otherwise| if texts.is_empty() { otherwise } else { texts };
    let recorded = match arguments.pgn {
        Some(path) => Some((path.display().to_string(), read_at_most(&path, LARGEST_PGN)?)),
        None => None,
    };
    let report = timesim::run(&timesim::Options {
        managers: given(arguments.managers, defaults.managers),
        controls: given(arguments.controls, defaults.controls),
        games: usize::try_from(arguments.games)?,
        seed: arguments.seed,
        recorded,
        ..defaults
    })?;
    if arguments.ron {
        writeln!(out, "{}", report.to_ron()?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}
