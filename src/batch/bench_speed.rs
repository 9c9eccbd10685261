//! `lucena bench speed`: nodes a second of engines side by side.
//!
//! Where the system puts the pages of a process changes its speed by some per cent, and other load on the machine, as on its
//! memory, changes it from minute to minute. So each round starts every engine anew, and a round is one measurement: the
//! geometric mean over the positions. In each position the engines search in turn, in the other order in every second round, so
//! that other load meets all of them.

use super::bench_positions;
use super::geometric_mean::{GeometricMean, student_quantile};
use super::interrupt::{Interrupted, stop_flag};
use super::matches::EngineConfig;
use super::output::{Progress, Table};
use super::reporting_engine::{Effort, ReportingEngine};
use super::wrong_argument::WrongArgument;
use crate::base::Millis;
use crate::engine::GoLimit;
use crate::rules::Position;
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Rounds if none are given.
const ROUNDS: u32 = 10;

/// The columns of the table.
const HEADER: [&str; 8] = [
    "engine",
    "nodes a second",
    "lowest",
    "highest",
    "to the first",
    "± 95 %",
    "lowest",
    "highest",
];

/// Arguments of `lucena bench speed`.
#[derive(Clone, Debug, Default, clap::Args)]
// Its name would be that of the group of the other options.
#[group(skip)]
pub struct Options {
    /// Topic `speed`: engine as for `lucena match`, `full`, `hash=64`, or `uci=COMMAND set=OPTION=VALUE`; two or more, which
    /// are compared with the first.
    #[arg(id = "engine", long, value_name = "ENGINE", value_parser = EngineConfig::of_argument)]
    pub engines: Vec<EngineConfig>,
    /// Topic `speed`: time of each search in milliseconds; 500 if omitted.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(i64).range(1..))]
    pub time: Option<i64>,
}

/// Measures, and prints a line for each round and a table. Ctrl-C ends the run after the running search and prints the table of
/// the whole rounds, a second one ends it at once.
///
/// # Errors
/// Fewer than two engines, an engine cannot be started or fails, the positions cannot be read, a failed write, or
/// [`Interrupted`].
pub(super) fn run(
    options: &Options,
    searched: &bench_positions::Options,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let stop = stop_flag(&[signal_hook::consts::SIGINT])?;
    run_until(options, searched, &stop, progress)
}

fn run_until(
    options: &Options,
    searched: &bench_positions::Options,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let engines = &options.engines;
    let few =
        "bench speed: --engine is needed twice or more: the others are compared with the first";
    ensure!(engines.len() >= 2, WrongArgument(few.to_owned()));
    engines.iter().try_for_each(EngineConfig::check_uncompressed)?;
    let mut positions = match &searched.epd {
        Some(file) => bench_positions::read(file)?,
        None => bench_positions::positions()?,
    };
    let time = Millis(options.time.unwrap_or(500));
    let rounds = searched.rounds.unwrap_or(ROUNDS);
    let mut speeds = Vec::new();
    for round in 1..=rounds {
        let mut status = |position: usize| {
            progress.status(format!(
                "round {round} of {rounds}, position {position} of {}",
                positions.len()
            ));
        };
        let measured = measure(engines, &positions, time, round % 2 == 0, stop, &mut status)?;
        let Some(Measured { speeds: of_round, early }) = measured else { break };
        for (&position, &engine) in &early {
            let (name, fen) = (&engines[engine].name, positions[position].fen());
            progress.line(format!("left out: {name} ends its search early in {fen}"))?;
        }
        let mut number = 0..;
        positions.retain(|_| number.next().is_some_and(|number| !early.contains_key(&number)));
        ensure!(!positions.is_empty(), "bench speed: no position is left to measure");
        progress.line(round_line(round, &of_round))?;
        speeds.push(of_round);
    }
    progress.clear_status();
    if !speeds.is_empty() {
        progress.line(table(engines, &speeds))?;
    }
    let done = speeds.len();
    ensure!(
        done == rounds as usize,
        Interrupted(format!("stopped after {done} of {rounds} rounds"))
    );
    Ok(())
}

/// What a round has measured.
struct Measured {
    /// Nodes a second of each engine: geometric means over the other positions.
    speeds: Vec<f64>,
    /// The positions in which an engine ended its search early, as where it proves a mate, with the first such engine.
    early: BTreeMap<usize, usize>,
}

