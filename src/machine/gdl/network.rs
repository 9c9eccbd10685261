//! The network of a grounded game: an AND for each instance of a rule, an OR for each atom that rules derive.

use super::clauses::{Clauses, RelationId};
use super::error::{GdlError, Place, error};
use super::ground::{Grounding, Instance};
use super::terms::{TermId, Terms};
use crate::machine::{GameMove, GameRole, GameRules};
use crate::propnet::{self, Builder, Literal};
use std::collections::HashMap;

/// Builds the rules. Propositions have the names of the text, such as `(true (cell 1 1 b))`; instances of rules are called
/// `rule LINE:COLUMN #NUMBER`.
///
/// # Errors
/// Recursion that is left after grounding, a goal that is no number from 0 to 100, a move or goal of no role.
pub(super) fn build(clauses: &mut Clauses, grounding: &Grounding) -> Result<GameRules, GdlError> {
    let words = clauses.keywords;
    let facts = |relation: RelationId| grounding.facts[relation].as_slice();
    let roles: Vec<TermId> =
        facts(words.role).iter().map(|&role| clauses.terms.arguments(role)[0]).collect();
    let goals = goals(clauses, grounding, &roles)?;
    let mut builder = Builder::default();
    let terms = &mut clauses.terms;
    for &input in facts(words.true_).iter().chain(facts(words.does)) {
        builder.input(&terms.text(input));
    }
    let heads = gates(&mut builder, terms, grounding, &instance_names(&clauses.clauses, grounding));
    let never = builder.constant("never", false);
    let output =
        |builder: &mut Builder, terms: &mut Terms, relation: &str, arguments: &[TermId]| {
            let functor = terms.symbol(relation);
            let atom = terms.term(Place::START, functor, arguments)?;
            Ok(if heads.contains_key(&atom) { builder.named(&terms.text(atom)) } else { never })
        };
    let next = builder.bit_set("next", facts(words.true_).len());
    let (mut base, mut initial) = (Vec::new(), vec![0_u64; facts(words.true_).len().div_ceil(64)]);
    for (bit, &fact) in facts(words.true_).iter().enumerate() {
        let arguments = terms.arguments(fact).to_vec();
        base.push(Some(builder.named(&terms.text(fact)).id));
        let literal = output(&mut builder, terms, "next", &arguments)?;
        builder.trigger(next, bit, literal);
        // The initial facts come first.
        if bit < facts(words.init).len() {
            initial[bit / 64] |= 1 << (bit % 64);
        }
    }
    let legal_set = builder.bit_set("legal", facts(words.does).len());
    let (mut moves, mut players) = (Vec::new(), Vec::new());
    for (role, goals) in roles.iter().zip(goals) {
        for &fact in facts(words.does) {
            let arguments = terms.arguments(fact).to_vec();
            if arguments[0] != *role {
                continue;
            }
            let does = builder.named(&terms.text(fact)).id;
            let legal = output(&mut builder, terms, "legal", &arguments)?;
            builder.trigger(legal_set, moves.len(), legal);
            let name = format!("{}: {}", terms.text(*role), terms.text(arguments[1]));
            moves.push(GameMove { name, role: players.len(), does, legal: legal.id });
        }
        let goals = goals
            .iter()
            .map(|&(value, goal)| (value, builder.named(&terms.text(goal)).id))
            .collect();
        players.push(GameRole { name: terms.text(*role), goals });
    }
    let terminal = output(&mut builder, terms, "terminal", &[])?.id;
    let network = builder.build().map_err(|fault| cycle(clauses, grounding, &fault))?;
    let (base, initial) = (base.into(), initial.into());
    let (moves, roles) = (moves.into(), players.into());
    let rules =
        GameRules { network, base, initial, moves, roles, next, legal: legal_set, terminal };
    rules.checked().or_else(|fault| error(Place::START, fault.to_string()))
}

/// The names of the instances: the place of the rule and a number.
fn instance_names(clauses: &[super::clauses::Clause], grounding: &Grounding) -> Vec<String> {
    let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
    let name = |instance: &Instance| {
        let place = clauses[instance.clause as usize].head.place;
        let count = counts.entry((place.line, place.column)).or_default();
        *count += 1;
        format!("rule {place} #{count}")
    };
    grounding.instances.iter().map(name).collect()
}

