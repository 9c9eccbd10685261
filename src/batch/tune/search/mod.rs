//! `lucena tune search`: fits search parameters by games of the engine against itself with both sides perturbed (SPSA).

mod plot;
mod run_file;
mod spsa;

use crate::batch::matches::{self, EngineConfig, EngineKind};
use crate::batch::output::{OutputFile, Progress, is_same_file};
use crate::batch::parallel::run_in_order;
use crate::batch::wrong_argument::WrongArgument;
use crate::rules::{Color, Position};
use crate::search::{Parameter, ParameterFile, ParameterProvenance, Parameters};
use anyhow::{Context as _, Result, bail, ensure};
use run_file::{Run, RunId};
use spsa::{Schedule, Tuned};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Arguments of `lucena tune search`.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(group(clap::ArgGroup::new("written").multiple(true)))]
pub struct Options {
    /// File of the run: saved after every batch of games and resumed if it exists.
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// The parameters, as in `rfp_margin,lmr_base`, each with its perturbation at the end of the run after a colon if not a
    /// twentieth of its range (at least a half); all parameters by default.
    #[arg(long, value_delimiter = ',', value_name = "NAME[:STEP]")]
    pub parameters: Vec<String>,
    /// The engine that is tuned, in the words of `lucena match`; values of parameters are those at the start.
    #[arg(long, default_value = "full", value_name = "WORDS")]
    pub engine: EngineConfig,
    /// Nodes a move.
    #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Number of games; rounded up to an even number.
    #[arg(long, default_value = "40000", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub games: u32,
    /// Pairs of games played with the same values before their results move them.
    #[arg(long, default_value = "8", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub batch: u64,
    /// Step size at the end of the run: perturbations for each game won more than lost.
    #[arg(long, default_value = "0.002")]
    pub rate: f64,
    /// Number of games played in parallel; all cores by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
    /// Seed of the perturbations and of the openings.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Play the openings of this book instead of random ones, as `lucena match --openings`, again from its beginning in another
    /// order at its end.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// End a game when both engines agree, as `lucena match --adjudicate`.
    #[arg(long)]
    pub adjudicate: bool,
    /// Print where the run stands and play nothing.
    #[arg(long)]
    pub report: bool,
    /// Write the paths of the parameters to this file as charts, at the end or with `--report`.
    #[arg(long, value_name = "FILE", group = "written")]
    pub svg: Option<PathBuf>,
    /// Write all values to this file, in the form of `assets/search.ron`, at the end or with `--report`.
    #[arg(short, long, value_name = "FILE", group = "written")]
    pub output: Option<PathBuf>,
    /// Replace the files of the charts and of the values if they exist.
    #[arg(long, requires = "written")]
    pub overwrite: bool,
}

impl Options {
    fn tuned(&self) -> Result<Vec<Tuned>> {
        let EngineKind::Lucena { options, .. } = &self.engine.kind else {
            bail!("--engine: an external engine has no search parameters of ours");
        };
        let tuned = |row: &Parameter, perturbation: f64| Tuned {
            name: row.name.to_owned(),
            start: options.search().parameters.get(row.name).unwrap_or(row.default()),
            min: row.min,
            max: row.max,
            perturbation,
        };
        let usual = |row: &Parameter| (f64::from(row.max - row.min) / 20.0).max(0.5);
        if self.parameters.is_empty() {
            return Ok(Parameters::TABLE.iter().map(|row| tuned(row, usual(row))).collect());
        }
        let mut all: Vec<Tuned> = Vec::new();
        for text in &self.parameters {
            let (name, step) =
                text.split_once(':').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
            let row = Parameters::TABLE.iter().find(|row| row.is_called(name));
            let row =
                row.with_context(|| format!("--parameters: there is no parameter {name:?}"))?;
            let width = f64::from(row.max - row.min);
            let perturbation = match step {
                None => usual(row),
                Some(step) => match step.parse() {
                    Ok(step) if (0.01..=width).contains(&step) => step,
                    _ => {
                        bail!("--parameters: {name}: {step:?} is not a number from 0.01 to {width}")
                    }
                },
            };
            ensure!(
                all.iter().all(|it| it.name != row.name),
                "--parameters: {name} is named twice"
            );
            all.push(tuned(row, perturbation));
        }
        Ok(all)
    }

    /// The match of a pair of `run`, but for the engines' values.
    fn pair_options(&self) -> matches::Options {
        matches::Options {
            nodes: vec![self.nodes],
            seed: self.seed,
            openings: self.openings.clone(),
            adjudicate: self.adjudicate,
            ..matches::Options::pair(self.engine.clone(), self.engine.clone())
        }
    }