/// Measures a round, for which each engine is started anew. `None` if the run is to stop.
fn measure(
    engines: &[EngineConfig],
    positions: &[Position],
    time: Millis,
    is_reversed: bool,
    stop: &AtomicBool,
    status: &mut dyn FnMut(usize),
) -> Result<Option<Measured>> {
    let limit = GoLimit { move_time: Some(time), ..GoLimit::default() };
    let mut order: Vec<usize> = (0..engines.len()).collect();
    if is_reversed {
        order.reverse();
    }
    let mut running = order
        .into_iter()
        .map(|at| {
            let start = ReportingEngine::start(&engines[at]);
            Ok((at, start.with_context(|| format!("--engine {:?}", engines[at].name))?))
        })
        .collect::<Result<Vec<_>>>()?;
    let (mut logarithms, mut early) = (vec![0.0; engines.len()], BTreeMap::new());
    for (number, position) in positions.iter().enumerate() {
        status(number + 1);
        let mut speeds = vec![0.0; engines.len()];
        for (at, engine) in &mut running {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let place = || format!("--engine {:?}: {}", engines[*at].name, position.fen());
            let begun = Instant::now();
            let heard = engine.search(position, limit).with_context(place)?;
            let is_early = begun.elapsed() < time.to_duration() / 2;
            heard.mv.with_context(place)?;
            let last = heard.statements.last().map(|last| last.effort).unwrap_or_default();
            if is_early {
                early.entry(number).or_insert(*at);
            } else {
                speeds[*at] = nodes_a_second(last).with_context(place)?;
            }
        }
        if !early.contains_key(&number) {
            logarithms.iter_mut().zip(speeds).for_each(|(sum, speed)| *sum += speed.ln());
        }
    }
    let measured = (positions.len() - early.len()) as f64;
    let speeds = logarithms.into_iter().map(|sum| (sum / measured).exp()).collect();
    Ok(Some(Measured { speeds, early }))
}

/// Nodes a second by the last thing that an engine said.
fn nodes_a_second(effort: Effort) -> Result<f64> {
    ensure!(effort.nodes > 0, "the engine tells no nodes, so that its speed is not known");
    ensure!(effort.time_ms > 0, "the engine tells no time, so that its speed is not known");
    Ok(effort.nodes as f64 * 1000.0 / effort.time_ms as f64)
}

/// `round 3: 1741022 2035871; to the first 1.169`
fn round_line(round: u32, speeds: &[f64]) -> String {
    let all: Vec<String> = speeds.iter().map(|speed| format!("{speed:.0}")).collect();
    let others = speeds.iter().skip(1).map(|speed| speed / speeds[0]);
    let ratios: Vec<String> = others.map(|ratio| format!("{ratio:.3}")).collect();
    format!("round {round}: {}; to the first {}", all.join(" "), ratios.join(" "))
}

fn table(engines: &[EngineConfig], rounds: &[Vec<f64>]) -> String {
    let mut table = Table::new(1, &HEADER);
    for (at, engine) in engines.iter().enumerate() {
        let speeds: Vec<f64> = rounds.iter().map(|speeds| speeds[at]).collect();
        let ratios: Vec<f64> = rounds.iter().map(|speeds| speeds[at] / speeds[0]).collect();
        let (speed, ratio) = (GeometricMean::of(&speeds), GeometricMean::of(&ratios));
        let margin = match ratios.len() - 1 {
            0 => "–".to_owned(),
            degrees => format!("{:.3}", student_quantile(degrees) * ratio.error * ratio.mean),
        };
        let [slowest, fastest] = range(&speeds);
        let [lowest, highest] = range(&ratios);
        table.row(vec![
            engine.name.clone(),
            format!("{:.0}", speed.mean),
            format!("{slowest:.0}"),
            format!("{fastest:.0}"),
            format!("{:.3}", ratio.mean),
            margin,
            format!("{lowest:.3}"),
            format!("{highest:.3}"),
        ]);
    }
    table.to_string()
}

/// The lowest and the highest of positive values.
fn range(values: &[f64]) -> [f64; 2] {
    let values = || values.iter().copied();
    [values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max)]
}

