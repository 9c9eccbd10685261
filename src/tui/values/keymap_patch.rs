//! A user's file of keys, read value by value: what cannot be used is an error with file, field and value, and the built-in
//! keys stand for it.

use super::command_spec::{Mode, kebab};
use super::keymap::{Bindings, EXAMPLES, Key, KeyError, Keymap};
use crate::base::{RonError, read_ron, ron_entries, ron_items};

/// The old names in a user's file, each with the name of today.
pub type Renamed = Vec<(String, &'static str)>;

/// A map with the changes of a user's file.
#[derive(Clone, Debug)]
pub struct PatchedKeymap {
    /// The map.
    pub keymap: Keymap,
    /// The old names that the file uses.
    pub renamed: Renamed,
    /// What is wrong in the file; the built-in keys stand for it.
    pub errors: Vec<RonError>,
}

impl Keymap {
    /// This map with the keys that `text`, from `file`, changes. Each value is read on its own: one that cannot be used is an
    /// error, and the others are used.
    pub fn patched(&self, file: &str, text: &str) -> PatchedKeymap {
        let mut patch = Patch::read(self, file, text);
        let keymap = loop {
            match self.rebound(patch.over(self.bindings())) {
                Ok(keymap) => break keymap,
                // Without the value it is tried again.
                Err(error) if patch.refuse(&error) => {}
                Err(_) => break self.clone(),
            }
        };
        let (renamed, errors) = patch.finish();
        PatchedKeymap { keymap, renamed, errors }
    }
}

/// The name of today for an action whose old name is another command's: `Comment` opened the line that edits a comment,
/// and `comment` without a text removes one.
fn today(name: &str) -> &str {
    if name == "Comment" { "edit-comment" } else { name }
}

/// The keys that a file gives a command in a mode.
struct Change<'a> {
    mode: Mode,
    /// The name of the command, and as the file writes it.
    command: &'static str,
    written: String,
    /// The valid keys, each with its text in the file.
    keys: Vec<(String, &'a str)>,
    /// Whether the file takes all keys from the command.
    takes_all: bool,
}

/// The changes of a file, and what is wrong in it.
struct Patch<'a> {
    map: &'a Keymap,
    file: &'a str,
    text: &'a str,
    changes: Vec<Change<'a>>,
    renamed: Renamed,
    errors: Vec<RonError>,
}

impl<'a> Patch<'a> {
    /// The changes of the commands of `map`.
    fn read(map: &'a Keymap, file: &'a str, text: &'a str) -> Self {
        let (changes, renamed, errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut patch = Self { map, file, text, changes, renamed, errors };
        match ron_entries(text) {
            Ok(modes) => patch.modes(modes),
            Err(error) => patch.errors.push(RonError::new(file, &error)),
        }
        patch
    }

    fn error(&mut self, field: &str, value: &str, reason: &str) {
        self.errors.push(RonError::of_field(self.file, self.text, field, value, reason));
    }

    fn modes(&mut self, modes: Vec<(String, &'a str)>) {
        let mut known = Vec::new();
        for (name, value) in modes {
            let Some(mode) = Mode::ALL.into_iter().find(|mode| format!("{mode:?}") == name) else {
                let modes = Mode::ALL.map(|mode| format!("{mode:?}")).join(", ");
                self.error(&name, value, &format!("there is no such mode; the modes are {modes}"));
                continue;
            };
            if known.contains(&mode) {
                self.error(&name, value, "the mode stands twice");
                continue;
            }
            known.push(mode);
            match ron_entries(value) {
                Ok(commands) => {
                    commands.into_iter().for_each(|(name, keys)| self.command(mode, name, keys));
                }
                Err(_) => {
                    let expected = "expected commands with their keys, as {Flip: [\"v\"]}";
                    self.error(&name, value, expected);
                }
            }
        }
    }

    fn command(&mut self, mode: Mode, written: String, value: &'a str) {
        let field = format!("{mode:?}.{written}");
        let Some(spec) = self.map.find(today(&written)) else {
            return self.error(&field, value, &format!("there is no command {written:?}"));
        };
        let command = spec.name;
        let is_same = |change: &&Change<'_>| (change.mode, change.command) == (mode, command);
        if let Some(other) = self.changes.iter().find(is_same) {
            let other = other.written.clone();
            let reason = match other == written {
                true => "the command stands twice".to_owned(),
                false => format!("{other} and {written} are the same command"),
            };
            return self.error(&field, value, &reason);
        }
        let Ok(items) = ron_items(value) else {
            return self.error(&field, value, "expected a list of keys, as [\"a\", \"ctrl-a\"]");
        };
        let mut keys = Vec::new();
        for item in &items {
            match read_ron::<String>("", item) {
                Ok(key) if key.parse::<Key>().is_ok() => keys.push((key, *item)),
                _ => self.error(&field, item, &format!("is not a key ({EXAMPLES})")),
            }
        }
        if command != kebab(&written) {
            self.renamed.push((written.clone(), command));
        }
        let takes_all = items.is_empty();
        self.changes.push(Change { mode, command, written, keys, takes_all });
    }

    /// The keys with these changes; a command without a valid one keeps those that it has.
    fn over(&self, before: &Bindings) -> Bindings {
        let mut bindings = before.clone();
        for change in
            self.changes.iter().filter(|change| change.takes_all || !change.keys.is_empty())
        {
            let keys = change.keys.iter().map(|(key, _)| key.clone()).collect();
            bindings.entry(change.mode).or_default().insert(change.command, keys);
        }
        bindings
    }

    /// Takes the value out that causes `error`, of two in the file the later one; `false` if none does.
    fn refuse(&mut self, error: &KeyError) -> bool {
        let KeyError::Taken { key, mode, first, second } = error else { return false };
        let key = key.parse::<Key>();
        let is_it = |(other, _): &(String, &str)| other.parse::<Key>() == key;
        let commands = [first, second];
        let changes = self.changes.iter_mut().rev();
        let mut concerned =
            changes.filter(|it| it.mode == *mode && commands.contains(&&it.command));
        let found = concerned.find_map(|change| {
            let (_, value) = change.keys.remove(change.keys.iter().rposition(is_it)?);
            Some((format!("{mode:?}.{}", change.written), value))
        });
        let Some((field, value)) = found else { return false };
        let reason = match first == second {
            true => "stands twice".to_owned(),
            false => format!("runs both {first} and {second}"),
        };
        self.error(&field, value, &reason);
        true
    }

    /// The old names, and the errors in the order of the file.
    fn finish(mut self) -> (Renamed, Vec<RonError>) {
        self.errors.sort_by_key(|error| (error.line, error.column));
        (self.renamed, self.errors)
    }
}
