//! What a calibration plays, from RON: the dial's settings, each against the next, and engines of known rating.

use super::super::matches::{self, Contender, Pace};
use crate::base::{RonError, read_ron};
use crate::game::TimeControl;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// A plan as its file has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The control that the curve is for, as players type it: `5+3`.
    pub control: String,
    /// The settings that are measured, rising; each plays the next.
    pub dials: Vec<u16>,
    /// Games of each pairing.
    #[serde(default = "usual_games")]
    pub games: u32,
    /// Further words for every setting, as `lucena match` takes them.
    #[serde(default)]
    pub words: String,
    /// Other games and controls for settings from a rating on, among themselves; the last one that applies holds.
    #[serde(default)]
    pub effort: Vec<Effort>,
    /// Engines of known rating.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// Seed of the openings.
    #[serde(default = "usual_seed")]
    pub seed: u64,
    /// A sentence for the provenance.
    #[serde(default)]
    pub note: String,
}

/// What is different from a setting on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// The stronger setting of a pairing from which on this holds.
    pub from: u16,
    /// Games of each pairing.
    #[serde(default)]
    pub games: Option<u32>,
    /// Their control.
    #[serde(default)]
    pub control: Option<String>,
}

/// An engine of known rating.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// What it is called.
    pub name: String,
    /// How it is run, in the words of `lucena match`.
    pub player: String,
    /// Its rating.
    pub rating: f64,
    /// The standard error of its rating; 0 for a fixed one.
    pub deviation: f64,
    /// Where the rating comes from.
    pub provenance: String,
    /// The settings that it plays.
    pub dials: Vec<u16>,
    /// Games against each of them; as the plan has it if left out.
    #[serde(default)]
    pub games: Option<u32>,
    /// Their control; the plan's if left out.
    #[serde(default)]
    pub control: Option<String>,
}

/// What is wrong with a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The text is no plan.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// A field says what cannot be.
    #[error("calibration plan: {field}: {problem}")]
    Field {
        /// The field.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
}

const fn usual_games() -> u32 {
    60
}

const fn usual_seed() -> u64 {
    1
}

/// Two players of the plan and their match. Players are counted from 0: the settings, then the anchors.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    pub(super) players: [usize; 2],
    pub(super) options: matches::Options,
}

impl Plan {
    /// Reads a plan; `file` is what errors call the text.
    ///
    /// # Errors
    /// The text cannot be read. Whether its fields make sense is seen when the games are planned.
    pub fn from_text(file: &str, text: &str) -> Result<Self, PlanError> {
        Ok(read_ron(file, text)?)
    }

    /// Every match of the plan, the cheap ones first, with its record in `folder`.
    pub(super) fn pairings(
        &self,
        folder: &Path,
        concurrency: usize,
    ) -> Result<Vec<Pairing>, PlanError> {
        self.check()?;
        let mut pairings = Vec::new();
        for (low, high) in (1..self.dials.len()).map(|high| (high - 1, high)) {
            let (games, control) = self.effort(self.dials[high])?;
            let contenders = [self.dial(self.dials[high])?, self.dial(self.dials[low])?];
            let record = folder.join(format!("{}-{}.ron", self.dials[high], self.dials[low]));
            let options = self.options(contenders, (games, control), record, concurrency);
            pairings.push(Pairing { players: [high, low], options });
        }
        for (index, anchor) in self.anchors.iter().enumerate() {
            let field = |name: &str| format!("anchors: {}: {name}", anchor.name);
            let player: Contender = anchor
                .player
                .parse()
                .map_err(|error| wrong(&field("player"), &format!("{error}")))?;
            for dial in &anchor.dials {
                let Some(at) = self.dials.iter().position(|other| other == dial) else {
                    let problem = format!("{dial} is not among the plan's dials");
                    return Err(wrong(&field("dials"), &problem));
                };
                // An anchor is for the control of the curve, whatever the settings play among themselves.
                let games = anchor.games.unwrap_or(self.games);
                let control = anchor.control.as_ref().unwrap_or(&self.control);
                let control = read_control(&field("control"), control)?;
                let record = folder.join(format!("{}-{dial}.ron", slug(&anchor.name)));
                let contenders = [self.dial(*dial)?, player.clone()];
                let options = self.options(contenders, (games, control), record, concurrency);
                pairings.push(Pairing { players: [at, self.dials.len() + index], options });
            }
        }
        Ok(pairings)
    }

