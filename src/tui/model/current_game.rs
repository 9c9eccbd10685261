//! The game on the board and the one before it: showing another one, what leaving it means, its clocks while a search is paused.

use super::Model;
use crate::game::autosave::EndedGame;
use crate::game::rated::{Unrated, is_measured, rated};
use crate::tui::model::dialogs::LeftGame;
use crate::tui::model::external::{ExternalConfig, Seat};
use crate::tui::model::inspect::Subject;
use crate::tui::model::messages::About;
use crate::tui::model::session::{Session, Unchanged};
use crate::tui::model::thinking::Purpose;

impl Model {
    /// The record was changed, unless it is as before, and with the main line its opening.
    pub fn record_changed(&mut self, before: &Unchanged) {
        if let Some(openings) = &self.openings {
            openings.retag(&before.game, &mut self.session.game);
        }
        self.session.changed(before);
    }

    /// May the game still count for the user's rating?
    pub fn may_be_rated(&self) -> bool {
        let may_come = |reason: &Unrated| matches!(reason, Unrated::Unfinished | Unrated::TooShort);
        let rated = rated(&self.session.game, &self.prefs.play.name);
        self.session.started
            && is_measured(&self.session.dial())
            && rated.map_or_else(|why| why.iter().all(may_come), |_| true)
    }

    /// What a message adds about a game that could be rated before, and no longer can.
    pub fn unrated_words(&self, before: bool) -> &'static str {
        if before && !self.may_be_rated() { "; the game is unrated now" } else { "" }
    }

    /// The analysis ends: nothing that was picked up for either side or marked during it stays on the board.
    pub fn leave_analysis(&mut self) {
        self.session.leave_analysis(self.now);
        let board = &mut self.board_state;
        (board.picked, board.best, board.hint) = (None, false, None);
    }

    /// Shows another game; what was said, picked up, marked and scrolled of the one before goes.
    pub fn show_session(&mut self, session: Session) {
        if self.session.is_analysed() {
            self.leave_analysis();
        }
        let board = &mut self.board_state;
        (board.picked, board.hint, board.refused) = (None, None, None);
        self.scroll.clear();
        // Also what was refused on the game before.
        self.messages.settle(About::Game);
        self.messages.settle(About::Move);
        self.messages.settle_lines();
        self.forget_failure();
        if matches!(self.inspect.subject, Subject::WhatIf(_)) {
            let key = self.keymap.way_to_question('3');
            let words = format!("the budget was one of the game before; {key} asks about this one");
            self.inspect.subject = Subject::Words(words);
        }
        self.session = session;
        // What the other engine thinks is about the game before.
        self.external.report = None;
        self.editor = None;
    }

    /// What a pause says.
    pub fn pause_words(&self) -> String {
        let key = self.keymap.way_to("pause");
        if self.session.is_analysed() {
            return format!("paused: the clocks stand after the analysis too; {key} ends that");
        }
        let or_move = if self.session.is_users_turn() { " or a move" } else { "" };
        format!("paused: {key}{or_move} resumes the clocks")
    }

    /// What leaving the game for another one means; `None` where nothing is lost.
    pub fn left_game(&self) -> Option<LeftGame> {
        match (self.session.is_under_way(), &self.save_failure) {
            (true, None) => Some(LeftGame::Adjourned),
            (true, Some(_)) => Some(LeftGame::Unsaved),
            (false, _) => self.changed_record().map(|it| LeftGame::Changed(it.file())),
        }
    }

    /// The record with changes that no file has. During training it is the one that waits: nobody keeps an exercise.
    pub fn changed_record(&self) -> Option<&Session> {
        let waiting = self.training.as_ref().map(|training| &training.waiting.session);
        Some(waiting.unwrap_or(&self.session)).filter(|session| session.has_unsaved_changes())
    }

    /// How the external engine of the preferences is started.
    pub fn external_config(&self) -> ExternalConfig {
        let (command, options) = (self.prefs.external.clone(), self.external.options.clone());
        ExternalConfig { command, options }
    }

    /// The external engine's part in the game.
    pub fn seat(&self) -> Option<Seat> {
        self.session.external.map(|side| Seat { side, config: self.external_config() })
    }

    /// Does the clock of the game stand while the search is paused? Who inspects a search of the game does not play.
    const fn holds_clock(&self) -> bool {
        matches!(self.thinking.purpose, Purpose::Move | Purpose::Ponder)
    }

    /// Stops the clock of the game as long as its search is paused.
    pub fn hold_clock(&mut self) {
        if self.holds_clock() {
            self.session.game.pause_clock(self.now);
        }
    }

    /// Lets the clock of the game run when its search goes on.
    pub fn run_clock_on(&mut self) {
        if self.holds_clock() {
            self.session.run_clock(self.now);
        }
    }

    /// Is the game on the screen being annotated?
    pub fn is_annotating(&self) -> bool {
        self.annotating.main_line.as_ref().is_some_and(|line| line.fits(&self.session.game))
    }

    /// The game before this one, until a move is made.
    pub fn earlier_game(&self) -> Option<&EndedGame> {
        let is_shown = self.training.is_none() && self.session.game.tree().is_empty();
        self.last_game.as_deref().filter(|_| is_shown)
    }

    /// Game ply of the position on the board: the key-value `ply` of log entries.
    pub fn game_ply(&self) -> usize {
        self.session.position().game_ply()
    }
}
