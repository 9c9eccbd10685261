//! Where a score comes from: from a node down the moves that made its score, through every entry of the hash table that
//! cut the line short to the node that stored it, to the leaf.

use crate::reader::Error;
use crate::record::{Bound, Entry, Move, Record};
use crate::tree::{Node, Trace};
use std::io::{Read, Seek};

/// Steps after which a chain is given up: entries that were stored from each other.
const MAX_LINKS: usize = 512;

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
    /// The node that wrote the last entry for `key` before `before`, by the offset of the write.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn last_store(&mut self, key: u64, before: u64) -> Result<Option<u64>, Error> {
        // Iteration by iteration from the last one, since most entries are read soon after they were written.
        let mut iterations = self.index.iterations.partition_point(|it| it.offset < before);
        let mut to = before;
        loop {
            iterations = iterations.saturating_sub(1);
            let from = match self.index.iterations.get(iterations) {
                Some(iteration) if iterations > 0 => iteration.offset,
                Some(_) | None => Self::first_record(),
            };
            let mut found = None;
            self.each(from, to, |offset, record| {
                if let Record::Store(entry) = record
                    && entry.key == Some(key)
                {
                    found = Some(offset);
                }
                true
            })?;
            if found.is_some() || iterations == 0 {
                return Ok(found);
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
                    let stored = match entry.key {
                        Some(key) => self.last_store(key, before)?,
                        None => None,
                    };
                    let Some(stored) = stored else {
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
        // The best move's last search; else any last child that returned this score, such as a null move's.
        let best = children
            .iter()
            .rev()
            .find(|child| child.enter.mv == exit.best && !exit.best.is_none() && below(child));
        let any = || children.iter().rev().find(|child| below(child));
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
