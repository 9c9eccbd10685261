//! Tactical causes of a win of material, each proved on the board along the line that wins it.

use super::material::{MaterialLoss, list};
use crate::machine::chess::names;
use crate::rules::{
    Bitboard, Color, Move, Position, Role, Square, captures, notation, pinned, see_ge, see_value,
};
use shakmaty::attacks::{attacks, between, ray};
use shakmaty::{MoveList, Position as _};
use std::fmt;

/// Minimum win of an exchange in centipawns. Chosen: less than a pawn, so that the win of
/// one counts, and more than the difference of two minor pieces.
pub const MIN_WIN: i32 = 80;

/// A piece on its square: "the knight on f3".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The role.
    pub role: Role,
    /// The square.
    pub square: Square,
}

impl PlacedPiece {
    fn at(position: &Position, square: Square) -> Option<Self> {
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
}

impl Cause {
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
    fn clause(&self) -> String {
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

/// The move that a line refutes.
#[derive(Clone, Copy, Debug)]
pub struct Refuted<'a> {
    /// The position before it.
    pub position: &'a Position,
    /// The move.
    pub mv: Move,
}

/// Why the side to move at `start` wins `material` by `line`, at once or by a threat; `None` where no cause can be proved.
/// `refuted` is the opponent's last move if the line shows that it was an error.
pub fn cause(
    refuted: Option<Refuted<'_>>,
    start: &Position,
    line: &[Move],
    material: MaterialLoss,
) -> Option<Cause> {
    let cents = material.cents();
    wins(start, line).into_iter().find_map(|win| {
        let piece = PlacedPiece::at(&win.before, win.capture.to())?;
        // Where more is won elsewhere, this piece does not explain the win.
        if see_value(piece.role) + SLACK < cents || win.gain * 2 < cents {
            return None;
        }
        let cause = match win.index {
            0 => captured_at_once(refuted, &win, piece),
            2 => Threat { start, line, win: &win }.cause(),
            _ => None,
        };
        // A piece that is captured and won back is not what is lost.
        cause.filter(|cause| cause.is_about(|role| material.includes(role)))
    })
}

/// Centipawns by which the win may exceed the value of the piece that explains it. Chosen: a pawn that
/// falls with the piece, and half a pawn for the values of what is traded.
pub const SLACK: i32 = 150;

/// A capture in a line.
struct Taken {
    index: usize,
    capture: Move,
    /// The position before it.
    before: Position,
    /// Centipawns won by it and the captures that follow on its square.
    gain: i32,
}

/// The captures by the side to move at `start` that win something after all captures that follow on their squares, the
/// costliest first, the first of equal ones before the others.
fn wins(start: &Position, line: &[Move]) -> Vec<Taken> {
    let (mut at, mut found) = (start.clone(), Vec::new());
    let mut index = 0;
    while let Some(&capture) = line.get(index) {
        let on_it = |mv: &&Move| mv.is_capture() && mv.to() == capture.to();
        let run = line[index..].iter().take_while(on_it).count().max(1);
        let before = at.clone();
        let mut gain = 0;
        for &mv in &line[index..index + run] {
            let sign = if at.turn() == start.turn() { 1 } else { -1 };
            gain += sign * mv.capture().map_or(0, see_value);
            at.play(mv);
        }
        if before.turn() == start.turn() && gain > 0 {
            found.push(Taken { index, capture, before, gain });
        }
        index += run;
    }
    found.sort_by_key(|win| std::cmp::Reverse(win.gain));
    found
}

/// The cause of a win by an immediate capture.
fn captured_at_once(
    refuted: Option<Refuted<'_>>,
    win: &Taken,
    piece: PlacedPiece,
) -> Option<Cause> {
    let (before, capture) = (&win.before, win.capture);
    let (them, us) = (before.turn(), !before.turn());
    // The exchange ignores pins: where it loses and the line wins, a pin may be the cause.
    if !see_ge(before, capture, MIN_WIN) {
        return pinned_defender(before, us, piece.square).map(Cause::Pinned);
    }
    let defenders = attackers(before, us, piece.square);
    if let Some(Refuted { position, mv }) = refuted {
        if mv.to() == piece.square {
            return Some(Cause::EnPrise(piece));
        }
        let defended = |from| attackers(position, us, piece.square).contains(from);
        let was_safe = || {
            let passed = position.null_move();
            passed.is_some_and(|passed| !can_win(&passed, piece.square))
        };
        if mv.from().is_some_and(defended) && !defenders.contains(mv.to()) && was_safe() {
            return Some(Cause::NoLongerDefends { defender: mv.role(), piece });
        }
    }
    Some(if defenders.is_empty() {
        Cause::Hanging(piece)
    } else if see_value(capture.role()) >= see_value(piece.role)
        && attackers(before, them, piece.square).count() > defenders.count()
    {
        Cause::Outnumbered(piece)
    } else {
        Cause::EnPrise(piece)
    })
}

/// A win by a move, any answer, and a capture.
struct Threat<'a> {
    start: &'a Position,
    line: &'a [Move],
    win: &'a Taken,
}

impl Threat<'_> {
    fn cause(&self) -> Option<Cause> {
        let &[threat, answer, ..] = self.line else { return None };
        let after = self.start.after(threat);
        let attacker = self.start.turn();
        let capture = self.win.capture;
        let (from, to) = (capture.from()?, capture.to());
        let fled = answer.to() == to;
        let piece = PlacedPiece::at(&after, if fled { answer.from()? } else { to })?;
        let by = notation::numbered(self.start, threat);
        if !fled && from == threat.to() {
            if let Some(targets) = forked(&after, threat, piece) {
                return Some(Cause::Fork { by, targets });
            }
            let front = answer.from().filter(|&square| between(from, to).contains(square));
            if let Some(front) = front.and_then(|square| PlacedPiece::at(&after, square))
                && see_value(front.role) >= see_value(piece.role)
            {
                return Some(Cause::Skewer { by, front, behind: piece });
            }
        }
        let attacked = |position: &Position| attackers(position, attacker, to).contains(from);
        if !fled && from != threat.to() && attacked(&after) && !attacked(self.start) {
            let attacker = PlacedPiece::at(&after, from)?;
            return Some(Cause::Discovered { by, attacker, target: piece });
        }
        self.defence(threat, answer, piece)
            .or_else(|| self.driven_away(threat, answer, piece).filter(|_| !fled))
            .or_else(|| is_pinned(&after, piece).then_some(Cause::Pinned(piece)))
            .or_else(|| {
                let is_new = !self.start.is_check() && !can_win(self.start, piece.square);
                (is_new && is_lost_everywhere(&after, piece)).then(|| cannot_be_saved(piece))
            })
    }

