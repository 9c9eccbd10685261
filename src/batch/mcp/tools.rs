//! The tools of the server: arguments with their schemas, and what they do. A wrong argument is an error of the tool, whose
//! text the client's model reads.

use crate::annotate::{
    Existing, GameJob, MainLine, Progress, ProgressEvent, SearchLimits, annotate_game,
};
use crate::base::{Millis, bounded, shortened};
use crate::batch::analyse::{self, Analysis, Request};
use crate::batch::explain;
use crate::engine::{Clock, SystemClock};
use crate::game::pgn;
use crate::knowledge::Knowledge;
use crate::rules::{ParsedLine, notation, parse_line, parse_start};
use crate::search::observe::{
    DEFAULT_BYTES, KeepIterations, RecordScope, Recorder, SearchRecording, why_not,
};
use crate::search::{LimitChecker, SearchProgress, StopReason};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Tool {
    Analyse,
    Explain,
    WhyNot,
    Annotate,
}

/// Longest search of one position in milliseconds.
const MAX_TIME_MS: i64 = 600_000;
/// Most moves of a line to ask about.
const MAX_LINE: usize = 128;
/// Largest hash table in MiB, as several calls may run.
const MAX_HASH_MIB: i64 = 1024;

impl Tool {
    const ALL: [Self; 4] = [Self::Analyse, Self::Explain, Self::WhyNot, Self::Annotate];

    const fn description(self) -> &'static str {
        match self {
            Self::Analyse => {
                "Searches a position and returns the best lines with scores and shadow intervals, the evaluation by \
                 categories and terms, and explanations."
            }
            Self::Explain => {
                "Explains why a move is legal or not, who attacks a square, or why a proposition or term of the \
                 evaluation holds; without `what` a summary of the position."
            }
            Self::WhyNot => {
                "Searches a position and says for each move of a line what the search did with it: best, refuted, \
                 reduced, pruned, cut off, and with which figures."
            }
            Self::Annotate => {
                "Analyses a game in PGN and returns it with evaluations, judgements of the moves, reasons and better \
                 lines."
            }
        }
    }

    /// Names of the arguments with their schemas, and the required ones.
    fn arguments(self) -> (Value, Vec<&'static str>) {
        let text = |description: &str| json!({ "type": "string", "description": description });
        let number = |description: &str, low: i64, high: i64| json!({ "type": "integer", "minimum": low, "maximum": high, "description": description });
        let fen = text("Position as FEN, `startpos`, or `chess960` and a number.");
        let moves = text("Moves from the position, SAN or UCI, separated by spaces.");
        let depth = number("Search depth in plies.", 1, 128);
        let nodes = number("Nodes to search.", 1, i64::MAX);
        let of_time = "Search time for each position in milliseconds; 1000 without a limit.";
        let time = number(of_time, 1, MAX_TIME_MS);
        match self {
            Self::Analyse => (
                json!({
                    "fen": fen, "moves": moves, "depth": depth, "nodes": nodes, "time_ms": time,
                    "lines": number("Number of lines; 1 if omitted.", 1, 218),
                    "hash_mib": number("Hash table in MiB; 16 if omitted.", 1, MAX_HASH_MIB),
                }),
                vec!["fen"],
            ),
            Self::Explain => (
                json!({
                    "fen": fen,
                    "what": text("A move such as e1g1, a square, a proposition or a term such as `passed`."),
                }),
                vec!["fen"],
            ),
            Self::WhyNot => (
                json!({
                    "fen": fen,
                    "line": text("The line to ask about: moves in SAN or UCI, separated by spaces."),
                    "depth": depth, "nodes": nodes, "time_ms": time,
                }),
                vec!["fen", "line"],
            ),
            Self::Annotate => (
                json!({
                    "pgn": text("The game; of several the one with the number `game`."),
                    "game": number("Number of the game, from 1.", 1, 1_000_000),
                    "depth": depth, "nodes": nodes, "time_ms": time,
                }),
                vec!["pgn"],
            ),
        }
    }

    fn definition(self) -> Value {
        let (properties, required) = self.arguments();
        let mut definition = json!({
            "name": self.to_string(),
            "description": self.description(),
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        });
        if self == Self::Analyse {
            definition["outputSchema"] = serde_json::from_str(analyse::SCHEMA).unwrap_or_default();
        }
        definition
    }
}

/// The definitions of the tools.
pub(super) fn list() -> Vec<Value> {
    Tool::ALL.into_iter().map(Tool::definition).collect()
}

/// The tool of this name.
pub(super) fn find(name: &str) -> Option<Tool> {
    Tool::ALL.into_iter().find(|tool| tool.to_string() == name)
}

