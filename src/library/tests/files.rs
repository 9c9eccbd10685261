//! The files of the library.

use super::super::{Library, LibraryFiles, Player};
use super::{GAMES, library};
use std::fs;
use std::path::PathBuf;

#[test]
fn several_files_are_one_list() {
    let one = library("one.pgn", GAMES, "Ada");
    let empty = library("none.pgn", "", "Ada");
    let files = [one.files(), empty.files(), one.files()].concat();
    let all = Library::new(files, Player::default());
    assert_eq!(all.len(), 8);
    assert_eq!(all.source(3).unwrap().number, 3);
    assert_eq!(all.source(4).unwrap().number, 0);
    assert_eq!(all.row(4).unwrap().white(), Some("Ada"));
    assert_eq!(all.row(4).unwrap().side, None, "nobody is meant");
}

#[test]
fn the_list_of_files_is_kept_and_a_broken_one_is_named() {
    let folder = std::env::temp_dir().join(format!("lucena-files-{}", std::process::id()));
    let list = folder.join("library.ron");
    assert_eq!(LibraryFiles::load(&list).unwrap(), LibraryFiles::default());
    let mut files = LibraryFiles::default();
    let [one, other] = ["/a/b.pgn", "/a/c d.pgn"].map(PathBuf::from);
    assert!(files.add(&one) && files.add(&other) && !files.add(&one));
    files.save(&list).unwrap();
    let mut again = LibraryFiles::load(&list).unwrap();
    assert_eq!(again, files);
    again.remove(&one).unwrap();
    assert_eq!(again.remove(&one).unwrap_err().to_string(), "/a/b.pgn: is not in the library");
    // A link is the file that it leads to.
    #[cfg(unix)]
    {
        let link = folder.join("link.ron");
        std::os::unix::fs::symlink(&list, &link).unwrap();
        assert!(again.add(&link));
        again.remove(&list).unwrap();
    }
    fs::write(&list, "(files: [1])").unwrap();
    let wrong = LibraryFiles::load(&list).unwrap_err().to_string();
    assert!(wrong.contains("library.ron:1:"), "{wrong}");
    // What is right is used, but a change would lose what is not.
    let text = "(\n  files: [\"/a/b.pgn\", 7, \"/c.pgn\"],\n  repertoire: [1],\n  folder: true,\n)";
    fs::write(&list, text).unwrap();
    let (read, errors) = LibraryFiles::load_valid(&list).unwrap();
    assert_eq!(read.files, ["/a/b.pgn", "/c.pgn"].map(PathBuf::from));
    assert_eq!(read.repertoire, None);
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    for (error, part) in errors.iter().zip([
        "library.ron:2:23: files = 7: expected a path",
        "library.ron:3:15: repertoire = [1]: expected a path",
        "library.ron:4:11: folder = true: there is no such field",
    ]) {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(errors.len(), 3);
    assert!(LibraryFiles::load(&list).is_err());
    fs::write(&list, "(files: 7").unwrap();
    assert!(LibraryFiles::load_valid(&list).is_err());
    fs::write(&list, "(file: [])").unwrap();
    let wrong = LibraryFiles::load(&list).unwrap_err().to_string();
    assert!(wrong.contains("file"), "{wrong}");
    fs::remove_dir_all(&folder).unwrap();
}
