//! The results of a calibration as a table, and the calibration curve with its provenance.

use super::super::matches::{EloEstimate, MatchScore};
use super::plan::{Pairing, Plan};
use super::{CalibrateError, Fit, FitError, Options, PairingScore, RatingPrior};
use crate::base::Elo;
use crate::strength::{Calibration, Point, StrengthLimits};
use std::fmt;

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
    /// Time forfeits and aborted games, which count as lost.
    pub lost_games: (u32, u32),
}

/// One strength level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelRating {
    /// Internal Elo of the level.
    pub dial: u16,
    /// Measured rating and its standard error.
    pub rating: (f64, f64),
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
    /// Rating fitted from the games and the other anchors, with its standard error; `None` for the only anchor.
    pub performance: Option<(f64, f64)>,
    /// Number of games.
    pub games: u32,
}

impl Report {
    /// Fits the match scores.
    pub(super) fn new(
        options: &Options,
        pairings: &[Pairing],
        standings: &[MatchScore],
        speed: f64,
    ) -> Result<Self, CalibrateError> {
        let plan = &options.plan;
        let count = plan.dials.len() + plan.anchors.len();
        let scores: Vec<PairingScore> = pairings
            .iter()
            .zip(standings)
            .map(|(pairing, standing)| pairing_score(pairing, standing))
            .collect();
        let anchors = anchor_priors(plan);
        // Without anchors only differences can be measured; the lowest level is then fixed at its internal Elo.
        let first = [RatingPrior { player: 0, rating: f64::from(plan.dials[0]), deviation: 0.0 }];
        let fit = Fit::new(count, &scores, if anchors.is_empty() { &first } else { &anchors })
            .map_err(|FitError::Unanchored(player)| {
                CalibrateError::Unanchored(plan.player_name(player))
            })?;
        let games_of = |player: usize| {
            let played = scores.iter().filter(|score| score.players.contains(&player));
            played.map(|score| score.games).sum()
        };
        let settings: Vec<LevelRating> = plan
            .dials
            .iter()
            .enumerate()
            .map(|(player, &dial)| LevelRating {
                dial,
                rating: fit.rating(player),
                step: player.checked_sub(1).map(|below| {
                    let (difference, error) = fit.difference(player, below);
                    EloEstimate { difference, error: error * Z_95 }
                }),
                games: games_of(player),
                below_speed_cap: StrengthLimits::at(Elo(dial)).nps as f64 > speed,
            })
            .collect();
        let verdicts = plan.anchors.iter().enumerate().map(|(index, anchor)| {
            let player = plan.dials.len() + index;
            let others: Vec<RatingPrior> =
                anchors.iter().copied().filter(|known| known.player != player).collect();
            AnchorRating {
                name: anchor.name.clone(),
                stated: anchor.rating,
                performance: Fit::new(count, &scores, &others).ok().map(|fit| fit.rating(player)),
                games: games_of(player),
            }
        });
        let anchors: Vec<AnchorRating> = verdicts.collect();
        let lost = standings.iter().map(|standing| standing.time_losses.iter().sum::<u32>()).sum();
        let broken = standings.iter().map(|standing| standing.aborted).sum();
        let curve = curve(options, &settings, &anchors, speed);
        Ok(Self { levels: settings, anchors, curve, lost_games: (lost, broken) })
    }
}

fn pairing_score(pairing: &Pairing, standing: &MatchScore) -> PairingScore {
    let [wins, draws, losses] = standing.wins_draws_losses;
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    PairingScore { players: pairing.players, points, games: wins + draws + losses }
}

fn anchor_priors(plan: &Plan) -> Vec<RatingPrior> {
    let number = |index: usize| plan.dials.len() + index;
    plan.anchors
        .iter()
        .enumerate()
        .map(|(index, anchor)| RatingPrior {
            player: number(index),
            rating: anchor.rating,
            deviation: anchor.deviation,
        })
        .collect()
}

