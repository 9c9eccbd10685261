//! What `lucena trace diff` prints: where two traces part, what came before, and how their figures differ.

use super::text::{line, value_words};
use crate::base::sanitise;
use lucena_trace::diff::{self, Comparison, Difference, Side};
use lucena_trace::record::Bound;
use lucena_trace::{Error, Index, Trace, path};
use std::fs::File;
use std::io::Write;

const NAMES: [char; 2] = ['A', 'B'];

/// Prints a comparison and the figures that differ.
pub(super) fn print(
    traces: &mut [Trace<File>; 2],
    comparison: &Comparison,
    out: &mut impl Write,
) -> Result<(), Error> {
    for (name, trace) in NAMES.iter().zip(traces.iter()) {
        writeln!(out, "{name}: {}", sanitise(&trace.index.engine_words()))?;
        if let Some(fault) = trace.index.fault {
            writeln!(out, "   read up to byte {}: {fault}", trace.index.end)?;
        }
    }
    headers(traces, out)?;
    match comparison {
        Comparison::Equal(records) => writeln!(out, "equal: {records} records")?,
        Comparison::Parts(difference) => parts(traces, difference, out)?,
    }
    figures(&traces[0].index, &traces[1].index, out)
}

/// Header values that differ: options, filters, dates.
fn headers(traces: &[Trace<File>; 2], out: &mut impl Write) -> Result<(), Error> {
    let [a, b] = traces.each_ref().map(|trace| &trace.index);
    let mut keys: Vec<&String> = a.headers.iter().chain(&b.headers).map(|it| &it.key).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let [of_a, of_b] = [a, b].map(|index| {
            let values: Vec<String> = index.values(key).map(value_words).collect();
            if values.is_empty() { "not stated".to_owned() } else { values.join(", ") }
        });
        if of_a != of_b {
            writeln!(out, "{}: {} | {}", sanitise(key), sanitise(&of_a), sanitise(&of_b))?;
        }
    }
    Ok(())
}

/// The positions of the search that begins where the traces part, if both have one that begins there.
fn positions(
    traces: &mut [Trace<File>; 2],
    parts: &Difference,
) -> Result<Option<[String; 2]>, Error> {
    let number = usize::try_from(parts.search).unwrap_or(usize::MAX);
    let mut texts = [String::new(), String::new()];
    for ((trace, side), text) in traces.iter_mut().zip(&parts.sides).zip(&mut texts) {
        if trace.index.searches.get(number).is_none_or(|search| search.offset != side.offset) {
            return Ok(None);
        }
        let (fen, moves) = trace.position(number)?;
        *text = if moves.is_empty() { fen } else { format!("{fen} after {}", line(&moves)) };
    }
    Ok(Some(texts))
}

fn parts(
    traces: &mut [Trace<File>; 2],
    parts: &Difference,
    out: &mut impl Write,
) -> Result<(), Error> {
    if let Some(positions) = positions(traces, parts)? {
        writeln!(out, "\nthe positions of search {} differ:", parts.search + 1)?;
        for (name, position) in NAMES.iter().zip(positions) {
            writeln!(out, "  {name}: {}", sanitise(&position))?;
        }
        return Ok(());
    }
    if parts.search == 0 {
        writeln!(out, "\nthey part before the first search")?;
        return sides(traces, parts, out);
    }
    let index = &traces[0].index;
    let place = parts.place_words(index);
    writeln!(out, "\nthey part in {place} (records in common: {})", parts.records)?;
    writeln!(out, "at {}", line(&parts.path))?;
    if let Some(node) = parts.above.last() {
        let enter = node.enter;
        let words = enter.flags.description();
        let depth = index.plies(enter.depth);
        writeln!(
            out,
            "in the node with depth {depth}, window {}..{}, {words}",
            enter.alpha, enter.beta
        )?;
        writeln!(out, "(bytes {} and {})", node.offsets[0], node.offsets[1])?;
    }
    writeln!(out, "\nbefore, in both:")?;
    let least = parts.before.iter().map(|(level, _)| *level).min().unwrap_or(0);
    for (level, words) in &parts.before {
        writeln!(out, "  {}{}", "  ".repeat(level - least), sanitise(words))?;
    }
    writeln!(out, "then:")?;
    sides(traces, parts, out)
}

/// The records that differ.
fn sides(
    traces: &mut [Trace<File>; 2],
    parts: &Difference,
    out: &mut impl Write,
) -> Result<(), Error> {
    for (number, side) in parts.sides.iter().enumerate() {
        let words = side.record.as_deref().unwrap_or("the trace ends");
        writeln!(out, "  {}: {} (byte {})", NAMES[number], sanitise(words), side.offset)?;
        stored(&mut traces[number], side, out)?;
    }
    Ok(())
}

/// Which node wrote the entry that a side read.
fn stored(trace: &mut Trace<File>, side: &Side, out: &mut impl Write) -> Result<(), Error> {
    let Some(entry) = side.entry.filter(|entry| entry.key.is_some()) else { return Ok(()) };
    let Some(offset) = trace.last_store(&entry, side.offset)? else {
        let words = match entry.bound {
            Bound::None => "no node of the trace stored this position before",
            Bound::Upper | Bound::Lower | Bound::Exact => {
                "the node that stored it is not in the trace"
            }
        };
        writeln!(out, "     {words}")?;
        return Ok(());
    };
    let (iteration, chain) = trace.locate(offset)?;
    let iteration = trace.index.iteration_words(iteration);
    writeln!(out, "     stored before in {iteration} at {} (byte {offset})", line(&path(&chain)))?;
    Ok(())
}

/// All figures of both that differ, with the ratio.
fn figures(a: &Index, b: &Index, out: &mut impl Write) -> Result<(), Error> {
    let rows = diff::figures(a, b);
    if rows.is_empty() {
        writeln!(out, "\nall figures are equal")?;
        return Ok(());
    }
    writeln!(out, "\n{:>12}  {:>12}  {:>8}  figure", "A", "B", "B/A − 1")?;
    for (name, [x, y]) in rows {
        let share = diff::growth([x, y]);
        writeln!(out, "{x:>12}  {y:>12}  {share:>8}  {}", sanitise(&name))?;
    }
    Ok(())
}
