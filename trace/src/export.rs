//! Writes a trace in other forms: JSON lines of its records, and a subtree for Graphviz.

use crate::index::Index;
use crate::reader::{Error, Reader};
use crate::record::{Bound, Entry, Record};
use crate::tree::{Node, Trace};
use std::fmt::Write as _;
use std::io::{self, Read, Seek, Write};

/// A text in double quotes, with `\` and `"` escaped and control characters as `control` writes them.
fn in_quotes(text: &str, mut control: impl FnMut(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => control(&mut out, c),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    in_quotes(text, |out, c| {
        let _ = write!(out, "\\u{:04x}", u32::from(c));
    })
}

/// A text as a string of the language of Graphviz, which escapes line breaks too; other control characters become their
/// pictures, or U+FFFD where there is none.
fn dot_quoted(text: &str) -> String {
    in_quotes(text, |out, c| match c {
        '\n' => out.push_str("\\n"),
        '\0'..='\u{1f}' => out.extend(char::from_u32(0x2400 + u32::from(c))),
        '\u{7f}' => out.push('\u{2421}'),
        _ => out.push(char::REPLACEMENT_CHARACTER),
    })
}

const fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::None => "null",
        Bound::Upper => "\"upper\"",
        Bound::Lower => "\"lower\"",
        Bound::Exact => "\"exact\"",
    }
}

fn entry(event: &str, e: &Entry) -> String {
    let key = e.key.map_or_else(|| "null".to_owned(), |key| format!("\"{key:016x}\""));
    let other = e.other.map_or_else(|| "null".to_owned(), |score| score.to_string());
    format!(
        "{{\"event\":\"{event}\",\"bound\":{},\"depth\":{},\"score\":{},\"move\":\"{}\",\"used\":{},\"key\":{key},\"other\":{other}}}",
        bound(e.bound),
        e.depth,
        e.score,
        e.mv,
        e.used
    )
}

/// A record as a JSON object with an `event`.
#[must_use]
pub fn json(index: &Index, record: &Record<'_>) -> String {
    let text = |bytes: &[u8]| quoted(&String::from_utf8_lossy(bytes));
    let name = |id: u64| quoted(index.name(id));
    let list = |moves: &mut dyn Iterator<Item = String>| moves.collect::<Vec<_>>().join(",");
    match record {
        Record::Header { key, value } => {
            format!("{{\"event\":\"header\",\"key\":{},\"value\":{}}}", text(key), text(value))
        }
        Record::Name { id, text: name } => {
            format!("{{\"event\":\"name\",\"id\":{id},\"text\":{}}}", text(name))
        }
        Record::Search { fen, moves } => format!(
            "{{\"event\":\"search\",\"fen\":{},\"moves\":[{}]}}",
            text(fen),
            list(&mut moves.iter().map(|mv| format!("\"{mv}\"")))
        ),
        Record::Iteration { depth, alpha, beta, line } => format!(
            "{{\"event\":\"iteration\",\"depth\":{depth},\"alpha\":{alpha},\"beta\":{beta},\"line\":{line}}}"
        ),
        Record::Path(moves) => format!(
            "{{\"event\":\"path\",\"moves\":[{}]}}",
            list(&mut moves.iter().map(|mv| format!("\"{mv}\"")))
        ),
        Record::Enter(e) => format!(
            "{{\"event\":\"enter\",\"move\":\"{}\",\"depth\":{},\"alpha\":{},\"beta\":{},\"flags\":{},\"words\":{}}}",
            e.mv,
            e.depth,
            e.alpha,
            e.beta,
            e.flags.0,
            quoted(&e.flags.words())
        ),
        Record::Eval { raw, corrected } => {
            format!("{{\"event\":\"eval\",\"raw\":{raw},\"corrected\":{corrected}}}")
        }
        Record::Probe(e) => entry("tt", e),
        Record::Store(e) => entry("store", e),
        Record::Order(moves) => format!(
            "{{\"event\":\"order\",\"moves\":[{}]}}",
            list(&mut moves.iter().map(|(mv, score)| format!("[\"{mv}\",{score}]")))
        ),
        Record::Pruned { mv, rule, measured, limit } => format!(
            "{{\"event\":\"pruned\",\"move\":\"{mv}\",\"rule\":{},\"measured\":{measured},\"limit\":{limit}}}",
            name(*rule)
        ),
        Record::Change { mv, by, why } => {
            format!("{{\"event\":\"depth\",\"move\":\"{mv}\",\"by\":{by},\"why\":{}}}", name(*why))
        }
        Record::Exit(e) => format!(
            "{{\"event\":\"exit\",\"score\":{},\"bound\":{},\"best\":\"{}\",\"reason\":{},\"hidden\":{}}}",
            e.score,
            bound(e.bound),
            e.best,
            e.reason.map_or_else(|| "null".to_owned(), name),
            e.hidden
        ),
        Record::Number { name: id, value } => {
            format!("{{\"event\":\"number\",\"name\":{},\"value\":{value}}}", name(*id))
        }
        Record::Comment(comment) => {
            format!("{{\"event\":\"comment\",\"text\":{}}}", text(comment))
        }
        Record::End { nodes, best, score } => {
            format!("{{\"event\":\"end\",\"nodes\":{nodes},\"best\":\"{best}\",\"score\":{score}}}")
        }
        Record::Unknown(tag) => format!("{{\"event\":\"unknown\",\"tag\":{tag}}}"),
    }
}

