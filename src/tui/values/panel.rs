//! The panels: names and preferred sizes.

use serde::{Deserialize, Serialize};

/// Preferred rows of a panel, title included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Enough for the important content.
    pub preferred: u16,
    /// More rows would stay empty.
    pub maximum: u16,
}

/// Makes the enum, its names, earlier names and sizes from one table.
macro_rules! panels {
    ($($(#[$doc:meta])* $panel:ident $name:literal $(| $earlier:literal)? $preferred:literal $maximum:literal,)*) => {
        /// A panel.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Panel { $($(#[$doc])* $panel,)* }

        impl Panel {
            /// Every panel.
            pub const ALL: &[Self] = &[$(Self::$panel),*];

            /// Its title and its name in commands.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$panel => $name,)* }
            }

            /// The panel called `name`, also by its name in the files of earlier versions.
            pub fn named(name: &str) -> Option<Self> {
                match name { $($name $(| $earlier)? => Some(Self::$panel),)* _ => None }
            }

            /// The panel called `name`.
            ///
            /// # Errors
            /// There is none; the message names those that there are.
            pub fn find(name: &str) -> Result<Self, String> {
                Self::named(name).ok_or_else(|| {
                    let names: Vec<&str> = Self::ALL.iter().map(|panel| panel.name()).collect();
                    format!("there is no panel called {name:?}; there are {}", names.join(", "))
                })
            }

            /// Its preferred size.
            pub const fn rows(self) -> Rows {
                match self { $(Self::$panel => Rows { preferred: $preferred, maximum: $maximum },)* }
            }
        }
    };
}

panels! {
    /// Training: the exercise, the tries, the progress.
    Training "training" 16 40,
    /// The moves of the game.
    Moves "moves" 8 14,
    /// Real and shadow score.
    Score "score" 8 9,
    /// Principal variations.
    #[serde(alias = "Lines")]
    MultiPv "multi-pv" | "lines" 5 8,
    /// The other engine: its state and its lines.
    External "other-engine" 4 8,
    /// The time budget, step by step.
    Time "time" 14 28,
    /// The strength dial.
    Dial "dial" 10 19,
    /// Activity of the evaluation network.
    Network "network" 10 22,
    /// The evaluation by categories and terms.
    #[serde(alias = "Terms")]
    Eval "eval" | "terms" 8 24,
    /// Search statistics.
    Statistics "search" 10 24,
    /// The evaluation over the game.
    Graph "graph" 6 10,
    /// Time for each move.
    #[serde(alias = "Pace")]
    MoveTimes "move-times" | "pace" 6 10,
    /// Accuracy of each move.
    Accuracy "accuracy" 6 10,
    /// Log entries.
    Log "log" 4 10,
    /// The inspector page.
    Inspector "inspector" 28 60,
}

impl Panel {
    /// Whether it can use any number of rows.
    pub const fn stretches(self) -> bool {
        use Panel as P;
        matches!(
            self,
            P::Training
                | P::Moves
                | P::MultiPv
                | P::Graph
                | P::Log
                | P::Eval
                | P::Network
                | P::Inspector
        )
    }

    /// Whether it handles its own scrolling.
    pub const fn handles_scrolling(self) -> bool {
        use Panel as P;
        matches!(self, P::Moves | P::Log | P::Graph | P::MoveTimes | P::Accuracy | P::Inspector)
    }

    /// Whether it shows figures of the search.
    pub const fn shows_engine(self) -> bool {
        use Panel as P;
        matches!(
            self,
            P::Score
                | P::MultiPv
                | P::External
                | P::Time
                | P::Dial
                | P::Network
                | P::Eval
                | P::Statistics
        )
    }

    /// Whether it may be placed below the board.
    pub const fn fits_below(self) -> bool {
        matches!(self, Self::MultiPv | Self::Graph | Self::MoveTimes | Self::Accuracy | Self::Log)
    }
}