    /// Writes and prints where the run stands.
    fn show(&self, run: &Run, progress: &mut Progress<'_>) -> Result<()> {
        progress.line(plot::table(run))?;
        let [wins, draws, losses] = run.wins_draws_losses;
        let (done, all) = (2 * run.pairs, 2 * run.id.schedule.pairs);
        progress.line(format!("{done} of {all} games: +{wins} ={draws} -{losses}"))?;
        progress.line(run.words())?;
        if let Some(file) = self.file(self.svg.as_ref()) {
            file.write(plot::svg(run).as_bytes())?;
        }
        if let Some(file) = self.file(self.output.as_ref()) {
            let text =
                ron::ser::to_string_pretty(&values(run)?, ron::ser::PrettyConfig::default())?;
            file.write(format!("{text}\n").as_bytes())?;
        }
        Ok(())
    }

    fn file<'a>(&'a self, path: Option<&'a PathBuf>) -> Option<OutputFile<'a>> {
        Some(OutputFile { path: path?, input: &self.run, overwrite: self.overwrite })
    }
}

/// The values where `run` stands, rounded, and those of its engine that it does not move.
fn values(run: &Run) -> Result<ParameterFile> {
    let RunId { engine, schedule, nodes, seed, openings, adjudication, .. } = &run.id;
    let base = engine.parse::<EngineConfig>().map_err(anyhow::Error::msg)?;
    let values = match engine_with(&base, &run.id.parameters, &run.rounded())?.kind {
        EngineKind::Lucena { options, .. } => options.search().parameters,
        EngineKind::External(_) => Parameters::default(),
    };
    let book = openings.as_deref().unwrap_or("random openings");
    let rules = adjudication.as_deref().unwrap_or("to the end");
    let source = format!(
        "`lucena tune search`, lucena {}, {} of {} games, rate {}, {book}, {rules}",
        env!("CARGO_PKG_VERSION"),
        2 * run.pairs,
        2 * schedule.pairs,
        schedule.rate
    );
    let provenance =
        ParameterProvenance { source, games: 2 * run.pairs, nodes: *nodes, seed: *seed };
    Ok(ParameterFile { provenance, values })
}

/// The values of a pair's two engines as engine configurations.
fn engine_with(base: &EngineConfig, tuned: &[Tuned], values: &[i32]) -> Result<EngineConfig> {
    let mut config = base.clone();
    if let EngineKind::Lucena { options, .. } = &mut config.kind {
        for (tuned, value) in tuned.iter().zip(values) {
            options.set(&tuned.name, &value.to_string())?;
        }
    }
    Ok(config)
}

/// Plays the run, or goes on with it, and prints the values. Blocks for hours.
///
/// # Errors
/// A parameter or its perturbation is invalid, the file belongs to another run, or a file cannot be read or written.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    ensure!(
        options.rate > 0.0 && options.rate <= 1.0,
        WrongArgument(format!("--rate: {} is not above 0 and at most 1", options.rate))
    );
    for path in [&options.svg, &options.output] {
        options.file(path.as_ref()).map_or(Ok(()), |file| file.check())?;
    }
    if let (Some(svg), Some(output)) = (&options.svg, &options.output) {
        // One would replace the other.
        let same = format!("--output and --svg name one file, {}", svg.display());
        ensure!(!is_same_file(svg, output), WrongArgument(same));
    }
    if options.report {
        let run = Run::read(&options.run)?;
        let run =
            run.with_context(|| format!("{}: there is no such file", options.run.display()))?;
        return options.show(&run, progress);
    }
    let mut openings = matches::PairOpenings::open(&options.pair_options())?;
    let id = RunId {
        engine: options.engine.name.clone(),
        parameters: options.tuned().map_err(|error| WrongArgument::of(&error))?,
        schedule: Schedule { pairs: u64::from(options.games.div_ceil(2)), rate: options.rate },
        nodes: options.nodes,
        batch: options.batch,
        seed: options.seed,
        openings: openings.book_id(),
        adjudication: matches::adjudication_rules(options.adjudicate),
    };
    let mut run = match Run::read(&options.run)? {
        Some(run) => {
            let path = options.run.display();
            ensure!(run.id == id, "{path}: this is another run: {}", difference(&run.id, &id));
            run
        }
        None => Run::new(id),
    };
    let program = options.engine.kind.program_checksum();
    if run.programs.lacks(program.as_deref()) && run.pairs < run.id.schedule.pairs {
        progress.note(format_args!(
            "{}: another program goes on than played the {} games so far; games of its own would differ",
            options.run.display(),
            2 * run.pairs
        ))?;
    }
    run.programs.add(program.as_deref());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let concurrency = options.concurrency.map_or(cores, usize::from);
    while run.pairs < run.id.schedule.pairs {
        let end = (run.pairs + run.id.batch).min(run.id.schedule.pairs);
        let positions = openings.range(run.pairs..end)?;
        play_batch(options, &mut run, &positions, concurrency)?;
        run.write(&options.run)?;
        progress.status(format!("{} of {} games", 2 * run.pairs, options.games));
    }
    options.show(&run, progress)
}

