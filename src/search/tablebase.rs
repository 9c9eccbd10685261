//! Syzygy endgame tablebases: opened from a directory, probed in the search and at the root.
//!
//! shakmaty-syzygy reads the files; this module converts probe results to scores and skips damaged files.

use crate::base::{Ply, Score, open_file};
use crate::rules::{Move, Position};
use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{Tablebase, Wdl};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Open Syzygy tablebases.
#[derive(Debug)]
pub struct Tablebases {
    tables: Tablebase<Chess>,
    files: usize,
}

/// The reason why no tablebase could be opened.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// The directory cannot be read.
    #[error("syzygy path {path}: {source}")]
    Unreadable {
        /// The directory.
        path: PathBuf,
        /// The I/O error.
        source: std::io::Error,
    },
    /// The directory contains no usable tablebase.
    #[error("syzygy path {path}: {why}")]
    Empty {
        /// The directory.
        path: PathBuf,
        /// There is none, or those that are there are damaged.
        why: String,
    },
}

impl Tablebases {
    /// The directories of a list as in the variable `PATH`; one whose own name has the separator in it is one.
    pub fn folders(path: &Path) -> Vec<PathBuf> {
        let listed = std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty());
        match listed.collect::<Vec<_>>() {
            listed if listed.len() > 1 && !path.is_dir() => listed,
            _ => vec![path.to_owned()],
        }
    }

    /// Opens every tablebase in the directory `path`, or in those of a list as in the variable `PATH`. A damaged file is skipped, with a message in the returned
    /// warnings.
    ///
    /// # Errors
    /// A directory cannot be read, or none contains a tablebase.
    pub fn open(path: &Path) -> Result<(Self, Vec<String>), TablebaseError> {
        let mut files: Vec<PathBuf> = Vec::new();
        for folder in Self::folders(path) {
            let unreadable = |source| TablebaseError::Unreadable { path: folder.clone(), source };
            let entries = std::fs::read_dir(&folder).map_err(unreadable)?.filter_map(Result::ok);
            files.extend(entries.map(|entry| entry.path()));
        }
        files.retain(|file| magic_of(file).is_some());
        files.sort();
        let mut opened = Self { tables: Tablebase::new(), files: 0 };
        let (mut warnings, mut good) = (Vec::new(), Vec::new());
        for file in files {
            let added = check(&file)
                .and_then(|()| opened.tables.add_file(&file).map_err(|error| error.to_string()));
            match added {
                Ok(()) => {
                    opened.files += usize::from(is_wdl(&file));
                    good.push(file);
                }
                Err(reason) => warnings.push(format!("{}: {reason}; skipped", file.display())),
            }
        }
        if opened.files == 0 {
            let why = match warnings.as_slice() {
                [] => "no tablebases (*.rtbw) in it".to_owned(),
                damaged => format!("no tablebases that can be read in it: {}", damaged.join("; ")),
            };
            return Err(TablebaseError::Empty { path: path.to_owned(), why });
        }
        let missing = missing_tables(&good);
        warnings
            .extend(missing.map(|missing| format!("syzygy path {}: {missing}", path.display())));
        Ok((opened, warnings))
    }

    /// The largest number of pieces of any tablebase, kings included.
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Win, draw or loss (WDL) for the side to move right after a capture or pawn move, if a tablebase has it.
    pub fn outcome(&self, position: &Position) -> Option<Wdl> {
        let known = self.covers(position) && position.halfmoves() == 0;
        known.then(|| self.tables.probe_wdl_after_zeroing(position.chess()).ok()).flatten()
    }

    fn covers(&self, position: &Position) -> bool {
        position.board().occupied().count() <= self.max_pieces()
            && position.chess().castles().is_empty()
    }

    /// The root moves among `wanted` (all if none of them is legal) with their scores by the tablebases: a win or loss by its
    /// distance to zeroing (DTZ), without DTZ tables the outcome (WDL), and a win that the fifty-move rule prevents is a
    /// draw. `None` when the tablebases lack a successor.
    pub(super) fn rank(&self, position: &Position, wanted: &[Move]) -> Option<Vec<(Move, Score)>> {
        if !self.covers(position) {
            return None;
        }
        let rank = |mv: &Move| {
            let child = position.after(*mv);
            if child.chess().is_checkmate() {
                return Some(Score::mate_in(1));
            }
            let Ok(dtz) = self.tables.probe_dtz(child.chess()) else {
                // For the opponent; the longest distance, because it is not known.
                return Some(match self.tables.probe_wdl_after_zeroing(child.chess()).ok()? {
                    Wdl::Loss => Score::tablebase_win(Score::MAX_PLY),
                    Wdl::BlessedLoss => Score::raw(1),
                    Wdl::Draw => Score::DRAW,
                    Wdl::CursedWin => Score::raw(-1),
                    Wdl::Win => -Score::tablebase_win(Score::MAX_PLY),
                });
            };
            let dtz = dtz.ignore_rounding().0;
            let clock = i32::try_from(child.halfmoves()).unwrap_or(i32::MAX);
            // Negative for the opponent is good for us; a win that the fifty-move rule prevents is a draw.
            Some(match -dtz {
                // A capture or pawn move that keeps the win is progress; its child counts from zero again.
                win if win > 0 && win + clock <= 100 => {
                    Score::tablebase_win(if clock == 0 { 0 } else { win as Ply })
                }
                loss if loss < 0 && -loss + clock <= 100 => -Score::tablebase_win(-loss as Ply),
                drawn => Score::raw(drawn.signum()),
            })
        };
        let legal = position.legal_moves();
        let mut moves: Vec<Move> = legal.iter().copied().filter(|mv| wanted.contains(mv)).collect();
        if moves.is_empty() {
            moves = legal.iter().copied().collect();
        }
        moves.into_iter().map(|mv| Some((mv, rank(&mv)?))).collect()
    }
}

