//! The `legal` outputs of the side to move. Each role that can make a move is one alternative, and a move is legal if some
//! alternative is true: pins restrict the start, checks the target.

use super::attack_info::AttackInfo;
use super::base::{BaseIds, CastlingRules, castling_bit, en_passant_bit};
use super::geometry::{AXES, Direction, captures, forward, king_steps, knight_jumps};
use super::move_list::ChessMove;
use super::names;
use crate::propnet::{Builder, Literal};
use crate::rules::{CastlingSide, CastlingSquares, Color, Rank, Role, Square};
use std::collections::HashMap;

/// The alternatives of a move from one square to another.
type Alternatives = HashMap<(Square, Square), Vec<Literal>>;

struct MoveBuilder<'a> {
    builder: &'a mut Builder,
    base: &'a BaseIds,
    attack_info: &'a AttackInfo,
    us: Color,
    ways: Alternatives,
    /// The alternatives of promotions, each of which is four moves.
    promotions: Alternatives,
}

/// The `legal` component of each move of `us`, in the order of `moves`.
pub(super) fn build(
    builder: &mut Builder,
    base: &BaseIds,
    attack_info: &AttackInfo,
    us: Color,
    castling: &CastlingRules,
    moves: &[ChessMove],
) -> Vec<Literal> {
    let (ways, promotions) = (Alternatives::new(), Alternatives::new());
    let mut builders = MoveBuilder { builder, base, attack_info, us, ways, promotions };
    for from in Square::ALL {
        builders.sliders(from);
        builders.knight(from);
        builders.king(from);
        builders.pawn(from);
    }
    builders.en_passant();
    for wing in CastlingSide::ALL {
        builders.castling(wing, castling.of(us, wing));
    }
    let MoveBuilder { ways, promotions, .. } = builders;
    let legal = |mv: &ChessMove| {
        let ways = if mv.promotion.is_some() { &promotions } else { &ways };
        let ways = ways.get(&(mv.from, mv.to)).cloned().unwrap_or_default();
        builder.any(&names::legal(&mv.to_string()), ways)
    };
    moves.iter().map(legal).collect()
}

