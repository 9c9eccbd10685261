//! The human strength model: fitted to rated games by `lucena tune human`, measured by `lucena bench human`.

pub mod bench;
mod fit;
mod games;
mod lbfgs;
pub mod tune;
mod values;
