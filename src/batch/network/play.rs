//! Random games: their length and the goals of the roles.

use crate::base::Random;
use crate::machine::{GameMachine, GameRules};
use anyhow::Result;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

/// A game that is longer is ended without a result: rules need not end a game.
const MAX_MOVES: u32 = 10_000;

/// Results of random games.
#[derive(Debug, Default)]
struct Results {
    /// The number of moves of each game: sum, least, most.
    moves: (u64, u32, u32),
    /// Games by goal, for each role; `None` if it has none.
    goals: Vec<BTreeMap<Option<u8>, u64>>,
    /// Games that were too long, and games in which no role could move.
    too_long: u64,
    stuck: u64,
}

/// Plays `games` random games and prints their results.
pub(super) fn print(
    rules: &Arc<GameRules>,
    games: u64,
    seed: u64,
    out: &mut impl Write,
) -> Result<()> {
    let mut results = Results { moves: (0, u32::MAX, 0), ..Results::default() };
    results.goals = vec![BTreeMap::new(); rules.roles.len()];
    let mut machine = GameMachine::new(Arc::clone(rules));
    let (mut random, mut chosen) = (Random::new(seed), Vec::new());
    for _ in 0..games {
        machine.set_base(&rules.initial);
        let mut moves = 0;
        while !machine.is_terminal() && moves < MAX_MOVES {
            machine.choose_moves(&mut random, &mut chosen);
            if chosen.is_empty() {
                results.stuck += 1;
                break;
            }
            machine.play_all(&chosen);
            moves += 1;
        }
        results.too_long += u64::from(moves == MAX_MOVES && !machine.is_terminal());
        let (sum, least, most) = results.moves;
        results.moves = (sum + u64::from(moves), least.min(moves), most.max(moves));
        for (role, goals) in results.goals.iter_mut().enumerate() {
            *goals.entry(machine.goal(role)).or_default() += 1;
        }
    }
    let (sum, least, most) = results.moves;
    let mean = sum as f64 / games as f64;
    writeln!(
        out,
        "{games} random games with seed {seed}: {mean:.1} moves on average, {least} to {most}"
    )?;
    for (role, goals) in rules.roles.iter().zip(&results.goals) {
        let points: u64 =
            goals.iter().map(|(goal, games)| u64::from(goal.unwrap_or(0)) * games).sum();
        let each = goals.iter().rev().map(|(goal, games)| match goal {
            Some(goal) => format!("{goal} in {games}"),
            None => format!("none in {games}"),
        });
        let each = each.collect::<Vec<_>>().join(", ");
        writeln!(
            out,
            "goal of {}: {:.1} on average; {each}",
            role.name,
            points as f64 / games as f64
        )?;
    }
    for (count, what) in
        [(results.too_long, "longer than 10,000 moves"), (results.stuck, "without a legal move")]
    {
        match count {
            0 => {}
            1 => writeln!(out, "1 game was {what} and was ended")?,
            _ => writeln!(out, "{count} games were {what} and were ended")?,
        }
    }
    Ok(())
}

/// Makes `count` random moves and prints them.
pub(super) fn advance(
    machine: &mut GameMachine,
    count: u32,
    seed: u64,
    out: &mut impl Write,
) -> Result<()> {
    let (mut random, mut chosen) = (Random::new(seed), Vec::new());
    for number in 1..=count {
        machine.choose_moves(&mut random, &mut chosen);
        let end = match (machine.is_terminal(), chosen.is_empty()) {
            (true, _) => Some("the game is over"),
            (false, true) => Some("no move is legal"),
            (false, false) => None,
        };
        if let Some(end) = end {
            writeln!(out, "{end} after {} moves", number - 1)?;
            break;
        }
        let names = chosen.iter().map(|&mv| machine.rules().moves[mv].name.as_str());
        writeln!(out, "{number}. {}", names.collect::<Vec<_>>().join("; "))?;
        machine.play_all(&chosen);
    }
    Ok(())
}
