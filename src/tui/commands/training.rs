//! Training on the user's own mistakes.

use crate::tui::update::training;
use crate::tui::values::command_spec::{
    Argument,
    Mode::{Global, Training},
    Values,
};

super::command::commands! { "Training", |m, text|
    "train" => training::toggle(m, text), "train on the mistakes of your recorded games and of a PGN file, or end training",
        argument(Argument::optional("[FILE]", Values::File)), keys(&[(Global, "f5")]), words("exercises puzzles tactics blunders");
    "train-next" => training::go_on(m), "the next exercise, or the exercise again after a wrong try",
        keys(&[(Training, "enter")]), label("go on"), when(training::may_go_on);
    "train-again" => training::try_again(m), "show the exercise again", keys(&[(Training, "backspace u")]),
        label("try again"), when(training::has_exercise);
    "train-solution" => training::solution(m), "show the solution: the exercise comes back soon",
        keys(&[(Training, "ctrl-e")]), label("solution"), when(training::has_exercise);
    "train-skip" => training::next(m), "leave an exercise out", when(training::has_exercise);
}
