//! `lucena bench human`: how like people the human strength model plays, on games that it was not fitted to.
//!
//! A first table has every held-back position of the values file; a second one judges moves by longer searches of a sample.

use super::fit::Guesses;
use super::games::{Decision, RatedGames};
use super::tune::{ordered, samples};
use super::values::{ValuesByDecision, values};
use crate::base::{Elo, open_file, open_regular};
use crate::batch::local_engine::LocalEngine;
use crate::batch::output::{Progress, Table};
use crate::engine::{EngineOptions, Go, GoLimit};
use crate::rules::{Move, Position, notation};
use crate::strength::human::{DEPTHS, HumanModel, Prediction, expected_score};
use crate::strength::{StrengthLevel, StrengthLimits, generator};
use anyhow::{Context as _, Result, bail};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Ratings that are measured: positions of players within [`HALF_BAND`].
const BANDS: [u16; 8] = [800, 1000, 1200, 1400, 1500, 1600, 1800, 2000];
const HALF_BAND: u16 = 50;
/// Plies of a game that are not measured: many players know them by heart.
const SKIPPED: usize = 16;
/// Losses of expected score that count as errors.
const ERRORS: [f64; 2] = [0.1, 0.2];
/// Nodes of MadChess's model at most: those of a second at about 1370.
const MADCHESS_NODES: u64 = 50_000;

/// Arguments of `lucena bench human`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Topic `human`: rated games, as for `lucena tune human`.
    #[arg(long, value_name = "FILE")]
    pub games: Option<PathBuf>,
    /// Topic `human`: positions of each rating that are judged by longer searches.
    #[arg(long, default_value = "100")]
    pub positions: usize,
    /// Topic `human`: seed of the choice of positions and of the draws.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Topic `human`: file with the values of the moves, as for `lucena tune human`.
    #[arg(long, value_name = "FILE", default_value = "human-values.tsv")]
    pub values: PathBuf,
    /// Topic `human`: file that keeps the judgements, so that an interrupted run resumes.
    #[arg(long, value_name = "FILE", default_value = "human-judged.tsv")]
    pub judged: PathBuf,
    /// Topic `human`: nodes of each judgement.
    #[arg(long, default_value = "60000")]
    pub nodes: u64,
}

/// Prints the tables. Blocks for about half a second for each judged position.
///
/// # Errors
/// A file cannot be read or written, or a line of it is malformed.
pub(in crate::batch) fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let Some(path) = &options.games else { bail!("the topic human requires --games FILE") };
    let games = RatedGames::read(path)?;
    let valued = values(&options.values, &games, &[], progress)?;
    let model = HumanModel::shipped();
    let all: Vec<Decision> = ordered(&valued)
        .into_iter()
        .filter(|&at| games.is_held_back(at) && at.ply >= SKIPPED)
        .collect();
    let mut table = Table::new(
        1,
        &["rating", "positions", "guessed", "drawn", "perplexity", "uniform", "loss", "human's"],
    );
    for band in BANDS {
        let own = in_band(&games, &all, band);
        if let Some(row) = Unjudged::of(model, &games, &own, &valued) {
            table.row(row.cells(band));
        }
    }
    progress.line("all held-back positions; losses by the values at depth 6")?;
    progress.line(table)?;
    let mut judge = Judge::open(&options.judged, options.nodes)?;
    let header = [
        "rating",
        "positions",
        "guessed",
        "drawn",
        "full strength",
        "madchess",
        "loss",
        "human's",
        ">= .1",
        "human's",
        ">= .2",
        "human's",
    ];
    let mut table = Table::new(1, &header);
    for band in BANDS {
        let own = in_band(&games, &all, band);
        let judged = Judged::of(model, &games, &own, &valued, &mut judge, options, progress)?;
        if judged.positions > 0.0 {
            table.row(judged.cells(band));
        }
    }
    progress.clear_status();
    progress
        .line(format!("judged by searches of {} nodes; ± is one standard error", options.nodes))?;
    progress.line(table)?;
    Ok(())
}

/// The decisions of players about `band`.
fn in_band(games: &RatedGames, all: &[Decision], band: u16) -> Vec<Decision> {
    let near = |at: &Decision| games.rating(*at).0.abs_diff(band) <= HALF_BAND;
    all.iter().copied().filter(near).collect()
}

