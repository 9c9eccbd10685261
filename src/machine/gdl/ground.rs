//! Grounding: all instances of the rules that can occur in some position, by semi-naive bottom-up evaluation.
//!
//! Relations that do not depend on the position are evaluated exactly. For the others, everything that can become true is
//! collected: what is true initially or next may be true, what is legal may be done, and their negations may hold. Every
//! instance of a rule is found once: one of its conditions is from the last round, those before it are older.
//!
//! Source: Ullman, "Principles of Database and Knowledge-Base Systems" (1988), semi-naive evaluation.

use super::clauses::{Atom, Clause, Clauses, Condition, Pattern, RelationId};
use super::error::{GdlError, Place, error};
use super::strata::Strata;
use super::terms::{Symbol, TermId, Terms};
use std::collections::HashMap;

/// Most facts: atoms that are or may become true.
const MAX_FACTS: usize = 300_000;
/// Most instances of rules.
const MAX_INSTANCES: usize = 1_000_000;
/// Most candidates that the joins look at. Measured: 9 million a second.
const MAX_STEPS: u64 = 20_000_000;

/// Most entries of indices.
const MAX_ENTRIES: usize = 10_000_000;

/// An instance of a rule that depends on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The rule, by index in [`Clauses::clauses`].
    pub clause: u32,
    /// The atom that follows.
    pub head: TermId,
    /// The end of its body in [`Grounding::bodies`]; it begins where that of the instance before ends.
    pub end: u32,
}

/// A condition of an instance; those that are always true are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundCondition {
    /// The atom.
    pub atom: TermId,
    /// False if negated.
    pub positive: bool,
}

/// All that can be true, by relation, and why.
#[derive(Debug, Default)]
pub struct Grounding {
    /// Facts by relation, in order of derivation.
    pub facts: Vec<Vec<TermId>>,
    /// Is the term a fact? By term; missing entries are false.
    pub known: Vec<bool>,
    /// Instances of the rules that depend on the position.
    pub instances: Vec<Instance>,
    /// The bodies of all instances.
    pub bodies: Vec<GroundCondition>,
}

impl Grounding {
    /// The conditions of an instance.
    pub fn body(&self, instance: usize) -> &[GroundCondition] {
        let start = instance.checked_sub(1).map_or(0, |before| self.instances[before].end as usize);
        &self.bodies[start..self.instances[instance].end as usize]
    }
}

/// Grounds the clauses.
///
/// # Errors
/// A limit is exceeded: too many facts, instances or steps, or terms too large; with the rule.
pub fn ground(clauses: &mut Clauses, strata: &Strata) -> Result<Grounding, GdlError> {
    let mut by_head = vec![Vec::new(); clauses.relations.len()];
    for (clause, number) in clauses.clauses.iter().zip(0..) {
        by_head[clause.head.relation].push(number);
    }
    let mut grounder = Grounder {
        by_head,
        tables: vec![Table::default(); clauses.relations.len()],
        dynamic: &strata.dynamic,
        result: Grounding::default(),
        steps: 0,
        facts: 0,
        entries: 0,
        grown: Vec::new(),
    };
    let Clauses { clauses, keywords, terms, .. } = clauses;
    for group in &strata.fixed {
        grounder.evaluate(clauses, terms, group, &[])?;
    }
    // What is true initially or next may be true, and what is legal may be done.
    let copies = [(keywords.next, keywords.true_, "true"), (keywords.legal, keywords.does, "does")];
    let initial: Vec<TermId> = grounder.tables[keywords.init].rows.clone();
    for fact in initial {
        let copy = rename(terms, fact, "true")?;
        grounder.insert(terms, keywords.true_, copy, Place::START)?;
    }
    let dynamic: Vec<RelationId> =
        (0..strata.dynamic.len()).filter(|&r| strata.dynamic[r]).collect();
    grounder.evaluate(clauses, terms, &dynamic, &copies)?;
    let Grounder { tables, mut result, .. } = grounder;
    result.facts = tables.into_iter().map(|table| table.rows).collect();
    Ok(result)
}

