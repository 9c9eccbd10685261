//! From keys to actions: a map for each mode, read from RON. The map that is compiled in is complete; a user's file is a
//! patch that names the keys of the actions it changes. Two actions on one key are an error that names both.

use super::Action;
use crate::base::{RonError, read_ron};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// What the keys mean depends on what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Mode {
    /// Everywhere, where the mode itself does not bind the key.
    Global,
    /// The board and the panels.
    Board,
    /// A line of text is being typed: a move or a command.
    Typing,
    /// A dialog is open.
    Dialog,
    /// The help is open.
    Help,
    /// The debugger's page has the focus.
    Inspector,
}

impl Mode {
    /// The maps in which a key is looked up, one after the other.
    const fn looked_up(self) -> [Self; 3] {
        let below = if matches!(self, Self::Inspector) { Self::Board } else { Self::Global };
        [self, below, Self::Global]
    }
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// Why a key map is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeymapError {
    /// The file is not what a key map looks like.
    #[error("keys {0}")]
    Syntax(#[from] RonError),
    /// Not a key.
    #[error(
        "keys {file}: {key:?} for {action:?} is no key (try \"a\", \"ctrl-a\", \"f5\", \"left\")"
    )]
    Key {
        /// The file.
        file: String,
        /// What was written.
        key: String,
        /// What it was to do.
        action: Action,
    },
    /// One key, two actions.
    #[error("keys {file}: {key} means both {first:?} and {second:?} in {mode:?}")]
    Conflict {
        /// The file.
        file: String,
        /// The key.
        key: String,
        /// The mode.
        mode: Mode,
        /// One action.
        first: Action,
        /// The other.
        second: Action,
    },
}

type Bindings = BTreeMap<Mode, BTreeMap<Action, Vec<String>>>;

/// Keys to actions, by mode.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Bindings,
    actions: HashMap<(Mode, Key), Action>,
}

/// The map that is compiled in.
const BUILT_IN: &str = include_str!("../../assets/keymap.ron");

impl Keymap {
    /// The map that is compiled in; a test makes sure that it can be read.
    #[must_use]
    pub fn built_in() -> Self {
        read_ron("built in", BUILT_IN)
            .map_err(KeymapError::from)
            .and_then(|bindings| resolve("built in", bindings))
            .unwrap_or_else(|_| Self { bindings: Bindings::new(), actions: HashMap::new() })
    }

    /// This map with the keys that `text`, from `file`, changes.
    ///
    /// # Errors
    /// Malformed text, an unknown action or key, or a key with two actions.
    pub fn patched(&self, file: &str, text: &str) -> Result<Self, KeymapError> {
        let mut bindings = self.bindings.clone();
        for (mode, changes) in read_ron::<Bindings>(file, text)? {
            bindings.entry(mode).or_default().extend(changes);
        }
        resolve(file, bindings)
    }

    /// The action of a key in `mode`, or everywhere.
    #[must_use]
    pub fn action(&self, mode: Mode, event: &KeyEvent) -> Option<Action> {
        self.meaning(mode, Key::from_event(event))
    }

    fn meaning(&self, mode: Mode, key: Key) -> Option<Action> {
        mode.looked_up().into_iter().find_map(|mode| self.actions.get(&(mode, key)).copied())
    }

    /// The key that does this in `mode`, as the footer names it; `None` where none does.
    #[must_use]
    pub fn key_in(&self, mode: Mode, action: Action) -> Option<String> {
        let bound = |mode| self.bindings.get(&mode).and_then(|map| map.get(&action));
        let mut keys = mode.looked_up().into_iter().filter_map(bound).flatten();
        // A key of a map below may mean something else here.
        let does = |key: &Key| self.meaning(mode, *key) == Some(action);
        keys.find(|text| text.parse().is_ok_and(|key| does(&key))).map(|text| shown(text))
    }

    /// The keys of an action as the footer and the help show them, first choice first.
    #[must_use]
    pub fn keys(&self, action: Action) -> Vec<String> {
        let mut names = Vec::new();
        let modes =
            [Mode::Board, Mode::Global, Mode::Dialog, Mode::Typing, Mode::Help, Mode::Inspector];
        for mode in modes {
            let found = self.bindings.get(&mode).and_then(|map| map.get(&action));
            for key in found.into_iter().flatten() {
                let shown = shown(key);
                if !names.contains(&shown) {
                    names.push(shown);
                }
            }
        }
        names
    }
}

fn shown(key: &str) -> String {
    key.replace("left", "←")
        .replace("right", "→")
        .replace("up", "↑")
        .replace("down", "↓")
        .replace("page↑", "pgup")
        .replace("page↓", "pgdn")
}

