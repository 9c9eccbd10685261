//! What every category reads: the pieces as inputs, and the pawns' attacks and fronts.

use super::terms::{Terms, named};
use crate::propnet::lanes::Word;
use crate::rules::{Color, Role};

/// One side's words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Inputs by role, pawn first.
    pub pieces: [Word; 6],
    /// Lane a1 says whether the side is to move.
    pub to_move: Word,
    /// Squares the pawns attack.
    pub pawn_attacks: Word,
    /// Squares in front of a pawn, up to the edge.
    pub pawn_front: Word,
    /// Squares behind a pawn.
    pub pawn_rear: Word,
    /// Squares that a pawn attacks or may attack after advancing.
    pub pawn_reach: Word,
}

impl Side {
    pub const fn piece(&self, role: Role) -> Word {
        self.pieces[role as usize - 1]
    }

    pub const fn pawns(&self) -> Word {
        self.pieces[0]
    }
}

/// Both sides' words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    white: Side,
    black: Side,
}

impl Pieces {
    pub const fn of(&self, side: Color) -> &Side {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// Position of a piece's word among the inputs.
pub(super) const fn input_of(side: Color, role: Role) -> usize {
    (side as usize ^ 1) * 6 + role as usize - 1
}

/// Position of the side to move among the inputs.
pub(super) const fn to_move_input(side: Color) -> usize {
    12 + (side as usize ^ 1)
}

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Defines the inputs, in the order of [`input_of`], and what hangs directly on them.
pub(super) fn define(terms: &mut Terms) -> Pieces {
    let sides = [Color::White, Color::Black];
    let inputs = sides.map(|side| NAMES.map(|name| terms.net.input(&named(side, name))));
    let to_move = sides.map(|side| terms.net.input(&named(side, "to_move")));
    let mut side = |index: usize| {
        let (color, pawns) = (sides[index], inputs[index][0]);
        let pawn_attacks = terms.leap(color, "pawn.attacks", pawns, &[(-1, 1), (1, 1)]);
        let beyond = terms.ahead(color, "pawn.attacks.beyond", pawn_attacks, (0, 1));
        Side {
            pieces: inputs[index],
            to_move: to_move[index],
            pawn_attacks,
            pawn_front: terms.ahead(color, "pawn.front", pawns, (0, 1)),
            pawn_rear: terms.ahead(color, "pawn.rear", pawns, (0, -1)),
            pawn_reach: terms.any(color, "pawn.reach", [pawn_attacks.into(), beyond.into()]),
        }
    };
    Pieces { white: side(0), black: side(1) }
}
