//! How the score against one opponent changes with the nodes of a move.

use super::record::MatchScore;
use crate::batch::output::Table;
use std::path::{Path, PathBuf};

/// The record of one limit: `here.ron` becomes `here-10000.ron`.
pub(super) fn record_of(path: &Path, nodes: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|it| format!(".{}", it.to_string_lossy()));
    path.with_file_name(format!("{stem}-{nodes}{}", extension.unwrap_or_default()))
}

/// A line for each limit, and the change of the score from the first to the last.
pub(super) fn report(scores: &[(u64, MatchScore)]) -> String {
    let mut table = Table::new(0, &["nodes", "won", "drawn", "lost", "score ± 95 %", "Elo ± 95 %"]);
    for (nodes, score) in scores {
        let [won, drawn, lost] = score.wins_draws_losses.map(|count| count.to_string());
        let share = 100.0 * score.pairs.mean();
        let percent = format!("{share:.1} ± {} %", margin(score.pairs.margin()));
        table.row([nodes.to_string(), won, drawn, lost, percent, score.pairs.elo().to_string()]);
    }
    let (Some((_, first)), Some((_, last))) = (scores.first(), scores.last()) else {
        return table.to_string();
    };
    let change = 100.0 * (last.pairs.mean() - first.pairs.mean());
    let margin = margin(first.pairs.margin().hypot(last.pairs.margin()));
    format!("{table}from the first to the last: {change:+.1} ± {margin} points")
}

/// The margin of a share in percentage points; `–` for one that is unknown.
fn margin(share: f64) -> String {
    if share.is_finite() { format!("{:.1}", 100.0 * share) } else { "–".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{record_of, report};
    use crate::batch::matches::{MatchScore, Pentanomial};
    use std::path::Path;

    #[test]
    fn every_limit_has_its_own_record() {
        assert_eq!(record_of(Path::new("a/here.ron"), 400), Path::new("a/here-400.ron"));
        assert_eq!(record_of(Path::new("here"), 400), Path::new("here-400"));
    }

    #[test]
    fn the_report_has_a_line_for_each_limit_and_the_change() {
        let score = |wins_draws_losses, pairs| MatchScore {
            wins_draws_losses,
            pairs: Pentanomial(pairs),
            ..MatchScore::default()
        };
        let even = score([40, 40, 40], [5, 15, 20, 15, 5]);
        let worse = score([20, 40, 60], [15, 20, 15, 8, 2]);
        let text = report(&[(10_000, even), (40_000, worse)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].contains("10000") && lines[1].contains("50.0 ± "), "{text}");
        assert_eq!(lines[3], "from the first to the last: -15.8 ± 9.7 points");
        // All pairs of the first limit have the same score.
        let one = score([1, 0, 1], [0, 0, 1, 0, 0]);
        let won = score([80, 0, 0], [0, 0, 0, 0, 40]);
        let text = report(&[(10_000, one), (40_000, won)]);
        assert!(text.contains(" 50.0 ± – % ") && text.contains(" 100.0 ± – % "), "{text}");
        assert!(text.ends_with("last: +50.0 ± – points") && !text.contains("± inf"), "{text}");
    }
}
