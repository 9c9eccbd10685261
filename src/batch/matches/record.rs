//! The score of a match, its RON record file and its text output.

use super::statistics::Pentanomial;
use crate::base::{read_text, write_atomic};
use crate::batch::programs::Programs;
use crate::game::{End, Termination, TimeControl};
use crate::rules::Color;
use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::{fmt, io};

/// Identifies the match that a record belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchId {
    /// The two engine configurations.
    #[serde(alias = "contenders")]
    pub engines: [String; 2],
    /// The time control as a PGN tag, or the node limit.
    pub control: String,
    /// Seed of the random openings, or of the order of the book.
    pub seed: u64,
    /// The opening book; `None` for random openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The rules of adjudication; `None` if every game is played to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<String>,
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.engines;
        // A number of nodes is no time control.
        let (control, clock) = match self.control.split_once(", ") {
            Some((control, clock)) => (control, format!(", {clock}")),
            None => (self.control.as_str(), String::new()),
        };
        let control = TimeControl::from_tag(control)
            .map_or_else(|_| control.to_owned(), |control| control.to_string());
        write!(f, "{first} against {second} at {control}{clock}, seed {}", self.seed)?;
        for part in [&self.openings, &self.adjudication].into_iter().flatten() {
            write!(f, ", {part}")?;
        }
        Ok(())
    }
}

/// The score of the first engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScore {
    /// The match.
    #[serde(alias = "matchup")]
    pub id: MatchId,
    /// Wins, draws and losses.
    #[serde(alias = "games")]
    pub wins_draws_losses: [u32; 3],
    /// Pairs by points.
    pub pairs: Pentanomial,
    /// Time forfeits of the first and the second engine.
    pub time_losses: [u32; 2],
    /// Games that ended because an engine gave no legal move, or failed where that loses.
    #[serde(alias = "faults")]
    pub aborted: u32,
    /// Those of the first and the second engine. Records up to version 0.1 do not part them.
    #[serde(default, skip_serializing_if = "are_zero")]
    pub aborted_by: [u32; 2],
    /// Pairs that were broken off because an engine ended or did not answer, and were played again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failures: u32,
    /// The programs of the first and the second engine, each with every one that played, by the checksum of its file.
    #[serde(default, skip_serializing_if = "are_unknown")]
    pub programs: [Programs; 2],
}

const fn is_zero(count: &u32) -> bool {
    *count == 0
}

fn are_zero(counts: &[u32; 2]) -> bool {
    counts.iter().all(is_zero)
}

fn are_unknown(programs: &[Programs; 2]) -> bool {
    programs.iter().all(Programs::is_empty)
}

impl MatchScore {
    /// Reads a record.
    ///
    /// # Errors
    /// The position in the text and what was expected there.
    pub fn from_ron(text: &str) -> ron::error::SpannedResult<Self> {
        let mut score: Self = ron::from_str(text)?;
        // The suffix up to version 0.1.
        if let Some(control) = score.id.control.strip_suffix(", by work") {
            score.id.control = format!("{control}, CPU time");
        }
        Ok(score)
    }

    /// Adds a pair of results; the first engine had White in the first game.
    pub fn add(&mut self, pair: &[End; 2]) {
        let mut points = 0;
        for (end, color) in pair.iter().zip([Color::White, Color::Black]) {
            let half_points = usize::from(end.result.half_points(color));
            points += half_points;
            let count = &mut self.wins_draws_losses[2 - half_points];
            *count = count.saturating_add(1);
            if end.reason == Termination::FlagFall && half_points != 1 {
                self.time_losses[usize::from(half_points == 2)] += 1;
            } else if end.reason == Termination::Abandoned {
                self.aborted += 1;
                self.aborted_by[usize::from(half_points == 2)] += 1;
            }
        }
        self.pairs.add(points);
    }

    /// Notes that the programs with these checksums have played.
    pub(super) fn add_programs(&mut self, programs: &[Option<String>; 2]) {
        for (all, program) in self.programs.iter_mut().zip(programs) {
            all.add(program.as_deref());
        }
    }

    /// The engines whose program is another one than those that have played.
    pub(super) fn changed_programs(&self, programs: &[Option<String>; 2]) -> Vec<&str> {
        let engines = self.id.engines.iter().zip(&self.programs).zip(programs);
        let mut changed: Vec<&str> = engines
            .filter(|((_, all), program)| all.lacks(program.as_deref()))
            .map(|((engine, _), _)| engine.as_str())
            .collect();
        changed.dedup();
        changed
    }

