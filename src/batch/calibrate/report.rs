//! What a calibration found, as a table, and the curve that ships with its provenance.

use super::super::matches::{EloEstimate, Standing};
use super::plan::{Pairing, Plan};
use super::{CalibrateError, Fit, FitError, Known, Options, Score};
use crate::base::Elo;
use crate::strength::{Calibration, Handicap, Point};
use std::fmt;

/// Half the width of a 95 % interval in standard errors.
const INTERVAL: f64 = 1.96;

/// The ratings that the results give, and how they came about.
#[derive(Clone, Debug)]
pub struct Report {
    /// The settings with their ratings.
    pub settings: Vec<Setting>,
    /// The anchors with what the games say of them.
    pub anchors: Vec<Verdict>,
    /// The curve, or why there is none.
    pub curve: Result<Calibration, String>,
    /// Games lost on time and games broken off, which count as lost.
    pub mishaps: (u32, u32),
}

/// One setting of the dial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The internal rating.
    pub dial: u16,
    /// The measured one, with its standard error.
    pub rating: (f64, f64),
    /// How much stronger than the setting below it is, with the 95 % interval.
    pub step: Option<EloEstimate>,
    /// Games it has played.
    pub games: u32,
    /// Is the machine too slow for the speed that the law allows?
    pub starved: bool,
}

/// An anchor against the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The anchor.
    pub name: String,
    /// What is stated of it.
    pub stated: f64,
    /// Its rating by the games and the other anchors alone, with its standard error; `None` for the only anchor.
    pub performed: Option<(f64, f64)>,
    /// Games it has played.
    pub games: u32,
}

impl Report {
    /// Fits the standings.
    pub(super) fn new(
        options: &Options,
        pairings: &[Pairing],
        standings: &[Standing],
        speed: f64,
    ) -> Result<Self, CalibrateError> {
        let plan = &options.plan;
        let count = plan.dials.len() + plan.anchors.len();
        let scores: Vec<Score> = pairings
            .iter()
            .zip(standings)
            .map(|(pairing, standing)| score_of(pairing, standing))
            .collect();
        let anchors = known(plan);
        // Without an anchor only the steps mean anything; the first setting then stands where the law puts it.
        let first = [Known { player: 0, rating: f64::from(plan.dials[0]), deviation: 0.0 }];
        let fit = Fit::new(count, &scores, if anchors.is_empty() { &first } else { &anchors })
            .map_err(|FitError::Loose(player)| CalibrateError::Loose(plan.name_of(player)))?;
        let games_of = |player: usize| {
            let played = scores.iter().filter(|score| score.players.contains(&player));
            played.map(|score| score.games).sum()
        };
        let settings: Vec<Setting> = plan
            .dials
            .iter()
            .enumerate()
            .map(|(player, &dial)| Setting {
                dial,
                rating: fit.rating(player),
                step: player.checked_sub(1).map(|below| {
                    let (difference, error) = fit.difference(player, below);
                    EloEstimate { difference, error: error * INTERVAL }
                }),
                games: games_of(player),
                starved: Handicap::at(Elo(dial)).nps as f64 > speed,
            })
            .collect();
        let verdicts = plan.anchors.iter().enumerate().map(|(index, anchor)| {
            let player = plan.dials.len() + index;
            let others: Vec<Known> =
                anchors.iter().copied().filter(|known| known.player != player).collect();
            Verdict {
                name: anchor.name.clone(),
                stated: anchor.rating,
                performed: Fit::new(count, &scores, &others).ok().map(|fit| fit.rating(player)),
                games: games_of(player),
            }
        });
        let anchors: Vec<Verdict> = verdicts.collect();
        let lost = standings.iter().map(|standing| standing.time_losses.iter().sum::<u32>()).sum();
        let broken = standings.iter().map(|standing| standing.faults).sum();
        let curve = curve(options, &settings, &anchors, speed);
        Ok(Self { settings, anchors, curve, mishaps: (lost, broken) })
    }
}

fn score_of(pairing: &Pairing, standing: &Standing) -> Score {
    let [wins, draws, losses] = standing.games;
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    Score { players: pairing.players, points, games: wins + draws + losses }
}

fn known(plan: &Plan) -> Vec<Known> {
    let number = |index: usize| plan.dials.len() + index;
    plan.anchors
        .iter()
        .enumerate()
        .map(|(index, anchor)| Known {
            player: number(index),
            rating: anchor.rating,
            deviation: anchor.deviation,
        })
        .collect()
}

