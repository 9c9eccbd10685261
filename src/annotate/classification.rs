//! Classifies each move from the results of the searches, with the reason of an error in words.

use super::chances::MoveClass;
use super::comparison::{Claim, Comparison, Proof};
use super::judgement::BETTER;
use super::main_line::MainLine;
use super::task::{Scope, TaskResult};
use super::task_results::{ContinuedPair, TaskResults};
use crate::base::Ply;
use crate::knowledge::Evaluator;
use crate::rules::Key;

/// Classification of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Classification {
    /// Neither an error nor the only good move.
    Plain,
    /// Every other move loses winning chances.
    OnlyMove,
    /// It loses winning chances.
    Error(Box<MoveError>),
}

impl Classification {
    /// The material that its reason names as lost.
    pub(super) fn claim(&self) -> Option<&Claim> {
        match self {
            Self::Error(error) => error.claim.as_ref(),
            Self::Plain | Self::OnlyMove => None,
        }
    }
}

/// A move that loses winning chances.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveError {
    /// The class.
    pub class: MoveClass,
    /// Win percentage that it loses by the deepest searches, 0 to 100; `None` without a search.
    pub loss: Option<f64>,
    /// The reason in words if one can be proved, or the change of the evaluation; `None` without a search.
    pub words: Option<String>,
    /// The better move's result.
    pub better: TaskResult,
    /// The line after the move that proves the reason, if the better line does not.
    pub refutation: Option<TaskResult>,
    /// The material that the reason names as lost.
    pub claim: Option<Claim>,
}

/// Classifies the move made at `ply`; `before` is what the previous move loses.
pub fn classify_move(
    main_line: &MainLine,
    found: &TaskResults,
    ply: Ply,
    before: Option<&Claim>,
    evaluator: &mut Evaluator,
) -> Classification {
    let Some(played) = main_line.played(ply) else { return Classification::Plain };
    if found.best(ply) == Some(played) {
        let is_only = found.is_only_move(main_line, ply);
        return if is_only { Classification::OnlyMove } else { Classification::Plain };
    }
    let (Some(class), Some(pair)) = (found.verdict(main_line, ply), found.continued(ply)) else {
        return Classification::Plain;
    };
    let earlier: Vec<Key> = keys_before(main_line, ply);
    let last = ply.checked_sub(1).and_then(|last| main_line.played(last));
    let ContinuedPair { best, played, shallow } = &pair;
    let position = main_line.position(ply);
    let answer = found.get(ply + 1, Scope::All);
    let comparison = Comparison {
        position,
        earlier: &earlier,
        last,
        played,
        best,
        other: *shallow,
        answer,
        deep_answer: found.get(ply + 1, Scope::AllDeep),
        first: found.get(ply, Scope::All),
        deviations: found.deviations(ply),
        standing: Some(evaluator.evaluate(position.board(), position.turn())),
        stated: found.values_around(main_line, ply),
        before,
    };
    let proof = comparison.reason(evaluator);
    let is_shown = proof.as_ref().is_some_and(|proof| proof.reason.is_shown_by_a_line());
    if !is_shown && !comparison.is_error_by_scores() {
        return Classification::Plain;
    }
    let words = match &proof {
        // What is given up says too little without what was better.
        Some(Proof { reason, .. }) if reason.is_weakness() => {
            let better = comparison.better_move(&comparison.ends());
            let with = |better| format!("{reason}{BETTER}{better}");
            Some(better.map_or_else(|| reason.to_string(), with))
        }
        Some(proof) => Some(proof.reason.to_string()),
        None => comparison.plain_words(),
    };
    // Without a proved reason the line shows what follows.
    let whole = pair.played.line.get(1..).unwrap_or_default();
    let line = proof.as_ref().map_or(whole, |proof| &proof.refutation);
    let score = (-pair.played.score).to_tt(1);
    let refutation = Some(TaskResult { line: line.to_vec(), score, ..pair.played.clone() });
    let claim = proof.and_then(|proof| proof.claim);
    let loss = found.loss(main_line, ply);
    let error = MoveError { class, loss, words, better: pair.best, refutation, claim };
    Classification::Error(Box::new(error))
}

fn keys_before(main_line: &MainLine, ply: Ply) -> Vec<Key> {
    let (start, moves) = main_line.position_and_moves(ply);
    let mut at = start;
    moves
        .into_iter()
        .map(|mv| {
            let key = at.key();
            at.play(mv);
            key
        })
        .collect()
}
