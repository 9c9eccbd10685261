//! The game on disk while it is played. Each game has a PGN file of its own; while it is unfinished, a marker beside it
//! holds what PGN cannot say, and a locked file says that a running program has it.
//!
//! Everything is written anew after each move and takes its name only when it is whole on the disk, so that ending the
//! program at any moment costs the move in progress. Folders are passed in. An error here never stops a game.

use super::pgn::{self, PgnError};
use super::{Claims, Game, NodeId, Stamp};
use crate::base::{Millis, RonError, own_folder, read_text, replace_file};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Why a game cannot be kept or taken up again.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The marker is not one of ours.
    #[error(transparent)]
    Marker(RonError),
    /// The PGN beside the marker cannot be read.
    #[error("{}: {message}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// Another running program has this game.
    #[error("{} is being played in another window", .0.display())]
    InUse(PathBuf),
}

/// What an unfinished game needs besides its PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Unfinished {
    /// Time already used for the move in progress.
    pub used: Millis,
    /// From the start to where the game stands: which continuation was taken at each node.
    pub path: Vec<usize>,
    /// Are draws claimed by the program?
    pub automatic_claims: bool,
    /// What a front end wants to know again, by its own names.
    pub notes: BTreeMap<String, String>,
}

/// A game's place on the disk. Dropping it gives the game free for another program.
#[derive(Debug)]
pub struct Autosave {
    record: PathBuf,
    /// Held locked as long as this program has the game; the system lets go of it however the program ends.
    _lock: File,
}

impl Autosave {
    /// Finds a name in `folder` (made if missing) that no other game has and takes it.
    ///
    /// # Errors
    /// The folder cannot be made or written to.
    pub fn begin(folder: &Path, stamp: Stamp) -> Result<Self, SaveError> {
        own_folder(folder).map_err(failed("make the folder", folder))?;
        let mut number = 1;
        loop {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let record = folder.join(format!("{}{suffix}.pgn", stamp.file_name()));
            let lock = lock_path(&record);
            match File::create_new(&lock) {
                Ok(_) if record.exists() => drop(fs::remove_file(&lock)),
                Ok(file) => {
                    file.try_lock().map_err(|_| SaveError::InUse(record.clone()))?;
                    return Ok(Self { record, _lock: file });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(failed("write", &lock)(source)),
            }
            number += 1;
        }
    }

    /// The PGN file.
    #[must_use]
    pub fn record(&self) -> &Path {
        &self.record
    }

    /// Writes the game and, while it goes on, its marker. `used` and `path` of `state` are filled in here.
    ///
    /// # Errors
    /// What the file system says; what was on the disk before is untouched.
    pub fn save(&self, game: &Game, now: Millis, state: &Unfinished) -> Result<(), SaveError> {
        replace_file(&self.record, pgn::write(game).as_bytes())
            .map_err(failed("write", &self.record))?;
        let marker = marker_path(&self.record);
        if game.status().is_over() {
            return remove_if_there(&marker);
        }
        let state = Unfinished {
            used: game.clocks().used(now),
            path: choices(game),
            automatic_claims: game.claims == Claims::Automatic,
            notes: state.notes.clone(),
        };
        let text = ron::ser::to_string_pretty(&state, ron::ser::PrettyConfig::default());
        let text = text.map_err(|error| failed("write", &marker)(io::Error::other(error)))?;
        replace_file(&marker, text.as_bytes()).map_err(failed("write", &marker))
    }

    /// The game need not be offered again: the marker goes, the PGN stays.
    ///
    /// # Errors
    /// The marker is there and cannot be removed.
    pub fn finish(&self) -> Result<(), SaveError> {
        remove_if_there(&marker_path(&self.record))
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        // Without a marker nobody asks for the lock again. A file that stays is only clutter.
        if !marker_path(&self.record).exists() {
            let _ = fs::remove_file(lock_path(&self.record));
        }
    }
}

/// A game that was not finished and that no running program has.
#[derive(Debug)]
pub struct Resumable {
    save: Autosave,
    /// What its marker says.
    pub state: Unfinished,
    /// The game, standing where it stood, its clocks at rest.
    pub game: Game,
}

impl Resumable {
    /// The PGN file.
    #[must_use]
    pub fn record(&self) -> &Path {
        &self.save.record
    }