    /// Whether the counts can be those of played pairs.
    ///
    /// # Errors
    /// The fields that contradict each other, with their values.
    fn check(&self) -> Result<()> {
        let counts @ [wins, draws, losses] = self.wins_draws_losses.map(u64::from);
        let pairs @ [lost, minus, even, plus, won] = self.pairs.0.map(u64::from);
        // Each pair of 0.5 or 1.5 points has one draw; of those of 1 point some have two, the others a win and a loss.
        let drawn = draws.checked_sub(minus + plus).filter(|rest| rest % 2 == 0).map(|it| it / 2);
        let adds_up = drawn.and_then(|drawn| even.checked_sub(drawn)).is_some_and(|split| {
            wins == 2 * won + plus + split && losses == 2 * lost + minus + split
        });
        ensure!(adds_up, "pairs: {pairs:?} do not add up to wins_draws_losses: {counts:?}");
        let [first, second] = self.time_losses.map(u64::from);
        let fits = first <= losses && second <= wins;
        ensure!(
            fits,
            "time_losses: {:?} are more than the lost games, wins_draws_losses: {counts:?}",
            self.time_losses
        );
        let games = wins + draws + losses;
        let left = games - first - second;
        ensure!(
            u64::from(self.aborted) <= left,
            "aborted: {} are more than the other {left} games",
            self.aborted
        );
        let parted: u64 = self.aborted_by.map(u64::from).iter().sum();
        ensure!(
            parted <= u64::from(self.aborted),
            "aborted_by: {:?} are more than aborted: {}",
            self.aborted_by,
            self.aborted
        );
        Ok(())
    }

    /// The score on one line.
    pub fn summary(&self) -> String {
        let [wins, draws, losses] = self.wins_draws_losses;
        let total = wins.saturating_add(draws).saturating_add(losses);
        let (percent, elo) = (100.0 * self.pairs.mean(), self.pairs.elo());
        format!("games {total}: +{wins} ={draws} -{losses} ({percent:.1} %), Elo {elo}")
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.id)?;
        writeln!(f, "{}", self.summary())?;
        writeln!(f, "pairs by points 0, 0.5, 1, 1.5, 2: {:?}", self.pairs.0)?;
        let [a, b] = self.time_losses;
        let [first, second] = self.aborted_by;
        write!(f, "time forfeits: {a} and {b}; aborted: {first} and {second}")?;
        match self.aborted.saturating_sub(first).saturating_sub(second) {
            0 => {}
            other => write!(f, ", by an engine that the record does not name: {other}")?,
        }
        if self.failures > 0 {
            write!(f, "; pairs played again after a failure: {}", self.failures)?;
        }
        Ok(())
    }
}

/// Loads the record of the match `id`; an empty score if there is none.
pub(super) fn load(record: Option<&Path>, id: MatchId) -> Result<MatchScore> {
    let empty = MatchScore { id, ..MatchScore::default() };
    let Some(path) = record else { return Ok(empty) };
    let read = || -> Result<MatchScore> {
        let text = match read_text(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(empty),
            text => text?,
        };
        let score = MatchScore::from_ron(&text)?;
        ensure!(
            score.id == empty.id,
            "this is the record of another match: {} instead of {}",
            score.id,
            empty.id
        );
        score.check()?;
        Ok(score)
    };
    read().with_context(|| path.display().to_string())
}

/// Checks that the record file is as `score` was saved last, so that no other process writes to it.
pub(super) fn check_unchanged(record: Option<&Path>, score: &MatchScore) -> Result<()> {
    let Some(path) = record else { return Ok(()) };
    let check = || -> Result<()> {
        match read_text(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            text => {
                ensure!(
                    MatchScore::from_ron(&text?).is_ok_and(|saved| saved == *score),
                    "another process writes to it; the last pair is not added"
                );
                Ok(())
            }
        }
    };
    check().with_context(|| path.display().to_string())
}

