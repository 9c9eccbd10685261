//! A table to play at in tests: the application on a screen in memory, with hands, a clock and a scripted engine.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::base::{Interval, Millis, Ply, Random, Score};
use lucena::engine::{DialReport, Outcome, Report, TimeReport};
use lucena::game::Player;
use lucena::knowledge::{Activity, Category, EvaluationTrace, Term};
use lucena::rules::{Square, parse_move};
use lucena::search::{PvLine, SearchReport, ShadowCounters, Statistics, TechniqueCount};
use lucena::strength::{MoveScore, StrengthLevel, WeakenedMove};
use lucena::timing::{Budget, ClockState, LearnedFactors};
use lucena::tui::values::charset::Charset;
use lucena::tui::values::colour::ColourDepth;
use lucena::tui::{App, Effect, Event, update};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use std::fmt::Write;
use std::sync::Arc;

/// An application with a screen in memory.
pub struct Table {
    pub app: App,
    terminal: Terminal<TestBackend>,
    now: i64,
}

impl Table {
    /// As the program starts: the form for a new game is open.
    pub fn fresh(size: (u16, u16)) -> Self {
        let mut app = App::new(size.into());
        update::dialogs::new_game(&mut app.model);
        Self::of(app, size)
    }

    /// An application on a screen of this size.
    pub fn of(app: App, size: (u16, u16)) -> Self {
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a screen in memory");
        Self { app, terminal, now: 0 }
    }

    /// Opens the palette and types into its search.
    pub fn palette(&mut self, search: &str) {
        let key = KeyEvent::new(KeyCode::Char('k'), KeyModifiers::CONTROL);
        self.event(Event::Key(key));
        self.keys(search);
    }

    /// The form accepted as it stands: a person with White against the engine.
    pub fn against_engine(size: (u16, u16)) -> Self {
        let mut table = Self::fresh(size);
        table.keys("<enter>");
        table
    }

    /// Two people.
    pub fn two_people(size: (u16, u16)) -> Self {
        let mut table = Self::against_engine(size);
        table.app.model.session.game.players.black = Player::human("Black");
        table
    }

    pub fn event(&mut self, event: Event) -> Vec<Effect> {
        self.app.handle(event, Millis(self.now))
    }

