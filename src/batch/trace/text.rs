//! Traces as text: figures, a tree, the way of a score.

use super::arguments::{FindArguments, ShowArguments};
use crate::base::sanitise;
use crate::batch::wrong_argument::WrongArgument;
use crate::engine::terms_after;
use lucena_trace::origin::Link;
use lucena_trace::record::Move;
use lucena_trace::{Condition, Error, Header, Index, Names, Node, Trace, path};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Moves in UCI form.
pub(super) fn line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    if moves.is_empty() { "the root".to_owned() } else { moves.join(" ") }
}

/// Engine, version and file in one line, and the fault if there is one.
fn head(index: &Index, out: &mut impl Write) -> Result<(), Error> {
    let engine = index.engine_words();
    let (engine, searches) = (sanitise(&engine), index.searches.len());
    writeln!(out, "{engine}: searches: {searches}, nodes: {}", index.stat.counted)?;
    if let Some(fault) = index.fault {
        writeln!(out, "read up to byte {}: {fault}", index.end)?;
    }
    if index.unlisted > 0 {
        writeln!(out, "searches and iterations not listed: {}", index.unlisted)?;
    }
    Ok(())
}

/// The value of a fact; of one that is stated between searches with the search from which on it holds.
pub(super) fn value_words(header: &Header) -> String {
    match header.search {
        0 => header.value.clone(),
        search => format!("{} from search {}", header.value, search + 1),
    }
}

/// `lucena trace stat`.
pub(super) fn stat(index: &Index, out: &mut impl Write) -> Result<(), Error> {
    head(index, out)?;
    for header in &index.headers {
        writeln!(out, "  {} = {}", sanitise(&header.key), sanitise(&value_words(header)))?;
    }
    for line in index.report() {
        writeln!(out, "{}", sanitise(&line))?;
    }
    Ok(())
}

fn score(index: &Index, node: &Node) -> String {
    node.exit.map_or_else(
        || "–".to_owned(),
        |exit| format!("{}{}", node.bound().sign(), index.score_words(exit.score)),
    )
}

fn window(node: &Node) -> String {
    format!("{}..{}", node.enter.alpha, node.enter.beta)
}

fn row(index: &Index, level: usize, node: &Node) -> String {
    named_row(index, &format!("{}{}", "  ".repeat(level), node.move_words()), node)
}

fn named_row(index: &Index, name: &str, node: &Node) -> String {
    let eval = node.eval.map_or_else(String::new, |(_, eval)| format!(", eval {eval}"));
    format!(
        "{name:<17} {:>9} {:>10} {:>5} {:>15}  {}; {}{eval}",
        score(index, node),
        node.nodes,
        index.plies(node.enter.depth),
        window(node),
        node.enter.flags.description(),
        sanitise(&index.ending(node).to_string())
    )
}

/// `lucena trace show`: the node and the levels below it.
pub(super) fn show(
    trace: &mut Trace<File>,
    node: &Node,
    arguments: &ShowArguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    check(&arguments.condition, &arguments.place.file, &trace.index)?;
    let (iteration, chain) = trace.locate(node.offset)?;
    place(trace, iteration, &line(&path(&chain)), out)?;
    writeln!(out, "{}", row(&trace.index, 0, node).trim_start())?;
    heading(out)?;
    Ok(below(trace, node, 0, arguments, out)?)
}

/// `lucena trace show` where the filter left out the root: the nodes that are recorded without the one above, each named by
/// its line, and the levels below them.
pub(super) fn show_tops(
    trace: &mut Trace<File>,
    iteration: usize,
    arguments: &ShowArguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    check(&arguments.condition, &arguments.place.file, &trace.index)?;
    place(trace, iteration, "whose root the filter left out", out)?;
    heading(out)?;
    let mut tops = trace.roots(iteration)?;
    tops.retain(|top| arguments.condition.holds(&trace.index, top));
    arguments.sort.sort(&mut tops);
    for top in &tops {
        let name = line(top.path.as_deref().unwrap_or_default());
        writeln!(out, "{}", named_row(&trace.index, &name, top))?;
        if arguments.levels > 1 {
            below(trace, top, 1, arguments, out)?;
        }
    }
    Ok(())
}

