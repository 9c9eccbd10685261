//! The engine options and their table: names, types, defaults, ranges and help. UCI, the settings file, the settings form
//! and the words of `match` read it.

use super::uci_option::{OptionError, OptionKind, UciOption};
use crate::base::Millis;
use crate::knowledge::CategoryWeights;
use crate::search::{DrawByPly, Parameter, Parameters, SearchOptions, ShadowMode, TableBounds};
use crate::timing;
use lucena_trace::Filter;
use std::str::FromStr;

/// A row of the option table.
#[derive(Clone, Copy, Debug)]
pub struct EngineOption {
    /// UCI name.
    pub name: &'static str,
    /// Field of the settings file, then other words that `match` accepts.
    pub keys: &'static [&'static str],
    help: &'static str,
    kind: Kind,
    value: fn(&mut EngineOptions) -> &mut dyn OptionValue,
}

/// Type and range of a row.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Spin(i64, i64),
    Combo(&'static [&'static str]),
    Check,
    Text,
    /// A text that a trace reads as its filter.
    TraceFilter,
}

/// A field of [`EngineOptions`] as text.
trait OptionValue {
    fn text(&self) -> String;
    /// Assigns a text that the row's type and range allow.
    fn assign(&mut self, text: &str);
}

impl<T: ToString + FromStr> OptionValue for T {
    fn text(&self) -> String {
        self.to_string()
    }
    fn assign(&mut self, text: &str) {
        if let Ok(value) = text.parse() {
            *self = value;
        }
    }
}

impl OptionValue for Millis {
    fn text(&self) -> String {
        self.0.text()
    }
    fn assign(&mut self, text: &str) {
        self.0.assign(text);
    }
}

/// No position has more than 218 legal moves.
pub const MAX_MULTI_PV: usize = 218;

