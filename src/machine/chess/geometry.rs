//! Directions and steps on the board.

use crate::rules::{Color, File, Rank, Square};

/// One of the eight directions of a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards h8.
    NorthEast,
    /// Towards the h-file.
    East,
    /// Towards h1.
    SouthEast,
    /// Towards rank 1.
    South,
    /// Towards a1.
    SouthWest,
    /// Towards the a-file.
    West,
    /// Towards a8.
    NorthWest,
}

impl Direction {
    /// All, clockwise: the opposite direction is four further.
    pub const ALL: [Self; 8] = {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest]
    };

    /// Index in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self.index() + 4) % 8]
    }

    /// Its line: 0 file, 1 rising diagonal, 2 rank, 3 falling diagonal.
    pub const fn axis(self) -> usize {
        self.index() % 4
    }

    /// Is it along a file or rank?
    pub const fn is_straight(self) -> bool {
        self.index().is_multiple_of(2)
    }

    /// Its name, such as `north`, and one step as files and ranks.
    const fn name_and_step(self) -> (&'static str, i32, i32) {
        match self {
            Self::North => ("north", 0, 1),
            Self::NorthEast => ("north-east", 1, 1),
            Self::East => ("east", 1, 0),
            Self::SouthEast => ("south-east", 1, -1),
            Self::South => ("south", 0, -1),
            Self::SouthWest => ("south-west", -1, -1),
            Self::West => ("west", -1, 0),
            Self::NorthWest => ("north-west", -1, 1),
        }
    }

    /// Its name, such as `north`.
    pub const fn word(self) -> &'static str {
        self.name_and_step().0
    }

    /// The direction from `from` to `to`, if they are on a line.
    pub fn between(from: Square, to: Square) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.ray(from).any(|square| square == to))
    }

    /// The next square in this direction.
    pub fn step(self, from: Square) -> Option<Square> {
        let (_, files, ranks) = self.name_and_step();
        shifted(from, files, ranks)
    }

    /// The squares in this direction, nearest first.
    pub fn ray(self, from: Square) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(from), move |&square| self.step(square))
    }
}

/// Names of the lines by [`Direction::axis`].
pub const AXES: [&str; 4] = ["file", "rising diagonal", "rank", "falling diagonal"];

/// The square this many files and ranks away, if it is on the board.
pub fn shifted(from: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = File::ALL.get(usize::try_from(from.file() as i32 + files).ok()?)?;
    let rank = Rank::ALL.get(usize::try_from(from.rank() as i32 + ranks).ok()?)?;
    Some(Square::from_coords(*file, *rank))
}

/// The knight moves from `from`.
pub fn knight_jumps(from: Square) -> impl Iterator<Item = Square> {
    const JUMPS: [(i32, i32); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    JUMPS.into_iter().filter_map(move |(files, ranks)| shifted(from, files, ranks))
}

/// The king moves from `from`.
pub fn king_steps(from: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().filter_map(move |way| way.step(from))
}

/// The direction of the pawns of `side`.
pub fn forward(side: Color) -> Direction {
    side.fold_wb(Direction::North, Direction::South)
}

/// The capture directions of the pawns of `side`.
pub fn captures(side: Color) -> [Direction; 2] {
    side.fold_wb(
        [Direction::NorthWest, Direction::NorthEast],
        [Direction::SouthWest, Direction::SouthEast],
    )
}
