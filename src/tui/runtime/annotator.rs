//! Annotation in the background: a thread that analyses a game and reports what it finds.

use super::stop_flag::StopFlag;
use super::task_thread;
use crate::annotate::{AnnotateError, GameJob, ProgressEvent, annotate_game};
use crate::engine::{Clock, SystemClock};
use crate::tui::model::Event;
use crate::tui::model::annotating::{AnnotationEvent, AnnotationRequest};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// The thread's side: at most one run at a time.
#[derive(Debug)]
pub(super) struct Annotator {
    events: Sender<Event>,
    stop: StopFlag,
    /// Where the checkpoints of stopped runs lie.
    folder: PathBuf,
}

/// Table of each search in MiB, as on the command line.
const HASH: usize = 16;

impl Annotator {
    pub fn new(events: Sender<Event>, folder: PathBuf) -> Self {
        Self { events, stop: StopFlag::default(), folder }
    }

    /// Ends the run under way; it still says so.
    pub fn stop(&mut self) {
        self.stop.stop();
    }

    /// Starts a run; one under way is stopped.
    pub fn start(&mut self, request: AnnotationRequest) -> std::io::Result<()> {
        let (events, stop) = (self.events.clone(), self.stop.replace());
        let AnnotationRequest { run, main_line, limits, threads } = request;
        let folder = self.folder.clone();
        let job = GameJob { main_line, limits, threads, hash_mib: HASH, folder };
        let failed = move |panic| {
            let ended = Box::new(Err(AnnotateError::Defect(panic)));
            Event::Annotated(run, AnnotationEvent::Ended(ended))
        };
        task_thread::spawn("lucena-annotate", &self.events, failed, move || {
            let tell = |event| Event::Annotated(run, event).send_to(&events);
            let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
            let ended = annotate_game(&job, &clock, &stop, &mut |event| match event {
                ProgressEvent::Resumed(kept) => tell(AnnotationEvent::Resumed(kept)),
                ProgressEvent::TaskDone(found) => {
                    let result = Box::new(found.result.clone());
                    tell(AnnotationEvent::Found(found.task, result, found.progress));
                }
            });
            tell(AnnotationEvent::Ended(Box::new(ended)));
        })
    }
}
