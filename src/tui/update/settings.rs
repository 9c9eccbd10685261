//! The settings as a form, the preferences that it describes, and what a change of them does.

use super::{external, screen, search, seeds, storage};
use crate::base::Millis;
use crate::config::Setting;
use crate::engine::OptionError;
use crate::game::PlayerKind;
use crate::timing::{self, TimeManager};
use crate::tui::model::dialogs::form::FieldId;
use crate::tui::model::dialogs::{Dialog, Field, Form};
use crate::tui::model::{Effect, Model, Prefs, StorageEffect, require};
use crate::tui::values::board::PieceStyle;
use crate::tui::values::theme::Theme;
use strum::VariantArray as _;

/// The help sentence of a field of the settings file.
fn help(field: &str) -> &'static str {
    Setting::find(field).map_or("", |setting| setting.help)
}

/// The form, filled in with `prefs`; `own` are names of the user's themes.
pub fn form(prefs: &Prefs, own: &[String]) -> Form {
    let names = Theme::names(own);
    let themes: Vec<&str> = names.iter().map(String::as_str).collect();
    let styles: Vec<String> = PieceStyle::VARIANTS.iter().map(PieceStyle::to_string).collect();
    let styles: Vec<&str> = styles.iter().map(String::as_str).collect();
    let switch = |id, is_on: bool, help| {
        Field::choice(id, if is_on { "on" } else { "off" }, &["off", "on"], help)
    };
    let engine = &prefs.engine;
    Form::new(vec![
        Field::free(FieldId::Theme, &prefs.theme, &themes, help("screen.theme")),
        Field::choice(FieldId::Pieces, prefs.pieces.to_string(), &styles, help("screen.pieces")),
        Field::free(
            FieldId::Hash,
            engine.hash_mib.to_string(),
            &["16", "64", "128", "256", "1024"],
            help("engine.hash_mib"),
        ),
        Field::free(
            FieldId::MultiPv,
            engine.multi_pv.to_string(),
            &["1", "2", "3", "5"],
            help("engine.multi_pv"),
        ),
        Field::free(
            FieldId::MoveTime,
            prefs.think.seconds().to_string(),
            &["0.5", "1", "2", "5", "10"],
            "Seconds per move without a clock.",
        ),
        switch(FieldId::Ponder, prefs.ponder, help("engine.ponder")),
        switch(FieldId::Pace, engine.human_pace, help("engine.human_pace")),
        switch(FieldId::Coordinates, prefs.coordinates, help("screen.coordinates")),
        switch(FieldId::Bell, prefs.bell, help("screen.bell")),
        Field::free(
            FieldId::TimeManager,
            &engine.time_manager,
            &[
                timing::DEFAULT_MANAGER,
                "smooth",
                "smooth-experimental",
                "alphazero",
                "simple",
                "fixed",
            ],
            help("engine.time_manager"),
        ),
        Field::free(FieldId::Tablebases, &engine.syzygy_path, &[], help("engine.syzygy")),
        Field::free(
            FieldId::ExternalEngine,
            &prefs.external,
            &["stockfish"],
            help("engine.external"),
        ),
        Field::free(
            FieldId::Name,
            &prefs.play.name,
            &[&Prefs::default().play.name],
            help("play.name"),
        ),
    ])
}

/// Sets a field from `NAME VALUE`, and returns which.
///
/// # Errors
/// Unknown field or value.
pub fn set_field(form: &mut Form, text: &str) -> Result<FieldId, String> {
    // Names of earlier versions.
    let renamed = [("lines ", "multi-pv "), ("think ", "move time ")];
    let renamed = renamed
        .into_iter()
        .find_map(|(old, new)| text.strip_prefix(old).map(|value| format!("{new}{value}")));
    let text = renamed.as_deref().unwrap_or(text);
    let found = form.fields.iter_mut().find_map(|field| {
        let rest = text.strip_prefix(field.id.label())?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| (rest.trim().to_owned(), field))
    });
    let Some((value, field)) = found else {
        let names: Vec<&str> = form.fields.iter().map(|field| field.id.label()).collect();
        return Err(format!("set {text:?}: expected a value behind one of {}", names.join(", ")));
    };
    let same = field.options.iter().find(|option| option.eq_ignore_ascii_case(&value));
    if !field.is_free && same.is_none() {
        let offered = field.options.join(", ");
        return Err(format!("{} {value:?}: expected one of {offered}", field.id.label()));
    }
    field.value = same.cloned().unwrap_or(value);
    Ok(field.id)
}

