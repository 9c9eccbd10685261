//! The front end's side of an external engine: start it, give orders, look at the newest report.

use super::client::UciClient;
use super::config::ExternalEngineConfig;
use super::inbox::Inbox;
use super::messages::{ExternalError, ExternalNotice, ExternalReport, Handshake, Timeouts};
use super::options::OptionError;
use super::process::Process;
use super::requests::{ClientRequest, ExternalGo};
use arc_swap::ArcSwapOption;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// What both sides see: the newest report, the introduction, and the way to the front end.
pub(super) struct Shared {
    report: ArcSwapOption<ExternalReport>,
    introduction: ArcSwapOption<Handshake>,
    /// A report notice is under way and not yet looked at.
    wake_pending: AtomicBool,
    notify: Box<dyn Fn(ExternalNotice) + Send + Sync>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("wake_pending", &self.wake_pending).finish_non_exhaustive()
    }
}

impl Shared {
    pub(super) fn send(&self, notice: ExternalNotice) {
        (self.notify)(notice);
    }

    pub(super) fn publish(&self, report: ExternalReport) {
        self.report.store(Some(Arc::new(report)));
        if !self.wake_pending.swap(true, Ordering::SeqCst) {
            self.send(ExternalNotice::Report);
        }
    }

    pub(super) fn finish_handshake(&self, who: Handshake) {
        let who = Arc::new(who);
        self.introduction.store(Some(Arc::clone(&who)));
        self.send(ExternalNotice::HandshakeDone(who));
    }
}

/// A running external engine. Dropping it ends the program, waiting for it as long as [`Patience::quit`] says.
#[derive(Debug)]
pub struct ExternalEngine {
    inbox: Arc<Inbox>,
    shared: Arc<Shared>,
    client: Option<JoinHandle<()>>,
    name: String,
    last_epoch: u64,
}

impl ExternalEngine {
    /// Starts the program and the handshake; returns at once, [`ExternalNotice::Introduced`] or
    /// [`ExternalNotice::Failed`] follows. `notify` is called from the keeper's thread and must not block.
    ///
    /// # Errors
    /// [`ExternalError::Start`] when there is no such program, or no thread can be had.
    pub fn start(
        program: &ExternalEngineConfig,
        patience: Timeouts,
        notify: impl Fn(ExternalNotice) + Send + Sync + 'static,
    ) -> Result<Self, ExternalError> {
        let name = if program.name.is_empty() {
            let file = program.program.file_stem().unwrap_or(program.program.as_os_str());
            file.to_string_lossy().into_owned()
        } else {
            program.name.clone()
        };
        let inbox = Arc::new(Inbox::default());
        let shared = Arc::new(Shared {
            report: ArcSwapOption::empty(),
            introduction: ArcSwapOption::empty(),
            wake_pending: AtomicBool::new(false),
            notify: Box::new(notify),
        });
        let process = Process::start(program, &name, &inbox)?;
        let settings = (name.clone(), program.options.clone());
        let keeper =
            UciClient::new(process, Arc::clone(&inbox), Arc::clone(&shared), patience, settings);
        let keeper = std::thread::Builder::new()
            .name("external-engine".to_owned())
            .spawn(move || keeper.run())
            .map_err(|error| ExternalError::Start {
                program: program.program.display().to_string(),
                reason: error.to_string(),
            })?;
        Ok(Self { inbox, shared, client: Some(keeper), name, last_epoch: 0 })
    }

    /// What to call it: the name it was given, or else its program's.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who it says it is and what can be set; `None` until the handshake is done.
    #[must_use]
    pub fn handshake(&self) -> Option<Arc<Handshake>> {
        self.shared.introduction.load_full()
    }

    /// Orders a thought. Epochs must rise from 1. A thought under way is finished first: stop it if it is not wanted.
    ///
    /// # Errors
    /// When the engine is gone.
    pub fn go(&mut self, order: impl Into<ExternalGo>) -> Result<(), ExternalError> {
        let order = order.into();
        self.last_epoch = order.go.epoch;
        self.request(ClientRequest::Go(Box::new(order)))
    }

    /// Stops the thought under way, and any that is still queued; each still answers with its outcome.
    ///
    /// # Errors
    /// When the engine is gone.
    pub fn stop(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::Stop(self.last_epoch))
    }

    /// The ponder move was played: the thought under way goes on as a normal one, its clock starting now.
    ///
    /// # Errors
    /// When the engine is gone.
    pub fn ponder_hit(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::PonderHit(self.last_epoch))
    }

    /// Tells it that the next position is from another game.
    ///
    /// # Errors
    /// When the engine is gone.
    pub fn new_game(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::NewGame)
    }

    /// Asks for [`ExternalNotice::Ready`] when everything ordered so far has been done.
    ///
    /// # Errors
    /// When the engine is gone.
    pub fn ask_ready(&self) -> Result<(), ExternalError> {
        self.request(ClientRequest::Ready)
    }

    /// Sets an option, after the thought under way. The empty value presses a button.
    ///
    /// # Errors
    /// The engine has not introduced itself yet, has no such option, or does not take this value. A program that is gone
    /// is no error here; it has been reported.
    pub fn set_option(&self, name: &str, value: &str) -> Result<(), OptionError> {
        let who = self.handshake().ok_or_else(|| OptionError::TooEarly(name.to_owned()))?;
        let line = who.set_option_line(name, value)?;
        self.inbox.push_request(ClientRequest::Set(line));
        Ok(())
    }

    /// The newest report, whatever thought it belongs to: compare its epoch.
    #[must_use]
    pub fn latest(&self) -> Option<Arc<ExternalReport>> {
        self.shared.wake_pending.store(false, Ordering::SeqCst);
        self.shared.report.load_full()
    }

    fn request(&self, order: ClientRequest) -> Result<(), ExternalError> {
        if self.inbox.push_request(order) { Ok(()) } else { Err(ExternalError::Gone) }
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        self.inbox.push_request(ClientRequest::Quit);
        if let Some(keeper) = self.client.take() {
            // It panics only if the callback does, and then there is nobody to tell.
            let _ = keeper.join();
        }
    }
}
