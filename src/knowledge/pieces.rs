//! Components that every category reads: the pieces as inputs, pawn attacks and spans, and passed pawns.

use super::Category;
use super::attacks::{self, Attacks};
use super::terms::{TermBuilder, qualified};
use crate::propnet::bitboard::BitboardId;
use crate::rules::{Color, Role};

/// One side's components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Inputs by role, pawn first.
    pub pieces: [BitboardId; 6],
    /// Is the side to move? On a1 only.
    pub to_move: BitboardId,
    /// Any piece of the side.
    pub occupied: BitboardId,
    /// Pawn attacks to the left, to the right, and both.
    pub pawn_left: BitboardId,
    pub pawn_right: BitboardId,
    pub pawn_attacks: BitboardId,
    /// Squares in front of a pawn (stop squares).
    pub pawn_push_squares: BitboardId,
    /// Knights, bishops, rooks and queens.
    pub non_pawns: BitboardId,
    /// Front spans.
    pub pawn_front_span: BitboardId,
    /// Rear spans.
    pub pawn_rear_span: BitboardId,
    /// Attack spans, including the squares attacked now.
    pub pawn_attack_span: BitboardId,
    /// Every square of a file with a pawn.
    pub pawn_files: BitboardId,
    /// Squares up to 1, 2, 3 and 4 king moves from the king, its square included.
    pub king_distance: [BitboardId; 4],
}

impl Side {
    pub const fn piece(&self, role: Role) -> BitboardId {
        self.pieces[role as usize - 1]
    }

    pub const fn pawns(&self) -> BitboardId {
        self.pieces[0]
    }

    pub const fn king(&self) -> BitboardId {
        self.pieces[5]
    }
}

/// Both sides' components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    sides: [Side; 2],
    passed: [BitboardId; 2],
    attacks: [Attacks; 2],
    /// Any piece.
    pub occupied: BitboardId,
}

impl Pieces {
    pub const fn of(&self, side: Color) -> &Side {
        &self.sides[side as usize ^ 1]
    }

    pub const fn attacks_of(&self, side: Color) -> &Attacks {
        &self.attacks[side as usize ^ 1]
    }

    /// Passed pawns of `side`; only the front pawn of a file counts.
    pub const fn passed(&self, side: Color) -> BitboardId {
        self.passed[side as usize ^ 1]
    }
}

/// The input of a piece.
pub(super) const fn input_of(side: Color, role: Role) -> usize {
    (side as usize ^ 1) * 6 + role as usize - 1
}

/// The input of the side to move.
pub(super) const fn to_move_input(side: Color) -> usize {
    12 + (side as usize ^ 1)
}

/// The eight steps of a king.
pub(super) const AROUND: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Defines the inputs, in the order of [`input_of`], and the shared components.
pub(super) fn define(terms: &mut TermBuilder) -> Pieces {
    let inputs = SIDES.map(|side| NAMES.map(|name| terms.net.input(&qualified(side, name))));
    let to_move = SIDES.map(|side| terms.net.input(&qualified(side, "to_move")));
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

fn define_side(
    terms: &mut TermBuilder,
    color: Color,
    pieces: [BitboardId; 6],
    to_move: BitboardId,
) -> Side {
    let pawns = pieces[0];
    let pawn_left = terms.step_attacks(color, "pawn.attacks_left", pawns, &[(-1, 1)]);
    let pawn_right = terms.step_attacks(color, "pawn.attacks_right", pawns, &[(1, 1)]);
    let pawn_attacks = terms.any(color, "pawn.attacks", [pawn_left.into(), pawn_right.into()]);
    let later = terms.span(color, "pawn.attacks_later", pawn_attacks, (0, 1));
    let pawn_front_span = terms.span(color, "pawn.front_span", pawns, (0, 1));
    let pawn_rear_span = terms.span(color, "pawn.rear_span", pawns, (0, -1));
    let files = [pawns.into(), pawn_front_span.into(), pawn_rear_span.into()];
    let mut near = pieces[5];
    let king_distance = ["king.distance1", "king.distance2", "king.distance3", "king.distance4"]
        .map(|name| {
            let steps: Vec<(i8, i8)> = AROUND.into_iter().chain([(0, 0)]).collect();
            near = terms.step_attacks(color, name, near, &steps);
            near
        });
    let non_pawns = terms.any(color, "non_pawns", [1, 2, 3, 4].map(|role| pieces[role].into()));
    let occupied = [pawns.into(), non_pawns.into(), pieces[5].into()];
    let occupied = terms.any(color, "occupied", occupied);
    Side {
        pieces,
        to_move,
        occupied,
        pawn_left,
        pawn_right,
        pawn_attacks,
        pawn_push_squares: terms.step_attacks(color, "pawn.push_squares", pawns, &[(0, 1)]),
        non_pawns,
        pawn_front_span,
        pawn_rear_span,
        pawn_attack_span: terms.any(color, "pawn.attack_span", [pawn_attacks.into(), later.into()]),
        pawn_files: terms.any(color, "pawn.files", files),
        king_distance,
    }
}

/// No enemy pawn in front on its own or an adjacent file, and no own pawn in front.
fn passed(terms: &mut TermBuilder, color: Color, own: &Side, other: &Side) -> BitboardId {
    let clear =
        [own.pawns().into(), !other.pawn_front_span, !other.pawn_attack_span, !own.pawn_rear_span];
    terms.all(color, "pawn.passed", clear)
}
