//! A propagation of a network on the debugger's page: steps both ways, runs to flips and breakpoints, the squares on the board.

use crate::bench::Bench;
use crate::twelve::has;
use lucena::rules::Square;
use lucena::tui::model::inspect::PropagationView;
use lucena::tui::values::marks::Mark;

/// Black's move makes White's pawn a passed one.
const GAME: &str =
    ":game two none full<enter>:fen 4k3/2p5/3P4/8/8/8/8/4K3 b - - 0 1<enter>c5<enter>";

impl Bench {
    fn propagation(&self) -> &PropagationView {
        self.table.app.model.inspect.propagation().expect("a propagation on the page")
    }

    fn at(&self) -> usize {
        self.propagation().stepper.at()
    }

    fn is_marked(&self, square: Square, mark: Mark) -> bool {
        self.table.app.model.board_marks().has(square, mark)
    }
}

#[test]
fn an_evaluation_is_stepped_through_both_ways() {
    let mut bench = Bench::new((100, 40));
    let first = bench.keys(&format!("{GAME}:propagation<enter>"));
    has(&first, &["evaluation of 1…c5, step 0 of", "inputs are set, nobody is told"]);
    let second = bench.keys("<right>");
    has(&second, &["step 1 of", "black.pawn(c5)", "is true now", "told: "]);
    assert_ne!(bench.keys("<right>"), second);
    assert_eq!(bench.keys("<left>"), second);
    assert_eq!(bench.keys("<left><left>"), first);
    // To the breakpoint: the pawn on d6 is passed, which is worth something.
    has(&bench.keys(":break-flip d6 passed<enter>"), &["breakpoint \"d6 passed\""]);
    while bench.propagation().stepper.last().is_none_or(|step| {
        let network = bench.propagation().stepper.network();
        network.name(step.component) != "white.pawn.passed(d6)"
    }) {
        let before = bench.at();
        bench.keys("}");
        assert!(bench.at() > before, "the breakpoint is met before the end");
    }
    let passed = bench.table.frame();
    has(&passed, &["● white.pawn.passed(d6)", "is true now", "true on d6", "passed pawns, White"]);
    assert!(
        bench.is_marked(Square::D6, Mark::Selected) && bench.is_marked(Square::D6, Mark::Target)
    );
    let here = bench.at();
    bench.keys("}");
    bench.keys("{");
    assert_eq!(bench.at(), here);
    // The last row of the queue flips later, and Enter goes there.
    let rows = bench.propagation().rows();
    let wanted = *rows.last().expect("a row");
    bench.keys(&"<down>".repeat(rows.len()));
    bench.keys("<enter>");
    let last = bench.propagation().stepper.last().expect("a step").component;
    assert_eq!(last, wanted);
    // To the end, where the sums are those of the evaluation, and to the beginning.
    bench.keys(":break-flip d6 passed<enter>");
    has(&bench.keys("}"), &["end: no breakpoint on the way", "0 queued"]);
    has(&bench.keys("{"), &["beginning: no breakpoint on the way", "step 0 of"]);
}

#[test]
fn the_rules_are_stepped_through() {
    let mut bench = Bench::new((100, 40));
    bench.keys(&format!("{GAME}:propagation<enter>"));
    has(&bench.keys("j"), &["rules: 1…c5 is made, step 0 of", "1 of", "input is set"]);
    has(&bench.keys("<right>"), &["does c7c5", "is true now"]);
    assert!(
        bench.is_marked(Square::C7, Mark::Selected) && bench.is_marked(Square::C5, Mark::Selected)
    );
    has(&bench.keys("j"), &["rules: legal moves after 1…c5"]);
    bench.keys(":break-flip legal d6c7<enter>");
    has(&bench.keys("}"), &["● legal d6c7", "is false now", "true on d7"]);
    // Space removes the breakpoint of a row that has its name, and sets it again.
    has(&bench.keys("<space>"), &["breakpoint \"legal d6c7\" removed"]);
    has(&bench.keys("<space>"), &["breakpoint \"legal d6c7\": 1 component"]);
    has(&bench.keys("j"), &["evaluation of 1…c5"]);
    bench.keys("<esc>");
    assert!(!bench.table.app.model.inspector_focused());
}

#[test]
fn a_node_of_a_tree_is_stepped_through_and_left_again() {
    let mut bench = Bench::played((120, 44));
    bench.ask(":tree<enter>");
    bench.keys("<down><down>");
    let tree = bench.table.frame();
    let node = bench.table.app.model.inspected_node().expect("a node");
    has(&bench.keys("j"), &["evaluation of ", "step 0 of"]);
    assert_eq!(bench.propagation().of.position.fen(), node.position.fen());
    bench.keys("<right><right><esc>");
    assert_eq!(bench.table.frame(), tree);
}

/// The root of a search is the position after the last move of the game.
#[test]
fn the_move_before_a_paused_search_is_stepped_through() {
    let mut bench = Bench::new((120, 44));
    bench.depth = 60;
    bench.keys(":game white none full<enter>");
    bench.keys("e4<enter><f7>");
    bench.until(|bench| bench.table.app.model.inspect.paused.is_some());
    has(&bench.keys("j"), &["evaluation of 1.e4, step 0 of"]);
    has(&bench.keys("j"), &["rules: 1.e4 is made, step 0 of"]);
    has(&bench.keys("<esc>:propagation legal<enter>"), &["rules: legal moves after 1.e4"]);
}

#[test]
fn what_cannot_be_stepped_through_is_said() {
    let mut bench = Bench::new((100, 40));
    bench.keys(":game two none full<enter>");
    has(
        &bench.keys(":break-flip d6<enter>"),
        &["there is no propagation; :propagation records that of the last move"],
    );
    has(
        &bench.keys(":propagation rules<enter>"),
        &["propagation \"rules\": expected eval, move or legal"],
    );
    has(&bench.keys(":propagation move<enter>"), &["no move leads to this position"]);
    // The first position is propagated from an empty board.
    has(&bench.keys(":propagation<enter>"), &["evaluation of the position, step 0 of", "33 of"]);
    has(&bench.keys(":break-flip sixth sense<enter>"), &["no component of this network has"]);
}

#[test]
fn the_page_is_as_it_was_reviewed() {
    for (name, size) in [("usual", (80, 24)), ("large", (160, 50))] {
        let mut bench = Bench::new(size);
        bench.keys(&format!("{GAME}:propagation<enter>"));
        bench.keys(":break-flip white.pawn.passed(d6)<enter>");
        insta::assert_snapshot!(format!("propagation_{name}"), bench.keys("}"));
    }
}
