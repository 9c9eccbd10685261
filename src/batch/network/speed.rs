//! States a second in random games, for every way of propagation and every optimisation of the network switched off.

use crate::base::Random;
use crate::machine::{GameMachine, GameRules, ParallelMachine};
use crate::propnet::optimise::Passes;
use crate::propnet::reference::{Ordered, Querying};
use crate::propnet::{Propagation, State};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Rounds of each measurement and their duration. The fastest round counts, as other load only slows rounds down.
const ROUNDS: usize = 3;
const DURATION: Duration = Duration::from_millis(if cfg!(test) { 2 } else { 200 });

/// Measures and prints a table. A state is one position of a random game: its legal moves, its end and its successor.
pub(super) fn print(rules: &GameRules, seed: u64, out: &mut impl Write) -> Result<()> {
    let all = Passes::ALL;
    let variants = [
        ("all optimisations", all),
        ("no constant folding", Passes { constants: false, ..all }),
        ("no common subexpr.", Passes { common: false, ..all }),
        ("no dead outputs", Passes { dead: false, ..all }),
        ("no flattening", Passes { flatten: false, ..all }),
        ("none", Passes::NONE),
    ];
    writeln!(out, "states a second in random games, seed {seed}")?;
    let head = ["components", "edges", "ordered", "querying", "counted", "parallel"];
    writeln!(out, "{:20}{}", "network", head.map(|name| format!("{name:>12}")).concat())?;
    for (name, passes) in variants {
        let rules = Arc::new(rules.optimised(passes)?);
        let cells = [
            rules.network.len() as f64,
            rules.network.edges() as f64,
            sequential::<Ordered>(&rules, seed),
            sequential::<Querying>(&rules, seed),
            sequential::<State>(&rules, seed),
            parallel(&rules, seed),
        ];
        writeln!(out, "{name:20}{}", cells.map(|cell| format!("{cell:>12.0}")).concat())?;
    }
    writeln!(out, "ordered: every component in dependency order")?;
    writeln!(out, "querying: event-driven, a signalled component reads its inputs")?;
    writeln!(out, "counted: event-driven, a component counts its true inputs")?;
    writeln!(out, "parallel: ordered, 64 games in the bits of a word")?;
    writeln!(out, "not measured: bitboard words (need propositions by square of a chessboard)")?;
    writeln!(
        out,
        "not measured: compiled (Rust code of the evaluation network, made when Lucena is built)"
    )?;
    Ok(())
}

fn sequential<P: Propagation>(rules: &Arc<GameRules>, seed: u64) -> f64 {
    let mut machine = GameMachine::<P>::with_propagation(Arc::clone(rules));
    let (mut random, mut chosen) = (Random::new(seed), Vec::new());
    fastest(|| {
        machine.choose_moves(&mut random, &mut chosen);
        if machine.is_terminal() || chosen.is_empty() {
            machine.set_base(&rules.initial);
        } else {
            machine.play_all(&chosen);
        }
        1
    })
}

fn parallel(rules: &Arc<GameRules>, seed: u64) -> f64 {
    let mut machine = ParallelMachine::new(Arc::clone(rules));
    let mut random = Random::new(seed);
    fastest(|| {
        machine.step(&mut random);
        64
    })
}

/// The highest number of states a second of all rounds; `step` returns the number of its states.
fn fastest(mut step: impl FnMut() -> u64) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..ROUNDS {
        let (start, mut states) = (Instant::now(), 0);
        while start.elapsed() < DURATION {
            states += (0..8).map(|_| step()).sum::<u64>();
        }
        best = best.max(states as f64 / start.elapsed().as_secs_f64());
    }
    best
}
