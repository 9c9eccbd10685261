//! The user's settings, each field checked by what uses it. Read by the screen at the start and by `lucena doctor`.

use super::external::find_command;
use crate::base::read_text;
use crate::config::settings::SettingsError;
use crate::config::{Paths, Settings};
use crate::rules::PolyglotBook;
use crate::search::Tablebases;
use crate::strength::human::{HumanBook, HumanModel};
use crate::timing::TimeManager;
use crate::tui::model::strengths::Strengths;
use crate::tui::update::{new_game, settings};
use crate::tui::values::board::PieceStyle;
use crate::tui::values::format::names_of;
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use crate::tui::values::theme::Theme;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use strum::VariantArray;

/// Reads the settings; a field whose value the program cannot use has its default and an error. Tablebases are not opened,
/// which may take seconds: only their folder is read.
pub fn load_settings(paths: &Paths) -> (Settings, Vec<SettingsError>) {
    let mut strengths = Strengths::default();
    let personalities = paths.personalities();
    if let Ok(text) = read_text(&personalities) {
        // What is wrong there is reported where the personalities are taken in.
        drop(strengths.roster.merge(&personalities.display().to_string(), &text));
    }
    Settings::load_checked(&paths.settings(), &|field, settings| {
        let Settings { play, engine, screen } = settings;
        match field {
            "play.name" if !settings::is_name(&play.name) => Err("expected a name".to_owned()),
            "play.control" => new_game::controls(&play.control).map(drop),
            "play.dial" => {
                let mut strengths = strengths.clone();
                strengths.set_model(play.strength_model.parse().unwrap_or_default());
                strengths.parse(&play.dial).map(drop)
            }
            "engine.time_manager" => {
                TimeManager::from_text(&engine.time_manager).map(drop).map_err(words)
            }
            "engine.syzygy" => readable(&engine.syzygy, |path| {
                let mut folders = Tablebases::folders(path).into_iter();
                folders.try_for_each(|folder| std::fs::read_dir(folder).map(drop))
            }),
            "engine.book" => readable(&engine.book, |path| PolyglotBook::read(path).map(drop)),
            "engine.human_model" => readable(&engine.human_model, |path| {
                let text = read_text(path).map_err(words)?;
                HumanModel::from_text(&path.display().to_string(), &text).map(drop).map_err(words)
            }),
            "engine.human_book" => readable(&engine.human_book, |path| {
                let text = read_text(path).map_err(words)?;
                HumanBook::from_text(&path.display().to_string(), &text).map(drop).map_err(words)
            }),
            "engine.external" => find_command(Path::new(""), &engine.external).map(drop),
            "screen.theme" if is_theme(paths, &screen.theme) => Ok(()),
            "screen.theme" => Err(format!("there is no theme {:?}", screen.theme)),
            "screen.pieces" => one_of::<PieceStyle>(&screen.pieces),
            "screen.layout" => one_of::<Preset>(&screen.layout),
            "screen.hidden" => screen.hidden.iter().try_for_each(|name| panel(name)),
            "screen.focus" if screen.focus.is_empty() => Ok(()),
            "screen.focus" => panel(&screen.focus),
            _ => Ok(()),
        }
    })
}

/// What `read` says of a file or folder; an empty path is none.
fn readable<E: ToString>(path: &Path, read: impl Fn(&Path) -> Result<(), E>) -> Result<(), String> {
    if path.as_os_str().is_empty() { Ok(()) } else { read(path).map_err(words) }
}

fn words(error: impl ToString) -> String {
    error.to_string()
}

/// Checks a name of a list; an empty one is the default.
fn one_of<T: FromStr + VariantArray + ToString>(name: &str) -> Result<(), String> {
    let is_known = name.is_empty() || name.parse::<T>().is_ok();
    if is_known { Ok(()) } else { Err(format!("expected one of {}", names_of::<T>())) }
}

fn panel(name: &str) -> Result<(), String> {
    Panel::find(name).map(drop)
}

/// The file of the user's theme called `name`; a name that leads out of the folder has none.
pub(super) fn theme_file(paths: &Paths, name: &str) -> Option<PathBuf> {
    let is_name = !name.contains(['/', '\\', '.']);
    is_name.then(|| paths.themes().join(format!("{name}.ron")))
}

/// Whether there is a theme of this name, whatever its file holds.
fn is_theme(paths: &Paths, name: &str) -> bool {
    let is_own = || theme_file(paths, name).is_some_and(|file| file.symlink_metadata().is_ok());
    Theme::built_in(name).is_ok() || is_own()
}
