//! Playing: moves, taking back, ends of games, and looking at earlier positions.

use super::{Effect, engine, external, review};
use crate::base::Millis;
use crate::game::{DrawClaim, Game, NodeId, Status};
use crate::rules::{Color, Move, notation};
use crate::tui::Action;
use crate::tui::board::Orientation;
use crate::tui::dialogs::{Confirmation, Dialog};
use crate::tui::external::Seat;
use crate::tui::model::{Model, Toggle};
use crate::tui::session::Session;

/// Ends the game if a flag has fallen.
pub fn check_flag(model: &mut Model) -> Vec<Effect> {
    match model.session.game.check_flag(model.now) {
        Some(_) => finish_game(model),
        None => Vec::new(),
    }
}

/// The user makes a move, in the position shown; an earlier position becomes the game first.
pub fn user_move(model: &mut Model, mv: Move) -> Vec<Effect> {
    if model.session.allows_variations() {
        return review::add_variation(model, mv);
    }
    if let Some(node) = model.session.viewed {
        if model.session.analysis == Toggle::Off {
            model.notify_error("you are looking back: . goes forward, x plays on from here");
            return Vec::new();
        }
        model.session.game.goto(node, model.now);
        model.session.viewed = None;
    }
    if model.session.is_engine(model.session.game.position().turn())
        && model.session.analysis == Toggle::Off
    {
        model.notify_error("it is the engine's move");
        return Vec::new();
    }
    start_clock(model);
    model.done.push(format!(":move {}", notation::uci(mv)));
    make(model, mv)
}

/// Plays a move for whoever is to move, then lets the next one act.
pub fn make(model: &mut Model, mv: Move) -> Vec<Effect> {
    model.hand.picked = None;
    model.hand.hint = None;
    model.hand.refused = None;
    model.session.viewed = None;
    model.scroll.clear();
    if let Err(error) = model.session.game.play(mv, model.now) {
        model.notify_error(error.to_string());
        return Vec::new();
    }
    let mut effects = vec![Effect::Save];
    effects.extend(if model.session.game.end().is_some() {
        finish_game(model)
    } else {
        engine::start_turn(model)
    });
    effects
}

/// The first move begins a game that was only set up.
pub fn start_clock(model: &mut Model) {
    if model.session.started == Toggle::Off {
        model.session.started = Toggle::On;
    }
    if model.session.paused == Toggle::Off && model.session.analysis == Toggle::Off {
        model.session.game.start_clock(model.now);
    }
}

/// The game is over: says so, stops the engine, records it.
pub fn finish_game(model: &mut Model) -> Vec<Effect> {
    model.session.premove = None;
    let words = model.session.game.end().map_or_else(String::new, crate::game::End::words);
    let mut effects = engine::cancel_search(model);
    // The rating is taken from the records, this one among them.
    effects.extend([Effect::Save, Effect::RatePlayer]);
    model.notify_info(words);
    effects
}

/// The game of an earlier run goes on where it stood.
pub fn resume(model: &mut Model, game: Game, used: Millis, seat: Option<Seat>) -> Vec<Effect> {
    model.session = Session::of(game);
    model.session.game.deduct_clock(used);
    model.notify_info("the game goes on");
    let mut effects = seat.map_or_else(Vec::new, |seat| external::resume_seat(model, seat));
    orient_board(model);
    start_clock(model);
    if model.session.external != Some(model.session.game.position().turn()) {
        effects.extend(engine::start_turn(model));
    }
    effects
}

/// A game that was read is looked at from its start.
pub fn review(model: &mut Model, game: Game) -> Vec<Effect> {
    let mut effects = engine::cancel_search(model);
    // The game before keeps its file, whatever becomes of this one.
    effects.push(Effect::CloseRecord);
    model.session = Session::of(game);
    model.session.viewed = Some(NodeId::ROOT);
    model.layout.preset = crate::tui::layout::Preset::Review;
    model.notify_info("a game to look through: , and . step");
    effects
}

const NOBODY_PLAYS: &str =
    "no game is being played: n begins one, x plays on from a position looked at";

/// Everything about the course of the game.
pub fn course(model: &mut Model, action: Action) -> Vec<Effect> {
    let plays = matches!(action, Action::TakeBack | Action::Redo | Action::OfferDraw);
    if plays && model.session.started == Toggle::Off {
        model.notify_error(NOBODY_PLAYS);
        return Vec::new();
    }
    match action {
        Action::TakeBack => take_back(model),
        Action::Redo => redo(model),
        Action::OfferDraw => offer_draw(model),
        Action::Pause => pause(model),
        Action::Resume => play_on(model),
        _ => {
            model.layout.orientation = model.layout.orientation.flipped();
            Vec::new()
        }
    }
}

/// Takes back to the user's own last move: one half-move, or two when the engine has answered.
fn take_back(model: &mut Model) -> Vec<Effect> {
    let session = &mut model.session;
    session.viewed = None;
    session.premove = None;
    if session.game.takeback(model.now).is_none() {
        model.notify_error("there is no move to take back");
        return Vec::new();
    }
    let turn = session.game.position().turn();
    if session.is_engine(turn) && !session.is_engine(!turn) {
        session.game.takeback(model.now);
    }
    restarted(model)
}

fn redo(model: &mut Model) -> Vec<Effect> {
    let session = &mut model.session;
    session.viewed = None;
    if session.game.redo(model.now).is_none() {
        model.notify_error("there is no move to play again");
        return Vec::new();
    }
    let turn = session.game.position().turn();
    if session.is_engine(turn) && !session.is_engine(!turn) {
        session.game.redo(model.now);
    }
    restarted(model)
}