/// The curve through the levels, made monotonic.
fn curve(
    options: &Options,
    settings: &[LevelRating],
    anchors: &[AnchorRating],
    speed: f64,
) -> Result<Calibration, String> {
    if anchors.is_empty() {
        return Err("without anchors only Elo differences are known".to_owned());
    }
    let points = settings.iter().map(|setting| Point {
        internal: setting.dial,
        measured: setting.rating.0,
        error: setting.rating.1,
        games: setting.games,
    });
    let rounded = |value: f64| (value * 10.0).round() / 10.0;
    let points = isotonic(points).into_iter().map(|point| Point {
        measured: rounded(point.measured),
        error: rounded(point.error),
        ..point
    });
    let provenance = provenance(options, settings, speed);
    Calibration::new(provenance, options.plan.control.clone(), points.collect())
        .map_err(|error| error.to_string())
}

/// Makes the points ascending: neighbours out of order are averaged.
/// Source: the pool-adjacent-violators algorithm of isotonic regression, weighted by the inverse variances.
fn isotonic(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<(Point, f64)> = Vec::new();
    for point in points {
        let mut next = (point, point.error.max(1.0).powi(-2));
        while let Some(&(below, weight)) = kept.last() {
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
                games: below.games + next.0.games,
            };
            next = (pooled, both);
        }
        kept.push(next);
    }
    kept.into_iter().map(|(point, _)| point).collect()
}

/// How the curve was measured, in sentences.
fn provenance(options: &Options, settings: &[LevelRating], speed: f64) -> String {
    let plan = &options.plan;
    let mut text = format!(
        "Measured {} with lucena {} by `lucena calibrate`: neighbouring levels against each other, seed {}, \
         {speed:.0} nodes per second of CPU time.",
        options.date,
        env!("CARGO_PKG_VERSION"),
        plan.seed
    );
    for effort in &plan.overrides {
        if let Some(control) = &effort.control {
            text += &format!(" From level {} upward at {control}.", effort.from);
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
    if let Some(first) = settings.iter().find(|setting| setting.below_speed_cap) {
        text +=
            &format!(" From level {} upward the machine is slower than the speed cap.", first.dial);
    }
    if !plan.note.is_empty() {
        text = format!("{text} {}", plan.note);
    }
    text
}

impl fmt::Display for Report {
    /// A table of the levels and a line per anchor; errors are 95 % intervals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "dial   measured          above level below     games")?;
        for setting in &self.levels {
            let (rating, error) = setting.rating;
            let step = setting.step.map_or_else(String::new, |step| step.to_string());
            let note =
                if setting.below_speed_cap { "  machine slower than the speed cap" } else { "" };
            let error = Z_95 * error;
            writeln!(
                f,
                "{:<6} {rating:>6.0} ± {error:<6.0}   {step:<21} {:>5}{note}",
                setting.dial, setting.games
            )?;
        }
        for anchor in &self.anchors {
            write!(f, "{}: stated {:.0}", anchor.name, anchor.stated)?;
            match anchor.performance {
                Some((rating, error)) => {
                    let (off, error) = (rating - anchor.stated, Z_95 * error);
                    write!(f, ", performance {rating:.0} ± {error:.0}, difference {off:+.0}")?;
                }
                None => f.write_str(", the only anchor")?,
            }
            writeln!(f, ", {} games", anchor.games)?;
        }
        write!(f, "time forfeits: {}; aborted: {}", self.lost_games.0, self.lost_games.1)
    }
}

#[cfg(test)]
mod tests {
    use super::isotonic;
    use crate::strength::Point;

    fn points(figures: &[(u16, f64)]) -> Vec<Point> {
        let point = |&(internal, measured)| Point { internal, measured, error: 20.0, games: 10 };
        figures.iter().map(point).collect()
    }

    #[test]
    fn an_ascending_curve_is_unchanged_and_a_dip_is_averaged() {
        let straight = points(&[(600, 900.0), (800, 1000.0), (1000, 1200.0)]);
        assert_eq!(isotonic(straight.iter().copied()), straight);
        let dip = points(&[(600, 900.0), (800, 1000.0), (1000, 980.0), (1200, 1300.0)]);
        let levelled = isotonic(dip.into_iter());
        let figures: Vec<_> =
            levelled.iter().map(|point| (point.internal, point.measured, point.games)).collect();
        assert_eq!(figures, [(600, 900.0, 10), (900, 990.0, 20), (1200, 1300.0, 10)]);
        let falling = points(&[(600, 900.0), (800, 800.0), (1000, 700.0)]);
        assert_eq!(isotonic(falling.into_iter()).len(), 1);
    }
}
