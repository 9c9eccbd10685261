//! `lucena network FILE`: a game as a network: its size, random games, explanations, and the speed of every way of
//! propagation.

mod explain;
mod play;
mod speed;

use crate::base::read_at_most;
use crate::machine::gdl::{self, Place};
use crate::machine::{GameMachine, GameRules};
use crate::propnet::optimise::Passes;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Largest file in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Options of the subcommand.
#[derive(Debug, Args)]
pub struct Options {
    /// Rules in GDL, or a network in RON if the name ends in `.ron`.
    pub file: PathBuf,
    /// Play this many random games and print their results.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub play: Option<u64>,
    /// Seed of the random moves.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Explain propositions by their causes: a name such as `(legal x (mark 1 1))`, or the first word of several, such as
    /// `legal`, `goal` or `terminal`.
    #[arg(long, value_name = "TEXT")]
    pub explain: Option<String>,
    /// Explain after this many random moves instead of in the initial state.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "explain",
          value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub after: u32,
    /// Measure states a second for every way of propagation, with all optimisations of the network and without each.
    #[arg(long)]
    pub bench: bool,
}

/// Reads the game and prints what the options ask for.
///
/// # Errors
/// The file cannot be read or is invalid, with line and column; no proposition has the name; writing fails.
pub fn run(options: &Options, out: &mut impl Write) -> Result<()> {
    let file = options.file.display();
    let rules = Arc::new(read(&options.file, out)?);
    let optimised = Arc::new(rules.optimised(Passes::ALL)?);
    print_sizes(&rules, &optimised, out)?;
    if let Some(games) = options.play {
        writeln!(out)?;
        play::print(&optimised, games, options.seed, out)?;
    }
    if let Some(text) = &options.explain {
        writeln!(out)?;
        let mut machine = GameMachine::new(Arc::clone(&rules));
        play::advance(&mut machine, options.after, options.seed, out)?;
        explain::print(&machine, text, out).with_context(|| file.to_string())?;
    }
    if options.bench {
        writeln!(out)?;
        speed::print(&rules, options.seed, out)?;
    }
    Ok(())
}

/// Reads a game and prints how large its text is.
fn read(path: &Path, out: &mut impl Write) -> Result<GameRules> {
    let file = path.display();
    let bytes = read_at_most(path, MAX_BYTES).with_context(|| file.to_string())?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let place = Place::of(error.as_bytes(), error.utf8_error().valid_up_to());
            bail!("{file}:{place}: the text is not UTF-8");
        }
    };
    if path.extension().is_some_and(|extension| extension == "ron") {
        let rules = GameRules::from_text(&text).with_context(|| file.to_string())?;
        writeln!(out, "{file}: a network in RON")?;
        return Ok(rules);
    }
    let game = gdl::read(&text).map_err(|error| anyhow::anyhow!("{file}:{error}"))?;
    writeln!(
        out,
        "{file}: rules in GDL, {} clauses, {} facts, {} instances of rules",
        game.clauses, game.facts, game.instances
    )?;
    Ok(game.rules)
}

fn print_sizes(rules: &GameRules, optimised: &GameRules, out: &mut impl Write) -> Result<()> {
    let roles = rules.roles.iter().enumerate().map(|(role, known)| {
        let moves = rules.moves.iter().filter(|mv| mv.role == role).count();
        format!("{} ({moves} {})", known.name, if moves == 1 { "move" } else { "moves" })
    });
    writeln!(out, "roles: {}", roles.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "base propositions: {}", rules.base.iter().flatten().count())?;
    for (name, rules) in [("as read", rules), ("optimised", optimised)] {
        let network = &rules.network;
        let (components, edges, bytes) = (network.len(), network.edges(), network.bytes());
        writeln!(out, "network {name}: {components} components, {edges} edges, {bytes} bytes")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
