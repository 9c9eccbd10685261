//! The format of a file by the end of its name.

use std::path::{Path, PathBuf};

/// The end of a name stands for no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: the end .{ending} stands for no format; known are {known}", file.display())]
pub struct UnknownEnding {
    file: PathBuf,
    ending: String,
    /// The known ends, in words.
    known: String,
}

/// The value of `known` for the end of the name of `file`, in any case; `None` if the name has none.
///
/// # Errors
/// It is none of the known ones.
pub fn by_ending<T: Copy>(file: &Path, known: &[(&str, T)]) -> Result<Option<T>, UnknownEnding> {
    let Some(ending) = file.extension().map(|ending| ending.to_string_lossy()) else {
        return Ok(None);
    };
    let found = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(&ending));
    found.map(|&(_, value)| Some(value)).ok_or_else(|| {
        let known: Vec<String> = known.iter().map(|(ending, _)| format!(".{ending}")).collect();
        UnknownEnding {
            file: file.to_owned(),
            ending: ending.into_owned(),
            known: known.join(", "),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::by_ending;
    use std::path::Path;

    #[test]
    fn the_end_of_a_name_is_known_none_or_refused() {
        let known = [("html", 1), ("md", 2)];
        let found = |name: &str| by_ending(Path::new(name), &known);
        assert_eq!(
            [found("a.md"), found("b/A.HTML"), found("b.md/a")],
            [Ok(Some(2)), Ok(Some(1)), Ok(None)]
        );
        let wrong = found("a.md.txt").unwrap_err().to_string();
        assert_eq!(wrong, "a.md.txt: the end .txt stands for no format; known are .html, .md");
    }
}