/// The curve through the settings, made to rise where it does not.
fn curve(
    options: &Options,
    settings: &[Setting],
    anchors: &[Verdict],
    speed: f64,
) -> Result<Calibration, String> {
    if anchors.is_empty() {
        return Err("without an anchor only the steps are known".to_owned());
    }
    let points = settings.iter().map(|setting| Point {
        internal: setting.dial,
        measured: setting.rating.0,
        error: setting.rating.1,
        games: setting.games,
    });
    let rounded = |value: f64| (value * 10.0).round() / 10.0;
    let points = rising(points).into_iter().map(|point| Point {
        measured: rounded(point.measured),
        error: rounded(point.error),
        ..point
    });
    let provenance = provenance(options, settings, speed);
    Calibration::new(provenance, options.plan.control.clone(), points.collect())
        .map_err(|error| error.to_string())
}

/// The same points where they rise; where they do not, neighbours are put together until they do.
/// Source: the pool-adjacent-violators algorithm of isotonic regression, weighted by the inverse variances.
fn rising(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<(Point, f64)> = Vec::new();
    for point in points {
        let mut next = (point, point.error.max(1.0).powi(-2));
        while let Some(&(below, weight)) = kept.last() {
            // A tenth is what remains after rounding.
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
                // They share their games, so that the mean is hardly better known than each.
                error: below.error.max(next.0.error),
                games: below.games + next.0.games,
            };
            next = (pooled, both);
        }
        kept.push(next);
    }
    kept.into_iter().map(|(point, _)| point).collect()
}

/// What the curve rests on, in sentences.
fn provenance(options: &Options, settings: &[Setting], speed: f64) -> String {
    let plan = &options.plan;
    let mut text = format!(
        "Measured {} with lucena {} by `lucena calibrate`: neighbouring settings against each other, seed {}, \
         {speed:.0} nodes a second of processor time.",
        options.date,
        env!("CARGO_PKG_VERSION"),
        plan.seed
    );
    for effort in &plan.effort {
        if let Some(control) = &effort.control {
            text += &format!(" From {} on at {control}.", effort.from);
        }
    }
    for anchor in &plan.anchors {
        let control =
            anchor.control.as_deref().map_or_else(String::new, |text| format!(" at {text}"));
        text += &format!(
            " Anchor {} ({}){control}: {:.0} ± {:.0}, {}.",
            anchor.name,
            anchor.player,
            anchor.rating,
            INTERVAL * anchor.deviation,
            anchor.provenance.trim_end_matches('.')
        );
    }
    if let Some(first) = settings.iter().find(|setting| setting.starved) {
        text += &format!(" From {} on the machine is slower than the law allows.", first.dial);
    }
    if !plan.note.is_empty() {
        text = format!("{text} {}", plan.note);
    }
    text
}

impl fmt::Display for Report {
    /// The tables, errors as 95 % intervals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "dial   measured          above the one below   games")?;
        for setting in &self.settings {
            let (rating, error) = setting.rating;
            let step = setting.step.map_or_else(String::new, |step| step.to_string());
            let note = if setting.starved { "  slower than its cap here" } else { "" };
            let error = INTERVAL * error;
            writeln!(
                f,
                "{:<6} {rating:>6.0} ± {error:<6.0}   {step:<21} {:>5}{note}",
                setting.dial, setting.games
            )?;
        }
        for anchor in &self.anchors {
            write!(f, "{}: stated {:.0}", anchor.name, anchor.stated)?;
            match anchor.performed {
                Some((rating, error)) => {
                    let (off, error) = (rating - anchor.stated, INTERVAL * error);
                    write!(f, ", by the others {rating:.0} ± {error:.0}, off by {off:+.0}")?;
                }
                None => f.write_str(", the only anchor")?,
            }
            writeln!(f, ", {} games", anchor.games)?;
        }
        write!(f, "losses on time: {}; broken off: {}", self.mishaps.0, self.mishaps.1)
    }
}

#[cfg(test)]
mod tests {
    use super::rising;
    use crate::strength::Point;

    fn points(figures: &[(u16, f64)]) -> Vec<Point> {
        let point = |&(internal, measured)| Point { internal, measured, error: 20.0, games: 10 };
        figures.iter().map(point).collect()
    }

    #[test]
    fn a_rising_curve_stays_and_a_dip_is_levelled() {
        let straight = points(&[(600, 900.0), (800, 1000.0), (1000, 1200.0)]);
        assert_eq!(rising(straight.iter().copied()), straight);
        let dip = points(&[(600, 900.0), (800, 1000.0), (1000, 980.0), (1200, 1300.0)]);
        let levelled = rising(dip.into_iter());
        let figures: Vec<_> =
            levelled.iter().map(|point| (point.internal, point.measured, point.games)).collect();
        assert_eq!(figures, [(600, 900.0, 10), (900, 990.0, 20), (1200, 1300.0, 10)]);
        let falling = points(&[(600, 900.0), (800, 800.0), (1000, 700.0)]);
        assert_eq!(rising(falling.into_iter()).len(), 1);
    }
}
