//! The score of a match, its RON record file and its text output.

use super::{
    ClockSource, EloEstimate, FinishedGame, MatchError, Options, Pentanomial, half_points,
};
use crate::base::{read_text, write_atomic};
use crate::game::Termination;
use crate::rules::Color;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// Identifies the match that a record belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchId {
    /// The two engine configurations.
    pub contenders: [String; 2],
    /// The time control as a PGN tag, or the node limit.
    pub control: String,
    /// Seed of the random openings.
    pub seed: u64,
}

/// The score of the first engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScore {
    /// The match.
    #[serde(alias = "matchup")]
    pub id: MatchId,
    /// Wins, draws and losses.
    #[serde(alias = "games")]
    pub wins_draws_losses: [u32; 3],
    /// Pairs by points.
    pub pairs: Pentanomial,
    /// Time forfeits of the first and the second engine.
    pub time_losses: [u32; 2],
    /// Games aborted because an engine gave no legal move.
    #[serde(alias = "faults")]
    pub aborted: u32,
}

impl MatchScore {
    /// Reads a record.
    ///
    /// # Errors
    /// The position in the text and what was expected there.
    pub fn from_ron(text: &str) -> ron::error::SpannedResult<Self> {
        let mut score: Self = ron::from_str(text)?;
        // Records up to 0.1.0 call it so.
        if let Some(control) = score.id.control.strip_suffix(", by work") {
            score.id.control = format!("{control}, CPU time");
        }
        Ok(score)
    }

    fn new(options: &Options) -> Self {
        let contenders = options.engines.each_ref().map(|contender| contender.name.clone());
        let control = match (options.nodes, options.clock_source) {
            (Some(nodes), _) => format!("{nodes} nodes"),
            (None, ClockSource::Wall) => options.control.tag(),
            (None, ClockSource::Work) => format!("{}, CPU time", options.control.tag()),
        };
        let matchup = MatchId { contenders, control, seed: options.seed };
        Self { id: matchup, ..Self::default() }
    }

    /// Adds a pair; the first engine had White in the first game.
    pub fn add(&mut self, pair: &[FinishedGame; 2]) {
        let mut points = 0;
        for (played, color) in pair.iter().zip([Color::White, Color::Black]) {
            let half = half_points(played.end.result, color);
            points += half;
            self.wins_draws_losses[2 - half] = self.wins_draws_losses[2 - half].saturating_add(1);
            match played.end.reason {
                Termination::FlagFall if half != 1 => self.time_losses[usize::from(half == 2)] += 1,
                Termination::Abandoned => self.aborted += 1,
                _ => {}
            }
        }
        self.pairs.add(points);
    }

    /// Elo difference.
    #[must_use]
    pub fn elo(&self) -> EloEstimate {
        self.pairs.elo()
    }

    /// Has the SPRT of two Elo hypotheses reached a decision?
    #[must_use]
    pub fn is_decided(&self, (h0, h1): (f64, f64), bound: f64) -> bool {
        self.pairs.llr(h0, h1).abs() >= bound
    }

    /// The score on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let [wins, draws, losses] = self.wins_draws_losses;
        let total = wins.saturating_add(draws).saturating_add(losses);
        let percent = 100.0 * self.pairs.mean();
        format!("games {total}: +{wins} ={draws} -{losses} ({percent:.1} %), Elo {}", self.elo())
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.id.contenders;
        writeln!(f, "{first} against {second} at {}", self.id.control)?;
        writeln!(f, "{}", self.summary())?;
        writeln!(f, "pairs by points 0, 0.5, 1, 1.5, 2: {:?}", self.pairs.0)?;
        let [a, b] = self.time_losses;
        write!(f, "time forfeits: {a} and {b}; aborted: {}", self.aborted)
    }
}

/// Loads the score to resume, or returns an empty one.
pub(super) fn load(options: &Options) -> Result<MatchScore, MatchError> {
    let fresh = MatchScore::new(options);
    let Some(path) = options.record.as_deref().filter(|path| path.exists()) else {
        return Ok(fresh);
    };
    let text = read_text(path).map_err(|error| record_error(path, &error))?;
    let kept = MatchScore::from_ron(&text).map_err(|error| record_error(path, &error))?;
    if kept.id == fresh.id {
        Ok(kept)
    } else {
        Err(record_error(path, &"this is the record of another match"))
    }
}

/// Saves the score; the record file is replaced atomically.
pub(super) fn save(options: &Options, standing: &MatchScore) -> Result<(), MatchError> {
    let Some(path) = options.record.as_deref() else { return Ok(()) };
    let text = ron::ser::to_string_pretty(standing, ron::ser::PrettyConfig::default())
        .map_err(|error| record_error(path, &error))?;
    write_atomic(path, text.as_bytes()).map_err(|error| record_error(path, &error))
}

fn record_error(path: &Path, reason: &dyn fmt::Display) -> MatchError {
    MatchError::Record { path: path.display().to_string(), reason: reason.to_string() }
}
