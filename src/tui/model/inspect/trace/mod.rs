//! The explorer of search traces: one trace, or two side by side. It knows what was loaded; the thread in
//! `runtime::traces` reads the files.

mod query;
mod side;

use super::tree::{TreePage, next_sort};
use crate::base::sanitise;
use crate::rules::{Move, Position, parse_line};
use crate::search::observe::{SortBy, trace_move};
use crate::tui::values::overwrite::split_overwrite;
use lucena_trace::diff::{self, Difference};
use lucena_trace::{Condition, Index, Node, Step, record};
pub use query::{Item, TraceAnswer, TraceHead, TraceQuery};
pub use side::{LoadedNode, Side};
use std::path::PathBuf;

/// The filters of the key, with their descriptions; others are typed.
const FILTERS: [(&str, &str); 7] = [
    ("", "all nodes"),
    ("!quiescence", "without quiescence"),
    ("pv", "only PV nodes"),
    ("cut", "only cut nodes"),
    ("all", "only all nodes"),
    ("quiescence", "only quiescence"),
    ("nodes>=100", "only subtrees of 100 nodes or more"),
];

/// The explorer of one trace or two.
#[derive(Clone, Debug, Default)]
pub struct TraceView {
    /// One trace or two.
    pub sides: Vec<Side>,
    /// The one that keys act on.
    pub side: usize,
    /// Where two traces part.
    pub difference: Option<Box<Difference>>,
    /// Whether colours show scores instead of kinds.
    pub by_score: bool,
    /// Which nodes are shown.
    pub filter: Condition,
    /// An answer that covers the tree until Esc.
    pub answer: Option<String>,
    /// What is looked for, and the node found last.
    find: Option<(Condition, Option<u64>)>,
    sort: SortBy,
}

impl TraceView {
    /// Traces whose last completed iteration is selected.
    pub fn new(heads: Vec<TraceHead>, difference: Option<Box<Difference>>) -> Self {
        Self { sides: heads.into_iter().map(Side::new).collect(), difference, ..Self::default() }
    }

    /// The trace that keys act on.
    pub fn current(&self) -> Option<&Side> {
        self.sides.get(self.side)
    }

    /// The visible rows of a side with their level.
    pub fn rows(&self, side: &Side) -> Vec<(usize, Item)> {
        let mut rows = Vec::new();
        let (index, mut shown) = (&side.head.index, None);
        let has_searches = index.searches.len() > 1;
        for (at, iteration) in index.iterations.iter().enumerate() {
            let search = Item::Search(usize::try_from(iteration.search).unwrap_or(0));
            if has_searches && shown != Some(search) {
                shown = Some(search);
                rows.push((0, search));
            }
            if has_searches && !side.open.contains(&search) {
                continue;
            }
            let item = Item::Iteration(at);
            rows.push((usize::from(has_searches), item));
            if side.open.contains(&item) {
                for root in side.iterations.get(&at).into_iter().flatten() {
                    self.add(side, usize::from(has_searches) + 1, *root, &mut rows);
                }
            }
        }
        rows
    }

    fn is_shown(&self, side: &Side, node: &Node) -> bool {
        let item = Item::Node(node.offset);
        self.filter.holds(&side.head.index, node)
            || side.selected == item
            || side.open.contains(&item)
    }

    /// Whether the events of nodes have rows: in the order of time, without a filter.
    fn shows_events(&self) -> bool {
        self.sort == SortBy::Time && self.filter.is_empty()
    }

    /// Whether opening a node shows something.
    pub fn can_open(&self, node: &Node) -> bool {
        node.has_children || self.shows_events() && node.has_rows
    }

    fn add(&self, side: &Side, level: usize, offset: u64, rows: &mut Vec<(usize, Item)>) {
        rows.push((level, Item::Node(offset)));
        if !side.open.contains(&Item::Node(offset)) {
            return;
        }
        let mut below: Vec<&Node> = Vec::new();
        let show_events = self.shows_events();
        for (at, step) in side.events.get(&offset).into_iter().flatten().enumerate() {
            if let Step::Child(node) = step {
                if !self.is_shown(side, node) {
                    continue;
                }
                if self.sort == SortBy::Time {
                    self.add(side, level + 1, node.offset, rows);
                } else {
                    below.push(node);
                }
            } else if show_events && step.has_row() {
                rows.push((level + 1, Item::Event(offset, at)));
            }
        }
        self.sort.sort(&mut below);
        for node in below {
            self.add(side, level + 1, node.offset, rows);
        }
    }

