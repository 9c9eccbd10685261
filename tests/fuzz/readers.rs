//! The fuzz targets' functions: each parses its input and asserts the parser's guarantees.

use lucena::base::{Random, sanitise};
use lucena::batch::matches::{EngineConfig, MatchScore};
use lucena::batch::{calibrate, explain, export, timesim};
use lucena::engine::UciOption;
use lucena::engine::external::{ExternalEngineConfig, Info};
use lucena::game::book::Book;
use lucena::game::pgn::{self, Index};
use lucena::game::{TimeControl, resumable_games};
use lucena::knowledge::{Evaluator, Knowledge, Weights};
use lucena::machine::GameRules;
use lucena::rules::{Position, notation, parse_fen};
use lucena::search::observe::{Breakpoint, SearchRecording};
use lucena::search::{NoLimits, NullObserver};
use lucena::strength::{Calibration, Personalities};
use lucena::tui::Model;
use lucena::tui::commands::{Commands, completion};
use lucena::tui::values::{keymap::Keymap, theme::Theme};
use lucena::uci::{self, Command, UciOptions};
use lucena::{config, timing};
use std::cell::RefCell;
use std::fs;
use std::io::{Cursor, sink};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A temporary folder, deleted when its thread ends.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

thread_local! {
    static KNOWLEDGE: Arc<Knowledge> = Knowledge::standard().expect("the built-in knowledge");
    static EVALUATOR: RefCell<Evaluator> =
        RefCell::new(Evaluator::new(KNOWLEDGE.with(Arc::clone)));
    static FOLDER: Folder = {
        let name = format!("lucena-{}-{:?}", std::process::id(), std::thread::current().id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Folder(folder)
    };
}

/// An accepted position round-trips, its legal moves can be played, and it can be evaluated.
pub fn fen(bytes: &[u8]) {
    let Ok(position) = parse_fen(&lossy(bytes)) else { return };
    let written = position.fen();
    let again = parse_fen(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.fen(), written);
    for mv in position.legal_moves() {
        let after = position.after(mv);
        assert_eq!(notation::parse_move(&position, &notation::uci(mv)).ok(), Some(mv), "{written}");
        assert_eq!(parse_fen(&after.fen()).map(|p| p.key()).ok(), Some(after.key()), "{written}");
    }
    EVALUATOR.with_borrow_mut(|evaluator| {
        let score = evaluator.evaluate(position.board(), position.turn());
        assert!(score.is_heuristic(), "{written}: {score}");
        assert_eq!(
            score,
            evaluator.evaluate_reference(position.board(), position.turn()),
            "{written}"
        );
    });
}

/// A game read without errors round-trips. A game with errors keeps its broken parts.
pub fn games(bytes: &[u8]) {
    let Ok(games) = pgn::read_bytes(bytes) else { return };
    for read in games.iter().take(4) {
        let written = pgn::write(&read.game);
        assert!(!written.chars().any(|c| c.is_control() && c != '\n'), "{written:?}");
        if read.is_incomplete() {
            continue;
        }
        let again = pgn::read_bytes(written.as_bytes()).expect("our own PGN");
        assert_eq!(again.len(), 1, "{written}");
        assert!(!again[0].is_incomplete(), "{written}: {:?}", again[0].notes);
        assert_eq!(again[0].game.moves(), read.game.moves(), "{written}");
        // The first write normalises; later writes change nothing.
        let tidy = pgn::write(&again[0].game);
        let thrice = pgn::read_bytes(tidy.as_bytes()).expect("our own PGN");
        assert_eq!(pgn::write(&thrice[0].game), tidy);
        let page = export::html(&read.game);
        assert!(!page.contains("<script>alert"), "{page}");
        let _ = (export::fen_list(&read.game), export::json_lines(&read.game));
    }
}

/// Any clocks give moves that can be simulated.
pub fn clocks(bytes: &[u8]) {
    let Ok(games) = pgn::read_bytes(bytes) else { return };
    for read in games.iter().take(4) {
        for mv in timesim::side_traces(&read.game, &mut Random::new(1)).iter().flatten() {
            assert!(mv.nps.is_finite() && (0.0..=1.0).contains(&mv.stop_share), "{mv:?}");
        }
    }
}

pub fn uci(bytes: &[u8]) {
    let _ = Command::parse(&lossy(bytes));
}

pub fn moves(bytes: &[u8]) {
    let position = Position::default();
    if let Ok(mv) = notation::parse_move(&position, &lossy(bytes)) {
        assert!(position.legal_moves().contains(&mv));
    }
}

/// An accepted text has one canonical form with the same meaning.
pub fn manager(bytes: &[u8]) {
    let Ok(settings) = lossy(bytes).parse::<timing::Settings>() else { return };
    let canonical = settings.to_string();
    let again = canonical.parse::<timing::Settings>();
    assert_eq!(again.map(|again| again.to_string()).ok(), Some(canonical));
}

/// An accepted time control round-trips through its PGN tag.
pub fn control(bytes: &[u8]) {
    let text = lossy(bytes);
    for control in [TimeControl::parse(&text), TimeControl::from_tag(&text)].into_iter().flatten() {
        let tag = control.tag();
        assert_eq!(TimeControl::from_tag(&tag).map(|again| again.tag()), Ok(tag));
        let _ = (control.initial(), control.time_added(40), control.moves_to_go(u32::MAX));
    }
}

pub fn settings(bytes: &[u8]) {
    let _ = config::Settings::parse(&lossy(bytes), Path::new("a"));
}

pub fn theme(bytes: &[u8]) {
    let _ = Theme::parse("a", &lossy(bytes));
}

pub fn keys(bytes: &[u8]) {
    thread_local!(static BUILT_IN: Keymap = Commands::built_in().keymap());
    let _ = BUILT_IN.with(|keymap| keymap.patched("a", &lossy(bytes)));
}

pub fn characters(bytes: &[u8]) {
    let _ = Personalities::shipped().merge("a", &lossy(bytes));
}

pub fn network(bytes: &[u8]) {
    let _ = GameRules::from_text(&lossy(bytes));
}

pub fn calibration(bytes: &[u8]) {
    if let Ok(calibration) = Calibration::from_text("a", &lossy(bytes)) {
        assert!(!calibration.points().is_empty());
    }
}

pub fn plan(bytes: &[u8]) {
    let _ = calibrate::Plan::from_text("a", &lossy(bytes)).map_err(|error| error.to_string());
}

pub fn typed(bytes: &[u8]) {
    let text = lossy(bytes);
    let commands = Commands::built_in();
    let mut model = Model::new((80, 24), commands.keymap());
    let completions = completion::completions(&model, &text, std::slice::from_ref(&text));
    let _ = (completion::lookup(&model, &text), completions.shared());
    commands.run_line(&mut model, &text);
}

pub fn engine(bytes: &[u8]) {
    let text = lossy(bytes);
    let _ = Info::parse(&text).line(&Position::default());
    let _ = UciOption::parse(&text);
}

pub fn text(bytes: &[u8]) {
    let text = lossy(bytes);
    let shown = sanitise(&text);
    assert!(!shown.chars().any(char::is_control));
    assert_eq!(sanitise(&shown), shown);
}

/// An accepted breakpoint has one canonical text with the same meaning.
pub fn breakpoint(bytes: &[u8]) {
    let Ok(breakpoint) = lossy(bytes).parse::<Breakpoint>() else { return };
    let written = breakpoint.to_string();
    assert_eq!(written.parse::<Breakpoint>(), Ok(breakpoint), "{written}");
}

/// Accepted weights that fit their terms build a network that evaluates.
pub fn weights(bytes: &[u8]) {
    let Ok(read) = Weights::read("a", &lossy(bytes)) else { return };
    let Ok(mut weights) = Weights::standard() else { return };
    if read.iter().any(|(name, pairs)| weights.set(name, pairs.to_vec()).is_err()) {
        return;
    }
    let Ok(knowledge) = Knowledge::with_weights(weights) else { return };
    let mut evaluator = Evaluator::new(knowledge);
    for fen in FENS_TO_EVALUATE {
        let position = parse_fen(fen).expect("a position");
        let score = evaluator.evaluate(position.board(), position.turn());
        assert!(score.is_heuristic(), "{score}");
    }
}

/// The start, and more queens than any game has.
const FENS_TO_EVALUATE: [&str; 2] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
];