/// After a jump: the clocks run again as before, and whoever is to move thinks.
fn restarted(model: &mut Model) -> Vec<Effect> {
    model.hand.picked = None;
    model.hand.hint = None;
    let mut effects = engine::cancel_search(model);
    start_clock(model);
    effects.push(Effect::Save);
    effects.extend(engine::start_turn(model));
    effects
}

/// Looks at another position without touching the game.
pub fn look(model: &mut Model, action: Action) -> Vec<Effect> {
    let game = &model.session.game;
    let shown = model.session.shown();
    let own = game.tree().line_through(game.current());
    // In a variation one goes on through it, and back out of it.
    let (line, aside) =
        if own.contains(&shown) { (own, false) } else { (game.tree().line_through(shown), true) };
    let end = if aside || game.end().is_some() || model.session.started == Toggle::Off {
        line.last().copied().unwrap_or_else(|| game.current())
    } else {
        game.current()
    };
    let at = line.iter().position(|&id| id == model.session.shown()).unwrap_or(0);
    let next = match action {
        Action::Back => line.get(at.saturating_sub(1)).copied(),
        Action::Forward => line.get(at + 1).copied().filter(|_| line[at] != end),
        Action::First => line.first().copied(),
        _ if aside => Some(game.current()),
        _ => Some(end),
    };
    if let Some(next) = next {
        view_node(model, next);
    }
    Vec::new()
}

/// Shows a node; the one that the game stands at is simply the game.
pub fn view_node(model: &mut Model, node: NodeId) {
    model.hand.picked = None;
    model.hand.hint = None;
    model.session.viewed = Some(node).filter(|&node| node != model.session.game.current());
}

/// Makes the position shown the one that is played on from.
fn play_on(model: &mut Model) -> Vec<Effect> {
    let Some(node) = model.session.viewed.take() else {
        model.notify_error("the position shown is the game");
        return Vec::new();
    };
    model.session.game.set_end(None);
    model.session.game.goto(node, model.now);
    model.notify_info("the game goes on from here");
    restarted(model)
}

fn pause(model: &mut Model) -> Vec<Effect> {
    if model.session.game.end().is_some() || model.session.started == Toggle::Off {
        return Vec::new();
    }
    model.session.paused = model.session.paused.flipped();
    if model.session.paused.is_on() {
        model.session.game.pause_clock(model.now);
        let effects = engine::cancel_search(model);
        model.notify_info("paused");
        effects
    } else {
        model.session.game.start_clock(model.now);
        model.notify_info("the clocks run");
        engine::start_turn(model)
    }
}

/// Claims the draw if the rules give one, else offers it to the opponent.
fn offer_draw(model: &mut Model) -> Vec<Effect> {
    let game = &mut model.session.game;
    if let Status::Over(_) = game.status() {
        model.notify_error("the game is over");
        return Vec::new();
    }
    if let Status::Ongoing { claim: Some(claim) } = game.status() {
        let why = match claim {
            DrawClaim::Threefold => "the position has occurred three times",
            DrawClaim::FiftyMoves => "fifty moves have passed",
        };
        model.notify_info(format!("{why}: the draw may be claimed"));
        model.dialog = Some(Dialog::Confirm(Confirmation::ClaimDraw));
        return Vec::new();
    }
    match engine::takes_draw(model) {
        Ok(()) => match model.session.game.agree_draw(model.now) {
            Ok(_) => finish_game(model),
            Err(error) => {
                model.notify_error(error.to_string());
                Vec::new()
            }
        },
        Err(refusal) => {
            model.notify_info(refusal);
            Vec::new()
        }
    }
}

/// A draw that the rules allow is taken.
pub fn claim_draw(model: &mut Model) -> Vec<Effect> {
    match model.session.game.claim_draw(model.now) {
        Ok(_) => finish_game(model),
        Err(error) => {
            model.notify_error(error.to_string());
            Vec::new()
        }
    }
}

/// Resigning is asked about first.
pub fn ask_to_resign(model: &mut Model) -> Vec<Effect> {
    if model.session.game.end().is_some() {
        model.notify_error("the game is over");
    } else if model.session.started == Toggle::Off {
        model.notify_error(NOBODY_PLAYS);
    } else {
        model.dialog = Some(Dialog::Confirm(Confirmation::Resign));
    }
    Vec::new()
}

/// The person to move resigns, or the one person that plays.
pub fn resign(model: &mut Model) -> Vec<Effect> {
    let turn = model.session.game.position().turn();
    let side = if model.session.is_engine(turn) { !turn } else { turn };
    match model.session.game.resign(side, model.now) {
        Ok(_) => finish_game(model),
        Err(error) => {
            model.notify_error(error.to_string());
            Vec::new()
        }
    }
}

/// Copies something to the clipboard.
pub fn copy(model: &mut Model, action: Action) -> Vec<Effect> {
    let text = match action {
        Action::CopyFen => model.session.position().fen(),
        Action::CopyPgn => crate::game::pgn::write(&model.session.game),
        _ => engine_line(model),
    };
    if text.is_empty() {
        model.notify_error("there is no line to copy");
        return Vec::new();
    }
    model.notify_info("copied to the clipboard");
    vec![Effect::Copy(text)]
}

fn engine_line(model: &Model) -> String {
    let Some(report) = &model.thinking.report else { return String::new() };
    let moves = report.search.lines.first().map_or(&[][..], |line| &line.moves);
    let mut position = report.root.clone();
    let mut words = Vec::new();
    for &mv in moves {
        words.push(notation::san(&position, mv));
        position.play(mv);
    }
    words.join(" ")
}

/// The board as the side of the person sees it.
pub fn orient_board(model: &mut Model) {
    let engine = |side| model.session.is_engine(side);
    model.layout.orientation = if engine(Color::White) && !engine(Color::Black) {
        Orientation::Black
    } else {
        Orientation::White
    };
}
