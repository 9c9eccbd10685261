//! The plan of a calibration, a RON file: strength levels, each played against the next, and engines of known rating.

use crate::base::{RonError, read_ron};
use crate::batch::matches::{self, EngineConfig};
use crate::game::TimeControl;
use anyhow::{Context as _, Result, ensure};
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

/// Both names of the field with the options of every level.
const WORDS: &str = "words or options";

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
    /// A syntax error. The fields are validated later, with the list of matches.
    pub fn from_text(file: &str, text: &str) -> Result<Self, RonError> {
        read_ron(file, text)
    }

    /// Validates the plan and returns all matches, each with its record file in `folder`.
    pub(super) fn pairings(&self, folder: &Path, concurrency: u16) -> Result<Vec<Pairing>> {
        self.validate()?;
        let levels = (1..self.dials.len()).map(|high| self.level_pairing(high));
        let anchors = self.anchors.iter().enumerate().flat_map(|(index, anchor)| {
            anchor.dials.iter().map(move |dial| self.anchor_pairing(index, *dial))
        });
        let mut pairings = levels.chain(anchors).collect::<Result<Vec<_>>>()?;
        for Pairing { options, .. } in &mut pairings {
            options.concurrency = concurrency;
            options.record = options.record.as_ref().map(|name| folder.join(name));
        }
        Ok(pairings)
    }

    /// The match of a level against the level below.
    fn level_pairing(&self, high: usize) -> Result<Pairing> {
        let [low, high] = [high - 1, high];
        let dial = self.dials[high];
        let (mut games, mut control) = (self.games, self.control.as_str());
        for change in self.overrides.iter().filter(|change| change.from <= dial) {
            games = change.games.unwrap_or(games);
            control = change.control.as_deref().unwrap_or(control);
        }
        let options = matches::Options {
            games,
            record: Some(format!("{dial}-{}.ron", self.dials[low]).into()),
            ..self.match_options(
                self.level_config(dial)?,
                self.level_config(self.dials[low])?,
                TimeControl::parse_clock(control)?,
            )
        };
        Ok(Pairing { players: [high, low], options })
    }

    /// The match of a level against an anchor.
    fn anchor_pairing(&self, index: usize, dial: u16) -> Result<Pairing> {
        let anchor = &self.anchors[index];
        let field = |name: &str| format!("anchors: {}: {name}", anchor.name);
        let level = self.dials.iter().position(|other| *other == dial);
        let level = level
            .with_context(|| format!("{}: {dial} is not among the plan's dials", field("dials")))?;
        // Anchors play at the plan's time control unless they name one; overrides apply to levels only.
        let control = anchor.control.as_ref().unwrap_or(&self.control);
        let options = matches::Options {
            games: anchor.games.unwrap_or(self.games),
            record: Some(format!("{}-{dial}.ron", file_stem(&anchor.name)).into()),
            ..self.match_options(
                self.level_config(dial)?,
                anchor.engine.parse::<EngineConfig>().with_context(|| field("engine"))?,
                TimeControl::parse_clock(control)?,
            )
        };
        Ok(Pairing { players: [level, self.dials.len() + index], options })
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
        first: EngineConfig,
        second: EngineConfig,
        tc: TimeControl,
    ) -> matches::Options {
        matches::Options {
            tc,
            games: self.games,
            seed: self.seed,
            cpu_time: true,
            ..matches::Options::pair(first, second)
        }
    }

    /// The engine configuration of a level.
    fn level_config(&self, elo: u16) -> Result<EngineConfig> {
        format!("dial={elo} {}", self.options).trim().parse::<EngineConfig>().context(WORDS)
    }

    fn validate(&self) -> Result<()> {
        ensure!(
            self.dials.len() >= 2 && self.dials.is_sorted_by(|low, high| low < high),
            "dials: must be two or more levels in ascending order, not {:?}",
            self.dials
        );
        for dial in &self.dials {
            format!("dial={dial}").parse::<EngineConfig>().context("dials")?;
        }
        TimeControl::parse_clock(&self.control).context("control")?;
        for Override { from, control, .. } in &self.overrides {
            let field = || format!("effort or overrides: from {from}: control");
            control.as_deref().map(TimeControl::parse_clock).transpose().with_context(field)?;
        }
        let counts = [("games".to_owned(), Some(self.games))].into_iter();
        let changes = self.overrides.iter();
        let changed = changes.map(|change| {
            (format!("effort or overrides: from {}: games", change.from), change.games)
        });
        let anchors = self.anchors.iter();
        let of_anchors =
            anchors.map(|anchor| (format!("anchors: {}: games", anchor.name), anchor.games));
        for (field, games) in counts.chain(changed).chain(of_anchors) {
            ensure!(games != Some(0), "{field}: 0 is less than one game");
        }
        let mut names = BTreeSet::new();
        for Anchor { name, rating, deviation, provenance, control, .. } in &self.anchors {
            let stem = file_stem(name);
            let has_letter = stem.chars().any(|c| c.is_ascii_alphabetic());
            ensure!(
                has_letter && names.insert(stem),
                "anchors: {name}: name must be unique and contain a letter"
            );
            ensure!(
                (0.0..=4000.0).contains(rating),
                "anchors: {name}: rating: {rating} is not in 0 to 4000"
            );
            ensure!(
                (0.0..=1000.0).contains(deviation),
                "anchors: {name}: deviation: {deviation} is not in 0 to 1000"
            );
            ensure!(
                !provenance.trim().is_empty(),
                "anchors: {name}: provenance: is empty; a rating needs a source"
            );
            let field = || format!("anchors: {name}: control");
            control.as_deref().map(TimeControl::parse_clock).transpose().with_context(field)?;
        }
        Ok(())
    }
}

