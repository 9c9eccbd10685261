//! `lucena match`, `lucena calibrate` and `lucena timesim`: convert the arguments to the options of the batch jobs.

use super::arguments::{CalibrateArguments, MatchArguments, TimesimArguments};
use crate::base::read_at_most;
use crate::batch::{calibrate, matches, timesim};
use crate::game::{TimeControl, Timestamp};
use std::error::Error;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum size of the PGN file of `lucena timesim`.
const MAX_PGN_BYTES: u64 = 512 << 20;
/// Maximum size of a calibration plan.
const MAX_PLAN_BYTES: u64 = 1 << 20;

/// Plays the match and prints its score after every pair.
///
/// # Errors
/// A record, an engine or a write fails.
pub fn run_match(arguments: MatchArguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let test = match arguments.sprt.as_slice() {
        [h0, h1] if h0 < h1 => Some((*h0, *h1)),
        [] => None,
        other => {
            return Err(
                format!("--sprt: {other:?}: expected two Elo values, the lower first").into()
            );
        }
    };
    let options = matches::Options {
        engines: [arguments.first, arguments.second],
        control: if arguments.nodes.is_some() { TimeControl::None } else { arguments.tc },
        nodes: arguments.nodes,
        clock_source: if arguments.cpu_time {
            matches::ClockSource::Work
        } else {
            matches::ClockSource::Wall
        },
        pairs: usize::try_from(arguments.games.div_ceil(2))?,
        concurrency: usize::from(arguments.concurrency),
        seed: arguments.seed,
        record: arguments.record,
        sprt: test,
    };
    if options.nodes.is_none() && options.control.initial().is_none() {
        return Err("--tc: a match needs a time control or --nodes".into());
    }
    matches::run(&options, out)?;
    Ok(())
}

/// Plays the missing games of the plan and prints the ratings after each round.
///
/// # Errors
/// The plan cannot be read, or a match or a write fails.
pub fn run_calibrate(
    arguments: CalibrateArguments,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let file = arguments.plan.display().to_string();
    let text = read_at_most(&arguments.plan, MAX_PLAN_BYTES);
    let text = text.map_err(|error| format!("{file}: {error}"))?;
    let plan = calibrate::Plan::from_text(&file, &String::from_utf8_lossy(&text))?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let options = calibrate::Options {
        plan,
        out: arguments.out.unwrap_or_else(|| arguments.folder.join("calibration.ron")),
        folder: arguments.folder,
        concurrency: usize::from(arguments.concurrency),
        work: if arguments.fit_only {
            calibrate::Work::FitOnly
        } else {
            calibrate::Work::PlayAndFit
        },
        date: Timestamp::from_unix(i64::try_from(seconds)?).date(),
    };
    calibrate::run(&options, out)?;
    Ok(())
}

/// Simulates and prints a table or RON.
///
/// # Errors
/// An argument or a file is invalid, or a write fails.
pub fn run_timesim(
    arguments: TimesimArguments,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let defaults = timesim::Options::default();
    let given = |texts: Vec<String>, otherwise| if texts.is_empty() { otherwise } else { texts };
    let recorded = match arguments.pgn {
        Some(path) => {
            let name = path.display().to_string();
            let bytes = read_at_most(&path, MAX_PGN_BYTES);
            Some((name.clone(), bytes.map_err(|error| format!("{name}: {error}"))?))
        }
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