/// The atom with the same arguments under another relation.
fn rename(terms: &mut Terms, fact: TermId, relation: &str) -> Result<TermId, GdlError> {
    let arguments = terms.arguments(fact).to_vec();
    let functor = terms.symbol(relation);
    terms.term(Place::START, functor, &arguments)
}

/// A path into a term: the argument at each level.
type Path = Vec<usize>;

/// An index of a table: rows by the terms at some paths.
#[derive(Clone, Debug, Default)]
struct Index {
    paths: Vec<Path>,
    rows: HashMap<Box<[TermId]>, Vec<u32>>,
}

/// The facts of one relation.
#[derive(Clone, Debug, Default)]
struct Table {
    rows: Vec<TermId>,
    indices: Vec<Index>,
    /// Rows before the first number are older than the last round, rows from the second on are of this round. Of a
    /// relation that is complete, all are older.
    round: (usize, usize),
}

/// Which rows a join reads.
#[derive(Clone, Copy, Debug)]
enum Age {
    Older,
    LastRound,
    UpToLastRound,
}

/// A step of the evaluation of a body.
#[derive(Debug)]
enum Step<'a> {
    Join { atom: &'a Atom, index: usize, key: Vec<Pattern>, age: Age },
    Test(&'a Condition),
}

/// A rule with one order of its conditions.
#[derive(Debug)]
struct Plan<'a> {
    number: u32,
    clause: &'a Clause,
    steps: Vec<Step<'a>>,
}

struct Grounder<'a> {
    tables: Vec<Table>,
    dynamic: &'a [bool],
    /// The clauses of each relation.
    by_head: Vec<Vec<u32>>,
    result: Grounding,
    steps: u64,
    facts: usize,
    /// Entries of all indices.
    entries: usize,
    /// Relations with rows that are younger than the last round.
    grown: Vec<RelationId>,
}

