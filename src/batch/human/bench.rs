//! `lucena bench human`: how like people the human strength model plays, on games that it was not fitted to.
//!
//! The tables are those of `docs/human.md`: every held-back position of the values file, a sample judged by longer searches,
//! every level on every band, intrinsic ratings, and lone-king endings.

use super::answers::Answers;
use super::fit::{Guesses, Sample};
use super::games::{Decision, RatedGames};
use super::judge::Judge;
use super::mates;
use super::tune::{ordered, samples};
use super::values::{ValuesByDecision, values};
use crate::base::{Elo, Random};
use crate::batch::output::{Progress, Table};
use crate::rules::notation;
use crate::strength::human::{
    BOOK_PLIES, DEPTHS, HumanBook, HumanLevel, HumanModel, IntrinsicRating, MoveRater, Prediction,
    expected_score,
};
use crate::strength::{StrengthModel, generator};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// Ratings that are measured: positions of players within [`HALF_BAND`].
const BANDS: [u16; 8] = [800, 1000, 1200, 1400, 1500, 1600, 1800, 2000];
const HALF_BAND: u16 = 50;
/// Plies of a game that are not measured: many players know them by heart.
const SKIPPED: usize = 16;
/// Losses of expected score that count as errors.
const ERRORS: [f64; 2] = [0.1, 0.2];
/// Levels whose guesses are compared on each of these bands.
const LEVELS: [u16; 5] = [1000, 1200, 1500, 1800, 2000];
/// Levels whose drawn moves are rated, and how many moves.
const FACES: [u16; 7] = [800, 1000, 1200, 1400, 1600, 1800, 2000];
const FACE_MOVES: usize = 1000;
/// Levels that mate a lone king.
const MATING: [u16; 3] = [1000, 1500, 2000];

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
    /// Topic `human`: command of the UCI engine that judges the losses; Lucena without it.
    #[arg(long, value_name = "COMMAND")]
    pub judge: Option<String>,
    /// Topic `human`: lone-king endings (EPD) that levels of both models play out, instead of the games.
    #[arg(long, value_name = "FILE")]
    pub endings: Option<PathBuf>,
}

/// Prints the tables. Blocks for about half a second for each judged position.
///
/// # Errors
/// A file cannot be read or written, or a line of it is malformed.
pub(in crate::batch) fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    match (&options.games, &options.endings) {
        (None, None) => bail!("the topic human requires --games FILE or --endings FILE"),
        (_, Some(path)) => measure_endings(options, path, progress),
        (Some(path), None) => measure_games(options, path, progress),
    }
}

fn measure_games(options: &Options, path: &Path, progress: &mut Progress<'_>) -> Result<()> {
    let games = RatedGames::read(path)?;
    let valued = values(&options.values, &games, &[], progress)?;
    let model = HumanModel::shipped();
    let held_back: Vec<Decision> =
        ordered(&valued).into_iter().filter(|&at| games.is_held_back(at)).collect();
    let sets = Sets { model, games: &games, valued: &valued };
    let all: Vec<Decision> = held_back.iter().copied().filter(|at| at.ply >= SKIPPED).collect();
    let early: Vec<Decision> = held_back.into_iter().filter(|at| at.ply < BOOK_PLIES).collect();
    progress.line("held-back positions after the eighth move; losses by the values at depth 6")?;
    progress.line(sets.unjudged(&all))?;
    progress.line("held-back positions of the first six moves, with and without the book")?;
    progress.line(sets.openings(&early))?;
    progress.line("share of the human's moves guessed by each level, and its perplexity")?;
    progress.line(sets.by_level(&all))?;
    progress.line("intrinsic ratings; ± is one standard error")?;
    progress.line(sets.intrinsic(&all, options.seed))?;
    let mut judge = Judge::open(&options.judged, options.nodes, options.judge.as_deref())?;
    let header = [
        "rating",
        "positions",
        "guessed",
        "drawn",
        "full strength",
        "madchess",
        "over full",
        "over madchess",
        "perplexity",
        "full's",
        "madchess's",
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
        let judged = Judged::of(&sets, &own, &mut judge, options, progress)?;
        if judged.positions > 0.0 {
            table.row(judged.cells(band));
        }
    }
    progress.clear_status();
    let judge = options.judge.as_deref().unwrap_or("Lucena");
    let nodes = options.nodes;
    progress.line(format!("judged by {judge}, {nodes} nodes; ± is one standard error; full strength: Lucena, {nodes} nodes"))?;
    progress.line(table)?;
    Ok(())
}

