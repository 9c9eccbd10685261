//! Search statistics: speed, branching factor, move ordering, TT, and attempts and successes of each technique.

use crate::engine::Report;
use crate::search::SearchReport;
use crate::tui::model::Model;
use crate::tui::model::recorded::depth_text;
use crate::tui::values::format::{count, percent, ratio};
use crate::tui::view::inspect::{branching, iteration_nodes, logarithms};
use crate::tui::view::page::{Page, span, sparkline, thin_bar};

/// Nodes a second.
pub fn summary(model: &Model) -> String {
    let speed = model.report().map(|report| report.nps).filter(|&nps| nps > 0);
    speed.map_or_else(String::new, |nps| format!("{}/s", count(nps)))
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(report) = model.report() else {
        return page.paragraph(
            &model.no_report(
                "nodes, speed and what each pruning saves appear with the engine's first search",
            ),
            theme.dim,
        );
    };
    let search = &report.search;
    if model.recorded.is_some() {
        return recorded(report, page);
    }
    let figures = &search.statistics;
    let share = |part, whole| percent(ratio(part, whole));
    let pairs = [
        ("nodes", count(search.nodes)),
        ("speed", format!("{}/s", count(report.nps))),
        ("quiescence", share(figures.quiescence_nodes, figures.nodes)),
        ("branching", branching(figures)),
        ("1st cut-offs", share(figures.first_move_cutoffs, figures.cutoffs)),
        ("TT hits", share(figures.tt_hits, figures.tt_probes)),
        ("hashfull", format!("{:.1} %", f64::from(search.hashfull) / 10.0)),
        ("tablebases", count(search.tablebase_hits)),
    ];
    page.figures(&pairs, [13, 13]);
    if let Some(words) = model.paused_words(report).filter(|_| model.inspected_node().is_some()) {
        page.paragraph(&words, theme.title);
    }
    graph("nodes/s", model.nps_history(), page);
    graph("by depth", &logarithms(&iteration_nodes(figures)), page);
    techniques(search, page);
    shadow(search, page);
}

/// The search figures of a game record.
fn recorded(report: &Report, page: &mut Page<'_>) {
    let theme = page.theme;
    let search = &report.search;
    let depth = depth_text(search.depth, search.selective_depth);
    let figures = [
        ("nodes", Some(count(search.nodes)).filter(|_| search.nodes > 0)),
        ("speed", Some(format!("{}/s", count(report.nps))).filter(|_| report.nps > 0)),
        ("depth", depth.strip_prefix("depth ").map(str::to_owned)),
    ];
    let known = figures.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let known: Vec<_> = known.collect();
    if known.is_empty() {
        return page.paragraph("the game record has no search figures", theme.dim);
    }
    for (name, value) in known {
        page.row([span(theme.dim, format!("{name:<12}")), span(theme.strong, value)]);
    }
    page.paragraph(
        "as recorded with the move; the game record has no other search figures",
        theme.dim,
    );
}

/// A sparkline with its label.
fn graph(name: &str, values: &[f64], page: &mut Page<'_>) {
    let theme = page.theme;
    page.row([
        span(theme.dim, format!("{name:<12}")),
        span(theme.series_a, sparkline(values, page.width().saturating_sub(12))),
    ]);
}

fn techniques(search: &SearchReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let width = page.width().saturating_sub(40);
    for (name, tally) in &search.statistics.techniques {
        let hits = ratio(tally.accepted, tally.attempted);
        page.row([
            span(theme.dim, format!("{name:<20.20}")),
            span(theme.text, format!("{:>7}", count(tally.attempted))),
            span(theme.strong, format!("{:>6.0} %  ", hits * 100.0)),
            span(theme.series_b, thin_bar(hits, width)),
        ]);
    }
}

fn shadow(search: &SearchReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let counters = &search.shadow;
    page.paragraph(
        &format!(
            "repetitions {}, path-dependent scores {}, TT stores narrowed {}, withheld {}, conditional {}",
            count(counters.repetitions),
            count(counters.differing),
            count(counters.narrowed),
            count(counters.withheld),
            count(counters.conditional)
        ),
        theme.dim,
    );
}
