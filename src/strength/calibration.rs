//! The calibration of the strength model: the measured curve from the model's internal rating to the rating that
//! matches showed. The dial shows the calibrated rating and passes the internal one to the model. The caller reads the
//! file.

use super::limits::StrengthLimits;
use crate::base::{Elo, RonError, read_ron};
use serde::{Deserialize, Serialize};

/// The name of the shipped file in error messages.
const SHIPPED: &str = "assets/calibration.ron";

/// A curve with its provenance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// How it was measured: opponents, games, date, command.
    pub provenance: String,
    /// The time control of the measurement.
    pub control: String,
    /// The measured points, by internal rating.
    /// Invariant: at least two; internal and measured ratings both rise strictly.
    points: Vec<Point>,
}

/// One measured strength level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The model's rating.
    pub internal: u16,
    /// The measured rating.
    pub measured: f64,
    /// Its standard error.
    pub error: f64,
    /// Number of games.
    pub games: u32,
}

/// An error in a calibration text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CalibrationError {
    /// The text is not a calibration.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// A point violates an invariant.
    #[error("{file}: point {point}: {field} = {value} {problem}")]
    BadPoint {
        /// The file.
        file: String,
        /// Which point, from 1.
        point: usize,
        /// The field.
        field: &'static str,
        /// The value.
        value: f64,
        /// The problem.
        problem: &'static str,
    },
    /// Fewer than two points.
    #[error("{file}: points: {count} given, at least 2 required")]
    TooFew {
        /// The file.
        file: String,
        /// The number of points.
        count: usize,
    },
}

impl Calibration {
    /// The shipped curve; `None` if its file has no points.
    pub fn shipped() -> Option<Self> {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/calibration.ron"));
        let curve = Self::from_text(SHIPPED, text);
        debug_assert!(
            matches!(curve, Ok(_) | Err(CalibrationError::TooFew { count: 0, .. })),
            "{curve:?}"
        );
        curve.ok()
    }

    /// A curve through `points`.
    ///
    /// # Errors
    /// The points are not a rising curve.
    pub fn new(
        provenance: String,
        control: String,
        points: Vec<Point>,
    ) -> Result<Self, CalibrationError> {
        let curve = Self { provenance, control, points };
        curve.check("calibration")?;
        Ok(curve)
    }

