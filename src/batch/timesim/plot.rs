//! Plots of a report: planned time, used time and total nodes by move number, every manager on the scale of its time control
//! and source, as rows of text and as SVG.

use super::play::MoveStats;
use super::report::{Report, Row};
use std::fmt::Write as _;

/// Largest number of columns of a row of text; longer games share columns.
const COLUMNS: usize = 80;
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A plotted quantity.
struct Quantity {
    name: &'static str,
    value: fn(&MoveStats) -> f64,
    unit: &'static str,
    /// Factor from the value to the unit.
    factor: f64,
}

const PLANNED: Quantity =
    Quantity { name: "planned", value: |it| it.planned, unit: "s", factor: 1e-3 };
const USED: Quantity = Quantity { name: "used", value: |it| it.used, unit: "s", factor: 1e-3 };
const NODES: Quantity =
    Quantity { name: "nodes", value: |it| it.total_nodes, unit: "M", factor: 1e-6 };

/// The rows of each time control and source.
fn groups(report: &Report) -> impl Iterator<Item = &[Row]> {
    report.rows.chunk_by(|a, b| (&a.control, a.source) == (&b.control, b.source))
}

/// The largest value of the quantities over `rows`, at least a small positive number.
fn largest(rows: &[Row], quantities: &[Quantity]) -> f64 {
    let values = rows.iter().flat_map(|row| &row.curve);
    let all = values.flat_map(|it| quantities.iter().map(move |quantity| (quantity.value)(it)));
    all.fold(f64::MIN_POSITIVE, f64::max)
}

/// Three rows of text for each manager: one character for each move, its height the share of the largest value.
pub(super) fn sparklines(report: &Report) -> String {
    let mut text = String::new();
    for rows in groups(report) {
        let longest = rows.iter().map(|row| row.curve.len()).max().unwrap_or(0);
        let step = longest.div_ceil(COLUMNS).max(1);
        let (time, nodes) = (largest(rows, &[PLANNED, USED]), largest(rows, &[NODES]));
        let first = &rows[0];
        let _ = writeln!(
            text,
            "\n{}, {} games, moves 1 to {longest}; full height {:.1} s, {:.1} M nodes",
            first.control,
            first.source,
            time * PLANNED.factor,
            nodes * NODES.factor
        );
        for row in rows {
            let _ = writeln!(text, "{}", row.manager);
            for (quantity, full) in [(PLANNED, time), (USED, time), (NODES, nodes)] {
                let level = |chunk: &[MoveStats]| {
                    let sum: f64 = chunk.iter().map(quantity.value).sum();
                    let share = sum / chunk.len() as f64 / full;
                    LEVELS[((share * LEVELS.len() as f64) as usize).min(LEVELS.len() - 1)]
                };
                let line: String = row.curve.chunks(step).map(level).collect();
                let _ = writeln!(text, "  {:<8}{line}", quantity.name);
            }
        }
    }
    text
}

/// Colours that are told apart with common colour blindness. Source: Okabe and Ito (2008).
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const CHART: (f64, f64) = (460.0, 220.0);
const MARGIN: f64 = 50.0;

/// One row of charts for each time control and source: time by move (planned dashed, used solid) and total nodes by move.
pub(super) fn svg(report: &Report) -> String {
    let groups: Vec<&[Row]> = groups(report).collect();
    let managers = groups.iter().map(|rows| rows.len()).max().unwrap_or(0) as f64;
    let row_height = CHART.1 + 2.0 * MARGIN + 16.0 * managers;
    let (width, height) = (2.0 * CHART.0 + 3.0 * MARGIN, row_height * groups.len() as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, rows) in groups.into_iter().enumerate() {
        let top = row_height * number as f64 + MARGIN;
        let title = format!("{}, {} games", rows[0].control, rows[0].source);
        label(&mut out, MARGIN, top - 25.0, &format!("{title}: time a move (dashed: planned)"));
        chart(&mut out, MARGIN, top, rows, &[PLANNED, USED]);
        let right = 2.0 * MARGIN + CHART.0;
        label(&mut out, right, top - 25.0, &format!("{title}: total nodes a move"));
        chart(&mut out, right, top, rows, &[NODES]);
        for (index, (row, colour)) in rows.iter().zip(COLOURS.iter().cycle()).enumerate() {
            let y = top + CHART.1 + 36.0 + 16.0 * index as f64;
            let _ = writeln!(
                out,
                "<rect x=\"{MARGIN}\" y=\"{}\" width=\"20\" height=\"3\" fill=\"{colour}\"/>",
                y - 5.0
            );
            label(&mut out, MARGIN + 28.0, y, &row.manager);
        }
    }
    out + "</svg>\n"
}

/// Axes and one line for each manager and quantity; the first of two quantities is dashed.
fn chart(out: &mut String, left: f64, top: f64, rows: &[Row], quantities: &[Quantity]) {
    let full = largest(rows, quantities);
    let longest = rows.iter().map(|row| row.curve.len()).max().unwrap_or(0).max(2);
    let bottom = top + CHART.1;
    let _ = writeln!(
        out,
        "<path d=\"M{left} {top}V{bottom}H{}\" fill=\"none\" stroke=\"#888\"/>",
        left + CHART.0
    );
    let Quantity { unit, factor, .. } = &quantities[0];
    label(out, left + 4.0, top - 4.0, &format!("{:.1} {unit}", full * factor));
    label(out, left, bottom + 15.0, "1");
    label(out, left + CHART.0 - 50.0, bottom + 15.0, &format!("move {longest}"));
    for (row, colour) in rows.iter().zip(COLOURS.iter().cycle()) {
        for (index, quantity) in quantities.iter().enumerate() {
            let point = |(number, it): (usize, &MoveStats)| {
                let x = left + CHART.0 * number as f64 / (longest - 1) as f64;
                format!("{x:.1},{:.1}", bottom - CHART.1 * (quantity.value)(it) / full)
            };
            let points: Vec<String> = row.curve.iter().enumerate().map(point).collect();
            let dashes =
                if index + 1 < quantities.len() { " stroke-dasharray=\"4 3\"" } else { "" };
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dashes}/>",
                points.join(" ")
            );
        }
    }
}

/// A text at a point; the texts of managers and controls contain no markup, because they were parsed.
fn label(out: &mut String, x: f64, y: f64, text: &str) {
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", html_escape::encode_text(text));
}
