//! `lucena bench human`: how like people the human strength model plays, on games that it was not fitted to.
//!
//! The tables are those of `docs/human.md`: every held-back position of the values file, a sample judged by longer searches,
//! every level on every band, intrinsic ratings, and lone-king endings.

use super::answers::Answers;
use super::fit::{Guesses, Sample};
use super::games::{Decision, RatedGames};
use super::judge::Judge;
use super::mates;
use super::tune::samples;
use super::values::{ValuesByDecision, values};
use crate::base::{Elo, Random, read_text};
use crate::batch::output::{Progress, Table};
use crate::batch::wrong_argument::WrongArgument;
use crate::rules::notation;
use crate::strength::human::{
    BOOK_PLIES, HumanBook, HumanLevel, HumanModel, IntrinsicRating, MoveRater, Prediction,
    expected_score,
};
use crate::strength::{StrengthModel, generator};
use anyhow::{Context as _, Result, bail, ensure};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Ratings that are measured: positions of players within [`HALF_BAND`].
const BANDS: [u16; 8] = [800, 1000, 1200, 1400, 1500, 1600, 1800, 2000];
const HALF_BAND: u16 = 50;
/// Plies of a game that are not measured: many players know them by heart.
const SKIPPED: usize = 16;
/// Of so many positions of a rating one has its like in the first six moves.
const EARLY: usize = 4;
/// Lower ends of the probabilities that are counted together.
const PROBABILITIES: [f64; 9] = [0.0, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3];
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
    /// Topic `human`: positions of each rating; of the endings.
    #[arg(long, default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: u32,
    /// Topic `human`: how many of them have the losses judged by longer searches.
    #[arg(long, value_name = "COUNT", default_value = "100")]
    pub judged_positions: usize,
    /// Topic `human`: weights that `lucena tune human` wrote, instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
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

/// Prints the tables. Blocks for about 0.2 s for each position, and half a second for each judged one.
///
/// # Errors
/// A file cannot be read or written, or a line of it is malformed.
pub(in crate::batch) fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    match (&options.games, &options.endings) {
        (None, None) => bail!(WrongArgument(
            "the topic human requires --games FILE or --endings FILE".to_owned()
        )),
        (_, Some(path)) => measure_endings(options, path, progress),
        (Some(path), None) => measure_games(options, path, progress),
    }
}

fn measure_games(options: &Options, path: &Path, progress: &mut Progress<'_>) -> Result<()> {
    let games = RatedGames::read(path)?;
    let read;
    let model = match &options.weights {
        Some(file) => {
            let name = file.display().to_string();
            let text = read_text(file).with_context(|| name.clone())?;
            read = HumanModel::from_text(&name, &text)?;
            &read
        }
        None => HumanModel::shipped(),
    };
    let chosen = |count: usize, plies: Range<usize>| {
        BANDS.map(|band| {
            games.choose(count, options.seed, |at| {
                let near = games.rating(at).0.abs_diff(band) <= HALF_BAND;
                near && games.is_held_back(at) && plies.contains(&at.ply)
            })
        })
    };
    let late = chosen(options.positions as usize, SKIPPED..usize::MAX);
    let early = chosen(options.positions as usize / EARLY, 0..BOOK_PLIES);
    let wanted: Vec<Decision> = late.iter().chain(&early).flatten().copied().collect();
    ensure!(
        !wanted.is_empty(),
        "{}: no held-back game of a player near {} has positions after the eighth move",
        path.display(),
        BANDS.map(|band| band.to_string()).join(", ")
    );
    let valued = values(&options.values, &games, &wanted, progress)?;
    let sets = Sets { model, games: &games, valued: &valued, late, early };
    progress.line(
        "positions of held-back games after the eighth move; losses by the values at depth 6",
    )?;
    progress.line(sets.unjudged())?;
    progress.line("moves by their probability: how often moves of such a probability are played, and lose 0.1 when played")?;
    progress.line(sets.calibration())?;
    progress.line("positions of the first six moves, with and without the book")?;
    progress.line(sets.openings())?;
    progress.line("share of the human's moves guessed by each level, and its perplexity")?;
    progress.line(sets.by_level())?;
    progress.line("intrinsic ratings; ± is one standard error")?;
    progress.line(sets.intrinsic(options.seed))?;
    let mut judge = Judge::open(&options.judged, options.nodes, options.judge.as_deref())?;
    progress.line(format!(
        "guesses beside Lucena at full strength with {} nodes and MadChess's model at the rating of the human, with the nodes of ten seconds; ± is one standard error",
        options.nodes
    ))?;
    let guesses = sets.guesses(&mut judge, progress)?;
    progress.line(guesses)?;
    if options.judged_positions == 0 {
        return Ok(());
    }
    let losses = sets.losses(&mut judge, options, progress)?;
    let judge = options.judge.as_deref().unwrap_or("Lucena");
    progress.line(format!(
        "losses judged by {judge}, {} nodes, of drawn and of the human's moves; ± is one standard error",
        options.nodes
    ))?;
    progress.line(losses)?;
    Ok(())
}

