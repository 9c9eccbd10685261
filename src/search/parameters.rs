//! Every number the selective search depends on, in one table that a tuner can list, read and set by name.

/// Name, default and range of one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The field's name, also the UCI option of a tuning build.
    pub name: &'static str,
    /// What the engine plays with.
    pub default: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal;)*) => {
        /// The values of all parameters. Source: untuned start values of the usual magnitude for centipawn engines,
        /// each to be fitted by the procedure of `docs/strength.md`.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Parameters {
            /// The table, in the order of the fields.
            pub const TABLE: &'static [Parameter] = &[
                $(Parameter { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            /// The value of the parameter called `name`.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets the parameter called `name`, clamped to its range; false when there is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($min, $max),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

parameters! {
    /// First iteration with an aspiration window.
    aspiration_depth: 5 in 2..=12;
    /// Half-width of the first aspiration window.
    aspiration_window: 16 in 4..=100;
    /// Deepest remaining depth for reverse futility.
    reverse_futility_depth: 8 in 1..=14;
    /// Reverse futility margin for each ply of depth.
    reverse_futility_margin: 80 in 20..=200;
    /// Taken off the reverse futility margin when the evaluation is improving.
    reverse_futility_improving: 70 in 0..=200;
    /// Deepest remaining depth for razoring.
    razoring_depth: 3 in 0..=6;
    /// Razoring margin at depth zero.
    razoring_base: 350 in 0..=600;
    /// Razoring margin, times the square of the depth.
    razoring_margin: 200 in 50..=600;
    /// Smallest remaining depth for a null move.
    null_depth: 3 in 1..=6;
    /// Fixed part of the null-move reduction.
    null_base: 3 in 1..=6;
    /// Plies of depth for one more ply of null-move reduction.
    null_divisor: 4 in 2..=8;
    /// Centipawns above beta for one more ply of null-move reduction, three at most.
    null_margin: 200 in 50..=600;
    /// Remaining depth from which a null-move cut-off is verified.
    null_verification: 12 in 6..=20;
    /// Smallest remaining depth for probcut.
    probcut_depth: 5 in 3..=10;
    /// How far above beta a probcut capture must land.
    probcut_margin: 170 in 50..=400;
    /// Smallest remaining depth for internal reductions of nodes without a table move.
    internal_reduction_depth: 4 in 2..=10;
    /// Deepest remaining depth for pruning by move count.
    count_depth: 8 in 1..=14;
    /// Moves searched before pruning by count, at depth zero.
    count_base: 4 in 1..=12;
    /// Deepest reduced depth for futility pruning of quiet moves.
    futility_depth: 8 in 1..=14;
    /// Futility margin at depth zero.
    futility_base: 110 in 0..=300;
    /// Futility margin for each ply of reduced depth.
    futility_margin: 85 in 20..=250;
    /// Deepest reduced depth for pruning by history.
    history_depth: 4 in 1..=8;
    /// History below minus this for each ply prunes a quiet move.
    history_margin: 3500 in 500..=12000;
    /// Deepest remaining depth for pruning losing exchanges.
    exchange_depth: 8 in 1..=14;
    /// Exchange loss a quiet move is allowed for each ply of reduced depth.
    exchange_quiet: 60 in 10..=200;
    /// Exchange loss a capture is allowed for each ply of depth.
    exchange_capture: 100 in 20..=300;
    /// Smallest remaining depth for singular extensions.
    singular_depth: 7 in 4..=12;
    /// Centipawns below the table's bound for each ply of depth, in eighths.
    singular_margin: 12 in 2..=60;
    /// How far below the singular window earns a second ply.
    singular_double: 25 in 5..=200;
    /// Late-move reductions: constant part in 1024ths of a ply.
    reduction_base: 700 in 0..=2048;
    /// Late-move reductions: factor of the product of logarithms in 1024ths.
    reduction_factor: 460 in 200..=1024;
    /// History for one ply less of reduction.
    reduction_history: 7000 in 2000..=20000;
    /// Taken off the reduction in principal nodes, 1024ths of a ply.
    reduction_principal: 1024 in 0..=3072;
    /// Added to the reduction where a cut-off is expected.
    reduction_cut: 1024 in 0..=3072;
    /// Added to the reduction when the evaluation is not improving.
    reduction_declining: 512 in 0..=2048;
    /// Taken off the reduction of checks and evasions.
    reduction_check: 1024 in 0..=3072;
    /// Evasions that quiescence searches at most once one of them avoids mate.
    evasions: 3 in 1..=64;
    /// Delta pruning margin of quiescence.
    delta_margin: 180 in 50..=500;
    /// Largest history bonus.
    history_bonus_max: 1700 in 400..=4000;
    /// History bonus for each ply of depth.
    history_bonus: 170 in 50..=400;
}

#[cfg(test)]
mod tests {
    use super::Parameters;

    #[test]
    fn every_parameter_can_be_listed_read_and_set() {
        let mut parameters = Parameters::default();
        for row in Parameters::TABLE {
            assert!(row.min <= row.default && row.default <= row.max, "{}", row.name);
            assert_eq!(parameters.get(row.name), Some(row.default));
            assert!(parameters.set(row.name, i32::MAX));
            assert_eq!(parameters.get(row.name), Some(row.max));
        }
        assert!(!parameters.set("no such parameter", 1));
    }
}
