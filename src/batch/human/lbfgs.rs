//! Minimises a smooth function by L-BFGS with a backtracking line search.
//! Source: Nocedal and Wright, "Numerical Optimization" (2006), algorithms 7.4 and 3.1.

use std::collections::VecDeque;

/// Pairs of steps and gradient changes that are kept.
const MEMORY: usize = 12;
/// Share of the predicted decrease that a step must reach.
const SUFFICIENT: f64 = 1e-4;
/// Ends when an iteration lowers the value by less than this share of it.
const TOLERANCE: f64 = 1e-7;

/// The minimum from `start` on, after at most `iterations`. `function` returns value and gradient; `notify` gets the number
/// and value of each iteration.
pub(in crate::batch) fn minimise(
    start: Vec<f64>,
    iterations: usize,
    mut function: impl FnMut(&[f64]) -> (f64, Vec<f64>),
    mut notify: impl FnMut(usize, f64),
) -> Vec<f64> {
    let mut at = start;
    let (mut value, mut gradient) = function(&at);
    let mut pairs: VecDeque<Pair> = VecDeque::new();
    for iteration in 1..=iterations {
        let direction = descent(&gradient, &pairs);
        let slope = dot(&direction, &gradient);
        // Without a memory the gradient says nothing about the length of the step.
        let mut length = if pairs.is_empty() { 1.0 / norm(&gradient).max(1.0) } else { 1.0 };
        let found = loop {
            let next: Vec<f64> =
                at.iter().zip(&direction).map(|(x, d)| d.mul_add(length, *x)).collect();
            let (next_value, next_gradient) = function(&next);
            if next_value <= value + SUFFICIENT * length * slope {
                break Some((next, next_value, next_gradient));
            }
            length *= 0.5;
            if length < 1e-12 {
                break None;
            }
        };
        let Some((next, next_value, next_gradient)) = found else { break };
        let pair = Pair { step: minus(&next, &at), change: minus(&next_gradient, &gradient) };
        if dot(&pair.step, &pair.change) > 0.0 {
            pairs.push_back(pair);
            if pairs.len() > MEMORY {
                pairs.pop_front();
            }
        }
        let gain = value - next_value;
        (at, value, gradient) = (next, next_value, next_gradient);
        notify(iteration, value);
        if gain < TOLERANCE * value.abs() {
            break;
        }
    }
    at
}

struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
}

/// The two-loop recursion.
fn descent(gradient: &[f64], pairs: &VecDeque<Pair>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(pairs.len());
    for Pair { step, change } in pairs.iter().rev() {
        let share = dot(step, &direction) / dot(step, change);
        add(&mut direction, change, -share);
        shares.push(share);
    }
    if let Some(Pair { step, change }) = pairs.back() {
        let scale = dot(step, change) / dot(change, change);
        direction.iter_mut().for_each(|part| *part *= scale);
    }
    for (Pair { step, change }, share) in pairs.iter().zip(shares.into_iter().rev()) {
        let correction = share - dot(change, &direction) / dot(step, change);
        add(&mut direction, step, correction);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

fn minus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn add(to: &mut [f64], part: &[f64], factor: f64) {
    to.iter_mut().zip(part).for_each(|(to, part)| *to += factor * part);
}

#[cfg(test)]
mod tests {
    use super::minimise;

    /// Rosenbrock's function, whose minimum lies in a curved valley.
    #[test]
    fn a_curved_valley_is_followed_to_its_minimum() {
        let function = |at: &[f64]| {
            let (x, y) = (at[0], at[1]);
            let bend = y - x * x;
            let value = (1.0 - x).powi(2) + 100.0 * bend * bend;
            (value, vec![-2.0 * (1.0 - x) - 400.0 * x * bend, 200.0 * bend])
        };
        let at = minimise(vec![-1.2, 1.0], 200, function, |_, _| {});
        assert!(at.iter().all(|part| (part - 1.0).abs() < 1e-3), "{at:?}");
    }
}
