//! `lucena match`, `lucena calibrate` and `lucena timesim`: arguments into the options of the batch jobs.

use super::arguments::{CalibrateArguments, MatchArguments, TimesimArguments};
use crate::base::read_at_most;
use crate::batch::{calibrate, matches, timesim};
use crate::game::{Stamp, TimeControl};
use std::error::Error;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Most of a PGN file that is taken into memory to simulate clocks from.
const LARGEST_PGN: u64 = 512 << 20;
/// Most of a calibration's plan.
const LARGEST_PLAN: u64 = 1 << 20;

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
        pace: if arguments.by_work { matches::Pace::Work } else { matches::Pace::Wall },
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

/// Plays what the plan still lacks and prints the ratings after each quarter of it.
///
/// # Errors
/// A plan that cannot be read, a match that cannot be played, or a writer that fails.
pub fn calibrate(
    arguments: CalibrateArguments,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let file = arguments.plan.display().to_string();
    let text = read_at_most(&arguments.plan, LARGEST_PLAN);
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
        date: Stamp::from_unix(i64::try_from(seconds)?).date(),
    };
    calibrate::run(&options, out)?;
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
        Some(path) => {
            let name = path.display().to_string();
            let bytes = read_at_most(&path, LARGEST_PGN);
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
