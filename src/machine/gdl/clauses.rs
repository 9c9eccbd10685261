//! Clauses of GDL: heads, bodies and their checks: keywords, arities, safety, undefined relations.

use super::error::{GdlError, Place, error};
use super::kif::{Expression, Form, MAX_CLAUSES};
use super::terms::{Symbol, TermId, Terms};
use std::collections::{HashMap, HashSet};

/// Most alternatives of one rule after its `or` is multiplied out.
const MAX_ALTERNATIVES: usize = 256;
/// Most literals of a body.
const MAX_BODY: usize = 64;

/// A relation, by number.
pub type RelationId = usize;

/// A term with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A variable, by its number in the clause.
    Variable(usize),
    /// A term without variables.
    Ground(TermId),
    /// A term with variables.
    Compound(Symbol, Vec<Pattern>),
}

/// An atom: a relation and its arguments, as one pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The place in the text.
    pub place: Place,
    /// The relation.
    pub relation: RelationId,
    /// The relation's name with its arguments.
    pub pattern: Pattern,
}

/// One condition of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The atom is true.
    Holds(Atom),
    /// The atom is not true.
    Not(Atom),
    /// The terms differ.
    Distinct(Pattern, Pattern),
}

/// A fact or rule without `or`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What follows.
    pub head: Atom,
    /// What must hold; empty for a fact.
    pub body: Vec<Condition>,
    /// Names of the variables.
    pub variables: Vec<String>,
}

/// A relation: its name and arity.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The name.
    pub name: String,
    /// The number of arguments.
    pub arity: usize,
}

/// The relations that GDL defines.
#[derive(Clone, Copy, Debug)]
pub struct Keywords {
    /// `(role R)`: R is a player.
    pub role: RelationId,
    /// `(init F)`: F is true at the start.
    pub init: RelationId,
    /// `(true F)`: F is true now.
    pub true_: RelationId,
    /// `(does R M)`: R makes the move M.
    pub does: RelationId,
    /// `(legal R M)`: R may make the move M.
    pub legal: RelationId,
    /// `(next F)`: F is true after the moves.
    pub next: RelationId,
    /// `(goal R V)`: the game is worth V to R.
    pub goal: RelationId,
    /// The game is over.
    pub terminal: RelationId,
}

/// The clauses of a game.
#[derive(Debug)]
pub struct Clauses {
    /// Facts and rules, in the order of the text.
    pub clauses: Vec<Clause>,
    /// All relations.
    pub relations: Vec<Relation>,
    /// Those that GDL defines.
    pub keywords: Keywords,
    /// Symbols and terms.
    pub terms: Terms,
}

/// The relations that GDL defines, by their numbers, and their arities.
const KEYWORDS: [(&str, usize); 8] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("does", 2),
    ("legal", 2),
    ("next", 1),
    ("goal", 2),
    ("terminal", 0),
];

/// Words of KIF and other notations that may not name a relation.
const OUTSIDE: [&str; 7] = ["or", "and", "not", "distinct", "<=", "=>", "<=>"];

/// Reads and checks the clauses.
///
/// # Errors
/// The first fault, with its place.
pub fn read(expressions: &[Expression]) -> Result<Clauses, GdlError> {
    let mut reader = Reader::default();
    for (name, arity) in KEYWORDS {
        reader.relation(Place::START, name, arity)?;
    }
    let keywords =
        Keywords { role: 0, init: 1, true_: 2, does: 3, legal: 4, next: 5, goal: 6, terminal: 7 };
    for expression in expressions {
        reader.clause(expression)?;
    }
    let Reader { clauses, relations, terms, .. } = reader;
    let clauses = Clauses { clauses, relations, keywords, terms };
    check_relations(&clauses)?;
    check_words(expressions, &clauses)?;
    Ok(clauses)
}

/// Every relation that is read has a rule, and keywords stand where GDL allows them.
fn check_relations(clauses: &Clauses) -> Result<(), GdlError> {
    let words = clauses.keywords;
    let mut defined = vec![false; clauses.relations.len()];
    for clause in &clauses.clauses {
        let head = &clause.head;
        defined[head.relation] = true;
        if [words.true_, words.does].contains(&head.relation) {
            let name = &clauses.relations[head.relation].name;
            return error(head.place, format!("{name:?} may not be the head of a rule"));
        }
    }
    for (relation, name) in [
        (words.role, "role"),
        (words.legal, "legal"),
        (words.terminal, "terminal"),
        (words.goal, "goal"),
    ] {
        if !defined[relation] {
            return error(Place::START, format!("no rule or fact for {name:?}"));
        }
    }
    for atom in clauses.clauses.iter().flat_map(|clause| &clause.body).filter_map(Condition::atom) {
        let name = &clauses.relations[atom.relation].name;
        if [words.init, words.next].contains(&atom.relation) {
            return error(atom.place, format!("{name:?} may not be in the body of a rule"));
        }
        if !defined[atom.relation] && ![words.true_, words.does].contains(&atom.relation) {
            return error(atom.place, format!("relation {name:?} has no rule and no fact"));
        }
    }
    Ok(())
}

