//! The entries of the log that the panel shows, and which of them.

use crate::engine::{LOG_TARGET as ENGINE, external};
use log::Level;
use std::collections::VecDeque;

/// Log targets: the name in commands and the target.
const TARGETS: [(&str, &str); 3] =
    [("screen", "lucena"), ("engine", ENGINE), ("external", external::LOG_TARGET)];

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The time of day, `12:34:56`.
    pub time: String,
    /// How severe it is.
    pub level: Level,
    /// Who wrote it.
    pub target: String,
    /// The game ply it belongs to.
    pub ply: Option<usize>,
    /// What it says.
    pub text: String,
}

/// Entries kept; older ones are only in the file.
const KEPT: usize = 5000;

/// The log.
#[derive(Clone, Debug, Default)]
pub struct Log {
    entries: VecDeque<LogEntry>,
    /// Which entries are shown.
    pub filter: LogFilter,
}

impl Log {
    /// Takes in entries, oldest first.
    pub fn take(&mut self, entries: Vec<LogEntry>) {
        self.entries.extend(entries);
        let surplus = self.entries.len().saturating_sub(KEPT);
        self.entries.drain(..surplus);
    }

    /// The entries shown, newest first.
    pub fn shown(&self) -> impl Iterator<Item = &LogEntry> {
        let searched = self.filter.search.to_lowercase();
        self.entries.iter().rev().filter(move |entry| {
            entry.level <= self.filter.level
                && self.filter.target().is_none_or(|(_, target)| entry.target == target)
                && (searched.is_empty() || entry.text.to_lowercase().contains(&searched))
        })
    }
}

/// Which log entries are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter {
    /// The least severe level.
    pub level: Level,
    /// A text that the entries contain, in any case; empty for all.
    pub search: String,
    /// Index into `TARGETS`; `None` for all.
    target: Option<usize>,
}

impl Default for LogFilter {
    fn default() -> Self {
        Self { level: Level::Info, search: String::new(), target: None }
    }
}

impl LogFilter {
    /// Parses words in any order: a level, the name of a target, or `all`.
    ///
    /// # Errors
    /// An unknown word.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut entries = Self::default();
        for word in text.split_whitespace() {
            let target = TARGETS.iter().position(|(name, _)| *name == word);
            match (word, word.parse::<Level>(), target) {
                (_, Ok(level), _) => entries.level = level,
                (_, _, Some(target)) => entries.target = Some(target),
                ("all", ..) => entries = Self::default(),
                _ => {
                    return Err(format!(
                        "entries {word:?}: expected error, warn, info, debug, trace, screen, engine, external or all"
                    ));
                }
            }
        }
        Ok(entries)
    }

    /// Description for the title and the message line.
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        if self.level != Level::Info {
            words.push(format!("{} and above", self.level.as_str().to_lowercase()));
        }
        if let Some((name, _)) = self.target() {
            words.push(match name {
                "external" => "of external engines".to_owned(),
                name => format!("of the {name}"),
            });
        }
        if !self.search.is_empty() {
            words.push(format!("with {:?}", self.search));
        }
        if words.is_empty() { "all".to_owned() } else { words.join(", ") }
    }

    /// The name of the target in commands and the target; `None` for all.
    pub fn target(&self) -> Option<(&'static str, &'static str)> {
        self.target.and_then(|target| TARGETS.get(target)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Log, LogEntry, LogFilter};

    #[test]
    fn a_filter_is_read_and_said() {
        let words = |text: &str| LogFilter::read(text).unwrap().words();
        assert_eq!(words("warn engine"), "warn and above, of the engine");
        assert_eq!(words("trace external"), "trace and above, of external engines");
        assert_eq!(words("engine warn all"), "all");
        assert_eq!(LogFilter::read("all").unwrap(), LogFilter::default());
        assert!(LogFilter::read("loud").unwrap_err().contains("expected error, warn"));
    }

    #[test]
    fn entries_are_found_by_level_target_and_text() {
        let entry = |level, target: &str, text: &str| {
            let (target, text) = (target.to_owned(), text.to_owned());
            LogEntry { time: String::new(), level, target, ply: None, text }
        };
        let mut log = Log::default();
        log.take(vec![
            entry(Level::Debug, "lucena", "command :flip"),
            entry(Level::Info, "lucena", "copied to the clipboard"),
            entry(Level::Warn, "lucena-engine", "Clipped"),
        ]);
        let shown = |log: &Log| log.shown().map(|entry| entry.text.clone()).collect::<Vec<_>>();
        assert_eq!(shown(&log), ["Clipped", "copied to the clipboard"]);
        log.filter.search = "CLIP".to_owned();
        log.filter.level = Level::Debug;
        assert_eq!(shown(&log).len(), 2);
        log.filter = LogFilter::read("warn").unwrap();
        assert_eq!(shown(&log), ["Clipped"]);
    }
}
