//! A reasoner for GDL that shares no code with the program: backward chaining over the rules as they are written, as in
//! Prolog, with its own reader. Slow and simple.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// A term of the text: a variable has a number in its rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    Word(String),
    Variable(usize),
    List(Vec<Term>),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Variable(number) => write!(f, "?{number}"),
            Self::List(list) => {
                let words: Vec<String> = list.iter().map(Self::to_string).collect();
                write!(f, "({})", words.join(" "))
            }
        }
    }
}

impl Term {
    /// The word of a constant, or the first word of a list.
    fn name(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::Variable(_) => "?",
            Self::List(list) => list.first().map_or("", Self::name),
        }
    }

    fn arguments(&self) -> &[Self] {
        match self {
            Self::List(list) => &list[1..],
            Self::Word(_) | Self::Variable(_) => &[],
        }
    }
}

struct Rule {
    head: Term,
    body: Vec<Term>,
    variables: usize,
}

/// The rules of a game by the name of their head.
pub struct Reasoner {
    rules: HashMap<String, Vec<Rule>>,
    roles: Vec<String>,
}

/// The facts of a position by the name of the fact.
pub type Position = HashMap<String, Vec<Term>>;

/// What is true in a position.
#[derive(Debug, PartialEq, Eq)]
pub struct View {
    pub legal: BTreeSet<String>,
    pub terminal: bool,
    pub goals: BTreeSet<String>,
}

impl Reasoner {
    pub fn read(text: &str) -> Self {
        let mut tokens = Vec::new();
        for line in text.lines() {
            let line = line.split(';').next().unwrap().replace('(', " ( ").replace(')', " ) ");
            tokens.extend(line.split_whitespace().map(str::to_owned));
        }
        let (mut at, mut rules) = (0, HashMap::<String, Vec<Rule>>::new());
        let mut roles = Vec::new();
        while at < tokens.len() {
            let mut names = Vec::new();
            let term = term(&tokens, &mut at, &mut names);
            let (head, body) = match &term {
                Term::List(list) if list[0] == Term::Word("<=".to_owned()) => {
                    (list[1].clone(), list[2..].to_vec())
                }
                _ => (term, Vec::new()),
            };
            if head.name() == "role" {
                roles.push(head.arguments()[0].to_string());
            }
            let rule = Rule { body, variables: names.len(), head };
            rules.entry(rule.head.name().to_owned()).or_default().push(rule);
        }
        Self { rules, roles }
    }

    /// The roles in the order of the text.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The initial position.
    pub fn initial(&self) -> Position {
        self.facts("init", &Position::new(), &[])
    }

    /// The position after `moves`, terms such as `(does x (mark 1 1))`.
    pub fn next(&self, position: &Position, moves: &[Term]) -> Position {
        self.facts("next", position, moves)
    }

    /// What is true in the position.
    pub fn view(&self, position: &Position) -> View {
        let texts = |list: Vec<Term>| list.iter().map(Term::to_string).collect();
        View {
            legal: texts(self.all("legal", 2, position, &[])),
            terminal: !self.all("terminal", 0, position, &[]).is_empty(),
            goals: texts(self.all("goal", 2, position, &[])),
        }
    }

    fn facts(&self, relation: &str, position: &Position, moves: &[Term]) -> Position {
        let mut facts = Position::new();
        for found in self.all(relation, 1, position, moves) {
            let fact = found.arguments()[0].clone();
            let known = facts.entry(fact.name().to_owned()).or_default();
            if !known.contains(&fact) {
                known.push(fact);
            }
        }
        facts
    }

    /// All instances of a relation.
    fn all(&self, relation: &str, arity: usize, position: &Position, moves: &[Term]) -> Vec<Term> {
        let word = Term::Word(relation.to_owned());
        let goal = if arity == 0 {
            word
        } else {
            Term::List(std::iter::once(word).chain((0..arity).map(Term::Variable)).collect())
        };
        let mut proof = Proof {
            reasoner: self,
            position,
            moves,
            bindings: vec![None; arity],
            trail: Vec::new(),
        };
        let mut found = Vec::new();
        let goals = Goals::Then(std::slice::from_ref(&goal), 0, &Goals::Done);
        proof.solve(&goals, &mut |proof| {
            found.push(proof.resolve(&goal, 0));
            false
        });
        found
    }
}

fn term(tokens: &[String], at: &mut usize, names: &mut Vec<String>) -> Term {
    let token = &tokens[*at];
    *at += 1;
    if token == "(" {
        let mut list = Vec::new();
        while tokens[*at] != ")" {
            list.push(term(tokens, at, names));
        }
        *at += 1;
        return Term::List(list);
    }
    if !token.starts_with('?') {
        return Term::Word(token.clone());
    }
    let known = names.iter().position(|name| name == token);
    Term::Variable(known.unwrap_or_else(|| {
        names.push(token.clone());
        names.len() - 1
    }))
}

