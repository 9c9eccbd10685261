//! Training positions: what `lucena selfplay` writes and `lucena tune` reads, as binary shards or as text.

mod record;
mod shard;

pub(super) use record::Record;
pub use shard::Provenance;
pub(super) use shard::{ShardReader, ShardWriter};

use super::output::Progress;
use crate::base::open_file;
use crate::game::GameResult;
use crate::rules::{Position, parse_fen};
use anyhow::{Context as _, Result, bail, ensure};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

/// Shards end inside a game; what comes before was read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CutOff(pub String);

impl CutOff {
    /// Nothing, if no shard was cut off.
    ///
    /// # Errors
    /// The lines about the cuts as one error.
    pub(super) fn check(cuts: &[String]) -> Result<()> {
        ensure!(cuts.is_empty(), Self(cuts.join("\n")));
        Ok(())
    }
}

/// A position with the result of its game and the score of a search.
#[derive(Clone, Debug)]
pub(super) struct LabelledPosition {
    /// Number of the game, from 1.
    pub game: usize,
    pub position: Position,
    pub result: GameResult,
    /// Centipawns, White's view.
    pub score: i32,
}

/// The end of the name of a shard.
const SHARD_SUFFIX: &str = ".positions";

/// Name of a shard in its folder.
pub(super) fn shard_name(number: u32) -> String {
    format!("{number:05}{SHARD_SUFFIX}")
}

/// The shards in a folder, in order; a file is its own only shard.
///
/// # Errors
/// The folder cannot be read, has no shards, or lacks one between others.
pub(super) fn shards(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let found = shards_of(path)?;
    ensure!(!found.is_empty(), "{}: no {} in the folder", path.display(), shard_name(0));
    Ok(found)
}

/// The shards in a folder, in order; there may be none.
///
/// # Errors
/// The folder cannot be read, or lacks a shard between others.
pub(super) fn shards_of(path: &Path) -> Result<Vec<PathBuf>> {
    let name = || path.display().to_string();
    let mut numbers = Vec::new();
    for entry in path.read_dir().with_context(name)? {
        let file = entry.with_context(name)?.file_name();
        let stem = file.to_str().and_then(|file| file.strip_suffix(SHARD_SUFFIX));
        let number = stem.and_then(|stem| stem.parse().ok());
        numbers.extend(number.filter(|&number| shard_name(number) == file.to_string_lossy()));
    }
    numbers.sort_unstable();
    for (wanted, &number) in (0..).zip(&numbers) {
        let (missing, there) = (shard_name(wanted), shard_name(number));
        ensure!(number == wanted, "{}: {missing} is missing, but {there} exists", name());
    }
    Ok(numbers.into_iter().map(|number| path.join(shard_name(number))).collect())
}

/// Compares what the shards of a folder were made with.
#[derive(Debug, Default)]
pub(super) struct OneRun(Option<Provenance>);

impl OneRun {
    /// Takes the next shard.
    ///
    /// # Errors
    /// The file, and the first field in which it differs from what follows the shard before: it is of another run, or a copy.
    pub fn take(&mut self, path: &Path, reader: &ShardReader) -> Result<()> {
        let own = &reader.provenance;
        let first_game = own.first_game.saturating_add(own.games);
        let wanted = self.0.replace(Provenance { first_game, ..own.clone() });
        let same = wanted.map_or(Ok(()), |wanted| own.check_same(&wanted));
        same.with_context(|| path.display().to_string())
    }
}

/// Checks that there are positions to read, before anything else is judged or made.
///
/// # Errors
/// The file cannot be opened, or the folder not be read or has no shards; named.
pub(super) fn check(path: &Path) -> Result<()> {
    if let Some(shard) = shards(path)?.first() {
        open_file(shard).with_context(|| shard.display().to_string())?;
    }
    Ok(())
}

/// Hands every position of a folder of shards, of a shard or of a text file to `take`. A shard that is cut off is read up to
/// its last whole game, and a line says so, which is returned too.
///
/// # Errors
/// File, line or offset, field and value; or the first error of `take`.
pub(super) fn read(
    path: &Path,
    progress: &mut Progress<'_>,
    mut take: impl FnMut(LabelledPosition) -> Result<()>,
) -> Result<Vec<String>> {
    let file = || path.display().to_string();
    if !path.is_dir() && !shard::is_shard(path).with_context(file)? {
        return read_text(path, take).map(|()| Vec::new());
    }
    let (mut run, mut cuts) = (OneRun::default(), Vec::new());
    for path in shards(path)? {
        let mut reader = ShardReader::open(&path)?;
        // Runs may be put together on purpose.
        if let Err(error) = run.take(&path, &reader) {
            progress.line(format!("{error:#}"))?;
        }
        while let Some(block) = reader.next_block()? {
            for record in block.records() {
                let Record { position, score, result, .. } =
                    record.with_context(|| path.display().to_string())?;
                let game = block.game as usize + 1;
                take(LabelledPosition { game, position, result, score: score.into() })?;
            }
        }
        if let Some(cut) = reader.cut {
            progress.line(&cut)?;
            cuts.push(cut);
        }
    }
    Ok(cuts)
}

/// Reads lines `FEN;points;score`; a line that begins with `#` starts a game.
fn read_text(path: &Path, mut take: impl FnMut(LabelledPosition) -> Result<()>) -> Result<()> {
    let file = || path.display().to_string();
    let mut game = 0;
    let lines = BufReader::new(open_file(path).with_context(file)?).lines();
    for (number, line) in lines.enumerate() {
        let line = line.with_context(file)?;
        if line.starts_with('#') || line.trim().is_empty() {
            game += usize::from(line.starts_with('#'));
            continue;
        }
        let place = || format!("{}:{}: {line:?}", path.display(), number + 1);
        take(read_line(game, &line).with_context(place)?)?;
    }
    Ok(())
}

fn read_line(game: usize, line: &str) -> Result<LabelledPosition> {
    let [fen, points, score] = line.split(';').collect::<Vec<_>>()[..] else {
        bail!("expected FEN;points;score");
    };
    let result = match points {
        "1" => GameResult::White,
        "0.5" => GameResult::Draw,
        "0" => GameResult::Black,
        _ => bail!("points {points:?}, expected 1, 0.5 or 0"),
    };
    let score = score.parse().with_context(|| format!("score {score:?}"))?;
    Ok(LabelledPosition { game, position: parse_fen(fen)?, result, score })
}
