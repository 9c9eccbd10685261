//! The seed of the dial's errors: handed to the engine with the options, and written into the record of the game.

use crate::game::NodeId;
use crate::rules::Color;
use crate::tui::model::thinking::Purpose;
use crate::tui::model::{Effect, EngineEffect, Model};

/// Sets the preferred options. Without a seed of the user's that of the game stays.
pub fn set_options(model: &mut Model) -> Effect {
    let mut options = Box::new(model.prefs.engine.clone());
    options.seed = model.seeds.change(options.own_seed());
    note_seed(model);
    EngineEffect::SetOptions(options).into()
}

/// The engine begins a game, which has the seed `kept`, the user's, or one that is drawn.
pub fn new_game(model: &mut Model, kept: Option<u64>) -> Effect {
    let mut options = Box::new(model.prefs.engine.clone());
    options.seed = model.seeds.begin_game(kept.or(options.own_seed()));
    note_seed(model);
    EngineEffect::NewGame(options).into()
}

/// The seed in use goes into the record of a game against the dial; one of the middle of a game with the number of the first move
/// that is made with it.
pub fn note_seed(model: &mut Model) {
    let Some(seed) = model.seeds.in_force else { return };
    if !model.session.started || model.session.dial_in_play().is_err() {
        return;
    }
    let session = &model.session;
    let (game, turn) = (&session.game, session.game.position().turn());
    let before = game.tags.get("DialSeed").filter(|_| game.current() != NodeId::ROOT);
    let value = match before {
        Some(before) if last_seed(before) == Some(seed) => return,
        Some(before) => {
            let last = game.tree().node(game.current()).move_number();
            let next = last + usize::from(turn == Color::White);
            let is_thinking = model.thinking.purpose == Purpose::Move;
            let from = match (session.has_dial(turn), session.has_dial(!turn)) {
                (true, _) if !is_thinking => next,
                (_, true) => next + usize::from(turn == Color::Black),
                (_, false) => next + 1,
            };
            format!("{before}; {seed} from move {from}")
        }
        None => seed.to_string(),
    };
    model.session.game.tags.set("DialSeed", &value);
}

/// The seed that the last moves of a game were made with, by its tag `DialSeed`: `5`, or `5; 7 from move 12`.
pub fn last_seed(tag: &str) -> Option<u64> {
    tag.rsplit("; ").next()?.split(' ').next()?.parse().ok()
}
