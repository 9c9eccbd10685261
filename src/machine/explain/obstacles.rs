//! Why a move is not legal: obstacles with their causes. Checks are found with the network: the move is made on a copy by
//! its `does`, and the network of the same side says whether its king is in check.

use super::facts::{Change, Fact, Reason, king_of, piece_at};
use super::{squares, words};
use crate::machine::chess::base::{ChessBase, castling_bit, en_passant_bit, may_stand, turn_bit};
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

    /// What stands on the start square.
    fn mover(&self) -> Fact {
        let from = self.mv.from;
        self.at(from).map_or_else(|| Fact::empty(from), |piece| Fact::stands(piece, from))
    }

    /// No piece, an enemy piece, or one that does not move like this. Other reasons are irrelevant then.
    fn wrong_piece(&self) -> Vec<Reason> {
        let ChessMove { from, to, promotion } = self.mv;
        let never = |text| vec![Reason { text, causes: vec![self.mover()], remedy: None }];
        match self.at(from) {
            None => never(format!("{from} is empty")),
            Some((side, kind)) if side != self.us => never(format!(
                "the {} on {from} is {}'s, and it is {}'s move",
                names::role(kind),
                names::color(side),
                names::color(self.us)
            )),
            Some((_, Role::Pawn))
                if promotion.is_none()
                    && self.pawn_goes()
                    && to.rank() == self.us.relative_rank(Rank::Eighth) =>
            {
                never(format!("a pawn that reaches {to} must promote"))
            }
            Some((_, kind)) if kind != Role::Pawn && promotion.is_some() => {
                never(format!("a {} does not promote", names::role(kind)))
            }
            Some((_, kind)) if !self.goes(kind) && self.castling().is_none() => {
                never(format!("a {} on {from} does not go to {to}", names::role(kind)))
            }
            Some(_) => Vec::new(),
        }
    }

    /// Does this role ever move like this?
    fn goes(&self, kind: Role) -> bool {
        let ChessMove { from, to, .. } = self.mv;
        let line = Direction::between(from, to);
        match kind {
            Role::Pawn => self.pawn_goes(),
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
        let stands = |square| self.at(square).map(|piece| (piece, square));
        let path = self.path();
        // A castling move may be written to the square of its own rook.
        let target = Some(self.mv.to).filter(|_| self.castling().is_none());
        let own =
            target.and_then(stands).filter(|own| own.0.0 == self.us && !path.contains(&own.1));
        let blocks = path.into_iter().filter_map(stands).map(|(piece, square)| {
            let (side, kind) = piece;
            let words = format!("{} {}", names::color(side), names::role(kind));
            let text = format!("the {words} on {square} is in the way");
            let mut causes = self.hindered_by(side, square);
            causes.push(Fact::stands(piece, square));
            Reason { text, causes, remedy: Some(Change::Clear(square)) }
        });
        let own = own.map(|(piece, to)| {
            let (side, kind) = piece;
            let text = format!("{}'s own {} stands on {to}", names::color(side), names::role(kind));
            let mut causes = vec![Fact::stands(piece, to)];
            causes.extend(self.lost_right().map(|wing| Fact::no_right(self.us, wing)));
            Reason { text, causes, remedy: Some(Change::Clear(to)) }
        });
        blocks.chain(own).collect()
    }

    /// What a piece of `side` on a square of the path needs to prevent the move: nothing if it stops any piece.
    fn hindered_by(&self, side: Color, square: Square) -> Vec<Fact> {
        let ChessMove { from, to, promotion } = self.mv;
        let stops_all = between(from, to).contains(&square) || (square == to && side == self.us);
        if stops_all || promotion.is_some() {
            return Vec::new();
        }
        let wing = self.castling();
        let rook = wing.and_then(|wing| self.castling_rook(self.castling_squares(wing)));
        vec![rook.unwrap_or_else(|| self.mover())]
    }

    fn nothing_to_take(&self) -> Option<Reason> {
        let ChessMove { from, to, promotion } = self.mv;
        let nothing = self.pawn_takes() && self.at(to).is_none() && !self.takes_en_passant();
        nothing.then(|| {
            let text = format!("there is nothing to take on {to}");
            let mut causes = vec![Fact::lacks(!self.us, to)];
            // Nothing but a pawn promotes, but other pieces make the other moves.
            if promotion.is_none() {
                causes.insert(0, self.mover());
            }
            if from.rank() == self.us.relative_rank(Rank::Fifth) {
                causes.push(Fact::en_passant(to.file(), false));
            }
            let kind = if may_stand(Role::Pawn, to) { Role::Pawn } else { Role::Knight };
            Reason { text, causes, remedy: Some(Change::Put(!self.us, kind, to)) }
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

    /// The castling side, if the king makes the move by which castling is written. Where that is a step to the rook's
    /// square, the right decides whether it is an ordinary move.
    pub fn castling(&self) -> Option<CastlingSide> {
        let ChessMove { from, to, promotion } = self.mv;
        let king = promotion.is_none() && self.at(from) == Some((self.us, Role::King));
        let is_meant = |wing: &CastlingSide| {
            let squares = self.castling_squares(*wing);
            from == squares.king && to == squares.written_to()
        };
        let wing = CastlingSide::ALL.into_iter().find(is_meant).filter(|_| king);
        wing.filter(|wing| self.lost_right() != Some(*wing))
    }

    /// The castling side whose right would make a king's step to the rook's square castling, if the right is lost.
    fn lost_right(&self) -> Option<CastlingSide> {
        let ChessMove { from, to, .. } = self.mv;
        CastlingSide::ALL.into_iter().find(|&wing| {
            let CastlingSquares { king, rook } = self.castling_squares(wing);
            let bit = castling_bit(self.us, wing);
            let lost = self.base[bit / 64] >> (bit % 64) & 1 == 0;
            lost && from == king && to == rook && king_steps(king).any(|step| step == rook)
        })
    }

    /// The squares of a castling move of the side to move.
    pub fn castling_squares(&self, wing: CastlingSide) -> CastlingSquares {
        self.machine.castling().of(self.us, wing)
    }

    /// The rook, where the king could step to its square without it; it stops every other piece too.
    fn castling_rook(&self, CastlingSquares { king, rook }: CastlingSquares) -> Option<Fact> {
        let steps = king_steps(king).any(|step| step == rook);
        steps.then(|| Fact::stands((self.us, Role::Rook), rook))
    }

    fn no_castling(&mut self, wing: CastlingSide) -> Vec<Reason> {
        let squares = self.castling_squares(wing);
        let mut found = Vec::new();
        if !self.holds(&self.base.clone(), &names::castling(self.us, wing)) {
            let text =
                format!("{} may no longer castle {}", names::color(self.us), names::wing(wing));
            let causes = vec![self.mover(), Fact::no_right(self.us, wing)];
            found.push(Reason { text, causes, remedy: Some(Change::Grant(self.us, wing)) });
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
                found.push(self.castling_attack(text, squares, square, attacker));
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
        Some(self.castling_attack(text, squares, squares.king_to(), attacker))
    }

    /// An attack that prevents castling. Where the king could step to the rook's square, the rook is a cause in its place
    /// unless the attacker prevents that too.
    fn castling_attack(
        &mut self,
        text: String,
        squares: CastlingSquares,
        target: Square,
        attacker: Square,
    ) -> Reason {
        let base = self.base;
        let mut reason = self.attack(text, vec![self.mover()], target, attacker, &base);
        let CastlingSquares { king, rook } = squares;
        let covers = self.attackers(&base, rook).contains(&attacker);
        let is_given =
            |square: Square| square == king || reason.causes.contains(&Fact::empty(square));
        if !covers || !between(rook, attacker).into_iter().all(is_given) {
            let rook = self.castling_rook(squares);
            rook.into_iter().for_each(|rook| reason.causes[0] = rook);
        }
        reason
    }

    /// Makes the move on a copy and finds what attacks the king.
    fn king_attacked(&mut self) -> Vec<Reason> {
        let before = self.base;
        self.machine.set_base(&before);
        let Some(mut after) = self.machine.after(self.mv) else { return Vec::new() };
        // The network of the side that moved is used, so the turn does not change.
        after[turn_bit() / 64] ^= 1 << (turn_bit() % 64);
        let kings = king_of(&before, self.us).zip(king_of(&after, self.us));
        // Where the own king is in the way, it is the cause.
        let (to, path) = (self.mv.to, self.path());
        let kings = kings.filter(|(home, _)| *home != to && !path.contains(home));
        let Some((home, king)) = kings else { return Vec::new() };
        let known = if home == king { self.attackers(&before, king) } else { Vec::new() };
        let mut found = Vec::new();
        for attacker in self.attackers(&after, king) {
            let still = if known.contains(&attacker) { " still" } else { "" };
            let piece = words::the_piece(&after, attacker);
            let text = format!("the king on {king} would{still} be attacked by {piece}");
            let mut given = vec![Fact::stands((self.us, Role::King), home)];
            given.extend(self.other_ways(home, king, attacker));
            found.push(self.attack(text, given, king, attacker, &after));
        }
        self.machine.set_base(&before);
        found
    }

    /// What excludes other moves with the same squares that the attack would not prevent: castling, or an en-passant capture
    /// that takes the attacker; or what makes this one an en-passant capture, if the captured pawn shields the king.
    fn other_ways(&self, home: Square, king: Square, attacker: Square) -> Vec<Fact> {
        let ChessMove { from, to, .. } = self.mv;
        if from == home {
            let wing = self.lost_right();
            let elsewhere = wing.filter(|&wing| self.castling_squares(wing).king_to() != to);
            return elsewhere.map(|wing| Fact::no_right(self.us, wing)).into_iter().collect();
        }
        let taken = Square::from_coords(to.file(), from.rank());
        let bit = en_passant_bit(to.file());
        let passed = self.base[bit / 64] >> (bit % 64) & 1 == 1;
        if self.takes_en_passant() {
            let uncovers = between(king, attacker).contains(&taken);
            let facts = [self.mover(), Fact::en_passant(to.file(), true)];
            return facts.into_iter().filter(|_| uncovers).collect();
        }
        let like_pawn = from.rank() == self.us.relative_rank(Rank::Fifth)
            && captures(self.us).into_iter().any(|way| way.step(from) == Some(to));
        if !like_pawn || attacker != taken || self.at(taken) != Some((!self.us, Role::Pawn)) {
            return Vec::new();
        }
        vec![if passed { self.mover() } else { Fact::en_passant(to.file(), false) }]
    }

    /// An attack, with its causes in the current position after those `given`.
    fn attack(
        &self,
        text: String,
        given: Vec<Fact>,
        target: Square,
        attacker: Square,
        at: &ChessBase,
    ) -> Reason {
        let mut causes = given;
        causes.extend(piece_at(at, attacker).map(|piece| Fact::stands(piece, attacker)));
        let path = self.path();
        // A square that the move leaves is not a cause.
        let line = between(target, attacker);
        let empty: Vec<Square> = line.into_iter().filter(|&s| self.at(s).is_none()).collect();
        causes
            .extend(empty.iter().filter(|square| !path.contains(square)).map(|&s| Fact::empty(s)));
        if between(self.mv.from, self.mv.to).contains(&attacker) {
            // It is in the way as well, which is enough.
            causes =
                piece_at(at, attacker).map(|it| Fact::stands(it, attacker)).into_iter().collect();
        }
        let text = if empty.is_empty() {
            text
        } else {
            format!("{text}, because {}", words::empty(&empty))
        };
        Reason { text, causes, remedy: Some(Change::Clear(attacker)) }
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
