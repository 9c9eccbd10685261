//! What a new file takes over from the one that it replaces: permissions, owner and group, and extended attributes.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Whether a new file can take the place of the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code, reason = "files have no owner there"))]
pub(super) enum Replacement {
    /// Whoever could read and write the old file can do so with the new one.
    Full,
    /// The owner or the group of the old file could not be kept, and would have fewer permissions for the new one.
    Worse,
    /// As `Worse`, and the former owner could not even read it.
    Unreadable,
}

/// Gives the file `new` what the system lets it have of the file at `path`, which is `old`. Owner and group of another user can be given
/// only by root, a group by its members.
///
/// # Errors
/// The permissions cannot be set.
#[cfg(unix)]
pub(super) fn take_over(new: &File, path: &Path, old: &Metadata) -> io::Result<Replacement> {
    use rustix::fs::{Gid, Uid, fchown};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let made = new.metadata()?;
    let kept = Kept {
        owner: made.uid() == old.uid() || fchown(new, Some(Uid::from_raw(old.uid())), None).is_ok(),
        group: made.gid() == old.gid() || fchown(new, None, Some(Gid::from_raw(old.gid()))).is_ok(),
    };
    let mut permissions = old.permissions();
    permissions.set_mode(kept.mode(permissions.mode()));
    new.set_permissions(permissions)?;
    copy_extended(new, path);
    Ok(kept.replacement(old.mode()))
}

#[cfg(not(unix))]
pub(super) fn take_over(new: &File, _: &Path, old: &Metadata) -> io::Result<Replacement> {
    new.set_permissions(old.permissions())?;
    Ok(Replacement::Full)
}

/// What a new file has of the old one.
#[cfg(unix)]
#[derive(Clone, Copy, Debug)]
struct Kept {
    owner: bool,
    group: bool,
}

#[cfg(unix)]
impl Kept {
    /// The permissions of the new file, when the old one had `mode`: another group may do no more than everybody.
    fn mode(self, mode: u32) -> u32 {
        if self.group { mode } else { mode & !0o070 | mode & (mode & 0o7) << 3 }
    }

    fn replacement(self, mode: u32) -> Replacement {
        let [owner, group, others] = [6, 3, 0].map(|shift| mode >> shift & 0o6);
        let lost = |is_kept: bool, had: u32| if is_kept { 0 } else { had & !others };
        match (lost(self.owner, owner), lost(self.group, group)) {
            (0, 0) => Replacement::Full,
            (owner, _) if owner & 0o4 != 0 => Replacement::Unreadable,
            _ => Replacement::Worse,
        }
    }
}

/// Copies the extended attributes, with them the access control list. Those that the system refuses are left out, and those that it signs
/// the content with would be wrong.
#[cfg(target_os = "linux")]
fn copy_extended(new: &File, path: &Path) {
    use rustix::fs::{XattrFlags, fsetxattr, getxattr, getxattr_query, listxattr, listxattr_query};
    let list = || {
        let mut names = vec![0; listxattr_query(path)?];
        let length = listxattr(path, &mut *names)?;
        names.truncate(length);
        io::Result::Ok(names)
    };
    let names = list().unwrap_or_default();
    for name in names.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let is_content = name.starts_with(b"security.") && name != b"security.selinux";
        if is_content {
            continue;
        }
        let copy = || {
            let mut value = vec![0; getxattr_query(path, name)?];
            let length = getxattr(path, name, &mut *value)?;
            fsetxattr(new, name, &value[..length], XattrFlags::empty())
        };
        copy().unwrap_or_default();
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn copy_extended(_: &File, _: &Path) {}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::{Kept, Replacement};

    #[test]
    fn nobody_may_do_less_and_no_other_group_more_than_before() {
        use Replacement::{Full, Unreadable, Worse};
        for (owner, group, mode, new, replacement) in [
            (true, true, 0o600, 0o600, Full),
            (false, true, 0o600, 0o600, Unreadable),
            (false, true, 0o664, 0o664, Worse),
            (false, true, 0o666, 0o666, Full),
            (true, false, 0o640, 0o600, Worse),
            (true, false, 0o644, 0o644, Full),
            (true, false, 0o604, 0o604, Full),
            (false, false, 0o660, 0o600, Unreadable),
        ] {
            let kept = Kept { owner, group };
            assert_eq!(kept.mode(mode), new, "{kept:?} {mode:o}");
            assert_eq!(kept.replacement(mode), replacement, "{kept:?} {mode:o}");
        }
    }
}
