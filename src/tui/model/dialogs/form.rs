//! The state of a form with fields, used for a new game and for the settings.

use crate::tui::values::erased::Erased;
use std::ops::Range;

/// Identifies a field of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldId {
    /// New game: who plays.
    Players,
    /// New game: the user's side.
    Side,
    /// New game: the time control.
    TimeControl,
    /// New game: Lucena's strength level.
    Strength,
    /// New game: Black's strength level when Lucena plays itself.
    OtherStrength,
    /// New game: the start position.
    Start,
    /// Settings: the theme.
    Theme,
    /// Settings: the piece style.
    Pieces,
    /// Settings: the TT size.
    Hash,
    /// Settings: the number of principal variations.
    MultiPv,
    /// Settings: the time per move without a clock.
    MoveTime,
    /// Settings: pondering.
    Ponder,
    /// Settings: a person's thinking times.
    Pace,
    /// Settings: file and rank names.
    Coordinates,
    /// Settings: the terminal bell.
    Bell,
    /// Settings: the time manager.
    TimeManager,
    /// Settings: the Syzygy directory.
    Tablebases,
    /// Settings: the command of the external engine.
    ExternalEngine,
    /// Settings: the user's name.
    Name,
}

impl FieldId {
    /// Its label, and its name in `:set`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Side => "you play",
            Self::TimeControl => "time",
            Self::Strength => "strength",
            Self::OtherStrength | Self::ExternalEngine => "other engine",
            Self::Start => "start",
            Self::Theme => "theme",
            Self::Pieces => "pieces",
            Self::Hash => "hash",
            Self::MultiPv => "multi-pv",
            Self::MoveTime => "move time",
            Self::Ponder => "ponder",
            Self::Pace => "human pace",
            Self::Coordinates => "coordinates",
            Self::Bell => "bell",
            Self::TimeManager => "time manager",
            Self::Tablebases => "tablebases",
            Self::Name => "name",
        }
    }
}

/// New game: the players of which both have a strength.
pub const SELF_PLAY: &str = "Lucena and Lucena";

/// One field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Which field it is.
    pub id: FieldId,
    /// Its help in one sentence.
    pub help: &'static str,
    /// Its value as text.
    pub value: String,
    /// Values for the arrow keys.
    pub options: Vec<String>,
    /// Whether other values may be typed.
    pub is_free: bool,
    /// Whether typing replaces the value.
    pristine: bool,
}

impl Field {
    /// A field with one of `options` selected.
    pub fn choice(
        id: FieldId,
        value: impl Into<String>,
        options: &[&str],
        help: &'static str,
    ) -> Self {
        let options = options.iter().map(|&option| option.to_owned()).collect();
        Self { id, help, value: value.into(), options, is_free: false, pristine: true }
    }

    /// The same, but other values may be typed.
    pub fn free(
        id: FieldId,
        value: impl Into<String>,
        options: &[&str],
        help: &'static str,
    ) -> Self {
        Self { is_free: true, ..Self::choice(id, value, options, help) }
    }

    fn step(&mut self, direction: Direction) {
        let at = self.options.iter().position(|option| *option == self.value);
        let next = at.map_or(0, |at| direction.next(at, self.options.len()));
        if let Some(option) = self.options.get(next) {
            option.clone_into(&mut self.value);
            self.pristine = true;
        }
    }
}

/// Direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the next.
    Forward,
    /// To the previous.
    Back,
}

impl Direction {
    /// The index after or before `at`, cyclic.
    const fn next(self, at: usize, count: usize) -> usize {
        match self {
            Self::Forward => (at + 1) % count,
            Self::Back => (at + count - 1) % count,
        }
    }
}

/// Fields with a selection and an error message.
#[derive(Clone, Debug)]
pub struct Form {
    /// From top to bottom.
    pub fields: Vec<Field>,
    /// Index of the selected field.
    pub selected: usize,
    /// Validation error.
    pub error: Option<String>,
}

/// Rows below the fields: an empty one, two for help or error, one for the keys.
const BELOW: u16 = 4;

impl Form {
    /// A form with its first field selected.
    pub const fn new(fields: Vec<Field>) -> Self {
        Self { fields, selected: 0, error: None }
    }

    /// The value of a field; empty if the form does not have it.
    pub fn value(&self, id: FieldId) -> &str {
        self.fields.iter().find(|field| field.id == id).map_or("", |field| &field.value)
    }

    /// Sets the value of a field, if the form has it.
    pub fn set(&mut self, id: FieldId, value: &str) {
        if let Some(field) = self.fields.iter_mut().find(|field| field.id == id) {
            value.clone_into(&mut field.value);
        }
    }

    /// May text be typed into the selected field?
    pub fn takes_text(&self) -> bool {
        self.fields.get(self.selected).is_some_and(|field| field.is_free)
    }

    /// Its height: the fields and the rows below.
    pub fn rows(&self) -> u16 {
        u16::try_from(self.fields.len()).unwrap_or(u16::MAX).saturating_add(BELOW)
    }

    /// Selects the next or previous field.
    pub fn go(&mut self, direction: Direction) {
        self.selected = direction.next(self.selected, self.fields.len().max(1));
    }

    /// Steps the value of the selected field.
    pub fn step(&mut self, direction: Direction) {
        self.error = None;
        if let Some(field) = self.fields.get_mut(self.selected) {
            field.step(direction);
        }
    }

    /// Types into the selected field.
    pub fn enter(&mut self, text: &str) {
        self.error = None;
        let Some(field) = self.fields.get_mut(self.selected) else { return };
        if field.is_free {
            if std::mem::take(&mut field.pristine) {
                field.value.clear();
            }
            field.value.extend(text.chars().filter(|letter| !letter.is_control()));
        } else if text == " " {
            field.step(Direction::Forward);
        }
    }

    /// Removes the end of the selected field.
    pub fn erase(&mut self, erased: Erased) {
        self.error = None;
        if let Some(field) = self.fields.get_mut(self.selected).filter(|field| field.is_free) {
            field.pristine = false;
            erased.remove_from(&mut field.value);
        }
    }

    /// The field in a row of the form, of which `rows` rows are visible.
    pub fn row(&self, row: u16, rows: u16) -> Option<usize> {
        let visible = self.visible(rows);
        Some(usize::from(row) + visible.start).filter(|at| visible.contains(at))
    }

    /// The fields visible on `rows` rows, including the selected one.
    pub fn visible(&self, rows: u16) -> Range<usize> {
        let room = usize::from(rows.saturating_sub(BELOW)).max(1);
        let first = (self.selected + 1).saturating_sub(room);
        first..(first + room).min(self.fields.len())
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Erased, Field, FieldId, Form};

    #[test]
    fn values_are_stepped_and_typed_over() {
        let fields = vec![
            Field::choice(FieldId::Side, "White", &["White", "Black"], ""),
            Field::free(FieldId::TimeControl, "5+3", &["5+3", "none"], ""),
        ];
        let mut form = Form::new(fields);
        form.step(Direction::Forward);
        form.step(Direction::Forward);
        form.step(Direction::Back);
        form.enter("x");
        form.go(Direction::Forward);
        form.enter("1");
        form.enter("0+\n0");
        form.erase(Erased::Character);
        assert_eq!((form.value(FieldId::Side), form.value(FieldId::TimeControl)), ("Black", "10+"));
        assert_eq!(form.value(FieldId::Theme), "");
    }
}
