//! The configuration of one engine of a match, parsed from a text: `dial=1500 hash=16 time-manager=fixed() shadow=strict`,
//! or an external engine as `uci=stockfish set=UCI_LimitStrength=true set=UCI_Elo=1500`.

use crate::batch::programs::checksum;
use crate::batch::wrong_argument::WrongArgument;
use crate::engine::external::ExternalEngineConfig;
use crate::engine::{EngineOption, EngineOptions, OptionError};
use crate::search::Parameters;
use crate::strength::{StrengthLevel, StrengthModel};
use anyhow::{Context as _, Error, Result, anyhow, bail, ensure};
use std::str::FromStr;

/// One engine of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineConfig {
    /// The text that it was parsed from; also its name.
    pub name: String,
    /// Lucena or an external engine.
    pub kind: EngineKind,
    /// Current names of the search parameters that the text calls by old names.
    pub notes: Vec<String>,
}

/// Lucena or an external engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineKind {
    /// Lucena, in this process.
    Lucena {
        /// Engine options.
        options: Box<EngineOptions>,
        /// Strength level.
        dial: StrengthLevel,
    },
    /// An external UCI engine.
    External(Box<ExternalPlayerConfig>),
}

/// An external UCI engine and its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalPlayerConfig {
    /// Command and UCI options.
    pub engine: ExternalEngineConfig,
    /// The engine gets its clock divided by this factor, and its time used is multiplied by it: for engines that play well
    /// at very short time controls.
    pub compress: u32,
    /// Node limit per move instead of a clock; uses no time in a match on CPU time.
    pub nodes: Option<u64>,
    /// Depth limit per move instead of a clock, likewise.
    pub depth: Option<u16>,
}

/// Keys of a Lucena configuration and of an external engine's.
const LUCENA_KEYS: &str = "dial, human, hash, threads, speed, seed, contempt, draw_by_ply, delayed_loss, granularity, table_bounds, time_manager, shadow, a search parameter, or uci first for an external engine";
const EXTERNAL_KEYS: &str = "set, compress, nodes, depth";

impl FromStr for EngineConfig {
    type Err = Error;

    /// Words `key=value`; an empty text or `full` is Lucena with default options.
    fn from_str(text: &str) -> Result<Self> {
        Self::of_argument(text).map_err(|error| anyhow!("engine {text:?}: {error}"))
    }
}

impl EngineConfig {
    /// The same for an argument of the command line, which the message of clap names.
    ///
    /// # Errors
    /// One message, as clap prints only the outermost context.
    pub fn of_argument(text: &str) -> Result<Self> {
        let name = match text.trim() {
            "" => "full",
            name => name,
        };
        let mut config = Self { name: name.to_owned(), kind: EngineKind::default(), notes: vec![] };
        config.set_all(text).map_err(|error| anyhow!("{error:#}"))?;
        Ok(config)
    }

    /// Checks that the option `--engine` of a command without clocks says nothing of clocks.
    ///
    /// # Errors
    /// [`WrongArgument`]: `compress` is given.
    pub(in crate::batch) fn check_uncompressed(&self) -> Result<()> {
        let compress = match &self.kind {
            EngineKind::Lucena { .. } => 1,
            EngineKind::External(external) => external.compress,
        };
        let words = format!("--engine: {:?}: compress is for matches only", self.name);
        ensure!(compress == 1, WrongArgument(words));
        Ok(())
    }

    fn set_all(&mut self, text: &str) -> Result<()> {
        let words = shlex::split(text).context("a quotation mark is not closed")?;
        let mut given = Vec::new();
        for word in words.iter().filter(|word| *word != "full") {
            let Some((key, value)) = word.split_once('=') else { bail!(self.not_an_option(word)) };
            let name = option_of(key);
            ensure!(!given.contains(&name), "{key}: is given twice");
            // An external engine has many options.
            if key != "set" {
                given.push(name);
            }
            let note = self.kind.set(key, value).with_context(|| key.to_owned())?;
            self.notes.extend(note);
        }
        Ok(())
    }
}

impl EngineConfig {
    /// What to say of a word that is no `key=value`: after a command it may be an argument of it.
    fn not_an_option(&self, word: &str) -> String {
        let how = match &self.kind {
            EngineKind::External(config) => {
                let program = config.engine.program.display();
                format!("a command with arguments is quoted, as in \"uci='{program} {word}'\"")
            }
            EngineKind::Lucena { .. } => {
                "an external engine with arguments is \"uci='COMMAND ARGUMENTS'\"".to_owned()
            }
        };
        format!("{word:?}: expected key=value; {how}")
    }
}

impl Default for EngineKind {
    fn default() -> Self {
        Self::Lucena { options: Box::default(), dial: StrengthLevel::Full }
    }
}

