//! How fast the rules play as a network: whole random games, no move generator. Part of `lucena bench propnet`.

use crate::base::Random;
use crate::machine::ChessMachine;
use crate::rules::Position;
use std::time::Instant;

/// Moves of one timed round; the best of the rounds counts, as other work on the computer only ever slows one down.
const MOVES: usize = 20_000;
const ROUNDS: usize = 5;

/// The figures as `name` and value: `machine.moves_per_s`, then what the networks weigh. Empty if they cannot be built.
#[must_use]
pub fn lines() -> Vec<(String, f64)> {
    ChessMachine::new().map(measure).unwrap_or_default()
}

fn measure(mut machine: ChessMachine) -> Vec<(String, f64)> {
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
    let figures = [
        ("machine.moves_per_s", best),
        ("machine.flips", (after.0 - before.0) as f64 / played),
        ("machine.signals", (after.1 - before.1) as f64 / played),
        ("machine.components", sum(&|side| networks[side].len())),
        ("machine.edges", sum(&|side| networks[side].edges())),
        ("machine.bytes", sum(&|side| networks[side].bytes())),
        ("machine.state_bytes", sum(&|side| machine.sides()[side].state().bytes())),
    ];
    figures.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

/// Plays random games from the start one after another until `moves` have been made; gives how many were.
fn playouts(machine: &mut ChessMachine, random: &mut Random, moves: usize) -> usize {
    let mut played = 0;
    machine.set_position(&Position::default());
    while played < moves {
        let choice = random.below(u64::from(machine.count_legal()));
        let mv = machine.play_nth(usize::try_from(choice).unwrap_or(0));
        played += usize::from(mv.is_some());
        if mv.is_none() || machine.is_terminal() {
            machine.set_position(&Position::default());
        }
    }
    played
}

/// Flips and signals of both networks since they were made.
fn activity(machine: &ChessMachine) -> (u64, u64) {
    let [white, black] = machine.sides().each_ref().map(|side| side.state().activity());
    (white.0 + black.0, white.1 + black.1)
}

#[cfg(test)]
mod tests {
    use super::{ChessMachine, Random, playouts};

    #[test]
    fn every_figure_is_there_and_positive() {
        let lines = super::measure(ChessMachine::new().unwrap());
        assert_eq!(lines[0].0, "machine.moves_per_s");
        assert!(lines.iter().all(|(name, value)| name.starts_with("machine.") && *value > 0.0));
    }

    #[test]
    fn playouts_make_as_many_moves_as_asked_over_several_games() {
        let mut machine = ChessMachine::new().unwrap();
        assert_eq!(playouts(&mut machine, &mut Random::new(1), 1500), 1500);
    }
}
