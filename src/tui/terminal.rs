//! Entering and leaving the terminal: raw mode, the other screen, mouse, paste. The only code that changes the
//! terminal's modes. A panic of the thread that owns the screen restores it first; a panic anywhere else is only logged,
//! because the screen is still alive.

use super::Error;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::{Frame, Terminal};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The terminal as the loop uses it. Buffered: one frame is one write.
pub type Tty = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// Room for the largest frame seen, so that it leaves in one write. Measured: 4 to 11 KB at 200x60.
const FRAME_BYTES: usize = 64 * 1024;

/// The terminal while this program has it; dropping it gives it back as it was found.
#[derive(Debug)]
pub struct Screen {
    /// What frames are drawn on.
    pub tty: Tty,
    entered: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal and installs the panic hook.
    ///
    /// # Errors
    /// There is no terminal, or it refuses raw mode.
    pub fn open() -> Result<Self, Error> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(Error::NoTerminal);
        }
        let entered = Arc::new(AtomicBool::new(false));
        install_panic_hook(Arc::clone(&entered));
        enter(&entered)?;
        let tty = canvas().inspect_err(|_| leave(&entered))?;
        Ok(Self { tty, entered })
    }

    /// Draws a frame. A terminal that can shows it as a whole: a large one takes more than one read.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn draw(&mut self, frame: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.tty.backend_mut(), BeginSynchronizedUpdate)?;
        self.tty.draw(frame)?;
        execute!(self.tty.backend_mut(), EndSynchronizedUpdate)
    }

    /// Gives the terminal back, stops the process as Ctrl-Z does, and takes it again on `fg`.
    ///
    /// # Errors
    /// The terminal cannot be taken again.
    pub fn suspend(&mut self) -> Result<(), Error> {
        leave(&self.entered);
        // SIGSTOP and not SIGTSTP: raising SIGTSTP from a process group without a shell would be ignored.
        #[cfg(unix)]
        signal_hook::low_level::raise(signal_hook::consts::SIGSTOP)?;
        self.resume()
    }

    /// Takes the terminal again, after `fg` or after somebody else changed its modes, and forgets what was drawn.
    ///
    /// # Errors
    /// The terminal refuses raw mode.
    pub fn resume(&mut self) -> Result<(), Error> {
        enter(&self.entered)?;
        // Not the old one cleared: that asks where the cursor is, and the answer goes to the thread that reads keys.
        self.tty = canvas()?;
        self.tty.backend_mut().clear()?;
        Ok(())
    }
}

/// Something to draw on that knows nothing of what the terminal shows.
fn canvas() -> io::Result<Tty> {
    Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(FRAME_BYTES, io::stdout())))
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave(&self.entered);
    }
}

fn enter(entered: &AtomicBool) -> Result<(), Error> {
    entered.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        SetTitle("Lucena"),
        cursor::Hide
    )?;
    Ok(())
}

/// Leaves once, whoever comes first: the owner, or the panic hook. Failures are ignored, for there is nowhere to say so.
fn leave(entered: &AtomicBool) {
    if entered.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        execute!(
            out,
            EndSynchronizedUpdate,
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        )
        .unwrap_or_default();
        disable_raw_mode().unwrap_or_default();
        out.flush().unwrap_or_default();
    }
}

/// The hook knows its thread: only the thread that opened the screen may tear it down.
fn install_panic_hook(entered: Arc<AtomicBool>) {
    let owner = thread::current().id();
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == owner {
            leave(&entered);
            earlier(panic);
        } else if entered.load(Ordering::SeqCst) {
            let name = thread::current().name().unwrap_or("unnamed").to_owned();
            log::error!(target: "lucena", "thread {name} failed: {panic}");
        } else {
            earlier(panic);
        }
    }));
}
