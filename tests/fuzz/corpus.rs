//! The minimised corpus of each target (each input covers code that no other covers): `tests/fuzz/corpus/NAME.txt`, one
//! input per line, escaped as [`u8::escape_ascii`] does. A target that was never fuzzed for long has no file.

use std::fs;
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(format!("{name}.txt"))
}

/// The saved inputs of the target `name`.
pub fn load(name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(file(name)).unwrap_or_default();
    text.lines().map(unescape).collect()
}

/// Reverses [`u8::escape_ascii`].
fn unescape(line: &str) -> Vec<u8> {
    let mut found = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        found.push(match (byte, byte == b'\\') {
            (_, true) => match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'x') => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).unwrap_or_else(|_| panic!("\\x{digits}"))
                }
                other => other.unwrap_or_else(|| panic!("a line ends in a backslash")),
            },
            (plain, false) => plain,
        });
    }
    found
}

/// Saves the files of `folder` as the corpus of the target `name`, shortest first.
pub fn save(name: &str, folder: &Path) -> std::io::Result<usize> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        inputs.push(fs::read(entry?.path())?);
    }
    inputs.sort_by_key(|input| (input.len(), input.clone()));
    let lines = inputs.iter().map(|input| format!("{}\n", input.escape_ascii()));
    fs::create_dir_all(file(name).parent().unwrap_or(folder))?;
    fs::write(file(name), lines.collect::<String>())?;
    Ok(inputs.len())
}

#[test]
fn escaped_bytes_round_trip() {
    let every: Vec<u8> = (0..=255).collect();
    assert_eq!(unescape(&every.escape_ascii().to_string()), every);
}
