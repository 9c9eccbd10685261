//! `lucena doctor`: checks environment, built-in networks and user files, and prints the problems found. The environment is
//! read into [`Environment`] first, so that tests need no terminal.

use crate::base::{check_writing, open_file, read_text, sanitise};
use crate::config::{Paths, PathsError, Setting, Settings};
use crate::engine::{EngineOptions, OptionKind};
use crate::game::autosave::{changed_folder, resumable_games};
use crate::knowledge::Knowledge;
use crate::library::{LibraryFiles, Repertoire, check_games};
use crate::search::observe::Breakpoint;
use crate::search::{Tablebases, TranspositionTable};
use crate::strength::Personalities;
use crate::tui::commands::Commands;
use crate::tui::runtime::{Storage, load_settings};
use crate::tui::values::theme::Theme;
use anyhow::Result;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

/// Smallest screen with all panels, in columns and rows. Source: the default size of terminal emulators.
const MIN_SCREEN: (u16, u16) = (80, 24);

/// Environment variables that affect colours, characters and paths.
const VARIABLES: &str = "TERM COLORTERM NO_COLOR LC_ALL LC_CTYPE LANG LUCENA_HOME XDG_CONFIG_HOME \
                         XDG_DATA_HOME";

/// The process's environment.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Values of the variables that are set.
    pub variables: Vec<(&'static str, String)>,
    /// Are standard input and standard output terminals?
    pub terminals: [bool; 2],
    /// Columns and rows of the terminal.
    pub size: Option<(u16, u16)>,
    /// Number of usable processors.
    pub processors: usize,
}