impl Grounder<'_> {
    /// Evaluates the rules of a group of relations until nothing follows. Facts of the first relation of a copy are also
    /// facts of the second.
    fn evaluate(
        &mut self,
        clauses: &[Clause],
        terms: &mut Terms,
        group: &[RelationId],
        copies: &[(RelationId, RelationId, &str)],
    ) -> Result<(), GdlError> {
        let mut inside = vec![false; self.tables.len()];
        for &relation in group {
            inside[relation] = true;
        }
        let mut first = Vec::new();
        // By the relation of which they read the facts of the last round.
        let mut plans: HashMap<RelationId, Vec<Plan<'_>>> = HashMap::new();
        let own = group.iter().flat_map(|&relation| &self.by_head[relation]);
        for number in own.copied().collect::<Vec<_>>() {
            let clause = &clauses[number as usize];
            let changing: Vec<usize> = (0..clause.body.len())
                .filter(|&at| matches!(&clause.body[at], Condition::Holds(atom) if inside[atom.relation]))
                .collect();
            if changing.is_empty() {
                first.push(self.plan(terms, number, clause, None, &inside)?);
            }
            for at in changing {
                let relation = clause.body[at].atom().map_or(0, |atom| atom.relation);
                let plan = self.plan(terms, number, clause, Some(at), &inside)?;
                plans.entry(relation).or_default().push(plan);
            }
        }
        for plan in &first {
            self.run(plan, terms)?;
        }
        // The relations that grew in the last round.
        let mut last: Vec<RelationId> = Vec::new();
        loop {
            for &(from, to, name) in copies {
                let done = self.tables[from].round.1;
                for row in done..self.tables[from].rows.len() {
                    let copy = rename(terms, self.tables[from].rows[row], name)?;
                    self.insert(terms, to, copy, Place::START)?;
                }
            }
            for &relation in &last {
                let round = &mut self.tables[relation].round;
                round.0 = round.1;
            }
            last = std::mem::take(&mut self.grown);
            for &relation in &last {
                let table = &mut self.tables[relation];
                table.round.1 = table.rows.len();
            }
            if last.is_empty() {
                return Ok(());
            }
            for plan in last.iter().filter_map(|relation| plans.get(relation)).flatten() {
                self.run(plan, terms)?;
            }
        }
    }

    /// Orders the conditions: `delta` first, then what shares most variables with those before; tests as soon as possible.
    fn plan<'a>(
        &mut self,
        terms: &Terms,
        number: u32,
        clause: &'a Clause,
        delta: Option<usize>,
        inside: &[bool],
    ) -> Result<Plan<'a>, GdlError> {
        let mut bound = vec![false; clause.variables.len()];
        let mut open: Vec<usize> = (0..clause.body.len()).collect();
        let mut steps = Vec::new();
        let mut wanted = delta;
        loop {
            let unbound = |pattern: &Pattern, bound: &[bool]| {
                let (mut free, mut shared) = (0, 0);
                pattern.variables(&mut |v| if bound[v] { shared += 1 } else { free += 1 });
                (free, shared)
            };
            // Tests whose variables are bound.
            open.retain(|&at| {
                let condition = &clause.body[at];
                let free = match condition {
                    Condition::Holds(_) => return true,
                    Condition::Not(atom) => unbound(&atom.pattern, &bound).0,
                    Condition::Distinct(left, right) => {
                        unbound(left, &bound).0 + unbound(right, &bound).0
                    }
                };
                if free == 0 {
                    steps.push(Step::Test(condition));
                }
                free > 0
            });
            let cost = |&at: &usize| {
                let Condition::Holds(atom) = &clause.body[at] else { return (2, 0, 0) };
                let (free, shared) = unbound(&atom.pattern, &bound);
                let apart = free > 0 && shared == 0;
                // The position has more facts than a fixed relation.
                (usize::from(apart), free, usize::from(inside[atom.relation]))
            };
            let Some(at) = wanted.take().or_else(|| open.iter().copied().min_by_key(cost)) else {
                break;
            };
            open.retain(|&other| other != at);
            let Condition::Holds(atom) = &clause.body[at] else { continue };
            let age = match delta {
                Some(delta) if at == delta => Age::LastRound,
                Some(delta) if inside[atom.relation] && at < delta => Age::Older,
                Some(_) | None => Age::UpToLastRound,
            };
            let (mut paths, mut key) = (Vec::new(), Vec::new());
            key_paths(&atom.pattern, &bound, &mut Vec::new(), &mut paths, &mut key);
            let table = &mut self.tables[atom.relation];
            let (index, entries) = table.index(terms, paths);
            self.entries += entries;
            if self.entries > MAX_ENTRIES {
                return too_many_entries(clause.head.place);
            }
            steps.push(Step::Join { atom, index, key, age });
            atom.pattern.variables(&mut |variable| bound[variable] = true);
        }
        Ok(Plan { number, clause, steps })
    }

    fn run(&mut self, plan: &Plan<'_>, terms: &mut Terms) -> Result<(), GdlError> {
        let head = &plan.clause.head;
        let mut join = Join {
            tables: &self.tables,
            dynamic: self.dynamic,
            known: &self.result.known,
            terms,
            plan,
            keeps: self.dynamic[head.relation],
            bindings: vec![UNBOUND; plan.clause.variables.len()],
            trail: Vec::new(),
            steps: self.steps,
            heads: Vec::new(),
            instances: std::mem::take(&mut self.result.instances),
            bodies: std::mem::take(&mut self.result.bodies),
        };
        let outcome = join.step(0);
        let Join { heads, steps, instances, bodies, .. } = join;
        (self.steps, self.result.instances, self.result.bodies) = (steps, instances, bodies);
        outcome?;
        for fact in heads {
            self.insert(terms, head.relation, fact, head.place)?;
        }
        Ok(())
    }

    fn insert(
        &mut self,
        terms: &Terms,
        relation: RelationId,
        fact: TermId,
        place: Place,
    ) -> Result<(), GdlError> {
        let known = &mut self.result.known;
        if known.len() <= fact as usize {
            known.resize(fact as usize + 1, false);
        }
        if std::mem::replace(&mut known[fact as usize], true) {
            return Ok(());
        }
        self.facts += 1;
        if self.facts > MAX_FACTS {
            return error(place, format!("the game has more than {MAX_FACTS} facts"));
        }
        let table = &mut self.tables[relation];
        if table.rows.len() == table.round.1 {
            self.grown.push(relation);
        }
        table.push(terms, fact);
        self.entries += table.indices.len();
        if self.entries > MAX_ENTRIES { too_many_entries(place) } else { Ok(()) }
    }
}

