//! Accuracy of each side, computed from the win percentages after every move.
//!
//! Source: Lichess. The accuracy of a move is published on <https://lichess.org/page/accuracy>; that of a game is the mean
//! of two means over its moves (`AccuracyPercent` in the lila source): one weighted by the volatility of the win
//! percentage around the move, and the harmonic mean, in which one bad move counts more.

use super::chances::win_percent;
use crate::base::Score;
use crate::game::{Game, NodeId};
use crate::rules::{Color, Position};
use shakmaty::ByColor;

/// The curve `A * exp(B * loss) + C`, loss in percent, which <https://lichess.org/page/accuracy> publishes with fewer
/// digits. Source: lila, `AccuracyPercent.fromWinPercents`.
const A: f64 = 103.166_810_071_164_9;
const B: f64 = -0.043_544_153_867_539_51;
const C: f64 = -3.166_924_740_191_411;
/// Bounds of the volatility window in positions; its size is a tenth of the game. Source: lila, `AccuracyPercent`.
const WINDOW: (usize, usize) = (2, 8);
/// Bounds of a weight in percent. Source: the same.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// Added to the accuracy of each move that loses win percentage, because the analysis is imperfect.
/// Source: lila, `AccuracyPercent.fromWinPercents`.
const UNCERTAINTY_BONUS: f64 = 1.0;

/// The evaluation of a position from White's point of view: by the rules, or of the move that led to it. No move leads to the
/// start position: the standard one counts as +0.15 (source: lila, `Eval.Cp.initial`), another one as the position after the
/// first move, unless that ends the game. The score of a search with limited strength is none.
pub fn value(game: &Game, node: NodeId) -> Option<Score> {
    if let Some(end) = game.forced_end_at(node) {
        let mated = Score::mated_in(0);
        return Some(match end.result.winner() {
            Some(Color::White) => -mated,
            Some(Color::Black) => mated,
            None => Score::DRAW,
        });
    }
    let here = game.tree().node(node);
    let evaluation = here.annotation.evaluation.filter(|_| !here.has_weakened_evaluation());
    let known = evaluation.map(|evaluation| evaluation.score);
    let is_standard = || game.position_at(node).key() == Position::default().key();
    known.or_else(|| is_standard().then(|| Score::raw(15))).or_else(|| {
        let &first = game.tree().node(node).children().first().filter(|_| node == NodeId::ROOT)?;
        if game.forced_end_at(first).is_some() { None } else { value(game, first) }
    })
}

/// White's win percentages along a line, where the evaluation is known.
pub fn percents(game: &Game, line: &[NodeId]) -> Vec<Option<f64>> {
    line.iter().map(|&id| value(game, id).map(win_percent)).collect()
}

/// Accuracy of both sides, 0 to 100: by the tags `WhiteAccuracy` and `BlackAccuracy`, else of `line` if every position of it
/// has an evaluation. Tags of a line with scores of limited strength count for nothing: they are of an earlier version, which used these.
pub fn of_line(game: &Game, line: &[NodeId]) -> ByColor<Option<f64>> {
    let tag = |name| game.tags.get(name).and_then(of_tag);
    let tagged = ByColor { white: tag("WhiteAccuracy"), black: tag("BlackAccuracy") };
    let is_weakened = |&id: &NodeId| game.tree().node(id).has_weakened_evaluation();
    if tagged != ByColor::default() && !line.iter().any(is_weakened) {
        return tagged;
    }
    let percents: Option<Vec<f64>> = percents(game, line).into_iter().collect();
    percents.map_or_else(ByColor::default, |percents| of_game(&percents, game.start().turn()))
}

/// The value of an accuracy tag; `None` unless it is a number from 0 to 100.
pub fn of_tag(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|value| (0.0..=100.0).contains(value))
}

/// Accuracy of one move, 0 to 100, from the mover's win percentages before and after it.
pub fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    (A * (B * (before - after)).exp() + C + UNCERTAINTY_BONUS).clamp(0.0, 100.0)
}

/// Accuracy of both sides, 0 to 100, `None` for a side without a move. `percents` are White's win percentages of all
/// positions in order, starting before the first move; `first` is the side that made the first move.
pub fn of_game(percents: &[f64], first: Color) -> ByColor<Option<f64>> {
    let weights = weights(percents);
    let mut moves: ByColor<Vec<(f64, f64)>> = ByColor::default();
    let mut side = first;
    for (pair, weight) in percents.windows(2).zip(weights) {
        let accuracy = match side {
            Color::White => of_move(pair[0], pair[1]),
            Color::Black => of_move(100.0 - pair[0], 100.0 - pair[1]),
        };
        moves.get_mut(side).push((accuracy, weight));
        side = !side;
    }
    moves.map(|moves| mean(&moves))
}

