//! Search parameters: every number that the selective search depends on, in one table that a tuner can list, read and
//! set by name.

/// Name, default and range of one search parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The field's name and UCI option; UCI lists it after `setoption name Tuning value true`.
    pub name: &'static str,
    /// Names that earlier versions used for it.
    pub old_names: &'static [&'static str],
    /// The value that the engine plays with.
    pub default: i32,
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
}

/// Each row is `name (old name)?: default in min..=max`. Saved searches, scripts of `match` and tuners may still contain
/// the old name, so every look-up accepts it.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident $(($old:literal))?: $default:literal in $min:literal..=$max:literal;)*) => {
        /// The values of all parameters. Source: untuned start values of the usual magnitude for centipawn engines,
        /// to be fitted by `lucena tune search` (`docs/tuning.md`).
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
                $(Parameter {
                    name: stringify!($name),
                    old_names: &[$($old)?],
                    default: $default,
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

parameters! {
    /// First iteration with an aspiration window.
    aspiration_depth: 5 in 2..=12;
    /// Half-width of the first aspiration window.
    aspiration_window: 16 in 4..=100;
    /// Reverse futility pruning (RFP): largest remaining depth.
    rfp_depth ("reverse_futility_depth"): 8 in 1..=14;
    /// RFP: margin for each ply of depth.
    rfp_margin ("reverse_futility_margin"): 80 in 20..=200;
    /// RFP: subtracted from the margin when the evaluation is improving.
    rfp_improving ("reverse_futility_improving"): 70 in 0..=200;
    /// Razoring: largest remaining depth.
    razoring_depth: 3 in 0..=6;
    /// Razoring: margin at depth zero.
    razoring_base: 350 in 0..=600;
    /// Razoring: margin, times the square of the depth.
    razoring_margin: 200 in 50..=600;
    /// Null-move pruning (NMP): smallest remaining depth.
    nmp_depth ("null_depth"): 3 in 1..=6;
    /// NMP: fixed part of the reduction.
    nmp_base ("null_base"): 4 in 1..=6;
    /// NMP: plies of depth for one more ply of reduction.
    nmp_divisor ("null_divisor"): 4 in 2..=8;
    /// NMP: centipawns above beta for one more ply of reduction, three plies at most.
    nmp_margin ("null_margin"): 200 in 50..=600;
    /// NMP: how far the static evaluation must be above beta, at depth zero.
    nmp_eval_margin: 180 in 0..=400;
    /// NMP: subtracted from that for each ply of depth.
    nmp_eval_depth: 17 in 0..=50;
    /// NMP: remaining depth from which a cut-off is verified.
    nmp_verification ("null_verification"): 12 in 6..=20;
    /// ProbCut: smallest remaining depth.
    probcut_depth: 5 in 3..=10;
    /// ProbCut: how far above beta the capture must score.
    probcut_margin: 170 in 50..=400;
    /// Internal iterative reduction (IIR) of nodes without a TT move: smallest remaining depth.
    iir_depth ("internal_reduction_depth"): 4 in 2..=10;
    /// Late move pruning (LMP): largest remaining depth.
    lmp_depth ("count_depth"): 8 in 1..=14;
    /// LMP: moves searched before pruning, at depth zero.
    lmp_base ("count_base"): 4 in 1..=12;
    /// Futility pruning of quiet moves: largest reduced depth.
    futility_depth: 8 in 1..=14;
    /// Futility pruning: margin at depth zero.
    futility_base: 110 in 0..=300;
    /// Futility pruning: margin for each ply of reduced depth.
    futility_margin: 85 in 20..=250;
    /// History pruning of quiet moves: largest reduced depth.
    history_pruning_depth ("history_depth"): 4 in 1..=8;
    /// History pruning: a quiet move is pruned when its history is below minus this for each ply.
    history_pruning_margin ("history_margin"): 3500 in 500..=12000;
    /// SEE pruning of losing exchanges: largest remaining depth.
    see_depth ("exchange_depth"): 8 in 1..=14;
    /// SEE pruning: exchange loss allowed to a quiet move for each ply of reduced depth.
    see_quiet_margin ("exchange_quiet"): 60 in 10..=200;
    /// SEE pruning: exchange loss allowed to a capture for each ply of depth.
    see_capture_margin ("exchange_capture"): 100 in 20..=300;
    /// Singular extension: smallest remaining depth.
    singular_depth: 5 in 4..=12;
    /// Singular extension: centipawns below the TT bound for each ply of depth, in eighths.
    singular_margin: 8 in 2..=60;
    /// Singular extension: how far below the singular window the score must fall for a second ply.
    singular_double_margin ("singular_double"): 12 in 0..=200;
    /// Singular extension: the same for a third ply of a quiet move.
    singular_triple_margin: 120 in 20..=400;
    /// Late move reduction (LMR): constant part in 1024ths of a ply.
    lmr_base ("reduction_base"): 700 in 0..=2048;
    /// LMR: factor of the product of logarithms in 1024ths.
    lmr_factor ("reduction_factor"): 460 in 200..=1024;
    /// LMR: history for one ply less of reduction.
    lmr_history ("reduction_history"): 8800 in 2000..=20000;
    /// LMR: subtracted where the position is or was a PV node, 1024ths of a ply.
    lmr_pv ("reduction_principal"): 1024 in 0..=3072;
    /// LMR: added in expected cut nodes, 1024ths of a ply.
    lmr_cut ("reduction_cut"): 1600 in 0..=3072;
    /// LMR: added when the evaluation is not improving, 1024ths of a ply.
    lmr_not_improving ("reduction_declining"): 900 in 0..=2048;
    /// LMR: capture history for one ply less of reduction.
    lmr_capture_history: 7000 in 2000..=20000;
    /// LMR: added when the TT move is noisy, 1024ths of a ply.
    lmr_noisy_tt_move: 1024 in 0..=3072;
    /// LMR: added after three beta cut-offs in the children before, 1024ths of a ply.
    lmr_cutoffs: 1024 in 0..=3072;
    /// LMR: how far above the best score a reduced search must be for a deeper search, in centipawns.
    lmr_deeper_base: 36 in 0..=200;
    /// LMR: the same for each ply of depth.
    lmr_deeper_depth: 2 in 0..=20;
    /// LMR: a reduced search less than this above the best score is followed by a shallower search.
    lmr_shallower: 8 in 0..=50;
    /// LMR: subtracted for checks and evasions, 1024ths of a ply.
    lmr_check ("reduction_check"): 1024 in 0..=3072;
    /// Quiescence search (qsearch): quiet evasions searched at most once an evasion avoids mate.
    qsearch_evasions ("evasions"): 1 in 1..=64;
    /// Delta pruning in qsearch: margin.
    delta_margin: 180 in 50..=500;
    /// Largest history bonus.
    history_bonus_max: 2200 in 400..=4000;
    /// History bonus for each ply of depth.
    history_bonus: 250 in 50..=400;
    /// Largest history malus.
    history_malus_max: 900 in 200..=4000;
    /// History malus for each ply of depth.
    history_malus: 330 in 50..=600;
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
