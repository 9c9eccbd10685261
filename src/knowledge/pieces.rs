//! What every category reads: the pieces as inputs, the pawns' attacks and fronts, and the passed pawns.

use super::Category;
use super::attacks::{self, Attacks};
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
    /// Any own piece.
    pub occupied: Word,
    /// Squares a pawn attacks to its left, to its right, and either.
    pub pawn_left: Word,
    pub pawn_right: Word,
    pub pawn_attacks: Word,
    /// Squares right before a pawn.
    pub pawn_step: Word,
    /// Knights, bishops, rooks and queens.
    pub officers: Word,
    /// Squares in front of a pawn, up to the edge.
    pub pawn_front: Word,
    /// Squares behind a pawn.
    pub pawn_rear: Word,
    /// Squares that a pawn attacks or may attack after advancing.
    pub pawn_reach: Word,
    /// Every square of a file with an own pawn.
    pub pawn_files: Word,
    /// King squares and everything up to so many king moves away, from 1.
    pub king_rings: [Word; 4],
}

impl Side {
    pub const fn piece(&self, role: Role) -> Word {
        self.pieces[role as usize - 1]
    }

    pub const fn pawns(&self) -> Word {
        self.pieces[0]
    }

    pub const fn king(&self) -> Word {
        self.pieces[5]
    }
}

/// Both sides' words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    sides: [Side; 2],
    passed: [Word; 2],
    attacks: [Attacks; 2],
    /// Any piece.
    pub occupied: Word,
}

impl Pieces {
    pub const fn of(&self, side: Color) -> &Side {
        &self.sides[side as usize ^ 1]
    }

    pub const fn attacks_of(&self, side: Color) -> &Attacks {
        &self.attacks[side as usize ^ 1]
    }

    /// Pawns of `side` with no enemy pawn that can stop them, nor an own one in front.
    pub const fn passed(&self, side: Color) -> Word {
        self.passed[side as usize ^ 1]
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

/// The eight steps of a king, White's view.
pub(super) const AROUND: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Defines the inputs, in the order of [`input_of`], and what hangs directly on them.
pub(super) fn define(terms: &mut Terms) -> Pieces {
    let inputs = SIDES.map(|side| NAMES.map(|name| terms.net.input(&named(side, name))));
    let to_move = SIDES.map(|side| terms.net.input(&named(side, "to_move")));
    terms.begin(Category::PawnStructure);
    let sides = [0, 1].map(|index| define_side(terms, SIDES[index], inputs[index], to_move[index]));
    terms.begin(Category::PassedPawns);
    let passed = [0, 1].map(|index| passed(terms, SIDES[index], &sides[index], &sides[1 - index]));
    terms.begin(Category::PieceMobility);
    let occupied = [sides[0].occupied.into(), sides[1].occupied.into()];
    let occupied = terms.net.any("occupied", &occupied);
    let attacks = [0, 1].map(|index| attacks::define(terms, SIDES[index], &sides[index], occupied));
    Pieces { sides, passed, attacks, occupied }
}

fn define_side(terms: &mut Terms, color: Color, pieces: [Word; 6], to_move: Word) -> Side {
    let pawns = pieces[0];
    let pawn_left = terms.leap(color, "pawn.attacks_left", pawns, &[(-1, 1)]);
    let pawn_right = terms.leap(color, "pawn.attacks_right", pawns, &[(1, 1)]);
    let pawn_attacks = terms.any(color, "pawn.attacks", [pawn_left.into(), pawn_right.into()]);
    let beyond = terms.ahead(color, "pawn.attacks_later", pawn_attacks, (0, 1));
    let pawn_front = terms.ahead(color, "pawn.front", pawns, (0, 1));
    let pawn_rear = terms.ahead(color, "pawn.rear", pawns, (0, -1));
    let files = [pawns.into(), pawn_front.into(), pawn_rear.into()];
    let mut ring = pieces[5];
    let king_rings = ["king.near1", "king.near2", "king.near3", "king.near4"].map(|name| {
        let steps: Vec<(i8, i8)> = AROUND.into_iter().chain([(0, 0)]).collect();
        ring = terms.leap(color, name, ring, &steps);
        ring
    });
    let officers = terms.any(color, "officers", [1, 2, 3, 4].map(|role| pieces[role].into()));
    let occupied = [pawns.into(), officers.into(), pieces[5].into()];
    let occupied = terms.any(color, "occupied", occupied);
    Side {
        pieces,
        to_move,
        occupied,
        pawn_left,
        pawn_right,
        pawn_attacks,
        pawn_step: terms.leap(color, "pawn.step", pawns, &[(0, 1)]),
        officers,
        pawn_front,
        pawn_rear,
        pawn_reach: terms.any(color, "pawn.reach", [pawn_attacks.into(), beyond.into()]),
        pawn_files: terms.any(color, "pawn.files", files),
        king_rings,
    }
}

/// No enemy pawn ahead on its file or beside it, no own pawn ahead.
fn passed(terms: &mut Terms, color: Color, own: &Side, other: &Side) -> Word {
    let clear = [own.pawns().into(), !other.pawn_front, !other.pawn_reach, !own.pawn_rear];
    terms.all(color, "pawn.passed", clear)
}