/// The search, the iteration and the line of what is shown.
fn place(
    trace: &mut Trace<File>,
    iteration: usize,
    line_words: &str,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    head(&trace.index, out)?;
    let stated = trace.index.iterations.get(iteration).copied();
    let search = stated.map_or(0, |iteration| iteration.search);
    let (fen, moves) = trace.position(usize::try_from(search).unwrap_or(0))?;
    let moves = if moves.is_empty() { String::new() } else { format!(" {}", line(&moves)) };
    writeln!(out, "search {}: {}{moves}", search + 1, sanitise(&fen))?;
    Ok(writeln!(out, "{}, {line_words}", trace.index.iteration_words(iteration))?)
}

fn check(condition: &Condition, file: &Path, index: &Index) -> anyhow::Result<()> {
    let named = |wrong: String| WrongArgument(format!("{}: {}", file.display(), sanitise(&wrong)));
    Ok(condition.check(index).map_err(named)?)
}

fn heading(out: &mut impl Write) -> Result<(), Error> {
    let columns = ["score", "nodes", "depth", "window"];
    let [score, nodes, depth, window] = columns;
    writeln!(out, "\nScores and windows are in the view of the side to move after the move.")?;
    writeln!(
        out,
        "{:<17} {score:>9} {nodes:>10} {depth:>5} {window:>15}  kind; how it ended",
        "move"
    )?;
    Ok(())
}

/// `lucena trace find`: nodes that meet a condition, each with its place.
pub(super) fn find(
    trace: &mut Trace<File>,
    arguments: &FindArguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (condition, limit) = (&arguments.condition, arguments.limit as usize);
    check(condition, &arguments.file, &trace.index)?;
    head(&trace.index, out)?;
    let (mut found, mut count) = (Vec::new(), 0_u64);
    trace.find(condition, 0, |node| {
        count += 1;
        if found.len() < limit {
            found.push(node.clone());
        }
        true
    })?;
    writeln!(out, "nodes that meet \"{condition}\": {count}")?;
    if !found.is_empty() {
        heading(out)?;
    }
    for node in &found {
        let (iteration, chain) = trace.locate(node.offset)?;
        let stated = trace.index.iterations.get(iteration).copied();
        let search = stated.map_or(0, |iteration| iteration.search) + 1;
        let iteration = trace.index.iteration_words(iteration);
        writeln!(out, "{}", row(&trace.index, 0, node))?;
        writeln!(out, "  search {search}, {iteration}: {}", line(&path(&chain)))?;
    }
    if count > found.len() as u64 {
        writeln!(out, "shown: {}; --limit shows more", found.len())?;
    }
    Ok(())
}

fn below(
    trace: &mut Trace<File>,
    node: &Node,
    level: usize,
    arguments: &ShowArguments,
    out: &mut impl Write,
) -> Result<(), Error> {
    let opened = trace.open(node)?;
    let wanted = |child: &&Node| arguments.condition.holds(&trace.index, child);
    let mut children: Vec<Node> = opened.children().filter(wanted).cloned().collect();
    arguments.sort.sort(&mut children);
    for child in &children {
        writeln!(out, "{}", row(&trace.index, level, child))?;
        if level + 1 < usize::from(arguments.levels) {
            below(trace, child, level + 1, arguments, out)?;
        }
    }
    let indent = "  ".repeat(level);
    for step in &opened.steps {
        if let Some(words) = trace.index.step_words(step, |mv| mv.to_string()) {
            writeln!(out, "{indent}· {}", sanitise(&words))?;
        }
    }
    if opened.left_out > 0 {
        writeln!(out, "{indent}events not shown: {}", opened.left_out)?;
    }
    Ok(())
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
    let Some(last) = links.last() else { return Ok(()) };
    if trace.index.header("engine") != Some("Lucena") {
        writeln!(out, "The terms of the evaluation need the engine that made it.")?;
        return Ok(());
    }
    let (fen, before) = trace.position(last.search)?;
    for line in terms_after(&fen, &before, &trace.index, last) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A link of the way of a score, in words.
fn link_words(index: &Index, link: &Link) -> String {
    let place = format!(
        "{}, {}: score {}, depth {}, {} {}",
        index.iteration_words(index.iteration_at(link.node.offset).unwrap_or(0)),
        line(&link.path),
        score(index, &link.node),
        index.plies(link.node.enter.depth),
        link.node.nodes,
        if link.node.nodes == 1 { "node" } else { "nodes" }
    );
    let names = Names { mv: &|mv| mv.to_string(), score: &|score| index.score_words(score) };
    format!("{place}\n  {}", sanitise(&index.link_words(link, &names)))
}
