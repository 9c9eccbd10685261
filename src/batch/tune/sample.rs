//! Positions as the fit sees them: the coefficients of every parameter, the taper and the result.

use super::TuneError;
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::{Color, parse_fen};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;

/// One position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Parameters that count, with how often for White more than for Black.
    pub counts: Vec<(u16, i16)>,
    /// Share of the middlegame and, after scaling, of the endgame in the score.
    pub taper: [f32; 2],
    /// What the score has besides the linear terms, centipawns.
    pub rest: f32,
    /// White's points.
    pub points: f32,
    /// White's score of the search, centipawns.
    pub score: f32,
}

/// The positions to learn from and those held back.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub learned: Vec<Sample>,
    pub judged: Vec<Sample>,
}

/// Every so many games is held back whole, so that no game stands on both sides.
const JUDGED_EVERY: usize = 10;
/// Phase of a full board, as [`crate::knowledge::Breakdown::phase`] counts it.
const FULL_PHASE: f32 = 24.0;

impl Samples {
    /// Reads the lines `FEN;points;score`; a line beginning with `#` begins a game.
    pub(super) fn read(path: &Path, knowledge: &Arc<Knowledge>) -> Result<Self, TuneError> {
        let refuse = |source| TuneError::File { path: path.to_owned(), source };
        let file = File::open(path).map_err(refuse)?;
        let mut reader = Reader::new(knowledge);
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
            let judged = games.is_multiple_of(JUDGED_EVERY);
            let side = if judged { &mut samples.judged } else { &mut samples.learned };
            side.push(sample);
        }
        Ok(samples)
    }
}

struct Reader {
    evaluator: Evaluator,
    values: Vec<[i32; 2]>,
    /// Parameters that the score does not contain linearly.
    curved: Vec<bool>,
}

impl Reader {
    fn new(knowledge: &Arc<Knowledge>) -> Self {
        let parameters = knowledge.parameters();
        Self {
            evaluator: Evaluator::new(Arc::clone(knowledge)),
            values: parameters.iter().map(|parameter| parameter.value).collect(),
            curved: parameters.iter().map(super::fit::is_curved).collect(),
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
        let parts = self.evaluator.breakdown(board, turn);
        let middle = parts.phase as f32 / FULL_PHASE;
        let taper = [middle, (1.0 - middle) * parts.scale as f32 / 128.0];
        let counts: Vec<(u16, i16)> = self
            .evaluator
            .coefficients(board, turn)
            .into_iter()
            .filter(|c| c.white != c.black && !self.curved[c.parameter])
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
        Ok(Sample { counts, taper, rest: white - linear, points, score })
    }
}
