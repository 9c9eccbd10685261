//! Reviewing a record: variations, comments, glyphs, and the moments that decided the game.

use super::play;
use crate::annotate::{JudgedMove, is_marked, judged_moves};
use crate::game::pgn::{nag_meaning, nag_of_sign, nag_sign};
use crate::game::{NodeId, pgn};
use crate::rules::notation;
use crate::strength::human::UNRATED_PLIES;
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::dialogs::list::{List, Source};
use crate::tui::model::{Effect, GamesEffect, Model};

/// Glyphs that the key steps through: none, `!`, `?`, `!!`, `??`, `!?`, `?!`.
const GLYPHS: [Option<u8>; 7] = [None, Some(1), Some(2), Some(3), Some(4), Some(5), Some(6)];

/// Has the sides of a finished game or of a record rated by their moves, once for each main line.
pub fn rate(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let is_over = session.started && session.game.end().is_some();
    let is_record = session.is_review() && !session.is_analysed();
    let line = if is_over || is_record { session.game.tree().mainline() } else { Vec::new() };
    // A line without a move to rate is like none.
    let line = if line.len() > UNRATED_PLIES { line } else { Vec::new() };
    let is_rated = !line.is_empty();
    if !model.move_ratings.begin(&session.id, line) {
        return Vec::new();
    }
    let effect = match is_rated {
        true => GamesEffect::RateMoves(model.move_ratings.number(), Box::new(session.game.clone())),
        false => GamesEffect::StopRatingMoves,
    };
    vec![effect.into()]
}

/// Fails with these words at the start, where no move is shown.
fn not_at_start(model: &Model, words: &str) -> Result<(), String> {
    match model.session.shown() {
        NodeId::ROOT => Err(words.to_owned()),
        _ => Ok(()),
    }
}

/// Fails at the start, where there is no move to annotate.
pub fn shows_move(model: &Model) -> Result<(), String> {
    not_at_start(model, "there is no move to annotate at the start")
}

/// Fails at the start, which is in no variation.
pub fn shows_line(model: &Model) -> Result<(), String> {
    not_at_start(model, "the start is shown, not a variation")
}

/// Raises the variation shown by one.
///
/// # Errors
/// The main line is shown.
pub fn promote(model: &mut Model) -> Result<(), String> {
    let start = start_of_line(model, model.session.shown());
    let tree = model.session.game.tree();
    let siblings = tree.node(start).parent().map(|parent| tree.node(parent).children());
    if siblings.is_none_or(|siblings| siblings.first() == Some(&start)) {
        return Err("the main line is shown, not a variation".to_owned());
    }
    let before = model.session.unchanged();
    model.session.game.tree_mut().promote_one(start);
    follow(model);
    model.notify_info("the variation was raised");
    model.record_changed(&before);
    Ok(())
}

/// In a record nobody plays, the game stands at the end of the main line, whatever that has become.
fn follow(model: &mut Model) {
    let game = &mut model.session.game;
    if !model.session.started
        && let Some(&last) = game.tree().mainline().last()
    {
        game.goto(last, model.now);
    }
}

/// Sets a glyph by its number or sign, or removes it when it is there.
pub fn nag(model: &mut Model, text: &str) -> Result<(), String> {
    let number = text.trim_start_matches('$').parse().ok();
    let shown = model.session.game.tree().node(model.session.shown());
    let found = number.or_else(|| nag_of_sign(text, shown.mover()));
    // $0, no glyph, may stand in a file.
    let found = found.filter(|&nag| nag > 0 || shown.nags.contains(&nag));
    let nag = found.ok_or_else(|| format!("there is no glyph {text:?}"))?;
    let before = model.session.unchanged();
    let (node, write_nags) = (model.session.shown(), model.nag_writer());
    let nags = &mut model.session.game.tree_mut().node_mut(node).nags;
    if nags.contains(&nag) {
        nags.retain(|&known| known != nag);
    } else {
        // A move has one glyph of its quality and one of the position; of anything else it may have several.
        let alike = [1..=6, 10..=21];
        let excludes = |known: &u8| alike.iter().any(|of| of.contains(&nag) && of.contains(known));
        nags.retain(|known| !excludes(known));
        nags.push(nag);
    }
    let glyphs = match nags.as_slice() {
        [] => ": no glyph".to_owned(),
        nags => write_nags(nags),
    };
    model.notify_info(format!("{}{glyphs}", model.session.game.tree().san(node)));
    model.record_changed(&before);
    Ok(())
}