    /// The text that [`Self::from_text`] reads.
    pub fn to_text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::default().depth_limit(2);
        // Serializing plain fields cannot fail.
        ron::ser::to_string_pretty(self, pretty).unwrap_or_default() + "\n"
    }

    /// Reads a curve; `file` is the name of the text in errors.
    ///
    /// # Errors
    /// The text cannot be parsed, or its points are not a rising curve.
    pub fn from_text(file: &str, text: &str) -> Result<Self, CalibrationError> {
        let curve: Self = read_ron(file, text)?;
        curve.check(file)?;
        Ok(curve)
    }

    /// The measured points in rising order.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The measured rating of an internal rating, with its standard error. Linear between the points; extrapolated from
    /// the nearest two points beyond them, with the error of the last point.
    pub fn measured(&self, internal: Elo) -> (f64, f64) {
        let at = f64::from(internal.0);
        let (low, high) = self.around(|point| f64::from(point.internal), at);
        let share = (at - f64::from(low.internal)) / f64::from(high.internal - low.internal);
        let error = low.error + (high.error - low.error) * share.clamp(0.0, 1.0);
        (low.measured + (high.measured - low.measured) * share, error)
    }

    /// The internal rating for a `measured` rating, clamped to the dial's range.
    pub fn internal(&self, measured: f64) -> Elo {
        let (low, high) = self.around(|point| point.measured, measured);
        let share = (measured - low.measured) / (high.measured - low.measured);
        let width = f64::from(high.internal - low.internal);
        StrengthLimits::nearest_level((f64::from(low.internal) + width * share).round())
    }

    /// The two neighbouring points around `value` by `key`, or the two nearest ones.
    fn around(&self, key: impl Fn(&Point) -> f64, value: f64) -> (Point, Point) {
        let above = self.points.partition_point(|point| key(point) <= value);
        let high = above.clamp(1, self.points.len() - 1);
        (self.points[high - 1], self.points[high])
    }

    /// Checks the invariant of the points and the ranges of their values.
    fn check(&self, file: &str) -> Result<(), CalibrationError> {
        if self.points.len() < 2 {
            return Err(CalibrationError::TooFew {
                file: file.to_owned(),
                count: self.points.len(),
            });
        }
        for (index, point) in self.points.iter().enumerate() {
            let before = index.checked_sub(1).map(|index| self.points[index]);
            let rises =
                |key: fn(&Point) -> f64| before.is_none_or(|before| key(&before) < key(point));
            let internal = f64::from(point.internal);
            let wrong = if StrengthLimits::nearest_level(internal).0 != point.internal {
                Some(("internal", internal, "is out of range; allowed is 600 to 2600"))
            } else if !(0.0..=4000.0).contains(&point.measured) {
                Some(("measured", point.measured, "is out of range; allowed is 0 to 4000"))
            } else if !(0.0..=1000.0).contains(&point.error) {
                Some(("error", point.error, "is out of range; allowed is 0 to 1000"))
            } else if !rises(|point| f64::from(point.internal)) {
                Some(("internal", internal, "does not rise"))
            } else if !rises(|point| point.measured) {
                Some(("measured", point.measured, "does not rise"))
            } else {
                None
            };
            if let Some((field, value, problem)) = wrong {
                let (file, point) = (file.to_owned(), index + 1);
                return Err(CalibrationError::BadPoint { file, point, field, value, problem });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &str) -> Result<Calibration, CalibrationError> {
        let text = format!("(provenance: \"test\", control: \"5+3\", points: [{points}])");
        Calibration::from_text("cal.ron", &text)
    }

    fn point(internal: i32, measured: f64) -> String {
        format!("(internal: {internal}, measured: {measured:?}, error: 20.0, games: 60),")
    }

    #[test]
    fn the_curve_goes_through_its_points_both_ways() {
        let points = point(600, 900.0) + &point(1600, 1400.0) + &point(2600, 2400.0);
        let curve = curve(&points).unwrap();
        for (internal, measured) in
            [(600, 900.0), (1100, 1150.0), (1600, 1400.0), (2100, 1900.0), (2600, 2400.0)]
        {
            assert_eq!(curve.measured(Elo(internal)), (measured, 20.0), "{internal}");
            assert_eq!(curve.internal(measured), Elo(internal), "{measured}");
        }
        assert_eq!(Calibration::from_text("again", &curve.to_text()), Ok(curve.clone()));
        assert_eq!([curve.internal(-9e9), curve.internal(9e9)], [Elo(600), Elo(2600)]);
        assert_eq!(curve.internal(f64::NAN), Elo(600));
    }

    #[test]
    fn what_is_shipped_is_a_curve_with_its_source_or_says_that_nothing_was_measured() {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/calibration.ron"));
        match Calibration::from_text("shipped", text) {
            Ok(curve) => assert!(!curve.provenance.is_empty() && !curve.control.is_empty()),
            Err(error) => {
                assert_eq!(error, CalibrationError::TooFew { file: "shipped".into(), count: 0 });
            }
        }
        assert_eq!(Calibration::shipped().is_some(), text.contains("internal:"));
    }

    #[test]
    fn points_between_the_ends_of_the_dial_go_on_straight() {
        let curve = curve(&(point(1000, 1000.0) + &point(1200, 1300.0))).unwrap();
        assert_eq!(curve.measured(Elo(1400)).0, 1600.0);
        assert_eq!(curve.internal(700.0), Elo(800));
    }

    #[test]
    fn broken_curves_are_named() {
        for (points, part) in [
            (String::new(), "cal.ron: points: 0 given"),
            (point(600, 900.0), "points: 1 given"),
            (
                point(600, 900.0) + &point(700, 900.0),
                "cal.ron: point 2: measured = 900 does not rise",
            ),
            (point(700, 900.0) + &point(700, 950.0), "point 2: internal = 700 does not rise"),
            (point(500, 900.0) + &point(700, 950.0), "point 1: internal = 500 is out of range"),
            (point(600, 9e9) + &point(700, 950.0), "measured"),
            ("(internal: 600)".to_owned(), "cal.ron:1:"),
        ] {
            let error = curve(&points).unwrap_err().to_string();
            assert!(error.contains(part), "{points}: {error}");
        }
    }
}
