//! The settings as a form, and the preferences that it describes.

use super::form::{Entry, Field, Form};
use crate::base::Millis;
use crate::config::Setting;
use crate::timing;
use crate::tui::board::PieceStyle;
use crate::tui::model::Prefs;
use crate::tui::theme::Theme;

/// The help sentence of a field of the settings file.
fn help(field: &str) -> &'static str {
    Setting::find(field).map_or("", |setting| setting.help)
}

const SWITCH: [&str; 2] = ["off", "on"];

/// The form, filled in with `prefs`; `own` are names of the user's themes.
#[must_use]
pub fn form(prefs: &Prefs, own: &[String]) -> Form {
    let names = Theme::names(own);
    let themes: Vec<&str> = names.iter().map(String::as_str).collect();
    let styles: Vec<&str> = PieceStyle::ALL.iter().map(|style| style.name()).collect();
    let switch = |toggle: bool| if toggle { "on" } else { "off" };
    let hash = prefs.engine.hash_mib.to_string();
    let lines = prefs.engine.multi_pv.to_string();
    let think = format!("{}", prefs.think.seconds());
    Form::new(vec![
        Field::choice("theme", &prefs.theme, &themes, help("screen.theme")).free(),
        Field::choice("pieces", prefs.pieces.name(), &styles, help("screen.pieces")),
        Field::choice("hash", &hash, &["16", "64", "128", "256", "1024"], help("engine.hash_mib"))
            .free(),
        Field::choice("lines", &lines, &["1", "2", "3", "5"], help("engine.multi_pv")).free(),
        Field::choice(
            "think",
            &think,
            &["0.5", "1", "2", "5", "10"],
            "Seconds per move without a clock.",
        )
        .free(),
        Field::choice("ponder", switch(prefs.ponder), &SWITCH, help("engine.ponder")),
        Field::choice(
            "coordinates",
            switch(prefs.coordinates),
            &SWITCH,
            help("screen.coordinates"),
        ),
        Field::choice("bell", switch(prefs.bell), &SWITCH, help("screen.bell")),
        Field::choice(
            "time manager",
            &prefs.engine.time_manager,
            &[timing::PLAYING, "smooth", "fixed"],
            help("engine.time_manager"),
        )
        .free(),
        tablebases(&prefs.engine.syzygy_path),
        other_engine(&prefs.external),
    ])
}

fn tablebases(folder: &str) -> Field {
    Field::choice("tablebases", folder, &[], help("engine.syzygy")).free()
}

fn other_engine(command: &str) -> Field {
    Field::choice("other engine", command, &["stockfish"], help("engine.external")).free()
}

/// Sets a field from `NAME VALUE`.
///
/// # Errors
/// Unknown field or value.
pub fn set(form: &mut Form, text: &str) -> Result<(), String> {
    let value = |field: &Field| {
        let rest = text.strip_prefix(field.label)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim().to_owned())
    };
    let found = form.fields.iter_mut().find_map(|field| Some((value(field)?, field)));
    let Some((value, field)) = found else {
        let names: Vec<&str> = form.fields.iter().map(|field| field.label).collect();
        return Err(format!("set {text:?}: expected {} and a value", names.join(", ")));
    };
    if field.entry == Entry::Offered && !field.options.contains(&value) {
        let offered = field.options.join(", ");
        return Err(format!("{} {value:?}: expected one of {offered}", field.label));
    }
    field.value = value;
    Ok(())
}

/// The preferences of the form; others are taken from `before`.
///
/// # Errors
/// What is wrong with a field.
pub fn prefs(form: &Form, before: &Prefs) -> Result<Prefs, String> {
    let mut prefs = before.clone();
    let number = |label: &str, low: f64, high: f64| {
        let text = form.value(label);
        let value = text.trim().parse::<f64>().ok().filter(|value| (low..=high).contains(value));
        value.ok_or_else(|| format!("{label} {text:?}: expected a number from {low} to {high}"))
    };
    let switch = |label: &str| form.value(label) == "on";
    prefs.theme = form.value("theme").trim().to_owned();
    let named = |style: &&PieceStyle| style.name() == form.value("pieces");
    prefs.pieces = PieceStyle::ALL.iter().find(named).copied().unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "checked ranges")]
    {
        prefs.think = Millis((number("think", 0.05, 3600.0)? * 1000.0) as i64);
    }
    for label in ["hash", "lines"] {
        prefs.engine.set(label, form.value(label)).map_err(|error| error.to_string())?;
    }
    prefs.ponder = switch("ponder");
    prefs.bell = switch("bell");
    prefs.coordinates = switch("coordinates");
    prefs.external = form.value("other engine").trim().to_owned();
    prefs.engine.time_manager = form.value("time manager").trim().to_owned();
    prefs.engine.syzygy_path = form.value("tablebases").trim().to_owned();
    Ok(prefs)
}