/// Records between two calls of the progress function.
const REPORT: u64 = 1 << 16;

/// Writes every record up to `end`, where the index ends, as a line of JSON. `progress` is called now and then with the
/// bytes read; with `false` it ends the export.
///
/// # Errors
///
/// When the trace cannot be read or the lines not be written.
pub fn json_lines(
    source: impl Read,
    end: u64,
    mut sink: impl Write,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<(), Error> {
    let mut reader = Reader::new(source)?;
    let mut names = Index::default();
    let mut records = 0_u64;
    while reader.offset() < end {
        records += 1;
        if records.is_multiple_of(REPORT) && !progress(reader.offset()) {
            return Err(Error::Stopped);
        }
        let Some(located) = reader.next()? else { break };
        if let Record::Name { id, text } = &located.record {
            names.define(*id, text);
        }
        writeln!(sink, "{}", json(&names, &located.record))?;
    }
    Ok(sink.flush()?)
}

/// What a Graphviz export is limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Levels below the node.
    pub levels: usize,
    /// Nodes in all.
    pub nodes: usize,
}

/// Writes the subtree of `node` as a digraph for Graphviz, breadth first up to `bounds`; nodes that are left out are
/// counted in their parent's label. Returns how many nodes were written.
///
/// # Errors
///
/// When the trace cannot be read or the graph not be written.
pub fn graphviz<R: Read + Seek>(
    trace: &mut Trace<R>,
    node: &Node,
    bounds: Bounds,
    mut sink: impl Write,
) -> Result<usize, Error> {
    let mut level = vec![node.clone()];
    // Nodes that are written, or wait for it.
    let mut chosen = 1;
    write_io(&mut sink, "digraph trace {\n  node [shape=box, fontname=\"monospace\"];\n")?;
    for depth in 0..=bounds.levels {
        let mut below = Vec::new();
        for node in level {
            let opened = trace.open(&node)?;
            let room = bounds.nodes.saturating_sub(chosen);
            let count = opened.children().count();
            let shown = if depth < bounds.levels { count.min(room) } else { 0 };
            chosen += shown;
            let omitted = count - shown;
            let label = label(&trace.index, &node, omitted);
            write_io(&mut sink, &format!("  n{} [label={}];\n", node.offset, dot_quoted(&label)))?;
            for child in opened.children().take(shown) {
                let edge = format!("  n{} -> n{};\n", node.offset, child.offset);
                write_io(&mut sink, &edge)?;
                below.push(child.clone());
            }
        }
        level = below;
    }
    write_io(&mut sink, "}\n")?;
    sink.flush()?;
    Ok(chosen)
}

fn write_io(sink: &mut impl Write, text: &str) -> io::Result<()> {
    sink.write_all(text.as_bytes())
}

fn label(index: &Index, node: &Node, omitted: usize) -> String {
    let score = node
        .exit
        .map_or_else(|| "unfinished".to_owned(), |e| format!("{}{}", node.bound().sign(), e.score));
    let reason = node.exit.and_then(|exit| exit.reason).map(|id| format!("\n{}", index.name(id)));
    let left = if omitted > 0 { format!("\n{omitted} more") } else { String::new() };
    format!(
        "{} {score}\ndepth {} nodes {}{}{left}",
        node.move_words(),
        index.plies(node.enter.depth),
        node.nodes,
        reason.unwrap_or_default()
    )
}
