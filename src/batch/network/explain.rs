//! Explains propositions of a game by their causes.

use crate::machine::GameMachine;
use crate::propnet::explain::{self, Cause, what_would_change};
use crate::propnet::{Id, Kind, Network};
use anyhow::{Result, bail};
use std::io::Write;

/// Most propositions that are explained, and most lines of one explanation.
const MAX_EXPLAINED: usize = 10;
const MAX_LINES: usize = 60;
/// The beginning of the names of gates that are instances of a rule.
const RULE: &str = "rule ";

/// Explains the proposition called `text`, or those whose names begin with its words; true ones first.
pub(super) fn print(machine: &GameMachine, text: &str, out: &mut impl Write) -> Result<()> {
    let (network, values) = (&machine.rules().network, machine.state().values());
    let mut found = find(network, text);
    // The names of rules in GDL are in lower case.
    if found.is_empty() {
        found = find(network, &text.to_lowercase());
    }
    if found.is_empty() {
        bail!("no proposition is called {text:?} or begins with it");
    }
    found.sort_by_key(|id| !values[id.index()]);
    for &id in found.iter().take(MAX_EXPLAINED) {
        let truth = values[id.index()];
        let cause = explain::explain(network, &values, id, &|_| false);
        writeln!(out, "{} is {truth}{}", network.name(id), rule(network, &cause))?;
        let mut lines = Vec::new();
        causes(network, &cause, 1, &mut lines);
        for line in lines.iter().take(MAX_LINES) {
            writeln!(out, "{line}")?;
        }
        if lines.len() > MAX_LINES {
            writeln!(out, "  and {} more", lines.len() - MAX_LINES)?;
        }
        let flips =
            what_would_change(network, &values, id).filter(|_| network.kind(id) != Kind::Input);
        if let Some(flips) = flips.filter(|flips| flips.len() <= MAX_EXPLAINED) {
            let flips = flips.iter().map(|&input| signed(network, input, !values[input.index()]));
            writeln!(out, "  would be {} with: {}", !truth, flips.collect::<Vec<_>>().join(", "))?;
        }
    }
    if found.len() > MAX_EXPLAINED {
        writeln!(out, "and {} more propositions", found.len() - MAX_EXPLAINED)?;
    }
    Ok(())
}

/// The proposition of this name, else those whose names begin with its words.
fn find(network: &Network, text: &str) -> Vec<Id> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(id) =
        [words.clone(), format!("({words})")].iter().find_map(|name| network.find(name))
    {
        return vec![id];
    }
    let start = words.trim_start_matches('(');
    let begins = |name: &str| {
        let rest = name.trim_start_matches('(').strip_prefix(start);
        !name.starts_with(RULE)
            && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ')']))
    };
    if start.is_empty() {
        Vec::new()
    } else {
        network.ids().filter(|&id| begins(network.name(id))).collect()
    }
}

/// Adds a line for each cause below `cause`; instances of rules have none of their own.
fn causes(network: &Network, cause: &Cause, depth: usize, lines: &mut Vec<String>) {
    for below in &cause.because {
        if network.name(below.id).starts_with(RULE) {
            causes(network, below, depth, lines);
        } else {
            let name = signed(network, below.id, below.truth);
            let line = format!("{}{name}{}", "  ".repeat(depth), rule(network, below));
            if lines.last() != Some(&line) {
                lines.push(line);
            }
            causes(network, below, depth + 1, lines);
        }
    }
}

/// The rule by which a true proposition follows.
fn rule(network: &Network, cause: &Cause) -> String {
    let names =
        cause.because.iter().filter(|below| below.truth).map(|below| network.name(below.id));
    let place = names.filter_map(|name| name.strip_prefix(RULE)?.split(' ').next()).next();
    place.map_or_else(String::new, |place| format!(", by the rule at {place}"))
}

fn signed(network: &Network, id: Id, truth: bool) -> String {
    format!("{}{}", if truth { "" } else { "not " }, network.name(id))
}
