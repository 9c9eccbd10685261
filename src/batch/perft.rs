//! `lucena perft`: leaf counts below each root move, or of every position of an EPD file against the counts it states.

use super::interrupt::{Interrupted, stop_flag};
use super::output::Progress;
use super::wrong_argument::WrongArgument;
use crate::base::{number_of, open_file};
use crate::rules::{Position, notation, parse_fen, perft};
use anyhow::{Context as _, Result, bail, ensure};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Arguments of `lucena perft`.
#[derive(Clone, Debug, clap::Args)]
#[command(
    allow_missing_positional = true,
    override_usage = "lucena perft <FEN> <DEPTH>\n       lucena perft --epd <FILE> <DEPTH>"
)]
pub struct Options {
    /// Position as FEN, `startpos`, or `chess960` and the number of a start arrangement.
    #[arg(required_unless_present = "epd", conflicts_with = "epd")]
    pub fen: Option<String>,
    /// Depth in plies, at most 20; of an EPD file the greatest that is counted.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(perft::MAX_DEPTH)))]
    pub depth: u32,
    /// Compare the counts of an EPD file, as in `FEN ;D1 20 ;D2 400`; the exit code is 1 if one differs.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
}

/// Prints the leaf count below each root move, sorted by move, and the total; or compares a file. Blocks; a signal ends it with
/// the counts until then.
///
/// # Errors
/// An invalid position, a file that cannot be read or a line of it that is malformed, or a count differs; [`Interrupted`].
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let stop = stop_flag(&[signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM])?;
    if let Some(file) = &options.epd {
        return compare(file, options.depth, &stop, progress);
    }
    let position = WrongArgument::position(options.fen.as_deref().unwrap_or("startpos"))?;
    let is_stopped = || stop.load(Ordering::Relaxed);
    let found = perft::divide_until(&position, options.depth, &is_stopped);
    let moves = found.len();
    let mut counts: Vec<_> =
        found.into_iter().filter_map(|(mv, leaves)| Some((mv, leaves?))).collect();
    counts.sort_by_cached_key(|(mv, _)| notation::uci(*mv));
    for (mv, leaves) in &counts {
        progress.line(format!("{}: {leaves}", notation::uci(*mv)))?;
    }
    let total = perft::total(&counts, options.depth);
    if counts.len() < moves {
        progress.line(format!("total so far: {total}"))?;
        let words = format!("stopped after {} of {}", counts.len(), number_of(moves, "move"));
        bail!(Interrupted(words));
    }
    progress.line(format!("total: {total}"))?;
    Ok(())
}

/// Compares the counts of a file up to the depth `deepest`. Malformed lines are named and the others compared.
fn compare(
    file: &Path,
    deepest: u32,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let (mut positions, mut compared, mut different, mut sum) = (0, 0, 0, 0);
    let (mut malformed, mut uncounted) = (0, 0);
    let begun = Instant::now();
    let name = || file.display().to_string();
    let is_stopped = || stop.load(Ordering::Relaxed);
    'lines: for (number, line) in
        BufReader::new(open_file(file).with_context(name)?).lines().enumerate()
    {
        let line = line.with_context(name)?;
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{}: line {}", file.display(), number + 1);
        let (position, counts) = match position_and_counts(line).with_context(place) {
            Ok(read) => read,
            Err(error) => {
                progress.line(format!("{error:#}"))?;
                malformed += 1;
                continue;
            }
        };
        positions += 1;
        if counts.is_empty() {
            uncounted += 1;
            progress.line(format!("{}: no count, as in `FEN ;D1 20`", place()))?;
        }
        for (depth, stated) in counts.into_iter().filter(|(depth, _)| *depth <= deepest) {
            let Some(counts) = perft::divide_unless(&position, depth, &is_stopped) else {
                positions -= 1;
                break 'lines;
            };
            let leaves = perft::total(&counts, depth);
            (compared, sum) = (compared + 1, sum + leaves);
            if leaves != stated {
                different += 1;
                let at = place();
                progress
                    .line(format!("{at}: depth {depth}: {leaves} leaves, stated are {stated}"))?;
            }
        }
        let time = begun.elapsed().as_secs();
        let (positions, counts) = (number_of(positions, "position"), number_of(different, "count"));
        progress.status(format!("{positions}, {counts} {}, {time} s", verb(different)));
    }
    progress.clear_status();
    let time = begun.elapsed().as_secs_f64();
    if compared > 0 {
        let others = [(uncounted, "without a count"), (malformed, "not read")];
        let others = others.iter().filter(|(lines, _)| *lines > 0);
        let others: String = others.map(|(lines, why)| format!(", {lines} {why}")).collect();
        progress.line(format!(
            "{}{others}, {}, {different} {}; {sum} leaves in {time:.1} s",
            number_of(positions, "position"),
            number_of(compared, "count"),
            verb(different),
        ))?;
    }
    if is_stopped() {
        let words =
            format!("{}: stopped after {}", file.display(), number_of(positions, "position"));
        bail!(Interrupted(words));
    }
    ensure!(malformed == 0, "{}: lines that could not be read: {malformed}", file.display());
    ensure!(
        compared > 0,
        "{}: no counts up to depth {deepest}, as in `FEN ;D1 20`",
        file.display()
    );
    ensure!(different == 0, "{} {}", number_of(different, "count"), verb(different));
    Ok(())
}

const fn verb(counts: u64) -> &'static str {
    if counts == 1 { "differs" } else { "differ" }
}

/// The position of a line, and the depths with their counts.
fn position_and_counts(line: &str) -> Result<(Position, Vec<(u32, u64)>)> {
    let mut fields = line.split(';').map(str::trim);
    let position = parse_fen(fields.next().unwrap_or_default())?;
    let counts = fields.filter(|field| !field.is_empty()).map(depth_and_leaves);
    Ok((position, counts.collect::<Result<_>>()?))
}

/// The parts of `D4 197281`.
fn depth_and_leaves(field: &str) -> Result<(u32, u64)> {
    let parts = field.strip_prefix('D').and_then(|rest| rest.split_once(' '));
    let read =
        parts.and_then(|(depth, leaves)| Some((depth.parse().ok()?, leaves.trim().parse().ok()?)));
    read.with_context(|| format!("{field:?}: expected a depth and a count, as in \"D4 197281\""))
}
