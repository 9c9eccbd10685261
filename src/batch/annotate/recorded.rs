//! `lucena annotate --recorded`: adds each recorded game that lacks evaluations to one file, annotated. The records stay as they are.
//! A game is in the file once it is done, so that a later run goes on with the next one.

use super::file::{Event, Options, annotate_file, game_line, progress_line, show};
use crate::annotate::Progress as Searched;
use crate::annotate::accuracy::percents;
use crate::base::{
    ChangeLock, Millis, check_directory, number_of, read_text, read_text_at_most, write_atomic,
};
use crate::batch::output::{Progress, check_no_dash, is_same_file};
use crate::batch::partial_games::ReadInPart;
use crate::config::Paths;
use crate::engine::Clock;
use crate::game::autosave::recorded_games;
use crate::game::pgn::{self, PgnError};
use crate::game::{Game, NodeId};
use crate::rules::Move;
use anyhow::{Context as _, Result, ensure};
use shakmaty::ByColor;
use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a record and its annotated copy have in common.
#[derive(PartialEq, Eq, Hash)]
struct Played {
    date: String,
    players: ByColor<String>,
    /// The moves with the time that each took.
    moves: Vec<(Option<Move>, Option<Millis>)>,
}

impl Played {
    fn of(game: &Game) -> Self {
        let step = |id: NodeId| (game.tree().node(id).mv(), game.time_used_at(id));
        Self {
            date: game.tags.get("Date").unwrap_or_default().to_owned(),
            players: game.players.as_ref().map(|player| player.name.clone()),
            moves: game.tree().mainline().into_iter().skip(1).map(step).collect(),
        }
    }
}

/// Annotates the recorded games that are over, lack evaluations and are not in the output file, the oldest first.
///
/// # Errors
/// A file cannot be read or written, the output file has a game that is read in part, the engine cannot be created, or the run was
/// stopped; [`ReadInPart`] if a record cannot be read in full, after the others are written.
pub(super) fn annotate_recorded(
    options: &Options,
    paths: &Paths,
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let output = &options.output;
    let shown = output.display().to_string();
    check_no_dash(output).with_context(|| shown.clone())?;
    let mut done: HashSet<Played> = HashSet::new();
    let known = known_text(output).with_context(|| shown.clone())?;
    for read in pgn::read_bytes(known.as_bytes()).with_context(|| shown.clone())? {
        ensure!(!read.is_incomplete(), "{shown}: line {}: a game is read in part", read.line);
        done.insert(Played::of(&read.game));
    }
    let (mut wanted, mut complete, mut before, mut unread) = (Vec::new(), 0, 0, 0);
    for record in recorded_games(&paths.games()) {
        ensure!(
            !is_same_file(&record, output),
            "{shown}: is a recorded game, which is never overwritten: name another file"
        );
        let game = match pgn::read_file(&record).map(|games| games.into_iter().next()) {
            Ok(Some(read)) if !read.is_incomplete() => read.game,
            Ok(None) => continue,
            Ok(Some(_)) => {
                unread += 1;
                progress.note(format!("left out: {}: read in part", record.display()))?;
                continue;
            }
            Err(error) => {
                unread += 1;
                // Only an I/O error names the file.
                let named = matches!(error, PgnError::Io { .. });
                let file = if named { String::new() } else { format!("{}: ", record.display()) };
                progress.note(format!("left out: {file}{error}"))?;
                continue;
            }
        };
        if game.end().is_none() || game.tree().is_empty() {
            continue;
        }
        let lacks =
            options.replace || percents(&game, &game.tree().mainline()).iter().any(Option::is_none);
        match (done.contains(&Played::of(&game)), lacks) {
            (true, _) => before += 1,
            (false, true) => wanted.push(record),
            (false, false) => complete += 1,
        }
    }
    for (number, record) in wanted.iter().enumerate() {
        // Its name tells the game: an interrupted run goes on with the same one, and its checkpoint lies beside it.
        let mut part = output.as_os_str().to_owned();
        part.push(".");
        part.push(record.file_stem().unwrap_or_default());
        let one = Options {
            input: Some(record.clone()),
            recorded: false,
            output: PathBuf::from(part),
            overwrite: true,
            ..options.clone()
        };
        annotate_one(&one, (number + 1, wanted.len()), clock, stop, progress)?;
        // No other process may add a game in between.
        let _lock = ChangeLock::of(output);
        let known = known_text(output).with_context(|| shown.clone())?;
        let between = if known.is_empty() { "" } else { "\n\n" };
        let text = read_text(&one.output).with_context(|| one.output.display().to_string())?;
        let all = format!("{}{between}{text}", known.trim_end());
        write_atomic(output, all.as_bytes()).with_context(|| shown.clone())?;
        fs::remove_file(&one.output).with_context(|| one.output.display().to_string())?;
    }
    progress.clear_status();
    let counted = |count: usize, words: &str| match count {
        0 => String::new(),
        count => format!(", {count} {words}"),
    };
    let before = counted(before, "in the file before");
    let complete = counted(complete, "left out, with evaluations of their own");
    let annotated = number_of(wanted.len(), "recorded game");
    let written = !wanted.is_empty() || output.exists();
    let file = if written { format!(": {shown}") } else { "; no file is written".to_owned() };
    progress.line(format!("{annotated} annotated{before}{complete}{file}"))?;
    if unread > 0 { Err(ReadInPart::LeftOut(unread).into()) } else { Ok(()) }
}

/// The text of the output file; empty if there is none.
fn known_text(output: &Path) -> io::Result<String> {
    match read_text_at_most(output, u64::MAX) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            check_directory(output).map(|()| String::new())
        }
        text => text,
    }
}

/// Annotates a record into a file of its own. `place` is the number of the game in this run, and how many there are.
fn annotate_one(
    one: &Options,
    place: (usize, usize),
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let mut written = Ok(());
    annotate_file(one, clock, stop, &mut |event| {
        let shown = match event {
            Event::Progress(searched) => {
                progress.status(progress_line(&Searched { game: place, ..searched }));
                Ok(())
            }
            Event::Game(_, names, summary) => progress.line(game_line(place.0, &names, &summary)),
            Event::Reading(..) => Ok(()),
            Event::Resumed(_) | Event::Note(_) => show(one.input(), &event, progress),
        };
        if let Err(error) = shown {
            written = Err(error);
        }
    })?;
    Ok(written?)
}
