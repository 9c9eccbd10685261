//! `lucena calibrate`: measures the Elo of every strength level from games between neighbouring levels and against engines
//! of known rating, with one maximum-likelihood fit of all results.
//!
//! Every pairing is a match of `matches` with its own record file in the folder, so that a run can be resumed. Clocks run
//! on CPU time: an engine with a speed cap plays as it would on the wall clock but needs only the time of its nodes. `plan`
//! lists the matches, `fit` computes the ratings, `report` prints them and makes the curve.

mod fit;
mod plan;
mod report;

pub use plan::{Anchor, Override, Plan};
pub use report::Report;

use super::output::{OutputFile, Progress};
use super::{bench, matches};
use crate::base::{create_dir, read_text, write_atomic};
use crate::config::local_now;
use crate::engine::{Clock as _, WorkClock};
use crate::search::SearchOptions;
use anyhow::{Context as _, Result, bail, ensure};
use plan::Pairing;
use report::Conditions;
use std::path::PathBuf;

/// Arguments of `lucena calibrate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Plan file (RON): strength levels, games, time control and engines of known rating.
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// Folder of the match records; matches resume from them.
    #[arg(long, value_name = "FOLDER", default_value = "calibration")]
    pub folder: PathBuf,
    /// Output file of the curve; `calibration.ron` in the folder if omitted.
    #[arg(short, long = "output", alias = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file that `--output` names if it exists.
    #[arg(long, requires = "out")]
    pub overwrite: bool,
    /// Number of games played in parallel.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Play no games; fit the existing records.
    #[arg(long)]
    pub fit_only: bool,
}

/// Rounds of the plan: each plays a share of every pairing and then fits all results.
const ROUNDS: u32 = 4;
/// Depth of the benchmark that measures the speed, in plies.
const NPS_DEPTH: u16 = 8;

/// Plays the missing games in four rounds; after each, fits all results, prints them and writes the curve.
///
/// # Errors
/// The plan is invalid, a match or a file fails, or the results do not determine the ratings.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let file = options.plan.display().to_string();
    if let Some(path) = &options.out {
        let output = OutputFile { path, input: &options.plan, overwrite: options.overwrite };
        output.check()?;
    }
    let plan = Plan::from_text(&file, &read_text(&options.plan).with_context(|| file.clone())?)?;
    let pairings = plan.pairings(&options.folder, options.concurrency);
    let pairings = pairings.with_context(|| file.clone())?;
    if let Some(path) = &options.out {
        let path = path.display();
        ensure!(!plan.anchors.is_empty(), "{file}: without anchors there is no curve for {path}");
    }
    create_dir(&options.folder).with_context(|| options.folder.display().to_string())?;
    let date = local_now().date();
    let conditions = Conditions { nps: measure_nps()?, date };
    progress.line(format!("speed: {:.0} nodes per second of CPU time", conditions.nps))?;
    let rounds = if options.fit_only { 0 } else { ROUNDS };
    for round in 1..=rounds {
        for pairing in &pairings {
            play_round(pairing, round, progress)?;
        }
        if round < rounds {
            fit_and_report(options, &plan, &pairings, &conditions, progress)?;
        }
    }
    let without = fit_and_report(options, &plan, &pairings, &conditions, progress)?;
    match (without, &options.out) {
        (Some(reason), Some(path)) => bail!("{}: not written: {reason}", path.display()),
        _ => Ok(()),
    }
}

/// Plays a pairing up to the round's share of its games.
fn play_round(pairing: &Pairing, round: u32, progress: &mut Progress<'_>) -> Result<()> {
    let pairs = pairing.options.games.div_ceil(2);
    let games = 2 * (pairs * round).div_ceil(ROUNDS);
    let options = matches::Options { games, ..pairing.options.clone() };
    if matches::load_score(&options)?.pairs.pairs() as usize >= options.pairs() {
        return Ok(());
    }
    let (first, second) = (&options.first.name, &options.second.name);
    progress.line(format!("\n{first} against {second}, round {round} of {ROUNDS}"))?;
    matches::run(&options, progress)?;
    Ok(())
}

/// Fits the recorded results, prints them, and writes the curve. Returns why there is none, if there is none.
fn fit_and_report(
    options: &Options,
    plan: &Plan,
    pairings: &[Pairing],
    conditions: &Conditions,
    progress: &mut Progress<'_>,
) -> Result<Option<String>> {
    let scores = pairings.iter().map(|pairing| matches::load_score(&pairing.options));
    let report = Report::new(plan, pairings, &scores.collect::<Result<Vec<_>>>()?, conditions)?;
    progress.line(format!("\n{report}"))?;
    match &report.curve {
        Ok(curve) => {
            let path =
                options.out.clone().unwrap_or_else(|| options.folder.join("calibration.ron"));
            let file = path.display().to_string();
            write_atomic(&path, curve.to_text().as_bytes()).with_context(|| file.clone())?;
            progress.line(format!("curve written to {file}"))?;
            Ok(None)
        }
        Err(reason) => {
            progress.line(format!("no curve written: {reason}"))?;
            Ok(Some(reason.clone()))
        }
    }
}

/// Nodes per second of CPU time.
fn measure_nps() -> Result<f64> {
    let clock = WorkClock::default();
    let start = clock.now();
    let total = bench::run_bench(&SearchOptions::default(), NPS_DEPTH)?;
    Ok(total.nodes / clock.now().saturating_sub(start).as_secs_f64().max(1e-9))
}
