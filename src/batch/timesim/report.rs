//! The report of `lucena timesim`: a row for each time manager, time control and source of games, as a table.

use super::play::{GameStats, MoveStats};
use crate::batch::output::Table;
use crate::timing::Settings;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where games come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Source {
    /// Simulated without a search.
    #[default]
    Simulated,
    /// Played by the engine.
    Played,
}

/// Results of one time manager at one time control.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The time control.
    pub control: String,
    /// Where the games come from.
    pub source: Source,
    /// The manager's canonical parameter text.
    pub manager: String,
    /// Number of games.
    pub games: u32,
    /// Number of moves.
    pub moves: usize,
    /// Mean share of the usable time that was used.
    pub used_share: f64,
    /// Mean over the games of the coefficient of variation of the total nodes per move.
    pub node_spread: f64,
    /// Time forfeits.
    pub time_losses: usize,
    /// Means by move number, as far as a tenth of the games lasts.
    pub curve: Vec<MoveStats>,
}

/// Results of every time manager at every time control.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Rows by time control, then by source, then by manager.
    pub rows: Vec<Row>,
}

impl Row {
    /// The row with the means over `stats`.
    pub(super) fn with(self, settings: &Settings, stats: &[GameStats]) -> Self {
        let mean = |value: fn(&GameStats) -> f64| {
            stats.iter().map(value).sum::<f64>() / stats.len().max(1) as f64
        };
        Self {
            manager: settings.to_string(),
            moves: stats.iter().map(|game| game.moves.len()).sum(),
            used_share: mean(|game| game.used_share),
            node_spread: mean(|game| game.node_spread),
            time_losses: stats.iter().filter(|game| game.lost_on_time).count(),
            curve: curve(stats),
            ..self
        }
    }
}

/// Means by move number over the games that last that long, as far as a tenth of them does.
fn curve(stats: &[GameStats]) -> Vec<MoveStats> {
    let at = |number: usize| {
        let moves: Vec<_> = stats.iter().filter_map(|game| game.moves.get(number)).collect();
        let count = moves.len() as f64;
        let mean =
            |value: fn(&MoveStats) -> f64| moves.iter().map(|it| value(it)).sum::<f64>() / count;
        (!moves.is_empty() && 10 * moves.len() >= stats.len()).then(|| MoveStats {
            planned: mean(|it| it.planned),
            used: mean(|it| it.used),
            total_nodes: mean(|it| it.total_nodes),
        })
    };
    (0..).map_while(at).collect()
}

impl fmt::Display for Report {
    /// The report as a table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = ["control", "source", "manager", "games", "moves", "used", "spread", "lost"];
        let mut table = Table::new(3, &header);
        for row in &self.rows {
            table.row([
                row.control.clone(),
                row.source.to_string(),
                row.manager.clone(),
                row.games.to_string(),
                row.moves.to_string(),
                format!("{:.1}%", row.used_share * 100.0),
                format!("{:.3}", row.node_spread),
                row.time_losses.to_string(),
            ]);
        }
        write!(f, "{table}")
    }
}
