//! The values of the legal moves of each decision, kept in a file so that an interrupted run resumes.
//!
//! The first line states the search. Each further line has the game's source, the ply, and for every legal move its UCI
//! notation with the values at depths 1 to 6, and a `*` at the best move of the longer search: `TZJHLljE 16 e2e4*:30,25,…`. An incomplete last line is dropped.

use super::games::{Decision, RatedGames};
use crate::base::{lock, open_regular};
use crate::batch::output::Progress;
use crate::batch::parallel::run_in_order;
use crate::knowledge::Knowledge;
use crate::rules::{notation, parse_move};
use crate::search::{VALUE_HASH_MIB, VALUE_NODES, ValueSearch};
use crate::strength::human::{DEPTHS, MoveValues};
use anyhow::{Context as _, Result, ensure};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// The values of decisions.
pub(super) type ValuesByDecision = HashMap<Decision, Vec<MoveValues>>;

/// The values of every decision of `wanted`: those in the file at `path`, and the others computed and added to it.
pub(super) fn values(
    path: &Path,
    games: &RatedGames,
    wanted: &[Decision],
    progress: &mut Progress<'_>,
) -> Result<ValuesByDecision> {
    let name = || path.display().to_string();
    let mut options = File::options();
    // Without wanted decisions the file itself says which.
    let options = options.read(true).create(!wanted.is_empty()).append(true);
    let mut file = open_regular(path, options).with_context(name)?;
    // Two runs would add the same positions.
    lock(&file).with_context(name)?;
    let (mut known, kept) = read(&mut file, games).with_context(name)?;
    file.set_len(kept).with_context(name)?;
    if kept == 0 {
        writeln!(file, "{}", header()).with_context(name)?;
    }
    let missing: Vec<Decision> =
        wanted.iter().copied().filter(|at| !known.contains_key(at)).collect();
    let knowledge = Knowledge::standard()?;
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let searches: Result<Vec<_>, _> =
        (0..workers).map(|_| ValueSearch::new(Arc::clone(&knowledge))).collect();
    let work = |search: &mut ValueSearch, job: usize| {
        let at = missing[job];
        Ok((at, search.values(&games.situation(at))))
    };
    let mut done = 0;
    run_in_order(searches?, 0..missing.len(), work, |(at, values)| {
        let mut line = format!("{}\t{}", games.0[at.game].source, at.ply);
        for MoveValues { mv, by_depth, is_best } in &values {
            let _ = write!(line, "\t{}{}:", notation::uci(*mv), if *is_best { "*" } else { "" });
            let numbers: Vec<String> = by_depth.iter().map(ToString::to_string).collect();
            line += &numbers.join(",");
        }
        // One write for each line, so that an interruption cuts at most the last one.
        file.write_all(format!("{line}\n").as_bytes()).with_context(name)?;
        known.insert(at, values);
        done += 1;
        progress.status(format!("{done} of {} positions valued", missing.len()));
        Ok(ControlFlow::Continue(()))
    })?;
    progress.clear_status();
    Ok(known)
}

fn header() -> String {
    format!(
        "# values at depths 1 to {DEPTHS}, best of {VALUE_NODES} nodes, least LMP, {VALUE_HASH_MIB} MiB"
    )
}

/// The values of a file, and the length in bytes of its complete lines.
fn read(file: &mut File, games: &RatedGames) -> Result<(ValuesByDecision, u64)> {
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    let mut lines = text.lines().enumerate();
    if let Some((_, first)) = lines.next() {
        ensure!(first == header(), "line 1: {first:?} is not {:?}", header());
    }
    let sources: HashMap<&str, usize> =
        games.0.iter().enumerate().map(|(index, game)| (&*game.source, index)).collect();
    let mut known = ValuesByDecision::new();
    for (index, line) in lines {
        let (at, values) =
            read_line(line, games, &sources).with_context(|| format!("line {}", index + 1))?;
        known.insert(at, values);
    }
    Ok((known, text.len() as u64))
}

fn read_line(
    line: &str,
    games: &RatedGames,
    sources: &HashMap<&str, usize>,
) -> Result<(Decision, Vec<MoveValues>)> {
    let mut fields = line.split('\t');
    let source = fields.next().unwrap_or_default();
    let game = *sources.get(source).with_context(|| format!("no game {source:?}"))?;
    let text = fields.next().context("no ply")?;
    let ply = text.parse().with_context(|| format!("ply {text:?}"))?;
    ensure!(ply < games.0[game].moves.len(), "ply {ply}: the game has fewer moves");
    let at = Decision { game, ply };
    let position = games.situation(at).position;
    let values = fields.map(|field| {
        let (mv, numbers) = field.split_once(':').with_context(|| format!("{field:?}"))?;
        let name = mv.trim_end_matches('*');
        let (mv, is_best) = (parse_move(&position, name)?, name != mv);
        let numbers: Result<Vec<i32>, _> = numbers.split(',').map(str::parse).collect();
        let by_depth = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        let by_depth = by_depth.with_context(|| format!("{field:?}"))?;
        Ok(MoveValues { mv, by_depth, is_best })
    });
    Ok((at, values.collect::<Result<_>>()?))
}