/// To the next or the previous answer to the same position.
pub fn sibling(model: &mut Model, step: isize) -> Result<(), String> {
    let tree = model.session.game.tree();
    let node = model.session.shown();
    let siblings = tree.node(node).parent().map_or(&[][..], |parent| tree.node(parent).children());
    let at = siblings.iter().position(|&sibling| sibling == node);
    let next = at.and_then(|at| at.checked_add_signed(step)).and_then(|at| siblings.get(at));
    let next = next.copied().ok_or("there is no other move here that way")?;
    play::view_node(model, next);
    Ok(())
}

/// Where the variation that `node` lies in leaves the line above it.
fn start_of_line(model: &Model, node: NodeId) -> NodeId {
    let tree = model.session.game.tree();
    let first = |id: NodeId| {
        tree.node(id).parent().is_none_or(|up| tree.node(up).children().first() == Some(&id))
    };
    tree.path(node).into_iter().rev().find(|&id| !first(id)).unwrap_or(node)
}

/// Whether the move shown was played.
fn is_played(model: &Model) -> bool {
    let game = &model.session.game;
    game.tree().path(game.current()).contains(&model.session.shown())
}

/// Whether the move shown may be deleted: it was not played in this game.
pub fn may_delete(model: &Model) -> Result<(), String> {
    not_at_start(model, "there is no move to delete at the start")?;
    if is_played(model) && model.session.started {
        let key = model.keymap.way_to("takeback");
        return Err(format!("the game itself stands on this move; {key} takes it back"));
    }
    Ok(())
}

/// Deletes the move shown and all that follows from the record; what was played stays.
pub fn delete(model: &mut Model) -> Result<(), String> {
    may_delete(model)?;
    let node = model.session.shown();
    let played = is_played(model);
    let game = &model.session.game;
    let Some(parent) = game.tree().node(node).parent() else { return Ok(()) };
    let before = model.session.unchanged();
    let game = &mut model.session.game;
    game.tree_mut().remove(node);
    // What is left of a record has no result of its own.
    let result = game.end().filter(|_| played).map(|end| end.result.pgn());
    if played {
        game.reopen();
    }
    follow(model);
    play::view_node(model, parent);
    let undo = model.keymap.way_to("undo");
    let and = result.map_or_else(String::new, |result| format!(" and with it the result {result}"));
    let tree = model.session.game.tree();
    let heir = tree.node(parent).children().first().filter(|_| played);
    let heir = heir.and_then(|&heir| tree.node(heir).mv()).map_or_else(String::new, |mv| {
        let mv = notation::numbered(tree.node(parent).position(), mv);
        format!("; the variation {mv} is the main line now")
    });
    model.notify_info(format!("the line was deleted{and}{heir}; {undo} brings it back"));
    model.record_changed(&before);
    Ok(())
}

/// Undoes the last change of the record.
pub fn undo(model: &mut Model) -> Result<(), &'static str> {
    let shown = model.session.undo(model.now);
    let shown =
        shown.ok_or("there is no change of the record to undo; takeback takes a move back")?;
    if shown != model.session.shown() {
        play::view_node(model, shown);
    }
    model.notify_info("the last change of the record is undone");
    Ok(())
}