    /// Moves the selection.
    pub fn walk(&mut self, step: isize) {
        let Some(side) = self.current() else { return };
        let rows = self.rows(side);
        let at = rows.iter().position(|(_, item)| *item == side.selected).unwrap_or(0);
        let next = at.saturating_add_signed(step).min(rows.len().saturating_sub(1));
        if let Some((_, item)) = rows.get(next) {
            let item = *item;
            self.sides[self.side].selected = item;
        }
    }

    /// Expands the selected row; what it holds may have to be read first.
    pub fn open(&mut self) -> Option<TraceQuery> {
        let index = self.side;
        let side = self.sides.get_mut(index)?;
        side.open.insert(side.selected);
        match side.selected {
            Item::Iteration(at) if !side.iterations.contains_key(&at) => {
                Some(TraceQuery::Roots { side: index, iteration: at })
            }
            Item::Node(offset) if !side.events.contains_key(&offset) => {
                let node = Box::new(side.nodes.get(&offset)?.node.clone());
                Some(TraceQuery::Node { side: index, node })
            }
            Item::Search(_) | Item::Iteration(_) | Item::Node(_) | Item::Event(..) => None,
        }
    }

    /// Collapses the selected row, or selects the one above it in the tree.
    pub fn close(&mut self) {
        let Some(side) = self.sides.get_mut(self.side) else { return };
        if side.open.remove(&side.selected) {
            return;
        }
        side.selected = match side.selected {
            Item::Search(at) => Item::Search(at),
            Item::Iteration(at) if side.head.index.searches.len() > 1 => {
                Item::Search(side.search(Item::Iteration(at)))
            }
            Item::Iteration(at) => Item::Iteration(at),
            Item::Event(offset, _) => Item::Node(offset),
            Item::Node(offset) => match side.nodes.get(&offset) {
                Some(LoadedNode { parent: Some(parent), .. }) => Item::Node(*parent),
                Some(loaded) => Item::Iteration(loaded.iteration),
                None => side.selected,
            },
        };
    }

    /// The offset of the selected node, or of the root of the selected iteration if it is loaded.
    fn offset(&self) -> Result<u64, String> {
        let side = self.current().ok_or("no trace is open")?;
        match side.selected {
            Item::Node(offset) | Item::Event(offset, _) => Ok(offset),
            Item::Iteration(at) => {
                let roots = side.iterations.get(&at);
                roots.and_then(|roots| roots.last().copied()).ok_or(SELECT_NODE.to_owned())
            }
            Item::Search(_) => Err(SELECT_NODE.to_owned()),
        }
    }

    /// The query for the origin of the selected score.
    ///
    /// # Errors
    /// No node is selected.
    fn origin(&self) -> Result<TraceQuery, String> {
        Ok(TraceQuery::Origin { side: self.side, offset: self.offset()? })
    }

    /// The query for the TT entry of the selected node.
    ///
    /// # Errors
    /// No node is selected.
    fn entry(&self) -> Result<TraceQuery, String> {
        Ok(TraceQuery::Entry { side: self.side, offset: self.offset()? })
    }

    /// The query that writes the subtree of the selected node.
    ///
    /// # Errors
    /// No node is selected, or the file is not for Graphviz.
    pub fn export(&self, file: PathBuf) -> Result<TraceQuery, String> {
        if split_overwrite(&file).0.extension().is_none_or(|extension| extension != "dot") {
            return Err(
                "a trace is exported to a .dot file; `lucena trace export --format jsonl` \
                        writes all records"
                    .to_owned(),
            );
        }
        Ok(TraceQuery::Export { side: self.side, offset: self.offset()?, file })
    }

    /// The query for the best moves below the selected row.
    pub fn principal(&self) -> Option<TraceQuery> {
        let from = match self.current()?.selected {
            Item::Event(offset, _) => Item::Node(offset),
            own @ (Item::Search(_) | Item::Iteration(_) | Item::Node(_)) => own,
        };
        Some(TraceQuery::Principal { side: self.side, from })
    }

