//! Going through a record: every panel shows what was kept of the move looked at, graphs are jumped along, moves become
//! variations, and the game is annotated in the background.

use crate::screen::Table;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::annotate::{
    AnalysisTask, Annotations, Existing, MainLine, Progress, Scope, SearchLimits, TaskResult,
};
use lucena::base::{Bound, Elo, Interval, Millis, Random, Score};
use lucena::game::{
    DialInfo, DrawClaims, EngineInfo, Evaluation, NetworkActivity, Openings, SearchInfo, pgn,
};
use lucena::rules::{Color, parse_move};
use lucena::strength::{MoveScore, StrengthLevel, WeakenedMove};
use lucena::timing::{Budget, ClockState};
use lucena::tui::model::annotating::AnnotationEvent;
use lucena::tui::model::effect::{SaveAs, SaveNote};
use lucena::tui::model::thinking::Purpose;
use lucena::tui::model::{EngineEffect, ScreenEffect, StorageEffect, TaskEffect};
use lucena::tui::values::panel::Panel;
use lucena::tui::values::preset::Preset;
use lucena::tui::{Effect, Event};

/// What the engine says of the move it made at `ply` at this level: other figures for every move.
fn account(ply: i64, level: StrengthLevel) -> EngineInfo {
    let clock = ClockState {
        ply: ply as usize,
        remaining: Millis(200_000 - 10_000 * ply),
        increment: Millis(2_000),
        moves_to_go: None,
        pieces: 32,
    };
    let budget = Budget {
        clock,
        moves_left: 40.5,
        budget: 5_000.0 + 100.0 * ply as f64,
        ..Budget::default()
    };
    let inferior = WeakenedMove {
        best: MoveScore { uci: "e7e5".to_owned(), score: Score::raw(30) },
        played: MoveScore { uci: "c7c5".to_owned(), score: Score::raw(-12) },
        loss: 40 + ply as i32,
        max_error: 60,
        draw: 5,
        blunder_per128: 20,
        candidates: 3,
        mates_lone_king: false,
        human: None,
    };
    EngineInfo {
        search: Some(SearchInfo {
            depth: 12,
            score: None,
            is_superseded: false,
            bound: Bound::Exact,
            selective_depth: 20,
            nodes: 340_000 + 1_000 * ply as u64,
            nps: 900_000,
            stop: "budget spent".to_owned(),
            line: Vec::new(),
        }),
        budget: Some(budget),
        shadow: Some(Interval { low: Score::raw(-150 - ply as i32), high: Score::raw(-120) }),
        depends_on: Some(3),
        activity: Some(NetworkActivity {
            evaluations: 1_000 + ply as u64,
            flips: 70_000,
            signals: 260_000,
            by_category: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        }),
        dial: Some(DialInfo { level, weakened: Some(inferior) }),
    }
}

/// A game written with the engine's account of every move, made at 1500, read again and opened.
fn opened(size: (u16, u16)) -> Table {
    opened_at(size, StrengthLevel::Limited(Elo(1500)))
}

fn opened_at(size: (u16, u16), level: StrengthLevel) -> Table {
    let text = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0";
    let mut game = pgn::read_bytes(text.as_bytes()).expect("a game").remove(0).game;
    for (at, id) in game.tree().mainline().into_iter().enumerate().skip(1) {
        let ply = at as i64;
        let score = Score::raw(if at == 3 { -250 } else { 20 });
        let facts = &mut game.tree_mut().node_mut(id).annotation;
        facts.engine_info = Some(Box::new(account(ply, level)));
        facts.evaluation = Some(Evaluation { score, depth: Some(12) });
        facts.elapsed = Some(Millis(1_000 * ply));
    }
    let read = pgn::read_bytes(pgn::write(&game).as_bytes()).expect("our own text").remove(0);
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    let mut table = Table::fresh(size);
    table.keys("<esc>");
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table
}

/// The panel alone, at the move looked at.
fn panel(table: &mut Table, panel: Panel) -> String {
    table.app.model.layout.focus = panel;
    table.keys("z");
    let frame = table.frame();
    table.keys("z");
    frame
}

#[test]
fn every_panel_of_the_engine_comes_back_ply_by_ply_without_a_search() {
    let mut table = opened((100, 40));
    for ply in 1..=6 {
        let effects = table.keys(".");
        assert!(
            !effects.iter().any(|effect| matches!(effect, Effect::Engine(EngineEffect::Go(_)))),
            "{effects:?}"
        );
        let clock =
            format!("{}.{:02}", (5_000 + 100 * ply) / 1_000, (5_000 + 100 * ply) % 1_000 / 10);
        let time = panel(&mut table, Panel::Time);
        assert!(time.contains(&clock[..3]) && time.contains("40.5"), "{ply} {clock}: {time}");
        let score = panel(&mut table, Panel::Score);
        let shadow = if ply % 2 == 1 {
            format!("-1.{} … -1.20", 50 + ply)
        } else {
            format!("+1.20 … +1.{}", 50 + ply)
        };
        assert!(score.contains(&shadow), "{ply} {shadow}: {score}");
        let dial = panel(&mut table, Panel::Dial);
        assert!(
            dial.contains("1500") && dial.contains(&format!("cost: {} cp", 40 + ply)),
            "{ply}: {dial}"
        );
        let search = panel(&mut table, Panel::Statistics);
        assert!(search.contains(&format!("{}k", 340 + ply)), "{ply}: {search}");
        let network = panel(&mut table, Panel::Network);
        let each = format!("{:.1}", 70_000.0 / (1_000.0 + f64::from(ply)));
        assert!(network.contains(&each), "{ply} {each}: {network}");
    }
}

