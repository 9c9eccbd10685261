//! Conditions on nodes as text, such as `cut depth>=4 ended=null-move`: for filters of a tree, and for the next node in a
//! trace that meets one.

use crate::index::Index;
use crate::reader::Error;
use crate::record::{Bound, Flags, Move, NodeType, Record};
use crate::tree::{Node, Trace};
use std::cmp::Ordering;
use std::fmt;
use std::io::{Read, Seek};

/// What a node must be: every term holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    text: String,
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    negated: bool,
    test: Test,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    Figure(Figure, Relation, Decimal),
    Type(NodeType),
    Flag(Flags),
    Ended(String),
    Move(Move),
    NullMove,
    Best(Move),
}

/// A number with decimals: 2.5 is 25 with one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal {
    digits: i64,
    places: u32,
}

/// Decimals of a depth at most; none of the products of a comparison overflows.
const MAX_PLACES: usize = 9;

impl Decimal {
    /// Reads a number; with decimals only if `has_places`.
    fn parse(text: &str, has_places: bool) -> Option<Self> {
        let Some((whole, places)) = text.split_once('.').filter(|_| has_places) else {
            return Some(Self { digits: text.parse().ok()?, places: 0 });
        };
        let is_number = whole.ends_with(|c: char| c.is_ascii_digit())
            && (1..=MAX_PLACES).contains(&places.len())
            && places.bytes().all(|byte| byte.is_ascii_digit());
        let digits = is_number.then(|| format!("{whole}{places}").parse().ok())??;
        Some(Self { digits, places: u32::try_from(places.len()).ok()? })
    }

    /// How a number of units stands to it, of which `unit` are 1.
    fn compared(self, units: i128, unit: i64) -> Ordering {
        (units * 10_i128.pow(self.places)).cmp(&(i128::from(self.digits) * i128::from(unit)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Depth,
    Ply,
    Nodes,
    Score,
    Eval,
    Alpha,
    Beta,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

const FIGURES: [(&str, Figure); 7] = [
    ("depth", Figure::Depth),
    ("ply", Figure::Ply),
    ("nodes", Figure::Nodes),
    ("score", Figure::Score),
    ("eval", Figure::Eval),
    ("alpha", Figure::Alpha),
    ("beta", Figure::Beta),
];
/// The longer ones first.
const RELATIONS: [(&str, Relation); 5] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::More),
    ("=", Relation::Equal),
];
const TYPES: [(&str, NodeType); 3] =
    [("pv", NodeType::Pv), ("cut", NodeType::Cut), ("all", NodeType::All)];

/// The words of [`Condition::parse`], for messages and help.
pub const GRAMMAR: &str = "depth>=4, also ply nodes score eval alpha beta with < <= = >= >; pv cut all; quiescence \
    uncounted reduced re-search null-move same-position singular-test probcut verification razoring internal-deepening; ended=null-move, tt, cut-off, moves or unfinished; move=e2e4, \
    move=0000 for a null move, best=e2e4; ! in front negates";

/// Words of a rule as one word.
fn joined(words: &str) -> String {
    words.to_lowercase().replace(' ', "-")
}

impl Term {
    fn parse(word: &str) -> Option<Self> {
        let (negated, word) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
        let types = TYPES.iter().find(|(name, _)| *name == word).map(|(_, t)| Test::Type(*t));
        let flag = || {
            let known = Flags::WORDS.iter().find(|(_, name)| joined(name) == word);
            known.map(|(flag, _)| Test::Flag(*flag))
        };
        let ended = || word.strip_prefix("ended=").map(|rule| Test::Ended(joined(rule)));
        let mv = || match word.strip_prefix("move=")? {
            "0000" | "--" => Some(Test::NullMove),
            mv => Move::parse(mv).map(Test::Move),
        };
        let best = || Move::parse(word.strip_prefix("best=")?).map(Test::Best);
        let figure = || {
            let (name, figure) = FIGURES.iter().find(|(name, _)| word.starts_with(name))?;
            let rest = &word[name.len()..];
            let (sign, relation) = RELATIONS.iter().find(|(sign, _)| rest.starts_with(sign))?;
            let value = Decimal::parse(&rest[sign.len()..], *figure == Figure::Depth)?;
            Some(Test::Figure(*figure, *relation, value))
        };
        let test = types.or_else(flag).or_else(ended).or_else(mv).or_else(best).or_else(figure)?;
        Some(Self { negated, test })
    }

    /// The figure that cannot be below zero, if the term asks that of it.
    fn below_zero(&self) -> Option<&'static str> {
        let Test::Figure(figure @ (Figure::Ply | Figure::Nodes), relation, value) = &self.test
        else {
            return None;
        };
        let never = match (relation, self.negated) {
            (Relation::Less, false) | (Relation::AtLeast, true) => value.digits <= 0,
            (Relation::AtMost | Relation::Equal, false) | (Relation::More, true) => {
                value.digits < 0
            }
            _ => false,
        };
        FIGURES.iter().find(|(_, of)| never && of == figure).map(|(name, _)| *name)
    }

    fn holds(&self, index: &Index, node: &Node) -> bool {
        let holds = match &self.test {
            Test::Figure(figure, relation, value) => {
                let unit = if *figure == Figure::Depth { index.unit() } else { 1 };
                let measured = match figure {
                    Figure::Depth => Some(i128::from(node.enter.depth)),
                    Figure::Ply => Some(i128::from(node.ply)),
                    Figure::Nodes => Some(i128::from(node.nodes)),
                    Figure::Score => node.exit.map(|exit| i128::from(exit.score)),
                    Figure::Eval => node.eval.map(|(_, corrected)| i128::from(corrected)),
                    Figure::Alpha => Some(i128::from(node.enter.alpha)),
                    Figure::Beta => Some(i128::from(node.enter.beta)),
                };
                let compared = measured.map(|measured| value.compared(measured, unit));
                compared.is_some_and(|compared| match relation {
                    Relation::Less => compared.is_lt(),
                    Relation::AtMost => compared.is_le(),
                    Relation::Equal => compared.is_eq(),
                    Relation::AtLeast => compared.is_ge(),
                    Relation::More => compared.is_gt(),
                })
            }
            Test::Type(node_type) => node.enter.flags.node_type() == *node_type,
            Test::Flag(flag) => node.enter.flags.has(*flag),
            Test::Ended(rule) => {
                let ending = index.ending(node);
                let own = node.exit.and_then(|exit| exit.reason).map(|reason| index.name(reason));
                ending.word() == Some(rule) || own.is_some_and(|name| *rule == joined(name))
            }
            Test::Move(mv) => node.enter.mv == *mv,
            Test::NullMove => node.is_null_move(),
            Test::Best(mv) => node.exit.is_some_and(|exit| exit.best == *mv),
        };
        holds != self.negated
    }
}

/// Reasons of a trace that a message lists at most.
const LISTED: usize = 40;

impl Condition {
    /// Reads the words of a condition.
    ///
    /// # Errors
    ///
    /// The word that is not understood, and what is; or the one that holds at no node of any trace.
    pub fn parse(text: &str) -> Result<Self, String> {
        let term = |word| {
            let term = Term::parse(word)
                .ok_or_else(|| format!("\"{word}\" is not understood; known: {GRAMMAR}"))?;
            match term.below_zero() {
                Some(name) => Err(format!("\"{word}\" can never hold: {name} is 0 or more")),
                None => Ok(term),
            }
        };
        let terms: Result<Vec<Term>, String> = text.split_whitespace().map(term).collect();
        Ok(Self { text: text.split_whitespace().collect::<Vec<_>>().join(" "), terms: terms? })
    }

