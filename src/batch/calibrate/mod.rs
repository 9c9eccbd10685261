//! `lucena calibrate`: the measured strength of every dial setting, from games between neighbouring settings and against
//! engines of known rating, all fitted together.
//!
//! Every pairing is a match of `matches` with a record of its own in the folder, so that the run goes on where it was.
//! The games are played by work: an engine held to a speed plays as it would at the control on the wall's clock, in the
//! time that its nodes take. `plan` says what is played, `fit` what it means, `report` puts it into words and the curve.

mod fit;
mod plan;
mod report;

pub use fit::{Fit, FitError, Known, Score};
pub use plan::{Anchor, Effort, Plan, PlanError};
pub use report::Report;

use super::matches::{self, MatchError};
use crate::base::replace_file;
use crate::engine::{Clock as _, WorkClock};
use crate::search;
use plan::Pairing;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to do with a plan.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is played.
    pub plan: Plan,
    /// Where the records are kept, and the curve if no other file is named.
    pub folder: PathBuf,
    /// The curve.
    pub out: PathBuf,
    /// Games at a time.
    pub concurrency: usize,
    /// Is anything played, or only what is recorded fitted?
    pub work: Work,
    /// The date for the provenance.
    pub date: String,
}

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Play what is missing, then fit.
    PlayAndFit,
    /// Fit what is recorded.
    FitOnly,
}

/// Why no curve came out.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A match could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The results do not determine the ratings.
    #[error("no chain of recorded games ties {0} to an engine of known rating")]
    Loose(String),
    /// A file could not be written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// The speed of this machine could not be measured.
    #[error("{0}")]
    Speed(String),
    /// The output is gone. Not transparent, so that the reason can be found as the source.
    #[error("output: {0}")]
    Io(#[from] std::io::Error),
}

/// Parts in which the plan is played, all pairings in each: what was measured so far is fitted after each of them.
const ROUNDS: u32 = 4;
/// Depth of the searches that measure the speed, in plies.
const SPEED_DEPTH: u16 = 8;

/// Plays what is missing, and after each quarter of it fits all results, prints them and writes the curve.
///
/// # Errors
/// The plan, a match or a file is at fault, or the results determine no ratings.
pub fn run(options: &Options, out: &mut impl Write) -> Result<Option<Report>, CalibrateError> {
    let pairings = options.plan.pairings(&options.folder, options.concurrency)?;
    let file = |error: std::io::Error| CalibrateError::File {
        path: options.folder.display().to_string(),
        reason: error.to_string(),
    };
    std::fs::create_dir_all(&options.folder).map_err(file)?;
    let speed = speed()?;
    writeln!(out, "this machine searches {speed:.0} nodes a second of processor time")?;
    if options.work == Work::FitOnly {
        return conclude(options, &pairings, speed, out).map(Some);
    }
    let mut report = None;
    for round in 1..=ROUNDS {
        for pairing in &pairings {
            play(pairing, round, out)?;
        }
        report = Some(conclude(options, &pairings, speed, out)?);
    }
    Ok(report)
}

/// Plays a pairing up to the round's share of its games.
fn play(pairing: &Pairing, round: u32, out: &mut impl Write) -> Result<(), CalibrateError> {
    let mut game = pairing.options.clone();
    game.pairs = (game.pairs * round as usize).div_ceil(ROUNDS as usize);
    if matches::recorded(&game)?.pairs.pairs() as usize >= game.pairs {
        return Ok(());
    }
    let [first, second] = &game.contenders;
    writeln!(out, "\n{} against {}, part {round} of {ROUNDS}", first.name, second.name)?;
    matches::run(&game, out)?;
    Ok(())
}

/// Fits what is recorded, prints it, and writes the curve if there is one.
fn conclude(
    options: &Options,
    pairings: &[Pairing],
    speed: f64,
    out: &mut impl Write,
) -> Result<Report, CalibrateError> {
    let mut standings = Vec::with_capacity(pairings.len());
    for pairing in pairings {
        standings.push(matches::recorded(&pairing.options)?);
    }
    let report = Report::new(options, pairings, &standings, speed)?;
    writeln!(out, "\n{report}")?;
    match &report.curve {
        Ok(curve) => {
            let text = curve.to_text();
            write_curve(&options.out, &text)?;
            writeln!(out, "written to {}", options.out.display())?;
        }
        Err(reason) => writeln!(out, "no curve is written: {reason}")?,
    }
    Ok(report)
}

fn write_curve(path: &Path, text: &str) -> Result<(), CalibrateError> {
    replace_file(path, text.as_bytes()).map_err(|error| CalibrateError::File {
        path: path.display().to_string(),
        reason: error.to_string(),
    })
}

/// Nodes that this machine searches in a second of processor time.
fn speed() -> Result<f64, CalibrateError> {
    let clock = WorkClock::default();
    let before = clock.now();
    let total = super::bench::measure(&search::Options::default(), SPEED_DEPTH)
        .map_err(CalibrateError::Speed)?;
    let seconds = clock.now().saturating_sub(before).as_secs_f64();
    Ok(total.nodes / seconds.max(1e-9))
}