impl Environment {
    /// Reads this process's environment and terminal.
    pub fn detect() -> Self {
        let value = |name| Some((name, std::env::var_os(name)?.to_string_lossy().into_owned()));
        Self {
            variables: VARIABLES.split(' ').filter_map(value).collect(),
            terminals: [io::stdin().is_terminal(), io::stdout().is_terminal()],
            size: crossterm::terminal::size().ok(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    fn variable(&self, name: &str) -> &str {
        let found = self.variables.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// Is the locale UTF-8? POSIX: the first of the three variables that is set decides.
    fn is_utf8(&self) -> bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| self.variable(name));
        let decides = locale.into_iter().find(|value| !value.is_empty()).unwrap_or("");
        let plain = decides.to_ascii_lowercase().replace('-', "");
        plain.contains("utf8")
    }

    /// The problems, each with its remedy.
    pub fn problems(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        if self.terminals != [true, true] {
            wrong.push("standard input or output is not a terminal: the screen cannot be opened here; `lucena play --plain`, `lucena uci` and the other subcommands work".to_owned());
        }
        // The console of Windows needs neither variable.
        if cfg!(unix) && ["", "dumb"].contains(&self.variable("TERM")) {
            wrong.push(
                "TERM is unset or dumb: set it to the terminal's type, such as xterm-256color"
                    .to_owned(),
            );
        }
        if cfg!(unix) && !self.is_utf8() {
            wrong.push("the locale is not UTF-8: the screen is drawn in ASCII, with letters for the pieces; set LANG, for example to C.UTF-8".to_owned());
        }
        if let Some((columns, rows)) =
            self.size.filter(|size| size.0 < MIN_SCREEN.0 || size.1 < MIN_SCREEN.1)
        {
            let (most_columns, most_rows) = MIN_SCREEN;
            wrong.push(format!("the screen has {columns} columns and {rows} rows: panels are hidden below {most_columns} and {most_rows}"));
        }
        wrong
    }
}

/// Prints the report; `home` is the folder of settings and games, if one was given. Problems found are not an error.
///
/// # Errors
/// `out` cannot be written.
pub fn print_report(home: Option<&Path>, out: &mut impl Write) -> Result<()> {
    let around = Environment::detect();
    let mut wrong = around.problems();
    let (own, faults) = check_engine();
    wrong.extend(faults);
    let (places, faults) = check_paths(Paths::find(home));
    wrong.extend(faults);
    write!(out, "{}{own}{places}", describe(&around))?;
    if wrong.is_empty() {
        writeln!(out, "\nno problems found")?;
    } else {
        writeln!(out, "\nproblems")?;
        wrong.iter().try_for_each(|line| writeln!(out, "- {}", sanitise(line)))?;
    }
    Ok(())
}

fn describe(around: &Environment) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    line("lucena", env!("CARGO_PKG_VERSION"));
    let build =
        if cfg!(any(checked, debug_assertions)) { "debug build, slow" } else { "release build" };
    line("built for", &format!("{} {}, {build}", std::env::consts::OS, std::env::consts::ARCH));
    line("processors", &around.processors.to_string());
    let yes_no = |yes| if yes { "terminal" } else { "not a terminal" };
    line("input", yes_no(around.terminals[0]));
    line("output", yes_no(around.terminals[1]));
    if let Some((columns, rows)) = around.size {
        line("screen", &format!("{columns} columns, {rows} rows"));
    }
    for (name, value) in &around.variables {
        line(name, &sanitise(value));
    }
    text
}

/// Builds the evaluation network and the hash table; returns their sizes and the problems.
fn check_engine() -> (String, Vec<String>) {
    let (mut text, mut wrong) = (String::new(), Vec::new());
    match Knowledge::standard() {
        Ok(knowledge) => {
            let network = knowledge.network();
            let (propositions, edges) = (network.propositions(), network.edges());
            let _ = writeln!(
                text,
                "evaluation         {propositions} propositions; {edges} edges between bitboards"
            );
        }
        Err(error) => wrong.push(format!("the evaluation cannot be built: {error}")),
    }
    let size = EngineOptions::default().hash_mib;
    match TranspositionTable::new(size) {
        Ok(_) => drop(writeln!(text, "{:<18} {size} MiB available", "hash table")),
        Err(error) => wrong.push(format!("hash table: {error}")),
    }
    (text, wrong)
}

/// Returns the paths of the user's files and the problems in them. Creates no folder and leaves no file.
fn check_paths(paths: Result<Paths, PathsError>) -> (String, Vec<String>) {
    let paths = match paths {
        Ok(paths) => paths,
        Err(error) => return (String::new(), vec![error.to_string()]),
    };
    let (mut text, mut wrong) = (String::new(), Vec::new());
    let places = [
        ("settings", paths.settings()),
        ("keys", paths.keys()),
        ("themes", paths.themes()),
        ("characters", paths.personalities()),
        ("games", paths.games()),
        ("log", paths.log()),
    ];
    for (name, path) in &places {
        let shown = path.display().to_string();
        let there = if path.exists() { "" } else { " (does not exist)" };
        let _ = writeln!(text, "{name:<18} {}{there}", sanitise(&shown));
        if path.metadata().is_ok_and(|found| found.is_file() && found.permissions().readonly()) {
            wrong.push(format!("{shown} is read-only"));
        }
    }
    wrong.extend(check_folders(&paths));
    wrong.extend(check_user_files(&paths));
    let (games, faults) = resumable_games(&paths.games());
    let _ = writeln!(text, "{:<18} {}", "unfinished games", games.len());
    wrong.extend(faults.iter().map(ToString::to_string));
    (text, wrong)
}

/// Folders that cannot be used: a file in their place, or no right to write.
fn check_folders(paths: &Paths) -> Vec<String> {
    let (settings, games) = (paths.settings(), paths.games());
    let own = [changed_folder(&games), paths.data(Storage::CHECKPOINTS)];
    let written = [settings.parent(), games.parent(), Some(&*games)].into_iter().flatten();
    let written = written.chain(own.iter().map(|folder| &**folder));
    let mut wrong: Vec<String> = Vec::new();
    // Two of the folders may be one, or missing in the same one.
    for problem in written.filter_map(why_not_writable) {
        if !wrong.contains(&problem) {
            wrong.push(problem);
        }
    }
    let themes = paths.themes();
    if is_there(&themes) && !themes.is_dir() {
        wrong.push(not_a_folder(&themes));
    }
    wrong
}

/// Why no file can be written in `folder`; for one that does not exist, why it cannot be made.
fn why_not_writable(folder: &Path) -> Option<String> {
    let there = folder.ancestors().find(|above| is_there(above)).unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Some(not_a_folder(there));
    }
    let error = check_writing(there).err()?;
    Some(format!("{} cannot be written to: {error}", there.display()))
}

