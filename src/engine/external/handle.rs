//! The front end's handle of an external engine: start it, send requests, read the newest report.

use super::client::{Shared, UciClient};
use super::config::ExternalEngineConfig;
use super::inbox::Inbox;
use super::messages::{ExternalError, ExternalNotice, ExternalReport, Handshake, Timeouts};
use super::process::Process;
use super::requests::{ClientRequest, ExternalGo};
use crate::base::caught;
use crate::engine::outbox::Outbox;
use arc_swap::ArcSwapOption;
use std::sync::Arc;
use std::thread::JoinHandle;

/// A running external engine. Dropping it ends the process, within [`Timeouts::quit`].
#[derive(Debug)]
pub struct ExternalEngine {
    inbox: Arc<Inbox>,
    shared: Arc<Shared>,
    client: Option<JoinHandle<()>>,
    name: String,
    last_epoch: u64,
}

impl ExternalEngine {
    /// Starts the engine and the handshake; returns at once. [`ExternalNotice::HandshakeDone`] or
    /// [`ExternalNotice::Failed`] follows. `notify` is called from the client's thread and must not block.
    ///
    /// # Errors
    /// [`ExternalError::Start`]: the program or a thread cannot be started.
    pub fn start(
        config: &ExternalEngineConfig,
        timeouts: Timeouts,
        notify: impl Fn(ExternalNotice) + Send + Sync + 'static,
    ) -> Result<Self, ExternalError> {
        let name = if config.name.is_empty() {
            let file = config.program.file_stem().unwrap_or(config.program.as_os_str());
            file.to_string_lossy().into_owned()
        } else {
            config.name.clone()
        };
        let inbox = Arc::new(Inbox::default());
        let shared = Arc::new(Shared {
            outbox: Outbox::new(|| ExternalNotice::Report, notify),
            handshake: ArcSwapOption::empty(),
        });
        let process = Process::start(config, &name, &inbox)?;
        let (queue, state) = (Arc::clone(&inbox), Arc::clone(&shared));
        let client = UciClient::new(process, queue, state, timeouts, name.clone(), config);
        let thread = std::thread::Builder::new().name("external-engine".to_owned());
        let (queue, state) = (Arc::clone(&inbox), Arc::clone(&shared));
        let run = move || {
            if let Err(panic) = caught(|| client.run()) {
                queue.close();
                let error = ExternalError::Defect(panic);
                state.outbox.send(ExternalNotice::Failed { epoch: None, error });
            }
        };
        let client = thread.spawn(run).map_err(|error| {
            let (program, reason) = (config.program.display().to_string(), error.to_string());
            ExternalError::Start { program, reason }
        })?;
        Ok(Self { inbox, shared, client: Some(client), name, last_epoch: 0 })
    }

    /// Its configured name, or else that of its program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name and options; `None` until the handshake is done.
    pub fn handshake(&self) -> Option<Arc<Handshake>> {
        self.shared.handshake.load_full()
    }

    /// Starts a search after the running one. Epochs must rise from 1.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn go(&mut self, order: impl Into<ExternalGo>) -> Result<(), ExternalError> {
        let order = order.into();
        self.last_epoch = order.go.epoch;
        self.request(ClientRequest::Go(Box::new(order)))
    }

    /// The move that the last search ponders on was played: its limits apply from now on.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn ponder_hit(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::PonderHit(self.last_epoch))
    }

    /// Stops the running search and the queued ones; each still sends its outcome.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn stop(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::Stop(self.last_epoch))
    }

    /// The next position is from another game.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn new_game(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::NewGame { chess960: None })
    }

    /// The next position is from another game, of Chess960 or not: the option for it is set before the game, not on its clock.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn new_game_of(&self, chess960: bool) -> Result<(), ExternalError> {
        self.request(ClientRequest::NewGame { chess960: Some(chess960) })
    }

    /// Requests an [`ExternalNotice::Ready`] after all requests so far.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn ask_ready(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::Ready)
    }

    /// Sets an option, after the running search: its name, which may have blanks, and its value; a button has none. The answer, at
    /// once or after the handshake, is [`ExternalNotice::OptionSet`], or a warning if there is no such option or the value is not
    /// allowed.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn set_option(&self, text: &str) -> Result<(), ExternalError> {
        self.request(ClientRequest::Option(text.to_owned()))
    }

    /// The newest report, of any search: compare its epoch.
    pub fn latest(&self) -> Option<Arc<ExternalReport>> {
        self.shared.outbox.latest()
    }

    fn request(&self, order: ClientRequest) -> Result<(), ExternalError> {
        if self.inbox.push_request(order) { Ok(()) } else { Err(ExternalError::Gone) }
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        self.inbox.push_request(ClientRequest::Quit);
        if let Some(client) = self.client.take() {
            // Panics only if the callback does.
            let _ = client.join();
        }
    }
}
