//! What is said and asked, and when it goes.

use super::{CommandResult, Effect, Model, Pending};
use crate::tui::model::dialogs::{Confirmation, Dialog, Form};
use crate::tui::model::messages::{About, Severity};

impl Model {
    /// Shows a message on the screen and writes it to the log.
    pub fn notify_info(&mut self, text: impl Into<String>) {
        self.notify_info_about(About::Nothing, text);
    }

    /// The same; the message disappears with the next event of this kind.
    pub fn notify_info_about(&mut self, about: About, text: impl Into<String>) {
        let text = text.into();
        ::log::info!(target: "lucena", ply = self.game_ply(); "{text}");
        self.messages.say(text, Severity::Info, about, self.now);
    }

    /// Shows an error on the screen until it is dismissed, and writes it to the log.
    pub fn notify_error(&mut self, text: impl Into<String>) {
        self.notify_error_about(About::Nothing, text);
    }

    /// The same; the error disappears with the next event of this kind.
    pub fn notify_error_about(&mut self, about: About, text: impl Into<String>) {
        let text = text.into();
        ::log::warn!(target: "lucena", ply = self.game_ply(); "{text}");
        self.messages.say(text, Severity::Error, about, self.now);
    }

    /// A value that was looked for is there: the form that it comes from waits for the others.
    pub fn settle_found(&mut self) {
        let sought = self.sought_form.take();
        self.sought_form =
            sought.filter(|(_, count)| *count > 1).map(|(form, count)| (form, count - 1));
    }

    /// A value that was looked for is not there: the form that it comes from is shown again with the reason.
    pub fn notify_not_found(&mut self, why: String) {
        match self.sought_form.take().filter(|_| self.dialog.is_none()) {
            Some((form, _)) => {
                self.dialog = Some(Dialog::Settings(Form { error: Some(why), ..form }))
            }
            None => self.notify_error(why),
        }
    }

    /// Asks before something that cannot be undone; a script is not asked.
    pub fn ask(&mut self, question: Confirmation) {
        self.typing = None;
        self.dialog = Some(Dialog::Confirm(question));
        if self.unattended {
            self.pending.push(Pending::Command("confirm"));
        }
    }

    /// The effects of what was tried; a refusal is shown until it is stale.
    pub fn settle(&mut self, outcome: CommandResult, about: About) -> Vec<Effect> {
        outcome.unwrap_or_else(|refusal| {
            self.notify_error_about(about, refusal);
            Vec::new()
        })
    }

    /// The external engine is asked again for its move, or nobody waits for that any more; why it made none so far.
    pub fn forget_failure(&mut self) -> Option<String> {
        let failure = self.external.failure.take();
        if failure.is_some() {
            self.messages.settle(About::External);
        }
        failure
    }

    /// The external engine is asked again, or runs: what was said of it goes, unless the game still waits for its move.
    pub fn settle_external(&mut self) {
        if self.external.failure.is_none() {
            self.messages.settle(About::External);
        }
    }
}
