//! Activity of the evaluation network: propositions, flips and signals per evaluation, by category, and the propositions
//! with the most flips.

use crate::knowledge::{Activity, Category};
use crate::tui::model::Model;
use crate::tui::values::format::{count, ratio};
use crate::tui::view::page::{Page, span, thin_bar};

/// Flips and signals for each evaluation.
pub fn summary(model: &Model) -> String {
    activity(model).filter(|activity| activity.evaluations > 0).map_or_else(
        String::new,
        |activity| {
            let per = |total| ratio(total, activity.evaluations);
            format!("{:.0} flips, {:.0} signals", per(activity.flips), per(activity.signals))
        },
    )
}

fn activity(model: &Model) -> Option<&Activity> {
    match model.report().filter(|_| model.inspected_node().is_none() && !model.shows_trace()) {
        Some(report) => Some(&report.search.activity),
        None => model.node_evaluation().map(|evaluation| &evaluation.activity),
    }
}

/// Width from which the second column has room for spaces around the slash.
const WIDE: u16 = 44;

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(activity) = activity(model).filter(|activity| activity.evaluations > 0) else {
        return page.paragraph(
            &model.no_report(
                "the activity of the evaluation network appears with the engine's first search",
            ),
            theme.dim,
        );
    };
    let node = model.inspected_node();
    let slash = if page.width() < WIDE { "/" } else { " / " };
    let rate = |events: u64| match ratio(events, activity.evaluations) {
        many @ 1000.0.. => format!("{many:.0}"),
        few => format!("{few:.1}"),
    };
    let pairs = [
        ("propositions", count(u64::from(activity.propositions))),
        ("edges", count(u64::from(activity.edges))),
        ("evaluations", count(activity.evaluations)),
        ("flips/eval", rate(activity.flips)),
        ("signals/eval", rate(activity.signals)),
        ("last eval", format!("{}{slash}{}", activity.last.0, activity.last.1)),
    ];
    // Records hold no size of the network.
    let is_recorded = model.recorded.is_some() && model.report().is_some();
    let kept = if is_recorded { &pairs[2..5] } else { &pairs[..] };
    page.figures(kept, [14, 11]);
    match node {
        Some(node) => page.text(theme.title, format!("{}: change by the move", node.label())),
        None if model.report().is_none() || model.shows_trace() => page.paragraph(
            "every legal move of the position on the board, made and taken back, without a search",
            theme.dim,
        ),
        None => {
            page.paragraph(
                "rates per evaluation; sampled: one evaluation in 8192, more at first",
                theme.dim,
            );
        }
    }
    let useful = ratio(activity.flips, activity.signals);
    page.gauge(useful, &format!("{:.0} % of the signals changed an output", useful * 100.0));
    by_category(activity, page);
    hottest(activity, page);
    if !model.board_state.heat && model.recorded.is_none() && page.rows() > 1 {
        let key = model.keymap.way_to("heat-map");
        page.text(theme.dim, format!("{key} shows the heat map on the board"));
    }
}

fn by_category(activity: &Activity, page: &mut Page<'_>) {
    let theme = page.theme;
    let most = activity.flips_by_category.iter().copied().max().unwrap_or(0);
    let width = page.width().saturating_sub(24);
    for category in Category::ALL {
        let flips = activity.flips_by_category[category as usize];
        page.row([
            span(theme.dim, format!("{:<15}", category.name())),
            span(theme.text, format!("{:>6.1} ", ratio(flips, activity.evaluations))),
            span(theme.series_a, thin_bar(ratio(flips, most), width)),
        ]);
    }
}

fn hottest(activity: &Activity, page: &mut Page<'_>) {
    let theme = page.theme;
    for (name, flips) in &activity.hottest {
        if page.rows() <= 1 {
            return;
        }
        page.justified(
            span(theme.text, name.clone()),
            span(theme.dim, format!("{:.2}", ratio(*flips, activity.evaluations))),
        );
    }
}
