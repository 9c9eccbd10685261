//! Judges moves: by Lucena's search, or by another UCI engine.

use super::answers::Answers;
use crate::base::Elo;
use crate::engine::LocalEngine;
use crate::engine::external::ExternalEngineConfig;
use crate::engine::{EngineOptions, Go, GoLimit};
use crate::rules::{Move, Position, notation};
use crate::strength::{StrengthLevel, StrengthLimits};
use anyhow::{Context as _, Result, bail};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// Seconds of MadChess's model for a move, as in a rapid game, and its nodes at most.
const MADCHESS_SECONDS: u64 = 10;
const MADCHESS_NODES: u64 = 60_000;
/// A mate is worth so many centipawns.
const MATE: i32 = 30_000;

/// Answers what the best move is, what a move is worth, and what MadChess's model plays.
pub(super) struct Judge {
    engine: LocalEngine,
    other: Option<UciJudge>,
    nodes: u64,
    answers: Answers,
}

impl Judge {
    /// `command` starts another UCI engine as judge; without one Lucena is.
    pub(super) fn open(path: &Path, nodes: u64, command: Option<&str>) -> Result<Self> {
        let engine = LocalEngine::without_clock(&EngineOptions::default())?;
        let other = command.map(UciJudge::start).transpose()?;
        Ok(Self { engine, other, nodes, answers: Answers::open(path)? })
    }

    /// Lucena's move at full strength.
    pub(super) fn full_strength(&mut self, name: &str, before: &[Move]) -> Result<String> {
        let question = format!("{name}\tbest of {}", self.nodes);
        let (engine, go) = (&mut self.engine, go(before, self.nodes));
        let answer = self.answers.get(&question, || search(engine, go))?;
        Ok(answer.split(' ').next().unwrap_or_default().to_owned())
    }

    /// The moves among which MadChess's model draws at this level, each as likely as the others, the best first.
    pub(super) fn madchess(
        &mut self,
        name: &str,
        before: &[Move],
        level: Elo,
    ) -> Result<Vec<String>> {
        let nodes = (MADCHESS_SECONDS * StrengthLimits::at(level).nps).min(MADCHESS_NODES);
        let go = Go { dial: StrengthLevel::Limited(level), ..go(before, nodes) };
        let question = format!("{name}\tmadchess {level} among by {nodes}");
        let engine = &mut self.engine;
        let answer = self.answers.get(&question, || {
            engine.new_game();
            let report = engine.search(go).report;
            let count = report.dial.weakened.as_ref().map_or(1, |weakened| weakened.candidates);
            let mut lines: Vec<_> = report.search.lines.iter().collect();
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            let first = lines.iter().take(count).filter_map(|line| line.moves.first());
            let moves: Vec<String> = first.map(|&mv| notation::uci(mv)).collect();
            Ok(moves.join(" "))
        })?;
        Ok(answer.split(' ').map(str::to_owned).collect())
    }

    /// The judge's value in centipawns of the position, or of one of its moves.
    pub(super) fn value(&mut self, name: &str, before: &[Move], mv: Option<Move>) -> Result<i32> {
        let who = self.other.as_ref().map_or("", |other| &other.command);
        let what = mv.map_or_else(|| "best".to_owned(), notation::uci);
        let question = format!("{name}\t{who} values {what} by {}", self.nodes);
        let (engine, other, nodes) = (&mut self.engine, &mut self.other, self.nodes);
        let answer = self.answers.get(&question, || match other {
            Some(other) => other.value(before, mv, nodes),
            None => {
                search(engine, Go { search_moves: mv.into_iter().collect(), ..go(before, nodes) })
            }
        })?;
        let value = answer.rsplit(' ').next().unwrap_or_default();
        value.parse().with_context(|| format!("{question}: {answer:?}"))
    }
}

fn go(before: &[Move], nodes: u64) -> Go {
    let limit = GoLimit { nodes: Some(nodes), ..GoLimit::default() };
    Go::new(Position::default(), before.to_vec(), limit)
}

/// The move and its value in centipawns.
fn search(engine: &mut LocalEngine, go: Go) -> Result<String> {
    engine.new_game();
    let outcome = engine.search(go);
    let line = outcome.report.played_line().context("no legal move")?;
    let best = outcome.best.context("no legal move")?;
    Ok(format!("{} {}", notation::uci(best), line.score.value()))
}

/// Another engine on a pipe.
struct UciJudge {
    command: String,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl UciJudge {
    fn start(command: &str) -> Result<Self> {
        let named = || format!("--judge {command:?}");
        let config: ExternalEngineConfig = command.parse().with_context(named)?;
        let mut child = config
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(named)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.context("--judge: no pipes")?;
        let mut judge = Self { command: command.to_owned(), child, to, from: BufReader::new(from) };
        judge.say("uci")?;
        judge.until("uciok")?;
        Ok(judge)
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.to, "{line}").with_context(|| format!("--judge {:?}", self.command))
    }

    /// The lines up to the one that begins with `last`.
    fn until(&mut self, last: &str) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                bail!("--judge {:?}: ended before {last}", self.command);
            }
            let is_last = line.starts_with(last);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    fn value(&mut self, before: &[Move], mv: Option<Move>, nodes: u64) -> Result<String> {
        let moves: Vec<String> = before.iter().map(|&mv| notation::uci(mv)).collect();
        self.say("ucinewgame")?;
        self.say(&format!("position startpos moves {}", moves.join(" ")))?;
        let only = mv.map_or_else(String::new, |mv| format!(" searchmoves {}", notation::uci(mv)));
        self.say(&format!("go nodes {nodes}{only}"))?;
        let lines = self.until("bestmove")?;
        let value = |line: &String| {
            let mut words = line.split_whitespace().skip_while(|word| *word != "score").skip(1);
            let (kind, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
            let is_bound = matches!(words.next(), Some("lowerbound" | "upperbound"));
            match kind {
                _ if is_bound => None,
                "cp" => Some(number),
                "mate" => Some(if number > 0 { MATE - number } else { -MATE - number }),
                _ => None,
            }
        };
        let value = lines.iter().rev().find_map(value);
        let value = value.with_context(|| format!("--judge {:?}: no score", self.command))?;
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or("-");
        Ok(format!("{best} {value}"))
    }
}

impl Drop for UciJudge {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}
