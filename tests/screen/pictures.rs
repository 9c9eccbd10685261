//! The pictures of the README and the book, made from a real run: the engine thinks, and what the screen shows is written as SVG.
//! `cargo test --test tui make_the_pictures -- --ignored` writes docs/pictures.

use crate::bench::{NoScreen, fresh_folder};
use crate::screen::Table;
use crate::svg;
use lucena::engine::Engine;
use lucena::tui::model::inspect::Subject;
use lucena::tui::model::training::Stage;
use lucena::tui::runtime::{Runtime, Storage};
use lucena::tui::values::panel::Panel;
use lucena::tui::{Effect, Event};
use ratatui::buffer::Buffer;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

struct Run {
    table: Table,
    runtime: Runtime,
    news: Receiver<Event>,
    folder: PathBuf,
    /// When the table saw its last event.
    seen: Instant,
}

impl Run {
    fn new(size: (u16, u16)) -> Self {
        let (sender, news) = channel();
        let folder = fresh_folder();
        let (storage, _) = Storage::open(Some(&folder), folder.clone());
        let options = lucena::engine::EngineOptions::default();
        let runtime = Runtime::open(sender, storage, |notify| Engine::start(options, notify));
        let mut table = Table::fresh(size);
        let openings = lucena::game::openings::Openings::builtin();
        table.event(Event::Openings(Box::new(openings)));
        let seen = Instant::now();
        Self { table, runtime: runtime.expect("a runtime"), news, folder, seen }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.runtime.perform(effect, &mut NoScreen).expect("a running engine");
        }
    }

    fn event(&mut self, event: Event) {
        // Times in the pictures are those that passed.
        let passed = self.seen.elapsed();
        self.seen += passed;
        let ticked = self.table.wait(i64::try_from(passed.as_millis()).expect("a short time"));
        self.perform(ticked);
        let effects = self.table.event(event);
        self.perform(effects);
    }

    fn keys(&mut self, keys: &str) {
        let effects = self.table.keys(keys);
        self.perform(effects);
    }

    /// Lets the engine think until the model is as wanted.
    fn until(&mut self, wanted: impl Fn(&lucena::tui::Model) -> bool) {
        let (begun, patience) = (Instant::now(), Duration::from_secs(60));
        while begun.elapsed() < patience && !wanted(&self.table.app.model) {
            match self.news.recv_timeout(patience) {
                Ok(event) => {
                    if let Some(event) = self.runtime.resolve(event) {
                        self.event(event);
                    }
                }
                Err(error) => panic!("the engine is silent: {error}"),
            }
        }
    }

    /// Pauses the game and annotates it: the scores of limited strength judge no move.
    fn annotate(&mut self) {
        self.keys("|s:annotate depth 10 replace<enter>");
        self.until(|model| model.annotating.main_line.is_none());
        self.keys("s");
    }

    fn save(&mut self, name: &str) {
        let rows = self.table.frame().lines().count();
        self.save_rows(name, rows);
    }

    /// The panel alone, without the empty rows below it.
    fn save_panel(&mut self, panel: Panel, name: &str) {
        self.table.app.model.layout.focus = panel;
        self.keys("z");
        // The last two rows say what can be done.
        let shown: Vec<String> = self.table.frame().lines().map(str::to_owned).collect();
        let filled = shown[..shown.len() - 2].iter().rposition(|row| !row.is_empty());
        self.save_rows(name, filled.map_or(shown.len(), |last| last + 1));
        self.keys("z");
    }

    fn save_rows(&mut self, name: &str, rows: usize) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = svg(self.table.buffer(), rows as u16);
        std::fs::write(folder.join(format!("{name}.svg")), text).expect("a picture");
    }
}

fn deep(depth: u16) -> impl Fn(&lucena::tui::Model) -> bool {
    move |model| model.thinking.report.as_ref().is_some_and(|report| report.search.depth >= depth)
}

/// Whether so many plies of the game are played, or all of a shorter one.
fn played(plies: usize) -> impl Fn(&lucena::tui::Model) -> bool {
    move |model| {
        let game = &model.session.game;
        game.sans().len() >= plies || game.status().is_over()
    }
}

#[test]
#[ignore = "writes the pictures of the README; run it when the screen has changed"]
fn make_the_pictures() {
    let italian =
        ":fen r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4<enter>c3<enter>";
    let mut run = Run::new((160, 50));
    run.keys(&format!("<enter>{italian}"));
    run.until(deep(12));
    run.save("thinking");
    let mut run = Run::new((80, 24));
    run.keys(&format!("<enter>{italian}"));
    run.until(deep(10));
    run.save("small");
    let mut run = Run::new((120, 40));
    run.keys("<enter>:think 0.1<enter>");
    run.event(Event::Script(":game self none 1200".to_owned()));
    run.until(played(40));
    run.annotate();
    run.keys(":layout review<enter>,,,,");
    run.save("review");
}

