//! One side of a match from a text: `dial=1500 hash=16 time-manager=fixed() shadow=strict`, or another engine as
//! `uci=stockfish set=UCI_LimitStrength=true set=UCI_Elo=1500`.

use crate::base::Elo;
use crate::engine::EngineOptions;
use crate::engine::external::{ExternalProgram, words};
use crate::strength::DialSetting;
use std::str::FromStr;

/// A side of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The text it came from, which is its name.
    pub name: String,
    /// Who plays.
    pub player: Player,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq)]
pub enum Player {
    /// This engine.
    Lucena {
        /// Options of its engine.
        options: Box<EngineOptions>,
        /// Its dial.
        dial: DialSetting,
    },
    /// Another one.
    Program(Box<Guest>),
}

/// Another engine that speaks UCI, and how it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// What is run, with the options it is given.
    pub program: ExternalProgram,
    /// It is shown clocks divided by this, and what it uses is multiplied by it. For engines that hardly need time.
    pub compress: u32,
    /// Nodes for each move instead of its clock, which stands still in a match by work.
    pub nodes: Option<u64>,
    /// Plies for each move, likewise.
    pub depth: Option<u16>,
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

/// Keys of a contender that is this engine, and of one that is another program.
const OURS: &str = "dial, hash, threads, speed, seed, contempt, time-manager, shadow, a search parameter, or uci first for another engine";
const THEIRS: &str = "set, compress, nodes, depth";

impl FromStr for Contender {
    type Err = ContenderError;

    /// Words `key=value`; an empty text, or `full`, is the engine as it is.
    fn from_str(text: &str) -> Result<Self, ContenderError> {
        let refuse = |reason| ContenderError { text: text.to_owned(), reason };
        let name = match text.trim() {
            "" => "full",
            name => name,
        };
        let mut contender = Self { name: name.to_owned(), player: Player::default() };
        let words = words(text).map_err(|error| refuse(error.to_string()))?;
        for word in words.iter().filter(|word| *word != "full") {
            let set = word
                .split_once('=')
                .ok_or_else(|| "write words as key=value".to_owned())
                .and_then(|(key, value)| contender.player.set(key, value));
            set.map_err(refuse)?;
        }
        Ok(contender)
    }
}

impl Default for Player {
    fn default() -> Self {
        Self::Lucena { options: Box::default(), dial: DialSetting::Full }
    }
}

impl Player {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match self {
            Self::Lucena { .. } if key == "uci" => {
                if *self != Self::default() {
                    return Err("uci: is to come first".to_owned());
                }
                let program = value.parse().map_err(|error| format!("uci: {error}"))?;
                let guest = Guest { program, compress: 1, nodes: None, depth: None };
                *self = Self::Program(Box::new(guest));
                Ok(())
            }
            Self::Lucena { options, dial } => set_ours(options, dial, (key, value)),
            Self::Program(guest) => guest.set(key, value),
        }
    }
}

fn set_ours(
    options: &mut EngineOptions,
    dial: &mut DialSetting,
    (key, value): (&str, &str),
) -> Result<(), String> {
    match key {
        "dial" => {
            let elo: u16 = number(key, value)?;
            if !(600..=2600).contains(&elo) {
                return Err(format!("dial: {elo} is not between 600 and 2600"));
            }
            *dial = DialSetting::Limited(Elo(elo));
        }
        "hash" => options.hash_mib = number(key, value)?,
        "threads" => options.threads = number(key, value)?,
        "speed" => options.speed_scale = number(key, value)?,
        "seed" => options.seed = number(key, value)?,
        "contempt" => options.contempt = number(key, value)?,
        "time-manager" => value.clone_into(&mut options.time_manager),
        "shadow" => options.shadow = value.parse()?,
        parameter if options.parameters.get(parameter).is_some() => {
            options.parameters.set(parameter, number(key, value)?);
        }
        _ => return Err(format!("{key} is not one of {OURS}")),
    }
    Ok(())
}

impl Guest {
    /// Is it limited by nodes or depth, so that it needs no clock?
    #[must_use]
    pub const fn has_own_limit(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "set" => {
                let (name, value) = value
                    .split_once('=')
                    .ok_or("set: write set=NAME=VALUE, quoted if with blanks")?;
                self.program.options.push((name.to_owned(), value.to_owned()));
            }
            "compress" => self.compress = at_least_one(key, value)?,
            "nodes" => self.nodes = Some(at_least_one(key, value)?),
            "depth" => self.depth = Some(at_least_one(key, value)?),
            _ => return Err(format!("{key} is not one of {THEIRS}, which a uci engine takes")),
        }
        Ok(())
    }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key}: {value:?} is not a number in its range"))
}

fn at_least_one<T: FromStr + PartialOrd + From<u8>>(key: &str, value: &str) -> Result<T, String> {
    let number: T = number(key, value)?;
    if number >= T::from(1) { Ok(number) } else { Err(format!("{key}: is to be 1 or more")) }
}

#[cfg(test)]
mod tests {
    use super::{Contender, Player};

    #[test]
    fn words_set_options_and_mistakes_are_named() {
        let contender: Contender = "dial=1500 hash=4".parse().unwrap();
        let Player::Lucena { options, dial } = contender.player else { panic!("ours") };
        assert_eq!((contender.name.as_str(), options.hash_mib), ("dial=1500 hash=4", 4));
        assert_eq!(dial.elo().map(|elo| elo.0), Some(1500));
        for (text, part) in [
            ("dial=90", "between 600 and 2600"),
            ("hash=x", "hash: \"x\""),
            ("colour=red", "colour is not one of"),
            ("null_base=many", "null_base: \"many\""),
            ("hash", "key=value"),
            ("shadow=odd", "odd"),
            ("dial=1500 uci=x", "uci: is to come first"),
            ("uci=''", "uci: engine command: nothing to run"),
            ("uci='x", "not closed"),
            ("uci=x dial=1500", "dial is not one of set, compress"),
            ("uci=x set=Hash", "set=NAME=VALUE"),
            ("uci=x compress=0", "compress: is to be 1 or more"),
            ("uci=x nodes=few", "nodes: \"few\""),
        ] {
            let error = text.parse::<Contender>().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn another_engine_is_a_command_with_options() {
        let text = r#"uci='/opt/my engine/x --quiet' "set=Skill Level=3" compress=20 depth=4"#;
        let contender: Contender = text.parse().unwrap();
        let Player::Program(guest) = contender.player else { panic!("a program") };
        // Quotation marks keep the command together; inside it the blanks separate as in a settings file.
        assert_eq!(guest.program.arguments, ["engine/x", "--quiet"]);
        assert_eq!(guest.program.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!((guest.compress, guest.depth, guest.nodes), (20, Some(4), None));
    }
}
