//! Steps on a board of 8 by 8. Square 0 is a1, square 7 is h1.

/// A displacement on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Files to the right.
    pub file: i8,
    /// Ranks up.
    pub rank: i8,
}

impl Step {
    /// The directions of a rook.
    pub const ORTHOGONAL: [Self; 4] =
        [Self::new(0, 1), Self::new(1, 0), Self::new(0, -1), Self::new(-1, 0)];
    /// The directions of a bishop.
    pub const DIAGONAL: [Self; 4] =
        [Self::new(1, 1), Self::new(1, -1), Self::new(-1, -1), Self::new(-1, 1)];

    /// Makes a step; each component is between -7 and 7.
    pub const fn new(file: i8, rank: i8) -> Self {
        Self { file, rank }
    }

    /// The square this step leads to from `square`; `None` off the board.
    pub fn from_square(self, square: usize) -> Option<usize> {
        let file = (square % 8).checked_add_signed(self.file.into())?;
        let rank = (square / 8).checked_add_signed(self.rank.into())?;
        (file < 8 && rank < 8).then_some(rank * 8 + file)
    }

    /// The opposite step.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::new(-self.file, -self.rank)
    }

    /// The step as a rotation to the left.
    pub(super) const fn rotation(self) -> u32 {
        (self.rank as i32 * 8 + self.file as i32).rem_euclid(64).cast_unsigned()
    }

    /// The squares that the step can lead to, without those that wrap around.
    pub(super) const fn mask(self) -> u64 {
        let files = match self.file {
            0.. => 0xff << self.file & 0xff,
            _ => 0xff >> -self.file,
        } * 0x0101_0101_0101_0101_u64;
        match self.rank {
            0.. => files << (8 * self.rank as u32),
            _ => files >> (-8 * self.rank as i32),
        }
    }

    /// Moves every square of a bitboard by the step.
    pub(super) const fn shift(self, bitboard: u64) -> u64 {
        bitboard.rotate_left(self.rotation()) & self.mask()
    }
}
