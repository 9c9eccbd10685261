//! A named parameter: the table row that parsing, printing and help share. The parameter groups are in `settings`,
//! `moves_left` and `stop`.

/// A named number of a group `T`: its range, its help text and its accessors.
#[derive(Debug)]
pub struct Parameter<T> {
    /// The name in the parameter text.
    pub name: &'static str,
    /// The smallest value allowed.
    pub low: f64,
    /// The largest value allowed.
    pub high: f64,
    /// Help text.
    pub about: &'static str,
    /// Reads it.
    pub get: fn(&T) -> f64,
    /// Writes it; the value is within the range.
    pub set: fn(&mut T, f64),
}

/// Makes a table row from a field.
macro_rules! parameter {
    ($name:literal, $($field:ident).+, $low:expr, $high:expr, $about:literal) => {
        $crate::timing::parameter::Parameter {
            name: $name,
            low: $low,
            high: $high,
            about: $about,
            get: |group| group.$($field).+,
            set: |group, value| group.$($field).+ = value,
        }
    };
}
pub(super) use parameter;

/// A group of parameters in the parameter text.
pub trait Parameters: Sized + 'static {
    /// The group's name in the text.
    const NAME: &'static str;
    /// Its parameters, in the order they are printed.
    const TABLE: &'static [Parameter<Self>];
}