    /// The query for what became of a line, given in SAN or UCI form from the root of the selected search; `0000` and `--` are null
    /// moves.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn line(&self, words: &[String]) -> Result<TraceQuery, String> {
        let side = self.current().ok_or("no trace is open")?;
        let iteration = side.iteration(side.selected).ok_or("no iteration is selected")?;
        let search = side.search(side.selected);
        let root = side.root(search).ok_or("the root position of the trace is not legal")?;
        let (mut position, mut moves) = (root, Vec::new());
        for (number, part) in words.split(|word| is_null_move(word)).enumerate() {
            if number > 0 {
                let cannot = "the side to move cannot pass there";
                position = position.null_move_unchecked().ok_or(cannot)?;
                moves.push(record::Move::NONE);
            }
            let line = parse_line(&position, part);
            if let Some(error) = line.error {
                return Err(error.to_string());
            }
            moves.extend(line.moves.into_iter().map(trace_move));
            position = line.end;
        }
        Ok(TraceQuery::Line { side: self.side, iteration, moves })
    }

    /// Refuses a condition that no node of the trace shown can meet; of two, of both.
    ///
    /// # Errors
    /// The word, and what is known.
    pub fn check(&self, condition: &Condition) -> Result<(), String> {
        let checked = self.sides.iter().map(|side| condition.check(&side.head.index));
        let wrong = checked.reduce(Result::or).unwrap_or(Ok(()));
        wrong.map_err(|wrong| sanitise(&wrong).into_owned())
    }

    /// The query for the next node that meets the condition, or the one before when there is none.
    ///
    /// # Errors
    /// There was none before.
    pub fn find(&mut self, condition: Option<Condition>) -> Result<TraceQuery, String> {
        if let Some(condition) = condition {
            self.find = Some((condition, None));
        }
        let (condition, found) = self.find.clone().ok_or("type what to find: :trace-find cut")?;
        let side = self.current().ok_or("no trace is open")?;
        let first = |at: usize| side.head.index.iterations.get(at).map_or(0, |it| it.offset);
        let after = match (side.selected, side.selected_node()) {
            (_, Some(node)) if found == Some(node.offset) => node.end,
            (_, Some(node)) => node.offset,
            (item, None) => side.iteration(item).map_or(0, first),
        };
        Ok(TraceQuery::Find { side: self.side, condition, after })
    }

    /// Selects where two traces part.
    ///
    /// # Errors
    /// One trace is open, or both are equal.
    pub fn select_difference(&mut self) -> Result<(), String> {
        let none = "there is no difference: :trace A B compares two traces";
        let difference = self.difference.as_ref().ok_or(none)?;
        let Some(above) = difference.above.last().copied() else { return Ok(()) };
        for (side, offset) in self.sides.iter_mut().zip(above.offsets) {
            side.select(offset);
            side.open.insert(Item::Node(offset));
        }
        if let [a, b] = self.sides.as_mut_slice() {
            let steps = [a.events.get(&above.offsets[0]), b.events.get(&above.offsets[1])];
            let [x, y] = steps.map(|steps| steps.map_or(&[][..], Vec::as_slice));
            let equal = |(x, y): &(&Step, &Step)| is_equal(&a.head.index, x, &b.head.index, y);
            let common = x.iter().zip(y).take_while(equal).count();
            let items = [(x, above.offsets[0]), (y, above.offsets[1])];
            let [x, y] = items.map(|(steps, offset)| item_from(steps, common, offset));
            (a.selected, b.selected) = (x, y);
        }
        Ok(())
    }

    /// The selected position, and the move to it.
    pub fn position(&self) -> Option<(Position, Option<Move>)> {
        let side = self.current()?;
        match side.selected {
            Item::Node(offset) | Item::Event(offset, _) => side.position(offset),
            item @ (Item::Search(_) | Item::Iteration(_)) => {
                Some((side.root(side.search(item))?, None))
            }
        }
    }

    /// The selected node as the UCI command `position`; below a null move, which engines do not take, from the position after it.
    pub fn uci_position(&self) -> Option<String> {
        let side = self.current()?;
        let search = side.search(side.selected);
        let (fen, before) = side.head.roots.get(search)?;
        let path = side.selected_node().map(|node| side.path(node.offset)).unwrap_or_default();
        let (start, moves) = match path.iter().rposition(|mv| mv.is_none()) {
            Some(last) => {
                let (passed, behind) = path.split_at(last + 1);
                let position = side.position_after(search, passed)?;
                (format!("fen {}", position.fen()), behind.to_vec())
            }
            None if fen == "startpos" => (fen.clone(), [&before[..], &path].concat()),
            None => (format!("fen {fen}"), [&before[..], &path].concat()),
        };
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        Some(format!("position {start}{moves}"))
    }

    /// Answers one of the questions from what is loaded, or returns the query that does.
    ///
    /// # Errors
    /// The trace does not hold the answer.
    pub fn ask(&mut self, key: char) -> Result<Option<TraceQuery>, String> {
        match key {
            '1' => self.answer = self.current().map(Side::end_words),
            'b' => self.answer = Some(self.figures()),
            't' => self.answer = None,
            '7' => return self.entry().map(Some),
            'd' => return self.origin().map(Some),
            '4' => {
                return Err("the rows below a node are its moves; :tree-sort sorts them".to_owned());
            }
            '6' => return Err("a node that is a draw says so where it ended".to_owned()),
            'c' => return Err(":trace-find cut depth>=4 goes to the next such node".to_owned()),
            _ => {
                return Err(
                    "a trace does not hold this; :leave-inspector leaves it, then the question is \
                            about Lucena's own search"
                        .to_owned(),
                );
            }
        }
        Ok(None)
    }

    /// The figures of the trace, or those in which two differ.
    fn figures(&self) -> String {
        let lines = match self.sides.as_slice() {
            [a, b] => {
                let figures = diff::figures(&a.head.index, &b.head.index);
                let row = |(name, pair): (String, [u64; 2])| {
                    format!("{:>12}  {:>12}  {:>9}  {name}", pair[0], pair[1], diff::growth(pair))
                };
                let head = format!("{:>12}  {:>12}  {:>9}  figure", "A", "B", "B/A − 1");
                std::iter::once(head).chain(figures.into_iter().map(row)).collect()
            }
            sides => sides.iter().flat_map(|side| side.head.index.report()).collect::<Vec<_>>(),
        };
        format!("Where the nodes went\n{}", lines.join("\n"))
    }

    /// Takes in what was read.
    pub fn take(&mut self, answer: TraceAnswer) {
        match answer {
            TraceAnswer::Opened(heads, difference) => *self = Self::new(heads, difference),
            TraceAnswer::Roots(side, iteration, roots) => {
                let Some(side) = self.sides.get_mut(side) else { return };
                let offsets = roots.iter().map(|node| node.offset).collect();
                for node in roots {
                    side.load(node, None, iteration);
                }
                side.iterations.insert(iteration, offsets);
                side.open.insert(Item::Iteration(iteration));
            }
            TraceAnswer::Node(side, offset, steps) => {
                let Some(side) = self.sides.get_mut(side) else { return };
                let iteration = side.nodes.get(&offset).map_or(0, |loaded| loaded.iteration);
                for step in &steps {
                    if let Step::Child(node) = step {
                        side.load(node.clone(), Some(offset), iteration);
                    }
                }
                side.events.insert(offset, steps);
                side.open.insert(Item::Node(offset));
            }
            TraceAnswer::Select(side, offset) => {
                if let Some((_, found)) = &mut self.find {
                    *found = Some(offset);
                }
                if let Some(side) = self.sides.get_mut(side) {
                    side.select(offset);
                }
            }
            TraceAnswer::SelectDifference => self.select_difference().unwrap_or_default(),
            TraceAnswer::Words(words) => self.answer = Some(words),
            TraceAnswer::Reading(_) | TraceAnswer::Done(_) => {}
        }
    }
}