#[test]
fn all_three_graphs_are_jumped_along() {
    let mut table = opened_at((100, 40), StrengthLevel::Full);
    for shown in [Panel::Graph, Panel::MoveTimes, Panel::Accuracy] {
        table.app.model.layout.focus = shown;
        table.keys("z<home>");
        let area = table.app.model.layout().expect("room").panes[0].area;
        // Four columns a move: the third move begins in the ninth.
        let (column, row) = (area.x + 9, area.bottom() - 2);
        let kind = MouseEventKind::Down(MouseButton::Left);
        table.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        let node = table.app.model.session.shown();
        assert_eq!(table.app.model.session.game.tree().san(node), "Nf3", "{shown:?}");
        assert!(table.frame().contains('▲'), "{}", table.frame());
        table.keys("z");
    }
    let accuracy = panel(&mut table, Panel::Accuracy);
    assert!(accuracy.contains("White") && accuracy.contains(" %, Black"), "{accuracy}");
    let accuracy = panel(&mut opened((100, 40)), Panel::Accuracy);
    assert!(!accuracy.contains(" %, Black"), "scores of limited strength: {accuracy}");
}

/// A game of 81 half-moves with an evaluation and a time for each; the eleventh loses the game and took longest.
fn long_game() -> String {
    let moves = "e4 e5 a3 c6 Nf3 Nf6 Be2 Be7 d4 d5 dxe5 Nxe4 Nc3 Qb6 Nxe4 dxe4 Be3 Qc7 Nd4 Bc5 b4 Bb6 Bg4 O-O e6 Rd8 c3 h6 \
                 O-O Qd6 Qc2 Bxd4 exf7+ Kxf7 Bxc8 Rxc8 Bxd4 Qe7 Rae1 Re8 f3 Nd7 Rxe4 Qg5 Rg4 Nf6 Rxg5 hxg5 b5 Rad8 Qb3+ Rd5 \
                 Rc1 Rc8 h4 g4 fxg4 Nxg4 a4 g6 bxc6 Rxc6 Rb1 Rc7 h5 Nf6 Rf1 Kg8 Rxf6 Rd7 hxg6 Rd8 Rf7 R8d6 Rxb7 a5 Rb8+ \
                 Rd8 Qxd5+ Kf8 Qf7#";
    let annotated = moves.split_whitespace().enumerate().map(|(at, san)| {
        let eval = if at < 10 { "0.2" } else { "-9.0" };
        let seconds = if at == 10 { 50 } else { 5 };
        format!("{san} {{ [%eval {eval}] [%emt 0:00:{seconds:02}] }} ")
    });
    format!("{}*", annotated.collect::<String>())
}

#[test]
fn the_graphs_of_a_long_game_have_all_its_moves() {
    let mut table = Table::fresh((80, 24));
    table.keys("<esc>");
    let read = pgn::read_bytes(long_game().as_bytes()).expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    for shown in [Panel::Graph, Panel::MoveTimes, Panel::Accuracy] {
        let layout = &mut table.app.model.layout;
        (layout.focus, layout.preset, layout.zoom) = (shown, Preset::Review, false);
        let pane = |table: &Table| {
            let panes = table.app.model.layout().expect("room").panes;
            panes.into_iter().find(|pane| pane.shown == shown).expect("the panel").area
        };
        let area = pane(&table);
        assert!(area.width < 81, "{shown:?} has room for every move");
        let marker = |table: &mut Table| {
            let frame = table.frame();
            let row = frame.lines().nth(usize::from(area.bottom()) - 1).unwrap_or_default();
            row.chars().position(|symbol| symbol == '▲')
        };
        let mut last = None;
        for ply in [1, 11, 40, 81] {
            table.keys(&format!(":goto {ply}<enter>"));
            let at = marker(&mut table);
            assert!(at > last, "{shown:?} {ply}: {at:?}: {}", table.frame());
            last = at;
        }
        assert_eq!(last, Some(usize::from(area.right()) - 1), "{}", table.frame());
        // The column of the eleventh shows it, and not its neighbours.
        table.keys(":goto 11<enter>");
        let column = marker(&mut table).expect("a marker") as u16;
        table.keys("<home>");
        let (row, kind) = (area.bottom() - 2, MouseEventKind::Down(MouseButton::Left));
        table.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        let session = &table.app.model.session;
        assert_eq!(session.game.tree().san(session.shown()), "dxe5", "{shown:?}");
    }
}

#[test]
fn arrows_walk_the_record_and_a_move_becomes_a_variation() {
    let mut table = opened((100, 40));
    let shown = |table: &Table| {
        let session = &table.app.model.session;
        session.game.tree().san(session.shown())
    };
    table.keys("<right><right><left>");
    assert_eq!(shown(&table), "e4");
    let effects = table.keys("c5<enter>");
    let explains = |effect: &Effect| matches!(effect, Effect::Task(TaskEffect::Explain(..)));
    assert!(effects.iter().all(explains), "{effects:?}");
    assert_eq!(shown(&table), "c5");
    table.keys("<up>");
    assert_eq!(shown(&table), "e5");
    table.keys("<down>Nf3<enter>");
    assert_eq!(table.moves(), "e4 e5 Nf3 Nc6 Bb5 a6", "the game itself stays as it was played");
    let written = pgn::movetext(&table.app.model.session.game);
    let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(written.contains("(1... c5 2. Nf3)"), "{written}");
    // From any ply the game goes on, after a question because of the variation, and then it is played.
    table.keys("x");
    assert!(table.frame().contains("Leave this game for a new one?"), "{}", table.frame());
    table.keys("x");
    assert!(table.app.model.session.started);
}

