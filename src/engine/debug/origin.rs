//! Where a score comes from: the search is run again with a search trace, the root's score is followed down best moves and
//! through transposition-table entries to its leaf, and the leaf's evaluation is taken apart.

use crate::base::{Score, bounded};
use crate::engine::debug_messages::Provenance;
use crate::knowledge::{Category, Evaluator, Knowledge, Term, taper};
use crate::rules::{Position, notation, parse_move, parse_start, white_view};
use crate::search::observe::{RecordingError, Tracer};
use crate::search::{SearchReport, StopReason, Technique, reverse_futility_score};
use crate::strength::MoveScore;
use lucena_trace::origin::{How, Link};
use lucena_trace::record::Bound;
use lucena_trace::record::Move;
use lucena_trace::{Ending, Index, Iteration, Names, Node, Trace};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

/// Terms of the leaf that are listed.
const TERMS: usize = 8;
/// Propositions of a term that are listed.
const PROPOSITIONS: usize = 6;

/// Moves of the report whose score is explained.
pub(super) struct OriginMoves {
    /// That of the first line: of lines that tie it is explained.
    pub(super) best: Option<crate::rules::Move>,
    /// The one that limited strength chose, with its score.
    pub(super) played: Option<MoveScore>,
}

/// Has `search` search `root`, and says in words where its score comes from. The trace needs about 30 bytes a node in the folder for
/// temporary files.
///
/// # Errors
/// Those of `search`, the search is stopped, or the trace cannot be written.
pub(super) fn origin(
    root: &Position,
    moves: &OriginMoves,
    knowledge: &Arc<Knowledge>,
    search: impl FnOnce(&mut Tracer<File>) -> Result<(SearchReport, Provenance), RecordingError>,
) -> Result<String, RecordingError> {
    let failed = |error: &dyn Display| RecordingError::Form(format!("temporary file: {error}"));
    let file = tempfile::NamedTempFile::new().map_err(|error| failed(&error))?;
    let created = file.reopen().and_then(|sink| Tracer::new(sink, ""));
    let mut tracer = created.map_err(|error| failed(&error))?;
    tracer.begin(root);
    let (report, from) = search(&mut tracer)?;
    if report.stop == Some(StopReason::Stopped) {
        return Err(RecordingError::Stopped);
    }
    tracer.end(&report);
    tracer.close().map_err(|error| failed(&error))?;
    let words = || -> Result<String, lucena_trace::Error> {
        let open = || file.reopen().map(BufReader::new);
        let index = Index::scan(open()?, |_| true)?;
        let mut trace = Trace::new(open()?, index)?;
        // Of several lines that of the best move is the score of the root.
        let iterations = &trace.index.iterations;
        let shown_first = moves.best.map(notation::uci);
        let done = || {
            iterations.iter().enumerate().filter_map(|(at, it)| {
                let result = it.result?;
                Some((at, it, result, Some(result.best.to_string()) == shown_first))
            })
        };
        let depth = done().next_back().map(|(_, it, ..)| it.depth);
        let exact = done()
            .filter(|(_, it, result, _)| Some(it.depth) == depth && result.bound == Bound::Exact);
        let of_root = exact.max_by_key(|&(.., result, is_first)| (result.score, is_first));
        let completed = of_root.or_else(|| done().next_back()).map(|(at, ..)| at);
        let Some(node) = trace.top(completed.unwrap_or(0))? else {
            return Ok("the search has no nodes".to_owned());
        };
        let (iteration, chain) = trace.locate(node.offset)?;
        let links = trace.origin(iteration, chain)?;
        let explained = completed.and_then(|at| trace.index.iterations.get(at));
        let other = explained.and_then(|explained| other_line(root, &report, explained));
        let played = moves.played.as_ref().zip(explained);
        let played = played.and_then(|(played, explained)| played_instead(root, played, explained));
        let mut lines: Vec<String> = played.into_iter().collect();
        lines.extend([HEADING.to_owned(), from.words().to_owned()]);
        lines.extend(other);
        lines.extend(describe(root, &trace.index, &links, knowledge));
        Ok(lines.join("\n"))
    };
    words().map_err(|error| failed(&error))
}

