//! The settings as a form, and the preferences that it describes.

use super::form::{Entry, Field, Form};
use crate::base::Millis;
use crate::timing;
use crate::tui::board::PieceStyle;
use crate::tui::model::Prefs;
use crate::tui::theme::Theme;

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
        Field::choice("theme", &prefs.theme, &themes, "Applied at once; includes your own themes.")
            .free(),
        Field::choice("pieces", prefs.pieces.name(), &styles, "Piece style."),
        Field::choice(
            "hash",
            &hash,
            &["16", "64", "128", "256", "1024"],
            "Transposition table (TT) in MiB.",
        )
        .free(),
        Field::choice("lines", &lines, &["1", "2", "3", "5"], "Principal variations shown.").free(),
        Field::choice(
            "think",
            &think,
            &["0.5", "1", "2", "5", "10"],
            "Seconds per move without a clock.",
        )
        .free(),
        Field::choice("ponder", switch(prefs.ponder), &SWITCH, "Search during your turn as well."),
        Field::choice(
            "coordinates",
            switch(prefs.coordinates),
            &SWITCH,
            "Show file and rank names.",
        ),
        Field::choice(
            "bell",
            switch(prefs.bell),
            &SWITCH,
            "Ring the terminal bell when the engine moves.",
        ),
        Field::choice(
            "time manager",
            &prefs.engine.time_manager,
            &[timing::PLAYING, "smooth", "fixed"],
            "Time manager and its parameters.",
        )
        .free(),
        tablebases(&prefs.engine.syzygy_path),
        other_engine(&prefs.external),
    ])
}

fn tablebases(folder: &str) -> Field {
    Field::choice("tablebases", folder, &[], "Directory of Syzygy tablebases, empty for none.")
        .free()
}

fn other_engine(command: &str) -> Field {
    let help = "Command that starts another UCI engine.";
    Field::choice("other engine", command, &["stockfish"], help).free()
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
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked ranges")]
    {
        prefs.engine.hash_mib = number("hash", 1.0, 65_536.0)? as usize;
        prefs.engine.multi_pv = number("lines", 1.0, 64.0)? as usize;
        prefs.think = Millis((number("think", 0.05, 3600.0)? * 1000.0) as i64);
    }
    prefs.ponder = switch("ponder");
    prefs.bell = switch("bell");
    prefs.coordinates = switch("coordinates");
    prefs.external = form.value("other engine").trim().to_owned();
    prefs.engine.time_manager = form.value("time manager").trim().to_owned();
    prefs.engine.syzygy_path = form.value("tablebases").trim().to_owned();
    Ok(prefs)
}