/// Plays a pair from each position around the present values, and moves the values by all results, in their order: how
/// many games run in parallel makes no difference.
fn play_batch(
    options: &Options,
    run: &mut Run,
    positions: &[Position],
    concurrency: usize,
) -> Result<()> {
    let (schedule, first) = (run.id.schedule, run.pairs);
    let tuned = run.id.parameters.clone();
    let pairs: Vec<_> = (first..)
        .zip(positions)
        .map(|(pair, position)| {
            (pair, position, schedule.perturb(&tuned, &run.values, run.id.seed, pair))
        })
        .collect();
    let work = |(): &mut (), index: usize| {
        let (pair, position, sides) = &pairs[index];
        let mut game = options.pair_options();
        for (engine, values) in [&mut game.first, &mut game.second].into_iter().zip(&sides.values) {
            *engine = engine_with(&options.engine, &tuned, values)?;
        }
        Ok((*pair, sides, matches::play_pair(&game, position)?))
    };
    run_in_order(vec![(); concurrency], 0..pairs.len(), work, |(pair, sides, ends)| {
        let mut lead = 0;
        for (end, first_engine) in ends.iter().zip([Color::White, Color::Black]) {
            let half_points = end.result.half_points(first_engine);
            run.wins_draws_losses[usize::from(2 - half_points)] += 1;
            lead += i32::from(half_points) - 1;
        }
        schedule.update(&tuned, &mut run.values, pair, sides, lead);
        Ok(ControlFlow::Continue(()))
    })?;
    run.pairs += positions.len() as u64;
    run.add_point(first);
    Ok(())
}

/// The first field in which two runs differ, with both values.
fn difference(file: &RunId, asked: &RunId) -> String {
    let fields = [
        ("engine", file.engine.clone(), asked.engine.clone()),
        ("parameters", parameter_words(file, asked), parameter_words(asked, file)),
        ("games", (2 * file.schedule.pairs).to_string(), (2 * asked.schedule.pairs).to_string()),
        ("rate", file.schedule.rate.to_string(), asked.schedule.rate.to_string()),
        ("nodes", file.nodes.to_string(), asked.nodes.to_string()),
        ("batch", file.batch.to_string(), asked.batch.to_string()),
        ("seed", file.seed.to_string(), asked.seed.to_string()),
        ("openings", format!("{:?}", file.openings), format!("{:?}", asked.openings)),
        ("adjudication", format!("{:?}", file.adjudication), format!("{:?}", asked.adjudication)),
    ];
    let differs = fields.iter().find(|(_, file, asked)| file != asked);
    differs.map_or_else(String::new, |(name, file, asked)| format!("{name} {file}, not {asked}"))
}

