//! Saves the game during play. Each game has its own PGN file; while the game is unfinished, a resume file beside it
//! holds the state that PGN cannot express, and a locked file marks the game as in use by a running program.
//!
//! Both files are replaced atomically after each move, so that a crash at any moment loses at most the move in
//! progress. A record that another program changed is copied to a folder below before it is replaced. Folders are passed in. An
//! error here never stops a game.

use super::pgn;
use super::{DrawClaims, Game, NodeId, Timestamp};
use crate::base::{
    FileStamp, Millis, RonError, create_private_dir, open_regular, read_at_most, read_text,
    write_atomic, write_atomic_with, write_new,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Why a game cannot be saved or resumed.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// An operation of the file system failed.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The operation.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The resume file cannot be parsed.
    #[error(transparent)]
    ResumeFile(RonError),
    /// The PGN file beside the resume file cannot be read.
    #[error("{}: {message}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// Another running process has this game open.
    #[error("{} is open in another running program", .0.display())]
    InUse(PathBuf),
}

/// State of an unfinished game that its PGN does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ResumeState {
    /// Time already used for the move in progress.
    pub used: Millis,
    /// Path from the start to the current node: the index of the child taken at each node.
    pub path: Vec<usize>,
    /// Whether the program claims draws automatically.
    pub automatic_claims: bool,
    /// Values that the front end stores for resuming, by its own keys.
    pub notes: BTreeMap<String, String>,
}

/// The files of a game in progress. Dropping it releases the lock.
#[derive(Debug)]
pub struct Autosave {
    record: PathBuf,
    /// The record as this process wrote or read it last.
    known: Option<FileStamp>,
    /// A copy of a changed record that no save has returned yet.
    copied: Option<PathBuf>,
    /// Locked while this process has the game; the system releases the lock when the process ends.
    _lock: File,
}

impl Autosave {
    /// Reserves an unused file name in `folder`, which is created if missing.
    ///
    /// # Errors
    /// The folder cannot be created or written to.
    pub fn create(folder: &Path, stamp: Timestamp) -> Result<Self, SaveError> {
        create_private_dir(folder).map_err(failed("make the folder", folder))?;
        let mut number = 1;
        loop {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let record = folder.join(format!("{}{suffix}.pgn", stamp.file_name()));
            let lock = lock_path(&record);
            match File::create_new(&lock) {
                Ok(_) if record.exists() => drop(fs::remove_file(&lock)),
                Ok(file) => {
                    if let Err(error) = lock_for(&file, &lock, &record) {
                        drop(fs::remove_file(&lock));
                        return Err(error);
                    }
                    return Ok(Self { record, known: None, copied: None, _lock: file });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(failed("write", &record)(source)),
            }
            number += 1;
        }
    }

    /// The PGN file.
    pub fn record(&self) -> &Path {
        &self.record
    }

    /// Writes the PGN file and, while the game is unfinished, the resume file; makes their folder again if it is gone. Only
    /// `notes` of `state` is used; the other fields are computed from the game. Returns the copy of a PGN file that another
    /// program changed.
    ///
    /// # Errors
    /// An error of the file system; the previous files stay as they were.
    pub fn save(
        &mut self,
        game: &Game,
        now: Millis,
        state: &ResumeState,
    ) -> Result<Option<PathBuf>, SaveError> {
        if let Some(folder) = self.record.parent().filter(|folder| !folder.exists()) {
            create_private_dir(folder).map_err(failed("make the folder", folder))?;
        }
        let marker = resume_path(&self.record);
        if game.status().is_over() {
            self.write_record(game)?;
            remove_if_there(&marker)?;
            return Ok(self.copied.take());
        }
        if !self.record.exists() {
            self.write_record(game)?;
        }
        let state = ResumeState {
            used: game.clocks().used(now),
            path: child_indices(game),
            automatic_claims: game.claims == DrawClaims::Automatic,
            notes: state.notes.clone(),
        };
        let text = ron::ser::to_string_pretty(&state, ron::ser::PrettyConfig::default());
        let text = text.map_err(|error| failed("write", &marker)(io::Error::other(error)))?;
        // A kill between the two files leaves a path that is longer than the record, never a record with moves after the
        // path: the game then resumes at the end of the main line.
        write_atomic(&marker, text.as_bytes()).map_err(failed("write", &marker))?;
        self.write_record(game)?;
        Ok(self.copied.take())
    }

    fn write_record(&mut self, game: &Game) -> Result<(), SaveError> {
        let pgn = pgn::write(game);
        // As late as possible: what is written to the record after this is lost.
        self.copy_changed()?;
        let about = write_atomic_with(&self.record, |file| file.write_all(pgn.as_bytes()));
        let about = about.map_err(failed("write", &self.record))?;
        self.known = Some(FileStamp::of(&about).renamed(&self.record));
        Ok(())
    }

    /// Copies the record if it is not as this process left it.
    fn copy_changed(&mut self) -> Result<(), SaveError> {
        let now = FileStamp::at(&self.record);
        if now.is_none() || now == self.known {
            return Ok(());
        }
        let bytes =
            read_at_most(&self.record, MAX_RECORD_BYTES).map_err(failed("read", &self.record))?;
        let folder = changed_folder(self.record.parent().unwrap_or(Path::new("")));
        create_private_dir(&folder).map_err(failed("make the folder", &folder))?;
        let stem = self.record.file_stem().unwrap_or_default().to_string_lossy();
        let mut number = 1;
        loop {
            let copy = folder.join(format!("{stem}-{number}.pgn"));
            number += 1;
            if copy.symlink_metadata().is_ok() {
                continue;
            }
            match write_new(&copy, &bytes) {
                Ok(()) => {
                    (self.known, self.copied) = (now, Some(copy));
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed("write", &copy)(error)),
            }
        }
    }

    /// Removes the resume file, so that the game is not offered again; the PGN file stays.
    ///
    /// # Errors
    /// The resume file exists and cannot be removed.
    pub fn finish(&self) -> Result<(), SaveError> {
        remove_if_there(&resume_path(&self.record))
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        // Without a resume file the lock is never used again. Failing to remove it is harmless.
        if !resume_path(&self.record).exists() {
            let _ = fs::remove_file(lock_path(&self.record));
        }
    }
}

/// An unfinished game that no running process has open.
#[derive(Debug)]
pub struct Resumable {
    save: Autosave,
    /// The state from the resume file.
    pub state: ResumeState,
    /// The game at its saved node, with stopped clocks.
    pub game: Game,
}

impl Resumable {
    /// Its PGN file, by which [`resumable_game`] finds it again.
    pub fn record(&self) -> &Path {
        &self.save.record
    }

