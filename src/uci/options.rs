//! The options a graphical interface may set, each listed once: name, kind, range, and where its value goes.

use crate::base::{Elo, Millis};
use crate::engine::{DIAL_RANGE, EngineOptions};
use crate::search::{Parameter, Parameters};
use crate::strength::StrengthLevel;
use crate::timing;

/// Everything that can be set over the protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct UciOptions {
    /// What goes to the engine.
    pub engine: EngineOptions,
    /// Is the dial in force?
    pub limit_strength: bool,
    /// Where it stands when it is.
    pub elo: Elo,
}

impl Default for UciOptions {
    fn default() -> Self {
        Self { engine: EngineOptions::default(), limit_strength: false, elo: DIAL_RANGE.0 }
    }
}

/// What setting an option asks the session to do besides remembering it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// The engine gets the new options.
    Engine,
    /// The dial moved; it is read at the next `go`.
    Dial,
    /// The hash table is cleared.
    ClearHash,
    /// Nothing: the option only tells the interface what we can do.
    None,
}

/// A build for tuning offers every search parameter: `cargo build --release --features tuning`.
const TUNING: bool = cfg!(feature = "tuning");

enum Kind {
    Spin(i64, i64, i64),
    Check(bool),
    Text(&'static str),
    Combo(&'static str, &'static [&'static str]),
    Button,
}

type Setter = fn(&mut UciOptions, &str, i64) -> OptionEffect;

struct UciOption {
    name: &'static str,
    kind: Kind,
    set: Setter,
}

const fn entry(name: &'static str, kind: Kind, set: Setter) -> UciOption {
    UciOption { name, kind, set }
}

/// The largest hash table offered, in MiB.
const MAX_HASH_MIB: i64 = 1 << 20;

/// Values reach a setter checked against the kind: as text, and as a number for spins and checks.
const ENTRIES: &[UciOption] = &[
    entry("Hash", Kind::Spin(16, 1, MAX_HASH_MIB), |o, _, n| {
        engine(&mut o.engine.hash_mib, size(n))
    }),
    entry("Clear Hash", Kind::Button, |_, _, _| OptionEffect::ClearHash),
    entry("Threads", Kind::Spin(1, 1, 256), |o, _, n| engine(&mut o.engine.threads, size(n))),
    entry("Ponder", Kind::Check(false), |_, _, _| OptionEffect::None),
    entry("MultiPV", Kind::Spin(1, 1, 256), |o, _, n| engine(&mut o.engine.multi_pv, size(n))),
    entry("Move Overhead", Kind::Spin(30, 0, 10_000), |o, _, n| {
        engine(&mut o.engine.move_overhead, Millis(n))
    }),
    entry("UCI_LimitStrength", Kind::Check(false), |o, _, n| dial(&mut o.limit_strength, n != 0)),
    entry("UCI_Elo", Kind::Spin(600, 600, 2600), |o, _, n| {
        dial(&mut o.elo, Elo(u16::try_from(n).unwrap_or(DIAL_RANGE.0.0)))
    }),
    entry("Speed Scale", Kind::Spin(1, 1, 1000), |o, _, n| {
        engine(&mut o.engine.speed_scale, u32::try_from(n).unwrap_or(1))
    }),
    entry("Seed", Kind::Spin(1, 0, i64::MAX), |o, _, n| {
        engine(&mut o.engine.seed, n.unsigned_abs())
    }),
    entry("TimeManager", Kind::Text(timing::PLAYING), |o, text, _| {
        engine(&mut o.engine.time_manager, text.to_owned())
    }),
    entry("ShadowMode", Kind::Combo("fast", &["fast", "strict"]), |o, text, _| {
        engine(&mut o.engine.shadow, text.parse().unwrap_or_default())
    }),
    entry("Contempt", Kind::Spin(0, -200, 200), |o, _, n| {
        engine(&mut o.engine.contempt, i32::try_from(n).unwrap_or(0))
    }),
    entry("SyzygyPath", Kind::Text("<empty>"), |o, text, _| {
        engine(&mut o.engine.syzygy_path, unless_empty(text))
    }),
    entry("TraceFile", Kind::Text("<empty>"), |o, text, _| {
        engine(&mut o.engine.trace_file, unless_empty(text))
    }),
    entry("TraceFilter", Kind::Text("<empty>"), |o, text, _| {
        engine(&mut o.engine.trace_filter, unless_empty(text))
    }),
];

/// The value of a text option; interfaces send `<empty>` for none.
fn unless_empty(text: &str) -> String {
    if text == "<empty>" { String::new() } else { text.to_owned() }
}

fn engine<T>(place: &mut T, value: T) -> OptionEffect {
    *place = value;
    OptionEffect::Engine
}

fn dial<T>(place: &mut T, value: T) -> OptionEffect {
    *place = value;
    OptionEffect::Dial
}

fn size(value: i64) -> usize {
    usize::try_from(value).unwrap_or(1)
}

impl UciOptions {
    /// The `option name …` lines of the introduction.
    #[must_use]
    pub fn declarations() -> Vec<String> {
        let declare = |entry: &UciOption| {
            let kind = match entry.kind {
                Kind::Spin(default, min, max) => {
                    format!("spin default {default} min {min} max {max}")
                }
                Kind::Check(default) => format!("check default {default}"),
                Kind::Text(default) => format!("string default {default}"),
                Kind::Combo(default, choices) => {
                    format!("combo default {default} var {}", choices.join(" var "))
                }
                Kind::Button => "button".to_owned(),
            };
            format!("option name {} type {kind}", entry.name)
        };
        let parameter = |row: &Parameter| {
            let Parameter { name, default, min, max, .. } = row;
            format!("option name {name} type spin default {default} min {min} max {max}")
        };
        let parameters = if TUNING { Parameters::TABLE } else { &[] };
        ENTRIES.iter().map(declare).chain(parameters.iter().map(parameter)).collect()
    }

    /// Sets the option `name` (any case) to `value`.
    ///
    /// # Errors
    /// A message that names the option, the value and what is allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionEffect, String> {
        let value = value.trim();
        if TUNING && let Some(row) = Parameters::TABLE.iter().find(|row| row.is_called(name)) {
            let allowed = || format!("a number from {} to {}", row.min, row.max);
            let number = value.parse().ok().filter(|number| (row.min..=row.max).contains(number));
            let number =
                number.ok_or_else(|| format!("option {name}: {value:?} is not {}", allowed()))?;
            self.engine.parameters.set(name, number);
            return Ok(OptionEffect::Engine);
        }
        let entry = ENTRIES
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("no option {name:?}"))?;
        let number = match entry.kind {
            Kind::Spin(_, min, max) => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => number,
                _ => return Err(refusal(entry, value, &format!("a number from {min} to {max}"))),
            },
            Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
                "true" => 1,
                "false" => 0,
                _ => return Err(refusal(entry, value, "true or false")),
            },
            Kind::Combo(_, choices) => {
                if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)) {
                    return Err(refusal(entry, value, &choices.join(" or ")));
                }
                0
            }
            Kind::Text(_) | Kind::Button => 0,
        };
        Ok((entry.set)(self, value, number))
    }

    /// The dial as the engine takes it.
    #[must_use]
    pub const fn dial(&self) -> StrengthLevel {
        if self.limit_strength { StrengthLevel::Limited(self.elo) } else { StrengthLevel::Full }
    }
}