#[test]
#[ignore = "writes the pictures of the page about traces; run it when the screen has changed"]
fn make_the_pictures_of_traces() {
    let shows_node = |model: &lucena::tui::Model| match &model.inspect.subject {
        Subject::Trace(view) => view.sides.iter().all(|side| side.selected_node().is_some()),
        _ => false,
    };
    let open = |size: (u16, u16), names: &[&str]| {
        let run = Run::new(size);
        for name in names {
            crate::traces::copy_weiss(&run.folder, name);
        }
        run
    };
    let mut run = open((150, 44), &["weiss.trace"]);
    run.keys("<enter>:trace weiss.trace<enter>");
    run.until(|model| matches!(model.inspect.subject, Subject::Trace(_)));
    run.keys(":trace-find cut depth>=4 !null-move nodes>=20<enter>");
    run.until(shows_node);
    run.save("trace");
    let mut run = open((150, 36), &["weiss.trace", "weiss-78.trace"]);
    run.keys("<enter>:trace weiss.trace weiss-78.trace<enter>");
    run.until(shows_node);
    run.save("trace-diff");
}

/// A panel after a search of `depth` plies in the position that `keys` set up.
fn panel(panel: Panel, name: &str, keys: &str, depth: u16) {
    let mut run = Run::new((84, 36));
    run.keys(&format!("<enter>{keys}"));
    run.until(deep(depth));
    run.save_panel(panel, name);
}

#[test]
#[ignore = "writes the pictures of the book; run it when a panel has changed"]
fn make_the_pictures_of_the_ideas() {
    // A perpetual check is a draw on this path and a lost game on any other.
    panel(Panel::Score, "shadow", ":fen 6k1/6p1/8/7Q/8/7P/rq4PK/8 w - - 0 1<enter>s", 8);
    panel(Panel::Score, "score", ":fen 8/8/8/3k4/8/8/8/KBN5 w - - 0 1<enter>s", 6);
    panel(Panel::Network, "network", "s", 11);
    panel(Panel::Eval, "terms", "s", 11);
    panel(Panel::Time, "time", ":tc 5+3<enter>e4<enter>", 8);
    let mut run = Run::new((84, 36));
    run.keys("<enter>:elo 1100<enter>e4<enter>");
    run.until(|model| model.thinking.last_move.is_some());
    run.save_panel(Panel::Dial, "dial");
}

#[test]
#[ignore = "writes the pictures of the page about playing; run it when a panel has changed"]
fn make_the_pictures_of_the_panels() {
    let mut run = Run::new((84, 20));
    run.keys("<enter>:think 0.2<enter>");
    run.event(Event::Script(":game self none 1200 1500".to_owned()));
    run.until(played(60));
    run.annotate();
    run.keys(":layout review<enter>,,,,");
    for panel in [Panel::Moves, Panel::Graph, Panel::MoveTimes, Panel::Accuracy] {
        run.save_panel(panel, panel.name());
    }
    let mut run = Run::new((84, 36));
    run.keys(
        "<enter>:fen r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4<enter>",
    );
    let program = env!("CARGO_BIN_EXE_lucena");
    run.keys(&format!(":engine {program} uci<enter>"));
    run.until(|model| model.prefs.external.ends_with("uci"));
    run.keys(":lines 3<enter>s:opinion<enter>");
    run.until(deep(9));
    run.save_panel(Panel::MultiPv, "multi-pv");
    run.save_panel(Panel::Statistics, "search");
    run.save_panel(Panel::External, "other-engine");
    run.keys("s<f6>4<enter>");
    run.until(|model| model.inspect.pending.is_none());
    run.save_panel(Panel::Inspector, "inspector");
}

#[test]
#[ignore = "writes the picture of training; run it when its panel has changed"]
fn make_the_picture_of_training() {
    let mut run = Run::new((84, 36));
    std::fs::write(run.folder.join("games.pgn"), crate::training::ANNOTATED).expect("a file");
    let stage = |model: &lucena::tui::Model| model.training.as_ref().map(|training| training.stage);
    let waits = |model: &lucena::tui::Model| {
        !matches!(stage(model), Some(Stage::Fetching | Stage::Judging(_)))
    };
    run.keys("<enter>:train games.pgn<enter>");
    for keys in ["Nf6<enter>", "<enter>g6<enter>"] {
        run.until(waits);
        run.keys(keys);
    }
    run.until(|model| stage(model) == Some(Stage::Solved));
    run.save_panel(Panel::Training, "training");
}

#[test]
#[ignore = "writes the pictures of propagations; run it when the screen has changed"]
fn make_the_pictures_of_propagations() {
    for (name, which, breakpoint) in [
        ("propagation", "eval", "white.pawn.passed(d6)"),
        ("propagation-rules", "legal", "legal d6c7"),
    ] {
        let mut run = Run::new((150, 36));
        let fen = "4k3/2p3p1/1p1P1p2/8/2B5/8/PP3PPP/4K3 b - - 0 30";
        run.keys(&format!("<enter>:game two none full<enter>:fen {fen}<enter>c5<enter>"));
        run.keys(&format!(":propagation {which}<enter>"));
        run.until(|model| model.inspect.propagation().is_some());
        run.keys(&format!(":break-flip {breakpoint}<enter>}}"));
        run.save(name);
    }
}

/// The first rows of the buffer as a picture.
fn svg(buffer: &Buffer, rows: u16) -> String {
    let mut text = svg::opening(buffer.area.width, rows);
    for y in 0..rows {
        svg::row(&mut text, buffer, y, y);
    }
    text.push_str("</svg>\n");
    text
}

#[test]
fn a_picture_shows_the_text_and_the_pieces() {
    let mut table = Table::against_engine((80, 40));
    table.frame();
    let picture = svg(table.buffer(), 40);
    for part in [">moves</text>", ">Lucena</text>", "<rect ", "</svg>\n"] {
        assert!(picture.contains(part), "{part}");
    }
}
