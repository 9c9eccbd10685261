//! The features of a move as a table: name and value. The names are what the dial panel shows.

use super::candidate::{Candidate, Shared, eccentricity, is_passed, most_valuable, ring, value};
use super::situation::{DEPTHS, MoveValues, Situation};
use crate::rules::{Bitboard, Board, CastlingSide, CastlingSquares, Color, Rank, Role, Square};
use shakmaty::attacks;

/// A feature of a move.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name, for the dial panel and the weights file.
    pub name: &'static str,
    /// Its value for a move.
    of: fn(&Candidate<'_>) -> f32,
}

/// The values of [`FEATURES`] for one move.
pub type Row = [f32; COUNT];

/// Number of features.
pub const COUNT: usize = FEATURES.len();

/// The first features are those of the values of the moves.
pub const VALUE_FEATURES: usize = 30;

/// The features of every move of `values`, in their order. `values` are those of all legal moves.
pub fn rows(situation: &Situation, values: &[MoveValues]) -> Vec<Row> {
    let Some(shared) = Shared::new(situation, values) else { return Vec::new() };
    let mut by_value: Vec<usize> = (0..values.len()).collect();
    by_value.sort_by_key(|&index| std::cmp::Reverse(values[index].by_depth[DEPTHS - 1]));
    let mut ranks = vec![0; values.len()];
    for (rank, index) in by_value.into_iter().enumerate() {
        ranks[index] = rank;
    }
    let better = |of: &MoveValues, depth: usize| {
        values.iter().filter(|other| other.by_depth[depth] > of.by_depth[depth]).count()
    };
    let of = |(of, rank)| {
        let ranks = std::array::from_fn(|depth| better(of, depth));
        row(&Candidate::new(&shared, of, rank, ranks))
    };
    values.iter().zip(ranks).map(of).collect()
}

/// The features of a move.
fn row(of: &Candidate<'_>) -> Row {
    std::array::from_fn(|index| (FEATURES[index].of)(of))
}

const fn flag(set: bool) -> f32 {
    if set { 1.0 } else { 0.0 }
}

/// Logarithm of a deficit in centipawns, so that small differences count among good moves.
fn log_loss(centipawns: f32) -> f32 {
    -(centipawns / 25.0).ln_1p()
}

/// A position counts as won from this value in centipawns.
const WON: i32 = 700;
/// A side is ahead from this value in centipawns.
const AHEAD: i32 = 300;

