//! Answers to what is open over the screen.

use super::{Effect, engine, inspect, play, screen};
use crate::game::{DrawClaims, Game, NodeId};
use crate::rules::{Color, Role};
use crate::tui::Action;
use crate::tui::dialogs::list::{List, Source};
use crate::tui::dialogs::new_game::{self, GameKind};
use crate::tui::dialogs::{Confirmation, Dialog, Form, Help, TOUR, form::Direction, settings};
use crate::tui::external::ExternalEffect;
use crate::tui::inspect::questions::QUESTIONS;
use crate::tui::model::{Model, Prefs, Toggle};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use std::sync::Arc;

/// Opens the form for a new game, after asking if one is under way.
pub fn open_new_game(model: &mut Model) -> Vec<Effect> {
    let game = &model.session.game;
    let under_way =
        model.session.started.is_on() && game.end().is_none() && game.current() != NodeId::ROOT;
    model.dialog = Some(if under_way {
        Dialog::Confirm(Confirmation::NewGame)
    } else {
        Dialog::NewGame(new_game::form(model))
    });
    Vec::new()
}

/// Opens the form for a new game.
pub fn new_game(model: &mut Model) {
    model.dialog = Some(Dialog::NewGame(new_game::form(model)));
}

/// Opens help, tour or settings.
pub fn open(model: &mut Model, action: Action) -> Vec<Effect> {
    model.typing = None;
    model.dialog = Some(match action {
        Action::Help => Dialog::Help(Help::default()),
        Action::Tour => Dialog::Tour(0),
        _ => Dialog::Settings(settings::form(&model.prefs, &model.own_themes)),
    });
    if action == Action::Settings { vec![Effect::ListThemes] } else { Vec::new() }
}

/// Gives the action to what is open; `None` when it is not for it.
pub fn act(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let dialog = model.dialog.as_mut()?;
    let direction = match action {
        Action::NextField | Action::NextChoice => Direction::Forward,
        _ => Direction::Back,
    };
    match (action, dialog) {
        (Action::Quit | Action::Suspend | Action::Redraw, _) => return None,
        (Action::Confirm, _) => return Some(confirm(model)),
        (Action::Close, _) => return Some(close(model)),
        (
            Action::NextField | Action::PreviousField,
            Dialog::NewGame(form) | Dialog::Settings(form),
        ) => {
            form.go(direction);
        }
        (Action::NextChoice | Action::PreviousChoice, Dialog::NewGame(form)) => {
            form.step(direction)
        }
        (Action::NextChoice | Action::PreviousChoice, Dialog::Settings(form)) => {
            form.step(direction);
            return Some(preview(model));
        }
        (Action::NextChoice | Action::NextField, Dialog::Promotion(moves, chosen)) => {
            *chosen = (*chosen + 1) % moves.len().max(1);
        }
        (Action::PreviousChoice | Action::PreviousField, Dialog::Promotion(moves, chosen)) => {
            *chosen = (*chosen + moves.len().max(1) - 1) % moves.len().max(1);
        }
        (Action::NextField | Action::NextChoice, Dialog::Tour(page)) => {
            *page = (*page + 1).min(TOUR.len() - 1);
        }
        (Action::PreviousField | Action::PreviousChoice, Dialog::Tour(page)) => {
            *page = page.saturating_sub(1);
        }
        (Action::NextField | Action::NextChoice, Dialog::List(list)) => list.go(1),
        (Action::PreviousField | Action::PreviousChoice, Dialog::List(list)) => list.go(-1),
        (Action::PageDown, Dialog::List(list)) => list.go(10),
        (Action::PageUp, Dialog::List(list)) => list.go(-10),
        (Action::NextField | Action::NextChoice, Dialog::Questions(row)) => {
            *row = (*row + 1) % QUESTIONS.len();
        }
        (Action::PreviousField | Action::PreviousChoice, Dialog::Questions(row)) => {
            *row = (*row + QUESTIONS.len() - 1) % QUESTIONS.len();
        }
        (Action::ScrollDown, Dialog::Help(help)) => help.scrolled(1),
        (Action::ScrollUp, Dialog::Help(help)) => help.scrolled(-1),
        (Action::PageDown, Dialog::Help(help)) => help.scrolled(10),
        (Action::PageUp, Dialog::Help(help)) => help.scrolled(-10),
        _ => {}
    }
    Some(Vec::new())
}