/// The preferences of the form; others are taken from `before`.
///
/// # Errors
/// What is wrong with a field.
pub fn prefs(form: &Form, before: &Prefs) -> Result<Prefs, String> {
    let mut prefs = before.clone();
    let switch = |id| form.value(id) == "on";
    let text = |id| form.value(id).trim().to_owned();
    prefs.theme = text(FieldId::Theme);
    prefs.pieces = form.value(FieldId::Pieces).parse().unwrap_or_default();
    for (name, id) in [("hash", FieldId::Hash), ("lines", FieldId::MultiPv)] {
        let (label, text) = (id.label(), text(id));
        let wrong = |error| match error {
            OptionError::Value { expected, .. } => format!("{label} {text:?}: expected {expected}"),
            OptionError::Unknown(_) => error.to_string(),
        };
        prefs.engine.set(name, &text).map_err(wrong)?;
    }
    let seconds = text(FieldId::MoveTime).parse::<f64>().ok();
    let Some(seconds) = seconds.filter(|seconds| (0.05..=3600.0).contains(seconds)) else {
        let (label, text) = (FieldId::MoveTime.label(), text(FieldId::MoveTime));
        return Err(format!("{label} {text:?}: expected a number from 0.05 to 3600"));
    };
    prefs.think = Millis::from_seconds(seconds);
    prefs.ponder = switch(FieldId::Ponder);
    prefs.engine.human_pace = switch(FieldId::Pace);
    prefs.bell = switch(FieldId::Bell);
    prefs.coordinates = switch(FieldId::Coordinates);
    prefs.external = text(FieldId::ExternalEngine);
    let manager = text(FieldId::TimeManager);
    TimeManager::from_text(&manager).map_err(|error| format!("{manager:?}: {error}"))?;
    prefs.engine.time_manager = manager;
    prefs.engine.syzygy_path = text(FieldId::Tablebases);
    if form.value(FieldId::Name) != prefs.play.name {
        let name = text(FieldId::Name);
        require(is_name(&name), || format!("{} {name:?}: expected a name", FieldId::Name.label()))?;
        prefs.play.name = name;
    }
    Ok(prefs)
}

/// Whether a player can be called so.
pub fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && !name.contains(char::is_control)
}

/// Takes over the settings of the form, or shows what is wrong with them.
pub fn accept(model: &mut Model, mut filled: Form) -> Vec<Effect> {
    match prefs(&filled, &model.prefs) {
        Ok(prefs) => {
            let before = form(&model.prefs, &model.own_themes);
            let pairs = filled.fields.iter().zip(&before.fields);
            let changed = pairs.filter(|(now, before)| now.value != before.value);
            let line = |field: &Field| format!(":set {} {}", field.id.label(), field.value);
            let lines = changed.map(|(now, _)| line(now).trim_end().to_owned());
            model.session_script.extend(lines);
            let effects = adopt(model, prefs);
            let count = sought(&effects);
            model.sought_form = (count > 0).then_some((filled, count));
            effects
        }
        Err(wrong) => {
            filled.error = Some(wrong);
            model.dialog = Some(Dialog::Settings(filled));
            Vec::new()
        }
    }
}

