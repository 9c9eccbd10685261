//! Who sees what: occupation, rays as chains with shared prefixes, attacks, checks and pins, for the side to move.
//!
//! A ray is carried from square to square: a black rook or queen sees e1 from the north if it stands on e2, or if e2
//! lets rays pass and it sees e2 from the north. The king looks out the same way. Where a look of the king and an enemy
//! ray from the other side meet, an empty square would block a check and an own piece is pinned to that line.

use super::base::BaseIds;
use super::geometry::{Direction, captures, king_steps, knight_jumps};
use super::names;
use crate::propnet::{Builder, Id, Literal};
use crate::rules::{Color, Role, Square};

/// A component for each square.
pub(super) type Squares = [Id; 64];
/// A component for each direction and square, where the board goes on that way.
type Rays = [[Option<Id>; 64]; 8];

/// What the moves of the side to move depend on.
#[derive(Debug)]
pub(super) struct Sight {
    /// An own piece stands there.
    pub ours: Squares,
    /// An enemy piece stands there.
    pub theirs: Squares,
    /// Some piece stands there.
    pub occupied: Squares,
    /// The enemy attacks it, seen through the own king, which could not hide behind itself.
    pub attacked: Squares,
    /// The king looks at it this way.
    pub look: Rays,
    /// An enemy slider sees it from this way.
    pub seen: Rays,
    /// It stands between the king and an enemy slider on this axis.
    pub pinned: [[Option<Id>; 64]; 4],
    /// It stands between the king and an enemy slider on some axis.
    pub shields: Squares,
    /// An enemy piece on it gives check.
    pub check_from: Squares,
    /// The king is in check.
    pub in_check: Id,
    /// From two squares at once.
    pub double_check: Id,
    /// Another piece that comes here leaves no check standing, and the square is not its own side's.
    pub open: Squares,
}

/// What is needed while sight is wired: the builder, the base and the two sides.
struct Eye<'a> {
    builder: &'a mut Builder,
    base: &'a BaseIds,
    us: Color,
    them: Color,
}

impl Sight {
    /// Wires everything up to `open`.
    pub fn wire(builder: &mut Builder, base: &BaseIds, us: Color) -> Self {
        let mut eye = Eye { builder, base, us, them: !us };
        let ours = eye.side(us);
        let theirs = eye.side(!us);
        let occupied = squares(|s| {
            eye.builder.any(&names::occupied(s), [ours[usize::from(s)], theirs[usize::from(s)]])
        });
        let opaque = eye.opaque(&theirs);
        let straight = eye.sliders(!us, Role::Rook);
        let diagonal = eye.sliders(!us, Role::Bishop);
        let slider = |way: Direction, s| {
            if way.is_straight() { straight[usize::from(s)] } else { diagonal[usize::from(s)] }
        };
        let seen = eye.rays(&opaque, |s, way| names::sees(!us, s, way), slider);
        let king = |_, s| eye_king(base, us, s);
        let look = eye.rays(&opaque, |s, way| names::looks(us, s, way), king);
        let attacked = eye.attacked(&seen);
        let pinned = eye.pinned(&look, &seen);
        let shields = squares(|s| {
            let lines = pinned.iter().filter_map(|axis| axis[usize::from(s)]);
            eye.builder.any(&names::shields(s, us), lines.collect::<Vec<_>>())
        });
        let check_from = eye.checks(&look, &straight, &diagonal);
        let in_check = eye.builder.any(&names::in_check(us), check_from);
        let double_check = eye.builder.at_least(&names::double_check(us), 2, check_from);
        let mut sight = Self {
            ours,
            theirs,
            occupied,
            attacked,
            look,
            seen,
            pinned,
            shields,
            check_from,
            in_check,
            double_check,
            open: ours,
        };
        sight.open = eye.open(&sight);
        sight
    }
}

fn eye_king(base: &BaseIds, us: Color, square: Square) -> Id {
    // Kings can stand everywhere, so the lookup never falls back.
    base.piece(us, Role::King, square).unwrap_or(base.white_to_move)
}

/// Makes a component for every square.
pub(super) fn squares(mut make: impl FnMut(Square) -> Id) -> Squares {
    Square::ALL.map(&mut make)
}