impl EngineKind {
    /// Sets one option; returns a note if a search parameter has its old name.
    fn set(&mut self, key: &str, value: &str) -> Result<Option<String>> {
        match self {
            Self::Lucena { .. } if key == "uci" => {
                ensure!(*self == Self::default(), "must be the first key");
                let engine = value.parse()?;
                let config = ExternalPlayerConfig { engine, compress: 1, nodes: None, depth: None };
                *self = Self::External(Box::new(config));
            }
            Self::Lucena { options, dial } => match key {
                "dial" => *dial = StrengthModel::MadChess.parse_level(value).map_err(Error::msg)?,
                "human" => *dial = StrengthModel::Human.parse_level(value).map_err(Error::msg)?,
                // `naive` is for tests and measurements only, so the option table does not have it.
                "shadow" => {
                    let modes = || format!("{value:?} is not fast, strict or naive");
                    options.shadow = value.parse().with_context(modes)?;
                }
                _ => {
                    options.set(key, value).map_err(|error| match error {
                        OptionError::Unknown(_) => anyhow!("is not one of {LUCENA_KEYS}"),
                        OptionError::Value { value, expected, .. } => {
                            anyhow!("{value:?} is not {expected}")
                        }
                    })?;
                    let named = Parameters::TABLE.iter().find(|parameter| parameter.is_called(key));
                    let renamed = named.filter(|parameter| parameter.name != key);
                    return Ok(renamed.map(|parameter| format!("{key} is now {}", parameter.name)));
                }
            },
            Self::External(config) => config.set(key, value)?,
        }
        Ok(None)
    }

    /// The checksum of the file of the program that plays; `None` if it cannot be read.
    pub(in crate::batch) fn program_checksum(&self) -> Option<String> {
        let program = match self {
            Self::Lucena { .. } => std::env::current_exe().ok()?,
            Self::External(config) => config.engine.program_file()?,
        };
        checksum(&program)
    }
}

impl ExternalPlayerConfig {
    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "set" => {
                let expected =
                    "expected set=NAME=VALUE, quoted if it contains spaces; a button has no VALUE";
                let (name, value) = value.split_once('=').context(expected)?;
                self.engine.options.push((name.to_owned(), value.to_owned()));
            }
            "compress" => self.compress = positive(value)?,
            "nodes" => self.nodes = Some(positive(value)?),
            "depth" => self.depth = Some(positive(value)?),
            _ => bail!("is not one of {EXTERNAL_KEYS}, the keys of a uci engine"),
        }
        Ok(())
    }
}

/// One name for all keys that set the same option.
fn option_of(key: &str) -> &str {
    let parameter = || Parameters::TABLE.iter().find(|row| row.is_called(key)).map(|row| row.name);
    match key {
        // Both set the strength level.
        "human" => "dial",
        _ => EngineOption::find(key).map(|row| row.name).or_else(parameter).unwrap_or(key),
    }
}

fn number<T: FromStr>(value: &str) -> Result<T> {
    value.parse().map_err(|_| anyhow!("{value:?} is not a number in the allowed range"))
}

fn positive<T: FromStr + PartialOrd + From<u8>>(value: &str) -> Result<T> {
    let number: T = number(value)?;
    ensure!(number >= T::from(1), "must be 1 or more");
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::{EngineConfig, EngineKind};

    #[test]
    fn keys_set_options_and_errors_name_the_key() {
        let config: EngineConfig = "dial=1500 hash=4".parse().unwrap();
        let EngineKind::Lucena { options, dial } = config.kind else { panic!("not Lucena") };
        assert_eq!((config.name.as_str(), options.hash_mib), ("dial=1500 hash=4", 4));
        assert_eq!(dial.elo().map(|elo| elo.0), Some(1500));
        for (text, part) in [
            ("draw-by-ply=x", "\"x\" is not true or false"),
            ("dial=90", "\"90\": expected 600 to 2600"),
            ("human=2500", "human: \"2500\": expected 600 to 2400"),
            ("hash=x", "hash: \"x\""),
            ("colour=red", "colour: is not one of"),
            ("nmp_base=many", "nmp_base: \"many\""),
            (
                "hash",
                "\"hash\": expected key=value; an external engine with arguments is \"uci='COMMAND",
            ),
            (
                "uci=x uci",
                "expected key=value; a command with arguments is quoted, as in \"uci='x uci'\"",
            ),
            ("uci=x nodes=5 --quiet", "as in \"uci='x --quiet'\""),
            ("shadow=odd", "odd"),
            ("hash=4 hash=8", "hash: is given twice"),
            ("hash=4 hash_mib=8", "hash_mib: is given twice"),
            ("dial=1500 human=1500", "human: is given twice"),
            ("lmr_pv=7 reduction_principal=8", "reduction_principal: is given twice"),
            ("uci=x nodes=5 nodes=6", "nodes: is given twice"),
            ("dial=1500 uci=x", "uci: must be the first key"),
            ("uci=''", "uci: engine command: nothing to run"),
            ("uci='x", "not closed"),
            ("uci=x dial=1500", "dial: is not one of set, compress"),
            ("uci=x set=Hash", "set=NAME=VALUE"),
            ("uci=x compress=0", "compress: must be 1 or more"),
            ("uci=x nodes=few", "nodes: \"few\""),
        ] {
            let error = text.parse::<EngineConfig>().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn an_old_parameter_name_is_read_with_a_note() {
        let config: EngineConfig = "reduction_principal=7".parse().unwrap();
        let EngineKind::Lucena { options, .. } = config.kind else { panic!("not Lucena") };
        assert_eq!(options.parameters.lmr_pv, 7);
        assert_eq!(config.notes, ["reduction_principal is now lmr_pv"]);
    }

    #[test]
    fn an_external_engine_is_a_command_with_options() {
        let text = r#"uci='/opt/my engine/x --quiet' "set=Skill Level=3" compress=20 depth=4"#;
        let config: EngineConfig = text.parse().unwrap();
        let EngineKind::External(config) = config.kind else { panic!("not external") };
        // Quotation marks keep the command together; inside it the blanks separate as in a settings file.
        assert_eq!(config.engine.arguments, ["engine/x", "--quiet"]);
        assert_eq!(config.engine.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!((config.compress, config.depth, config.nodes), (20, Some(4), None));
    }
}