    /// A defender that leaves because the move attacks it.
    fn driven_away(&self, threat: Move, answer: Move, piece: PlacedPiece) -> Option<Cause> {
        let Taken { capture, before, .. } = self.win;
        let (start, victim) = (self.start, !self.start.turn());
        let after = start.after(threat);
        let defender = PlacedPiece::at(&after, answer.from()?)?;
        let attacker = after.board().piece_at(threat.to())?;
        let defends =
            |position: &Position, from| attackers(position, victim, piece.square).contains(from);
        // Had the defender stayed, it would have been taken.
        let is_attacked = |position: &Position| {
            attackers(position, attacker.color, defender.square).contains(threat.to())
        };
        let is_driven = match after.null_move() {
            Some(passed) => can_win(&passed, defender.square) && !can_win(&passed, piece.square),
            None => defender.role == Role::King,
        };
        (!answer.is_capture()
            && is_attacked(&after)
            && is_driven
            && !can_win(start, defender.square)
            && !can_win(start, piece.square)
            && defends(&after, defender.square)
            && !defends(before, answer.to())
            && see_ge(before, *capture, MIN_WIN))
        .then(|| Cause::DrivesAway { by: notation::numbered(start, threat), defender, piece })
    }

    /// A defender that is captured, or that has to recapture elsewhere.
    fn defence(&self, threat: Move, answer: Move, piece: PlacedPiece) -> Option<Cause> {
        let Taken { capture, before, .. } = self.win;
        let (start, victim) = (self.start, !self.start.turn());
        let is_safe = || !can_win(start, piece.square);
        if !threat.is_capture()
            || capture.to() != piece.square
            || !see_ge(before, *capture, MIN_WIN)
        {
            return None;
        }
        let taken = PlacedPiece::at(start, threat.to())?;
        if attackers(start, victim, piece.square).contains(taken.square) && is_safe() {
            let by = notation::numbered(start, threat);
            return Some(Cause::RemovesDefender { by, defender: taken, piece });
        }
        let after = start.after(threat);
        let defender = PlacedPiece::at(&after, answer.from()?)?;
        let is_only = |square| {
            let defenders = attackers(&after, victim, square);
            defenders.contains(defender.square) && defenders.count() == 1
        };
        (answer.is_capture()
            && answer.to() == taken.square
            && defender.role != Role::King
            && is_only(taken.square)
            && is_only(piece.square)
            && is_safe())
        .then_some(Cause::Overloaded { defender, guarded: [taken, piece] })
    }
}

