//! The dial and the player's rating on the screen: seen, set, suggested, and what the record says of help.

use crate::screen::Table;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::base::{Elo, Score};
use lucena::game::rated::Rated;
use lucena::rules::{Color, parse_move};
use lucena::search::PvLine;
use lucena::strength::human::{HumanChoice, HumanLevel};
use lucena::strength::{Calibration, MoveScore, Point, StrengthLevel, StrengthModel, WeakenedMove};
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::dialogs::form::FieldId;
use lucena::tui::model::strengths::RatedGames;
use lucena::tui::model::{GamesEffect, StorageEffect};
use lucena::tui::values::panel::Panel;
use lucena::tui::{Effect, Event};
use std::sync::Arc;

/// A curve that rises evenly from 900 to 2300.
fn a_curve() -> Option<Calibration> {
    let point = |internal, measured| Point { internal, measured, error: 20.0, games: 60 };
    let points = vec![point(600, 900.0), point(2600, 2300.0)];
    Calibration::new("made up".to_owned(), "5+3".to_owned(), points).ok()
}

/// Games in which the player held the dial at 1600 to a draw, which the curve of these tests puts at 1600 as well.
pub fn drawn_games(count: usize) -> Event {
    let counted = vec![
        Rated {
            dial: StrengthModel::Human.level(Elo(1600)),
            score: 0.5,
            side: Color::White,
            date: None,
        };
        count
    ];
    Event::Rated(Box::new(RatedGames { counted, ..RatedGames::default() }))
}

#[test]
fn the_level_of_a_game_is_that_of_the_next_one() {
    let mut table = Table::against_engine((160, 50));
    for (typed, dial) in [
        ("1350", "1350"),
        ("madchess 1500", "madchess 1500"),
        ("eager attacker", "Eager Attacker"),
        ("full", "full"),
    ] {
        let effects = table.keys(&format!(":elo {typed}<enter>"));
        let saved = effects.iter().find_map(|effect| match effect {
            Effect::Storage(StorageEffect::SavePrefs(saved)) => Some(&saved.prefs.play.dial),
            _ => None,
        });
        assert_eq!(saved.map(String::as_str), Some(dial));
        table.keys("<ctrl-n>");
        let form = table.frame();
        assert!(form.contains(dial), "{form}");
        table.keys("<esc>");
    }
}

#[test]
fn the_rating_is_seen_and_the_next_opponent_is_a_key_away() {
    let mut table = Table::against_engine((160, 50));
    table.app.model.strengths.curve = a_curve();
    assert!(table.keys("~").is_empty());
    assert!(table.frame().contains("no opponent to suggest yet"));
    table.event(drawn_games(40));
    let you = table.app.model.strengths.rated().unwrap();
    assert!(table.frame().contains(&you), "{you}");
    table.keys("~");
    let strength = match &table.app.model.dialog {
        Some(Dialog::NewGame(form)) => form.value(FieldId::Strength).to_owned(),
        other => panic!("{other:?}"),
    };
    let next = table.app.model.strengths.next().unwrap();
    assert_eq!(strength, next.to_string());
    table.keys("<down><down><down>");
    let frame = table.frame();
    assert!(frame.contains("plays like") && frame.contains("next opponent 1600"), "{frame}");
    table.keys("<enter>");
    assert_eq!(table.app.model.session.dial(), StrengthModel::Human.level(next));
    // The end of the game asks for the rating anew, and says it.
    table.keys("f3<enter>");
    table.answer(1, "e7e5");
    table.keys("<ctrl-g>");
    assert!(table.keys("<enter>").iter().any(|effect| matches!(
        effect,
        Effect::Storage(StorageEffect::Games(GamesEffect::RatePlayer(_)))
    )));
    table.event(drawn_games(41));
    table.keys("v");
    assert!(table.frame().contains("in 41 games, ~ plays"), "{}", table.frame());
}

#[test]
fn the_dial_is_set_from_the_list_and_on_its_gauge() {
    let mut table = Table::against_engine((160, 50));
    table.app.model.strengths.curve = a_curve();
    // The list opens on the level in use: to close it at once changes nothing.
    let before = table.app.model.session.dial();
    table.keys("#<enter>");
    assert_eq!(table.app.model.session.dial(), before);
    table.keys(":elo 1380<enter>#<enter>");
    assert_eq!(table.app.model.session.dial(), StrengthModel::Human.level(Elo(1400)));
    table.keys("#Hanging<enter>");
    assert!(table.app.model.session.dial().human().is_some_and(HumanLevel::has_style));
    assert!(table.frame().contains("Hanging Beginner (800)"), "{}", table.frame());
    let slots = table.app.model.layout().unwrap().panes;
    let area = slots.into_iter().find(|slot| slot.shown == Panel::Dial).unwrap().area;
    let mut at = |column, kind| {
        let event = MouseEvent { kind, column, row: area.y + 1, modifiers: KeyModifiers::NONE };
        table.event(Event::Mouse(event));
        table.app.model.session.dial()
    };
    let click = MouseEventKind::Down(MouseButton::Left);
    assert_eq!(at(area.x, click), StrengthModel::Human.level(Elo(600)));
    assert_eq!(at(area.x, MouseEventKind::ScrollUp), StrengthModel::Human.level(Elo(650)));
    assert_eq!(at(area.right() - 1, click), StrengthLevel::Full);
    table.keys(":elo ~1600<enter>");
    assert_eq!(table.app.model.session.dial(), StrengthLevel::Limited(Elo(1600)));
    assert!(table.frame().contains("plays like 1600 ±39 at 5+3"), "{}", table.frame());
}

