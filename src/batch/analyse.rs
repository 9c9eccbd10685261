//! `lucena analyse`: analyses one position and prints what the panels know, as text or as JSON: lines with their shadow
//! intervals, the evaluation by categories and terms, and explanations. `assets/analyse.schema.json` describes the JSON;
//! `lucena mcp` returns the same.

use super::explain;
use super::interrupt::{Interrupted, stop_flag};
use super::limit_arguments::LimitArguments;
use super::output::Table;
use super::wrong_argument::WrongArgument;
use crate::annotate::comparison::Comparison;
use crate::annotate::proof::is_settled;
use crate::annotate::task_results::Deviations;
use crate::annotate::wdl::{Wdl, WdlModel};
use crate::annotate::{SearchLimits, TaskResult};
use crate::base::{Bound, Category, Interval, Millis, Score, bound_text, bounded};
use crate::engine::{Engine, EngineOptions, Go, GoLimit, Notice, Report};
use crate::knowledge::{EvaluationTrace, Evaluator, Knowledge, Term};
use crate::rules::{Color, Key, Move, ParsedLine, Position, notation, parse_line, without_number};
use crate::search::{PvLine, RootMove, Tablebases};
use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Version of the JSON's form; raised when a field changes its meaning or goes.
const FORMAT: u32 = 1;

/// The schema of the JSON.
pub const SCHEMA: &str = include_str!("../../assets/analyse.schema.json");

/// Terms of the evaluation whose true propositions are listed.
const EXPLAINED_TERMS: usize = 8;

/// Time between two looks at the stop flag.
const POLL: Duration = Duration::from_millis(50);

/// Arguments of `lucena analyse`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Position as FEN, `startpos`, or `chess960` and the number of a start arrangement.
    pub fen: String,
    /// Moves from the position, in SAN or UCI notation, with or without numbers: repetitions are counted from there.
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Limits of each search.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Number of lines.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=218))]
    pub lines: u16,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Directory of Syzygy tablebases.
    #[arg(long, value_name = "DIR", default_value = "")]
    pub syzygy: String,
    /// Print one line of JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

/// What to analyse and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// Start of the game.
    pub start: Position,
    /// The moves since then.
    pub moves: Vec<Move>,
    /// Limits of the search.
    pub limits: SearchLimits,
    /// Options of the engine; `multi_pv` is the number of lines.
    pub options: EngineOptions,
}

impl Request {
    /// Reads a position and moves from there.
    ///
    /// # Errors
    /// What is wrong with the position or a move.
    pub fn read(fen: &str, moves: &str, limits: SearchLimits) -> Result<Self> {
        let start = WrongArgument::position(fen)?;
        let words = moves.split_whitespace().map(without_number);
        let ParsedLine { moves, error, .. } =
            parse_line(&start, words.filter(|word| !word.is_empty()));
        if let Some(error) = error {
            bail!(WrongArgument(format!("moves: half-move {}: {error}", moves.len() + 1)));
        }
        Ok(Self { start, moves, limits, options: EngineOptions::default() })
    }

    /// The keys of the positions before the last, and the last position.
    fn position(&self) -> (Vec<Key>, Position) {
        let (mut keys, mut position) = (Vec::new(), self.start.clone());
        for &mv in &self.moves {
            keys.push(position.key());
            position.play(mv);
        }
        (keys, position)
    }
}

/// Analyses the position of the arguments and prints it; a signal ends the search with what it has found.
///
/// # Errors
/// An invalid position or move, a directory without tablebases, an engine that cannot be started, or `out` fails;
/// [`Interrupted`] after the analysis is printed.
pub fn run(options: &Options, out: &mut impl Write) -> Result<()> {
    let mut request = Request::read(&options.fen, &options.moves, options.limits.limits())?;
    if !options.syzygy.is_empty() {
        // The engine goes on without tables.
        Tablebases::open(options.syzygy.as_ref()).context("--syzygy")?;
    }
    request.options.multi_pv = options.lines.into();
    request.options.threads = options.threads.into();
    request.options.hash_mib = options.hash as usize;
    request.options.syzygy_path.clone_from(&options.syzygy);
    let stop = stop_flag(&[signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM])?;
    let (session, report) = searched(&request, &stop)?;
    let is_cut = stop.load(Ordering::Relaxed);
    let analysis = Analysis::explained(session, report)?;
    if options.json {
        writeln!(out, "{}", analysis.json())?;
    } else {
        write!(out, "{}", analysis.text())?;
    }
    if stop.load(Ordering::Relaxed) {
        out.flush()?;
        let depth = analysis.report.search.depth;
        bail!(Interrupted(match is_cut {
            true => format!("stopped at depth {depth} after {} ms", analysis.report.elapsed.0),
            false => "stopped before the lines were explained".to_owned(),
        }));
    }
    Ok(())
}