/// Adds the gates and returns the instances of every head.
fn gates(
    builder: &mut Builder,
    terms: &Terms,
    grounding: &Grounding,
    names: &[String],
) -> HashMap<TermId, Vec<usize>> {
    let known = |atom: TermId| grounding.known.get(atom as usize).copied().unwrap_or(false);
    let mut heads: HashMap<TermId, Vec<usize>> = HashMap::new();
    let mut order = Vec::new();
    for (number, instance) in grounding.instances.iter().enumerate() {
        let body = grounding.body(number).iter();
        // The negation of what can never be true always holds.
        let body = body.filter(|condition| condition.positive || known(condition.atom));
        let inputs: Vec<Literal> = body
            .map(|condition| {
                let atom = builder.named(&terms.text(condition.atom));
                if condition.positive { atom } else { !atom }
            })
            .collect();
        builder.all(&names[number], inputs);
        let rules = heads.entry(instance.head).or_default();
        if rules.is_empty() {
            order.push(instance.head);
        }
        rules.push(number);
    }
    for head in order {
        let inputs: Vec<Literal> =
            heads[&head].iter().map(|&rule| builder.named(&names[rule])).collect();
        builder.any(&terms.text(head), inputs);
    }
    heads
}

/// The goals of each role: value and atom, by value.
fn goals(
    clauses: &Clauses,
    grounding: &Grounding,
    roles: &[TermId],
) -> Result<Vec<Vec<(u8, TermId)>>, GdlError> {
    let (words, terms) = (clauses.keywords, &clauses.terms);
    let mut goals = vec![Vec::new(); roles.len()];
    // The goal that a fact gives a role, which no other goal may contradict.
    let mut always = vec![None; roles.len()];
    for (at, instance) in grounding.instances.iter().enumerate() {
        let head = &clauses.clauses[instance.clause as usize].head;
        if ![words.legal, words.goal].contains(&head.relation) {
            continue;
        }
        let [role, last] = *terms.arguments(instance.head) else { continue };
        let Some(number) = roles.iter().position(|&known| known == role) else {
            let what = format!("{} is no role: {}", terms.text(role), terms.text(instance.head));
            return error(head.place, what);
        };
        if head.relation == words.goal {
            let text = terms.text(last);
            let value = text.parse::<u8>().ok();
            let value = value.filter(|value| *value <= 100 && value.to_string() == text);
            let Some(value) = value else {
                let what =
                    format!("a goal is a number from 0 to 100: {}", terms.text(instance.head));
                return error(head.place, what);
            };
            if grounding.body(at).is_empty()
                && always[number].replace(value).is_some_and(|other| other != value)
            {
                let what = format!("{} has another goal already", terms.text(role));
                return error(head.place, what);
            }
            goals[number].push((value, instance.head));
        }
    }
    for (goals, &role) in goals.iter_mut().zip(roles) {
        if goals.is_empty() {
            return error(
                Place::START,
                format!("no rule or fact for a goal of {}", terms.text(role)),
            );
        }
        goals.sort_unstable();
        goals.dedup();
    }
    Ok(goals)
}

/// The error of recursion that is left after grounding, at the rule.
fn cycle(clauses: &Clauses, grounding: &Grounding, fault: &propnet::Error) -> GdlError {
    let name = match fault {
        propnet::Error::Cycle(name) => name.as_str(),
        _ => "",
    };
    let names = instance_names(&clauses.clauses, grounding);
    let found = grounding.instances.iter().zip(&names).find(|(instance, known)| {
        known.as_str() == name || clauses.terms.text(instance.head) == name
    });
    let place = found
        .map_or(Place::START, |(instance, _)| clauses.clauses[instance.clause as usize].head.place);
    let head = found.map_or_else(String::new, |(instance, _)| clauses.terms.text(instance.head));
    let message = match fault {
        propnet::Error::Cycle(_) => {
            format!("{head} depends on itself in one position: recursion outside the subset")
        }
        other => other.to_string(),
    };
    GdlError { place, message }
}