/// A name as part of a file name: other characters become `-`.
fn file_stem(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
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
                let record = record.replace('\\', "/");
                (pairing.players, pairing.options.pairs(), pairing.options.tc.tag(), record)
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
        assert_eq!(pairings[0].options.first.name, "dial=800 hash=4");
    }

    #[test]
    fn errors_name_the_field() {
        for (from, to, part) in [
            ("control: \"5+3\"", "control: \"x\"", "control: time control \"x\""),
            ("control: \"5+3\"", "control: \"none\"", "control: time control \"none\": no clock"),
            ("[600, 800, 1600]", "[600]", "dials: must be two or more"),
            ("[600, 800, 1600]", "[600]", "in ascending order, not [600]"),
            ("1+0.6", "zz", "effort or overrides: from 1600: control: time control \"zz\""),
            (
                "from: 1600, games: 4, control: \"1+0.6\"",
                "from: 2600, control: \"zz\"",
                "from 2600: control",
            ),
            ("dials: [800, 1600]", "dials: [], control: \"zz\"", "Other 1: control: time control"),
            ("hash=4", "nope=3", "words or options: engine \"dial=800 nope=3\""),
            ("[600, 800, 1600]", "[600, 500]", "dials: must be two or more"),
            ("[600, 800, 1600]", "[600, 9999]", "dials: engine \"dial=9999\""),
            ("[600, 800, 1600]", "[600, 9999]", "\"9999\": expected 600 to 2600"),
            ("hash=4", "hash=x", "options: engine"),
            ("dials: [800, 1600]", "dials: [900]", "Other 1: dials: 900 is not among"),
            ("rating: 1500", "rating: 9e9", "Other 1: rating"),
            ("deviation: 40", "deviation: -1", "Other 1: deviation"),
            ("a list", " ", "provenance: is empty; a rating needs a source"),
            ("Other 1", "1", "anchors: 1: name"),
            ("uci=other ", "uci=other x", "Other 1: engine: engine"),
            ("games: 9", "games: \"many\"", "plan.ron:4:"),
            ("games: 9", "gmaes: 9", "plan.ron:4:"),
            ("games: 9", "games: 0", "games: 0 is less than one game"),
            (
                "from: 1600, games: 4",
                "from: 1600, games: 0",
                "from 1600: games: 0 is less than one game",
            ),
        ] {
            let text = PLAN.replacen(from, to, 1);
            let plan = Plan::from_text("plan.ron", &text);
            let error = match plan {
                Ok(plan) => format!("{:#}", plan.pairings(Path::new("kept"), 1).unwrap_err()),
                Err(error) => error.to_string(),
            };
            assert!(error.contains(part), "{to}: {error}");
        }
    }
}
