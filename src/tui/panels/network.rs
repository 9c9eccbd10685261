//! What moves in the evaluation network: components, flips and signals for each evaluation, by category, and the hottest
//! propositions.

use crate::knowledge::{Activity, Category};
use crate::tui::model::Model;
use crate::tui::page::{Page, count, share, thin_bar};
use ratatui::text::{Line, Span};

/// Flips and signals for each evaluation.
pub fn summary(model: &Model) -> String {
    activity(model).filter(|activity| activity.evaluations > 0).map_or_else(
        String::new,
        |activity| {
            let per = |total: u64| share(total, activity.evaluations);
            format!("{:.0} flips, {:.0} signals", per(activity.flips), per(activity.signals))
        },
    )
}

fn activity(model: &Model) -> Option<&Activity> {
    if model.node().is_some() {
        return model.regarded().map(|regarded| &regarded.activity);
    }
    model.report().map(|report| &report.search.activity)
}

/// Cells of the names in the two columns of figures.
const LABELS: [usize; 2] = [14, 11];

/// Width from which two figures of four letters stand apart in the second column.
const WIDE: u16 = 44;

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(activity) = activity(model).filter(|activity| activity.evaluations > 0) else {
        return page.words(model.no_report("nothing was evaluated yet"), theme.dim);
    };
    let node = model.node();
    let slash = if page.width() < WIDE { "/" } else { " / " };
    let pairs = [
        ("components", count(u64::from(activity.components))),
        ("edges", count(u64::from(activity.edges))),
        ("counted", count(activity.evaluations)),
        ("flips each", format!("{:.1}", share(activity.flips, activity.evaluations))),
        ("signals each", format!("{:.1}", share(activity.signals, activity.evaluations))),
        ("last", format!("{}{slash}{}", activity.last.0, activity.last.1)),
    ];
    let half = usize::from(page.width() / 2);
    // The record keeps the work done, not the size of the network that did it.
    let kept = if model.recalled.is_some() { &pairs[2..5] } else { &pairs[..] };
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
        Some(node) => page.line(Line::styled(format!("{}: its move", node.words()), theme.title)),
        None => {
            let words = "rates for each evaluation; of the search's, one in 1024 is counted";
            page.words(words, theme.dim);
        }
    }
    let useful = share(activity.flips, activity.signals);
    page.gauge(useful, &format!("{:.0} % of the signals changed an output", useful * 100.0));
    by_category(activity, page);
    hottest(activity, page);
    if !model.hand.heat.is_on() && model.recalled.is_none() && page.rows() > 1 {
        let key = model.keymap.keys(crate::tui::Action::HeatMap).into_iter().next();
        page.line(Line::styled(
            format!("{} shows it on the board", key.unwrap_or_default()),
            theme.dim,
        ));
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
            Span::styled(format!("{:>6.1} ", share(flips, activity.evaluations)), theme.text),
            Span::styled(thin_bar(share(flips, most), width), theme.series_a),
        ]));
    }
}

fn hottest(activity: &Activity, page: &mut Page<'_>) {
    let theme = page.theme;
    for (name, flips) in &activity.hottest {
        if page.rows() <= 1 {
            return;
        }
        page.both(
            Line::styled(name.clone(), theme.text),
            Line::styled(format!("{:.2}", share(*flips, activity.evaluations)), theme.dim),
        );
    }
}