/// Whether there is anything at `path`, a link to nothing included.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn not_a_folder(path: &Path) -> String {
    format!("{} is not a folder", path.display())
}

/// Problems in the user's files, each parsed as the program parses it.
fn check_user_files(paths: &Paths) -> Vec<String> {
    let mut wrong = Vec::new();
    let (settings, errors) = load_settings(paths);
    wrong.extend(errors.iter().map(|error| format!("invalid setting, left out: {error}")));
    let tables = &settings.engine.syzygy;
    if !tables.as_os_str().is_empty() {
        let opened = Tablebases::open(tables);
        let faults = opened.map_or_else(|error| vec![error.to_string()], |(_, faults)| faults);
        let file = paths.settings();
        let named = |fault| format!("{}: engine.syzygy = {tables:?}: {fault}", file.display());
        wrong.extend(faults.into_iter().map(named));
    }
    match LibraryFiles::load_valid(&paths.library()) {
        Ok((list, errors)) => {
            wrong.extend(messages(errors));
            wrong.extend(check_library(&paths.library(), &list));
        }
        Err(error) => wrong.push(error.to_string()),
    }
    // Files that are opened, not read as text here.
    for file in [paths.move_ratings(), paths.log()] {
        let _ = there(&file, open_file(&file), &mut wrong);
    }
    let mut judge = |path: &Path, read: &dyn Fn(&str, &str) -> Vec<String>| {
        if let Some(text) = there(path, read_text(path), &mut wrong) {
            wrong.extend(read(&path.display().to_string(), &text));
        }
    };
    judge(&paths.keys(), &|name, text| {
        messages(Commands::built_in().keymap().patched(name, text).errors)
    });
    judge(&paths.personalities(), &|name, text| {
        messages(Personalities::shipped().merge(name, text))
    });
    judge(&paths.data(Storage::BREAKPOINTS), &|name, text| {
        let problem = |read: Result<_, (_, String)>| read.err().map(|(_, problem)| problem);
        Breakpoint::of_lines(name, text).filter_map(problem).collect()
    });
    judge(&paths.data(Storage::COMMANDS), &|_, _| Vec::new());
    let found = std::fs::read_dir(paths.themes()).into_iter().flatten().flatten();
    let mut themes: Vec<_> = found.map(|entry| entry.path()).collect();
    themes.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    themes.sort();
    for theme in &themes {
        judge(theme, &|name, text| match Theme::parse_valid(name, text) {
            Ok((_, errors)) => messages(errors),
            Err(error) => vec![error.to_string()],
        });
    }
    wrong
}

/// The PGN files of the library and the repertoire that cannot be read.
fn check_library(file: &Path, list: &LibraryFiles) -> Vec<String> {
    let unread = list.files.iter().filter_map(|pgn| {
        let error = check_games(pgn).err()?;
        Some(format!("{}: files: {error}", file.display()))
    });
    let repertoire = list.repertoire.iter().filter_map(|pgn| {
        let error = Repertoire::read(pgn).err()?;
        Some(format!("{}: repertoire: {error}", file.display()))
    });
    unread.chain(repertoire).collect()
}

