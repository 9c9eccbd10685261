//! Perft divide beside another engine's counts.

use super::page_text::PageText;
use crate::rules::notation;
use crate::tui::model::inspect::Divide;
use crate::tui::model::inspect::divide::{differs, is_waiting};
use crate::tui::values::format::numbered_moves;
use crate::tui::view::page::span;

pub(super) fn write(divide: &Divide, selected: usize, text: &mut PageText<'_>) {
    let theme = text.theme;
    let (position, rows) = (divide.position(), divide.rows());
    let waiting = rows.iter().filter(|row| is_waiting(row)).count();
    let total: u64 = divide.counted.iter().map(|(_, leaves)| leaves).sum();
    let name = match divide.line.as_slice() {
        [] => String::new(),
        line => format!(" after {}", numbered_moves(&divide.start, line).join(" ")),
    };
    let (depth, moves) = (divide.depth, divide.counted.len());
    let state = if waiting > 0 {
        format!("perft {depth}{name}: counting, {waiting} moves to go, {total} so far")
    } else {
        format!("perft {depth}{name}: {total} leaves below {moves} moves")
    };
    text.line(theme.strong, state);
    let differing = rows.iter().filter(|row| differs(row)).count();
    if divide.pasted.is_empty() {
        let words = "paste another engine's counts here, or :perft N FILE, to compare";
        text.line(theme.text, words);
    } else if differing == 0 {
        text.line(theme.good, "every count agrees");
    } else {
        let theirs: u64 = rows.iter().filter_map(|row| row.theirs).sum();
        text.line(theme.bad, format!("{differing} differ; theirs sum to {theirs}"));
    }
    text.sentence(&text.ways([
        ("row-up row-down", "choose"),
        ("row-open", "divides below the move"),
        ("row-close", "goes back"),
    ]));
    text.heading(format!("{:<9}{:>11}{:>11}{:>11}", "move", "ours", "theirs", "+/−"));
    let last = rows.len().saturating_sub(1);
    for (index, row) in rows.iter().enumerate() {
        if index == selected.min(last) {
            text.select();
        }
        let name = row.mv.map_or_else(|| row.text.clone(), |mv| notation::san(&position, mv));
        let number = |count: Option<u64>| count.map_or_else(|| "–".to_owned(), |it| it.to_string());
        let (style, verdict) = match (row.ours, row.theirs) {
            (Some(ours), Some(theirs)) if ours == theirs => (theme.dim, format!("{:>11}", 0)),
            (Some(ours), Some(theirs)) => {
                let difference = i128::from(theirs) - i128::from(ours);
                let word = if text.width >= 52 { "  differs" } else { "" };
                (theme.bad, format!("{difference:>+11}{word}"))
            }
            (Some(_), None) => (theme.bad, format!("{:>11}  missing in theirs", "")),
            (None, _) if is_waiting(row) => (theme.dim, format!("{:>11}", "…")),
            (None, _) => (theme.bad, format!("{:>11}  illegal here", "")),
        };
        let mut cells = vec![
            span(theme.text, format!("{name:<9}")),
            span(theme.strong, format!("{:>11}", number(row.ours))),
        ];
        if !divide.pasted.is_empty() {
            cells.push(span(theme.dim, format!("{:>11}", number(row.theirs))));
            cells.push(span(style, verdict));
        }
        text.row(cells);
    }
}

#[cfg(test)]
mod tests {
    use super::super::page_text::PageText;
    use super::{Divide, write};
    use crate::rules::{Position, notation, perft};
    use crate::tui::commands::Commands;
    use crate::tui::values::theme::Theme;

    fn text(divide: &Divide) -> String {
        let (theme, keymap) = (Theme::fallback(), Commands::built_in().keymap());
        let mut text = PageText::new(&theme, &keymap, false, 80);
        write(divide, 0, &mut text);
        text.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn differences_stand_first_and_are_named() {
        let mut divide = Divide::new(Position::default(), 3, 1);
        for (mv, leaves) in perft::divide(&Position::default(), 3) {
            divide.count(1, mv, leaves);
        }
        assert!(text(&divide).contains("8902 leaves below 20 moves"));
        let theirs: Vec<String> = perft::divide(&Position::default(), 3)
            .into_iter()
            .filter(|(mv, _)| notation::uci(*mv) != "a2a3")
            .map(|(mv, n)| {
                let wrong = u64::from(notation::uci(mv) == "b1c3");
                format!("{}: {}", notation::uci(mv), n + wrong)
            })
            .collect();
        assert_eq!(
            divide.paste("Nodes searched: 8902"),
            "no line has a move and a count, such as e2e4: 20"
        );
        assert!(!text(&divide).contains("differ"));
        assert_eq!(divide.paste(&(theirs.join("\n") + "\ne2e5: 3")), "20 counts read");
        let text = text(&divide);
        assert!(text.contains("3 differ"), "{text}");
        let first: Vec<&str> = text.lines().skip(5).take(3).collect();
        assert!(first.iter().any(|line| line.contains("Nc3") && line.contains("+1  differs")));
        assert!(first.iter().any(|line| line.contains("missing in theirs")), "{text}");
        assert!(first.iter().any(|line| line.contains("e2e5") && line.contains("illegal here")));
    }
}
