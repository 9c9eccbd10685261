//! The MadChess strength model: from a level to speed, errors, knowledge and material. Integer arithmetic wherever the
//! model allows it, so that every value is exact. The evaluation and the search apply the values.
//! Source: MadChess 3.2 beta (E. Madsen, 2022), of 1 October 2022.

use crate::base::{Category, Elo};
use crate::propnet::Pair;
use crate::rules::Role;
use serde::{Deserialize, Serialize};

/// Lowest level with the full share of each category, in the order of [`Category::SCALED`].
const FULL_FROM: [i32; Category::SCALED.len()] =
    [1200, 1400, 1600, 1800, 2000, 2200, 2300, 2300, 2400];

/// The pieces with a value, in the order of the tables indexed by them.
pub const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The full values `(middlegame, endgame)` of [`ROLES`] in centipawns.
const VALUES: [Pair; 5] = [[100, 127], [300, 519], [330, 545], [500, 858], [975, 1671]];

/// The limits of one strength level. A personality may differ from the model in single values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrengthLimits {
    /// The level, [`StrengthLimits::MIN_ELO`] to [`StrengthLimits::MAX_ELO`].
    pub elo: Elo,
    /// Speed cap in nodes per second.
    pub nps: u64,
    /// Largest error of a normal move, centipawns.
    pub move_error: i32,
    /// Largest error of a blunder, centipawns.
    pub blunder_error: i32,
    /// Chance of a blunder in 128ths.
    pub blunder_per128: u8,
    /// Share of each of [`Category::SCALED`] in 128ths.
    pub knowledge: [u8; Category::SCALED.len()],
    /// Value of each of [`ROLES`] as `(middlegame, endgame)` centipawns.
    pub material: [Pair; 5],
}

impl StrengthLimits {
    /// The lowest level.
    pub const MIN_ELO: Elo = Elo(600);
    /// The highest limited level.
    pub const MAX_ELO: Elo = Elo(2600);

    /// The level nearest to `rating`; the lowest for NaN.
    pub fn nearest_level(rating: f64) -> Elo {
        let (min, max) = (f64::from(Self::MIN_ELO.0), f64::from(Self::MAX_ELO.0));
        // NaN passes the clamp, and its cast is 0.
        Elo(rating.clamp(min, max) as u16).max(Self::MIN_ELO)
    }

    /// The limits at `elo`, which is clamped to the range of levels.
    pub fn at(elo: Elo) -> Self {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO);
        let rating = i32::from(elo.0);
        let above = u64::from(elo.0 - Self::MIN_ELO.0);
        let below = i32::from(Self::MAX_ELO.0) - rating;
        // Only the power of 2.5 needs floating point; the result is exact at every integer rating.
        let blunder = 1.75 * (f64::from(below) / 200.0).powf(2.5);
        Self {
            elo,
            nps: above.pow(4) / 8_000_000 + 500,
            move_error: 45 * below * below / 4_000_000 + 5,
            blunder_error: blunder as i32 + 50,
            blunder_per128: (below / 200) as u8 + 6,
            knowledge: FULL_FROM.map(|full_from| share_at(full_from, rating)),
            material: values_at(rating),
        }
    }

    /// The share of a category in 128ths; piece values have [`Self::material`] instead.
    pub fn share(&self, category: Category) -> u8 {
        let reduced = (category as usize).checked_sub(1);
        reduced.and_then(|index| self.knowledge.get(index)).copied().unwrap_or(128)
    }

    /// The piece values per mille of the full values, rounded to the nearest: for an evaluation with other piece values.
    pub fn material_per_mille(&self) -> [(u16, u16); 5] {
        let share = |value: i32, full: i32| ((value * 1000 + full / 2) / full).max(0) as u16;
        std::array::from_fn(|role| {
            let ([middlegame, endgame], full) = (self.material[role], VALUES[role]);
            (share(middlegame, full[0]), share(endgame, full[1]))
        })
    }

    /// Chance of a blunder in whole percent, as MadChess prints it.
    pub fn blunder_percent(&self) -> u32 {
        percent(self.blunder_per128)
    }

    /// The lines of the debug mode in MadChess's order and wording.
    pub fn debug_lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("LimitStrength = True, ELO = {}.", self.elo),
            format!(
                "NPS = {}, MoveError = {}, BlunderError = {}, BlunderPer128 = {}.",
                self.nps, self.move_error, self.blunder_error, self.blunder_per128
            ),
        ];
        for (role, [middlegame, endgame]) in ROLES.into_iter().zip(self.material) {
            lines.push(format!("Mg{role:?}Material = {middlegame}"));
            lines.push(format!("Eg{role:?}Material = {endgame}"));
        }
        for (category, share) in Category::SCALED.into_iter().zip(self.knowledge) {
            lines.push(format!("Ls{category:?}Per128 = {share}"));
        }
        lines
    }
}

/// A share in 128ths as whole percent, halves rounded up.
pub fn percent(per128: u8) -> u32 {
    (200 * u32::from(per128) + 128) / 256
}

/// The share of a category at a rating, in 128ths.
fn share_at(full_from: i32, elo: i32) -> u8 {
    if elo >= full_from { 128 } else { interpolate(0, 128, elo, full_from - 1) as u8 }
}

/// The piece values at a rating: at low ratings pawns and rooks are undervalued, queens overvalued, bishops equal knights.
fn values_at(elo: i32) -> [Pair; 5] {
    let [pawn, knight, bishop, rook, queen] = VALUES;
    let from = |low: Pair, full: Pair, top| {
        [0, 1].map(|phase| interpolate(low[phase], full[phase], elo, top))
    };
    let percent = |share: i32, full: Pair| full.map(|value| share * value / 100);
    [
        from([0, 0], pawn, 799),
        knight,
        from(knight, bishop, 999),
        from(percent(67, rook), rook, 999),
        from(percent(133, queen), queen, 999),
    ]
}

/// From `low` at the lowest level to `high` at `top`, and `high` above; truncated.
fn interpolate(low: i32, high: i32, elo: i32, top: i32) -> i32 {
    let least = i32::from(StrengthLimits::MIN_ELO.0);
    let (passed, whole) = (elo.min(top) - least, top - least);
    // One division of a positive number: truncation is that of the exact quotient, for falling values too.
    (low * whole + passed * (high - low)) / whole
}