    /// Refuses an ending that no node of the trace can have.
    ///
    /// # Errors
    ///
    /// The word, and the endings that there are.
    pub fn check(&self, index: &Index) -> Result<(), String> {
        let mut known: Vec<String> = ENDINGS.map(str::to_owned).to_vec();
        known.extend(index.stat.reasons.keys().map(|&reason| joined(index.name(reason))));
        let unknown =
            |term: &&Term| matches!(&term.test, Test::Ended(rule) if !known.contains(rule));
        let Some(Term { test: Test::Ended(rule), .. }) = self.terms.iter().find(unknown) else {
            return Ok(());
        };
        let others = known.len().saturating_sub(LISTED);
        known.truncate(LISTED);
        if others > 0 {
            known.push(format!("and {others} others"));
        }
        Err(format!("no node of the trace can end by \"{rule}\"; known: {}", known.join(", ")))
    }

    /// Does the node meet it? Depths are compared in plies, fractions included.
    #[must_use]
    pub fn holds(&self, index: &Index, node: &Node) -> bool {
        self.terms.iter().all(|term| term.holds(index, node))
    }

    /// Whether every node meets it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<'a> {
    /// The search stopped inside it.
    Unfinished,
    /// A rule or reason that the engine named.
    Rule(&'a str),
    /// An entry of the transposition table.
    Table,
    /// A move that failed high.
    CutOff(Move),
    /// Its moves were searched.
    Moves,
}

/// The words of endings that need no name of the engine.
const ENDINGS: [&str; 4] = ["tt", "cut-off", "moves", "unfinished"];

impl Ending<'_> {
    /// Its word in conditions; a rule has the engine's name for it.
    const fn word(&self) -> Option<&'static str> {
        match self {
            Self::Table => Some(ENDINGS[0]),
            Self::CutOff(_) => Some(ENDINGS[1]),
            Self::Moves => Some(ENDINGS[2]),
            Self::Unfinished => Some(ENDINGS[3]),
            Self::Rule(_) => None,
        }
    }
}

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str("unfinished"),
            Self::Rule(name) => f.write_str(name),
            Self::Table => f.write_str("TT cut-off"),
            Self::CutOff(mv) => write!(f, "cut off by {mv}"),
            Self::Moves => f.write_str("all moves"),
        }
    }
}

