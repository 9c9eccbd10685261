//! Status of a game: ongoing, draw claimable, or over, with result and reason. Rules: FIDE Laws of Chess 2023,
//! articles 5 (mate, stalemate, dead position), 6.9 (flag), 9.2 and 9.3 (claims), 9.6 (automatic draws).

use crate::rules::Color;
use serde::{Deserialize, Serialize};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won: `1-0`.
    White,
    /// Black won: `0-1`.
    Black,
    /// Draw: `1/2-1/2`.
    Draw,
}

impl GameResult {
    /// A win of `color`.
    pub fn win(color: Color) -> Self {
        color.fold_wb(Self::White, Self::Black)
    }

    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// The points of `side`, doubled.
    pub fn half_points(self, side: Color) -> u8 {
        self.winner().map_or(1, |winner| if winner == side { 2 } else { 0 })
    }

    /// The PGN notation.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// Parses the usual spellings; `None` for `*` and everything else.
    pub fn parse(text: &str) -> Option<Self> {
        let plainly = |text: &str| match text {
            "1-0" => Some(Self::White),
            "0-1" => Some(Self::Black),
            "1/2-1/2" | "1/2" | "0.5-0.5" => Some(Self::Draw),
            _ => None,
        };
        plainly(text).or_else(|| {
            let joined: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            let plain = joined.replace(['–', '—', '−', ':'], "-").replace('½', "1/2");
            plainly(&plain.replace(['O', 'o'], "0"))
        })
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Termination {
    /// Mate.
    Checkmate,
    /// No legal move, no check.
    Stalemate,
    /// The third occurrence of a position, claimed.
    Threefold,
    /// The fifth occurrence of a position, without a claim.
    Fivefold,
    /// Fifty moves of each side without pawn move or capture, claimed.
    FiftyMoves,
    /// Seventy-five moves of each side without pawn move or capture, without a claim.
    SeventyFiveMoves,
    /// Dead position: insufficient material on both sides.
    InsufficientMaterial,
    /// A flag fell; a draw if the opponent cannot mate.
    FlagFall,
    /// Resignation.
    Resignation,
    /// Draw by agreement.
    Agreement,
    /// The game was abandoned.
    Abandoned,
    /// A third party decided the result.
    Adjudication,
    /// A game record gives the result without a reason.
    Unstated,
}

impl Termination {
    /// Does the position itself end the game for this reason, so that its last move does so again?
    pub const fn is_automatic(self) -> bool {
        match self {
            Self::Checkmate
            | Self::Stalemate
            | Self::Fivefold
            | Self::SeventyFiveMoves
            | Self::InsufficientMaterial => true,
            Self::Threefold
            | Self::FiftyMoves
            | Self::FlagFall
            | Self::Resignation
            | Self::Agreement
            | Self::Abandoned
            | Self::Adjudication
            | Self::Unstated => false,
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct End {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Termination,
}

impl End {
    /// A draw for `reason`.
    pub const fn draw(reason: Termination) -> Self {
        Self { result: GameResult::Draw, reason }
    }

    /// A win of `color` for `reason`.
    pub fn win(color: Color, reason: Termination) -> Self {
        Self { result: GameResult::win(color), reason }
    }

    /// Description of the end: "White wins by checkmate".
    pub fn words(self) -> String {
        let (winner, loser) = match self.result.winner() {
            Some(Color::White) => ("White", "Black"),
            Some(Color::Black) => ("Black", "White"),
            None => return draw_words(self.reason).to_owned(),
        };
        match self.reason {
            Termination::Checkmate => format!("{winner} wins by checkmate"),
            Termination::FlagFall => format!("{winner} wins on time"),
            Termination::Resignation => format!("{winner} wins: {loser} resigned"),
            Termination::Abandoned => format!("{winner} wins: the game was abandoned"),
            Termination::Adjudication => format!("{winner} wins by adjudication"),
            _ => format!("{winner} wins"),
        }
    }
}

const fn draw_words(reason: Termination) -> &'static str {
    match reason {
        Termination::Stalemate => "draw by stalemate",
        Termination::Threefold => "draw by threefold repetition",
        Termination::Fivefold => "draw by fivefold repetition",
        Termination::FiftyMoves => "draw by the fifty-move rule",
        Termination::SeventyFiveMoves => "draw by the seventy-five-move rule",
        Termination::InsufficientMaterial => "draw: neither side can mate",
        Termination::FlagFall => "draw: the flag fell, but the opponent cannot mate",
        Termination::Agreement => "draw by agreement",
        Termination::Abandoned => "draw: the game was abandoned",
        Termination::Adjudication => "draw by adjudication",
        Termination::Checkmate | Termination::Resignation | Termination::Unstated => "draw",
    }
}

/// A draw that the side to move can claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawClaim {
    /// The position has occurred three times.
    Threefold,
    /// Fifty moves without pawn move or capture.
    FiftyMoves,
}

impl DrawClaim {
    /// The reason of the draw.
    pub const fn reason(self) -> Termination {
        match self {
            Self::Threefold => Termination::Threefold,
            Self::FiftyMoves => Termination::FiftyMoves,
        }
    }
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game is ongoing.
    Ongoing {
        /// The draw that the side to move can claim.
        claim: Option<DrawClaim>,
    },
    /// It is over.
    Over(End),
}

impl Status {
    /// The end, if the game is over.
    pub const fn end(self) -> Option<End> {
        match self {
            Self::Over(end) => Some(end),
            Self::Ongoing { .. } => None,
        }
    }

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over(_))
    }
}
