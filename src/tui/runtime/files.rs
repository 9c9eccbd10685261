//! Files as people name them on the command line, and games read from them. Called by the loop and its threads.

use crate::base::{write_atomic, write_new};
use crate::engine::external::GAMES;
use crate::game::pgn::GameSource;
use crate::tui::model::Event;
use crate::tui::values::completion::DiskLookup;
use crate::tui::values::overwrite::split_overwrite;
use anyhow::{anyhow, ensure};
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf, is_separator};

/// Completions listed at most: nobody reads more, and a folder may hold a million files.
const MOST: usize = 200;

/// The same as [`resolve`], by its whole path: it is kept beyond this run, whose current folder is another one's. Links in
/// it stay.
pub(super) fn whole_path(folder: &Path, file: &Path) -> PathBuf {
    let path = resolve(folder, file);
    std::path::absolute(&path).unwrap_or(path)
}

/// The file that a user means: a relative name is below `folder`.
pub(super) fn resolve(folder: &Path, file: &Path) -> PathBuf {
    folder.join(expand_tilde(unquoted(file)))
}

/// The path without quotes around it, as a shell needs them for a name with spaces.
fn unquoted(path: &Path) -> &Path {
    let inner = |quote| path.to_str()?.strip_prefix(quote)?.strip_suffix(quote);
    let inner = inner('"').or_else(|| inner('\'')).filter(|inner| !inner.is_empty());
    inner.map_or(path, Path::new)
}

/// The file, and the number of the game of a text such as `a.pgn #3`; a file that exists under the whole text has no number.
pub(super) fn numbered(folder: &Path, text: &Path) -> (PathBuf, Option<usize>) {
    let whole = resolve(folder, text);
    let split = || text.to_str()?.rsplit_once(" #");
    match split().map(|(file, number)| (file.trim_end(), number.parse())) {
        Some((file, Ok(number))) if !whole.exists() => {
            (resolve(folder, Path::new(file)), Some(number))
        }
        _ => (whole, None),
    }
}

/// # Errors
/// The name before `!` is empty.
pub(super) fn check_named(name: &Path) -> anyhow::Result<()> {
    ensure!(!name.as_os_str().is_empty(), "! replaces a file: name it before");
    Ok(())
}

/// Writes a new file, or replaces one if ` !` follows the name. Returns the path.
pub(super) fn write(folder: &Path, file: &Path, bytes: &[u8]) -> anyhow::Result<PathBuf> {
    let (name, overwrite) = split_overwrite(file);
    check_named(name)?;
    let path = resolve(folder, name);
    let written = if overwrite { write_atomic(&path, bytes) } else { write_new(&path, bytes) };
    written.map_err(|error| {
        if error.kind() == ErrorKind::AlreadyExists {
            return anyhow!("{} exists; ! after the name replaces it", path.display());
        }
        anyhow!("{}: {error}", path.display())
    })?;
    Ok(path)
}

/// The path with the home folder in place of a `~` in front.
fn expand_tilde(path: &Path) -> PathBuf {
    let home = || std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    match path.strip_prefix("~") {
        Ok(rest) => home().map_or_else(|| path.to_owned(), |home| home.join(rest)),
        Err(_) => path.to_owned(),
    }
}

/// What there is on the disk of what is sought; `themes` are the names of the user's own.
pub(super) fn found(sought: &DiskLookup, themes: impl Fn() -> Vec<String>) -> Vec<String> {
    match sought {
        DiskLookup::Themes => themes(),
        DiskLookup::Files(begun) => beginning_with(begun),
        DiskLookup::Programs(begun) if begun.contains(MAIN_SEPARATOR) => beginning_with(begun),
        DiskLookup::Programs(begun) => {
            programs(begun, std::env::var_os("PATH").unwrap_or_default())
        }
    }
}