fn too_many_entries<T>(place: Place) -> Result<T, GdlError> {
    error(place, format!("the indices have more than {MAX_ENTRIES} entries"))
}

impl Table {
    /// The number of the index with these paths, and the number of entries that are new.
    fn index(&mut self, terms: &Terms, paths: Vec<Path>) -> (usize, usize) {
        if let Some(known) = self.indices.iter().position(|index| index.paths == paths) {
            return (known, 0);
        }
        let mut index = Index { paths, rows: HashMap::new() };
        self.rows.iter().zip(0..).for_each(|(&fact, row)| index.insert(terms, fact, row));
        self.indices.push(index);
        (self.indices.len() - 1, self.rows.len())
    }

    fn push(&mut self, terms: &Terms, fact: TermId) {
        let row = self.rows.len() as u32;
        self.rows.push(fact);
        self.indices.iter_mut().for_each(|index| index.insert(terms, fact, row));
    }
}

impl Index {
    fn insert(&mut self, terms: &Terms, fact: TermId, row: u32) {
        let key: Option<Box<[TermId]>> =
            self.paths.iter().map(|path| at(terms, fact, path)).collect();
        if let Some(key) = key {
            self.rows.entry(key).or_default().push(row);
        }
    }
}

/// The term at a path; `None` if the term has no such argument.
fn at(terms: &Terms, term: TermId, path: &[usize]) -> Option<TermId> {
    path.iter().try_fold(term, |term, &argument| terms.arguments(term).get(argument).copied())
}

/// The paths of `pattern` at which the term is known when `bound` is, with the patterns there.
fn key_paths(
    pattern: &Pattern,
    bound: &[bool],
    path: &mut Path,
    paths: &mut Vec<Path>,
    key: &mut Vec<Pattern>,
) {
    match pattern {
        Pattern::Variable(variable) if !bound[*variable] => {}
        Pattern::Variable(_) | Pattern::Ground(_) => {
            paths.push(path.clone());
            key.push(pattern.clone());
        }
        Pattern::Compound(_, arguments) => {
            for (number, argument) in arguments.iter().enumerate() {
                path.push(number);
                key_paths(argument, bound, path, paths, key);
                path.pop();
            }
        }
    }
}

/// The value of a variable without one.
const UNBOUND: TermId = TermId::MAX;

/// The evaluation of one plan.
struct Join<'a> {
    tables: &'a [Table],
    dynamic: &'a [bool],
    known: &'a [bool],
    terms: &'a mut Terms,
    plan: &'a Plan<'a>,
    /// Are the instances kept? Otherwise only what follows.
    keeps: bool,
    bindings: Vec<TermId>,
    /// Variables in the order in which they were bound.
    trail: Vec<usize>,
    steps: u64,
    heads: Vec<TermId>,
    instances: Vec<Instance>,
    bodies: Vec<GroundCondition>,
}

