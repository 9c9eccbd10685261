//! Search parameters: every number that the selective search depends on, in one table that a tuner can list, read and
//! set by name. Their values are data, `assets/search.ron`.

use crate::base::{RonError, read_ron};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Name and range of one search parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The field's name and UCI option; UCI lists it after `setoption name Tuning value true`.
    pub name: &'static str,
    /// Names that earlier versions used for it.
    pub old_names: &'static [&'static str],
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
}

impl Parameter {
    /// Whether `name` is the present name or an old name of this parameter.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.old_names.contains(&name)
    }

    /// The value that the engine plays with.
    pub fn default(&self) -> i32 {
        Parameters::shipped().get(self.name).unwrap_or(self.min)
    }
}

/// The file of the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterFile {
    /// Where they are from.
    pub provenance: ParameterProvenance,
    /// The values.
    pub values: Parameters,
}

/// Where the values of the parameters are from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterProvenance {
    /// Program, book and rules of the run.
    pub source: String,
    /// Games of the run.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Its seed.
    pub seed: u64,
}

impl ParameterFile {
    /// Reads a file; `file` is its name in errors.
    ///
    /// # Errors
    /// The text is malformed, a parameter is missing or unknown, or a value is outside its range.
    pub fn from_text(file: &str, text: &str) -> Result<Self, RonError> {
        let read: Self = read_ron(file, text)?;
        for row in Parameters::TABLE {
            let value = read.values.get(row.name).unwrap_or(row.min);
            if !(row.min..=row.max).contains(&value) {
                let is_row = |line: &str| {
                    let rest = line.trim_start().strip_prefix(row.name);
                    rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
                };
                let line = 1 + text.lines().take_while(|line| !is_row(line)).count();
                let message =
                    format!("{}: {value} is not from {} to {}", row.name, row.min, row.max);
                return Err(RonError { file: file.to_owned(), line, column: 1, message });
            }
        }
        Ok(read)
    }
}

/// Each row is `name (old name)? in min..=max`. Saved searches, scripts of `match` and tuners may still contain
/// the old name, so every look-up accepts it.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident $(($old:literal))? in $min:literal..=$max:literal;)*) => {
        /// The values of all parameters; the ranges are of the usual magnitude for centipawn engines.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self::shipped().clone()
            }
        }

        impl Parameters {
            /// The smallest value of each.
            const SMALLEST: Self = Self { $($name: $min,)* };

            /// The table, in the order of the fields.
            pub const TABLE: &'static [Parameter] = &[
                $(Parameter {
                    name: stringify!($name),
                    old_names: &[$($old)?],
                    min: $min,
                    max: $max,
                },)*
            ];

            /// The value of the parameter called `name`, by its present or its old name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) $(| $old)? => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets the parameter called `name`, clamped to its range; false when no parameter has that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) $(| $old)? => self.$name = value.clamp($min, $max),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

impl Parameters {
    /// The built-in values.
    pub fn shipped() -> &'static Self {
        static VALUES: LazyLock<Parameters> = LazyLock::new(|| {
            let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/search.ron"));
            let read = ParameterFile::from_text("assets/search.ron", text);
            debug_assert!(read.is_ok(), "{read:?}");
            read.map_or(Parameters::SMALLEST, |file| file.values)
        });
        &VALUES
    }
}

