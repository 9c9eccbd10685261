//! Keys and the commands they run: a map for each mode. The built-in map follows from the default keys of the commands;
//! a user's file is a patch that names the keys of the commands it changes, read in `keymap_patch`. Two commands on one key
//! are an error that names both.

use super::command_spec::{CommandSpec, Mode, kebab};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::{BTreeMap, HashMap};

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// Why keys make no map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// A text is not a key.
    #[error("{key:?} for {command} is not a key ({})", EXAMPLES)]
    NotAKey {
        /// The text.
        key: String,
        /// The command.
        command: &'static str,
    },
    /// Two commands have one key, or a command has it twice.
    #[error("{key} runs both {first} and {second} in {mode:?}")]
    Taken {
        /// The key.
        key: String,
        /// Where.
        mode: Mode,
        /// A command.
        first: &'static str,
        /// The other, or the same.
        second: &'static str,
    },
}

/// What a key looks like.
pub(super) const EXAMPLES: &str = "try \"a\", \"ctrl-a\", \"f5\", \"left\"";

pub(super) type Bindings = BTreeMap<Mode, BTreeMap<&'static str, Vec<String>>>;

/// The commands by name, and the keys that run them, by mode.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    specs: Vec<CommandSpec>,
    bindings: Bindings,
    commands: HashMap<(Mode, Key), &'static str>,
    /// Arrow keys are named by words: the terminal has no arrows.
    has_no_arrows: bool,
}

impl Keymap {
    /// The commands with their default keys.
    ///
    /// # Errors
    /// A default key is not one, or two commands have the same key; a test makes sure that none does.
    pub fn new(specs: Vec<CommandSpec>) -> Result<Self, KeyError> {
        let mut bindings = Bindings::new();
        for spec in &specs {
            for (mode, keys) in spec.keys {
                let keys = keys.split(' ').map(str::to_owned).collect();
                bindings.entry(*mode).or_default().insert(spec.name, keys);
            }
        }
        let commands = resolve(&bindings)?;
        Ok(Self { specs, bindings, commands, has_no_arrows: false })
    }

    /// The keys that run the commands.
    pub(super) const fn bindings(&self) -> &Bindings {
        &self.bindings
    }

    /// The same commands with these keys.
    ///
    /// # Errors
    /// A text is no key, or two commands have the same key.
    pub(super) fn rebound(&self, bindings: Bindings) -> Result<Self, KeyError> {
        let commands = resolve(&bindings)?;
        Ok(Self { bindings, commands, ..self.clone() })
    }

    /// Names the arrow keys by words from now on, for a terminal that cannot show arrows.
    pub const fn spell_arrows(&mut self) {
        self.has_no_arrows = true;
    }

    /// Every command, in the order of the table.
    pub fn specs(&self) -> &[CommandSpec] {
        &self.specs
    }

    /// The command called `name`, in kebab-case or as a key map writes it, or by one of its other names.
    pub fn find(&self, name: &str) -> Option<&CommandSpec> {
        let name = kebab(name);
        let named = self.specs.iter().find(|spec| spec.name == name);
        named.or_else(|| self.specs.iter().find(|spec| spec.aliases.contains(&&*name)))
    }

    /// The command whose name is nearest to a mistyped one, at most two slips of the fingers away.
    pub fn nearest(&self, name: &str) -> Option<&'static str> {
        let name = kebab(name);
        let slips = |spec: &CommandSpec| {
            let names = spec.aliases.iter().copied().chain([spec.name]);
            names.map(|known| strsim::osa_distance(known, &name)).min()
        };
        let near = self.specs.iter().filter_map(|spec| Some((slips(spec)?, spec.name)));
        let (slips, nearest) = near.min()?;
        // Of a short name two slips leave too little.
        (slips <= 2 && slips * 3 <= name.chars().count()).then_some(nearest)
    }

    /// The commands of a key in `mode`: the mode's own first, then those of the maps below it.
    pub fn commands(&self, mode: Mode, event: &KeyEvent) -> impl Iterator<Item = &'static str> {
        self.meanings(mode, Key::from_event(event))
    }

    fn meanings(&self, mode: Mode, key: Key) -> impl Iterator<Item = &'static str> {
        mode.looked_up().iter().filter_map(move |&mode| self.commands.get(&(mode, key)).copied())
    }

    /// The key that runs this in `mode`, as the footer names it; `None` where none does.
    pub fn key_in(&self, mode: Mode, command: &str) -> Option<String> {
        debug_assert!(self.find(command).is_some(), "{command}");
        let bound = |mode| self.bindings.get(mode).and_then(|map| map.get(command));
        let mut keys = mode.looked_up().iter().filter_map(bound).flatten();
        // A key of a map below may mean something else here.
        let runs = |key: Key| self.meanings(mode, key).next() == Some(command);
        keys.find(|text| text.parse().is_ok_and(runs)).map(|text| self.shown(text))
    }

    /// The keys of a command as the help shows them, first choice first.
    pub fn keys(&self, command: &str) -> Vec<String> {
        let found = Mode::ALL.iter().filter_map(|mode| self.bindings.get(mode)?.get(command));
        let mut names = Vec::new();
        for key in found.flatten().map(|key| self.shown(key)) {
            if !names.contains(&key) {
                names.push(key);
            }
        }
        names
    }

    /// How a message names the way to a command: its first key, or the `:` command.
    pub fn way_to(&self, command: &str) -> String {
        debug_assert!(self.find(command).is_some(), "{command}");
        self.keys(command).into_iter().next().unwrap_or_else(|| format!(":{command}"))
    }

    /// How a message names the way to the question with this key.
    pub fn way_to_question(&self, question: char) -> String {
        let list = self.keys("questions").into_iter().next();
        list.map_or_else(|| format!(":ask {question}"), |list| format!("{list} {question}"))
    }

    /// The same commands without keys, for input that is lines: messages name commands instead.
    #[must_use]
    pub fn without_keys(&self) -> Self {
        Self { specs: self.specs.clone(), ..Self::default() }
    }

    fn shown(&self, key: &str) -> String {
        let key = key.replace("pageup", "pgup").replace("pagedown", "pgdn");
        if self.has_no_arrows {
            return key;
        }
        let arrows = [("left", "←"), ("right", "→"), ("up", "↑"), ("down", "↓")];
        let last = key.rsplit('-').next().unwrap_or_default();
        match arrows.into_iter().find(|(name, _)| *name == last) {
            Some((name, arrow)) => format!("{}{arrow}", &key[..key.len() - name.len()]),
            None => key,
        }
    }
}

/// The command of each key.
fn resolve(bindings: &Bindings) -> Result<HashMap<(Mode, Key), &'static str>, KeyError> {
    let mut commands = HashMap::new();
    for (&mode, map) in bindings {
        for (&command, keys) in map {
            for text in keys {
                let Ok(key) = text.parse::<Key>() else {
                    return Err(KeyError::NotAKey { key: text.clone(), command });
                };
                if let Some(first) = commands.insert((mode, key), command) {
                    let key = text.clone();
                    return Err(KeyError::Taken { key, mode, first, second: command });
                }
            }
        }
    }
    Ok(commands)
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
