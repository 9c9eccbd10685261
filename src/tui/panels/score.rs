//! The score: its range, real and shadow score on one scale, and its dependence on repetitions.

use crate::base::{Bound, Interval, Score};
use crate::rules::Color;
use crate::search::PvLine as Variation;
use crate::tui::inspect::InspectedNode;
use crate::tui::inspect::debugger::bound_text;
use crate::tui::inspect::report_answers::dependence_text;
use crate::tui::model::Model;
use crate::tui::model::recorded::depth_text;
use crate::tui::page::Page;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Depth and speed.
pub fn summary(model: &Model) -> String {
    if let Some(node) = model.inspected_node() {
        return format!("ply {}, depth {}", node.ply, node.depth);
    }
    model.report().map_or_else(String::new, |report| depth_text(&report.search))
}

/// The scores of the best line from White's view.
struct View {
    real: Score,
    bound: Bound,
    shadow: Option<Interval>,
}

impl View {
    fn of(line: &Variation, turn: Color) -> Self {
        if turn == Color::White {
            return Self { real: line.score, bound: line.bound, shadow: line.shadow };
        }
        let bound = match line.bound {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact => Bound::Exact,
        };
        Self { real: -line.score, bound, shadow: line.shadow.map(|interval| -interval) }
    }
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    if let Some(node) = model.inspected_node() {
        return of_node(&node, page);
    }
    let ended = model.session.game.end().filter(|_| model.session.viewed.is_none());
    if let Some(end) = ended {
        page.paragraph(&end.words(), theme.title);
    }
    let Some(report) = model.report() else {
        return page.paragraph(model.no_report("no score yet"), theme.dim);
    };
    let Some(line) = report.search.lines.first() else {
        return page.paragraph(model.no_report("no legal move"), theme.dim);
    };
    scored(&View::of(line, report.root.turn()), page);
    let is_known = model.recorded.is_none() || line.shadow.is_some() || line.depends_on.is_some();
    let words = if is_known {
        dependence_text(line, &report.root)
    } else {
        "the game record does not say whether it depends on a repetition".to_owned()
    };
    page.paragraph(&words, theme.dim);
}

/// An inspected node: its score so far, or its result.
fn of_node(node: &InspectedNode, page: &mut Page<'_>) {
    let theme = page.theme;
    page.line(Line::styled(node.label(), theme.title));
    match node.line() {
        None => page.paragraph("no score yet: no move searched", theme.dim),
        Some(line) => {
            scored(&View::of(&line, Color::White), page);
            page.paragraph(&node.dependence_text(), theme.dim);
        }
    }
}

/// The score, its range, and real and shadow score on one scale.
fn scored(view: &View, page: &mut Page<'_>) {
    let theme = page.theme;
    let sign = match view.bound {
        Bound::Exact => "",
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
    };
    let (value, words) = (format!("{sign}{}", view.real), meaning(view.real));
    headline(value, &words, page);
    bands(view.real, page);
    let scale = scale(view);
    axis(page, "real", mark(view.real, scale), theme.real);
    axis(page, "shadow", range(view.shadow, scale), theme.shadow);
    ends(page, scale, view.shadow);
}

/// The score, its meaning, and the point of view, which is left out on narrow panels.
fn headline(value: String, words: &str, page: &mut Page<'_>) {
    let theme = page.theme;
    let width = usize::from(page.width());
    let both = value.chars().count() + words.chars().count() + 2;
    let used = if both <= width { both } else { value.chars().count() };
    let whose =
        ["White's view", "White", ""].into_iter().find(|text| used + 1 + text.len() <= width);
    let mut line = vec![Span::styled(value, theme.real)];
    if both <= width {
        line.push(Span::styled(format!("  {words}"), theme.text));
    }
    page.justified(Line::from(line), Line::styled(whose.unwrap_or_default(), theme.dim));
    if both > width {
        page.paragraph(words, theme.text);
    }
}

/// Centipawns up to which a position counts as equal.
const EQUAL: i32 = 25;

/// Meaning of a score in words.
fn meaning(score: Score) -> String {
    let side = if score > Score::DRAW { "White" } else { "Black" };
    match score.mate_moves() {
        Some(moves) => format!("{side} mates in {}", moves.abs()),
        None if score.is_recognised() => format!("{side} wins: known endgame"),
        None if score == Score::DRAW => "draw".to_owned(),
        None => match score.value().abs() {
            off if off <= EQUAL => "equal".to_owned(),
            ..81 => format!("{side} is slightly better"),
            81..=200 => format!("{side} is better"),
            _ => format!("{side} is winning"),
        },
    }
}

