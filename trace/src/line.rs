//! Finds nodes by their moves from the root, in traces that a filter left incomplete too.

use crate::reader::Error;
use crate::record::Move;
use crate::tree::{Node, Trace, path};
use std::io::{Read, Seek};

impl<R: Read + Seek> Trace<R> {
    /// Where an iteration begins: the last search of its root; where the root is not recorded, that of the line below which
    /// all recorded nodes stand, or `None` if there are several such lines.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn top(&mut self, iteration: usize) -> Result<Option<Node>, Error> {
        let mut tops = self.roots(iteration)?;
        if let Some(root) = tops.iter().rposition(|top| line_of(top).is_empty()) {
            return Ok(Some(tops.swap_remove(root)));
        }
        let last = tops.pop();
        Ok(last.filter(|last| tops.iter().all(|top| top.path == last.path)))
    }

    /// The recorded nodes on a line of moves from the root of an iteration, down to the last search of the line or as far
    /// as it is recorded; empty if no node on it is. `is_same` compares a move of the trace with one of the line.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn follow(
        &mut self,
        iteration: usize,
        line: &[Move],
        is_same: impl Fn(Move, Move) -> bool,
    ) -> Result<Vec<Node>, Error> {
        let mut farthest: Vec<Node> = Vec::new();
        for top in self.roots(iteration)?.into_iter().rev() {
            let begin = line_of(&top);
            let is_on_line = begin.len() <= line.len()
                && begin.iter().zip(line).all(|(own, asked)| is_same(*own, *asked));
            if !is_on_line {
                continue;
            }
            let rest = &line[begin.len()..];
            let chain = self.descend(top, rest, &is_same)?;
            if farthest.is_empty() || path(&chain).len() > path(&farthest).len() {
                farthest = chain;
            }
            if path(&farthest).len() == line.len() {
                break;
            }
        }
        Ok(farthest)
    }

    /// Says that no node on a line of moves is recorded in an iteration, and what is recorded instead.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn unrecorded_words(&mut self, iteration: usize, line: &[Move]) -> Result<String, Error> {
        let tops = self.roots(iteration)?;
        let below = tops.iter().rfind(|top| line_of(top).starts_with(line));
        Ok(match (below, tops.last()) {
            (Some(top), _) => {
                format!("the filter left it out; recorded below it is {}", words(line_of(top)))
            }
            (None, Some(top)) => format!(
                "the filter left out this line and what is above it; recorded is {}",
                words(line_of(top))
            ),
            (None, None) => "no node of the iteration is recorded".to_owned(),
        })
    }

    /// The nodes from `top` down the moves of `line`: the last search of each that is no test on the side, if there is one.
    fn descend(
        &mut self,
        top: Node,
        line: &[Move],
        is_same: &impl Fn(Move, Move) -> bool,
    ) -> Result<Vec<Node>, Error> {
        let mut chain = vec![top];
        for mv in line {
            let Some(node) = chain.last() else { break };
            let opened = self.open(node)?;
            let is_meant =
                |child: &&Node| is_same(child.enter.mv, *mv) && child.ply > opened.node.ply;
            let searched: Vec<&Node> = opened.children().filter(is_meant).collect();
            let own = searched.iter().rev().find(|child| !child.enter.flags.is_aside());
            let Some(next) = own.or(searched.last()) else { break };
            chain.push((*next).clone());
        }
        Ok(chain)
    }
}

impl Node {
    /// Why a move of this node has no node below it, as far as that is known.
    #[must_use]
    pub fn absence_words(&self) -> String {
        match self.exit.map_or(0, |exit| exit.hidden) {
            0 => "was not searched".to_owned(),
            hidden => format!("is not recorded: the filter left out {hidden} nodes there"),
        }
    }
}

fn words(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// The moves from the root to a node whose parent is not recorded.
fn line_of(top: &Node) -> &[Move] {
    top.path.as_deref().unwrap_or_default()
}