#[test]
fn help_is_written_into_the_record() {
    let mut table = Table::against_engine((80, 24));
    table.keys("e4<enter>");
    table.answer(1, "e7e5");
    table.keys("i");
    table.answer(2, "g1f3");
    table.keys("ss");
    let help = table.app.model.session.game.tags.get("Help").map(str::to_owned);
    assert_eq!(help.as_deref(), Some("hint, analysis"));
    // Also before the move that begins a game without the form.
    let mut table = Table::fresh((80, 24));
    table.keys("<esc>i");
    table.answer(1, "e2e4");
    table.keys("e4<enter>");
    let game = &table.app.model.session.game;
    assert_eq!((table.moves().as_str(), game.tags.get("Help")), ("e4", Some("hint")));
}

#[test]
fn the_names_of_characters_are_completed() {
    let mut table = Table::two_people((80, 24));
    let known = table.app.model.strengths.roster.all()[0].name.clone();
    let (begun, _) = known.split_at(known.len() - 1);
    table.keys(&format!(":elo {}<tab>", begun.to_lowercase()));
    assert!(table.frame().contains(&known), "{}", table.frame());
    table.keys("<esc>:<up>");
    assert!(!table.frame().contains(&known), "what was given up is not remembered");
}

#[test]
fn the_dial_of_a_game_that_is_over_stays() {
    let mut table = Table::against_engine((160, 50));
    table.keys(":elo 1200<enter>e4<enter>");
    let game = |table: &Table| table.app.model.session.game.clone();
    let engine = |table: &Table| game(table).players.get(Color::Black).clone();
    assert_eq!(engine(&table).elo, Some(Elo(1200)));
    table.keys(":resign<enter>y");
    assert!(game(&table).status().is_over());
    let before = engine(&table);
    for keys in ["+", "*", ":elo 2400<enter>"] {
        table.keys(keys);
        assert_eq!(engine(&table), before, "{keys}");
        assert!(table.frame().contains("the game is over"), "{keys}: {}", table.frame());
    }
    let before = game(&table).tags.get("DialSeed").map(str::to_owned);
    table.keys(":seed 5<enter>");
    assert_eq!(game(&table).tags.get("DialSeed"), before.as_deref());
}

#[test]
fn the_lines_of_a_limited_search_say_whose_view_they_are() {
    let view = |size: (u16, u16), level: StrengthLevel| {
        let mut table = Table::against_engine(size);
        table.keys("e4<enter>");
        let mut report = table.a_report(table.app.model.thinking.epoch);
        let line = |uci: &str, score: i32| PvLine {
            score: Score::raw(score),
            depth: 6,
            moves: vec![parse_move(&report.root, uci).expect("a move")],
            ..PvLine::default()
        };
        report.search.lines = vec![line("a7a6", 74), line("d7d5", 48), line("e7e5", 20)];
        let choice = |uci: &str, score| MoveScore { uci: uci.to_owned(), score: Score::raw(score) };
        report.dial.level = level;
        report.dial.weakened = Some(WeakenedMove {
            best: choice("d7d5", 48),
            played: choice("e7e5", 20),
            loss: 28,
            max_error: 0,
            draw: 0,
            blunder_per128: 0,
            candidates: 20,
            mates_lone_king: false,
            human: Some(HumanChoice::default()),
        });
        table.event(Event::Report(Arc::new(report)));
        table.app.model.layout.focus = Panel::MultiPv;
        table.keys("z");
        table.frame()
    };
    let human = StrengthModel::Human.level(Elo(1500));
    let frame = view((160, 50), human);
    let words = "the level's view, depth 6: it chooses among these; \
                 the longer search prefers 1…d5; at depth 6 1…a6 scores better";
    assert!(frame.contains(words), "{frame}");
    assert!(!view((160, 50), StrengthLevel::Full).contains("the level's view"));
}

/// The lines of MadChess's model are the moves near enough to the best for the error drawn, whatever number of lines is set.
#[test]
fn the_panel_says_why_the_number_of_lines_varies() {
    for (lines, words) in [
        (
            3,
            "it chooses among these 3, as many as are near enough to the best for the error drawn here",
        ),
        (1, "no other move is near enough to the best for the error drawn here"),
    ] {
        let mut table = Table::against_engine((160, 50));
        table.keys(":elo madchess 1200<enter>e4<enter>");
        let mut report = table.a_report(table.app.model.thinking.epoch);
        report.dial.level = StrengthLevel::Limited(Elo(1200));
        report.dial.nps_cap = Some(16_700);
        let line = report.search.lines[0].clone();
        report.search.lines = vec![line; lines];
        table.event(Event::Report(Arc::new(report)));
        table.app.model.layout.focus = Panel::MultiPv;
        table.keys("z");
        let frame = table.frame();
        assert!(frame.contains(words), "{frame}");
    }
}