/// Declares [`EngineOptions`] with its defaults and its table: `field: Type = default, "UCI name" [keys] kind;`, then the
/// fields that are no options.
macro_rules! engine_options {
    (
        $(#[doc = $help:literal] $field:ident: $type:ty = $default:expr,
            $name:literal [$($key:literal),+] $kind:expr;)*
        $(+ $(#[$doc:meta])* $other:ident: $other_type:ty,)*
    ) => {
        /// Options that stay in force from move to move.
        #[derive(Clone, Debug, PartialEq)]
        pub struct EngineOptions {
            $(#[doc = $help] pub $field: $type,)*
            $($(#[$doc])* pub $other: $other_type,)*
        }

        impl Default for EngineOptions {
            fn default() -> Self {
                Self { $($field: $default,)* $($other: <$other_type>::default(),)* }
            }
        }

        impl EngineOption {
            /// All rows.
            pub const TABLE: &'static [Self] = &[$(Self {
                name: $name,
                keys: &[$($key),+],
                help: $help,
                kind: $kind,
                value: |options| &mut options.$field,
            },)*];
        }
    };
}

engine_options! {
    /// Transposition table (TT) in MiB.
    hash_mib: usize = 16, "Hash" ["hash_mib", "hash"] Kind::Spin(1, 1 << 20);
    /// Search threads.
    threads: usize = 1, "Threads" ["threads"] Kind::Spin(1, 1024);
    /// Principal variations shown.
    multi_pv: usize = 1, "MultiPV" ["multi_pv", "lines"] Kind::Spin(1, MAX_MULTI_PV as i64);
    /// Time lost outside the engine for each move in ms, until it is measured.
    move_overhead: Millis = Millis(30),
        "Move Overhead" ["move_overhead"] Kind::Spin(0, 10_000);
    /// Factor on the speed cap of limited strength: divided clocks then give the same games.
    speed_scale: u32 = 1, "Speed Scale" ["speed_scale", "speed"] Kind::Spin(1, 1000);
    /// Seed of the error draw of limited strength.
    seed: u64 = 1, "Seed" ["seed"] Kind::Spin(0, i64::MAX);
    /// Time manager and its parameters.
    time_manager: String = timing::DEFAULT_MANAGER.to_owned(),
        "TimeManager" ["time_manager"] Kind::Text;
    /// Treatment of repetitions in the TT: fast for play, strict for proofs.
    shadow: ShadowMode = ShadowMode::Fast, "ShadowMode" ["shadow"] Kind::Combo(&["fast", "strict"]);
    /// Centipawns by which a draw scores below 0 for the engine.
    contempt: i32 = 0, "Contempt" ["contempt"] Kind::Spin(-500, 500);
    /// Prefer quick wins and slow losses by the delayed-loss bonus instead of the distance from the root in mate scores.
    delayed_loss: bool = false, "DelayedLoss" ["delayed_loss"] Kind::Check;
    /// Score a draw by its distance from the root, later ones higher, and keep evaluations out of that range.
    draw_by_ply: bool = false, "DrawByPly" ["draw_by_ply"] Kind::Check;
    /// Step in centipawns to which evaluations are rounded.
    granularity: i32 = 1, "Granularity" ["granularity", "grain"] Kind::Spin(1, 100);
    /// What a TT entry says about the score: both ends of the shadow interval, or one integrated bound and value (IBV).
    table_bounds: TableBounds = TableBounds::Interval,
        "TableBounds" ["table_bounds"] Kind::Combo(&["interval", "ibv", "forced"]);
    /// Directory of Syzygy tablebases, empty for none.
    syzygy_path: String = String::new(), "SyzygyPath" ["syzygy"] Kind::Text;
    /// Polyglot opening book (.bin), empty for none.
    book: String = String::new(), "Book" ["book"] Kind::Text;
    /// Play moves of the book.
    own_book: bool = true, "OwnBook" ["own_book"] Kind::Check;
    /// Play the book move with the largest weight instead of drawing one by the weights.
    book_best: bool = false, "BookBest" ["book_best"] Kind::Check;
    /// File with weights of the human strength model, as `lucena tune human` writes it; empty for the built-in ones.
    human_model: String = String::new(), "HumanModel" ["human_model"] Kind::Text;
    /// File with an opening book of the human strength model; empty for the built-in one.
    human_book: String = String::new(), "HumanBook" ["human_book"] Kind::Text;
    /// Take a person's time for a move of the human strength model instead of playing as fast as possible.
    human_pace: bool = false, "HumanPace" ["human_pace"] Kind::Check;
    /// File for a search trace of every search, empty for none.
    trace_file: String = String::new(), "TraceFile" ["trace_file"] Kind::Text;
    /// Which nodes the trace records, as in `docs/trace-format.md`; empty for all.
    trace_filter: String = String::new(), "TraceFilter" ["trace_filter"] Kind::TraceFilter;
    + /// Category weights set by the user instead of those of the strength model.
    emphasis: Option<CategoryWeights>,
    + /// Search parameters; not the defaults only for tuning.
    parameters: Parameters,
}

impl EngineOption {
    /// The row with this UCI name (any case) or key, whose words may have hyphens between them.
    pub fn find(name: &str) -> Option<&'static Self> {
        let key = name.replace('-', "_");
        Self::TABLE
            .iter()
            .find(|row| row.name.eq_ignore_ascii_case(name) || row.keys.contains(&&*key))
    }

    /// Help sentence.
    pub fn help(&self) -> &'static str {
        self.help.trim()
    }

    /// The option with its default and range.
    pub fn option(&self) -> UciOption {
        let default = (self.value)(&mut EngineOptions::default()).text();
        let kind = match self.kind {
            Kind::Spin(min, max) => {
                OptionKind::Spin { default: default.parse().unwrap_or(min), min, max }
            }
            Kind::Combo(choices) => OptionKind::Combo {
                default,
                choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
            },
            Kind::Check => OptionKind::Check { default: default == "true" },
            Kind::Text | Kind::TraceFilter => OptionKind::Text { default },
        };
        UciOption { name: self.name.to_owned(), kind }
    }

    /// Refuses a wrong filter at once: a trace that reads it may begin much later.
    fn check_filter(&self, text: &str) -> Result<(), OptionError> {
        match self.kind {
            Kind::TraceFilter => Filter::parse(text).map(drop).map_err(|problem| {
                let expected = format!("a filter such as ply=6 iteration=8-9: {problem}");
                OptionError::Value { name: self.name.to_owned(), value: text.to_owned(), expected }
            }),
            Kind::Spin(..) | Kind::Combo(_) | Kind::Check | Kind::Text => Ok(()),
        }
    }
}

impl EngineOptions {
    /// These options with the `drawn` seed, unless another than the default is set: an opponent that always errs alike would be
    /// learned by heart.
    pub fn or_seed(self, drawn: u64) -> Self {
        Self { seed: self.own_seed().unwrap_or(drawn), ..self }
    }

    /// The seed, if another than the default is set.
    pub fn own_seed(&self) -> Option<u64> {
        Some(self.seed).filter(|seed| *seed != Self::default().seed)
    }

