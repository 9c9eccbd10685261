//! Why a move is not legal: obstacles with their causes. Checks are found with the network: the move is made on a copy by
//! its `does`, and the network of the same side says whether its king is in check.

use super::facts::{Fact, Reason, king_of, piece_at};
use super::{squares, words};
use crate::machine::chess::base::{ChessBase, castling_bit, en_passant_bit, turn_bit};
use crate::machine::chess::geometry::{Direction, captures, forward, king_steps, knight_jumps};
use crate::machine::chess::names;
use crate::machine::{ChessMachine, ChessMove};
use crate::rules::{CastlingSide, CastlingSquares, Color, Rank, Role, Square};

/// A move in a position.
pub(super) struct MoveQuery<'a> {
    pub machine: &'a mut ChessMachine,
    pub base: ChessBase,
    pub us: Color,
    pub mv: ChessMove,
}

impl MoveQuery<'_> {
    /// All obstacles; none if the move is legal.
    pub fn obstacles(&mut self) -> Vec<Reason> {
        let mut found = self.wrong_piece();
        if !found.is_empty() {
            return found;
        }
        if let Some(wing) = self.castling() {
            found.extend(self.no_castling(wing));
            return found;
        }
        found.extend(self.in_the_way());
        found.extend(self.nothing_to_take());
        found.extend(self.king_attacked());
        found
    }

    fn at(&self, square: Square) -> Option<(Color, Role)> {
        piece_at(&self.base, square)
    }

    /// A role that could make the move on an empty board.
    fn fitting_kind(&self) -> Role {
        let ChessMove { from, to, promotion } = self.mv;
        match promotion {
            Some(_) => Role::Pawn,
            None if Direction::between(from, to).is_some() => Role::Queen,
            None => Role::Knight,
        }
    }

    /// No piece, an enemy piece, or one that does not move like this. Other reasons are irrelevant then.
    fn wrong_piece(&self) -> Vec<Reason> {
        let ChessMove { from, to, promotion } = self.mv;
        let fitting = Fact::NotA(self.us, self.fitting_kind(), from);
        let hypothetical = |text| vec![Reason { text, causes: vec![fitting], decisive: true }];
        match self.at(from) {
            None => hypothetical(format!("{from} is empty")),
            Some((side, kind)) if side != self.us => hypothetical(format!(
                "the {} on {from} is {}'s, and it is {}'s move",
                names::role(kind),
                names::color(side),
                names::color(self.us)
            )),
            Some((_, Role::Pawn))
                if promotion.is_none() && to.rank() == self.us.relative_rank(Rank::Eighth) =>
            {
                hypothetical(format!("a pawn that reaches {to} must promote"))
            }
            Some((_, kind)) if !self.goes(kind) && self.castling().is_none() => {
                hypothetical(format!("a {} on {from} does not go to {to}", names::role(kind)))
            }
            Some(_) => Vec::new(),
        }
    }

    /// Does this role ever move like this?
    fn goes(&self, kind: Role) -> bool {
        let ChessMove { from, to, promotion } = self.mv;
        let line = Direction::between(from, to);
        match kind {
            Role::Pawn => self.pawn_goes(),
            _ if promotion.is_some() => false,
            Role::Knight => knight_jumps(from).any(|square| square == to),
            Role::King => king_steps(from).any(|square| square == to),
            Role::Queen => line.is_some(),
            Role::Rook => line.is_some_and(Direction::is_straight),
            Role::Bishop => line.is_some_and(|way| !way.is_straight()),
        }
    }

    fn pawn_goes(&self) -> bool {
        let ChessMove { from, to, .. } = self.mv;
        let ahead = forward(self.us).step(from);
        let twice = ahead
            .filter(|_| from.rank() == self.us.relative_rank(Rank::Second))
            .and_then(|square| forward(self.us).step(square));
        let sideways = captures(self.us).into_iter().filter_map(|way| way.step(from));
        ahead.into_iter().chain(twice).chain(sideways).any(|square| square == to)
    }

    fn is_pawn(&self) -> bool {
        self.at(self.mv.from).is_some_and(|(_, kind)| kind == Role::Pawn)
    }

    fn pawn_takes(&self) -> bool {
        self.is_pawn() && self.mv.from.file() != self.mv.to.file()
    }

    /// The squares that must be empty.
    pub fn path(&self) -> Vec<Square> {
        let ChessMove { from, to, .. } = self.mv;
        if let Some(wing) = self.castling() {
            return self.castling_squares(wing).path().into_iter().collect();
        }
        let mut path = between(from, to);
        if self.is_pawn() && !self.pawn_takes() {
            path.push(to);
        }
        path
    }

    fn in_the_way(&self) -> Vec<Reason> {
        let stands = |square| self.at(square).map(|(side, kind)| (side, kind, square));
        let path = self.path();
        // A castling move may be written to the square of its own rook.
        let target = Some(self.mv.to).filter(|_| self.castling().is_none());
        let own = target.and_then(stands).filter(|own| own.0 == self.us && !path.contains(&own.2));
        let blocks = path.into_iter().filter_map(stands).map(|(side, kind, square)| {
            let piece = format!("{} {}", names::color(side), names::role(kind));
            let text = format!("the {piece} on {square} is in the way");
            Reason::new(text, vec![Fact::Stands(side, kind, square)])
        });
        let own = own.map(|(side, kind, to)| {
            let text = format!("{}'s own {} stands on {to}", names::color(side), names::role(kind));
            Reason::new(text, vec![Fact::Stands(side, kind, to)])
        });
        blocks.chain(own).collect()
    }

    fn nothing_to_take(&self) -> Option<Reason> {
        let to = self.mv.to;
        let nothing = self.pawn_takes() && self.at(to).is_none() && !self.takes_en_passant();
        nothing.then(|| {
            let text = format!("there is nothing to take on {to}");
            Reason::new(text, vec![Fact::Lacks(!self.us, to)])
        })
    }

    /// Is it an en-passant capture?
    pub fn takes_en_passant(&self) -> bool {
        let ChessMove { from, to, .. } = self.mv;
        let bit = en_passant_bit(to.file());
        self.pawn_takes()
            && from.rank() == self.us.relative_rank(Rank::Fifth)
            && self.at(to).is_none()
            && self.base[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The castling side, if the king makes the move by which castling is written. Where the rook's square is written, the
    /// right decides whether it is an ordinary move.
    pub fn castling(&self) -> Option<CastlingSide> {
        let ChessMove { from, to, promotion } = self.mv;
        let king = promotion.is_none() && self.at(from) == Some((self.us, Role::King));
        let is_meant = |wing: &CastlingSide| {
            let squares = self.castling_squares(*wing);
            let bit = castling_bit(self.us, *wing);
            let step = to == squares.rook && self.base[bit / 64] >> (bit % 64) & 1 == 0;
            king && from == squares.king && to == squares.written_to() && !step
        };
        CastlingSide::ALL.into_iter().find(is_meant)
    }

    /// The squares of a castling move of the side to move.
    pub fn castling_squares(&self, wing: CastlingSide) -> CastlingSquares {
        self.machine.castling().of(self.us, wing)
    }

    fn no_castling(&mut self, wing: CastlingSide) -> Vec<Reason> {
        let squares = self.castling_squares(wing);
        let mut found = Vec::new();
        if !self.holds(&self.base.clone(), &names::castling(self.us, wing)) {
            let text =
                format!("{} may no longer castle {}", names::color(self.us), names::wing(wing));
            found.push(Reason::new(text, vec![Fact::NoRight(self.us, wing)]));
        }
        found.extend(self.in_the_way());
        let base = self.base;
        let mut walked: Vec<Square> = squares.walk().into_iter().collect();
        walked.sort_by_key(|square| square.distance(squares.king));
        for square in walked {
            for attacker in self.attackers(&base, square) {
                let piece = words::the_piece(&base, attacker);
                let text = if square == squares.king {
                    format!("the king on {square} is in check from {piece}")
                } else {
                    format!("{square} is attacked by {piece}")
                };
                found.push(self.attack(text, square, attacker, &base));
            }
        }
        found.extend(self.shielded_by_rook(squares));
        found
    }

    /// An enemy rook or queen behind the castling rook, which attacks the king after castling.
    fn shielded_by_rook(&mut self, squares: CastlingSquares) -> Option<Reason> {
        let CastlingSquares { king, rook } = squares;
        let beyond = Direction::between(king, rook)?.ray(rook);
        let stands = |square| self.at(square).map(|(side, kind)| (side, kind, square));
        let (side, kind, attacker) = beyond.into_iter().find_map(stands)?;
        let attacks = side != self.us && matches!(kind, Role::Rook | Role::Queen);
        if !attacks || between(king, rook).into_iter().any(|square| self.at(square).is_some()) {
            return None;
        }
        let piece = words::the_piece(&self.base, attacker);
        let text = format!("the rook on {rook} shields the king from {piece}");
        let target = squares.king_to();
        let base = self.base;
        Some(self.attack(text, target, attacker, &base))
    }

    /// Makes the move on a copy and finds what attacks the king.
    fn king_attacked(&mut self) -> Vec<Reason> {
        let before = self.base;
        self.machine.set_base(&before);
        let Some(mut after) = self.machine.after(self.mv) else { return Vec::new() };
        // The network of the side that moved is used, so the turn does not change.
        after[turn_bit() / 64] ^= 1 << (turn_bit() % 64);
        let Some(king) = king_of(&after, self.us) else { return Vec::new() };
        let stays = king_of(&before, self.us) == Some(king);
        let known = if stays { self.attackers(&before, king) } else { Vec::new() };
        let mut found = Vec::new();
        for attacker in self.attackers(&after, king) {
            let still = if known.contains(&attacker) { " still" } else { "" };
            let piece = words::the_piece(&after, attacker);
            let text = format!("the king on {king} would{still} be attacked by {piece}");
            found.push(self.attack(text, king, attacker, &after));
        }
        self.machine.set_base(&before);
        found
    }

    /// An attack, with its causes in the current position.
    fn attack(&self, text: String, target: Square, attacker: Square, at: &ChessBase) -> Reason {
        let mut causes = Vec::new();
        if let Some((side, kind)) = piece_at(at, attacker) {
            causes.push(Fact::Stands(side, kind, attacker));
        }
        let path = self.path();
        // A square that the move leaves is not a cause.
        let line = between(target, attacker);
        let empty: Vec<Square> = line.into_iter().filter(|&s| self.at(s).is_none()).collect();
        causes
            .extend(empty.iter().filter(|square| !path.contains(square)).map(|&s| Fact::Empty(s)));
        let text = if empty.is_empty() {
            text
        } else {
            format!("{text}, because {}", words::empty(&empty))
        };
        Reason::new(text, causes)
    }

    /// The attackers of a square.
    pub fn attackers(&mut self, base: &ChessBase, square: Square) -> Vec<Square> {
        self.machine.set_base(base);
        squares::attackers(self.machine, square)
    }

    fn holds(&mut self, base: &ChessBase, name: &str) -> bool {
        self.machine.set_base(base);
        self.machine.is_true(name)
    }
}

/// The squares between two squares on a line; empty if they are not on one.
pub(super) fn between(from: Square, to: Square) -> Vec<Square> {
    Direction::between(from, to)
        .map(|way| way.ray(from).take_while(|&square| square != to).collect())
        .unwrap_or_default()
}