/// Annotates with one finding at the move `2. Nf3` and returns the run's number.
fn annotating(table: &mut Table) -> u64 {
    let effects = table.keys("$<enter>");
    let wanted = effects.iter().find_map(|effect| match effect {
        Effect::Task(TaskEffect::Annotate(wanted)) => Some(wanted.clone()),
        _ => None,
    });
    let wanted = wanted.expect("an order");
    assert_eq!(
        wanted.limits,
        SearchLimits { time: Some(Millis(1_000)), ..SearchLimits::default() }
    );
    let line = vec![parse_move(wanted.main_line.position(3), "Nc6").expect("a move")];
    let finding = TaskResult { score: Score::raw(77), depth: 9, line, ..TaskResult::default() };
    let (positions, remaining) = ((3, 6), Millis(42_000));
    let progress = Progress { positions, remaining, ..Progress::default() };
    let look = AnalysisTask { ply: 3, scope: Scope::All };
    let found = AnnotationEvent::Found(look, Box::new(finding), progress);
    table.event(Event::Annotated(wanted.run, found));
    wanted.run
}

#[test]
fn the_open_game_is_annotated_in_the_background() {
    let kept = Some(Evaluation { score: Score::raw(-250), depth: Some(12) });
    let evaluation = |table: &Table| {
        let game = &table.app.model.session.game;
        game.tree().node(game.tree().mainline()[3]).annotation.clone()
    };
    // A score of limited strength counts as missing; what is recorded of its search stays.
    let mut table = opened((100, 40));
    let info = evaluation(&table).engine_info;
    annotating(&mut table);
    assert_ne!(evaluation(&table).evaluation, kept);
    assert_eq!(evaluation(&table).engine_info, info);
    let said = table.app.model.messages.info().expect("a message").text.clone();
    assert_eq!(said, "6 recorded scores of weaker searches count as missing");
    let mut table = reading(
        "1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Nf3 {[%eval -2.50,12]} Nc6 {[%eval 0.2]} 3. Bb5 a6 *",
    );
    let run = annotating(&mut table);
    let frame = table.frame();
    assert!(frame.contains("50 %") && frame.contains("0:42 left"), "{frame}");
    // Another evaluation that the game has already is kept.
    assert_eq!(evaluation(&table).evaluation, kept);
    // The positions are searched, some moves again.
    let (positions, further) = ((6, 6), (3, 8));
    let progress = Progress { positions, further, ..Progress::default() };
    let again = AnalysisTask { ply: 3, scope: Scope::All };
    let found = AnnotationEvent::Found(again, Box::default(), progress);
    table.event(Event::Annotated(run, found));
    assert!(table.frame().contains("errors again: 3 of 8"), "{}", table.frame());
    let stops = table.keys("$");
    assert!(matches!(stops[..], [Effect::Task(TaskEffect::StopAnnotating)]), "{stops:?}");
    let stopped = Box::new(Err(lucena::annotate::AnnotateError::Stopped));
    table.event(Event::Annotated(run, AnnotationEvent::Ended(stopped)));
    assert!(table.frame().contains("resumes it"), "{}", table.frame());
    assert!(table.app.model.annotating.main_line.is_none());
}

#[test]
fn a_game_with_evaluations_is_classified_at_once() {
    let mut table = reading("1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. g4 {[%eval -3.1]} *");
    let effects = table.keys(":annotate evals<enter>");
    assert!(effects.iter().all(|effect| !matches!(effect, Effect::Task(TaskEffect::Annotate(_)))));
    assert!(movetext(&table).contains("2. g4 $4 {[%eval -3.1] Blunder.}"), "{}", movetext(&table));
    let said = table.app.model.messages.info().expect("a message").text.clone();
    assert!(
        said.starts_with("White ") && said.contains(" %: 0 ?!, 0 ?, 1 ??; Black 100.0 %: "),
        "{said}"
    );
    assert!(said.contains("Black 100.0 %: 0 ?!, 0 ?, 0 ??; :save keeps it"), "{said}");
    assert!(said.chars().count() <= 78 && table.frame().contains(&said), "{said}");
    // A glyph that is kept counts too.
    let mut table = reading("1. e4 {[%eval 0.3]} e5 $2 {[%eval 0.2]} 2. g4 $6 {[%eval -3.1]} *");
    table.keys(":annotate evals<enter>");
    let said = table.app.model.messages.info().expect("a message").text.clone();
    let parts = [" %: 1 ?!, 0 ?, 0 ??; Black ", " %: 0 ?!, 1 ?, 0 ??; "];
    assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    let mut table = reading("1. e4 e5 *");
    table.keys(":annotate evals<enter>");
    assert!(table.frame().contains("there is no evaluation after 1. e4"), "{}", table.frame());
    let effects = table.keys(":annotate depth 3 replace<enter>");
    let course = effects.iter().find_map(|effect| match effect {
        Effect::Task(TaskEffect::Annotate(wanted)) => Some(wanted.main_line.existing()),
        _ => None,
    });
    assert_eq!(course, Some(Existing::Replace));
}

#[test]
fn annotating_ends_when_another_game_is_opened_and_is_refused_while_one_is_played() {
    let mut table = opened((100, 40));
    let run = annotating(&mut table);
    let other = pgn::read_bytes(b"1. d4 d5 *").expect("a game").remove(0).game;
    table.event(Event::GameRead(Box::new(other), None, Vec::new()));
    let effects = table.event(Event::Annotated(run, AnnotationEvent::Resumed(3)));
    assert!(matches!(effects[..], [Effect::Task(TaskEffect::StopAnnotating)]), "{effects:?}");
    let mut table = Table::against_engine((80, 24));
    table.keys("e4<enter>$");
    assert!(table.frame().contains("a game under way is not annotated"), "{}", table.frame());
    table.keys(":annotate fast<enter>");
    assert!(table.frame().contains("expected seconds"), "{}", table.frame());
}

