//! Going through a record: variations, comments, judgements, and the moments that decided the game.

use super::{Effect, play};
use crate::game::{NodeId, TreeMove};
use crate::rules::Move;
use crate::tui::Action;
use crate::tui::dialogs::list::{List, Source};
use crate::tui::dialogs::{Confirmation, Dialog};
use crate::tui::model::{Model, Toggle};
use crate::tui::panels::{expected_score, nag_sign};
use crate::tui::typing::{Kind, Typing};

/// A move that gives away this share of the point is listed: a tenth, about a pawn in an equal position.
const LOSS: f64 = 0.1;

/// Judgements that the key steps through: none, `!`, `?`, `!!`, `??`, `!?`, `?!`.
const JUDGEMENTS: [Option<u8>; 7] = [None, Some(1), Some(2), Some(3), Some(4), Some(5), Some(6)];

/// Everything about the tree of a record.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::NextLine => return sideways(model, 1),
        Action::PreviousLine => return sideways(model, -1),
        Action::Moments => list_moments(model),
        _ => {}
    }
    let node = model.session.shown();
    if node == NodeId::ROOT && !matches!(action, Action::Moments | Action::Comment) {
        model.notify_error("there is no move to mark at the start");
        return Vec::new();
    }
    match action {
        Action::Comment => {
            let text = model.session.game.tree().node(node).comment.clone();
            model.typing = Some(Typing::new(Kind::Command, &format!("comment {text}")));
        }
        Action::Judge => return judge(model, node),
        Action::PromoteLine => {
            let start = start_of_line(model, node);
            model.session.game.tree_mut().promote_one(start);
            follow(model);
            model.notify_info("the variation was raised");
            return changed(model);
        }
        Action::DeleteLine => model.dialog = Some(Dialog::Confirm(Confirmation::DeleteLine)),
        _ => {}
    }
    Vec::new()
}

/// A move made in a record: what the record has already is looked at, anything else becomes a variation of it.
pub fn add_variation(model: &mut Model, mv: Move) -> Vec<Effect> {
    let node = model.session.shown();
    let tree = model.session.game.tree_mut();
    let next =
        tree.child(node, TreeMove::Move(mv)).or_else(|| tree.append(node, TreeMove::Move(mv)));
    if let Some(next) = next {
        play::view_node(model, next);
    }
    changed(model)
}

/// In a record nobody plays, the game stands at the end of the main line, whatever that has become.
fn follow(model: &mut Model) {
    let game = &mut model.session.game;
    if model.session.started == Toggle::Off
        && let Some(&last) = game.tree().mainline().last()
    {
        game.goto(last, model.now);
    }
}

/// Sets a glyph by its number, or takes it away when it is there.
pub fn glyph(model: &mut Model, nag: u8) -> Vec<Effect> {
    let node = model.session.shown();
    if node == NodeId::ROOT {
        model.notify_error("there is no move to mark at the start");
        return Vec::new();
    }
    let nags = &mut model.session.game.tree_mut().node_mut(node).nags;
    if nags.contains(&nag) {
        nags.retain(|&known| known != nag);
    } else {
        // A move has one judgement; of anything else it may have several.
        nags.retain(|known| !(1..=6).contains(&nag) || !(1..=6).contains(known));
        nags.push(nag);
    }
    let signs: String = nags.iter().map(|&nag| nag_sign(nag)).collect();
    model.notify_info(format!("{}{signs}", model.session.game.tree().san(node)));
    changed(model)
}

/// Only a game of our own is recorded by itself; a file of the user's is written when `:save` says so.
pub fn changed(model: &Model) -> Vec<Effect> {
    if model.session.started.is_on() { vec![Effect::Save] } else { Vec::new() }
}

/// To the next or the previous answer to the same position.
fn sideways(model: &mut Model, step: isize) -> Vec<Effect> {
    let tree = model.session.game.tree();
    let node = model.session.shown();
    let siblings = tree.node(node).parent().map_or(&[][..], |parent| tree.node(parent).children());
    let at = siblings.iter().position(|&sibling| sibling == node);
    let next = at.and_then(|at| at.checked_add_signed(step)).and_then(|at| siblings.get(at));
    match next.copied() {
        Some(next) => play::view_node(model, next),
        None => model.notify_error("there is no other move here that way"),
    }
    Vec::new()
}