fn mean(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let sum: f64 = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum();
    let weighted = sum / moves.iter().map(|(_, weight)| weight).sum::<f64>();
    let inverse: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = moves.len() as f64 / inverse;
    Some(f64::midpoint(weighted, harmonic))
}

/// The weight of each move: the standard deviation of the win percentages in a window that ends with the move, or for
/// the first moves in the first full window.
fn weights(percents: &[f64]) -> Vec<f64> {
    let moves = percents.len().saturating_sub(1);
    let size = (moves / 10).clamp(WINDOW.0, WINDOW.1).min(percents.len());
    (1..=moves)
        .map(|last| {
            let end = (last + 1).max(size);
            deviation(&percents[end - size..end]).clamp(WEIGHT.0, WEIGHT.1)
        })
        .collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{of_game, of_line, of_move, percents};
    use crate::game::{Game, pgn};
    use crate::rules::Color;

    #[test]
    fn another_start_position_counts_as_the_position_after_the_first_move() {
        let text = "[SetUp \"1\"]\n[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"]\n\n\
            3. Bb5 {[%eval 0.3]} a6 {[%eval 0.35]} 4. Bxc6 {[%eval 0.1]} bxc6 {[%eval 1.9]} *";
        let game = pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
        let found = of_line(&game, &game.tree().mainline());
        assert!(found.white > Some(90.0) && found.black < Some(80.0), "{found:?}");
    }

    #[test]
    fn scores_of_limited_strength_give_no_accuracy() {
        let game = |level: &str, eval: &str| {
            let own = "[%lcs depth=6, seldepth=9, nodes=60000, nps=1000000, score=-27]";
            let text = format!(
                "[WhiteAccuracy \"97.0\"]\n\n1. e4 {{[%eval 0.25,19]}} e5 {{[%eval {eval}] {own} [%lcd at={level}]}} \
                 2. a3 {{[%eval 0.08,19]}} *"
            );
            pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game
        };
        for (level, eval, counts) in [
            ("human 1500", "0.27,6", false),
            ("1500", "0.27,6", false),
            ("full", "0.27,6", true),
            // An evaluation that was added later, and a mate.
            ("human 1500", "0.20,18", true),
            ("human 1500", "0.27,18", true),
            ("human 1500", "#3,6", true),
        ] {
            let mut game = game(level, eval);
            let line = game.tree().mainline();
            let is_known = |game: &Game| of_line(game, &line).white.is_some();
            assert_eq!(percents(&game, &line)[2].is_some(), counts, "{level} {eval}");
            assert_eq!(is_known(&game), counts, "{level} {eval}, with a tag");
            game.tags.remove("WhiteAccuracy");
            assert_eq!(is_known(&game), counts, "{level} {eval}");
        }
    }

    #[test]
    fn a_first_move_that_ends_the_game_says_nothing_about_the_position_before_it() {
        let text = "[SetUp \"1\"]\n[FEN \"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1\"]\n\n1. Kg6 1/2-1/2";
        let game = pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
        assert_eq!(of_line(&game, &game.tree().mainline()), shakmaty::ByColor::default());
    }

    #[test]
    fn the_published_curve() {
        for (loss, accuracy) in
            [(0.0, 100.0), (-5.0, 100.0), (10.0, 64.6), (50.0, 9.5), (100.0, 0.0)]
        {
            let found = of_move(100.0, 100.0 - loss);
            assert!((found - accuracy).abs() < 0.05, "{loss}: {found}");
        }
    }

    #[test]
    fn a_game_without_loss_is_perfect_and_a_blunder_counts_for_its_side() {
        let even = of_game(&[50.0; 9], Color::White);
        assert!(even.iter().all(|side| side.is_some_and(|accuracy| accuracy > 99.9)));
        let blunder = of_game(&[50.0, 50.0, 90.0, 90.0, 90.0], Color::White);
        assert!(blunder.white > Some(99.9) && blunder.black < Some(60.0), "{blunder:?}");
        let mirrored = of_game(&[50.0, 50.0, 10.0, 10.0, 10.0], Color::Black);
        assert_eq!(blunder.black, mirrored.white);
    }

    #[test]
    fn short_games() {
        assert_eq!(of_game(&[], Color::White).white, None);
        assert_eq!(of_game(&[50.0], Color::White).white, None);
        let one = of_game(&[50.0, 50.0], Color::Black);
        assert_eq!((one.white, one.black.map(f64::round)), (None, Some(100.0)));
    }
}
