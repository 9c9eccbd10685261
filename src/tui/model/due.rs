//! Answers of the background that are due: which effects are answered, and by which events. A line of a script waits until
//! the answers to the lines before it have come; what other threads say meanwhile does not end the wait.

use super::dialogs::statistics::Answer;
use super::inspect::ExplainQuery;
use super::inspect::trace::TraceAnswer;
use super::{Effect, EngineEffect, Event, ExternalEffect, GamesEffect, StorageEffect, TaskEffect};
use crate::engine::DebugEvent;
use crate::engine::external::{ExternalNotice, ProtocolWarning};

/// A kind of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Of the storage thread, one for each effect.
    File,
    /// Of the thread that lists games: the newest list takes the place of the one before.
    Games,
    /// Of the thread that explains.
    Explanation,
    /// Of the thread that reads traces, one for each query.
    Trace,
    /// Where the search is stopped next.
    Step,
    /// The rating of the player.
    Rating,
    /// An option of the external engine, unless that is ended first.
    Option,
    /// Whether the game could be saved, one for each save.
    Save,
    /// Whether the changes of a record could be copied.
    Copy,
}

impl Due {
    /// The answer that an effect is given; `None` where no line waits for it.
    const fn to(effect: &Effect) -> Option<Self> {
        match effect {
            Effect::Storage(effect) => Self::to_storage(effect),
            Effect::Task(TaskEffect::Trace(_)) => Some(Self::Trace),
            Effect::Engine(EngineEffect::Step(_)) => Some(Self::Step),
            // The storage thread writes the file.
            Effect::External(ExternalEffect::Export(_)) => Some(Self::File),
            Effect::External(ExternalEffect::Option(..)) => Some(Self::Option),
            // The panels ask for the evaluation of the board by themselves.
            Effect::Task(TaskEffect::Explain(_, query)) => {
                let is_own = matches!(**query, ExplainQuery::Board(_));
                if is_own { None } else { Some(Self::Explanation) }
            }
            Effect::Task(
                TaskEffect::Perft { .. }
                | TaskEffect::StopTrace
                | TaskEffect::StopPerft
                | TaskEffect::Annotate(_)
                | TaskEffect::StopAnnotating
                | TaskEffect::Train(..)
                | TaskEffect::StopTraining
                | TaskEffect::SetLogLevel(_),
            )
            | Effect::Engine(_)
            | Effect::External(_)
            | Effect::Screen(_)
            | Effect::Quit => None,
        }
    }

    /// The same of an effect for files; one that fails is answered with [`Event::Refused`].
    pub const fn to_storage(effect: &StorageEffect) -> Option<Self> {
        use StorageEffect as S;
        match effect {
            S::FindUnfinished
            | S::ListUnfinished
            | S::ResumeUnfinished(_)
            | S::ReadGame(_)
            | S::ReadRecording(..)
            | S::ReadScript(_)
            | S::FindTheme(_)
            | S::FindEngine(_)
            | S::FindTablebases(_)
            | S::SaveAs(_)
            | S::Write(..) => Some(Self::File),
            S::Games(effect) => Self::to_games(effect),
            S::SaveGame(_) => Some(Self::Save),
            S::KeepChanges(..) => Some(Self::Copy),
            S::NewRecord
            | S::CloseRecord
            | S::DiscardUnfinished(_)
            | S::SavePrefs(_)
            | S::SaveCommands(_)
            | S::SaveBreakpoints(_)
            | S::Paste(_)
            | S::Complete(..)
            | S::ListThemes => None,
        }
    }

    const fn to_games(effect: &GamesEffect) -> Option<Self> {
        use GamesEffect as G;
        match effect {
            G::Open(..) | G::OpenLibrary(..) | G::ReadStatistics(_) | G::WriteSummary(_) => {
                Some(Self::Games)
            }
            G::RatePlayer(_) => Some(Self::Rating),
            G::StopReading | G::RateMoves(..) | G::StopRatingMoves => None,
        }
    }

