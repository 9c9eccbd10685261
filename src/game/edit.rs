//! What a change of a record changed, so that it can be undone and nothing else. Clocks are no part of it.
//! Which changes can be undone, and in what order, the front end decides.

use super::{End, Game, MoveAnnotation, NodeId, Player, PlayerKind, Tags, TimeControl, Tree};
use crate::base::Millis;
use crate::rules::Color;
use shakmaty::ByColor;

/// What a change of a record changed, as it was before.
#[derive(Debug)]
pub struct Edit {
    parts: Vec<Part>,
}

/// A part of a record as it was before a change.
#[derive(Debug)]
enum Part {
    Children(NodeId, Vec<NodeId>),
    /// With the comment after the change: the end of the game may add to it.
    Comment {
        id: NodeId,
        before: String,
        after: String,
    },
    Nags(NodeId, Vec<u8>),
    Annotation(NodeId, Box<MoveAnnotation>),
    /// With the tags after the change: others may change later.
    Tags {
        before: Tags,
        after: Tags,
    },
    /// Names and ratings, with those after the change: the strength of an engine may change later.
    Players {
        before: Box<ByColor<Player>>,
        after: Box<ByColor<Player>>,
    },
    Control(Box<ByColor<TimeControl>>),
    End(Option<End>),
    Current(NodeId),
}

impl Edit {
    /// What a change changed that led from `before` to `after`.
    pub fn between(before: &Game, after: &Game) -> Self {
        let mut parts = Vec::new();
        for id in before.tree().ids() {
            add_node(id, before.tree(), after.tree(), &mut parts);
        }
        if before.tags != after.tags {
            parts.push(Part::Tags { before: before.tags.clone(), after: after.tags.clone() });
        }
        if before.players != after.players {
            let [before, after] = [before, after].map(|game| Box::new(game.players.clone()));
            parts.push(Part::Players { before, after });
        }
        if before.clocks().controls() != after.clocks().controls() {
            parts.push(Part::Control(Box::new(before.clocks().controls())));
        }
        if before.end() != after.end() {
            parts.push(Part::End(before.end()));
        }
        if before.current() != after.current() {
            parts.push(Part::Current(before.current()));
        }
        Self { parts }
    }

    /// Whether nothing was changed.
    pub const fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

/// Adds what a change changed of a node. A node that it added is reached through its parent.
fn add_node(id: NodeId, before: &Tree, after: &Tree, parts: &mut Vec<Part>) {
    let (before, after) = (before.node(id), after.node(id));
    if before.children() != after.children() {
        parts.push(Part::Children(id, before.children().to_vec()));
    }
    if before.comment != after.comment {
        let (before, after) = (before.comment.clone(), after.comment.clone());
        parts.push(Part::Comment { id, before, after });
    }
    if before.nags != after.nags {
        parts.push(Part::Nags(id, before.nags.clone()));
    }
    if before.annotation != after.annotation {
        parts.push(Part::Annotation(id, Box::new(before.annotation.clone())));
    }
}

impl Game {
    /// Undoes the latest change that was not undone. What happened to other parts of the game since then stays.
    pub fn undo(&mut self, edit: Edit, now: Millis) {
        for part in edit.parts {
            let tree = self.tree_mut();
            match part {
                Part::Children(id, children) => tree.set_children(id, children),
                Part::Comment { id, before, after } => {
                    let comment = &mut tree.node_mut(id).comment;
                    let added = comment.strip_prefix(&after).unwrap_or_default();
                    *comment = format!("{before}{added}").trim().to_owned();
                }
                Part::Nags(id, nags) => tree.node_mut(id).nags = nags,
                Part::Annotation(id, annotation) => tree.node_mut(id).annotation = *annotation,
                Part::Tags { before, after } => {
                    let latest = std::mem::replace(&mut self.tags, before);
                    self.tags.change_as(&after, &latest);
                }
                Part::Players { before, after } => {
                    for side in Color::ALL {
                        let (before, after) = (before.get(side), after.get(side));
                        let player = self.players.get_mut(side);
                        if player.name == after.name {
                            player.name.clone_from(&before.name);
                        }
                        if player.kind == PlayerKind::Human && player.elo == after.elo {
                            player.elo = before.elo;
                        }
                    }
                }
                Part::Control(control) => self.set_control(*control),
                Part::End(end) => self.set_end(end),
                Part::Current(node) => self.goto(node, now),
            }
        }
    }
}
