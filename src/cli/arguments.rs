//! The command-line arguments: one definition for the parser, the help, the manual pages and the completions. The arguments
//! of a batch subcommand are the `Options` of its module.

use crate::batch::{
    analyse, annotate, bench, calibrate, export, human, matches, network, perft, selfplay, stats,
    suite, summary, timesim, trace, train, tune,
};
use crate::{timing, tui};
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum as _};
use clap_complete::Shell;
use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::PathBuf;

/// A chess engine for the terminal that shows how it chooses its moves.
#[derive(Debug, Parser)]
#[command(name = "lucena", version, about)]
pub struct Arguments {
    /// Subcommand; `play` if omitted.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// Keep settings and games in this folder (as `LUCENA_HOME`).
    #[arg(long, global = true, value_name = "FOLDER")]
    pub home: Option<PathBuf>,
    /// Options of `play`.
    #[command(flatten)]
    pub play: tui::Launch,
}

/// A negative number is a value, so that the error of a wrong one names its option, and not an unknown option `-1`.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let negative = |argument: clap::Arg| match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    };
    command.mut_args(negative).mut_subcommands(with_negative_numbers)
}

/// The error with what is expected of a number, where it has only the words of the standard library.
fn with_expected(error: clap::Error) -> clap::Error {
    let Some(source) = error.source() else { return error };
    let value = error.get(ContextKind::InvalidValue).map(ToString::to_string).unwrap_or_default();
    let expected = if let Some(error) = source.downcast_ref::<ParseIntError>() {
        match error.kind() {
            IntErrorKind::PosOverflow => "the number is too large",
            IntErrorKind::NegOverflow => "the number is too small",
            _ if value.starts_with('-') && value[1..].parse::<u64>().is_ok() => {
                "expected a whole number of 0 or more"
            }
            _ => "expected a whole number, in digits",
        }
    } else if source.is::<ParseFloatError>() {
        "expected a number, such as 2 or 0.5"
    } else {
        return error;
    };
    let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let text = format!("invalid value '{value}' for '{argument}': {expected}");
    clap::Error::raw(error.kind(), format!("{text}\n\nFor more information, try '--help'.\n"))
}

impl Arguments {
    /// Reads the words of a command line, the program's name first.
    ///
    /// # Errors
    /// They are not understood, options of `play` stand before a subcommand, or `bench` has an option of another topic.
    pub fn read<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Self, clap::Error> {
        let matches = with_negative_numbers(Self::command()).try_get_matches_from(words);
        let matches = matches.map_err(with_expected)?;
        let read = Self::from_arg_matches(&matches)?;
        if let (Some(Task::Bench(bench)), Some((name, given))) = (&read.task, matches.subcommand())
        {
            let topic = bench.topic;
            let own = topic.own_arguments();
            let others =
                bench::Topic::value_variants().iter().flat_map(|other| other.own_arguments());
            let is_given =
                |id: &clap::Id| given.value_source(id.as_str()) == Some(ValueSource::CommandLine);
            if let Some(id) = others.filter(|id| !own.contains(id)).find(is_given) {
                let option = id.as_str().replace('_', "-");
                let topic = topic.to_possible_value();
                let topic = topic.as_ref().map_or("", |value| value.get_name());
                let text = format!("--{option} is not an option of the topic `{topic}`");
                let mut command = Self::command();
                // Gives the subcommands their whole names, for the line of usage.
                command.build();
                let mut bench = command.find_subcommand(name).cloned().unwrap_or_default();
                return Err(bench.error(ErrorKind::ArgumentConflict, text));
            }
        }
        read.checked()
    }

    /// The arguments, unless options of `play` stand before a subcommand; `--home` may stand anywhere.
    fn checked(self) -> Result<Self, clap::Error> {
        if self.task.is_none() || self.play == tui::Launch::default() {
            return Ok(self);
        }
        let text = "options of `play` cannot stand before a subcommand";
        Err(Self::command().error(ErrorKind::ArgumentConflict, text))
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Play, analyse and inspect in the terminal (default).
    Play(tui::Launch),
    /// Run as a UCI engine on standard input and output.
    Uci {
        /// Time manager and its parameters, such as `smooth(init-nps=1000000)`.
        #[arg(long, value_name = "TEXT", default_value = timing::DEFAULT_MANAGER)]
        time_manager: timing::Settings,
    },
    /// Run as a server of the Model Context Protocol on standard input and output: other programs ask for analyses,
    /// explanations, rejected lines and annotated games.
    Mcp,
    /// Play an engine match between two configurations, or against an external UCI engine.
    ///
    /// ± is half the width of a 95 % interval, 1.96 standard errors over the pairs of games. In Elo both ends are printed
    /// instead, as in +759.1 [+569.2, …], where one is more than 10 Elo farther than the other; … stands for an end that
    /// the games do not tell.
    Match(Box<matches::Options>),
    /// Measure the Elo of the strength levels by matches and write the calibration curve.
    ///
    /// ± is half the width of a 95 % interval, 1.96 standard errors.
    Calibrate(calibrate::Options),
    /// Compare time managers over simulated games (no search).
    Timesim(timesim::Options),
    /// Analyse one position: lines with shadow intervals, evaluation terms and explanations, as text or JSON.
    Analyse(analyse::Options),
    /// Analyse all games of a PGN file and write them with evaluations, move classifications and better lines.
    Annotate(annotate::Options),
    /// Train on your own mistakes: positions of annotated games in which a move was a mistake, repeated until known.
    Train(train::Options),
    /// Print statistics of your games: results, accuracy, time and mistakes by colour, opening and month, and where they left your
    /// repertoire.
    Stats(stats::Options),
    /// Write a page about the games of a tournament or a month: crosstable, accuracy, mistakes with reasons, and a chart of each game.
    Summary(summary::Options),
    /// Rate the players of a PGN file by their moves, on the scale of the human strength model.
    Rate(human::rate::Options),
    /// Play the engine against itself and save quiet positions with game results as training data.
    Selfplay(selfplay::Options),
    /// Search the test positions of EPD suites and count what one engine or several solve.
    Suite(suite::Options),
    /// Tune the evaluation weights on positions with game results (Texel tuning).
    Tune(Box<tune::Options>),
    /// Run a benchmark and print metrics as `name: value` lines.
    Bench(Box<bench::Options>),
    /// Count the move sequences of a given length after each legal move (perft divide), to test move generators.
    Perft(perft::Options),
    /// Explain why a move is legal or not, who attacks a square, or why a statement of the evaluation holds.
    Explain {
        /// Position as FEN, `startpos`, or `chess960` and the number of a start arrangement.
        fen: String,
        /// A move, square, proposition or evaluation term, such as `e1g1`, `e4` or `white.pawn.passed(d6)`; a summary of the
        /// position if omitted.
        what: Option<String>,
    },
    /// Read a game as rules in GDL or as a network, print its size, play random games, explain and measure.
    Network(network::Options),
    /// Convert a game of a PGN file to another format.
    Export(export::Options),
    /// Record, show, compare and export search traces, of this engine and of others.
    #[command(subcommand)]
    Trace(trace::TraceTask),
    /// Print the path of the settings file, and every setting with its meaning and default.
    Config,
    /// Check the environment, the built-in networks and the user's files, and print the problems found; the exit code is 0.
    Doctor,
    /// Print a shell completion script.
    Completions {
        /// Shell.
        shell: Shell,
    },
    /// Write the manual pages to a folder, or the main page to standard output.
    Man {
        /// Folder for one page per subcommand.
        #[arg(short, long = "output", alias = "out", value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}
