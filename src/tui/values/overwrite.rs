//! The mark by which the user replaces a file that exists.

use std::path::Path;

/// The name without ` !` at its end, by which the user replaces a file that exists, and whether it was there.
/// A `!` alone names no file.
pub fn split_overwrite(file: &Path) -> (&Path, bool) {
    let name = file.to_str().and_then(|name| name.strip_suffix('!'));
    let bare = name.filter(|name| name.is_empty() || name.ends_with(' '));
    bare.map_or((file, false), |bare| (Path::new(bare.trim_end()), true))
}
