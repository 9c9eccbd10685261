//! The threads that put events of the terminal and of the system into the queue.

use crate::base::caught;
use crate::game::openings::Openings;
use crate::tui::model::Event;
use crossterm::event::{KeyEventKind, MouseEventKind};
use ratatui::layout::Size;
use std::io::BufRead as _;
use std::sync::mpsc::Sender;
use std::thread;

/// Starts the thread that reads the terminal, the only reader: of two each would get a part of the bytes.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn read_terminal(events: Sender<Event>) -> std::io::Result<()> {
    use crossterm::event::Event as Raw;
    thread::Builder::new().name("lucena-keys".to_owned()).spawn(move || {
        while let Ok(Ok(raw)) = caught(crossterm::event::read) {
            let event = match raw {
                // Some terminals report releases as well; a key would count twice.
                Raw::Key(key) if key.kind == KeyEventKind::Release => continue,
                Raw::Key(key) => Event::Key(key),
                // A moved pointer without a button changes nothing.
                Raw::Mouse(mouse) if mouse.kind == MouseEventKind::Moved => continue,
                Raw::Mouse(mouse) => Event::Mouse(mouse),
                Raw::Resize(width, height) => Event::Resize(Size { width, height }),
                Raw::Paste(text) => Event::Paste(text),
                Raw::FocusGained | Raw::FocusLost => continue,
            };
            if events.send(event).is_err() {
                return;
            }
        }
        // The terminal was closed, with or without a signal, or its bytes cannot be read.
        Event::Terminate.send_to(&events);
    })?;
    Ok(())
}

/// Starts the thread that reads lines from standard input, which may be a pipe.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn read_lines(events: Sender<Event>) -> std::io::Result<()> {
    thread::Builder::new().name("lucena-lines".to_owned()).spawn(move || {
        let (mut input, mut line) = (std::io::stdin().lock(), Vec::new());
        while input.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            if events.send(Event::Line { text, asks: true }).is_err() {
                return;
            }
            line.clear();
        }
        Event::InputEnded.send_to(&events);
    })?;
    Ok(())
}

/// Starts the thread that reads the names of openings, so that the first frame need not wait for them.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn read_openings(events: Sender<Event>) -> std::io::Result<()> {
    thread::Builder::new().name("lucena-openings".to_owned()).spawn(move || {
        Event::Openings(Box::new(Openings::builtin())).send_to(&events);
    })?;
    Ok(())
}

/// Starts the thread that turns signals into events.
///
/// # Errors
/// A signal cannot be caught, or the thread cannot be started.
#[cfg(unix)]
pub(super) fn watch_signals(events: Sender<Event>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    let caught = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT];
    let mut signals = signal_hook::iterator::Signals::new(caught)?;
    thread::Builder::new().name("lucena-signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::SuspendRequested,
                SIGCONT => Event::Continued,
                _ => Event::Terminate,
            };
            if events.send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// There are no such signals here.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub(super) fn watch_signals(_events: Sender<Event>) -> std::io::Result<()> {
    Ok(())
}
