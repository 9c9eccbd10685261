//! What is known of a command without running it: its names, help, default keys and argument. The table of commands fills
//! it in; key map, `:` line, completion, footer, help, palette and manual read it.

use serde::Deserialize;

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
    /// The log panel has the focus.
    Log,
    /// An exercise is on the board.
    Training,
    /// A position is set up on the board.
    Setup,
}

impl Mode {
    /// Every mode, in the order in which keys are listed.
    pub(super) const ALL: [Self; 9] = {
        use Mode::{Board, Dialog, Global, Help, Inspector, Log, Setup, Training, Typing};
        [Board, Global, Dialog, Typing, Help, Inspector, Log, Training, Setup]
    };

    /// The maps in which a key is looked up, one after the other.
    pub(super) const fn looked_up(self) -> &'static [Self] {
        match self {
            Self::Global => &[Self::Global],
            Self::Board => &[Self::Board, Self::Global],
            Self::Typing => &[Self::Typing, Self::Global],
            Self::Dialog => &[Self::Dialog, Self::Global],
            Self::Help => &[Self::Help, Self::Global],
            Self::Inspector => &[Self::Inspector, Self::Board, Self::Global],
            Self::Log => &[Self::Log, Self::Board, Self::Global],
            Self::Training => &[Self::Training, Self::Board, Self::Global],
            Self::Setup => &[Self::Setup, Self::Global],
        }
    }
}

/// The description of a command.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// Its name in kebab-case, typed after `:`. A key map may write `CopyFen` for `copy-fen`.
    pub name: &'static str,
    /// Other names, in kebab-case: short forms, and names of earlier versions.
    pub aliases: &'static [&'static str],
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Further words that somebody may search it by, in lower case.
    pub words: &'static str,
    /// What the footer calls it; empty for the name.
    pub label: &'static str,
    /// The heading that the help shows it under.
    pub group: &'static str,
    /// Default keys by mode, separated by blanks.
    pub keys: &'static [(Mode, &'static str)],
    /// What follows the name.
    pub argument: Argument,
    /// Does it run while a dialog is open?
    pub over_dialogs: bool,
}

impl CommandSpec {
    /// How it is typed: `:elo 1500 | ~1500 | full | NAME`.
    pub fn usage(&self) -> String {
        format!(":{} {}", self.name, self.argument.usage).trim_end().to_owned()
    }

    /// Is each word of a search in its names, help, group, usage or further words, or in its `keys`? Case does not matter.
    pub fn is_found_by(&self, search: &str, keys: &str) -> bool {
        let aliases = self.aliases.join(" ");
        let parts = [self.name, &aliases, self.help, self.group, self.words, &self.usage(), keys];
        let text = parts.join("\n").to_lowercase();
        search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    /// Is each word of a search the beginning of one of the further words?
    pub fn is_meant_by(&self, search: &str) -> bool {
        let begins = |word| self.words.split(' ').any(|own| own.starts_with(word));
        !search.is_empty() && search.split_whitespace().all(begins)
    }

    /// What the footer calls it.
    pub const fn label(&self) -> &'static str {
        if self.label.is_empty() { self.name } else { self.label }
    }
}

/// What a command takes.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// As the help shows it; empty for none.
    pub usage: &'static str,
    /// What it is, where the command cannot do without it.
    pub required: Option<&'static str>,
    /// What it may be completed to.
    pub values: Values,
}

impl Argument {
    /// No argument.
    pub const NONE: Self = Self { usage: "", required: None, values: Values::None };

    /// An argument that may be left out.
    pub const fn optional(usage: &'static str, values: Values) -> Self {
        Self { usage, required: None, values }
    }

    /// An argument that must be given; `what` names it in the message when it is missing.
    pub const fn required(usage: &'static str, what: &'static str, values: Values) -> Self {
        Self { usage, required: Some(what), values }
    }
}

/// What an argument may be completed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Nothing: free text, or no argument.
    None,
    /// One of these.
    Words(&'static [&'static str]),
    /// Several of these.
    Sentence(&'static str),
    /// A file.
    File,
    /// A number, then a file.
    NumberAndFile,
    /// The command of a UCI engine, or `off`.
    Program,
    /// A theme.
    Theme,
    /// A style of pieces.
    Pieces,
    /// A panel.
    Panel,
    /// A strength of the dial.
    Strength,
    /// An annotation glyph.
    Glyph,
    /// Who plays, then a time control.
    Game,
    /// A legal move.
    Move,
    /// Two legal moves of the position last searched.
    TwoMoves,
    /// Moves one after the other from the position last searched.
    Line,
    /// The condition of a breakpoint.
    Breakpoint,
    /// An option of the external engine and its value.
    EngineOption,
    /// A setting and its value.
    Setting,
    /// A tag and its value, or `remove` and a tag.
    Tag,
}

/// A name as it is written in a key map or an old script, in kebab-case: `CopyFen` is `copy-fen`.
pub fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}
