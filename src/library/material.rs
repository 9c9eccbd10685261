//! The pieces of both sides, to find endings by.

use crate::rules::{Board, Color, Role};

/// Bits for the number of pieces of a kind.
const COUNT_BITS: u32 = 4;
/// Bits for the pieces of a side.
const SIDE_BITS: u32 = 5 * COUNT_BITS;
/// The kinds that are counted, the first in the highest bits.
const KINDS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// How many pieces of each kind the two sides have, whichever side is White: the larger number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Material(u64);

impl Material {
    /// That of a board with at most 15 pieces of a kind on a side; more count as 15.
    pub fn of(board: &Board) -> Self {
        let side = |color: Color| {
            let of = board.material_side(color);
            KINDS
                .into_iter()
                .fold(0, |sum, role| sum << COUNT_BITS | u64::from(*of.get(role)).min(15))
        };
        Self::new(side(Color::White), side(Color::Black))
    }

    /// Reads the pieces of one side after those of the other, each beginning with its king and in any order, with or without a
    /// hyphen between them: `krp-kr`. `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.to_lowercase();
        let sides: Vec<&str> = lower.strip_prefix('k')?.split('k').collect();
        let [first, second] = *sides.as_slice() else { return None };
        let first = first.strip_suffix('-').unwrap_or(first);
        Some(Self::new(side_of(first)?, side_of(second)?))
    }

    const fn new(one: u64, other: u64) -> Self {
        let (more, less) = if one > other { (one, other) } else { (other, one) };
        Self(more << SIDE_BITS | less)
    }

    /// Those of a game that stand for at least two half-moves or at its end, sorted, each once: no exchange under way counts.
    pub fn of_game<'a>(boards: impl Iterator<Item = &'a Board>) -> Box<[Self]> {
        let all: Vec<Self> = boards.map(Self::of).collect();
        let mut found: Vec<Self> =
            all.array_windows().filter(|[a, b]| a == b).map(|[a, _]| *a).collect();
        found.extend(all.last());
        found.sort_unstable();
        found.dedup();
        found.into()
    }
}

/// The pieces of a side besides its king.
fn side_of(letters: &str) -> Option<u64> {
    letters.chars().try_fold(0, |sum: u64, letter| {
        let role = Role::from_char(letter)?;
        let place = KINDS.iter().rev().position(|kind| *kind == role)? as u32;
        let one = 1 << (place * COUNT_BITS);
        let is_full = sum / one % 16 == 15;
        (!is_full).then_some(sum + one)
    })
}

#[cfg(test)]
mod tests {
    use super::Material;
    use crate::rules::parse_fen;

    #[test]
    fn material_is_the_same_for_both_colours() {
        for (text, fen) in [
            ("krp-kr", "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1"),
            ("KRPKR", "r3k3/4p3/8/8/8/8/4R3/4K3 w - - 0 1"),
            ("kr-kpr", "r3k3/4p3/8/8/8/8/4R3/4K3 w - - 0 1"),
            ("kk", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            (
                "kqrrbbnnpppppppp-kqrrbbnnpppppppp",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
        ] {
            let board = parse_fen(fen).unwrap();
            assert_eq!(Material::parse(text), Some(Material::of(board.board())), "{text}");
        }
        let differ = Material::parse("krb-kr");
        assert_ne!(differ, Material::parse("krn-kr"));
        for text in ["", "k", "kr", "rkk", "kr-kr-k", "krx-kr", "kr--kr", "kpppppppppppppppp-k"] {
            assert_eq!(Material::parse(text), None, "{text}");
        }
    }

    #[test]
    fn material_in_the_middle_of_an_exchange_does_not_count() {
        let fens = [
            "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1",
            "3rk3/8/8/8/8/8/4K3/3R4 b - - 0 1",
            "4k3/8/8/8/8/8/4K3/3r4 w - - 0 1",
            "4k3/8/8/8/8/8/8/3K4 b - - 0 1",
        ];
        let positions = fens.map(|fen| parse_fen(fen).unwrap());
        let found = Material::of_game(positions.iter().map(|it| it.board()));
        let mut expected = ["krkr", "kk"].map(|it| Material::parse(it).unwrap());
        expected.sort_unstable();
        assert_eq!(*found, expected);
    }
}