    /// Is the event such an answer? News of progress and of anything else are none.
    const fn is_given_by(self, event: &Event) -> bool {
        match self {
            Self::File => matches!(
                event,
                Event::Unfinished(..)
                    | Event::Adjourned(_)
                    | Event::Resumed(..)
                    | Event::GameRead(..)
                    | Event::RecordingRead(..)
                    | Event::Script(_)
                    | Event::ThemeRead(_)
                    | Event::EngineFound(_)
                    | Event::TablebasesFound(_)
                    | Event::Written(_)
                    | Event::Refused(_)
            ),
            Self::Games => matches!(
                event,
                Event::GameRead(..)
                    | Event::GamesIndexed(..)
                    | Event::Statistics(_, Answer::Read(..) | Answer::Failed(_))
                    | Event::Written(_)
                    | Event::Refused(_)
            ),
            Self::Explanation => matches!(event, Event::Explained(..)),
            Self::Rating => matches!(event, Event::Rated(_) | Event::Failed(_)),
            Self::Save => matches!(event, Event::GameSaved(_)),
            Self::Copy => matches!(event, Event::ChangesKept(_) | Event::GameSaved(Err(_))),
            Self::Option => matches!(event, Event::External(notice) if matches!(
                **notice,
                ExternalNotice::OptionSet(..)
                    | ExternalNotice::Warning(ProtocolWarning::Setting(_))
                    | ExternalNotice::Failed { .. }
            )),
            Self::Trace => {
                matches!(event, Event::Trace(answer) if matches!(**answer, TraceAnswer::Done(_)))
            }
            Self::Step => {
                // Neither a hit nor that the search is repeated is where it pauses.
                let is_on_the_way = matches!(event, Event::Debug(event) if matches!(
                    **event,
                    DebugEvent::Hits(..) | DebugEvent::Repeats(..)
                ));
                let is_news =
                    matches!(event, Event::Debug(_) | Event::Done(_) | Event::EngineDied { .. });
                is_news && !is_on_the_way
            }
        }
    }
}

/// The answers that are due.
#[derive(Debug, Default)]
pub struct DueAnswers(Vec<Due>);

impl DueAnswers {
    /// Is none due?
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes note of an effect that is performed.
    pub fn ask(&mut self, effect: &Effect) {
        if matches!(effect, Effect::Storage(StorageEffect::Games(GamesEffect::StopReading))) {
            self.0.retain(|due| *due != Due::Games);
        }
        if matches!(effect, Effect::External(ExternalEffect::Start(_) | ExternalEffect::Quit)) {
            self.0.retain(|due| *due != Due::Option);
        }
        let Some(due) = Due::to(effect) else { return };
        if matches!(due, Due::File | Due::Trace | Due::Save) || !self.0.contains(&due) {
            self.0.push(due);
        }
    }

    /// Takes note of an event, which may be an answer.
    pub fn take(&mut self, event: &Event) {
        if let Some(at) = self.0.iter().position(|due| due.is_given_by(event)) {
            self.0.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DueAnswers;
    use crate::tui::model::inspect::trace::{TraceAnswer, TraceQuery};
    use crate::tui::model::{Effect, Event, GamesEffect, StorageEffect};
    use std::path::PathBuf;

    #[test]
    fn only_the_answer_that_is_due_ends_the_wait() {
        let trace = |answer| Event::Trace(Box::new(answer));
        let mut due = DueAnswers::default();
        due.ask(&TraceQuery::Open(vec![PathBuf::from("a")]).into());
        for other in [
            Event::Info("syzygy path /tmp: no tablebases".to_owned()),
            Event::Failed("the disk is full".to_owned()),
            Event::Written("a was written".to_owned()),
            Event::Refused("a: not found".to_owned()),
            trace(TraceAnswer::Reading("a: 5 %".to_owned())),
        ] {
            due.take(&other);
            assert!(!due.is_empty(), "{other:?}");
        }
        due.take(&trace(TraceAnswer::Done(Ok(None))));
        assert!(due.is_empty());
    }

    #[test]
    fn every_file_is_waited_for_and_a_list_until_it_is_given_up() {
        let mut due = DueAnswers::default();
        due.ask(&StorageEffect::FindUnfinished.into());
        due.ask(&StorageEffect::ReadScript(PathBuf::from("a")).into());
        due.take(&Event::Unfinished(Vec::new(), false));
        due.take(&Event::Failed("left out: a".to_owned()));
        assert!(!due.is_empty());
        due.take(&Event::Refused("a: not found".to_owned()));
        assert!(due.is_empty());
        let list = Effect::from(GamesEffect::Open(PathBuf::from("a"), Default::default()));
        due.ask(&list);
        due.ask(&list);
        due.ask(&GamesEffect::StopReading.into());
        assert!(due.is_empty());
    }
}
