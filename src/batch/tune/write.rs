//! Writes the tuned weights as files in the format of `assets/knowledge/`, one per category.

use crate::base::create_dir;
use crate::batch::output::OutputFile;
use crate::knowledge::{Knowledge, Parameter, header_comment};
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
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

/// Writes `values`, one per parameter, to `folder`.
pub(super) fn write_weights(
    knowledge: &Knowledge,
    values: &[[i32; 2]],
    folder: &Path,
) -> Result<()> {
    let mut files: BTreeMap<String, BTreeMap<String, Vec<[i32; 2]>>> = BTreeMap::new();
    for (parameter, value) in knowledge.parameters().into_iter().zip(values) {
        let file = file_name(&parameter);
        files.entry(file).or_default().entry(parameter.weight).or_default().push(*value);
    }
    for (file, weights) in files {
        let path = folder.join(&file);
        fs::write(&path, format_weights(header_comment(&file), &weights))
            .with_context(|| path.display().to_string())?;
    }
    Ok(())
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
    use super::write_weights;
    use crate::knowledge::Knowledge;
    use std::collections::BTreeMap;

    #[test]
    fn weight_files_round_trip() {
        let knowledge = Knowledge::standard().unwrap();
        let parameters = knowledge.parameters();
        let values: Vec<[i32; 2]> = parameters.iter().map(|parameter| parameter.value).collect();
        let folder = tempfile::tempdir().unwrap();
        write_weights(&knowledge, &values, folder.path()).unwrap();
        let mut read = BTreeMap::new();
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let part: BTreeMap<String, Vec<(i32, i32)>> = ron::from_str(&text).unwrap();
            read.extend(part);
        }
        for parameter in parameters {
            let pair = read[&parameter.weight][parameter.entry];
            assert_eq!([pair.0, pair.1], parameter.value, "{}", parameter.weight);
        }
    }
}
