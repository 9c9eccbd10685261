//! Where a score comes from: from a node down the moves that made its score, through every entry of the hash table that
//! cut the line short to the node that stored it, to the leaf.

use crate::reader::Error;
use crate::record::{Bound, Enter, Entry, Exit, Flags, Move, Record};
use crate::tree::{Node, Opened, Step, Trace};
use std::io::{Read, Seek};

/// Steps after which a chain is given up: entries that were stored from each other.
const MAX_LINKS: usize = 512;

/// The number that says that a bound took the place of the evaluation.
pub const LAZY_EVALUATION: &str = "lazy evaluation";

/// Scores from which on a trace that does not state `mate` is taken to mean mates.
const MATES: i64 = 20_000;
/// Plies to the longest mate that a score tells.
const MOST_MATE_PLIES: i64 = 512;

/// Whether a write can have made an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    None,
    /// It can if the entry has two ends.
    Opposite,
    Same,
}

impl Fit {
    fn of(found: &Entry, stored: &Entry, mates: i64) -> Self {
        if stored.key != found.key {
            return Self::None;
        }
        if found.bound == Bound::None {
            return Self::Same;
        }
        if stored.depth != found.depth {
            return Self::None;
        }
        let (found_score, stored_score) = (found.score, stored.score);
        // A mate counts from the root, so that it differs with the ply of the node.
        let are_mates = |least: i64, score: i64| {
            (found_score >= least && score >= least) || (found_score <= -least && score <= -least)
        };
        let is_score = |score: i64| found_score == score || are_mates(mates, score);
        match (stored.bound, found.bound) {
            // Exact is both of the others.
            (stored, found) if is_score(stored_score) && stored.bits() & found.bits() != 0 => {
                Self::Same
            }
            // The end that is no news of this write.
            (Bound::Lower, Bound::Upper) | (Bound::Upper, Bound::Lower)
                if stored.other.is_some() =>
            {
                if stored.other.is_some_and(is_score) {
                    Self::Opposite
                } else {
                    Self::None
                }
            }
            (Bound::Lower, Bound::Upper) if stored_score < found_score => Self::Opposite,
            (Bound::Upper, Bound::Lower) if stored_score > found_score => Self::Opposite,
            _ => Self::None,
        }
    }
}

/// One node of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The node.
    pub node: Node,
    /// Its search, from 0.
    pub search: usize,
    /// The depth of its iteration, in depth units.
    pub iteration: i64,
    /// The moves from the root.
    pub path: Vec<Move>,
    /// How it leads to the next one, or why it is the last.
    pub how: How,
}

/// How a node got its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// From the node after its best move.
    Child,
    /// From a search of the same position.
    Same,
    /// From an entry of the hash table, stored in the next link.
    Entry(Entry),
    /// From an entry whose storing node is not in the trace.
    Lost(Entry),
    /// From the estimate of a move that was not searched; the rule is the number of its name.
    #[expect(missing_docs, reason = "the fields are those of the format's table")]
    Pruned { mv: Move, rule: u64, measured: i64 },
    /// It is the leaf: an evaluation or a rule gave the score.
    Leaf,
    /// It is the leaf, and a bound took the place of its evaluation.
    Lazy,
    /// The search stopped inside it.
    Unfinished,
    /// The trace does not show where: the node that returned it is not recorded.
    Unrecorded,
}

