//! Parses a parameter text such as `smooth(init-tree-reuse=0.2,init-nps=12345.0)` into [`Settings`] and prints it.
//! Used by the engine option, the command line and the what-if line of the time panel.

use super::moves_left::{Estimator, MleLegacy, MleMaterial};
use super::parameter::Parameters;
use super::settings::{
    AlphaZero, EXPERIMENTAL, FirstMoveNps, Fixed, Piggybank, STRETCHED, Settings, Simple, Smooth,
};
use super::stop::StopSettings;
use super::stretch::StretchSettings;
use super::text::{Reader, TextError, unknown_in};
use std::fmt;
use std::str::FromStr;

/// The parameter whose values are words.
const FIRST_MOVE: &str = "nps-first-move";

impl FromStr for Settings {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader::new(text);
        let (name, column) = reader.name("the name of a time manager")?;
        let settings = match name.as_str() {
            Smooth::NAME => Self::Smooth(read_smooth(&mut reader, Smooth::default())?),
            EXPERIMENTAL => Self::Smooth(read_smooth(&mut reader, Smooth::experimental())?),
            STRETCHED => Self::Smooth(read_smooth(&mut reader, Smooth::stretched())?),
            Fixed::NAME => Self::Fixed(read_with_stop::<Fixed>(&mut reader, |it| &mut it.stop)?),
            AlphaZero::NAME => {
                Self::AlphaZero(read_with_stop::<AlphaZero>(&mut reader, |it| &mut it.stop)?)
            }
            Simple::NAME => Self::Simple(read_with_stop::<Simple>(&mut reader, |it| &mut it.stop)?),
            _ => return Err(TextError::unknown(column, &name, "the text", &Self::NAMES)),
        };
        match reader.peek() {
            None => Ok(settings),
            Some(_) => Err(reader.expected("the end of the text")),
        }
    }
}

/// Reads the optional parenthesised parameters of `smooth` and of its presets, whose values hold where the text has none.
fn read_smooth(reader: &mut Reader, preset: Smooth) -> Result<Smooth, TextError> {
    let mut smooth = preset;
    let mut direct = None;
    let mut estimator = None;
    let extra: Vec<&str> = [FIRST_MOVE, "steepness", "midpoint"]
        .into_iter()
        .chain([MleLegacy::NAME, MleMaterial::NAME, StopSettings::NAME, StretchSettings::NAME])
        .chain(Piggybank::TABLE.iter().map(|parameter| parameter.name))
        .collect();
    reader.group(|reader, name, column| {
        match name {
            FIRST_MOVE => smooth.first_move = read_first_move(reader)?,
            MleLegacy::NAME | MleMaterial::NAME if estimator.is_some() => {
                return Err(TextError::new(column, "duplicate 'moves-left estimator'"));
            }
            MleLegacy::NAME => estimator = Some(Estimator::Legacy(reader.parameters()?)),
            MleMaterial::NAME => estimator = Some(Estimator::Material(reader.parameters()?)),
            StopSettings::NAME => smooth.stop = reader.parameters()?,
            StretchSettings::NAME => smooth.stretch = reader.parameters()?,
            _ if MleLegacy::TABLE.iter().any(|parameter| parameter.name == name) => {
                reader.number(direct.get_or_insert_default(), name)?;
            }
            _ if reader.number(&mut smooth, name)? => {}
            _ if reader.number(&mut smooth.piggybank, name)? => {}
            _ => return Err(unknown_in::<Smooth>(name, column, &extra)),
        }
        Ok(())
    })?;
    // The parameters of the estimator may also occur directly in `smooth(...)`; the nested group takes precedence.
    smooth.estimator = estimator.or(direct.map(Estimator::Legacy)).unwrap_or(preset.estimator);
    Ok(smooth)
}

/// Reads the optional parenthesised parameters of a manager that has numbers and the thresholds of the smart stop.
fn read_with_stop<T: Parameters>(
    reader: &mut Reader,
    stop: fn(&mut T) -> &mut StopSettings,
) -> Result<T, TextError> {
    let mut values = T::default();
    reader.group(|reader, name, column| {
        match name {
            StopSettings::NAME => *stop(&mut values) = reader.parameters()?,
            _ if reader.number(&mut values, name)? => {}
            _ => return Err(unknown_in::<T>(name, column, &[StopSettings::NAME])),
        }
        Ok(())
    })?;
    Ok(values)
}

/// Reads `=smooth` or `=raw`.
fn read_first_move(reader: &mut Reader) -> Result<FirstMoveNps, TextError> {
    let (word, column) = reader.value("'smooth' or 'raw'")?;
    word.parse().map_err(|_| TextError::unknown(column, &word, FIRST_MOVE, &["smooth", "raw"]))
}

impl fmt::Display for Settings {
    /// The canonical text: the parameters that differ from the defaults; with `{:#}` all parameters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = if f.alternate() { Show::All } else { Show::Changes };
        match self {
            Self::Smooth(smooth) if show == Show::Changes && *smooth == Smooth::stretched() => {
                f.write_str(STRETCHED)
            }
            Self::Smooth(smooth) if show == Show::Changes && *smooth == Smooth::experimental() => {
                f.write_str(EXPERIMENTAL)
            }
            Self::Smooth(smooth) => {
                let mut items = numbers(smooth, show);
                if show == Show::All || smooth.first_move == FirstMoveNps::Raw {
                    items.push(format!("{FIRST_MOVE}={}", smooth.first_move));
                }
                match &smooth.estimator {
                    Estimator::Legacy(legacy) => items.extend(nested(legacy, show)),
                    // Always printed, because it is not the default estimator.
                    Estimator::Material(material) => {
                        items.push(named(numbers(material, show), MleMaterial::NAME))
                    }
                }
                items.extend(numbers(&smooth.piggybank, show));
                items.extend(nested(&smooth.stretch, show));
                items.extend(nested(&smooth.stop, show));
                f.write_str(&named(items, Smooth::NAME))
            }
            Self::Fixed(fixed) => f.write_str(&with_stop(fixed, &fixed.stop, show)),
            Self::AlphaZero(it) => f.write_str(&with_stop(it, &it.stop, show)),
            Self::Simple(simple) => f.write_str(&with_stop(simple, &simple.stop, show)),
        }
    }
}

/// Which parameters a printed text names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Show {
    /// Those that differ from the defaults.
    Changes,
    /// Every one.
    All,
}

/// `name=value` of the parameters that differ from the defaults, or of all.
fn numbers<T: Parameters + Default>(values: &T, show: Show) -> Vec<String> {
    let defaults = T::default();
    let rows = T::TABLE.iter().map(|row| (row.name, (row.get)(values), (row.get)(&defaults)));
    rows.filter(|(_, value, default)| show == Show::All || value != default)
        .map(|(name, value, _)| format!("{name}={value:?}"))
        .collect()
}

/// The text of a manager that has numbers and the thresholds of the smart stop.
fn with_stop<T: Parameters>(values: &T, stop: &StopSettings, show: Show) -> String {
    let mut items = numbers(values, show);
    items.extend(nested(stop, show));
    named(items, T::NAME)
}

/// The text of a nested group, unless it is empty.
fn nested<T: Parameters + Default>(values: &T, show: Show) -> Option<String> {
    let items = numbers(values, show);
    (!items.is_empty()).then(|| named(items, T::NAME))
}

/// `name(items)`, or the name alone.
fn named(items: Vec<String>, name: &str) -> String {
    if items.is_empty() { name.to_owned() } else { format!("{name}({})", items.join(",")) }
}
