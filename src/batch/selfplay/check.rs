//! `lucena selfplay --check` and `--print`: verifies and counts training positions, or prints them as text.

use crate::batch::output::Progress;
use crate::batch::positions::{CutOff, OneRun, Record, ShardReader, shards};
use crate::rules::{Color, Key};
use anyhow::{Context as _, Result, ensure};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// Numbers of a shard, or of several.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    games: u64,
    plies: u64,
    positions: u64,
    /// Positions of games that White won, that were drawn and that Black won.
    results: [u64; 3],
    /// Positions that occurred before.
    repeated: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, plies, positions, results, repeated } = *self;
        let by_game = |count: u64| count as f64 / games.max(1) as f64;
        let [white, draw, black] = results.map(|it| 100.0 * it as f64 / positions.max(1) as f64);
        write!(
            f,
            "{games} games of {:.1} plies, {positions} positions ({:.1} a game), {repeated} repeated; \
             positions of games that White won {white:.1} %, that were drawn {draw:.1} %, that Black won {black:.1} %",
            by_game(plies),
            by_game(positions),
        )
    }
}

/// Verifies every block and position, and prints what the files were made with and the counts. Blocks for about 2 s a
/// million positions.
///
/// # Errors
/// File, offset, field and value of the first damage; after the counts, a file that is cut off.
pub(super) fn check(path: &Path, progress: &mut Progress<'_>) -> Result<()> {
    let (mut all, mut seen, mut cuts) = (Counts::default(), HashSet::new(), Vec::new());
    let (paths, mut run) = (shards(path)?, OneRun::default());
    for path in &paths {
        let mut reader = ShardReader::open(path)?;
        run.take(path, &reader)?;
        if path == &paths[0] {
            for line in reader.provenance.lines()? {
                progress.line(line)?;
            }
        }
        let counts = count(&mut reader, &mut seen).with_context(|| path.display().to_string())?;
        progress.line(format!("{}: {counts}", path.display()))?;
        all.games += counts.games;
        all.plies += counts.plies;
        all.positions += counts.positions;
        all.repeated += counts.repeated;
        for (sum, count) in all.results.iter_mut().zip(counts.results) {
            *sum += count;
        }
        cuts.extend(reader.cut);
    }
    if paths.len() > 1 {
        progress.line(format!("{} files: {all}", paths.len()))?;
    }
    CutOff::check(&cuts)
}

fn count(reader: &mut ShardReader, seen: &mut HashSet<Key>) -> Result<Counts> {
    let mut counts = Counts::default();
    while let Some(block) = reader.next_block()? {
        counts.games += 1;
        counts.plies += u64::from(block.plies);
        for (index, record) in block.records().enumerate() {
            let Record { position, best, result, .. } = record?;
            let mv = best.legal_in(&position);
            let quiet = mv.is_some_and(|mv| !mv.is_capture() && !mv.is_promotion());
            ensure!(
                quiet && !position.is_check(),
                "game {}: record {index}: best move {:#06x} is not a quiet move of {}",
                block.game,
                best.bits(),
                position.fen()
            );
            counts.positions += 1;
            counts.repeated += u64::from(!seen.insert(position.key()));
            counts.results[usize::from(result.half_points(Color::Black))] += 1;
        }
    }
    Ok(counts)
}

/// Prints the positions as lines `FEN;points;score`, with a line `# game N` before each game.
///
/// # Errors
/// As [`check`].
pub(super) fn print(path: &Path, progress: &mut Progress<'_>) -> Result<()> {
    let mut cuts = Vec::new();
    for path in shards(path)? {
        let mut reader = ShardReader::open(&path)?;
        while let Some(block) = reader.next_block()? {
            progress.line(format!("# game {}", block.game))?;
            for record in block.records() {
                let record = record.with_context(|| path.display().to_string())?;
                let points = f64::from(record.result.half_points(Color::White)) / 2.0;
                progress.line(format!("{};{points};{}", record.position.fen(), record.score))?;
            }
        }
        cuts.extend(reader.cut);
    }
    CutOff::check(&cuts)
}
