//! What the tags say about a game: its start position, its players and its time controls.

use crate::base::Elo;
use crate::game::pgn::diagnostics::Severity;
use crate::game::pgn::engine_info;
use crate::game::{Game, Player, PlayerKind, Tags, TimeControl};
use crate::rules::castling::STANDARD_ARRANGEMENT;
use crate::rules::{CastlingMode, Color, Dropped, Position, read_fen};
use shakmaty::ByColor;

/// The start position that the tags give.
pub(super) struct Start {
    pub position: Position,
    /// What is noted, about which tag; after an error no move can be read.
    pub notes: Vec<(Severity, &'static str, String)>,
}

pub(super) fn start_position(tags: &Tags) -> Start {
    let variant = tags.get("Variant").unwrap_or("Standard").trim();
    let mut notes = Vec::new();
    let mode = variant_mode(variant).unwrap_or_else(|| {
        notes.push((Severity::Error, "Variant", format!("variant {variant:?} is not supported")));
        CastlingMode::Standard
    });
    let wanted = mode;
    let position = match tags.get("FEN").map(|fen| (fen, read_fen(fen, mode))) {
        None if mode.is_chess960() => {
            let note =
                format!("variant {variant:?} without a FEN: the standard arrangement is read");
            notes.push((Severity::Warning, "Variant", note));
            Position::chess960(STANDARD_ARRANGEMENT, STANDARD_ARRANGEMENT)
        }
        None => None,
        Some((fen, Ok(read))) => {
            if !read.dropped.is_empty() {
                let dropped: Vec<String> = read.dropped.iter().map(Dropped::to_string).collect();
                let note = format!("fen {fen:?}: {}", dropped.join("; "));
                notes.push((Severity::Warning, "FEN", note));
            }
            if read.position.castling_mode() != wanted && notes.is_empty() {
                let note = format!("fen {fen:?}: castling rights of Chess960: read as Chess960");
                notes.push((Severity::Warning, "FEN", note));
            }
            Some(read.position)
        }
        Some((_, Err(error))) => {
            if notes.is_empty() {
                notes.push((Severity::Error, "FEN", error.to_string()));
            }
            None
        }
    };
    Start { position: position.unwrap_or_default(), notes }
}

/// The castling rules of a `Variant` tag; `None` for another variant.
pub fn variant_mode(variant: &str) -> Option<CastlingMode> {
    let name: String = variant.chars().filter(|c| c.is_alphanumeric()).collect();
    match name.to_lowercase().as_str() {
        "standard" | "normal" | "chess" | "fromposition" | "" => Some(CastlingMode::Standard),
        "chess960"
        | "fischerandom"
        | "fischerrandom"
        | "960"
        | "frc"
        | "freestyle"
        | "freestylechess"
        | "doublechess960"
        | "doublefischerrandom"
        | "dfrc" => Some(CastlingMode::Chess960),
        _ => None,
    }
}

/// Sets players and time controls from the tags. A tag that the game holds in another form is removed.
pub(super) fn with_tag_values(mut game: Game) -> Game {
    let tags = &game.tags;
    let control = |name: &str| TimeControl::from_tag(tags.get(name)?).ok();
    let white = control("TimeControl").unwrap_or_default();
    let black = control("BlackTimeControl").unwrap_or_else(|| white.clone());
    let players = ByColor::new_with(|side: Color| {
        let tag = |suffix: &str| tags.get(&format!("{}{suffix}", side.fold_wb("White", "Black")));
        Player {
            name: tag("").map(str::trim).filter(|name| *name != "?").unwrap_or("").to_owned(),
            kind: tag("Dial")
                .and_then(engine_info::read_dial_text)
                .map_or(PlayerKind::Human, PlayerKind::Engine),
            elo: tag("Elo").and_then(|elo| elo.trim().parse().ok()).map(Elo),
        }
    });
    if white != black {
        game.tags.remove("BlackTimeControl");
    }
    game.with_control(ByColor { white, black }).with_players(players)
}
