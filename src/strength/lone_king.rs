//! Mating a lone king: people who win games know how to mate with a queen or a rook, but the errors of the one model and the
//! shallow values of the other do not allow it. From [`KNOWN_FROM`] on the search at full strength plays these endings.

use super::level::StrengthLevel;
use crate::base::{Elo, Random};
use crate::rules::{Bitboard, Position};

/// From this rating on every such move is the search's.
pub const KNOWN_FROM: Elo = Elo(1000);
/// Up to this rating none is; between the two the share of the moves rises in a straight line.
pub const UNKNOWN_TO: Elo = Elo(600);

/// Has the opponent only a king, and the side to move a queen, a rook, or bishops on both colours?
pub fn is_lone_king(position: &Position) -> bool {
    let board = position.board();
    let own = board.by_color(position.turn());
    let bishops: Bitboard = board.bishops() & own;
    let both = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
    board.by_color(!position.turn()).count() == 1
        && (((board.queens() | board.rooks()) & own).any()
            || both.into_iter().all(|colour| (bishops & colour).any()))
}

/// Share of the moves of such endings that the search plays at `rating`, 0 to 1.
pub fn mating_share(rating: Elo) -> f64 {
    let known = f64::from(rating.0) - f64::from(UNKNOWN_TO.0);
    (known / f64::from(KNOWN_FROM.0 - UNKNOWN_TO.0)).clamp(0.0, 1.0)
}

/// Does the search at full strength play this move of `level`? Drawn with `random` below 1000.
pub fn mates_lone_king(level: StrengthLevel, position: &Position, random: &mut Random) -> bool {
    let limited = level.elo().filter(|_| is_lone_king(position));
    limited.is_some_and(|rating| random.share() < mating_share(rating))
}

#[cfg(test)]
mod tests {
    use super::{is_lone_king, mates_lone_king, mating_share};
    use crate::base::{Elo, Random};
    use crate::rules::parse_fen;
    use crate::strength::{StrengthLevel, StrengthModel};

    #[test]
    fn a_lone_king_is_one_against_mating_material() {
        for (fen, expected) in [
            ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", true),
            ("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", true),
            ("8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1", true),
            ("8/8/8/3k4/8/8/8/B1B1K3 w - - 0 1", false),
            ("8/8/8/4k3/8/8/8/2B1K3 w - - 0 1", false),
            ("8/8/8/4k3/8/8/8/R3K3 b - - 0 1", false),
            ("8/8/8/4k3/4p3/8/8/R3K3 w - - 0 1", false),
        ] {
            assert_eq!(is_lone_king(&parse_fen(fen).unwrap()), expected, "{fen}");
        }
    }

    #[test]
    fn the_share_rises_from_600_to_1000() {
        assert_eq!([600, 800, 1000, 2000].map(|it| mating_share(Elo(it))), [0.0, 0.5, 1.0, 1.0]);
        let position = parse_fen("8/8/8/4k3/8/8/8/R3K3 w - - 0 1").unwrap();
        let played = |level: StrengthLevel| {
            (0..100)
                .filter(|&seed| mates_lone_king(level, &position, &mut Random::new(seed)))
                .count()
        };
        assert_eq!(played(StrengthModel::Human.level(Elo(1000))), 100);
        assert!((30..70).contains(&played(StrengthLevel::Limited(Elo(800)))));
        assert_eq!([StrengthModel::Human.level(Elo(600)), StrengthLevel::Full].map(played), [0, 0]);
    }
}
