//! The geometric mean of ratios, for benchmarks.

/// The geometric mean of positive values, with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GeometricMean {
    pub mean: f64,
    /// Standard error of the logarithm of the mean, which is the error as a share of the mean; not a number with fewer than two values.
    pub error: f64,
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
    use super::GeometricMean;

    #[test]
    fn the_error_is_that_of_the_logarithms() {
        let mean = GeometricMean::of(&[0.8, 1.25]);
        assert!((mean.mean - 1.0).abs() < 1e-12, "{mean:?}");
        assert!((mean.error - 1.25_f64.ln()).abs() < 1e-9, "{mean:?}");
        assert!(GeometricMean::of(&[2.0]).error.is_nan());
    }
}
