//! What the user prefers, read from the settings; those that differ from the defaults go back to the file.

use crate::base::Millis;
use crate::config::Settings;
use crate::config::settings::Play;
use crate::engine::EngineOptions;
use crate::tui::model::external::keep_option;
use crate::tui::values::board::PieceStyle;
use crate::tui::values::theme::{BUILT_IN, DEFAULT_THEME};
use std::collections::BTreeMap;

/// What the user prefers; it outlives the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Prefs {
    /// The theme's name.
    pub theme: String,
    /// How pieces look.
    pub pieces: PieceStyle,
    /// Time for a move without a clock.
    pub think: Millis,
    /// Does the engine think on the opponent's time?
    pub ponder: bool,
    /// Ring the terminal's bell when the engine has moved?
    pub bell: bool,
    /// Show the names of files and ranks at the board's edge?
    pub coordinates: bool,
    /// Frames a second at most.
    pub frame_rate: u16,
    /// Command that starts another UCI engine.
    pub external: String,
    /// Options of other UCI engines that were set, as `(name, value)`, by command.
    pub external_options: BTreeMap<String, Vec<(String, String)>>,
    /// Options of the engine.
    pub engine: EngineOptions,
    /// What the form for a new game begins with.
    pub play: Play,
}

impl Prefs {
    /// The options to set for the present external engine.
    pub fn options_of_external(&self) -> Vec<(String, String)> {
        self.external_options.get(&self.external).cloned().unwrap_or_default()
    }

    /// Keeps an option of the present external engine.
    pub fn keep_option(&mut self, name: &str, value: &str) {
        let options = self.external_options.entry(self.external.clone()).or_default();
        keep_option(options, name, value);
    }
}

impl Default for Prefs {
    fn default() -> Self {
        Self::from(&Settings::default())
    }
}

impl From<&Settings> for Prefs {
    /// A name that is unknown is left out.
    fn from(Settings { play, engine, screen }: &Settings) -> Self {
        let theme = if screen.theme == DEFAULT_THEME { BUILT_IN[0].0 } else { &screen.theme };
        Self {
            theme: theme.to_owned(),
            pieces: screen.pieces.parse().unwrap_or_default(),
            think: Millis(play.think.clamp(50, 3_600_000)),
            ponder: engine.ponder,
            bell: screen.bell,
            coordinates: screen.coordinates,
            frame_rate: screen.frame_rate,
            external: engine.external.clone(),
            external_options: engine.external_options.clone(),
            engine: EngineOptions {
                hash_mib: engine.hash_mib,
                threads: engine.threads,
                multi_pv: engine.multi_pv,
                move_overhead: Millis(engine.move_overhead),
                time_manager: engine.time_manager.clone(),
                contempt: engine.contempt,
                delayed_loss: engine.delayed_loss,
                draw_by_ply: engine.draw_by_ply,
                granularity: engine.granularity,
                table_bounds: engine.table_bounds.parse().unwrap_or_default(),
                syzygy_path: engine.syzygy.to_string_lossy().into_owned(),
                book: engine.book.to_string_lossy().into_owned(),
                human_pace: engine.human_pace,
                human_model: engine.human_model.to_string_lossy().into_owned(),
                human_book: engine.human_book.to_string_lossy().into_owned(),
                ..EngineOptions::default()
            },
            play: play.clone(),
        }
    }
}
