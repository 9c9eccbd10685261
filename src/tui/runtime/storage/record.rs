//! The record of the game, games that were not finished, and games that are saved elsewhere.

use super::super::files;
use super::{GameSources, Record, Storage};
use crate::base::{create_private_dir, write_new};
use crate::config::{Paths, local_now};
use crate::game::Game;
use crate::game::autosave::{self, UnfinishedGames};
use crate::game::pgn::{self, GameSource, PgnSaveError};
use crate::tui::model::Event;
use crate::tui::model::adjourned::{ANALYSIS_NOTE, AdjournedGame};
use crate::tui::model::effect::{SaveAs, SaveNote};
use crate::tui::model::saved::{GameSnapshot, set_date};
use crate::tui::values::overwrite::split_overwrite;
use anyhow::{Result, anyhow, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

impl Storage {
    /// Saves a game where the user wants it; an existing file is replaced only if the user said so.
    pub(super) fn save_as(&mut self, mut save: SaveAs, events: &Sender<Event>) -> Result<Event> {
        // The model may not know yet when its record was begun.
        if let Some(record) = self.record.as_ref().filter(|_| save.is_recorded) {
            set_date(&mut save.game, &record.date);
        }
        let (name, is_replaced) = split_overwrite(&save.file);
        files::check_named(name)?;
        let (file, number) = files::numbered(&self.folder, name);
        if self.sources.game != save.id {
            self.sources =
                GameSources { game: save.id.clone(), files: save.source.into_iter().collect() };
        }
        let is_replaced = save.overwrite || is_replaced;
        if let Some(number) = number {
            self.check_number(&file, number, is_replaced)?;
        }
        let saved = pgn::save(&file, &save.game, &mut self.sources.files, is_replaced);
        let letters = match saved {
            Err(error @ PgnSaveError::Exists(_)) => {
                bail!("{error}; ! after the name or :overwrite {} replaces it", name.display())
            }
            Err(error @ PgnSaveError::Gone(_)) => bail!(
                "{error}; :save in another file keeps this game, ! after the name or :overwrite {} writes it alone",
                name.display()
            ),
            saved => saved?,
        };
        self.unsaved.copied(&save.id, save.game);
        Event::ChangesSaved(save.id, save.changes, file.clone()).send_to(events);
        let letters = letters.map_or_else(String::new, |language| {
            format!("{language} piece letters became English: ")
        });
        let written = format!("{letters}{} was written", file.display());
        Ok(Event::Written(match save.note {
            SaveNote::None => written,
            SaveNote::Annotating => {
                format!(
                    "{written} without the marks to come; it is written again when annotating ends"
                )
            }
            SaveNote::After(words) => format!("{words}; {written}"),
        }))
    }

    /// Fails unless the game stands in the file under this number, where saving replaces it.
    fn check_number(&self, file: &Path, number: usize, is_replaced: bool) -> Result<()> {
        let shown = file.display();
        if is_replaced {
            bail!("#{number} is one game, but all games of {shown} would be replaced");
        }
        let real = |path: &Path| fs::canonicalize(path).ok();
        let is_it = |source: &GameSource| {
            source.number + 1 == number && real(source.index.file()) == real(file)
        };
        if !self.sources.files.iter().any(is_it) {
            bail!(
                "this game is not game #{number} of {shown}; without a number it goes into a file of its own"
            );
        }
        Ok(())
    }

    /// The games that were not finished: the newest first, but boards to analyse on after them, and those without a move last;
    /// and how many more a running program has open.
    pub(super) fn unfinished(&self, events: &Sender<Event>) -> (Vec<AdjournedGame>, usize) {
        let games = self.paths.as_ref().map(|paths| autosave::unfinished_games(&paths.games()));
        let UnfinishedGames { resumable: games, in_use, errors } = games.unwrap_or_default();
        for error in errors {
            Event::Failed(format!("an unfinished game cannot be resumed: {error}")).send_to(events);
        }
        let mut found: Vec<AdjournedGame> = games
            .into_iter()
            .map(|found| AdjournedGame {
                record: found.record().to_owned(),
                is_analysis: found.state.notes.contains_key(ANALYSIS_NOTE),
                game: found.game,
            })
            .collect();
        found.sort_by_key(|game| (game.moves() == 0, game.is_analysis));
        (found, in_use)
    }

    /// The same at the start, where one of them is offered and this process has none open.
    pub(super) fn find_unfinished(&self, events: &Sender<Event>) -> Event {
        let (found, in_use) = self.unfinished(events);
        let games = match in_use {
            0 => None,
            1 => {
                Some("a game is open in another running Lucena; it is not offered here".to_owned())
            }
            games => Some(format!(
                "{games} games are open in other running Lucenas; they are not offered here"
            )),
        };
        if let Some(words) = games {
            Event::Info(words).send_to(events);
        }
        let is_first_run = self.paths.as_ref().is_some_and(|paths| !paths.settings().exists());
        Event::Unfinished(found, is_first_run)
    }

    /// Records the game; the first time it gets its file and its date.
    pub(super) fn save_game(
        &mut self,
        snapshot: GameSnapshot,
        events: &Sender<Event>,
    ) -> Result<Option<Event>> {
        let paths = self.paths.as_ref();
        let paths = paths.ok_or_else(|| anyhow!("the game is not saved: no folder for games"))?;
        let GameSnapshot { id, mut game, now, notes } = snapshot;
        let (mut record, is_new) = match self.record.take() {
            Some(record) => (record, false),
            None => {
                let stamp = local_now();
                let file = autosave::Autosave::create(&paths.games(), stamp);
                (Record { file: file?, date: stamp.date() }, true)
            }
        };
        set_date(&mut game, &record.date);
        let event = is_new.then(|| Event::RecordStarted(id, record.date.clone()));
        let state = autosave::ResumeState { notes, ..Default::default() };
        let saved = record.file.save(&game, now, &state);
        let shown = record.file.record().display().to_string();
        self.record = Some(record);
        if let Some(copy) = saved? {
            let text = format!(
                "another program changed {shown}, where this game is recorded; what it wrote is kept in {}",
                copy.display()
            );
            Event::Failed(text).send_to(events);
        }
        Ok(event)
    }

    /// Writes the game into the folder of copies.
    pub(super) fn keep_changes(&self, game: &Game) -> Result<PathBuf> {
        let paths = self.paths.as_ref().ok_or_else(|| anyhow!("there is no folder for a copy"))?;
        let folder = paths.data(Self::RECOVERED);
        let stamp = local_now().file_name();
        let file = folder.join(format!("{stamp}-{}.pgn", std::process::id()));
        let written = create_private_dir(&folder)
            .and_then(|()| write_new(&file, pgn::write(game).as_bytes()));
        written.map_err(|error| anyhow!("{}: {error}", file.display()))?;
        Ok(file)
    }

    /// The newest of these copies in words, if there is one.
    pub(super) fn recovered(paths: &Paths) -> Option<String> {
        let entries = fs::read_dir(paths.data(Self::RECOVERED)).ok()?;
        let newest = entries.filter_map(|entry| Some(entry.ok()?.path())).max()?;
        let file = newest.display();
        Some(format!(
            "{file} has changes of a game that were not saved: :open it, delete it when done"
        ))
    }
}
