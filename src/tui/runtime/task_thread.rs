//! Threads that do one thing. A panic ends the thing and not the program: what waits for the answer is given an event.

use crate::base::{CaughtPanic, caught};
use crate::tui::model::Event;
use std::sync::mpsc::Sender;
use std::{io, thread};

/// Starts a thread called `name` that does `work`. If that panics, `failed` makes the answer that is due.
///
/// # Errors
/// The system refuses.
pub(super) fn spawn(
    name: &str,
    events: &Sender<Event>,
    failed: impl FnOnce(CaughtPanic) -> Event + Send + 'static,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let events = events.clone();
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        if let Err(panic) = caught(work) {
            failed(panic).send_to(&events);
        }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::spawn;
    use crate::tui::model::Event;
    use std::sync::mpsc::channel;

    #[test]
    fn a_panic_is_answered() {
        let (events, queue) = channel();
        let failed = |panic: crate::base::CaughtPanic| Event::Refused(panic.to_string());
        spawn("test", &events, failed, || panic!("the disk")).unwrap();
        drop(events);
        let told: Vec<_> = queue.iter().collect();
        let [Event::Refused(words)] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(words, "a defect of Lucena: the disk");
    }
}
