//! The training data: per position the coefficients of the parameters, the taper, the game result and the search score.

use super::TuneError;
use crate::knowledge::{Evaluator, FULL_PHASE, Knowledge};
use crate::rules::{Color, parse_fen};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;

/// One position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Parameter indices with their coefficients, White minus Black.
    pub counts: Vec<(u16, i16)>,
    /// Weight of the middlegame and of the scaled endgame value in the score.
    pub taper: [f32; 2],
    /// The score minus the linear terms, in centipawns.
    pub residual: f32,
    /// Game result: White's points.
    pub points: f32,
    /// Search score for White in centipawns.
    pub score: f32,
}

/// Training and validation set.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub training: Vec<Sample>,
    pub validation: Vec<Sample>,
}

/// Every tenth game goes to the validation set as a whole, so that the sets share no game.
const VALIDATION_EVERY: usize = 10;

impl Samples {
    /// Reads lines `FEN;points;score`; a line that begins with `#` starts a game.
    pub(super) fn read(path: &Path, knowledge: &Arc<Knowledge>) -> Result<Self, TuneError> {
        let refuse = |source| TuneError::File { path: path.to_owned(), source };
        let file = File::open(path).map_err(refuse)?;
        let mut reader = SampleReader::new(knowledge);
        let (mut samples, mut games) = (Self::default(), 0_usize);
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(refuse)?;
            if line.starts_with('#') || line.trim().is_empty() {
                games += usize::from(line.starts_with('#'));
                continue;
            }
            let sample = reader.sample(&line).map_err(|reason| TuneError::Line {
                path: path.to_owned(),
                line: number + 1,
                reason,
            })?;
            let judged = games.is_multiple_of(VALIDATION_EVERY);
            let side = if judged { &mut samples.validation } else { &mut samples.training };
            side.push(sample);
        }
        Ok(samples)
    }
}

struct SampleReader {
    evaluator: Evaluator,
    values: Vec<[i32; 2]>,
    /// Is the score nonlinear in the parameter?
    nonlinear: Vec<bool>,
}

impl SampleReader {
    fn new(knowledge: &Arc<Knowledge>) -> Self {
        let parameters = knowledge.parameters();
        Self {
            evaluator: Evaluator::new(Arc::clone(knowledge)),
            values: parameters.iter().map(|parameter| parameter.value).collect(),
            nonlinear: parameters.iter().map(super::fit::is_nonlinear).collect(),
        }
    }

    fn sample(&mut self, line: &str) -> Result<Sample, String> {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap_or_default();
        let mut number = |name: &str| -> Result<f32, String> {
            let text = fields.next().ok_or_else(|| format!("no semicolon before the {name}"))?;
            text.trim().parse().map_err(|_| format!("{name} {text:?}"))
        };
        let (points, score) = (number("result")?, number("score")?);
        if !(0.0..=1.0).contains(&points) {
            return Err(format!("result {points} is not between 0 and 1"));
        }
        let position = parse_fen(fen).map_err(|error| error.to_string())?;
        let (board, turn) = (position.board(), position.turn());
        let parts = self.evaluator.trace(board, turn);
        let middle = parts.phase as f32 / FULL_PHASE as f32;
        let taper = [middle, (1.0 - middle) * parts.scale as f32 / 128.0];
        let counts: Vec<(u16, i16)> = self
            .evaluator
            .coefficients(board, turn)
            .into_iter()
            .filter(|c| c.white != c.black && !self.nonlinear[c.parameter])
            .filter_map(|c| {
                Some((u16::try_from(c.parameter).ok()?, i16::try_from(c.white - c.black).ok()?))
            })
            .collect();
        let linear: f32 = counts
            .iter()
            .map(|&(parameter, count)| {
                let [mg, eg] = self.values[usize::from(parameter)];
                f32::from(count) * (mg as f32 * taper[0] + eg as f32 * taper[1])
            })
            .sum();
        let now = self.evaluator.evaluate(board, turn).value() as f32;
        let white = if turn == Color::White { now } else { -now };
        Ok(Sample { counts, taper, residual: white - linear, points, score })
    }
}
