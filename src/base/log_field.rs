//! The log field `[ply N]`: a log entry starts with the ply of the game to which it belongs, and the log panel reads it
//! back.

use std::fmt::Display;

/// The text of a log entry for the position after `ply` plies.
#[must_use]
pub fn with_ply(ply: usize, text: impl Display) -> String {
    format!("[ply {ply}] {text}")
}

/// Splits a log entry into its ply, if it has one, and its text.
#[must_use]
pub fn split_ply(entry: &str) -> (Option<usize>, &str) {
    let read = || {
        let (ply, text) = entry.strip_prefix("[ply ")?.split_once("] ")?;
        Some((ply.parse().ok()?, text))
    };
    read().map_or((None, entry), |(ply, text)| (Some(ply), text))
}

#[cfg(test)]
mod tests {
    use super::{split_ply, with_ply};

    #[test]
    fn what_is_tied_is_read_back() {
        assert_eq!(split_ply(&with_ply(12, "depth 7] done")), (Some(12), "depth 7] done"));
        for plain in ["nothing", "[ply x] text", "[ply 3]", ""] {
            assert_eq!(split_ply(plain), (None, plain));
        }
    }
}
