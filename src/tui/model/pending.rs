//! What is left to be run: commands after the one under way, and the lines of a script after the game that it has ordered.

/// What a command or an event leaves to be run after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A line: a command's name and its argument.
    Line(String),
    /// A line that the user has confirmed.
    Confirmed(String),
    /// A command by its name; one that needs an argument opens the `:` line.
    Command(&'static str),
    /// The list of all commands.
    Palette,
}

/// A game that a script has ordered. Its next line waits for it, and nobody is asked when it comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderedGame {
    /// There is none.
    #[default]
    None,
    /// It is being read.
    Reading,
    /// The file has several, and the list of them waits for a choice.
    Choosing,
}

impl OrderedGame {
    /// One that is about to be read, by a script or not.
    pub const fn reading(by_script: bool) -> Self {
        if by_script { Self::Reading } else { Self::None }
    }
}