/// Whether the side to move wins material by a capture on `square`.
fn can_win(position: &Position, square: Square) -> bool {
    winning_captures(position).contains(square)
}

/// The squares on which the side to move wins at least [`MIN_WIN`] by a capture or a promotion; empty in check.
pub fn winning_captures(position: &Position) -> Bitboard {
    let mut moves = MoveList::new();
    if !position.is_check() {
        captures(position, &mut moves);
    }
    moves.iter().filter(|&&mv| see_ge(position, mv, MIN_WIN)).map(|mv| mv.to()).collect()
}

/// Half-moves within which a line has to come back to an attacked piece. Measured by reading ten games: of 22 attacks that were named
/// ten were beside the point.
pub const SOON: usize = 4;

/// What a move does that the board shows at once, or that its line proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It captures a piece and wins by the exchange.
    Captures(PlacedPiece),
    /// It threatens something.
    Threatens(Threats),
    /// It wins something by its line.
    Wins(Cause),
}

/// What a move threatens; at least one piece or a mate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    /// The attacked pieces and pawns, the most valuable first.
    pub pieces: Vec<PlacedPiece>,
    /// The move that mates, with its number.
    pub mate: Option<String>,
}

impl Threats {
    /// `None` where nothing is left of it.
    fn or_none(self) -> Option<Self> {
        (!self.pieces.is_empty() || self.mate.is_some()).then_some(self)
    }

    /// Without what `other` threatens too.
    fn without(mut self, other: &Self) -> Self {
        self.pieces.retain(|piece| !other.pieces.iter().any(|known| known.square == piece.square));
        self.mate = self.mate.filter(|_| other.mate.is_none());
        self
    }

    /// Without the attacked pieces if `line` captures or moves none of them within four half-moves after the attack.
    fn about(mut self, line: &[Move]) -> Self {
        let soon = &line[..line.len().min(SOON)];
        let comes_back = |piece: &PlacedPiece| {
            soon.iter().any(|mv| mv.to() == piece.square || mv.from() == Some(piece.square))
        };
        if !self.pieces.iter().any(comes_back) {
            self.pieces.clear();
        }
        self
    }

    /// Why the only piece that `by` attacks cannot be saved: the move pins it, or it is lost whatever is moved.
    pub fn caught(&self, before: &Position, by: Move) -> Option<Cause> {
        let (&[piece], None) = (self.pieces.as_slice(), &self.mate) else { return None };
        let after = before.after(by);
        if is_pinned(before, piece) {
            return None;
        }
        if is_pinned(&after, piece) {
            return Some(Cause::Pinned(piece));
        }
        is_lost_after(&after, piece, |_| true).then(|| cannot_be_saved(piece))
    }
}

