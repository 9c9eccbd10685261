//! The configuration of one engine of a match, parsed from a text: `dial=1500 hash=16 time-manager=fixed() shadow=strict`, or an external engine as
//! `uci=stockfish set=UCI_LimitStrength=true set=UCI_Elo=1500`.

use crate::base::Elo;
use crate::engine::external::{ExternalEngineConfig, words};
use crate::engine::{EngineOptions, OptionError};
use crate::strength::StrengthLevel;
use std::str::FromStr;

/// One engine of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineConfig {
    /// The text that it was parsed from; also its name.
    pub name: String,
    /// Lucena or an external engine.
    pub kind: EngineKind,
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

/// An engine configuration that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine {text:?}: {reason}")]
pub struct EngineConfigError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Keys of a Lucena configuration and of an external engine's.
const LUCENA_KEYS: &str = "dial, hash, threads, speed, seed, contempt, time-manager, shadow, a search parameter, or uci first for an external engine";
const EXTERNAL_KEYS: &str = "set, compress, nodes, depth";

impl FromStr for EngineConfig {
    type Err = EngineConfigError;

    /// Words `key=value`; an empty text or `full` is Lucena with default options.
    fn from_str(text: &str) -> Result<Self, EngineConfigError> {
        let refuse = |reason| EngineConfigError { text: text.to_owned(), reason };
        let name = match text.trim() {
            "" => "full",
            name => name,
        };
        let mut config = Self { name: name.to_owned(), kind: EngineKind::default() };
        let words = words(text).map_err(|error| refuse(error.to_string()))?;
        for word in words.iter().filter(|word| *word != "full") {
            let set = word
                .split_once('=')
                .ok_or_else(|| "expected key=value".to_owned())
                .and_then(|(key, value)| config.kind.set(key, value));
            set.map_err(refuse)?;
        }
        Ok(config)
    }
}

impl Default for EngineKind {
    fn default() -> Self {
        Self::Lucena { options: Box::default(), dial: StrengthLevel::Full }
    }
}

impl EngineKind {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match self {
            Self::Lucena { .. } if key == "uci" => {
                if *self != Self::default() {
                    return Err("uci must be the first key".to_owned());
                }
                let engine = value.parse().map_err(|error| format!("uci: {error}"))?;
                let config = ExternalPlayerConfig { engine, compress: 1, nodes: None, depth: None };
                *self = Self::External(Box::new(config));
                Ok(())
            }
            Self::Lucena { options, dial } => set_lucena_option(options, dial, key, value),
            Self::External(config) => config.set(key, value),
        }
    }
}

fn set_lucena_option(
    options: &mut EngineOptions,
    dial: &mut StrengthLevel,
    key: &str,
    value: &str,
) -> Result<(), String> {
    match key {
        "dial" => {
            let elo: u16 = number(key, value)?;
            if !(600..=2600).contains(&elo) {
                return Err(format!("dial: {elo} is not between 600 and 2600"));
            }
            *dial = StrengthLevel::Limited(Elo(elo));
        }
        // `naive` is for tests and measurements only, so the option table does not have it.
        "shadow" => options.shadow = value.parse()?,
        _ => options.set(key, value).map_err(|error| match error {
            OptionError::Unknown(_) => format!("{key} is not one of {LUCENA_KEYS}"),
            OptionError::Value { value, expected, .. } => {
                format!("{key}: {value:?} is not {expected}")
            }
            OptionError::TooEarly(_) => error.to_string(),
        })?,
    }
    Ok(())
}

impl ExternalPlayerConfig {
    /// Has the engine its own node or depth limit, so that it needs no clock?
    #[must_use]
    pub const fn has_own_limit(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "set" => {
                let (name, value) = value
                    .split_once('=')
                    .ok_or("set: expected set=NAME=VALUE, quoted if it contains spaces")?;
                self.engine.options.push((name.to_owned(), value.to_owned()));
            }
            "compress" => self.compress = positive(key, value)?,
            "nodes" => self.nodes = Some(positive(key, value)?),
            "depth" => self.depth = Some(positive(key, value)?),
            _ => {
                return Err(format!(
                    "{key} is not one of {EXTERNAL_KEYS}, the keys of a uci engine"
                ));
            }
        }
        Ok(())
    }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key}: {value:?} is not a number in the allowed range"))
}

fn positive<T: FromStr + PartialOrd + From<u8>>(key: &str, value: &str) -> Result<T, String> {
    let number: T = number(key, value)?;
    if number >= T::from(1) { Ok(number) } else { Err(format!("{key} must be 1 or more")) }
}

#[cfg(test)]
mod tests {
    use super::{EngineConfig, EngineKind};

    #[test]
    fn keys_set_options_and_errors_name_the_key() {
        let contender: EngineConfig = "dial=1500 hash=4".parse().unwrap();
        let EngineKind::Lucena { options, dial } = contender.kind else { panic!("ours") };
        assert_eq!((contender.name.as_str(), options.hash_mib), ("dial=1500 hash=4", 4));
        assert_eq!(dial.elo().map(|elo| elo.0), Some(1500));
        for (text, part) in [
            ("dial=90", "between 600 and 2600"),
            ("hash=x", "hash: \"x\""),
            ("colour=red", "colour is not one of"),
            ("nmp_base=many", "nmp_base: \"many\""),
            ("hash", "key=value"),
            ("shadow=odd", "odd"),
            ("dial=1500 uci=x", "uci must be the first key"),
            ("uci=''", "uci: engine command: nothing to run"),
            ("uci='x", "not closed"),
            ("uci=x dial=1500", "dial is not one of set, compress"),
            ("uci=x set=Hash", "set=NAME=VALUE"),
            ("uci=x compress=0", "compress must be 1 or more"),
            ("uci=x nodes=few", "nodes: \"few\""),
        ] {
            let error = text.parse::<EngineConfig>().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn an_external_engine_is_a_command_with_options() {
        let text = r#"uci='/opt/my engine/x --quiet' "set=Skill Level=3" compress=20 depth=4"#;
        let contender: EngineConfig = text.parse().unwrap();
        let EngineKind::External(config) = contender.kind else { panic!("a program") };
        // Quotation marks keep the command together; inside it the blanks separate as in a settings file.
        assert_eq!(config.engine.arguments, ["engine/x", "--quiet"]);
        assert_eq!(config.engine.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!((config.compress, config.depth, config.nodes), (20, Some(4), None));
    }
}