fn predict(
    model: &HumanModel,
    games: &RatedGames,
    at: Decision,
    valued: &ValuesByDecision,
) -> Option<(Prediction, usize)> {
    let values = valued.get(&at).filter(|values| values.len() > 1)?;
    let prediction = model.predict(games.rating(at), &games.situation(at), values);
    let played = values.iter().position(|of| of.mv == games.played(at))?;
    Some((prediction, played))
}

/// Figures that need no judge.
struct Unjudged {
    positions: f64,
    guesses: Guesses,
    drawn: f64,
    uniform: f64,
    loss: f64,
    human_loss: f64,
}

impl Unjudged {
    fn of(
        model: &HumanModel,
        games: &RatedGames,
        own: &[Decision],
        valued: &ValuesByDecision,
    ) -> Option<Self> {
        let samples = samples(games, own, valued);
        let positions = samples.len() as f64;
        let (mut drawn, mut uniform, mut loss, mut human_loss) = (0.0, 0.0, 0.0, 0.0);
        for (prediction, played) in own.iter().filter_map(|&at| predict(model, games, at, valued)) {
            drawn += prediction.probabilities[played] / positions;
            uniform += (prediction.values.len() as f64).ln() / positions;
            let value =
                |index: usize| expected_score(prediction.values[index].by_depth[DEPTHS - 1]);
            let best = prediction.best().map_or(0.0, value);
            human_loss += (best - value(played)) / positions;
            let share = prediction.probabilities.iter().enumerate();
            loss += share.map(|(index, p)| p * (best - value(index))).sum::<f64>() / positions;
        }
        let guesses = Guesses::of(model, &samples);
        let uniform = uniform.exp();
        (positions > 0.0).then_some(Self { positions, guesses, drawn, uniform, loss, human_loss })
    }

    fn cells(&self, band: u16) -> Vec<String> {
        vec![
            band.to_string(),
            self.positions.to_string(),
            percent(self.guesses.guessed),
            percent(self.drawn),
            format!("{:.2}", self.guesses.perplexity),
            format!("{:.1}", self.uniform),
            format!("{:.4}", self.loss),
            format!("{:.4}", self.human_loss),
        ]
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Figures of the judged sample of a band; losses of the drawn and of the human's moves.
#[derive(Default)]
struct Judged {
    positions: f64,
    /// Positions where the human's move was the most probable, the drawn, the judge's and MadChess's.
    equal: [f64; 4],
    losses: [Vec<f64>; 2],
}

impl Judged {
    fn of(
        model: &HumanModel,
        games: &RatedGames,
        own: &[Decision],
        valued: &ValuesByDecision,
        judge: &mut Judge,
        options: &Options,
        progress: &mut Progress<'_>,
    ) -> Result<Self> {
        let mut judged = Self::default();
        // An even spread over the games.
        let step = (own.len() / options.positions.max(1)).max(1);
        for (done, &at) in own.iter().step_by(step).take(options.positions).enumerate() {
            let rating = games.rating(at);
            progress.status(format!("{rating}: {done} of {} positions judged", options.positions));
            let Some((prediction, played)) = predict(model, games, at, valued) else { continue };
            let situation = games.situation(at);
            let mut random = generator(options.seed, situation.position.key());
            let moves = [prediction.most_probable(), prediction.draw(&mut random), Some(played)];
            let [Some(likely), Some(drawn), Some(played)] =
                moves.map(|index| index.map(|index| prediction.values[index].mv))
            else {
                continue;
            };
            let before = &games.0[at.game].moves[..at.ply];
            let name = format!("{}\t{}", games.0[at.game].source, at.ply);
            let best = judge.best(&name, before)?;
            let madchess = judge.madchess(&name, before, rating)?;
            let guesses = [likely, drawn].map(notation::uci).into_iter();
            let guesses = guesses.chain([best.0.clone(), madchess]);
            let human = notation::uci(played);
            for (equal, guess) in judged.equal.iter_mut().zip(guesses) {
                *equal += f64::from(u8::from(guess == human));
            }
            for (losses, mv) in judged.losses.iter_mut().zip([drawn, played]) {
                let value = judge.value(&name, before, mv)?;
                losses.push((expected_score(best.1) - expected_score(value)).max(0.0));
            }
            judged.positions += 1.0;
        }
        Ok(judged)
    }

    fn cells(&self, band: u16) -> Vec<String> {
        let mut cells = vec![band.to_string(), self.positions.to_string()];
        cells.extend(self.equal.map(|equal| percent(equal / self.positions)));
        let error = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / self.positions;
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            (mean, (squares / self.positions / self.positions).sqrt())
        };
        cells.extend(self.losses.iter().map(|losses| {
            let (mean, error) = error(losses);
            format!("{mean:.3} ± {error:.3}")
        }));
        for least in ERRORS {
            cells.extend(self.losses.iter().map(|losses| {
                let counted: Vec<f64> =
                    losses.iter().map(|loss| f64::from(u8::from(*loss >= least))).collect();
                let (mean, error) = error(&counted);
                format!("{mean:.3} ± {error:.3}")
            }));
        }
        cells
    }
}

/// Judges moves by searches limited by nodes, and keeps the results in a file: game, ply, question, move and centipawns.
struct Judge {
    engine: LocalEngine,
    nodes: u64,
    known: HashMap<String, (String, i32)>,
    file: File,
    path: String,
}

impl Judge {
    fn open(path: &Path, nodes: u64) -> Result<Self> {
        let name = path.display().to_string();
        let mut known = HashMap::new();
        let mut text = String::new();
        if path.exists() {
            open_file(path)
                .and_then(|mut file| file.read_to_string(&mut text))
                .with_context(|| name.clone())?;
        }
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        for (index, line) in text.lines().enumerate() {
            let parts: Vec<&str> = line.rsplitn(3, '\t').collect();
            let entry = match parts[..] {
                [value, mv, question] => {
                    value.parse().ok().map(|value| (question, (mv.to_owned(), value)))
                }
                _ => None,
            };
            let (question, answer) =
                entry.with_context(|| format!("{name}: line {}: {line:?}", index + 1))?;
            known.insert(question.to_owned(), answer);
        }
        let mut options = File::options();
        let file =
            open_regular(path, options.create(true).append(true)).with_context(|| name.clone())?;
        file.set_len(text.len() as u64).with_context(|| name.clone())?;
        let engine = LocalEngine::without_clock(&EngineOptions::default())?;
        Ok(Self { engine, nodes, known, file, path: name })
    }

