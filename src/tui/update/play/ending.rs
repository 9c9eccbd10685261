//! Ends that players bring about: draws, resigning, abandoning.

use super::course::finish;
use crate::base::Score;
use crate::game::{DrawClaim, End, Evaluation, Node, Status, Termination};
use crate::rules::{Color, white_view};
use crate::tui::model::dialogs::Confirmation;
use crate::tui::model::{Effect, Model};

/// Claims the draw if the rules give one, else offers it to the opponent.
pub fn offer_draw(model: &mut Model) -> Result<Vec<Effect>, String> {
    let claim = match model.session.game.status() {
        Status::Over(_) => return Err("the game is over".to_owned()),
        Status::Ongoing { claim } => claim,
    };
    if let Some(claim) = claim {
        let why = match claim {
            DrawClaim::Threefold => "the position has occurred three times",
            DrawClaim::FiftyMoves => "fifty moves have passed",
        };
        model.notify_info(format!("{why}: the draw may be claimed"));
        model.ask(Confirmation::ClaimDraw);
        return Ok(Vec::new());
    }
    acting_side(model)?;
    if model.session.external.is_some() {
        model.notify_info("a draw cannot be offered to an engine that speaks UCI");
        return Ok(Vec::new());
    }
    model.ask(Confirmation::OfferDraw);
    Ok(Vec::new())
}

/// The offer of a draw is made: the game ends if the engine accepts it, or if both sides are people's.
pub fn agree_draw(model: &mut Model) -> Result<Vec<Effect>, String> {
    // Once the game is over the offer itself is refused.
    if model.session.game.end().is_none()
        && let Err(refusal) = accepts_draw(model)
    {
        model.notify_info(refusal);
        return Ok(Vec::new());
    }
    model.session.game.agree_draw(model.now).map_err(|error| error.to_string())?;
    Ok(finish(model))
}

/// Moves of its own before which the engine agrees to no draw.
const MOVES_BEFORE_DRAW: usize = 20;

/// Its latest moves after none of which it may have thought itself better.
const EVEN_MOVES: usize = 5;

/// Its latest moves after all of which it thought itself worse by a pawn, so that a draw is welcome.
const WORSE_MOVES: usize = 2;

const WORSE: Score = Score::raw(-100);

/// Would the engine agree to a draw? Only in a game that was played, in which it has not stood better for some moves, as
/// match runners adjudicate, for which one search is no evidence either; or in which it stands worse.
fn accepts_draw(model: &Model) -> Result<(), String> {
    let (session, tree) = (&model.session, model.session.game.tree());
    let turn = session.game.position().turn();
    let Some(side) = [turn, !turn].into_iter().find(|&side| session.is_engine(side)) else {
        return Ok(());
    };
    let path = tree.path(session.game.current());
    let own = path.into_iter().map(|id| tree.node(id)).filter(|node| node.mover() == Some(side));
    let own: Vec<&Node> = own.collect();
    if own.len() < MOVES_BEFORE_DRAW {
        return Err(format!(
            "the engine declines: it agrees to no draw before it has made {MOVES_BEFORE_DRAW} moves"
        ));
    }
    let latest = own.iter().rev().take(EVEN_MOVES).map(|node| node.annotation.evaluation);
    let latest: Vec<Option<Evaluation>> = latest.collect();
    let is_better = |it: &Evaluation| white_view(it.score, side) > Score::DRAW;
    let is_worse =
        |it: &Option<Evaluation>| it.as_ref().is_some_and(|it| white_view(it.score, side) <= WORSE);
    if latest.iter().take(WORSE_MOVES).all(is_worse) {
        return Ok(());
    }
    if latest.iter().flatten().any(is_better) {
        return Err(format!(
            "the engine declines: after one of its last {EVEN_MOVES} moves it thought that it stood better"
        ));
    }
    if latest.iter().any(Option::is_none) {
        return Err(format!(
            "the engine declines: not all of its last {EVEN_MOVES} moves have an evaluation"
        ));
    }
    Ok(())
}

/// A draw that the rules allow is taken.
pub fn claim_draw(model: &mut Model) -> Result<Vec<Effect>, String> {
    model.session.game.claim_draw(model.now).map_err(|error| error.to_string())?;
    Ok(finish(model))
}

/// Asks before the user resigns, or before a game is abandoned in which the other engine failed to move.
pub fn ask_resign(model: &mut Model) -> Result<(), String> {
    let is_failing = failing_side(model).is_some();
    if !is_failing {
        acting_side(model)?;
    }
    model.ask(if is_failing { Confirmation::Abandon } else { Confirmation::Resign });
    Ok(())
}

/// The person to move, or the one person that plays.
fn acting_side(model: &Model) -> Result<Color, String> {
    let turn = model.session.game.position().turn();
    let person = [turn, !turn].into_iter().find(|&side| !model.session.is_engine(side));
    person.ok_or_else(|| {
        let key = model.keymap.way_to("new-game");
        format!("no person plays this game: {key} leaves it unfinished")
    })
}

/// The person to move resigns, or the one person that plays.
pub fn resign(model: &mut Model) -> Result<Vec<Effect>, String> {
    let side = acting_side(model)?;
    model.session.game.resign(side, model.now).map_err(|error| error.to_string())?;
    Ok(finish(model))
}

/// The other engine failed to move: the game is abandoned, and lost by it.
pub fn abandon(model: &mut Model) -> Result<Vec<Effect>, String> {
    let side = failing_side(model).ok_or("the game goes on: no engine has failed to move")?;
    let end = End::win(!side, Termination::Abandoned);
    model.session.game.conclude(end, model.now).map_err(|error| error.to_string())?;
    let why = model.forget_failure().unwrap_or_default();
    model.session.forget_edits();
    let current = model.session.game.current();
    let comment = &mut model.session.game.tree_mut().node_mut(current).comment;
    *comment = format!("{comment} {why}").trim().to_owned();
    Ok(finish(model))
}

/// The side of the other engine, while the game stands still because it failed to move.
fn failing_side(model: &Model) -> Option<Color> {
    let turn = model.session.game.position().turn();
    let is_failing = model.session.is_paused() && model.external.failure.is_some();
    model.session.external.filter(|&side| is_failing && side == turn)
}