/// Text for what is open.
pub fn enter(model: &mut Model, text: &str) -> Vec<Effect> {
    match &mut model.dialog {
        Some(Dialog::NewGame(form)) => form.enter(text),
        Some(Dialog::Settings(form)) => {
            form.enter(text);
            return preview(model);
        }
        Some(Dialog::List(list)) => list.filter_by(Some(text)),
        Some(Dialog::Help(help)) => {
            help.filter.push_str(text);
            help.scroll = 0;
        }
        Some(Dialog::Promotion(moves, _)) => {
            let role = text.chars().next().and_then(Role::from_char);
            let mv = moves.iter().copied().find(|mv| mv.promotion() == role);
            if let Some(mv) = mv {
                model.dialog = None;
                return play::user_move(model, mv);
            }
        }
        Some(Dialog::Confirm(_) | Dialog::Resume(_)) if text == "y" => return confirm(model),
        Some(Dialog::Confirm(_) | Dialog::Resume(_)) if text == "n" => return close(model),
        Some(Dialog::Questions(_)) => {
            let asked = QUESTIONS.iter().position(|listed| text.starts_with(listed.key));
            if let Some(asked) = asked {
                model.dialog = None;
                return inspect::ask_listed(model, asked);
            }
        }
        Some(Dialog::Tour(_)) if text == " " => return confirm(model),
        _ => {}
    }
    Vec::new()
}

/// Backspace.
pub fn erase(model: &mut Model) -> Vec<Effect> {
    match &mut model.dialog {
        Some(Dialog::NewGame(form) | Dialog::Settings(form)) => form.erase(),
        Some(Dialog::List(list)) => list.filter_by(None),
        Some(Dialog::Help(help)) => {
            help.filter.pop();
        }
        _ => {}
    }
    Vec::new()
}

/// Yes.
pub fn confirm(model: &mut Model) -> Vec<Effect> {
    match model.dialog.take() {
        Some(Dialog::NewGame(form)) => accept_game(model, form),
        Some(Dialog::Settings(form)) => accept_settings(model, form),
        Some(Dialog::Confirm(question)) => answer(model, question),
        Some(Dialog::Promotion(moves, chosen)) => match moves.get(chosen) {
            Some(&mv) => play::user_move(model, mv),
            None => Vec::new(),
        },
        Some(Dialog::Resume(_)) => vec![Effect::Resume],
        Some(Dialog::List(list)) => choose(model, &list),
        Some(Dialog::Questions(row)) => inspect::ask_listed(model, row),
        Some(Dialog::Tour(page)) if page + 1 < TOUR.len() => {
            model.dialog = Some(Dialog::Tour(page + 1));
            Vec::new()
        }
        Some(Dialog::Tour(_)) => after_tour(model),
        _ => Vec::new(),
    }
}

/// No.
fn close(model: &mut Model) -> Vec<Effect> {
    match model.dialog.take() {
        // A theme that was only tried is taken back.
        Some(Dialog::Settings(_)) => {
            let name = model.prefs.theme.clone();
            screen::theme_by_name(model, &name)
        }
        Some(Dialog::Resume(_)) => {
            new_game(model);
            vec![Effect::DiscardUnfinished]
        }
        Some(Dialog::Tour(_)) => after_tour(model),
        _ => Vec::new(),
    }
}

/// Opens a list to choose from.
pub fn list(model: &mut Model, source: Source) -> Vec<Effect> {
    model.dialog = Some(Dialog::List(Box::new(List::new(source))));
    Vec::new()
}

/// Opens the game or shows the moment that was chosen.
fn choose(model: &mut Model, list: &List) -> Vec<Effect> {
    match (&list.source, list.selected()) {
        (Source::Games(index), Some(number)) => vec![Effect::Read(Arc::clone(index), number)],
        (Source::CriticalMoments(moments), Some(number)) => {
            if let Some(&(node, _)) = moments.get(number) {
                play::view_node(model, node);
            }
            Vec::new()
        }
        (Source::Strengths(choices), Some(number)) => match choices.get(number) {
            Some(&(dial, _)) => engine::set_dial(model, dial),
            None => Vec::new(),
        },
        (_, None) => Vec::new(),
    }
}

/// Sets up a game against the opponent that the player's rating suggests.
pub fn next_opponent(model: &mut Model) -> Vec<Effect> {
    let Some(next) = model.strengths.next() else {
        model.notify_error(
            "no opponent to suggest yet: no finished game against the dial is recorded",
        );
        return Vec::new();
    };
    model.prefs.play.dial = next.to_string();
    open_new_game(model)
}

/// The tour of a first run leads to the first game.
fn after_tour(model: &mut Model) -> Vec<Effect> {
    if model.session.started == Toggle::Off && model.session.viewed.is_none() {
        new_game(model);
    }
    Vec::new()
}

fn answer(model: &mut Model, question: Confirmation) -> Vec<Effect> {
    match question {
        Confirmation::Quit => vec![Effect::Quit],
        Confirmation::Resign => play::resign(model),
        Confirmation::DeleteLine => super::review::delete(model),
        Confirmation::ClaimDraw => play::claim_draw(model),
        Confirmation::NewGame => {
            new_game(model);
            Vec::new()
        }
    }
}

