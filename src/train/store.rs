//! Exercises, answers and the names of analysed games on disk: files of one RON value a line, to which lines are only ever appended. A line that is cut
//! off or cannot be read is reported and left out; it stays in the file.

use super::{Exercise, Whose};
use crate::base::{create_private_dir, open_regular, ron_words};
use crate::game::name_key;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::mem;
use std::path::{Path, PathBuf};

const EXERCISES: &str = "exercises.ron";
const ANSWERS: &str = "answers.ron";
const ANALYSED: &str = "analysed.ron";

/// The first answer of a session to an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    pub at: i64,
    /// The position of the exercise.
    pub fen: String,
    /// The move in UCI notation; empty if the player gave up.
    pub mv: String,
    /// Whether it is right.
    pub right: bool,
}

/// The exercises and answers of one folder.
#[derive(Debug)]
pub struct Store {
    exercises: Vec<Exercise>,
    /// Exercises in positions of `exercises`, of other players.
    others: Vec<Exercise>,
    /// The positions of `exercises`.
    positions: HashSet<String>,
    /// Position and player of every exercise in the file.
    known: HashSet<(String, String)>,
    answers: HashMap<String, Vec<Answer>>,
    /// Names of the recorded games that were analysed for exercises.
    analysed: HashSet<String>,
    exercise_file: File,
    answer_file: File,
    analysed_file: File,
    folder: PathBuf,
    /// Lines that could not be read: file, line number and error.
    pub notes: Vec<String>,
}

impl Store {
    /// Reads the files in `folder`, which is created if missing.
    ///
    /// # Errors
    /// A file cannot be read or opened for writing.
    pub fn open(folder: &Path) -> io::Result<Self> {
        create_private_dir(folder)?;
        let mut notes = Vec::new();
        let (exercises, exercise_file) = open_lines(folder, EXERCISES, &mut notes)?;
        let (answers, answer_file) = open_lines::<Answer>(folder, ANSWERS, &mut notes)?;
        let (analysed, analysed_file) = open_lines::<String>(folder, ANALYSED, &mut notes)?;
        let mut store = Self {
            analysed: analysed.into_iter().collect(),
            analysed_file,
            folder: folder.to_owned(),
            exercises: Vec::new(),
            others: Vec::new(),
            positions: HashSet::new(),
            known: HashSet::new(),
            answers: HashMap::new(),
            exercise_file,
            answer_file,
            notes,
        };
        for exercise in exercises {
            if store.known.insert(key(&exercise)) {
                store.insert(exercise);
            }
        }
        for answer in answers {
            store.answers.entry(answer.fen.clone()).or_default().push(answer);
        }
        Ok(store)
    }

    /// The exercises, one for each position, in the order in which they were added.
    pub fn exercises(&self) -> &[Exercise] {
        &self.exercises
    }

    /// The answers to an exercise, oldest first.
    pub fn answers(&self, exercise: &Exercise) -> &[Answer] {
        self.answers.get(&exercise.fen).map_or(&[], Vec::as_slice)
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the recorded game of this file name was analysed.
    pub fn is_analysed(&self, name: &str) -> bool {
        self.analysed.contains(name)
    }

    /// Notes that the recorded game of this file name was analysed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn mark_analysed(&mut self, name: String) -> io::Result<()> {
        append(&mut self.analysed_file, ANALYSED, &name)?;
        self.analysed.insert(name);
        Ok(())
    }

    /// Leaves out the exercises that are not wanted; their lines stay in the file.
    pub fn keep(&mut self, whose: &Whose) {
        self.positions.clear();
        let first = mem::take(&mut self.exercises);
        let all = first.into_iter().chain(mem::take(&mut self.others));
        for exercise in all.filter(|exercise| whose.wants(exercise)) {
            self.insert(exercise);
        }
    }

    /// Adds an exercise unless it is known; whether its position is new.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, exercise: Exercise) -> io::Result<bool> {
        let key = key(&exercise);
        if self.known.contains(&key) {
            return Ok(false);
        }
        append(&mut self.exercise_file, EXERCISES, &exercise)?;
        self.known.insert(key);
        Ok(self.insert(exercise))
    }

    /// Saves an answer; it is on disk when this returns.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn record(&mut self, answer: Answer) -> io::Result<()> {
        append(&mut self.answer_file, ANSWERS, &answer)?;
        self.answer_file.sync_data()?;
        self.answers.entry(answer.fen.clone()).or_default().push(answer);
        Ok(())
    }

    fn insert(&mut self, exercise: Exercise) -> bool {
        let is_new = self.positions.insert(exercise.fen.clone());
        if is_new { &mut self.exercises } else { &mut self.others }.push(exercise);
        is_new
    }
}

/// What tells an exercise from others: the position and who erred in it.
fn key(exercise: &Exercise) -> (String, String) {
    (exercise.fen.clone(), name_key(&exercise.player))
}

/// Opens the file `name` of `folder`, which is created if missing: its values, and the file for appending lines. Errors name it.
fn open_lines<T: DeserializeOwned>(
    folder: &Path,
    name: &str,
    notes: &mut Vec<String>,
) -> io::Result<(Vec<T>, File)> {
    read_lines(&folder.join(name), notes)
        .map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
}

fn read_lines<T: DeserializeOwned>(
    path: &Path,
    notes: &mut Vec<String>,
) -> io::Result<(Vec<T>, File)> {
    let mut file = open_regular(path, File::options().read(true).create(true).append(true))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let mut values = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let text = String::from_utf8_lossy(line);
        if text.trim().is_empty() {
            continue;
        }
        match ron::from_str(&text) {
            Ok(value) => values.push(value),
            Err(error) => {
                notes.push(format!(
                    "{}:{}: left out: {}",
                    path.display(),
                    index + 1,
                    ron_words(&error.code)
                ));
            }
        }
    }
    // The last line may be cut off.
    if bytes.last().is_some_and(|&byte| byte != b'\n') {
        file.write_all(b"\n")?;
    }
    Ok((values, file))
}

/// Errors name the file.
fn append(file: &mut File, name: &str, value: &impl Serialize) -> io::Result<()> {
    let text = ron::to_string(value).map_err(io::Error::other)?;
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{name}: {error}"));
    let length = file.metadata().map_err(named)?.len();
    // One call, so that a killed program leaves a whole line or none.
    file.write_all(format!("{text}\n").as_bytes()).map_err(|error| {
        // A part of a line, as on a full disk, would become one with the next line.
        let cut = file.set_len(length);
        named(cut.err().unwrap_or(error))
    })
}