/// The analysis of a position.
#[derive(Debug)]
pub struct Analysis {
    position: Position,
    report: Report,
    evaluation: EvaluationTrace,
    /// The true propositions behind the terms, in their order.
    because: Vec<Vec<String>>,
    explanations: Vec<String>,
    /// Messages of the engine, such as a table that could not be opened.
    notes: Vec<String>,
}

impl Analysis {
    /// Searches and explains. Blocks; `stop` ends it early.
    ///
    /// # Errors
    /// The engine cannot be started or has failed, or `stop` was set.
    pub fn of(request: &Request, stop: &AtomicBool) -> Result<Self> {
        let (session, report) = searched(request, stop)?;
        ensure!(!stop.load(Ordering::Relaxed), "cancelled");
        let analysis = Self::explained(session, report)?;
        ensure!(!stop.load(Ordering::Relaxed), "cancelled");
        Ok(analysis)
    }

    /// Explains what the search reported; the reasons of its lines, which need more searches, only while `stop` is not set.
    fn explained(mut session: Session<'_>, mut report: Report) -> Result<Self> {
        let (stop, (earlier, position)) = (session.stop, session.request.position());
        let lines = &mut report.search.lines;
        let is_empty = lines.iter().any(|line| line.depth == 0);
        lines.retain(|line| line.depth > 0);
        if is_empty {
            session
                .notes
                .push("the limit ended the search before its first iteration: no line".to_owned());
        }
        let mut evaluator = Evaluator::new(Knowledge::standard()?);
        let evaluation = evaluator.trace(position.board(), position.turn());
        let terms = evaluation.terms.iter().take(EXPLAINED_TERMS);
        let because = terms.map(|term| evaluator.true_propositions(&term.name)).collect();
        let mut explanations: Vec<String> =
            explain::explain(&position.fen(), None)?.lines().map(str::to_owned).collect();
        let occurred = earlier.iter().filter(|&&key| key == position.key()).count();
        if occurred >= 2 {
            explanations
                .push("threefold repetition: the position has occurred twice before".to_owned());
        }
        if !stop.load(Ordering::Relaxed) {
            let lines = &report.search.lines;
            let reasons = session.reasons(lines, &earlier, &position, &mut evaluator)?;
            // A search that was stopped proves nothing.
            explanations.extend(reasons.into_iter().filter(|_| !stop.load(Ordering::Relaxed)));
        }
        let notes = session.notes;
        Ok(Self { position, report, evaluation, because, explanations, notes })
    }

    fn writer(&self) -> fn(Move) -> String {
        notation::uci_writer(self.position.castling_mode().is_chess960())
    }

    /// The analysis as the schema describes it.
    pub fn json(&self) -> Value {
        let Self { position, report, explanations, notes, .. } = self;
        let search = &report.search;
        let lines = (1..).zip(&search.lines).map(|(rank, line)| self.line_json(rank, line));
        let root_move = |root: &RootMove| {
            json!({
                "uci": self.writer()(root.mv),
                "san": notation::san(position, root.mv),
                "nodes": root.nodes,
                "depth": root.depth,
            })
        };
        json!({
            "format": FORMAT,
            "program": format!("lucena {}", env!("CARGO_PKG_VERSION")),
            "fen": position.fen(),
            "turn": position.turn().fold_wb("white", "black"),
            "chess960": position.castling_mode().is_chess960(),
            "check": position.is_check(),
            "legal_moves": position.legal_moves().len(),
            "search": {
                "depth": search.depth,
                "selective_depth": search.selective_depth,
                "nodes": search.nodes,
                "time_ms": report.elapsed.0,
                "nps": report.nps,
                "hashfull": search.hashfull,
                "tablebase_hits": search.tablebase_hits,
                "stop": search.stop.map(|stop| stop.to_string()),
            },
            "lines": lines.collect::<Value>(),
            "root_moves": search.root_moves.iter().map(root_move).collect::<Value>(),
            "evaluation": self.evaluation_json(),
            "explanations": explanations,
            "notes": notes,
        })
    }

