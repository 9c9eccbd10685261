//! Components that every category reads: the pieces as inputs, pawn attacks and spans, passed pawns and attack maps.
//!
//! A *slot* is one piece of a role: the one nearest to its own first rank, or all others together (normally one).
//! Mobility and king attacks are counted per slot, so that a piece without moves is seen as one.

use super::Category;
use super::terms::TermBuilder;
use crate::propnet::bitboard::{Squares, Step};
use crate::rules::{Color, Role};

/// One side's components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Inputs by role, pawn first.
    pub pieces: [Squares; 6],
    /// Is the side to move? On a1 only.
    pub to_move: Squares,
    /// Any piece of the side.
    pub occupied: Squares,
    /// Knights, bishops, rooks and queens.
    pub non_pawns: Squares,
    /// Pawn attacks to the left, to the right, and both.
    pub pawn_left: Squares,
    pub pawn_right: Squares,
    pub pawn_attacks: Squares,
    /// Squares in front of a pawn (stop squares).
    pub pawn_push_squares: Squares,
    pub pawn_front_span: Squares,
    pub pawn_rear_span: Squares,
    /// Attack spans, including the squares attacked now.
    pub pawn_attack_span: Squares,
    /// Every square of a file with a pawn.
    pub pawn_files: Squares,
    /// Squares up to 1, 2, 3 and 4 king moves from the king, its square included.
    pub king_distance: [Squares; 4],
    /// Squares in front of the king on its file.
    pub king_file_ahead: Squares,
    /// Every square of the king's file.
    pub king_file: Squares,
    /// Every square of the files up to two from the king's.
    pub king_flank: Squares,
}

impl Side {
    pub const fn piece(&self, role: Role) -> Squares {
        self.pieces[role as usize - 1]
    }

    pub const fn pawns(&self) -> Squares {
        self.pieces[0]
    }

    pub const fn king(&self) -> Squares {
        self.pieces[5]
    }
}

/// One piece and the squares it attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Part of the components' names: `knight1`.
    pub name: &'static str,
    pub piece: Squares,
    pub attacks: Squares,
}

/// One side's attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    pub slots: [Slot; 7],
    pub knights: Squares,
    pub bishops: Squares,
    pub minors: Squares,
    pub rooks: Squares,
    pub queens: Squares,
    pub king: Squares,
    /// Attacked by any piece.
    pub any: Squares,
    /// Attacked by two or more pieces.
    pub twice: Squares,
    /// Attacked by a piece other than king and queen.
    pub defended: Squares,
}