/// Files and folders whose path begins so, as the user began it; folders end with a separator. Hidden ones are listed
/// when their dot was typed.
fn beginning_with(begun: &str) -> Vec<String> {
    let (folder, name) = match begun.rfind(is_separator) {
        Some(at) => begun.split_at(at + 1),
        None if begun == "~" => return vec![format!("~{MAIN_SEPARATOR}")],
        None => ("", begun),
    };
    let place =
        if folder.is_empty() { PathBuf::from(".") } else { expand_tilde(Path::new(folder)) };
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let named = entries.filter_map(|entry| {
        let found = entry.file_name().into_string().ok()?;
        let wanted = found.to_lowercase().starts_with(&name.to_lowercase());
        if !wanted
            || found.starts_with('.') && !name.starts_with('.')
            || has_control_character(&found)
        {
            return None;
        }
        let end = if entry.path().is_dir() { MAIN_SEPARATOR.to_string() } else { String::new() };
        Some(format!("{folder}{found}{end}"))
    });
    sorted(named.collect())
}

/// A name with such characters cannot be typed, nor shown.
fn has_control_character(name: &str) -> bool {
    name.chars().any(char::is_control)
}

/// Programs on the search path, and among the system's games, whose name begins so. Without a beginning only the games
/// are listed: there a chess engine is to be expected.
fn programs(begun: &str, path: OsString) -> Vec<String> {
    let games = PathBuf::from(GAMES);
    let folders = std::env::split_paths(&path).filter(|_| !begun.is_empty()).chain([games]);
    let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let named = entries.filter(|entry| entry.path().is_file());
    let named = named.filter_map(|entry| entry.file_name().into_string().ok());
    sorted(named.filter(|name| name.starts_with(begun) && !has_control_character(name)).collect())
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names.dedup();
    names.truncate(MOST);
    names
}

/// Reads one game; what was odd about it goes to the log too.
pub(super) fn read(source: GameSource) -> Event {
    match source.index.read(source.number) {
        Ok(read) => {
            for note in &read.notes {
                log::warn!(target: "lucena", "{}: {note}", source.index.file().display());
            }
            Event::GameRead(Box::new(read.game), Some(source), read.notes)
        }
        Err(error) => Event::Refused(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{beginning_with, expand_tilde, programs, resolve, whole_path};
    use std::fs;
    use std::path::Path;

    #[test]
    fn paths_are_completed_as_they_were_begun() {
        let folder = std::env::temp_dir().join(format!("lucena-paths-{}", std::process::id()));
        fs::create_dir_all(folder.join("games")).unwrap();
        for name in ["Game one.pgn", "other.pgn", ".hidden"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let begun = format!("{}/", folder.display());
        let found = |name: &str| {
            let all = beginning_with(&format!("{begun}{name}"));
            all.iter().map(|path| path.replace(&begun, "").replace('\\', "/")).collect::<Vec<_>>()
        };
        assert_eq!(found("ga"), ["Game one.pgn", "games/"]);
        assert_eq!(found(""), ["Game one.pgn", "games/", "other.pgn"]);
        assert_eq!(found("."), [".hidden"]);
        assert_eq!(found("nothing/at/all"), Vec::<String>::new());
        assert_eq!(programs("oth", folder.clone().into()), ["other.pgn"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn quotes_around_a_path_are_not_part_of_it() {
        let resolved = |name: &str| resolve(Path::new("/here"), Path::new(name));
        for name in ["a b.pgn", "\"a b.pgn\"", "'a b.pgn'", "\"/here/a b.pgn\""] {
            assert_eq!(resolved(name), Path::new("/here/a b.pgn"), "{name}");
        }
        for name in ["\"", "\"\"", "a\"b\"", "'a\""] {
            assert_eq!(resolved(name), Path::new("/here").join(name), "{name}");
        }
    }

    #[test]
    fn a_path_that_is_kept_is_whole() {
        let here = std::env::current_dir().unwrap();
        let whole = |name: &str| whole_path(Path::new(""), Path::new(name));
        assert_eq!(whole("a.pgn"), here.join("a.pgn"));
        assert_eq!(whole("./b/a.pgn"), here.join("b/a.pgn"));
        assert_eq!(whole("\"/b/a c.pgn\""), Path::new("/b/a c.pgn"));
    }

    #[test]
    fn a_tilde_is_the_own_folder_only_in_front() {
        assert_eq!(expand_tilde(Path::new("a/~/b")), Path::new("a/~/b"));
        assert_eq!(expand_tilde(Path::new("~b")), Path::new("~b"));
        if std::env::home_dir().is_some_and(|home| !home.as_os_str().is_empty()) {
            assert!(!expand_tilde(Path::new("~/b")).starts_with("~"));
        }
    }
}
