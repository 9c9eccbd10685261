//! Evaluation trace of the root position: categories for both sides, then single terms.

use crate::knowledge::{Category, EvaluationTrace, taper};
use crate::tui::model::Model;
use crate::tui::values::format::pawns;
use crate::tui::view::page::{Page, span};
use ratatui::text::Span;

/// The total in White's view.
pub fn summary(model: &Model) -> String {
    breakdown(model).map_or_else(String::new, |breakdown| pawns(breakdown.total))
}

fn breakdown(model: &Model) -> Option<&EvaluationTrace> {
    if model.inspected_node().is_some() {
        return model.node_evaluation().map(|regarded| &regarded.breakdown);
    }
    // Game records hold no terms.
    model.report().filter(|_| model.recorded.is_none()).map(|report| &report.search.breakdown)
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(breakdown) = breakdown(model) else {
        return page.paragraph(model.no_report("the terms of the evaluation, White's and Black's, appear with the engine's first search"), theme.dim);
    };
    if let Some(node) = model.inspected_node() {
        page.text(theme.title, node.label());
    }
    page.text(theme.dim, format!("{:<15}{:>8}{:>8}{:>8}", "", "White", "Black", "+/−"));
    let worth = Category::ALL.map(|category| breakdown.worth(category));
    let most = worth.iter().map(|value| value.abs()).max().unwrap_or(0).max(50);
    for (category, value) in Category::ALL.into_iter().zip(worth) {
        // The endgame scale is a factor of both sides' sums.
        let of_sides = breakdown.categories[category as usize];
        let sides = of_sides.map(|pair| match category == Category::EndgameScale {
            true => "–".to_owned(),
            false => pawns(taper(pair, breakdown.phase)),
        });
        let style = match value {
            0 => theme.dim,
            v if v > 0 => theme.good,
            _ => theme.bad,
        };
        let bar_width = page.width().saturating_sub(42);
        page.row([
            span(theme.text, format!("{:<15}", category.name())),
            span(theme.dim, format!("{:>8}{:>8}", sides[0], sides[1])),
            span(style, format!("{:>8}", pawns(value))),
            Span::raw("  "),
            span(style, balance(value, most, bar_width)),
        ]);
    }
    page.justified(
        span(
            theme.dim,
            format!("phase {} of 24, scale {} of 128", breakdown.phase, breakdown.scale),
        ),
        span(theme.strong, pawns(breakdown.total)),
    );
    for term in &breakdown.terms {
        let [white, black] = [term.white, term.black].map(|pair| taper(pair, breakdown.phase));
        let values = format!("{:>8}{:>8}", pawns(white), pawns(black));
        page.text(theme.dim, format!("  {:<21}{values}", term.name));
    }
}

/// A bar to the right for White and to the left for Black; empty below 8 cells.
fn balance(value: i32, most: i32, width: u16) -> String {
    if width < 8 {
        return String::new();
    }
    let half = i32::from(width / 2);
    let cells = usize::try_from((value.abs() * half / most).min(half)).unwrap_or(0);
    let half = usize::try_from(half).unwrap_or(0);
    if value >= 0 {
        format!("{}│{}", " ".repeat(half), "▬".repeat(cells))
    } else {
        format!("{}{}│", " ".repeat(half - cells), "▬".repeat(cells))
    }
}