impl Deed {
    /// Of `mv`, which captures or attacks what the side to move could win before; `None` where the board shows neither.
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        if mv.is_capture() {
            let piece = PlacedPiece::at(position, mv.to())?;
            return see_ge(position, mv, MIN_WIN).then_some(Self::Captures(piece));
        }
        // Captures that win are not looked for in check.
        let known = Some(winning_captures(position)).filter(|_| !position.is_check())?;
        Self::threat(position, mv, known)
    }

    /// Of `reply` to a move: it threatens to win what nothing attacked before it or before the move. A capture counts by what it attacks.
    pub fn of_reply(Refuted { position, mv }: Refuted<'_>, reply: Move) -> Option<Self> {
        let after = position.after(mv);
        let mut known = winning_captures(&after);
        if let Some(passed) = position.null_move() {
            let before = winning_captures(&passed);
            known |= before;
            if mv.from().is_some_and(|from| before.contains(from)) {
                known.add(mv.to());
            }
        }
        Self::threat(&after, reply, known)
    }

    /// What it threatens and `other` does not, if `line` goes on about it; another deed as it is.
    pub fn beside(self, other: Option<Self>, line: &[Move]) -> Option<Self> {
        let Self::Threatens(threats) = self else { return Some(self) };
        let threats = match &other {
            Some(Self::Threatens(known)) => threats.without(known),
            _ => threats,
        };
        threats.about(line).or_none().map(Self::Threatens)
    }

    /// Whether it is about material, and not a threat of mate alone.
    pub const fn is_material(&self) -> bool {
        !matches!(self, Self::Threatens(Threats { pieces, .. }) if pieces.is_empty())
    }

    /// The pieces and pawns off the squares `known` that `mv` threatens to win by a capture, and the mate that it threatens;
    /// `None` where it gives check or can be taken itself without loss.
    fn threat(position: &Position, mv: Move, known: Bitboard) -> Option<Self> {
        let after = position.after(mv);
        let passed = after.null_move()?;
        let takes_it = |taking: &Move| taking.to() == mv.to() && see_ge(&after, *taking, 0);
        if after.legal_moves().iter().any(takes_it) {
            return None;
        }
        let mates = |next: &Move| passed.after(*next).chess().is_checkmate();
        let mate = passed.legal_moves().into_iter().find(mates);
        let theirs = after.board().by_color(after.turn());
        let mut squares = winning_captures(&passed) & theirs & !known;
        if let Some(mate) = mate {
            // The mate says more than what it captures.
            squares.discard(mate.to());
        }
        let mut pieces: Vec<PlacedPiece> =
            squares.into_iter().filter_map(|square| PlacedPiece::at(&after, square)).collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(see_value(piece.role)));
        let mate = mate.map(|next| notation::numbered(&passed, next));
        Threats { pieces, mate }.or_none().map(Self::Threatens)
    }
}

impl fmt::Display for Threats {
    /// "attacks the queen on d3 and the pawn on c2", "threatens 17.Qxh7#".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pieces.is_empty() {
            write!(f, "attacks {}", list_pieces(&self.pieces))?;
        }
        let Some(mate) = &self.mate else { return Ok(()) };
        let and = if self.pieces.is_empty() { "" } else { " and " };
        write!(f, "{and}threatens {mate}")
    }
}

impl fmt::Display for Deed {
    /// As a clause behind the move: ", which captures the knight on b4".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Captures(piece) => write!(f, ", which captures {piece}"),
            Self::Threatens(threats) => write!(f, ", which {threats}"),
            Self::Wins(cause) => f.write_str(&cause.clause()),
        }
    }
}

