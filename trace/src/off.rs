//! A writer that writes nothing, with the calls of [`crate::Writer`], for builds without tracing:
//!
//! ```
//! #[cfg(feature = "trace")]
//! use lucena_trace::Writer;
//! #[cfg(not(feature = "trace"))]
//! use lucena_trace::off::Writer;
//! ```

use crate::record::{Bound, Enter, Entry, Flags, Move};
use std::io;
use std::marker::PhantomData;

/// Takes no room and does nothing.
#[derive(Clone, Copy, Debug)]
pub struct Writer<W>(PhantomData<W>);

macro_rules! nothing {
    ($($name:ident($($argument:ident: $kind:ty),*);)*) => {
        impl<W> Writer<W> {
            /// Opens nothing.
            ///
            /// # Errors
            ///
            /// None.
            #[inline(always)]
            pub fn new(_sink: W, _engine: &str, _version: &str, _filter: &str) -> io::Result<Self> {
                Ok(Self(PhantomData))
            }
            $(
                /// Does nothing.
                #[inline(always)]
                pub fn $name(&mut self, $($argument: $kind),*) {}
            )*
        }
    };
}

nothing! {
    info(_key: &str, _value: &str);
    unit(_unit: i64);
    search(_fen: &str, _moves: &[Move]);
    iteration(_depth: i64, _alpha: i64, _beta: i64, _line: u64);
    next(_flags: Flags);
    enter(_enter: &Enter);
    eval(_raw: i64, _corrected: i64);
    tt(_entry: &Entry);
    store(_entry: &Entry);
    order(_moves: &[(Move, i64)]);
    pruned(_mv: Move, _rule: &'static str, _measured: i64, _limit: i64);
    depth(_mv: Move, _change: i64, _why: &'static str);
    best(_mv: Move);
    reason(_why: &'static str);
    exit(_score: i64, _bound: Bound);
    number(_name: &'static str, _value: i64);
    comment(_comment: &str);
    end(_nodes: u64, _best: Move, _score: i64);
}