/// Saves the score; the record file is replaced atomically.
pub(super) fn save(record: Option<&Path>, score: &MatchScore) -> Result<()> {
    let Some(path) = record else { return Ok(()) };
    let text = ron::ser::to_string_pretty(score, ron::ser::PrettyConfig::default())?;
    write_atomic(path, text.as_bytes()).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::{MatchScore, check_unchanged, load, save};
    use crate::batch::matches::Pentanomial;
    use crate::game::{End, Termination};
    use crate::rules::Color;

    #[test]
    fn a_record_that_another_process_writes_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("m.ron");
        let mut score = MatchScore::default();
        assert!(check_unchanged(Some(&file), &score).is_ok());
        save(Some(&file), &score).unwrap();
        assert!(check_unchanged(Some(&file), &score).is_ok());
        score.aborted = 1;
        let error = format!("{:#}", check_unchanged(Some(&file), &score).unwrap_err());
        assert!(error.contains("m.ron: another process writes to it"), "{error}");
    }

    #[test]
    fn a_program_that_changed_is_noticed() {
        let mut score = MatchScore::default();
        score.id.engines = ["full".to_owned(), "uci=weiss".to_owned()];
        let sums =
            |first: &str, second: Option<&str>| [Some(first.to_owned()), second.map(str::to_owned)];
        // The record of an earlier version has no checksums.
        assert!(score.changed_programs(&sums("a", Some("b"))).is_empty());
        score.add_programs(&sums("a", Some("b")));
        score.add_programs(&sums("a", None));
        assert_eq!(ron::to_string(&score.programs).unwrap(), r#"(["a"],["b"])"#);
        assert!(score.changed_programs(&sums("a", None)).is_empty());
        assert_eq!(score.changed_programs(&sums("c", Some("b"))), ["full"]);
        assert_eq!(score.changed_programs(&sums("c", Some("d"))), ["full", "uci=weiss"]);
        score.add_programs(&sums("c", Some("b")));
        assert_eq!(ron::to_string(&score.programs[0]).unwrap(), r#"["a","c"]"#);
    }

    #[test]
    fn failures_are_told_by_engine_and_old_records_are_read() {
        let old = "(id: (engines: (\"a\", \"b\"), control: \"500 nodes\", seed: 1), wins_draws_losses: (1, 0, 1), \
            pairs: ((0, 0, 1, 0, 0)), time_losses: (0, 0), aborted: 1)";
        let mut score = MatchScore::from_ron(old).unwrap();
        assert!(
            score
                .to_string()
                .contains("aborted: 0 and 0, by an engine that the record does not name: 1")
        );
        let lost = |winner| End::win(winner, Termination::Abandoned);
        // The first engine has White in the first game.
        score.add(&[lost(Color::White), lost(Color::Black)]);
        assert_eq!((score.aborted, score.aborted_by), (3, [0, 2]));
        let text = ron::to_string(&score).unwrap();
        assert_eq!(MatchScore::from_ron(&text).unwrap(), score, "{text}");
    }

    #[test]
    fn a_record_that_contradicts_itself_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("m.ron");
        let score = |wins_draws_losses, pairs, time_losses, aborted| {
            let pairs = Pentanomial(pairs);
            MatchScore { wins_draws_losses, pairs, time_losses, aborted, ..MatchScore::default() }
        };
        let read = |score: &MatchScore| {
            save(Some(&file), score).unwrap();
            load(Some(&file), score.id.clone()).map_err(|error| format!("{error:#}"))
        };
        // A pair of 1 point is two draws, or a win and a loss.
        for good in [
            score([0; 3], [0; 5], [0; 2], 0),
            score([4, 3, 5], [1, 1, 2, 2, 0], [5, 1], 6),
            score([3, 5, 4], [1, 1, 2, 2, 0], [0; 2], 0),
        ] {
            assert_eq!(read(&good), Ok(good));
        }
        let parted =
            MatchScore { aborted_by: [1, 2], ..score([4, 3, 5], [1, 1, 2, 2, 0], [5, 0], 2) };
        let error = read(&parted).unwrap_err();
        assert!(error.contains("aborted_by: [1, 2] are more than aborted: 2"), "{error}");
        let most = u32::MAX;
        for (bad, words) in [
            (score([999, 0, 3], [1, 1, 2, 2, 0], [0; 2], 0), "pairs: [1, 1, 2, 2, 0] do not add"),
            (score([4, 3, 5], [9; 5], [0; 2], 0), "to wins_draws_losses: [4, 3, 5]"),
            (score([2, 6, 4], [1, 1, 2, 2, 0], [0; 2], 0), "do not add up"),
            (score([most; 3], [most; 5], [0; 2], 0), "do not add up"),
            (score([4, 3, 5], [1, 1, 2, 2, 0], [50, 50], 0), "time_losses: [50, 50] are more"),
            (score([4, 3, 5], [1, 1, 2, 2, 0], [5, 0], 8), "aborted: 8 are more than the other 7"),
        ] {
            let error = read(&bad).unwrap_err();
            assert!(error.contains("m.ron: ") && error.contains(words), "{error}");
        }
    }
}
