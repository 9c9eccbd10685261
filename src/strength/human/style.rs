//! A level of the human model: a rating and, for a personality, a style that changes some weights.

use super::features::{COUNT, FEATURES, VALUE_FEATURES};
use crate::base::Elo;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// What a personality does more or less than people of its rating; 0 everywhere is the model itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// Added to the utility of checks, in hundredths: 100 makes a check 2.7 times as likely against another move.
    pub checks: i16,
    /// The same for captures.
    pub captures: i16,
    /// The same for each step toward the enemy king.
    pub attack: i16,
    /// Percent by which the weights of what a move loses grow; -100 sees no losses.
    pub care: i16,
    /// Rating points by which endings are played better.
    pub endings: i16,
}

impl Style {
    /// The fields by name.
    pub const FIELDS: [&'static str; 5] = ["checks", "captures", "attack", "care", "endings"];
    /// Values that a field may have.
    pub const RANGE: RangeInclusive<i16> = -1000..=1000;

    /// The field with this name.
    pub fn field(&mut self, name: &str) -> Option<&mut i16> {
        match name {
            "checks" => Some(&mut self.checks),
            "captures" => Some(&mut self.captures),
            "attack" => Some(&mut self.attack),
            "care" => Some(&mut self.care),
            "endings" => Some(&mut self.endings),
            _ => None,
        }
    }

    /// Changes the weights of the features.
    pub(super) fn apply(self, weights: &mut [f64; COUNT]) {
        let care = (1.0 + f64::from(self.care) / 100.0).max(0.0);
        for (index, (feature, weight)) in FEATURES.iter().zip(weights).enumerate() {
            let is_loss = index < VALUE_FEATURES
                || [
                    "loses material at once",
                    "puts a piece en prise",
                    "value left hanging",
                    "leaves another piece attacked",
                ]
                .contains(&feature.name);
            if is_loss {
                *weight *= care;
            }
            let more = match feature.name {
                "check" => self.checks,
                "toward the enemy king" => self.attack,
                name if name.starts_with("takes a ") || name == "takes the queen" => self.captures,
                _ => 0,
            };
            *weight += f64::from(more) / 100.0;
        }
    }
}

/// A level of the human model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HumanLevel {
    /// The rating, [`super::MIN_RATING`] to [`super::MAX_RATING`].
    pub rating: Elo,
    /// Of a personality.
    #[serde(default)]
    pub style: Style,
}

impl HumanLevel {
    /// People of `rating` on average.
    pub const fn at(rating: Elo) -> Self {
        let style = Style { checks: 0, captures: 0, attack: 0, care: 0, endings: 0 };
        Self { rating, style }
    }

    /// Is it a personality?
    pub fn has_style(self) -> bool {
        self.style != Style::default()
    }
}

impl fmt::Display for HumanLevel {
    /// `1200`, or `1400 checks=80 endings=-400`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rating)?;
        let mut style = self.style;
        for name in Style::FIELDS {
            match style.field(name) {
                Some(0) | None => {}
                Some(value) => write!(f, " {name}={value}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for HumanLevel {
    type Err = ();

    /// Reads what [`Self`] displays.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut words = text.split_whitespace();
        let rating = words.next().and_then(|rating| rating.parse().ok()).ok_or(())?;
        let mut level = Self::at(Elo(rating));
        for word in words {
            let (name, value) = word.split_once('=').ok_or(())?;
            *level.style.field(name).ok_or(())? = value.parse().map_err(|_| ())?;
        }
        Ok(level)
    }
}
