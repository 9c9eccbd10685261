//! Terminal modes: raw mode, alternate screen, mouse, paste. No other code changes them. A panic of the UI thread
//! restores the terminal first; a panic of another thread is only logged.

use super::clipboard;
use crate::tui::Error;
use crate::tui::model::{Event, ScreenEffect};
use crate::tui::runtime::Screen;
use crate::tui::values::colour::ColourDepth;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::{Frame, Terminal};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The terminal, buffered: one frame is one write.
type Tty = Terminal<CrosstermBackend<FrameWriter>>;

/// Keeps what is written until the frame is whole. Measured: 46 KB for a whole frame at 160x50, 4 to 11 KB for changes at 200x60.
#[derive(Debug)]
struct FrameWriter {
    bytes: Vec<u8>,
    depth: ColourDepth,
    /// Set when something was written: the modes of the screen are in the first frame.
    entered: Arc<AtomicBool>,
    /// Set when the screen is left for good.
    ended: Arc<AtomicBool>,
}

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // At its end `Terminal` shows the cursor, and prints an error to standard error; where that cannot be written either, because the
        // terminal is closed, it panics.
        if self.ended.load(Ordering::SeqCst) {
            self.bytes.clear();
        }
        if self.bytes.is_empty() {
            return Ok(());
        }
        self.entered.store(true, Ordering::SeqCst);
        queue!(self.bytes, EndSynchronizedUpdate)?;
        if self.depth == ColourDepth::Ansi16 {
            self.bytes = with_basic_colours(&self.bytes);
        }
        let mut out = io::stdout().lock();
        let written = out.write_all(&self.bytes).and_then(|()| out.flush());
        self.bytes.clear();
        written
    }
}

/// The sixteen colours as terminals that have no others know them: crossterm writes them all as colours of 256, `38;5;9` for the
/// bright red that is `91`. Source: ECMA-48, 8.3.117, and aixterm for the bright ones.
fn with_basic_colours(bytes: &[u8]) -> Vec<u8> {
    let mut written = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(2).position(|two| two == b"\x1b[") {
        let (before, sequence) = rest.split_at(at + 2);
        let is_parameter = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
        let length = sequence.iter().take_while(|byte| is_parameter(byte)).count();
        let (parameters, after) = sequence.split_at(length);
        written.extend_from_slice(before);
        match std::str::from_utf8(parameters).ok().filter(|_| after.starts_with(b"m")) {
            Some(parameters) => written.extend_from_slice(basic_colours(parameters).as_bytes()),
            None => written.extend_from_slice(parameters),
        }
        rest = after;
    }
    written.extend_from_slice(rest);
    written
}

/// The same of the parameters of one sequence.
fn basic_colours(parameters: &str) -> String {
    let words: Vec<&str> = parameters.split(';').collect();
    let mut basic = Vec::new();
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let colour = words.get(at + 2).and_then(|colour| colour.parse::<u8>().ok());
        let first = match (word, words.get(at + 1)) {
            ("38", Some(&"5")) => Some(30),
            ("48", Some(&"5")) => Some(40),
            _ => None,
        };
        match first.zip(colour.filter(|&colour| colour < 16)) {
            Some((first, colour)) => {
                let bright = if colour < 8 { 0 } else { 60 - 8 };
                basic.push((first + bright + colour).to_string());
                at += 3;
            }
            None => {
                basic.push(word.to_owned());
                at += 1;
            }
        }
    }
    basic.join(";")
}

/// The terminal in raw mode; dropping it restores the modes.
#[derive(Debug)]
pub struct TerminalScreen {
    tty: Tty,
    /// Where cells were drawn over the last frame, which `tty` does not know.
    patched: BTreeSet<Position>,
    depth: ColourDepth,
    entered: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
}

impl Screen for TerminalScreen {
    fn perform(&mut self, effect: ScreenEffect) -> Result<Option<Event>, Error> {
        match effect {
            ScreenEffect::Copy(text) => {
                let copied = clipboard::copy(&text, |name| std::env::var(name).ok())?;
                return Ok(Some(Event::Copied(copied)));
            }
            ScreenEffect::Bell => {
                io::stdout().write_all(b"\x07").and_then(|()| io::stdout().flush())?;
            }
            ScreenEffect::Suspend => self.suspend()?,
            ScreenEffect::Redraw => self.resume()?,
        }
        Ok(None)
    }
}

