//! The human strength model: fitted to rated games by `lucena tune human`, measured by `lucena bench human`.

mod answers;
pub mod bench;
mod book;
mod fit;
mod games;
mod judge;
pub(super) mod lbfgs;
mod mates;
pub mod rate;
pub mod tune;
mod values;
