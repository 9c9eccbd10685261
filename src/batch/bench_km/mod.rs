//! `lucena bench km`: the engine's table modes beside Kishimoto and Müller's general solution to the graph-history
//! interaction problem, in one full-width search on graphs and chess endings, as tables for `docs/shadow.md`.
//!
//! The search of the engine is not used: its pruning would hide which error comes from the table. The rules for values are
//! its own (`search::shadow`).

mod cases;
pub mod game;
pub mod measure;
pub mod search;
pub mod statistics;
pub mod table;

use crate::base::Random;
use anyhow::Result;
use measure::Outcome;
use statistics::Ratio;
use std::io::Write;
use table::TableMode;

/// The seed of the random graphs and endings.
const SEED: u64 = 2004;
const RANDOM_GRAPHS: usize = 50_000;
const ENDINGS: usize = 200;

/// The outcomes of a case, in the order of [`TableMode::ALL`].
type Outcomes = [Outcome; TableMode::ALL.len()];

/// Whether the cases of a table are drawn at random.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Fixed,
    Random,
}

/// Runs the comparison and prints a table for each set of cases. Blocks for some minutes.
///
/// # Errors
/// A reference vector cannot be read, or a write failed.
pub fn run(out: &mut impl Write) -> Result<()> {
    writeln!(out, "seed {SEED}; margins are 95 % confidence intervals over the cases\n")?;

    let graphs = cases::vector_graphs()?;
    let outcomes = graphs.iter().map(|(graph, row)| cases::vector_case(graph, row).run());
    print(out, "Graphs of the reference vectors", Choice::Fixed, &outcomes.collect::<Vec<_>>())?;

    let chess = cases::vector_chess()?;
    let outcomes: Vec<Outcomes> = chess.iter().map(measure::Case::run).collect();
    print(out, "Chess positions of the reference vectors", Choice::Fixed, &outcomes)?;

    let mut random = Random::new(SEED);
    let outcomes: Vec<Outcomes> = (0..RANDOM_GRAPHS)
        .map(|number| cases::random_case(&cases::random_graph(&mut random, number)).run())
        .collect();
    print(out, "Random cyclic graphs", Choice::Random, &outcomes)?;

    let (endings, tried) = cases::endings(&mut Random::new(SEED), ENDINGS);
    let outcomes: Vec<Outcomes> = endings.iter().map(measure::Case::run).collect();
    let title = format!("Chess endings with repetitions, of {tried} tried");
    print(out, &title, Choice::Random, &outcomes)
}

/// Prints the table of a set of cases in Markdown.
fn print(out: &mut impl Write, title: &str, choice: Choice, cases: &[Outcomes]) -> Result<()> {
    writeln!(out, "{title}: {} cases\n", cases.len())?;
    writeln!(
        out,
        "| table | wrong root values | wrong table entries | nodes ÷ naive | time ÷ naive | bytes a position |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for (index, mode) in TableMode::ALL.into_iter().enumerate() {
        // A column is a ratio of sums over the cases; the denominator is of this mode or of the first, naive one.
        let ratio = |of: &dyn Fn(&Outcome, &Outcome) -> (f64, f64)| {
            let pairs: Vec<(f64, f64)> =
                cases.iter().map(|case| of(&case[index], &case[0])).collect();
            Ratio::of(&pairs)
        };
        let sum = |of: fn(&Outcome) -> u64| cases.iter().map(|case| of(&case[index])).sum::<u64>();
        let share = |wrong: u64, of: u64, ratio: Ratio| {
            let margin = match (choice, wrong) {
                (Choice::Fixed, _) => String::new(),
                // Rule of three: with no fault in n cases, the share is below 3 / n with 95 % confidence.
                (Choice::Random, 0) => format!(" (< {:.3} %)", 300.0 / cases.len() as f64),
                (Choice::Random, _) => {
                    format!(" ({:.3} ± {:.3} %)", 100.0 * ratio.value, 100.0 * ratio.margin)
                }
            };
            format!("{wrong} of {of}{margin}")
        };
        let figure = |ratio: Ratio, decimals: usize| match choice {
            Choice::Fixed => format!("{:.decimals$}", ratio.value),
            Choice::Random => format!("{:.decimals$} ± {:.decimals$}", ratio.value, ratio.margin),
        };
        let roots = ratio(&|own, _| (own.wrong_roots as f64, own.roots as f64));
        let entries = ratio(&|own, _| (own.wrong_entries as f64, own.entries as f64));
        let nodes = ratio(&|own, naive| (own.nodes as f64, naive.nodes as f64));
        let time = ratio(&|own, naive| (own.seconds, naive.seconds));
        let bytes = ratio(&|own, _| (own.bytes as f64, own.positions as f64));
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            mode.name(),
            share(sum(|it| it.wrong_roots), sum(|it| it.roots), roots),
            share(sum(|it| it.wrong_entries), sum(|it| it.entries), entries),
            figure(nodes, 3),
            figure(time, 3),
            figure(bytes, 1),
        )?;
    }
    writeln!(out)?;
    for (index, mode) in TableMode::ALL.into_iter().enumerate() {
        let sum = |of: fn(&Outcome) -> u64| cases.iter().map(|case| of(&case[index])).sum::<u64>();
        let seconds: f64 = cases.iter().map(|case| case[index].seconds).sum();
        let nodes = sum(|it| it.nodes);
        write!(out, "{}: {nodes} nodes, {seconds:.2} s", mode.name())?;
        match mode {
            TableMode::Shadow(_) => writeln!(out)?,
            TableMode::Twins(_) => writeln!(
                out,
                ", {} nodes in {} simulations, of which {} verified the bound",
                sum(|it| it.simulated),
                sum(|it| it.simulations[0]),
                sum(|it| it.simulations[1]),
            )?,
        }
    }
    writeln!(out)?;
    Ok(())
}
