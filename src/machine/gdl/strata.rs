//! The order in which relations are evaluated: by dependency, and after all that they negate.

use super::clauses::{Clauses, Condition, RelationId};
use super::error::{GdlError, error};

/// The relations in groups.
#[derive(Debug)]
pub struct Strata {
    /// Relations that depend on the position or the moves, and those that GDL evaluates in every position.
    pub dynamic: Vec<bool>,
    /// The other relations in order; the members of a group depend on each other.
    pub fixed: Vec<Vec<RelationId>>,
}

/// Computes and checks the order.
///
/// # Errors
/// Negation through recursion, `init` or `role` that depends on the position, or `legal`, `goal` or `terminal` that depends
/// on the moves.
pub fn order(clauses: &Clauses) -> Result<Strata, GdlError> {
    let words = clauses.keywords;
    let mut reads: Vec<Vec<RelationId>> = vec![Vec::new(); clauses.relations.len()];
    for clause in &clauses.clauses {
        let atoms = clause.body.iter().filter_map(Condition::atom);
        reads[clause.head.relation].extend(atoms.map(|atom| atom.relation));
    }
    for row in &mut reads {
        row.sort_unstable();
        row.dedup();
    }
    let groups = components(&reads);
    let mut group_of = vec![0; reads.len()];
    for (number, group) in groups.iter().enumerate() {
        for &relation in group {
            group_of[relation] = number;
        }
    }
    let depends = |on: &[RelationId]| {
        let mut found = vec![false; reads.len()];
        for &relation in on {
            found[relation] = true;
        }
        // Groups come after all that they read.
        for group in &groups {
            let any = group.iter().any(|&r| found[r] || reads[r].iter().any(|&read| found[read]));
            for &relation in group {
                found[relation] |= any;
            }
        }
        found
    };
    let (mut dynamic, on_moves) = (depends(&[words.true_, words.does]), depends(&[words.does]));
    for clause in &clauses.clauses {
        let (head, place) = (clause.head.relation, clause.head.place);
        let name = &clauses.relations[head].name;
        let reads = |found: &[bool]| {
            clause.body.iter().filter_map(Condition::atom).any(|atom| found[atom.relation])
        };
        if reads(&dynamic) && [words.init, words.role].contains(&head) {
            return error(place, format!("{name:?} may not depend on \"true\" or \"does\""));
        }
        if reads(&on_moves) && [words.legal, words.goal, words.terminal].contains(&head) {
            return error(place, format!("{name:?} may not depend on \"does\""));
        }
        for condition in &clause.body {
            if let Condition::Not(atom) = condition
                && group_of[atom.relation] == group_of[head]
            {
                let what = format!("{name:?} depends on its own negation: outside the subset");
                return error(atom.place, what);
            }
        }
    }
    for relation in [words.legal, words.goal, words.terminal, words.next] {
        dynamic[relation] = true;
    }
    let fixed = groups.into_iter().filter(|group| group.iter().all(|&r| !dynamic[r])).collect();
    Ok(Strata { dynamic, fixed })
}

/// Strongly connected components, each after all that it reads. Source: Tarjan (1972), with an explicit stack.
fn components(reads: &[Vec<RelationId>]) -> Vec<Vec<RelationId>> {
    const UNSEEN: usize = usize::MAX;
    let (mut groups, mut stack) = (Vec::new(), Vec::new());
    let (mut number, mut low) = (vec![UNSEEN; reads.len()], vec![UNSEEN; reads.len()]);
    let (mut on_stack, mut count) = (vec![false; reads.len()], 0);
    for root in 0..reads.len() {
        if number[root] != UNSEEN {
            continue;
        }
        let mut open = vec![(root, 0)];
        while let Some((at, next)) = open.last_mut() {
            let at = *at;
            if *next == 0 && number[at] == UNSEEN {
                (number[at], low[at], on_stack[at]) = (count, count, true);
                count += 1;
                stack.push(at);
            }
            if let Some(&to) = reads[at].get(*next) {
                *next += 1;
                if number[to] == UNSEEN {
                    open.push((to, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(number[to]);
                }
                continue;
            }
            open.pop();
            if let Some(&(parent, _)) = open.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == number[at] {
                let start = stack.iter().rposition(|&other| other == at).unwrap_or(0);
                let group = stack.split_off(start);
                for &member in &group {
                    on_stack[member] = false;
                }
                groups.push(group);
            }
        }
    }
    groups
}
