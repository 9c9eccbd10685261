//! The pictures of the README and the book, made from a real run: the engine thinks, and what the screen shows is written as SVG.
//! `cargo test --test tui make_the_pictures -- --ignored` writes docs/pictures.

use crate::bench::{NoScreen, fresh_folder};
use crate::screen::Table;
use lucena::engine::Engine;
use lucena::tui::model::inspect::Subject;
use lucena::tui::runtime::{Runtime, Storage};
use lucena::tui::values::panel::Panel;
use lucena::tui::{Effect, Event};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Size of a cell in pixels.
const CELL: (f64, f64) = (8.4, 17.0);

struct Run {
    table: Table,
    runtime: Runtime,
    news: Receiver<Event>,
    folder: PathBuf,
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
        Self { table, runtime: runtime.expect("a runtime"), news, folder }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.runtime.perform(effect, &mut NoScreen).expect("a running engine");
        }
    }

    fn event(&mut self, event: Event) {
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

    fn save(mut self, name: &str) {
        let rows = self.table.frame().lines().count();
        self.save_rows(name, rows);
    }

    /// The panel alone, without the empty rows below it.
    fn save_panel(mut self, panel: Panel, name: &str) {
        self.table.app.model.layout.focus = panel;
        self.keys("z");
        // The last two rows say what can be done.
        let shown: Vec<String> = self.table.frame().lines().map(str::to_owned).collect();
        let filled = shown[..shown.len() - 2].iter().rposition(|row| !row.is_empty());
        self.save_rows(name, filled.map_or(shown.len(), |last| last + 1));
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
    run.until(|model| model.session.game.sans().len() >= 40);
    run.keys("|:layout review<enter>,,,,");
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

/// The buffer as a picture: grounds and blocks as rectangles, the rest as text.
fn svg(buffer: &Buffer, rows: u16) -> String {
    let (width, height) = (f64::from(buffer.area.width) * CELL.0, f64::from(rows) * CELL.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"DejaVu Sans \
         Mono, Menlo, Consolas, monospace\" font-size=\"14\" shape-rendering=\"crispEdges\">\n"
    );
    writeln!(text, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"{GROUND}\"/>")
        .expect("text");
    for y in 0..rows {
        grounds(&mut text, buffer, y);
        words(&mut text, buffer, y);
        for x in 0..buffer.area.width {
            blocks(&mut text, &buffer[(x, y)], (x, y));
        }
    }
    text.push_str("</svg>\n");
    text
}

/// Colours of cells that have none of their own.
const GROUND: &str = "#16161a";
const INK: &str = "#d8d8d8";

/// Ink and ground of a cell.
fn colours(cell: &Cell) -> (String, String) {
    let (fg, bg) = (colour(cell.fg, INK), colour(cell.bg, GROUND));
    let swapped = cell.modifier.contains(ratatui::style::Modifier::REVERSED);
    if swapped { (bg, fg) } else { (fg, bg) }
}

fn rectangle(text: &mut String, (x, y): (f64, f64), (w, h): (f64, f64), fill: &str) {
    let (x, y, w, h) = (x * CELL.0, y * CELL.1, w * CELL.0, h * CELL.1);
    writeln!(
        text,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{fill}\"/>"
    )
    .expect("text");
}

/// The grounds of a row, neighbours of one colour together.
fn grounds(text: &mut String, buffer: &Buffer, y: u16) {
    let mut x = 0;
    while x < buffer.area.width {
        let ground = colours(&buffer[(x, y)]).1;
        let from = x;
        while x < buffer.area.width && colours(&buffer[(x, y)]).1 == ground {
            x += 1;
        }
        if ground != GROUND {
            rectangle(text, (f64::from(from), f64::from(y)), (f64::from(x - from), 1.0), &ground);
        }
    }
}

fn letter(cell: &Cell) -> char {
    cell.symbol().chars().next().unwrap_or(' ')
}

fn is_block(letter: char) -> bool {
    ('\u{2580}'..='\u{259f}').contains(&letter)
}

/// The text of a row, neighbours of one colour together.
fn words(text: &mut String, buffer: &Buffer, y: u16) {
    let plain = |x: u16| letter(&buffer[(x, y)]) != ' ' && !is_block(letter(&buffer[(x, y)]));
    let look = |x: u16| (colours(&buffer[(x, y)]).0, buffer[(x, y)].modifier);
    let mut x = 0;
    while x < buffer.area.width {
        if !plain(x) {
            x += 1;
            continue;
        }
        let (from, style) = (x, look(x));
        let mut run = String::new();
        while x < buffer.area.width && plain(x) && look(x) == style {
            run.push_str(buffer[(x, y)].symbol());
            x += 1;
        }
        let run = run.replace('&', "&amp;").replace('<', "&lt;");
        let bold = style.1.contains(ratatui::style::Modifier::BOLD);
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let (left, base) = (f64::from(from) * CELL.0, (f64::from(y) + 0.78) * CELL.1);
        let length = f64::from(x - from) * CELL.0;
        writeln!(
            text,
            "<text x=\"{left:.1}\" y=\"{base:.1}\" textLength=\"{length:.1}\" fill=\"{}\"{weight}>{run}</text>",
            style.0
        )
        .expect("text");
    }
}

/// Block characters as rectangles: fonts leave gaps between them.
fn blocks(text: &mut String, cell: &Cell, (x, y): (u16, u16)) {
    let (x, y) = (f64::from(x), f64::from(y));
    let fg = colours(cell).0;
    let letter = letter(cell);
    let code = f64::from(u32::from(letter));
    let quarters = match letter {
        '▘' => 1,
        '▝' => 2,
        '▀' => 3,
        '▖' => 4,
        '▌' => 5,
        '▞' => 6,
        '▛' => 7,
        '▗' => 8,
        '▚' => 9,
        '▐' => 10,
        '▜' => 11,
        '▄' => 12,
        '▙' => 13,
        '▟' => 14,
        '█' => 15,
        _ => 0,
    };
    match letter {
        _ if quarters == 15 => rectangle(text, (x, y), (1.0, 1.0), &fg),
        _ if quarters > 0 => {
            for bit in (0..4).filter(|bit| quarters >> bit & 1 == 1) {
                let (right, down) = (f64::from(bit % 2) / 2.0, f64::from(bit / 2) / 2.0);
                rectangle(text, (x + right, y + down), (0.5, 0.5), &fg);
            }
        }
        '▁'..='▇' => {
            let share = (code - f64::from(0x2580)) / 8.0;
            rectangle(text, (x, y + 1.0 - share), (1.0, share), &fg);
        }
        '▉'..='▏' => rectangle(text, (x, y), ((f64::from(0x2590) - code) / 8.0, 1.0), &fg),
        _ => {}
    }
}

fn colour(colour: Color, usual: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => usual.to_owned(),
    }
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
