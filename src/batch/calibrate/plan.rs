//! The plan of a calibration, a RON file: strength levels, each played against the next, and engines of known rating.

use super::super::matches::{self, ClockSource, EngineConfig};
use crate::base::{RonError, read_ron};
use crate::game::TimeControl;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// A plan file. Old names of fields are accepted: `words` (`options`), `effort` (`overrides`), `player` (`engine`).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The time control of the curve, such as `5+3`.
    pub control: String,
    /// The strength levels to measure, ascending; each plays the next.
    pub dials: Vec<u16>,
    /// Games per pairing.
    #[serde(default = "default_games")]
    pub games: u32,
    /// Further options of every level, as `lucena match` takes them.
    #[serde(default, alias = "words")]
    pub options: String,
    /// Other numbers of games and time controls for pairings between levels; the last one that applies is used.
    #[serde(default, alias = "effort")]
    pub overrides: Vec<Override>,
    /// Engines of known rating.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// Seed of the openings.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// A sentence added to the provenance.
    #[serde(default)]
    pub note: String,
}

/// Overrides games or time control from a level upward.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// Lowest stronger level of a pairing that this applies to.
    pub from: u16,
    /// Games per pairing.
    #[serde(default)]
    pub games: Option<u32>,
    /// Time control.
    #[serde(default)]
    pub control: Option<String>,
}

/// An engine of known rating.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Name.
    pub name: String,
    /// Engine configuration, as for `lucena match`.
    #[serde(alias = "player")]
    pub engine: String,
    /// Rating.
    pub rating: f64,
    /// Standard error of the rating; 0 if fixed.
    pub deviation: f64,
    /// Source of the rating.
    pub provenance: String,
    /// The strength levels that it plays.
    pub dials: Vec<u16>,
    /// Games against each of them; the plan's default if omitted.
    #[serde(default)]
    pub games: Option<u32>,
    /// Time control; the plan's if omitted.
    #[serde(default)]
    pub control: Option<String>,
}

/// An invalid plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A syntax error.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// An invalid field.
    #[error("calibration plan: {field}: {problem}")]
    Field {
        /// The field.
        field: String,
        /// The problem.
        problem: String,
    },
}

const fn default_games() -> u32 {
    60
}

const fn default_seed() -> u64 {
    1
}

/// Two players of the plan and their match. Players are numbered from 0: the levels, then the anchors.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    pub(super) players: [usize; 2],
    pub(super) options: matches::Options,
}

impl Plan {
    /// Reads a plan; `file` is what errors call the text.
    ///
    /// # Errors
    /// A syntax error. Fields are validated by [`Self::pairings`].
    pub fn from_text(file: &str, text: &str) -> Result<Self, PlanError> {
        Ok(read_ron(file, text)?)
    }

    /// Validates the plan and returns all matches, each with its record file in `folder`.
    pub(super) fn pairings(
        &self,
        folder: &Path,
        concurrency: usize,
    ) -> Result<Vec<Pairing>, PlanError> {
        self.validate()?;
        let mut pairings = Vec::new();
        for (low, high) in (1..self.dials.len()).map(|high| (high - 1, high)) {
            let (games, control) = self.overrides(self.dials[high])?;
            let contenders =
                [self.level_config(self.dials[high])?, self.level_config(self.dials[low])?];
            let record = folder.join(format!("{}-{}.ron", self.dials[high], self.dials[low]));
            let options = self.match_options(contenders, (games, control), record, concurrency);
            pairings.push(Pairing { players: [high, low], options });
        }
        for (index, anchor) in self.anchors.iter().enumerate() {
            let field = |name: &str| format!("anchors: {}: {name}", anchor.name);
            let player: EngineConfig = anchor
                .engine
                .parse()
                .map_err(|error| field_error(&field("engine"), &format!("{error}")))?;
            for dial in &anchor.dials {
                let Some(at) = self.dials.iter().position(|other| other == dial) else {
                    let problem = format!("{dial} is not among the plan's dials");
                    return Err(field_error(&field("dials"), &problem));
                };
                // Anchors play at the plan's time control unless they name one; overrides apply to levels only.
                let games = anchor.games.unwrap_or(self.games);
                let control = anchor.control.as_ref().unwrap_or(&self.control);
                let control = parse_control(&field("control"), control)?;
                let record = folder.join(format!("{}-{dial}.ron", file_stem(&anchor.name)));
                let contenders = [self.level_config(*dial)?, player.clone()];
                let options = self.match_options(contenders, (games, control), record, concurrency);
                pairings.push(Pairing { players: [at, self.dials.len() + index], options });
            }
        }
        Ok(pairings)
    }

    /// Name of a player.
    pub(super) fn player_name(&self, player: usize) -> String {
        match player.checked_sub(self.dials.len()) {
            Some(anchor) => self.anchors.get(anchor).map(|a| a.name.clone()).unwrap_or_default(),
            None => format!("dial {}", self.dials[player]),
        }
    }

    fn match_options(
        &self,
        contenders: [EngineConfig; 2],
        (games, control): (u32, TimeControl),
        record: std::path::PathBuf,
        concurrency: usize,
    ) -> matches::Options {
        matches::Options {
            engines: contenders,
            control,
            nodes: None,
            clock_source: ClockSource::Work,
            pairs: games.div_ceil(2) as usize,
            concurrency,
            seed: self.seed,
            record: Some(record),
            sprt: None,
        }
    }

    /// The engine configuration of a level.
    fn level_config(&self, elo: u16) -> Result<EngineConfig, PlanError> {
        let text = format!("dial={elo} {}", self.options);
        text.trim().parse().map_err(|error| field_error("options", &format!("{error}")))
    }