fn files_saved(effects: &[Effect]) -> Vec<SaveAs> {
    let save = |effect: &Effect| match effect {
        Effect::Storage(StorageEffect::SaveAs(save)) => Some((**save).clone()),
        _ => None,
    };
    effects.iter().filter_map(save).collect()
}

#[test]
fn a_game_that_is_saved_while_it_is_annotated_is_saved_again_at_the_end() {
    let mut table = reading("1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. g4 {[%eval -2.50]} Nc6 *");
    let order =
        table.keys(":annotate depth 3<enter>").into_iter().find_map(|effect| match effect {
            Effect::Task(TaskEffect::Annotate(order)) => Some(order),
            _ => None,
        });
    let order = order.expect("an order");
    let run = order.run;
    let look = AnalysisTask { ply: 4, scope: Scope::All };
    let finding = TaskResult { score: Score::raw(250), depth: 3, ..TaskResult::default() };
    let progress = Progress { positions: (1, 2), ..Progress::default() };
    let found = AnnotationEvent::Found(look, Box::new(finding), progress);
    table.event(Event::Annotated(run, found));
    // The accuracy is not final, and a message hides the status but not the footer.
    assert!(table.frame().contains("annotating 50 %"), "{}", table.frame());
    let accuracy = panel(&mut table, Panel::Accuracy);
    assert!(accuracy.contains("known when annotating ends"), "{accuracy}");
    assert!(!accuracy.contains(" %, Black"), "{accuracy}");
    let first = files_saved(&table.keys(":save a.pgn<enter>")).remove(0);
    assert_eq!(first.note, SaveNote::Annotating);
    table.event(Event::ChangesSaved(first.id.clone(), first.changes, "/x/a.pgn".into()));
    let main_line = MainLine::of(&table.app.model.session.game, Existing::Keep);
    let annotations = Annotations::from_evaluations(&main_line, &Openings::builtin());
    let ended = AnnotationEvent::Ended(Box::new(Ok(annotations.expect("evaluations"))));
    let again = files_saved(&table.event(Event::Annotated(run, ended)));
    let said = table.app.model.messages.info().expect("a message").text.clone();
    assert!(said.contains("1 ??") && !said.contains(":save keeps it"), "{said}");
    let [again] = &again[..] else { panic!("it is saved once") };
    assert_eq!(again.file, std::path::Path::new("/x/a.pgn"));
    assert_eq!(again.note, SaveNote::After(said));
    assert!(pgn::write(&again.game).contains("Blunder") && !pgn::write(&first.game).contains('$'));
    assert!(again.changes > first.changes && !again.overwrite);
    let accuracy = panel(&mut table, Panel::Accuracy);
    assert!(accuracy.contains(" %, Black"), "{accuracy}");
    // Once only.
    let evals = table.keys(":annotate evals<enter>");
    assert!(files_saved(&evals).is_empty());
}

#[test]
fn the_accuracy_of_a_game_with_limited_strength_says_what_it_lacks() {
    let key = "6 scores of limited strength judge no move: $ annotates the game";
    let accuracy = panel(&mut opened((100, 40)), Panel::Accuracy);
    assert!(accuracy.contains(key), "{accuracy}");
    let full = panel(&mut opened_at((100, 40), StrengthLevel::Full), Panel::Accuracy);
    assert!(!full.contains("limited strength"), "{full}");
    // Some moves have an accuracy.
    let mut table = opened((100, 40));
    let game = &mut table.app.model.session.game;
    for id in &game.tree().mainline()[3..5] {
        game.tree_mut().node_mut(*id).annotation.engine_info = None;
    }
    let accuracy = panel(&mut table, Panel::Accuracy);
    assert!(
        accuracy.contains("4 scores of limited strength")
            && accuracy.contains(['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']),
        "{accuracy}"
    );
}

/// What the searches that compared a move say decides over the difference of the evaluations around it.
#[test]
fn the_bars_of_an_annotated_game_have_the_colours_of_its_marks() {
    let moves = |cleared: &str| {
        format!(
            "[Annotator \"Lucena\"]\n\n1. e4 {{[%eval 0.2]}} e5 {{[%eval 0.3]}} 2. Qh5 {{[%eval -2.5]{cleared}}} \
             Ke7 $4 {{[%eval #1] [%lcl 52.0] Blunder.}} *"
        )
    };
    let bad_columns = |text: &str| {
        let mut table = reading(text);
        table.app.model.layout.focus = Panel::Accuracy;
        table.keys("z");
        drop(table.frame());
        let (bad, buffer) = (table.app.model.theme.bad.fg, table.buffer());
        let area = table.app.model.layout().expect("room").panes[0].area;
        let is_bad = |x: &u16| (area.y..area.bottom()).any(|y| Some(buffer[(*x, y)].fg) == bad);
        (area.x..area.right()).filter(is_bad).map(|x| (x - area.x) / 4).collect::<Vec<u16>>()
    };
    let cleared = bad_columns(&moves(" [%lcl 2.0]"));
    assert!(cleared.iter().all(|&column| column == 3) && !cleared.is_empty(), "{cleared:?}");
    let unmarked = bad_columns(&moves(""));
    assert_eq!(unmarked, cleared, "no red bar stands without a mark");
    let foreign = bad_columns(&moves("").replace("[Annotator \"Lucena\"]", ""));
    assert!(foreign.contains(&2), "{foreign:?}");
}

/// A record of the user's, as a file brings it.
fn reading(text: &str) -> Table {
    let mut table = Table::fresh((100, 40));
    table.keys("<esc>");
    let read = pgn::read_bytes(text.as_bytes()).expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table
}

