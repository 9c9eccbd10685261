//! The `next` transitions: every base proposition after the move whose `does` is set, written into a bit set.

use super::attack_info::{AttackInfo, Squares, squares};
use super::base::{
    BaseIds, CLOCK_BITS, CastlingRules, WORDS, castling_bit, clock_bit, en_passant_bit, piece_bit,
    turn_bit,
};
use super::geometry::forward;
use super::move_list::ChessMove;
use super::names;
use crate::propnet::{Builder, Literal, SetId};
use crate::rules::{CastlingSide, CastlingSquares, Color, File, Rank, Role, Square};

struct NextBuilder<'a> {
    builder: &'a mut Builder,
    base: &'a BaseIds,
    attack_info: &'a AttackInfo,
    us: Color,
    castling: &'a CastlingRules,
    does: &'a [Does],
    next: SetId,
    /// The move starts on the square.
    leaves: Squares,
    /// The move ends on the square.
    arrives: Squares,
    /// A piece of this role moves, in the order of [`Role::ALL`].
    moving: [Literal; 6],
    castles: Vec<Castles>,
}

/// Castling is the move made: its component and the squares.
#[derive(Clone, Copy)]
struct Castles {
    id: Literal,
    squares: CastlingSquares,
}

/// A move and its `does` input.
#[derive(Clone, Copy)]
pub(super) struct Does {
    pub mv: ChessMove,
    pub input: Literal,
}

/// Builds the `next` of every base proposition.
pub(super) fn build(
    builder: &mut Builder,
    base: &BaseIds,
    attack_info: &AttackInfo,
    us: Color,
    castling: &CastlingRules,
    does: &[Does],
) -> SetId {
    let next = builder.bit_set("next", 64 * WORDS);
    let ends = |builder: &mut Builder, word: &str, end: fn(&ChessMove) -> Square| {
        squares(|s| {
            let at = does.iter().filter(|does| end(&does.mv) == s).map(|does| does.input);
            builder.any(&format!("{word} {s}"), at)
        })
    };
    let leaves = ends(builder, "leaves", |mv| mv.from);
    let arrives = ends(builder, "arrives at", |mv| mv.to);
    let moving = Role::ALL.map(|kind| {
        let at = Square::ALL.into_iter().filter_map(|s| {
            let inputs = [base.piece(us, kind, s)?, leaves[usize::from(s)]];
            Some(builder.all(&format!("{} moves from {s}", names::role(kind)), inputs))
        });
        let at: Vec<Literal> = at.collect();
        builder.any(&format!("{} moves", names::role(kind)), at)
    });
    let mut next_builder = NextBuilder {
        builder,
        base,
        attack_info,
        us,
        castling,
        does,
        next,
        leaves,
        arrives,
        moving,
        castles: Vec::new(),
    };
    next_builder.castles =
        CastlingSide::ALL.into_iter().filter_map(|wing| next_builder.castles(wing)).collect();
    next_builder.enemies();
    for kind in Role::ALL {
        next_builder.own(kind);
    }
    next_builder.turn_and_rights();
    next_builder.en_passant();
    next_builder.clock();
    next
}

