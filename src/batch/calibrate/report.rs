//! The results of a calibration as a table, and the calibration curve with its provenance.

use super::fit::{Estimate, Fit, PairingScore, RatingPrior};
use super::plan::{Anchor, Pairing, Plan};
use crate::base::Elo;
use crate::batch::matches::{EloEstimate, MatchScore};
use crate::batch::output::Table;
use crate::strength::{Calibration, Point, StrengthLimits};
use anyhow::{Result, anyhow};
use std::fmt;
use std::ops::RangeInclusive;

/// Half-width of a 95 % interval in standard errors.
const Z_95: f64 = 1.96;

/// Fitted ratings of all players.
#[derive(Clone, Debug)]
pub struct Report {
    /// The strength levels.
    pub levels: Vec<LevelRating>,
    /// The anchors.
    pub anchors: Vec<AnchorRating>,
    /// The curve, or why it cannot be computed.
    pub curve: Result<Calibration, String>,
    /// Time forfeits.
    pub time_losses: u32,
    /// Aborted games, which count as lost.
    pub aborted: u32,
}

/// One strength level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelRating {
    /// Internal Elo of the level.
    pub dial: u16,
    /// Measured rating.
    pub rating: Estimate,
    /// Elo difference to the level below.
    pub step: Option<EloEstimate>,
    /// Number of games.
    pub games: u32,
    /// Is this machine slower than the level's speed cap?
    pub below_speed_cap: bool,
}

/// Stated rating and performance of an anchor.
#[derive(Clone, Debug, PartialEq)]
pub struct AnchorRating {
    /// Name.
    pub name: String,
    /// Stated rating.
    pub stated: f64,
    /// Rating fitted from the games and the other anchors; `None` for the only anchor.
    pub performance: Option<Estimate>,
    /// Number of games.
    pub games: u32,
}

/// Where and when the games were played, for the provenance.
pub(super) struct Conditions {
    /// Speed of the machine in nodes per second of CPU time.
    pub nps: f64,
    /// Date.
    pub date: String,
}

impl Report {
    /// Fits the match scores.
    pub(super) fn new(
        plan: &Plan,
        pairings: &[Pairing],
        scores: &[MatchScore],
        conditions: &Conditions,
    ) -> Result<Self> {
        let count = plan.dials.len() + plan.anchors.len();
        let results: Vec<PairingScore> =
            pairings.iter().zip(scores).map(|(pairing, score)| result(pairing, score)).collect();
        // Without anchors only differences can be measured; the lowest level is then fixed at its internal Elo.
        let first = RatingPrior { player: 0, rating: f64::from(plan.dials[0]), deviation: 0.0 };
        let prior = |(player, &Anchor { rating, deviation, .. }): (usize, &Anchor)| RatingPrior {
            player,
            rating,
            deviation,
        };
        let mut priors: Vec<RatingPrior> =
            (plan.dials.len()..).zip(&plan.anchors).map(prior).collect();
        if priors.is_empty() {
            priors.push(first);
        }
        let fit = Fit::new(count, &results, &priors).map_err(|error| {
            let name = plan.player_name(error.player);
            anyhow!("no chain of recorded games connects {name} to an engine of known rating")
        })?;
        let level = |(player, &dial): (usize, &u16)| LevelRating {
            dial,
            rating: fit.rating(player),
            step: player.checked_sub(1).map(|below| {
                let Estimate { value, deviation } = fit.difference(player, below);
                EloEstimate::symmetric(value, deviation * Z_95)
            }),
            games: games_of(&results, &(player..=player)),
            below_speed_cap: StrengthLimits::at(Elo(dial)).nps as f64 > conditions.nps,
        };
        let levels: Vec<LevelRating> = plan.dials.iter().enumerate().map(level).collect();
        let anchors = (plan.dials.len()..).zip(&plan.anchors).map(|(player, anchor)| {
            let mut others = priors.clone();
            others.retain(|prior| prior.player != player);
            AnchorRating {
                name: anchor.name.clone(),
                stated: anchor.rating,
                performance: Fit::new(count, &results, &others).ok().map(|fit| fit.rating(player)),
                games: games_of(&results, &(player..=player)),
            }
        });
        Ok(Self {
            anchors: anchors.collect(),
            curve: curve(plan, &levels, &results, conditions),
            levels,
            time_losses: scores.iter().flat_map(|score| score.time_losses).sum(),
            aborted: scores.iter().map(|score| score.aborted).sum(),
        })
    }
}

fn result(pairing: &Pairing, score: &MatchScore) -> PairingScore {
    let [wins, draws, losses] = score.wins_draws_losses;
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    PairingScore { players: pairing.players, points, games: wins + draws + losses }
}

/// Games in which at least one of the players takes part.
fn games_of(results: &[PairingScore], players: &RangeInclusive<usize>) -> u32 {
    let plays = |result: &&PairingScore| result.players.iter().any(|it| players.contains(it));
    results.iter().filter(plays).map(|result| result.games).sum()
}

/// The curve through the levels, made monotonic.
fn curve(
    plan: &Plan,
    levels: &[LevelRating],
    results: &[PairingScore],
    conditions: &Conditions,
) -> Result<Calibration, String> {
    if plan.anchors.is_empty() {
        return Err("without anchors only Elo differences are known".to_owned());
    }
    let points = levels.iter().map(|level| Point {
        internal: level.dial,
        measured: level.rating.value,
        error: level.rating.deviation,
        games: level.games,
    });
    let rounded = |value: f64| (value * 10.0).round() / 10.0;
    let points = isotonic(points, results).into_iter().map(|point| Point {
        measured: rounded(point.measured),
        error: rounded(point.error),
        ..point
    });
    let provenance = provenance(plan, levels, conditions);
    Calibration::new(provenance, plan.control.clone(), points.collect())
        .map_err(|error| error.to_string())
}

