//! Whether a file has still the bytes that it was indexed with. The state of the file (`FileStamp`) says so at once; where it
//! differs, as after `touch`, `chmod` or a copy that was put back, the bytes are compared by their checksum.

use crate::base::FileStamp;
use flate2::Crc;
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The checksum of bytes that are read or written one after the other.
#[derive(Debug, Default)]
pub(super) struct ContentSum(Crc);

impl ContentSum {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
}

/// The content of a file as it was indexed.
#[derive(Clone, Debug)]
pub(super) struct Content {
    length: u64,
    sum: u32,
    /// The state of the file when it was compared last, and whether its content was this one: each state is compared once.
    compared: Arc<Mutex<(FileStamp, bool)>>,
}

impl Content {
    /// The content with this checksum of a file that was `about` before it was read.
    pub(super) fn read(about: &Metadata, sum: ContentSum) -> Self {
        Self::new(about.len(), sum, FileStamp::of(about))
    }

    /// The content with this checksum that was written to the file at `path`, which was `about` before it got its name.
    pub(super) fn written(path: &Path, about: &Metadata, sum: ContentSum) -> Self {
        Self::new(about.len(), sum, FileStamp::of(about).renamed(path))
    }

    fn new(length: u64, sum: ContentSum, stamp: FileStamp) -> Self {
        Self { length, sum: sum.0.sum(), compared: Arc::new(Mutex::new((stamp, true))) }
    }

    /// Has `file`, which stands at its begin, this content? It stands there afterwards, too.
    pub(super) fn is_in(&self, file: &mut File) -> io::Result<bool> {
        let stamp = FileStamp::of(&file.metadata()?);
        let mut compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        if compared.0 == stamp {
            return Ok(compared.1);
        }
        let is_same = file.metadata()?.len() == self.length && sum_of(file)? == self.sum;
        // Another program may write to it at the moment.
        let is_steady = FileStamp::of(&file.metadata()?) == stamp;
        if is_steady {
            *compared = (stamp, is_same);
        }
        Ok(is_same && is_steady)
    }
}

fn sum_of(file: &mut File) -> io::Result<u32> {
    let (mut sum, mut chunk) = (ContentSum::default(), vec![0; 1 << 20]);
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        sum.add(&chunk[..read]);
    }
    file.rewind()?;
    Ok(sum.0.sum())
}