impl Join<'_> {
    /// Evaluates the steps from `number` on for the current bindings.
    fn step(&mut self, number: usize) -> Result<(), GdlError> {
        let plan = self.plan;
        let place = plan.clause.head.place;
        match plan.steps.get(number) {
            None => self.derive(),
            Some(Step::Test(condition)) => {
                if self.test(condition)? {
                    self.step(number + 1)
                } else {
                    Ok(())
                }
            }
            Some(Step::Join { atom, index, key, age }) => {
                let tables = self.tables;
                let table = &tables[atom.relation];
                let values: Box<[TermId]> = key
                    .iter()
                    .map(|pattern| self.instantiate(pattern))
                    .collect::<Result<_, _>>()?;
                let Some(rows) = table.indices[*index].rows.get(&values) else { return Ok(()) };
                let (old, new) = table.round;
                let range = match age {
                    Age::Older => 0..old,
                    Age::LastRound => old..new,
                    Age::UpToLastRound => 0..new,
                };
                let start = rows.partition_point(|&row| (row as usize) < range.start);
                let end = rows.partition_point(|&row| (row as usize) < range.end);
                for &row in &rows[start..end] {
                    self.steps += 1;
                    if self.steps > MAX_STEPS {
                        return error(
                            place,
                            format!("grounding takes more than {MAX_STEPS} steps"),
                        );
                    }
                    let mark = self.trail.len();
                    if self.matches(&atom.pattern, table.rows[row as usize]) {
                        self.step(number + 1)?;
                    }
                    for variable in self.trail.drain(mark..) {
                        self.bindings[variable] = UNBOUND;
                    }
                }
                Ok(())
            }
        }
    }

    fn test(&mut self, condition: &Condition) -> Result<bool, GdlError> {
        Ok(match condition {
            Condition::Holds(_) => true,
            Condition::Distinct(left, right) => {
                self.instantiate(left)? != self.instantiate(right)?
            }
            // A negation that depends on the position may hold.
            Condition::Not(atom) => {
                self.dynamic[atom.relation] || {
                    let atom = self.instantiate(&atom.pattern)?;
                    !self.known.get(atom as usize).copied().unwrap_or(false)
                }
            }
        })
    }

    fn matches(&mut self, pattern: &Pattern, term: TermId) -> bool {
        match pattern {
            Pattern::Ground(ground) => *ground == term,
            Pattern::Variable(variable) => {
                if self.bindings[*variable] == UNBOUND {
                    self.bindings[*variable] = term;
                    self.trail.push(*variable);
                }
                self.bindings[*variable] == term
            }
            Pattern::Compound(functor, arguments) => {
                self.terms.functor(term) == *functor
                    && self.terms.arguments(term).len() == arguments.len()
                    && (0..arguments.len())
                        .all(|i| self.matches(&arguments[i], self.terms.arguments(term)[i]))
            }
        }
    }

    fn instantiate(&mut self, pattern: &Pattern) -> Result<TermId, GdlError> {
        match pattern {
            Pattern::Ground(term) => Ok(*term),
            Pattern::Variable(variable) => Ok(self.bindings[*variable]),
            Pattern::Compound(functor, arguments) => {
                let functor: Symbol = *functor;
                let arguments: Vec<TermId> = arguments
                    .iter()
                    .map(|argument| self.instantiate(argument))
                    .collect::<Result<_, _>>()?;
                self.terms.term(self.plan.clause.head.place, functor, &arguments)
            }
        }
    }

    /// All conditions hold: the head follows.
    fn derive(&mut self) -> Result<(), GdlError> {
        let clause = self.plan.clause;
        let head = self.instantiate(&clause.head.pattern)?;
        self.heads.push(head);
        if self.instances.len().max(self.heads.len()) >= MAX_INSTANCES {
            let what = format!("the rules have more than {MAX_INSTANCES} instances");
            return error(clause.head.place, what);
        }
        if self.keeps {
            for condition in &clause.body {
                let (atom, positive) = match condition {
                    Condition::Holds(atom) => (atom, true),
                    Condition::Not(atom) => (atom, false),
                    Condition::Distinct(..) => continue,
                };
                if self.dynamic[atom.relation] {
                    let atom = self.instantiate(&atom.pattern)?;
                    self.bodies.push(GroundCondition { atom, positive });
                }
            }
            let end = self.bodies.len() as u32;
            self.instances.push(Instance { clause: self.plan.number, head, end });
        }
        Ok(())
    }
}