/// Makes the points of the levels ascending: neighbours out of order are averaged, with the games of all of them.
/// Source: the pool-adjacent-violators algorithm of isotonic regression, weighted by the inverse variances.
fn isotonic(points: impl Iterator<Item = Point>, results: &[PairingScore]) -> Vec<Point> {
    let mut kept: Vec<(Point, f64, usize)> = Vec::new();
    for (player, point) in points.enumerate() {
        let mut next = (point, point.error.max(1.0).powi(-2), player);
        while let Some(&(below, weight, first)) = kept.last() {
            // Ratings are rounded to 0.1.
            if below.measured + 0.1 < next.0.measured {
                break;
            }
            kept.pop();
            let both = weight + next.1;
            let mean = |a: f64, b: f64| (a * weight + b * next.1) / both;
            let internal = mean(f64::from(below.internal), f64::from(next.0.internal)).round();
            let pooled = Point {
                internal: internal as u16,
                measured: mean(below.measured, next.0.measured),
                // They share games, so that the error of the mean is not smaller.
                error: below.error.max(next.0.error),
                games: games_of(results, &(first..=player)),
            };
            next = (pooled, both, first);
        }
        kept.push(next);
    }
    kept.into_iter().map(|(point, ..)| point).collect()
}

/// How the curve was measured, in sentences.
fn provenance(plan: &Plan, levels: &[LevelRating], conditions: &Conditions) -> String {
    let (version, Conditions { nps, date }) = (env!("CARGO_PKG_VERSION"), conditions);
    let mut text = format!(
        "Measured {date} with lucena {version} by `lucena calibrate`: neighbouring levels against each other, seed {}, \
         {nps:.0} nodes per second of CPU time.",
        plan.seed
    );
    for change in &plan.overrides {
        if let Some(control) = &change.control {
            text += &format!(" From level {} upward at {control}.", change.from);
        }
    }
    for anchor in &plan.anchors {
        let control =
            anchor.control.as_deref().map_or_else(String::new, |text| format!(" at {text}"));
        text += &format!(
            " Anchor {} ({}){control}: {:.0} ± {:.0}, {}.",
            anchor.name,
            anchor.engine,
            anchor.rating,
            Z_95 * anchor.deviation,
            anchor.provenance.trim_end_matches('.')
        );
    }
    if let Some(level) = levels.iter().find(|level| level.below_speed_cap) {
        text +=
            &format!(" From level {} upward the machine is slower than the speed cap.", level.dial);
    }
    if !plan.note.is_empty() {
        text = format!("{text} {}", plan.note);
    }
    text
}

impl fmt::Display for Report {
    /// A table of the levels and a line per anchor; ± is half the width of a 95 % interval.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table =
            Table::new(1, &["dial", "measured ± 95 %", "above level below ± 95 %", "games"]);
        for level in &self.levels {
            let Estimate { value, deviation } = level.rating;
            let note = if level.below_speed_cap { "machine slower than the speed cap" } else { "" };
            table.row([
                level.dial.to_string(),
                format!("{value:.0} ± {:.0}", Z_95 * deviation),
                level.step.map_or_else(String::new, |step| step.to_string()),
                level.games.to_string(),
                note.to_owned(),
            ]);
        }
        write!(f, "{table}")?;
        for anchor in &self.anchors {
            write!(f, "{}: stated {:.0}", anchor.name, anchor.stated)?;
            match anchor.performance {
                Some(Estimate { value, deviation }) => {
                    let (difference, error) = (value - anchor.stated, Z_95 * deviation);
                    write!(
                        f,
                        ", performance {value:.0} ± {error:.0} (95 %), difference {difference:+.0}"
                    )?;
                }
                None => f.write_str(", the only anchor")?,
            }
            writeln!(f, ", {} games", anchor.games)?;
        }
        write!(f, "time forfeits: {}; aborted: {}", self.time_losses, self.aborted)
    }
}

#[cfg(test)]
mod tests {
    use super::isotonic;
    use crate::batch::calibrate::fit::PairingScore;
    use crate::strength::Point;

    fn points(figures: &[(u16, f64)]) -> Vec<Point> {
        let point = |&(internal, measured)| Point { internal, measured, error: 20.0, games: 10 };
        figures.iter().map(point).collect()
    }

    /// The first level against an engine in 7 games, and each level against the next in 10.
    fn results(levels: usize) -> Vec<PairingScore> {
        let score = |players, games| PairingScore { players, points: 5.0, games };
        let mut results: Vec<_> = (1..levels).map(|at| score([at, at - 1], 10)).collect();
        results.push(score([0, levels], 7));
        results
    }

    #[test]
    fn an_ascending_curve_is_unchanged_and_a_dip_is_averaged() {
        let straight = points(&[(600, 900.0), (800, 1000.0), (1000, 1200.0)]);
        assert_eq!(isotonic(straight.iter().copied(), &results(3)), straight);
        let dip = points(&[(600, 900.0), (800, 1000.0), (1000, 980.0), (1200, 1300.0)]);
        let levelled = isotonic(dip.into_iter(), &results(4));
        let figures: Vec<_> =
            levelled.iter().map(|point| (point.internal, point.measured, point.games)).collect();
        assert_eq!(figures, [(600, 900.0, 10), (900, 990.0, 30), (1200, 1300.0, 10)]);
        let falling = points(&[(600, 900.0), (800, 800.0), (1000, 700.0)]);
        let levelled = isotonic(falling.into_iter(), &results(3));
        // Games between two of the levels count once.
        assert_eq!(levelled.iter().map(|point| point.games).collect::<Vec<_>>(), [27]);
    }
}
