//! `lucena bench machine`: speed of the rules network in random playouts without a move generator.

use crate::base::Random;
use crate::machine::ChessMachine;
use crate::machine::chess::base::encode;
use crate::rules::Position;
use anyhow::Result;
use std::time::Instant;

/// Moves per round. The fastest round counts, as other load only slows rounds down.
const MOVES: usize = 20_000;
const ROUNDS: usize = 5;

/// Metrics as name and value: `machine.moves_per_s`, then activity per move and sizes of the networks.
pub(super) fn measure() -> Result<Vec<(String, f64)>> {
    let mut machine = ChessMachine::new()?;
    let mut best = 0.0_f64;
    for round in 0..ROUNDS {
        let start = Instant::now();
        let played = playouts(&mut machine, &mut Random::new(round as u64), MOVES);
        best = best.max(played as f64 / start.elapsed().as_secs_f64());
    }
    let before = activity(&machine);
    let played = playouts(&mut machine, &mut Random::new(0), MOVES) as f64;
    let after = activity(&machine);
    let networks = machine.sides().each_ref().map(|side| &side.rules().network);
    let sum = |of: &dyn Fn(usize) -> usize| (of(0) + of(1)) as f64;
    let metrics = [
        ("machine.moves_per_s", best),
        ("machine.flips", (after.0 - before.0) as f64 / played),
        ("machine.signals", (after.1 - before.1) as f64 / played),
        ("machine.components", sum(&|side| networks[side].len())),
        ("machine.edges", sum(&|side| networks[side].edges())),
        ("machine.bytes", sum(&|side| networks[side].bytes())),
        ("machine.state_bytes", sum(&|side| machine.sides()[side].state().bytes())),
    ];
    Ok(metrics.map(|(name, value)| (name.to_owned(), value)).to_vec())
}

/// Plays random games from the start position until `moves` moves are made; returns their number.
fn playouts(machine: &mut ChessMachine, random: &mut Random, moves: usize) -> usize {
    let start = encode(&Position::default());
    let mut played = 0;
    machine.set_base(&start);
    while played < moves {
        let choice = random.below(u64::from(machine.count_legal()));
        let mv = machine.play_nth(usize::try_from(choice).unwrap_or(0));
        played += usize::from(mv.is_some());
        if mv.is_none() || machine.is_terminal() {
            machine.set_base(&start);
        }
    }
    played
}

/// Total flips and signals of both networks.
fn activity(machine: &ChessMachine) -> (u64, u64) {
    let [white, black] = machine.sides().each_ref().map(|side| side.state().activity());
    (white.0 + black.0, white.1 + black.1)
}

#[cfg(test)]
mod tests {
    use super::{ChessMachine, Random, playouts};

    #[test]
    fn every_metric_is_positive() {
        let lines = super::measure().unwrap();
        assert_eq!(lines[0].0, "machine.moves_per_s");
        assert!(lines.iter().all(|(name, value)| name.starts_with("machine.") && *value > 0.0));
    }

    #[test]
    fn playouts_make_the_given_number_of_moves() {
        let mut machine = ChessMachine::new().unwrap();
        assert_eq!(playouts(&mut machine, &mut Random::new(1), 1500), 1500);
    }
}
