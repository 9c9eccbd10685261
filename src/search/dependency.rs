//! Path dependency: the positions above a node whose repetition its value depends on, and their code in the transposition
//! table. Rules 4, 6 and 8 of the shadow score.

use crate::base::{Ply, Random};
use crate::rules::Key;
use std::ops::Range;

/// The positions of the path whose repetition a value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The smallest ply; [`u16::MAX`] without one.
    first: u16,
    /// Whether `plies` is right: a value may depend on the fifty-move rule too, or on more distant positions.
    is_named: bool,
    /// Bit `ply % 32` of each.
    plies: u32,
}

impl Default for Dependency {
    /// No position.
    fn default() -> Self {
        Self::NONE
    }
}

impl Dependency {
    /// No position.
    pub const NONE: Self = Self { first: u16::MAX, is_named: true, plies: 0 };

    /// Plies above a node that can be told apart.
    const WINDOW: Ply = u32::BITS as Ply;

    /// The position at `ply`.
    pub fn on(ply: Ply) -> Self {
        let first = u16::try_from(ply).unwrap_or(u16::MAX - 1);
        Self { first, is_named: true, plies: Self::bit(ply) }
    }

    /// What began at the position at `ply`, but is no repetition of it alone.
    pub fn since(ply: Ply) -> Self {
        Self { is_named: false, ..Self::on(ply) }
    }

    const fn bit(ply: Ply) -> u32 {
        1 << (ply % Self::WINDOW)
    }

    /// Whether there is no position.
    pub const fn is_none(self) -> bool {
        self.first == u16::MAX
    }

    /// The smallest ply, if there is one.
    pub fn first(self) -> Option<Ply> {
        (!self.is_none()).then_some(usize::from(self.first))
    }

    /// The positions of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            is_named: self.is_named && other.is_named,
            plies: self.plies | other.plies,
        }
    }

    /// Those of the positions that stand above `ply`.
    #[must_use]
    pub fn above(self, ply: Ply) -> Self {
        if usize::from(self.first) >= ply {
            return Self::NONE;
        }
        let is_near = ply - usize::from(self.first) < Self::WINDOW;
        Self { is_named: self.is_named && is_near, plies: self.plies & !Self::bit(ply), ..self }
    }

    /// The plies of a value at `ply` in their order, or `None` if they are not known.
    pub fn plies(self, ply: Ply) -> Option<impl Iterator<Item = Ply>> {
        let first = self.first().filter(|_| self.is_named)?;
        Some((first..ply).filter(move |&at| self.plies & Self::bit(at) != 0))
    }
}

/// A code of the positions that a bound depends on: up to three, or more and all between the first and the last of them.
///
/// It is the sum of a random number for each, so that it can be found among the sums on another path. The path has at most 5,500
/// such sums, usually 300, each of which is equal by chance once in a billion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathCode(u32);

impl PathCode {
    const BITS: u32 = 30;

    /// Larger sets are completed.
    const EXACT: usize = 3;

    /// The code of a dependency of a node at `ply`, if its plies are known; `key` is that of the position at a ply.
    pub fn of(dependency: Dependency, ply: Ply, key: impl Fn(Ply) -> Key) -> Option<Self> {
        let sum = |sum: u64, at: Ply| sum.wrapping_add(scramble(key(at)));
        let count = dependency.plies(ply)?.count();
        if count <= Self::EXACT {
            return Some(Self::of_sum(dependency.plies(ply)?.fold(0, sum)));
        }
        let last = dependency.plies(ply)?.last()?;
        Some(Self::of_sum((dependency.first()?..=last).fold(0, sum)))
    }

