//! Named parameters: a group of them is declared once, as a struct with its defaults and the table that parsing and
//! printing share.

/// A named number of a group `T` with its range and accessors.
#[derive(Debug)]
pub struct Parameter<T> {
    /// The name in the parameter text.
    pub name: &'static str,
    /// The smallest value allowed.
    pub low: f64,
    /// The largest value allowed.
    pub high: f64,
    /// Reads it.
    pub get: fn(&T) -> f64,
    /// Writes it; the value is within the range.
    pub set: fn(&mut T, f64),
}

/// A group of parameters in the parameter text.
pub trait Parameters: Default + 'static {
    /// The group's name in the text.
    const NAME: &'static str;
    /// Its parameters, in the order they are printed.
    const TABLE: &'static [Parameter<Self>];
}

/// Declares a group: each number as `field ("name"): default, low..=high;`, then other fields as `+ field: Type,`.
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct $group:ident ($text:literal) {
            $($(#[$doc:meta])* $field:ident ($name:literal): $default:expr, $low:literal..=$high:literal;)*
            $(+ $(#[$other_doc:meta])* $other:ident: $other_type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $group {
            $($(#[$doc])* pub $field: f64,)*
            $($(#[$other_doc])* pub $other: $other_type,)*
        }

        impl Default for $group {
            fn default() -> Self {
                Self { $($field: $default,)* $($other: <$other_type>::default(),)* }
            }
        }

        impl $crate::timing::Parameters for $group {
            const NAME: &'static str = $text;
            const TABLE: &'static [$crate::timing::Parameter<Self>] = &[$(
                $crate::timing::Parameter {
                    name: $name,
                    low: $low,
                    high: $high,
                    get: |group| group.$field,
                    set: |group, value| group.$field = value,
                },
            )*];
        }
    };
}
pub(super) use parameters;
