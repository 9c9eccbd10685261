//! The file of a tuning run: what it tunes, where it stands and the path of every parameter. It is replaced atomically.

use super::spsa::{Schedule, Tuned};
use crate::base::{read_text, write_atomic};
use crate::batch::programs::Programs;
use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// Identifies a run: with the same, the games are the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunId {
    /// The engine's options in the words of `lucena match`.
    pub engine: String,
    /// The parameters.
    pub parameters: Vec<Tuned>,
    /// Length and step size.
    pub schedule: Schedule,
    /// Nodes a move.
    pub nodes: u64,
    /// Pairs played with the same values, before their results move them.
    pub batch: u64,
    /// Seed of the openings and of the perturbations.
    pub seed: u64,
    /// The opening book; `None` for random openings.
    pub openings: Option<String>,
    /// The rules of adjudication; `None` if every game is played to its end.
    pub adjudication: Option<String>,
}

/// A run and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// What is tuned, and how.
    pub id: RunId,
    /// Pairs played.
    pub pairs: u64,
    /// Wins, draws and losses of the engines that were perturbed first.
    pub wins_draws_losses: [u64; 3],
    /// The values, in the order of the parameters.
    pub values: Vec<f64>,
    /// Every program that played, by the checksum of its file.
    #[serde(default, skip_serializing_if = "Programs::is_empty")]
    pub programs: Programs,
    /// The values from time to time, with the pairs played until then.
    pub path: Vec<(u64, Vec<f64>)>,
}

/// Points of a path.
const PATH_POINTS: u64 = 200;

impl Run {
    /// A run that has not begun.
    pub(super) fn new(id: RunId) -> Self {
        let values: Vec<f64> = id.parameters.iter().map(|it| it.start.into()).collect();
        let path = vec![(0, values.clone())];
        Self {
            id,
            pairs: 0,
            wins_draws_losses: [0; 3],
            values,
            programs: Programs::default(),
            path,
        }
    }

    /// Reads the run of a file, and `None` if there is no file.
    ///
    /// # Errors
    /// The file, and the field or the line that is wrong.
    pub(super) fn read(path: &Path) -> Result<Option<Self>> {
        let read = || -> Result<Option<Self>> {
            let text = match read_text(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                text => text?,
            };
            let run: Self = ron::from_str(&text)?;
            run.check()?;
            Ok(Some(run))
        };
        read().with_context(|| path.display().to_string())
    }

    /// Whether counts, path and parameters can be those of a run.
    ///
    /// # Errors
    /// The field with its value.
    fn check(&self) -> Result<()> {
        let RunId { parameters, schedule, batch, .. } = &self.id;
        let count = parameters.len();
        ensure!(count > 0, "parameters: none");
        let starts: Vec<f64> = parameters.iter().map(|it| it.start.into()).collect();
        for (field, values) in [("start", &starts), ("values", &self.values)]
            .into_iter()
            .chain(self.path.iter().map(|(_, values)| ("path", values)))
        {
            ensure!(values.len() == count, "{field}: {} values, not {count}", values.len());
            for (tuned, &value) in parameters.iter().zip(values) {
                let (min, max) = (f64::from(tuned.min), f64::from(tuned.max));
                let name = &tuned.name;
                ensure!(
                    (min..=max).contains(&value),
                    "{field}: {name}: {value} is not from {min} to {max}"
                );
            }
        }
        for Tuned { name, perturbation, .. } in parameters {
            let is_step = perturbation.is_finite() && *perturbation > 0.0;
            ensure!(is_step, "perturbation: {name}: {perturbation} is not above 0");
        }
        ensure!(*batch > 0, "batch: 0");
        let (pairs, counts) = (self.pairs, self.wins_draws_losses);
        ensure!(pairs <= schedule.pairs, "pairs: {pairs} of {}", schedule.pairs);
        let games = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        ensure!(
            games == pairs.checked_mul(2),
            "wins_draws_losses: {counts:?} are not the games of {pairs} pairs"
        );
        let points = self.path.iter().map(|(at, _)| *at);
        let in_order = points.clone().zip(points.skip(1)).find(|(one, next)| one >= next);
        if let Some((one, next)) = in_order {
            bail!("path: a point at {next} pairs after one at {one}");
        }
        if let Some((last, _)) = self.path.last() {
            ensure!(*last <= pairs, "path: a point at {last} pairs, but {pairs} are played");
        }
        Ok(())
    }

    /// Replaces the file.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        // Short lists stand on one line.
        let config = ron::ser::PrettyConfig::new().depth_limit(3);
        let text = ron::ser::to_string_pretty(self, config)?;
        write_atomic(path, text.as_bytes()).with_context(|| path.display().to_string())
    }

    /// Adds the values to the path, if it is time for a point.
    pub(super) fn add_point(&mut self, before: u64) {
        let every = (self.id.schedule.pairs / PATH_POINTS).max(1);
        if before / every < self.pairs / every || self.pairs == self.id.schedule.pairs {
            self.path.push((self.pairs, self.values.clone()));
        }
    }

    /// The values, rounded.
    pub(super) fn rounded(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// The values as words of `lucena match`, rounded.
    pub(super) fn words(&self) -> String {
        let pairs = self.id.parameters.iter().zip(self.rounded());
        let words: Vec<String> =
            pairs.map(|(tuned, value)| format!("{}={value}", tuned.name)).collect();
        words.join(" ")
    }
}
