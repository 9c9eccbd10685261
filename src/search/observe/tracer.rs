//! Writes a search as an open search trace (`docs/trace-format.md`). `lucena trace record` and the UCI option `TraceFile`
//! use it; reading is in the crate `lucena-trace`.

use super::node_stack::{NodePurpose, NodeStack};
use crate::base::{Depth, Interval, Ply, Score, open_file, open_regular};
use crate::rules::{CastlingSquares, Key, Move, Position};
use crate::search::{
    DepthView, EvalView, ExitReason, ExitView, NodeType, NodeView, Observer, ProbeView, PrunedView,
    SearchReport, SearchedView, StoredView, Technique,
};
use lucena_trace::origin::LAZY_EVALUATION;
use lucena_trace::record::{self, Bound, Enter, Entry, Flags};
use lucena_trace::{Filter, Writer};
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// What is remembered of an open node.
#[derive(Clone, Copy, Debug)]
struct NodeState {
    key: Key,
    /// Alpha on entry.
    alpha: Score,
    /// A probe that is not written yet: only the evaluation or the exit tells which end of its interval was used.
    probe: Option<ProbeView>,
    /// Has the move under search been searched already?
    searched: bool,
    /// Was the last node below it a test whether the move that comes next is singular?
    is_tested: bool,
}

/// Writes a search trace. Failures to write do not stop the search; [`Tracer::close`] returns the first.
#[derive(Debug)]
pub struct Tracer<W: Write> {
    writer: Writer<W>,
    stack: NodeStack<NodeState>,
    /// Is nothing recorded yet?
    is_empty: bool,
    /// Has a search begun that has not ended?
    is_searching: bool,
    /// The options as they were stated last.
    stated: Vec<(String, String)>,
}

/// A move in the form of the trace.
pub fn trace_move(mv: Move) -> record::Move {
    let square = |square: shakmaty::Square| u8::from(square);
    let promotion = match mv.promotion() {
        None => 0,
        Some(role) => (role as u8).saturating_sub(1),
    };
    match mv {
        Move::Castle { king, rook } => {
            let squares = CastlingSquares { king, rook };
            record::Move::new(square(king), square(squares.written_to()), 0)
        }
        _ => mv.from().map_or(record::Move::NONE, |from| {
            record::Move::new(square(from), square(mv.to()), promotion)
        }),
    }
}

fn number(score: Score) -> i64 {
    i64::from(score.value())
}

/// An interval as a bound, of two finite ends the upper one if it is the score `used` or limits it, else the lower one, with the other
/// end beside it.
fn entry(bounds: Interval, used: Option<Score>, depth: Depth, mv: Option<Move>, key: Key) -> Entry {
    let (bound, score) = if bounds.low == bounds.high {
        (Bound::Exact, bounds.low)
    } else if bounds.low > Interval::UNKNOWN.low && used.is_none_or(|used| used < bounds.high) {
        (Bound::Lower, bounds.low)
    } else {
        (Bound::Upper, bounds.high)
    };
    let other = match bound {
        Bound::Lower => Some(bounds.high).filter(|&high| high < Interval::UNKNOWN.high),
        Bound::Upper => Some(bounds.low).filter(|&low| low > Interval::UNKNOWN.low),
        Bound::None | Bound::Exact => None,
    };
    Entry {
        bound,
        used: false,
        depth: i64::from(depth),
        score: number(score),
        mv: mv.map_or(record::Move::NONE, trace_move),
        key: Some(key),
        other: other.map(number),
    }
}

/// The upper end of an interval, if a node with this alpha and score failed low.
fn upper_end(bounds: Interval, alpha: Score, score: Score) -> Option<Score> {
    (score <= alpha && bounds.high < Interval::UNKNOWN.high).then_some(bounds.high)
}

