//! How a match stands, kept in a RON file so that it can be continued, and the words for it.

use super::{EloEstimate, MatchError, Options, Pace, PairCounts, Played, half_points};
use crate::base::{read_text, replace_file};
use crate::game::Reason;
use crate::rules::Color;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// Which match a record belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matchup {
    /// The two contenders' texts.
    pub contenders: [String; 2],
    /// The time control as a PGN tag.
    pub control: String,
    /// Seed of the openings.
    pub seed: u64,
}

/// Everything counted so far, from the first contender's view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The match.
    pub matchup: Matchup,
    /// Wins, draws and losses.
    pub games: [u32; 3],
    /// Pairs by their points.
    pub pairs: PairCounts,
    /// Games lost on time by the first and by the second contender.
    pub time_losses: [u32; 2],
    /// Games broken off because an engine gave no legal move.
    pub faults: u32,
}

impl Standing {
    /// Reads a record.
    ///
    /// # Errors
    /// The place and what was expected there.
    pub fn from_ron(text: &str) -> ron::error::SpannedResult<Self> {
        ron::from_str(text)
    }

    fn new(options: &Options) -> Self {
        let contenders = options.contenders.each_ref().map(|contender| contender.name.clone());
        let control = match (options.nodes, options.pace) {
            (Some(nodes), _) => format!("{nodes} nodes"),
            (None, Pace::Wall) => options.control.tag(),
            (None, Pace::Work) => format!("{}, by work", options.control.tag()),
        };
        let matchup = Matchup { contenders, control, seed: options.seed };
        Self { matchup, ..Self::default() }
    }

    /// Counts a pair: the first contender had White in the first game.
    pub fn add(&mut self, pair: &[Played; 2]) {
        let mut points = 0;
        for (played, color) in pair.iter().zip([Color::White, Color::Black]) {
            let half = half_points(played.end.result, color);
            points += half;
            self.games[2 - half] = self.games[2 - half].saturating_add(1);
            match played.end.reason {
                Reason::FlagFall if half != 1 => self.time_losses[usize::from(half == 2)] += 1,
                Reason::Abandoned => self.faults += 1,
                _ => {}
            }
        }
        self.pairs.add(points);
    }

    /// The strength difference so far.
    #[must_use]
    pub fn elo(&self) -> EloEstimate {
        self.pairs.elo()
    }

    /// Has the sequential test between two Elo figures reached a decision?
    #[must_use]
    pub fn is_decided(&self, (h0, h1): (f64, f64), bound: f64) -> bool {
        self.pairs.likelihood_ratio(h0, h1).abs() >= bound
    }

    /// The standing in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let [wins, draws, losses] = self.games;
        let total = wins.saturating_add(draws).saturating_add(losses);
        let percent = 100.0 * self.pairs.mean();
        format!("games {total}: +{wins} ={draws} -{losses} ({percent:.1} %), Elo {}", self.elo())
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.matchup.contenders;
        writeln!(f, "{first} against {second} at {}", self.matchup.control)?;
        writeln!(f, "{}", self.line())?;
        writeln!(f, "pairs by points 0, 0.5, 1, 1.5, 2: {:?}", self.pairs.0)?;
        let [a, b] = self.time_losses;
        write!(f, "losses on time: {a} and {b}; broken off: {}", self.faults)
    }
}

/// The standing that `options` continues, or a new one.
pub(super) fn load(options: &Options) -> Result<Standing, MatchError> {
    let fresh = Standing::new(options);
    let Some(path) = options.record.as_deref().filter(|path| path.exists()) else {
        return Ok(fresh);
    };
    let text = read_text(path).map_err(|error| refuse(path, &error))?;
    let kept = Standing::from_ron(&text).map_err(|error| refuse(path, &error))?;
    if kept.matchup == fresh.matchup {
        Ok(kept)
    } else {
        Err(refuse(path, &"it is the record of another match"))
    }
}

/// Writes the standing so that the record is never half written.
pub(super) fn save(options: &Options, standing: &Standing) -> Result<(), MatchError> {
    let Some(path) = options.record.as_deref() else { return Ok(()) };
    let text = ron::ser::to_string_pretty(standing, ron::ser::PrettyConfig::default())
        .map_err(|error| refuse(path, &error))?;
    replace_file(path, text.as_bytes()).map_err(|error| refuse(path, &error))
}

fn refuse(path: &Path, reason: &dyn fmt::Display) -> MatchError {
    MatchError::Record { path: path.display().to_string(), reason: reason.to_string() }
}