impl TerminalScreen {
    /// Columns and rows.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn size(&self) -> io::Result<Size> {
        self.tty.size()
    }

    /// Enters raw mode and installs the panic hook. The first frame is written together with the modes of the screen.
    ///
    /// # Errors
    /// Raw mode fails.
    pub fn open(depth: ColourDepth) -> Result<Self, Error> {
        let entered = Arc::new(AtomicBool::new(false));
        install_panic_hook(Arc::clone(&entered));
        let ended = Arc::default();
        let tty = enter(&entered, &ended, depth).inspect_err(|_| leave(&entered))?;
        Ok(Self { tty, patched: BTreeSet::new(), depth, entered, ended })
    }

    /// Draws a frame as a synchronised update, because a terminal may read a large frame in parts.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn draw(&mut self, frame: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.tty.backend_mut(), BeginSynchronizedUpdate)?;
        let buffer = self.tty.draw(frame)?.buffer;
        let patched = std::mem::take(&mut self.patched).into_iter();
        let cells = patched.filter_map(|at| Some((at.x, at.y, buffer.cell(at)?.clone())));
        let cells: Vec<_> = cells.collect();
        self.draw_cells(&cells)?;
        self.patched.clear();
        Ok(())
    }

    /// Draws single cells, as `(column, row, cell)`, over the last frame.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn draw_cells(&mut self, cells: &[(u16, u16, Cell)]) -> io::Result<()> {
        if cells.is_empty() {
            return Ok(());
        }
        self.patched.extend(cells.iter().map(|&(x, y, _)| Position { x, y }));
        let backend = self.tty.backend_mut();
        queue!(backend, BeginSynchronizedUpdate)?;
        backend.draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell)))?;
        Write::flush(backend)
    }

    /// Restores the terminal, stops the process (Ctrl-Z), and enters raw mode again on `fg`.
    ///
    /// # Errors
    /// Raw mode fails.
    fn suspend(&mut self) -> Result<(), Error> {
        leave(&self.entered);
        // SIGSTOP and not SIGTSTP: raising SIGTSTP from a process group without a shell would be ignored.
        #[cfg(unix)]
        signal_hook::low_level::raise(signal_hook::consts::SIGSTOP)?;
        self.resume()
    }

    /// Enters raw mode again after `fg` or another program's mode change, and clears the drawn frame.
    ///
    /// # Errors
    /// Raw mode fails.
    fn resume(&mut self) -> Result<(), Error> {
        // `Terminal::clear` of the old one queries the cursor position, and the key thread would read the answer.
        self.tty = enter(&self.entered, &self.ended, self.depth)?;
        self.patched.clear();
        self.tty.backend_mut().clear()?;
        Ok(())
    }
}

/// Checks that input and output are a terminal.
///
/// # Errors
/// They are not.
pub(super) fn require() -> Result<(), Error> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_terminal { Ok(()) } else { Err(Error::NoTerminal) }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        leave(&self.entered);
        self.ended.store(true, Ordering::SeqCst);
    }
}

/// Enters raw mode. The modes of the screen wait for the first frame: written alone they would wake the
/// reader, which on a busy machine delays that frame by several milliseconds.
fn enter(
    entered: &Arc<AtomicBool>,
    ended: &Arc<AtomicBool>,
    depth: ColourDepth,
) -> Result<Tty, Error> {
    enable_raw_mode()?;
    let (entered, ended) = (Arc::clone(entered), Arc::clone(ended));
    let mut out = FrameWriter { bytes: Vec::new(), depth, entered, ended };
    queue!(
        out,
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        SetTitle("Lucena"),
        cursor::Hide
    )?;
    Ok(Terminal::new(CrosstermBackend::new(out))?)
}

/// Restores the modes once, from the owner or the panic hook. Errors are ignored because they cannot be shown.
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
        out.flush().unwrap_or_default();
    }
    disable_raw_mode().unwrap_or_default();
}

/// Only a panic of the thread that opened the screen restores it.
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

#[cfg(test)]
mod tests {
    use super::with_basic_colours;

    #[test]
    fn the_sixteen_colours_are_written_so_that_every_terminal_of_colours_knows_them() {
        for (drawn, written) in [
            ("\x1b[38;5;9ma", "\x1b[91ma"),
            ("\x1b[38;5;0;48;5;15m♞\x1b[39;49m", "\x1b[30;107m♞\x1b[39;49m"),
            ("\x1b[1m\x1b[2;38H38;5;1m\x1b[48;5;7m", "\x1b[1m\x1b[2;38H38;5;1m\x1b[47m"),
            ("\x1b[38;5;16m\x1b[38;5", "\x1b[38;5;16m\x1b[38;5"),
        ] {
            let bytes = with_basic_colours(drawn.as_bytes());
            assert_eq!(String::from_utf8_lossy(&bytes), written);
        }
    }
}
