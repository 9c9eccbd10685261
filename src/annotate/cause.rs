//! Why a piece is lost, in words.

use super::material::list;
use crate::machine::chess::names;
use crate::rules::{Position, Role, Square};
use std::fmt;

/// A piece on its square: "the knight on f3".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The role.
    pub role: Role,
    /// The square.
    pub square: Square,
}

impl PlacedPiece {
    /// The piece there.
    pub(super) fn at(position: &Position, square: Square) -> Option<Self> {
        position.board().role_at(square).map(|role| Self { role, square })
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::King => f.write_str("the king"),
            role => write!(f, "the {} on {}", names::role(role), self.square),
        }
    }
}

/// Why a piece is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A fork: one move attacks two pieces.
    Fork {
        /// The move.
        by: String,
        /// The attacked pieces.
        targets: [PlacedPiece; 2],
    },
    /// A skewer: the piece in front has to leave the line to the piece behind it.
    Skewer {
        /// The move.
        by: String,
        /// The piece in front.
        front: PlacedPiece,
        /// The piece that is lost.
        behind: PlacedPiece,
    },
    /// A discovered attack: a move opens the line of another piece.
    Discovered {
        /// The move.
        by: String,
        /// The piece whose line it opens.
        attacker: PlacedPiece,
        /// The attacked piece.
        target: PlacedPiece,
    },
    /// A capture removes the defender.
    RemovesDefender {
        /// The capture.
        by: String,
        /// The captured piece.
        defender: PlacedPiece,
        /// The piece that it defended.
        piece: PlacedPiece,
    },
    /// An attack drives the defender away.
    DrivesAway {
        /// The move.
        by: String,
        /// The piece that it attacks.
        defender: PlacedPiece,
        /// The piece that it defended.
        piece: PlacedPiece,
    },
    /// No move defends the attacked pawn.
    Indefensible(PlacedPiece),
    /// One piece has to defend two.
    Overloaded {
        /// The only defender.
        defender: PlacedPiece,
        /// The pieces that it defends.
        guarded: [PlacedPiece; 2],
    },
    /// Every move of the attacked piece loses it too.
    Trapped(PlacedPiece),
    /// A defender, or the piece itself, is pinned to the king.
    Pinned(PlacedPiece),
    /// The piece that moved had defended it.
    NoLongerDefends {
        /// The piece that moved away.
        defender: Role,
        /// The piece that it defended.
        piece: PlacedPiece,
    },
    /// It is on a square where it can be captured.
    EnPrise(PlacedPiece),
    /// It is hanging: attacked and not defended.
    Hanging(PlacedPiece),
    /// It is outnumbered: attacked more often than defended.
    Outnumbered(PlacedPiece),
}

impl Cause {
    /// That the piece is lost wherever it goes, or the pawn whatever is moved.
    pub(super) const fn cannot_be_saved(piece: PlacedPiece) -> Self {
        match piece.role {
            Role::Pawn => Self::Indefensible(piece),
            _ => Self::Trapped(piece),
        }
    }

    /// Whether an attacked piece cannot get away.
    pub const fn is_catch(&self) -> bool {
        matches!(self, Self::Pinned(_) | Self::Trapped(_) | Self::Indefensible(_))
    }

    /// Whether the words tell more than that a piece can be captured, or is pinned.
    pub const fn is_motif(&self) -> bool {
        match self {
            Self::Fork { .. }
            | Self::Skewer { .. }
            | Self::Discovered { .. }
            | Self::RemovesDefender { .. }
            | Self::DrivesAway { .. }
            | Self::Indefensible(_)
            | Self::Overloaded { .. }
            | Self::Trapped(_) => true,
            Self::Pinned(_)
            | Self::NoLongerDefends { .. }
            | Self::EnPrise(_)
            | Self::Hanging(_)
            | Self::Outnumbered(_) => false,
        }
    }

    /// Whether one of the pieces that it says are lost has a role for which `is_lost`. A pin may lose another piece.
    pub fn is_about(&self, is_lost: impl Fn(Role) -> bool) -> bool {
        match self {
            Self::Fork { targets: pieces, .. } | Self::Overloaded { guarded: pieces, .. } => {
                pieces.iter().any(|piece| is_lost(piece.role))
            }
            Self::Skewer { behind: piece, .. }
            | Self::Discovered { target: piece, .. }
            | Self::RemovesDefender { piece, .. }
            | Self::DrivesAway { piece, .. }
            | Self::Indefensible(piece)
            | Self::NoLongerDefends { piece, .. }
            | Self::Trapped(piece)
            | Self::EnPrise(piece)
            | Self::Hanging(piece)
            | Self::Outnumbered(piece) => is_lost(piece.role),
            Self::Pinned(_) => true,
        }
    }

    /// Whether it is a fork of a knight and a bishop: which of them is lost is the opponent's choice.
    pub fn forks_two_minors(&self) -> bool {
        let Self::Fork { targets, .. } = self else { return false };
        let roles = targets.map(|piece| piece.role);
        roles.contains(&Role::Knight) && roles.contains(&Role::Bishop)
    }

    /// A clause behind the move that has this effect: ", which attacks the king and the rook on a8", ", after which the bishop on a2 is trapped".
    pub(super) fn clause(&self) -> String {
        let words = self.to_string();
        match self.by().and_then(|by| words.strip_prefix(by)) {
            Some(rest) => format!(", which{rest}"),
            None => format!(", after which {words}"),
        }
    }

    /// The move that has this effect, if the words name it.
    fn by(&self) -> Option<&str> {
        match self {
            Self::Fork { by, .. }
            | Self::Skewer { by, .. }
            | Self::Discovered { by, .. }
            | Self::RemovesDefender { by, .. }
            | Self::DrivesAway { by, .. } => Some(by),
            Self::Indefensible(_)
            | Self::Overloaded { .. }
            | Self::Trapped(_)
            | Self::Pinned(_)
            | Self::NoLongerDefends { .. }
            | Self::EnPrise(_)
            | Self::Hanging(_)
            | Self::Outnumbered(_) => None,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fork { by, targets: [first, second] } => {
                write!(f, "{by} attacks {first} and {second}")
            }
            Self::Skewer { by, front, behind } => {
                write!(f, "{by} attacks {front} and, behind it, {behind}")
            }
            Self::Discovered { by, attacker, target } => {
                write!(f, "{by} opens the attack of {attacker} on {target}")
            }
            Self::RemovesDefender { by, defender, piece } => {
                write!(f, "{by} removes {defender}, which defends {piece}")
            }
            Self::DrivesAway { by, defender, piece } => {
                write!(f, "{by} drives away {defender}, which defends {piece}")
            }
            Self::Indefensible(piece) => write!(f, "{piece} cannot be defended"),
            Self::Overloaded { defender, guarded: [first, second] } => {
                write!(f, "{defender} cannot defend both {first} and {second}")
            }
            Self::Trapped(piece) => write!(f, "{piece} is trapped"),
            Self::Pinned(piece) => write!(f, "{piece} is pinned"),
            Self::NoLongerDefends { defender, piece } => {
                write!(f, "the {} no longer defends {piece}", names::role(*defender))
            }
            Self::EnPrise(piece) => write!(f, "{piece} can be captured"),
            Self::Hanging(piece) => write!(f, "{piece} is hanging"),
            Self::Outnumbered(piece) => write!(f, "{piece} is attacked more often than defended"),
        }
    }
}
/// "the queen on d3 and the pawn on c2".
pub fn list_pieces(pieces: &[PlacedPiece]) -> String {
    list(&pieces.iter().map(ToString::to_string).collect::<Vec<_>>())
}
