//! The path of every parameter: a table with a row of text for each, and an SVG with a chart for each.

use super::run_file::Run;
use crate::batch::output::Table;
use std::fmt::Write as _;

/// Columns of a path as text.
const COLUMNS: usize = 40;
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The path of a parameter: pairs played and value.
fn path(run: &Run, parameter: usize) -> Vec<(u64, f64)> {
    run.path.iter().map(|(pairs, values)| (*pairs, values[parameter])).collect()
}

/// Start, present value, and how far that is from the start in perturbations; the path's height is from the smallest value
/// of the path to the largest.
pub(super) fn table(run: &Run) -> Table {
    let mut table = Table::new(1, &["parameter", "start", "now", "moved by", "from", "to", "path"]);
    for (index, (tuned, value)) in run.id.parameters.iter().zip(&run.values).enumerate() {
        let mut path: Vec<f64> = path(run, index).iter().map(|(_, value)| *value).collect();
        path.push(*value);
        let low = path.iter().copied().fold(f64::INFINITY, f64::min);
        let high = path.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let level = |chunk: &[f64]| {
            let mean = chunk.iter().sum::<f64>() / chunk.len() as f64;
            let share = if high > low { (mean - low) / (high - low) } else { 0.0 };
            LEVELS[((share * LEVELS.len() as f64) as usize).min(LEVELS.len() - 1)]
        };
        let line: String = path.chunks(path.len().div_ceil(COLUMNS)).map(level).collect();
        let moved = (value - f64::from(tuned.start)) / tuned.perturbation;
        table.row([
            tuned.name.clone(),
            tuned.start.to_string(),
            format!("{value:.1}"),
            format!("{moved:+.2}"),
            format!("{low:.1}"),
            format!("{high:.1}"),
            line,
        ]);
    }
    table
}

/// Charts in a row, their size and the distance between them, in pixels.
const CHARTS: usize = 4;
const CHART: (f64, f64) = (260.0, 110.0);
const GAP: (f64, f64) = (30.0, 50.0);

/// A chart for each parameter: pairs played to the right, the value upwards, the start as a dashed line.
pub(super) fn svg(run: &Run) -> String {
    let rows = run.id.parameters.len().div_ceil(CHARTS) as f64;
    let columns = run.id.parameters.len().min(CHARTS) as f64;
    let (width, height) =
        (columns.mul_add(CHART.0 + GAP.0, GAP.0), rows.mul_add(CHART.1 + GAP.1, GAP.1));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (index, tuned) in run.id.parameters.iter().enumerate() {
        let left = ((index % CHARTS) as f64).mul_add(CHART.0 + GAP.0, GAP.0);
        let top = ((index / CHARTS) as f64).mul_add(CHART.1 + GAP.1, GAP.1);
        let mut path = path(run, index);
        path.push((run.pairs, run.values[index]));
        let start = f64::from(tuned.start);
        // At least two perturbations to each side, so that a path that stands still looks like one.
        let reach = path.iter().map(|(_, value)| (value - start).abs()).fold(0.0, f64::max);
        let reach = reach.max(2.0 * tuned.perturbation);
        let x = |pairs: u64| left + CHART.0 * pairs as f64 / run.id.schedule.pairs as f64;
        let y = |value: f64| top + CHART.1 * (0.5 - (value - start) / (2.0 * reach));
        let points: Vec<String> =
            path.iter().map(|&(pairs, value)| format!("{:.1},{:.1}", x(pairs), y(value))).collect();
        let name = html_escape::encode_text(&tuned.name);
        let (bottom, right, middle) = (top + CHART.1, left + CHART.0, y(start));
        let _ = writeln!(
            out,
            "<text x=\"{left}\" y=\"{}\">{name}: {} to {:.1}</text>\n\
             <path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#888\"/>\n\
             <path d=\"M{left} {middle:.1}H{right}\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>\n\
             <polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\"/>",
            top - 6.0,
            tuned.start,
            run.values[index],
            points.join(" ")
        );
    }
    out + "</svg>\n"
}
