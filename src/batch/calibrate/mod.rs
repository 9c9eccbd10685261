//! `lucena calibrate`: measures the Elo of every strength level from games between neighbouring levels and against engines
//! of known rating, with one maximum-likelihood fit of all results.
//!
//! Every pairing is a match of `matches` with its own record file in the folder, so that a run can be resumed. Clocks run
//! on CPU time: an engine with a speed cap plays as it would on the wall clock but needs only the time of its nodes. `plan`
//! lists the matches, `fit` computes the ratings, `report` prints them and makes the curve.

mod fit;
mod plan;
mod report;

pub use fit::{Fit, FitError, PairingScore, RatingPrior};
pub use plan::{Anchor, Override, Plan, PlanError};
pub use report::Report;

use super::matches::{self, MatchError};
use crate::base::write_atomic;
use crate::engine::{Clock as _, WorkClock};
use crate::search;
use plan::Pairing;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Options of a calibration.
#[derive(Clone, Debug)]
pub struct Options {
    /// The plan.
    pub plan: Plan,
    /// Folder of the match records.
    pub folder: PathBuf,
    /// Output file of the curve.
    pub out: PathBuf,
    /// Number of games played in parallel.
    pub concurrency: usize,
    /// Play and fit, or fit only.
    pub work: Work,
    /// The date for the provenance.
    pub date: String,
}

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Play the missing games, then fit.
    PlayAndFit,
    /// Fit the existing records.
    FitOnly,
}

/// An error that ends a calibration.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// The plan is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A match failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The results do not determine the ratings.
    #[error("no chain of recorded games connects {0} to an engine of known rating")]
    Unanchored(String),
    /// A file cannot be written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// The system's error.
        reason: String,
    },
    /// The benchmark failed.
    #[error("{0}")]
    Speed(String),
    /// The output cannot be written. Not `transparent`, so that `source` returns the `io::Error`.
    #[error("output: {0}")]
    Io(#[from] std::io::Error),
}

/// Rounds of the plan: each plays a share of every pairing and then fits all results.
const ROUNDS: u32 = 4;
/// Depth of the benchmark that measures the speed, in plies.
const NPS_DEPTH: u16 = 8;

/// Plays the missing games in four rounds; after each, fits all results, prints them and writes the curve.
///
/// # Errors
/// The plan is invalid, a match or a file fails, or the results do not determine the ratings.
pub fn run(options: &Options, out: &mut impl Write) -> Result<Option<Report>, CalibrateError> {
    let pairings = options.plan.pairings(&options.folder, options.concurrency)?;
    let file = |error: std::io::Error| CalibrateError::File {
        path: options.folder.display().to_string(),
        reason: error.to_string(),
    };
    std::fs::create_dir_all(&options.folder).map_err(file)?;
    let speed = measure_nps()?;
    writeln!(out, "speed of this machine: {speed:.0} nodes per second of CPU time")?;
    if options.work == Work::FitOnly {
        return fit_and_report(options, &pairings, speed, out).map(Some);
    }
    let mut report = None;
    for round in 1..=ROUNDS {
        for pairing in &pairings {
            play_round(pairing, round, out)?;
        }
        report = Some(fit_and_report(options, &pairings, speed, out)?);
    }
    Ok(report)
}

/// Plays a pairing up to the round's share of its games.
fn play_round(pairing: &Pairing, round: u32, out: &mut impl Write) -> Result<(), CalibrateError> {
    let mut game = pairing.options.clone();
    game.pairs = (game.pairs * round as usize).div_ceil(ROUNDS as usize);
    if matches::load_score(&game)?.pairs.pairs() as usize >= game.pairs {
        return Ok(());
    }
    let [first, second] = &game.engines;
    writeln!(out, "\n{} against {}, round {round} of {ROUNDS}", first.name, second.name)?;
    matches::run(&game, out)?;
    Ok(())
}

/// Fits the recorded results, prints them, and writes the curve if it can be computed.
fn fit_and_report(
    options: &Options,
    pairings: &[Pairing],
    speed: f64,
    out: &mut impl Write,
) -> Result<Report, CalibrateError> {
    let mut standings = Vec::with_capacity(pairings.len());
    for pairing in pairings {
        standings.push(matches::load_score(&pairing.options)?);
    }
    let report = Report::new(options, pairings, &standings, speed)?;
    writeln!(out, "\n{report}")?;
    match &report.curve {
        Ok(curve) => {
            let text = curve.to_text();
            write_curve(&options.out, &text)?;
            writeln!(out, "curve written to {}", options.out.display())?;
        }
        Err(reason) => writeln!(out, "no curve written: {reason}")?,
    }
    Ok(report)
}

fn write_curve(path: &Path, text: &str) -> Result<(), CalibrateError> {
    write_atomic(path, text.as_bytes()).map_err(|error| CalibrateError::File {
        path: path.display().to_string(),
        reason: error.to_string(),
    })
}

/// Nodes per second of CPU time.
fn measure_nps() -> Result<f64, CalibrateError> {
    let clock = WorkClock::default();
    let before = clock.now();
    let total = super::bench::run_bench(&search::SearchOptions::default(), NPS_DEPTH)
        .map_err(CalibrateError::Speed)?;
    let seconds = clock.now().saturating_sub(before).as_secs_f64();
    Ok(total.nodes / seconds.max(1e-9))
}
