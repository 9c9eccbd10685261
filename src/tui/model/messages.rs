//! What the program has to say: the answer to the last key, and warnings and errors that stay until they were read.
//!
//! An error goes when it was dismissed, was on the screen for [`READING_TIME`], or is settled: what it announced has
//! happened. Of several the newest is shown first.

use crate::base::Millis;
use std::collections::VecDeque;

/// How much a message wants to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// News.
    Info,
    /// Something went wrong, in words.
    Error,
}

/// What a message is about: it goes when that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing that can happen.
    Nothing,
    /// A move that was not made: goes with the next move, or when one is taken back.
    Move,
    /// The engine: goes when it has moved.
    Engine,
    /// The external engine: goes when it is asked again or runs.
    External,
    /// The exercise: goes with it.
    Training,
    /// The game that is shown: goes when another one is.
    Game,
    /// How far a file is indexed: goes at its end.
    Indexing,
    /// The record of the game: goes when it is saved.
    Record,
    /// A command that was refused: goes when it, or another typed line, is carried out.
    Command(&'static str),
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What it says.
    pub text: String,
    /// How.
    pub severity: Severity,
    /// When it was said, in milliseconds since the program started.
    pub at: Millis,
    about: About,
    /// For how long it was on the screen.
    seen: Millis,
}

/// How long an error stays on the screen.
pub const READING_TIME: Millis = Millis(10_000);

/// Messages kept for `:messages`.
const KEPT: usize = 1000;

/// The messages on the screen, and those before them.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    info: Option<Message>,
    /// Errors that wait to be read, the newest last.
    errors: Vec<Message>,
    history: VecDeque<Message>,
    /// How many were said, those included that the history has forgotten.
    count: usize,
}

impl Messages {
    /// Says something; it stays until the next key.
    pub fn say(&mut self, text: String, severity: Severity, about: About, at: Millis) {
        let message = Message { text, severity, at, about, seen: Millis(0) };
        self.history.push_back(message.clone());
        self.count += 1;
        if self.history.len() > KEPT {
            self.history.pop_front();
        }
        match severity {
            Severity::Info => self.info = Some(message),
            Severity::Error => {
                self.errors.retain(|other| other.text != message.text);
                self.errors.push(message);
            }
        }
    }

    /// Shows a text until the next key, without keeping it.
    pub fn hint(&mut self, text: String) {
        let (severity, about) = (Severity::Info, About::Nothing);
        self.info = Some(Message { text, severity, at: Millis(0), about, seen: Millis(0) });
    }

    /// The answer to the last key.
    pub const fn info(&self) -> Option<&Message> {
        self.info.as_ref()
    }

    /// The error to be read, and how many there are.
    pub fn error(&self) -> Option<(&Message, usize)> {
        self.errors.last().map(|error| (error, self.errors.len()))
    }

    /// The latest of all messages on the screen.
    pub fn latest(&self) -> Option<&Message> {
        self.info.iter().chain(self.errors.last()).max_by_key(|message| message.at)
    }

    /// Everything that was said, oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Message> + ExactSizeIterator {
        self.history.iter()
    }

    /// How many were said so far.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// What was said after the first `count` messages, as far as it is kept.
    pub fn since(&self, count: usize) -> impl Iterator<Item = &Message> {
        let new = self.count.saturating_sub(count).min(self.history.len());
        self.history.iter().skip(self.history.len() - new)
    }

    /// A key was pressed: what answered the one before goes.
    pub fn answer(&mut self) {
        self.info = None;
    }

    /// Dismisses the error on the screen; `false` if there is none.
    pub fn dismiss(&mut self) -> bool {
        self.errors.pop().is_some()
    }

    /// Something has happened: what was about it goes.
    pub fn settle(&mut self, about: About) {
        self.errors.retain(|error| error.about != about);
        self.info.take_if(|info| info.about == about && about != About::Nothing);
    }

    /// What was announced in answer to a key has begun.
    pub fn settle_info(&mut self, about: About) {
        self.info.take_if(|info| info.about == about);
    }

    /// A command was carried out: its refusals before go, and what it says now stays.
    pub fn settle_refusals(&mut self, command: &'static str) {
        self.errors.retain(|error| error.about != About::Command(command));
    }

    /// A typed line was carried out: refusals of lines before go.
    pub fn settle_lines(&mut self) {
        self.errors.retain(|error| !matches!(error.about, About::Command(_)));
    }

    /// The error on the screen was seen for this long.
    pub fn pass(&mut self, time: Millis) {
        let Some(error) = self.errors.last_mut() else { return };
        error.seen = Millis(error.seen.0 + time.0);
        if error.seen >= READING_TIME {
            self.errors.pop();
        }
    }

    /// How long the error on the screen still stays.
    pub fn time_left(&self) -> Option<Millis> {
        self.errors.last().map(|error| Millis(READING_TIME.0 - error.seen.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{About, Messages, Millis, Severity};

    fn with(errors: &[(&str, About)]) -> Messages {
        let mut messages = Messages::default();
        for &(text, about) in errors {
            messages.say(text.to_owned(), Severity::Error, about, Millis(0));
        }
        messages
    }

    fn shown(messages: &Messages) -> Option<(&str, usize)> {
        messages.error().map(|(error, count)| (error.text.as_str(), count))
    }

    #[test]
    fn errors_wait_until_they_were_seen_for_ten_seconds() {
        let mut messages = with(&[("one", About::Nothing), ("two", About::Nothing)]);
        messages.say("news".to_owned(), Severity::Info, About::Nothing, Millis(1));
        assert_eq!(shown(&messages), Some(("two", 2)));
        messages.pass(Millis(9_999));
        messages.answer();
        assert_eq!((shown(&messages), messages.info()), (Some(("two", 2)), None));
        messages.pass(Millis(1));
        assert_eq!(shown(&messages), Some(("one", 1)));
        assert_eq!(messages.time_left(), Some(Millis(10_000)));
        assert!(messages.dismiss() && !messages.dismiss());
        assert_eq!(messages.history().len(), 3);
    }

    #[test]
    fn what_has_happened_is_not_announced_any_more() {
        let mut messages = with(&[
            ("Nf6 is not legal here", About::Move),
            ("the engine failed", About::Engine),
            ("there is no command :x", About::Command("")),
        ]);
        messages.settle(About::Move);
        messages.settle_lines();
        assert_eq!(shown(&messages), Some(("the engine failed", 1)));
        messages.settle(About::Engine);
        assert_eq!(shown(&messages), None);
    }

    #[test]
    fn a_refusal_said_twice_waits_once() {
        let messages = with(&[("no", About::Move), ("other", About::Move), ("no", About::Move)]);
        assert_eq!(shown(&messages), Some(("no", 2)));
    }
}
