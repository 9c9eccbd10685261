//! Activity of the evaluation network: components, flips and signals per evaluation, by category, and the propositions
//! with the most flips.

use crate::knowledge::{Activity, Category};
use crate::tui::model::Model;
use crate::tui::page::{Page, count, ratio, thin_bar};
use ratatui::text::{Line, Span};

/// Flips and signals for each evaluation.
pub fn summary(model: &Model) -> String {
    activity(model).filter(|activity| activity.evaluations > 0).map_or_else(
        String::new,
        |activity| {
            let per = |total: u64| ratio(total, activity.evaluations);
            format!("{:.0} flips, {:.0} signals", per(activity.flips), per(activity.signals))
        },
    )
}

fn activity(model: &Model) -> Option<&Activity> {
    if model.inspected_node().is_some() {
        return model.node_evaluation().map(|regarded| &regarded.activity);
    }
    model.report().map(|report| &report.search.activity)
}

/// Cells of the labels in the two columns.
const LABELS: [usize; 2] = [14, 11];

/// Width from which the second column has room for spaces around the slash.
const WIDE: u16 = 44;

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(activity) = activity(model).filter(|activity| activity.evaluations > 0) else {
        return page.paragraph(model.no_report("no evaluation yet"), theme.dim);
    };
    let node = model.inspected_node();
    let slash = if page.width() < WIDE { "/" } else { " / " };
    let pairs = [
        ("components", count(u64::from(activity.components))),
        ("edges", count(u64::from(activity.edges))),
        ("evaluations", count(activity.evaluations)),
        ("flips/eval", format!("{:.1}", ratio(activity.flips, activity.evaluations))),
        ("signals/eval", format!("{:.1}", ratio(activity.signals, activity.evaluations))),
        ("last eval", format!("{}{slash}{}", activity.last.0, activity.last.1)),
    ];
    let half = usize::from(page.width() / 2);
    // Records hold no size of the network.
    let kept = if model.recorded.is_some() { &pairs[2..5] } else { &pairs[..] };
    for two in kept.chunks(2) {
        let spans = two.iter().zip(LABELS).flat_map(|((name, value), label)| {
            let pad = half.saturating_sub(label + value.chars().count());
            [
                Span::styled(format!("{name:<label$}"), theme.dim),
                Span::styled(format!("{value}{}", " ".repeat(pad)), theme.strong),
            ]
        });
        page.line(spans.collect::<Line<'_>>());
    }
    match node {
        Some(node) => {
            page.line(Line::styled(format!("{}: change by the move", node.label()), theme.title))
        }
        None => {
            let words = "rates per evaluation; sampled: one evaluation in 1024";
            page.paragraph(words, theme.dim);
        }
    }
    let useful = ratio(activity.flips, activity.signals);
    page.gauge(useful, &format!("{:.0} % of the signals changed an output", useful * 100.0));
    by_category(activity, page);
    hottest(activity, page);
    if !model.hand.heat && model.recorded.is_none() && page.rows() > 1 {
        let key = model.keymap.way_to("heat-map");
        page.line(Line::styled(format!("{key} shows the heat map on the board"), theme.dim));
    }
}

fn by_category(activity: &Activity, page: &mut Page<'_>) {
    let theme = page.theme;
    let most = activity.flips_by_category.iter().copied().max().unwrap_or(0);
    let width = page.width().saturating_sub(24);
    for category in Category::ALL {
        let flips = activity.flips_by_category[category as usize];
        page.line(Line::from(vec![
            Span::styled(format!("{:<15}", category.name()), theme.dim),
            Span::styled(format!("{:>6.1} ", ratio(flips, activity.evaluations)), theme.text),
            Span::styled(thin_bar(ratio(flips, most), width), theme.series_a),
        ]));
    }
}

fn hottest(activity: &Activity, page: &mut Page<'_>) {
    let theme = page.theme;
    for (name, flips) in &activity.hottest {
        if page.rows() <= 1 {
            return;
        }
        page.justified(
            Line::styled(name.clone(), theme.text),
            Line::styled(format!("{:.2}", ratio(*flips, activity.evaluations)), theme.dim),
        );
    }
}
