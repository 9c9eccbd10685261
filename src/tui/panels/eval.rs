//! Evaluation trace of the root position: categories for both sides, then single terms.

use crate::knowledge::{Category, EvaluationTrace, Term, taper};
use crate::tui::inspect::explainer::pawns;
use crate::tui::model::Model;
use crate::tui::page::Page;
use ratatui::text::{Line, Span};

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
        return page.paragraph(model.no_report("no evaluation yet"), theme.dim);
    };
    if let Some(node) = model.inspected_node() {
        page.line(Line::styled(node.label(), theme.title));
    }
    page.line(Line::styled(
        format!("{:<15}{:>8}{:>8}{:>8}", "", "White", "Black", "+/−"),
        theme.dim,
    ));
    let differences: Vec<i32> =
        Category::ALL.iter().map(|&category| difference(breakdown, category)).collect();
    let most = differences.iter().map(|value| value.abs()).max().unwrap_or(0).max(50);
    for (category, value) in Category::ALL.into_iter().zip(differences) {
        let sides = breakdown.categories[category as usize];
        let [white, black] = sides.map(|pair| taper(pair, breakdown.phase));
        let style = match value {
            0 => theme.dim,
            v if v > 0 => theme.good,
            _ => theme.bad,
        };
        let bar_width = page.width().saturating_sub(42);
        page.line(Line::from(vec![
            Span::styled(format!("{:<15}", category.name()), theme.text),
            Span::styled(format!("{:>8}{:>8}", pawns(white), pawns(black)), theme.dim),
            Span::styled(format!("{:>8}", pawns(value)), style),
            Span::raw("  "),
            Span::styled(balance(value, most, bar_width), style),
        ]));
    }
    page.justified(
        Line::styled(
            format!("phase {} of 24, scale {} of 128", breakdown.phase, breakdown.scale),
            theme.dim,
        ),
        Line::styled(pawns(breakdown.total), theme.strong),
    );
    for term in &breakdown.terms {
        single(term, breakdown.phase, page);
    }
}

fn difference(breakdown: &EvaluationTrace, category: Category) -> i32 {
    let [white, black] =
        breakdown.categories[category as usize].map(|pair| taper(pair, breakdown.phase));
    white - black
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

fn single(term: &Term, phase: i32, page: &mut Page<'_>) {
    let theme = page.theme;
    let (white, black) = (taper(term.white, phase), taper(term.black, phase));
    page.line(Line::from(vec![
        Span::styled(format!("  {:<21}", term.name), theme.dim),
        Span::styled(format!("{:>8}{:>8}", pawns(white), pawns(black)), theme.dim),
    ]));
}