/// The preferences are these from now on.
fn adopt(model: &mut Model, mut prefs: Prefs) -> Vec<Effect> {
    let mut effects = Vec::new();
    // What lies on the disk is looked for first.
    let before = &model.prefs.engine.syzygy_path;
    if prefs.engine.syzygy_path != *before && !prefs.engine.syzygy_path.is_empty() {
        let sought = std::mem::replace(&mut prefs.engine.syzygy_path, before.clone());
        effects.push(StorageEffect::FindTablebases(sought).into());
    }
    let external = std::mem::replace(&mut prefs.external, model.prefs.external.clone());
    if external != model.prefs.external {
        effects.extend(external::find_engine(model, &external));
    }
    let has_other_options = prefs.engine != model.prefs.engine;
    // A theme of the user's is the preferred one when it has been read.
    let theme = std::mem::replace(&mut prefs.theme, model.prefs.theme.clone());
    let before = std::mem::replace(&mut model.prefs, prefs).play.name;
    if has_other_options {
        effects.push(seeds::set_options(model));
    }
    if model.prefs.play.name != before {
        effects.extend(rename_player(model, &before));
    }
    let strength = model.prefs.play.strength_model.parse().unwrap_or_default();
    model.strengths.set_model(strength);
    if let Some(elo) = model.session.last_limit.elo()
        && model.session.last_limit.model() != Some(strength)
    {
        let [low, high] = strength.range();
        model.session.last_limit = strength.level(elo.clamp(low, high));
    }
    if !model.prefs.ponder {
        effects.extend(search::drop_ponder(model));
    }
    effects.extend(screen::theme_by_name(model, &theme));
    effects.push(storage::save_prefs(model));
    effects
}

/// The user has another name: it is that of a game that was not begun too, and the games under it are rated.
fn rename_player(model: &mut Model, before: &str) -> Vec<Effect> {
    let name = &model.prefs.play.name;
    if model.session.game.tree().is_empty() && !model.session.is_review() {
        for player in model.session.game.players.iter_mut() {
            if player.kind == PlayerKind::Human && player.name == before {
                player.name.clone_from(name);
            }
        }
    }
    vec![storage::rate_player(model)]
}

/// Sets one of the settings, by its name in the form.
pub fn set(model: &mut Model, text: &str) -> Result<Vec<Effect>, String> {
    let mut filled = form(&model.prefs, &model.own_themes);
    let id = set_field(&mut filled, text)?;
    let prefs = prefs(&filled, &model.prefs)?;
    let effects = adopt(model, prefs);
    let value = filled.value(id).trim();
    // Another engine may be refused, or `off`, which says so itself; a theme of the user's is read first.
    let is_refused = id == FieldId::ExternalEngine && model.prefs.external != value
        || id == FieldId::Theme && Theme::built_in(value).is_err();
    if sought(&effects) == 0 && !is_refused {
        model.notify_info(text);
    }
    Ok(effects)
}

/// How many values are looked for on the disk before they are used?
fn sought(effects: &[Effect]) -> usize {
    let found_later = |it: &StorageEffect| {
        matches!(it, StorageEffect::FindEngine(_) | StorageEffect::FindTablebases(_))
    };
    let is_sought = |it: &&Effect| matches!(it, Effect::Storage(effect) if found_later(effect));
    effects.iter().filter(is_sought).count()
}

/// Uses the folder of tablebases that was looked for, if there is one.
pub fn tablebases_found(model: &mut Model, found: Result<String, String>) -> Vec<Effect> {
    match found {
        Ok(folder) => {
            model.settle_found();
            model.notify_info(format!("tablebases {folder}"));
            model.prefs.engine.syzygy_path = folder;
            vec![seeds::set_options(model), storage::save_prefs(model)]
        }
        Err(why) => {
            model.notify_not_found(why);
            Vec::new()
        }
    }
}

/// The theme of the form is seen at once.
pub fn preview(model: &mut Model) -> Vec<Effect> {
    let Some(Dialog::Settings(form)) = &model.dialog else { return Vec::new() };
    let name = form.value(FieldId::Theme).to_owned();
    // A name that is being typed is none yet.
    let known = Theme::names(&model.own_themes).contains(&name);
    if known && name != model.theme.name { screen::theme_by_name(model, &name) } else { Vec::new() }
}