impl NextBuilder<'_> {
    fn becomes(&mut self, bit: usize, literal: Literal) {
        self.builder.trigger(self.next, bit, literal);
    }

    fn piece(&self, kind: Role, square: Square) -> Option<Literal> {
        self.base.piece(self.us, kind, square)
    }

    /// The input of the move between two squares, without promotion.
    fn does(&self, from: Square, to: Square) -> Option<Literal> {
        let wanted = ChessMove { from, to, promotion: None };
        self.does.iter().find(|does| does.mv == wanted).map(|does| does.input)
    }

    /// An enemy piece stays unless it is captured.
    fn enemies(&mut self) {
        let them = !self.us;
        for kind in Role::ALL {
            for s in Square::ALL {
                let Some(piece) = self.base.piece(them, kind, s) else { continue };
                let mut inputs = vec![piece, !self.arrives[usize::from(s)]];
                if kind == Role::Pawn && s.rank() == them.relative_rank(Rank::Fourth) {
                    inputs.extend(self.taken_en_passant(s).map(|id| !id));
                }
                let name = format!("next {}", names::piece(them, kind, s));
                let stays = self.builder.all(&name, inputs);
                self.becomes(piece_bit(them, kind, s), stays);
            }
        }
    }

    /// An own pawn arrives behind `s` and its file is the en-passant file: no other pawn move ends there.
    fn taken_en_passant(&mut self, s: Square) -> Option<Literal> {
        let file = self.base.by_bit[en_passant_bit(s.file())]?;
        let to = forward(self.us).step(s)?;
        let inputs = [file, self.moving[0], self.arrives[usize::from(to)]];
        Some(self.builder.all(&format!("{s} is taken en passant"), inputs))
    }

    /// An own piece stays unless it moves; it appears where a piece of its role arrives, by promotion or castling.
    fn own(&mut self, kind: Role) {
        for s in Square::ALL {
            let Some(piece) = self.piece(kind, s) else { continue };
            let i = usize::from(s);
            let name = names::piece(self.us, kind, s);
            let mut leaves = vec![piece, !self.leaves[i]];
            let mover = self.moving[usize::from(kind) - 1];
            let (mut arrives, mut comes) = (vec![mover, self.arrives[i]], Vec::new());
            for Castles { id, squares } in &self.castles {
                let aim = squares.written_to();
                if kind == Role::Rook {
                    leaves.extend((squares.rook == s).then_some(!*id));
                    comes.extend((squares.rook_to() == s).then_some(*id));
                } else if kind == Role::King && aim != squares.king_to() {
                    // The move is written to the rook's square, where the king does not arrive.
                    arrives.extend((aim == s).then_some(!*id));
                    comes.extend((squares.king_to() == s).then_some(*id));
                }
            }
            let stays = self.builder.all(&format!("{name} stays"), leaves);
            comes.push(self.builder.all(&format!("{name} arrives"), arrives));
            comes.push(stays);
            comes.extend(self.promotes(kind, s));
            let next = self.builder.any(&format!("next {name}"), comes);
            self.becomes(piece_bit(self.us, kind, s), next);
        }
    }

    fn promotes(&mut self, kind: Role, s: Square) -> Option<Literal> {
        let here = |does: &&Does| does.mv.to == s && does.mv.promotion == Some(kind);
        let does: Vec<_> = self.does.iter().filter(here).map(|does| does.input).collect();
        let name = format!("promotion to a {} on {s}", names::role(kind));
        (!does.is_empty()).then(|| self.builder.any(&name, does))
    }

    fn castles(&mut self, wing: CastlingSide) -> Option<Castles> {
        let squares = self.castling.of(self.us, wing);
        // Without the right, the king may go to the square where its rook stood.
        let inputs = [
            self.base.by_bit[castling_bit(self.us, wing)]?,
            self.piece(Role::King, squares.king)?,
            self.does(squares.king, squares.written_to())?,
        ];
        let id = self.builder.all(&format!("king castles {}", names::wing(wing)), inputs);
        Some(Castles { id, squares })
    }

    /// The turn changes; a castling right is lost when king or rook moves or the rook is captured.
    fn turn_and_rights(&mut self) {
        self.becomes(turn_bit(), !self.base.white_to_move);
        for side in Color::ALL {
            for wing in CastlingSide::ALL {
                let Some(right) = self.base.by_bit[castling_bit(side, wing)] else { continue };
                let ends = if side == self.us { &self.leaves } else { &self.arrives };
                let CastlingSquares { king, rook } = self.castling.of(side, wing);
                let mut inputs = vec![right];
                inputs.extend([king, rook].map(|s| !ends[usize::from(s)]));
                let name = format!("next {}", names::castling(side, wing));
                let stays = self.builder.all(&name, inputs);
                self.becomes(castling_bit(side, wing), stays);
            }
        }
    }

    /// The file of a pawn's double step.
    fn en_passant(&mut self) {
        for file in File::ALL {
            let from = Square::from_coords(file, self.us.relative_rank(Rank::Second));
            let to = Square::from_coords(file, self.us.relative_rank(Rank::Fourth));
            let (Some(pawn), Some(does)) = (self.piece(Role::Pawn, from), self.does(from, to))
            else {
                continue;
            };
            let name = format!("next {}", names::en_passant(file));
            let steps = self.builder.all(&name, [pawn, does]);
            self.becomes(en_passant_bit(file), steps);
        }
    }

    /// The halfmove clock, a binary counter that a capture or a pawn move resets.
    fn clock(&mut self) {
        let mut progress: Vec<Literal> = Vec::with_capacity(65);
        for s in Square::ALL {
            let i = usize::from(s);
            let inputs = [self.arrives[i], self.attack_info.theirs[i]];
            progress.push(self.builder.all(&format!("capture on {s}"), inputs));
        }
        progress.push(self.moving[0]);
        let progress = self.builder.any("progress", progress);
        let bits: Vec<Literal> =
            (0..CLOCK_BITS).filter_map(|bit| self.base.by_bit[clock_bit(bit)]).collect();
        for (bit, &id) in bits.iter().enumerate() {
            let name = names::clock(bit);
            let carry = self.builder.all(&format!("carry into {name}"), bits[..bit].to_vec());
            let rises = self.builder.all(&format!("{name} rises"), [!id, carry, !progress]);
            let stays = self.builder.all(&format!("{name} stays"), [id, !carry, !progress]);
            let next = self.builder.any(&format!("next {name}"), [rises, stays]);
            self.becomes(clock_bit(bit), next);
        }
    }
}
