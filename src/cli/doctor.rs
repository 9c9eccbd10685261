//! `lucena doctor`: what the program finds around it, and what of it is wrong, for people who wonder and for reports.
//!
//! What is looked at is gathered into [`Surroundings`] first, so that judging it needs no terminal and no environment.

use crate::base::{neutral, read_text};
use crate::config::{Paths, PathsError, Settings};
use crate::engine::EngineOptions;
use crate::game::autosave::unfinished;
use crate::knowledge::Knowledge;
use crate::search::Table;
use crate::strength::Roster;
use crate::tui::keymap::Keymap;
use crate::tui::theme::Theme;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

/// The smallest screen that is drawn in full. Source: the terminal every emulator opens with, 80 columns by 24 rows.
const SCREEN: (u16, u16) = (80, 24);

/// The variables that decide about colour, characters and places.
const VARIABLES: [&str; 9] = [
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
    "LUCENA_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// What there is to judge.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The variables that are set.
    pub variables: Vec<(&'static str, String)>,
    /// Standard input and standard output are terminals.
    pub terminals: [bool; 2],
    /// Columns and rows, when there is a screen.
    pub size: Option<(u16, u16)>,
    /// Processors that may be used.
    pub processors: usize,
}

impl Surroundings {
    /// Looks at this process's environment and terminal.
    #[must_use]
    pub fn gather() -> Self {
        let value = |name| Some((name, std::env::var_os(name)?.to_string_lossy().into_owned()));
        Self {
            variables: VARIABLES.into_iter().filter_map(value).collect(),
            terminals: [io::stdin().is_terminal(), io::stdout().is_terminal()],
            size: crossterm::terminal::size().ok(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    fn variable(&self, name: &str) -> &str {
        let found = self.variables.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// Does the locale say UTF-8? The first of the three variables that is set decides, as POSIX has it.
    fn speaks_utf8(&self) -> bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| self.variable(name));
        let decides = locale.into_iter().find(|value| !value.is_empty()).unwrap_or("");
        let plain = decides.to_ascii_lowercase().replace('-', "");
        plain.contains("utf8")
    }

    /// What is wrong, each with what to do about it.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        if self.terminals != [true, true] {
            wrong.push("standard input or output is no terminal: only `lucena uci` and the tasks without a screen work here".to_owned());
        }
        if ["", "dumb"].contains(&self.variable("TERM")) {
            wrong.push("TERM says that the terminal cannot place the cursor: set it to what the terminal is, such as xterm-256color".to_owned());
        }
        if !self.speaks_utf8() {
            wrong.push("the locale is not UTF-8: pieces may come out as question marks; set LANG, for example to C.UTF-8".to_owned());
        }
        if let Some((columns, rows)) =
            self.size.filter(|size| size.0 < SCREEN.0 || size.1 < SCREEN.1)
        {
            let (most_columns, most_rows) = SCREEN;
            wrong.push(format!("the screen has {columns} columns and {rows} rows: panels are left out below {most_columns} and {most_rows}"));
        }
        wrong
    }
}

/// Prints what is found and what is wrong. Wrong things are no failure: the report is what was asked for.
///
/// # Errors
/// `out` cannot be written.
pub fn print(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let around = Surroundings::gather();
    let mut wrong = around.complaints();
    let (own, faults) = engine();
    wrong.extend(faults);
    let (places, faults) = files(Paths::find(None));
    wrong.extend(faults);
    write!(out, "{}{own}{places}", describe(&around))?;
    if wrong.is_empty() {
        writeln!(out, "\nnothing is wrong")?;
    } else {
        writeln!(out, "\nwhat is wrong")?;
        wrong.iter().try_for_each(|line| writeln!(out, "- {}", neutral(line)))?;
    }
    Ok(())
}

fn describe(around: &Surroundings) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    line("lucena", env!("CARGO_PKG_VERSION"));
    let build = if cfg!(debug_assertions) { "debug build, slow" } else { "release build" };
    line("built for", &format!("{} {}, {build}", std::env::consts::OS, std::env::consts::ARCH));
    line("processors", &around.processors.to_string());
    let yes_no = |yes| if yes { "terminal" } else { "not a terminal" };
    line("input", yes_no(around.terminals[0]));
    line("output", yes_no(around.terminals[1]));
    if let Some((columns, rows)) = around.size {
        line("screen", &format!("{columns} columns, {rows} rows"));
    }
    for (name, value) in &around.variables {
        line(name, &neutral(value));
    }
    text
}

/// The engine's own parts tried out: what they are like, and what of them fails.
fn engine() -> (String, Vec<String>) {
    let (mut text, mut wrong) = (String::new(), Vec::new());
    match Knowledge::standard() {
        Ok(knowledge) => {
            let network = knowledge.network();
            let (propositions, edges) = (network.propositions(), network.edges());
            let _ = writeln!(text, "evaluation         {propositions} propositions, {edges} edges");
        }
        Err(error) => wrong.push(format!("the evaluation cannot be built: {error}")),
    }
    let size = EngineOptions::default().hash_mib;
    match Table::new(size) {
        Ok(_) => drop(writeln!(text, "{:<18} {size} MiB can be had", "hash table")),
        Err(error) => wrong.push(format!("hash table: {error}")),
    }
    (text, wrong)
}