/// The parameters of a run that the other one does not have alike, with start, perturbation and range: the first five, and how
/// many others there are. If both have the same, their names in order.
fn parameter_words(run: &RunId, other: &RunId) -> String {
    let differing: Vec<String> = run
        .parameters
        .iter()
        .filter(|tuned| !other.parameters.contains(tuned))
        .map(|Tuned { name, start, min, max, perturbation }| {
            format!("{name}={start}:{perturbation} in {min}..{max}")
        })
        .collect();
    let names = || run.parameters.iter().map(|tuned| tuned.name.as_str()).collect::<Vec<_>>();
    match differing.len() {
        0 if run.parameters.len() == other.parameters.len() => names().join(","),
        0 => "none".to_owned(),
        1..=5 => differing.join(" "),
        count => format!("{} and {} others", differing[..5].join(" "), count - 5),
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, ParameterFile, Parameters, Run, run};
    use crate::batch::output::Progress;
    use clap::Parser;
    use std::path::Path;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    /// Runs with these words; what it prints, or the error.
    fn tune(words: &str, file: &Path) -> Result<String, String> {
        let line = ["search", file.to_str().unwrap()].into_iter().chain(words.split_whitespace());
        let options = Line::try_parse_from(line).map_err(|error| error.to_string())?.options;
        let mut out = Vec::new();
        let done = run(&options, &mut Progress::new(&mut out));
        done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| format!("{error:#}"))
    }

    const WORDS: &str = "--parameters rfp_margin,lmr_base:80 --nodes 120 --games 12 --batch 2 --rate 0.5 --adjudicate";

    #[test]
    fn a_run_that_is_resumed_is_the_run_that_was_not_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, cut] = ["whole.ron", "cut.ron"].map(|name| folder.path().join(name));
        let said = tune(&format!("{WORDS} --concurrency 1"), &whole).unwrap();
        assert!(said.contains("12 of 12 games"), "{said}");
        assert!(said.contains("rfp_margin=") && said.contains("lmr_base="), "{said}");
        let end = Run::read(&whole).unwrap().unwrap();
        let Parameters { rfp_margin, lmr_base, .. } = Parameters::default();
        assert!(end.values != [rfp_margin, lmr_base].map(f64::from), "{end:?}");
        assert_eq!(end.path.len(), 4, "{end:?}");
        // The same run as it stood after its second batch.
        let mut then = end.clone();
        then.pairs = 4;
        then.path.truncate(3);
        then.values = then.path[2].1.clone();
        then.wins_draws_losses = [99, 0, 0];
        then.write(&cut).unwrap();
        let error = tune(&format!("{WORDS} --concurrency 2"), &cut).unwrap_err();
        assert!(error.contains("wins_draws_losses: [99, 0, 0] are not the games of 4"), "{error}");
        then.wins_draws_losses = [4, 0, 4];
        then.write(&cut).unwrap();
        tune(&format!("{WORDS} --concurrency 2"), &cut).unwrap();
        let resumed = Run::read(&cut).unwrap().unwrap();
        assert_eq!((&resumed.values, &resumed.path), (&end.values, &end.path));
        // The end of the run says which program played; its file is that of this test.
        let text = std::fs::read_to_string(&cut).unwrap();
        let program = text.split_once("programs: [").unwrap().1.split('"').nth(1).unwrap();
        assert_eq!(program.len(), 16, "{text}");
        let values = folder.path().join("search.ron");
        tune(&format!("--report --output {}", values.display()), &cut).unwrap();
        let text = std::fs::read_to_string(&values).unwrap();
        let file = ParameterFile::from_text("search.ron", &text).unwrap();
        let [rfp_margin, lmr_base] = [0, 1].map(|at| end.rounded()[at]);
        assert_eq!(file.values, Parameters { rfp_margin, lmr_base, ..Parameters::default() });
        assert_eq!((file.provenance.games, file.provenance.nodes), (12, 120));
        let svg = folder.path().join("paths.svg");
        let said = tune(&format!("--report --svg {}", svg.display()), &cut).unwrap();
        assert!(said.contains("moved by"), "{said}");
        let start = format!("lmr_base: {} to", Parameters::default().lmr_base);
        assert!(std::fs::read_to_string(&svg).unwrap().contains(&start));
        let error = tune(&format!("--report --svg {}", svg.display()), &cut).unwrap_err();
        assert!(error.contains("exists"), "{error}");
        // What is not the same run is refused, with the field.
        let error = tune(&format!("{WORDS} --seed 2"), &cut).unwrap_err();
        assert!(error.contains("cut.ron: this is another run: seed 1, not 2"), "{error}");
        let other = WORDS.replace(",lmr_base:80", "");
        let error = tune(&other, &cut).unwrap_err();
        let start = Parameters::default().lmr_base;
        let part = format!("parameters lmr_base={start}:80 in 0..2048, not none");
        assert!(error.ends_with(&part), "{error}");
        let other = WORDS.replace("rfp_margin,lmr_base:80", "lmr_base:80,rfp_margin");
        let error = tune(&other, &cut).unwrap_err();
        assert!(error.ends_with("rfp_margin,lmr_base, not lmr_base,rfp_margin"), "{error}");
    }

    #[test]
    fn invalid_words_and_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.ron");
        for (words, part) in [
            ("--parameters lmr_best", "--parameters: there is no parameter \"lmr_best\""),
            ("--parameters lmr_base:x", "lmr_base: \"x\" is not a number from 0.01 to 2048"),
            ("--parameters lmr_base,reduction_base", "reduction_base is named twice"),
            ("--engine uci=stockfish", "--engine: an external engine"),
            ("--rate 0", "--rate: 0"),
            ("--openings none.epd", "none.epd"),
            ("--report", "there is no such file"),
        ] {
            let error = tune(words, &file).unwrap_err();
            assert!(error.contains(part), "{words}: {error}");
            assert!(!file.exists(), "{words}");
        }
        std::fs::write(&file, "(id: 3)").unwrap();
        let error = tune(WORDS, &file).unwrap_err();
        assert!(error.contains("run.ron") && error.contains("1:6"), "{error}");
    }
}
