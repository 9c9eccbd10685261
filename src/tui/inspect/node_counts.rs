//! Question 11: node counts by root move, by iteration and by technique.

use super::inspected_search;
use super::report_answers::NO_SEARCH;
use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::rules::{Position, notation};
use crate::search::{SearchReport, Statistics};
use crate::tui::model::Model;
use crate::tui::page::{count, ratio, sparkline, thin_bar};

/// Maximum number of listed root moves.
const LISTED: usize = 8;

/// The page.
pub(super) fn nodes(model: &Model) -> StyledText {
    let Some((_, report)) = inspected_search(model) else { return StyledText::words(NO_SEARCH) };
    let search = &report.search;
    let figures = &search.statistics;
    let mut sheet = StyledText::default();
    let quiet = ratio(figures.quiescence_nodes, figures.nodes) * 100.0;
    let words = format!("{} nodes, {quiet:.0} % of them in quiescence search", count(search.nodes));
    sheet.line(TextStyle::Strong, words);
    let first = ratio(figures.first_move_cutoffs, figures.cutoffs) * 100.0;
    sheet.line(
        TextStyle::Text,
        format!(
            "effective branching factor {}, {first:.0} % of the cut-offs by the first move",
            branching(figures)
        ),
    );
    by_root_move(search, &report.root, &mut sheet);
    by_iteration(search, &mut sheet);
    by_technique(figures, &mut sheet);
    sheet
}

/// Nodes of each single iteration.
#[must_use]
pub fn iteration_nodes(figures: &Statistics) -> Vec<u64> {
    let totals = &figures.nodes_by_iteration;
    let before = std::iter::once(0).chain(totals.iter().copied());
    totals.iter().zip(before).map(|(total, before)| total.saturating_sub(before)).collect()
}

/// Effective branching factor: geometric mean over the last iterations.
#[must_use]
pub fn branching(figures: &Statistics) -> String {
    /// Number of iterations: even, to average odd-even effects.
    const BACK: usize = 4;
    let own = iteration_nodes(figures);
    let Some(last) = own.len().checked_sub(1).filter(|&last| last > 0) else {
        return "–".to_owned();
    };
    let first = last.saturating_sub(BACK);
    #[expect(clippy::cast_precision_loss, reason = "at most four")]
    let steps = (last - first) as f64;
    format!("{:.2}", ratio(own[last], own[first].max(1)).powf(1.0 / steps))
}

fn by_root_move(search: &SearchReport, root: &Position, sheet: &mut StyledText) {
    sheet.heading("root move     nodes  share");
    let mut moves: Vec<_> = search.root_moves.iter().collect();
    moves.sort_by_key(|root| std::cmp::Reverse(root.nodes));
    let total = search.root_nodes();
    let mut row = |name: &str, nodes: u64| {
        let part = ratio(nodes, total);
        sheet.rows.push(
            StyledLine::of(TextStyle::Text, format!("{name:<10}"))
                .and(TextStyle::Dim, format!("{:>9}", count(nodes)))
                .and(TextStyle::Strong, format!("{:>5.0} % ", part * 100.0))
                .and(TextStyle::Good, thin_bar(part, 20)),
        );
    };
    for searched in moves.iter().take(LISTED) {
        row(&notation::san(root, searched.mv), searched.nodes);
    }
    let rest = moves.get(LISTED..).unwrap_or_default();
    if !rest.is_empty() {
        row(&format!("{} others", rest.len()), rest.iter().map(|root| root.nodes).sum());
    }
}

fn by_iteration(search: &SearchReport, sheet: &mut StyledText) {
    let own = iteration_nodes(&search.statistics);
    #[expect(clippy::cast_precision_loss, reason = "a graph of a few levels")]
    let levels: Vec<f64> = own.iter().map(|&nodes| nodes as f64).collect();
    let logarithms: Vec<f64> = levels.iter().map(|nodes| nodes.max(1.0).log2()).collect();
    sheet.heading("depth         nodes  branching");
    sheet.rows.push(
        StyledLine::of(TextStyle::Dim, format!("1 to {:<5}", own.len()))
            .and(TextStyle::Dim, "  in powers of two  ")
            .and(TextStyle::Good, sparkline(&logarithms, 40)),
    );
    let before = std::iter::once(0).chain(own.iter().copied());
    let rows: Vec<StyledLine> = own
        .iter()
        .zip(before)
        .enumerate()
        .map(|(index, (&own, before))| {
            let branching = ratio(own, before);
            let factor = if before == 0 { "–".to_owned() } else { format!("{branching:.2}") };
            StyledLine::of(TextStyle::Text, format!("{:<10}", index + 1))
                .and(TextStyle::Dim, format!("{:>9}", count(own)))
                .and(TextStyle::Strong, format!("{factor:>7}   "))
                .and(TextStyle::Good, thin_bar(ratio(own, search.nodes), 20))
        })
        .collect();
    // The first iterations have few nodes.
    let skipped = rows.len().saturating_sub(LISTED);
    sheet.rows.extend(rows.into_iter().skip(skipped));
}

fn by_technique(figures: &Statistics, sheet: &mut StyledText) {
    sheet.heading(&format!("{:<18}{:>7}{:>9}{:>9}", "technique", "tried", "accepted", "rejected"));
    for (name, tally) in &figures.techniques {
        let part = ratio(tally.accepted, tally.attempted);
        let rejected = tally.attempted.saturating_sub(tally.accepted);
        sheet.rows.push(
            StyledLine::of(TextStyle::Text, format!("{name:<18.18}"))
                .and(TextStyle::Dim, format!("{:>7}", count(tally.attempted)))
                .and(TextStyle::Text, format!("{:>9}{:>9}", count(tally.accepted), count(rejected)))
                .and(TextStyle::Strong, format!("{:>5.0} % ", part * 100.0))
                .and(TextStyle::Good, thin_bar(part, 10)),
        );
    }
}
