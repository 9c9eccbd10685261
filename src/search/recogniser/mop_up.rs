//! Mop-up evaluation against a lone king: a known win that increases as the king is driven to where it can be mated.
//!
//! The search finds the mate when it is near; the evaluation leads there. Source: Slate and Atkin (Chess 4.5),
//! chessprogramming.org "Mop-up Evaluation"; for bishop and knight the corner of the bishop's colour.

use crate::base::Score;
use crate::rules::{Bitboard, Board, Color, Role, Square, see_value};

/// The mop-up evaluation of `board` for the side `turn` to move, or `None` if it does not apply.
pub(in crate::search) fn mop_up(board: &Board, turn: Color) -> Option<Score> {
    let strong = Color::ALL.into_iter().find(|&side| board.by_color(!side).count() == 1)?;
    let own = board.by_color(strong);
    let drive = Drive::of(board, own)?;
    let (ours, theirs) = (board.king_of(strong)?, board.king_of(!strong)?);
    let material: i32 = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| see_value(role) * (own & board.by_role(role)).count() as i32)
        .sum();
    let (driven, near) = (drive.progress(theirs), 14 - manhattan(ours, theirs));
    let progress = 47 * driven + 16 * near;
    let score = Score::RECOGNISED.offset(1000 + (material / 2).min(3500) + progress);
    Some(if turn == strong { score } else { -score })
}

/// The squares to which the lone king is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drive {
    /// Anywhere on the rim.
    Rim,
    /// Into a corner of this colour.
    Corner { light: bool },
}

impl Drive {
    fn of(board: &Board, own: Bitboard) -> Option<Self> {
        let (bishops, knights) = (board.bishops() & own, board.knights() & own);
        if ((board.queens() | board.rooks()) & own).any() {
            return Some(Self::Rim);
        }
        if (board.pawns() & own).any() {
            return None;
        }
        let light = (bishops & Bitboard::LIGHT_SQUARES).any();
        let dark = (bishops & Bitboard::DARK_SQUARES).any();
        match (light, dark) {
            (true, true) => Some(Self::Rim),
            (true, false) | (false, true) if knights.any() => Some(Self::Corner { light }),
            _ => None,
        }
    }

    /// The progress of the king, 0 to 6 to the rim and 0 to 14 to a corner.
    fn progress(self, king: Square) -> i32 {
        let (file, rank) = (i32::from(king.file()), i32::from(king.rank()));
        match self {
            Self::Rim => ((2 * file - 7).abs() + (2 * rank - 7).abs()) / 2 - 1,
            // Distance from the long diagonal that joins the wrong corners.
            Self::Corner { light: false } => 2 * (7 - file - rank).abs(),
            Self::Corner { light: true } => 2 * (file - rank).abs(),
        }
    }
}

fn manhattan(a: Square, b: Square) -> i32 {
    (a.file().distance(b.file()) + a.rank().distance(b.rank())) as i32
}