    /// Games and time control of a pairing whose stronger level is `dial`.
    fn overrides(&self, dial: u16) -> Result<(u32, TimeControl), PlanError> {
        let (mut games, mut control) = (self.games, self.control.as_str());
        for effort in self.overrides.iter().filter(|effort| effort.from <= dial) {
            games = effort.games.unwrap_or(games);
            control = effort.control.as_deref().unwrap_or(control);
        }
        Ok((games, parse_control("control", control)?))
    }

    fn validate(&self) -> Result<(), PlanError> {
        if self.dials.len() < 2 || !self.dials.is_sorted_by(|low, high| low < high) {
            return Err(field_error("dials", "must be two or more levels in ascending order"));
        }
        let mut names = BTreeSet::new();
        for anchor in &self.anchors {
            let field = |name: &str| format!("anchors: {}: {name}", anchor.name);
            let slug = file_stem(&anchor.name);
            if slug.chars().all(|c| c == '-' || c.is_ascii_digit()) || !names.insert(slug) {
                return Err(field_error(&field("name"), "must be unique and contain a letter"));
            }
            if !(0.0..=4000.0).contains(&anchor.rating) {
                return Err(field_error(
                    &field("rating"),
                    &format!("{} is not in 0 to 4000", anchor.rating),
                ));
            }
            if !(0.0..=1000.0).contains(&anchor.deviation) {
                let problem = format!("{} is not in 0 to 1000", anchor.deviation);
                return Err(field_error(&field("deviation"), &problem));
            }
            if anchor.provenance.trim().is_empty() {
                return Err(field_error(&field("provenance"), "is empty; a rating needs a source"));
            }
        }
        Ok(())
    }
}

/// A name as part of a file name: other characters become `-`.
fn file_stem(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn parse_control(field: &str, text: &str) -> Result<TimeControl, PlanError> {
    let control =
        TimeControl::parse(text).map_err(|error| field_error(field, &error.to_string()))?;
    match control.initial() {
        Some(_) => Ok(control),
        None => Err(field_error(field, "is none; a calibration needs a clock")),
    }
}

fn field_error(field: &str, problem: &str) -> PlanError {
    PlanError::Field { field: field.to_owned(), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use std::path::Path;

    #[test]
    fn the_shipped_plan_is_valid() {
        let text =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/calibration-plan.ron"));
        let plan = Plan::from_text("calibration-plan.ron", text).unwrap();
        assert_eq!(plan.pairings(Path::new("records"), 1).unwrap().len(), 27);
    }

    const PLAN: &str = r#"(
        control: "5+3",
        dials: [600, 800, 1600],
        games: 9,
        words: "hash=4",
        effort: [(from: 1600, games: 4, control: "1+0.6")],
        anchors: [(
            name: "Other 1", player: "uci=other set=UCI_Elo=1500", rating: 1500, deviation: 40,
            provenance: "a list", dials: [800, 1600],
        )],
    )"#;

    #[test]
    fn neighbouring_levels_play_and_anchors_play_their_levels() {
        let plan = Plan::from_text("plan.ron", PLAN).unwrap();
        let pairings = plan.pairings(Path::new("kept"), 1).unwrap();
        let seen: Vec<_> = pairings
            .iter()
            .map(|pairing| {
                let record = pairing.options.record.as_ref().unwrap().display().to_string();
                (pairing.players, pairing.options.pairs, pairing.options.control.tag(), record)
            })
            .collect();
        let row = |players, pairs, control: &str, record: &str| {
            (players, pairs, control.to_owned(), record.to_owned())
        };
        let expected = [
            row([1, 0], 5, "300+3", "kept/800-600.ron"),
            row([2, 1], 2, "60+0.6", "kept/1600-800.ron"),
            row([1, 3], 5, "300+3", "kept/Other-1-800.ron"),
            row([2, 3], 5, "300+3", "kept/Other-1-1600.ron"),
        ];
        assert_eq!(seen, expected);
        assert_eq!(pairings[0].options.engines[0].name, "dial=800 hash=4");
    }

    #[test]
    fn errors_name_the_field() {
        for (from, to, part) in [
            ("control: \"5+3\"", "control: \"x\"", "control: time control \"x\""),
            (
                "control: \"5+3\"",
                "control: \"none\"",
                "control: is none; a calibration needs a clock",
            ),
            ("[600, 800, 1600]", "[600]", "dials: must be two or more"),
            ("[600, 800, 1600]", "[600, 500]", "dials: must be two or more"),
            ("[600, 800, 1600]", "[600, 9999]", "between 600 and 2600"),
            ("hash=4", "hash=x", "options: engine"),
            ("dials: [800, 1600]", "dials: [900]", "Other 1: dials: 900 is not among"),
            ("rating: 1500", "rating: 9e9", "Other 1: rating"),
            ("deviation: 40", "deviation: -1", "Other 1: deviation"),
            ("a list", " ", "provenance: is empty; a rating needs a source"),
            ("Other 1", "1", "anchors: 1: name"),
            ("uci=other ", "uci=other x", "Other 1: engine: engine"),
            ("games: 9", "games: \"many\"", "plan.ron:4:"),
            ("games: 9", "gmaes: 9", "plan.ron:4:"),
        ] {
            let text = PLAN.replacen(from, to, 1);
            let plan = Plan::from_text("plan.ron", &text);
            let error = match plan {
                Ok(plan) => plan.pairings(Path::new("kept"), 1).unwrap_err().to_string(),
                Err(error) => error.to_string(),
            };
            assert!(error.contains(part), "{to}: {error}");
        }
    }
}