#[cfg(test)]
mod tests {
    use super::{Effort, Options, nodes_a_second, range, run_until, table};
    use crate::batch::bench_positions;
    use crate::batch::output::Progress;
    use std::sync::atomic::AtomicBool;

    const TWO: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -\nr3k3/8/8/8/8/8/8/4K2R w - -\n";
    /// Black is mated.
    const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -\n";

    fn run(engines: &[&str], stopped: bool) -> (String, Option<String>) {
        run_on(TWO, engines, stopped)
    }

    fn run_on(positions: &str, engines: &[&str], stopped: bool) -> (String, Option<String>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("positions.epd");
        std::fs::write(&file, positions).unwrap();
        let engines = engines.iter().map(|text| text.parse().unwrap()).collect();
        let options = Options { engines, time: Some(30) };
        let searched = bench_positions::Options { rounds: Some(2), epd: Some(file) };
        let mut out = Vec::new();
        let stop = AtomicBool::new(stopped);
        let outcome = run_until(&options, &searched, &stop, &mut Progress::new(&mut out));
        let error = outcome.err().map(|error| format!("{error:#}"));
        (String::from_utf8(out).unwrap(), error)
    }

    #[test]
    fn each_round_has_a_line_and_each_engine_a_row() {
        let (text, error) = run(&["hash=1", "hash=2"], false);
        assert_eq!(error, None, "{text}");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("round 1: ") && lines[1].starts_with("round 2: "), "{text}");
        let first: Vec<&str> = lines[3].split_whitespace().collect();
        assert_eq!((first[0], &first[4..]), ("hash=1", &["1.000", "0.000", "1.000", "1.000"][..]));
        assert!(lines[4].starts_with("hash=2 ") && lines.len() == 5, "{text}");
    }

    #[test]
    fn a_position_in_which_a_search_ends_early_is_left_out() {
        let left_out = "left out: hash=1 ends its search early in 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n";
        let (text, error) = run_on(&format!("{MATED}{TWO}"), &["hash=1", "hash=2"], false);
        assert_eq!(error, None, "{text}");
        assert!(text.starts_with(&format!("{left_out}round 1: ")), "{text}");
        assert_eq!(text.matches("left out").count(), 1, "{text}");
        let (text, error) = run_on(MATED, &["hash=1", "hash=2"], false);
        assert_eq!(text, left_out);
        assert_eq!(error, Some("bench speed: no position is left to measure".to_owned()));
    }

    #[test]
    fn what_cannot_be_compared_is_refused_by_its_name() {
        let stopped = run(&["full", "hash=1"], true);
        assert_eq!(stopped, (String::new(), Some("stopped after 0 of 2 rounds".to_owned())));
        for (engines, part) in [
            (&["full"][..], "--engine is needed twice"),
            (
                &["full", "uci=x compress=2"],
                "--engine: \"uci=x compress=2\": compress is for matches",
            ),
            (&["full", "uci=/no/engine"], "--engine \"uci=/no/engine\": "),
        ] {
            let error = run(engines, false).1.unwrap();
            assert!(error.contains(part), "{error}");
        }
        let effort = |nodes, time_ms| nodes_a_second(Effort { depth: 1, nodes, time_ms });
        assert_eq!(effort(500, 250).unwrap(), 2000.0);
        assert!(effort(0, 9).unwrap_err().to_string().contains("tells no nodes"));
        assert!(effort(9, 0).unwrap_err().to_string().contains("tells no time"));
    }

    #[test]
    fn a_table_has_ranges_and_from_two_rounds_on_an_error() {
        let engines = ["hash=1", "hash=2"].map(|text| text.parse().unwrap());
        let text = table(&engines, &[vec![1000.0, 800.0]]);
        let row: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
        assert_eq!(row, ["hash=2", "800", "800", "800", "0.800", "–", "0.800", "0.800"]);
        // 12.706 times the standard error of the logarithms, which is ln 1.25.
        let text = table(&engines, &[vec![1000.0, 800.0], vec![1000.0, 1250.0]]);
        let row: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
        assert_eq!(row[4..], ["1.000", "2.835", "0.800", "1.250"]);
        assert_eq!(range(&[0.8, 1.25]), [0.8, 1.25]);
    }
}
