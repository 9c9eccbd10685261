//! Perfts beside the loop of a session: one after the other, on a thread of their own.

use super::events::Event;
use crate::base::caught;
use crate::rules::{Position, perft};
use anyhow::{Context as _, Result};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

/// Perfts that are to be counted; the first one is under way.
#[derive(Debug)]
pub(super) struct Perfts {
    /// The positions with their depths.
    queue: VecDeque<(Position, u32)>,
    /// Ends the perft under way.
    stop: Arc<AtomicBool>,
    /// Where the counts go.
    events: Sender<Event>,
}

impl Perfts {
    pub(super) fn new(events: Sender<Event>) -> Self {
        Self { queue: VecDeque::new(), stop: Arc::default(), events }
    }

    /// How many are to be counted.
    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    /// Is one of this depth or a greater one to be counted?
    pub(super) fn has_depth(&self, depth: u32) -> bool {
        self.queue.iter().any(|(_, other)| *other >= depth)
    }

    /// Counts after those before.
    pub(super) fn add(&mut self, position: Position, depth: u32) -> Result<()> {
        self.queue.push_back((position, depth));
        if self.queue.len() == 1 { self.begin_first() } else { Ok(()) }
    }

    /// Begins the first perft, if there is one.
    pub(super) fn begin_first(&mut self) -> Result<()> {
        let Some((position, depth)) = self.queue.front().cloned() else { return Ok(()) };
        self.stop = Arc::default();
        let (stop, events) = (Arc::clone(&self.stop), self.events.clone());
        let count = move || {
            // A defect counts as stopped; the panic hook has told it.
            let counts =
                caught(|| perft::divide_unless(&position, depth, &|| stop.load(Ordering::Relaxed)));
            let counts = counts.ok().flatten();
            // Without a loop nobody waits.
            let _ = events.send(Event::Counted(counts));
        };
        std::thread::Builder::new().name("lucena-perft".to_owned()).spawn(count).context("uci")?;
        Ok(())
    }

    /// The first perft has ended; its depth.
    pub(super) fn end_first(&mut self) -> Option<u32> {
        self.queue.pop_front().map(|(_, depth)| depth)
    }

    /// Ends the perft under way and gives up those after it.
    pub(super) fn stop(&mut self) {
        self.queue.truncate(1);
        self.stop.store(true, Ordering::Relaxed);
    }
}
