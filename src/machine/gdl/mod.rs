//! Reads games in GDL, the Game Description Language, and grounds them to networks.
//!
//! A text is read as KIF (`kif`), checked and flattened to clauses (`clauses`), ordered by negation (`strata`),
//! instantiated (`ground`) and turned into gates (`network`). The subset: `role`, `init`, `true`, `does`, `legal`,
//! `next`, `goal`, `terminal`, `distinct`, `not`, `or`. Recursion is allowed as long as no atom depends on itself in one
//! position. Size and time are limited, so that any text ends in a game or an error.
//!
//! Source: Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game Description Language
//! Specification" (2008).

mod clauses;
mod error;
mod ground;
mod kif;
mod network;
mod strata;
mod terms;

pub use error::{GdlError, Place};

use super::GameRules;

/// A game read from GDL.
#[derive(Debug)]
pub struct GdlGame {
    /// The rules as grounded, without optimisation.
    pub rules: GameRules,
    /// The number of facts and rules of the text, after `or` is multiplied out.
    pub clauses: usize,
    /// The number of atoms that are or can become true.
    pub facts: usize,
    /// The number of instances of the rules that depend on the position.
    pub instances: usize,
}

/// Reads and grounds a game.
///
/// # Errors
/// The first fault with its line and column: syntax, an unsafe rule, an undefined relation, recursion or keywords outside
/// the subset, or a limit.
pub fn read(text: &str) -> Result<GdlGame, GdlError> {
    let mut clauses = clauses::read(&kif::read(text)?)?;
    let strata = strata::order(&clauses)?;
    let grounding = ground::ground(&mut clauses, &strata)?;
    let rules = network::build(&mut clauses, &grounding)?;
    Ok(GdlGame {
        rules,
        clauses: clauses.clauses.len(),
        facts: grounding.facts.iter().map(Vec::len).sum(),
        instances: grounding.instances.len(),
    })
}
