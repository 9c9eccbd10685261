//! Where a score comes from: from a node down the moves that made its score, through every entry of the hash table that
//! cut the line short to the node that stored it, to the leaf.

use crate::reader::Error;
use crate::record::{Bound, Entry, Move, Record};
use crate::tree::{Node, Trace};
use std::io::{Read, Seek};

/// Steps after which a chain is given up: entries that were stored from each other.
const MAX_LINKS: usize = 512;

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
        let are_mates = |least: i64| {
            (found_score >= least && stored_score >= least)
                || (found_score <= -least && stored_score <= -least)
        };
        let is_score = found_score == stored_score || are_mates(mates);
        match (stored.bound, found.bound) {
            // Exact is both of the others.
            (stored, found) if is_score && stored.bits() & found.bits() != 0 => Self::Same,
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
    /// It is the leaf: an evaluation or a rule gave the score.
    Leaf,
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
        let below = |child: &&Node| {
            child.exit.is_some_and(|c| child.ply > node.ply && c.score == exit.score.wrapping_neg())
        };
        let children: Vec<&Node> = opened.children().collect();
        // The best move's last search; else that of a null move that ended the node, or of the first move with this score: later
        // ones only tied.
        let best = children
            .iter()
            .rev()
            .find(|child| child.enter.mv == exit.best && !exit.best.is_none() && below(child));
        let last_of =
            |mv: Move| children.iter().rev().find(|child| child.enter.mv == mv && below(child));
        let any = || {
            let null = children.last().filter(|child| child.enter.mv.is_none() && below(child));
            let is_first = |child: &&&Node| !child.enter.mv.is_none() && below(child);
            let first = || children.iter().find(is_first).and_then(|it| last_of(it.enter.mv));
            null.or_else(first).or_else(|| children.iter().rev().find(|child| below(child)))
        };
        if let Some(child) = best.or_else(any) {
            return Ok((How::Child, Some(Box::new((*child).clone()))));
        }
        let same = children.iter().rev().find(|child| {
            child.ply == node.ply && child.exit.is_some_and(|c| c.score == exit.score)
        });
        if let Some(child) = same {
            return Ok((How::Same, Some(Box::new((*child).clone()))));
        }
        // A bound of the entry took the place of the evaluation.
        let bounded = |entry: &Entry| {
            let replaced = node.eval.is_some_and(|(_, corrected)| corrected != exit.score);
            replaced && entry.bound != Bound::None && entry.score == exit.score
        };
        if let Some(entry) = node.probe.filter(bounded) {
            return Ok((How::Entry(entry), None));
        }
        if !exit.best.is_none() && exit.hidden > 0 {
            return Ok((How::Unrecorded, None));
        }
        Ok((How::Leaf, None))
    }
}