const HEADING: &str =
    "Where the score of the root comes from; scores in the view of the side to move";

/// What is said where limited strength chose another move than the one whose score is explained: the score of that move is on the
/// screen, in White's view.
fn played_instead(root: &Position, played: &MoveScore, explained: &Iteration) -> Option<String> {
    let best = explained.result?.best;
    if best.is_none() || best.to_string() == played.uci {
        return None;
    }
    let name = parse_move(root, &played.uci).map(|mv| notation::san(root, mv)).ok()?;
    Some(format!(
        "The dial played {name}, {} in White's view; explained is the score of the best line, that of {}.",
        white_view(played.score, root.turn()),
        san_line(root, &[best]),
    ))
}

/// What is said where the first line of the report is not that of the iteration that is explained, as the search stopped within a
/// later one.
fn other_line(root: &Position, report: &SearchReport, explained: &Iteration) -> Option<String> {
    let (line, result) = (report.lines.first()?, explained.result?);
    let first = *line.moves.first()?;
    let best = result.best.to_string();
    let is_same = i64::from(line.score.value()) == result.score
        && (result.best.is_none() || notation::uci(first) == best);
    let best = (!result.best.is_none()).then(|| san_line(root, &[result.best]) + " ");
    (!is_same).then(|| {
        format!(
            "The newest line is {} {} at depth {}; explained is the last search of the root that came to its end: {}{}{} at depth {}.",
            notation::san(root, first),
            bounded(line.score, line.bound),
            line.depth,
            best.unwrap_or_default(),
            result.bound.sign(),
            shown(result.score),
            explained.depth,
        )
    })
}

fn describe(
    root: &Position,
    index: &Index,
    links: &[Link],
    knowledge: &Arc<Knowledge>,
) -> Vec<String> {
    let mut lines = Vec::new();
    for link in links {
        let score = link.node.exit.map_or_else(
            || "no score".to_owned(),
            |exit| format!("{}{}", link.node.bound().sign(), shown(exit.score)),
        );
        lines.push(format!(
            "iteration {}, {}: {score} at depth {}",
            link.iteration,
            san_line(root, &link.path),
            link.node.enter.depth
        ));
        let mv = |mv: Move| {
            let moves: Vec<Move> = link.path.iter().copied().chain([mv]).collect();
            let names = follow(root, &moves).1;
            names.get(link.path.len()).cloned().unwrap_or_else(|| mv.to_string())
        };
        let names = Names { mv: &mv, score: &shown };
        lines.push(format!("    {}", index.link_words(link, &names)));
    }
    if let Some(last) = links.last() {
        lines.extend(leaf_terms(root, index, last, knowledge));
    }
    lines
}

/// A score of a trace, which may hold any number.
fn score_of(value: i64) -> Option<Score> {
    i32::try_from(value).ok().and_then(Score::checked)
}

fn shown(score: i64) -> String {
    score_of(score).map_or_else(|| score.to_string(), |score| score.to_string())
}

/// The position after `moves`, as far as they are legal, and the moves in SAN.
fn follow(root: &Position, moves: &[Move]) -> (Position, Vec<String>) {
    let (mut position, mut names) = (root.clone(), Vec::new());
    for mv in moves {
        if mv.is_none() {
            let Some(passed) = position.null_move_unchecked() else { break };
            (position, _) = (passed, names.push("pass".to_owned()));
            continue;
        }
        let Ok(mv) = parse_move(&position, &mv.to_string()) else { break };
        names.push(notation::san(&position, mv));
        position.play(mv);
    }
    (position, names)
}

fn san_line(root: &Position, moves: &[Move]) -> String {
    match follow(root, moves).1 {
        names if names.is_empty() => "the root".to_owned(),
        names => names.join(" "),
    }
}

