//! Panics that are caught: a defect of this program must not leave those waiting who wait for an answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// A panic of work that ended by it. The panic hook has told where it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a defect of Lucena: {text}")]
pub struct CaughtPanic {
    /// What it said.
    pub text: String,
}

/// Does `work`. What it has changed may be half done after a panic, so the caller drops it or can go on with it as it is.
///
/// # Errors
/// The work panicked.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        CaughtPanic { text: text.unwrap_or_else(|| "panic without a message".to_owned()) }
    })
}

/// Does `work` that may fail; a panic of it is one of its errors.
///
/// # Errors
/// Those of the work, or it panicked.
pub fn caught_result<T, E: From<CaughtPanic>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    caught(work)?
}

#[cfg(test)]
mod tests {
    use super::caught;

    #[test]
    fn what_a_panic_said_is_kept() {
        let said = |work: fn()| caught(work).map_err(|panic| panic.text);
        assert_eq!(said(|| ()), Ok(()));
        assert_eq!(said(|| panic!("fixed")), Err("fixed".to_owned()));
        assert_eq!(said(|| panic!("{} of 2", 1)), Err("1 of 2".to_owned()));
        assert_eq!(said(|| std::panic::panic_any(1)), Err("panic without a message".to_owned()));
        let words = caught(|| panic!("x")).map_err(|panic| panic.to_string());
        assert_eq!(words, Err::<(), _>("a defect of Lucena: x".to_owned()));
    }
}