fn movetext(table: &Table) -> String {
    let written = pgn::movetext(&table.app.model.session.game);
    written.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_after_a_null_move_have_the_numbers_of_the_file() {
    let mut table = reading("1. e4 -- 2. d4 Nf6 $2 *");
    table.keys("<end>");
    let moves = panel(&mut table, Panel::Moves);
    assert!(moves.contains("2.d4"), "{moves}");
    table.keys(":layout play<enter>");
    let moves = panel(&mut table, Panel::Moves);
    assert!(moves.contains("  2 d4"), "{moves}");
    table.keys("'");
    assert!(table.frame().contains("2…Nf6"), "{}", table.frame());
}

#[test]
fn glyphs_lines_and_the_end_of_a_record_are_edited() {
    let mut table = reading("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nc3 Nf6 1/2-1/2");
    table.keys("..:nag ±<enter>:nag 1<enter>:nag $5<enter>");
    assert_eq!(movetext(&table), "1. e4 e5 $16 $5 (1... c5 2. Nf3 d6) 2. Nc3 Nf6 1/2-1/2");
    table.keys(":nag +=<enter>");
    assert!(movetext(&table).starts_with("1. e4 e5 $5 $14 ("), "{}", movetext(&table));
    table.keys(":nag 14<enter>:nag 5<enter>)^");
    assert_eq!(movetext(&table), "1. e4 c5 (1... e5 2. Nc3 Nf6) 2. Nf3 d6 1/2-1/2");
    assert_eq!(table.moves(), "e4 c5 Nf3 d6", "the raised line is the game now");
    table.keys("^");
    assert!(table.frame().contains("the main line is shown"), "{}", table.frame());
    table.keys("<end>");
    table.keys("<ctrl-x><enter>");
    assert_eq!(movetext(&table), "1. e4 c5 (1... e5 2. Nc3 Nf6) 2. Nf3 *");
}

#[test]
fn times_are_told_from_the_clocks_where_nothing_else_is_known() {
    let mut table = reading(
        "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:33]} 2. Nf3 {[%clk 0:04:51]} *",
    );
    let pace = panel(&mut table, Panel::MoveTimes);
    assert!(pace.contains("2 moves, total 15.0 s, longest 12.0 s"), "{pace}");
    assert!(pace.contains("1 move, 30.0 s"), "{pace}");
}

fn saves(effects: &[Effect]) -> usize {
    effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Storage(StorageEffect::SaveGame(_))))
        .count()
}

#[test]
fn a_record_that_is_opened_leaves_the_game_played_before_alone() {
    let mut table = Table::two_people((100, 40));
    table.keys("e4<enter>");
    let read = pgn::read_bytes(b"1. d4 d5 2. c4 e6 *").expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    let effects = table.keys("y");
    assert_eq!(saves(&effects), 1, "{effects:?}");
    let aside = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Storage(StorageEffect::CloseRecord)))
        .count();
    assert_eq!(aside, 1, "{effects:?}");
    for (keys, words) in [
        ("u", "no game is being played"),
        ("y", "no game is being played"),
        ("<ctrl-d>", "no game is being played"),
        ("<ctrl-g>", "no game is being played"),
        ("<enter>", "d4"),
        ("<esc>,s", "analysis"),
        ("Nf3<enter>", "Nf3"),
    ] {
        let effects = table.keys(keys);
        assert_eq!(saves(&effects), 0, "{keys}: {effects:?}");
        assert!(table.frame().contains(words), "{keys}: {}", table.frame());
    }
    assert_eq!(table.moves(), "d4 d5 c4 e6");
    assert_eq!(saves(&table.keys("sxx")), 1, "from here on it is a game of its own");
}

#[test]
fn a_finished_game_keeps_its_result_when_other_moves_are_tried() {
    let mut table = Table::two_people((100, 40));
    table.keys("f3<enter>e5<enter>g4<enter>Qh4<enter>:layout review<enter><left><left>");
    assert_eq!(saves(&table.keys("d4<enter>")), 1);
    table.keys("<left>");
    table.click(lucena::rules::Square::G1);
    table.click(lucena::rules::Square::H3);
    assert_eq!(table.moves(), "f3 e5 g4 Qh4#");
    assert!(table.app.model.session.game.end().is_some());
    let written = movetext(&table);
    assert!(written.contains("(2. d4)") && written.contains("(2. Nh3)"), "{written}");
    // Also where the engine would be to move.
    let mut table = Table::against_engine((100, 40));
    table.keys("e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e7e5");
    table.keys("<ctrl-g><enter>,c5<enter>");
    assert!(table.app.model.session.game.end().is_some());
    assert!(movetext(&table).contains("(1... c5)"), "{}", movetext(&table));
}

#[test]
fn what_a_game_lacks_is_said_with_it_only() {
    let mut table = Table::two_people((120, 40));
    let mut read = pgn::read_bytes(b"1. e4 e5 2. Ke3 Nc6 *").expect("a game").remove(0);
    let notes = std::mem::take(&mut read.notes);
    table.event(Event::GameRead(Box::new(read.game), None, notes));
    assert!(table.frame().contains("read in part: "), "{}", table.frame());
    let other = pgn::read_bytes(b"1. d4 d5 *").expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(other.game), None, Vec::new()));
    assert!(!table.frame().contains("read in part: "), "{}", table.frame());
}

