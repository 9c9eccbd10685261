//! Maps bytes to terminal input (keys, mouse, resizes, pastes) and engine messages.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../../tests/screen/mod.rs"]
mod screen;

use crate::screen::Table;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::rules::notation;
use lucena::tui::Event;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// The screen handles any sequence of input and engine messages and still draws. Bytes below 128 are keyboard input.
pub fn run(bytes: &[u8]) {
    let mut table = Table::against_engine((80, 24));
    let mut bytes = bytes.iter().copied().take(2000);
    let mut count = 0;
    while let Some(byte) = bytes.next() {
        match byte {
            128.. => special(&mut table, byte % 32, &mut bytes),
            b' '..=b'~' => press(&mut table, KeyCode::Char(byte.into()), KeyModifiers::NONE),
            b'\r' | b'\n' => press(&mut table, KeyCode::Enter, KeyModifiers::NONE),
            b'\t' => press(&mut table, KeyCode::Tab, KeyModifiers::NONE),
            b'\x1b' => press(&mut table, KeyCode::Esc, KeyModifiers::NONE),
            8 | 127 => press(&mut table, KeyCode::Backspace, KeyModifiers::NONE),
            _ => press(&mut table, KeyCode::Char((byte | 96).into()), KeyModifiers::CONTROL),
        }
        count += 1;
        if count % 8 == 0 {
            table.frame();
        }
    }
    table.frame();
}

fn press(table: &mut Table, code: KeyCode, modifiers: KeyModifiers) {
    table.event(Event::Key(KeyEvent::new(code, modifiers)));
}

/// Named keys and events that are not keys.
fn special(table: &mut Table, which: u8, bytes: &mut impl Iterator<Item = u8>) {
    let mut next = || bytes.next().unwrap_or_default();
    const NAMED: [KeyCode; 10] = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Delete,
        KeyCode::BackTab,
    ];
    match usize::from(which) {
        named @ 0..10 => press(table, NAMED[named], KeyModifiers::NONE),
        function @ 10..22 => press(table, KeyCode::F(function as u8 - 9), KeyModifiers::NONE),
        22 => table.report(),
        23 => {
            let moves = table.app.model.session.game.position().legal_moves();
            if let Some(mv) = moves.get(usize::from(next()) % moves.len().max(1)) {
                table.answer(table.app.model.thinking.epoch, &notation::uci(*mv));
            }
        }
        24 => {
            let (width, height) = (next(), next());
            table.resize((u16::from(width), u16::from(height)));
        }
        25 => drop(table.wait(i64::from(next()) * 100)),
        26 => {
            let text: Vec<u8> = (0..next() % 64).map(|_| next()).collect();
            drop(table.event(Event::Paste(String::from_utf8_lossy(&text).into_owned())));
        }
        27 => press(table, KeyCode::Char(next().into()), KeyModifiers::ALT),
        mouse => {
            let kind = match mouse {
                28 => MouseEventKind::Down(MouseButton::Left),
                29 => MouseEventKind::Up(MouseButton::Left),
                30 => MouseEventKind::ScrollDown,
                _ => MouseEventKind::Drag(MouseButton::Left),
            };
            let (column, row) = (next().into(), next().into());
            let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            drop(table.event(Event::Mouse(event)));
        }
    }
}