parameters! {
    /// First iteration with an aspiration window.
    aspiration_depth in 2..=12;
    /// Half-width of the first aspiration window.
    aspiration_window in 4..=100;
    /// Reverse futility pruning (RFP): largest remaining depth.
    rfp_depth ("reverse_futility_depth") in 1..=14;
    /// RFP: margin for each ply of depth.
    rfp_margin ("reverse_futility_margin") in 20..=200;
    /// RFP: subtracted from the margin when the evaluation is improving.
    rfp_improving ("reverse_futility_improving") in 0..=200;
    /// Razoring: largest remaining depth.
    razoring_depth in 0..=6;
    /// Razoring: margin at depth zero.
    razoring_base in 0..=600;
    /// Razoring: margin, times the square of the depth.
    razoring_margin in 50..=600;
    /// Null-move pruning (NMP): smallest remaining depth.
    nmp_depth ("null_depth") in 1..=6;
    /// NMP: fixed part of the reduction.
    nmp_base ("null_base") in 1..=6;
    /// NMP: plies of depth for one more ply of reduction.
    nmp_divisor ("null_divisor") in 2..=8;
    /// NMP: centipawns above beta for one more ply of reduction, three plies at most.
    nmp_margin ("null_margin") in 50..=600;
    /// NMP: how far the static evaluation must be above beta, at depth zero.
    nmp_eval_margin in 0..=400;
    /// NMP: subtracted from that for each ply of depth.
    nmp_eval_depth in 0..=50;
    /// NMP: remaining depth from which a cut-off is verified.
    nmp_verification ("null_verification") in 6..=20;
    /// ProbCut: smallest remaining depth.
    probcut_depth in 3..=10;
    /// ProbCut: how far above beta the capture must score.
    probcut_margin in 50..=400;
    /// Internal iterative reduction (IIR) of nodes without a TT move: smallest remaining depth.
    iir_depth ("internal_reduction_depth") in 2..=10;
    /// Late move pruning (LMP): largest remaining depth.
    lmp_depth ("count_depth") in 1..=14;
    /// LMP: moves searched before pruning, at depth zero.
    lmp_base ("count_base") in 1..=12;
    /// Futility pruning of quiet moves: largest reduced depth.
    futility_depth in 1..=14;
    /// Futility pruning: margin at depth zero.
    futility_base in 0..=300;
    /// Futility pruning: margin for each ply of reduced depth.
    futility_margin in 20..=250;
    /// History pruning of quiet moves: largest reduced depth.
    history_pruning_depth ("history_depth") in 1..=8;
    /// History pruning: a quiet move is pruned when its history is below minus this for each ply.
    history_pruning_margin ("history_margin") in 500..=12000;
    /// SEE pruning of losing exchanges: largest remaining depth.
    see_depth ("exchange_depth") in 1..=14;
    /// SEE pruning: exchange loss allowed to a quiet move for each ply of reduced depth.
    see_quiet_margin ("exchange_quiet") in 10..=200;
    /// SEE pruning: exchange loss allowed to a capture for each ply of depth.
    see_capture_margin ("exchange_capture") in 20..=300;
    /// Singular extension: smallest remaining depth.
    singular_depth in 4..=12;
    /// Singular extension: centipawns below the TT bound for each ply of depth, in eighths.
    singular_margin in 2..=60;
    /// Singular extension: how far below the singular window the score must fall for a second ply.
    singular_double_margin ("singular_double") in 0..=200;
    /// Singular extension: the same for a third ply of a quiet move.
    singular_triple_margin in 20..=400;
    /// Late move reduction (LMR): constant part in 1024ths of a ply.
    lmr_base ("reduction_base") in 0..=2048;
    /// LMR: factor of the product of logarithms in 1024ths.
    lmr_factor ("reduction_factor") in 200..=1024;
    /// LMR: history for one ply less of reduction.
    lmr_history ("reduction_history") in 2000..=20000;
    /// LMR: subtracted where the position is or was a PV node, 1024ths of a ply.
    lmr_pv ("reduction_principal") in 0..=3072;
    /// LMR: added in expected cut nodes, 1024ths of a ply.
    lmr_cut ("reduction_cut") in 0..=3072;
    /// LMR: added when the evaluation is not improving, 1024ths of a ply.
    lmr_not_improving ("reduction_declining") in 0..=2048;
    /// LMR: capture history for one ply less of reduction.
    lmr_capture_history in 2000..=20000;
    /// LMR: added when the TT move is noisy, 1024ths of a ply.
    lmr_noisy_tt_move in 0..=3072;
    /// LMR: added after three beta cut-offs in the children before, 1024ths of a ply.
    lmr_cutoffs in 0..=3072;
    /// LMR: how far above the best score a reduced search must be for a deeper search, in centipawns.
    lmr_deeper_base in 0..=200;
    /// LMR: the same for each ply of depth.
    lmr_deeper_depth in 0..=20;
    /// LMR: a reduced search less than this above the best score is followed by a shallower search.
    lmr_shallower in 0..=50;
    /// LMR: subtracted for checks and evasions, 1024ths of a ply.
    lmr_check ("reduction_check") in 0..=3072;
    /// Quiescence search (qsearch): quiet evasions searched at most once an evasion avoids mate.
    qsearch_evasions ("evasions") in 1..=64;
    /// Delta pruning in qsearch: margin.
    delta_margin in 50..=500;
    /// Lazy evaluation: how far above what it is compared with the expected evaluation must be, in centipawns.
    lazy_high_margin in 50..=32000;
    /// The same below alpha in qsearch.
    lazy_low_margin in 0..=32000;
    /// Largest history bonus.
    history_bonus_max in 400..=4000;
    /// History bonus for each ply of depth.
    history_bonus in 50..=400;
    /// Largest history malus.
    history_malus_max in 200..=4000;
    /// History malus for each ply of depth.
    history_malus in 50..=600;
    /// Weight of the low-ply history in the move ordering, divided by one more than the plies from the root.
    history_low_ply in 0..=32;
    /// History of a quiet move for each centipawn by which the evaluation after it is better than before.
    eval_history in 0..=100;
    /// Largest history of that kind, either way.
    eval_history_max in 0..=4000;
}