    /// The dependency of a bound with this code, if it holds on a path that can repeat the positions at `plies` below them.
    pub fn find(self, plies: Range<Ply>, key: impl Fn(Ply) -> Key) -> Option<Dependency> {
        let start = plies.start.max(plies.end.saturating_sub(Dependency::WINDOW - 1));
        let mut words = [0; Dependency::WINDOW];
        for (at, word) in (start..plies.end).zip(&mut words) {
            *word = scramble(key(at));
        }
        let on = |at: usize| Dependency::on(start + at);
        for last in 0..plies.end - start {
            let one = words[last];
            if self.is_of(one) {
                return Some(on(last));
            }
            let mut range = one;
            for second in (0..last).rev() {
                range = range.wrapping_add(words[second]);
                let two = one.wrapping_add(words[second]);
                if self.is_of(two) {
                    return Some(on(second).and(on(last)));
                }
                if last - second >= Self::EXACT && self.is_of(range) {
                    return Some((second..=last).map(on).fold(Dependency::NONE, Dependency::and));
                }
                let third = |&word: &u64| self.is_of(two.wrapping_add(word));
                if let Some(first) = words[..second].iter().position(third) {
                    return Some(on(first).and(on(second)).and(on(last)));
                }
            }
        }
        None
    }

    fn is_of(self, sum: u64) -> bool {
        Self::of_sum(sum) == self
    }

    const fn of_sum(sum: u64) -> Self {
        Self((sum >> (u64::BITS - Self::BITS)) as u32)
    }

    /// The code as a number of 30 bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`PathCode::bits`]; ignores the upper bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << Self::BITS) - 1))
    }
}

/// A random number for a key: sums of keys alone may be equal for different positions.
fn scramble(key: Key) -> u64 {
    Random::new(key).next_u64()
}

#[cfg(test)]
mod tests {
    use super::{Dependency, PathCode};

    fn on(plies: &[usize]) -> Dependency {
        plies.iter().map(|&ply| Dependency::on(ply)).fold(Dependency::NONE, Dependency::and)
    }

    fn plies(dependency: Dependency, ply: usize) -> Option<Vec<usize>> {
        dependency.plies(ply).map(Iterator::collect)
    }

    #[test]
    fn a_dependency_is_left_at_its_own_position() {
        let both = on(&[40, 44]);
        assert_eq!((both.first(), plies(both, 48)), (Some(40), Some(vec![40, 44])));
        assert_eq!(plies(both.above(44), 44), Some(vec![40]));
        assert_eq!(both.above(40), Dependency::NONE);
        assert_eq!((Dependency::NONE.first(), plies(Dependency::NONE, 9)), (None, None));
    }

    #[test]
    fn plies_that_cannot_be_told_apart_are_not_named() {
        // 8 and 40 have the same bit.
        let far = on(&[8, 40]).above(41);
        assert_eq!((far.first(), plies(far, 41)), (Some(8), None));
        assert_eq!(plies(far.above(40).above(39), 39), None, "nor are they nearer to the first");
        assert_eq!(plies(on(&[10, 40]).above(41), 41), Some(vec![10, 40]));
        let fifty = Dependency::since(3).and(on(&[7]));
        assert_eq!((fifty.first(), plies(fifty, 9)), (Some(3), None));
    }

    #[test]
    fn a_code_is_found_where_the_positions_are() {
        let key = |ply: usize| ply as u64;
        for named in [&[20][..], &[17, 30], &[15, 22, 23], &[14, 15, 20, 25, 31]] {
            let code = PathCode::of(on(named), 33, key).unwrap();
            let found = code.find(12..33, key).unwrap();
            let expected: Vec<usize> = match named {
                [first, .., last] if named.len() > 3 => (*first..=*last).collect(),
                _ => named.to_vec(),
            };
            assert_eq!(plies(found, 33), Some(expected.clone()), "{named:?}");
            // On a path where they are elsewhere, and on one that lacks the last one.
            let later = code.find(14..35, |ply| ply as u64 - 2).unwrap();
            let moved: Vec<usize> = expected.iter().map(|ply| ply + 2).collect();
            assert_eq!(plies(later, 35), Some(moved), "{named:?}");
            let last = *named.last().unwrap();
            let without = |ply: usize| if ply == last { 999 } else { ply as u64 };
            assert_eq!(code.find(12..33, without), None, "{named:?}");
        }
        assert_eq!(PathCode::of(Dependency::since(3), 9, key), None);
        assert_eq!(PathCode::from_bits(5).find(0..0, key), None);
    }
}
