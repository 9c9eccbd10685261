//! Traces as text: figures, a tree, the way of a score.

use super::arguments::{ShowArguments, Sort};
use crate::base::sanitise;
use crate::engine::terms_after;
use lucena_trace::origin::{How, Link};
use lucena_trace::record::{Bound, Entry, Flags, Move};
use lucena_trace::{Error, Index, Node, Trace, path};
use std::fs::File;
use std::io::Write;

/// Moves in UCI form.
pub(super) fn line(moves: &[Move]) -> String {
    if moves.is_empty() {
        return "the root".to_owned();
    }
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Engine, version and file in one line, and the fault if there is one.
fn head(index: &Index, out: &mut impl Write) -> Result<(), Error> {
    let engine = sanitise(index.header("engine").unwrap_or("an engine without a name"));
    let version = sanitise(index.header("version").unwrap_or(""));
    let searches = index.searches.len();
    writeln!(out, "{engine} {version}: searches: {searches}, nodes: {}", index.stat.counted)?;
    if let Some(fault) = index.fault {
        writeln!(out, "read up to byte {}: {fault}", index.end)?;
    }
    if index.unlisted > 0 {
        writeln!(out, "searches and iterations not listed: {}", index.unlisted)?;
    }
    Ok(())
}

/// A depth in plies.
pub(super) fn depth(index: &Index, units: i64) -> String {
    let unit = index.unit();
    if units % unit == 0 {
        (units / unit).to_string()
    } else {
        format!("{:.2}", units as f64 / unit as f64)
    }
}

/// `lucena trace stat`.
pub(super) fn stat(index: &Index, out: &mut impl Write) -> Result<(), Error> {
    head(index, out)?;
    for (key, value) in &index.headers {
        writeln!(out, "  {} = {}", sanitise(key), sanitise(value))?;
    }
    writeln!(out, "\nsearch  nodes counted  by the engine")?;
    for (number, search) in index.searches.iter().enumerate() {
        let (said, verdict) = match search.end {
            Some((nodes, ..)) if nodes == search.nodes => (nodes.to_string(), "equal"),
            Some((nodes, ..)) => (nodes.to_string(), "different"),
            None => ("–".to_owned(), "not ended"),
        };
        writeln!(out, "{:>6}  {:>13}  {said:>13}  {verdict}", number + 1, search.nodes)?;
    }
    writeln!(out, "\nsearch  iteration           window      nodes   score  best")?;
    for iteration in &index.iterations {
        let (score, best) = iteration.result.map_or_else(
            || ("–".to_owned(), String::new()),
            |(s, b)| (s.to_string(), b.to_string()),
        );
        writeln!(
            out,
            "{:>6}  {:>9}  {:>15} {:>10} {score:>7}  {best}",
            iteration.search + 1,
            depth(index, iteration.depth),
            format!("{}..{}", iteration.alpha, iteration.beta),
            iteration.nodes,
        )?;
    }
    writeln!(out)?;
    for (name, figure) in index.stat.figures().iter().filter(|(_, figure)| *figure > 0) {
        writeln!(out, "{figure:>12}  {name}")?;
    }
    let kinds = [
        ("nodes ended by", &index.stat.reasons),
        ("moves not searched by", &index.stat.pruned),
        ("moves with another depth by", &index.stat.changes),
    ];
    for (title, tallies) in kinds.iter().filter(|(_, tallies)| !tallies.is_empty()) {
        writeln!(out, "\n{title}")?;
        for (name, tally) in index.by_name(tallies) {
            let plies = match tally.sum {
                0 => String::new(),
                sum => format!(", plies in all: {}", depth(index, sum)),
            };
            writeln!(out, "{:>12}  {}{plies}", tally.count, sanitise(&name))?;
        }
    }
    Ok(())
}

pub(super) fn score(node: &Node) -> String {
    node.exit
        .map_or_else(|| "–".to_owned(), |exit| format!("{}{}", node.bound().sign(), exit.score))
}

/// How a node ended, in words.
pub(super) fn ending(index: &Index, node: &Node) -> String {
    let Some(exit) = node.exit else { return "not left".to_owned() };
    let used = node.probe.is_some_and(|probe| probe.used);
    match exit.reason {
        Some(reason) => sanitise(index.name(reason)).into_owned(),
        None if used => "hash table".to_owned(),
        None if node.bound() == Bound::Lower && !exit.best.is_none() => {
            format!("cut off by {}", exit.best)
        }
        None => "all moves".to_owned(),
    }
}

fn row(index: &Index, level: usize, node: &Node) -> String {
    let name = match node.enter.mv {
        mv if node.enter.flags.has(Flags::SAME) && mv.is_none() => "(same)".to_owned(),
        mv if node.enter.flags.has(Flags::SAME) => format!("(no {mv})"),
        mv => mv.to_string(),
    };
    let name = format!("{}{name}", "  ".repeat(level));
    let eval = node.eval.map_or_else(String::new, |(_, eval)| format!(", eval {eval}"));
    format!(
        "{name:<18}{:>9}{:>11}{:>6}  {}; {}{eval}",
        score(node),
        node.nodes,
        depth(index, node.enter.depth),
        node.enter.flags.words(),
        ending(index, node)
    )
}

/// `lucena trace show`: the node and the levels below it.
pub(super) fn show(
    trace: &mut Trace<File>,
    node: &Node,
    arguments: &ShowArguments,
    out: &mut impl Write,
) -> Result<(), Error> {
    head(&trace.index, out)?;
    let (iteration, chain) = trace.locate(node.offset)?;
    let stated = trace.index.iterations.get(iteration).copied();
    let search = stated.map_or(0, |iteration| iteration.search);
    let (fen, moves) = trace.position(usize::try_from(search).unwrap_or(0))?;
    writeln!(out, "search {}: {} {}", search + 1, sanitise(&fen), line(&moves))?;
    let units = stated.map_or(0, |iteration| iteration.depth);
    writeln!(out, "iteration {}, {}", depth(&trace.index, units), line(&path(&chain)))?;
    let window = format!("{}..{}", node.enter.alpha, node.enter.beta);
    writeln!(out, "window {window}; {}\n", row(&trace.index, 0, node).trim_start())?;
    writeln!(out, "{:<18}{:>9}{:>11}{:>6}  kind; how it ended", "move", "score", "nodes", "depth")?;
    below(trace, node, 0, arguments, out)
}

fn below(
    trace: &mut Trace<File>,
    node: &Node,
    level: usize,
    arguments: &ShowArguments,
    out: &mut impl Write,
) -> Result<(), Error> {
    let opened = trace.open(node)?;
    let wanted = |child: &&Node| {
        child.nodes >= arguments.least
            && arguments.rule.as_ref().is_none_or(|rule| *rule == ending(&trace.index, child))
    };
    let mut children: Vec<Node> = opened.children().filter(wanted).cloned().collect();
    match arguments.sort {
        Sort::Time => {}
        Sort::Nodes => children.sort_by_key(|child| std::cmp::Reverse(child.nodes)),
        Sort::Score => {
            children.sort_by_key(|child| child.exit.map_or(i64::MAX, |exit| exit.score));
        }
        Sort::Depth => children.sort_by_key(|child| std::cmp::Reverse(child.enter.depth)),
    }
    for child in &children {
        writeln!(out, "{}", row(&trace.index, level, child))?;
        if level + 1 < usize::from(arguments.levels) {
            below(trace, child, level + 1, arguments, out)?;
        }
    }
    let indent = "  ".repeat(level);
    for step in &opened.steps {
        if let Some(words) = trace.index.step_words(step) {
            writeln!(out, "{indent}· {}", sanitise(&words))?;
        }
    }
    if opened.left_out > 0 {
        writeln!(out, "{indent}events not shown: {}", opened.left_out)?;
    }
    Ok(())
}

fn entry(index: &Index, entry: &Entry) -> String {
    let used = if entry.used { ", used" } else { "" };
    let mv = if entry.mv.is_none() { String::new() } else { format!(", move {}", entry.mv) };
    let depth = depth(index, entry.depth);
    format!("{}{} at depth {depth}{mv}{used}", entry.bound.sign(), entry.score)
}

/// `lucena trace origin`: from a node to where its score was made.
pub(super) fn origin(
    trace: &mut Trace<File>,
    node: &Node,
    out: &mut impl Write,
) -> Result<(), Error> {
    let (iteration, chain) = trace.locate(node.offset)?;
    let links = trace.origin(iteration, chain)?;
    for link in &links {
        writeln!(out, "{}", link_words(&trace.index, link))?;
    }
    if let Some(last) = links.last().filter(|_| trace.index.header("engine") == Some("Lucena")) {
        let (fen, before) = trace.position(last.search)?;
        for line in terms_after(&fen, &before, &last.path) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// A link of the way of a score, in words.
fn link_words(index: &Index, link: &Link) -> String {
    let place = format!(
        "iteration {}, {}: score {}, depth {}, {} nodes",
        depth(index, link.iteration),
        line(&link.path),
        score(&link.node),
        depth(index, link.node.enter.depth),
        link.node.nodes
    );
    let how = match link.how {
        How::Child => match link.node.exit.map(|exit| exit.best).filter(|best| !best.is_none()) {
            Some(best) => format!("from {best}"),
            None => "from the move below".to_owned(),
        },
        How::Same => "from another search of this position".to_owned(),
        How::Entry(found) => format!("from the hash table, {}, stored by", entry(index, &found)),
        How::Lost(found) => {
            format!("from the hash table, {}; its node is not in the trace", entry(index, &found))
        }
        How::Leaf => {
            let eval = link.node.eval.map_or_else(String::new, |(raw, corrected)| {
                format!("; evaluation {raw}, corrected {corrected}")
            });
            format!("here it was made: {}{eval}", ending(index, &link.node))
        }
        How::Unfinished => "the search stopped here".to_owned(),
        How::Unrecorded => "the node below is not recorded".to_owned(),
    };
    format!("{place}\n  {how}")
}