/// A whole number, which JSON Schema also sees in `2.0`.
fn whole(value: &Value) -> Option<i64> {
    // Up to here every whole number is one of the floating-point numbers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let written = || value.as_f64().filter(|it| it.fract() == 0.0 && it.abs() <= EXACT);
    value.as_i64().or_else(|| written().map(|it| it as i64))
}

/// The arguments of a call, checked against the schema.
struct Arguments<'a>(&'a Map<String, Value>);

impl<'a> Arguments<'a> {
    fn checked(tool: Tool, given: &'a Map<String, Value>) -> Result<Self> {
        let (properties, required) = tool.arguments();
        for (name, value) in given {
            let schema = properties.get(name).with_context(|| {
                let known = properties.as_object().into_iter().flatten();
                let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
                format!("{name}: is no argument; known are {}", known.join(", "))
            })?;
            if schema["type"] == "string" {
                ensure!(value.is_string(), "{name}: {value} is not a string");
            } else {
                let [low, high] =
                    [&schema["minimum"], &schema["maximum"]].map(|it| it.as_i64().unwrap_or(0));
                let fits = whole(value).is_some_and(|it| (low..=high).contains(&it));
                ensure!(fits, "{name}: {value} is not a whole number from {low} to {high}");
            }
        }
        for name in required {
            ensure!(given.contains_key(name), "{name}: is missing");
        }
        Ok(Self(given))
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(whole)
    }

    /// The limits; one second if none is given, and never more than [`MAX_TIME_MS`].
    fn limits(&self) -> SearchLimits {
        let limits = SearchLimits {
            time: self.number("time_ms").map(Millis),
            depth: self.number("depth").and_then(|it| it.try_into().ok()),
            nodes: self.number("nodes").and_then(|it| it.try_into().ok()),
        }
        .or_default();
        SearchLimits { time: limits.time.or(Some(Millis(MAX_TIME_MS))), ..limits }
    }
}

/// Runs a tool: its text, and its structured result if it has one. Blocks; `stop` ends it early.
///
/// # Errors
/// An argument is wrong, the engine fails, or `stop` was set.
pub(super) fn run(
    tool: Tool,
    arguments: &Map<String, Value>,
    stop: &AtomicBool,
    on_progress: &dyn Fn(usize, usize),
) -> Result<(String, Option<Value>)> {
    let arguments = Arguments::checked(tool, arguments)?;
    match tool {
        Tool::Analyse => {
            let (fen, moves) = (arguments.text("fen"), arguments.text("moves"));
            let mut request = Request::read(fen, moves, arguments.limits())?;
            let options = &mut request.options;
            let number =
                |name: &str| arguments.number(name).and_then(|it| usize::try_from(it).ok());
            options.multi_pv = number("lines").unwrap_or(options.multi_pv);
            options.hash_mib = number("hash_mib").unwrap_or(options.hash_mib);
            let json = Analysis::of(&request, stop)?.json();
            Ok((json.to_string(), Some(json)))
        }
        Tool::Explain => {
            let what = Some(arguments.text("what")).filter(|what| !what.trim().is_empty());
            // The position has its own error.
            let position = parse_start(arguments.text("fen"))?;
            let explained = explain::explain_position(&position, what);
            explained.map(|text| (text, None)).map_err(|error| anyhow!("what: {error:#}"))
        }
        Tool::WhyNot => explain_rejection(&arguments, stop).map(|text| (text, None)),
        Tool::Annotate => annotate(&arguments, stop, on_progress).map(|text| (text, None)),
    }
}

