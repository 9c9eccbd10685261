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
    let mut table = Table::new(0, &["nodes", "won", "drawn", "lost", "score", "Elo"]);
    for (nodes, score) in scores {
        let [won, drawn, lost] = score.wins_draws_losses.map(|count| count.to_string());
        let percent = percent(score.pairs.mean(), score.pairs.margin(), false);
        table.row([nodes.to_string(), won, drawn, lost, percent, score.pairs.elo().to_string()]);
    }
    let (Some((_, first)), Some((_, last))) = (scores.first(), scores.last()) else {
        return table.to_string();
    };
    let change = last.pairs.mean() - first.pairs.mean();
    let margin = first.pairs.margin().hypot(last.pairs.margin());
    format!("{table}from the first to the last: {}", percent(change, margin, true))
}

/// A share with its error in per cent.
fn percent(share: f64, margin: f64, signed: bool) -> String {
    let (share, margin) = (100.0 * share, 100.0 * margin);
    if signed {
        format!("{share:+.1} ± {margin:.1} %")
    } else {
        format!("{share:.1} ± {margin:.1} %")
    }
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
        assert!(lines[3].starts_with("from the first to the last: -"), "{text}");
    }
}