/// Every word outside of lists is a condition of some rule, or `terminal`.
fn check_words(expressions: &[Expression], clauses: &Clauses) -> Result<(), GdlError> {
    let bodies = clauses.clauses.iter().flat_map(|clause| &clause.body);
    let read: HashSet<RelationId> =
        bodies.filter_map(Condition::atom).map(|atom| atom.relation).collect();
    let is_read = |word: &str| {
        let number = clauses.relations.iter().position(|relation| relation.name == word);
        number.is_some_and(|it| it == clauses.keywords.terminal || read.contains(&it))
    };
    for expression in expressions {
        if let Form::Symbol(word) = &expression.form
            && !is_read(word)
        {
            return error(expression.place, format!("{word:?} is no rule, and no rule reads it"));
        }
    }
    Ok(())
}

impl Condition {
    /// The atom, unless the condition is `distinct`.
    pub const fn atom(&self) -> Option<&Atom> {
        match self {
            Self::Holds(atom) | Self::Not(atom) => Some(atom),
            Self::Distinct(..) => None,
        }
    }
}

impl Pattern {
    /// Calls `see` with every variable.
    pub fn variables(&self, see: &mut dyn FnMut(usize)) {
        match self {
            Self::Variable(variable) => see(*variable),
            Self::Ground(_) => {}
            Self::Compound(_, arguments) => arguments.iter().for_each(|a| a.variables(see)),
        }
    }
}

#[derive(Default)]
struct Reader {
    clauses: Vec<Clause>,
    relations: Vec<Relation>,
    numbers: HashMap<String, RelationId>,
    terms: Terms,
    /// Number of arguments of each function.
    functions: HashMap<String, usize>,
    /// Variables of the clause that is being read.
    variables: Vec<String>,
}

/// A body without `or`.
type Conjunction = Vec<Condition>;