    /// Types keys; words in angle brackets are named ones.
    pub fn keys(&mut self, text: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let end = rest.find('>').filter(|_| letter == '<');
            let mut modifiers = KeyModifiers::NONE;
            let code = match end {
                Some(end) => {
                    let mut name = &rest[1..end];
                    let chords = [("ctrl-", KeyModifiers::CONTROL), ("alt-", KeyModifiers::ALT)];
                    for (prefix, modifier) in chords {
                        if let Some(bare) = name.strip_prefix(prefix) {
                            (name, modifiers) = (bare, modifier);
                        }
                    }
                    let code = named(name);
                    rest = &rest[end + 1..];
                    code
                }
                None => {
                    rest = &rest[letter.len_utf8()..];
                    KeyCode::Char(letter)
                }
            };
            effects.extend(self.event(Event::Key(KeyEvent::new(code, modifiers))));
        }
        effects
    }

    /// Types keys, and the screen after them.
    pub fn keys_and_frame(&mut self, text: &str) -> String {
        self.keys(text);
        self.frame()
    }

    pub fn wait(&mut self, ms: i64) -> Vec<Effect> {
        self.now += ms;
        self.event(Event::Tick)
    }

    pub fn resize(&mut self, (width, height): (u16, u16)) {
        self.terminal.backend_mut().resize(width, height);
        self.event(Event::Resize(Size { width, height }));
    }

    pub fn mouse(&mut self, kind: MouseEventKind, square: Square) {
        let board = self.app.model.layout().and_then(|a| a.board).expect("a board");
        let area = board.square(square);
        let (column, row) = (area.x + area.width / 2, area.y + area.height / 2);
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.event(Event::Mouse(event));
    }

    pub fn click(&mut self, square: Square) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), square);
        self.mouse(MouseEventKind::Up(MouseButton::Left), square);
    }

    pub fn without_colour(&mut self) {
        let theme = std::mem::take(&mut self.app.model.theme);
        self.app.model.theme = theme.reduced(ColourDepth::None, Charset::Unicode);
    }

    /// The moves of the game.
    pub fn moves(&self) -> String {
        self.app.model.session.game.sans().join(" ")
    }

    /// The screen as text.
    pub fn frame(&mut self) -> String {
        let mut last = self.terminal.backend().buffer().clone();
        let clocks = self.app.draw_clocks();
        self.terminal.draw(|frame| self.app.draw(frame)).expect("a screen in memory");
        let buffer = self.terminal.backend().buffer();
        if let Some(cells) = clocks {
            cells.into_iter().for_each(|(x, y, cell)| last[(x, y)] = cell);
            assert_eq!(last, *buffer, "more than the clocks changed with the time");
        }
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text
    }

    /// The screen as it was drawn last.
    pub fn buffer(&self) -> &ratatui::buffer::Buffer {
        self.terminal.backend().buffer()
    }

    /// The screen as text, and below it where which style begins.
    pub fn styled(&mut self) -> String {
        let mut text = self.frame();
        let buffer = self.terminal.backend().buffer();
        let mut last = None;
        for y in 0..buffer.area.height {
            for x in 0..buffer.area.width {
                let cell = &buffer[(x, y)];
                let style = (cell.fg, cell.bg, cell.modifier);
                if last != Some(style) {
                    writeln!(text, "{x},{y}: {} on {} {:?}", cell.fg, cell.bg, cell.modifier)
                        .expect("text");
                    last = Some(style);
                }
            }
        }
        text
    }

    /// Letters of pieces within the squares of the board.
    pub fn pieces_on_board(&mut self) -> usize {
        let board = self.app.model.layout().and_then(|a| a.board).expect("a board");
        let buffer = self.terminal.backend().buffer();
        let is_piece = |symbol: &str| "KQRBNPkqrbnp".contains(symbol);
        board.area.positions().filter(|&point| is_piece(buffer[point].symbol())).count()
    }

    /// Answers a `Go` with a move.
    pub fn answer(&mut self, epoch: u64, best: &str) {
        self.answer_expecting(epoch, best, None);
    }

    /// The same, with the reply that the engine expects.
    pub fn answer_expecting(
        &mut self,
        epoch: u64,
        best: &str,
        ponder: Option<&str>,
    ) -> Vec<Effect> {
        let mut position = self.app.model.session.game.position().clone();
        let best = parse_move(&position, best).ok();
        best.into_iter().for_each(|mv| position.play(mv));
        let ponder = ponder.and_then(|reply| parse_move(&position, reply).ok());
        let report = self.a_report(epoch);
        self.event(Event::Done(Box::new(Outcome { epoch, best, ponder, report })))
    }

    /// Answers a `Go` with a move made at this level of the dial.
    pub fn answer_at(&mut self, epoch: u64, best: &str, level: StrengthLevel) {
        let best = parse_move(self.app.model.session.game.position(), best).ok();
        let mut report = self.a_report(epoch);
        report.dial.level = level;
        self.event(Event::Done(Box::new(Outcome { epoch, best, ponder: None, report })));
    }

    /// Answers a `Go` with a move that the dial chose, and that has `score` for its side.
    pub fn answer_weakened(&mut self, epoch: u64, played: &str, score: Score) {
        let best = parse_move(self.app.model.session.game.position(), played).ok();
        let mut report = self.a_report(epoch);
        report.dial.weakened = Some(WeakenedMove {
            best: MoveScore { uci: "a8b8".to_owned(), score: Score::mate_in(5) },
            played: MoveScore { uci: played.to_owned(), score },
            loss: 100,
            max_error: 200,
            draw: 3,
            blunder_per128: 9,
            candidates: 4,
            mates_lone_king: false,
            human: None,
        });
        self.event(Event::Done(Box::new(Outcome { epoch, best, ponder: None, report })));
    }

    /// Publishes a report with a figure for everything.
    pub fn report(&mut self) {
        let report = self.a_report(self.app.model.thinking.epoch);
        self.event(Event::Report(Arc::new(report)));
    }

    pub fn a_report(&self, epoch: u64) -> Report {
        let root = self.app.model.session.game.position().clone();
        let mut after = root.clone();
        let mut moves = Vec::new();
        for _ in 0..6 {
            if let Some(&mv) = after.legal_moves().first() {
                moves.push(mv);
                after.play(mv);
            }
        }
        Report {
            epoch,
            root,
            elapsed: Millis(1_830),
            pondered: Millis(0),
            again: None,
            nps: 1_234_567,
            pondering: false,
            search: a_search(moves),
            time: Some(TimeReport {
                budget: a_budget(),
                previous: Some(Budget { moves_left: 40.5, ..a_budget() }),
                factors: LearnedFactors { nps: 1.1e6, tree_reuse: 0.52, timeuse: 0.71 },
                history: Vec::new(),
            }),
            dial: DialReport::default(),
        }
    }

    /// Does `steps` random things.
    pub fn monkey(&mut self, random: &mut Random, steps: usize) -> Vec<Effect> {
        let mut effects = Vec::new();
        for step in 0..steps {
            self.now += i64::try_from(random.below(200)).expect("small");
            match random.below(20) {
                0 => {
                    let (width, height) = (20 + random.below(200), 8 + random.below(70));
                    self.resize((width as u16, height as u16));
                }
                1..=3 => effects.extend(self.random_click(random)),
                4 => self.report(),
                5 => effects.extend(self.random_answer(random)),
                6..=9 => {
                    let name = NAMES[random.below(NAMES.len() as u64) as usize];
                    effects.extend(self.keys(&format!("<{name}>")));
                }
                _ => {
                    let letter = LETTERS[random.below(LETTERS.len() as u64) as usize];
                    let code = KeyCode::Char(char::from(letter));
                    let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
                    effects.extend(self.event(event));
                }
            }
            if step % 8 == 0 {
                self.frame();
            }
        }
        effects
    }

    fn random_click(&mut self, random: &mut Random) -> Vec<Effect> {
        let kinds = [
            MouseEventKind::Down(MouseButton::Left),
            MouseEventKind::Up(MouseButton::Left),
            MouseEventKind::ScrollDown,
            MouseEventKind::ScrollUp,
        ];
        let kind = kinds[random.below(4) as usize];
        let (column, row) = (random.below(200) as u16, random.below(70) as u16);
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.event(Event::Mouse(event))
    }

    fn random_answer(&mut self, random: &mut Random) -> Vec<Effect> {
        let moves = self.app.model.session.game.position().legal_moves();
        let index = random.below(moves.len() as u64) as usize;
        let Some(&mv) = moves.get(index) else { return Vec::new() };
        let uci = lucena::rules::notation::uci(mv);
        self.answer_expecting(self.app.model.thinking.epoch, &uci, None)
    }
}