fn accept_game(model: &mut Model, mut form: Form) -> Vec<Effect> {
    match new_game::game(&form, model) {
        Ok((game, sort)) => {
            let liked = &mut model.prefs.play;
            liked.control = form.value("time").to_owned();
            liked.dial = form.value("strength").to_owned();
            liked.side = form.value("you play").to_lowercase();
            model.done.push(new_game::line(&form));
            let mut effects = play(model, game, sort);
            effects.push(Effect::SavePrefs);
            effects
        }
        Err(wrong) => {
            form.error = Some(wrong);
            model.dialog = Some(Dialog::NewGame(form));
            Vec::new()
        }
    }
}

/// Starts a game, or a board to analyse on.
pub fn play(model: &mut Model, game: Game, sort: GameKind) -> Vec<Effect> {
    model.session.external = if let GameKind::External(side) = sort { Some(side) } else { None };
    let mut effects = start(model, game);
    if sort == GameKind::Analysis {
        effects.extend(super::act(model, Action::Analyse));
    }
    effects
}

/// Starts a game that was set up.
pub fn start(model: &mut Model, mut game: Game) -> Vec<Effect> {
    game.claims =
        if model.prefs.play.claim_draws { DrawClaims::Automatic } else { DrawClaims::OnDemand };
    let mut effects = engine::cancel_search(model);
    let (limit, outside) = (model.session.last_limit, model.session.external);
    model.session = Session::of(game);
    (model.session.last_limit, model.session.external) = (limit, outside);
    if let Some(elo) = model.session.dial().elo() {
        model.session.last_limit = elo;
    }
    model.outside.returning = Toggle::Off;
    model.thinking.report = None;
    model.thinking.last_move = None;
    model.thinking.finished = None;
    model.hand.picked = None;
    model.hand.hint = None;
    model.hand.cursor_seen = Toggle::Off;
    model.scroll.clear();
    play::orient_board(model);
    effects.extend([Effect::NewGame, Effect::NewRecord, Effect::External(ExternalEffect::NewGame)]);
    play::start_clock(model);
    let is_watched = Color::ALL.into_iter().all(|side| model.session.is_engine(side));
    model.notify_info(match is_watched {
        true => "a new game: the engines play, p pauses",
        false => "a new game: type a move, or use the arrows or the mouse",
    });
    effects.extend(engine::start_turn(model));
    effects
}

fn accept_settings(model: &mut Model, mut form: Form) -> Vec<Effect> {
    match settings::prefs(&form, &model.prefs) {
        Ok(prefs) => adopt(model, prefs),
        Err(wrong) => {
            form.error = Some(wrong);
            model.dialog = Some(Dialog::Settings(form));
            Vec::new()
        }
    }
}

/// The preferences are these from now on.
fn adopt(model: &mut Model, mut prefs: Prefs) -> Vec<Effect> {
    let mut effects = Vec::new();
    if prefs.engine != model.prefs.engine {
        effects.push(Effect::SetOptions(Box::new(prefs.engine.clone())));
    }
    // A theme of the user's is the preferred one when it has been read.
    let theme = std::mem::replace(&mut prefs.theme, model.prefs.theme.clone());
    if prefs.external != model.prefs.external {
        effects.extend(super::external::name(model, &prefs.external));
    }
    model.prefs = prefs;
    if !model.prefs.ponder.is_on() {
        effects.extend(super::ponder::drop(model));
    }
    effects.extend(screen::theme_by_name(model, &theme));
    effects.push(Effect::SavePrefs);
    effects
}

/// Sets one of the settings, by its name in the form.
pub fn set(model: &mut Model, text: &str) -> Result<Vec<Effect>, String> {
    let mut form = settings::form(&model.prefs, &model.own_themes);
    settings::set(&mut form, text)?;
    let prefs = settings::prefs(&form, &model.prefs)?;
    model.notify_info(text);
    Ok(adopt(model, prefs))
}

/// The theme of the form is seen at once.
fn preview(model: &mut Model) -> Vec<Effect> {
    let Some(Dialog::Settings(form)) = &model.dialog else { return Vec::new() };
    let name = form.value("theme").to_owned();
    // A name that is being typed is none yet.
    let known = Theme::names(&model.own_themes).contains(&name);
    if known && name != model.theme.name { screen::theme_by_name(model, &name) } else { Vec::new() }
}

/// A click into a form chooses a field; on the chosen one it steps the value.
pub fn click_field(form: &mut Form, row: u16, rows: u16) {
    match form.row(row, rows) {
        Some(at) if at == form.selected => form.step(Direction::Forward),
        Some(at) => form.selected = at,
        None => {}
    }
}
