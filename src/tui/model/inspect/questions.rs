//! The questions about a search with their keys: the source of the list dialog and the help.

/// A question of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its key in the list.
    pub key: char,
    /// In words.
    pub text: &'static str,
    /// Input after the key, for the help.
    pub then: &'static str,
}

const fn listed(key: char, text: &'static str, then: &'static str) -> Question {
    Question { key, text, then }
}

/// The list, in order.
pub const QUESTIONS: [Question; 16] = [
    listed('1', "Why did the search stop?", ""),
    listed('2', "How was the time budget calculated?", ""),
    listed('3', "What would the budget be with other settings?", ""),
    listed('4', "Why this move and not that one?", "Enter"),
    listed('5', "Why was my line not played?", "d4 Enter"),
    listed('6', "A draw of the position, or only of this path?", ""),
    listed('7', "Which TT entry does this position have?", ""),
    listed('8', "Why is this move illegal, this pawn passed?", "e4 Enter"),
    listed('9', "What did the last move change in the network?", ""),
    listed('a', "Which move did the dial worsen on purpose?", ""),
    listed('b', "Where did the nodes go?", ""),
    listed('c', "Pause the search at a breakpoint", "Enter"),
    listed('d', "Where does this score come from?", ""),
    listed('r', "Which root moves were searched, and how?", ""),
    listed('t', "Browse the search tree", ""),
    listed('p', "Perft: count moves and compare", "4 Enter"),
];
