//! Where the keeper waits for orders and lines at once. Orders never wait behind lines, and lines are few: a program
//! that prints faster than we read is held up by its own pipe, not by our memory.

use super::requests::ClientRequest;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Lines that may wait before the reader does.
const MAX_LINES: usize = 256;

/// What the keeper is told.
#[derive(Debug)]
pub(super) enum Message {
    /// From the front end.
    Order(ClientRequest),
    /// The program printed a line.
    Line(String),
    /// The program printed a line of so many bytes, which was not kept.
    LongLine(usize),
    /// The program's output ended.
    Ended,
}

/// The meeting point of front end, readers and keeper.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    orders: VecDeque<ClientRequest>,
    lines: VecDeque<Message>,
    /// Nobody reads any more.
    closed: bool,
    /// The last line of standard error, and whether that has ended.
    last_words: String,
    errors_ended: bool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives an order; never blocks. `false` when the keeper is gone.
    pub(super) fn push_request(&self, order: ClientRequest) -> bool {
        let mut state = self.lock();
        if !state.closed {
            state.orders.push_back(order);
            self.changed.notify_all();
        }
        !state.closed
    }

    /// Hands over what was read; blocks while too much is waiting. `false` when the keeper is gone.
    pub(super) fn push_line(&self, mail: Message) -> bool {
        let mut state = self.lock();
        while !state.closed && state.lines.len() >= MAX_LINES {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.closed {
            state.lines.push_back(mail);
            self.changed.notify_all();
        }
        !state.closed
    }

    /// The next order, else the next line; waits until `deadline`, and `None` says that it has passed.
    pub(super) fn next(&self, deadline: Option<Instant>) -> Option<Message> {
        let mut state = self.lock();
        loop {
            let State { orders, lines, .. } = &mut *state;
            if let Some(mail) = orders.pop_front().map(Message::Order).or_else(|| lines.pop_front())
            {
                self.changed.notify_all();
                return Some(mail);
            }
            state = match deadline {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Is there no line waiting?
    pub(super) fn has_no_lines(&self) -> bool {
        self.lock().lines.is_empty()
    }

    /// Nothing is taken in any more; whoever waits to hand something over goes on.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.lines.clear();
        self.changed.notify_all();
    }

    /// Notes a line of standard error; `None` when that has ended.
    pub(super) fn push_stderr(&self, line: Option<&str>) {
        let mut state = self.lock();
        match line {
            Some(line) => line.clone_into(&mut state.last_words),
            None => state.errors_ended = true,
        }
        self.changed.notify_all();
    }

    /// The last line of standard error, once that has ended or `grace` has passed.
    pub(super) fn stderr_tail(&self, grace: Duration) -> String {
        let state = self.lock();
        let waited = self.changed.wait_timeout_while(state, grace, |state| !state.errors_ended);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.last_words.clone()
    }
}