/// How many lone kings are mated within fifty moves.
fn measure_endings(options: &Options, path: &Path, progress: &mut Progress<'_>) -> Result<()> {
    let fens = mates::positions(path, options.positions)?;
    let mut answers = Answers::open(&options.judged)?;
    let mut table = Table::new(1, &["level", "with the rook", "with the queen"]);
    for model in [StrengthModel::Human, StrengthModel::MadChess] {
        for elo in MATING {
            let mut row = vec![format!("{model} {elo}")];
            for with_queen in [false, true] {
                let level = model.level(Elo(elo));
                let found = mates::mates(&fens, level, with_queen, &mut answers, progress)?;
                row.push(format!("{} of {}", found.mated, found.positions));
            }
            table.row(row);
        }
    }
    progress.clear_status();
    progress.line("lone kings mated within fifty moves")?;
    progress.line(table)?;
    Ok(())
}

/// What the tables are made of.
struct Sets<'a> {
    model: &'a HumanModel,
    games: &'a RatedGames,
    valued: &'a ValuesByDecision,
}

impl Sets<'_> {
    fn unjudged(&self, all: &[Decision]) -> Table {
        let mut table = Table::new(
            1,
            &[
                "rating",
                "positions",
                "guessed",
                "drawn",
                "perplexity",
                "uniform",
                "loss",
                "human's",
            ],
        );
        for band in BANDS {
            let own = in_band(self.games, all, band);
            if let Some(row) = Unjudged::of(self.model, self.games, &own, self.valued) {
                table.row(row.cells(band));
            }
        }
        table
    }

    /// Guesses and perplexity with the book and without it.
    fn openings(&self, early: &[Decision]) -> Table {
        let mut table =
            Table::new(1, &["rating", "positions", "guessed", "without", "perplexity", "without"]);
        for band in BANDS {
            let own = in_band(self.games, early, band);
            let of = |book: Option<&HumanBook>| {
                let (mut logarithm, mut guessed, mut count) = (0.0, 0.0, 0.0_f64);
                for &at in &own {
                    let Some((prediction, played)) = self.predict(book, self.games.rating(at), at)
                    else {
                        continue;
                    };
                    logarithm -= prediction.probabilities[played].max(f64::MIN_POSITIVE).ln();
                    guessed += f64::from(u8::from(prediction.most_probable() == Some(played)));
                    count += 1.0;
                }
                let count = count.max(1.0);
                [guessed / count, (logarithm / count).exp()]
            };
            let (with, without) = (of(Some(HumanBook::shipped())), of(None));
            table.row([
                band.to_string(),
                own.len().to_string(),
                percent(with[0]),
                percent(without[0]),
                format!("{:.2}", with[1]),
                format!("{:.2}", without[1]),
            ]);
        }
        table
    }

    fn by_level(&self, all: &[Decision]) -> Table {
        let header: Vec<String> = LEVELS.iter().map(|level| format!("as {level}")).collect();
        let names: Vec<&str> =
            std::iter::once("rating").chain(header.iter().map(String::as_str)).collect();
        let mut table = Table::new(1, &names);
        for band in LEVELS {
            let samples = samples(self.games, &in_band(self.games, all, band), self.valued);
            let mut row = vec![band.to_string()];
            for level in LEVELS {
                let as_level =
                    samples.iter().map(|sample| Sample { rating: level.into(), ..sample.clone() });
                let guesses = Guesses::of(self.model, &as_level.collect::<Vec<_>>());
                row.push(format!("{} {:.2}", percent(guesses.guessed), guesses.perplexity));
            }
            table.row(row);
        }
        table
    }

    /// The ratings of people of each band by likelihood and by losses, and of moves that the level draws.
    fn intrinsic(&self, all: &[Decision], seed: u64) -> Table {
        let mut table = Table::new(
            1,
            &["rating", "people", "by losses", "moves", "the level's", "by losses", "moves"],
        );
        let cells = |rater: &MoveRater| {
            let figure = |it: Option<IntrinsicRating>| {
                it.map_or_else(String::new, |it| format!("{:.0} ± {:.0}", it.rating, it.error))
            };
            [figure(rater.rating()), figure(rater.rating_by_losses()), rater.moves().to_string()]
        };
        let mut random = Random::new(seed);
        let step = (all.len() / FACE_MOVES).max(1);
        for face in FACES {
            let (mut people, mut level) = (MoveRater::default(), MoveRater::default());
            for at in in_band(self.games, all, face) {
                if let Some((prediction, played)) = self.predict(None, Elo(face), at) {
                    people.add(self.model, &self.games.situation(at), &prediction.values, played);
                }
            }
            for &at in all.iter().step_by(step).take(FACE_MOVES) {
                if let Some((prediction, _)) = self.predict(None, Elo(face), at)
                    && let Some(drawn) = prediction.draw(&mut random)
                {
                    level.add(self.model, &self.games.situation(at), &prediction.values, drawn);
                }
            }
            let mut row = vec![face.to_string()];
            row.extend(cells(&people));
            row.extend(cells(&level));
            table.row(row);
        }
        table
    }

    fn predict(
        &self,
        book: Option<&HumanBook>,
        rating: Elo,
        at: Decision,
    ) -> Option<(Prediction, usize)> {
        let values = self.valued.get(&at).filter(|values| values.len() > 1)?;
        let level = HumanLevel::at(rating);
        let prediction = self.model.predict(book, level, &self.games.situation(at), values);
        let played = values.iter().position(|of| of.mv == self.games.played(at))?;
        Some((prediction, played))
    }
}