fn refusal(entry: &UciOption, value: &str, allowed: &str) -> String {
    format!("option {}: {value:?} is not {allowed}", entry.name)
}

#[cfg(test)]
mod tests {
    use super::{OptionEffect, UciOptions};
    use crate::strength::StrengthLevel;

    #[test]
    fn defaults_declared_are_the_defaults_in_force() {
        let mut options = UciOptions::default();
        let before = options.clone();
        for line in UciOptions::declarations() {
            let Some((head, default)) = line.split_once(" default ") else { continue };
            let name = head.trim_start_matches("option name ").split(" type ").next().unwrap();
            let default = default.split(" min ").next().unwrap().split(" var ").next().unwrap();
            options.set(name, default).unwrap();
        }
        assert_eq!(options, before);
    }

    #[test]
    fn values_out_of_range_are_named() {
        let mut options = UciOptions::default();
        let complaint = options.set("uci_elo", "9000").unwrap_err();
        assert_eq!(complaint, "option UCI_Elo: \"9000\" is not a number from 600 to 2600");
        assert!(options.set("ShadowMode", "odd").unwrap_err().contains("fast or strict"));
        assert!(options.set("Nonsense", "1").unwrap_err().contains("Nonsense"));
    }

    #[test]
    fn the_dial_needs_both_options() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("UCI_Elo", "1500"), Ok(OptionEffect::Dial));
        assert_eq!(options.dial(), StrengthLevel::Full);
        assert_eq!(options.set("UCI_LimitStrength", "true"), Ok(OptionEffect::Dial));
        assert!(matches!(options.dial(), StrengthLevel::Limited(elo) if elo.0 == 1500));
    }
}