/// Sets the next glyph of the move shown, or none.
pub fn next_glyph(model: &mut Model) {
    let before = model.session.unchanged();
    let node = model.session.shown();
    let nags = &mut model.session.game.tree_mut().node_mut(node).nags;
    let now = nags.iter().copied().find(|nag| (1..=6).contains(nag));
    let at = GLYPHS.iter().position(|&glyph| glyph == now).unwrap_or(0);
    let next = GLYPHS[(at + 1) % GLYPHS.len()];
    nags.retain(|nag| !(1..=6).contains(nag));
    if let Some(nag) = next {
        nags.insert(0, nag);
    }
    let write = if model.plain { nag_meaning } else { nag_sign };
    let words = next.map_or_else(|| "no glyph".to_owned(), write);
    model.notify_info(format!("{}: {words}", model.session.game.tree().san(node)));
    model.record_changed(&before);
}

/// Sets the comment of the move shown; an empty one takes it away. The text that could not be read stays, unless the new
/// comment has a text in its place.
pub fn comment(model: &mut Model, text: &str) {
    let before = model.session.unchanged();
    let node = model.session.shown();
    let comment = &mut model.session.game.tree_mut().node_mut(node).comment;
    let (own, unread) = pgn::split_unread(comment);
    let (own, unread) = (own.trim_end().to_owned(), unread.to_owned());
    if text.trim() == pgn::UNREAD {
        *comment = own;
    } else if unread.is_empty() || !pgn::split_unread(text).1.is_empty() {
        text.clone_into(comment);
    } else {
        *comment = pgn::join_unread(text, &unread);
        model.notify_info("the text that could not be read stays; :comment unread: removes it");
    }
    if text.contains("[%") {
        model.notify_info(
            "[% is written as [ % in the game's file: programs would read a command there",
        );
    }
    model.record_changed(&before);
}

/// Lists the critical moments.
pub fn list_moments(model: &mut Model) -> Result<(), String> {
    let moments = moments(model);
    if moments.is_empty() {
        let mut words =
            "no move of this line is marked ?, ?? or ?!, or loses 10 % of the winning chances by its evaluation"
                .to_owned();
        let game = &model.session.game;
        let judged = judged_moves(game, &game.tree().line_through(model.session.shown()));
        let unknown = judged.iter().filter(|it| it.loss.is_none()).count();
        if unknown > 0 {
            let key = model.keymap.way_to("annotate");
            words += &format!(
                "; moves whose loss is not known: {unknown} of {}: {key} annotates the game",
                judged.len()
            );
        }
        return Err(words);
    }
    model.dialog = Some(Dialog::List(Box::new(List::new(Source::CriticalMoments(moments)))));
    Ok(())
}

/// The moves along the line shown that are mistakes, or have `?`, `??` or `?!`.
fn moments(model: &Model) -> Vec<(NodeId, String)> {
    let game = &model.session.game;
    let (tree, write_nags) = (game.tree(), model.nag_writer());
    let judged = judged_moves(game, &tree.line_through(model.session.shown()));
    let is_listed = |it: &JudgedMove| it.is_mistake || is_marked(tree.node(it.node));
    let describe = |it: JudgedMove| {
        let node = tree.node(it.node);
        let number = node.move_number();
        let dots = if node.mover() == Some(crate::rules::Color::White) { "." } else { "…" };
        let name = format!("{number}{dots}{}{}", tree.san(it.node), write_nags(&node.nags));
        // The scores of a mark stand in its comment, and those of the game are of shorter searches.
        let values = it.values.filter(|_| node.annotation.loss.is_none());
        let change = values.map_or_else(String::new, |(was, is)| format!("  {was} → {is}"));
        let figures = it.loss.map_or_else(
            || "not evaluated".to_owned(),
            |loss| format!("{loss:>3.0} % given away{change}"),
        );
        (it.node, format!("{name:<12} {figures}  {}", node.comment))
    };
    judged.into_iter().filter(is_listed).map(describe).collect()
}
