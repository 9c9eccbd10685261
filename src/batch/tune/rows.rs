//! Training positions in memory as what the formula of the evaluation reads: the counts of the parameters, the phase, the
//! result of the game and the score of the search. About 115 bytes a position.

use crate::batch::output::Progress;
use crate::batch::positions::{self, LabelledPosition};
use crate::knowledge::{Count, Evaluator, Features, Knowledge};
use crate::rules::Color;
use anyhow::{Context as _, Result, ensure};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// Bits of the parameter's index in a word; the rest is the count.
const INDEX_BITS: u32 = 10;
const LARGEST_COUNT: i32 = (1 << (15 - INDEX_BITS)) - 1;
/// Words before the counts: the lengths of the six lists two in a word, phase and result, score.
const HEAD: usize = 5;
/// Positions whose features are read at a time.
const BATCH: usize = 1 << 14;

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a>(&'a [u16]);

/// The lists of a row, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) enum List {
    Terms,
    Initiative,
    /// Reductions of the endgame scale if White is ahead.
    WhiteReductions,
    BlackReductions,
    /// Units of king danger that White makes.
    WhiteUnits,
    BlackUnits,
}

impl<'a> Row<'a> {
    /// Parameter indices with their counts.
    pub fn counts(self, list: List) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let length = |index: usize| usize::from(self.0[index / 2] >> (8 * (index % 2)) & 0xff);
        let start = HEAD + (0..list as usize).map(length).sum::<usize>();
        self.0[start..start + length(list as usize)].iter().map(|&word| {
            let count = word.cast_signed() >> INDEX_BITS;
            (usize::from(word & ((1 << INDEX_BITS) - 1)), f64::from(count))
        })
    }

    /// Game phase.
    pub fn phase(self) -> i32 {
        i32::from(self.0[3] & 0xff)
    }

    /// White's points.
    pub fn points(self) -> f64 {
        f64::from(self.0[3] >> 8) / 2.0
    }

    /// Score of the search in centipawns, White's view.
    pub fn score(self) -> f64 {
        f64::from(self.0[4].cast_signed())
    }
}

/// Positions.
#[derive(Debug, Default)]
pub(super) struct Rows {
    words: Vec<u16>,
    /// End of each row in the words.
    ends: Vec<usize>,
}

impl Rows {
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The row number `index`.
    pub fn get(&self, index: usize) -> Row<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        Row(&self.words[start..self.ends[index]])
    }

    /// Size in memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.ends)
    }

    pub fn append(&mut self, other: &Self) {
        let start = self.words.len();
        self.words.extend(&other.words);
        self.ends.extend(other.ends.iter().map(|end| start + end));
    }

    /// Adds a position.
    ///
    /// # Errors
    /// The network has more parameters or counts than a row can hold.
    pub fn push(&mut self, features: &Features, half_points: u8, score: i16) -> Result<()> {
        let start = self.words.len();
        let Features { phase, terms, initiative, reductions: [white, black], tables } = features;
        self.words.resize(start + HEAD, 0);
        let mut units = [Color::White, Color::Black].map(|side| {
            let of_side = tables.iter().filter(|table| table.side == side);
            of_side.flat_map(|table| table.units.iter().copied()).collect::<Vec<_>>()
        });
        let [white_units, black_units] = &mut units;
        let lists = [terms, initiative, white, black, white_units, black_units];
        for (index, list) in lists.into_iter().enumerate() {
            let before = self.words.len();
            list.iter().try_for_each(|count| self.push_count(*count))?;
            let length = u8::try_from(self.words.len() - before).context("counts of a position")?;
            self.words[start + index / 2] |= u16::from(length) << (8 * (index % 2));
        }
        self.words[start + 3] = u16::try_from(*phase)? | u16::from(half_points) << 8;
        self.words[start + 4] = score.cast_unsigned();
        self.ends.push(self.words.len());
        Ok(())
    }

    /// A count that one word cannot hold takes several.
    fn push_count(&mut self, Count { parameter, mut count }: Count) -> Result<()> {
        let index = u16::try_from(parameter).ok().filter(|index| index >> INDEX_BITS == 0);
        let index = index.context("more than 1024 parameters")?;
        while count != 0 {
            let part = count.clamp(-LARGEST_COUNT, LARGEST_COUNT);
            self.words.push(index | ((part << INDEX_BITS) as i16).cast_unsigned());
            count -= part;
        }
        Ok(())
    }
}

/// Training and validation set.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub training: Rows,
    pub validation: Rows,
    /// What was left out: shards that are cut off.
    pub cuts: Vec<String>,
}

/// Every tenth game goes to the validation set as a whole, so that the sets share no game.
const VALIDATION_EVERY: usize = 10;

impl Samples {
    /// Reads training positions, with the features on all cores.
    pub fn read(
        path: &Path,
        knowledge: &Arc<Knowledge>,
        progress: &mut Progress<'_>,
    ) -> Result<Self> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut evaluators = vec![Evaluator::new(Arc::clone(knowledge)); cores];
        let (mut samples, mut batch) = (Self::default(), Vec::with_capacity(BATCH));
        let cuts = positions::read(path, progress, |position| {
            batch.push(position);
            if batch.len() == BATCH {
                samples.add(&mut evaluators, &batch)?;
                batch.clear();
            }
            Ok(())
        })?;
        samples.add(&mut evaluators, &batch)?;
        samples.cuts = cuts;
        Ok(samples)
    }

    fn add(&mut self, evaluators: &mut [Evaluator], batch: &[LabelledPosition]) -> Result<()> {
        let parts = batch.chunks(batch.len().div_ceil(evaluators.len()).max(1));
        thread::scope(|scope| {
            let read = |(evaluator, part)| scope.spawn(move || Self::of(evaluator, part));
            let threads: Vec<_> = evaluators.iter_mut().zip(parts).map(read).collect();
            for thread in threads {
                let part = thread.join().map_err(|_| anyhow::anyhow!("a thread failed"))??;
                self.training.append(&part.training);
                self.validation.append(&part.validation);
            }
            Ok(())
        })
    }

    fn of(evaluator: &mut Evaluator, positions: &[LabelledPosition]) -> Result<Self> {
        let mut samples = Self::default();
        for LabelledPosition { game, position, result, score } in positions {
            let is_validation = game.is_multiple_of(VALIDATION_EVERY);
            let set = if is_validation { &mut samples.validation } else { &mut samples.training };
            let features = evaluator.features(position.board(), position.turn());
            let score = i16::try_from(*score).with_context(|| format!("score {score}"))?;
            set.push(&features, result.half_points(Color::White), score)?;
        }
        Ok(samples)
    }
}

/// The parameters of the entries of the only table whose units are parameters.
///
/// # Errors
/// The network has another number of such tables.
pub(super) fn table_of(knowledge: &Arc<Knowledge>) -> Result<Range<usize>> {
    let position = crate::rules::Position::default();
    let mut evaluator = Evaluator::new(Arc::clone(knowledge));
    let features = evaluator.features(position.board(), position.turn());
    let [white, black] = features.tables.as_slice() else {
        anyhow::bail!("{} tables of units", features.tables.len());
    };
    ensure!(white.entries == black.entries, "the tables of the sides differ");
    Ok(white.entries.clone())
}
