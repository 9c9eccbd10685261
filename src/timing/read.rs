//! Parses a parameter text such as `smooth(init-tree-reuse=0.2,init-nps=12345.0)` into [`Settings`] and prints it.
//! Used by the engine option, the command line and the what-if line of the time panel.

use super::moves_left::{Estimator, MleLegacy, MleMaterial};
use super::parameter::Parameters;
use super::settings::{FirstMoveNps, Fixed, Settings, Smooth};
use super::stop::StopSettings;
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
            Smooth::NAME => Self::Smooth(read_smooth(&mut reader)?),
            Fixed::NAME => Self::Fixed(read_fixed(&mut reader)?),
            _ => {
                let managers = [Smooth::NAME, Fixed::NAME];
                return Err(TextError::unknown(column, &name, "the text", &managers));
            }
        };
        match reader.peek() {
            None => Ok(settings),
            Some(_) => Err(reader.expected("the end of the text")),
        }
    }
}

/// Reads the optional parenthesised parameters of `smooth`.
fn read_smooth(reader: &mut Reader) -> Result<Smooth, TextError> {
    let mut smooth = Smooth::default();
    let mut direct = MleLegacy::default();
    let mut estimator = None;
    let extra = [
        FIRST_MOVE,
        "steepness",
        "midpoint",
        MleLegacy::NAME,
        MleMaterial::NAME,
        StopSettings::NAME,
    ];
    reader.group(|reader, name, column| {
        match name {
            FIRST_MOVE => smooth.first_move = read_first_move(reader)?,
            MleLegacy::NAME | MleMaterial::NAME if estimator.is_some() => {
                return Err(TextError::new(column, "duplicate 'moves-left estimator'"));
            }
            MleLegacy::NAME => estimator = Some(Estimator::Legacy(reader.parameters()?)),
            MleMaterial::NAME => estimator = Some(Estimator::Material(reader.parameters()?)),
            StopSettings::NAME => smooth.stop = reader.parameters()?,
            _ if reader.number(&mut direct, name)? => {}
            _ if reader.number(&mut smooth, name)? => {}
            _ => return Err(unknown_in::<Smooth>(name, column, &extra)),
        }
        Ok(())
    })?;
    // The parameters of the estimator may also occur directly in `smooth(...)`; the nested group takes precedence.
    smooth.estimator = estimator.unwrap_or(Estimator::Legacy(direct));
    Ok(smooth)
}

/// Reads the optional parenthesised parameters of `fixed`.
fn read_fixed(reader: &mut Reader) -> Result<Fixed, TextError> {
    let mut fixed = Fixed::default();
    reader.group(|reader, name, column| {
        match name {
            StopSettings::NAME => fixed.stop = reader.parameters()?,
            _ if reader.number(&mut fixed, name)? => {}
            _ => return Err(unknown_in::<Fixed>(name, column, &[StopSettings::NAME])),
        }
        Ok(())
    })?;
    Ok(fixed)
}

/// Reads `=smooth` or `=raw`.
fn read_first_move(reader: &mut Reader) -> Result<FirstMoveNps, TextError> {
    let (word, column) = reader.value("'smooth' or 'raw'")?;
    match word.as_str() {
        "smooth" => Ok(FirstMoveNps::Smooth),
        "raw" => Ok(FirstMoveNps::Raw),
        _ => Err(TextError::unknown(column, &word, FIRST_MOVE, &["smooth", "raw"])),
    }
}

impl fmt::Display for Settings {
    /// The canonical text: the parameters that differ from the defaults; with `{:#}` all parameters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = if f.alternate() { Show::All } else { Show::Changes };
        match self {
            Self::Smooth(smooth) => {
                let mut items = numbers(smooth, show);
                if show == Show::All || smooth.first_move == FirstMoveNps::Raw {
                    let word =
                        if smooth.first_move == FirstMoveNps::Raw { "raw" } else { "smooth" };
                    items.push(format!("{FIRST_MOVE}={word}"));
                }
                match &smooth.estimator {
                    Estimator::Legacy(legacy) => items.extend(nested(legacy, show)),
                    // Always printed, because it is not the default estimator.
                    Estimator::Material(material) => {
                        items.push(named(numbers(material, show), MleMaterial::NAME))
                    }
                }
                items.extend(nested(&smooth.stop, show));
                f.write_str(&named(items, Smooth::NAME))
            }
            Self::Fixed(fixed) => {
                let mut items = numbers(fixed, show);
                items.extend(nested(&fixed.stop, show));
                f.write_str(&named(items, Fixed::NAME))
            }
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

/// The text of a nested group, unless it is empty.
fn nested<T: Parameters + Default>(values: &T, show: Show) -> Option<String> {
    let items = numbers(values, show);
    (!items.is_empty()).then(|| named(items, T::NAME))
}

/// `name(items)`, or the name alone.
fn named(items: Vec<String>, name: &str) -> String {
    if items.is_empty() { name.to_owned() } else { format!("{name}({})", items.join(",")) }
}