/// The magic number of a tablebase file with this name.
/// Source: the Syzygy format as implemented in shakmaty-syzygy and Stockfish.
fn magic_of(file: &Path) -> Option<[u8; 4]> {
    match file.extension()?.to_str()? {
        "rtbw" => Some([0x71, 0xe8, 0x23, 0x5d]),
        "rtbz" => Some([0xd7, 0x66, 0x0c, 0xa5]),
        _ => None,
    }
}

/// Numbers of tables of 3, 4, 5, 6 and 7 pieces in a complete set. Source: the Syzygy tables' index.
const COMPLETE: [usize; 5] = [5, 30, 110, 365, 1001];

/// Which tables of the largest number of pieces and below are missing, in words.
fn missing_tables(files: &[PathBuf]) -> Option<String> {
    let pieces = |file: &PathBuf| {
        let name = file.file_stem()?.to_str()?;
        name.chars().filter(char::is_ascii_uppercase).count().checked_sub(3)
    };
    let mut counts = [[0; 2]; COMPLETE.len()];
    for file in files {
        if let Some(count) = pieces(file).and_then(|it| counts.get_mut(it)) {
            count[usize::from(!is_wdl(file))] += 1;
        }
    }
    let used = counts.iter().rposition(|count| *count != [0, 0])? + 1;
    let incomplete = (0..used).filter(|&it| counts[it] != [COMPLETE[it]; 2]).map(|it| {
        let ([wdl, dtz], all) = (counts[it], COMPLETE[it]);
        format!("of {} pieces {wdl} of {all} WDL and {dtz} of {all} DTZ tables", it + 3)
    });
    let incomplete: Vec<String> = incomplete.collect();
    let search = "positions without a table are searched";
    (!incomplete.is_empty()).then(|| format!("{}; {search}", incomplete.join(", ")))
}

fn is_wdl(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "rtbw")
}

/// Checks magic number and size; a complete file has 16 bytes more than a multiple of 64.
fn check(file: &Path) -> Result<(), String> {
    let mut head = [0; 4];
    let mut opened = open_file(file).map_err(|error| error.to_string())?;
    let size = opened.metadata().map_err(|error| error.to_string())?.len();
    opened.read_exact(&mut head).map_err(|_| "shorter than four bytes".to_owned())?;
    if Some(head) != magic_of(file) {
        return Err("does not start with the magic number of a Syzygy file".to_owned());
    }
    if size % 64 != 16 {
        return Err(format!(
            "size {size} bytes: not 16 more than a multiple of 64, the file is truncated"
        ));
    }
    Ok(())
}