/// What the monkey types.
const LETTERS: &[u8] = b"abcdefgh12345678NBRQKO:?/nuyorvpix,.<>+-*smtzljk[]{}Cw =";
const NAMES: [&str; 19] = [
    "enter",
    "esc",
    "tab",
    "up",
    "down",
    "left",
    "right",
    "backspace",
    "f1",
    "f2",
    "f3",
    "f6",
    "f7",
    "f8",
    "f9",
    "f10",
    "pagedown",
    "home",
    "end",
];

fn a_search(moves: Vec<lucena::rules::Move>) -> SearchReport {
    let by_category = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(|n: u64| n * 1_000_000);
    let line = PvLine {
        score: Score::raw(-34),
        shadow: Some(Interval { low: Score::raw(-60), high: Score::raw(10) }),
        depends_on: Some(3 as Ply),
        depth: 14,
        selective_depth: 27,
        moves,
        ..PvLine::default()
    };
    SearchReport {
        depth: 14,
        selective_depth: 27,
        nodes: 2_260_000,
        lines: vec![line],
        hashfull: 123,
        shadow: ShadowCounters { repetitions: 4_321, differing: 99, ..ShadowCounters::default() },
        statistics: Statistics {
            techniques: vec![
                ("null move", TechniqueCount { attempted: 80_000, accepted: 61_000 }),
                ("late move reductions", TechniqueCount { attempted: 500_000, accepted: 470_000 }),
            ],
            nodes: 2_260_000,
            quiescence_nodes: 1_400_000,
            nodes_by_iteration: vec![20, 100, 400, 1_000],
            cutoffs: 1_000,
            first_move_cutoffs: 910,
            tt_probes: 10_000,
            tt_hits: 3_300,
            ..Statistics::default()
        },
        activity: Activity {
            propositions: 8_292,
            edges: 22_384,
            evaluations: 1_000_000,
            flips: 74_000_000,
            signals: 268_000_000,
            last: (70, 250),
            flips_by_category: by_category,
            flips_by_square: (0..64).collect(),
            hottest: vec![("mobility.knight.f3".to_owned(), 900_000)],
        },
        breakdown: EvaluationTrace {
            categories: [[[40, 20], [10, 30]]; Category::COUNT],
            phase: 24,
            scale: 128,
            total: -34,
            initiative: 0,
            terms: vec![Term {
                name: "passed.rank6".to_owned(),
                category: 1,
                white: [30, 60],
                black: [0, 0],
            }],
        },
        ..SearchReport::default()
    }
}

fn a_budget() -> Budget {
    Budget {
        clock: ClockState {
            ply: 1,
            remaining: Millis(300_000),
            increment: Millis(3_000),
            moves_to_go: None,
            pieces: 32,
        },
        moves_left: 41.5,
        game_time: 421_470.0,
        nps: 1.1e6,
        game_nodes: 4.6e8,
        average_new_nodes: 1.11e7,
        average_move_time: 10_156.0,
        tree_reuse: 0.52,
        average_total_nodes: 2.3e7,
        reused_nodes: 5.0e6,
        target_new_nodes: 1.8e7,
        target_time: 16_400.0,
        timeuse: 0.71,
        uncapped: 23_098.0,
        move_cap: 90_000.0,
        clock_cap: 299_970.0,
        budget: 23_098.0,
        deadline: Millis(23_098),
        ..Budget::default()
    }
}

fn named(name: &str) -> KeyCode {
    match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "space" => KeyCode::Char(' '),
        "backspace" => KeyCode::Backspace,
        "del" => KeyCode::Delete,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pagedown" => KeyCode::PageDown,
        other => match other.strip_prefix('f').and_then(|number| number.parse().ok()) {
            Some(number) => KeyCode::F(number),
            None if other.len() == 1 => KeyCode::Char(char::from(other.as_bytes()[0])),
            None => panic!("no key {other:?}"),
        },
    }
}
