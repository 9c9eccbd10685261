//! Real games for the comparison: the engine plays both sides with one time manager, in CPU time, so that other load on the
//! machine does not matter.

use super::play::{GameStats, MoveStats};
use crate::base::Millis;
use crate::engine::LocalEngine;
use crate::engine::{Clock, EngineOptions, Go, GoLimit, WorkClock};
use crate::game::{DrawClaims, Game, TimeControl};
use crate::rules::{Color, Position};
use crate::timing::Settings;
use anyhow::Result;
use shakmaty::ByColor;
use std::sync::Arc;

/// Plays one game from `opening`; returns the statistics of White and Black.
///
/// # Errors
/// There is no memory for the engines.
pub(super) fn play_game(
    settings: &Settings,
    control: &TimeControl,
    opening: &Position,
    overhead: Millis,
) -> Result<[GameStats; 2]> {
    let time_manager = settings.to_string();
    let options =
        EngineOptions { time_manager, move_overhead: overhead, ..EngineOptions::default() };
    let clock: Arc<dyn Clock> = Arc::<WorkClock>::default();
    let mut engines = [
        LocalEngine::new(&options, Arc::clone(&clock))?,
        LocalEngine::new(&options, Arc::clone(&clock))?,
    ];
    let controls = ByColor { white: control.clone(), black: control.clone() };
    let mut game = Game::new(opening.clone()).with_control(controls);
    game.claims = DrawClaims::Automatic;
    let now = || Millis::from_duration(clock.now());
    game.start_clock(now());
    let mut sides: [Vec<MoveStats>; 2] = Default::default();
    let mut flagged = None;
    while game.end().or_else(|| game.status().end()).is_none() {
        let turn = game.position().turn();
        let side = usize::from(turn == Color::Black);
        let limit = GoLimit { clock: game.clock_state(now()), ..GoLimit::default() };
        let outcome = engines[side].search(Go::new(game.start().clone(), game.moves(), limit));
        let budget = outcome.report.time.map(|time| time.budget).unwrap_or_default();
        sides[side].push(MoveStats {
            planned: budget.budget,
            used: outcome.report.elapsed.0 as f64,
            total_nodes: budget.reused_nodes + outcome.report.search.nodes as f64,
        });
        if game.check_flag(now()).is_some() {
            flagged = Some(turn);
        } else if outcome.best.is_none_or(|mv| game.play(mv, now()).is_err()) {
            break;
        }
    }
    Ok(Color::ALL.map(|color| {
        let moves = std::mem::take(&mut sides[usize::from(color == Color::Black)]);
        let added = (1..moves.len()).map(|made| control.time_added(made as u32).0);
        let given = control.initial().unwrap_or_default().0 + added.sum::<i64>();
        GameStats::of(moves, given - overhead.0, flagged == Some(color))
    }))
}
