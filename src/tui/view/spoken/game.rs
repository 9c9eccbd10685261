//! The game in words: its players and state, the moves of its record, the clocks.

use super::position::{spoken_move, turn};
use super::words::{side, time};
use crate::game::pgn::{distinct_nags, nag_meaning};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Position, notation};
use crate::tui::model::Model;
use crate::tui::view::clock::moves_to_go;

/// The move that led to `node`, and what the record says of it.
pub fn step(game: &Game, node: NodeId) -> Vec<String> {
    let here = game.tree().node(node);
    let (Some(parent), Some(mover)) = (here.parent(), here.mover()) else {
        return vec!["the start of the game".to_owned()];
    };
    let before = game.position_at(parent);
    let words = here.mv().map_or_else(|| "no move".to_owned(), |mv| spoken_move(before, mv));
    let mut lines = vec![format!("{}: {words}", side(mover))];
    lines.extend(distinct_nags(&here.nags).map(nag_meaning));
    if !here.comment.is_empty() {
        lines.push(format!("comment: {}", here.comment));
    }
    lines
}

/// The last move before the position shown, with its number.
pub fn last(model: &Model) -> Vec<String> {
    let (game, node) = (&model.session.game, model.session.shown());
    let mut lines = step(game, node);
    if node != NodeId::ROOT {
        lines[0] = format!("move {}, {}", game.tree().node(node).move_number(), lines[0]);
    }
    lines
}

/// Who plays, who is to move, and where the game stands.
pub fn status(model: &Model) -> Vec<String> {
    players(model).into_iter().chain(standing(model)).collect()
}

/// Who plays, at which level and control.
pub fn players(model: &Model) -> Vec<String> {
    let session = &model.session;
    let player = |color: Color| {
        let level =
            session.has_dial(color).then(|| model.strengths.setting(session.dial_of(color)));
        let level = level.map_or_else(String::new, |level| format!(", {level}"));
        let control = session.game.clocks().control(color);
        let name = session.game.player_name(color);
        format!("{}: {name}{level}, {control}", side(color))
    };
    vec![player(Color::White), player(Color::Black)]
}

/// Who is to move, and where the game stands.
pub fn standing(model: &Model) -> Vec<String> {
    let session = &model.session;
    let position = session.position();
    let number = position.game_ply() / 2 + 1;
    let state = match session.game.end().filter(|_| session.viewed.is_none()) {
        Some(end) => end.words(),
        None => format!("move {number}, {}", turn(position)),
    };
    let mut lines = vec![state];
    let start = session.game.start();
    if start.castling_mode().is_chess960() {
        lines.push(format!("the game is Chess960 and starts from {}", notation::start_text(start)));
    } else if *start != Position::default() {
        lines.push("the game starts from another position than the usual one".to_owned());
    }
    let states = [
        (session.is_review() || session.viewed.is_some(), "looking back; :last returns to the end"),
        (session.is_paused() && session.game.end().is_none(), "the clocks are paused"),
        (session.is_analysed() && model.thinking.is_busy(), "the engine analyses"),
        (model.thinking.is_busy() && !session.is_analysed(), "the engine thinks"),
    ];
    lines.extend(states.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words.to_owned()));
    lines
}

/// Both clocks; without a time control the time used.
pub fn clocks(model: &Model) -> Vec<String> {
    let session = &model.session;
    let of = |color: Color| {
        let left = session.clock(color, model.now);
        let runs = session.game.clocks().running() == Some(color);
        let words = match left {
            Some(left) => {
                let to_go = session.moves_to_go(color);
                let to_go = to_go.map_or_else(String::new, |it| format!(", {}", moves_to_go(it)));
                format!("has {} left{to_go}", time(left))
            }
            None if session.game.clocks().control(color).initial().is_some() => {
                "has a clock that the record does not give here".to_owned()
            }
            None if session.is_review() && !session.has_times() => {
                "has no times in the record".to_owned()
            }
            None if !session.has_times() => "has no clock".to_owned(),
            None => format!("has used {}, no clock", time(session.spent(color, model.now))),
        };
        let runs = if runs { ", running" } else { "" };
        let earlier = session.earlier_clock(color);
        let earlier =
            earlier.map_or_else(String::new, |it| format!(", had {} at the move shown", time(it)));
        format!("{} {words}{runs}{earlier}", side(color))
    };
    Color::ALL.into_iter().map(of).collect()
}