/// How many lone kings are mated within fifty moves.
fn measure_endings(options: &Options, path: &Path, progress: &mut Progress<'_>) -> Result<()> {
    let fens = mates::positions(path, options.positions as usize)?;
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
    /// Positions of each of [`BANDS`] after the eighth move.
    late: [Vec<Decision>; BANDS.len()],
    /// Positions of the first six moves.
    early: [Vec<Decision>; BANDS.len()],
}

impl Sets<'_> {
    fn bands(&self) -> impl Iterator<Item = (u16, &[Decision])> {
        BANDS.into_iter().zip(self.late.iter().map(Vec::as_slice))
    }

    fn unjudged(&self) -> Table {
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
        for (band, own) in self.bands() {
            if let Some(row) = Unjudged::of(self, own) {
                table.row(row.cells(band));
            }
        }
        table
    }

    /// How often moves are played whose probability lies between the limits, against the sum of their probabilities.
    fn calibration(&self) -> Table {
        let mut table =
            Table::new(1, &["probability", "expected", "played", "expected errors", "errors"]);
        let mut bins = vec![[0.0; 4]; PROBABILITIES.len()];
        for (band, own) in self.bands() {
            if !LEVELS.contains(&band) {
                continue;
            }
            for &at in own {
                let Some((prediction, played)) = self.predict(None, self.games.rating(at), at)
                else {
                    continue;
                };
                let losses = prediction.losses();
                for (index, &probability) in prediction.probabilities.iter().enumerate() {
                    let bin = PROBABILITIES.iter().rposition(|&least| probability >= least);
                    let figures = &mut bins[bin.unwrap_or(0)];
                    let (is_error, is_played) = (losses[index] >= ERRORS[0], index == played);
                    figures[0] += probability;
                    figures[1] += f64::from(u8::from(is_played));
                    figures[2] += if is_error { probability } else { 0.0 };
                    figures[3] += f64::from(u8::from(is_played && is_error));
                }
            }
        }
        for (least, figures) in PROBABILITIES.iter().zip(bins) {
            let mut row = vec![format!("from {} %", 100.0 * least)];
            row.extend(figures.map(|figure| format!("{figure:.0}")));
            table.row(row);
        }
        table
    }

    /// Guesses and perplexity with the book and without it.
    fn openings(&self) -> Table {
        let mut table =
            Table::new(1, &["rating", "positions", "guessed", "without", "perplexity", "without"]);
        for (band, own) in BANDS.into_iter().zip(&self.early) {
            let of = |book: Option<&HumanBook>| {
                let (mut logarithm, mut guessed, mut count) = (0.0, 0.0, 0.0_f64);
                for &at in own {
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

    fn by_level(&self) -> Table {
        let header: Vec<String> = LEVELS.iter().map(|level| format!("as {level}")).collect();
        let names: Vec<&str> =
            std::iter::once("rating").chain(header.iter().map(String::as_str)).collect();
        let mut table = Table::new(1, &names);
        for (band, own) in self.bands().filter(|(band, _)| LEVELS.contains(band)) {
            let samples = samples(self.games, own, self.valued);
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
    fn intrinsic(&self, seed: u64) -> Table {
        let mut table = Table::new(
            1,
            &["rating", "people", "by losses", "moves", "the level's", "by losses", "moves"],
        );
        let cells = |rater: &MoveRater| {
            let figure = |it: Option<IntrinsicRating>| {
                it.map_or_else(String::new, |it| format!("{:.0} ± {:.0}", it.rating, it.error))
            };
            let by_losses = rater.rating_by_losses().map_or_else(String::new, |it| it.to_string());
            [figure(rater.rating()), by_losses, rater.moves().to_string()]
        };
        let mut random = Random::new(seed);
        let all: Vec<Decision> = self.late.iter().flatten().copied().collect();
        let step = (all.len() / FACE_MOVES).max(1);
        for (face, own) in self.bands().filter(|(band, _)| FACES.contains(band)) {
            let (mut people, mut level) = (MoveRater::default(), MoveRater::default());
            for &at in own {
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
    fn of(sets: &Sets<'_>, own: &[Decision]) -> Option<Self> {
        let games = sets.games;
        let samples = samples(games, own, sets.valued);
        let positions = samples.len() as f64;
        let (mut drawn, mut uniform, mut loss, mut human_loss) = (0.0, 0.0, 0.0, 0.0);
        let predicted = |&at: &Decision| sets.predict(None, games.rating(at), at);
        for (prediction, played) in own.iter().filter_map(predicted) {
            drawn += prediction.probabilities[played] / positions;
            uniform += (prediction.values.len() as f64).ln() / positions;
            let losses = prediction.losses();
            human_loss += losses[played] / positions;
            let expected = prediction.probabilities.iter().zip(&losses).map(|(p, loss)| p * loss);
            loss += expected.sum::<f64>() / positions;
        }
        let guesses = Guesses::of(sets.model, &samples);
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

impl Sets<'_> {
    /// The share of the human's moves that the model, full strength and MadChess's model guess, and their perplexities.
    fn guesses(&self, judge: &mut Judge, progress: &mut Progress<'_>) -> Result<Table> {
        let header = [
            "rating",
            "positions",
            "guessed",
            "full strength",
            "madchess",
            "over full",
            "over madchess",
            "perplexity",
            "full's",
            "madchess's",
            "equally likely",
        ];
        let mut table = Table::new(1, &header);
        let mut all: [Vec<f64>; 2] = Default::default();
        let mut shares = Vec::new();
        for (band, own) in self.bands().filter(|(band, _)| LEVELS.contains(band)) {
            let mut guessed: [Vec<f64>; 3] = Default::default();
            let mut probabilities = Vec::new();
            let (mut full, mut madchess) = (Vec::new(), Vec::new());
            for (done, &at) in own.iter().enumerate() {
                progress.status(format!("{band}: {done} of {} positions guessed", own.len()));
                let rating = self.games.rating(at);
                let Some((prediction, played)) = self.predict(None, rating, at) else { continue };
                let (name, before) = self.games.name_and_moves(at);
                let human = notation::uci(self.games.played(at));
                let moves = prediction.values.len() as f64;
                let best = judge.full_strength(&name, before)?;
                let drawn = judge.madchess(&name, before, rating)?;
                let likely = prediction.most_probable() == Some(played);
                let first = drawn.first().is_some_and(|first| *first == human);
                for (guessed, is_equal) in guessed.iter_mut().zip([likely, best == human, first]) {
                    guessed.push(f64::from(u8::from(is_equal)));
                }
                probabilities.push(prediction.probabilities[played]);
                full.push(Mixed { probability: f64::from(u8::from(best == human)), moves });
                let share = if drawn.contains(&human) { 1.0 / drawn.len() as f64 } else { 0.0 };
                madchess.push(Mixed { probability: share, moves });
            }
            if probabilities.is_empty() {
                continue;
            }
            let mut cells = vec![band.to_string(), probabilities.len().to_string()];
            cells.extend(guessed.iter().map(|equal| {
                let [mean, error] = mean(equal);
                format!("{:.1} ± {:.1} %", 100.0 * mean, 100.0 * error)
            }));
            for (of, all) in [1, 2].into_iter().zip(&mut all) {
                let more: Vec<f64> =
                    guessed[0].iter().zip(&guessed[of]).map(|(own, other)| own - other).collect();
                let [mean, error] = mean(&more);
                cells.push(format!("{:+.1} ± {:.1}", 100.0 * mean, 100.0 * error));
                all.extend(more);
            }
            shares.push(mean(&guessed[0]));
            let logarithm: f64 = probabilities.iter().map(|p| -p.max(f64::MIN_POSITIVE).ln()).sum();
            cells.push(format!("{:.2}", (logarithm / probabilities.len() as f64).exp()));
            cells
                .extend([&full, &madchess].map(|mixed| format!("{:.2}", Mixed::perplexity(mixed))));
            cells.push(format!("{:.1}", Mixed::at_share(&full, 0.0).exp()));
            table.row(cells);
        }
        progress.clear_status();
        let count = shares.len().max(1) as f64;
        let [average, error] = [0, 1].map(|of| {
            let power = if of == 0 { 1 } else { 2 };
            shares.iter().map(|share| share[of].powi(power)).sum::<f64>()
        });
        let mut cells = vec![
            "average".to_owned(),
            all[0].len().to_string(),
            format!("{:.1} ± {:.1} %", 100.0 * average / count, 100.0 * error.sqrt() / count),
            String::new(),
            String::new(),
        ];
        cells.extend(all.iter().map(|more| {
            let [mean, error] = mean(more);
            format!("{:+.1} ± {:.1}", 100.0 * mean, 100.0 * error)
        }));
        cells.resize(header.len(), String::new());
        table.row(cells);
        Ok(table)
    }

    /// Losses of drawn moves and of the human's, by a judge.
    fn losses(
        &self,
        judge: &mut Judge,
        options: &Options,
        progress: &mut Progress<'_>,
    ) -> Result<Table> {
        let header = [
            "rating",
            "positions",
            "loss",
            "human's",
            "difference",
            ">= .1",
            "human's",
            "difference",
            ">= .2",
            "human's",
            "difference",
        ];
        let mut table = Table::new(1, &header);
        for (band, own) in self.bands() {
            let mut losses: [Vec<f64>; 2] = Default::default();
            for (done, &at) in own.iter().take(options.judged_positions).enumerate() {
                progress.status(format!(
                    "{band}: {done} of {} positions judged",
                    options.judged_positions
                ));
                let Some((prediction, played)) = self.predict(None, self.games.rating(at), at)
                else {
                    continue;
                };
                let position = self.games.situation(at).position;
                let mut random = generator(options.seed, position.key());
                let drawn = prediction.draw(&mut random).unwrap_or(played);
                let (name, before) = self.games.name_and_moves(at);
                let best = judge.value(&name, before, None)?;
                for (losses, index) in losses.iter_mut().zip([drawn, played]) {
                    let value = judge.value(&name, before, Some(prediction.values[index].mv))?;
                    losses.push((expected_score(best) - expected_score(value)).max(0.0));
                }
            }
            if losses[0].is_empty() {
                continue;
            }
            let mut cells = vec![band.to_string(), losses[0].len().to_string()];
            for least in [None, Some(ERRORS[0]), Some(ERRORS[1])] {
                let counted = |losses: &Vec<f64>| -> Vec<f64> {
                    let count = |loss: &f64| {
                        least.map_or(*loss, |least| f64::from(u8::from(*loss >= least)))
                    };
                    losses.iter().map(count).collect()
                };
                let [level, human] = [&losses[0], &losses[1]].map(counted);
                let more: Vec<f64> = level.iter().zip(&human).map(|(a, b)| a - b).collect();
                for values in [&level, &human, &more] {
                    let [mean, error] = mean(values);
                    cells.push(format!("{mean:.3} ± {error:.3}"));
                }
            }
            table.row(cells);
        }
        progress.clear_status();
        Ok(table)
    }
}

/// What a model without small probabilities gives the human's move, and the number of legal moves. Mixed with equally likely
/// moves, with the share that suits the sample best, it has a perplexity.
struct Mixed {
    probability: f64,
    moves: f64,
}

impl Mixed {
    /// The mean negative logarithm when the model has `share` and equally likely moves the rest.
    fn at_share(all: &[Self], share: f64) -> f64 {
        let logarithm = |of: &Self| -(share * of.probability + (1.0 - share) / of.moves).ln();
        all.iter().map(logarithm).sum::<f64>() / all.len().max(1) as f64
    }

    fn perplexity(all: &[Self]) -> f64 {
        let tried = (0..100).map(|percent| Self::at_share(all, f64::from(percent) / 100.0));
        tried.fold(f64::INFINITY, f64::min).exp()
    }
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> [f64; 2] {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    [mean, (squares / count / count).sqrt()]
}