impl Reader {
    fn relation(&mut self, place: Place, name: &str, arity: usize) -> Result<RelationId, GdlError> {
        if let Some(&known) = self.numbers.get(name) {
            let expected = self.relations[known].arity;
            if expected != arity {
                let what =
                    format!("relation {name:?} has {arity} arguments here, {expected} before");
                return error(place, what);
            }
            return Ok(known);
        }
        let number = self.relations.len();
        self.relations.push(Relation { name: name.to_owned(), arity });
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    fn clause(&mut self, expression: &Expression) -> Result<(), GdlError> {
        self.variables.clear();
        let (head, body) = match &expression.form {
            Form::List(list) if list.first().is_some_and(|first| first.is("<=")) => {
                let Some(head) = list.get(1) else {
                    return error(expression.place, "a rule has no head");
                };
                (head, &list[2..])
            }
            Form::List(_) | Form::Symbol(_) => (expression, &[][..]),
        };
        let head = Atom { place: expression.place, ..self.atom(head)? };
        let mut alternatives = vec![Vec::new()];
        for condition in body {
            alternatives = self.and(&alternatives, condition)?;
        }
        for body in alternatives {
            let clause = Clause { head: head.clone(), body, variables: self.variables.clone() };
            check_safety(&clause)?;
            self.clauses.push(clause);
            if self.clauses.len() > MAX_CLAUSES {
                return error(
                    expression.place,
                    format!("the text has more than {MAX_CLAUSES} facts and rules"),
                );
            }
        }
        Ok(())
    }

    /// Each of `alternatives` with each alternative of `condition`.
    fn and(
        &mut self,
        alternatives: &[Conjunction],
        condition: &Expression,
    ) -> Result<Vec<Conjunction>, GdlError> {
        let place = condition.place;
        let more = self.alternatives(condition)?;
        if alternatives.len() * more.len() > MAX_ALTERNATIVES {
            return error(
                place,
                format!("a rule has more than {MAX_ALTERNATIVES} alternatives by \"or\""),
            );
        }
        let joined: Vec<Conjunction> = alternatives
            .iter()
            .flat_map(|left| more.iter().map(move |right| [left.as_slice(), right].concat()))
            .collect();
        if joined.iter().any(|body| body.len() > MAX_BODY) {
            return error(place, format!("a body has more than {MAX_BODY} conditions"));
        }
        Ok(joined)
    }

    /// The condition as a disjunction of conjunctions.
    fn alternatives(&mut self, condition: &Expression) -> Result<Vec<Conjunction>, GdlError> {
        let place = condition.place;
        if let Form::List(list) = &condition.form
            && let Some((first, rest)) = list.split_first()
        {
            if first.is("or") {
                let mut all = Vec::new();
                for part in rest {
                    all.extend(self.alternatives(part)?);
                }
                return Ok(all);
            }
            if first.is("and") {
                let mut all = vec![Vec::new()];
                for part in rest {
                    all = self.and(&all, part)?;
                }
                return Ok(all);
            }
            if first.is("not") {
                let [part] = rest else { return error(place, "\"not\" has one argument") };
                return Ok(vec![vec![Condition::Not(self.atom(part)?)]]);
            }
            if first.is("distinct") {
                let [left, right] = rest else {
                    return error(place, "\"distinct\" has two arguments");
                };
                return Ok(vec![vec![Condition::Distinct(
                    self.pattern(left)?,
                    self.pattern(right)?,
                )]]);
            }
        }
        Ok(vec![vec![Condition::Holds(self.atom(condition)?)]])
    }

    fn atom(&mut self, expression: &Expression) -> Result<Atom, GdlError> {
        let place = expression.place;
        let (name, arity) = match &expression.form {
            Form::Symbol(name) => (name, 0),
            Form::List(list) => match list.split_first() {
                Some((Expression { form: Form::Symbol(name), .. }, rest)) => (name, rest.len()),
                _ => return error(place, "a relation's name is expected after \"(\""),
            },
        };
        if name.starts_with('?') {
            return error(place, format!("variable {name} cannot be a relation"));
        }
        if name.starts_with(|letter: char| letter.is_ascii_digit()) {
            return error(place, format!("{name:?} is a number, not a relation"));
        }
        if OUTSIDE.contains(&name.as_str()) {
            return error(
                place,
                format!("{name:?} is outside the subset here: a relation is expected"),
            );
        }
        let relation = self.relation(place, name, arity)?;
        Ok(Atom { place, relation, pattern: self.pattern(expression)? })
    }

    /// A function has the same number of arguments everywhere.
    fn check_function(&mut self, argument: &Expression) -> Result<(), GdlError> {
        let Form::List(list) = &argument.form else { return Ok(()) };
        let Some((Expression { form: Form::Symbol(name), .. }, rest)) = list.split_first() else {
            return Ok(());
        };
        let (here, before) =
            (rest.len(), *self.functions.entry(name.clone()).or_insert(rest.len()));
        if here == before {
            return Ok(());
        }
        let what = format!("function {name:?} has {here} arguments here, {before} before");
        error(argument.place, what)
    }

    fn pattern(&mut self, expression: &Expression) -> Result<Pattern, GdlError> {
        let place = expression.place;
        let (name, arguments) = match &expression.form {
            Form::Symbol(name) if name.starts_with('?') => {
                let known = self.variables.iter().position(|known| known == name);
                return Ok(Pattern::Variable(known.unwrap_or_else(|| {
                    self.variables.push(name.clone());
                    self.variables.len() - 1
                })));
            }
            Form::Symbol(name) => (name, &[][..]),
            Form::List(list) => match list.split_first() {
                Some((Expression { form: Form::Symbol(name), .. }, rest))
                    if !name.starts_with('?') =>
                {
                    (name, rest)
                }
                _ => return error(place, "a function's name is expected after \"(\""),
            },
        };
        for argument in arguments {
            self.check_function(argument)?;
        }
        let arguments: Vec<Pattern> =
            arguments.iter().map(|argument| self.pattern(argument)).collect::<Result<_, _>>()?;
        let functor = self.terms.symbol(name);
        let ground = |argument: &Pattern| match argument {
            Pattern::Ground(term) => Some(*term),
            Pattern::Variable(_) | Pattern::Compound(..) => None,
        };
        let ground: Option<Vec<TermId>> = arguments.iter().map(ground).collect();
        Ok(match ground {
            Some(ground) => Pattern::Ground(self.terms.term(place, functor, &ground)?),
            None => Pattern::Compound(functor, arguments),
        })
    }
}

impl Expression {
    fn is(&self, word: &str) -> bool {
        matches!(&self.form, Form::Symbol(name) if name == word)
    }
}

/// Every variable occurs in a positive atom of the body.
fn check_safety(clause: &Clause) -> Result<(), GdlError> {
    let mut bound = vec![false; clause.variables.len()];
    for condition in &clause.body {
        if let Condition::Holds(atom) = condition {
            atom.pattern.variables(&mut |variable| bound[variable] = true);
        }
    }
    let check = |place: Place, what: &str, patterns: &[&Pattern]| {
        let mut unbound = None;
        for pattern in patterns {
            pattern.variables(&mut |variable| {
                if !bound[variable] {
                    unbound.get_or_insert(variable);
                }
            });
        }
        match unbound {
            None => Ok(()),
            Some(variable) => error(
                place,
                format!(
                    "unsafe rule: {} of {what} is in no positive condition of the body",
                    clause.variables[variable]
                ),
            ),
        }
    };
    check(clause.head.place, "the head", &[&clause.head.pattern])?;
    for condition in &clause.body {
        match condition {
            Condition::Holds(_) => {}
            Condition::Not(atom) => check(atom.place, "a negation", &[&atom.pattern])?,
            Condition::Distinct(left, right) => {
                check(clause.head.place, "\"distinct\"", &[left, right])?
            }
        }
    }
    Ok(())
}
