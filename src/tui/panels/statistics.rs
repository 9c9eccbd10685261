//! The search in figures: speed, branching, ordering, the table, and each technique's attempts and successes.

use crate::engine::Report;
use crate::search::SearchReport;
use crate::tui::inspect::effort::{branching, own_nodes};
use crate::tui::model::Model;
use crate::tui::page::{Page, count, share, spark, thin_bar};
use crate::tui::recorded::depth_words;
use ratatui::text::{Line, Span};

/// Nodes a second.
pub fn summary(model: &Model) -> String {
    let speed = model.report().map(|report| report.nps).filter(|&nps| nps > 0);
    speed.map_or_else(String::new, |nps| format!("{}/s", count(nps)))
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(report) = model.report() else {
        return page.words(model.no_report("nothing was searched yet"), theme.dim);
    };
    let search = &report.search;
    if model.recalled.is_some() {
        return recorded(report, page);
    }
    let figures = &search.statistics;
    let percent = |part, whole| format!("{:.0} %", share(part, whole) * 100.0);
    let pairs = [
        ("nodes", count(search.nodes)),
        ("speed", format!("{}/s", count(report.nps))),
        ("quiescence", percent(figures.quiescence_nodes, figures.nodes)),
        ("branching", branching(figures)),
        ("first cuts", percent(figures.first_move_cutoffs, figures.cutoffs)),
        ("table hits", percent(figures.hits, figures.probes)),
        ("table full", format!("{:.1} %", f64::from(search.hash_per_mille) / 10.0)),
        ("tablebases", count(search.tablebase_hits)),
    ];
    let half = usize::from(page.width() / 2);
    for two in pairs.chunks(2) {
        let spans = two.iter().flat_map(|(name, value)| {
            let pad = half.saturating_sub(12 + value.chars().count());
            [
                Span::styled(format!("{name:<12}"), theme.dim),
                Span::styled(format!("{value}{}", " ".repeat(pad)), theme.strong),
            ]
        });
        page.line(spans.collect::<Line<'_>>());
    }
    if let Some(paused) = model.inspect.paused.as_ref().filter(|_| model.node().is_some()) {
        let of = if report.epoch == model.thinking.epoch {
            format!("are as of node {}", search.nodes)
        } else {
            "are those of the thought before".to_owned()
        };
        let words = format!("it stands at node {}; the figures {of}", paused.nodes);
        page.words(&words, theme.title);
    }
    graph("nodes/s", &model.thinking.speeds, page);
    #[expect(clippy::cast_precision_loss, reason = "a graph of a few levels")]
    let depths: Vec<f64> = own_nodes(figures).iter().map(|&it| (it.max(1) as f64).log2()).collect();
    graph("by depth", &depths, page);
    techniques(search, page);
    shadow(search, page);
}

/// What the record keeps of a search: of the techniques it keeps nothing.
fn recorded(report: &Report, page: &mut Page<'_>) {
    let theme = page.theme;
    let search = &report.search;
    let depth = depth_words(search);
    let figures = [
        ("nodes", Some(count(search.nodes)).filter(|_| search.nodes > 0)),
        ("speed", Some(format!("{}/s", count(report.nps))).filter(|_| report.nps > 0)),
        ("depth", depth.strip_prefix("depth ").map(str::to_owned)),
    ];
    let known = figures.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let known: Vec<_> = known.collect();
    if known.is_empty() {
        return page.words("the record keeps nothing of the search", theme.dim);
    }
    for (name, value) in known {
        page.line(Line::from(vec![
            Span::styled(format!("{name:<12}"), theme.dim),
            Span::styled(value, theme.strong),
        ]));
    }
    page.words("as recorded with the move; the record keeps no more of the search", theme.dim);
}

/// A row of columns with its name.
fn graph(name: &str, values: &[f64], page: &mut Page<'_>) {
    let theme = page.theme;
    page.line(Line::from(vec![
        Span::styled(format!("{name:<12}"), theme.dim),
        Span::styled(spark(values, page.width().saturating_sub(12)), theme.series_a),
    ]));
}

fn techniques(search: &SearchReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let width = page.width().saturating_sub(40);
    for (name, tally) in &search.statistics.techniques {
        let hits = share(tally.accepted, tally.attempted);
        page.line(Line::from(vec![
            Span::styled(format!("{name:<20.20}"), theme.dim),
            Span::styled(format!("{:>7}", count(tally.attempted)), theme.text),
            Span::styled(format!("{:>6.0} %  ", hits * 100.0), theme.strong),
            Span::styled(thin_bar(hits, width), theme.series_b),
        ]));
    }
}

fn shadow(search: &SearchReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let counters = &search.shadow;
    page.words(
        &format!(
            "repetitions {}, scores that hang on them {}, stores narrowed {}, withheld {}",
            count(counters.repetitions),
            count(counters.differing),
            count(counters.narrowed),
            count(counters.withheld)
        ),
        theme.dim,
    );
}
