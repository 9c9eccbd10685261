//! Ratios of sums over independent cases, with 95 % confidence intervals.

/// A ratio of sums over cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio.
    pub value: f64,
    /// Half the width of its 95 % confidence interval.
    pub margin: f64,
}

/// 95 % of a normal distribution lie within this many standard deviations.
const DEVIATIONS: f64 = 1.96;

impl Ratio {
    /// The sum of the numerators over the sum of the denominators of `cases`, which may depend on each other within a case
    /// but not between cases. Source: Cochran, "Sampling Techniques" (1977), section 6.3 (linearised variance).
    #[must_use]
    pub fn of(cases: &[(f64, f64)]) -> Self {
        let count = cases.len() as f64;
        let above: f64 = cases.iter().map(|case| case.0).sum();
        let below: f64 = cases.iter().map(|case| case.1).sum();
        let value = above / below.max(f64::MIN_POSITIVE);
        let squares: f64 = cases.iter().map(|case| (case.0 - value * case.1).powi(2)).sum();
        let variance = squares * count / (count - 1.0).max(1.0) / below.powi(2);
        Self { value, margin: DEVIATIONS * variance.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn the_interval_of_a_share_is_the_binomial_one() {
        let cases: Vec<(f64, f64)> =
            (0..400).map(|case| (f64::from(u8::from(case % 4 == 0)), 1.0)).collect();
        let share = Ratio::of(&cases);
        assert!((share.value - 0.25).abs() < 1e-12);
        let binomial = 1.96 * (0.25_f64 * 0.75 / 399.0).sqrt();
        assert!((share.margin - binomial).abs() < 1e-9, "{share:?}");
    }

    #[test]
    fn a_constant_ratio_has_no_margin() {
        let cases: Vec<(f64, f64)> = (1..50).map(|n| (3.0 * f64::from(n), f64::from(n))).collect();
        let ratio = Ratio::of(&cases);
        assert!((ratio.value - 3.0).abs() < 1e-12 && ratio.margin < 1e-9, "{ratio:?}");
    }
}