    /// The best move with its value in centipawns.
    fn best(&mut self, name: &str, before: &[Move]) -> Result<(String, i32)> {
        let question = format!("{name}\tbest of {}", self.nodes);
        let go = self.go(before, self.nodes);
        self.ask(question, go)
    }

    /// The value of a move in centipawns.
    fn value(&mut self, name: &str, before: &[Move], mv: Move) -> Result<i32> {
        let question = format!("{name}\t{} of {}", notation::uci(mv), self.nodes);
        let go = Go { search_moves: vec![mv], ..self.go(before, self.nodes) };
        Ok(self.ask(question, go)?.1)
    }

    /// The move of MadChess's model at this level, with the nodes of one second.
    fn madchess(&mut self, name: &str, before: &[Move], level: Elo) -> Result<String> {
        let nodes = StrengthLimits::at(level).nps.min(MADCHESS_NODES);
        let dial = StrengthLevel::Limited(level);
        let go = Go { dial, ..self.go(before, nodes) };
        Ok(self.ask(format!("{name}\tmadchess {level} of {nodes}"), go)?.0)
    }

    fn go(&self, before: &[Move], nodes: u64) -> Go {
        let limit = GoLimit { nodes: Some(nodes), ..GoLimit::default() };
        Go::new(Position::default(), before.to_vec(), limit)
    }

    fn ask(&mut self, question: String, go: Go) -> Result<(String, i32)> {
        if let Some(answer) = self.known.get(&question) {
            return Ok(answer.clone());
        }
        self.engine.new_game();
        let outcome = self.engine.search(go);
        let line = outcome.report.played_line().context("no legal move")?;
        let best = outcome.best.context("no legal move")?;
        let answer = (notation::uci(best), line.score.value());
        let text = format!("{question}\t{}\t{}\n", answer.0, answer.1);
        self.file.write_all(text.as_bytes()).with_context(|| self.path.clone())?;
        self.known.insert(question, answer.clone());
        Ok(answer)
    }
}