/// Where things lie, and what is wrong there. Looks only: no folder is made and no file written.
fn files(paths: Result<Paths, PathsError>) -> (String, Vec<String>) {
    let paths = match paths {
        Ok(paths) => paths,
        Err(error) => return (String::new(), vec![error.to_string()]),
    };
    let (mut text, mut wrong) = (String::new(), Vec::new());
    let places = [
        ("settings", paths.settings()),
        ("keys", paths.keys()),
        ("themes", paths.themes()),
        ("characters", paths.characters()),
        ("games", paths.games()),
        ("log", paths.log()),
    ];
    for (name, path) in &places {
        let shown = path.display().to_string();
        let there = if path.exists() { "" } else { " (not there yet)" };
        let _ = writeln!(text, "{name:<18} {}{there}", neutral(&shown));
        if is_read_only(path) {
            wrong.push(format!("{} may not be written", neutral(&shown)));
        }
    }
    wrong.extend(own_files(&paths));
    let (games, faults) = unfinished(&paths.games());
    let _ = writeln!(text, "{:<18} {}", "unfinished games", games.len());
    wrong.extend(faults.iter().map(ToString::to_string));
    (text, wrong)
}

/// What is wrong in the files that the user wrote, each read as the program reads it.
fn own_files(paths: &Paths) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Err(error) = Settings::load(&paths.settings()) {
        wrong.push(format!("the settings do not hold, the defaults are used: {error}"));
    }
    let mut judge = |path: &Path, read: &dyn Fn(&str, &str) -> Vec<String>| {
        let name = path.display().to_string();
        match read_text(path) {
            Ok(text) => wrong.extend(read(&name, &text)),
            // A file that is not there is no fault.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    };
    judge(&paths.keys(), &|name, text| said(Keymap::built_in().patched(name, text).err()));
    judge(&paths.characters(), &|name, text| said(Roster::shipped().merge(name, text)));
    let found = std::fs::read_dir(paths.themes()).into_iter().flatten().flatten();
    let mut themes: Vec<_> = found.map(|entry| entry.path()).collect();
    themes.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    themes.sort();
    for theme in &themes {
        judge(theme, &|name, text| said(Theme::parse(name, text).err()));
    }
    wrong
}

fn said<E: ToString>(errors: impl IntoIterator<Item = E>) -> Vec<String> {
    errors.into_iter().map(|error| error.to_string()).collect()
}

fn is_read_only(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.permissions().readonly())
}

/// Prints the settings file's path as a comment and below it the defaults as a file that can be changed and kept.
///
/// # Errors
/// No home folder is known, or `out` cannot be written.
pub fn print_settings(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let path = Paths::find(None)?.settings();
    writeln!(out, "// {}", neutral(&path.display().to_string()))?;
    writeln!(out, "{}", default_settings()?)?;
    Ok(())
}

fn default_settings() -> ron::Result<String> {
    ron::ser::to_string_pretty(&Settings::default(), ron::ser::PrettyConfig::new().new_line("\n"))
}

#[cfg(test)]
mod tests {
    use super::{Surroundings, default_settings, files};
    use crate::config::{Paths, Settings};
    use std::path::Path;

    #[test]
    fn the_file_that_is_shown_is_the_defaults() {
        let text = format!("// /home/a/settings.ron\n{}", default_settings().unwrap());
        assert_eq!(Settings::parse(&text, Path::new("a")).unwrap(), Settings::default());
    }

    #[test]
    fn a_missing_home_is_no_complaint_and_an_unknown_one_is() {
        let nowhere = Paths::choose(Some(Path::new("/nowhere/lucena")), None);
        let (text, wrong) = files(nowhere);
        assert!(text.contains("/nowhere/lucena/settings.ron (not there yet)"), "{text}");
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(files(Err(crate::config::PathsError::NoHome)).1.len(), 1);
    }

    fn fine() -> Surroundings {
        Surroundings {
            variables: vec![("TERM", "xterm".to_owned()), ("LANG", "en_GB.UTF-8".to_owned())],
            terminals: [true, true],
            size: Some((80, 24)),
            processors: 2,
        }
    }

    #[test]
    fn each_fault_is_found_and_nothing_else() {
        assert_eq!(fine().complaints(), Vec::<String>::new());
        let variables = |pairs: &[(&'static str, &str)]| Surroundings {
            variables: pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
            ..fine()
        };
        let cases = [
            (Surroundings { terminals: [true, false], ..fine() }, "no terminal"),
            (Surroundings { size: Some((79, 50)), ..fine() }, "79 columns"),
            (variables(&[("TERM", "dumb"), ("LANG", "C.UTF-8")]), "TERM"),
            (variables(&[("LANG", "C.UTF-8")]), "TERM"),
            (variables(&[("TERM", "xterm"), ("LANG", "C")]), "not UTF-8"),
            (variables(&[("TERM", "a"), ("LC_ALL", "C"), ("LANG", "C.utf8")]), "not UTF-8"),
        ];
        for (around, part) in cases {
            let complaints = around.complaints();
            assert!(complaints.len() == 1 && complaints[0].contains(part), "{complaints:?}");
        }
    }
}