impl Candidate<'_> {
    fn board(&self) -> &Board {
        self.shared.situation.position.board()
    }

    fn retakes(&self) -> bool {
        let taken = self.shared.situation.last.is_some_and(|last| last.is_capture());
        taken && self.capture.is_some() && self.last_square() == Some(self.to)
    }

    fn is_on_file_without(&self, pawns: Bitboard) -> bool {
        self.is(Role::Rook) && (pawns & Bitboard::from(self.to.file())).is_empty()
    }

    /// Own pieces but the moved one that can be won before the move and not after it.
    fn defended(&self) -> f32 {
        let saved = self.shared.hanging[0] & !self.hanging[0];
        most_valuable(self.board(), saved.without(self.from))
    }

    /// Does a pawn of `color` attack the square of the move?
    fn is_before_pawn(&self, color: Color) -> bool {
        let pawns = self.board().by_piece(color.pawn());
        !self.is_castle && (attacks::pawn_attacks(!color, self.to) & pawns).any()
    }

    /// Steps of the king toward the nearest pawn.
    fn toward_pawns(&self) -> f32 {
        let nearest = |at: Square| {
            self.board().pawns().into_iter().map(|pawn| pawn.distance(at)).min().unwrap_or(0) as f32
        };
        if self.is(Role::King) { nearest(self.from) - nearest(self.to) } else { 0.0 }
    }

    fn is(&self, role: Role) -> bool {
        self.role == role && !self.is_castle
    }

    fn takes(&self, role: Role) -> bool {
        self.capture == Some(role)
    }

    fn is_even_trade(&self) -> bool {
        self.capture.is_some() && self.exchange.abs() <= 0.5
    }

    /// Does it move a piece that can be won?
    fn rescues(&self) -> bool {
        self.shared.hanging[0].contains(self.from)
    }

    fn is_won(&self) -> bool {
        self.shared.best[5] >= WON
    }

    /// Steps of a king along the move.
    fn length(&self) -> f32 {
        if self.is_castle { 0.0 } else { self.from.distance(self.to) as f32 }
    }

    fn file_distance(&self) -> u32 {
        self.from.file().distance(self.to.file())
    }

    fn toward_middle(&self) -> f32 {
        if self.is_castle { 0.0 } else { eccentricity(self.from) - eccentricity(self.to) }
    }

    fn is_passed_pawn(&self) -> bool {
        self.is(Role::Pawn) && is_passed(&self.shared.situation.position, self.shared.us, self.from)
    }

    /// Does the king or a rook lose the right to castle without castling?
    fn gives_up_castling(&self) -> bool {
        let position = &self.shared.situation.position;
        let rights = [CastlingSide::KingSide, CastlingSide::QueenSide]
            .map(|wing| position.castling_squares(self.shared.us, wing));
        let uses = |of: &CastlingSquares| [of.king, of.rook].contains(&self.from);
        !self.is_castle && rights.iter().flatten().any(uses)
    }

    /// Does the queen go where an enemy queen may take her and be retaken?
    fn offers_queens(&self) -> bool {
        let queens = self.board().by_piece((!self.shared.us).queen());
        self.is(Role::Queen)
            && self.capture.is_none()
            && self.is_protected
            && (self.targets & queens).any()
    }

    fn trades_queens(&self) -> bool {
        self.takes(Role::Queen) && self.is(Role::Queen) && self.is_even_trade()
    }

    /// The rank of the target as the own side counts, from 0.
    fn target_rank(&self) -> i32 {
        self.back_rank() as i32 + self.forward
    }

    /// Does a piece stand before an own centre pawn that has not moved?
    fn blocks_centre_pawn(&self) -> bool {
        let own = self.board().by_piece(self.shared.us.pawn());
        let behind = Square::from_coords(
            self.to.file(),
            self.shared.us.fold_wb(Rank::Second, Rank::Seventh),
        );
        let is_centre = [3, 4].contains(&u32::from(self.to.file()));
        !self.is(Role::Pawn) && is_centre && self.target_rank() == 2 && own.contains(behind)
    }

    fn is_double_step(&self) -> bool {
        self.is(Role::Pawn) && self.length() > 1.5
    }

    fn back_rank(&self) -> u32 {
        let rank = u32::from(self.from.rank());
        if self.shared.us.is_white() { rank } else { 7 - rank }
    }

    fn develops(&self) -> bool {
        matches!(self.role, Role::Knight | Role::Bishop)
            && self.back_rank() == 0
            && self.forward > 0
    }

    fn on_files(&self, files: [u32; 2]) -> bool {
        files.contains(&u32::from(self.from.file()))
    }

    fn attacked_by_last(&self) -> bool {
        let board = self.shared.situation.position.board();
        self.last_square().is_some_and(|last| board.attacks_from(last).contains(self.from))
    }

    /// Value of the opponent's pieces that hang only after the move.
    fn new_threat(&self) -> f32 {
        let board = self.shared.situation.position.board();
        most_valuable(board, self.hanging[1] & !self.shared.hanging[1])
    }

    /// The board before the move knows the other pieces; the moved piece counts by its role.
    fn left_hanging(&self, squares: Bitboard) -> f32 {
        let board = self.shared.situation.position.board();
        let moved = if squares.contains(self.to) { value(self.role) } else { 0.0 };
        most_valuable(board, squares.without(self.to)).max(moved)
    }
}

