//! The engine's account of a move, written into a comment and brought back.

use super::{one, write};
use lucena::base::{Bound, Elo, Interval, Millis, Score};
use lucena::game::{DialInfo, EngineInfo, Game, NetworkActivity, SearchInfo};
use lucena::rules::parse_move;
use lucena::strength::{MoveScore, StrengthLevel, StrengthLimits, WeakenedMove};
use lucena::timing::{Budget, ClockState, Plan, Stretch};
use strum::VariantArray as _;

pub fn sample(seed: u64) -> EngineInfo {
    let mv = |text| parse_move(&lucena::rules::Position::default(), text).expect(text);
    let figure = |at: u64| (seed.wrapping_mul(at + 7) % 100_000) as f64 / 8.0;
    EngineInfo {
        search: Some(SearchInfo {
            depth: 12,
            score: Some(Score::raw(37)),
            is_superseded: seed % 2 == 1,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][seed as usize % 3],
            selective_depth: 30,
            nodes: seed,
            nps: 800_000,
            stop: "the best move is decided".to_owned(),
            line: vec![mv("e4")],
        }),
        budget: Some(Budget {
            clock: ClockState {
                ply: 0,
                remaining: Millis(300_000),
                increment: Millis(3_000),
                moves_to_go: Some(40),
                pieces: 32,
            },
            plan: Plan::VARIANTS[seed as usize % 4],
            moves_left: figure(1),
            tree_reuse: 0.1 + 0.2,
            nps: 1e300,
            budget: figure(2),
            deadline: Millis(4_321),
            overhead: Some(Millis(5)),
            stretch: seed
                .is_multiple_of(2)
                .then(|| Stretch { share: figure(3), ..Stretch::default() }),
            ..Budget::default()
        }),
        shadow: Some(Interval { low: -Score::INFINITE, high: Score::raw(34) }),
        depends_on: Some(3),
        activity: Some(NetworkActivity {
            evaluations: 1,
            flips: 70,
            signals: 260,
            by_category: [1, 2, 3, 4, 5, 6, 7, 8, 9, seed],
        }),
        dial: Some(DialInfo {
            level: StrengthLevel::Limited(Elo(1500)),
            weakened: Some(inferior()),
        }),
    }
}

fn inferior() -> WeakenedMove {
    WeakenedMove {
        best: MoveScore { uci: "e2e4".to_owned(), score: Score::raw(34) },
        played: MoveScore { uci: "d2d4".to_owned(), score: Score::raw(-20) },
        loss: 54,
        max_error: 60,
        draw: 5,
        blunder_per128: 20,
        candidates: 3,
        mates_lone_king: false,
        human: None,
    }
}

fn with_insight(insight: EngineInfo) -> Game {
    let mut game = Game::default();
    let e4 = parse_move(game.position(), "e4").expect("e4");
    let node = game.play(e4, Millis(0)).expect("e4");
    game.tree_mut().node_mut(node).annotation.engine_info = Some(Box::new(insight));
    game
}

#[test]
fn all_of_it_comes_back() {
    let game = with_insight(sample(123_456));
    let read = one(&write(&game));
    let node = |game: &Game| game.tree().node(game.current()).annotation.clone();
    assert_eq!(node(&read.game), node(&game));
}

#[test]
fn a_part_of_it_comes_back() {
    let parts = [
        EngineInfo { depends_on: Some(4), ..EngineInfo::default() },
        EngineInfo { shadow: sample(1).shadow, ..EngineInfo::default() },
        EngineInfo { dial: Some(DialInfo::default()), ..EngineInfo::default() },
        EngineInfo {
            dial: Some(DialInfo {
                level: StrengthLevel::Personality(StrengthLimits::at(Elo(900))),
                weakened: None,
            }),
            ..EngineInfo::default()
        },
        EngineInfo { search: Some(SearchInfo::default()), ..EngineInfo::default() },
    ];
    for part in parts {
        let read = one(&write(&with_insight(part.clone())));
        let facts = &read.game.tree().node(read.game.current()).annotation;
        assert_eq!(facts.engine_info.as_deref(), Some(&part));
    }
}

#[test]
fn what_a_later_version_says_is_kept_as_it_is() {
    let read = one("1. e4 {[%lcl 12.5] [%lcl 3.0]} 1... e5 {[%lcl 12.50]} 2. Nf3 {[%lcl 101.0]} *");
    let facts = |ply: usize| &read.game.tree().node(read.game.tree().mainline()[ply]).annotation;
    assert_eq!(
        (facts(1).loss, facts(1).commands.as_slice()),
        (Some(12.5), &["lcl 3.0".to_owned()][..])
    );
    assert_eq!((facts(2).loss, facts(3).loss), (None, None));
    let text = write(&read.game);
    assert!(
        text.trim_end().ends_with(
            "1. e4 {[%lcl 12.5] [%lcl 3.0]} 1... e5 {[%lcl 12.50]} 2. Nf3 {[%lcl 101.0]} *"
        ),
        "{text}"
    );
    let read = one("1. e4 {[%lcb left=5, novel=7] [%lcx a=1] [%lcd at=full, at=full]} *");
    let facts = &read.game.tree().node(read.game.current()).annotation;
    assert_eq!(facts.engine_info, None);
    assert_eq!(facts.commands, ["lcb left=5, novel=7", "lcx a=1", "lcd at=full, at=full"]);
}
