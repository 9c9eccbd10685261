//! What is written where: a game played through, and every file that it left.

use crate::{Session, command};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Every file and folder below `folder`, from there, sorted.
fn below(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path.clone());
            }
            found.push(path.strip_prefix(folder).expect("a path below").to_owned());
        }
    }
    found.sort();
    found
}

#[test]
fn a_game_is_written_into_the_program_s_own_folders_and_nowhere_else() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("own-folders");
    std::fs::remove_dir_all(&home).ok();
    std::fs::create_dir_all(home.join("here")).expect("a directory of its own");
    std::fs::create_dir_all(home.join("tmp")).expect("a directory of its own");
    let mut command = command(Path::new(env!("CARGO_BIN_EXE_lucena")), &home, &[]);
    command.cwd(home.join("here"));
    command.env("HOME", &home);
    command.env("TMPDIR", home.join("tmp"));
    for name in ["LUCENA_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    let mut play = Session::run(command, &home, (24, 80));
    play.start_game();
    play.send_keys("d2d4\r");
    play.wait_for_text("Black to move");
    play.send_keys("\x11y");
    assert!(play.finish().success());
    let found = below(&home);
    let own = |path: &PathBuf| {
        // Where things lie differs between systems; that the name is in it does not.
        path.iter().any(|part| part.to_string_lossy().to_lowercase().contains("lucena"))
            || found.iter().any(|other| other != path && other.starts_with(path))
    };
    let strangers: Vec<_> = found.iter().filter(|path| !own(path)).collect();
    assert_eq!(strangers, [Path::new("here"), Path::new("tmp")], "{found:?}");
    let game = found.iter().find(|path| path.extension().is_some_and(|end| end == "pgn"));
    let folder = home.join(game.expect("a game").parent().expect("its folder"));
    let mode = std::fs::metadata(folder).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}
