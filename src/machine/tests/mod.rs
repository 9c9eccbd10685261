//! The machines against the rules they stand for.

mod chess;
mod explain;
mod tic_tac_toe;
