//! The pieces for squares of six by three cells, dot by dot: at twelve by six dots an outline cannot be rounded, it has to
//! be drawn. Our own design.

use crate::rules::Role;

/// Cells of a square that these fit.
pub const CELLS: (u16, u16) = (6, 3);

/// Six rows of twelve dots.
#[must_use]
pub const fn dots(role: Role) -> [&'static [u8; 12]; 6] {
    match role {
        Role::Pawn => [
            b"            ",
            b"     ##     ",
            b"    ####    ",
            b"     ##     ",
            b"    ####    ",
            b"   ######   ",
        ],
        Role::Rook => [
            b"            ",
            b"  ## ## ##  ",
            b"  ########  ",
            b"   ######   ",
            b"   ######   ",
            b"  ########  ",
        ],
        Role::Knight => [
            b"     ##     ",
            b"   ######   ",
            b"  ### ####  ",
            b"  ##  ####  ",
            b"     #####  ",
            b"   #######  ",
        ],
        Role::Bishop => [
            b"     ##     ",
            b"    ## #    ",
            b"   ## ###   ",
            b"   ######   ",
            b"    ####    ",
            b"   ######   ",
        ],
        Role::Queen => [
            b" #   ##   # ",
            b" ##  ##  ## ",
            b"  ########  ",
            b"  ########  ",
            b"   ######   ",
            b"  ########  ",
        ],
        Role::King => [
            b"     ##     ",
            b"   ######   ",
            b"     ##     ",
            b"  ########  ",
            b"   ######   ",
            b"  ########  ",
        ],
    }
}
