//! The list of the library's files and the repertoire.

use super::super::files;
use super::super::games::Listing;
use super::Storage;
use crate::base::ChangeLock;
use crate::config::Paths;
use crate::library::{LibraryFiles, Player, Repertoire, check_games};
use crate::tui::model::Event;
use crate::tui::model::effect::{LibraryChange, RepertoireChange, StatisticsOrder};
use anyhow::{Result, anyhow};
use std::path::PathBuf;
use std::sync::mpsc::Sender;

impl Storage {
    /// The list of the library's files, where it is kept, and the folder of the recorded games. What is wrong with the list is
    /// reported; a list that is to be changed has to be right, so that nothing of it is lost.
    fn library_files(
        &self,
        is_changed: bool,
        events: &Sender<Event>,
    ) -> Result<(LibraryFiles, PathBuf, PathBuf)> {
        let paths =
            self.paths.as_ref().ok_or_else(|| anyhow!("there is no folder for a library"))?;
        let list = paths.library();
        if is_changed {
            return Ok((LibraryFiles::load(&list)?, list, paths.games()));
        }
        let (files, errors) = LibraryFiles::load_valid(&list)?;
        for error in errors {
            Event::Failed(format!("left out: {error}")).send_to(events);
        }
        Ok((files, list, paths.games()))
    }

    /// What statistics are computed of, after a change of the repertoire.
    pub(super) fn statistics(
        &self,
        order: StatisticsOrder,
        events: &Sender<Event>,
    ) -> Result<(Listing, Player)> {
        let StatisticsOrder { number, filter, player, repertoire } = order;
        let is_changed = !matches!(repertoire, RepertoireChange::Keep);
        let (mut library, list, records) = self.library_files(is_changed, events)?;
        let wanted = match repertoire {
            RepertoireChange::Keep => library.repertoire.clone(),
            RepertoireChange::Use(ref file) => Some(files::whole_path(&self.folder, file)),
            RepertoireChange::Remove => None,
        };
        let read = wanted.as_ref().map(|file| Repertoire::read(file)).transpose();
        let read = match repertoire {
            // A file that cannot be read is not remembered.
            RepertoireChange::Use(_) => Ok(read?),
            // One that is remembered may be gone, and most of the statistics do not need it.
            RepertoireChange::Keep | RepertoireChange::Remove => {
                read.map_err(|error| error.to_string())
            }
        };
        if library.repertoire != wanted {
            let _lock = ChangeLock::of(&list);
            // Reading the repertoire takes its time: another Lucena may have changed the list meanwhile.
            library = LibraryFiles::load(&list)?;
            library.repertoire = wanted;
            library.save(&list)?;
        }
        let files = library.with_records(&records);
        Ok((Listing::Statistics { number, files, filter, repertoire: read }, player))
    }

    /// The files of the library after a change of its list.
    pub(super) fn library(
        &self,
        change: &LibraryChange,
        events: &Sender<Event>,
    ) -> Result<Vec<PathBuf>> {
        let is_changed = !matches!(change, LibraryChange::None);
        if let LibraryChange::Add(file) = change {
            // A file without games is not remembered.
            check_games(&files::whole_path(&self.folder, file))?;
        }
        let list = self.paths.as_ref().filter(|_| is_changed).map(Paths::library);
        let _lock = list.map(|list| ChangeLock::of(&list));
        let (mut library, list, records) = self.library_files(is_changed, events)?;
        match change {
            LibraryChange::None => {}
            LibraryChange::Add(file) => {
                let file = files::whole_path(&self.folder, file);
                if library.add(&file) {
                    library.save(&list)?;
                }
            }
            LibraryChange::Remove(file) => {
                let whole = files::whole_path(&self.folder, file);
                // Earlier versions have kept paths as they were typed.
                library.remove(&whole).or_else(|wrong| library.remove(file).map_err(|_| wrong))?;
                library.save(&list)?;
            }
        }
        Ok(library.with_records(&records))
    }
}