    /// Sets an option or a search parameter by UCI name or key.
    ///
    /// # Errors
    /// There is no such option, or the value is not allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(row) = EngineOption::find(name) {
            let text = row.option().check(value)?;
            row.check_filter(&text)?;
            (row.value)(self).assign(&text);
            return Ok(());
        }
        let row = Parameters::TABLE.iter().find(|row| row.is_called(name));
        let row = row.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        if let Ok(number) = parameter_option(row).check(value)?.parse() {
            self.parameters.set(row.name, number);
        }
        Ok(())
    }

    /// The options that a trace states, with their values: the size of the table, threads and lines, those named in `also`, and
    /// what else is not the default and says something about the search.
    pub fn stated(&self, also: &[&str]) -> Vec<(String, String)> {
        const ALWAYS: [&str; 3] = ["Hash", "Threads", "MultiPV"];
        const NEVER: [&str; 2] = ["TraceFile", "TraceFilter"];
        let rows = EngineOption::TABLE.iter().filter(|row| !NEVER.contains(&row.name));
        let mut stated: Vec<(String, String)> = self
            .values(rows)
            .filter(|(name, _, is_default)| {
                ALWAYS.contains(name) || also.contains(name) || !is_default
            })
            .map(|(name, text, _)| (name.to_owned(), text))
            .collect();
        stated.extend(Parameters::TABLE.iter().filter_map(|row| {
            let value = self.parameters.get(row.name)?;
            let is_stated = value != row.default() || also.contains(&row.name);
            is_stated.then(|| (row.name.to_owned(), value.to_string()))
        }));
        stated
    }

    /// The options that change what scores mean or how the TT stores them, as far as they are not the defaults.
    pub fn score_options(&self) -> Vec<String> {
        const NAMES: [&str; 5] =
            ["contempt", "draw_by_ply", "delayed_loss", "granularity", "table_bounds"];
        self.values(NAMES.into_iter().filter_map(EngineOption::find))
            .filter(|(_, _, is_default)| !is_default)
            .map(|(name, text, _)| format!("{name} {text}"))
            .collect()
    }

    /// Name and value of each row, and whether that is the default.
    fn values(
        &self,
        rows: impl Iterator<Item = &'static EngineOption>,
    ) -> impl Iterator<Item = (&'static str, String, bool)> {
        let (mut set, mut defaults) = (self.clone(), Self::default());
        rows.map(move |row| {
            let text = (row.value)(&mut set).text();
            let is_default = text == (row.value)(&mut defaults).text();
            (row.name, text, is_default)
        })
    }

    /// The search parameters as options.
    pub fn parameters() -> impl Iterator<Item = UciOption> {
        Parameters::TABLE.iter().map(parameter_option)
    }

    /// The options of the search.
    pub fn search(&self) -> SearchOptions {
        SearchOptions {
            threads: self.threads,
            shadow: self.shadow,
            contempt: self.contempt,
            delayed_loss: self.delayed_loss,
            draw_by_ply: if self.draw_by_ply { DrawByPly::On } else { DrawByPly::Off },
            granularity: self.granularity,
            table_bounds: self.table_bounds,
            parameters: self.parameters.clone(),
            ..SearchOptions::default()
        }
    }
}

fn parameter_option(row: &Parameter) -> UciOption {
    let (default, min, max) = (row.default().into(), row.min.into(), row.max.into());
    UciOption { name: row.name.to_owned(), kind: OptionKind::Spin { default, min, max } }
}

#[cfg(test)]
mod tests {
    use super::{DrawByPly, EngineOption, EngineOptions, TableBounds};

    #[test]
    fn defaults_are_in_their_ranges_and_every_key_sets_its_field() {
        let mut options = EngineOptions::default();
        for row in EngineOption::TABLE {
            let declared = row.option().to_string();
            let default = declared.split(" default ").nth(1).unwrap();
            let default = default.split(" min ").next().unwrap().split(" var ").next().unwrap();
            // The default is empty, which the declaration writes `<empty>`; the word `empty` is no filter.
            let value = match default.trim_matches('<').trim_matches('>') {
                "empty" if row.name == "TraceFilter" => "ply=6",
                value => value,
            };
            for name in [row.name].iter().chain(row.keys) {
                options.set(name, value).unwrap();
            }
        }
        for path in [
            &mut options.syzygy_path,
            &mut options.book,
            &mut options.trace_file,
            &mut options.human_model,
            &mut options.human_book,
        ] {
            path.clear();
        }
        options.trace_filter.clear();
        assert_eq!(options, EngineOptions::default());
        options.set("hash", "64").unwrap();
        options.set("contempt", "-20").unwrap();
        options.set("ShadowMode", "STRICT").unwrap();
        assert_eq!((options.hash_mib, options.contempt), (64, -20));
        for (name, value) in [("grain", "10"), ("TableBounds", "IBV"), ("DrawByPly", "true")] {
            options.set(name, value).unwrap();
        }
        let on = ["Contempt -20", "DrawByPly true", "Granularity 10", "TableBounds ibv"];
        assert_eq!(options.score_options(), on);
        let search = options.search();
        assert_eq!((search.granularity, search.table_bounds), (10, TableBounds::Ibv));
        assert_eq!((search.draw_by_ply, search.contempt), (DrawByPly::On, -20));
        assert!(EngineOptions::default().score_options().is_empty());
        let error = options.set("TableBounds", "two").unwrap_err().to_string();
        assert!(error.contains("interval, ibv, forced"), "{error}");
        assert!(options.set("hash", "0").unwrap_err().to_string().contains("from 1 to 1048576"));
        let name = EngineOptions::parameters().next().unwrap().name;
        assert!(options.set(&name, "x").unwrap_err().to_string().contains(&name));
        assert!(options.set("nothing", "1").is_err());
    }

    #[test]
    fn a_wrong_filter_is_named_and_the_old_one_stays() {
        let mut options = EngineOptions::default();
        options.set("TraceFilter", "ply=6 iteration=8-9").unwrap();
        let error = options.set("TraceFilter", "plies=6").unwrap_err().to_string();
        assert!(
            error.starts_with("option \"TraceFilter\": \"plies=6\" is not a filter"),
            "{error}"
        );
        assert_eq!(options.trace_filter, "ply=6 iteration=8-9");
        options.set("TraceFilter", "<empty>").unwrap();
        assert_eq!(options.trace_filter, "");
    }
}
