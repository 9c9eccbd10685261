//! Layout presets: their panels, most important first, and the panels' share of the width.

use super::panel::Panel;
use strum::{Display, EnumString, VariantArray};

/// A layout preset, in the order of the keys. Its text is its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Preset {
    /// The largest board.
    #[default]
    Play,
    /// Half the screen for the engine's panels.
    Inspect,
    /// The game tree, its graph and the lines.
    Review,
    /// The inspector page beside a smaller board.
    Debug,
    /// Training: the exercise beside the board.
    Training,
    /// Only what the players know: nothing of the engine.
    Quiet,
}

impl Preset {
    /// Panels in the order of their importance.
    pub fn panels(self) -> Vec<Panel> {
        use Panel::{
            Accuracy, Dial, Eval, External, Graph, Inspector, Log, MoveTimes, Moves, MultiPv,
            Network, Score, Statistics, Time, Training,
        };
        match self {
            Self::Play => {
                vec![
                    Moves, External, Score, MultiPv, Graph, Dial, Time, Network, Eval, Statistics,
                    MoveTimes, Accuracy, Log,
                ]
            }
            Self::Inspect => {
                vec![
                    External, Score, Time, Network, MultiPv, Eval, Dial, Statistics, Moves, Graph,
                    MoveTimes, Accuracy, Log,
                ]
            }
            Self::Review => {
                vec![
                    Moves, Graph, Accuracy, Score, External, MoveTimes, MultiPv, Time, Dial,
                    Network, Eval, Statistics, Log,
                ]
            }
            Self::Debug => {
                vec![
                    Inspector, Score, External, MultiPv, Eval, Network, Statistics, Time, Dial,
                    Moves, Graph, MoveTimes, Accuracy, Log,
                ]
            }
            Self::Training => vec![Training, Moves, Score, MultiPv, Eval, Statistics, Log],
            Self::Quiet => vec![Moves, MoveTimes],
        }
    }

    /// The panels' share of the width in percent.
    pub const fn side_share(self) -> u16 {
        match self {
            Self::Play | Self::Quiet => 32,
            Self::Inspect => 52,
            Self::Debug => 56,
            Self::Review | Self::Training => 40,
        }
    }
}
