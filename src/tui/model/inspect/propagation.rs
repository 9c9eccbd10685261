//! One propagation of a network, step by step: the component that flipped, whom it told, the queue, and the same proposition
//! on the other squares.

use super::Subject;
use crate::propnet::{Id, Network, Stepper};
use crate::rules::{Move, Position, Square};

/// Which propagation of the last move; read from the word of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Propagated {
    /// The evaluation network, from the position before the move to the one after it.
    #[strum(serialize = "eval")]
    Evaluation,
    /// The network of the rules for the side that moves, from the move to the next position.
    Move,
    /// The network of the rules for the other side, from the new position to its legal moves.
    Legal,
}

impl Propagated {
    /// In words, with the move.
    pub fn title(self, mv: &str) -> String {
        match self {
            Self::Evaluation => format!("evaluation of {mv}"),
            Self::Move => format!("rules: {mv} is made"),
            Self::Legal => format!("rules: legal moves after {mv}"),
        }
    }

    /// The one that the key shows after it.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Evaluation => Self::Move,
            Self::Move => Self::Legal,
            Self::Legal => Self::Evaluation,
        }
    }
}

/// The propagation to be recorded: from `before`, or from an empty board, to `position` by `mv`.
#[derive(Clone, Debug)]
pub struct PropagationQuery {
    /// Which.
    pub which: Propagated,
    /// The position before the move.
    pub before: Option<Position>,
    /// The position after it.
    pub position: Position,
    /// The move.
    pub mv: Option<Move>,
    /// The move in words.
    pub words: String,
}

/// A recorded propagation and the place in it that is shown.
#[derive(Clone, Debug)]
pub struct PropagationView {
    /// What was asked.
    pub of: PropagationQuery,
    /// The record.
    pub stepper: Stepper,
    /// Names of the sums that weights add to.
    pub sums: Vec<String>,
    /// The page on which it was asked for, and its selected row.
    pub under: Box<(Subject, usize)>,
}

/// A condition on the names of components, at which a propagation stops when one of them flips: a whole name, or words
/// of it such as `d6 passed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlipBreakpoint(pub String);

impl FlipBreakpoint {
    /// Does it mean this component?
    pub fn means(&self, network: &Network, id: Id) -> bool {
        match network.find(&self.0) {
            Some(named) => named == id,
            None => {
                let mut words = words(&self.0);
                words.all(|word| {
                    self::words(network.name(id)).any(|it| it.eq_ignore_ascii_case(word))
                })
            }
        }
    }
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// Where the squares stand in the name of a component: `legal e2e4` has two.
fn squares(name: &str) -> Vec<(usize, Square)> {
    let mut found = Vec::new();
    for word in words(name).filter(|word| matches!(word.len(), 2 | 4 | 5)) {
        let start = word.as_ptr() as usize - name.as_ptr() as usize;
        let places = [0, 2].into_iter().take(word.len() / 2);
        let read = |at: usize| Some((start + at, word.get(at..at + 2)?.parse().ok()?));
        let Some(both) = places.map(read).collect::<Option<Vec<_>>>() else { continue };
        found.extend(both);
    }
    found
}

impl PropagationView {
    /// The squares in a component's name.
    pub fn squares(&self, id: Id) -> impl Iterator<Item = Square> + use<> {
        squares(self.stepper.network().name(id)).into_iter().map(|(_, square)| square)
    }

    /// The squares on which the proposition of this component is true at this place: the last square of its name takes
    /// each place of the board. Empty for a name without a square.
    pub fn lanes(&self, id: Id) -> Vec<Square> {
        let network = self.stepper.network();
        let name = network.name(id);
        let Some(&(at, _)) = squares(name).last() else { return Vec::new() };
        let on = |square: &Square| {
            let other = format!("{}{square}{}", &name[..at], &name[at + 2..]);
            network.find(&other).is_some_and(|id| self.stepper.is_true(id))
        };
        Square::ALL.into_iter().filter(on).collect()
    }

    /// The rows that can be selected: the component of the last step, those it told, and the queue.
    pub fn rows(&self) -> Vec<Id> {
        let stepper = &self.stepper;
        let last = stepper.last();
        let told = last.map_or(&[][..], |step| stepper.told(step));
        let rows = last.map(|step| step.component).into_iter();
        rows.chain(told.iter().map(|told| told.reader)).chain(stepper.queue()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{FlipBreakpoint, Propagated, squares};
    use crate::propnet::Builder;

    #[test]
    fn squares_are_found_in_names() {
        let found = |name: &str| {
            let found = squares(name).into_iter().map(|(at, square)| format!("{at}:{square}"));
            found.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found("white.pawn.passed(d6)"), "18:d6");
        assert_eq!(found("legal e7e8q"), "6:e7 8:e8");
        assert_eq!(found("d5 and e5 shield the king on the rank"), "0:d5 7:e5");
        assert_eq!(found("counter.12"), "");
        assert_eq!(found("queen on the e-file"), "");
    }

    #[test]
    fn a_breakpoint_means_a_name_or_words_of_it() {
        let mut builder = Builder::default();
        let names = ["white.pawn.passed(d6)", "white.pawn.passed.far(d6)", "black.pawn.passed(d6)"];
        let ids = names.map(|name| builder.input(name).id);
        let network = builder.build().unwrap();
        let means = |text: &str| {
            let stop = FlipBreakpoint(text.to_owned());
            ids.map(|id| stop.means(&network, id))
        };
        assert_eq!(means("d6 passed"), [true; 3]);
        assert_eq!(means("White passed D6"), [true, true, false]);
        assert_eq!(means("white.pawn.passed(d6)"), [true, false, false]);
        assert_eq!(means("pass"), [false; 3]);
        assert!("evaluation".parse::<Propagated>().is_err());
    }
}