    /// Resumes the game.
    pub fn resume(self) -> (Game, Autosave, ResumeState) {
        (self.game, self.save, self.state)
    }

    /// Removes the resume file and keeps the PGN file, which ends with the position on the board. Returns the copy of a PGN file
    /// that another program changed.
    ///
    /// # Errors
    /// One of the files cannot be changed.
    pub fn discard(mut self) -> Result<Option<PathBuf>, SaveError> {
        self.save.finish()?;
        if self.game.leave_at_board() {
            self.save.write_record(&self.game)?;
        }
        Ok(self.save.copied.take())
    }
}

/// The unfinished games of a folder.
#[derive(Debug, Default)]
pub struct UnfinishedGames {
    /// Those that no running process has open, newest first. Dropping one without resuming it releases its lock.
    pub resumable: Vec<Resumable>,
    /// How many a running process has open, this one or another.
    pub in_use: usize,
    /// Why others cannot be read.
    pub errors: Vec<SaveError>,
}

/// [`UnfinishedGames`] without those that are in use.
pub fn resumable_games(folder: &Path) -> (Vec<Resumable>, Vec<SaveError>) {
    let UnfinishedGames { resumable, errors, .. } = unfinished_games(folder);
    (resumable, errors)
}

/// The unfinished games of `folder`. A missing folder has none.
pub fn unfinished_games(folder: &Path) -> UnfinishedGames {
    let mut found = UnfinishedGames::default();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    let mut markers: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(RESUME_SUFFIX))
        .collect();
    markers.sort();
    for marker in markers.iter().rev() {
        match open_resumable(marker) {
            Ok(game) => found.resumable.push(game),
            Err(SaveError::InUse(_)) => found.in_use += 1,
            Err(error) => found.errors.push(error),
        }
    }
    found
}

/// The unfinished game that is recorded in this PGN file.
///
/// # Errors
/// It cannot be read, was finished meanwhile, or another running program has it open.
pub fn resumable_game(record: &Path) -> Result<Resumable, SaveError> {
    open_resumable(&resume_path(record))
}

/// Files that are looked at for the last game, newest first.
const MAX_LOOKED_AT: usize = 20;
/// Largest file read in bytes; a saved game is smaller.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// The PGN files in `folder` by name, which begins with the date: oldest first. A folder that cannot be read has none.
pub fn recorded_games(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "pgn"));
    // Of two games of one second the second has a number behind the date.
    files.sort_by(|one, other| one.file_stem().cmp(&other.file_stem()));
    files
}

