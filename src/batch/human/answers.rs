//! Answers to questions that take a search, kept in a file so that an interrupted run resumes: a question, a tab, the answer.

use crate::base::{open_file, open_regular};
use anyhow::{Context as _, Result};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

/// A file of answers.
pub(super) struct Answers {
    known: HashMap<String, String>,
    file: File,
    path: String,
}

impl Answers {
    /// Opens or creates the file; an incomplete last line is dropped.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let mut text = String::new();
        if path.exists() {
            open_file(path)
                .and_then(|mut file| file.read_to_string(&mut text))
                .with_context(|| name.clone())?;
        }
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        let mut known = HashMap::new();
        for (index, line) in text.lines().enumerate() {
            let (question, answer) = line
                .rsplit_once('\t')
                .with_context(|| format!("{name}: line {}: {line:?}", index + 1))?;
            known.insert(question.to_owned(), answer.to_owned());
        }
        let mut options = File::options();
        let file =
            open_regular(path, options.create(true).append(true)).with_context(|| name.clone())?;
        file.set_len(text.len() as u64).with_context(|| name.clone())?;
        Ok(Self { known, file, path: name })
    }

    /// The answer to `question`: the one in the file, or that of `answer`, which is added.
    pub(super) fn get(
        &mut self,
        question: &str,
        answer: impl FnOnce() -> Result<String>,
    ) -> Result<String> {
        if let Some(answer) = self.known.get(question) {
            return Ok(answer.clone());
        }
        let answer = answer()?;
        let line = format!("{question}\t{answer}\n");
        self.file.write_all(line.as_bytes()).with_context(|| self.path.clone())?;
        self.known.insert(question.to_owned(), answer.clone());
        Ok(answer)
    }
}