impl Tracer<File> {
    /// Begins a trace in a file, which replaces an earlier trace, but no other file; `filter` as in [`Tracer::new`].
    ///
    /// # Errors
    /// The filter is not understood, there is another file, or it cannot be written.
    pub fn create(path: &Path, filter: &str) -> io::Result<Self> {
        // Before the file is made: a mistake in the filter must not cost the earlier trace.
        let invalid = |wrong| io::Error::new(io::ErrorKind::InvalidInput, wrong);
        Filter::parse(filter).map_err(invalid)?;
        match open_file(path) {
            Ok(file) => {
                let mut head = Vec::new();
                file.take(record::MAGIC.len() as u64).read_to_end(&mut head)?;
                if !head.is_empty() && head != record::MAGIC {
                    let text = "exists and is no search trace: name another file";
                    return Err(io::Error::new(io::ErrorKind::AlreadyExists, text));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Self::new(
            open_regular(path, File::options().write(true).create(true).truncate(true))?,
            filter,
        )
    }
}

impl<W: Write> Tracer<W> {
    /// Begins a trace in `sink`; `filter` is a text as in `docs/trace-format.md`, empty to record everything.
    ///
    /// # Errors
    /// A filter that is not understood.
    pub fn new(sink: W, filter: &str) -> io::Result<Self> {
        let mut writer = Writer::new(sink, "Lucena", env!("CARGO_PKG_VERSION"), filter)?;
        writer.info("mate", &Score::MATE.value().to_string());
        writer.info("pawn", "100");
        Ok(Self {
            writer,
            stack: NodeStack::default(),
            is_empty: true,
            is_searching: false,
            stated: Vec::new(),
        })
    }

    /// States the time of the run, before the first search, and the values of options that were not stated so yet. `options`
    /// has at least those of [`Self::stated`].
    pub fn state(&mut self, options: Vec<(String, String)>) {
        if self.is_empty {
            let now = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
            self.writer.info("date", &now.to_string());
        }
        for option in options.iter().filter(|option| !self.stated.contains(option)) {
            self.writer.info(&format!("option.{}", option.0), &option.1);
        }
        self.stated = options;
    }

    /// The names of the options that were stated.
    pub fn stated(&self) -> Vec<&str> {
        self.stated.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Whether no search was recorded yet.
    pub const fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Nodes that were recorded.
    pub const fn recorded(&self) -> u64 {
        self.writer.recorded()
    }

    /// Begins the search of `root`.
    pub fn begin(&mut self, root: &Position) {
        self.stack = NodeStack::default();
        (self.is_empty, self.is_searching) = (false, true);
        self.writer.search(&root.fen(), &[]);
    }

    /// Ends the search, whose best move is the move.
    pub fn end(&mut self, report: &SearchReport) {
        self.end_with_move(report, 0);
    }

    /// Ends the search, if there is one, after which the first move of this line is played.
    pub fn end_with_move(&mut self, report: &SearchReport, line: usize) {
        if !std::mem::take(&mut self.is_searching) {
            return;
        }
        let line = report.lines.get(line);
        let best = line.and_then(|line| line.moves.first().copied());
        let score = line.map_or(0, |line| number(line.score));
        self.writer.end(
            report.statistics.nodes,
            best.map_or(record::Move::NONE, trace_move),
            score,
        );
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn close(self) -> io::Result<W> {
        self.writer.close()
    }

    /// Writes the probe of the innermost node, if it waits: with the score that the node took from it, which may have ended it.
    fn write_probe(&mut self, score: Option<Score>, used: bool) {
        let Some(state) = self.stack.top_mut().map(|open| &mut open.extra) else { return };
        let Some(probe) = state.probe.take() else { return };
        let key = state.key;
        let bounds = Interval { low: probe.low, high: probe.high };
        let miss = Entry { key: Some(key), ..Entry::default() };
        let found = probe.depth.map(|depth| entry(bounds, score, depth, probe.mv, key));
        self.writer.tt(&Entry { used, ..found.unwrap_or(miss) });
    }
}

impl<W: Write> Observer for Tracer<W> {
    fn enter(&mut self, view: &NodeView<'_>) -> ControlFlow<()> {
        self.write_probe(None, false);
        let again = self.stack.top().is_some_and(|above| above.extra.searched);
        let state = NodeState {
            key: view.position.key(),
            alpha: view.alpha,
            probe: None,
            searched: false,
            is_tested: false,
        };
        self.stack.enter(view, |_, _, _| state);
        let purpose = self.stack.top().map_or(NodePurpose::Root, |open| open.purpose);
        let research = if again { Flags::RESEARCH } else { Flags(0) };
        let purpose = match purpose {
            NodePurpose::Root => Flags(0),
            NodePurpose::PvSearch | NodePurpose::NullWindow => research,
            NodePurpose::Reduced => Flags::REDUCED,
            NodePurpose::NullMove => Flags::NULL,
            NodePurpose::Verification => Flags::VERIFY | Flags::SAME,
            NodePurpose::Singular => Flags::SINGULAR | Flags::SAME,
            NodePurpose::Probcut => Flags::PROBCUT,
            NodePurpose::Razoring => Flags::RAZORING | Flags::SAME,
        };
        let node_type = match view.node_type {
            NodeType::Root | NodeType::Pv => Flags::PV,
            NodeType::Cut => Flags::CUT,
            NodeType::All => Flags::ALL,
            NodeType::Quiescence => Flags::QUIESCENCE,
        };
        let last = view.path.last().copied().flatten();
        let mv = if purpose.has(Flags::SAME) { view.excluded } else { last };
        self.writer.enter(&Enter {
            flags: node_type | purpose,
            mv: mv.map_or(record::Move::NONE, trace_move),
            depth: i64::from(view.depth),
            alpha: number(view.alpha),
            beta: number(view.beta),
        });
        ControlFlow::Continue(())
    }

    fn probed(&mut self, _ply: Ply, probe: &ProbeView) {
        let Some(open) = self.stack.top_mut() else { return };
        open.extra.probe = Some(*probe);
        if probe.refused {
            // The bound that would have ended the node.
            let refused = Some(probe.high).filter(|&high| high <= open.extra.alpha);
            self.write_probe(refused, false);
            self.writer.number("TT cut-off refused", 1);
        }
    }

    fn evaluated(&mut self, _ply: Ply, eval: &EvalView) {
        self.write_probe(Some(eval.used), false);
        self.writer.eval(number(eval.raw), number(eval.used));
        if let Some(expected) = eval.expected {
            self.writer.number(LAZY_EVALUATION, number(expected));
        }
    }

    fn stored(&mut self, _ply: Ply, stored: &StoredView) {
        self.write_probe(None, false);
        if let Some(NodeState { key, alpha, .. }) = self.stack.top().map(|open| open.extra) {
            let &StoredView { bounds, score, depth, mv, .. } = stored;
            let used = upper_end(bounds, alpha, score).or(Some(score));
            self.writer.store(&entry(bounds, used, depth, mv, key));
        }
        if stored.is_conditional {
            self.writer.number("TT bound with a condition", 1);
        }
    }

    fn searching(&mut self, _ply: Ply, searched: &SearchedView) -> ControlFlow<()> {
        self.write_probe(None, false);
        self.stack.trying(searched);
        let mut is_tested = false;
        if let Some(open) = self.stack.top_mut() {
            open.extra.searched = false;
            is_tested = std::mem::take(&mut open.extra.is_tested);
        }
        let mv = trace_move(searched.mv);
        if searched.extension != 0 {
            let rule = match searched.extension {
                ..0 => "negative extension",
                _ if is_tested => Technique::Singular.name(),
                _ => Technique::CheckExtension.name(),
            };
            self.writer.depth(mv, i64::from(searched.extension), rule);
        }
        if searched.reduction != 0 {
            let rule = Technique::LateMoveReduction.name();
            self.writer.depth(mv, -i64::from(searched.reduction), rule);
        }
        ControlFlow::Continue(())
    }

    fn depth_changed(&mut self, _ply: Ply, change: &DepthView) {
        self.write_probe(None, false);
        let (mv, by, why) = match *change {
            DepthView::Node { by } => {
                (record::Move::NONE, by, Technique::InternalIterativeReduction.name())
            }
            DepthView::Research { mv, by } if by > 0 => (trace_move(mv), by, "deeper re-search"),
            DepthView::Research { mv, by } => (trace_move(mv), by, "shallower re-search"),
        };
        self.writer.depth(mv, i64::from(by), why);
    }

    fn pruned(&mut self, _ply: Ply, pruned: &PrunedView) {
        self.write_probe(None, false);
        let (measured, limit) = (i64::from(pruned.measured), i64::from(pruned.limit));
        self.writer.pruned(trace_move(pruned.mv), pruned.rule.name(), measured, limit);
    }

    fn exit(&mut self, _ply: Ply, exit: &ExitView) -> ControlFlow<()> {
        self.write_probe(Some(exit.value.real), exit.reason == ExitReason::TtCutoff);
        if let Some(ply) = exit.value.depends_on() {
            self.writer.number("depends on the position at ply", i64::try_from(ply).unwrap_or(0));
        }
        if !matches!(exit.reason, ExitReason::Complete | ExitReason::Cutoff(_)) {
            self.writer.reason(exit.reason.name());
        }
        if let Some(best) = exit.best {
            self.writer.best(trace_move(best));
        }
        self.writer.exit(number(exit.value.real), Bound::None);
        let left = self.stack.leave();
        if let Some(above) = self.stack.top_mut() {
            above.extra.searched = true;
            above.extra.is_tested = left.is_some_and(|it| it.purpose == NodePurpose::Singular);
        }
        ControlFlow::Continue(())
    }

    fn iteration_begins(&mut self, depth: Depth, line: usize, alpha: Score, beta: Score) {
        self.writer.iteration(i64::from(depth), number(alpha), number(beta), line as u64);
    }
}
