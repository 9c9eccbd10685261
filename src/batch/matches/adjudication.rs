//! Adjudication: ends a game when both engines agree on its result, or when tablebases know it.

use super::options::Failures;
use crate::base::Score;
use crate::game::{End, Termination};
use crate::rules::{Color, Position};
use crate::search::Tablebases;
use shakmaty_syzygy::Wdl;

/// Both engines report this many centipawns for the same side in six searches in a row, or another number: that side wins.
const DECIDED_CP: i32 = 500;
const DECIDED_PLIES: u32 = 6;
/// Both engines report this many centipawns at most in sixteen searches in a row, from move 35 on: a draw.
const LEVEL_CP: i32 = 10;
const LEVEL_PLIES: u32 = 16;
const LEVEL_FROM_PLY: usize = 68;

/// The rules as a record states them; `tables` is the number of pieces.
pub(super) fn rules(
    agreement: bool,
    tables: Option<&Tablebases>,
    failures: Failures,
) -> Option<String> {
    let agreement = agreement.then(|| Agreement::default().rules());
    let tables = tables.map(|tables| format!("tables of {} pieces", tables.max_pieces()));
    let failures = (failures == Failures::Lose).then(|| "failures lose".to_owned());
    let parts: Vec<String> = agreement.into_iter().chain(tables).chain(failures).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The scores of one game so far.
#[derive(Clone, Copy, Debug)]
pub(in crate::batch) struct Agreement {
    decided_cp: i32,
    winner: Option<Color>,
    decided: u32,
    level: u32,
}

impl Default for Agreement {
    fn default() -> Self {
        Self::new(DECIDED_CP)
    }
}

impl Agreement {
    /// A side wins with `decided_cp` centipawns.
    pub const fn new(decided_cp: i32) -> Self {
        Self { decided_cp, winner: None, decided: 0, level: 0 }
    }

    /// The rules as a record states them.
    pub fn rules(&self) -> String {
        let (decided, level) = (DECIDED_PLIES / 2, LEVEL_PLIES / 2);
        format!("{} cp for {decided} moves, {LEVEL_CP} cp for {level}", self.decided_cp)
    }

    /// Adds the `score` of the side `turn`, which moved to the game's ply `ply`; the end if both sides agree on it.
    pub fn add(&mut self, turn: Color, score: Option<Score>, ply: usize) -> Option<End> {
        let value = score.map(Score::value);
        let winner = value.filter(|value| value.abs() >= self.decided_cp);
        let winner = winner.map(|value| if value > 0 { turn } else { !turn });
        self.decided = if winner == self.winner { self.decided + 1 } else { 1 };
        self.winner = winner;
        let is_level = value.is_some_and(|value| value.abs() <= LEVEL_CP) && ply > LEVEL_FROM_PLY;
        self.level = if is_level { self.level + 1 } else { 0 };
        let won = winner.filter(|_| self.decided >= DECIDED_PLIES);
        let drawn = self.level >= LEVEL_PLIES;
        won.map(|winner| End::win(winner, Termination::Adjudication))
            .or_else(|| drawn.then(|| End::draw(Termination::Adjudication)))
    }
}

/// The result of `position` if `tables` have it; they know it right after a capture or pawn move.
pub(in crate::batch) fn table_result(tables: &Tablebases, position: &Position) -> Option<End> {
    let turn = position.turn();
    Some(match tables.outcome(position)? {
        Wdl::Win => End::win(turn, Termination::Adjudication),
        Wdl::Loss => End::win(!turn, Termination::Adjudication),
        // The fifty-move rule saves the other side.
        Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => End::draw(Termination::Adjudication),
    })
}

#[cfg(test)]
mod tests {
    use super::Agreement;
    use crate::base::Score;
    use crate::game::{GameResult, Termination};
    use crate::rules::Color;

    /// The result after these scores of White and Black in turn, from ply `first` on, and the number of scores it took.
    fn played(first: usize, scores: &[Option<i32>]) -> Option<(GameResult, usize)> {
        let mut agreement = Agreement::default();
        scores.iter().enumerate().find_map(|(index, score)| {
            let turn = if index % 2 == 0 { Color::White } else { Color::Black };
            let end = agreement.add(turn, score.map(Score::heuristic), first + index)?;
            assert_eq!(end.reason, Termination::Adjudication);
            Some((end.result, index + 1))
        })
    }

    #[test]
    fn both_sides_must_agree_on_the_winner_six_times_in_a_row() {
        let agreed = [Some(500), Some(-600)].repeat(4);
        assert_eq!(played(9, &agreed), Some((GameResult::White, 6)));
        let mut doubted = agreed.clone();
        doubted[2] = Some(499);
        assert_eq!(played(9, &doubted), None);
        let silent = [Some(900), None].repeat(8);
        assert_eq!(played(9, &silent), None);
        // Both sides see themselves ahead.
        assert_eq!(played(9, &[Some(900); 16]), None);
        assert_eq!(played(9, &[Some(-900), Some(900)].repeat(3)), Some((GameResult::Black, 6)));
    }

    #[test]
    fn a_level_game_is_drawn_after_the_opening_only() {
        assert_eq!(played(69, &[Some(10); 16]), Some((GameResult::Draw, 16)));
        assert_eq!(played(20, &[Some(0); 40]), None);
        let mut once = [Some(3); 31];
        once[15] = Some(11);
        assert_eq!(played(80, &once), None);
    }
}