/// The decisions of players about `band`.
fn in_band(games: &RatedGames, all: &[Decision], band: u16) -> Vec<Decision> {
    let near = |at: &Decision| games.rating(*at).0.abs_diff(band) <= HALF_BAND;
    all.iter().copied().filter(near).collect()
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
        let sets = Sets { model, games, valued };
        let predicted = |&at: &Decision| sets.predict(None, games.rating(at), at);
        for (prediction, played) in own.iter().filter_map(predicted) {
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
    /// Was the human's move the most probable, the drawn, that of full strength and of MadChess's model? By position.
    equal: [Vec<f64>; 4],
    /// Logarithms of the probability of the human's move, and of the number of other moves.
    logarithms: [f64; 2],
    losses: [Vec<f64>; 2],
}

impl Judged {
    fn of(
        sets: &Sets<'_>,
        own: &[Decision],
        judge: &mut Judge,
        options: &Options,
        progress: &mut Progress<'_>,
    ) -> Result<Self> {
        let mut judged = Self::default();
        let games = sets.games;
        // An even spread over the games.
        let step = (own.len() / options.positions.max(1)).max(1);
        for (done, &at) in own.iter().step_by(step).take(options.positions).enumerate() {
            let rating = games.rating(at);
            progress.status(format!("{rating}: {done} of {} positions judged", options.positions));
            let Some((prediction, played)) = sets.predict(None, rating, at) else { continue };
            let situation = games.situation(at);
            let mut random = generator(options.seed, situation.position.key());
            let chances = [prediction.probabilities[played], prediction.values.len() as f64 - 1.0];
            for (sum, chance) in judged.logarithms.iter_mut().zip(chances) {
                *sum += chance.max(f64::MIN_POSITIVE).ln();
            }
            let moves = [prediction.most_probable(), prediction.draw(&mut random), Some(played)];
            let [Some(likely), Some(drawn), Some(played)] =
                moves.map(|index| index.map(|index| prediction.values[index].mv))
            else {
                continue;
            };
            let before = &games.0[at.game].moves[..at.ply];
            let name = format!("{}\t{}", games.0[at.game].source, at.ply);
            let full = judge.full_strength(&name, before)?;
            let madchess = judge.madchess(&name, before, rating)?;
            let guesses = [notation::uci(likely), notation::uci(drawn), full, madchess];
            let human = notation::uci(played);
            for (equal, guess) in judged.equal.iter_mut().zip(guesses) {
                equal.push(f64::from(u8::from(guess == human)));
            }
            let best = judge.value(&name, before, None)?;
            for (losses, mv) in judged.losses.iter_mut().zip([drawn, played]) {
                let value = judge.value(&name, before, Some(mv))?;
                losses.push((expected_score(best) - expected_score(value)).max(0.0));
            }
            judged.positions += 1.0;
        }
        Ok(judged)
    }

    fn cells(&self, band: u16) -> Vec<String> {
        let mut cells = vec![band.to_string(), self.positions.to_string()];
        let [guessed, _, full, madchess] = &self.equal;
        cells.extend(self.equal.iter().map(|equal| percent(mean(equal)[0])));
        for other in [full, madchess] {
            let more: Vec<f64> =
                guessed.iter().zip(other).map(|(own, other)| own - other).collect();
            let [mean, error] = mean(&more);
            cells.push(format!("{:+.1} ± {:.1}", 100.0 * mean, 100.0 * error));
        }
        cells.push(format!("{:.2}", (-self.logarithms[0] / self.positions).exp()));
        // One move with the share that it has in the sample, the others evenly: the best that a single guess can do.
        for other in [full, madchess] {
            let share = mean(other)[0].clamp(1e-9, 1.0 - 1e-9);
            let others = self.logarithms[1] / self.positions;
            let entropy = -share * share.ln() - (1.0 - share) * ((1.0 - share).ln() - others);
            cells.push(format!("{:.2}", entropy.exp()));
        }
        let figure = |values: &[f64]| {
            let [mean, error] = mean(values);
            format!("{mean:.3} ± {error:.3}")
        };
        cells.extend(self.losses.iter().map(|losses| figure(losses)));
        for least in ERRORS {
            let counted = |losses: &Vec<f64>| -> Vec<f64> {
                losses.iter().map(|loss| f64::from(u8::from(*loss >= least))).collect()
            };
            cells.extend(self.losses.iter().map(|losses| figure(&counted(losses))));
        }
        cells
    }
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> [f64; 2] {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    [mean, (squares / count / count).sqrt()]
}