    /// Takes the game up again.
    #[must_use]
    pub fn resume(self) -> (Game, Autosave, Unfinished) {
        (self.game, self.save, self.state)
    }

    /// Leaves the PGN as it is and does not offer the game again.
    ///
    /// # Errors
    /// The marker cannot be removed.
    pub fn discard(self) -> Result<(), SaveError> {
        self.save.finish()
    }
}

/// The unfinished games of `folder`, newest first, and what could not be read. A missing folder has none.
/// Games that are not taken up are free again when the answer is dropped.
#[must_use]
pub fn unfinished(folder: &Path) -> (Vec<Resumable>, Vec<SaveError>) {
    let Ok(entries) = fs::read_dir(folder) else { return (Vec::new(), Vec::new()) };
    let mut markers: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(MARKER))
        .collect();
    markers.sort();
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for marker in markers.iter().rev() {
        match take_up(marker) {
            Ok(game) => found.push(game),
            Err(SaveError::InUse(_)) => {}
            Err(error) => errors.push(error),
        }
    }
    (found, errors)
}

/// What a marker's name ends with.
const MARKER: &str = ".unfinished.ron";

fn marker_path(record: &Path) -> PathBuf {
    record.with_extension(&MARKER[1..])
}

fn lock_path(record: &Path) -> PathBuf {
    record.with_extension("lock")
}

fn failed<'a>(action: &'static str, path: &'a Path) -> impl Fn(io::Error) -> SaveError + use<'a> {
    move |source| SaveError::Io { action, path: path.to_owned(), source }
}

fn remove_if_there(path: &Path) -> Result<(), SaveError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove", path)(error)),
        _ => Ok(()),
    }
}

fn take_up(marker: &Path) -> Result<Resumable, SaveError> {
    let stem = marker.to_string_lossy();
    let record = PathBuf::from(format!("{}.pgn", stem.trim_end_matches(MARKER)));
    let lock = lock_path(&record);
    let file = File::options().write(true).create(true).truncate(false).open(&lock);
    let file = file.map_err(failed("lock", &lock))?;
    file.try_lock().map_err(|_| SaveError::InUse(record.clone()))?;
    let text = read_text(marker).map_err(failed("read", marker))?;
    let state: Unfinished = ron::from_str(&text)
        .map_err(|error| SaveError::Marker(RonError::new(marker.display(), &error)))?;
    let unreadable = |message: String| SaveError::Record { path: record.clone(), message };
    let mut games = pgn::read_file(&record).map_err(|error| match error {
        PgnError::Io { source, .. } => failed("read", &record)(source),
        other => unreadable(other.to_string()),
    })?;
    if games.is_empty() {
        return Err(unreadable("there is no game in it".to_owned()));
    }
    let read = games.swap_remove(0);
    if let Some(note) = read.notes.iter().find(|note| note.severity == pgn::Severity::Broken) {
        return Err(unreadable(note.to_string()));
    }
    let mut game = read.game;
    restore(&mut game, &state);
    Ok(Resumable { save: Autosave { record, _lock: file }, state, game })
}

/// Puts the game back where it stood. A path that does not fit (the marker is older than the PGN) is followed as far
/// as it goes; the end of the main line is then the better guess.
fn restore(game: &mut Game, state: &Unfinished) {
    let mut at = NodeId::ROOT;
    let mut whole = true;
    for &choice in &state.path {
        match game.tree().node(at).children().get(choice) {
            Some(&child) => at = child,
            None => whole = false,
        }
    }
    if whole {
        game.goto(at, Millis(0));
        game.charge_clock(state.used);
    }
    game.claims = if state.automatic_claims { Claims::Automatic } else { Claims::OnDemand };
    game.set_end(None);
}

/// Which continuation was taken at each node on the way to where the game stands.
fn choices(game: &Game) -> Vec<usize> {
    let tree = game.tree();
    let path = tree.path(game.current());
    let choice = |pair: &[NodeId]| {
        tree.node(pair[0]).children().iter().position(|&child| child == pair[1]).unwrap_or(0)
    };
    path.windows(2).map(choice).collect()
}