#[test]
fn a_move_that_was_taken_back_is_in_the_record() {
    let mut table = Table::against_engine((120, 40));
    table.keys("e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e5");
    table.keys("Nf3<enter>");
    table.answer(table.app.model.thinking.epoch, "Nc6");
    let help = |table: &Table| {
        table.app.model.session.game.tags.get("Help").map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(help(&table), "");
    table.keys("uy");
    assert_eq!(
        (help(&table).as_str(), table.moves().as_str()),
        ("move taken back", "e4 e5 Nf3 Nc6")
    );
}

#[test]
fn an_offer_of_a_draw_is_asked_about_whatever_the_engine_thinks() {
    let mut table = Table::against_engine((120, 40));
    table.keys("e4<enter><ctrl-d>");
    assert!(table.frame().contains("Offer a draw?"), "{}", table.frame());
    table.keys("<enter>");
    assert!(table.frame().contains("the engine declines"), "{}", table.frame());
    assert!(table.app.model.session.game.end().is_none());
}

/// A game against the engine of so many moves by each side, after each of Black's the same score from White's view.
fn even_game(moves: usize, score: i32) -> Table {
    let mut table = Table::against_engine((120, 40));
    table.keys(":game white none 1500<enter>");
    let mut random = Random::new(7);
    let game = &mut table.app.model.session.game;
    game.claims = DrawClaims::OnDemand;
    while game.tree().mainline().len() <= 2 * moves {
        let mut legal = game.position().legal_moves();
        legal.retain(|mv| !mv.is_capture());
        let mv = legal[random.below(legal.len() as u64) as usize];
        let node = game.play(mv, Millis(0)).expect("a legal move");
        let evaluation = Evaluation { score: Score::raw(score), depth: Some(9) };
        game.tree_mut().node_mut(node).annotation.evaluation = Some(evaluation);
    }
    assert_eq!(game.end(), None, "{:?}", game.sans());
    table
}

#[test]
fn the_engine_agrees_to_a_draw_late_and_in_an_even_game() {
    for (moves, score, ends) in
        [(2, 0, false), (19, 0, false), (20, 0, true), (20, 40, true), (20, -1, false)]
    {
        let mut table = even_game(moves, score);
        table.keys("<ctrl-d><enter>");
        let frame = table.frame();
        assert_eq!(frame.contains("draw by agreement"), ends, "{moves} {score}: {frame}");
        let why = if moves < 20 { "before it has made 20 moves" } else { "it stood better" };
        assert!(ends || frame.contains(why), "{moves} {score}: {frame}");
    }
    // A move without an evaluation was not even, nor better.
    let mut table = even_game(24, 0);
    let game = &mut table.app.model.session.game;
    let before = game.tree().mainline()[42];
    game.tree_mut().node_mut(before).annotation.evaluation = None;
    table.keys("<ctrl-d><enter>");
    assert!(table.frame().contains("not all of its last 5 moves have"), "{}", table.frame());
    // One even score is not enough.
    let mut table = even_game(24, 0);
    let game = &mut table.app.model.session.game;
    let before = game.tree().mainline()[42];
    let evaluation = Evaluation { score: Score::raw(-90), depth: Some(9) };
    game.tree_mut().node_mut(before).annotation.evaluation = Some(evaluation);
    table.keys("<ctrl-d><enter>");
    assert!(table.frame().contains("it stood better"), "{}", table.frame());
    // It thought itself better, but now twice worse by a pawn or more, which one score does not say.
    for (worse, ends) in [([48, 46], true), ([48, 44], false)] {
        let mut table = even_game(24, -30);
        let game = &mut table.app.model.session.game;
        for ply in worse {
            let node = game.tree().mainline()[ply];
            let evaluation = Evaluation { score: Score::raw(230), depth: Some(9) };
            game.tree_mut().node_mut(node).annotation.evaluation = Some(evaluation);
        }
        table.keys("<ctrl-d><enter>");
        let frame = table.frame();
        assert_eq!(frame.contains("draw by agreement"), ends, "{worse:?}: {frame}");
    }
}

#[test]
fn the_record_names_the_strength_of_the_moves_not_of_the_dial_afterwards() {
    for turned in ["2400", "full"] {
        let mut table = Table::against_engine((120, 40));
        table.keys(":game white none 1500<enter>");
        let dial = table.app.model.session.dial();
        for (mv, reply) in [("e4", "e7e5"), ("nf3", "b8c6"), ("bb5", "a7a6")] {
            table.keys(&format!("{mv}<enter>"));
            table.answer_at(table.app.model.thinking.epoch, reply, dial);
        }
        table.keys(&format!(":elo {turned}<enter>"));
        let dial = table.app.model.session.dial();
        table.keys("<ctrl-g><enter>");
        let text = saved(&mut table);
        assert!(text.contains("[BlackElo \"1500\"]"), "{text}");
        assert!(text.contains("[BlackDial \"human 1500\"]"), "{text}");
        assert_eq!(table.app.model.session.dial(), dial, "the dial itself stays");
    }
}

/// The game as `:save` writes it.
fn saved(table: &mut Table) -> String {
    let effects = table.keys(":save a.pgn<enter>");
    let game = effects.into_iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::SaveAs(save)) => Some(pgn::write(&save.game)),
        _ => None,
    });
    game.expect("the game is saved")
}

#[test]
fn the_record_names_the_strength_of_the_move_that_mates() {
    let mut table = Table::against_engine((120, 40));
    table.keys(":game white none 1500<enter>f3<enter>");
    let dial = table.app.model.session.dial();
    table.answer_at(table.app.model.thinking.epoch, "e7e5", dial);
    table.keys(":elo 2400<enter>g4<enter>");
    let dial = table.app.model.session.dial();
    table.answer_at(table.app.model.thinking.epoch, "d8h4", dial);
    assert!(table.app.model.session.game.end().is_some());
    let text = saved(&mut table);
    assert!(text.contains("[BlackDial \"human 2400\"]"), "{text}");
}

#[test]
fn a_pause_keeps_the_time_used() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white none full<enter>e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e5");
    table.wait(65_000);
    assert!(table.frame().contains("1:05"), "{}", table.frame());
    table.keys("|");
    assert!(
        table.app.model.session.is_paused() && table.frame().contains("1:05"),
        "{}",
        table.frame()
    );
}