/// A record that is accepted can be told and counted on.
pub fn match_record(bytes: &[u8]) {
    let Ok(standing) = MatchScore::from_ron(&lossy(bytes)) else { return };
    let _ = (standing.to_string(), standing.pairs.llr(0.0, 5.0));
    let elo = standing.pairs.elo();
    assert!(!elo.difference.is_nan() && !elo.error.is_nan(), "{elo}");
}

/// A case that is accepted is written as it was read, and can be searched or is refused.
pub fn case(bytes: &[u8]) {
    let Ok(mut case) = SearchRecording::from_ron(&lossy(bytes)) else { return };
    let written = case.to_ron().expect("it has no reason to fail");
    assert_eq!(SearchRecording::from_ron(&written).as_ref(), Ok(&case));
    // The limits that a file may set would take minutes.
    case.hash_mib = case.hash_mib.min(1);
    (case.depth, case.nodes) = (case.depth.map(|depth| depth.min(3)), Some(300));
    KNOWLEDGE.with(|knowledge| drop(case.run(knowledge, &mut NoLimits, &mut NullObserver)));
}

/// An autosaved game with any resume file is resumed or rejected with an error that names the file.
pub fn marker(bytes: &[u8]) {
    FOLDER.with(|folder| {
        fs::write(folder.0.join("a.pgn"), PLAYED).expect("a folder that can be written");
        fs::write(folder.0.join("a.unfinished.ron"), bytes).expect("a folder that can be written");
        let (games, errors) = resumable_games(&folder.0);
        assert_eq!(games.len() + errors.len(), 1);
        assert!(errors.iter().all(|error| error.to_string().contains("a.unfinished.ron")));
        for game in games {
            let (game, _, _) = game.resume();
            assert!(game.moves().len() <= 5);
        }
    });
}