impl<R: Read + Seek> Trace<R> {
    /// The last write before `before` that can have made the entry `found` of its key, by its offset: of the same depth, and
    /// with the bound and score found. Where there is none, one of the same depth from the other side of the score: tables
    /// that keep both ends of an interval can show another end than the one recorded. If `found` is a miss, any write of its
    /// key. `None` also without a key.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn last_store(&mut self, found: &Entry, before: u64) -> Result<Option<u64>, Error> {
        let stated = self.index.header("mate").and_then(|mate| mate.parse::<i64>().ok());
        let mates = stated.map_or(MATES, |mate| mate.saturating_sub(MOST_MATE_PLIES));
        // Iteration by iteration from the last one, since most entries are read soon after they were written.
        let mut iterations = self.index.iterations.partition_point(|it| it.offset < before);
        let mut to = before;
        let mut opposite = None;
        if found.key.is_none() {
            return Ok(None);
        }
        loop {
            iterations = iterations.saturating_sub(1);
            let from = match self.index.iterations.get(iterations) {
                Some(iteration) if iterations > 0 => iteration.offset,
                Some(_) | None => Self::first_record(),
            };
            let (mut fitting, mut other) = (None, None);
            self.each(from, to, |offset, record| {
                if let Record::Store(stored) = record {
                    match Fit::of(found, stored, mates) {
                        Fit::None => {}
                        Fit::Opposite => other = Some(offset),
                        Fit::Same => fitting = Some(offset),
                    }
                }
                true
            })?;
            opposite = opposite.or(other);
            if fitting.is_some() || iterations == 0 {
                return Ok(fitting.or(opposite));
            }
            to = from;
        }
    }

    /// Follows the score of the last node of `chain`, as [`Trace::locate`] returned it, to where it was made.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn origin(&mut self, iteration: usize, chain: Vec<Node>) -> Result<Vec<Link>, Error> {
        let (mut iteration, mut chain) = (iteration, chain);
        let mut links: Vec<Link> = Vec::new();
        while let Some(node) = chain.last().cloned() {
            let how = self.how(&node)?;
            let stated = self.index.iterations.get(iteration).copied();
            links.push(Link {
                path: crate::tree::path(&chain),
                search: stated.map_or(0, |i| usize::try_from(i.search).unwrap_or(0)),
                iteration: stated.map_or(0, |i| i.depth),
                how: how.0,
                node,
            });
            match how {
                _ if links.len() >= MAX_LINKS => break,
                (How::Child | How::Same, Some(next)) => chain.push(*next),
                (How::Entry(entry), _) => {
                    let before = links.last().map_or(0, |link| link.node.offset);
                    let Some(stored) = self.last_store(&entry, before)? else {
                        links.iter_mut().next_back().into_iter().for_each(|link| {
                            link.how = How::Lost(entry);
                        });
                        break;
                    };
                    (iteration, chain) = self.locate(stored)?;
                }
                _ => break,
            }
        }
        Ok(links)
    }

    fn how(&mut self, node: &Node) -> Result<(How, Option<Box<Node>>), Error> {
        let Some(exit) = node.exit else { return Ok((How::Unfinished, None)) };
        if let Some(entry) = node.probe.filter(|entry| entry.used && entry.bound != Bound::None) {
            return Ok((How::Entry(entry), None));
        }
        let opened = self.open(node)?;
        let moves = Moves { opened: &opened, exit };
        if let Some((how, next)) = moves.how() {
            return Ok((how, next.map(|child| Box::new(child.clone()))));
        }
        let made = if self.is_lazy(&opened) { How::Lazy } else { How::Leaf };
        let is_evaluation = node.eval.is_some_and(|(_, corrected)| corrected == exit.score);
        // A bound of the entry took the place of the evaluation.
        let bounded = |entry: &Entry| {
            let replaced = node.eval.is_some() && !is_evaluation;
            replaced && entry.bound != Bound::None && entry.score == exit.score
        };
        let is_of_moves = !exit.best.is_none() || exit.reason.is_none() && !is_evaluation;
        let has_rule = exit.reason.is_some_and(|name| is_futility(self.index.name(name)));
        let is_by_rule = has_rule && exit.best.is_none() && opened.children().next().is_none();
        let pruned = |entry: &Entry| is_by_rule && limits_eval(entry, node);
        let how = match node.probe.filter(|entry| bounded(entry) || pruned(entry)) {
            Some(entry) => How::Entry(entry),
            None if exit.hidden > 0 && is_of_moves => How::Unrecorded,
            None => made,
        };
        Ok((how, None))
    }

    /// Whether the evaluation of the node is a bound that took the place of one.
    fn is_lazy(&self, opened: &Opened) -> bool {
        let is_lazy = |name: u64| self.index.name(name) == LAZY_EVALUATION;
        opened.steps.iter().any(|step| matches!(step, Step::Number { name, .. } if is_lazy(*name)))
    }
}

