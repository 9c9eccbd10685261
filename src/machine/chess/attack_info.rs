//! Attack information for the side to move: occupancy, rays as chains with shared prefixes, attacks, checks and pins.
//!
//! Rays go from square to square: a black rook or queen attacks e1 from the north if it is on e2, or if e2 is transparent
//! and it attacks e2 from the north. The rays from the king are the same. Where a ray from the king and a ray of an enemy
//! slider from the opposite direction meet, an empty square can be interposed on and an own piece is pinned to the line.

use super::base::BaseIds;
use super::geometry::{Direction, captures, king_steps, knight_jumps};
use super::names;
use crate::propnet::{Builder, Literal};
use crate::rules::{Color, Role, Square};

/// A component per square.
pub(super) type Squares = [Literal; 64];
/// A component per direction and square; `None` where the next square in the direction is off the board.
type Rays = [[Option<Literal>; 64]; 8];

/// What the legal moves of the side to move depend on.
#[derive(Debug)]
pub(super) struct AttackInfo {
    /// Own piece.
    pub ours: Squares,
    /// Enemy piece.
    pub theirs: Squares,
    /// Any piece.
    pub occupied: Squares,
    /// Attacked by the enemy. Rays pass through the own king, which could move along them.
    pub attacked: Squares,
    /// On a ray from the own king, which is in this direction.
    pub king_rays: Rays,
    /// Attacked by an enemy slider from this direction.
    pub slider_rays: Rays,
    /// Between the king and an enemy slider on this axis.
    pub pinned: [[Option<Literal>; 64]; 4],
    /// Between the king and an enemy slider on any axis.
    pub shields: Squares,
    /// An enemy piece on the square gives check.
    pub check_from: Squares,
    /// The king is in check.
    pub in_check: Literal,
    /// The king is in double check.
    pub double_check: Literal,
    /// A piece other than the king may move here: no own piece, and the move resolves a check.
    pub open: Squares,
}

/// The builder, the base propositions and the two sides.
struct AttackBuilder<'a> {
    builder: &'a mut Builder,
    base: &'a BaseIds,
    us: Color,
    them: Color,
}

impl AttackInfo {
    /// Builds all components up to `open`.
    pub fn build(builder: &mut Builder, base: &BaseIds, us: Color) -> Self {
        let mut attacks = AttackBuilder { builder, base, us, them: !us };
        let ours = attacks.side(us);
        let theirs = attacks.side(!us);
        let occupied = squares(|s| {
            attacks.builder.any(&names::occupied(s), [ours[usize::from(s)], theirs[usize::from(s)]])
        });
        let blockers = attacks.blockers(&theirs);
        let straight = attacks.sliders(!us, Role::Rook);
        let diagonal = attacks.sliders(!us, Role::Bishop);
        let slider = |way: Direction, s| {
            if way.is_straight() { straight[usize::from(s)] } else { diagonal[usize::from(s)] }
        };
        let slider_rays =
            attacks.rays(&blockers, |s, way| names::slider_attacks(!us, s, way), slider);
        let king = |_, s| king_on(base, us, s);
        let king_rays = attacks.rays(&blockers, |s, way| names::king_in_line(us, s, way), king);
        let attacked = attacks.attacked(&slider_rays);
        let pinned = attacks.pinned(&king_rays, &slider_rays);
        let shields = squares(|s| {
            let lines = pinned.iter().filter_map(|axis| axis[usize::from(s)]);
            attacks.builder.any(&names::shields(s, us), lines.collect::<Vec<_>>())
        });
        let check_from = attacks.checks(&king_rays, &straight, &diagonal);
        let in_check = attacks.builder.any(&names::in_check(us), check_from);
        let double_check = attacks.builder.at_least(&names::double_check(us), 2, check_from);
        let mut attack_info = Self {
            ours,
            theirs,
            occupied,
            attacked,
            king_rays,
            slider_rays,
            pinned,
            shields,
            check_from,
            in_check,
            double_check,
            open: ours,
        };
        attack_info.open = attacks.open(&attack_info);
        attack_info
    }
}

fn king_on(base: &BaseIds, us: Color, square: Square) -> Literal {
    // A king can stand on every square, so that the fallback is not used.
    base.piece(us, Role::King, square).unwrap_or(base.white_to_move)
}

/// Builds a component for every square.
pub(super) fn squares(mut make: impl FnMut(Square) -> Literal) -> Squares {
    Square::ALL.map(&mut make)
}

