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
    if let Some(evaluation) = model.node_evaluation() {
        return Some(&evaluation.breakdown);
    }
    // Game records hold no terms.
    let is_searched = model.inspected_node().is_none() && model.recorded.is_none();
    model.report().filter(|_| is_searched).map(|report| &report.search.breakdown)
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(breakdown) = breakdown(model) else {
        return page.paragraph(&model.no_report("the terms of the evaluation, White's and Black's, appear with the engine's first search"), theme.dim);
    };
    if let Some(node) = model.inspected_node() {
        page.text(theme.title, node.label());
    } else if model.node_evaluation().is_some() {
        page.paragraph("the position on the board, without a search", theme.dim);
    } else if model
        .report()
        .is_some_and(|report| report.root.key() != model.session.position().key())
    {
        page.paragraph("the searched position, not that on the board", theme.dim);
    }
    // A narrow panel has narrower columns, so that the last one is not cut off.
    let column = if page.width() < 15 + 3 * 8 { 7 } else { 8 };
    page.text(
        theme.dim,
        format!("{:<15}{:>column$}{:>column$}{:>column$}", "", "White", "Black", "+/−"),
    );
    let worth = Category::ALL.map(|category| breakdown.worth(category));
    let most = worth.iter().map(|value| value.abs()).max().unwrap_or(0).max(50);
    for (category, value) in Category::ALL.into_iter().zip(worth) {
        // The endgame scale is a factor of both sides' sums.
        let of_sides = breakdown.categories[category as usize];
        let sides = of_sides.map(|pair| match category == Category::EndgameScale {
            true => "–".to_owned(),
            false => pawns(taper(pair, breakdown.phase)),
        });
        let bar_width = page.width().saturating_sub(42);
        let figure = pawns(value);
        page.row([
            span(theme.text, format!("{:<15}", category.name())),
            span(theme.dim, format!("{:>column$}{:>column$}", sides[0], sides[1])),
            Span::raw(" ".repeat(column.saturating_sub(figure.chars().count()))),
            span(theme.favouring_by(value), figure),
            Span::raw("  "),
            span(theme.text, balance(value, most, bar_width)),
        ]);
        let initiative = taper([0, breakdown.initiative], breakdown.phase);
        if category == Category::Threats && initiative != 0 {
            let value = pawns(initiative);
            let name = "  initiative";
            page.text(
                theme.dim,
                format!("{name:<15}{:>column$}{:>column$}{value:>column$}", "–", "–"),
            );
        }
    }
    page.justified(
        span(
            theme.dim,
            format!("phase {} of 24, scale {} of 128", breakdown.phase, breakdown.scale),
        ),
        span(theme.strong, pawns(breakdown.total)),
    );
    for term in &breakdown.terms {
        let [white, black] = [term.white, term.black].map(|pair| match term.is_of_the_scale() {
            true => format!("{}/128", pair[1]),
            false => pawns(taper(pair, breakdown.phase)),
        });
        let values = format!("{white:>column$}{black:>column$}");
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