macro_rules! features {
    ($($name:literal => $of:expr,)*) => {
        /// All features.
        pub const FEATURES: &[Feature] = &[$(Feature { name: $name, of: $of },)*];
    };
}

features! {
    "loss at depth 1" => |m| m.loss(1),
    "loss at depth 2" => |m| m.loss(2),
    "loss at depth 3" => |m| m.loss(3),
    "loss at depth 4" => |m| m.loss(4),
    "loss at depth 5" => |m| m.loss(5),
    "loss at depth 6" => |m| m.loss(6),
    "log loss at depth 1" => |m| log_loss(m.deficit(1)),
    "log loss at depth 2" => |m| log_loss(m.deficit(2)),
    "log loss at depth 4" => |m| log_loss(m.deficit(4)),
    "log loss at depth 6" => |m| log_loss(m.deficit(6)),
    "best move" => |m| flag(m.rank == 0),
    "second best move" => |m| flag(m.rank == 1),
    "best move when winning" => |m| flag(m.is_won() && m.rank == 0),
    "progress when winning" => |m| if m.is_won() { -(m.deficit(6) / 5.0).ln_1p() } else { 0.0 },
    "log rank" => |m| -(m.rank as f32).ln_1p(),
    "log loss at depth 5" => |m| log_loss(m.deficit(5)),
    "loss of a quiet move" => |m| if m.capture.is_none() && !m.gives_check { m.loss(6) } else { 0.0 },
    "loss at depth 2 of a capture" => |m| if m.capture.is_some() { m.loss(2) } else { 0.0 },
    "log loss when losing" => |m| if m.shared.best[5] <= -AHEAD { log_loss(m.deficit(6)) } else { 0.0 },
    "log rank at depth 1" => |m| -(m.ranks[0] as f32).ln_1p(),
    "log rank at depth 3" => |m| -(m.ranks[2] as f32).ln_1p(),
    "log rank in the opening" => |m| if m.shared.is_opening { -(m.rank as f32).ln_1p() } else { 0.0 },
    "log rank in the endgame" => |m| if m.shared.is_endgame { -(m.rank as f32).ln_1p() } else { 0.0 },
    "log rank in check" => |m| if m.shared.is_check { -(m.rank as f32).ln_1p() } else { 0.0 },
    "log loss when winning" => |m| if m.shared.best[5] >= AHEAD { log_loss(m.deficit(6)) } else { 0.0 },
    "best of a longer search" => |m| flag(m.values.is_best),
    "best only of a longer search" => |m| flag(m.values.is_best && m.rank > 0),
    "quiet best of a longer search" => |m| {
        flag(m.values.is_best && m.capture.is_none() && !m.gives_check)
    },
    "log loss at depth 3" => |m| log_loss(m.deficit(3)),
    "log rank at depth 5" => |m| -(m.ranks[4] as f32).ln_1p(),
    "pawn attacks a pawn" => |m| {
        flag(m.is(Role::Pawn) && m.capture.is_none() && (m.targets & m.board().pawns()).any())
    },
    "pawn attacks a piece" => |m| flag(m.is(Role::Pawn) && (m.targets & !m.board().pawns()).any()),
    "pawn to the centre" => |m| {
        flag(m.is(Role::Pawn) && m.on_files([3, 4]) && [3, 4].contains(&m.target_rank()))
    },
    "rook to the seventh" => |m| flag(m.is(Role::Rook) && m.target_rank() == 6),
    "bishop to a fianchetto" => |m| {
        flag(m.is(Role::Bishop) && m.target_rank() == 1 && [1, 6].contains(&u32::from(m.to.file())))
    },
    "blocks a centre pawn" => |m| flag(m.blocks_centre_pawn()),
    "knight to c3 or f3 (c6 or f6)" => |m| {
        flag(m.is(Role::Knight) && m.target_rank() == 2 && [2, 5].contains(&u32::from(m.to.file())))
    },
    "developed piece again in the opening" => |m| {
        let minor = matches!(m.role, Role::Knight | Role::Bishop);
        flag(m.shared.is_opening && minor && m.back_rank() > 0 && m.capture.is_none())
    },
    "comes between at a check" => |m| {
        flag(m.shared.is_check && m.capture.is_none() && !m.is(Role::King))
    },
    "trades queens" => |m| flag(m.trades_queens()),
    "trades queens when ahead" => |m| flag(m.trades_queens() && m.shared.lead >= 2.0),
    "castles" => |m| flag(m.is_castle),
    "gives up castling" => |m| flag(m.gives_up_castling()),
    "offers to trade queens" => |m| flag(m.offers_queens()),
    "offers to trade queens when ahead" => |m| flag(m.offers_queens() && m.shared.lead >= 2.0),
    "moves a piece attacked by a pawn" => |m| {
        let pawns = m.board().by_piece((!m.shared.us).pawn());
        flag(!m.is(Role::Pawn) && (attacks::pawn_attacks(m.shared.us, m.from) & pawns).any())
    },
    "takes a pawn" => |m| flag(m.takes(Role::Pawn)),
    "takes a knight" => |m| flag(m.takes(Role::Knight)),
    "takes a bishop" => |m| flag(m.takes(Role::Bishop)),
    "takes a rook" => |m| flag(m.takes(Role::Rook)),
    "takes the queen" => |m| flag(m.takes(Role::Queen)),
    "takes the last moved piece" => |m| flag(m.capture.is_some() && m.last_square() == Some(m.to)),
    "wins material at once" => |m| m.exchange.clamp(0.0, 9.0),
    "loses material at once" => |m| (-m.exchange).clamp(0.0, 9.0),
    "takes for nothing" => |m| flag(m.capture.is_some() && m.exchange > 0.5),
    "even trade" => |m| flag(m.is_even_trade()),
    "even trade when ahead" => |m| flag(m.is_even_trade() && m.shared.lead >= 2.0),
    "even trade when behind" => |m| flag(m.is_even_trade() && m.shared.lead <= -2.0),
    "puts a piece en prise" => |m| flag(m.capture.is_none() && m.exchange < -0.5),
    "queens a pawn" => |m| flag(m.values.mv.promotion() == Some(Role::Queen)),
    "underpromotes" => |m| flag(m.values.mv.promotion().is_some_and(|role| role != Role::Queen)),
    "check" => |m| flag(m.gives_check),
    "checkmate" => |m| flag(m.gives_mate),
    "moves an attacked piece" => |m| flag(m.rescues()),
    "saves an attacked piece" => |m| flag(m.rescues() && m.exchange >= -0.5),
    "value of the attacked piece" => |m| if m.rescues() { value(m.role) } else { 0.0 },
    "leaves another piece attacked" => |m| {
        if m.rescues() || m.capture.is_some() || m.gives_check {
            return 0.0;
        }
        most_valuable(m.shared.situation.position.board(), m.shared.hanging[0])
    },
    "beside the last move" => |m| flag(m.last_square().is_some_and(|last| last.distance(m.to) <= 1)),
    "distance from the last move" => |m| m.last_square().map_or(4.0, |last| last.distance(m.to) as f32),
    "attacked by the last move" => |m| flag(m.attacked_by_last()),
    "same piece again" => |m| flag(m.moves_again()),
    "takes back the last move" => |m| {
        let own = m.shared.situation.own_last.and_then(|own| own.from());
        flag(m.moves_again() && own == Some(m.to))
    },
    "ranks forward" => |m| if m.is_castle { 0.0 } else { m.forward as f32 },
    "backward" => |m| flag(m.forward < 0),
    "sideways" => |m| flag(m.forward == 0 && !m.is_castle),
    "length" => |m| m.length(),
    "long move" => |m| flag(m.length() >= 4.0),
    "long diagonal move" => |m| flag(m.length() >= 3.0 && m.forward != 0 && m.file_distance() > 0),
    "backward capture" => |m| flag(m.capture.is_some() && m.forward < 0),
    "king move" => |m| flag(m.is(Role::King) && !m.shared.is_endgame),
    "king move in the endgame" => |m| flag(m.is(Role::King) && m.shared.is_endgame),
    "pawn move" => |m| flag(m.is(Role::Pawn)),
    "knight move" => |m| flag(m.is(Role::Knight)),
    "bishop move" => |m| flag(m.is(Role::Bishop)),
    "rook move" => |m| flag(m.is(Role::Rook)),
    "queen move" => |m| flag(m.is(Role::Queen)),
    "pawn move in the endgame" => |m| flag(m.is(Role::Pawn) && m.shared.is_endgame),
    "rook move in the endgame" => |m| flag(m.is(Role::Rook) && m.shared.is_endgame),
    "queen move in the endgame" => |m| flag(m.is(Role::Queen) && m.shared.is_endgame),
    "passed pawn" => |m| flag(m.is_passed_pawn()),
    "advance of a passed pawn" => |m| {
        if m.is_passed_pawn() { (m.target_rank()) as f32 } else { 0.0 }
    },
    "double step" => |m| flag(m.is_double_step()),
    "toward the middle" => |m| m.toward_middle(),
    "knight toward the middle" => |m| if m.is(Role::Knight) { m.toward_middle() } else { 0.0 },
    "king toward the middle in the endgame" => |m| {
        if m.is(Role::King) && m.shared.is_endgame { m.toward_middle() } else { 0.0 }
    },
    "toward the enemy king" => |m| {
        let king = m.shared.kings[1];
        m.from.distance(king) as f32 - m.to.distance(king) as f32
    },
    "knight to the edge" => |m| flag(m.is(Role::Knight) && [0, 7].contains(&u32::from(m.to.file()))),
    "develops a piece" => |m| flag(m.develops()),
    "rook pawn" => |m| flag(m.is(Role::Pawn) && m.on_files([0, 7])),
    "pawn before the own king" => |m| {
        flag(m.is(Role::Pawn) && !m.shared.is_endgame && m.from.distance(m.shared.kings[0]) <= 2)
    },
    "takes to end a check" => |m| flag(m.shared.is_check && m.capture.is_some()),
    "king leaves a check" => |m| flag(m.shared.is_check && m.is(Role::King)),
    "attacks a piece" => |m| flag(m.new_threat() > 0.0),
    "value of the new threat" => |m| m.new_threat(),
    "value left hanging" => |m| m.left_hanging(m.hanging[0]),
    "newly hanging piece" => |m| m.left_hanging((m.hanging[0] & !m.shared.hanging[0]).without(m.to)),
    "pieces attacked" => |m| m.targets.count() as f32,
    "squares attacked near the enemy king" => |m| (m.reach & ring(m.shared.kings[1])).count() as f32,
    "squares attacked" => |m| m.reach.count() as f32,
    "protected square" => |m| flag(m.is_protected),
    "attacked square" => |m| flag(m.is_attacked),
    "repeats the position" => |m| flag(m.repeats),
    "develops in the opening" => |m| flag(m.shared.is_opening && m.develops()),
    "centre pawn in the opening" => |m| {
        flag(m.shared.is_opening && m.is_double_step() && m.on_files([3, 4]))
    },
    "wing pawn in the opening" => |m| {
        flag(m.shared.is_opening && m.is(Role::Pawn) && (m.on_files([0, 7]) || m.on_files([1, 6])))
    },
    "queen move in the opening" => |m| flag(m.shared.is_opening && m.is(Role::Queen)),
    "recapture" => |m| flag(m.retakes()),
    "capture by a pawn" => |m| flag(m.capture.is_some() && m.is(Role::Pawn)),
    "capture by a pawn toward the middle" => |m| {
        flag(m.capture.is_some() && m.is(Role::Pawn) && m.toward_middle() > 0.0)
    },
    "capture by the queen" => |m| flag(m.capture.is_some() && m.is(Role::Queen)),
    "capture by the king" => |m| flag(m.capture.is_some() && m.is(Role::King)),
    "capture in the endgame" => |m| flag(m.capture.is_some() && m.shared.is_endgame),
    "defends an attacked piece" => |m| m.defended(),
    "pawn attacks the last moved piece" => |m| {
        flag(m.is(Role::Pawn) && m.last_square().is_some_and(|last| m.targets.contains(last)))
    },
    "attacks the last moved piece" => |m| {
        flag(m.last_square().is_some_and(|last| m.targets.contains(last)))
    },
    "rook to an open file" => |m| flag(m.is_on_file_without(m.board().pawns())),
    "rook to a half-open file" => |m| {
        flag(m.is_on_file_without(m.board().by_piece(m.shared.us.pawn())))
    },
    "rook defends a rook" => |m| {
        let rooks = m.board().by_piece(m.shared.us.rook()).without(m.from);
        flag(m.is(Role::Rook) && (m.reach & rooks).any())
    },
    "safe check" => |m| flag(m.gives_check && m.exchange >= 0.0),
    "check by the queen" => |m| flag(m.gives_check && m.is(Role::Queen)),
    "steps to the nearest pawn" => |m| m.toward_pawns(),
    "king forward in the endgame" => |m| {
        if m.is(Role::King) && m.shared.is_endgame { m.forward as f32 } else { 0.0 }
    },
    "piece back to the first rank" => |m| {
        flag(!m.is(Role::Pawn) && !m.is(Role::King) && !m.is_castle && m.target_rank() == 0 && m.forward != 0)
    },
    "bishop pawn" => |m| flag(m.is(Role::Pawn) && m.on_files([2, 5])),
    "knight pawn" => |m| flag(m.is(Role::Pawn) && m.on_files([1, 6])),
    "pawn to the fifth" => |m| flag(m.is(Role::Pawn) && m.target_rank() == 4),
    "pawn to the sixth" => |m| flag(m.is(Role::Pawn) && m.target_rank() == 5),
    "knight beyond the middle" => |m| flag(m.is(Role::Knight) && m.target_rank() >= 4),
    "pieces left untaken" => |m| if m.capture.is_some() { 0.0 } else { m.shared.hanging[1].count() as f32 },
    "squares attacked gained" => |m| if m.is_castle {0.0} else {m.reach.count() as f32 - m.board().attacks_from(m.from).count() as f32},
    "best capture" => |m| flag(m.capture.is_some() && m.exchange >= m.shared.best_exchange),
    "exchange below the best" => |m| (m.shared.best_exchange - m.exchange).clamp(0.0, 9.0),
    "bishop toward the middle" => |m| if m.is(Role::Bishop) { m.toward_middle() } else { 0.0 },
    "rook toward the middle" => |m| if m.is(Role::Rook) { m.toward_middle() } else { 0.0 },
    "queen toward the middle" => |m| if m.is(Role::Queen) { m.toward_middle() } else { 0.0 },
    "bishop attacks a knight" => |m| {
        flag(m.is(Role::Bishop) && (m.targets & m.board().knights()).any())
    },
    "retreat of an attacked piece" => |m| flag(m.rescues() && m.forward < 0),
    "capture by an attacked piece" => |m| flag(m.rescues() && m.capture.is_some()),
    "answers the last attack" => |m| flag(m.rescues() && m.attacked_by_last()),
    "square attacked by a pawn" => |m| flag(m.is_before_pawn(!m.shared.us)),
    "square protected by a pawn" => |m| flag(!m.is(Role::Pawn) && m.is_before_pawn(m.shared.us)),
}
