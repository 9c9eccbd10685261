//! The training data: per position the coefficients of the parameters, the taper, the game result and the search score.

use crate::base::open_file;
use crate::knowledge::{Category, Evaluator, FULL_PHASE, Knowledge, Parameter};
use crate::rules::{Color, parse_fen};
use anyhow::{Context as _, Result, ensure};
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

impl Sample {
    /// White's static evaluation with these parameter values, in centipawns.
    pub(super) fn score_with(&self, values: &[[f64; 2]]) -> f64 {
        let taper = self.taper.map(f64::from);
        let term = |&(parameter, count): &(u16, i16)| {
            let [mg, eg] = values[usize::from(parameter)];
            f64::from(count) * (mg * taper[0] + eg * taper[1])
        };
        f64::from(self.residual) + self.counts.iter().map(term).sum::<f64>()
    }
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
    pub(super) fn read(path: &Path, knowledge: &Arc<Knowledge>) -> Result<Self> {
        let file = || path.display().to_string();
        let mut reader = SampleReader::new(knowledge);
        let (mut samples, mut games) = (Self::default(), 0_usize);
        for (number, line) in
            BufReader::new(open_file(path).with_context(file)?).lines().enumerate()
        {
            let line = line.with_context(file)?;
            if line.starts_with('#') || line.trim().is_empty() {
                games += usize::from(line.starts_with('#'));
                continue;
            }
            let sample = reader
                .sample(&line)
                .with_context(|| format!("{}:{}", path.display(), number + 1))?;
            let is_validation = games.is_multiple_of(VALIDATION_EVERY);
            let set = if is_validation { &mut samples.validation } else { &mut samples.training };
            set.push(sample);
        }
        Ok(samples)
    }
}

/// Is the score nonlinear in `parameter`? The endgame scale multiplies; the initiative depends on the sign of the score.
fn is_nonlinear(parameter: &Parameter) -> bool {
    parameter.category == Category::EndgameScale || parameter.weight.starts_with("initiative.")
}

struct SampleReader {
    evaluator: Evaluator,
    values: Vec<[f64; 2]>,
    /// Is the score nonlinear in the parameter?
    nonlinear: Vec<bool>,
}

impl SampleReader {
    fn new(knowledge: &Arc<Knowledge>) -> Self {
        let parameters = knowledge.parameters();
        Self {
            evaluator: Evaluator::new(Arc::clone(knowledge)),
            values: parameters.iter().map(|parameter| parameter.value.map(f64::from)).collect(),
            nonlinear: parameters.iter().map(is_nonlinear).collect(),
        }
    }

    fn sample(&mut self, line: &str) -> Result<Sample> {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap_or_default();
        let mut number = |name: &str| -> Result<f32> {
            let text = fields.next().with_context(|| format!("no semicolon before the {name}"))?;
            text.trim().parse().with_context(|| format!("{name} {text:?}"))
        };
        let (points, score) = (number("result")?, number("score")?);
        ensure!((0.0..=1.0).contains(&points), "result {points} is not between 0 and 1");
        let position = parse_fen(fen)?;
        let (board, turn) = (position.board(), position.turn());
        let trace = self.evaluator.trace(board, turn);
        let middlegame = trace.phase as f32 / FULL_PHASE as f32;
        let taper = [middlegame, (1.0 - middlegame) * trace.scale as f32 / 128.0];
        let coefficients = self.evaluator.coefficients(board, turn).into_iter();
        let counts = coefficients
            .filter(|c| c.white != c.black && !self.nonlinear[c.parameter])
            .filter_map(|c| {
                Some((c.parameter.try_into().ok()?, (c.white - c.black).try_into().ok()?))
            })
            .collect();
        let eval = f64::from(self.evaluator.evaluate(board, turn).value());
        let mut sample = Sample { counts, taper, residual: 0.0, points, score };
        let white = if turn == Color::White { eval } else { -eval };
        sample.residual = (white - sample.score_with(&self.values)) as f32;
        Ok(sample)
    }
}