/// The disjoint score ranges with the current one selected.
fn bands(score: Score, page: &mut Page<'_>) {
    let theme = page.theme;
    let here = match score {
        s if s.is_mate() && s < Score::DRAW => 0,
        s if s.is_recognised() && s < Score::DRAW => 1,
        s if s.is_recognised() => 5,
        s if s.is_mate() => 6,
        s if s.value().abs() <= EQUAL => 3,
        s if s < Score::DRAW => 2,
        _ => 4,
    };
    let names = ["mated", "lost", "worse", "=", "better", "won", "mate"];
    // On narrow panels the other ranges are dots.
    let wide = usize::from(page.width()) >= names.iter().map(|name| name.len() + 2).sum();
    let spans = names.iter().enumerate().map(|(index, name)| match (index == here, wide) {
        (true, _) => Span::styled(format!(" {name} "), theme.selected),
        (false, true) => Span::styled(format!(" {name} "), theme.dim),
        (false, false) => Span::styled(" ·", theme.dim),
    });
    page.line(spans.collect::<Line<'_>>());
}

/// Both ends of the scale in centipawns: includes all finite scores, at least one pawn each way.
fn scale(view: &View) -> (i32, i32) {
    let finite = |score: Score| score.is_heuristic().then(|| score.value());
    let mut values: Vec<i32> = finite(view.real).into_iter().collect();
    if let Some(interval) = view.shadow {
        values.extend([interval.low, interval.high].into_iter().filter_map(finite));
    }
    let widest = values.into_iter().map(i32::abs).max().unwrap_or(0);
    let reach = [100, 200, 500, 1000, 2000, 5000].into_iter().find(|&reach| widest < reach);
    (-reach.unwrap_or(5000), reach.unwrap_or(5000))
}

/// Start and end of a mark on the scale, 0 to 1.
fn mark(score: Score, scale: (i32, i32)) -> Option<(f64, f64)> {
    let at = place(score, scale);
    Some((at, at))
}

fn range(interval: Option<Interval>, scale: (i32, i32)) -> Option<(f64, f64)> {
    interval.map(|interval| (place(interval.low, scale), place(interval.high, scale)))
}

fn place(score: Score, (low, high): (i32, i32)) -> f64 {
    f64::from(score.value().clamp(low, high) - low) / f64::from(high - low)
}

fn axis(page: &mut Page<'_>, name: &str, marked: Option<(f64, f64)>, style: Style) {
    let theme = page.theme;
    let width = page.width().saturating_sub(8);
    let cell = |at: f64| at * f64::from(width.saturating_sub(1));
    let mut spans = vec![Span::styled(format!("{name:<8}"), theme.dim)];
    for x in 0..width {
        let at = f64::from(x);
        let middle = x == width / 2;
        let inside =
            marked.is_some_and(|(from, to)| cell(from) - 0.5 <= at && at <= cell(to) + 0.5);
        let point = marked.is_some_and(|(from, to)| (from - to).abs() < f64::EPSILON);
        spans.push(match (inside, middle) {
            (true, _) if point => Span::styled("◆", style),
            (true, _) => Span::styled("━", style),
            (false, true) => Span::styled("┼", theme.rule_focus),
            (false, false) => Span::styled("─", theme.rule),
        });
    }
    page.line(Line::from(spans));
}

fn ends(page: &mut Page<'_>, scale: (i32, i32), shadow: Option<Interval>) {
    let theme = page.theme;
    let pawns = |value: i32| format!("{:+.1}", f64::from(value) / 100.0);
    let interval = shadow.map_or_else(
        || "no shadow".to_owned(),
        |interval| format!("{} … {}", bound_text(interval.low), bound_text(interval.high)),
    );
    let (low, high) = (pawns(scale.0), pawns(scale.1));
    // A truncated number would be wrong, so it is left out.
    let fits = 12 + low.len() + interval.chars().count() + high.len() <= usize::from(page.width());
    page.justified(
        Line::styled(
            format!("{:<8}{low}   {}", "", if fits { interval } else { String::new() }),
            theme.dim,
        ),
        Line::styled(high, theme.dim),
    );
}
