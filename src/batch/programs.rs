//! The programs that played the games of a record, so that a record says when two builds played.

use crate::base::{FNV_BASIS, fnv};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Every program that played one engine, by the checksum of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Programs(Vec<String>);

impl Programs {
    /// Are none known, as in records of earlier versions?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is this another program than those that have played?
    pub(super) fn lacks(&self, program: Option<&str>) -> bool {
        !self.is_empty() && program.is_some_and(|program| self.0.iter().all(|it| it != program))
    }

    /// Notes that this program has played.
    pub(super) fn add(&mut self, program: Option<&str>) {
        if self.is_empty() || self.lacks(program) {
            self.0.extend(program.map(str::to_owned));
        }
    }
}

/// The checksum of a program's file; `None` if it cannot be read.
pub(super) fn checksum(program: &Path) -> Option<String> {
    let bytes = fs::read(program).ok()?;
    Some(format!("{:016x}", fnv(FNV_BASIS, &bytes)))
}