const PLAYED: &str =
    "[Event \"A\"]\n[TimeControl \"300+3\"]\n\n1. e4 e5 (1... c5 2. c3) 2. Nf3 Nc6 3. Bb5 *\n";

/// The index finds the same games as reading the whole file.
pub fn index(bytes: &[u8]) {
    FOLDER.with(|folder| {
        let file = folder.0.join("games.pgn");
        fs::write(&file, bytes).expect("a folder that can be written");
        let whole = pgn::read_bytes(bytes);
        let Ok(index) = Index::build(&file, &mut |_, _| ControlFlow::Continue(())) else {
            assert!(whole.is_err(), "the index rejects a readable file");
            return;
        };
        let Ok(whole) = whole else { return };
        assert_eq!(index.entries().len(), whole.len());
        for (number, game) in whole.iter().enumerate() {
            let alone = index.read(number).expect("a game of the index");
            assert_eq!(pgn::write(&alone.game), pgn::write(&game.game));
        }
    });
}

/// Any book file: the moves that it gives are legal.
pub fn book(bytes: &[u8]) {
    FOLDER.with(|folder| {
        let file = folder.0.join("book.bin");
        fs::write(&file, bytes).expect("a folder that can be written");
        let Ok(mut book) = Book::open(&file) else { return };
        let position = Position::default();
        let moves = book.moves(&position).expect("a file that does not change");
        assert!(moves.iter().all(|(mv, _)| position.legal_moves().contains(mv)));
    });
}

/// A UCI session ends whatever its lines are. Commands that may take long or use much memory are left out.
pub fn conversation(bytes: &[u8]) {
    let text = lossy(bytes);
    let costly = ["perft", "hash", "threads", "speed", "syzygypath"];
    let lines = text.lines().filter(|line| {
        let line = line.to_lowercase();
        !costly.iter().any(|word| line.contains(word))
    });
    let said: Vec<&str> = lines.take(12).collect();
    let mut options = UciOptions::default();
    options.engine.hash_mib = 1;
    uci::run(Cursor::new(format!("{}\nquit\n", said.join("\n"))), sink(), options)
        .expect("an engine and a sink");
}

pub fn contender(bytes: &[u8]) {
    let text = lossy(bytes);
    let _ = (text.parse::<EngineConfig>(), text.parse::<ExternalEngineConfig>());
}

/// The first line is a FEN, the second a query for `lucena explain`.
pub fn why(bytes: &[u8]) {
    let text = lossy(bytes);
    let (fen, what) = text.split_once('\n').unwrap_or((&text, ""));
    let what = Some(what).filter(|what| !what.is_empty());
    let _ = explain::explain(fen, what).map_err(|error| error.to_string());
}
