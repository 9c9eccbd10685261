//! Writes the tuned weights as files in the format of `assets/knowledge/`, one per category.

use crate::base::create_dir;
use crate::batch::output::OutputFile;
use crate::knowledge::{Knowledge, Parameter, header_comment};
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

/// Pairs per line of a long list.
const PAIRS_PER_LINE: usize = 8;

/// Makes `folder`; fails if it has one of the files and they are not to be replaced, or cannot be written to.
pub(super) fn check(knowledge: &Knowledge, folder: &Path, overwrite: bool) -> Result<()> {
    create_dir(folder).with_context(|| folder.display().to_string())?;
    for parameter in knowledge.parameters() {
        let path = &folder.join(file_name(&parameter));
        OutputFile { path, input: Path::new(""), overwrite }.check()?;
    }
    Ok(())
}

fn file_name(parameter: &Parameter) -> String {
    format!("{}.ron", parameter.category.name().replace(' ', "_"))
}

/// Writes `values`, one per parameter, to `folder`. No file is replaced before all are written.
pub(super) fn write_weights(
    knowledge: &Knowledge,
    values: &[[i32; 2]],
    folder: &Path,
    overwrite: bool,
) -> Result<()> {
    let mut files: BTreeMap<String, BTreeMap<String, Vec<[i32; 2]>>> = BTreeMap::new();
    for (parameter, value) in knowledge.parameters().into_iter().zip(values) {
        let file = file_name(&parameter);
        files.entry(file).or_default().entry(parameter.weight).or_default().push(*value);
    }
    let text = |(file, weights): (String, _)| {
        let text = format_weights(header_comment(&file), &weights);
        (file, text)
    };
    let files: Vec<(String, String)> = files.into_iter().map(text).collect();
    write_together(folder, &files, overwrite)
}

/// Writes files, each with its text. Each temporary file is complete before the ones after it are begun, and renamed when
/// they are: a full disk replaces none of the files. It calls itself so that all temporary files are open until then.
fn write_together(folder: &Path, files: &[(String, String)], overwrite: bool) -> Result<()> {
    let Some(((file, text), others)) = files.split_first() else { return Ok(()) };
    let output = OutputFile { path: &folder.join(file), input: Path::new(""), overwrite };
    let mut written = Ok(());
    let own = output.write_with(|temporary| {
        temporary.write_all(text.as_bytes())?;
        temporary.sync_all()?;
        written = write_together(folder, others, overwrite);
        if written.is_ok() { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
    });
    written.and(own.map(drop))
}

/// Text of a file; keeps the heading comment of the file in `assets/knowledge/`.
fn format_weights(heading: &str, weights: &BTreeMap<String, Vec<[i32; 2]>>) -> String {
    let mut text = format!("{heading}{{\n");
    for (name, pairs) in weights {
        let _ = write!(text, "    \"{name}\": [");
        for (index, [middle, end]) in pairs.iter().enumerate() {
            if pairs.len() > PAIRS_PER_LINE && index.is_multiple_of(PAIRS_PER_LINE) {
                text.push_str("\n        ");
            }
            let _ = write!(text, "({middle}, {end})");
            if index + 1 < pairs.len() {
                text.push_str(if (index + 1).is_multiple_of(PAIRS_PER_LINE) { "," } else { ", " });
            }
        }
        text.push_str(if pairs.len() > PAIRS_PER_LINE { ",\n    ],\n" } else { "],\n" });
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::{file_name, write_weights};
    use crate::knowledge::Knowledge;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;

    #[test]
    fn weight_files_round_trip() {
        let knowledge = Knowledge::standard().unwrap();
        let parameters = knowledge.parameters();
        let values: Vec<[i32; 2]> = parameters.iter().map(|parameter| parameter.value).collect();
        let folder = tempfile::tempdir().unwrap();
        write_weights(&knowledge, &values, folder.path(), false).unwrap();
        let mut read = BTreeMap::new();
        for entry in fs::read_dir(folder.path()).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            let part: BTreeMap<String, Vec<(i32, i32)>> = ron::from_str(&text).unwrap();
            read.extend(part);
        }
        for parameter in parameters {
            let pair = read[&parameter.weight][parameter.entry];
            assert_eq!([pair.0, pair.1], parameter.value, "{}", parameter.weight);
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_the_others_as_they_are() {
        let knowledge = Knowledge::standard().unwrap();
        let parameters = knowledge.parameters();
        let values: Vec<[i32; 2]> = parameters.iter().map(|parameter| parameter.value).collect();
        let names: BTreeSet<String> = parameters.iter().map(file_name).collect();
        for wrong in [names.first().unwrap(), names.last().unwrap()] {
            let folder = tempfile::tempdir().unwrap();
            for name in &names {
                fs::write(folder.path().join(name), "old").unwrap();
            }
            fs::remove_file(folder.path().join(wrong)).unwrap();
            fs::create_dir(folder.path().join(wrong)).unwrap();
            let error = write_weights(&knowledge, &values, folder.path(), true).unwrap_err();
            assert!(format!("{error:#}").contains(&format!("{wrong}: ")), "{error:#}");
            for name in names.iter().filter(|name| *name != wrong) {
                assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "old", "{name}");
            }
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), names.len());
        }
    }
}
