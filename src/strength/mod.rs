//! Floor 2: from an Elo figure to limits, percentages and errors. It never touches the tree.

pub mod report;

pub use report::{DialSetting, Inferior};