#[test]
fn a_move_ends_a_pause_and_the_engine_answers() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white 5+0 full<enter>e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e5");
    table.wait(2_000);
    table.keys("|");
    table.wait(60_000);
    let frame = table.frame();
    assert!(frame.contains("paused: | or a move resumes the clocks"), "{frame}");
    table.keys("Nf3<enter>");
    let session = &table.app.model.session;
    assert!(!session.is_paused() && session.game.clocks().running() == Some(Color::Black));
    assert_eq!(table.app.model.thinking.purpose, Purpose::Move);
    table.answer(table.app.model.thinking.epoch, "Nc6");
    let text = saved(&mut table);
    assert!(text.contains("[%emt 0:00:02]"), "{text}");
}

#[test]
fn the_clocks_stand_while_the_program_is_suspended() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white 5+0 full<enter>e4<enter>");
    let suspends = |it: &Effect| matches!(it, Effect::Screen(ScreenEffect::Suspend));
    let cancels = |it: &Effect| matches!(it, Effect::Engine(EngineEffect::Stop));
    let effects = table.keys("<ctrl-z>");
    // The engine is told before the process stops.
    let order = |which: &dyn Fn(&Effect) -> bool| effects.iter().position(which);
    assert!(order(&cancels).unwrap() < order(&suspends).unwrap(), "{effects:?}");
    table.wait(400_000);
    let frame = table.frame();
    assert!(frame.contains("paused: | resumes the clocks") && frame.contains("5:00"), "{frame}");
    assert!(table.app.model.session.is_under_way(), "{frame}");
    // A search that is paused holds the clock itself, and stays.
    let effects = table.keys("<ctrl-z>");
    assert!(effects.iter().any(suspends) && !effects.iter().any(cancels), "{effects:?}");
    assert!(table.app.model.session.is_paused());
}

#[test]
fn a_search_on_its_way_to_a_pause_takes_no_time_from_the_game() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white 5+0 full<enter>e4<enter>");
    table.wait(2_000);
    table.keys("<f7>");
    let clocks = table.app.model.session.game.clocks();
    assert_eq!(clocks.running(), None);
    // The move comes first: the game goes on.
    table.answer(table.app.model.thinking.epoch, "e5");
    let clocks = table.app.model.session.game.clocks();
    assert_eq!(clocks.running(), Some(Color::White));
}

/// A search that was paused, and gives way to another one for the same move, takes its time from the clock again.
#[test]
fn a_search_in_place_of_a_paused_one_takes_its_time() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white 5+0 1500<enter>e4<enter><f7>");
    assert_eq!(table.app.model.session.game.clocks().running(), None);
    table.keys("+");
    assert_eq!(table.app.model.thinking.purpose, Purpose::Move);
    assert_eq!(table.app.model.session.game.clocks().running(), Some(Color::Black));
}

/// The game waits for the end of training with paused clocks, also where they stood for a search that was paused.
#[test]
fn a_game_whose_search_is_paused_waits_for_training_like_any_other() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white 5+0 full<enter>e4<enter><f7>:train<enter>:train<enter>");
    assert!(table.frame().contains("paused: | resumes the clocks"), "{}", table.frame());
    assert_ne!(table.app.model.thinking.purpose, Purpose::Move);
}

/// A move that was entered ahead was meant for the position that is left.
#[test]
fn playing_on_from_an_earlier_position_forgets_the_move_ahead() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white 5+0 full<enter>e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e5");
    table.keys("Nf3<enter>d2d4<enter>");
    table.keys(":first<enter>:play-on<enter>e4<enter>");
    table.answer(table.app.model.thinking.epoch, "c5");
    assert_eq!(table.moves(), "e4 c5");
}

#[test]
fn what_is_played_on_from_a_record_is_a_game_of_its_own() {
    let mut table = Table::two_people((100, 40));
    let text = b"[Event \"Club\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n[Date \"2026.10.05\"]\n[WhiteElo \"1800\"]\n\n\
        1. e4 e5 2. Nf3 Nc6 1-0";
    let read = pgn::read_bytes(text).expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table.keys(":goto 3<enter>x");
    let written = pgn::write(&table.app.model.session.game);
    assert!(written.contains("[Event \"Continuation\"]"), "{written}");
    assert!(
        written.contains("[Continues \"Ada - Bo, Club, 2026.10.05, after 2.Nf3\"]"),
        "{written}"
    );
    assert!(!written.contains("[White \"Ada\"]") && !written.contains("1800"), "{written}");
    assert!(!written.contains("Nc6"), "{written}");
    // From a variation it has that alone.
    let read = pgn::read_bytes(b"1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *").expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table.keys("y:goto 2<enter>:next-variation<enter>x");
    let game = &table.app.model.session.game;
    assert_eq!((game.sans().join(" "), game.tree().mainline().len()), ("e4 c5".to_owned(), 3));
    assert!(!pgn::write(game).contains("Nc3") && !pgn::write(game).contains("Nf3"));
}

#[test]
fn the_opening_follows_an_edit_and_its_undo() {
    let mut table = Table::two_people((100, 40));
    table.event(Event::Openings(Box::new(Openings::builtin())));
    let text =
        b"[ECO \"C20\"]\n[Opening \"my own name\"]\n[Variation \"mine\"]\n\n1. e4 e5 (1... c5) *";
    let read = pgn::read_bytes(text).expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    let tags = |table: &Table| {
        let tags = &table.app.model.session.game.tags;
        ["ECO", "Opening", "Variation"].map(|tag| tags.get(tag).unwrap_or("").to_owned())
    };
    table.keys(":comment the same line<enter>");
    assert_eq!(tags(&table), ["C20", "my own name", "mine"]);
    table.keys(":goto 2<enter>:next-variation<enter>:promote-variation<enter>");
    assert_eq!(tags(&table), ["B20", "Sicilian Defense", ""]);
    table.keys("U");
    assert_eq!(tags(&table), ["C20", "my own name", "mine"]);
}

