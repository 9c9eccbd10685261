//! Which entries of the log are shown.

use crate::engine::{LOG_TARGET as ENGINE, external};
use log::Level;

/// Log targets: the name in commands and the target.
const TARGETS: [(&str, &str); 3] =
    [("screen", "lucena"), ("engine", ENGINE), ("external", external::LOG_TARGET)];

/// Which log entries are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter {
    /// The least severe level.
    pub level: Level,
    /// Index into `TARGETS`; `None` for all.
    target: Option<usize>,
}

impl Default for LogFilter {
    fn default() -> Self {
        Self { level: Level::Info, target: None }
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
                (_, Ok(level), _) if level <= Level::Info => entries.level = level,
                (_, _, Some(target)) => entries.target = Some(target),
                ("all", ..) => entries = Self::default(),
                _ => {
                    return Err(format!(
                        "entries {word:?}: expected error, warn, info, screen, engine, external or all"
                    ));
                }
            }
        }
        Ok(entries)
    }

    /// Description for the title and the message line.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        if self.level != Level::Info {
            words.push(format!("{} and above", self.level.as_str().to_lowercase()));
        }
        if let Some((name, _)) = self.target() {
            words.push(format!("of the {name}"));
        }
        if words.is_empty() { "all".to_owned() } else { words.join(", ") }
    }

    /// The name of the target in commands and the target; `None` for all.
    #[must_use]
    pub fn target(&self) -> Option<(&'static str, &'static str)> {
        self.target.and_then(|target| TARGETS.get(target)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::LogFilter;

    #[test]
    fn a_filter_is_read_and_said() {
        let words = |text: &str| LogFilter::read(text).unwrap().words();
        assert_eq!(words("warn engine"), "warn and above, of the engine");
        assert_eq!(words("engine warn all"), "all");
        assert_eq!(LogFilter::read("all").unwrap(), LogFilter::default());
        assert!(LogFilter::read("loud").unwrap_err().contains("expected error, warn"));
    }
}
