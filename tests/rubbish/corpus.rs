//! The inputs that long runs kept, because each goes where no other goes: `tests/rubbish/corpus/NAME.txt`, one a line,
//! written as Rust writes bytes. A target without a long run has no file.

use std::fs;
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(ROOT).join("tests/rubbish/corpus").join(format!("{name}.txt"))
}

/// The project's root, whichever crate this is compiled into.
const ROOT: &str = match option_env!("LUCENA_ROOT") {
    Some(root) => root,
    None => env!("CARGO_MANIFEST_DIR"),
};

/// The kept inputs of the target `name`.
pub fn kept(name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(file(name)).unwrap_or_default();
    text.lines().map(bytes).collect()
}

/// What [`u8::escape_ascii`] wrote.
fn bytes(line: &str) -> Vec<u8> {
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

/// Keeps the files of `folder` as the corpus of the target `name`, the shortest first.
pub fn keep(name: &str, folder: &Path) -> std::io::Result<usize> {
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
fn what_is_kept_is_read_as_it_was() {
    let every: Vec<u8> = (0..=255).collect();
    assert_eq!(bytes(&every.escape_ascii().to_string()), every);
}