impl Eye<'_> {
    fn side(&mut self, side: Color) -> Squares {
        squares(|s| {
            self.builder.any(&names::side_on(side, s), self.base.pieces(side, &Role::ALL, s))
        })
    }

    /// What stops an enemy ray: everything but the own king, behind whose square a ray goes on.
    fn opaque(&mut self, theirs: &Squares) -> Squares {
        let others = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        squares(|s| {
            let mut stands = self.base.pieces(self.us, &others, s);
            stands.push(theirs[usize::from(s)]);
            self.builder.any(&names::stops_rays(s), stands)
        })
    }

    /// Rooks or bishops of `side`, and its queens.
    fn sliders(&mut self, side: Color, kind: Role) -> Squares {
        squares(|s| {
            let name = format!("{} {} or queen on {s}", names::color(side), names::role(kind));
            self.builder.any(&name, self.base.pieces(side, &[kind, Role::Queen], s))
        })
    }

    /// The chains of one kind of ray: what they are called, and what sends one out from a square.
    fn rays(
        &mut self,
        opaque: &Squares,
        name: impl Fn(Square, Direction) -> String,
        source: impl Fn(Direction, Square) -> Id,
    ) -> Rays {
        let mut rays = [[None; 64]; 8];
        for way in Direction::ALL {
            for s in Square::ALL {
                let Some(near) = way.step(s) else { continue };
                let name_here = name(s, way);
                let mut reasons = vec![source(way, near)];
                if way.step(near).is_some() {
                    let beyond = self.builder.named(&name(near, way));
                    let passes: [Literal; 2] = [!opaque[usize::from(near)], beyond.into()];
                    reasons.push(self.builder.all(&format!("{name_here} over {near}"), passes));
                }
                rays[way.index()][usize::from(s)] = Some(self.builder.any(&name_here, reasons));
            }
        }
        rays
    }

    fn attacked(&mut self, seen: &Rays) -> Squares {
        let (base, them) = (self.base, self.them);
        let pawns = captures(self.us);
        squares(|s| {
            let mut by: Vec<Id> = seen.iter().filter_map(|rays| rays[usize::from(s)]).collect();
            by.extend(knight_jumps(s).filter_map(|from| base.piece(them, Role::Knight, from)));
            by.extend(king_steps(s).filter_map(|from| base.piece(them, Role::King, from)));
            let pawns = pawns.iter().filter_map(|way| way.step(s));
            by.extend(pawns.filter_map(|from| base.piece(them, Role::Pawn, from)));
            self.builder.any(&names::attacked(s, them), by)
        })
    }

    fn pinned(&mut self, look: &Rays, seen: &Rays) -> [[Option<Id>; 64]; 4] {
        let mut pinned = [[None; 64]; 4];
        for s in Square::ALL {
            for (axis, lines) in pinned.iter_mut().enumerate() {
                let mut meets = Vec::new();
                for way in Direction::ALL.into_iter().filter(|way| way.axis() == axis) {
                    let look = look[way.index()][usize::from(s)];
                    let seen = seen[way.opposite().index()][usize::from(s)];
                    if let (Some(look), Some(seen)) = (look, seen) {
                        let name =
                            format!("{s} between the king to the {} and a slider", way.word());
                        meets.push(self.builder.all(&name, [look, seen]));
                    }
                }
                if !meets.is_empty() {
                    let name = names::pinned(s, axis);
                    lines[usize::from(s)] = Some(self.builder.any(&name, meets));
                }
            }
        }
        pinned
    }

    fn checks(&mut self, look: &Rays, straight: &Squares, diagonal: &Squares) -> Squares {
        let (base, us, them) = (self.base, self.us, self.them);
        squares(|s| {
            let mut by = Vec::new();
            for way in Direction::ALL {
                let Some(look) = look[way.index()][usize::from(s)] else { continue };
                let kind = if way.is_straight() { straight } else { diagonal };
                let name = format!("check from {s} to the {}", way.word());
                by.push(self.builder.all(&name, [look, kind[usize::from(s)]]));
            }
            let kings: Vec<Id> = knight_jumps(s).map(|at| eye_king(base, us, at)).collect();
            let near = self.builder.any(&format!("king a knight's jump from {s}"), kings);
            if let Some(knight) = base.piece(them, Role::Knight, s) {
                by.push(self.builder.all(&format!("check from {s} by a knight"), [near, knight]));
            }
            if let Some(pawn) = base.piece(them, Role::Pawn, s) {
                let kings: Vec<Id> = captures(them)
                    .iter()
                    .filter_map(|way| way.step(s))
                    .map(|at| eye_king(base, us, at))
                    .collect();
                let near = self.builder.any(&format!("king a pawn's capture from {s}"), kings);
                by.push(self.builder.all(&format!("check from {s} by a pawn"), [near, pawn]));
            }
            self.builder.any(&names::check_from(s), by)
        })
    }

    /// A square is open to a piece other than the king when its own side is not there and no check is left standing.
    fn open(&mut self, sight: &Sight) -> Squares {
        squares(|s| {
            let i = usize::from(s);
            let blocks: [Literal; 2] = [!sight.occupied[i], sight.shields[i].into()];
            let blocks = self.builder.all(&format!("{s} blocks a check"), blocks);
            let answers =
                self.builder.any(&format!("{s} answers a check"), [sight.check_from[i], blocks]);
            let only: [Literal; 2] = [answers.into(), !sight.double_check];
            let only = self.builder.all(&format!("{s} answers the only check"), only);
            let safe: [Literal; 2] = [!sight.in_check, only.into()];
            let safe = self.builder.any(&format!("{s} leaves no check"), safe);
            let open: [Literal; 2] = [!sight.ours[i], safe.into()];
            self.builder.all(&format!("{s} open to {}", names::color(self.us)), open)
        })
    }
}
