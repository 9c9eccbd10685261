//! The geometric mean of ratios and its interval, for benchmarks.

/// The geometric mean of positive values, with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GeometricMean {
    pub mean: f64,
    /// Standard error of the logarithm of the mean, which is the error as a share of the mean; not a number with fewer than two values.
    pub error: f64,
}

/// Quantiles at 97.5 % of Student's t distribution with 1 to 10 degrees of freedom.
const STUDENT: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
/// The quantile of the normal distribution, to which they fall.
const NORMAL: f64 = 1.959_964;

/// The quantile at 97.5 % of Student's t distribution: half the width of a 95 % interval in standard errors that are estimated
/// with so many degrees of freedom, at least one. Source: from 11 on the Cornish-Fisher expansion (Abramowitz and Stegun,
/// 26.7.5).
pub(super) fn student_quantile(degrees: usize) -> f64 {
    if let Some(quantile) = degrees.checked_sub(1).and_then(|at| STUDENT.get(at)) {
        return *quantile;
    }
    let (n, z) = (degrees as f64, |power: i32| NORMAL.powi(power));
    NORMAL
        + (z(3) + z(1)) / (4.0 * n)
        + (5.0 * z(5) + 16.0 * z(3) + 3.0 * z(1)) / (96.0 * n.powi(2))
        + (3.0 * z(7) + 19.0 * z(5) + 17.0 * z(3) - 15.0 * z(1)) / (384.0 * n.powi(3))
}

impl GeometricMean {
    /// Of at least one value.
    pub fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let logarithms = || values.iter().map(|value| value.ln());
        let mean = logarithms().sum::<f64>() / count;
        let squares: f64 = logarithms().map(|it| (it - mean).powi(2)).sum();
        Self { mean: mean.exp(), error: (squares / (count - 1.0) / count).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::{GeometricMean, student_quantile};

    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        let wanted = [(1, 12.706), (2, 4.303), (10, 2.228), (11, 2.201), (19, 2.093), (120, 1.980)];
        for (degrees, quantile) in wanted {
            let found = student_quantile(degrees);
            assert!((found - quantile).abs() < 0.0006, "{degrees}: {found}");
        }
    }

    #[test]
    fn the_error_is_that_of_the_logarithms() {
        let mean = GeometricMean::of(&[0.8, 1.25]);
        assert!((mean.mean - 1.0).abs() < 1e-12, "{mean:?}");
        assert!((mean.error - 1.25_f64.ln()).abs() < 1e-9, "{mean:?}");
        assert!(GeometricMean::of(&[2.0]).error.is_nan());
    }
}
