//! Explains a proposition by the tree of its causes. Rays are collapsed to their piece and the squares between.

use super::words;
use crate::machine::chess::base::turn_bit;
use crate::machine::{ChessMachine, Error};
use crate::propnet::explain::{Cause, explain};
use crate::propnet::{Id, Network};
use crate::rules::Square;

/// Longer trees are truncated.
const MAX_LINES: usize = 200;

/// Explains the component called `name` by an indented tree, false components as `not …`. The network of the side to move
/// is searched first, then the other one.
///
/// # Errors
/// [`Error::Question`] if neither network has it.
pub fn proposition(machine: &mut ChessMachine, name: &str) -> Result<String, Error> {
    let home = *machine.base();
    let mut turned = home;
    turned[turn_bit() / 64] ^= 1 << (turn_bit() % 64);
    for base in [home, turned] {
        machine.set_base(&base);
        let network = machine.mover().rules().network.clone();
        if let Some(id) = network.find(name) {
            let cause =
                explain(&network, &machine.state().values(), id, &|id| is_plain(&network, id));
            machine.set_base(&home);
            let mut lines = Vec::new();
            write(&network, &cause, 0, &mut lines);
            if lines.len() > MAX_LINES {
                let more = lines.len() - MAX_LINES;
                lines.truncate(MAX_LINES);
                lines.push(format!("… {more} more lines"));
            }
            return Ok(lines.join("\n"));
        }
    }
    machine.set_base(&home);
    Err(Error::Question(name.to_owned()))
}

/// A component that needs no further explanation: the piece on a square.
fn is_plain(network: &Network, id: Id) -> bool {
    let name = network.name(id);
    name.ends_with(" occupied") || name.ends_with(" blocks rays") || name.contains(" or queen on ")
}

/// A component of a ray: only the ends of the ray are shown.
fn is_link(network: &Network, id: Id) -> bool {
    let name = network.name(id);
    [" slider attacks ", " in line with ", " reaches "].iter().any(|word| name.contains(word))
}

fn write(network: &Network, cause: &Cause, depth: usize, lines: &mut Vec<String>) {
    let not = if cause.truth { "" } else { "not " };
    lines.push(format!("{:indent$}{not}{}", "", network.name(cause.id), indent = 2 * depth));
    if is_link(network, cause.id) && !cause.because.is_empty() {
        let (mut empty, mut others) = (Vec::new(), Vec::new());
        for (id, truth) in cause.leaves() {
            match passed(network, id).filter(|_| !truth) {
                Some(square) => empty.push(square),
                None => others.push(Cause { id, truth, because: Vec::new() }),
            }
        }
        if !empty.is_empty() {
            let words = words::empty(&empty);
            lines.push(format!("{:indent$}{words}", "", indent = 2 * depth + 2));
        }
        others.iter().for_each(|leaf| write(network, leaf, depth + 1, lines));
        return;
    }
    for cause in &cause.because {
        write(network, cause, depth + 1, lines);
    }
}

/// The square of a component that says whether the square is occupied.
fn passed(network: &Network, id: Id) -> Option<Square> {
    let name = network.name(id);
    let square = name.strip_suffix(" occupied").or_else(|| name.strip_suffix(" blocks rays"))?;
    square.parse().ok()
}
