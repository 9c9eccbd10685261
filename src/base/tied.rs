//! How an entry of the log says which ply of a game it belongs to: a mark in front of its text, read back by whoever
//! shows the log.

use std::fmt::Display;

/// The text of an entry that belongs to the position after `ply` plies.
#[must_use]
pub fn tied(ply: usize, text: impl Display) -> String {
    format!("[ply {ply}] {text}")
}

/// The ply that an entry is tied to, and its text without the mark.
#[must_use]
pub fn untied(entry: &str) -> (Option<usize>, &str) {
    let read = || {
        let (ply, text) = entry.strip_prefix("[ply ")?.split_once("] ")?;
        Some((ply.parse().ok()?, text))
    };
    read().map_or((None, entry), |(ply, text)| (Some(ply), text))
}

#[cfg(test)]
mod tests {
    use super::{tied, untied};

    #[test]
    fn what_is_tied_is_read_back() {
        assert_eq!(untied(&tied(12, "depth 7] done")), (Some(12), "depth 7] done"));
        for plain in ["nothing", "[ply x] text", "[ply 3]", ""] {
            assert_eq!(untied(plain), (None, plain));
        }
    }
}