/// Where the variation that `node` lies in leaves the line above it.
fn start_of_line(model: &Model, node: NodeId) -> NodeId {
    let tree = model.session.game.tree();
    let first = |id: NodeId| {
        tree.node(id).parent().is_none_or(|up| tree.node(up).children().first() == Some(&id))
    };
    tree.path(node).into_iter().rev().find(|&id| !first(id)).unwrap_or(node)
}

/// Takes the move shown and all that follows out of the record; what was played stays.
pub fn delete(model: &mut Model) -> Vec<Effect> {
    let node = model.session.shown();
    let game = &mut model.session.game;
    let Some(parent) = game.tree().node(node).parent() else { return Vec::new() };
    let played = game.tree().path(game.current()).contains(&node);
    if played && model.session.started.is_on() {
        model.notify_error("the game itself stands on this move; u takes it back");
        return Vec::new();
    }
    game.tree_mut().remove(node);
    if played {
        // What is left of a record has no result of its own.
        game.set_end(None);
    }
    follow(model);
    play::view_node(model, parent);
    model.notify_info("the line was taken out");
    changed(model)
}

fn judge(model: &mut Model, node: NodeId) -> Vec<Effect> {
    let nags = &mut model.session.game.tree_mut().node_mut(node).nags;
    let now = nags.iter().copied().find(|nag| (1..=6).contains(nag));
    let at = JUDGEMENTS.iter().position(|&judgement| judgement == now).unwrap_or(0);
    let next = JUDGEMENTS[(at + 1) % JUDGEMENTS.len()];
    nags.retain(|nag| !(1..=6).contains(nag));
    if let Some(nag) = next {
        nags.insert(0, nag);
    }
    let words = next.map_or_else(|| "no judgement".to_owned(), nag_sign);
    model.notify_info(format!("{}: {words}", model.session.game.tree().san(node)));
    changed(model)
}

/// Sets the comment of the move shown; an empty one takes it away.
pub fn comment(model: &mut Model, text: &str) -> Vec<Effect> {
    let node = model.session.shown();
    text.clone_into(&mut model.session.game.tree_mut().node_mut(node).comment);
    changed(model)
}

fn list_moments(model: &mut Model) {
    let moments = moments(model);
    if moments.is_empty() {
        model.notify_error(
            "no move of this line gives a tenth of the point away, as far as it is evaluated",
        );
        return;
    }
    model.dialog = Some(Dialog::List(Box::new(List::new(Source::CriticalMoments(moments)))));
}

/// The moves along the line shown that gave much away, as far as evaluations were recorded.
fn moments(model: &Model) -> Vec<(NodeId, String)> {
    let tree = model.session.game.tree();
    let mut moments = Vec::new();
    let mut before: Option<crate::base::Score> = None;
    for id in tree.line_through(model.session.shown()) {
        let node = tree.node(id);
        let after = node.annotation.evaluation.map(|evaluation| evaluation.score);
        if let (Some(was), Some(is), Some(mover)) = (before, after, node.mover()) {
            let change = expected_score(is) - expected_score(was);
            let loss = if mover == crate::rules::Color::White { -change } else { change };
            if loss >= LOSS {
                let number = node.position().game_ply().saturating_sub(1) / 2 + 1;
                let dots = if mover == crate::rules::Color::White { "." } else { "…" };
                let signs: String = node.nags.iter().map(|&nag| nag_sign(nag)).collect();
                let name = format!("{number}{dots}{}{signs}", tree.san(id));
                let why = &node.comment;
                let text =
                    format!("{name:<12} {:>3.0} % given away  {was} → {is}  {why}", loss * 100.0);
                moments.push((id, text));
            }
        }
        before = after.or(before);
    }
    moments
}
