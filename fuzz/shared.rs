//! What several fuzz targets share.
#![allow(dead_code, reason = "each target uses a part")]

use lucena::knowledge::{Evaluator, Knowledge};
use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// The input as text, invalid UTF-8 replaced.
pub fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A temporary folder, deleted when its thread ends.
pub struct Folder(pub PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

thread_local! {
    pub static KNOWLEDGE: Arc<Knowledge> = Knowledge::standard().expect("the built-in knowledge");
    pub static EVALUATOR: RefCell<Evaluator> =
        RefCell::new(Evaluator::new(KNOWLEDGE.with(Arc::clone)));
    pub static FOLDER: Folder = {
        let name = format!("lucena-{}-{:?}", std::process::id(), std::thread::current().id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Folder(folder)
    };
}