impl Index {
    /// The last iteration that begins at this byte of the file or before, as an index in `iterations`.
    #[must_use]
    pub fn iteration_at(&self, offset: u64) -> Option<usize> {
        self.iterations.partition_point(|iteration| iteration.offset <= offset).checked_sub(1)
    }

    /// How a node ended.
    #[must_use]
    pub fn ending(&self, node: &Node) -> Ending<'_> {
        let Some(exit) = node.exit else { return Ending::Unfinished };
        match exit.reason {
            // Whatever the engine calls it.
            _ if node.probe.is_some_and(|probe| probe.used) => Ending::Table,
            Some(reason) => Ending::Rule(self.name(reason)),
            None if node.bound() == Bound::Lower && !exit.best.is_none() => {
                Ending::CutOff(exit.best)
            }
            None => Ending::Moves,
        }
    }
}

impl<R: Read + Seek> Trace<R> {
    /// Calls `found` with every node left after the offset `after` that meets the condition, in the order in which nodes
    /// are left, until it returns `false`.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or [`Trace::watch`] ended it.
    pub fn find(
        &mut self,
        condition: &Condition,
        after: u64,
        mut found: impl FnMut(&Node) -> bool,
    ) -> Result<(), Error> {
        // An iteration begins without open nodes.
        let first = self.index.iteration_at(after);
        let from = first.map_or(Self::first_record(), |at| self.index.iterations[at].offset);
        let (index, end) = (self.index.clone_names(), self.index.end);
        let mut goes_on = true;
        let mut test = |node: &Node| {
            goes_on &= node.end <= after || !condition.holds(&index, node) || found(node);
            goes_on
        };
        let mut open: Vec<Node> = Vec::new();
        let mut path: Option<Vec<Move>> = None;
        self.each(from, end, |offset, record| {
            match record {
                Record::Enter(enter) => {
                    let steps = path.take();
                    let ply = match open.last_mut() {
                        Some(above) => {
                            above.has_children = true;
                            above.ply + u64::from(!enter.flags.has(Flags::SAME))
                        }
                        None => steps.as_ref().map_or(0, |steps| steps.len() as u64),
                    };
                    open.push(Node::entered(offset, *enter, ply, steps));
                }
                Record::Path(moves) => path = Some(moves.iter().collect()),
                Record::Store(_)
                | Record::Order(_)
                | Record::Pruned { .. }
                | Record::Number { .. }
                | Record::Comment(_)
                | Record::Change { mv: Move::NONE, .. } => {
                    if let Some(node) = open.last_mut() {
                        node.has_rows = true;
                    }
                }
                Record::Eval { raw, corrected } => {
                    if let Some(node) = open.last_mut() {
                        node.eval = Some((*raw, *corrected));
                    }
                }
                Record::Probe(entry) => {
                    if let Some(node) = open.last_mut() {
                        (node.probe, node.has_rows) = (Some(*entry), true);
                    }
                }
                Record::Exit(exit) => {
                    let Some(mut node) = open.pop() else { return false };
                    (node.exit, node.end) = (Some(*exit), offset + 1);
                    node.nodes = node.nodes.saturating_add(exit.hidden);
                    if let Some(above) = open.last_mut() {
                        above.nodes = above.nodes.saturating_add(node.nodes);
                    }
                    return test(&node);
                }
                Record::Search { .. } | Record::Iteration { .. } | Record::End { .. } => {
                    return leave(&mut open, offset, &mut test);
                }
                _ => {}
            }
            true
        })?;
        leave(&mut open, end, &mut test);
        Ok(())
    }
}

/// Tests the nodes that `end` closes without an exit.
fn leave(open: &mut Vec<Node>, end: u64, test: &mut impl FnMut(&Node) -> bool) -> bool {
    while let Some(mut node) = open.pop() {
        node.end = end;
        if let Some(above) = open.last_mut() {
            above.nodes = above.nodes.saturating_add(node.nodes);
        }
        if !test(&node) {
            return false;
        }
    }
    true
}