impl MoveBuilder<'_> {
    fn add(&mut self, from: Square, to: Square, way: Literal) {
        self.ways.entry((from, to)).or_default().push(way);
    }

    fn piece(&self, kind: Role, square: Square) -> Option<Literal> {
        self.base.piece(self.us, kind, square)
    }

    fn open(&self, square: Square) -> Literal {
        self.attack_info.open[usize::from(square)]
    }

    fn empty(&self, square: Square) -> Literal {
        !self.attack_info.occupied[usize::from(square)]
    }

    /// `mover` on `from`, not pinned to a line other than `axis`.
    fn start(&mut self, words: &str, mover: Literal, from: Square, axis: usize) -> Literal {
        let pins = (0..4).filter(|&other| other != axis);
        let pins = pins.filter_map(|other| self.attack_info.pinned[other][usize::from(from)]);
        let inputs: Vec<Literal> = std::iter::once(mover).chain(pins.map(|id| !id)).collect();
        self.builder.all(&format!("{words} on {from} free on its {}", AXES[axis]), inputs)
    }

    /// Rays of own sliders over empty squares. Longer moves share the prefix.
    fn sliders(&mut self, from: Square) {
        for (axis, line) in AXES.iter().enumerate() {
            let ways = || Direction::ALL.into_iter().filter(|way| way.axis() == axis);
            let kind = if axis % 2 == 0 { Role::Rook } else { Role::Bishop };
            if ways().all(|way| way.step(from).is_none()) {
                continue;
            }
            let words = format!("{} {} or queen", names::color(self.us), names::role(kind));
            let pieces = self.base.pieces(self.us, &[kind, Role::Queen], from);
            let stands = self.builder.any(&format!("{words} on {from}, {line}"), pieces);
            let start = self.start(&words, stands, from, axis);
            for way in ways() {
                let mut reach = start;
                let mut before = None;
                for to in way.ray(from) {
                    if let Some(passed) = before {
                        let name = format!("{words} on {from} reaches {to}");
                        reach = self.builder.all(&name, [reach, self.empty(passed)]);
                    }
                    let name = format!("{words} may go {from}{to}");
                    let id = self.builder.all(&name, [reach, self.open(to)]);
                    self.add(from, to, id);
                    before = Some(to);
                }
            }
        }
    }

    fn knight(&mut self, from: Square) {
        let Some(knight) = self.piece(Role::Knight, from) else { return };
        let free = self.builder.all(
            &format!("free knight on {from}"),
            [knight, !self.attack_info.shields[usize::from(from)]],
        );
        for to in knight_jumps(from) {
            let id = self.builder.all(&format!("knight may go {from}{to}"), [free, self.open(to)]);
            self.add(from, to, id);
        }
    }

    fn king(&mut self, from: Square) {
        let Some(king) = self.piece(Role::King, from) else { return };
        for to in king_steps(from) {
            let i = usize::from(to);
            let id = self.builder.all(
                &format!("king may go {from}{to}"),
                [king, !self.attack_info.ours[i], !self.attack_info.attacked[i]],
            );
            self.add(from, to, id);
        }
    }

    fn pawn(&mut self, from: Square) {
        let Some(pawn) = self.piece(Role::Pawn, from) else { return };
        let ahead = forward(self.us);
        if let Some(to) = ahead.step(from) {
            let start = self.start("pawn", pawn, from, ahead.axis());
            let push =
                self.builder.all(&format!("pawn may push {from}{to}"), [start, self.empty(to)]);
            let id = self.builder.all(&format!("pawn may go {from}{to}"), [push, self.open(to)]);
            self.add_pawn(from, to, id);
            let second = from.rank() == self.us.relative_rank(Rank::Second);
            if let Some(to) = ahead.step(to).filter(|_| second) {
                let id = self
                    .builder
                    .all(&format!("pawn may go {from}{to}"), [push, self.empty(to), self.open(to)]);
                self.add_pawn(from, to, id);
            }
        }
        for way in captures(self.us) {
            let Some(to) = way.step(from) else { continue };
            let start = self.start("pawn", pawn, from, way.axis());
            let enemy = self.attack_info.theirs[usize::from(to)];
            let id = self
                .builder
                .all(&format!("pawn may take {from}{to}"), [start, enemy, self.open(to)]);
            self.add_pawn(from, to, id);
        }
    }

    fn add_pawn(&mut self, from: Square, to: Square, way: Literal) {
        if to.rank() == self.us.relative_rank(Rank::Eighth) {
            self.promotions.entry((from, to)).or_default().push(way);
        } else {
            self.add(from, to, way);
        }
    }

    /// En passant removes two pawns from one rank, which must not expose the king.
    fn en_passant(&mut self) {
        let rank = self.us.relative_rank(Rank::Fifth);
        for east in Square::ALL.into_iter().filter(|square| square.rank() == rank) {
            let Some(west) = Direction::West.step(east) else { continue };
            let uncovers = self.uncovers(west, east);
            for (from, taken) in [(west, east), (east, west)] {
                self.take_en_passant(from, taken, uncovers);
            }
        }
    }

    fn take_en_passant(&mut self, from: Square, taken: Square, uncovers: Literal) {
        let file = self.base.by_bit[en_passant_bit(taken.file())];
        let (Some(to), Some(pawn), Some(file)) =
            (forward(self.us).step(taken), self.piece(Role::Pawn, from), file)
        else {
            return;
        };
        // No check remains: the square is open, or the captured pawn gives the only check.
        let check = self.attack_info.check_from[usize::from(taken)];
        let only = self.builder.all(
            &format!("{from}{to} takes the only checking pawn"),
            [check, !self.attack_info.double_check],
        );
        let answers =
            self.builder.any(&format!("{from}{to} leaves no check"), [self.open(to), only]);
        // Pins as for other captures; the captured pawn can also shield the king.
        let axis = Direction::between(from, to).map_or(0, Direction::axis);
        let mut inputs = vec![pawn, file, answers, !uncovers];
        let pins = (0..4).filter(|&other| other != axis).map(|axis| (axis, from));
        let shields = [1, 3].map(|axis| (axis, taken));
        let lines = pins.chain(shields);
        let lines = lines.filter_map(|(axis, at)| self.attack_info.pinned[axis][usize::from(at)]);
        inputs.extend(lines.map(|id| !id));
        let id = self.builder.all(&format!("pawn may take en passant {from}{to}"), inputs);
        self.add(from, to, id);
    }

    /// The king is in line with one of the two squares, and an enemy rook or queen with the other from the opposite side.
    fn uncovers(&mut self, west: Square, east: Square) -> Literal {
        let name = names::shield_pair(west, east);
        let mut meets = Vec::new();
        for (king, slider, way) in [(west, east, Direction::West), (east, west, Direction::East)] {
            let look = self.attack_info.king_rays[way.index()][usize::from(king)];
            let seen = self.attack_info.slider_rays[way.opposite().index()][usize::from(slider)];
            if let (Some(look), Some(seen)) = (look, seen) {
                let name = format!("{name} to the {}", way.word());
                meets.push(self.builder.all(&name, [look, seen]));
            }
        }
        self.builder.any(&name, meets)
    }

    /// Castling right, empty squares where king and rook pass, no attack on the king's start, path and target, and a rook
    /// that does not shield the king from a rook or queen behind it.
    fn castling(&mut self, wing: CastlingSide, squares: CastlingSquares) {
        let Some(right) = self.base.by_bit[castling_bit(self.us, wing)] else { return };
        let Some(king) = self.piece(Role::King, squares.king) else { return };
        let mut inputs = vec![right, king];
        inputs.extend(squares.path().into_iter().map(|s| self.empty(s)));
        let attacked = |s: Square| !self.attack_info.attacked[usize::from(s)];
        inputs.extend(squares.walk().into_iter().map(attacked));
        let shields = self.attack_info.pinned[Direction::East.axis()][usize::from(squares.rook)];
        inputs.extend(shields.map(|shields| !shields));
        let name = format!("king may castle {}", names::wing(wing));
        let id = self.builder.all(&name, inputs);
        self.add(squares.king, squares.written_to(), id);
    }
}