    fn line_json(&self, rank: usize, line: &PvLine) -> Value {
        json!({
            "rank": rank,
            "score": score_json(line.score),
            "wdl": self.shares(line.score),
            "bound": match line.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            "shadow": line.shadow.map(|Interval { low, high }| {
                let end = |score: Score| (score.value().abs() < Score::INFINITE.value()).then(|| score_json(score));
                json!({ "low": end(low), "high": end(high) })
            }),
            "repeats_ply": line.depends_on,
            "depth": line.depth,
            "selective_depth": line.selective_depth,
            "uci": line.moves.iter().map(|mv| self.writer()(*mv)).collect::<Vec<_>>(),
            "san": self.san(line),
        })
    }

    /// How games between equals end from here.
    fn shares(&self, score: Score) -> Wdl {
        WdlModel::shipped().shares(score, &self.position)
    }

    fn san(&self, line: &PvLine) -> Vec<String> {
        let mut position = self.position.clone();
        let write = |&mv: &Move| {
            let san = notation::san(&position, mv);
            position.play(mv);
            san
        };
        line.moves.iter().map(write).collect()
    }

    fn evaluation_json(&self) -> Value {
        let evaluation = &self.evaluation;
        let pair = |[middlegame, endgame]: [i32; 2]| json!([middlegame, endgame]);
        let categories = Category::ALL.into_iter().zip(evaluation.categories);
        let category = |(category, [white, black]): (Category, [[i32; 2]; 2])| {
            json!({
                "name": category.name(),
                "cp": evaluation.worth(category),
                "white": pair(white),
                "black": pair(black),
            })
        };
        let term = |(at, term): (usize, &Term)| {
            json!({
                "name": term.name,
                "category": Category::ALL.get(term.category).map(|it| it.name()),
                "white": pair(term.white),
                "black": pair(term.black),
                "because": self.because.get(at).cloned().unwrap_or_default(),
            })
        };
        json!({
            "cp": evaluation.total,
            "phase": evaluation.phase,
            "scale": evaluation.scale,
            "initiative": evaluation.initiative,
            "categories": categories.map(category).collect::<Value>(),
            "terms": evaluation.terms.iter().enumerate().map(term).collect::<Value>(),
        })
    }

    /// The analysis as text.
    pub fn text(&self) -> String {
        let search = &self.report.search;
        let score = format!("score for {}", self.position.turn().fold_wb("White", "Black"));
        let mut table = Table::new(5, &[&score, "wdl", "depth", "shadow", "line"]);
        for line in &search.lines {
            let shadow = line.shadow.map_or_else(String::new, |it| {
                format!("{} to {}", bound_text(it.low), bound_text(it.high))
            });
            let (score, depth) = (bounded(line.score, line.bound), line.depth.to_string());
            let wdl = self.shares(line.score).to_string();
            table.row([score, wdl, depth, shadow, self.san(line).join(" ")]);
        }
        let stop = search.stop.map_or_else(String::new, |stop| format!(", {stop}"));
        let (nodes, time) = (search.nodes, self.report.elapsed.0);
        let mut parts = self.notes.clone();
        parts.push(format!("{}\n{nodes} nodes in {time} ms{stop}", self.position.fen()));
        parts.push(table.to_string());
        parts.push(format!("{}\n", self.evaluation));
        for (term, because) in self.evaluation.terms.iter().zip(&self.because) {
            let mut line = term.to_string();
            if !because.is_empty() {
                line = format!("{line}; {}", because.join("; "));
            }
            parts.push(line);
        }
        parts.push(String::new());
        parts.extend(self.explanations.iter().cloned());
        parts.iter().map(|part| format!("{part}\n")).collect()
    }
}

