//! The arguments of `lucena trace`.

use crate::batch::wrong_argument::WrongArgument;
use crate::engine::EngineOptions;
use crate::search::Parameters;
use crate::search::observe::SortBy;
use anyhow::{Context as _, Result, ensure};
use lucena_trace::export::Bounds;
use lucena_trace::{Condition, GRAMMAR};
use std::collections::HashSet;
use std::path::PathBuf;

/// What to do with search traces.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum TraceTask {
    /// Search a position and write the trace.
    Record(RecordArguments),
    /// Show the tree below a line of moves.
    Show(ShowArguments),
    /// Print the figures of a trace: nodes, cut-offs, hash table, rules.
    Stat {
        /// Search trace of any engine.
        file: PathBuf,
    },
    /// Find the first node at which two traces differ, and compare their figures.
    Diff {
        /// A search trace.
        #[arg(value_name = "A")]
        first: PathBuf,
        /// Another one of the same position.
        #[arg(value_name = "B")]
        second: PathBuf,
    },
    /// List the nodes that meet a condition.
    Find(FindArguments),
    /// Follow a score from its node to where it comes from, through hash table entries.
    Origin(PlaceArguments),
    /// Write a subtree for Graphviz, or all records as JSON lines.
    Export(TraceExportArguments),
}

/// What is recorded.
#[derive(Clone, Debug, clap::Args)]
pub struct RecordArguments {
    /// Position in Forsyth-Edwards notation, or `startpos`; left out with --recording.
    #[arg(required_unless_present = "recording")]
    pub(super) fen: Option<String>,
    /// Search depth in plies; 10 without --depth and --nodes.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=128))]
    pub(super) depth: Option<u16>,
    /// Nodes to search.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) hash: u16,
    /// Search parameter other than its default, as NAME=VALUE; repeat for several.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    parameters: Vec<(String, String)>,
    /// A search that `:record` wrote, instead of a position.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "depth", "nodes", "hash", "parameters"])]
    pub(super) recording: Option<PathBuf>,
    /// Which nodes to record, such as `ply=6 line=e2e4,e7e5`; all if left out.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(super) filter: String,
    /// Search trace to write.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Replace the output file if it exists.
    #[arg(long)]
    pub(super) overwrite: bool,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("not of the form NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl RecordArguments {
    /// The search parameters by their present names, with values that UCI would take.
    pub(super) fn search_parameters(&self) -> Result<Vec<(String, i32)>> {
        self.read_parameters().map_err(|error| WrongArgument::of(&error))
    }

    fn read_parameters(&self) -> Result<Vec<(String, i32)>> {
        let read = |(name, value): &(String, String)| {
            let row = Parameters::TABLE.iter().find(|row| row.is_called(name));
            let row = row.with_context(|| format!("unknown parameter {name:?}"))?;
            let mut options = EngineOptions::default();
            options.set(row.name, value)?;
            Ok((row.name.to_owned(), options.parameters.get(row.name).unwrap_or(row.min)))
        };
        let read: Vec<(String, i32)> =
            self.parameters.iter().map(read).collect::<Result<_>>().context("--set")?;
        let mut names = HashSet::new();
        for (name, _) in &read {
            ensure!(names.insert(name), "--set: {name} is given twice");
        }
        Ok(read)
    }
}

/// A node of a trace.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaceArguments {
    /// Search trace of any engine.
    pub(super) file: PathBuf,
    /// Search of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) search: u64,
    /// Iteration of the search, from 1, repeated ones counted; the last completed one if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) iteration: Option<u64>,
    /// Moves from the root in UCI form, `0000` for a null move.
    #[arg(long, value_name = "MOVES", value_delimiter = ' ')]
    pub(super) line: Vec<String>,
}

/// What is shown.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowArguments {
    #[command(flatten)]
    pub(super) place: PlaceArguments,
    /// Levels of the tree below the line.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(super) levels: u16,
    /// Order of the nodes.
    #[arg(long, value_enum, default_value = "time")]
    pub(super) sort: SortBy,
    /// Only nodes that meet this condition, such as "cut depth>=4 ended=null-move".
    #[arg(long = "where", value_name = "CONDITION", default_value = "", value_parser = Condition::parse)]
    pub(super) condition: Condition,
}

/// What is looked for.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = format!("Conditions: {GRAMMAR}."))]
pub struct FindArguments {
    /// Search trace of any engine.
    pub(super) file: PathBuf,
    /// Words that all hold, such as "cut depth>=4 ended=null-move".
    #[arg(value_parser = Condition::parse)]
    pub(super) condition: Condition,
    /// Nodes to list; all are counted.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(super) limit: u32,
}

/// What is exported.
#[derive(Clone, Debug, clap::Args)]
pub struct TraceExportArguments {
    #[command(flatten)]
    pub(super) place: PlaceArguments,
    /// Form of the export.
    #[arg(long, value_enum, default_value = "graphviz")]
    pub(super) format: TraceFormat,
    /// Levels of the subtree (Graphviz); 3 if left out.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(super) levels: Option<u16>,
    /// Nodes of the subtree (Graphviz); 500 if left out.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) nodes: Option<u32>,
    /// File to write; standard output if left out.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Replace the output file if it exists.
    #[arg(long, requires = "output")]
    pub(super) overwrite: bool,
}

impl TraceExportArguments {
    /// The size of the subtree.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            levels: self.levels.unwrap_or(3).into(),
            nodes: self.nodes.map_or(500, |nodes| nodes as usize),
        }
    }

    /// Refuses what names a subtree where all records are written.
    pub(super) fn check(&self) -> Result<()> {
        let PlaceArguments { search, iteration, line, .. } = &self.place;
        let given = [
            ("--search", *search > 1),
            ("--iteration", iteration.is_some()),
            ("--line", !line.is_empty()),
            ("--levels", self.levels.is_some()),
            ("--nodes", self.nodes.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) if self.format == TraceFormat::Jsonl => {
                let words = format!("{name}: --format jsonl writes all records");
                Err(WrongArgument(words).into())
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// A form of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TraceFormat {
    /// A digraph of a subtree for Graphviz.
    Graphviz,
    /// All records, a JSON object a line.
    Jsonl,
}
