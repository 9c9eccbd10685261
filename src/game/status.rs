//! How a game stands: going on, drawn on demand, or over, and why, in words. The laws are the FIDE Laws of Chess 2023:
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
    /// Nobody won: `1/2-1/2`.
    Draw,
}

impl GameResult {
    /// A win of `color`.
    #[must_use]
    pub fn win(color: Color) -> Self {
        color.fold_wb(Self::White, Self::Black)
    }

    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// As PGN writes it.
    #[must_use]
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// Reads the usual spellings; `None` for `*` and everything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.trim().replace(['–', '—'], "-").replace('½', "1/2");
        match plain.as_str() {
            "1-0" | "1:0" => Some(Self::White),
            "0-1" | "0:1" => Some(Self::Black),
            "1/2-1/2" | "1/2" => Some(Self::Draw),
            _ => None,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// No legal move, no check.
    Stalemate,
    /// The third occurrence of a position, claimed.
    Threefold,
    /// The fifth occurrence: no claim needed.
    Fivefold,
    /// Fifty moves of both sides without pawn move or capture, claimed.
    FiftyMoves,
    /// Seventy-five: no claim needed.
    SeventyFiveMoves,
    /// Neither side can mate by any sequence of moves that material would allow.
    InsufficientMaterial,
    /// A flag fell; a draw when the opponent cannot mate.
    FlagFall,
    /// The loser resigned.
    Resignation,
    /// Both agreed.
    Agreement,
    /// Broken off; the result is what was said then.
    Abandoned,
    /// Decided by somebody else, as the record says.
    Adjudication,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct End {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl End {
    /// A draw for `reason`.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self { result: GameResult::Draw, reason }
    }

    /// A win of `color` for `reason`.
    #[must_use]
    pub fn win(color: Color, reason: Reason) -> Self {
        Self { result: GameResult::win(color), reason }
    }

    /// The end in words: "White wins by checkmate".
    #[must_use]
    pub fn words(self) -> String {
        let (winner, loser) = match self.result.winner() {
            Some(Color::White) => ("White", "Black"),
            Some(Color::Black) => ("Black", "White"),
            None => return draw_words(self.reason).to_owned(),
        };
        match self.reason {
            Reason::Checkmate => format!("{winner} wins by checkmate"),
            Reason::FlagFall => format!("{winner} wins on time"),
            Reason::Resignation => format!("{winner} wins: {loser} resigned"),
            Reason::Abandoned => format!("{winner} wins: the game was abandoned"),
            Reason::Adjudication => format!("{winner} wins by adjudication"),
            _ => format!("{winner} wins"),
        }
    }
}

const fn draw_words(reason: Reason) -> &'static str {
    match reason {
        Reason::Stalemate => "draw by stalemate",
        Reason::Threefold => "draw by threefold repetition",
        Reason::Fivefold => "draw by fivefold repetition",
        Reason::FiftyMoves => "draw by the fifty-move rule",
        Reason::SeventyFiveMoves => "draw by the seventy-five-move rule",
        Reason::InsufficientMaterial => "draw: neither side can mate",
        Reason::FlagFall => "draw: the flag fell, but the opponent cannot mate",
        Reason::Agreement => "draw by agreement",
        Reason::Abandoned => "draw: the game was abandoned",
        Reason::Adjudication => "draw by adjudication",
        Reason::Checkmate | Reason::Resignation => "draw",
    }
}

/// A draw that the side to move may have by asking for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The position has occurred three times.
    Threefold,
    /// Fifty moves without pawn move or capture.
    FiftyMoves,
}

impl Claim {
    /// The reason that a granted claim leaves in the record.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::Threefold => Reason::Threefold,
            Self::FiftyMoves => Reason::FiftyMoves,
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on; a draw may be claimed.
    Ongoing {
        /// What the side to move could claim.
        claim: Option<Claim>,
    },
    /// It is over.
    Over(End),
}

impl Status {
    /// The end, if the game is over.
    #[must_use]
    pub const fn end(self) -> Option<End> {
        match self {
            Self::Over(end) => Some(end),
            Self::Ongoing { .. } => None,
        }
    }

    /// Is it over?
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over(_))
    }
}