/// "the queen on d3 and the pawn on c2".
pub fn list_pieces(pieces: &[PlacedPiece]) -> String {
    list(&pieces.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// Whether `piece`, no pawn, is pinned to its king.
fn is_pinned(position: &Position, piece: PlacedPiece) -> bool {
    let board = position.board();
    let side = board.color_at(piece.square).filter(|_| piece.role != Role::Pawn);
    side.is_some_and(|side| pinned(board, side).contains(piece.square))
}

/// That the piece is lost wherever it goes, or the pawn whatever is moved.
const fn cannot_be_saved(piece: PlacedPiece) -> Cause {
    match piece.role {
        Role::Pawn => Cause::Indefensible(piece),
        _ => Cause::Trapped(piece),
    }
}

/// Whether `piece` of the side to move is attacked and lost on every square that it can go to; a pawn, whatever is moved.
fn is_lost_everywhere(position: &Position, piece: PlacedPiece) -> bool {
    let is_own = |mv: &Move| mv.from() == Some(piece.square);
    is_lost_after(position, piece, |mv| piece.role == Role::Pawn || is_own(mv))
}

/// Whether `piece` of the side to move is attacked and lost by each of its side's moves of which `counts` holds.
fn is_lost_after(position: &Position, piece: PlacedPiece, counts: impl Fn(&Move) -> bool) -> bool {
    let Some(passed) = position.null_move().filter(|_| piece.role != Role::King) else {
        return false;
    };
    let moves_it = |mv: &Move| mv.from() == Some(piece.square);
    let is_lost = |mv: &Move| {
        let (square, gained) = match moves_it(mv) {
            true => (mv.to(), mv.capture().map_or(0, see_value)),
            false => (piece.square, 0),
        };
        let after = position.after(*mv);
        let legal = after.legal_moves();
        let takes = |reply: &&Move| reply.is_capture() && reply.to() == square;
        legal.iter().filter(takes).any(|&reply| see_ge(&after, reply, MIN_WIN + gained))
    };
    let moves = position.legal_moves();
    can_win(&passed, piece.square) && moves.iter().filter(|mv| counts(mv)).all(is_lost)
}

/// The two most valuable targets of the piece that made the move `by`, if `first` is one of them.
fn forked(position: &Position, by: Move, first: PlacedPiece) -> Option<[PlacedPiece; 2]> {
    let board = position.board();
    let attacker = board.piece_at(by.to())?;
    let targets = attacks(by.to(), attacker, board.occupied()) & board.by_color(!attacker.color);
    let worth = |piece: &PlacedPiece| {
        piece.role == Role::King
            || see_value(piece.role) > see_value(attacker.role)
            || attackers(position, !attacker.color, piece.square).is_empty()
    };
    let mut pieces: Vec<PlacedPiece> = targets
        .into_iter()
        .filter_map(|square| PlacedPiece::at(position, square))
        .filter(|piece| worth(piece) && (piece.role != Role::Pawn || first.role == Role::Pawn))
        .collect();
    pieces.sort_by_key(|piece| std::cmp::Reverse(see_value(piece.role)));
    let other = pieces.iter().find(|piece| piece.square != first.square)?;
    pieces.iter().any(|piece| piece.square == first.square).then_some(())?;
    Some(if other.role == Role::King { [*other, first] } else { [first, *other] })
}

/// A pinned piece of `us` that therefore cannot recapture on `square`, or cannot leave it.
fn pinned_defender(position: &Position, us: Color, square: Square) -> Option<PlacedPiece> {
    let board = position.board();
    let king = board.king_of(us)?;
    let pinned = pinned(board, us);
    let defenders = attackers(position, us, square);
    let free = defenders & !pinned;
    let bound = defenders & pinned;
    let held = bound.into_iter().find(|&defender| !ray(king, defender).contains(square));
    match held {
        Some(defender) if free.is_empty() => PlacedPiece::at(position, defender),
        _ if pinned.contains(square) && board.role_at(square) != Some(Role::Pawn) => {
            PlacedPiece::at(position, square)
        }
        _ => None,
    }
}

/// The pieces of `side` that attack `square`.
fn attackers(position: &Position, side: Color, square: Square) -> Bitboard {
    let board = position.board();
    board.attacks_to(square, side, board.occupied())
}

/// Whether the side to move is mated on its back rank: by a rook or queen along the rank, with every flight square in front
/// of the king occupied by its own pieces.
pub fn is_back_rank_mate(position: &Position) -> bool {
    let (us, board) = (position.turn(), position.board());
    let Some(king) = board.king_of(us) else { return false };
    let rank = Bitboard::from_rank(us.fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth));
    let checkers = board.attacks_to(king, !us, board.occupied());
    let front = shakmaty::attacks::king_attacks(king) & !rank;
    rank.contains(king)
        && position.is_check()
        && position.legal_moves().is_empty()
        && (checkers & !(rank & board.rooks_and_queens())).is_empty()
        && (front & !board.by_color(us)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::{Cause, Deed, MaterialLoss, PlacedPiece, Refuted, cause, is_back_rank_mate, names};
    use crate::rules::{Move, Position, Role, Square, parse_fen, parse_move};
    use crate::strength::ROLES;

    fn moves(position: &Position, line: &str) -> Vec<Move> {
        let mut at = position.clone();
        let play = |text| {
            let mv = parse_move(&at, text).unwrap_or_else(|error| panic!("{line}: {error}"));
            at.play(mv);
            mv
        };
        line.split(' ').map(play).collect()
    }

    /// An error with its refutation, and the cause in words.
    const REFUTATIONS: [(&str, &str, &str); 15] = [
        (
            "r3k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
            "Kd7 Nb6+ Kc6 Nxa8",
            "2.Nb6+ attacks the king and the rook on a8",
        ),
        ("4r1k1/8/8/8/6b1/5N2/P3B3/4K3 w - - 0 1", "a3 Bxf3", "the bishop on e2 is pinned"),
        ("4r1k1/8/3p4/8/4N3/8/P7/4K3 w - - 0 1", "a3 d5 a4 dxe4", "the knight on e4 is pinned"),
        ("4k3/4r3/8/8/8/8/4N3/3nK3 b - - 0 1", "Kf8 Kxd1", "the knight on d1 is hanging"),
        ("4k3/8/2p5/8/8/8/8/R2QK3 w - - 0 1", "Qd5 cxd5", "the queen on d5 can be captured"),
        (
            "4k3/8/8/8/3R2q1/5N2/8/4K3 w - - 0 1",
            "Ng5 Qxd4",
            "the knight no longer defends the rook on d4",
        ),
        ("4k3/8/8/b7/8/2N5/8/R3K2q w - - 0 1", "Kd2 Qxa1", "the rook on a1 is hanging"),
        ("2r3k1/1Q4pp/8/8/5B2/8/6PP/6K1 b - - 0 1", "Rc7 Qxc7", "the rook on c7 can be captured"),
        (
            "3q2k1/5rpp/8/8/5B2/2Q5/6PP/6K1 b - - 0 1",
            "Rc7 Bxc7 Qxc7 Qxc7",
            "the rook on c7 can be captured",
        ),
        ("4k3/8/8/b7/4r3/2N5/4B3/4K3 w - - 0 1", "Kf1 Bxc3", "the knight on c3 is hanging"),
        ("3rk3/3r4/8/8/8/3N4/3K4/8 w - - 0 1", "Ke3 Rxd3+ Ke4", "the knight on d3 can be captured"),
        (
            "4r1k1/1b6/8/8/4N3/8/P1B5/6K1 w - - 0 1",
            "a3 Bxe4 Bxe4 Rxe4",
            "the knight on e4 is attacked more often than defended",
        ),
        // A later trade wins more on its square than the capture that explains the win.
        (
            "4r1k1/Q1pq1ppp/3p4/8/1r1N4/8/P1P2PPP/R2R2K1 w - - 8 20",
            "Ne2 Rxe2 Qa6 Ree4 Rdb1 Qe8 Rxb4 Re1+ Rxe1 Qxe1+ Qf1 Qxb4",
            "the knight on e2 can be captured",
        ),
        // The king leaves the line to its queen.
        (
            "4q3/8/8/4k3/8/8/8/R5K1 b - - 0 1",
            "Ke4 Re1+ Kf3 Rxe8",
            "2.Re1+ attacks the king and, behind it, the queen on e8",
        ),
        // The knight opens the bishop's diagonal with a check.
        (
            "6k1/8/5q2/8/8/2N5/1B6/6K1 b - - 0 1",
            "Kh8 Nd5 Kg8 Bxf6",
            "2.Nd5 opens the attack of the bishop on b2 on the queen on f6",
        ),
    ];

    /// The cause in words of a loss of the piece that `words` name last; of any piece if they name none.
    fn found(refuted: Option<Refuted<'_>>, start: &Position, line: &[Move], words: &str) -> String {
        let last = ROLES.into_iter().max_by_key(|&role| words.rfind(names::role(role)));
        let mut causes = ROLES.into_iter().filter(|&role| words.is_empty() || Some(role) == last);
        causes
            .find_map(|role| {
                let material = ROLES.map(|known| i32::from(known == role));
                cause(refuted, start, line, MaterialLoss(material))
            })
            .map_or_else(String::new, |cause| cause.to_string())
    }

    #[test]
    fn causes_are_described() {
        for (fen, line, words) in REFUTATIONS {
            let position = parse_fen(fen).unwrap();
            let moves = moves(&position, line);
            let start = position.after(moves[0]);
            let refuted = Refuted { position: &position, mv: moves[0] };
            assert_eq!(found(Some(refuted), &start, &moves[1..], words), words, "{fen} {line}");
        }
    }

    #[test]
    fn a_piece_is_caught_where_no_move_saves_it_and_the_attack_pins_it() {
        let rook = PlacedPiece { role: Role::Rook, square: Square::A1 };
        let knight = PlacedPiece { role: Role::Knight, square: Square::E4 };
        let cases = [
            ("6k1/8/8/8/8/b1p5/P1P5/RB4K1 b - - 0 8", "Bb2", Some(Cause::Trapped(rook))),
            // The knight goes between.
            ("5bk1/8/8/8/8/8/P2K4/RN6 b - - 0 8", "Bg7", None),
            ("3r2k1/8/3p4/8/4N3/8/P7/4K3 b - - 0 8", "Re8", Some(Cause::Pinned(knight))),
            // The rook pinned it before.
            ("4r1k1/8/3p4/8/4N3/5P2/P7/4K3 b - - 0 8", "d5", None),
        ];
        for (fen, reply, expected) in cases {
            let position = parse_fen(fen).unwrap();
            let reply = moves(&position, reply)[0];
            let Some(Deed::Threatens(threats)) = Deed::of(&position, reply) else {
                panic!("{fen}: no threat");
            };
            assert_eq!(threats.caught(&position, reply), expected, "{fen}");
        }
    }

    #[test]
    fn wins_are_explained_without_an_error_before_them() {
        let cases = [
            ("6k1/3rb3/8/8/3R3B/8/8/6K1 w - - 0 1", "Rxd7 Kf8 Rxe7", "the rook on d7 is hanging"),
            // The pawn captures the knight that alone defends the rook.
            (
                "6k1/8/8/2n5/1P6/3r4/3R4/6K1 w - - 0 1",
                "bxc5 Kf7 Rxd3",
                "1.bxc5 removes the knight on c5, which defends the rook on d3",
            ),
            // The bishop alone defends both knights.
            ("7k/8/3b4/2n1n3/8/8/8/2R1R1K1 w - - 0 1", "Rxc5 Bxc5+ Kf1 Kg7 Rxe5", ""),
            (
                "7k/8/3b4/2n1n3/8/8/6K1/2R1R3 w - - 0 1",
                "Rxc5 Bxc5 Rxe5",
                "the bishop on d6 cannot defend both the knight on c5 and the knight on e5",
            ),
            // The queen leaves, and the rook takes what it defended.
            (
                "6k1/8/3q4/8/8/p5N1/8/R5K1 w - - 0 1",
                "Ne4 Qd8 Rxa3",
                "1.Ne4 drives away the queen on d6, which defends the pawn on a3",
            ),
            ("6k1/8/3q4/8/8/p5N1/8/R5K1 w - - 0 1", "Ne4 Qe7 Rxa3", ""),
            (
                "6k1/8/2N5/8/8/1p3p2/8/6K1 w - - 0 1",
                "Nd4 Kf7 Nxb3",
                "1.Nd4 attacks the pawn on b3 and the pawn on f3",
            ),
            (
                "6k1/8/8/p7/P7/8/8/1R4K1 w - - 0 1",
                "Rb5 Kf7 Rxa5",
                "the pawn on a5 cannot be defended",
            ),
            ("8/2k5/8/p7/P6b/8/8/1R4K1 w - - 0 1", "Rb5 Kc6 Rxa5", ""),
            // Every square of the bishop is attacked.
            ("6k1/8/8/8/8/1P6/b1P5/3R2K1 w - - 0 1", "Ra1 Bb1 Rxb1", "the bishop on a2 is trapped"),
        ];
        for (fen, line, words) in cases {
            let start = parse_fen(fen).unwrap();
            let moves = moves(&start, line);
            assert_eq!(found(None, &start, &moves, words), words, "{fen} {line}");
        }
    }

    #[test]
    fn back_rank_mates_are_recognised() {
        for (fen, is_one) in [
            ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", true),
            ("3R2k1/5pp1/6Np/8/8/8/8/6K1 b - - 0 1", false),
            ("6k1/3Q1ppp/8/8/8/8/8/6K1 b - - 0 1", false),
            ("6k1/6Q1/6K1/8/8/8/8/8 b - - 0 1", false),
        ] {
            assert_eq!(is_back_rank_mate(&parse_fen(fen).unwrap()), is_one, "{fen}");
        }
    }
}