#[cfg(test)]
mod tests {
    use super::{ParameterFile, Parameters};

    #[test]
    fn every_parameter_can_be_listed_read_and_set() {
        let mut parameters = Parameters::default();
        for row in Parameters::TABLE {
            assert!(row.min <= row.default() && row.default() <= row.max, "{}", row.name);
            assert_eq!(parameters.get(row.name), Some(row.default()));
            assert!(parameters.set(row.name, i32::MAX));
            assert_eq!(parameters.get(row.name), Some(row.max));
        }
        assert!(!parameters.set("no such parameter", 1));
    }

    #[test]
    fn an_error_in_the_file_names_the_parameter_and_its_line() {
        let text = include_str!("../../assets/search.ron");
        assert!(ParameterFile::from_text("search.ron", text).is_ok());
        let line = text.lines().find(|line| line.contains("lmr_base:")).unwrap();
        let with = |new: &str| ParameterFile::from_text("search.ron", &text.replace(line, new));
        for (new, words) in [
            ("lmr_base: 3000,", "lmr_base: 3000 is not from 0 to 2048"),
            ("lmr_base: 0.5,", "search.ron:"),
            ("lmr_best: 5,", "lmr_best"),
            ("", "lmr_base"),
        ] {
            let error = with(new).unwrap_err().to_string();
            assert!(error.starts_with("search.ron:") && error.contains(words), "{new}: {error}");
        }
        // The name of another parameter begins with this one's.
        let value = format!("history_bonus: {},", Parameters::default().history_bonus);
        let wrong = text.replace(&value, "history_bonus: 9,");
        let line = 1 + wrong.lines().position(|line| line.contains("history_bonus: 9")).unwrap();
        let error = ParameterFile::from_text("search.ron", &wrong).unwrap_err();
        assert_eq!(error.line, line, "{error}");
    }

    #[test]
    fn old_names_of_parameters_are_read() {
        let mut parameters = Parameters::default();
        assert!(parameters.set("reduction_principal", 7));
        assert_eq!(
            (parameters.lmr_pv, parameters.get("null_base")),
            (7, Some(parameters.nmp_base))
        );
    }
}
