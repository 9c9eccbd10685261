//! Collects the exercises of the recorded games and of other files, and analyses recorded games that have no evaluations.

use super::{Store, Whose, exercises_of};
use crate::annotate::{
    AnnotateError, Existing, GameJob, MainLine, ProgressEvent, SearchLimits, annotate_game,
};
use crate::engine::{Clock, SystemClock};
use crate::game::Game;
use crate::game::autosave::recorded_games;
use crate::game::pgn::{Index, PgnError};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Nodes for each position of a recorded game that has no evaluations.
const ANALYSIS_NODES: u64 = 50_000;
/// Transposition table of the analysis in MiB.
const HASH_MIB: usize = 16;

/// Why exercises cannot be collected.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// A file that was named cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// An exercise cannot be saved.
    #[error("an exercise cannot be saved: {0}")]
    Save(#[from] io::Error),
    /// A recorded game cannot be analysed.
    #[error(transparent)]
    Analysis(#[from] AnnotateError),
    /// No game has a player of this name.
    #[error("no game has a player called {0:?}")]
    NoPlayer(String),
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Exercises that are new.
    pub added: usize,
    /// Moves of the wanted sides.
    pub moves: usize,
    /// Moves of these without an evaluation.
    pub unevaluated: usize,
    /// Games that were read in part.
    pub read_in_part: usize,
    /// Recorded games that were left out, and why.
    pub left_out: Vec<String>,
}

impl Collected {
    /// The counts in words, one sentence a line; `all` is the number of exercises that are there now.
    pub fn words(&self, all: usize) -> Vec<String> {
        let Self { added, moves, unevaluated, read_in_part, .. } = self;
        let exercises = if all == 1 { "exercise" } else { "exercises" };
        let counts = format!("{all} {exercises}, {added} of them added now");
        let missing = (*unevaluated > 0).then(|| {
            format!(
                "moves without an evaluation in their file: {unevaluated} of {moves}; `lucena annotate` gives them one"
            )
        });
        let partial = (*read_in_part > 0).then(|| {
            format!(
                "games read in part: {read_in_part}; `lucena export --all --format pgn` names what is missing in a file"
            )
        });
        [counts].into_iter().chain(missing).chain(partial).collect()
    }
}

/// Adds the exercises of `files` and of the games recorded in `folder`. A recorded game that cannot be read is left out.
///
/// # Errors
/// One of `files` cannot be read or has no game, an exercise cannot be saved, or no game has the player.
pub fn collect(
    store: &mut Store,
    files: &[PathBuf],
    folder: &Path,
    whose: &Whose,
) -> Result<Collected, CollectError> {
    let mut collected = Collected::default();
    for file in files {
        collect_file(store, file, whose, &mut collected)?;
    }
    for file in recorded_games(folder) {
        match collect_file(store, &file, whose, &mut collected) {
            Err(CollectError::Pgn(error)) => collected.left_out.push(format!("left out: {error}")),
            done => done?,
        }
    }
    match whose {
        Whose::Named(name) if collected.moves == 0 => Err(CollectError::NoPlayer(name.clone())),
        Whose::Named(_) | Whose::Mine(_) | Whose::Person | Whose::Side(_) => Ok(collected),
    }
}

/// A recorded game that is being analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedGame {
    /// Players and date.
    pub label: String,
    /// Positions that were searched.
    pub done: usize,
    /// Positions to search.
    pub positions: usize,
}

/// Analyses the newest game recorded in `folder` that is over, has moves without evaluations and was not analysed before, and
/// adds its exercises. The file of the game stays as it is. Whether there was such a game. Blocks for some seconds; after
/// `stop` the game is resumed by the next call.
///
/// # Errors
/// The game cannot be analysed, `stop` was set, or an exercise cannot be saved.
pub fn analyse_next(
    store: &mut Store,
    folder: &Path,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&AnalysedGame),
) -> Result<bool, CollectError> {
    let name = |file: &Path| file.file_name().map(|name| name.to_string_lossy().into_owned());
    for file in recorded_games(folder).into_iter().rev() {
        let Some(name) = name(&file).filter(|name| !store.is_analysed(name)) else { continue };
        let games = Index::build(&file, &mut |_, _| ControlFlow::Continue(()));
        let Ok(mut game) = games.and_then(|games| games.read(0)).map(|read| read.game) else {
            continue;
        };
        if game.end().is_none() || exercises_of(&game, "", &Whose::Person).unevaluated == 0 {
            continue;
        }
        let main_line = Arc::new(MainLine::of(&game, Existing::Replace));
        let positions = main_line.positions_to_search();
        let mut progress = AnalysedGame { label: label(&game), done: 0, positions };
        on_progress(&progress);
        let limits = SearchLimits { nodes: Some(ANALYSIS_NODES), ..SearchLimits::default() };
        let folder = store.folder().join("analysing");
        let job = GameJob {
            main_line: Arc::clone(&main_line),
            limits,
            threads: 1,
            hash_mib: HASH_MIB,
            folder,
        };
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let annotations = annotate_game(&job, &clock, stop, &mut |event| {
            if let ProgressEvent::TaskDone(done) = event {
                progress.done = done.progress.positions.0;
                on_progress(&progress);
            }
        })?;
        annotations.write(&mut game, &main_line);
        for exercise in exercises_of(&game, &progress.label, &Whose::Person).exercises {
            store.add(exercise)?;
        }
        store.mark_analysed(name)?;
        return Ok(true);
    }
    Ok(false)
}

fn collect_file(
    store: &mut Store,
    file: &Path,
    whose: &Whose,
    collected: &mut Collected,
) -> Result<(), CollectError> {
    let games = Index::build(file, &mut |_, _| ControlFlow::Continue(()))?.with_games()?;
    for number in 0..games.entries().len() {
        let read = games.read(number)?;
        collected.read_in_part += usize::from(read.is_incomplete());
        let game = read.game;
        let found = exercises_of(&game, &label(&game), whose);
        collected.moves += found.moves;
        collected.unevaluated += found.unevaluated;
        for exercise in found.exercises {
            collected.added += usize::from(store.add(exercise)?);
        }
    }
    Ok(())
}

/// "Ada - Lucena, 2026.11.23".
fn label(game: &Game) -> String {
    let names = game.player_names(" - ");
    match game.tags.get("Date").filter(|date| !date.starts_with('?')) {
        Some(date) => format!("{names}, {date}"),
        None => names,
    }
}