#[test]
fn a_move_taken_back_keeps_its_comment_when_the_game_ends() {
    let mut table = Table::two_people((100, 40));
    table.keys("e4<enter>e5<enter>Nf3<enter>:comment f4 was better<enter>:nag !?<enter>");
    table.keys("u:resign<enter>y");
    let text = pgn::movetext(&table.app.model.session.game);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("taken back: 2. Nf3!? (f4 was better)"), "{text}");
}

#[test]
fn a_game_is_saved_as_it_stands_and_again_to_the_same_file() {
    let mut table = Table::two_people((100, 40));
    table.keys("e4<enter>e5<enter>Nf3<enter>u");
    let saved = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Storage(StorageEffect::SaveAs(save)) => Some((**save).clone()),
            _ => None,
        })
    };
    let save = saved(&table.keys(":save a.pgn<enter>")).expect("it is saved");
    assert_eq!(save.game.tree().mainline().len(), 3, "the move taken back is none of the game's");
    assert_eq!(save.file, std::path::Path::new("a.pgn"));
    table.event(Event::ChangesSaved(save.id, save.changes, "/x/a.pgn".into()));
    let save = saved(&table.keys(":save<enter>")).expect("it is saved again");
    assert_eq!(save.file, std::path::Path::new("/x/a.pgn"));
    assert_eq!(table.app.model.session.game.tree().mainline().len(), 4, "it can be played again");
}

/// The moves that `:save` writes.
fn saved_moves(table: &mut Table) -> String {
    let effects = table.keys(":save a.pgn !<enter>");
    let saved = effects.iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::SaveAs(save)) => Some(pgn::movetext(&save.game)),
        _ => None,
    });
    saved.expect("it is saved").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn analysis_changes_nothing_of_what_is_saved() {
    for (line, kept) in [
        ("two none", "1. e4 {taken back: 1... e5 2. Nf3} *"),
        ("analysis none", "1. e4 {taken back: 1... e5 2. Nf3} *"),
        ("white none 1000", "taken back: 1. e4 e5 2. Nf3 Nc6"),
    ] {
        let mut table = Table::fresh((100, 40));
        table.keys(&format!("<esc>:game {line}<enter>e4<enter>"));
        if line.starts_with("white") {
            table.answer(table.app.model.thinking.epoch, "e7e5");
            table.keys("Nf3<enter>");
            table.answer(table.app.model.thinking.epoch, "b8c6");
        } else {
            table.keys("e5<enter>Nf3<enter>");
        }
        table.keys(":takeback<enter>:takeback<enter>");
        for _ in 0..3 {
            let saved = saved_moves(&mut table);
            assert!(saved.contains(kept), "{line}: {saved}");
            table.keys(":analyse<enter>");
        }
    }
}

#[test]
fn a_move_that_is_made_again_in_analysis_takes_none_back() {
    let mut table = Table::fresh((100, 40));
    table.keys("<esc>:game analysis none<enter>e4<enter>e5<enter>Nf3<enter>:first<enter>e4<enter>");
    let tree = table.app.model.session.game.tree();
    assert_eq!(tree.san(table.app.model.session.shown()), "e4");
    assert_eq!(saved_moves(&mut table), "1. e4 e5 2. Nf3 *");
    table.keys("c5<enter>");
    assert_eq!(table.moves(), "e4 c5");
    assert_eq!(saved_moves(&mut table), "1. e4 c5 (1... e5 2. Nf3) *");
}

#[test]
fn undo_of_a_comment_keeps_what_the_end_of_the_game_added() {
    let mut table = Table::two_people((100, 40));
    table.keys("e4<enter>e5<enter>Nf3<enter>u:comment mine<enter>:resign<enter>y");
    let text = |table: &Table| {
        let text = pgn::movetext(&table.app.model.session.game);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(text(&table).contains("mine taken back: 2. Nf3}"), "{}", text(&table));
    table.keys("U");
    assert!(text(&table).contains(" taken back: 2. Nf3}"), "{}", text(&table));
    assert!(!text(&table).contains("mine"), "{}", text(&table));
}

#[test]
fn a_game_entered_by_hand_has_no_times() {
    for (line, is_timed) in
        [("two none", false), ("analysis", false), ("two 5+3", true), ("white none 1000", true)]
    {
        let mut table = Table::fresh((120, 40));
        table.keys(&format!("<esc>:game {line}<enter>"));
        table.wait(7_000);
        table.keys("e4<enter>");
        table.answer(table.app.model.thinking.epoch, "e5");
        let text = pgn::write(&table.app.model.session.game);
        assert_eq!(text.contains("[%emt 0:00:07]"), is_timed, "{line}: {text}");
        let frame = table.frame();
        assert_eq!(frame.contains("0:07"), line == "white none 1000", "{line}: {frame}");
        assert!(text.contains("[%clk") == (line == "two 5+3"), "{line}: {text}");
    }
}

#[test]
fn the_times_of_a_record_without_a_control_stay() {
    let text = "1. e4 { [%emt 0:00:05] } e5 { [%emt 0:00:07] } *\n";
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>");
    let read = pgn::read_bytes(text.as_bytes()).expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table.keys("<end>d4<enter>");
    let text = pgn::write(&table.app.model.session.game);
    assert!(text.contains("[%emt 0:00:05]") && text.contains("[%emt 0:00:07]"), "{text}");
    assert!(table.frame().contains("0:05"), "{}", table.frame());
}