/// The engine of a request, and what its first search reports.
fn searched<'a>(request: &'a Request, stop: &'a AtomicBool) -> Result<(Session<'a>, Report)> {
    let mut session = Session::start(request, stop)?;
    let report = session.search(&[], |go| go)?;
    Ok((session, report))
}

/// The engine of an analysis.
struct Session<'a> {
    request: &'a Request,
    engine: Engine,
    notices: Receiver<Notice>,
    stop: &'a AtomicBool,
    /// The number of the last search.
    epoch: u64,
    /// Which side loses by any repetition in each search so far.
    #[cfg(test)]
    deviating: Vec<Option<Color>>,
    /// Messages of the engine.
    notes: Vec<String>,
}

impl<'a> Session<'a> {
    fn start(request: &'a Request, stop: &'a AtomicBool) -> Result<Self> {
        let (sender, notices) = channel();
        // The receiver is gone when the session has ended.
        let notify = move |notice| drop(sender.send(notice));
        let options = EngineOptions { move_overhead: Millis(0), ..request.options.clone() };
        let engine = Engine::start(options, notify)?;
        Ok(Self {
            request,
            engine,
            notices,
            stop,
            epoch: 0,
            #[cfg(test)]
            deviating: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Searches the position after `line`. Blocks until the search has ended or `stop` is set.
    fn search(&mut self, line: &[Move], restrict: impl FnOnce(Go) -> Go) -> Result<Report> {
        let Request { start, moves, limits, .. } = self.request;
        self.epoch += 1;
        let go = Go::new(start.clone(), [moves.as_slice(), line].concat(), limits.limit());
        let go = restrict(go);
        #[cfg(test)]
        self.deviating.push(go.deviating);
        self.engine.go(Go { epoch: self.epoch, ..go })?;
        loop {
            match self.notices.recv_timeout(POLL) {
                Ok(Notice::Done(outcome)) => return Ok(outcome.report),
                Ok(Notice::Message(text)) => self.notes.push(text),
                Ok(Notice::Died { message, .. }) => bail!("the engine panicked: {message}"),
                Ok(Notice::Report | Notice::Ready | Notice::Debug(_)) => {}
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    self.engine.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the engine has ended"),
            }
        }
    }

    /// The best line of such a search alone.
    fn best(&mut self, line: &[Move], restrict: impl FnOnce(Go) -> Go) -> Result<TaskResult> {
        let report = self.search(line, |go| {
            let limit = GoLimit { lines: Some(1), resolve_window: true, ..go.limit };
            restrict(Go { limit, ..go })
        })?;
        Ok(report.search.lines.first().map(TaskResult::from).unwrap_or_default())
    }

    /// The result with its line played on by a search, where it ends in an exchange.
    fn settled(&mut self, position: &Position, mut result: TaskResult) -> Result<TaskResult> {
        let is_open = result.score.is_heuristic() && result.score != Score::DRAW;
        if is_open && !is_settled(position, &result.line) {
            let limits = self.request.limits.quarter().limit();
            let limit = GoLimit { lines: Some(1), ..limits };
            let end = self.best(&result.line, |go| Go { limit, ..go })?;
            result.line.extend(end.line);
        }
        Ok(result)
    }

    /// The result of its first move where `side` loses by any repetition, if it is a draw.
    fn deviating(&mut self, result: &TaskResult, side: Color) -> Result<Option<TaskResult>> {
        let Some(&first) = result.line.first().filter(|_| result.score == Score::DRAW) else {
            return Ok(None);
        };
        let restrict = |go| Go { search_moves: vec![first], deviating: Some(side), ..go };
        self.best(&[], restrict).map(Some)
    }

    /// Why each of the further lines is worse than the first, where that is proved. Each line that is no bound is played on to a quiet end.
    fn reasons(
        &mut self,
        lines: &[PvLine],
        earlier: &[Key],
        position: &Position,
        evaluator: &mut Evaluator,
    ) -> Result<Vec<String>> {
        let is_exact = |line: &&PvLine| line.bound == Bound::Exact;
        let [first, others @ ..] = lines else { return Ok(Vec::new()) };
        let others: Vec<&PvLine> = others.iter().filter(is_exact).collect();
        if !is_exact(&first) || others.is_empty() {
            return Ok(Vec::new());
        }
        let turn = position.turn();
        let mut settled = |line: &PvLine| self.settled(position, TaskResult::from(line));
        let best = settled(first)?;
        let others: Vec<TaskResult> = others.into_iter().map(settled).collect::<Result<_>>()?;
        // A change of the side that loses by repetitions empties the table: all searches with the same side follow each other.
        let forced = self.deviating(&best, !turn)?;
        let needed = |played: &TaskResult| {
            let is_worse = played.score < best.score;
            if is_worse { self.deviating(played, turn) } else { Ok(None) }
        };
        let needed: Vec<_> = others.iter().map(needed).collect::<Result<_>>()?;
        let standing = Some(evaluator.evaluate(position.board(), turn));
        let mut reasons = Vec::new();
        for (played, needed) in others.iter().zip(&needed) {
            let comparison = Comparison {
                earlier,
                last: self.request.moves.last().copied(),
                standing,
                deviations: Deviations { best: forced.as_ref(), played: needed.as_ref() },
                ..Comparison::new(position, &best, played)
            };
            let mv = played.line.first().map(|mv| notation::san(position, *mv));
            let reason = comparison.reason(evaluator);
            reasons.extend(mv.zip(reason).map(|(mv, proof)| format!("{mv}: {}", proof.reason)));
        }
        Ok(reasons)
    }
}

/// `{"cp": 34}` or `{"mate": -3}`, from the side to move.
pub(super) fn score_json(score: Score) -> Value {
    score
        .mate_moves()
        .map_or_else(|| json!({ "cp": score.value() }), |mate| json!({ "mate": mate }))
}

#[cfg(test)]
mod tests {
    use super::{Analysis, Evaluator, Knowledge, PvLine, Request, SCHEMA, Session};
    use crate::annotate::SearchLimits;
    use crate::base::{Bound, Interval, Score};
    use crate::rules::Color;
    use serde_json::Value;
    use std::sync::atomic::AtomicBool;

    /// What in `value` is not as the schema says. Knows the keywords that the schema uses.
    fn faults(schema: &Value, value: &Value, root: &Value, at: &str) -> Vec<String> {
        if let Some(name) = schema["$ref"].as_str() {
            return faults(root.pointer(name.trim_start_matches('#')).unwrap(), value, root, at);
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let fits = choices.iter().any(|it| faults(it, value, root, at).is_empty());
            return if fits { vec![] } else { vec![format!("{at}: {value} fits no choice")] };
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if schema["type"] != kind {
            return vec![format!("{at}: {value} is not {}", schema["type"])];
        }
        let mut found = Vec::new();
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            found.extend(faults(&schema["items"], item, root, &format!("{at}/{index}")));
        }
        let fields = value.as_object();
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if fields.is_none_or(|fields| !fields.contains_key(name)) {
                found.push(format!("{at}: {name} is missing"));
            }
        }
        for (name, item) in fields.into_iter().flatten() {
            match schema["properties"].get(name) {
                Some(of) => found.extend(faults(of, item, root, &format!("{at}/{name}"))),
                None => found.push(format!("{at}/{name} is not in the schema")),
            }
        }
        found
    }

    #[test]
    fn a_line_whose_score_is_a_bound_is_not_explained() {
        let limits = SearchLimits { depth: Some(8), ..SearchLimits::default() };
        let mut request = Request::read("r3k3/8/8/3N4/8/8/4P3/4K3 w - - 0 1", "", limits).unwrap();
        request.options.multi_pv = 2;
        let stop = AtomicBool::new(false);
        let mut session = Session::start(&request, &stop).unwrap();
        let mut lines = session.search(&[], |go| go).unwrap().search.lines;
        let (earlier, position) = request.position();
        let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
        let mut reasons =
            |lines: &[PvLine]| session.reasons(lines, &earlier, &position, &mut evaluator).unwrap();
        let found = reasons(&lines);
        let fork = "1.Nc7+ attacks the king and the rook on a8";
        assert!(found.len() == 1 && found[0].ends_with(fork), "{found:?}");
        lines[1].bound = Bound::Lower;
        assert_eq!(reasons(&lines), [""; 0]);
    }

    /// A search with another side that loses by repetitions empties the table.
    #[test]
    fn searches_with_the_same_side_follow_each_other() {
        let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
        let mut request = Request::read("k1K5/8/8/8/8/8/1Q6/3Q4 w - - 0 1", "", limits).unwrap();
        request.options.multi_pv = 60;
        let stop = AtomicBool::new(false);
        let mut session = Session::start(&request, &stop).unwrap();
        let lines = session.search(&[], |go| go).unwrap().search.lines;
        let (draws, others): (Vec<PvLine>, Vec<PvLine>) =
            lines.into_iter().partition(|line| line.score == Score::DRAW);
        let (mates, mut open): (Vec<PvLine>, Vec<PvLine>) =
            others.into_iter().partition(|line| line.score.is_mate());
        // A single move with such a score is no settled line.
        for line in &mut open {
            line.moves.truncate(1);
            line.score = Score::raw(500);
        }
        let lines = [&mates[0], &draws[0], &open[0], &draws[1], &open[1]].map(Clone::clone);
        let (earlier, position) = request.position();
        let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
        session.deviating.clear();
        session.reasons(&lines, &earlier, &position, &mut evaluator).unwrap();
        let white = Some(Color::White);
        assert_eq!(session.deviating, [None, None, white, white]);
    }

    #[test]
    fn the_json_is_what_the_schema_says() {
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
        for (fen, moves) in [
            ("startpos", "e4 e5 g1f3 Nc6"),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ""),
            ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "O-O-O"),
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", ""),
        ] {
            let mut request = Request::read(fen, moves, limits).unwrap();
            request.options.multi_pv = 3;
            let analysis = Analysis::of(&request, &AtomicBool::new(false)).unwrap();
            let json = analysis.json();
            assert_eq!(faults(&schema, &json, &schema, ""), [""; 0], "{json:#}");
            assert!(analysis.text().starts_with(json["fen"].as_str().unwrap()));
            let legal = json["legal_moves"].as_u64().unwrap();
            assert_eq!(json["lines"].as_array().unwrap().len() as u64, legal.min(3), "{json:#}");
        }
        let mut request = Request::read("startpos", "", limits).unwrap();
        request.options.multi_pv = 2;
        let mut analysis = Analysis::of(&request, &AtomicBool::new(false)).unwrap();
        let [first, second] = &mut analysis.report.search.lines[..] else { panic!("two lines") };
        (first.score, first.bound, first.shadow) = (Score::raw(14), Bound::Upper, None);
        (second.score, second.bound) = (Score::raw(-20), Bound::Lower);
        second.shadow = Some(Interval { high: Score::raw(14), ..Interval::UNKNOWN });
        let text = analysis.text();
        assert!(text.contains("\n≤ +0.14 ") && text.contains("\n≥ -0.20 "), "{text}");
        assert!(text.contains(" −∞ to +0.14 "), "{text}");
        // A search that completes no iteration has no score.
        let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
        let request = Request::read("startpos", "", limits).unwrap();
        let analysis = Analysis::of(&request, &AtomicBool::new(false)).unwrap();
        let json = analysis.json();
        assert_eq!(faults(&schema, &json, &schema, ""), [""; 0], "{json:#}");
        assert_eq!(json["lines"].as_array().unwrap().len(), 0, "{json:#}");
        assert!(analysis.text().starts_with("the limit ended the search before its first"));
        let error = Analysis::of(&request, &AtomicBool::new(true)).unwrap_err();
        assert_eq!(error.to_string(), "cancelled");
        let error = Request::read("startpos", "e4 e4", limits).unwrap_err().to_string();
        assert_eq!(error, "moves: half-move 2: e4 is not legal here");
        assert_eq!(Request::read("startpos", "1. e4 e5 2.Nf3", limits).unwrap().moves.len(), 3);
    }
}