/// What was opened or read at `path`; an error is a problem, a missing file is not.
fn there<T>(path: &Path, opened: io::Result<T>, wrong: &mut Vec<String>) -> Option<T> {
    match opened {
        Ok(found) => return Some(found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => wrong.push(format!("{}: {error}", path.display())),
    }
    None
}

fn messages<E: ToString>(errors: impl IntoIterator<Item = E>) -> Vec<String> {
    errors.into_iter().map(|error| error.to_string()).collect()
}

/// Prints, for the folder `home` if one was given, the settings file's path as a comment, then the default settings as RON,
/// each under its help and the values that it may have.
///
/// # Errors
/// The home folder is unknown, or `out` fails.
pub fn print_settings(home: Option<&Path>, out: &mut impl Write) -> Result<()> {
    let path = Paths::find(home)?.settings();
    writeln!(out, "// {}", sanitise(&path.display().to_string()))?;
    writeln!(out, "{}", default_settings()?)?;
    Ok(())
}

fn default_settings() -> ron::Result<String> {
    let pretty = ron::ser::PrettyConfig::new().new_line("\n");
    let text = ron::ser::to_string_pretty(&Settings::default(), pretty)?;
    let (mut section, mut lines) = (String::new(), Vec::new());
    for line in text.lines() {
        if let Some((name, value)) = line.trim_start().split_once(": ") {
            if value == "(" {
                section = name.to_owned();
            } else if let Some(setting) = Setting::find(&format!("{section}.{name}")) {
                let indent = &line[..line.len() - line.trim_start().len()];
                lines.push(format!("{indent}// {}", about(&setting)));
            }
        }
        lines.push(line.to_owned());
    }
    Ok(lines.join("\n"))
}

/// The help of a setting, and its values where they are limited.
fn about(setting: &Setting) -> String {
    match &setting.range {
        Some(range @ (OptionKind::Spin { .. } | OptionKind::Combo { .. })) => {
            format!("{} Expects {range}.", setting.help)
        }
        _ => setting.help.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Environment, check_paths, default_settings};
    use crate::config::{Paths, Settings};
    use std::fs;
    use std::path::Path;

    #[test]
    fn printed_settings_are_the_defaults() {
        let text = format!("// /home/a/settings.ron\n{}", default_settings().unwrap());
        let (settings, errors) = Settings::parse(&text, Path::new("a"));
        assert!(settings == Settings::default() && errors.is_empty(), "{errors:?}");
        let has = |line: &str| assert!(text.contains(line), "{line}: {text}");
        has(
            "        // Search threads. Expects a whole number from 1 to 1024.\n        threads: 1,\n",
        );
        has("frames per second. Expects a whole number from 1 to 120.\n        frame_rate: 30,\n");
        for (line, next) in text.lines().zip(text.lines().skip(1)) {
            let is_setting = next.starts_with("        ") && !next.trim().starts_with("//");
            assert!(!is_setting || line.trim().starts_with("//"), "without help: {next}");
        }
    }

    #[test]
    fn a_missing_folder_is_no_problem_and_an_unknown_home_is() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = Paths::choose(Some(&folder.path().join("nowhere/lucena")), None);
        let (text, wrong) = check_paths(nowhere);
        let text = text.replace('\\', "/");
        assert!(text.contains("/nowhere/lucena/settings.ron (does not exist)"), "{text}");
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(check_paths(Err(crate::config::PathsError::NoHome)).1.len(), 1);
    }

    #[test]
    fn what_is_in_the_place_of_a_folder_or_a_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        fs::write(home.join("games"), "").unwrap();
        fs::write(home.join("themes"), "").unwrap();
        fs::create_dir(home.join("commands.txt")).unwrap();
        fs::create_dir(home.join("library.ron")).unwrap();
        fs::write(home.join("annotating"), "").unwrap();
        fs::write(home.join("breakpoints.txt"), "ply > 3\nply more\n").unwrap();
        let (_, wrong) = check_paths(Paths::choose(Some(home), None));
        for part in [
            "games is not a folder",
            "themes is not a folder",
            "commands.txt: not a regular file",
            "library.ron: not a regular file",
            "annotating is not a folder",
            "breakpoints.txt, line 2: breakpoint, column 5",
        ] {
            assert_eq!(wrong.iter().filter(|line| line.contains(part)).count(), 1, "{wrong:?}");
        }
        #[cfg(unix)]
        {
            let linked = home.join("linked");
            fs::create_dir(&linked).unwrap();
            std::os::unix::fs::symlink("/nowhere/at/all", linked.join("games")).unwrap();
            let (_, wrong) = check_paths(Paths::choose(Some(&linked), None));
            assert!(wrong.len() == 1 && wrong[0].ends_with("games is not a folder"), "{wrong:?}");
        }
        let played = home.join("played");
        fs::create_dir_all(played.join("games")).unwrap();
        fs::write(played.join("games/changed"), "").unwrap();
        let (_, wrong) = check_paths(Paths::choose(Some(&played), None));
        assert!(wrong.len() == 1 && wrong[0].ends_with("changed is not a folder"), "{wrong:?}");
        let (_, wrong) = check_paths(Paths::choose(Some(&home.join("games/below")), None));
        let named = wrong.iter().filter(|line| line.ends_with("games is not a folder"));
        assert_eq!(named.count(), 1, "{wrong:?}");
    }

    #[test]
    fn what_the_library_lists_and_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        fs::write(home.join("empty.pgn"), "").unwrap();
        let list = |files: &str, repertoire: &str| {
            let at = |file: &str| home.join(file).display().to_string();
            let text = format!("(files: [{:?}], repertoire: {:?})", at(files), at(repertoire));
            fs::write(home.join("library.ron"), text).unwrap();
            check_paths(Paths::choose(Some(home), None)).1
        };
        let wrong = list("gone.pgn", "lost.pgn");
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].contains("library.ron: files: ") && wrong[0].contains("gone.pgn: "));
        assert!(wrong[1].contains("library.ron: repertoire: ") && wrong[1].contains("lost.pgn: "));
        fs::write(home.join("games.pgn"), "1. e4 *").unwrap();
        let wrong = list("games.pgn", "empty.pgn");
        assert!(wrong.len() == 1 && wrong[0].ends_with("has no moves"), "{wrong:?}");
    }

    fn fine() -> Environment {
        Environment {
            variables: vec![("TERM", "xterm".to_owned()), ("LANG", "en_GB.UTF-8".to_owned())],
            terminals: [true, true],
            size: Some((80, 24)),
            processors: 2,
        }
    }

    #[test]
    fn each_problem_is_found_and_nothing_else() {
        assert_eq!(fine().problems(), Vec::<String>::new());
        let variables = |pairs: &[(&'static str, &str)]| Environment {
            variables: pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
            ..fine()
        };
        let cases = [
            (Environment { terminals: [true, false], ..fine() }, "not a terminal"),
            (Environment { size: Some((79, 50)), ..fine() }, "79 columns"),
            (variables(&[("TERM", "dumb"), ("LANG", "C.UTF-8")]), "TERM"),
            (variables(&[("LANG", "C.UTF-8")]), "TERM"),
            (variables(&[("TERM", "xterm"), ("LANG", "C")]), "in ASCII, with letters"),
            (variables(&[("TERM", "a"), ("LC_ALL", "C"), ("LANG", "C.utf8")]), "not UTF-8"),
        ];
        let told =
            |part| cfg!(unix) || !["TERM", "not UTF-8", "in ASCII, with letters"].contains(&part);
        for (around, part) in cases.into_iter().filter(|(_, part)| told(*part)) {
            let complaints = around.problems();
            assert!(complaints.len() == 1 && complaints[0].contains(part), "{complaints:?}");
        }
    }
}