/// Goals that are still to be proved, each list with the place of its variables.
#[derive(Clone, Copy)]
enum Goals<'a, 'g> {
    Done,
    Then(&'a [Term], usize, &'g Goals<'a, 'g>),
}

struct Proof<'a> {
    reasoner: &'a Reasoner,
    position: &'a Position,
    moves: &'a [Term],
    /// The term of each variable, with the place of the term's own variables.
    bindings: Vec<Option<(&'a Term, usize)>>,
    /// Bound variables in the order of their binding.
    trail: Vec<usize>,
}

impl<'a> Proof<'a> {
    /// Proves the goals in every way until `found` returns true.
    fn solve(&mut self, goals: &Goals<'a, '_>, found: &mut dyn FnMut(&Self) -> bool) -> bool {
        let Goals::Then(list, place, rest) = *goals else { return found(self) };
        let Some((goal, others)) = list.split_first() else { return self.solve(rest, found) };
        let rest = Goals::Then(others, place, rest);
        let (name, arguments) = (goal.name(), goal.arguments());
        match name {
            "or" => (0..arguments.len())
                .any(|at| self.solve(&Goals::Then(&arguments[at..=at], place, &rest), found)),
            "and" => self.solve(&Goals::Then(arguments, place, &rest), found),
            "not" => {
                let negated = Goals::Then(arguments, place, &Goals::Done);
                !self.undo(|proof| proof.solve(&negated, &mut |_| true)) && self.solve(&rest, found)
            }
            "distinct" => {
                self.resolve(&arguments[0], place) != self.resolve(&arguments[1], place)
                    && self.solve(&rest, found)
            }
            "true" => {
                let (wanted, place) = self.follow(&arguments[0], place);
                let position = self.position;
                if let Term::Variable(_) = wanted {
                    let mut lists = position.values();
                    return lists.any(|facts| self.any_fact(facts, (wanted, place), &rest, found));
                }
                let facts = position.get(wanted.name()).map_or(&[][..], Vec::as_slice);
                self.any_fact(facts, (wanted, place), &rest, found)
            }
            "does" => self.any_fact(self.moves, (goal, place), &rest, found),
            _ => {
                let rules = self.reasoner.rules.get(name).map_or(&[][..], Vec::as_slice);
                rules.iter().any(|rule| {
                    self.undo(|proof| {
                        let own = proof.bindings.len();
                        proof.bindings.resize(own + rule.variables, None);
                        proof.unify((goal, place), (&rule.head, own))
                            && proof.solve(&Goals::Then(&rule.body, own, &rest), found)
                    })
                })
            }
        }
    }

    fn any_fact(
        &mut self,
        facts: &'a [Term],
        goal: (&'a Term, usize),
        rest: &Goals<'a, '_>,
        found: &mut dyn FnMut(&Self) -> bool,
    ) -> bool {
        facts
            .iter()
            .any(|fact| self.undo(|proof| proof.unify(goal, (fact, 0)) && proof.solve(rest, found)))
    }

    /// Tries something and takes its bindings back.
    fn undo(&mut self, attempt: impl FnOnce(&mut Self) -> bool) -> bool {
        let (bindings, trail) = (self.bindings.len(), self.trail.len());
        let outcome = attempt(self);
        for variable in self.trail.drain(trail..) {
            self.bindings[variable] = None;
        }
        self.bindings.truncate(bindings);
        outcome
    }

    /// The term that a variable is bound to.
    fn follow(&self, mut term: &'a Term, mut place: usize) -> (&'a Term, usize) {
        while let Term::Variable(number) = term {
            let Some(bound) = self.bindings[place + number] else { break };
            (term, place) = bound;
        }
        (term, place)
    }

    fn unify(&mut self, left: (&'a Term, usize), right: (&'a Term, usize)) -> bool {
        let (left, right) = (self.follow(left.0, left.1), self.follow(right.0, right.1));
        match (left.0, right.0) {
            (Term::Variable(a), Term::Variable(b)) if left.1 + a == right.1 + b => true,
            (Term::Variable(number), _) => self.bind(left.1 + number, right),
            (_, Term::Variable(number)) => self.bind(right.1 + number, left),
            (Term::Word(a), Term::Word(b)) => a == b,
            (Term::List(a), Term::List(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| self.unify((a, left.1), (b, right.1)))
            }
            _ => false,
        }
    }

    fn bind(&mut self, variable: usize, to: (&'a Term, usize)) -> bool {
        self.bindings[variable] = Some(to);
        self.trail.push(variable);
        true
    }

    /// The term with the values of its variables.
    fn resolve(&self, term: &'a Term, place: usize) -> Term {
        let (term, place) = self.follow(term, place);
        match term {
            Term::List(list) => {
                Term::List(list.iter().map(|part| self.resolve(part, place)).collect())
            }
            Term::Word(_) | Term::Variable(_) => term.clone(),
        }
    }
}

/// Reads one ground term.
pub fn term_of(text: &str) -> Term {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    term(&tokens, &mut 0, &mut Vec::new())
}