/// A recorded game that was played to its end.
#[derive(Clone, Debug)]
pub struct EndedGame {
    /// Its file.
    pub file: PathBuf,
    /// The game.
    pub game: Game,
}

/// The newest game in `folder` that was played to its end. Blocking; unreadable files are skipped.
pub fn last_ended(folder: &Path) -> Option<EndedGame> {
    recorded_games(folder).into_iter().rev().take(MAX_LOOKED_AT).find_map(|file| {
        let text = read_at_most(&file, MAX_FILE_BYTES).ok()?;
        let game = pgn::read_bytes(&text).ok()?.pop()?.game;
        (game.end().is_some() && !game.tree().is_empty()).then_some(EndedGame { file, game })
    })
}

/// Largest record of a game in progress that is read, in bytes: another program may have made it of any size.
const MAX_RECORD_BYTES: u64 = 1 << 30;

/// The folder below `games` for records that another program changed during the game.
pub fn changed_folder(games: &Path) -> PathBuf {
    // The games of the folder itself are counted, and these are there already.
    games.join("changed")
}

/// Suffix of a resume file's name.
const RESUME_SUFFIX: &str = ".unfinished.ron";

fn resume_path(record: &Path) -> PathBuf {
    record.with_extension(&RESUME_SUFFIX[1..])
}

/// The record of a game that can be resumed: the inverse of [`resume_path`].
fn record_path(marker: &Path) -> PathBuf {
    marker.with_extension("").with_extension("pgn")
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

/// Locks the file `lock` of the game in `record`.
fn lock_for(file: &File, lock: &Path, record: &Path) -> Result<(), SaveError> {
    crate::base::lock(file).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => SaveError::InUse(record.to_owned()),
        _ => failed("lock", lock)(error),
    })
}

fn open_resumable(marker: &Path) -> Result<Resumable, SaveError> {
    let record = record_path(marker);
    let lock = lock_path(&record);
    let options = File::options().write(true).create(true).truncate(false).to_owned();
    let file = open_regular(&lock, &options);
    let file = file.map_err(failed("lock", &lock))?;
    lock_for(&file, &lock, &record)?;
    // Before it is read: a change while it is read is one that the game does not have.
    let known = FileStamp::at(&record);
    let text = read_text(marker).map_err(failed("read", marker))?;
    let state: ResumeState = ron::from_str(&text)
        .map_err(|error| SaveError::ResumeFile(RonError::new(marker.display(), &error)))?;
    let unreadable = |message: String| SaveError::Pgn { path: record.clone(), message };
    let bytes = read_at_most(&record, MAX_RECORD_BYTES).map_err(failed("read", &record))?;
    let mut games = pgn::read_bytes(&bytes).map_err(|error| unreadable(error.to_string()))?;
    if games.is_empty() {
        return Err(unreadable("contains no game".to_owned()));
    }
    let read = games.swap_remove(0);
    if let Some(note) = read.notes.iter().find(|note| note.severity == pgn::Severity::Error) {
        return Err(unreadable(note.to_string()));
    }
    let mut game = read.game;
    // The game may lack what another program wrote, such as a second game: then the first save copies the file.
    let known = known.filter(|_| bytes == pgn::write(&game).as_bytes());
    restore(&mut game, &state);
    Ok(Resumable { save: Autosave { record, known, copied: None, _lock: file }, state, game })
}

/// Restores node, clock and draw claims. When the path does not match the tree (the two files are of different moves), the
/// game stays at the end of the main line, and the time used, which was another move's, is not deducted.
fn restore(game: &mut Game, state: &ResumeState) {
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
        game.deduct_clock(state.used);
    }
    game.claims = if state.automatic_claims { DrawClaims::Automatic } else { DrawClaims::OnDemand };
    game.reopen();
}

/// The index of the child taken at each node on the path to the current node.
fn child_indices(game: &Game) -> Vec<usize> {
    let tree = game.tree();
    let path = tree.path(game.current());
    let choice = |pair: &[NodeId]| {
        tree.node(pair[0]).children().iter().position(|&child| child == pair[1]).unwrap_or(0)
    };
    path.windows(2).map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::{record_path, resume_path};
    use std::path::PathBuf;

    #[test]
    fn the_record_of_a_game_is_found_from_its_marker() {
        let mut records = vec![PathBuf::from("games/2026.11.30 1.pgn"), "a.unfinished.pgn".into()];
        #[cfg(unix)]
        records.push(
            <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(
                b"\xff/x.pgn".to_vec(),
            )
            .into(),
        );
        for record in records {
            assert_eq!(record_path(&resume_path(&record)), record);
        }
    }
}
