//! `lucena tune human`: fits the weights of the human strength model to rated games.

use super::book::book;
use super::fit::{Guesses, Penalties, Regression, Sample};
use super::games::{Decision, RatedGames};
use super::values::{ValuesByDecision, values};
use crate::batch::output::{OutputFile, Progress};
use crate::strength::human::{Knots, Provenance, rows};
use anyhow::{Context as _, Result, ensure};
use std::path::PathBuf;

/// Arguments of `lucena tune human`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Rated games as tab-separated text, plain or compressed by gzip.
    #[arg(value_name = "GAMES")]
    pub games: PathBuf,
    /// Positions to learn from and to check with, from all ratings in turn; 0 takes those of the values file.
    #[arg(long, default_value = "20000")]
    pub positions: usize,
    /// Seed of the choice of positions.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Output file of the weights.
    #[arg(short, long = "output", alias = "out", value_name = "FILE", default_value = "human.ron")]
    pub out: PathBuf,
    /// Replace the output file if it exists.
    #[arg(long)]
    pub overwrite: bool,
    /// File that keeps the values of the moves, about 1 KB for each position; an existing one is continued.
    #[arg(long, value_name = "FILE", default_value = "human-values.tsv")]
    pub values: PathBuf,
    /// Iterations of the optimiser at most.
    #[arg(long, default_value = "300")]
    pub iterations: usize,
    /// Write the opening book of the games that are not held back to this file, and fit nothing.
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Words for the provenance, such as the commit.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub note: String,
    /// Penalties on the weights.
    #[command(flatten)]
    pub penalties: Penalties,
}

/// Values the moves of the positions, fits the weights, prints the error on held-back games, and writes the weights.
/// Blocks for about 60 ms a position, divided by the cores.
///
/// # Errors
/// A file cannot be read or written, or a line of it is malformed.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let path = options.book.as_ref().unwrap_or(&options.out);
    let output = OutputFile { path, input: &options.games, overwrite: options.overwrite };
    output.check().with_context(|| path.display().to_string())?;
    // The values took hours.
    OutputFile { input: &options.values, ..output }.check()?;
    let games = RatedGames::read(&options.games)?;
    if options.book.is_some() {
        let name = options.games.file_name().unwrap_or_default().to_string_lossy();
        let comment = format!(
            "{} games of {name} (CC0), without every fifth; each move: games of players about {}",
            games.0.len(),
            "1000 1300 1600 1900 2200"
        );
        output
            .write(book(&games, &comment).as_bytes())
            .with_context(|| path.display().to_string())?;
        progress.line(format!("book written to {}", path.display()))?;
        return Ok(());
    }
    let chosen = games.choose(options.positions, options.seed, |_| true);
    let valued = values(&options.values, &games, &chosen, progress)?;
    let chosen = if chosen.is_empty() { ordered(&valued) } else { chosen };
    let (held_back, training): (Vec<_>, Vec<_>) =
        chosen.iter().copied().partition(|&at| games.is_held_back(at));
    let [training, held_back] = [training, held_back].map(|set| samples(&games, &set, &valued));
    ensure!(
        !training.is_empty() && !held_back.is_empty(),
        "{}: too few games: every fifth is held back",
        options.games.display()
    );
    progress.line(format!(
        "positions: {} fitted to, {} held back",
        training.len(),
        held_back.len()
    ))?;
    let knots = Knots::default();
    let regression = Regression::new(&training, knots, options.penalties);
    let mut model = regression.fit(options.iterations, |iteration, value| {
        progress.status(format!("iteration {iteration}: {value:.6}"));
    });
    progress.clear_status();
    let [on_training, on_held_back] = [&training, &held_back].map(|set| Guesses::of(&model, set));
    let uniform: f64 = held_back.iter().map(|sample| (sample.rows.len() as f64).ln()).sum();
    progress.line(format!(
        "perplexity: {:.3} fitted, {:.3} held back, {:.3} if all moves were equally likely",
        on_training.perplexity,
        on_held_back.perplexity,
        (uniform / held_back.len() as f64).exp()
    ))?;
    progress.line(format!(
        "most probable move: {:.1} % of the moves held back",
        100.0 * on_held_back.guessed
    ))?;
    let name = options.games.file_name().unwrap_or_default().to_string_lossy();
    let note = if options.note.is_empty() { String::new() } else { format!(", {}", options.note) };
    let provenance = Provenance {
        source: format!(
            "{} games of {name}, `lucena tune human --positions {} --seed {}`, lucena {}{note}",
            games.0.len(),
            options.positions,
            options.seed,
            env!("CARGO_PKG_VERSION")
        ),
        positions: training.len(),
        held_back: held_back.len(),
        perplexity: [on_training.perplexity, on_held_back.perplexity]
            .map(|it| (it * 1e3).round() / 1e3),
        guessed: (on_held_back.guessed * 1e3).round() / 1e3,
    };
    model.provenance = provenance;
    output.write(model.to_text().as_bytes()).with_context(|| path.display().to_string())?;
    progress.line(format!("weights written to {}", path.display()))?;
    Ok(())
}

/// The decisions of a values file, in the order of the games.
pub(super) fn ordered(valued: &ValuesByDecision) -> Vec<Decision> {
    let mut all: Vec<Decision> = valued.keys().copied().collect();
    all.sort_by_key(|at| (at.game, at.ply));
    all
}

/// The samples of `decisions`, those with one legal move left out.
pub(super) fn samples(
    games: &RatedGames,
    decisions: &[Decision],
    valued: &ValuesByDecision,
) -> Vec<Sample> {
    let sample = |&at: &Decision| {
        let values = valued.get(&at).filter(|values| values.len() > 1)?;
        let played = games.played(at);
        Some(Sample {
            rating: f64::from(games.rating(at).0),
            rows: rows(&games.situation(at), values),
            played: values.iter().position(|of| of.mv == played)?,
        })
    };
    decisions.iter().filter_map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::{Options, run};
    use crate::batch::output::Progress;
    use clap::Parser;
    use std::fs;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn the_values_are_never_replaced_and_penalties_are_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let values = folder.path().join("values.tsv");
        fs::write(&values, "hours of work").unwrap();
        let file = values.to_str().unwrap();
        let words = ["tune", "games.tsv", "--values", file, "-o", file, "--overwrite"];
        let options = Line::try_parse_from(words).unwrap().options;
        let error = run(&options, &mut Progress::new(&mut Vec::new())).unwrap_err();
        assert!(format!("{error:#}").contains("is the input file, which is never overwritten"));
        assert_eq!(fs::read_to_string(&values).unwrap(), "hours of work");
        for number in ["nan", "inf", "-1", "x", "1e7"] {
            let words = ["tune", "games.tsv", "--ridge", number];
            let error = Line::try_parse_from(words).err().unwrap().to_string();
            assert!(error.contains("not a number from 0 to 1000000"), "{error}");
        }
    }
}
