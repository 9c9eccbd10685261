//! One side of a match from a text: `dial=1500 hash=16 time-manager=fixed() shadow=strict`.

use crate::base::Elo;
use crate::engine::{Brain, BrainError, Clock, EngineOptions};
use crate::strength::DialSetting;
use std::str::FromStr;
use std::sync::Arc;

/// A setting of the engine that plays a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The text it came from, which is its name.
    pub name: String,
    /// Options of its engine.
    pub options: EngineOptions,
    /// Its dial.
    pub dial: DialSetting,
}

/// Why a text is no contender.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("contender {text:?}: {reason}")]
pub struct ContenderError {
    /// What was given.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Contender {
    /// An engine that plays as this contender.
    ///
    /// # Errors
    /// When there is no memory for its table.
    pub fn brain(&self, clock: Arc<dyn Clock>) -> Result<Brain, BrainError> {
        Brain::new(&self.options, clock)
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    /// Words `key=value`; an empty text, or `full`, is the engine as it is.
    fn from_str(text: &str) -> Result<Self, ContenderError> {
        let mut contender = Self {
            name: text.trim().to_owned(),
            options: EngineOptions::default(),
            dial: DialSetting::Full,
        };
        for word in text.split_whitespace().filter(|word| *word != "full") {
            let set = word
                .split_once('=')
                .ok_or_else(|| "write words as key=value".to_owned())
                .and_then(|(key, value)| contender.set(key, value));
            set.map_err(|reason| ContenderError { text: text.to_owned(), reason })?;
        }
        if contender.name.is_empty() {
            "full".clone_into(&mut contender.name);
        }
        Ok(contender)
    }
}

impl Contender {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let options = &mut self.options;
        match key {
            "dial" => {
                let elo: u16 = number(key, value)?;
                if !(600..=2600).contains(&elo) {
                    return Err(format!("dial: {elo} is not between 600 and 2600"));
                }
                self.dial = DialSetting::Limited(Elo(elo));
            }
            "hash" => options.hash_mib = number(key, value)?,
            "threads" => options.threads = number(key, value)?,
            "speed" => options.speed_scale = number(key, value)?,
            "seed" => options.seed = number(key, value)?,
            "contempt" => options.contempt = number(key, value)?,
            "time-manager" => value.clone_into(&mut options.time_manager),
            "shadow" => options.shadow = value.parse()?,
            _ => {
                return Err(format!(
                    "{key} is not one of dial, hash, threads, speed, seed, contempt, time-manager, shadow"
                ));
            }
        }
        Ok(())
    }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key}: {value:?} is not a number in its range"))
}

#[cfg(test)]
mod tests {
    use super::Contender;

    #[test]
    fn words_set_options_and_mistakes_are_named() {
        let contender: Contender = "dial=1500 hash=4".parse().unwrap();
        assert_eq!((contender.name.as_str(), contender.options.hash_mib), ("dial=1500 hash=4", 4));
        for (text, part) in [
            ("dial=90", "between 600 and 2600"),
            ("hash=x", "hash: \"x\""),
            ("colour=red", "colour is not one of"),
            ("hash", "key=value"),
            ("shadow=odd", "odd"),
        ] {
            let error = text.parse::<Contender>().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