/// Whether a rule of this name makes a score from the evaluation and beta, as reverse futility pruning does.
fn is_futility(rule: &str) -> bool {
    rule.to_lowercase().contains("futility")
}

/// Whether an end of the entry took the place of the node's evaluation, and its score lies between that end and beta. The mean of the
/// evaluation and beta is made without the entry, which the path may not have allowed.
fn limits_eval(entry: &Entry, node: &Node) -> bool {
    let (Some((_, corrected)), Some(exit), beta) = (node.eval, node.exit, node.enter.beta) else {
        return false;
    };
    let without = (corrected.saturating_add(beta) / 2).max(beta);
    let is_limit = match entry.bound {
        Bound::None => false,
        Bound::Upper => entry.score < corrected,
        Bound::Lower => entry.score > corrected,
        Bound::Exact => entry.score != corrected,
    };
    is_limit && exit.score != without && (beta..=entry.score).contains(&exit.score)
}

/// The moves of a node that was left with `exit`.
struct Moves<'a> {
    opened: &'a Opened,
    exit: Exit,
}

impl<'a> Moves<'a> {
    /// How one of them gave the score, with the node that did. A later one only tied with the first.
    fn how(&self) -> Option<(How, Option<&'a Node>)> {
        let child = |node| (How::Child, Some(node));
        let best = self.exit.best;
        if let Some(node) = self.last_search(best).filter(|_| !best.is_none()) {
            return Some(child(node));
        }
        // A null move that ended the node.
        let last = self.opened.children().last();
        if let Some(null) = last.filter(|it| it.enter.mv.is_none() && self.is_below(it)) {
            return Some(child(null));
        }
        if self.stands_pat() {
            return None;
        }
        let is_first = |step: &&Step| {
            self.is_estimate(step)
                || matches!(step, Step::Child(it) if !it.enter.mv.is_none() && self.is_below(it))
        };
        match self.opened.steps.iter().find(is_first) {
            Some(Step::Child(first)) => self.last_search(first.enter.mv).map(child),
            Some(&Step::Pruned { mv, rule, measured, .. }) => {
                Some((How::Pruned { mv, rule, measured }, None))
            }
            _ => {
                let null = self.last(|it| self.is_below(it)).map(child);
                null.or_else(|| self.last(|it| self.is_same(it)).map(|it| (How::Same, Some(it))))
            }
        }
    }

    fn last(&self, is_meant: impl Fn(&Node) -> bool) -> Option<&'a Node> {
        self.opened.children().filter(|it| is_meant(it)).last()
    }

    /// The last search of a move that gave the score.
    fn last_search(&self, mv: Move) -> Option<&'a Node> {
        self.last(|it| it.enter.mv == mv && self.is_below(it))
    }

    /// Whether the score is that of a node after a move.
    fn is_below(&self, child: &Node) -> bool {
        let score = child.exit.map(|exit| exit.score);
        child.ply > self.opened.node.ply && score == Some(self.exit.score.wrapping_neg())
    }

    /// Whether the score is that of another search of the position.
    fn is_same(&self, child: &Node) -> bool {
        let score = child.exit.map(|exit| exit.score);
        child.ply == self.opened.node.ply && score == Some(self.exit.score)
    }

    /// Whether the evaluation gave the score in quiescence search, before any move.
    fn stands_pat(&self) -> bool {
        let Node { enter, eval, .. } = &self.opened.node;
        enter.flags.has(Flags::QUIESCENCE)
            && self.exit.best.is_none()
            && eval.is_some_and(|(_, corrected)| corrected == self.exit.score)
    }

    /// Whether a move was pruned by an estimate that is the score: one that was compared with alpha. Other rules compare
    /// histories, or numbers of moves. Alpha may have risen since the node was entered.
    fn is_estimate(&self, step: &Step) -> bool {
        let Enter { alpha, beta, .. } = self.opened.node.enter;
        let is_of_moves = self.exit.reason.is_none();
        matches!(step, &Step::Pruned { measured, limit, .. } if is_of_moves
            && measured == self.exit.score
            && measured <= limit
            && (alpha..beta).contains(&limit))
    }
}
