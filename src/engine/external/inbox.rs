//! The queue of the UCI client: requests of the front end and lines of the engine. Requests take precedence, and the
//! number of lines is bounded: an engine that prints faster than we read blocks on its pipe.

use super::requests::ClientRequest;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Queued lines before the reader blocks.
const MAX_LINES: usize = 256;

/// A message to the UCI client.
#[derive(Debug)]
pub(super) enum Message {
    /// From the front end.
    Request(ClientRequest),
    /// A line of the engine.
    Line(String),
    /// The length in bytes of a skipped line.
    LongLine(usize),
    /// The engine's output ended.
    Ended,
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    requests: VecDeque<ClientRequest>,
    lines: VecDeque<Message>,
    /// The client has ended.
    closed: bool,
    /// The last line of standard error.
    stderr_tail: String,
    stderr_ended: bool,
}

impl Inbox {
    /// Queues a request; never blocks. `false` if the client has ended.
    pub fn push_request(&self, request: ClientRequest) -> bool {
        let mut state = self.state.lock();
        if !state.closed {
            state.requests.push_back(request);
            self.changed.notify_all();
        }
        !state.closed
    }

    /// Queues a line; blocks while the queue is full. `false` if the client has ended.
    pub fn push_line(&self, message: Message) -> bool {
        let mut state = self.state.lock();
        while !state.closed && state.lines.len() >= MAX_LINES {
            self.changed.wait(&mut state);
        }
        if !state.closed {
            state.lines.push_back(message);
            self.changed.notify_all();
        }
        !state.closed
    }

    /// The next request, else the next line; waits until `deadline`, then returns `None`.
    pub fn next(&self, deadline: Option<Instant>) -> Option<Message> {
        let mut state = self.state.lock();
        loop {
            let State { requests, lines, .. } = &mut *state;
            let request = requests.pop_front().map(Message::Request);
            if let Some(message) = request.or_else(|| lines.pop_front()) {
                self.changed.notify_all();
                return Some(message);
            }
            match deadline {
                None => self.changed.wait(&mut state),
                Some(deadline) if deadline <= Instant::now() => return None,
                Some(deadline) => drop(self.changed.wait_until(&mut state, deadline)),
            }
        }
    }

    /// Is no line queued?
    pub fn has_no_lines(&self) -> bool {
        self.state.lock().lines.is_empty()
    }

    /// Closes the queue: later messages are refused, blocked readers return.
    pub fn close(&self) {
        let mut state = self.state.lock();
        state.closed = true;
        state.lines.clear();
        self.changed.notify_all();
    }

    /// Stores a line of standard error; `None` at its end.
    pub fn push_stderr(&self, line: Option<&str>) {
        let mut state = self.state.lock();
        match line {
            Some(line) => line.clone_into(&mut state.stderr_tail),
            None => state.stderr_ended = true,
        }
        self.changed.notify_all();
    }

    /// The last line of standard error, after its end or after `grace`.
    pub fn stderr_tail(&self, grace: Duration) -> String {
        let mut state = self.state.lock();
        self.changed.wait_while_for(&mut state, |state| !state.stderr_ended, grace);
        state.stderr_tail.clone()
    }
}