/// The notations of a null move.
fn is_null_move(word: &str) -> bool {
    ["0000", "--"].contains(&word)
}

const SELECT_NODE: &str = "select a node first: open the rows above it";

/// The row of the step `at`, or of the next one that has a row, or of the node.
fn item_from(steps: &[Step], at: usize, offset: u64) -> Item {
    let has_row = |(at, step): (usize, &Step)| {
        if let Step::Child(node) = step {
            return Some(Item::Node(node.offset));
        }
        step.has_row().then_some(Item::Event(offset, at))
    };
    steps.iter().enumerate().skip(at).find_map(has_row).unwrap_or(Item::Node(offset))
}

fn is_equal(a: &Index, x: &Step, b: &Index, y: &Step) -> bool {
    match (x, y) {
        (Step::Child(x), Step::Child(y)) => {
            let ending = |index: &Index, node: &Node| index.ending(node).to_string();
            let score = |node: &Node| node.exit.map(|exit| (exit.score, exit.best));
            (x.enter, x.nodes, score(x)) == (y.enter, y.nodes, score(y))
                && ending(a, x) == ending(b, y)
        }
        (Step::Eval { .. } | Step::Order(_), _) => x == y,
        _ => {
            let words = |index: &Index, step: &Step| index.step_words(step, |mv| mv.to_string());
            words(a, x) == words(b, y)
        }
    }
}

impl TreePage for TraceView {
    fn sort(&mut self) -> &'static str {
        next_sort(&mut self.sort)
    }

    fn filter(&mut self) -> &'static str {
        let now = self.filter.to_string();
        let at = FILTERS.iter().position(|(text, _)| *text == now).unwrap_or(FILTERS.len() - 1);
        let (text, words) = FILTERS[(at + 1) % FILTERS.len()];
        self.filter = Condition::parse(text).unwrap_or_default();
        words
    }

    fn colour(&mut self) -> &'static str {
        self.by_score = !self.by_score;
        if self.by_score {
            "coloured by score for White"
        } else {
            "coloured by kind: PV, cut, all, quiescence"
        }
    }
}