impl AttackBuilder<'_> {
    fn side(&mut self, side: Color) -> Squares {
        squares(|s| {
            self.builder.any(&names::side_on(side, s), self.base.pieces(side, &Role::ALL, s))
        })
    }

    /// What blocks an enemy ray: every piece but the own king.
    fn blockers(&mut self, theirs: &Squares) -> Squares {
        let others = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        squares(|s| {
            let mut stands = self.base.pieces(self.us, &others, s);
            stands.push(theirs[usize::from(s)]);
            self.builder.any(&names::blocks_rays(s), stands)
        })
    }

    /// Rooks or bishops, and queens, of `side`.
    fn sliders(&mut self, side: Color, kind: Role) -> Squares {
        squares(|s| {
            let name = format!("{} {} or queen on {s}", names::color(side), names::role(kind));
            self.builder.any(&name, self.base.pieces(side, &[kind, Role::Queen], s))
        })
    }

    /// Chains of rays: `name` names a component, `source` is where a ray begins.
    fn rays(
        &mut self,
        blockers: &Squares,
        name: impl Fn(Square, Direction) -> String,
        source: impl Fn(Direction, Square) -> Literal,
    ) -> Rays {
        let mut rays = [[None; 64]; 8];
        for way in Direction::ALL {
            for s in Square::ALL {
                let Some(near) = way.step(s) else { continue };
                let name_here = name(s, way);
                let mut reasons = vec![source(way, near)];
                if way.step(near).is_some() {
                    let beyond = self.builder.named(&name(near, way));
                    let passes: [Literal; 2] = [!blockers[usize::from(near)], beyond];
                    reasons.push(self.builder.all(&format!("{name_here} over {near}"), passes));
                }
                rays[way.index()][usize::from(s)] = Some(self.builder.any(&name_here, reasons));
            }
        }
        rays
    }

    fn attacked(&mut self, slider_ray: &Rays) -> Squares {
        let (base, them) = (self.base, self.them);
        let pawns = captures(self.us);
        squares(|s| {
            let mut by: Vec<Literal> =
                slider_ray.iter().filter_map(|rays| rays[usize::from(s)]).collect();
            by.extend(knight_jumps(s).filter_map(|from| base.piece(them, Role::Knight, from)));
            by.extend(king_steps(s).filter_map(|from| base.piece(them, Role::King, from)));
            let pawns = pawns.iter().filter_map(|way| way.step(s));
            by.extend(pawns.filter_map(|from| base.piece(them, Role::Pawn, from)));
            self.builder.any(&names::attacked(s, them), by)
        })
    }

    fn pinned(&mut self, king_ray: &Rays, slider_ray: &Rays) -> [[Option<Literal>; 64]; 4] {
        let mut pinned = [[None; 64]; 4];
        for s in Square::ALL {
            for (axis, lines) in pinned.iter_mut().enumerate() {
                let mut meets = Vec::new();
                for way in Direction::ALL.into_iter().filter(|way| way.axis() == axis) {
                    let king_ray = king_ray[way.index()][usize::from(s)];
                    let slider_ray = slider_ray[way.opposite().index()][usize::from(s)];
                    if let (Some(king_ray), Some(slider_ray)) = (king_ray, slider_ray) {
                        let name =
                            format!("{s} between the king to the {} and a slider", way.word());
                        meets.push(self.builder.all(&name, [king_ray, slider_ray]));
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

    fn checks(&mut self, king_ray: &Rays, straight: &Squares, diagonal: &Squares) -> Squares {
        let (base, us, them) = (self.base, self.us, self.them);
        squares(|s| {
            let mut by = Vec::new();
            for way in Direction::ALL {
                let Some(king_ray) = king_ray[way.index()][usize::from(s)] else { continue };
                let kind = if way.is_straight() { straight } else { diagonal };
                let name = format!("check from {s} to the {}", way.word());
                by.push(self.builder.all(&name, [king_ray, kind[usize::from(s)]]));
            }
            let kings: Vec<Literal> = knight_jumps(s).map(|at| king_on(base, us, at)).collect();
            let near = self.builder.any(&format!("king a knight's jump from {s}"), kings);
            if let Some(knight) = base.piece(them, Role::Knight, s) {
                by.push(self.builder.all(&format!("check from {s} by a knight"), [near, knight]));
            }
            if let Some(pawn) = base.piece(them, Role::Pawn, s) {
                let squares = captures(them).into_iter().filter_map(|way| way.step(s));
                let kings: Vec<Literal> = squares.map(|at| king_on(base, us, at)).collect();
                let near = self.builder.any(&format!("king a pawn's capture from {s}"), kings);
                by.push(self.builder.all(&format!("check from {s} by a pawn"), [near, pawn]));
            }
            self.builder.any(&names::check_from(s), by)
        })
    }

    /// A square is open to a piece other than the king if no own piece is there and a move to it leaves no check.
    fn open(&mut self, attack_info: &AttackInfo) -> Squares {
        squares(|s| {
            let i = usize::from(s);
            let blocks = self.builder.all(
                &format!("{s} blocks a check"),
                [!attack_info.occupied[i], attack_info.shields[i]],
            );
            let resolves = self
                .builder
                .any(&format!("{s} resolves a check"), [attack_info.check_from[i], blocks]);
            let only =
                self.builder.all(&names::resolves_check(s), [resolves, !attack_info.double_check]);
            let safe =
                self.builder.any(&format!("{s} leaves no check"), [!attack_info.in_check, only]);
            self.builder.all(
                &format!("{s} open to {}", names::color(self.us)),
                [!attack_info.ours[i], safe],
            )
        })
    }
}
