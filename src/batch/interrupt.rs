//! Signals that stop a long run.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A signal ended the run; what was found until then was printed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Interrupted(pub String);

/// A flag that the first of these signals sets; the second one exits at once with code 130.
///
/// # Errors
/// The system refuses the handler.
pub fn stop_flag(signals: &[i32]) -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in signals {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}