fn resolve(file: &str, bindings: Bindings) -> Result<Keymap, KeymapError> {
    let mut actions = HashMap::new();
    for (&mode, map) in &bindings {
        for (&action, keys) in map {
            for text in keys {
                let key = text.parse::<Key>().map_err(|()| KeymapError::Key {
                    file: file.to_owned(),
                    key: text.clone(),
                    action,
                })?;
                if let Some(first) = actions.insert((mode, key), action) {
                    let (file, key) = (file.to_owned(), text.clone());
                    return Err(KeymapError::Conflict { file, key, mode, first, second: action });
                }
            }
        }
    }
    Ok(Keymap { bindings, actions })
}

impl Key {
    /// Shift is part of the character, so that `?` is `?` on every keyboard.
    fn from_event(event: &KeyEvent) -> Self {
        let mut modifiers =
            event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        if matches!(event.code, KeyCode::Char(_) | KeyCode::BackTab) {
            modifiers.remove(KeyModifiers::SHIFT);
        }
        Self { code: event.code, modifiers }
    }
}

impl std::str::FromStr for Key {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        loop {
            let (modifier, after) = match rest.split_once('-') {
                Some(("ctrl", after)) => (KeyModifiers::CONTROL, after),
                Some(("alt", after)) => (KeyModifiers::ALT, after),
                Some(("shift", after)) => (KeyModifiers::SHIFT, after),
                _ => break,
            };
            modifiers |= modifier;
            rest = after;
        }
        let code = match rest {
            "left" => KeyCode::Left,
            "right" => KeyCode::Right,
            "up" => KeyCode::Up,
            "down" => KeyCode::Down,
            "home" => KeyCode::Home,
            "end" => KeyCode::End,
            "pageup" => KeyCode::PageUp,
            "pagedown" => KeyCode::PageDown,
            "enter" => KeyCode::Enter,
            "esc" => KeyCode::Esc,
            "tab" if modifiers.contains(KeyModifiers::SHIFT) => {
                modifiers.remove(KeyModifiers::SHIFT);
                KeyCode::BackTab
            }
            "tab" => KeyCode::Tab,
            "space" => KeyCode::Char(' '),
            "backspace" => KeyCode::Backspace,
            "del" => KeyCode::Delete,
            other => match other.strip_prefix('f').map(str::parse::<u8>) {
                Some(Ok(number @ 1..=12)) => KeyCode::F(number),
                _ => {
                    let mut letters = other.chars();
                    match (letters.next(), letters.next()) {
                        (Some(letter), None) => KeyCode::Char(letter),
                        _ => return Err(()),
                    }
                }
            },
        };
        Ok(Self { code, modifiers })
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Global => "everywhere",
            Self::Board => "on the board",
            Self::Typing => "while typing",
            Self::Dialog => "in dialogs",
            Self::Help => "in the help",
            Self::Inspector => "in the debugger",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Keymap, Mode};
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    fn press(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn every_action_has_a_key() {
        let keymap = Keymap::built_in();
        for &action in Action::ALL {
            assert!(!keymap.keys(action).is_empty(), "{action:?}");
        }
    }

    #[test]
    fn modes_go_before_the_global_map() {
        let keymap = Keymap::built_in();
        let escape = press(KeyCode::Esc, KeyModifiers::NONE);
        assert_eq!(keymap.action(Mode::Board, &escape), Some(Action::Cancel));
        assert_eq!(keymap.action(Mode::Dialog, &escape), Some(Action::Close));
        let help = press(KeyCode::Char('?'), KeyModifiers::SHIFT);
        assert_eq!(keymap.action(Mode::Board, &help), Some(Action::Help));
    }

    #[test]
    fn a_key_is_named_that_works_where_it_is_named() {
        let keymap = Keymap::built_in();
        let named = |mode, action| keymap.key_in(mode, action);
        assert_eq!(named(Mode::Help, Action::ScrollDown).as_deref(), Some("↓"));
        assert_eq!(named(Mode::Help, Action::Flip), None);
        assert_eq!(named(Mode::Board, Action::Help).as_deref(), Some("?"));
        assert_eq!(named(Mode::Inspector, Action::Flip), named(Mode::Board, Action::Flip));
        // On the debugger's page `s` sorts the tree.
        assert_eq!(named(Mode::Inspector, Action::Analyse).as_deref(), Some("f5"));
    }

    #[test]
    fn a_patch_moves_a_key_and_conflicts_name_both_actions() {
        let keymap = Keymap::built_in();
        let patched = keymap.patched("mine", "{Board: {Flip: [\"F\"]}}").unwrap();
        let key = |letter| press(KeyCode::Char(letter), KeyModifiers::NONE);
        assert_eq!(patched.action(Mode::Board, &key('F')), Some(Action::Flip));
        assert_eq!(patched.action(Mode::Board, &key('v')), None);
        let fails = |text| keymap.patched("mine", text).unwrap_err().to_string();
        assert_eq!(
            fails("{Board: {Flip: [\"n\"]}}"),
            "keys mine: n means both NewGame and Flip in Board"
        );
        assert!(fails("{Board: {Flip: [\"ctrl-what\"]}}").contains("\"ctrl-what\" for Flip"));
        assert!(fails("{Board:\n {Flop: [\"x\"]}}").starts_with("keys mine:2:"));
    }
}