/// The components of both sides, as one side sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    pub us: Side,
    pub them: Side,
    /// Our attacks.
    pub ours: Attacks,
    /// Their attacks.
    pub theirs: Attacks,
    /// Our passed pawns; only the front pawn of a file counts.
    pub passed: Squares,
    /// Their passed pawns.
    pub their_passed: Squares,
    /// Any piece.
    pub occupied: Squares,
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
const KING: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// The eight steps of a knight.
pub(super) const KNIGHT: [(i8, i8); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// The files a to d.
pub(super) const QUEENSIDE: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Names of the inputs, pawn first.
pub(super) const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
/// White first, as in the sums.
pub(super) const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Defines the inputs, in the order of [`input_of`], and the shared components. Returns White's and Black's view.
pub(super) fn define(terms: &mut TermBuilder) -> [Pieces; 2] {
    let inputs = SIDES.map(|side| {
        terms.begin(Category::Material, side);
        NAMES.map(|name| terms.net.input(&terms.name(name)))
    });
    let to_move = SIDES.map(|side| {
        terms.side = side;
        terms.net.input(&terms.name("to_move"))
    });
    let sides = [0, 1].map(|index| {
        terms.begin(Category::PawnStructure, SIDES[index]);
        define_side(terms, inputs[index], to_move[index])
    });
    let passed = [0, 1].map(|index| {
        let (us, them) = (&sides[index], &sides[1 - index]);
        terms.begin(Category::PassedPawns, SIDES[index]);
        let clear = [us.pawns(), !them.pawn_front_span, !them.pawn_attack_span, !us.pawn_rear_span];
        terms.all("pawn.passed", clear)
    });
    terms.begin(Category::PieceMobility, Color::White);
    let occupied = terms.net.any("occupied", sides.map(|side| side.occupied));
    let attacks = [0, 1].map(|index| {
        terms.side = SIDES[index];
        define_attacks(terms, &sides[index], occupied)
    });
    [0, 1].map(|index| Pieces {
        us: sides[index],
        them: sides[1 - index],
        ours: attacks[index],
        theirs: attacks[1 - index],
        passed: passed[index],
        their_passed: passed[1 - index],
        occupied,
    })
}

fn define_side(terms: &mut TermBuilder, pieces: [Squares; 6], to_move: Squares) -> Side {
    let [pawns, knights, bishops, rooks, queens, king] = pieces;
    let pawn_left = terms.step_attacks("pawn.attacks_left", pawns, &[(-1, 1)]);
    let pawn_right = terms.step_attacks("pawn.attacks_right", pawns, &[(1, 1)]);
    let pawn_attacks = terms.any("pawn.attacks", [pawn_left, pawn_right]);
    let later = terms.span("pawn.attacks_later", pawn_attacks, 0, 1);
    let pawn_front_span = terms.span("pawn.front_span", pawns, 0, 1);
    let pawn_rear_span = terms.span("pawn.rear_span", pawns, 0, -1);
    let mut near = king;
    let king_distance = [1, 2, 3, 4].map(|distance| {
        let steps: Vec<(i8, i8)> = KING.into_iter().chain([(0, 0)]).collect();
        near = terms.step_attacks(&format!("king.distance{distance}"), near, &steps);
        near
    });
    let king_file_ahead = terms.span("king.file_ahead", king, 0, 1);
    let king_behind = terms.span("king.file_behind", king, 0, -1);
    let king_file = terms.any("king.file", [king, king_file_ahead, king_behind]);
    let flank = [-2, -1, 0, 1, 2].map(|file| (file, 0));
    let king_flank = terms.step_attacks("king.flank", king_file, &flank);
    let non_pawns = terms.any("non_pawns", [knights, bishops, rooks, queens]);
    Side {
        pieces,
        to_move,
        occupied: terms.any("occupied", [pawns, non_pawns, king]),
        non_pawns,
        pawn_left,
        pawn_right,
        pawn_attacks,
        pawn_push_squares: terms.step_attacks("pawn.push_squares", pawns, &[(0, 1)]),
        pawn_front_span,
        pawn_rear_span,
        pawn_attack_span: terms.any("pawn.attack_span", [pawn_attacks, later]),
        pawn_files: terms.any("pawn.files", [pawns, pawn_front_span, pawn_rear_span]),
        king_distance,
        king_file_ahead,
        king_file,
        king_flank,
    }
}

fn define_attacks(terms: &mut TermBuilder, us: &Side, occupied: Squares) -> Attacks {
    let mut slots = |role: Role, names: [&'static str; 2]| {
        let first = terms.first(names[0], us.piece(role));
        let others = terms.all(names[1], [us.piece(role), !first]);
        [(names[0], first), (names[1], others)].map(|(name, piece)| {
            let attacks = format!("{name}.attacks");
            let attacks = match role {
                Role::Bishop => terms.sliding_attacks(&attacks, piece, occupied, Step::DIAGONAL),
                Role::Rook => terms.sliding_attacks(&attacks, piece, occupied, Step::ORTHOGONAL),
                _ => terms.step_attacks(&attacks, piece, &KNIGHT),
            };
            Slot { name, piece, attacks }
        })
    };
    let knights = slots(Role::Knight, ["knight1", "knight2"]);
    let bishops = slots(Role::Bishop, ["bishop1", "bishop2"]);
    let rooks = slots(Role::Rook, ["rook1", "rook2"]);
    let queen = us.piece(Role::Queen);
    let rays = [("orthogonal", Step::ORTHOGONAL), ("diagonal", Step::DIAGONAL)];
    let rays = rays.map(|(name, directions)| {
        terms.sliding_attacks(&format!("queen.attacks_{name}"), queen, occupied, directions)
    });
    let queens = terms.any("queen.attacks", rays);
    let queen = Slot { name: "queen", piece: queen, attacks: queens };
    let slots = [knights[0], knights[1], bishops[0], bishops[1], rooks[0], rooks[1], queen];
    let king = terms.step_attacks("king.attacks", us.king(), &KING);
    let [a, b, c, d, e, f, _] = slots.map(|slot| slot.attacks);
    let (left, right) = (us.pawn_left, us.pawn_right);
    let defended = terms.any("defended", [left, right, a, b, c, d, e, f]);
    Attacks {
        slots,
        knights: terms.any("knight.attacks", [a, b]),
        bishops: terms.any("bishop.attacks", [c, d]),
        minors: terms.any("minor.attacks", [a, b, c, d]),
        rooks: terms.any("rook.attacks", [e, f]),
        queens,
        king,
        any: terms.any("attacked", [defended, queens, king]),
        twice: terms.at_least_two("attacked_twice", [left, right, a, b, c, d, e, f, queens, king]),
        defended,
    }
}
