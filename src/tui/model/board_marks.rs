//! What is marked on the board.

use super::{Model, session};
use crate::rules::{Move, Square, castling_squares};
use crate::tui::values::marks::{Mark, Marks};

impl Model {
    /// What is marked on the board.
    pub fn board_marks(&self) -> Marks {
        let mut marks = Marks::default();
        if let Some(editor) = &self.editor {
            marks.mark(Mark::Target, editor.placement().en_passant);
            marks.mark(Mark::Cursor, [editor.cursor]);
            return marks;
        }
        if let Some((position, mv)) = self.inspected_position() {
            marks.mark(Mark::LastMove, mv.into_iter().flat_map(ends));
            if let Some(node) = self.inspected_node() {
                // The line whose repetition the node's score depends on.
                let moves = node.repeating_moves().iter().flatten();
                marks.mark(Mark::Hint, moves.flat_map(|&mv| ends(mv)));
            }
            if let Some((view, step)) =
                self.inspect.propagation().and_then(|view| Some((view, view.stepper.last()?)))
            {
                // Where the proposition is true, where it flipped, and whom that told.
                marks.mark(Mark::Target, view.lanes(step.component));
                let told = view.stepper.told(step).iter();
                marks.mark(Mark::Hint, told.flat_map(|told| view.squares(told.reader)));
                marks.mark(Mark::Selected, view.squares(step.component));
            }
            if position.is_check() {
                marks.mark(Mark::Check, position.board().king_of(position.turn()));
            }
            if let (true, Some(regarded)) = (self.board_state.heat, self.node_evaluation()) {
                marks.heat(&regarded.activity.flips_by_square);
            }
            return marks;
        }
        let (position, node) = (self.session.position(), self.session.shown());
        let shown = self.session.game.tree().node(node);
        marks.draw(&shown.annotation.marks);
        if let Some(mv) = shown.mv() {
            marks.mark(Mark::LastMove, ends(mv));
        }
        if let Some(hint) = self.board_state.hint.or_else(|| self.best_move()) {
            marks.mark(Mark::Hint, ends(hint));
        }
        if let Some((from, to)) = self.session.premove {
            marks.mark(Mark::Premove, [from, to]);
        }
        if position.is_check() {
            marks.mark(Mark::Check, position.board().king_of(position.turn()));
        }
        if let Some(from) = self.board_state.picked {
            marks.mark(Mark::Selected, [from]);
            marks.mark(Mark::Target, self.session.targets(from));
        }
        if self.board_state.cursor_shown {
            marks.mark(Mark::Cursor, [self.board_state.cursor]);
        }
        let report = self.thinking.report.as_ref().map(|report| &report.search.activity);
        let activity = report.or_else(|| self.node_evaluation().map(|it| &it.activity));
        if let (true, Some(activity)) = (self.board_state.heat, activity) {
            marks.heat(&activity.flips_by_square);
        }
        marks
    }

    /// The engine's best move in the position shown, when it is to be seen.
    fn best_move(&self) -> Option<Move> {
        let report = self.thinking.report.as_ref().filter(|_| self.board_state.best)?;
        let fits = report.root.key() == self.session.position().key();
        report.search.lines.first().filter(|_| fits)?.moves.first().copied()
    }
}

/// The squares that a move begins and ends on as people see it: a castling move is the king's, or the rook's if the king
/// stays where it is.
fn ends(mv: Move) -> impl Iterator<Item = Square> {
    let king = mv.from().into_iter().chain([session::destination(mv)]);
    let rook = castling_squares(mv).filter(|squares| squares.king == squares.king_to());
    king.chain(rook.into_iter().flat_map(|squares| [squares.rook, squares.rook_to()]))
}