    /// What a player of the plan is called.
    pub(super) fn name_of(&self, player: usize) -> String {
        match player.checked_sub(self.dials.len()) {
            Some(anchor) => self.anchors.get(anchor).map(|a| a.name.clone()).unwrap_or_default(),
            None => format!("dial {}", self.dials[player]),
        }
    }

    fn options(
        &self,
        contenders: [Contender; 2],
        (games, control): (u32, TimeControl),
        record: std::path::PathBuf,
        concurrency: usize,
    ) -> matches::Options {
        matches::Options {
            contenders,
            control,
            nodes: None,
            pace: Pace::Work,
            pairs: games.div_ceil(2) as usize,
            concurrency,
            seed: self.seed,
            record: Some(record),
            test: None,
        }
    }

    /// The contender that plays at a setting.
    fn dial(&self, elo: u16) -> Result<Contender, PlanError> {
        let text = format!("dial={elo} {}", self.words);
        text.trim().parse().map_err(|error| wrong("words", &format!("{error}")))
    }

    /// Games and control of a pairing whose stronger setting is `dial`.
    fn effort(&self, dial: u16) -> Result<(u32, TimeControl), PlanError> {
        let (mut games, mut control) = (self.games, self.control.as_str());
        for effort in self.effort.iter().filter(|effort| effort.from <= dial) {
            games = effort.games.unwrap_or(games);
            control = effort.control.as_deref().unwrap_or(control);
        }
        Ok((games, read_control("control", control)?))
    }

    fn check(&self) -> Result<(), PlanError> {
        if self.dials.len() < 2 || !self.dials.is_sorted_by(|low, high| low < high) {
            return Err(wrong("dials", "at least two are needed, each above the one before"));
        }
        let mut names = BTreeSet::new();
        for anchor in &self.anchors {
            let field = |name: &str| format!("anchors: {}: {name}", anchor.name);
            let slug = slug(&anchor.name);
            if slug.chars().all(|c| c == '-' || c.is_ascii_digit()) || !names.insert(slug) {
                return Err(wrong(&field("name"), "is no name of its own with a letter in it"));
            }
            if !(0.0..=4000.0).contains(&anchor.rating) {
                return Err(wrong(
                    &field("rating"),
                    &format!("{} is not 0 to 4000", anchor.rating),
                ));
            }
            if !(0.0..=1000.0).contains(&anchor.deviation) {
                let problem = format!("{} is not 0 to 1000", anchor.deviation);
                return Err(wrong(&field("deviation"), &problem));
            }
            if anchor.provenance.trim().is_empty() {
                return Err(wrong(&field("provenance"), "a rating needs a source"));
            }
        }
        Ok(())
    }
}

/// A name as part of a file name.
fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn read_control(field: &str, text: &str) -> Result<TimeControl, PlanError> {
    let control = TimeControl::parse(text).map_err(|error| wrong(field, &error.to_string()))?;
    match control.initial() {
        Some(_) => Ok(control),
        None => Err(wrong(field, "a calibration needs a clock")),
    }
}

fn wrong(field: &str, problem: &str) -> PlanError {
    PlanError::Field { field: field.to_owned(), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use std::path::Path;

    #[test]
    fn the_plan_that_is_shipped_can_be_played() {
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
    fn neighbours_play_and_the_anchor_plays_whom_it_names() {
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
        assert_eq!(pairings[0].options.contenders[0].name, "dial=800 hash=4");
    }

    #[test]
    fn mistakes_are_named() {
        for (from, to, part) in [
            ("control: \"5+3\"", "control: \"x\"", "control: time control \"x\""),
            ("control: \"5+3\"", "control: \"none\"", "control: a calibration needs a clock"),
            ("[600, 800, 1600]", "[600]", "dials: at least two"),
            ("[600, 800, 1600]", "[600, 500]", "dials: at least two"),
            ("[600, 800, 1600]", "[600, 9999]", "between 600 and 2600"),
            ("hash=4", "hash=x", "words: contender"),
            ("dials: [800, 1600]", "dials: [900]", "Other 1: dials: 900 is not among"),
            ("rating: 1500", "rating: 9e9", "Other 1: rating"),
            ("deviation: 40", "deviation: -1", "Other 1: deviation"),
            ("a list", " ", "provenance: a rating needs a source"),
            ("Other 1", "1", "anchors: 1: name"),
            ("uci=other ", "uci=other x", "Other 1: player: contender"),
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
