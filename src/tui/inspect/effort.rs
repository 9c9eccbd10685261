//! Question 11: where the nodes went, by root move, by iteration and by technique.

use super::moments::NO_THOUGHT;
use super::sheet::{Ink, Row, Sheet};
use super::thought;
use crate::rules::{Position, notation};
use crate::search::{SearchReport, Statistics};
use crate::tui::model::Model;
use crate::tui::page::{count, share, spark, thin_bar};

/// Root moves that are listed one by one.
const LISTED: usize = 8;

/// The page.
pub(super) fn nodes(model: &Model) -> Sheet {
    let Some((_, report)) = thought(model) else { return Sheet::words(NO_THOUGHT) };
    let search = &report.search;
    let figures = &search.statistics;
    let mut sheet = Sheet::default();
    let quiet = share(figures.quiescence_nodes, figures.nodes) * 100.0;
    let words = format!("{} nodes, {quiet:.0} % of them in quiescence", count(search.nodes));
    sheet.line(Ink::Strong, words);
    let first = share(figures.first_move_cutoffs, figures.cutoffs) * 100.0;
    sheet.line(
        Ink::Text,
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

/// Nodes of each iteration alone, the first one first.
#[must_use]
pub fn own_nodes(figures: &Statistics) -> Vec<u64> {
    let totals = &figures.nodes_by_iteration;
    let before = std::iter::once(0).chain(totals.iter().copied());
    totals.iter().zip(before).map(|(total, before)| total.saturating_sub(before)).collect()
}

/// The factor by which an iteration is larger than the one before: the geometric mean over the last few.
#[must_use]
pub fn branching(figures: &Statistics) -> String {
    /// Iterations looked back on: enough for odd and even ones to even out.
    const BACK: usize = 4;
    let own = own_nodes(figures);
    let Some(last) = own.len().checked_sub(1).filter(|&last| last > 0) else {
        return "–".to_owned();
    };
    let first = last.saturating_sub(BACK);
    #[expect(clippy::cast_precision_loss, reason = "at most four")]
    let steps = (last - first) as f64;
    format!("{:.2}", share(own[last], own[first].max(1)).powf(1.0 / steps))
}

fn by_root_move(search: &SearchReport, root: &Position, sheet: &mut Sheet) {
    sheet.heading("root move     nodes  share");
    let mut moves: Vec<_> = search.root_moves.iter().collect();
    moves.sort_by_key(|root| std::cmp::Reverse(root.nodes));
    let total = search.root_nodes();
    let mut row = |name: &str, nodes: u64| {
        let part = share(nodes, total);
        sheet.rows.push(
            Row::of(Ink::Text, format!("{name:<10}"))
                .and(Ink::Dim, format!("{:>9}", count(nodes)))
                .and(Ink::Strong, format!("{:>5.0} % ", part * 100.0))
                .and(Ink::Good, thin_bar(part, 20)),
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

fn by_iteration(search: &SearchReport, sheet: &mut Sheet) {
    let own = own_nodes(&search.statistics);
    #[expect(clippy::cast_precision_loss, reason = "a graph of a few levels")]
    let levels: Vec<f64> = own.iter().map(|&nodes| nodes as f64).collect();
    let logarithms: Vec<f64> = levels.iter().map(|nodes| nodes.max(1.0).log2()).collect();
    sheet.heading("depth         nodes  branching");
    sheet.rows.push(
        Row::of(Ink::Dim, format!("1 to {:<5}", own.len()))
            .and(Ink::Dim, "  in powers of two  ")
            .and(Ink::Good, spark(&logarithms, 40)),
    );
    let before = std::iter::once(0).chain(own.iter().copied());
    let rows: Vec<Row> = own
        .iter()
        .zip(before)
        .enumerate()
        .map(|(index, (&own, before))| {
            let branching = share(own, before);
            let factor = if before == 0 { "–".to_owned() } else { format!("{branching:.2}") };
            Row::of(Ink::Text, format!("{:<10}", index + 1))
                .and(Ink::Dim, format!("{:>9}", count(own)))
                .and(Ink::Strong, format!("{factor:>7}   "))
                .and(Ink::Good, thin_bar(share(own, search.nodes), 20))
        })
        .collect();
    // The first iterations are a handful of nodes each.
    let skipped = rows.len().saturating_sub(LISTED);
    sheet.rows.extend(rows.into_iter().skip(skipped));
}

fn by_technique(figures: &Statistics, sheet: &mut Sheet) {
    sheet.heading(&format!("{:<18}{:>7}{:>9}{:>9}", "technique", "tried", "accepted", "rejected"));
    for (name, tally) in &figures.techniques {
        let part = share(tally.accepted, tally.attempted);
        let rejected = tally.attempted.saturating_sub(tally.accepted);
        sheet.rows.push(
            Row::of(Ink::Text, format!("{name:<18.18}"))
                .and(Ink::Dim, format!("{:>7}", count(tally.attempted)))
                .and(Ink::Text, format!("{:>9}{:>9}", count(tally.accepted), count(rejected)))
                .and(Ink::Strong, format!("{:>5.0} % ", part * 100.0))
                .and(Ink::Good, thin_bar(part, 10)),
        );
    }
}
