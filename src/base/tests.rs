//! Properties of scores over their whole range.

use super::{Bound, DelayedLoss, Ibv, Score};
use proptest::prelude::*;

/// Every score there is, the infinities included.
fn all() -> impl Iterator<Item = Score> {
    (-Score::INFINITE.value()..=Score::INFINITE.value()).map(Score::raw)
}

#[test]
fn packing_gives_every_score_back() {
    for score in all() {
        assert_eq!(Score::from_bits15(score.to_bits15()), score);
        assert_eq!(Score::from_bits15(score.to_bits15() | 0x8000), score, "the top bit is free");
    }
}

#[test]
fn table_adjustment_is_undone_at_every_ply() {
    let farthest = Score::tablebase_win(2 * Score::MAX_PLY).value();
    let is_tablebase_win =
        |score: Score| (farthest..=Score::RECOGNISED_MAX.value()).contains(&score.value().abs());
    for ply in [0, 1, 7, 100, 255] {
        for score in all().filter(|score| !score.is_mate() && !is_tablebase_win(*score)) {
            assert_eq!(score.to_tt(ply), score, "only mates and tablebase wins are adjusted");
            assert_eq!(score.from_tt(ply), score);
        }
        for score in [Score::RECOGNISED_MAX, -Score::RECOGNISED_MAX] {
            assert_eq!(score.to_tt(ply), score, "no tablebase win is nearer than the node");
        }
        for plies in ply..Score::MAX_PLY {
            for distance in [Score::mate_in, Score::tablebase_win] {
                for score in [distance(plies), -distance(plies)] {
                    let stored = score.to_tt(ply);
                    assert_eq!(stored.from_tt(ply), score);
                    assert_eq!(stored.value().abs(), distance(plies - ply).value());
                    assert_eq!(stored.is_mate(), score.is_mate());
                }
            }
        }
    }
}

#[test]
fn bands_are_disjoint_and_in_order() {
    for score in all().filter(|score| score.value().abs() < Score::INFINITE.value()) {
        let bands = [score.is_mate(), score.is_recognised(), score.is_heuristic()];
        assert!(bands.iter().filter(|&&band| band).count() <= 1, "{score:?}");
        assert_eq!(score.is_mate(), score.mate_moves().is_some());
    }
    let heuristic = Score::heuristic(i32::MAX);
    assert!(heuristic.is_heuristic() && Score::heuristic(i32::MIN) == -heuristic);
    assert!(heuristic < Score::RECOGNISED && Score::RECOGNISED.is_recognised());
    assert!(Score::RECOGNISED_MAX < Score::mate_in(Score::MAX_PLY));
    assert!(Score::mate_in(Score::MAX_PLY).is_mate() && Score::mate_in(0) < Score::INFINITE);
}

#[test]
fn words_for_every_band() {
    let cases = [
        (Score::heuristic(34), "+0.34"),
        (Score::heuristic(-120), "-1.20"),
        (Score::DRAW, "="),
        (Score::mate_in(9), "#5"),
        (Score::mated_in(6), "-#3"),
        (Score::mate_in(1), "#1"),
    ];
    for (score, words) in cases {
        assert_eq!(score.to_string(), words);
    }
    assert_eq!((-Score::mate_in(9)).to_string(), "-#5", "from the other side's view");
}

#[test]
fn integrated_bounds_keep_value_kind_and_order() {
    for score in all() {
        let (upper, exact, lower) = (Ibv::upper(score), Ibv::exact(score), Ibv::lower(score));
        assert!(
            upper < exact && exact < lower && lower < Ibv::upper(score.offset(1))
                || score == Score::INFINITE
        );
        for (ibv, bound) in [(upper, Bound::Upper), (exact, Bound::Exact), (lower, Bound::Lower)] {
            assert_eq!((ibv.score(), ibv.bound()), (score, bound));
            assert_eq!(-(-ibv), ibv);
            assert_eq!(ibv.force_exact(), exact);
            assert_eq!((ibv.force_lower(), ibv.force_upper()), (lower, upper));
            let interval = ibv.interval();
            assert!(interval.low <= score && score <= interval.high);
        }
        assert_eq!(-lower, Ibv::upper(-score));
    }
}

proptest! {
    #[test]
    fn the_maximum_of_integrated_bounds_bounds_the_maximum(a in -9000..9000, b in -9000..9000, kinds in 0..9) {
        let make = |value: i32, kind: i32| match kind {
            0 => Ibv::upper(Score::raw(value)),
            1 => Ibv::exact(Score::raw(value)),
            _ => Ibv::lower(Score::raw(value)),
        };
        let (x, y) = (make(a, kinds % 3), make(b, kinds / 3));
        let best = x.max(y);
        // A lower bound may be taken as it stands; an upper bound never beats an exact of equal value.
        if best.bound() != Bound::Upper {
            prop_assert!(best.score() >= Score::raw(a.max(b)) || x.bound() == Bound::Upper || y.bound() == Bound::Upper);
        }
        prop_assert!(Ibv::exact(Score::raw(a)) > Ibv::upper(Score::raw(a)));
    }

    #[test]
    fn the_delayed_loss_window_cuts_where_the_bonus_cuts(e in -300..300, alpha in -300..300, width in 1..40, r in -400..400) {
        let bonus = DelayedLoss { evaluation: Score::raw(e) };
        let (alpha, beta) = (Score::raw(alpha), Score::raw(alpha + width));
        let (inner_alpha, inner_beta) = bonus.window(alpha, beta);
        let r = Score::raw(r);
        prop_assert!(inner_alpha < inner_beta);
        prop_assert_eq!(bonus.apply(r) >= beta, r >= inner_beta);
        prop_assert_eq!(bonus.apply(r) <= alpha, r <= inner_alpha);
    }

    #[test]
    fn grain_is_symmetric_toward_zero_and_leaves_knowledge_alone(value in -16_000..16_000, grain in 0..50) {
        let score = Score::raw(value);
        let grained = score.rounded_to(grain);
        prop_assert_eq!((-score).rounded_to(grain), -grained);
        prop_assert!(grained.value().abs() <= value.abs());
        if score.is_heuristic() {
            prop_assert!(value.abs() - grained.value().abs() < grain.max(1));
        } else {
            prop_assert_eq!(grained, score);
        }
    }

    #[test]
    fn outside_the_draw_band_no_evaluation_looks_like_a_draw(value in -5000..=5000_i32, band in 0..300) {
        let moved = Score::raw(value).outside_draw_band(Score::raw(band));
        prop_assert!(moved.value().abs() > band);
        prop_assert_eq!(moved.value() > 0, value >= 0);
    }
}
