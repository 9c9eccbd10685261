//! The user's themes: read by name, listed, and read again when the file of the one in use changes.

use super::super::user_settings::theme_file;
use super::{Storage, WatchedTheme};
use crate::base::{FileStamp, read_text};
use crate::config::Paths;
use crate::tui::model::Event;
use crate::tui::values::theme::{Theme, built_in_names};
use anyhow::{Result, anyhow};
use std::fs;
use std::io::ErrorKind;
use std::sync::mpsc::Sender;

impl Storage {
    /// Reads the user's theme called `name`, with its values that cannot be used, and watches its file while it is in use.
    pub(super) fn theme(&mut self, name: &str) -> Result<(Theme, Vec<String>)> {
        let unknown = || anyhow!("there is no theme {name:?}; built in are {}", built_in_names());
        let file = self.paths.as_ref().and_then(|paths| theme_file(paths, name));
        let file = file.ok_or_else(unknown)?;
        let read = FileStamp::at(&file);
        let text = read_text(&file).map_err(|error| {
            let is_missing = error.kind() == ErrorKind::NotFound;
            if is_missing { unknown() } else { anyhow!("{}: {error}", file.display()) }
        })?;
        let shown = file.display().to_string();
        let theme = Theme::parse_valid(&shown, &text);
        // One that cannot be used does not take the place of the one in use.
        if theme.is_ok() || name == self.theme_in_use {
            self.watched = Some(WatchedTheme { name: name.to_owned(), file, read });
        }
        let (theme, wrong) = theme?;
        let wrong = wrong.iter().map(ToString::to_string).collect();
        Ok((Theme { name: name.to_owned(), ..theme }, wrong))
    }

    /// The user's theme again, if its file was changed.
    pub(super) fn changed_theme(&mut self, events: &Sender<Event>) -> Option<Event> {
        let watched = self.watched.as_mut()?;
        let now = FileStamp::at(&watched.file);
        if now.is_none() || now == watched.read {
            return None;
        }
        // What is wrong with a file is said once.
        watched.read = now;
        let name = watched.name.clone();
        Some(match self.theme(&name) {
            Ok((theme, wrong)) => {
                wrong.into_iter().for_each(|wrong| Event::Failed(wrong).send_to(events));
                Event::ThemeChanged(Box::new(theme))
            }
            Err(wrong) => Event::Failed(wrong.to_string()),
        })
    }

    /// Names of the user's themes.
    pub(super) fn themes(&self) -> Vec<String> {
        let folder = self.paths.as_ref().map(Paths::themes);
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
        let files = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let named = files.filter(|file| file.extension().is_some_and(|end| end == "ron"));
        let names = named.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()));
        // A built-in theme of the same name is used instead.
        let mut names: Vec<String> = names.filter(|name| Theme::built_in(name).is_err()).collect();
        names.sort();
        names
    }
}