/// Why the score that the last link gives does not come from the evaluation of its position, if so.
fn without_terms(index: &Index, link: &Link, leaf: &Position) -> Option<&'static str> {
    let is_heuristic = |score: i64| score_of(score).is_some_and(Score::is_heuristic);
    match (link.how, link.node.eval) {
        (How::Leaf, Some((raw, corrected)))
            if is_heuristic(raw) && !leaf.legal_moves().is_empty() =>
        {
            let is_made = is_made_by(index, &link.node, corrected);
            (!is_made).then_some("No terms: the score is not the evaluation of the position.")
        }
        (How::Leaf, _) => Some("No terms: a proven result does not come from the evaluation."),
        (How::Lazy, _) => Some("No terms: the score comes from a bound, not from the evaluation."),
        (How::Pruned { .. }, _) => {
            Some("No terms: the score is an estimate of a move that was not searched.")
        }
        (How::Child | How::Same | How::Entry(_) | How::Lost(_), _)
        | (How::Unfinished | How::Unrecorded, _) => {
            Some("No terms: the trace does not show the evaluation that the score comes from.")
        }
    }
}

/// Whether the score of a node is its evaluation, or made of it by reverse futility pruning.
fn is_made_by(index: &Index, node: &Node, eval: i64) -> bool {
    let rule = Technique::ReverseFutility.name();
    let pruned = match (index.ending(node), score_of(eval), score_of(node.enter.beta)) {
        (Ending::Rule(ended), Some(eval), Some(beta)) if ended == rule => {
            Some(i64::from(reverse_futility_score(eval, beta).value()))
        }
        _ => None,
    };
    node.exit.is_some_and(|exit| exit.score == eval || Some(exit.score) == pruned)
}

/// The evaluation of the position of the last link: categories, the largest terms with the propositions behind them, each
/// with what it is worth to the side to move at the root. A sentence if the score does not come from it.
fn leaf_terms(
    root: &Position,
    index: &Index,
    last: &Link,
    knowledge: &Arc<Knowledge>,
) -> Vec<String> {
    let (leaf, _) = follow(root, &last.path);
    if let Some(why) = without_terms(index, last, &leaf) {
        return vec![String::new(), why.to_owned()];
    }
    let side = root.turn();
    let mut evaluator = Evaluator::new(Arc::clone(knowledge));
    let trace = evaluator.trace(leaf.board(), leaf.turn());
    let own = |white: i32| side.fold_wb(white, -white);
    let (total, name) = (own(trace.total), side.fold_wb("White", "Black"));
    let mut lines = vec![
        String::new(),
        format!("The leaf is worth {total} centipawns to {name}: {}", leaf.fen()),
    ];
    let categories = Category::ALL.map(|it| (it.name(), own(trace.worth(it))));
    let categories = categories.iter().filter(|(_, worth)| *worth != 0);
    let categories: Vec<String> =
        categories.map(|(name, worth)| format!("{name} {worth:+}")).collect();
    lines.push(categories.join(", "));
    let worth = |term: &Term| own(taper(term.difference(), trace.phase));
    // What those of the endgame scale take is in its category.
    let in_centipawns = trace.terms.iter().filter(|term| !term.is_of_the_scale());
    let mut terms: Vec<(&str, i32)> =
        in_centipawns.map(|term| (term.name.as_str(), worth(term))).collect();
    terms.retain(|(_, worth)| *worth != 0);
    terms.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.abs()));
    for (name, worth) in terms.into_iter().take(TERMS) {
        lines.push(format!("{worth:>+6}  {name}"));
        let propositions = evaluator.true_propositions(name);
        let shown: Vec<String> = propositions.iter().take(PROPOSITIONS).cloned().collect();
        if !shown.is_empty() {
            let more = propositions.len() - shown.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            lines.push(format!("        because {}{more}", shown.join(", ")));
        }
    }
    lines
}

/// The leaf's evaluation for a trace that was read from a file: nothing if the position cannot be read.
pub fn terms_after(fen: &str, before: &[Move], index: &Index, last: &Link) -> Vec<String> {
    let start = parse_start(fen);
    let (Ok(start), Ok(knowledge)) = (start, Knowledge::standard()) else { return Vec::new() };
    let (root, _) = follow(&start, before);
    leaf_terms(&root, index, last, &knowledge)
}