/// Searches with a recorder along the line and describes the outcome of each of its moves.
fn explain_rejection(arguments: &Arguments<'_>, stop: &AtomicBool) -> Result<String> {
    let start = parse_start(arguments.text("fen"))?;
    let line: Vec<String> = arguments.text("line").split_whitespace().map(str::to_owned).collect();
    ensure!(!line.is_empty(), "line: is empty");
    ensure!(
        line.len() <= MAX_LINE,
        "line: {} moves are more than {MAX_LINE}, the greatest depth of a search",
        line.len()
    );
    let ParsedLine { moves, error, .. } = parse_line(&start, &line);
    if let Some(error) = error {
        bail!("line: {error}");
    }
    let limits = arguments.limits();
    let mut case = SearchRecording::new(&start, &[]);
    (case.depth, case.nodes) = (limits.depth, limits.nodes);
    if case.depth.is_none() && case.nodes.is_none() {
        // The time ends the search.
        case.depth = Some(128);
    }
    let clock = SystemClock::default();
    let mut check = Deadline { stop, clock: &clock, time: limits.time.map(Millis::to_duration) };
    let scope = RecordScope::Along(moves);
    let mut recorder = Recorder::new(&start, scope, KeepIterations::All, DEFAULT_BYTES);
    let report = case.run(&Knowledge::standard()?, &mut check, &mut recorder)?;
    ensure!(!stop.load(Ordering::Relaxed), "cancelled");
    let mut text = "no legal move".to_owned();
    if let Some(best) = report.lines.first() {
        let mut position = start.clone();
        let san = best.moves.iter().map(|mv| {
            let san = notation::san(&position, *mv);
            position.play(*mv);
            san
        });
        let san = san.collect::<Vec<_>>().join(" ");
        // The line may be that of an iteration that the limit cut off.
        let unfinished = if best.depth > report.depth { ", unfinished" } else { "" };
        text = format!(
            "depth {}{unfinished}, {} nodes, best line {} {san}",
            best.depth,
            report.nodes,
            bounded(best.score, best.bound)
        );
    }
    let tree = recorder.finish(&report);
    let mut position = start;
    for answer in why_not(&tree, &report, &line) {
        let after = answer.mv.map(|mv| position.after(mv));
        let name = answer.mv.map_or_else(|| answer.text.clone(), |mv| notation::san(&position, mv));
        let outcome = answer.outcome.text(&position, after.as_ref());
        let iteration =
            answer.node.map_or_else(String::new, |_| format!(" (iteration {})", answer.iteration));
        text.push_str(&format!("\n{name}{iteration}: {outcome}"));
        position = after.unwrap_or(position);
    }
    Ok(text)
}

/// Ends a search at its time or when it is cancelled.
struct Deadline<'a> {
    stop: &'a AtomicBool,
    clock: &'a SystemClock,
    time: Option<Duration>,
}

impl LimitChecker for Deadline<'_> {
    fn poll(&mut self, _progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(StopReason::Stopped);
        }
        if self.time.is_some_and(|time| self.clock.now() >= time) {
            return ControlFlow::Break(StopReason::MoveTime);
        }
        ControlFlow::Continue(())
    }
}

/// The game with its annotations, after the notes about what was not read.
fn annotate(
    arguments: &Arguments<'_>,
    stop: &AtomicBool,
    on_progress: &dyn Fn(usize, usize),
) -> Result<String> {
    let text = arguments.text("pgn");
    let games = pgn::read_bytes(text.as_bytes()).context("pgn")?;
    let number = arguments.number("game").unwrap_or(1);
    let count = games.len();
    ensure!(count > 0, "pgn: there is no game in {:?}", shortened(text, 60));
    let index = usize::try_from(number - 1)?;
    let read = games.into_iter().nth(index);
    let read =
        read.with_context(|| format!("game: there is no game {number}; the text has {count}"))?;
    if read.is_incomplete() {
        let notes: Vec<String> = read.notes.iter().map(ToString::to_string).collect();
        bail!("pgn: the game was read in part: {}", notes.join("; "));
    }
    let mut game = read.game;
    let line = Arc::new(MainLine::to_search(&game, Existing::Keep, arguments.limits()));
    let folder = tempfile::tempdir()?;
    let job = GameJob {
        main_line: Arc::clone(&line),
        limits: arguments.limits(),
        threads: 1,
        hash_mib: 16,
        folder: folder.path().to_owned(),
    };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let annotations = annotate_game(&job, &clock, stop, &mut |event| {
        if let ProgressEvent::TaskDone(done) = event {
            let Progress { positions, further, .. } = done.progress;
            on_progress(positions.0 + further.0, positions.1 + further.1);
        }
    })?;
    annotations.write(&mut game, &line);
    let notes: String = read.notes.iter().map(|note| format!("% {note}\n")).collect();
    Ok(format!("{notes}{}", pgn::write(&game)))
}

#[cfg(test)]
mod tests {
    use super::{Arguments, MAX_TIME_MS, Tool};
    use crate::base::Millis;
    use serde_json::json;

    #[test]
    fn a_search_never_takes_more_than_the_most_time() {
        for (given, time) in [
            (json!({ "fen": "startpos" }), 1_000),
            (json!({ "fen": "startpos", "time_ms": 20 }), 20),
            (json!({ "fen": "startpos", "nodes": i64::MAX }), MAX_TIME_MS),
            (json!({ "fen": "startpos", "depth": 128 }), MAX_TIME_MS),
        ] {
            let given = given.as_object().unwrap();
            let limits = Arguments::checked(Tool::Analyse, given).unwrap().limits();
            assert_eq!(limits.time, Some(Millis(time)), "{given:?}");
        }
    }
}
