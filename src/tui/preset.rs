//! The ready-made layouts: which panels they show, most important first, and how much of the width they keep for them.

use super::panels::Panel;
use serde::{Deserialize, Serialize};

/// A ready-made choice of panels.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Preset {
    /// The board as large as it goes.
    #[default]
    Play,
    /// Half the screen for what goes on in the engine.
    Inspect,
    /// The record, its graph and the lines.
    Review,
    /// The debugger's page beside a smaller board.
    Debug,
}

impl Preset {
    /// All presets, in the order of the keys.
    pub const ALL: [Self; 4] = [Self::Play, Self::Inspect, Self::Review, Self::Debug];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Inspect => "inspect",
            Self::Review => "review",
            Self::Debug => "debug",
        }
    }

    /// Panels in the order of their importance.
    #[must_use]
    pub fn panels(self) -> Vec<Panel> {
        use Panel::{
            Accuracy, Dial, Graph, Inspector, Lines, Log, Moves, Network, Pace, Score, Statistics,
            Terms, Time,
        };
        match self {
            Self::Play => {
                vec![
                    Moves, Score, Lines, Graph, Dial, Time, Network, Terms, Statistics, Pace,
                    Accuracy, Log,
                ]
            }
            Self::Inspect => {
                vec![
                    Score, Time, Network, Lines, Terms, Dial, Statistics, Moves, Graph, Pace,
                    Accuracy, Log,
                ]
            }
            Self::Review => {
                vec![
                    Moves, Graph, Accuracy, Score, Pace, Lines, Time, Dial, Network, Terms,
                    Statistics, Log,
                ]
            }
            Self::Debug => {
                vec![
                    Inspector, Score, Lines, Terms, Network, Statistics, Time, Dial, Moves, Graph,
                    Pace, Accuracy, Log,
                ]
            }
        }
    }

    /// Share of the width that the panels keep, in percent.
    pub(super) const fn side_share(self) -> u16 {
        match self {
            Self::Play => 32,
            Self::Inspect => 52,
            Self::Debug => 56,
            Self::Review => 40,
        }
    }
}
